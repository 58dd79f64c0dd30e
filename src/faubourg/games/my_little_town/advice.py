"""The reason for a hint in My Little Town: one sentence, computed from the position."""

from collections.abc import Sequence

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.players import OVER
from faubourg.core.text import Text
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town import rules
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.placement import MOST, list_standees
from faubourg.games.my_little_town.state import LONGEST, SHORTEST

WINS = Text("Wins the game.", "Gagne la partie.")
BLOCKS = Text(
    "Closes the last spot for {name}'s row of {length}.",
    "Ferme la dernière place pour la silhouette de {length} de {name}.",
)
ONLY = Text(
    "Your row of {length} fits nowhere else.",
    "Ta silhouette de {length} ne va nulle part ailleurs.",
)
LONGEST_FITS = Text(
    "The longest row that fits now; then {items} figures are left.",
    "La plus longue silhouette qui va ; il restera {items} figurines à placer.",
)
KEEPS = Text(
    "Leaves {ways} spots for your other figures.",
    "Laisse {ways} places à tes autres silhouettes.",
)
OPENS = Text(
    "Makes room for your row of {length}.",
    "Fait de la place pour ta silhouette de {length}.",
)
MORE = Text(
    "Spots for figures: {own} more for you, {others} for the others.",
    "Places pour les silhouettes : {own} de plus pour toi, {others} pour les autres.",
)
DENIES = Text("Gives the others no new spot.", "N'ouvre aucune place aux autres.")
FITS_AT_ONCE = Text(
    "The first tile has room for your row of {length}.",
    "La première tuile a de la place pour ta silhouette de {length}.",
)
WAITS = Text(
    "A new tile may make room for your row of {length}, which fits nowhere yet.",
    "Une tuile peut faire de la place pour ta silhouette de {length}, qui ne va encore nulle part.",
)

Ways = dict[int, int]  # how many ways there are to place the standee of each length


def why(components: MyLittleTown, row: Row, action: int, names: Sequence[str]) -> Text | None:
    """See `contract.Advice`."""
    code = act.code_of(action)
    if code == act.EXTEND:
        return _extending(row)
    if code == act.PASS:
        return None
    after = row.copy()
    rules.step(components.box, after, action)
    if code >= act.COLOUR:
        fitting = [length for length, count in ways(after, int(row.turn_of)).items() if count]
        return FITS_AT_ONCE.format(length=fitting[0]) if fitting else None
    points = np.zeros(int(row.players), np.int32)
    if after.to_act == OVER:
        won = int(rules.outcome(components.box, after, points)) >> int(row.turn_of) & 1
        return WINS if won else None
    if code >= act.STANDEE:
        return _placing(row, after, act.standee_of(action)[3], names)
    return _laying(row, after)


def ways(row: Row, seat: int) -> Ways:
    """The ways to place each standee that a player has in hand."""
    actions = np.zeros(MOST, np.int32)
    count = list_standees(row, seat, actions, 0)
    lengths = [act.standee_of(int(action))[3] for action in actions[:count]]
    hand = int(row.hand[seat])
    return {n: lengths.count(n) for n in range(LONGEST, SHORTEST - 1, -1) if hand >> n & 1}


def _placing(before: Row, after: Row, length: int, names: Sequence[str]) -> Text | None:
    seat, own = int(before.turn_of), ways(before, int(before.turn_of))
    for other in _others(before):
        lost = ways(before, other), ways(after, other)
        for blocked in lost[1]:
            if lost[0][blocked] and not lost[1][blocked]:
                return BLOCKS.format(name=names[other], length=blocked)
    if own[length] == 1:
        return ONLY.format(length=length)
    left = ways(after, seat)
    if length == max(fitting for fitting, count in own.items() if count):
        return LONGEST_FITS.format(items=sum(left))
    kept = sum(left.values())
    return KEEPS.format(ways=kept) if kept > 1 else None


def _laying(before: Row, after: Row) -> Text | None:
    seat = int(before.turn_of)
    was, now = ways(before, seat), ways(after, seat)
    for length in now:
        if now[length] and not was[length]:
            return OPENS.format(length=length)
    own = sum(now.values()) - sum(was.values())
    others = sum(
        sum(ways(after, other).values()) - sum(ways(before, other).values())
        for other in _others(before)
    )
    if own > 0:
        return MORE.format(own=own, others=others)
    return DENIES if others == 0 else None


def _extending(row: Row) -> Text | None:
    own = ways(row, int(row.turn_of))
    waiting = next((length for length, count in own.items() if not count), None)
    return WAITS.format(length=waiting) if waiting else None


def _others(row: Row) -> list[int]:
    return [seat for seat in range(int(row.players)) if seat != int(row.turn_of)]
