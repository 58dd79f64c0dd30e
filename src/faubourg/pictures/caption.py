"""What stands around a picture: the game's name, who waits for whom or who has won, and points."""

from collections.abc import Sequence
from dataclasses import dataclass

from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.text import Text, listed

WINS = Text("{names} wins!", "{names} gagne !")
WIN = Text("{names} win!", "{names} gagnent !")
NOBODY = Text("Nobody wins this time", "Personne ne gagne cette fois")
TURN = Text("{name} is to play", "C'est à {name} de jouer")
CHANCE = Text("The game is on", "La partie est en cours")
FREE = Text("Come and play: {free} free seats", "Viens jouer : {free} places libres")
ONE_FREE = Text("Come and play: one free seat", "Viens jouer : une place libre")
SOON = Text("About to begin", "Sur le point de commencer")


@dataclass(frozen=True)
class Player:
    """One seat as a picture names it."""

    name: str
    points: int | None = None  # in the end
    wins: bool = False
    acts: bool = False


@dataclass(frozen=True)
class Caption:
    """The words of a picture."""

    title: Text
    line: Text
    players: tuple[Player, ...]

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]


def captioned(
    position: Position, names: Sequence[str], free: int = 0, begun: bool = True
) -> Caption:
    """The words for a position of a table with these players, of whose seats some may be free."""
    outcome, turn = position.outcome, position.turn
    if outcome is not None:
        players = tuple(
            Player(name, points, seat in outcome.winners)
            for seat, (name, points) in enumerate(zip(names, outcome.scores, strict=False))
        )
        return Caption(
            position.game.title, _won([names[seat] for seat in outcome.winners]), players
        )
    acting = turn if begun and turn is not None and turn != NATURE else None
    players = tuple(Player(name, acts=seat == acting) for seat, name in enumerate(names))
    if free:
        line = FREE.format(free=free) if free > 1 else ONE_FREE
    elif not begun:
        line = SOON
    else:
        line = CHANCE if acting is None else TURN.format(name=names[acting])
    return Caption(position.game.title, line, players)


def _won(names: list[str]) -> Text:
    if not names:
        return NOBODY
    return (WINS if len(names) == 1 else WIN).format(names=listed(names))
