"""Seats of a terminal game: people and bots, and their names.

A seat is written `me` for a person or a bot's name, with a name of its own before it if wanted:
`me`, `steady`, `Anna=me`, `Robbie=expert`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from faubourg.bots.bot import Bot, names
from faubourg.bots.levels import USUAL, at_table, level_name
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.players import DEFAULT_NAMES, LONGEST_NAME, SEAT_LETTERS
from faubourg.core.text import Language, Text, listed
from faubourg.terminal import messages

ME = "me"
UNKNOWN = "?"  # what records write where nobody said who played
DEFAULT_PLAYERS = 3


@dataclass(frozen=True)
class Seat:
    """A seat; a person's has no bot."""

    label: str  # as records write it
    name: str
    player: str
    bot: Bot | None


def roles(seats: Sequence[Seat], game: Game, language: Language) -> list[str]:
    """Who plays, in words: you, a bot of a level, or a partner, where the level of bots beside
    people says how hard the game is."""
    together = any(seat.bot is None for seat in seats)
    partners = {
        level
        for option in game.part("state").OPTIONS
        if together and option.when.items() <= game.options.items()
        for level in option.by_level
    }

    def role(seat: Seat) -> Text:
        if seat.bot is None:
            return messages.YOU
        return messages.PARTNER if seat.player in partners else level_name(seat.player)

    return [role(seat).to(language) for seat in seats]


def default_labels(players: int) -> list[str]:
    """One person against bots."""
    return [ME, *[USUAL] * (players - 1)]


def read_seats(labels: Sequence[str], players: int) -> list[Seat]:
    """The seats that labels describe; OptionError says what is wrong with them."""
    labels = [label.strip() for label in labels]
    if len(labels) != players:
        given = ", ".join(labels) or "0"
        raise OptionError("seats", messages.SEATS_COUNT.format(players=players, given=given))
    named = [_split(label) for label in labels]
    given_names = [name for name, _ in named if name]
    for name in given_names:
        if [other.casefold() for other in given_names].count(name.casefold()) > 1:
            raise OptionError("seat-name", messages.SEAT_TWICE.format(name=name))
    return [
        _seat(label, name or _free_name(letter, given_names), player)
        for letter, label, (name, player) in zip(SEAT_LETTERS, labels, named, strict=False)
    ]


def _split(label: str) -> tuple[str, str]:
    name, equals, player = label.rpartition("=")
    name, player = name.strip(), player.strip().casefold()
    if equals and (not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or "=" in name):
        raise OptionError("seat-name", messages.SEAT_NAME.format(name=name))
    if player not in (ME, UNKNOWN, *names()):
        known = listed([ME, *names()])
        raise OptionError("seat", messages.SEAT_UNKNOWN.format(seat=player or label, known=known))
    return name, player


def _seat(label: str, name: str, player: str) -> Seat:
    return Seat(label, name, player, None if player in (ME, UNKNOWN) else at_table(player))


def _free_name(letter: str, taken: Sequence[str]) -> str:
    name = DEFAULT_NAMES[letter]
    return f"{name} {letter}" if name.casefold() in (t.casefold() for t in taken) else name
