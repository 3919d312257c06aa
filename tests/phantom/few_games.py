"""Two games of each preset, for comparing ways to run them; prints them as JSON."""

import json

from rummy_sim.phantom import GAME

from .test_against_oracle import SEED, table_of

LINE_UPS = (["anything.py", "baseline", "random"], ["hoarder.py", "decliner.py"])


def few_games():
    """The transcripts and the frames' rows."""
    found = []
    for preset in GAME.presets:
        for names in LINE_UPS:
            ruleset, _ = GAME.resolve({"preset": preset, "short_games": 3}, len(names))
            table = table_of(names, ruleset, len(names))
            run = GAME.play(table, SEED, 0, range(1))
            found.append(
                {
                    "preset": preset,
                    "asked": run.asked,
                    "games": run.games.tolist(),
                    "rounds": run.rounds.tolist(),
                    "hands": run.hands.tolist(),
                    "events": list(GAME.transcript(table, SEED, 0, 0)),
                }
            )
    return json.loads(json.dumps(found))


if __name__ == "__main__":
    print(json.dumps(few_games()))
