"""The Phantom Rummy oracle itself: the rules one by one, on hand-made cards and on seeded games."""

import copy
import itertools
import random

import pytest

from .phantom import frames, hand
from .phantom.audit import audit
from .phantom.cards import CARDS, DECK, KINDS, black_first, in_order
from .phantom.game import Game, play
from .phantom.rules import PRESETS, resolve
from .phantom.scoring import conditions, is_end_card, is_item_win, lay_out, score
from .phantom.strategies import Baseline, Random
from .randomness import DICE, Dice, Xoshiro, key, mix64

# ---- helpers


class Script:
    """Answers from lists, one after the other; afterwards the plainest answer."""

    PLAIN = {"take": 0, "go_out": True, "open": None, "ready": False, "gain": None}

    def __init__(self, **answers):
        self.answers = {decision: list(given) for decision, given in answers.items()}
        self.asked = []

    def answer(self, view):
        decision = view.decision
        self.asked.append((decision, list(view.options)))
        if self.answers.get(decision):
            return self.answers[decision].pop(0)
        return view.options[0] if decision == "discard" else self.PLAIN[decision]

    take = go_out = open = discard = ready = gain = answer


def cards(text):
    return text.split()


def stacked(hands, pile):
    """A deck function: these hands (seat 0 first), then these cards, then all others."""
    top = [card for one in hands for card in cards(one)] + cards(pile)
    rest = list(DECK)
    for card in top:
        rest.remove(card)
    return lambda short_game: top + rest


def run(rules, hands, pile, scripts, scores=None, decks=None, check=True):
    """A game on stacked decks whose seat 0 begins; audited unless scores were put in."""
    players = len(hands)
    names = [f"script-{seat}" for seat in range(players)]
    decks = decks or stacked(hands, pile)
    game = Game(1, 0, 0, rules, players, scripts, names, decks=decks, first=0)
    if scores:
        game.table.scores = list(scores)
    game.play()
    if check and not scores:
        audit(game.events, check_shuffle=False)
    return game


def one_short_game(preset="official", players=2, **overrides):
    return resolve(preset, players, **({"short_games": 1} | overrides))


def of(game, *names):
    return [event for event in game.events if event["event"] in names]


def names(game):
    return [event["event"] for event in game.events]


def seeded(rules, players, strategies=(Baseline,), deals=12, seed=5):
    """Games of these strategies in turn, seat after seat."""
    for deal in range(deals):
        seats = [strategies[(seat + deal) % len(strategies)]() for seat in range(players)]
        yield play(seed, deal, deal, rules, players, seats, [type(s).__name__ for s in seats])


# ---- random numbers


def test_generators_give_the_published_outputs():
    # SplitMix64 from 1234567 and xoshiro256++ from 1, 2, 3, 4: the reference programs' outputs.
    dice = Dice(1234567)
    assert [dice.next() for _ in range(2)] == [6457827717110365317, 3203168211198807973]
    xoshiro = Xoshiro(0)
    xoshiro.s = [1, 2, 3, 4]
    assert [xoshiro.next() for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]
    assert mix64(0) == 0


def test_below_is_uniform_and_keys_differ():
    dice = Dice(key(1, DICE, 2, 3, 4, 0))
    seen = [dice.below(5) for _ in range(5000)]
    assert {seen.count(i) // 100 for i in range(5)} <= {9, 10, 11}
    assert len({key(1, a, b) for a in range(20) for b in range(20)}) == 400


# ---- cards and hands


def test_deck():
    assert len(DECK) == 100 and len(KINDS) == 25 and len(CARDS) == 50
    assert [DECK.count("H3"), DECK.count("H3*")] == [3, 1]
    assert black_first(cards("H3* H3 H4* H5"), ("H3", "H4", "H5")) == cards("H3 H4* H5")


def test_goal_shapes_known_figures():
    assert len(hand.BIG_SETS) == 25 + 15
    assert len(hand.GOALS) == 18_876
    assert sum(len(found) > 1 for found in hand.GOALS.values()) == 24
    assert max(map(len, hand.GOALS.values())) == 2


def test_two_splits_of_a_hand_always_score_the_same():
    # Only "every set has a 1, a 7 or an Item" looks at how the cards are grouped.
    for found in hand.GOALS.values():
        assert len({all(any(map(is_end_card, one)) for one in split) for split in found}) == 1


def test_need_is_the_definition():
    dice = random.Random(11)
    for size in [0, 4, 5, 7, 7, 8, 8, 8, 11]:
        for _ in range(6):
            held = dice.sample(DECK, size)
            assert hand.need(held) == hand.need_by_brute_force(held), held
    # Hands near a goal shape, where greedy counting goes wrong.
    for goal in dice.sample(sorted(hand.GOALS), 40):
        held = [k for k, n in zip(KINDS, goal, strict=True) for _ in range(n)]
        assert hand.need(held) == 0
        dice.shuffle(held)
        assert hand.need(held[1:]) == 1
        assert hand.need(held[2:]) == hand.need_by_brute_force(held[2:])


@pytest.mark.parametrize(
    ("held", "waits"),
    [
        ("H1 H2 H3 D1 D2 D3 I1*", ["I1"]),
        ("H1 H2 H3 D1 D2 D3* D3", ["D3"]),
        ("D1 D2 D3 I4 I4 H2 H3", ["H1", "H4"]),
        ("A1 A1 A1 H4 H4 I2 I2", ["H4", "I2"]),
        ("H1 H1 H1 H1* A1 A1 A1", []),  # a fifth H1 does not exist
        ("H1 H2 H3 H4 A1 A1 A1", ["H1", "H4"]),
        ("H1 H2 H3 D1 D2 D3", []),
    ],
)
def test_waits(held, waits):
    assert hand.waits(cards(held)) == waits
    assert (hand.need(cards(held)) == 1) == bool(waits) or len(cards(held)) != 7


def test_four_of_a_kind_and_a_fifth_needed():
    assert hand.need(cards("H1 H1 H1 H1* A1 A1 A1")) == 2


def test_sets_in_canonical_order():
    held = cards("H1 H2 H3 H3 H3* H4 H5 I1 I1 I1")
    assert hand.big_sets(held) == [
        ("H1", "H2", "H3"),
        ("H2", "H3", "H4"),
        ("H3", "H3", "H3"),
        ("H3", "H4", "H5"),
        ("I1", "I1", "I1"),
    ]
    assert hand.sets_with(cards("H1 H2 H3 H3 H5"), "H3*") == [
        ("H1", "H2", "H3"),
        ("H3", "H3", "H3"),
    ]
    assert hand.sets_with(cards("I1 I2 I3"), "I4") == []


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


# Seat 1 opens A1 A1 A1 in its first turn and then waits for I1 alone; seat 0 holds an I1.
WAITING_HANDS = ["H7 A4 D7 I2 I3 I4 I1", "A1 A1 A1 H1 H2 H3 D1"]
WAITING_PILE = "H5 D2 A7  D3 I1  H6 A6 D6  H1* A3"


def waiting_scripts(**seat1):
    first = Script(discard=["H5", "A7", "I1"])
    second = Script(**({"open": [["A1", "A1", "A1"]], "discard": ["H6"], "ready": [True]} | seat1))
    return [first, second]


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
    for game in seeded(resolve("official", 4), 4):
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
    asked = [decision for decision, _ in scripts[1].asked]
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
            Script(
                open=[["A1", "A1", "A1"]], discard=["H4"], ready=[True], go_out=[False, True]
            ),
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
            assert gain["cards"] == ["H4", "H5", "H6"] and gain["from"] == 1


def claims_game(seats, **answers):
    """Four players; seat 0 discards I1 in its first turn; what seats 1 to 3 hold differs."""
    quiet = "A2 A4 D2 D4 H2 H4 I4"
    first = Script(discard=["I1"])
    return run(
        one_short_game(players=4),
        ["H6 A6 D6 I1 I2 I3 A7", *seats],
        "H7 D7 A7 H5 D5",
        [first, *(answers.get(f"seat{n}", Script()) for n in (1, 2, 3))],
    ), quiet


def test_nearest_who_wants_gains_and_only_one():
    pair1, pair2 = "I1 I1 A2 A4 D2 D4 H2", "H3 H4 A3 D3 D5 I4 A1"
    # Only one other seat can pair up I1s (four copies), so the runs of H5 decide the order.
    hands = ["H5 A6 D6 I1 I2 I3 A7", "H3 H4 A2 A4 D2 D4 I2", "H6 H7 A3 D3 D5 I4 A1", pair1]
    gain1, gain2 = [["H3", "H4"]], [["H6", "H7"]]
    for first_wants, winner in [(True, 1), (False, 2)]:
        scripts = [
            Script(discard=["H5"]),
            Script(gain=gain1 if first_wants else [None]),
            Script(gain=gain2),
            Script(),
        ]
        game = run(one_short_game(players=4), hands, "H1 D1 A1 I3 D7", scripts)
        gains = of(game, "gain")
        assert [event["seat"] for event in gains] == [winner]
        assert ("gain", [None, ("H5", "H6", "H7")]) in scripts[2].asked or first_wants
        # Nobody is skipped: seat 1 has the next turn.
        after = game.events[game.events.index(gains[0]) + 1 :]
        assert [event["event"] for event in after[:2]] == ["draw", "take"]
        assert after[1]["seat"] == 1
        assert game.table.discards[0][:1] != ["H5"]
    assert pair2


def test_going_out_comes_before_gaining_and_the_nearest_first():
    # Seats 1 and 3 wait for H5 with an opened set, seat 2 could gain it.
    hands = [
        "A6 D6 I1 I2 I3 A7 H5",
        "A1 A1 A1 D1 D2 D3 H5",
        "H6 H7 A4 D5 I1 A6 D7",
        "A2 A2 A2 D1 D2 D3 H3",
    ]
    # Turn 1: seats 1 and 3 open; turn 2: they declare ready; turn 3: seat 0 discards H5.
    pile = "I3 H4 I4 A5 D7   H3 I4*  H4 I2   I2 I4 H1 D4 D6 H2"
    waits = {1: "D1 D2 D3 H3 H4 H5 I4*", 3: "D1 D2 D3 H3 A5 H4 I2"}
    assert hand.waits(cards(waits[1])) == ["I4"]
    # Seat 3 needs another start: give both the same kind of wait, H5, through H5 and H3 H4.
    hands[1] = "A1 A1 A1 D1 D2 D3 I4"
    hands[3] = "A2 A2 A2 D1 D2 D3 I3"
    pile = "I1 I4 H1 I3 D7   H3 H4   H3 H4   A5 D4 D6 H2 I2"
    for takers, winner in [((True, True), 1), ((False, True), 3), ((False, False), None)]:
        scripts = [
            Script(discard=["I1", "D7", "H5"], take=[0, 0]),
            Script(open=[["A1"] * 3], ready=[True], discard=["A5"], go_out=[takers[0]]),
            Script(discard=["H1", "D4"], gain=[["H6", "H7"]]),
            Script(open=[["A2"] * 3], ready=[True], discard=["D6"], go_out=[takers[1]]),
        ]
        rules = one_short_game(players=4, ready_after_open=True)
        game = run(rules, hands, pile, scripts)
        assert [e["waits"] for e in of(game, "ready")] == [["H2", "H5"]] * 2
        claims = game.events[names(game).index("discard") :]
        claims = [e for e in claims if e.get("card") == "H5" and e["event"] != "discard"]
        if winner is None:
            assert (claims[0]["event"], claims[0]["seat"]) == ("gain", 2)
        else:
            assert (claims[0]["event"], claims[0]["seat"]) == ("out", winner)


def test_a_wrong_answer_is_caught():
    hands, pile = WAITING_HANDS, WAITING_PILE
    wrong = [
        Script(take=[3]),
        Script(discard=["A1"]),
        Script(open=[["H7", "A4", "D7"]]),
        Script(discard=["H5*"]),
    ]
    for script in wrong[:2] + wrong[3:]:
        with pytest.raises(AssertionError, match="not in"):
            run(one_short_game(), hands, pile, [script, Script()])
    with pytest.raises(AssertionError, match="not held"):
        run(one_short_game(), hands, pile, [Script(), Script(open=[["A1", "A1", "A1*"]])])


def test_asked_only_where_there_is_a_choice():
    market = "A1 A1 A1  D2 D3* D3"
    hands = ["H7 A4 D7 I2 I3 I4 I1", "H1 H3 H5 A7 D1 D5 I2"]
    scripts = [Script(discard=["A4", "A1"]), Script(discard=["A1"])]
    run(one_short_game(), hands, market, scripts)
    takes = [[options for d, options in s.asked if d == "take"] for s in scripts]
    # Three equal cards are no choice; then D2 D3* D3 and D3* D3 are one.
    assert takes[1][0] == [0, 1, 2] and takes[0][0] == [0, 1]
    discards = [options for d, options in scripts[0].asked if d == "discard"]
    assert discards[0] == in_order(cards("H7 A4 D7 I2 I3 I4 I1 A1"))
    for game in seeded(resolve("official", 4), 4, (Baseline, Random), deals=4):
        asked = sum(game.asked.values())
        assert 0 < asked == sum(game.asked[s, d] for s in range(4) for d in Script.PLAIN) + sum(
            game.asked[s, "discard"] for s in range(4)
        )


# ---- the pile's end


def short_deck(hands, pile):
    deck = [card for one in hands for card in cards(one)] + cards(pile)
    return lambda short_game: deck


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
    game = run(rules, hands, "", [Script(), Script()], decks=short_deck(hands, pile), check=False)
    assert names(game)[-4:] == [*tail, "result"]
    assert game.events[-2]["end"] == "exhausted" and game.events[-2]["winner"] == -1
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
    game = run(rules, hands, "", scripts, decks=short_deck(hands, pile), check=False)
    if (left, pile_end) == (0, "empty"):
        return
    assert names(game)[-4:] == [*tail, "result"]
    assert game.table.all_turns == frames.rounds_rows(game.events)[0]["turns"] == turns
    assert game.table.opened[0] == [["H1", "H2", "H3"]]


def test_pile_ends_at_a_gain():
    hands = ["H3 A4 D7 I2 I3 I4 I1", "H1 H2 H5 A7 D1 D5 I2"]
    scripts = [Script(discard=["H3"]), Script(gain=[["H1", "H2"]])]
    decks = short_deck(hands, "A1 A6 H7 D3")
    game = run(one_short_game(), hands, "", scripts, decks=decks, check=False)
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
    turn = turn[: [event["seat"] for event in turn].index(1)]
    assert [event["event"] for event in turn] == ["take"] + ["open"] * opened + ["draw"]
    assert len(turn[-1]["cards"]) == drawn
    if open_draw == "two" and opened == 2:
        later = [options for decision, options in script.asked if decision == "discard"]
        assert all(len(options) <= held + 1 for options in later)
        assert not any(event["seat"] == 0 for event in of(game, "ready", "out"))


def test_any_lets_a_player_stop_after_one_set():
    hands = ["H1 H2 H3 A1 A1 A1* I1", "H1 H3 H5 A7 D1 D5 I2"]
    script = Script(open=[["A1", "A1", "A1*"], None])
    game = run(one_short_game(opens_per_turn="any"), hands, "D4 D5 D6", [script, Script()])
    assert len(of(game, "draw")[0]["cards"]) == 2
    asked = [options for decision, options in script.asked if decision == "open"]
    assert asked[0] == [None, ("H1", "H2", "H3"), ("A1", "A1", "A1")]
    assert asked[1] == [None, ("H1", "H2", "H3")]


def test_ready_needed_always():
    def unready_outs(ready_needed):
        found = 0
        for game in seeded(resolve("official", 3, ready_needed=ready_needed), 3):
            audit(game.events)
            for part in frames.short_games(game.events):
                ready = {event["seat"] for event in frames.of(part, "ready")}
                found += sum(event["seat"] not in ready for event in frames.of(part, "out"))
        return found

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
    assert unready_outs("always") == 0


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
        for game in seeded(resolve("official", 2, target_score=target, short_games=2), 2):
            result = game.events[-1]
            reached = max(result["scores"]) >= target
            assert result["end"] == ("target" if reached else "rounds")
            assert len(of(game, "round")) <= 2
            seen.add((result["end"], len(of(game, "round"))))
    # A target reached in the last short game ends by target.
    assert {("target", 1), ("target", 2), ("rounds", 2)} <= seen
    rules = one_short_game(players=3)
    game = run(rules, ["H7 A4 D7 I2 I3 I4 I1"] * 1 + ["H1 H3 H5 A7 D1 D5 I2", "A1 A3 A5 D3 H6 I3 I4"],
               "H2 A2 D2 D4", [Script() for _ in range(3)])
    assert game.events[-1]["win_share"] == [1 / 3] * 3


def test_presets_by_players():
    games = {2: 6, 3: 6, 4: 8}
    targets = {2: 24, 3: 18, 4: 12}
    for preset, players in itertools.product(PRESETS, games):
        rules = resolve(preset, players)
        assert rules["short_games"] == games[players]
        assert rules["target_score"] == targets[players]
    assert resolve("article", 2, target_score={2: 9, 3: 8})["target_score"] == 9


# ---- scoring


def scored(opened, held, pile="", preset="official", **overrides):
    rules = resolve(preset, 2, **overrides)
    return score(rules, [cards(one) for one in opened], cards(held), cards(pile))


def test_basic_score():
    result = scored(
        ["A1 A1 A1*", "D3 D4 D5"], "H1 H2 H3* I1 I1* D7 D7 D7", "D7* A1 H3 H5 A1"
    )
    assert (result["sets"], result["red"], result["conditions"]) == (2, 3, 0)
    # Three D7, three A1, one H3, then H5 misses; the check ends there.
    assert (result["bonus"], result["flips"]) == (7, cards("D7* A1 H3 H5"))
    assert result["points"] == 12


@pytest.mark.parametrize(
    ("overrides", "bonus", "flips"),
    [
        ({}, 3, 2),
        ({"bonus_points": "flip"}, 1, 2),
        ({"bonus_check": False}, 0, 0),
        # By title A2 counts H2; I1 counts no number; then A5 misses.
        ({"bonus_match": "title"}, 3 + 1 + 2, 4),
        ({"bonus_match": "title", "bonus_points": "flip"}, 3, 4),
    ],
)
def test_bonus_options(overrides, bonus, flips):
    result = scored(["A1 A1 A1"], "D7 D6 D6 D6 H2 H3 H4 D7".replace("D7", "I1"), "A1 A2 I1 A5", **overrides)
    assert (result["bonus"], len(result["flips"])) == (bonus, flips)


def test_bonus_by_title_of_the_same_number_everywhere():
    result = scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3", "D1* I4", bonus_match="title")
    assert (result["bonus"], result["flips"]) == (7, cards("D1* I4"))
    # An Item's picture 1 is not the number 1.
    result = scored(["A1 A1 A1"], "H2 H2 D1 D1 D1 H1 H2 H3", "I1", bonus_match="title")
    assert result["bonus"] == 0


def test_bonus_check_on_an_empty_pile():
    result = scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3", "D1")
    assert (result["bonus"], result["flips"]) == (3, ["D1"])
    assert scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3")["flips"] == []


ADVANCED = "official-advanced"


@pytest.mark.parametrize(
    ("opened", "held", "overrides", "points"),
    [
        # 1 and 7, touch: every set has a 1, a 7 or an Item.
        (["A1* A1 A1"], "D7* D7 H1 H2 H3 I1 I1 I1", {}, 4),
        (["A1* A1 A1"], "D6 D6 H1 H2 H3 I1 I1 I1", {}, 0),
        (["A1* A2 A3"], "D7* D7 H1 H2 H3 I1 I1 I1", {}, 4),
        # 1 and 7, pure: every opened set is of such cards alone, the hand does not matter.
        (["A1* A1 A1"], "D6 D6 H1 H2 H3 I1 I1 I1", {"ends_condition": "pure"}, 2),
        (["A1* A2 A3"], "D7* D7 H1 H2 H3 I1 I1 I1", {"ends_condition": "pure"}, 0),
        (["A1* A1 A1", "I2 I2 I2"], "D6 D6 H3 H4 H5 I1 I1 I1", {"ends_condition": "pure"}, 2),
        # 2 and 6: no 1, 7 or Item in any set, or in any opened one.
        (["A2* A3 A4"], "D6* D6 H2 H3 H4 A6 A6 A6", {}, 4),
        (["A2* A3 A4"], "D6* D6 H1 H2 H3 A6 A6 A6", {}, 0),
        (["A2* A3 A4"], "D6* D6 H1 H2 H3 A6 A6 A6", {"middle_condition": "opened"}, 4),
        (["A1 A2* A3"], "D6* D6 H2 H3 H4 A6 A6 A6", {"middle_condition": "opened"}, 0),
        # 3 and 5: three sets opened.
        (["A3* A4 A5", "H4 H4 H4", "D1 D1 D1"], "D5* D5 H1 H2 H3 I1 I1 I1", {}, 4),
        (["A3* A4 A5", "H4 H4 H4"], "D5* D5 H1 H2 H3 I1 I1 I1", {}, 0),
        # 4: one attribute, Items beside it.
        (["A4* A5 A6", "I1 I1 I1"], "A2 A2 I2 I2 I2 A5 A6 A7", {}, 5),
        (["A4* A5 A6"], "A2 A2 A1 A1 A1 A5 A6 A7", {}, 5),
        (["A4* A5 A6"], "A2 A2 H1 H1 H1 A5 A6 A7", {}, 0),
        # Items: plain 1, victory nothing.
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {}, 1),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win_kinds": ["I4"]}, 1),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win_kinds": []}, 2),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win": "off"}, 1),
    ],
)
def test_conditions(opened, held, overrides, points):
    result = scored(opened, held, preset=ADVANCED, **overrides)
    assert (result["red"], result["conditions"]) == (0, points)
    basic = scored(opened, held, **overrides)
    assert basic["conditions"] == 0
    assert basic["red"] == " ".join([*opened, held]).count("*")


def test_split_that_is_scored_and_its_colours():
    two_ways = [goal for goal, found in hand.GOALS.items() if len(found) == 2]
    rules = resolve(ADVANCED, 2)
    for goal in two_ways:
        held = [k for k, n in zip(KINDS, goal, strict=True) for _ in range(n)]
        first, second = (lay_out(held, split) for split in hand.splits(held))
        opened = [cards("A1* A1 A1")]
        assert conditions(rules, opened, first) == conditions(rules, opened, second)
        assert score(rules, opened, held, [])["hand"] == first
        assert KINDS.index(first[0][0]) < KINDS.index(second[0][0])
    # Black copies go to the small set, then to the first big set.
    assert scored(["A1 A1 A1"], "H1* H1 H1 H2 H3 D1 D1 D1")["hand"] == [
        ["H1", "H1"],
        ["H1*", "H2", "H3"],
        ["D1", "D1", "D1"],
    ]
    assert scored(["A1 A1 A1"], "H3 H3* H1 H2 H4 H5 D1 D1")["hand"] == [
        ["D1", "D1"],
        ["H1", "H2", "H3"],
        ["H3*", "H4", "H5"],
    ]


def test_discarder_pays_never_below_zero():
    for pays, have, left in [(False, 5, 5), (True, 5, 3), (True, 1, 0), (True, 0, 0)]:
        rules = one_short_game(discarder_pays=pays)
        scores = [have, 4]
        game = run(rules, WAITING_HANDS, WAITING_PILE, waiting_scripts(), scores=scores)
        event = of(game, "score")[0]
        assert event["points"] == 2
        assert (event["payer"], event["paid"]) == ((0, have - left) if pays else (-1, 0))
        assert game.events[-1]["scores"] == [left, 6]
        rows = frames.hands_rows(game.events)
        assert [row["points"] for row in rows] == [left - have, 2]
        assert frames.rounds_rows(game.events)[0]["paid"] == have - left


def test_nobody_pays_for_going_out_by_take():
    hands = ["D6 A4 D7 I2 I3 I4 I1", "A1 A1 A1 H1 H2 H3 D1"]
    scripts = [Script(discard=["H5", "A7"]), Script(open=[["A1"] * 3])]
    rules = one_short_game(discarder_pays=True)
    game = run(rules, hands, "H5 D2 A7 D3 I1 I1 H6", scripts, scores=[9, 0])
    event = of(game, "out")[0]
    assert (event["by"], event["from"], event["card"]) == ("take", -1, "I1")
    assert (of(game, "score")[0]["payer"], game.events[-1]["scores"][0]) == (-1, 9)


# ---- the item win


@pytest.mark.parametrize(
    ("opened", "held", "overrides", "won"),
    [
        ("I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H1", {}, True),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "H1 I2*", {}, True),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "H1 H2*", {}, False),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "I4*", {}, False),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "I4*", {"item_win_kinds": ["I4"]}, True),
        ("I1 I1 I1*|I2 I2 I2", "I3 I3 I3", {}, False),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2", "I3 I3 I3", {}, False),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H2", {}, True),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H2", {"item_win_sets": "all"}, False),
        ("I1 I1 I1*|I2 I2 I2|I3 I3 I3|I4 I4 I4", "H2", {"item_win_sets": "all"}, True),
    ],
)
def test_item_win_sets_and_kinds(opened, held, overrides, won):
    sets = [cards(one) for one in opened.split("|")]
    assert is_item_win(resolve(ADVANCED, 2, **overrides), sets, cards(held)) == won


# Seat 0 opens I1s and I2s, then I3s; it holds H1 H2 H3 besides, then goes for the goal shape.
ITEM_HANDS = ["I1 I1 I1* I2 I2 I2 I3", "H4 A3 H5 A7 D1 D5 D7"]
ITEM_PILE = "I3 A4 H7  H1 H2 H3 D2 I3  A6 D6 H6"


def item_scripts():
    first = Script(open=[cards("I1 I1 I1*"), cards("I2 I2 I2"), cards("I3 I3 I3")])
    return [first, Script(discard=["A4"])]


def test_item_win_opened():
    rules = one_short_game(ADVANCED, opens_per_turn="any")
    game = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts())
    assert names(game)[-3:] == ["open", "round_end", "result"]
    assert game.events[-2] == {
        "event": "round_end",
        "end": "item_win",
        "winner": 0,
        "scores": [0, 0],
    }
    assert game.events[-1]["end"] == "item_win"
    row = frames.rounds_rows(game.events)[0]
    assert (row["end"], row["winner"], row["discarder"], row["points"]) == ("item_win", 0, -1, 0)
    # It wins even from behind, and before a pile that is too short is noticed.
    behind = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts(), scores=[1, 9])
    assert behind.events[-1]["scores"] == [1, 9] and behind.events[-1]["win_share"] == [1.0, 0.0]
    deck = short_deck(ITEM_HANDS, ITEM_PILE[: ITEM_PILE.index("  A6")])
    short = run(rules, ITEM_HANDS, "", item_scripts(), decks=deck, check=False)
    assert short.events[-1]["end"] == "item_win"


@pytest.mark.parametrize(
    "overrides", [{"item_win": "off"}, {"item_win": "goal"}, {"advanced": False}]
)
def test_no_item_win_on_opening(overrides):
    rules = one_short_game(ADVANCED, **({"opens_per_turn": "any"} | overrides))
    game = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts())
    index = max(i for i, name in enumerate(names(game)) if name == "open")
    assert names(game)[index + 1] == "draw"


def test_item_win_by_gaining():
    hands = ["I1 I1 I1* I2 I2 I2 I3", "H4 A3 H5 A7 D1 D5 D7"]
    pile = "I3 I3 H7  H1 H2 H4 D2 D6"
    scripts = [
        Script(open=[cards("I1 I1 I1*"), cards("I2 I2 I2")], gain=[["I3", "I3"]]),
        Script(discard=["I3"]),
    ]
    rules = one_short_game(ADVANCED, opens_per_turn="any")
    game = run(rules, hands, pile, scripts)
    assert names(game)[-3:] == ["gain", "round_end", "result"]
    assert game.events[-1]["win_share"] == [1.0, 0.0]


@pytest.mark.parametrize("by", ["take", "discard"])
def test_item_win_goal(by):
    hands = ITEM_HANDS
    # After three sets seat 0 holds H1 H2 H3 D2 A6 and draws D3 D4: waits for A6.
    pile = "I3 A4 H7  H1 H2 H3 D2 I3  D3 D4  A6 A6 D6" if by == "take" else ITEM_PILE
    first = item_scripts()[0]
    first.answers |= {"ready": [True]}
    if by == "take":
        # seat 0: H1 H2 H3 D2 H7 + D3 D4 -> waits for H7
        pile = "I3 A4 H7  H1 H2 H3 D2 I3  D3 D4  A6 H7 D6"
        first.answers |= {"take": [0, 0, 0]}
        second = Script(discard=["A4", "A6"])
    else:
        pile = "I3 A4 H7  H1 H2 H3 D2 I3  D3 D4  H7 A6 D6  A5 A5 A2"
        second = Script(discard=["A4", "A7", "H7"])
        first.answers |= {"discard": ["A6"]}
        second.answers |= {"take": [0, 0]}
    rules = one_short_game(ADVANCED, opens_per_turn="any", item_win="goal")
    game = run(rules, hands, pile, [first, second], scores=[0, 9])
    audited = copy.deepcopy(game.events)
    assert names(game)[-3:] == ["out", "round_end", "result"]
    assert of(game, "out")[0]["by"] == by
    assert game.events[-1] == {
        "event": "result",
        "end": "item_win",
        "scores": [0, 9],
        "win_share": [1.0, 0.0],
    }
    audited[-1]["scores"] = audited[-2]["scores"] = [0, 0]
    audit(audited, check_shuffle=False)
    row = frames.rounds_rows(game.events)[0]
    assert (row["points"], row["discarder"]) == (0, 1 if by == "discard" else -1)


# ---- strategies


def test_random_by_its_dice():
    game = next(iter(seeded(resolve("official", 2), 2, (Random,), deals=1)))
    first = game.events[1]["first"]
    held = in_order(game.events[2]["hands"][first])
    market = game.events[3]["cards"]
    dice = Dice(key(5, DICE, 0, 1, 0, first))
    card = market[dice.below(3)]
    assert game.events[4]["card"] == card
    held = in_order([*held, card])
    sets = hand.big_sets(held)
    chosen = dice.below(len(sets) + 1) if sets else 0
    if chosen:
        assert game.events[5]["cards"] == black_first(held, sets[chosen - 1])
    else:
        assert game.events[5]["card"] == held[dice.below(8)]


def test_random_uses_every_answer():
    seen = {}
    for game in seeded(resolve("article", 2), 2, (Random,), deals=12):
        for event in game.events:
            seen.setdefault(event["event"], []).append(event)
    assert len(seen["open"]) > 50 and len(seen["gain"]) > 20
    assert all(event["seat"] in (0, 1) for event in seen["ready"])


def test_baseline_takes_opens_and_discards_by_need():
    # Seat 0 needs H3 for a run; it stands third, and a second time fourth.
    hands = ["H1 H2 A1 A1 A1* D1 D1", "H4 A3 H5 A7 D2 D5 D7", "I1 I2 I3 I4 H7 A5 D4"]
    game = run(one_short_game(players=3), hands, "I1 I2 H3* H3",
               [Baseline(), Script(), Script()])
    assert of(game, "take")[0]["card"] == "H3*"
    # H123 and A111 both leave the rest one set short; the lower one is opened.
    assert of(game, "open")[0]["cards"] == ["H1", "H2", "H3*"]
    rest = hand.need(cards("A1 A1 A1* D1 D1"))
    assert rest == hand.need(cards("H1 H2 H3* D1 D1")) == 3


def test_baseline_after_its_first_set_and_when_gaining():
    opened_twice = 0
    for game in seeded(resolve("official", 3), 3):
        for part in frames.short_games(game.events):
            sets = [event["seat"] for event in frames.of(part, "open", "gain")]
            opened_twice += len(sets) - len(set(sets))
            for event in frames.of(part, "ready"):
                assert event["seat"] in sets
    assert opened_twice == 0
    hands = ["H3 A6 D6 I1 I2 I3 A7", "H1 H2 H4 H5 A1 A3 D3"]
    game = run(one_short_game(), hands, "H7 D1 D5", [Script(discard=["H3"]), Baseline()])
    needs = [hand.need(cards(left)) for left in
             ("H4 H5 A1 A3 D3", "H1 H5 A1 A3 D3", "H1 H2 A1 A3 D3")]
    best = needs.index(min(needs))
    assert of(game, "gain")[0]["cards"] == ["H1 H2 H3", "H2 H3 H4", "H3 H4 H5"][best].split()


def test_baseline_discards_black_first():
    view = type("View", (), {"hand": cards("H1 H1* H3 H4 H5 A1 A1 A1"), "decision": "discard"})
    assert hand.need(cards("H1 H3 H4 H5 A1 A1 A1")) == 1
    assert Baseline().discard(view) == "H1"
    view.hand = cards("H1 H1 H3 H4 H5 A1 A1 A3*")
    assert Baseline().discard(view) in view.hand


# ---- the audit


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
    assert last["turns"] == table.all_turns and last["pile_left"] == len(game.pile)
    rows = frames.hands_rows(game.events)
    for row in rows[-table.players :]:
        seat = row["seat"]
        assert row["turns"] == table.turns[seat]
        assert (row["opened"], row["gained"]) == (len(table.opened[seat]), table.gained[seat])
        assert row["ready_turn"] == table.ready_turn[seat]
    totals = [sum(row["points"] for row in rows if row["seat"] == s) for s in range(table.players)]
    assert totals == table.scores == [row["score"] for row in frames.games_rows(game.events)]


class Wild(Random):
    """Random that mixes the colours, declines to go out now and then, and is ready at once."""

    def go_out(self, view):
        return view.dice.below(4) > 0

    def ready(self, view):
        return view.dice.below(4) > 0

    def open(self, view):
        wanted = view.options[view.dice.below(len(view.options))]
        if wanted is None:
            return None
        wanted = list(wanted)
        if view.decision == "gain":
            wanted.remove(view.table.offer[:2])
        left, answer = list(view.hand), []
        for k in wanted:
            copies = [card for card in left if card[:2] == k]
            answer.append(copies[view.dice.below(len(copies))])
            left.remove(answer[-1])
        return answer

    gain = open


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
    deck = events[1]["deck"]
    events[index]["card"] = deck[-1] if deck[-1] != events[index]["card"] else deck[-2]
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
    return None  # noticed at its next discard or when it goes out


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
    rules = resolve(ADVANCED, 4)
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


# ---- frames


def test_rows_of_a_game_made_by_hand():
    game = run(one_short_game(), WAITING_HANDS, WAITING_PILE, waiting_scripts())
    here = {"cell": 0, "deal": 0, "game": 0}
    assert frames.rounds_rows(game.events) == [
        here
        | {
            "round": 1,
            "first_seat": 0,
            "turns": 5,
            "end": "discard",
            "winner": 1,
            "discarder": 0,
            "points": 2,
            "points_sets": 1,
            "points_red": 0,
            "points_conditions": 0,
            "points_bonus": 1,
            "bonus_checks": 2,
            "paid": 0,
            "pile_left": 100 - 14 - 3 - 2 - 3 - 2,
        }
    ]
    # At the declaration the player sees its own I1 alone of the four.
    assert frames.hands_rows(game.events) == [
        here
        | {
            "round": 1,
            "seat": 0,
            "strategy": "script-0",
            "opened": 0,
            "gained": 0,
            "first_open_turn": -1,
            "ready_turn": -1,
            "ready_waits": -1,
            "ready_outs": -1,
            "turns": 3,
            "points": 0,
        },
        here
        | {
            "round": 1,
            "seat": 1,
            "strategy": "script-1",
            "opened": 1,
            "gained": 0,
            "first_open_turn": 1,
            "ready_turn": 2,
            "ready_waits": 1,
            "ready_outs": 3,
            "turns": 2,
            "points": 2,
        },
    ]
    assert frames.games_rows(game.events) == [
        here
        | {
            "seat": seat,
            "strategy": f"script-{seat}",
            "score": [0, 2][seat],
            "win_share": [0.0, 1.0][seat],
            "rounds": 1,
            "end": "rounds",
        }
        for seat in (0, 1)
    ]


def test_outs_count_what_the_player_sees():
    # Waits H1, H4: one H4 lies gained and opened, one H1 in a discard pile, one H4 in the market.
    hands = ["H6 H1 A4 D7 I2 I3 H5", "A1 A1 A1 D1 D2 D3 I4"]
    scripts = [
        Script(discard=["H1", "A4"]),
        Script(open=[["A1"] * 3], discard=["A7"], ready=[True]),
    ]
    game = run(one_short_game(), hands, "A6 I4 A5 H2 H3 A7 H4 D6", scripts)
    row = frames.hands_rows(game.events)[1]
    assert (row["ready_waits"], row["ready_outs"]) == (2, 3 + 3)


def test_outs_agree_with_the_table():
    """The same figure from the game's state at the moment of the declaration."""

    class Counting(Wild):
        seen = {}

        def ready(self, view):
            table = view.table
            sight = view.hand + table.market
            sight = sight + [card for pile in table.discards for card in pile]
            sight = sight + [card for sets in table.opened for one in sets for card in one]
            left = list(DECK)
            for card in sight:
                left.remove(card)
            waits = hand.waits(view.hand)
            outs = sum(card[:2] in waits for card in left)
            self.seen[table.round, view.seat] = (len(waits), outs)
            return True

    declared = 0
    for preset in PRESETS:
        rules = resolve(preset, 3, ready_after_open=preset == "article")
        for game in seeded(rules, 3, (Baseline, Counting), deals=6):
            for row in frames.hands_rows(game.events):
                if row["strategy"] == "Counting" and row["ready_turn"] >= 0:
                    declared += 1
                    seen = Counting.seen[row["round"], row["seat"]]
                    assert (row["ready_waits"], row["ready_outs"]) == seen
    assert declared > 20
