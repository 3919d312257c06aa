"""Many means at once, with what they have in common: every comparison is a contrast.

All cells of a run see the same deals, and so do all strategies of a cell. The
difference of two of their means is therefore far better known than each of them.
An :class:`Estimates` keeps, for each block, its part in the error of each mean
(its *influence*); means, differences within a cell, differences between cells, a
row of a payoff matrix and a league score are all weighted sums of the same means,
and their errors follow from the same influences.

The error of a weighted sum is the cluster-robust one with blocks as clusters: K.-Y.
Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models",
Biometrika 73, 1986; for one mean it is Student's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

__all__ = ["Estimates", "holm"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimates:
    """Means with the influence that each block has on them.

    Attributes
    ----------
    labels : Index of length k
        What each mean is of.
    means : array of shape (k,)
        The means, in the unit of the values.
    influence : array of shape (blocks, k)
        What each block adds to each mean's error; a column sums to 0. Blocks that
        a mean does not rest on have 0.
    blocks : array of shape (k,)
        How many blocks each mean rests on.
    """

    labels: pd.Index
    means: Floats
    influence: Floats
    blocks: npt.NDArray[np.int64]

    @property
    def errors(self) -> Floats:
        """Standard errors, of shape (k,); nan for a single block."""
        n = np.where(self.blocks > 1, self.blocks, np.nan)
        return np.asarray(np.sqrt(n / (n - 1) * np.sum(self.influence**2, axis=0)))

    def combine(
        self, sums: Mapping[Hashable, Mapping[Hashable, float]], names: Sequence[str]
    ) -> Estimates:
        """Return weighted sums of the means.

        Parameters
        ----------
        sums : mapping of label to mapping of label to float
            For each new label, the means that it uses and their weights.
        names : sequence of str
            What the parts of a new label are called.

        Returns
        -------
        Estimates
            Labelled like ``sums``. A sum rests on as many blocks as the mean with
            the fewest of those that it uses.

        Examples
        --------
        >>> both = Estimates(pd.Index(["a", "b"]), np.ones(2), np.zeros((9, 2)), np.array([9, 8]))
        >>> both.combine({"sum": {"a": 1.0, "b": 1.0}}, ["what"]).table()["mean"].to_dict()
        {'sum': 2.0}
        """
        place = {label: i for i, label in enumerate(self.labels)}
        weights = np.zeros((len(place), len(sums)))
        blocks = np.zeros(len(sums), np.int64)
        for column, used in enumerate(sums.values()):
            rows = [place[label] for label in used]
            np.add.at(weights[:, column], rows, list(used.values()))
            blocks[column] = self.blocks[rows].min()
        labels = list(sums)
        return Estimates(
            labels=(
                pd.Index(labels, name=names[0])
                if len(names) == 1
                else pd.MultiIndex.from_tuples(labels, names=names)  # type: ignore[arg-type]
            ),
            means=self.means @ weights,
            influence=self.influence @ weights,
            blocks=blocks,
        )

    def table(
        self, *, level: float = 0.95, bounds: tuple[float, float] | None = None
    ) -> pd.DataFrame:
        """Return the means with their intervals.

        Parameters
        ----------
        level : float
            The confidence level of each interval by itself.
        bounds : (float, float), optional
            The least and greatest value that a block can have. When all blocks lie
            on a bound, the end away from it is Clopper and Pearson's; see
            :func:`rummy_sim.stats.blocks.interval_of_sums`.

        Returns
        -------
        DataFrame
            Indexed by ``labels``: ``mean``, ``low``, ``high``, ``blocks``.
        """
        from scipy.special import stdtrit

        n = np.where(self.blocks > 1, self.blocks, np.nan)
        tail = (1.0 - level) / 2.0
        half = stdtrit(n - 1, 1.0 - tail) * self.errors
        low, high = self.means - half, self.means + half
        if bounds is not None:
            reach = (1.0 - tail ** (1.0 / n)) * (bounds[1] - bounds[0])
            still = self.errors == 0
            high = np.where(still & (self.means <= bounds[0]), bounds[0] + reach, high)
            low = np.where(still & (self.means >= bounds[1]), bounds[1] - reach, low)
        columns = {"mean": self.means, "low": low, "high": high, "blocks": self.blocks}
        return pd.DataFrame(columns, index=self.labels)

    def resampled(self, draws: int, seed: int = 0) -> Floats:
        """Return the means of bootstrap samples of blocks.

        Parameters
        ----------
        draws : int
            How many samples.
        seed : int
            For numpy's generator; the same seed draws the same blocks.

        Returns
        -------
        array of shape (draws, k)

        Notes
        -----
        Blocks are drawn with replacement (B. Efron, "Bootstrap methods: another look
        at the jackknife", Annals of Statistics 7, 1979). Means move by the
        influences of the blocks drawn, which is exact where all rest on the same
        blocks.
        """
        n = len(self.influence)
        rng = np.random.default_rng(seed)
        counts = rng.multinomial(n, np.full(n, 1.0 / n), size=draws)
        return np.asarray(self.means + counts @ self.influence)

    def tests(self, null: float = 0.0, *, level: float = 0.95) -> pd.DataFrame:
        """Test each mean against one value.

        Parameters
        ----------
        null : float
            The value that each mean has if there is nothing to be seen.
        level : float
            The confidence level of the intervals.

        Returns
        -------
        DataFrame
            The columns of :meth:`table`, and ``p`` (two-sided, each by itself) and
            ``holm`` (corrected so that among all of them the chance of one false
            finding is kept).

        Notes
        -----
        Student's test over blocks. Where the blocks do not scatter at all the test
        is that of signs: n blocks all on one side have p = 2 · 2^−n. Where they all
        equal ``null``, p = 1. No p-value is less than 2 · 2^−n: few blocks that
        happen to be nearly alike prove no more than their signs do.
        """
        table = self.table(level=level)
        table["p"] = self.p(null)
        table["holm"] = holm(table["p"].to_numpy())
        return table

    def p(self, null: float = 0.0) -> Floats:
        """Return the p-value of each mean against one value, uncorrected.

        Parameters
        ----------
        null : float
            See :meth:`tests`, which says how.

        Returns
        -------
        array of shape (k,)
        """
        from scipy.special import stdtr

        errors = self.errors
        away = np.abs(self.means - null)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2.0 * stdtr(self.blocks - 1.0, -away / errors)
        signs = np.where(away > 1e-12, 0.5 ** (self.blocks - 1.0), 1.0)
        return np.where(errors <= 1e-12, signs, np.maximum(p, 0.5 ** (self.blocks - 1.0)))


def holm(p: npt.ArrayLike) -> Floats:
    """Correct p-values for their number; nan stays nan and does not count.

    Parameters
    ----------
    p : array of shape (k,)

    Returns
    -------
    array of shape (k,)
        To be held against the wanted error rate; in the order given.

    Notes
    -----
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6, 1979. It holds however the tests hang together. The
    function of statsmodels, which the tests hold it against, collects all garbage of
    the process at every call: with compiled code in memory that takes longer than the
    rest of a report.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p, np.float64)
    order = np.argsort(values)  # what is no number comes last
    left = np.count_nonzero(~np.isnan(values)) - np.arange(len(values))
    corrected = np.empty(values.shape)
    corrected[order] = np.minimum(np.maximum.accumulate(values[order] * left), 1.0)
    return corrected
