"""The events of a step of My Little Town, and each event as a sentence."""

from collections.abc import Iterator, Sequence

import numpy as np

from faubourg.core.contract import Event, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.notation import square_name
from faubourg.games.my_little_town.rules import outcome
from faubourg.games.my_little_town.state import ENDED, LAST, PLACE, SIDE_NAMES, START
from faubourg.games.my_little_town.view import end_of
from faubourg.games.my_little_town.words import TOWARDS, row_and_column

SENTENCES = {
    "start": Text("The town begins with a tile.", "La ville commence par une tuile."),
    "first": Text("{seat} begins.", "{seat} commence."),
    "colour": Text("{seat} chooses {colour}: {shows}.", "{seat} choisit le {colour} : {shows}."),
    "turn": Text("{seat}'s turn.", "À {seat} de jouer."),
    "extends": Text("{seat} makes the town grow.", "{seat} agrandit la ville."),
    "drawn": Text("{seat} draws a tile.", "{seat} pioche une tuile."),
    "tile": Text(
        "{seat} lays the tile in row {row}, column {column}.",
        "{seat} pose la tuile en rangée {row}, colonne {column}.",
    ),
    "final": Text("The last round begins.", "Le dernier tour commence."),
    "standee": Text(
        "{seat} puts {length} {shows} in the town, {towards} from row {row}, column {column}.",
        "{seat} place {length} {shows} dans la ville, {towards}, "
        "depuis la rangée {row}, colonne {column}.",
    ),
    "passed": Text("{seat} stops here.", "{seat} s'arrête là."),
    "passed_over": Text(
        "{seat} can't place anything and is passed over.",
        "{seat} ne peut rien placer et passe son tour.",
    ),
    "won": Text("{seat} wins!", "{seat} gagne !"),
}


def tell(components: MyLittleTown, event: Event, names: Sequence[str]) -> Text:
    """An event as a sentence; `names` are what the seats are called."""
    values: dict[str, str | int | Text] = dict(event)
    if "seat" in event:
        values["seat"] = names[SEAT_LETTERS.index(event["seat"])]
    if event["kind"] == "standee":
        values["towards"] = TOWARDS[event["towards"] == "south"]
    if "colour" in event:
        colour = next(each for each in components.colours if each.id == event["colour"])
        values |= {"colour": colour.name, "shows": colour.shows}
    return SENTENCES[event["kind"]].format(**values)


def events(components: MyLittleTown, before: Row, action: int, after: Row) -> list[Event]:
    return [
        *_of_action(components, before, action, after),
        *_of_final_round(before, action, after),
        *_end_or_turn(components, before, after),
    ]


def _of_action(components: MyLittleTown, before: Row, action: int, after: Row) -> Iterator[Event]:
    code, seat = act.code_of(action), SEAT_LETTERS[int(before.turn_of)]
    if code == act.EXTEND:
        yield {"kind": "extends", "seat": seat}
    elif code == act.PASS:
        yield {"kind": "passed", "seat": seat}
    elif code < act.STANDEE:
        beside, side, top = act.tile_of(action)
        yield {
            "kind": "tile",
            "seat": seat,
            "number": int(after.placed),
            "beside": beside + 1,
            "side": SIDE_NAMES[side],
            "top": SIDE_NAMES[top],
            **row_and_column(after, int(after.placed) - 1),
        }
    elif code < act.FIRST:
        number, square, south, length = act.standee_of(action)
        yield {
            "kind": "standee",
            "seat": seat,
            "length": length,
            "number": number + 1,
            "colour": components.colours[int(before.colours[int(before.turn_of)])].id,
            "start": square_name(square),
            "towards": "south" if south else "east",
            "end": end_of(before, number, square, south, length),
            **row_and_column(before, number),
        }
    elif code < act.DRAW:
        yield {"kind": "first", "seat": SEAT_LETTERS[code - act.FIRST]}
    elif code >= act.COLOUR:
        chosen = components.colours[code - act.COLOUR].id
        yield {"kind": "colour", "seat": seat, "colour": chosen}
    elif before.phase == START:
        yield {"kind": "start", "tile": code - act.DRAW + 1}
    else:
        yield {"kind": "drawn", "seat": seat, "tile": code - act.DRAW + 1}


def _of_final_round(before: Row, action: int, after: Row) -> Iterator[Event]:
    """mlt-16, mlt-21: its beginning, and the players who are passed over."""
    players = int(before.players)
    if before.phase == PLACE and not after.left:
        yield {"kind": "final"}
        waiting = players
    elif before.phase == LAST:
        waiting = int(before.final) - 1
    else:
        return
    if not after.hand[: int(after.players)].all():
        return  # the last standee ended the game before anybody else's turn
    left = int(after.final) if after.phase == LAST else 0
    for away in range(1, waiting - left + 1):
        yield {"kind": "passed_over", "seat": SEAT_LETTERS[(int(before.turn_of) + away) % players]}


def _end_or_turn(components: MyLittleTown, before: Row, after: Row) -> Iterator[Event]:
    if after.phase == ENDED:
        points = np.zeros(len(SEAT_LETTERS), np.int32)
        winners = outcome(components.box, after, points)
        for seat in range(int(after.players)):
            if winners >> seat & 1:
                yield {"kind": "won", "seat": SEAT_LETTERS[seat]}
    elif after.turn_count > before.turn_count:
        yield {
            "kind": "turn",
            "seat": SEAT_LETTERS[int(after.turn_of)],
            "turns": int(after.turn_count),
        }
