"""What a sweep changes: every cell held against the reference cell on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import RunError
from rummy_sim.runs.frames import columns_of, read_part
from rummy_sim.runs.sums import names_of, places_of

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.runs.run import Run
    from rummy_sim.stats.gathering import Gathering

__all__ = ["reference_cell", "sweep_table"]

_LABEL = ["cell", "statistic", "by", "of"]
_DIFFERENCE = ["difference", "difference_low", "difference_high", "p", "narrowed", "differing"]


def reference_cell(run: Run, cell: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the cell of the same line-up that a cell of a sweep is held against."""
    wanted = run.manifest["reference"]
    return next(
        other
        for other in run.cells
        if other["lineup"] == cell["lineup"] and other["swept"] == wanted
    )


def sweep_table(run: Run) -> pd.DataFrame:
    """Return the figures of all cells and what differs from the reference; see ``Run.sweep``."""
    import pandas as pd

    from rummy_sim.stats.estimates import holm

    if not run.manifest.get("sweep"):
        raise RunError(f"the run {run.path} has no sweep: there are no variants to compare")
    table = pd.concat(_tables(run), ignore_index=True)
    swept = {key: [cell["swept"][key] for cell in run.cells] for key in run.manifest["sweep"]}
    for place, (key, values) in enumerate(swept.items(), 1):
        table.insert(place, key, [values[cell] for cell in table["cell"]])
    # Each kind of figure is a question of its own; within it many are asked at once.
    kinds = table.groupby(["statistic", "by"], sort=False)
    table["holm"] = kinds["p"].transform(lambda p: holm(p.to_numpy()))
    return table


def _tables(run: Run) -> Iterator[pd.DataFrame]:
    """Return the rows, cell by cell; only a cell and the references are held at a time."""
    references: dict[tuple[str, ...], Gathering] = {}
    for cell in run.cells:
        there = reference_cell(run, cell)
        lineup = tuple(cell["lineup"])
        if lineup not in references:
            references[lineup] = _gather(run, there)
        is_reference = there["cell"] == cell["cell"]
        here = references[lineup] if is_reference else _gather(run, cell)
        yield _rows(here, references[lineup])


def _rows(gathered: Gathering, references: Gathering) -> pd.DataFrame:
    """Return a row for each figure of a cell."""
    import pandas as pd

    from rummy_sim.stats.cells import between_cells
    from rummy_sim.stats.gathering import side_by_side

    here, reference = gathered.estimates(), references.estimates()
    own = here.table()
    shares = here.labels.get_level_values("statistic") == "win_share"
    own.loc[shares] = here.table(bounds=(0, 1)).loc[shares]
    figures = {
        "reference": reference.labels[0][0],
        "value": own["mean"],
        "low": own["low"],
        "high": own["high"],
        "blocks": own["blocks"],
        **dict.fromkeys(_DIFFERENCE, np.nan),
    }
    if gathered is not references:
        apart = np.hypot(here.errors, reference.errors)
        differing = between_cells(side_by_side(reference, here), reference.labels[0][0])
        table = differing.table()
        with np.errstate(divide="ignore", invalid="ignore"):
            found = (
                table["mean"],
                table["low"],
                table["high"],
                differing.p(),
                apart / differing.errors,
                gathered.differing(references),
            )
        figures |= dict(zip(_DIFFERENCE, found, strict=True))
    return pd.DataFrame(figures, index=here.labels).reset_index()


def _gather(run: Run, cell: Mapping[str, Any]) -> Gathering:
    """Read a cell's parts one by one and gather its figures by block."""
    from rummy_sim.stats.gathering import Gathering

    names = names_of(cell["lineup"])
    seatings = np.array(cell["seatings"], np.int64)
    places = places_of(cell["lineup"], seatings)
    number, players = cell["cell"], cell["players"]
    # Where one strategy fills the table its win share is even whatever happens.
    shares = list(enumerate(names)) if len(names) > 1 else []
    columns = [i for i, _ in shares] + [len(names) + seat for seat in range(players)]
    with_turns = run.keeps("rounds")
    labels = [
        *((number, "win_share", "strategy", name) for _, name in shares),
        *((number, "win_share", "seat", str(seat)) for seat in range(players)),
        *((number, "score", "strategy", name) for name in names),
        (number, "rounds", "game", "game"),
        *([(number, "turns", "game", "game")] if with_turns else []),
    ]
    gathering = Gathering(labels, _LABEL)
    weights = places / places.sum(axis=0)
    for deals, games, turns in _parts(run, cell, with_turns):
        blocks = len(deals)
        wins = games["win_share"].reshape(blocks, -1) @ weights[:, columns]
        scores = games["score"].astype(np.float64).reshape(blocks, -1) @ weights[:, : len(names)]
        rounds = games["rounds"].astype(np.float64).reshape(blocks, -1).mean(axis=1)
        gathering.add(
            deals,
            np.column_stack(
                [wins, scores, rounds, *([turns / len(seatings)] if with_turns else [])]
            ),
        )
    return gathering


def _parts(
    run: Run, cell: Mapping[str, Any], with_turns: bool
) -> Iterator[tuple[npt.NDArray[Any], dict[str, npt.NDArray[Any]], npt.NDArray[np.float64]]]:
    """Read the parts of a cell: their deals, columns of ``games``, and turns begun by deal."""
    rows = len(cell["seatings"]) * cell["players"]
    nothing = np.zeros(0)
    rounds = run.parts("rounds", {cell["cell"]}) if with_turns else []
    for i, path in enumerate(run.parts("games", {cell["cell"]})):
        games = columns_of(run.reading(read_part, path, ["deal", "win_share", "score", "rounds"]))
        deals = games["deal"][::rows]
        if not with_turns:
            yield deals, games, nothing
            continue
        played = columns_of(run.reading(read_part, rounds[i], ["deal", "turns"]))
        turns = np.bincount(played["deal"] - deals[0], played["turns"], minlength=len(deals))
        yield deals, games, turns.astype(np.float64)
