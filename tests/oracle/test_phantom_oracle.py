"""The Phantom Rummy oracle: turns, claims, the pile's end, the game's end."""

import itertools

import pytest

from .phantom import frames, hand
from .phantom.audit import audit
from .phantom.cards import in_order
from .phantom.rules import PRESETS, resolve
from .phantom.stacked import (
    WAITING_HANDS,
    WAITING_PILE,
    Script,
    cards,
    names,
    of,
    one_short_game,
    run,
    seeded,
    waiting_scripts,
)
from .phantom.strategies import Baseline, Random

# ---- the turn


def test_setting_up():
    rules = resolve("official", 3)
    games = list(seeded(rules, 3, (Random,), deals=16))
    assert {of(game, "round")[0]["first"] for game in games} == {0, 1, 2}
    for game in games:
        audit(game.events)
        firsts = [event["first"] for event in of(game, "round")]
        assert all(b == (a + 1) % 3 for a, b in itertools.pairwise(firsts))
    start, deal, market = games[0].events[1:4]
    deck, first = start["deck"], start["first"]
    assert deal["hands"][first] == deck[:7]
    assert deal["hands"][(first + 1) % 3] == deck[7:14]
    assert market["cards"] == deck[21:25]


def test_out_by_discard_and_every_event_of_it():
    game = run(one_short_game(), WAITING_HANDS, WAITING_PILE, waiting_scripts())
    told = [tuple(event.values()) for event in game.events[3:]]
    assert told == [
        ("market", ["H5", "D2", "A7"]),
        ("take", 0, "H5"),
        ("discard", 0, "H5"),
        ("take", 1, "D2"),
        ("open", 1, ["A1", "A1", "A1"]),
        ("draw", 1, ["D3", "I1"]),
        ("take", 0, "A7"),
        ("discard", 0, "A7"),
        ("market", ["H6", "A6", "D6"]),
        ("take", 1, "H6"),
        ("discard", 1, "H6"),
        ("ready", 1, ["I1"]),
        ("take", 0, "A6"),
        ("discard", 0, "I1"),
        ("out", 1, "discard", 0, "I1"),
        (
            "score",
            1,
            [["A1", "A1", "A1"]],
            [["I1", "I1"], ["H1", "H2", "H3"], ["D1", "D2", "D3"]],
            1,
            0,
            0,
            1,
            ["H1*", "A3"],
            2,
            -1,
            0,
        ),
        ("round_end", "discard", 1, [0, 2]),
        ("result", "rounds", [0, 2], [0.0, 1.0]),
    ]


def test_keys_of_the_events_and_their_order():
    wanted = {
        "game": "event game players ruleset strategies seed cell deal number",
        "round": "event round first deck",
        "deal": "event hands",
        "market": "event cards",
        "take": "event seat card",
        "open": "event seat cards",
        "draw": "event seat cards",
        "discard": "event seat card",
        "ready": "event seat waits",
        "gain": "event seat from card cards",
        "out": "event seat by from card",
        "score": "event seat opened hand sets red conditions bonus flips points payer paid",
        "round_end": "event end winner scores",
        "result": "event end scores win_share",
    }
    seen = set()
    for game in seeded(resolve("official", 4), 4, (Baseline,)):
        for event in game.events:
            assert list(event) == wanted[event["event"]].split()
            seen.add(event["event"])
    assert seen == set(wanted)


def test_not_ready_no_out_by_discard_nor_without_opened_set():
    not_ready = waiting_scripts(ready=[False])
    game = run(one_short_game(), WAITING_HANDS, WAITING_PILE, not_ready)
    assert "out" not in names(game)
    nothing_opened = [
        Script(discard=["H5", "I1"]),
        Script(open=[None], discard=["I2"], ready=[True]),
    ]
    hands = ["H7 A4 D7 I2 I3 I4 I1", "I1 H1 H2 H3 D1 D2 I2"]
    game = run(one_short_game(), hands, "H5 D3 A7", nothing_opened)
    assert of(game, "ready")[0]["waits"] == ["I1"]
    assert "out" not in names(game)


def test_ready_player_discards_what_it_took_opens_nothing_and_gains_nothing():
    hands = ["H7 A4 D7 I2 I3 I4 I1", "I1 H1 H2 H3 D1 D2 I2"]
    # Seat 0 discards D4, which fits D2 D3; seat 1 holds two runs but is ready.
    scripts = [Script(discard=["H5", "D4"]), Script(discard=["I2"], ready=[True])]
    game = run(one_short_game(), hands, "H5 D3 D4 I3", scripts)
    asked = [decision for decision, _, _ in scripts[1].asked]
    start = asked.index("ready")
    assert set(asked[start + 1 :]) == {"take"}
    turns = [e for e in of(game, "take", "discard") if e["seat"] == 1][2:]
    for take, discard in zip(turns[::2], turns[1::2], strict=True):
        assert take["card"] == discard["card"]


def test_declined_goal_by_take_and_later_claims():
    """Seat 1 declines to go out by take; then its own discard bars it, unless it was gained."""
    hands = ["H6 H1 A4 D7 I2 I3 A6", "A1 A1 A1 D1 D2 D3 I4"]
    pile = "H5 I4 A7  H2 H3  H4 D6 D5  A5 A2 A3"

    def scripts(gains):
        return [
            Script(discard=["A6", "A7", "H1"], gain=[["H5", "H6"] if gains else None]),
            Script(open=[["A1", "A1", "A1"]], discard=["H4"], ready=[True], go_out=[False, True]),
        ]

    for bar, gains in itertools.product([False, True], repeat=2):
        rules = one_short_game(own_discard_bar=bar)
        game = run(rules, hands, pile, scripts(gains))
        assert of(game, "ready")[0]["waits"] == ["H1", "H4"]
        assert bool(of(game, "gain")) == gains
        barred = bar and not gains
        outs = [e for e in of(game, "out") if e["card"] == "H1" and e["by"] == "discard"]
        assert len(outs) == (0 if barred else 1)
        if gains:
            gain = of(game, "gain")[0]
            assert (gain["cards"], gain["from"]) == (["H4", "H5", "H6"], 1)


def test_nearest_who_wants_gains_and_only_one():
    # Seat 0 discards H5 in its first turn; seats 1 and 2 can gain it.
    hands = [
        "H5 A6 D6 I1 I2 I3 A7",
        "H3 H4 A2 A4 D2 D4 I2",
        "H6 H7 A3 D3 D5 I4 A1",
        "I1 I1 A2 A4 D2 D4 H2",
    ]
    for first_wants, winner in [(True, 1), (False, 2)]:
        nearest = Script(gain=[["H3", "H4"] if first_wants else None])
        scripts = [Script(discard=["H5"]), nearest, Baseline(), Script()]
        game = run(one_short_game(players=4), hands, "H1 D1 A1 I3 D7", scripts)
        assert nearest.options("gain")[0] == [None, ("H3", "H4", "H5")]
        index = names(game).index("discard")
        discard, gain, draw, take = game.events[index : index + 4]
        assert [e["event"] for e in (discard, gain, draw)] == ["discard", "gain", "draw"]
        assert gain["seat"] == draw["seat"] == winner
        # Nobody is skipped: seat 1 has the next turn.
        assert (take["event"], take["seat"]) == ("take", 1)


def test_going_out_comes_before_gaining_and_the_nearest_first():
    # Seats 1 and 3 open and wait for H2 and H5; then seat 0 discards H5, which seat 2 could gain.
    hands = [
        "A6 D6 I1 I2 I3 A7 H5",
        "A1 A1 A1 D1 D2 D3 I4",
        "H6 H7 A4 D5 I1 A6 D7",
        "A2 A2 A2 D1 D2 D3 I3",
    ]
    pile = "I1 I4 H1 I3 D7   H3 H4   H3 H4"
    for wanted, claim in [
        ((True, True), ("out", 1)),
        ((False, True), ("out", 3)),
        ((False, False), ("gain", 2)),
    ]:
        scripts = [
            Script(discard=["I1", "H5"]),
            Script(open=[["A1"] * 3], ready=[True], go_out=[wanted[0]]),
            Script(discard=["H1"], gain=[["H6", "H7"]]),
            Script(open=[["A2"] * 3], ready=[True], go_out=[wanted[1]]),
        ]
        rules = one_short_game(players=4, ready_after_open=True)
        game = run(rules, hands, pile, scripts)
        assert [e["waits"] for e in of(game, "ready")] == [["H2", "H5"]] * 2
        offered = game.events.index({"event": "discard", "seat": 0, "card": "H5"})
        event = game.events[offered + 1]
        assert (event["event"], event["seat"]) == claim


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (Script(take=[3]), "not in"),
        (Script(discard=["A1"]), "not in"),
        (Script(discard=["H5*"]), "not in"),
        (Script(open=[["H1", "H2", "H4"]]), "not in"),
        (Script(open=[["H1", "H2", "H3*"]]), "not held"),
        (Script(open=[["H1", "H1", "H1"]]), "not held"),
    ],
)
def test_a_wrong_answer_is_caught(script, message):
    hands = ["H1 H2 H3 H4 I2 I3 I4", "A1 A3 A5 D1 D3 D5 I1"]
    with pytest.raises(AssertionError, match=message):
        run(one_short_game(), hands, "H5 H7 A7", [script, Script()])


def test_asked_only_where_there_is_a_choice():
    market = "A1 A1 A1  D2 D3* D3"
    hands = ["H7 A4 D7 I2 I3 I4 I1", "H1 H3 H5 A7 D1 D5 I2"]
    scripts = [Script(discard=["A4", "A1"]), Script(discard=["A1"])]
    run(one_short_game(), hands, market, scripts)
    # Three equal cards are no choice; D2 D3* D3 are three different ones, then D3* D3 two.
    assert scripts[1].options("take")[0] == [0, 1, 2]
    assert scripts[0].options("take")[0] == [0, 1]
    assert scripts[0].options("discard")[0] == in_order(cards("H7 A4 D7 I2 I3 I4 I1 A1"))


def test_number_of_askings():
    """Takes and discards asked for, counted again in the transcript."""
    for game in seeded(resolve("official", 4), 4, (Baseline, Random), deals=4):
        takes = discards = 0
        for event in game.events:
            if event["event"] == "round":
                ready = set()
            elif event["event"] == "market":
                market = list(event["cards"])
            elif event["event"] == "take":
                takes += len(set(market)) > 1
                market.remove(event["card"])
            elif event["event"] == "ready":
                ready.add(event["seat"])
            elif event["event"] == "discard":
                discards += event["seat"] not in ready
        for decision, number in (("take", takes), ("discard", discards)):
            assert number == sum(game.asked[seat, decision] for seat in range(4)) > 0


# ---- the pile's end


@pytest.mark.parametrize(
    ("pile", "pile_end", "tail", "turns"),
    [
        # Three market cards and nothing else: the fourth turn has no market.
        ("H5 A1 A7", "short", ["take", "discard", "round_end"], 4),
        ("H5 A1 A7", "empty", ["deal", "market", "round_end"], 0),
        ("H5 A1 A7 D2 D3", "empty", ["take", "discard", "round_end"], 4),
        ("H5 A1 A7 D2 D3 D4", "empty", ["discard", "market", "round_end"], 4),
        ("H5 A1 A7 D2 D3 D4", "short", ["take", "discard", "round_end"], 7),
    ],
)
def test_pile_ends_at_the_market(pile, pile_end, tail, turns):
    hands = ["H7 A4 D7 I2 I3 I4 I1", "H1 H3 H5 A7 D1 D5 I2"]
    rules = one_short_game(pile_end=pile_end)
    game = run(rules, hands, pile, [Script(), Script()], only=True)
    assert names(game)[-4:] == [*tail, "result"]
    assert (game.events[-2]["end"], game.events[-2]["winner"]) == ("exhausted", -1)
    assert game.table.all_turns == frames.rounds_rows(game.events)[0]["turns"] == turns
    assert game.events[-1] == {
        "event": "result",
        "end": "rounds",
        "scores": [0, 0],
        "win_share": [0.5, 0.5],
    }


@pytest.mark.parametrize(
    ("left", "pile_end", "tail", "turns"),
    [
        (0, "short", ["take", "open", "round_end"], 1),
        (1, "short", ["take", "open", "round_end"], 1),
        (1, "empty", ["take", "open", "round_end"], 1),
        (2, "empty", ["open", "draw", "round_end"], 1),
        (2, "short", ["take", "discard", "round_end"], 4),
    ],
)
def test_pile_ends_at_the_draw(left, pile_end, tail, turns):
    hands = ["H1 H2 H3 I2 I3 I4 I1", "H1 H3 H5 A7 D1 D5 I2"]
    pile = "H5 A1 A7 " + " ".join(["D2", "D4"][:left])
    rules = one_short_game(pile_end=pile_end)
    scripts = [Script(open=[["H1", "H2", "H3"]]), Script()]
    game = run(rules, hands, pile, scripts, only=True)
    assert names(game)[-4:] == [*tail, "result"]
    assert game.table.all_turns == frames.rounds_rows(game.events)[0]["turns"] == turns
    assert game.table.opened[0] == [["H1", "H2", "H3"]]


def test_pile_ends_at_a_gain():
    hands = ["H3 A4 D7 I2 I3 I4 I1", "H1 H2 H5 A7 D1 D5 I2"]
    scripts = [Script(discard=["H3"]), Script(gain=[["H1", "H2"]])]
    game = run(one_short_game(), hands, "A1 A6 H7 D3", scripts, only=True)
    assert names(game)[-3:] == ["gain", "round_end", "result"]
    row = frames.hands_rows(game.events)[1]
    assert (row["opened"], row["gained"], row["first_open_turn"], row["turns"]) == (1, 1, 0, 0)


# ---- options of the turn


def test_market_extra():
    for extra in (-1, 0, 1, 4):
        rules = resolve("official", 4, market_extra=extra)
        for game in seeded(rules, 4, (Baseline, Random), deals=2):
            audit(game.events)
            assert {len(event["cards"]) for event in of(game, "market")} == {4 + extra}
    rules = resolve("official", 2, market_extra=-1)
    for game in seeded(rules, 2, (Random,), deals=2):
        assert not any(decision == "take" for _, decision in game.asked)


@pytest.mark.parametrize(
    ("opens_per_turn", "open_draw", "opened", "drawn", "held"),
    [
        (1, "refill", 1, 2, 7),
        (1, "two", 1, 2, 7),
        ("any", "refill", 2, 5, 7),
        ("any", "two", 2, 2, 4),
    ],
)
def test_opens_per_turn_and_open_draw(opens_per_turn, open_draw, opened, drawn, held):
    hands = ["H1 H2 H3 A1 A1 A1* I1", "H1 H3 H5 A7 D1 D5 I2"]
    rules = one_short_game(opens_per_turn=opens_per_turn, open_draw=open_draw)
    script = Script(open=[["A1", "A1", "A1*"], ["H1", "H2", "H3"]])
    game = run(rules, hands, "D4 D5 D6", [script, Script()])
    turn = game.events[names(game).index("take") :]
    assert [e["event"] for e in turn[: opened + 3]] == ["take", *["open"] * opened, "draw", "take"]
    assert [e["seat"] for e in turn[: opened + 3]] == [0] * (opened + 2) + [1]
    assert len(turn[opened + 1]["cards"]) == drawn
    assert {len(before) for before in script.hands("take")[1:]} == {held}


def test_any_lets_a_player_stop_after_one_set():
    hands = ["H1 H2 H3 A1 A1 A1* I1", "H1 H3 H5 A7 D1 D5 I2"]
    script = Script(open=[["A1", "A1", "A1*"], None])
    game = run(one_short_game(opens_per_turn="any"), hands, "D4 D5 D6", [script, Script()])
    assert len(of(game, "draw")[0]["cards"]) == 2
    asked = script.options("open")
    assert asked[0] == [None, ("H1", "H2", "H3"), ("A1", "A1", "A1")]
    assert asked[1] == [None, ("H1", "H2", "H3")]


def test_ready_needed_always():
    hands = ["D6 A4 D7 I2 I3 I4 I1", "A1 A1 A1 H1 H2 H3 D1"]
    for needed, ready, goes in [
        ("discard", False, True),
        ("always", False, False),
        ("always", True, True),
    ]:
        scripts = [
            Script(discard=["H5", "A7", "H6"]),
            Script(open=[["A1"] * 3], ready=[ready], discard=["A6"]),
        ]
        rules = one_short_game(ready_needed=needed)
        game = run(rules, hands, "H5 D2 A7 D3 I1 A6 H6 I1", scripts)
        assert bool(of(game, "out")) == goes

    class Silent(Baseline):
        def ready(self, view):
            return False

    outs = {"discard": [], "always": []}
    for needed, found in outs.items():
        for game in seeded(resolve("official", 3, ready_needed=needed), 3, (Silent,)):
            audit(game.events)
            found += [event["by"] for event in of(game, "out")]
    assert set(outs["discard"]) == {"take"}
    assert outs["always"] == []


def test_ready_needs_open():
    hands = ["H7 A4 D7 I2 I3 I4 I1", "I1 H1 H2 H3 D1 D2 I2"]
    for needs_open in (False, True):
        script = Script(discard=["I2"], ready=[True])
        rules = one_short_game(ready_needs_open=needs_open)
        game = run(rules, hands, "H5 D3 A7", [Script(), script])
        assert bool(of(game, "ready")) != needs_open


def test_ready_after_open():
    for after_open in (False, True):
        scripts = waiting_scripts()
        rules = one_short_game(ready_after_open=after_open)
        game = run(rules, WAITING_HANDS, WAITING_PILE, scripts)
        index = names(game).index("ready")
        assert names(game)[index - 1] == ("draw" if after_open else "discard")
        assert frames.hands_rows(game.events)[1]["ready_turn"] == (1 if after_open else 2)
    # Not after a gain.
    hands = ["A1 A4 D7 I2 I3 I4 H6", "A1 A1* I1 H1 H2 H3 D1"]
    scripts = [Script(discard=["A1"]), Script(gain=[["A1", "A1*"]], ready=[True])]
    game = run(one_short_game(ready_after_open=True), hands, "D6 A7 D5 D2 D3", scripts)
    index = names(game).index("gain")
    assert names(game)[index : index + 3] == ["gain", "draw", "take"]
    assert hand.waits(cards("I1 H1 H2 H3 D1 D2 D3")) == ["I1"]


# ---- the end of a full game


def test_target_rounds_and_shared_wins():
    seen = set()
    for target in (3, 6, 100):
        rules = resolve("official", 2, target_score=target, short_games=2)
        for game in seeded(rules, 2, (Baseline,)):
            result = game.events[-1]
            reached = max(result["scores"]) >= target
            assert result["end"] == ("target" if reached else "rounds")
            assert len(of(game, "round")) <= 2
            seen.add((result["end"], len(of(game, "round"))))
    # A target reached in the last short game ends by target.
    assert {("target", 1), ("target", 2), ("rounds", 2)} <= seen
    rules = one_short_game(players=3)
    hands = ["H7 A4 D7 I2 I3 I4 I1", "H1 H3 H5 A7 D1 D5 I2", "A1 A3 A5 D3 H6 I3 I4"]
    game = run(rules, hands, "H2 A2 D2 D4", [Script(), Script(), Script()])
    assert game.events[-1]["win_share"] == [1 / 3] * 3


def test_presets_by_players():
    games = {2: 6, 3: 6, 4: 8}
    targets = {2: 24, 3: 18, 4: 12}
    for preset, players in itertools.product(PRESETS, games):
        rules = resolve(preset, players)
        assert rules["short_games"] == games[players]
        assert rules["target_score"] == targets[players]
    assert resolve("article", 2, target_score={2: 9, 3: 8})["target_score"] == 9
