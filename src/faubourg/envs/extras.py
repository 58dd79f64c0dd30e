"""Optional dependencies: imported when they are used, with a sentence where one is missing."""

from importlib import import_module
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text


class MissingExtra(FaubourgError, ImportError):  # noqa: N818 - what is the matter, in two words
    """A package that an environment rests on is not installed."""


def needed(module: str, extra: str) -> Any:
    """A module of another package; if it is not there, how to get it.

    >>> needed("no_such_package", "envs")
    Traceback (most recent call last):
    faubourg.envs.extras.MissingExtra: The package no_such_package is missing: pip install
    'faubourg[envs]' brings it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # it is there, and something that it needs itself is not
        missing = error.name
    raise MissingExtra(
        "missing-extra",
        Text(
            f"The package {missing} is missing: pip install 'faubourg[{extra}]' brings it.",
            f"Le paquet {missing} manque : pip install 'faubourg[{extra}]' l'apporte.",
        ),
    )
