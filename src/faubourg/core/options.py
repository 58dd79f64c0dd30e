"""Checks of what a user asks for: numbers of players, options, seats."""

from collections.abc import Mapping, Sequence

from faubourg.core.contract import Option
from faubourg.core.errors import OptionError
from faubourg.core.text import Text, listed


def check_players(players: object, least: int, most: int) -> int:
    """A number of players that the game allows."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        raise OptionError(
            "players",
            Text(
                f"The number of players is {players!r}; allowed: {least} to {most}.",
                f"Le nombre de joueurs est {players!r} ; permis : de {least} à {most}.",
            ),
        )
    return players


def check_options(
    options: Sequence[Option], given: Mapping[str, object], players: int
) -> dict[str, str]:
    """All options of a game: those given, checked, and the defaults of the others."""
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            raise unknown("option", name, ["players", *known])
    chosen = {}
    for option in options:
        value = given.get(option.name, option.default)
        allowed = option.allowed(players)
        if value not in allowed:
            names = listed(allowed)
            raise OptionError(
                option.name,
                Text(
                    f"The option '{option.name}' is {value!r}; allowed: {names.en}.",
                    f"L'option « {option.name} » vaut {value!r} ; permis : {names.fr}.",
                ),
            )
        chosen[option.name] = str(value)
    return chosen


def unknown(what: str, name: object, known: Sequence[str]) -> OptionError:
    """There is no such thing; here is what there is."""
    words = {
        "game": Text("game", "jeu"),
        "option": Text("option", "option"),
        "bot": Text("bot", "robot"),
        "language": Text("language", "langue"),
    }
    said = Text(
        "There is no {what} {name}; there is: {known}.", "Pas de {what} {name} ; il y a : {known}."
    )
    names = listed(list(known))
    return OptionError(
        f"unknown-{what}", said.format(what=words[what], name=repr(name), known=names)
    )


def check_count(name: str, value: object) -> int:
    """A number of games, workers and the like."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionError(
            name,
            Text(
                f"'{name}' is {value!r}; allowed: whole numbers from 1.",
                f"« {name} » vaut {value!r} ; permis : les entiers à partir de 1.",
            ),
        )
    return value
