"""The examples as modules, as they are when one of them is run."""

import importlib
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    monkeypatch.syspath_prepend(EXAMPLES)

    def load(name: str) -> ModuleType:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the libraries say of each other at import
            return importlib.import_module(name)

    return load
