"""The Phase 10 auditor passes whole games and catches what is wrong with one."""

import copy
import json

import pytest

from .phase10 import rules
from .phase10.audit import audit
from .phase10.cards import NUMBER_CARDS, in_order
from .phase10.frames import frames
from .phase10.game import play
from .phase10.rigged import told
from .phase10.strategies import Baseline, Random

# --- whole games ----------------------------------------------------------------------------------

VARIANTS = [
    {},
    {"advance": "always", "hold_skips": False},
    {"max_wilds_to_lay": 2, "go_out": "discard"},
    {"game_end": "all", "hit_same_turn": False, "phases": "even"},
    {"game_end": "hands", "hands": 10, "advance": "always"},
    {"game_end": "moment", "skip_target": "next"},
    {"phases": [["color 4", "set 2"], ["run 3", "run 3"], ["set 2", "set 2", "run 4"]]},
]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("preset", rules.PRESETS)
def test_games_pass_the_audit(preset, players):
    for number, lineup in enumerate(["baseline", "random", "mixed"]):
        names = {
            "baseline": ["baseline"] * players,
            "random": ["random"] * players,
            "mixed": [["baseline", "random"][seat % 2] for seat in range(players)],
        }[lineup]
        variant = VARIANTS[(players * 3 + number) % len(VARIANTS)]
        ruleset = rules.resolve(preset, **variant, max_hands=12, max_turns=150)
        strategies = [{"random": Random, "baseline": Baseline}[name]() for name in names]
        events = play(players, number, number, ruleset, players, strategies, names).events
        audit(json.loads(json.dumps(events)))
        check_frames(events)


def check_frames(events):
    tables = frames(events)
    players = events[0]["players"]
    rounds, result = tables["rounds"], events[-1]
    assert len(tables["games"]) == players
    assert len(tables["hands"]) == players * len(rounds)
    assert sum(row["win_share"] for row in tables["games"]) == pytest.approx(1)
    for seat in range(players):
        mine = [row for row in tables["hands"] if row["seat"] == seat]
        counted = zip(mine, rounds, strict=True)
        total = sum(row["penalty"] for row, one in counted if not one["playoff"])
        assert total == result["scores"][seat] == tables["games"][seat]["score"]
        assert all((row["cards_left"] == 0) <= (row["penalty"] == 0) for row in mine)
    for one, end in zip(rounds, told(events, "round_end"), strict=True):
        rows = [row for row in tables["hands"] if row["round"] == one["round"]]
        assert [row["penalty"] for row in rows] == end["penalties"]
        assert [row["laid_turn"] > 0 for row in rows] == end["laid"]


def test_each_variant_is_played():
    used = {(p * 3 + n) % len(VARIANTS) for p in range(2, 7) for n in range(3)}
    assert used == set(range(len(VARIANTS)))


class FromThePile(Random):
    """Draws from the pile alone, so that it runs out."""

    def draw(self, view):
        return "pile"


@pytest.fixture(scope="module")
def transcript():
    ruleset = rules.resolve(phases=[["set 3", "set 3"], ["set 3", "run 4"], ["run 7"]])
    players = [FromThePile() for _ in range(6)]
    events = play(17, 3, 1, ruleset, 6, players, ["from-the-pile"] * 6).events
    audit(events)
    return events


CORRUPTIONS = []


def corruption(name, where=lambda event: True):
    """A corruption of the first such event of this name, that satisfies the condition."""

    def register(change):
        CORRUPTIONS.append((change.__name__, name, where, change))
        return change

    return register


def on_run(event):
    return "end" in event


@corruption("deal")
def two_hands_changed_places(events, at):
    hands = events[at]["hands"]
    hands[0], hands[1] = hands[1], hands[0]


@corruption("round")
def two_cards_of_the_deck_changed_places(events, at):
    deck = events[at]["deck"]
    other = next(i for i in range(107, 0, -1) if deck[i] != deck[100])
    deck[100], deck[other] = deck[other], deck[100]


@corruption("round")
def wrong_first_player(events, at):
    events[at]["first"] = (events[at]["first"] + 1) % 6


@corruption("draw")
def another_card_drawn(events, at):
    events[at]["card"] = "R1" if events[at]["card"] != "R1" else "R2"


@corruption("draw")
def drawn_out_of_turn(events, at):
    events[at]["seat"] = (events[at]["seat"] + 1) % 6


@corruption("lay")
def a_card_laid_that_is_not_held(events, at):
    group = events[at]["groups"][0]
    cards_, held = group["cards"], [c for c in NUMBER_CARDS if c[1:] == group["as"][0]]
    taken = next(c for c in held if c not in cards_)
    cards_[0] = taken
    group["cards"] = list(in_order(cards_))


@corruption("lay")
def laid_as_another_number(events, at):
    group = events[at]["groups"][0]
    group["as"] = [str(int(stands) % 12 + 1) for stands in group["as"]]


@corruption("lay")
def laid_twice(events, at):
    events.insert(at, copy.deepcopy(events[at]))


@corruption("hit")
def hit_on_a_group_that_is_not_there(events, at):
    events[at]["group"] = 99


@corruption("hit", on_run)
def hit_at_the_wrong_end(events, at):
    events[at]["end"] = "low" if events[at]["end"] == "high" else "high"


@corruption("hit")
def hit_without_its_meaning(events, at):
    del events[at]["as"]


@corruption("hit")
def a_hit_left_out(events, at):
    del events[at]


@corruption("discard")
def a_card_discarded_that_is_not_held(events, at):
    events[at]["card"] = "W"


@corruption("discard", lambda event: event["card"] == "S")
def the_wrong_one_named(events, at):
    events[at]["names"] = events[at]["seat"]


@corruption("discard", lambda event: event.get("names", -1) >= 0)
def nobody_named(events, at):
    events[at]["names"] = -1


@corruption("skipped")
def a_lost_turn_left_out(events, at):
    del events[at]


@corruption("reshuffle")
def reshuffled_in_another_order(events, at):
    events[at]["deck"].reverse()


@corruption("round_end")
def wrong_penalty(events, at):
    events[at]["penalties"][0] += 5


@corruption("round_end")
def wrong_next_phase(events, at):
    events[at]["phases"][1] += 1


@corruption("round_end")
def wrong_end(events, at):
    events[at]["end"] = {"out": "limit", "limit": "out"}[events[at]["end"]]


@corruption("round_end")
def wrong_score(events, at):
    events[at]["scores"][2] += 10


@corruption("result")
def wrong_winner(events, at):
    events[at]["win_share"].reverse()


@corruption("result")
def broken_off(events, at):
    del events[at]


@corruption("result")
def something_after_the_end(events, at):
    events.append(copy.deepcopy(events[at]))


@corruption("game")
def an_option_left_out(events, at):
    del events[at]["ruleset"]["tie"]


@corruption("game")
def another_seed(events, at):
    events[at]["seed"] += 1


@pytest.mark.parametrize("case", CORRUPTIONS, ids=lambda case: case[0])
def test_the_audit_catches(transcript, case):
    _, name, where, change = case
    events = copy.deepcopy(transcript)
    at = next(i for i, e in enumerate(events) if e["event"] == name and where(e))
    change(events, at)
    with pytest.raises(AssertionError, match=r"event \d+: "):
        audit(events)


OPTION_CASES = [
    ("max_wilds_to_lay", 0),
    ("hold_skips", False),
    ("hit_same_turn", False),
    ("skip_target", "next"),
    ("max_turns", 10),
    ("max_hands", 2),
    ("game_end", "moment"),
    ("advance", "always"),
]


@pytest.mark.parametrize(("option", "value"), OPTION_CASES)
def test_the_audit_knows_the_ruleset(transcript, option, value):
    """A game played by one rule does not pass under the other."""
    events = copy.deepcopy(transcript)
    events[0]["ruleset"][option] = value
    with pytest.raises(AssertionError, match=r"event \d+: "):
        audit(events)
