"""How much a bot may think: for some seconds, or for a number of simulations."""

import math
from dataclasses import dataclass

from faubourg.bots.search import Search
from faubourg.core.errors import OptionError
from faubourg.core.text import Text

MOST_SECONDS = 3600.0
MOST_SIMULATIONS = 10**9


@dataclass(frozen=True)
class Effort:
    """Exactly one of the two is given."""

    seconds: float | None = None
    simulations: int | None = None

    def spend(self, search: Search, to_decide: bool = False) -> None:
        """Think that much, or less if it is only `to_decide` and nothing more can change."""
        if self.simulations is not None:
            search.run(self.simulations)
        elif self.seconds is not None:
            search.run_for(self.seconds, to_decide)


def check_effort(seconds: object, simulations: object, usual: Effort) -> Effort:
    """What was asked for, or the usual; OptionError says what is allowed."""
    if seconds is not None and simulations is not None:
        raise OptionError(
            "effort",
            Text(
                "Either 'seconds' or 'simulations' can be chosen, not both.",
                "On choisit « seconds » ou « simulations », pas les deux.",
            ),
        )
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise _wrong("seconds", seconds, MOST_SECONDS)
        if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
            raise _wrong("seconds", seconds, MOST_SECONDS)
        return Effort(seconds=float(seconds))
    if simulations is not None:
        if isinstance(simulations, bool) or not isinstance(simulations, int):
            raise _wrong("simulations", simulations, MOST_SIMULATIONS)
        if not 0 < simulations <= MOST_SIMULATIONS:
            raise _wrong("simulations", simulations, MOST_SIMULATIONS)
        return Effort(simulations=simulations)
    return usual


def _wrong(name: str, value: object, most: float) -> OptionError:
    whole = name == "simulations"
    allowed = Text(
        f"{'whole numbers' if whole else 'numbers'} above 0, at most {most:.0f}",
        f"{'les entiers' if whole else 'les nombres'} au-dessus de 0, jusqu'à {most:.0f}",
    )
    said = Text(
        "'{name}' is {value}; allowed: {allowed}.", "« {name} » vaut {value} ; permis : {allowed}."
    )
    return OptionError(name, said.format(name=name, value=repr(value), allowed=allowed))
