"""Every option of the ruleset changes what it should, in thousands of seeded games.

Each test plays the same deals with the option at two values, and would fail if it
did nothing. Strategies do not look at the ruleset, so in the first short game of a
deal (``first_short_games``) they meet the same cards under both.
"""

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from rummy_sim.phantom import GAME
from rummy_sim.phantom.frames import GAME_ENDS, ROUND_ENDS

from .test_against_oracle import SEED, table_of

ANYTHING, HOARDER, TREASURER = "anything.py", "hoarder.py", "treasurer.py"
MIXED = ("anything.py", "baseline", "random")
TAKE, DISCARD, EXHAUSTED, ITEM_WIN = range(4)
ADVANCED = "official-advanced"


@cache
def _played(names, deals, preset, overrides):
    ruleset, _ = GAME.resolve({"preset": preset, **dict(overrides)}, len(names))
    return GAME.play(table_of(names, ruleset, len(names)), SEED, 0, range(deals))


def played(names, deals, preset="official", **overrides):
    """The frames of some deals, each under every seating."""
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in overrides.items()}
    if "item_win_kinds" in frozen:
        return _played.__wrapped__(names, deals, preset, tuple(overrides.items()))
    return _played(names, deals, preset, tuple(frozen.items()))


def transcripts(names, games, preset="official", **overrides):
    """The events of some games, as one list."""
    ruleset, _ = GAME.resolve({"preset": preset, **overrides}, len(names))
    table = table_of(names, ruleset, len(names))
    return [event for game in range(games) for event in GAME.transcript(table, SEED, 0, game)]


def first_short_games(run):
    return run.rounds[run.rounds["round"] == 1]


def same(one, other, *besides):
    """Whether two frames are equal in all columns but some.

    Besides ``points_conditions`` the columns that it is the sum of may differ.
    """
    if "points_conditions" in besides:
        besides = (*besides, *(c for c in one.dtype.names if c.startswith("conditions_")))
    return all(np.array_equal(one[c], other[c]) for c in one.dtype.names if c not in besides)


def ends(run):
    return np.bincount(run.rounds["end"], minlength=4).tolist()


def test_ends_are_numbered_as_this_file_says():
    assert ROUND_ENDS == ("take", "discard", "exhausted", "item_win")
    assert GAME_ENDS == ("target", "rounds", "item_win")


# --- the full game ------------------------------------------------------------------


@pytest.mark.parametrize("short_games", [1, 2, 5])
def test_short_games(short_games):
    run = played(MIXED, 300, short_games=short_games, target_score=1000)
    assert set(run.games["rounds"].tolist()) == {short_games}
    assert set(run.games["end"].tolist()) == {GAME_ENDS.index("rounds")}


def test_target_score():
    lengths = []
    for target in (2, 8, 1000):
        games = played(MIXED, 300, target_score=target).games
        best = games["score"].reshape(-1, 3).max(axis=1)
        reached = games["end"][::3] == GAME_ENDS.index("target")
        assert np.array_equal(best >= target, reached)
        lengths.append(games["rounds"].mean())
    assert lengths == sorted(set(lengths))


def test_market_extra():
    for extra in (-2, 0, 1, 5):
        events = transcripts(MIXED, 4, market_extra=extra)
        assert {len(e["cards"]) for e in events if e["event"] == "market"} == {3 + extra}
    small, large = (played(("baseline",) * 3, 300, market_extra=e) for e in (-2, 5))
    # A larger choice makes better hands in fewer turns.
    assert large.rounds["turns"].mean() < 0.9 * small.rounds["turns"].mean()


def test_advanced():
    basic = played(MIXED, 300, discarder_pays=False)
    advanced = played(MIXED, 300, advanced=True, item_win="off")
    assert basic.rounds["points_red"].any()
    assert not basic.rounds["points_conditions"].any()
    assert advanced.rounds["points_conditions"].any()
    assert not advanced.rounds["points_red"].any()
    columns = ("points", "points_red", "points_conditions")
    assert same(first_short_games(basic), first_short_games(advanced), *columns)


# --- a turn -------------------------------------------------------------------------


def longest_opening(events):
    """The most sets opened in a row, in one turn, before cards are drawn."""
    most = run = 0
    for event in events:
        run = run + 1 if event["event"] == "open" else 0
        most = max(most, run)
    return most


def test_opens_per_turn():
    assert longest_opening(transcripts((HOARDER,) * 2, 60)) == 1
    assert longest_opening(transcripts((HOARDER,) * 2, 60, opens_per_turn="any")) == 2
    one, several = (played((HOARDER,) * 2, 300, opens_per_turn=n) for n in (1, "any"))
    assert not same(one.rounds, several.rounds)


def draws(events):
    """How many cards are drawn after so many sets opened in a row, as a set of pairs."""
    found = set()
    row = 0
    for event in events:
        if event["event"] == "draw":
            found.add((max(row, 1), len(event["cards"])))
        row = row + 1 if event["event"] == "open" else 0
    return found


def test_open_draw():
    events = transcripts((HOARDER,) * 2, 60, opens_per_turn="any")
    assert draws(events) == {(1, 2), (2, 5)}
    events = transcripts((HOARDER,) * 2, 60, opens_per_turn="any", open_draw="two")
    assert draws(events) == {(1, 2), (2, 2)}
    # Whoever opened two sets in a turn holds too few cards ever to go out.
    out = [set(), set()]
    for event in events:
        if event["event"] == "round":
            twice, before = set(), None
        if event["event"] == "open" and before == ("open", event["seat"]):
            twice.add(event["seat"])
        if event["event"] == "out":
            out[event["seat"] in twice].add(event["card"])
        before = (event["event"], event.get("seat"))
    assert not out[1]


def winners(run, end):
    """The winners' rows of ``hands`` in the short games that ended so."""
    players = len(run.hands) // len(run.rounds)
    rounds = np.flatnonzero(run.rounds["end"] == end)
    return run.hands[rounds * players + run.rounds["winner"][rounds]]


def test_ready_needed():
    free, always = (played(MIXED, 400, ready_needed=n) for n in ("discard", "always"))
    assert (winners(free, TAKE)["ready_turn"] < 0).any()
    assert (winners(free, DISCARD)["ready_turn"] > 0).all()
    assert len(winners(always, TAKE)) > 50
    for end in (TAKE, DISCARD):
        assert (winners(always, end)["ready_turn"] > 0).all()
    # The declaration stands from an earlier turn.
    by_take = winners(always, TAKE)
    assert (by_take["ready_turn"] < by_take["turns"]).all()


def test_ready_needs_open():
    free, needs = (played((ANYTHING,) * 3, 400, ready_needs_open=n) for n in (False, True))

    def with_none(run):
        return ((run.hands["ready_turn"] > 0) & (run.hands["opened"] == 0)).sum()

    # Nothing is opened after ready, so the sets at the end are those at the declaration.
    assert with_none(free) > 50
    assert with_none(needs) == 0
    assert (needs.hands["ready_turn"] > 0).sum() > 50


def test_ready_after_open():
    without, after = (played((ANYTHING,) * 3, 400, ready_after_open=a) for a in (False, True))

    def at_once(run):
        ready = run.hands["ready_turn"]
        return ((ready > 0) & (run.hands["first_open_turn"] == ready)).sum()

    assert at_once(without) == 0
    assert at_once(after) > 10
    events = transcripts((ANYTHING,) * 3, 60, ready_after_open=True)
    pairs = Counter((a["event"], b["event"]) for a, b in pairwise(events))
    assert pairs["draw", "ready"] > 0
    events = transcripts((ANYTHING,) * 3, 60)
    assert ("draw", "ready") not in {(a["event"], b["event"]) for a, b in pairwise(events)}


def test_own_discard_bar():
    # Who is ready keeps discarding what it takes, so a declined goal bars it thereafter.
    names = (ANYTHING, "random", "baseline")
    free, barred = (played(names, 1000, own_discard_bar=b) for b in (False, True))
    assert 0 < ends(barred)[DISCARD] < ends(free)[DISCARD]
    before, after = first_short_games(free), first_short_games(barred)
    changed = before["end"] != after["end"]
    assert changed.any()
    assert set(before["end"][changed].tolist()) == {DISCARD}


def test_pile_end():
    # Three players never use the pile up exactly: 79 cards less fours and twos.
    names = (ANYTHING, "random")
    short, empty = (played(names, 600, pile_end=p) for p in ("short", "empty"))
    assert ends(empty)[EXHAUSTED] > ends(short)[EXHAUSTED] > 0
    before, after = first_short_games(short), first_short_games(empty)
    changed = before["turns"] != after["turns"]
    assert changed.any()
    assert set(after["end"][changed].tolist()) == {EXHAUSTED}
    assert not after["pile_left"][changed].any()
    assert (after["turns"][changed] < before["turns"][changed]).all()


# --- scoring ------------------------------------------------------------------------


def scored_alike(one, other, part):
    """The part's points in short games that differ in nothing but their points."""
    assert same(first_short_games(one), first_short_games(other), "points", part)
    return first_short_games(one)[part], first_short_games(other)[part]


BONUS = ("points", "points_bonus", "bonus_checks", "pile_left", "bonus_matching", "bonus_expected")


def test_bonus_check():
    with_it, without = (played(MIXED, 400, bonus_check=b) for b in (True, False))
    assert same(first_short_games(with_it), first_short_games(without), *BONUS)
    assert with_it.rounds["points_bonus"].any()
    won = with_it.rounds[with_it.rounds["end"] <= DISCARD]
    assert not won["pile_left"][won["bonus_checks"] == 0].any()
    assert not without.rounds["points_bonus"].any()
    assert not without.rounds["bonus_checks"].any()


def test_bonus_match():
    by_kind, by_title = (played(MIXED, 400, bonus_match=m) for m in ("kind", "title"))
    kind, title = first_short_games(by_kind), first_short_games(by_title)
    assert same(kind, title, *BONUS)
    assert (title["points_bonus"] >= kind["points_bonus"]).all()
    assert title["points_bonus"].sum() > 2 * kind["points_bonus"].sum() > 0


def test_bonus_points():
    by_card, by_flip = (played(MIXED, 400, bonus_points=p) for p in ("card", "flip"))
    card, flip = first_short_games(by_card), first_short_games(by_flip)
    assert same(card, flip, "points", "points_bonus", "bonus_expected")
    assert (flip["points_bonus"] <= card["points_bonus"]).all()
    assert 0 < flip["points_bonus"].sum() < card["points_bonus"].sum()
    # Every check but a last one that missed scores a point.
    missed = flip["bonus_checks"] - flip["points_bonus"]
    assert set(missed.tolist()) == {0, 1}
    assert (
        missed[flip["pile_left"] > 0] == (flip["bonus_checks"] > 0)[flip["pile_left"] > 0]
    ).all()


def test_ends_condition():
    names = ("baseline", HOARDER, "random")
    touch, pure = (
        played(names, 600, ADVANCED, ends_condition=c, item_win="off") for c in ("touch", "pure")
    )
    touched, pured = scored_alike(touch, pure, "points_conditions")
    # Neither condition follows from the other.
    assert (touched > pured).any()
    assert (touched < pured).any()


def test_middle_condition():
    names = ("baseline", HOARDER, "random")
    every, opened = (
        played(names, 600, ADVANCED, middle_condition=c, item_win="off") for c in ("all", "opened")
    )
    strict, easy = scored_alike(every, opened, "points_conditions")
    assert (strict <= easy).all()
    assert (strict < easy).any()


def test_discarder_pays():
    free, pays = (played(MIXED, 400, ADVANCED, discarder_pays=p) for p in (False, True))
    assert not free.rounds["paid"].any()
    assert pays.rounds["paid"].any()
    assert set(pays.rounds["end"][pays.rounds["paid"] > 0].tolist()) == {DISCARD}
    assert (free.hands["points"] >= 0).all()
    assert (pays.hands["points"] < 0).sum() == (pays.rounds["paid"] > 0).sum()
    # Nobody gets what is paid, and nobody falls below 0.
    assert pays.games["score"].min() >= 0
    total = pays.rounds["points"].astype(int) - pays.rounds["paid"]
    assert pays.games["score"].sum() == total.sum()


# --- the item win -------------------------------------------------------------------


def test_item_win():
    names = (HOARDER, "random")
    wins = {
        when: played(names, 1000, ADVANCED, item_win=when) for when in ("opened", "goal", "off")
    }
    number = {when: ends(run)[ITEM_WIN] for when, run in wins.items()}
    assert number["opened"] > number["goal"] > number["off"] == 0
    for run in wins.values():
        assert (run.games["end"] == GAME_ENDS.index("item_win")).sum() == 2 * ends(run)[ITEM_WIN]
        won = run.rounds[run.rounds["end"] == ITEM_WIN]
        assert (won["winner"] >= 0).all()
        assert not won["points"].any()
    # Item wins belong to the advanced rules alone.
    assert ends(played(names, 1000, ADVANCED, advanced=False))[ITEM_WIN] == 0


def test_item_win_sets():
    names = (HOARDER, "random")
    three, every = (played(names, 1000, ADVANCED, item_win_sets=s) for s in ("three", "all"))
    assert ends(three)[ITEM_WIN] > ends(every)[ITEM_WIN] > 0
    for run in (three, every):
        assert (winners(run, ITEM_WIN)["opened"] >= 3).all()


def test_item_win_kinds():
    wins = {}
    for kinds in ((), ("I4",), ("I1", "I2", "I3"), ("I1", "I2", "I3", "I4")):
        run = played((HOARDER, "random"), 1000, ADVANCED, item_win_kinds=list(kinds))
        wins[len(kinds)] = ends(run)[ITEM_WIN]
    assert 0 == wins[0] < wins[1] < wins[3] <= wins[4]
    # The other Items are plain: a red one scores, whether or not Items can win.
    plain, victory = (
        played(MIXED, 600, ADVANCED, item_win="off", item_win_kinds=kinds)
        for kinds in ([], ["I1", "I2", "I3", "I4"])
    )
    scores, not_scores = scored_alike(plain, victory, "points_conditions")
    assert (scores >= not_scores).all()
    assert (scores > not_scores).any()
