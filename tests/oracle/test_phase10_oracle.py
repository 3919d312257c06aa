"""Hands and games of the Phase 10 oracle, rigged so that each rule shows."""

import pytest

from .phase10 import rules, shuffles, table
from .phase10.audit import audit
from .phase10.frames import frames
from .phase10.game import play
from .phase10.rigged import TWO_SETS, Script, cards, junk, play_rigged, rigged_deck, short, told
from .phase10.strategies import Baseline, Random
from .phase10.table import Group, IllegalAnswerError

P1 = ["set 3", "set 3"]
SKIPS = junk(0).rsplit(" ", 2)[0] + " S S"
# With a 2 drawn: lays 1 1 1 and 2 2 2 and hits the rest.
SOON_OUT = TWO_SETS + " Y1 Y1 Y2 W"


def lost_and_begun(events):
    """(event, seat) of every turn, lost or begun."""
    return [(e["event"], e["seat"]) for e in events if e["event"] in ("draw", "skipped")]


def named(events):
    return [event["names"] for event in told(events, "discard", card="S")]


# --- a hand ---------------------------------------------------------------------------------------


def test_dealing_and_the_first_turns():
    deck = rigged_deck([junk(0), junk(1)], "R12", "Y12 B12 G12")
    events = play_rigged([deck], short(3), [Script(draw=["discard", "discard"]), Script()])
    assert events[1]["deck"] == deck
    assert events[1]["first"] == 0
    assert events[2]["hands"] == [cards(junk(0)), cards(junk(1))]
    assert events[2]["up"] == "R12"
    assert deck[:4] == ["R1", "B1", "B3", "G3"]
    draws = told(events, "draw")
    assert [(d["seat"], d["from"], d["card"]) for d in draws] == [
        (0, "discard", "R12"),
        (1, "pile", "Y12"),
        (0, "discard", "B1"),  # what seat 1 discarded: its lowest card
    ]


def test_the_first_dealer_is_drawn_by_deal_and_the_first_player_sits_to_the_left():
    firsts = set()
    for deal in range(12):
        names = ["random"] * 3
        players = [Random(), Random(), Random()]
        events = play(5, deal, 0, short(4, max_hands=3), 3, players, names).events
        first = (shuffles.first_dealer(5, deal, 3) + 1) % 3
        firsts.add(first)
        assert [e["first"] for e in told(events, "round")] == [(first + i) % 3 for i in range(3)]
        # Another game number, other rules, other players: the same deal.
        other = play(5, deal, 9, short(9, phases="even"), 3, [Baseline()] * 3, ["x"] * 3).events
        assert other[1]["deck"] == events[1]["deck"]
        assert other[1]["first"] == first
    assert firsts == {0, 1, 2}


def test_a_skip_turned_up_costs_the_first_player_the_first_turn():
    deck = rigged_deck([junk(0), junk(1), junk(2)], "S", "R12 B12 G12")
    scripts = [Script(), Script(draw=["discard"]), Script()]
    events = play_rigged([deck], short(3), scripts)
    assert lost_and_begun(events) == [("skipped", 0), ("draw", 1), ("draw", 2), ("draw", 0)]
    assert not scripts[1].views["draw"]  # a Skip on top cannot be taken, so nobody is asked
    assert told(events, "draw")[0]["from"] == "pile"
    assert [row["skipped"] for row in frames(events)["hands"]] == [1, 0, 0]


def test_a_wild_turned_up_may_be_taken():
    deck = rigged_deck([junk(0), junk(1)], "W", "")
    events = play_rigged([deck], short(1), [Baseline(), Baseline()])
    assert told(events, "draw") == [{"event": "draw", "seat": 0, "from": "discard", "card": "W"}]


def test_lay_and_hit_on_own_and_other_groups_until_out():
    hands = ["R1 B1 G1 R4 B5 G6 Y7 W R8 B8", "R1 B1 Y1 R4 B5 G6 Y7 R2 B2 G9"]
    deck = rigged_deck(hands, "Y12", "Y11 Y10 B9")
    hits = [("R8", 1, "high"), ("B9", 1, "high"), ("B8", 3, "high"), ("W", 3, "low")]
    # At first seat 0 does not lay, though it could.
    scripts = [Script(lay=[None], discard=["Y11"], hit=hits), Script(discard=["Y10"])]
    ruleset = short(9, phases=[["set 3", "run 4"]])
    events = play_rigged([deck], ruleset, scripts)
    assert [view.turns for view in scripts[0].views["lay"]] == [1, 3]
    first, second = told(events, "lay")
    assert first == {
        "event": "lay",
        "seat": 1,
        "phase": 1,
        "groups": [
            {"group": 0, "kind": "set 3", "cards": cards("R1 B1 Y1"), "as": ["1", "1", "1"]},
            {"group": 1, "kind": "run 4", "cards": cards("R4 B5 G6 Y7"), "as": list("4567")},
        ],
    }
    assert [group["group"] for group in second["groups"]] == [2, 3]
    assert scripts[0].views["hit"][0].options == [
        ("R8", 1, "high"),
        ("R8", 3, "high"),
        ("B8", 1, "high"),
        ("B8", 3, "high"),
        ("W", 0, None),
        ("W", 1, "low"),
        ("W", 1, "high"),
        ("W", 2, None),
        ("W", 3, "low"),
        ("W", 3, "high"),
    ]
    assert list(told(events, "hit")[0].items()) == [
        ("event", "hit"),
        ("seat", 0),
        ("group", 1),
        ("card", "R8"),
        ("as", "8"),
        ("end", "high"),
    ]
    assert [hit["as"] for hit in told(events, "hit")] == ["8", "9", "8", "3"]
    # Out by hitting: no discard any more.
    assert [e["event"] for e in events[-3:]] == ["hit", "round_end", "result"]
    assert events[-2]["end"] == "out"
    assert events[-2]["winner"] == 0
    # Seat 1 keeps 2 2 9.
    assert events[-2]["penalties"] == [0, 15]
    assert events[-2]["laid"] == [True, True]
    row = frames(events)["hands"][0]
    assert (row["laid_turn"], row["hits"], row["cards_left"]) == (2, 4, 0)


def test_baseline_hits_numbers_first_then_wilds():
    deck = rigged_deck([SOON_OUT, junk(0)], "Y12", "Y2")
    events = play_rigged([deck], short(9, phases=[P1]), [Baseline(), Baseline()])
    assert [e["event"] for e in events[3:]] == ["draw", "lay", *["hit"] * 5, "round_end", "result"]
    assert [e["card"] for e in told(events, "hit")] == cards("Y1 Y1 Y2 Y2 W")
    assert [e["group"] for e in told(events, "hit")] == [0, 0, 1, 1, 0]
    assert list(told(events, "hit")[0]) == ["event", "seat", "group", "card", "as"]
    assert events[-1]["win_share"] == [1.0, 0.0]
    assert events[-1]["phases"] == [2, 1]


def test_go_out_discard_keeps_the_last_card():
    deck = rigged_deck([SOON_OUT, junk(0)], "Y12", "Y2")
    ruleset = short(9, phases=[P1], go_out="discard")
    events = play_rigged([deck], ruleset, [Baseline(), Baseline()])
    assert [e["card"] for e in told(events, "hit")] == cards("Y1 Y1 Y2 Y2")
    assert events[-3] == {"event": "discard", "seat": 0, "card": "W"}
    assert events[-2]["end"] == "out"
    assert events[-2]["winner"] == 0


def test_hit_same_turn_false():
    deck = rigged_deck([SOON_OUT, junk(0)], "Y12", "Y12 Y11 Y10")
    scripts = [Baseline(), Script(discard=["B11"])]
    events = play_rigged([deck], short(3, hit_same_turn=False), scripts)
    assert [(e["event"], e.get("seat")) for e in events[3:-2]] == [
        ("draw", 0),
        ("lay", 0),
        ("discard", 0),
        ("draw", 1),
        ("discard", 1),
        ("draw", 0),
        *[("hit", 0)] * 4,
        ("discard", 0),
    ]


def test_runs_grow_at_both_ends_and_stop_at_1_and_12():
    group = Group(3, 0, "run 4", [(f"R{n}", str(n)) for n in (2, 3, 4, 5)])
    assert group.places("W") == [("1", "low"), ("6", "high")]
    group.add("W", "1", "low")
    assert group.places("B1") == []
    assert group.places("W") == [("6", "high")]
    for n in range(6, 13):
        assert group.places(f"B{n}") == [(str(n), "high")]
        group.add(f"B{n}", str(n), "high")
    assert group.places("W") == group.places("S") == []
    colour = Group(0, 0, "color 3", [("B1", "B"), ("B2", "B"), ("W", "B")])
    assert colour.places("B7") == colour.places("W") == [("B", None)]
    assert colour.places("R7") == []


def test_a_phase_of_eleven_cards_may_end_the_hand_but_not_under_go_out_discard():
    deck = rigged_deck(["R1 B1 G1 Y1 R2 B2 G2 Y2 R3 B3", junk(0)], "Y12", "Y3 Y10")
    phases = [["set 4", "set 4", "set 3"], ["run 4"]]
    events = play_rigged([deck], short(2, phases=phases), [Script(), Script()])
    assert [e["event"] for e in events[3:6]] == ["draw", "lay", "round_end"]
    assert events[5]["end"] == "out"
    assert events[5]["winner"] == 0
    ruleset = short(2, phases=phases, go_out="discard")
    events = play_rigged([deck], ruleset, [Script(), Script()])
    assert not told(events, "lay")
    assert events[-2]["end"] == "limit"


@pytest.mark.parametrize(("most", "lays"), [(None, True), (3, True), (2, False)])
def test_max_wilds_to_lay_counts_the_whole_hand(most, lays):
    deck = rigged_deck([TWO_SETS + " W W W B9", junk(0)], "Y12", "Y11")
    events = play_rigged([deck], short(1, max_wilds_to_lay=most), [Script(), Script()])
    assert bool(told(events, "lay")) == lays


@pytest.mark.parametrize(
    ("natural", "held", "lays"),
    [
        ("group", "R1 B1 W W W W S S S S", True),  # one of the 1s in each set
        ("group", "R1 W W W W W S S S S", False),
        ("phase", "R1 W W W W W S S S S", True),
        ("phase", "W W W W W W S S S S", False),
        ("none", "W W W W W W S S S S", True),
    ],
)
def test_natural(natural, held, lays):
    deck = rigged_deck([held, junk(0)], "Y12", "W")
    events = play_rigged([deck], short(1, natural=natural), [Script(), Script()])
    assert bool(told(events, "lay")) == lays


ONES, TWOS = [("R1", "1"), ("B1", "1"), ("G1", "1")], [("R2", "2"), ("B2", "2"), ("G2", "2")]


@pytest.mark.parametrize(
    "answers",
    [
        {"draw": ["left"]},
        {"draw": [None]},
        {"lay": [[ONES]]},
        {"lay": [[ONES, TWOS, TWOS]]},
        {"lay": [[ONES, ONES]]},
        {"lay": [[ONES, [("W", "9")] * 3]]},
        {"lay": [[ONES, [("R2", "2"), ("B2", "2"), ("R1", "2")]]]},
        {"lay": [[ONES, [("R2", "2"), ("B2", "2"), ("W", "3")]]]},
        {"lay": [[ONES, [("R2", "2"), ("B2", "2"), ("S", "2")]]]},
        {"lay": [[ONES, [*TWOS, ("W", "2")]]]},
        {"hit": [("W", 7, None)]},
        {"hit": [("W", 0, "low")]},
        {"hit": [("B9", 0, None)]},
        {"discard": ["Y9"]},
        {"discard": [None]},
        {"discard": ["S"], "name": [0]},
        {"discard": ["S"], "name": [-1]},
    ],
)
def test_a_wrong_answer_is_an_error(answers):
    deck = rigged_deck([TWO_SETS + " W W W S", junk(0), junk(1)], "Y12", "Y11")
    with pytest.raises(IllegalAnswerError, match="seat 0"):
        play_rigged([deck], short(1), [Script(**answers), Script(), Script()])


def test_a_way_of_ones_own_choice_is_listed_in_order():
    deck = rigged_deck([TWO_SETS + " W W B3 S", junk(0)], "Y12", "Y11")
    own = [[("B2", "2"), ("W", "2"), ("R2", "2")], [("G1", "1"), ("B1", "1"), ("R1", "1")]]
    events = play_rigged([deck], short(1), [Script(lay=[own]), Script()])
    assert [group["cards"] for group in told(events, "lay")[0]["groups"]] == [
        cards("R2 B2 W"),
        cards("R1 B1 G1"),
    ]
    run = [("R2", "2"), ("W", "3"), ("R1", "1")]
    assert table.is_way([run], cards("R1 R2 W"), ["run 3"], "group")
    assert table.listed("run 3", run) == [("R1", "1"), ("R2", "2"), ("W", "3")]
    for not_a_run in [("11", "11", "12"), ("11", "12", "1"), ("9", "11", "12")]:
        way = [[("W", number) for number in not_a_run]]
        assert not table.is_way(way, cards("W W W"), ["run 3"], "none")


# --- Skips ----------------------------------------------------------------------------------------


def test_who_is_named_loses_the_next_turn_and_cannot_be_named_while_it_is_pending():
    deck = rigged_deck([SKIPS, SKIPS.replace("R", "Y"), junk(2)], "Y12", "R12 B12 G12")
    scripts = [Script(discard=["S"], name=[2]), Script(discard=["S"]), Script()]
    events = play_rigged([deck], short(3), scripts)
    assert scripts[0].views["name"][0].options == [1, 2]
    # Seat 2 is pending, so seat 1 has one answer only and is not asked.
    assert named(events) == [2, 0]
    assert not scripts[1].views["name"]
    order = lost_and_begun(events)
    assert order == [("draw", 0), ("draw", 1), ("skipped", 2), ("skipped", 0), ("draw", 1)]


def test_naming_is_in_turn_order_from_the_left():
    deck = rigged_deck([junk(0), SKIPS, junk(2), junk(3)], "Y12", "R12 B12")
    scripts = [Script(), Script(discard=["S"]), Script(), Script()]
    play_rigged([deck], short(2), scripts)
    assert scripts[1].views["name"][0].options == [2, 3, 0]


def test_if_nobody_can_be_named_the_skip_skips_no_one():
    # Two players, first-up Skip, `lap`: seat 0 has lost a turn already.
    deck = rigged_deck([junk(0), SKIPS], "S", "R12")
    events = play_rigged([deck], short(1, skip_limit="lap"), [Script(), Script(discard=["S"])])
    assert told(events, "skipped") == [{"event": "skipped", "seat": 0}]
    assert named(events) == [-1]
    events = play_rigged([deck], short(1), [Script(), Script(discard=["S"])])
    assert named(events) == [0]


def test_two_players_skip_again_under_pending_but_not_under_lap():
    deck = rigged_deck([SKIPS, junk(1)], "Y12", "R12 G12 B12 R10 G10")
    for limit, names, seats in [("pending", [1, 1], [0, 0, 0]), ("lap", [1, -1], [0, 0, 1])]:
        scripts = [Script(discard=["S", "S"]), Script()]
        events = play_rigged([deck], short(3, skip_limit=limit), scripts)
        assert named(events) == names
        assert [e["seat"] for e in told(events, "draw")] == seats


def test_under_lap_a_turn_in_between_makes_a_player_nameable_again():
    deck = rigged_deck([SKIPS, junk(1)], "Y12", "R12 G12 B12 R10 G10")
    scripts = [Script(discard=["S", "R1", "S"]), Script()]
    events = play_rigged([deck], short(4, skip_limit="lap"), scripts)
    assert named(events) == [1, 1]
    assert [e["seat"] for e in told(events, "draw")] == [0, 0, 1, 0]


def test_skip_target_next_asks_nobody():
    deck = rigged_deck([SKIPS, junk(1), junk(2), junk(3)], "Y12", "R12 G12 B12 R10 G10")
    scripts = [Script(discard=["S"]), Script(), Script(), Script()]
    events = play_rigged([deck], short(2, skip_target="next"), scripts)
    assert named(events) == [1]
    assert [e["seat"] for e in told(events, "draw")] == [0, 2]
    assert all(not script.views["name"] for script in scripts)


def test_skip_target_next_takes_nobody_else_instead():
    # Seat 0 has lost a turn to the first-up Skip, so under `lap` seat 2 cannot name its next one.
    deck = rigged_deck([junk(0), junk(1), SKIPS.replace("R", "Y")], "S", "R12 G12 B12")
    for target, names in [("next", [-1]), ("choice", [1])]:
        scripts = [Script(), Script(), Script(discard=["S"])]
        ruleset = short(2, skip_target=target, skip_limit="lap")
        assert named(play_rigged([deck], ruleset, scripts)) == names


def test_hold_skips_false_forces_the_skip():
    deck = rigged_deck([SKIPS, junk(1)], "Y12", "R12")
    scripts = [Script(), Script()]
    events = play_rigged([deck], short(1, hold_skips=False), scripts)
    assert told(events, "discard")[0]["card"] == "S"
    assert not scripts[0].views["discard"]
    events = play_rigged([deck], short(1), scripts)
    assert told(events, "discard")[0]["card"] == "R1"
    assert scripts[0].views["discard"][0].options[0] == "R1"


def test_who_goes_out_with_a_skip_names_nobody():
    deck = rigged_deck([TWO_SETS + " Y1 Y1 Y2 S", junk(2), junk(0)], "Y12", "Y2")
    events = play_rigged([deck], short(9, phases=[P1]), [Baseline(), Script(), Script()])
    assert events[-3] == {"event": "discard", "seat": 0, "card": "S", "names": -1}
    assert events[-2]["end"] == "out"


# --- ends of a hand -------------------------------------------------------------------------------


def test_max_turns_counts_turns_begun_and_not_lost_ones():
    deck = rigged_deck([SKIPS, junk(1)], "S", "R12 G12 B12 R10 G10")
    events = play_rigged([deck], short(3), [Script(discard=["S"]), Script()])
    order = [("skipped", 0), ("draw", 1), ("draw", 0), ("skipped", 1), ("draw", 0)]
    assert lost_and_begun(events) == order
    row = frames(events)["rounds"][0]
    assert (row["turns"], row["end"], row["winner"]) == (3, "limit", -1)
    assert all(points > 0 for points in events[-2]["penalties"])
    assert [row["skipped"] for row in frames(events)["hands"]] == [1, 1]


def test_a_turn_lost_after_the_last_turn_is_not_told():
    deck = rigged_deck([SKIPS, junk(1)], "Y12", "R12")
    events = play_rigged([deck], short(1), [Script(discard=["S"]), Script()])
    assert [e["event"] for e in events[-3:]] == ["discard", "round_end", "result"]


def test_laid_turn_is_the_players_own_turn_and_lost_ones_are_not_counted():
    deck = rigged_deck([TWO_SETS + " Y9 Y8 W Y10", SKIPS], "Y12", "R12 G12 B12 R10 G10")
    scripts = [Script(lay=[None]), Script(discard=["S"])]
    events = play_rigged([deck], short(4), scripts)
    assert lost_and_begun(events)[:4] == [("draw", 0), ("draw", 1), ("skipped", 0), ("draw", 1)]
    assert frames(events)["hands"][0]["laid_turn"] == 2


class Waiter(Random):
    def draw(self, view):
        return "pile"

    def lay(self, view):
        return None


def test_the_discards_but_the_top_one_become_the_draw_pile():
    waiters = [Waiter() for _ in range(6)]
    events = play(3, 4, 5, short(120), 6, waiters, ["w"] * 6).events
    audit(events)
    shuffles = told(events, "reshuffle")
    at = events.index(shuffles[0])
    discards = [events[2]["up"], *(e["card"] for e in told(events[:at], "discard"))]
    # 108 less 60 dealt and 1 turned up were drawn; 47 more discards than the one turned up.
    assert len(told(events[:at], "draw")) == 47
    assert len(discards) == 48
    assert sorted(shuffles[0]["deck"]) == sorted(discards[:-1])
    assert events[at + 1]["card"] == shuffles[0]["deck"][0]
    assert len(shuffles) == 2
    assert frames(events)["rounds"][0]["reshuffles"] == 2


# --- ends of a game -------------------------------------------------------------------------------


def test_moment_stops_play_with_the_last_phase():
    deck = rigged_deck([TWO_SETS + " Y12 W W S", junk(0)], "R12", "B12 B9")
    ruleset = short(9, phases=[P1], game_end="moment")
    events = play_rigged([deck], ruleset, [Script(), Script()])
    assert [e["event"] for e in events[3:]] == ["draw", "lay", "round_end", "result"]
    end, result = events[-2:]
    assert end["end"] == "moment"
    assert end["winner"] == 0
    assert end["penalties"][0] == 10 + 25 + 25 + 15 + 10
    assert result["end"] == "completed"
    assert result["win_share"] == [1, 0]
    assert result["phases"] == [2, 1]
    # Not with an earlier phase.
    events = play_rigged([deck], short(2, phases=[P1, P1], game_end="moment"), [Script(), Script()])
    assert told(events, "lay")
    assert events[-2]["end"] == "limit"


# Both lay 1s and 2s on their first turn, throw a 12 away and hold 50 points each.
LEVEL = [TWO_SETS + " R12 B11 Y9 W", "Y1 R1 B1 Y2 R2 B2 G12 Y11 R9 W"]


def level(points_differ=False):
    discards = ["Y9", "G12"] if points_differ else ["R12", "G12"]
    return [Script(discard=[card], hit=[None]) for card in discards]


def level_deck():
    return rigged_deck(LEVEL, "G9", "R10 Y10")


def idle_deck(first):
    return rigged_deck([junk(0), junk(1)], "G9", "R10 Y10", first)


def test_play_off():
    out = rigged_deck([junk(0), TWO_SETS + " Y1 Y1 Y2 G3"], "G9", "R7 Y2")
    scripts = level()
    scripts[1].answers["hit"] += [("Y1", 0, None)] * 2 + [("Y2", 1, None)] * 2
    scripts[1].answers["discard"].append("B1")
    ruleset = rules.resolve(phases=[P1], max_turns=2, max_hands=1)
    events = play_rigged([level_deck(), idle_deck(1), out], ruleset, scripts)
    begins, ends = told(events, "round"), told(events, "round_end")
    assert ends[0]["scores"] == [50, 50]
    assert ends[0]["phases"] == [2, 2]
    assert [begin["playoff"] for begin in begins] == [False, True, True]
    assert [begin["round"] for begin in begins] == [1, 2, 3]
    assert [begin["first"] for begin in begins] == [0, 1, 0]  # left of the one who began before
    assert begins[1]["phases"] == [1, 1]  # everybody in it works on the last phase
    assert ends[1]["end"] == "limit"
    assert ends[2]["end"] == "out"
    assert ends[2]["winner"] == 1
    assert all(end["scores"] == [50, 50] and end["phases"] == [2, 2] for end in ends)
    assert ends[2]["penalties"][0] > 0
    assert ends[2]["laid"] == [False, True]
    assert events[-1] == {
        "event": "result",
        "end": "completed",
        "scores": [50, 50],
        "phases": [2, 2],
        "win_share": [0.0, 1.0],
    }
    tables = frames(events)
    assert tables["games"][0]["rounds"] == 3
    assert [row["playoff"] for row in tables["rounds"]] == [False, True, True]


def test_a_play_off_is_shared_after_ten_hands_and_tie_share_has_none():
    decks = [level_deck(), *[idle_deck(1), idle_deck(0)] * 5]
    events = play_rigged(decks, rules.resolve(phases=[P1], max_turns=2), level())
    assert len(told(events, "round", playoff=True)) == 10
    assert events[-1]["end"] == "completed"
    assert events[-1]["win_share"] == [0.5, 0.5]
    ruleset = rules.resolve(phases=[P1], max_turns=2, tie="share")
    events = play_rigged(decks, ruleset, level())
    assert len(told(events, "round")) == 1
    assert events[-1]["win_share"] == [0.5, 0.5]


def test_a_play_off_is_dealt_to_those_still_level_alone():
    decks = [
        rigged_deck(["G3 Y3 R4 B4 G5 Y5 R6 B6 G8 Y8", *LEVEL], "B9", "B12 R10 Y10"),
        rigged_deck([SOON_OUT, junk(0)], "R9", "Y2"),  # seats 1 and 2
    ]
    scripts = [Script(), *level()]
    hits = [("Y1", 0, None), ("Y1", 0, None), ("Y2", 1, None), ("Y2", 1, None), ("W", 1, None)]
    scripts[1].answers["hit"] += hits
    events = play_rigged(decks, rules.resolve(phases=[P1], max_turns=3), scripts)
    begin, end = told(events, "round")[1], told(events, "round_end")[1]
    assert begin["players"] == [1, 2]
    assert begin["first"] == 1
    assert begin["phases"] == [1, 1, 1]
    assert told(events, "deal")[1]["hands"] == [[], cards(SOON_OUT), cards(junk(0))]
    assert end["winner"] == 1
    assert end["laid"] == [False, True, False]
    assert end["penalties"][0] == 0
    assert events[-1]["phases"] == [1, 2, 2]
    assert events[-1]["win_share"] == [0, 1, 0]
    assert [row["cards_left"] for row in frames(events)["hands"][3:]] == [0, 0, 10]


def test_of_several_the_lowest_total_wins():
    ruleset = rules.resolve(phases=[P1], max_turns=2)
    events = play_rigged([level_deck()], ruleset, level(points_differ=True))
    assert events[-1]["phases"] == [2, 2]
    assert events[-1]["scores"] == [55, 50]
    assert events[-1]["win_share"] == [0, 1]
    assert events[-1]["end"] == "completed"


def test_game_end_all_goes_on_without_those_who_are_done():
    ruleset = rules.resolve(game_end="all", phases=[P1, ["run 6"]])
    sizes = set()
    for deal in range(6):
        names = ["baseline", "random"] * 2
        players = [Baseline(), Random(), Baseline(), Random()]
        events = play(11, deal, 0, ruleset, 4, players, names).events
        audit(events)
        done, first = [1] * 4, None
        for begin, end in zip(told(events, "round"), told(events, "round_end"), strict=True):
            assert begin["players"] == [s for s in range(4) if done[s] < 3]
            if first is not None:
                after = [(first + i) % 4 for i in range(1, 5)]
                first = next(seat for seat in after if seat in begin["players"])
                assert begin["first"] == first
            first = begin["first"]
            done = end["phases"]
            sizes.add(len(begin["players"]))
        assert done == [3] * 4
        lowest = min(events[-1]["scores"])
        wins = [score == lowest for score in events[-1]["scores"]]
        assert events[-1]["win_share"] == [win / sum(wins) for win in wins]
    assert {4, 2} < sizes


def test_the_last_one_alone_names_nobody():
    ruleset = rules.resolve(game_end="all", phases=[P1, P1])
    alone = 0
    for deal in range(8):
        events = play(2, deal, 0, ruleset, 2, [Baseline(), Random()], ["b", "r"]).events
        audit(events)
        for begin in told(events, "round"):
            if len(begin["players"]) == 1:
                at = events.index(begin)
                end = next(i for i in range(at, len(events)) if events[i]["event"] == "round_end")
                names = named(events[at:end])
                alone += len(names)
                assert set(names) <= {-1}
    assert alone > 0


def test_game_end_hands_works_on_the_last_phase_again():
    decks = [
        rigged_deck([SOON_OUT, junk(0)], "Y12", "Y2"),
        rigged_deck([SOON_OUT, junk(0)], "Y12", "R9 Y2", first=1),
        rigged_deck([junk(1), junk(0)], "Y12", "Y9 R10"),
    ]
    ruleset = rules.resolve(phases=[P1], game_end="hands", hands=3, advance="always", max_turns=2)
    events = play_rigged(decks, ruleset, [Baseline(), Script()])
    assert [begin["phases"] for begin in told(events, "round")] == [[1, 1]] * 3
    # The standing of who has completed the last phase stays, whatever comes.
    assert [end["phases"] for end in told(events, "round_end")] == [[2, 1]] * 3
    assert [lay["phase"] for lay in told(events, "lay")] == [1, 1]
    assert events[-1]["end"] == "completed"
    assert events[-1]["win_share"] == [1, 0]


@pytest.mark.parametrize(("advance", "phases"), [("laid", [2, 1]), ("always", [2, 2])])
def test_advance(advance, phases):
    deck = rigged_deck([SOON_OUT, junk(0)], "Y12", "Y2")
    events = play_rigged([deck], short(9, advance=advance), [Baseline(), Script()])
    assert events[-1]["phases"] == phases
    assert events[-1]["end"] == "limit"
    assert events[-1]["win_share"] == [1, 0]


def test_under_advance_always_the_last_phase_is_completed_only_by_laying_it():
    ruleset = short(2, max_hands=4, advance="always", phases=[P1, ["set 5", "set 3"]])
    decks = [idle_deck(0), idle_deck(1)] * 2
    events = play_rigged(decks, ruleset, [Script(), Script()])
    assert [end["phases"] for end in told(events, "round_end")] == [[2, 2]] * 4
    assert events[-1]["end"] == "limit"


def test_after_max_hands_the_furthest_phase_wins_then_the_lowest_total_then_shared():
    events = play_rigged([level_deck()], short(2), level())
    assert events[-1]["end"] == "limit"
    assert events[-1]["phases"] == [2, 2]
    assert events[-1]["win_share"] == [0.5, 0.5]
    events = play_rigged([level_deck()], short(2), level(points_differ=True))
    assert events[-1]["win_share"] == [0, 1]
    # Seat 1 does not lay and holds more, seat 0 is further.
    scripts = level()
    scripts[0].answers["lay"] = [None]
    events = play_rigged([level_deck()], short(2, max_hands=1), scripts)
    assert events[-1]["phases"] == [1, 2]
    assert events[-1]["win_share"] == [0, 1]
