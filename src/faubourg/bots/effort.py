"""The budget of a search: seconds, or a number of simulations."""

from collections.abc import Callable
from dataclasses import dataclass

from faubourg.bots.search import Search
from faubourg.core.checks import is_number, is_whole, not_allowed
from faubourg.core.errors import OptionError
from faubourg.core.text import Text

MOST_SECONDS = 3600
MOST_SIMULATIONS = 10**9
SECONDS = Text(
    f"numbers above 0, at most {MOST_SECONDS}",
    f"les nombres au-dessus de 0, jusqu'à {MOST_SECONDS}",
)
SIMULATIONS = Text(
    f"whole numbers above 0, at most {MOST_SIMULATIONS}",
    f"les entiers au-dessus de 0, jusqu'à {MOST_SIMULATIONS}",
)
BOTH = Text(
    "Either 'seconds' or 'simulations' can be chosen, not both.",
    "On choisit « seconds » ou « simulations », pas les deux.",
)


@dataclass(frozen=True)
class Effort:
    """Exactly one of the two is given."""

    seconds: float | None = None
    simulations: int | None = None

    def spend(
        self,
        search: Search,
        to_decide: bool = False,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Run a search; with `to_decide` it stops early when its choice is certain, and one that
        has a time to spend as soon as it is `enough`."""
        if self.simulations is not None:
            search.run(self.simulations)
        elif self.seconds is not None:
            search.run_for(self.seconds, to_decide, enough)


def check_effort(seconds: object, simulations: object, usual: Effort) -> Effort:
    """The effort given, or the usual; OptionError says what is allowed."""
    if seconds is not None and simulations is not None:
        raise OptionError("effort", BOTH)
    if seconds is not None:
        if not is_number(seconds, 0, MOST_SECONDS):
            raise not_allowed("seconds", seconds, SECONDS)
        return Effort(seconds=float(seconds))
    if simulations is not None:
        if not is_whole(simulations, 1, MOST_SIMULATIONS):
            raise not_allowed("simulations", simulations, SIMULATIONS)
        return Effort(simulations=simulations)
    return usual
