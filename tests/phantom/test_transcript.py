"""Transcripts: one game kept word for word, and every event told.

After a change that is meant to alter it, ``python -m tests.phantom.test_transcript``
writes the kept game anew; look at the difference before you keep it.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from rummy_sim.phantom import GAME

from .test_against_oracle import SEED, table_of

GOLDEN = Path(__file__).parent / "golden"

# With a gain, sets opened, a ready declaration, going out by discard, conditions and bonus checks.
KEPT = {
    "names": ["baseline", "hoarder.py"],
    "spec": {"preset": "official-advanced", "short_games": 1},
    "seed": 1,
    "game": 7351,
}

KEYS = {
    "game": "game players ruleset strategies seed cell deal number",
    "round": "round first deck",
    "deal": "hands",
    "market": "cards",
    "take": "seat card",
    "open": "seat cards",
    "draw": "seat cards",
    "discard": "seat card",
    "ready": "seat waits",
    "gain": "seat from card cards",
    "out": "seat by from card",
    "score": "seat opened hand sets red conditions bonus flips points payer paid",
    "round_end": "end winner scores",
    "result": "end scores win_share",
}


def events_of(names, spec, game, seed=SEED):
    ruleset, _ = GAME.resolve(spec, len(names))
    return list(GAME.transcript(table_of(names, ruleset, len(names)), seed, 0, game))


def kept_game():
    return events_of(KEPT["names"], KEPT["spec"], KEPT["game"], KEPT["seed"])


def as_lines(events):
    return [json.dumps(event) for event in events]


def test_the_kept_game_is_played_as_ever():
    assert as_lines(kept_game()) == (GOLDEN / "game.jsonl").read_text().splitlines()


def test_the_kept_game_is_told_as_ever():
    assert "\n".join(GAME.tell(kept_game())) + "\n" == (GOLDEN / "game.txt").read_text()


def test_the_kept_game_shows_most_of_what_happens():
    events = kept_game()
    assert {event["event"] for event in events} == KEYS.keys()
    (score,) = (event for event in events if event["event"] == "score")
    assert score["conditions"] > 0
    assert len(score["flips"]) == 2


@pytest.fixture(scope="module")
def many():
    """Games of several kinds, in which everything happens."""
    games = [events_of(["hoarder.py", "random"], "official-advanced", game) for game in range(30)]
    games += [
        events_of(["anything.py", "baseline", "random"], "article", game) for game in range(9)
    ]
    spec = {"discarder_pays": True, "target_score": 6}
    games += [events_of(["baseline"] * 4, spec, game) for game in range(8)]
    return games


def test_events_have_the_keys_of_the_frames_document(many):
    kinds = Counter()
    for event in (event for events in many for event in events):
        kinds[event["event"]] += 1
        assert list(event) == ["event", *KEYS[event["event"]].split()]
        assert json.loads(json.dumps(event)) == event
    assert kinds.keys() == KEYS.keys()


def mentioned(event):
    """What a reader must be told of an event: its cards, waits, figures and ends."""
    told = []
    for key in ("card", "cards", "waits", "hands", "opened", "flips", "from", "points"):
        value = event.get(key, [])
        for part in value if isinstance(value, list) else [value]:
            told += part if isinstance(part, list) else [part]
    if event["event"] == "score":
        told += [card for one in event["hand"] for card in one]
        told += [event["paid"]] if event["paid"] else []
    if event["event"] in ("round_end", "result"):
        told += event["scores"] if event["event"] == "round_end" else [event["end"]]
    return [str(word) for word in told if word != -1]


def test_every_event_is_told(many):
    for events in many:
        # The first event gives the players their names.
        for event in events:
            *_, text = GAME.tell([events[0], event])
            for word in mentioned(event):
                assert word in text, (event["event"], word, text)
            if "seat" in event and event["event"] != "score":
                name = f"{events[0]['strategies'][event['seat']]}[{event['seat']}]"
                assert name in text
        assert len(list(GAME.tell(events))) == len(events)


def test_all_the_ends_are_told_apart(many):
    text = "\n".join(line for events in many for line in GAME.tell(events))
    for words in (
        "The draw pile is too short: no score",
        "Item win: the whole game is won",
        "The game ends by target",
        "The game ends by rounds",
        "The game ends by item_win",
        " pays ",
        " is ready, waiting for ",
    ):
        assert words in text


def test_a_long_game_is_told_whole():
    """More events than the log has room for at first."""
    spec = {"short_games": 150, "target_score": 9_999}
    events = events_of(["random", "random"], spec, 0)
    assert len(events) > 4096
    assert events[-1]["event"] == "result"
    assert sum(event["event"] == "round" for event in events) == 150


if __name__ == "__main__":
    (GOLDEN / "game.jsonl").write_text("\n".join(as_lines(kept_game())) + "\n")
    (GOLDEN / "game.txt").write_text("\n".join(GAME.tell(kept_game())) + "\n")
