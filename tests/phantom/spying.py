"""What strategies are shown by the engine, and by the oracle, decision by decision.

Run as a script in plain mode, it plays some games on the engine, and writes down what
the decisions got and what every shipped strategy answers to it as plain Python.
"""

import sys
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.lib.recfunctions import repack_fields

from rummy_sim.core.contract import find, shipped
from rummy_sim.phantom import GAME
from rummy_sim.phantom.state import ME_DTYPE, TABLE_DTYPE

from ..oracle.phantom import rules
from ..oracle.phantom.game import play
from .adapter import Adapter, me_record, table_record
from .test_against_oracle import SEED, table_of

SHIPPED = sorted(shipped("phantom"))
LINE_UPS = (
    ["random", "anything.py", "rush", "builder"],
    ["anything.py", "collector"],
    ["guard", "random", "anything.py"],
)
SEEN_DTYPE = repack_fields(  # without padding, so that equal rows have equal bytes
    np.dtype([("decision", "i4"), ("me", ME_DTYPE), ("table", TABLE_DTYPE)]), recurse=True
)
ANSWER_DTYPE = np.dtype([("answer", "i8"), ("dice", "u8")])


def games():
    """Each preset with each line-up: names, preset, the table."""
    for preset, names in product(GAME.presets, LINE_UPS):
        ruleset, _ = GAME.resolve({"preset": preset, "short_games": 2}, len(names))
        yield names, preset, table_of(names, ruleset, len(names))


def whole(strategies):
    """The strategies with every decision their own."""
    baseline = find(GAME.contract, "baseline")
    return [
        replace(strategy, functions={**baseline.functions, **strategy.functions})
        for strategy in strategies
    ]


def seen(decision, me, table):
    """A copy of what a decision got, without the entries of lists that are not valid."""
    row = np.zeros(1, SEEN_DTYPE)
    row["decision"] = GAME.contract.names.index(decision)
    row["me"], row["table"] = me, table
    me, table = row["me"][0], row["table"][0]
    if decision not in ("open", "gain"):
        me["options"] = 0
    me["option"][me["options"] :] = 0
    if me["ready"]:
        me["claims"] = 0  # there the engine keeps the waits
    table["market"][table["market_count"] :] = 0
    for seat in range(len(table["set"])):
        table["set"][seat, table["opened"][seat] :] = 0
        table["discard"][seat, table["discards"][seat] :] = 0
        table["taken"][seat, table["takes"][seat] :] = 0
    return row


def spied(decision, function, rows):
    """The same decision, which writes down what it gets."""

    def spy(me, table, kit, params):
        rows.append(seen(decision, me, table))
        return function(me, table, kit, params)

    return spy


def by_engine():
    """What the engine shows in all games; only in plain mode can Python look on."""
    rows = []
    for _, _, table in games():
        strategies = tuple(
            replace(
                strategy,
                functions={
                    key: spied(key, function, rows) for key, function in strategy.functions.items()
                },
            )
            for strategy in whole(table.strategies)
        )
        GAME.play(replace(table, strategies=strategies), SEED, 0, range(1))
    return np.concatenate(rows)


class Spy(Adapter):
    """An adapter that writes down what it was shown."""

    def __init__(self, strategy, rows):
        super().__init__(strategy)
        self.rows = rows

    def ask(self, view):
        self.rows.append(seen(view.decision, me_record(view), table_record(view)))
        return super().ask(view)


def by_oracle(player=Spy, rows=None):
    """What may be seen in the same games, made from the oracle's public lists and own hand."""
    rows = [] if rows is None else rows
    for names, preset, table in games():
        plain = rules.resolve(preset, len(names), short_games=2)
        for number, seating in enumerate(table.seatings):
            seats = [player(table.strategies[entry], rows) for entry in seating]
            play(SEED, 0, number, plain, len(names), seats, [names[i] for i in seating])
    return np.concatenate(rows) if rows else rows


def answers(rows, functions, params, kit):
    """What a strategy answers to each row, and where its dice stand afterwards."""
    found = np.zeros(len(rows), ANSWER_DTYPE)
    me, table = np.zeros(1, ME_DTYPE)[0], np.zeros(1, TABLE_DTYPE)[0]
    for i, row in enumerate(rows):
        decision = GAME.contract.names[row["decision"]]
        for field in ME_DTYPE.names:
            me[field] = row["me"][field]
        for field in TABLE_DTYPE.names:
            table[field] = row["table"][field]
        found[i] = functions[decision](me, table, kit, params), me["dice"]
        me["dice"] = row["me"]["dice"]
        # A decision may move cards in `me` to see what comes of it, and must put them back.
        assert seen(decision, me, table).tobytes() == row.tobytes(), (i, decision)
    return found


def spread(rows, most):
    """Some of the rows, of every decision."""
    return rows[:: max(1, len(rows) // most)]


if __name__ == "__main__":
    from rummy_sim.core.compiling import compile_strategy
    from rummy_sim.phantom.tables import kit

    shown = by_engine()
    told = {"shown": shown}
    for name in SHIPPED:
        strategy = find(GAME.contract, name)
        told[name] = answers(
            spread(shown, 1000),
            compile_strategy(GAME.contract, strategy),
            strategy.vector(),
            kit()[0],
        )
    np.savez(sys.argv[1], **told)
