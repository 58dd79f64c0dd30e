"""Validation of a game's options and number of players, and the refusal of an unknown name."""

from collections.abc import Mapping, Sequence

from faubourg.core.checks import is_whole, not_allowed, plain, span
from faubourg.core.contract import Components, Option
from faubourg.core.errors import OptionError
from faubourg.core.text import Text, listed

RULES = Text("The version of the rules is", "La version des règles est")
PLAYERS = Text("The number of players is", "Le nombre de joueurs est")
OPTION = Text("The option '{name}' is", "L'option « {name} » vaut")
UNKNOWN = Text(
    "There is no {what} {name}; there is: {known}.", "Pas de {what} {name} ; il y a : {known}."
)
PAIR = Text("'{word}' must look like NAME=VALUE.", "« {word} » doit être NOM=VALEUR.")
KINDS = {
    "game": Text("game", "jeu"),
    "option": Text("option", "option"),
    "bot": Text("bot", "robot"),
    "language": Text("language", "langue"),
    "proxy": Text("proxy", "mandataire"),
}


def check_players(players: object, least: int, most: int) -> int:
    """A number of players that the game allows."""
    given = plain(players)
    if not is_whole(given, least, most):
        raise not_allowed("players", players, span(least, most), PLAYERS)
    return given


def check_rules(version: object, known: Sequence[int]) -> int:
    """A version of the rules that the game has."""
    if not is_whole(version, known[0], known[-1]) or version not in known:
        raise not_allowed("rules", version, listed([str(number) for number in known]), RULES)
    return version


def check_options(
    options: Sequence[Option],
    given: Mapping[str, object],
    players: int,
    version: int,
    components: Components,
) -> dict[str, str]:
    """All options of a game: those given, checked, and the defaults of the others."""
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            raise unknown("option", name, ["players", *known])
    chosen = {}
    for option in options:
        value = given.get(option.name, option.usual(players, version, components))
        allowed = option.values(players, components)
        if value not in allowed:
            subject = OPTION.format(name=option.name)
            raise not_allowed(option.name, value, listed(allowed), subject)
        chosen[option.name] = str(value)
    return chosen


def read_pair(word: str) -> tuple[str, str]:
    """The name and the value of an option as it is typed: NAME=VALUE.

    >>> read_pair("first=A")
    ('first', 'A')
    """
    name, equals, value = word.partition("=")
    if not equals:
        raise OptionError("option", PAIR.format(word=word))
    return name, value


def unknown(what: str, name: object, known: Sequence[str]) -> OptionError:
    """The refusal of a name that nothing has, with those that there are."""
    text = UNKNOWN.format(what=KINDS[what], name=repr(name), known=listed(list(known)))
    return OptionError(f"unknown-{what}", text)
