"""Plain Python plays the same games as compiled code, and warns of nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

from .few_games import few_games

ROOT = Path(__file__).parents[2]


def test_plain_mode_plays_the_same_games():
    done = subprocess.run(
        # Any warning, of a number that overflows above all, would be an error.
        [sys.executable, "-W", "error", "-m", "tests.phantom.few_games"],
        cwd=ROOT,
        env={**os.environ, "RUMMY_SIM_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    plain = json.loads(done.stdout)
    compiled = few_games()
    assert [game["preset"] for game in plain] == [game["preset"] for game in compiled]
    for ours, theirs in zip(plain, compiled, strict=True):
        assert ours == theirs, ours["preset"]
