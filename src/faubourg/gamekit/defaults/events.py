"""The default `events.py`: moves, points, turns and winners."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Event, Ints, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.text import Text

outcome: Callable[[Box, Row, Ints], int]
write: Callable[[Any, int], str]

SENTENCES = {
    "moved": Text("{seat}: {move}.", "{seat} : {move}."),
    "chance": Text("Chance: {move}.", "Hasard : {move}."),
    "points": Text("{seat} has {points} points.", "{seat} a {points} points."),
    "turn": Text("{seat}'s turn.", "À {seat} de jouer."),
    "won": Text("{seat} wins!", "{seat} gagne !"),
    "nobody": Text("Nobody wins.", "Personne ne gagne."),
}


def events(components: Any, before: Row, action: int, after: Row) -> list[Event]:
    return [
        _moved(components, before, action),
        *_points(components, before, after),
        *_end_or_turn(components, before, after),
    ]


def tell(components: Any, event: Event, names: Sequence[str]) -> Text:
    values: dict[str, Any] = dict(event)
    if "seat" in event:
        values["seat"] = names[SEAT_LETTERS.index(event["seat"])]
    return SENTENCES[event["kind"]].format(**values)


def _moved(components: Any, before: Row, action: int) -> Event:
    move = write(components, action)
    if before.to_act == NATURE:
        return {"kind": "chance", "move": move}
    return {"kind": "moved", "seat": SEAT_LETTERS[int(before.to_act)], "move": move}


def _points(components: Any, before: Row, after: Row) -> Iterator[Event]:
    """The seats whose points have changed."""
    then, now = np.zeros((2, len(SEAT_LETTERS)), np.int32)
    outcome(components.box, before, then)
    outcome(components.box, after, now)
    for seat in np.flatnonzero(then != now).tolist():
        yield {"kind": "points", "seat": SEAT_LETTERS[seat], "points": int(now[seat])}


def _end_or_turn(components: Any, before: Row, after: Row) -> Iterator[Event]:
    if after.to_act == OVER:
        winners = outcome(components.box, after, np.zeros(len(SEAT_LETTERS), np.int32))
        if not winners:
            yield {"kind": "nobody"}
        for seat in range(int(after.players)):
            if winners >> seat & 1:
                yield {"kind": "won", "seat": SEAT_LETTERS[seat]}
    elif after.turn_count > before.turn_count:
        letter = SEAT_LETTERS[int(after.turn_of)]
        yield {"kind": "turn", "seat": letter, "turns": int(after.turn_count)}
