"""Means of a cell gathered part by part, in memory that does not grow with the games."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from rummy_sim.stats.estimates import Estimates
from rummy_sim.stats.ratios import GROUPS

__all__ = ["Gathering", "side_by_side"]

Floats = npt.NDArray[np.float64]


class Gathering:
    """Adds up block means: ``cells.cell_means`` for frames that are read in parts.

    Parameters
    ----------
    labels : sequence of tuple
        What each mean is of, beginning with the cell.
    names : sequence of str
        What the parts of a label are called.
    groups : int
        Blocks beyond so many are put together, as by
        :func:`rummy_sim.stats.ratios.block_group`.

    Examples
    --------
    >>> gathering = Gathering([(0, "a"), (0, "b")], ["cell", "strategy"])
    >>> gathering.add(np.array([0, 1]), np.array([[1.0, 0.0], [0.5, 0.5]]))
    >>> gathering.add(np.array([2]), np.array([[0.0, 1.0]]))
    >>> gathering.estimates().means.tolist()
    [0.5, 0.5]
    """

    def __init__(
        self, labels: Sequence[tuple[Hashable, ...]], names: Sequence[str], groups: int = GROUPS
    ) -> None:
        self.labels = pd.MultiIndex.from_tuples(labels, names=names)  # type: ignore[arg-type]
        self._sums = np.zeros((groups, len(labels)))
        self._counts = np.zeros(groups, np.int64)

    def add(self, deals: npt.NDArray[np.integer], values: Floats) -> None:
        """Add some blocks.

        Parameters
        ----------
        deals : array of shape (blocks,)
            Their numbers.
        values : array of shape (blocks, k)
            Their means, a column a label.
        """
        group = np.asarray(deals, np.int64) % len(self._counts)
        np.add.at(self._sums, group, values)
        np.add.at(self._counts, group, 1)

    def estimates(self) -> Estimates:
        """Return the means over all blocks added.

        Raises
        ------
        ValueError
            If there is none.
        """
        blocks = int(self._counts.sum())
        if not blocks:
            raise ValueError("no block, no mean")
        means = self._sums.sum(axis=0) / blocks
        return Estimates(
            labels=self.labels,
            means=means,
            influence=(self._sums - self._counts[:, np.newaxis] * means) / blocks,
            blocks=np.full(len(means), blocks, np.int64),
        )

    def differing(self, other: Gathering) -> Floats:
        """Return in how many blocks each mean's values differ from another cell's.

        Parameters
        ----------
        other : Gathering
            Of the same deals and figures, in the same order.

        Returns
        -------
        array of shape (k,)
            Where there are more blocks than groups, groups are counted; those that
            hold not as many blocks in both are left out. nan if no group is left.
        """
        both = (self._counts == other._counts) & (self._counts > 0)
        if not both.any():
            return np.full(len(self.labels), np.nan)
        return np.asarray((self._sums[both] != other._sums[both]).sum(axis=0), np.float64)


def side_by_side(one: Estimates, two: Estimates) -> Estimates:
    """Return the means of two cells together, block beside block, ready for contrasts.

    Parameters
    ----------
    one, two : Estimates
        From the same deals and as many groups of them, with different labels of
        the same names.
    """
    return Estimates(
        labels=one.labels.append(two.labels),
        means=np.concatenate([one.means, two.means]),
        influence=np.hstack([one.influence, two.influence]),
        blocks=np.concatenate([one.blocks, two.blocks]),
    )
