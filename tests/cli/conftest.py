import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from rummy_sim.cli import main
from tests.runs.conftest import coin, coin_config

__all__ = ["coin"]  # the fixture that registers the third game, used by every test here


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def say(capsys, monkeypatch, tmp_path) -> Callable[..., Said]:
    """Run a command as the shell would, in a folder of its own, 80 columns wide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: str) -> Said:
        capsys.readouterr()
        code = main(args)
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def config(tmp_path) -> Callable[..., str]:
    """Write an experiment of the coin game; return its file."""

    def write(**changes: Any) -> str:
        path = Path(tmp_path) / "coin.yaml"
        path.write_text(yaml.safe_dump(coin_config(name=None) | changes))
        return str(path)

    return write
