"""Impossible answers end in an error that names strategy, decision, game and turn."""

import pytest

from rummy_sim.core.errors import StrategyError
from rummy_sim.phase10 import GAME

from .test_against_oracle import SEED, table_of

ANSWERS = {
    "draw": ["2", "-1"],
    "lay": ["3", "-1", "2"],
    "hit": ["-2", "1 << 40", "hit(49, 0, 0)", "hit(48, 0, 1)", "hit(0, 65, 0)"],
    "discard": ["50", "-1", "1 << 62", "first_not_held(me)"],
    "name": ["6", "-1", "me.seat"],
}
CASES = [(decision, answer) for decision, answers in ANSWERS.items() for answer in answers]
HELPERS = """
from rummy_sim.phase10.groups import hit as hit_answer

GAME = "phase10"


def first_not_held(me):
    card = 0
    while me.count[card] > 0:
        card += 1
    return card

"""


@pytest.mark.parametrize(("decision", "answer"), CASES)
def test_impossible_answers(tmp_path, decision, answer):
    file = tmp_path / "wrong.py"
    answer = answer.replace("hit(", "hit_answer(")
    file.write_text(f"{HELPERS}\ndef {decision}(me, table, kit, params):\n    return {answer}\n")
    ruleset, _ = GAME.resolve({"phases": [["set 3", "set 2"]], "game_end": "hands", "hands": 5}, 3)
    table = table_of([str(file), "baseline", "baseline"], ruleset, 3)
    with pytest.raises(StrategyError) as error:
        GAME.play(table, SEED, 0, range(20))
    said = str(error.value)
    for part in (
        "'wrong'",
        str(file),
        f"'{decision}'",
        "deal ",
        "game ",
        "hand ",
        "turn ",
        "seat ",
    ):
        assert part in said
    allowed = next(d.answers for d in GAME.contract.decisions if d.name == decision)
    assert f"allowed: {allowed}" in said
