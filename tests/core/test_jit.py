"""Compiled code: what its cache rests on, and that it is never stale."""

import logging
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

import rummy_sim
from rummy_sim.core import jit
from rummy_sim.core.sources import fingerprint, sources_of

PACKAGE = Path(rummy_sim.__file__).resolve().parent

KERNEL = """
from made_up_helper import plus
from rummy_sim.core.jit import kernel

@kernel()
def twice_plus(x):
    return plus(2 * x)

print(twice_plus(4), sum(twice_plus.stats.cache_hits.values()))
"""
HELPER = """
from rummy_sim.core.jit import helper

@helper
def plus(x):
    return x + {}
"""


def names(module):
    return {str(file.resolve().relative_to(PACKAGE)) for file in sources_of(module)}


def test_the_engine_rests_on_all_that_is_compiled_into_it():
    import_module("rummy_sim.phantom.engine")
    found = names("rummy_sim.phantom.engine")
    assert {"core/rng.py", "core/job.py", "core/bits.py", "core/jit.py"} <= found
    for file in ("bonus", "cards", "contract", "events", "frames", "hand", "scoring", "state"):
        assert f"phantom/{file}.py" in found
    # How a game is told and configured changes nothing that is compiled.
    assert not found & {"phantom/transcript.py", "phantom/game.py", "phantom/rules.py"}
    assert not any(file.startswith(("runs/", "cli/", "stats/", "phase10/")) for file in found)


def test_an_unknown_module_rests_on_nothing():
    assert sources_of("there.is.no.such.module") == ()


def test_the_fingerprint_changes_with_any_source(tmp_path):
    files = tuple(tmp_path / name for name in ("a.py", "b.py"))
    for file in files:
        file.write_text("x = 1\n")
    seen = [fingerprint.__wrapped__(files)]
    assert seen[0] == fingerprint.__wrapped__(files[::-1])
    for file in files:
        file.write_text("x = 2\n")
        seen.append(fingerprint.__wrapped__(files))
    seen.append(fingerprint.__wrapped__(files[:1]))
    (tmp_path / "b.py").rename(tmp_path / "c.py")
    seen.append(fingerprint.__wrapped__((tmp_path / "a.py", tmp_path / "c.py")))
    assert len(set(seen)) == 5
    assert all(len(mark) == 16 and int(mark, 16) >= 0 for mark in seen)


def test_the_cache_lies_where_it_is_wished(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = jit.cache_folder("rummy_sim.core.rng")
    assert folder.parent == tmp_path
    name = "rummy_sim.core.rng"
    assert folder.name == f"rng-{fingerprint(sources_of(name), name)}"
    assert fingerprint(sources_of(name), name) != fingerprint(sources_of(name), "another")
    assert folder != jit.cache_folder("rummy_sim.core.job")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert "rummy-sim" in str(jit.cache_folder("rummy_sim.core.rng"))


def run(folder, module, **environment):
    """Import a module of a folder in a new interpreter; return the words it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); import {module}"],
        cwd=folder,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_changed_helper_in_another_file_is_never_served_from_the_cache(tmp_path):
    (tmp_path / "made_up_kernel.py").write_text(KERNEL)
    (tmp_path / "made_up_helper.py").write_text(HELPER.format(1))
    assert run(tmp_path, "made_up_kernel") == ["9", "0"]
    assert run(tmp_path, "made_up_kernel") == ["9", "1"]
    (tmp_path / "made_up_helper.py").write_text(HELPER.format(3))
    assert run(tmp_path, "made_up_kernel") == ["11", "0"]


PLAIN = """
from rummy_sim.core import jit, rng

def f(x):
    return x + 1

print(jit.PLAIN, jit.kernel()(f) is f, jit.helper(f) is f, type(rng.mix64).__name__ == "function")
"""


@pytest.mark.parametrize(("wish", "plain"), [("1", "True"), ("0", "False"), ("", "False")])
def test_plain_mode_compiles_nothing(tmp_path, wish, plain):
    (tmp_path / "made_up.py").write_text(PLAIN)
    assert run(tmp_path, "made_up", RUMMY_SIM_PLAIN=wish) == [plain] * 4


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled in plain mode")
def test_compiling_is_announced_once(monkeypatch, tmp_path, caplog):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    jit._announce.cache_clear()
    with caplog.at_level(logging.INFO, "rummy_sim"):
        for _ in range(2):
            assert jit.kernel("int64(int64)")(twice)(4) == 8
    assert [record.message for record in caplog.records] == [
        "compiling the simulator, once, about 20 s"
    ]
    caplog.clear()
    jit._announce.cache_clear()
    with caplog.at_level(logging.INFO, "rummy_sim"):
        jit.kernel("int64(int64)")(twice)
    assert not caplog.records


def twice(x):
    return 2 * x


def test_workers_that_compile_at_a_time_use_a_folder_each(monkeypatch, tmp_path):
    seen = []

    def slow_njit(**settings):
        begun = vars(jit.config)["CACHE_DIR"]
        time.sleep(0.02)
        seen.append((begun, vars(jit.config)["CACHE_DIR"]))
        return lambda function: function

    monkeypatch.setattr(jit.numba, "njit", slow_njit)
    monkeypatch.setattr(jit, "cache_folder", lambda module: tmp_path / module)
    before = vars(jit.config)["CACHE_DIR"]

    def decorate(number):
        def function():
            return number

        function.__module__ = f"module{number}"
        jit.compiled(function)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(decorate, range(8)))
    assert sorted(seen) == [(str(tmp_path / f"module{n}"),) * 2 for n in range(8)]
    assert vars(jit.config)["CACHE_DIR"] == before
