"""The piles and the bag: what is given comes out of them, and they must last."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.bitboards import count
from faubourg.games.cities.rules import workers_per_row
from faubourg.games.cities.state import (
    BAG_MODULES,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    DEAL,
    GROUPS,
    NOTHING,
    OPEN,
    OPEN_ATTRACTIONS,
    TILE_ROW,
)


def draw_card(components: Cities, row: Row, id: object, what: str) -> int:
    ids = [card.id for card in components.cards]
    free = [id for n, id in enumerate(ids) if int(row.unseen_cards) >> n & 1]
    card = ids.index(positions.one_of(id, free, what))
    row.unseen_cards &= ~(1 << card)
    return card


def tiles_left(components: Cities, row: Row) -> list[int]:
    """The numbers of the district tiles that nobody has seen."""
    every = range(len(components.districts))
    return [tile + 1 for tile in every if int(row.unseen_tiles) >> tile & 1]


def draw_tile(components: Cities, row: Row, number: object, what: str) -> int:
    free = tiles_left(components, row)
    tile = int(positions.one_of(number, free, what)) - 1
    row.unseen_tiles &= ~(1 << tile)
    return tile


def draw_attraction(components: Cities, row: Row, id: object, what: str) -> int:
    ids = [attraction.id for attraction in components.attractions]
    free = [id for kind, id in enumerate(ids) if row.unseen_attractions[kind] > 0]
    kind = ids.index(positions.one_of(id, free, what))
    row.unseen_attractions[kind] -= 1
    return kind


def draw_module(row: Row, name: object, what: str) -> int:
    free = [colour for index, colour in enumerate(COLOURS) if row.bag[index] > 0]
    colour = COLOURS.index(positions.one_of(name, free, what))
    row.bag[colour] -= 1
    return colour


# ---------------------------------------------------------------- what is left


def arrange_rest(components: Cities, row: Row, given: Mapping[str, Any]) -> None:
    """What is named as left stays; the others were removed from the game in earlier rounds."""
    for colour, number in positions.table(given.get("bag", {}), "bag", set(COLOURS)).items():
        index = COLOURS.index(colour)
        row.bag[index] = positions.whole(number, 0, int(row.bag[index]), f"bag.{colour}")
    unseen = positions.table(given.get("unseen", {}), "unseen", {"cards", "tiles", "attractions"})
    if "cards" in unseen:
        left = [
            draw_card(components, row, card, "unseen.cards")
            for card in positions.items(unseen["cards"], "unseen.cards")
        ]
        row.unseen_cards = sum(1 << card for card in left)
    if "tiles" in unseen:
        named = positions.items(unseen["tiles"], "unseen.tiles")
        tiles = [draw_tile(components, row, tile, "unseen.tiles") for tile in named]
        row.unseen_tiles = sum(1 << tile for tile in tiles)
    ids = [attraction.id for attraction in components.attractions]
    attractions = positions.table(unseen.get("attractions", {}), "unseen.attractions", set(ids))
    for id, number in attractions.items():
        kind, what = ids.index(id), f"unseen.attractions.{id}"
        row.unseen_attractions[kind] = positions.whole(
            number, 0, int(row.unseen_attractions[kind]), what
        )


def check_taken(row: Row) -> None:
    """cit-16: nobody has had more tiles or cards than there were turns to take them."""
    earlier = int(workers_per_row(row)) * (int(row.round_now) - 1)
    for seat in range(int(row.players)):
        for line, what, found in (
            (CARD_ROW, "cards", int(count(int(row.cards[seat])))),
            (TILE_ROW, "centre", int(row.count[seat]) - 1),
        ):
            places = range(line * COLUMNS, line * COLUMNS + COLUMNS)
            most = earlier + sum(int(row.workers[place] == seat) for place in places)
            if line == TILE_ROW and row.tile != NOTHING and seat == row.turn_of:
                most -= 1
            if found > most:
                said = Text("at most {most} by now", "au plus {most} jusqu'ici")
                where = f"players.{SEAT_LETTERS[seat]}.{what}"
                raise positions.fault(where, found, said.format(most=most))


def check_rest(components: Cities, row: Row) -> None:
    """The piles and the bag must last to the end of the game."""
    later = int(row.rounds) - int(row.round_now) + (row.phase == DEAL)
    now = row.phase != DEAL
    needs = (
        ("unseen.cards", int(count(int(row.unseen_cards))), OPEN + 1, now),
        ("unseen.tiles", int(count(int(row.unseen_tiles))), OPEN + 1, now),
        ("unseen.attractions", int(row.unseen_attractions.sum()), OPEN_ATTRACTIONS + 1, now),
        ("bag", int(row.bag.sum()), sum(GROUPS) + BAG_MODULES, now * BAG_MODULES),
    )
    for line, (what, left, each, hidden) in enumerate(needs):
        free = row.workers[line * COLUMNS + COLUMNS - 1] == NOTHING
        need = int(later * each + hidden * free)
        if left < need:
            said = Text(
                "at least {need}, for the rest of the game",
                "au moins {need}, pour la suite de la partie",
            )
            raise positions.fault(what, left, said.format(need=need))
