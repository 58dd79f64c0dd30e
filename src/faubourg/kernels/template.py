"""Templates: modules specialised for each game, so that Numba can inline and cache them.

A template declares the names that it takes from a game (`step: Callable[…]`) and never defines
them; `specialise` runs its file anew for each game with these names in place.
"""

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from faubourg.core.game import part
from faubourg.kernels.compile import GAMES, OF_GAME

# The kernels of a game that others are compiled around, and the files that they are in.
KERNELS = {
    **dict.fromkeys(("legal", "chance", "nature", "step", "outcome"), "rules"),
    "rate": "insight",
}


@cache
def play_kernels(name: str) -> ModuleType:
    """`kernels/play.py` as a module of its own around the kernels of one game."""
    return specialise(
        name, Path(__file__).with_name("play.py"), "faubourg.kernels", kernels_of(name)
    )


def kernels_of(name: str, **more: str) -> dict[str, Any]:
    """The kernels of a game by name, and `more` of them, given with the files that they are in."""
    wanted = {**KERNELS, **more}
    found = {kernel: getattr(part(name, file), kernel) for kernel, file in wanted.items()}
    return found | {"rate_all": _rate_all(name)}


@cache
def _rate_all(name: str) -> Any:
    """A game's own `rate_all`, or one action after the other by its `rate`."""
    insight = part(name, "insight")
    if hasattr(insight, "rate_all"):
        return insight.rate_all
    template = Path(__file__).with_name("ratings.py")
    return specialise(name, template, "faubourg.kernels", {"rate": insight.rate}).rate_all


def specialise(
    name: str, template: Path, package: str, kernels: Mapping[str, Any], variant: str = ""
) -> ModuleType:
    """A template as a module of its own for one game, with kernels in place of the names that the
    file only declares. Its module-level functions are cached between runs by Numba, which a
    factory's closures would not be. A `variant` is named where kernels are not all the game's."""
    module_name = f"{package}.{template.stem}_{name}{variant}"
    spec = importlib.util.spec_from_file_location(module_name, template)
    if spec is None or spec.loader is None:
        raise ImportError(module_name)
    module = importlib.util.module_from_spec(spec)
    vars(module).update(kernels, **{OF_GAME: f"{GAMES}.{name}"})
    sys.modules[module_name] = module  # where Numba looks for it
    spec.loader.exec_module(module)
    return module
