"""The examples in the docstrings say what the functions do."""

import doctest
import importlib
import pkgutil

import pytest

import rummy_sim.reports

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(rummy_sim.reports.__path__, "rummy_sim.reports.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
