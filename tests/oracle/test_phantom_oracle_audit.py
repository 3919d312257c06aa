"""The Phantom Rummy oracle: the audit of transcripts passes right ones and catches wrong ones."""

import copy
import random

import pytest

from .phantom import frames
from .phantom.audit import audit
from .phantom.cards import CARDS
from .phantom.rules import PRESETS, resolve
from .phantom.stacked import Wild, seeded
from .phantom.strategies import Baseline, Random

LINEUPS = {"random": (Random,), "baseline": (Baseline,), "both": (Random, Baseline)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_audit_passes(preset, players):
    rules = resolve(preset, players)
    for strategies in LINEUPS.values():
        for game in seeded(rules, players, strategies, deals=8, seed=players):
            audit(game.events)
            check_rows(game)


def check_rows(game):
    """The frames' figures of the last short game against the game's inner state."""
    table, last = game.table, frames.rounds_rows(game.events)[-1]
    assert (last["turns"], last["pile_left"]) == (table.all_turns, len(game.pile))
    rows = frames.hands_rows(game.events)
    for row in rows[-table.players :]:
        seat = row["seat"]
        assert row["turns"] == table.turns[seat]
        assert (row["opened"], row["gained"]) == (len(table.opened[seat]), table.gained[seat])
        assert row["ready_turn"] == table.ready_turn[seat]
    totals = [sum(row["points"] for row in rows if row["seat"] == s) for s in range(table.players)]
    assert totals == table.scores == [row["score"] for row in frames.games_rows(game.events)]


CHOICES = {
    "advanced": [False, True],
    "market_extra": [-1, 0, 1, 4],
    "opens_per_turn": [1, "any"],
    "open_draw": ["refill", "two"],
    "ready_needed": ["discard", "always"],
    "ready_needs_open": [False, True],
    "ready_after_open": [False, True],
    "bonus_check": [False, True],
    "bonus_match": ["kind", "title"],
    "bonus_points": ["card", "flip"],
    "ends_condition": ["touch", "pure"],
    "middle_condition": ["all", "opened"],
    "item_win": ["opened", "goal", "off"],
    "item_win_sets": ["three", "all"],
    "item_win_kinds": [["I1", "I2", "I3"], ["I4"], []],
    "own_discard_bar": [False, True],
    "discarder_pays": [False, True],
    "pile_end": ["short", "empty"],
}


def test_audit_passes_on_mixed_rulesets():
    dice = random.Random(3)
    for number in range(60):
        players = dice.choice([2, 3, 4])
        options = {k: dice.choice(v) for k, v in CHOICES.items() if dice.random() < 0.6}
        rules = resolve(dice.choice(list(PRESETS)), players, **options)
        for game in seeded(rules, players, (Wild, Baseline, Random), deals=2, seed=number):
            audit(game.events)
            check_rows(game)


def find(events, name, **wanted):
    """Index of the first event of that name with these values (or of those that a test passes)."""
    for index, event in enumerate(events):
        if event["event"] == name and all(
            test(event[k]) if callable(test) else event[k] == test for k, test in wanted.items()
        ):
            return index
    raise LookupError(name)


def swap_deck(events):
    deck = events[1]["deck"]
    deck[60], deck[61] = deck[61], deck[60]
    return 1


def wrong_first_seat(events):
    index = find(events, "round", round=2)
    events[index]["first"] = events[1]["first"]
    return index


def swap_hands(events):
    hands = events[2]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    return 2


def market_too_small(events):
    events[3]["cards"].pop()
    return 3


def take_from_nowhere(events):
    market = events[3]["cards"]
    events[4]["card"] = next(card for card in CARDS if card not in market)
    return 4


def take_out_of_turn(events):
    events[4]["seat"] = (events[4]["seat"] + 1) % 4
    return 4


def open_no_set(events):
    index = find(events, "open", cards=lambda c: c[0][:2] != c[2][:2])
    events[index]["cards"][2] = events[index]["cards"][0]
    return index


def draw_not_from_the_top(events):
    index = find(events, "draw", cards=lambda c: c[0] != c[1])
    events[index]["cards"].reverse()
    return index


def no_draw(events):
    index = find(events, "draw")
    del events[index]
    return index


def discard_not_held(events):
    index = find(events, "discard")
    seat = events[index]["seat"]
    seen = set(events[2]["hands"][seat])
    for event in events[:index]:
        if event.get("seat") == seat:
            seen |= {event.get("card"), *event.get("cards", [])}
    events[index]["card"] = next(card for card in CARDS if card not in seen)
    return index


def ready_player_discards_another_card(events):
    start = find(events, "ready")
    seat = events[start]["seat"]
    index = start + find(events[start:], "take", seat=seat) + 1
    assert events[index]["event"] == "discard"
    earlier = find(events, "deal")
    held = list(events[earlier]["hands"][seat])
    for event in events[earlier:start]:
        if event.get("seat") == seat and event["event"] in ("discard", "open"):
            for card in event.get("cards", [event.get("card")]):
                if card in held:
                    held.remove(card)
    events[index]["card"] = next(card for card in held if card != events[index]["card"])
    return index


def forgotten_wait(events):
    index = find(events, "ready", waits=lambda w: len(w) > 1)
    events[index]["waits"].pop()
    return index


def out_without_ready(events):
    index = find(events, "out", by="discard")
    seat = events[index]["seat"]
    ready = max(
        i for i in range(index) if events[i]["event"] == "ready" and events[i]["seat"] == seat
    )
    del events[ready]
    # It is noticed at the seat's next discard or when it goes out.


def gain_from_another(events):
    index = find(events, "gain")
    events[index]["from"] = (events[index]["from"] + 1) % 4
    return index


def gained_twice(events):
    index = find(events, "gain")
    events.insert(index + 2, copy.deepcopy(events[index]))
    return index + 2


def gainer_has_the_turn(events):
    index = find(events, "gain")
    take = index + find(events[index:], "take")
    events[take]["seat"] = (events[take]["seat"] + 1) % 4
    return take


def a_point_too_many(events):
    index = find(events, "score")
    events[index]["points"] += 1
    return index


def bonus_too_high(events):
    index = find(events, "score")
    events[index]["points"] += 1
    events[index]["bonus"] += 1
    return index


def one_check_too_many(events):
    index = find(events, "score")
    used = sum(len(e["cards"]) for e in events[:index] if e["event"] in ("market", "draw"))
    used += 28 + len(events[index]["flips"])
    events[index]["flips"].append(events[1]["deck"][used])
    return index


def conditions_too_low(events):
    index = find(events, "score", conditions=lambda points: points > 0)
    events[index]["points"] -= 1
    events[index]["conditions"] -= 1
    return index


def pays_nothing(events):
    index = find(events, "score", paid=lambda points: points > 0)
    events[index]["paid"] = 0
    return index


def wrong_scores(events):
    index = find(events, "round_end")
    events[index]["scores"][0] += 1
    return index


def ended_for_no_reason(events):
    index = find(events, "discard")
    events[index + 1 :] = [
        {"event": "round_end", "end": "exhausted", "winner": -1, "scores": [0] * 4}
    ]
    return index + 1


def wrong_win_share(events):
    events[-1]["win_share"] = [0.25] * 4
    return len(events) - 1


def wrong_end(events):
    events[-1]["end"] = "target" if events[-1]["end"] == "rounds" else "rounds"
    return len(events) - 1


def broken_off(events):
    events.pop()
    return len(events) - 1


def an_event_after_the_end(events):
    events.append(copy.deepcopy(events[-1]))
    return len(events) - 1


def an_option_missing(events):
    del events[0]["ruleset"]["pile_end"]
    return 0


def a_key_missing(events):
    del events[4]["card"]
    return 4


CORRUPTIONS = [
    swap_deck,
    wrong_first_seat,
    swap_hands,
    market_too_small,
    take_from_nowhere,
    take_out_of_turn,
    open_no_set,
    draw_not_from_the_top,
    no_draw,
    discard_not_held,
    ready_player_discards_another_card,
    forgotten_wait,
    out_without_ready,
    gain_from_another,
    gained_twice,
    gainer_has_the_turn,
    a_point_too_many,
    bonus_too_high,
    one_check_too_many,
    conditions_too_low,
    pays_nothing,
    wrong_scores,
    ended_for_no_reason,
    wrong_win_share,
    wrong_end,
    broken_off,
    an_event_after_the_end,
    an_option_missing,
    a_key_missing,
]


@pytest.fixture(scope="module")
def transcripts():
    rules = resolve("official-advanced", 4)
    return [game.events for game in seeded(rules, 4, (Baseline,), deals=30)]


@pytest.mark.parametrize("corrupt", CORRUPTIONS, ids=lambda f: f.__name__)
def test_audit_catches(transcripts, corrupt):
    caught = 0
    for original in transcripts:
        events = copy.deepcopy(original)
        try:
            index = corrupt(events)
        except (LookupError, StopIteration):
            continue  # this game has no such event
        with pytest.raises(AssertionError, match=r"^event \d+: ") as error:
            audit(events)
        if index is not None:
            assert str(error.value).startswith(f"event {index}: ")
        caught += 1
        if caught == 3:
            return
    assert caught, "no transcript to corrupt"


# What may be changed into another legal game, or into one that the rules say nothing of.
FREE = {("game", k) for k in ("strategies", "cell", "number", "ruleset", "event")}
FREE |= {("take", "card"), ("discard", "card")}


def changed(value, dice):
    """Something else of the same type."""
    if isinstance(value, str):
        return dice.choice([card for card in [*CARDS, "take"] if card != value])
    if isinstance(value, list) and value:
        place = dice.randrange(len(value))
        return [*value[:place], changed(value[place], dice), *value[place + 1 :]]
    return [["H1", "H1", "H1"]] if isinstance(value, list) else value + 1


def test_audit_catches_any_changed_value(transcripts):
    dice = random.Random(2)
    for original in transcripts[:12]:
        for name in {event["event"] for event in original}:
            events = copy.deepcopy(original)
            event = dice.choice([event for event in events if event["event"] == name])
            for k in [k for k in event if k != "event" and (name, k) not in FREE]:
                was = event[k]
                event[k] = changed(was, dice)
                try:
                    audit(events)
                except AssertionError as error:
                    assert str(error).startswith("event ")  # noqa: PT017
                else:
                    pytest.fail(f"{name}: {k} {was} -> {event[k]} passes")
                event[k] = was
