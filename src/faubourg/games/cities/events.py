"""The events of a step of Cities, and each event as a sentence."""

from collections.abc import Iterator, Sequence

import numpy as np

from faubourg.core.contract import Event, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, listed
from faubourg.games.cities import actions as act
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.scoring import marker_points
from faubourg.games.cities.notation import LETTERS, square_name
from faubourg.games.cities.rules import DEAL_SLOTS, outcome
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    BAG_MODULES,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    DEAL,
    ENDED,
    MODULE_ROW,
    NOTHING,
    OBJECTIVES,
    PLACES,
    ROW_NAMES,
    SLOT_PLACES,
    TILE_ROW,
    TURN_NAMES,
)
from faubourg.games.cities.text.contents import hidden_on, items_on, place_name
from faubourg.games.cities.text.descriptions import FACE_DOWN as UNSEEN
from faubourg.games.cities.text.descriptions import (
    FROM_BAG,
    TOP_TEXTS,
    height_on,
    modules_text,
    square_text,
    squares_text,
    tile_text,
)
from faubourg.games.cities.text.goal_text import COLOUR_NAMES, points_text
from faubourg.games.cities.text.score_sheet import PARTS, score_sheet
from faubourg.games.cities.view import star

SENTENCES = {
    "first": Text("{seat} begins and holds the star.", "{seat} commence et a l'étoile."),
    "started": Text("{seat} begins with starting tile {tile}.",
                    "{seat} commence avec la tuile de départ {tile}."),
    "dealt": Text("On {place}: {item}.", "Sur la {place} : {item}."),
    "turn": Text("{seat}'s turn.", "À {seat} de jouer."),
    "took": Text("{seat} takes {items}.", "{seat} prend {items}."),
    "revealed": Text("{seat} turns up {item}.", "{seat} retourne {item}."),
    "drew": Text("{seat} draws from the bag: {item}.", "{seat} tire du sac : {item}."),
    "tile": Text("{seat} lays it in {squares}, its top to the {top}.",
                 "{seat} la pose en {squares}, le haut {top}."),
    "attraction": Text("{seat} puts {item} in {square}.", "{seat} pose {item} en {square}."),
    "module": Text("{seat} builds {item}, storey {storey}, in {square}.",
                   "{seat} construit en {item}, niveau {storey}, en {square}."),
    "discarded": Text("{seat} discards {item}.", "{seat} écarte {item}."),
    "objective": Text("{seat} fulfils objective {objective}: {points}!",
                      "{seat} remplit l'objectif {objective} : {points} !"),
    "star": Text("{seat} puts the star on the board.", "{seat} pose l'étoile sur le plateau."),
    "round_over": Text("Round {round} is over.", "La manche {round} est finie."),
    "removed": Text("Out of the game: {items}.", "Hors du jeu : {items}."),
    "star_taken": Text("{seat} takes the star.", "{seat} prend l'étoile."),
    "round": Text("Round {round} of {rounds} begins.", "La manche {round} sur {rounds} commence."),
    "scored": Text(
        "{seat}: {objectives} city board + {zones} zones + {monuments} monuments + {cards} cards"
        " = {points}.",
        "{seat} : {objectives} ville + {zones} zones + {monuments} monuments + {cards} cartes"
        " = {points}.",
    ),
    "won": Text("{seat} wins!", "{seat} gagne !"),
}  # fmt: skip
FACE_DOWN = Text("what lies face down", "ce qui est face cachée")
MODULES = Text("modules ({colours})", "des modules ({colours})")
TILE = Text("the tile ({rows})", "la tuile ({rows})")
CARD = Text("the card {name}", "la carte {name}")
ATTRACTION = Text("the {name}", "« {name} »")
MODULE = Text("a {colour} module", "un module {colour}")
PLACE = Text("place {column} of the {row}", "place {column} des {row}")
ROW_TEXTS = {
    "card": Text("cards", "cartes"), "tile": Text("tiles", "tuiles"),
    "attraction": Text("attractions", "attractions"), "modules": Text("modules", "modules"),
}  # fmt: skip


def tell(components: Cities, event: Event, names: Sequence[str]) -> Text:
    """An event as a sentence; `names` are what the seats are called."""
    values: dict[str, str | int | Text] = {
        key: value for key, value in event.items() if isinstance(value, str | int)
    }
    if "seat" in event:
        values["seat"] = names[SEAT_LETTERS.index(event["seat"])]
    if "item" in event:
        values["item"] = _item_text(components, event["item"], module=event["kind"] != "module")
    if "square" in event:
        values["square"] = square_text(*_at(event["square"]))
    if "first" in event:
        values["squares"] = squares_text(*_at(event["first"]))
    if "items" in event:
        values["items"] = _items_text(components, event)
    if "top" in event:
        values["top"] = TOP_TEXTS[TURN_NAMES.index(event["top"])]
    if "points" in event:
        values["points"] = points_text(event["points"])
    if "place" in event:
        line, column = event["place"].split()
        values["place"] = PLACE.format(column=column, row=ROW_TEXTS[line])
    return SENTENCES[event["kind"]].format(**values)


def _at(name: str) -> tuple[int, int]:
    """Where the square of a name lies, such as c3."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


def _items_text(components: Cities, event: Event) -> Text:
    """Several items; modules by colour."""
    said = [_item_text(components, item) for item in event["items"] if item not in COLOURS]
    colours = [COLOURS.index(item) for item in event["items"] if item in COLOURS]
    if colours:
        said.append(MODULES.format(colours=modules_text(colours)))
    if event["hidden"]:
        line = ROW_NAMES.index(event["place"].split()[0]) if "place" in event else NOTHING
        said.append(UNSEEN.get(line, FACE_DOWN))
    return listed(said or [FROM_BAG.format(count=BAG_MODULES)])


def _item_text(components: Cities, item: str, module: bool = True) -> Text:
    """A card or an attraction by its name, a module by its colour, a tile by what it shows."""
    for kind, all_named in ((CARD, components.cards), (ATTRACTION, components.attractions)):
        for named in all_named:
            if named.id == item:
                return kind.format(name=named.name)
    if item in COLOURS:
        colour = COLOUR_NAMES[COLOURS.index(item)]
        return MODULE.format(colour=colour) if module else colour
    number = int(item.removeprefix("tile "))
    rows = components.tiles[number - 1]
    return TILE.format(rows=tile_text(rows))


def item_id(components: Cities, line: int, item: int) -> str:
    """What an event calls an item of a row of the main board."""
    if line == CARD_ROW:
        return components.cards[item].id
    if line == TILE_ROW:
        return f"tile {item + 1}"
    return components.attractions[item].id if line == ATTRACTION_ROW else COLOURS[item]


# ---------------------------------------------------------------- what a step did


def events(components: Cities, before: Row, action: int, after: Row) -> list[Event]:
    return list(_events(components, before, action, after))


def _events(components: Cities, before: Row, action: int, after: Row) -> Iterator[Event]:
    seat = SEAT_LETTERS[int(before.turn_of)]
    if action >= act.FIRST:
        yield from _nature(components, before, act.code_of(action))
    elif action < act.START:
        yield from _taken(components, before, action - act.TAKE)
    elif action < act.TILE:
        yield {"kind": "started", "seat": seat, "tile": action - act.START + 1}
    else:
        yield _placed(components, before, action, after)
    yield from _objectives(components, before, after)
    if star(before) == seat and star(after) == "board":
        yield {"kind": "star", "seat": seat}
    yield from _round(components, before, action, after)
    yield from _end(components, after)
    if after.turn_count > before.turn_count:
        yield {
            "kind": "turn",
            "seat": SEAT_LETTERS[int(after.turn_of)],
            "turns": int(after.turn_count),
        }


def _nature(components: Cities, before: Row, code: int) -> Iterator[Event]:
    if code < act.DRAW_CARD:
        yield {"kind": "first", "seat": SEAT_LETTERS[code - act.FIRST]}
        return
    starts = (act.DRAW_CARD, act.DRAW_TILE, act.DRAW_ATTRACTION, act.DRAW_MODULE)
    line = max(line for line, start in enumerate(starts) if code >= start)
    item = item_id(components, line, code - starts[line])
    if before.phase == DEAL:
        slot = int(DEAL_SLOTS[int(before.dealt)])
        column = SLOT_PLACES[slot] if line == ATTRACTION_ROW else slot
        yield {"kind": "dealt", "place": place_name(line * COLUMNS + column), "item": item}
    else:
        kind = "drew" if line == MODULE_ROW else "revealed"
        yield {"kind": kind, "seat": SEAT_LETTERS[int(before.turn_of)], "item": item}


def _taken(components: Cities, before: Row, place: int) -> Iterator[Event]:
    line = place // COLUMNS
    yield {
        "kind": "took",
        "seat": SEAT_LETTERS[int(before.turn_of)],
        "place": place_name(place),
        "items": [item_id(components, line, item) for item in items_on(before, place)],
        "hidden": hidden_on(before, place),
    }


def _placed(components: Cities, before: Row, action: int, after: Row) -> Event:
    """A tile, an attraction or a module, in the centre or out of the game."""
    seat = int(before.turn_of)
    by: Event = {"seat": SEAT_LETTERS[seat]}
    if action < act.ATTRACTION:
        return {"kind": "tile", **by, **_laid(before, after)}
    if action >= act.DROP_MODULE:
        return {"kind": "discarded", **by, "item": COLOURS[action - act.DROP_MODULE]}
    if action >= act.DROP_ATTRACTION:
        return {
            "kind": "discarded",
            **by,
            "item": components.attractions[action - act.DROP_ATTRACTION].id,
        }
    kind, x, y = act.square_of(action)
    by["square"] = square_name(x, y)
    if action < act.MODULE:
        return {"kind": "attraction", **by, "item": components.attractions[kind].id}
    storey = 1 + height_on(before, seat, x, y)
    return {"kind": "module", **by, "item": COLOURS[kind], "storey": storey}


def _laid(before: Row, after: Row) -> Event:
    """The tile laid last, by its first and its last square on the map as it is now."""
    seat, number = int(before.turn_of), int(before.count[before.turn_of])
    x, y = int(after.x[seat, number]), int(after.y[seat, number])
    return {
        "item": f"tile {int(before.tile) + 1}",
        "first": square_name(2 * x, 2 * y),
        "last": square_name(2 * x + 1, 2 * y + 1),
        "top": TURN_NAMES[int(after.tops[seat, number])],
    }


def _objectives(components: Cities, before: Row, after: Row) -> Iterator[Event]:
    """cit-28: `number` is 1 for the highest."""
    seat = int(before.turn_of)
    for objective in range(OBJECTIVES):
        if after.markers[seat, objective] > before.markers[seat, objective]:
            yield {
                "kind": "objective",
                "seat": SEAT_LETTERS[seat],
                "objective": objective + 1,
                "number": int(after.markers[seat, objective]),
                "points": int(marker_points(components.box, after, seat, objective)),
            }


# ---------------------------------------------------------------- rounds and the end


def _round(components: Cities, before: Row, action: int, after: Row) -> Iterator[Event]:
    """cit-19, cit-20"""
    if after.round_now == before.round_now and after.phase != ENDED:
        return
    if before.round_now:
        yield {"kind": "round_over", "round": int(before.round_now)}
    if after.phase == ENDED:
        return
    if before.round_now:
        yield from _removed(components, before, action)
        yield {"kind": "star_taken", "seat": SEAT_LETTERS[int(after.first)]}
    yield {"kind": "round", "round": int(after.round_now), "rounds": int(after.rounds)}


def _removed(components: Cities, before: Row, action: int) -> Iterator[Event]:
    free = [p for p in range(PLACES) if before.workers[p] == NOTHING and p != action - act.TAKE]
    hidden = sum(hidden_on(before, place) for place in free)
    items = [
        item_id(components, place // COLUMNS, item)
        for place in free
        for item in items_on(before, place)
    ]
    if items or hidden:
        yield {"kind": "removed", "items": items, "hidden": hidden}


def _end(components: Cities, after: Row) -> Iterator[Event]:
    """cit-33 to cit-37"""
    if after.phase != ENDED:
        return
    points = np.zeros(len(SEAT_LETTERS), np.int32)
    winners = outcome(components.box, after, points)
    for seat in range(int(after.players)):
        sheet = score_sheet(components, after, seat)
        parts = {part: sheet[part] for part in PARTS}
        yield {"kind": "scored", "seat": SEAT_LETTERS[seat], **parts, "points": int(points[seat])}
    for seat in range(int(after.players)):
        if winners >> seat & 1:
            yield {"kind": "won", "seat": SEAT_LETTERS[seat]}
