"""The examples in the docstrings say what the functions do."""

import doctest
import importlib
import pkgutil

import pytest

import rummy_sim.stats

MODULES = sorted(module.name for module in pkgutil.iter_modules(rummy_sim.stats.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(f"rummy_sim.stats.{name}"))
    assert failed == 0
