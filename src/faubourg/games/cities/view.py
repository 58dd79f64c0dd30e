"""What a person sees of Cities: the situation as plain data; the box and words are in `text/`."""

from collections.abc import Hashable
from functools import partial

from faubourg.core.contract import Data, Row
from faubourg.core.players import OVER, SEAT_LETTERS
from faubourg.core.position import mover
from faubourg.gamekit.parts import Field, Part, Parts
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.counting import measure
from faubourg.games.cities.mechanics.scoring import objective_goal
from faubourg.games.cities.rules import highest_free
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    FIRST_CARD,
    MODULE_ROW,
    NOTHING,
    OBJECTIVES,
    PHASES,
    PLACES,
    ROW,
    SEATS,
    STARTERS,
    STREET,
    TILE_ROW,
    TURN_NAMES,
)
from faubourg.games.cities.text.catalogue import box, card, words
from faubourg.games.cities.text.contents import (
    GROUNDS,
    hidden_on,
    items_on,
    open_lots,
    place_name,
    squares_of,
)
from faubourg.games.cities.text.descriptions import describe, reason
from faubourg.games.cities.text.goal_text import objective_text, progress_text
from faubourg.games.cities.text.progress import progress
from faubourg.games.cities.text.score_sheet import cards_of, score_sheet

KEPT = 1000  # players in the LRU cache
OF_A_PLAYER = (
    "squares", "stride", "width", "height", "lots", "cards", "markers", "count", "tiles", "tops",
    "x", "y",
)  # fmt: skip
_cache: dict[Hashable, Data] = {}

MIDDLE = 2  # the number that two players don't use

__all__ = ["box", "changes", "describe", "reason", "view"]


def _course(components: Cities, row: Row) -> Data:
    """Who is to do what, and how far the game is."""
    return {
        "turn": mover(int(row.to_act)),
        "seat": SEAT_LETTERS[int(row.turn_of)],
        "phase": PHASES[int(row.phase)],
        "turns": int(row.turn_count),
        "city": components.cities[int(row.city)].id,
        "name": words(components.cities[int(row.city)].name),
        "round": int(row.round_now),
        "rounds": int(row.rounds),
        "longest": int(row.longest),
        "first": "" if row.first == NOTHING else SEAT_LETTERS[int(row.first)],
        "star": star(row),
    }


def star(row: Row) -> str:
    """cit-11, cit-14, cit-19: the holder of the star, "board" if it lies there, "" before the first
    player is known."""
    if row.first == NOTHING:
        return ""
    first_turn = row.placed == 0 or (row.placed == 1 and row.taken != NOTHING)
    return SEAT_LETTERS[int(row.first)] if first_turn or row.to_act == OVER else "board"


# ---------------------------------------------------------------- on the table


def _objective(components: Cities, row: Row, objective: int) -> Data:
    """cit-5, cit-9, cit-28: for each marker, which of the numbers it lies on, 1 to 3."""
    goal = objective_goal(row, objective)
    seats = range(int(row.players))
    numbers = components.box.numbers[goal]
    free = int(highest_free(row, objective))
    return {
        "text": words(objective_text(components.goals[goal])),
        "numbers": [int(number) for number in numbers],
        "covered": [MIDDLE] if row.players == 2 else [],
        "free": free,
        "next": int(numbers[free - 1]) if free else 0,
        "markers": {
            SEAT_LETTERS[seat]: int(row.markers[seat, objective])
            for seat in seats
            if row.markers[seat, objective]
        },
    }


def _place(components: Cities, row: Row, place: int) -> Data:
    """A place of the main board; what lies face down is only counted."""
    line, column = divmod(place, COLUMNS)
    worker = int(row.workers[place])
    items = items_on(row, place)
    seen: Data = {
        "worker": "" if worker == NOTHING else SEAT_LETTERS[worker],
        "hidden": hidden_on(row, place),
    }
    if line == CARD_ROW:
        return {**seen, "cards": {components.cards[c].id: card(components, c) for c in items}}
    if line == TILE_ROW:
        return {**seen, "tiles": {str(tile + 1): components.tiles[tile] for tile in items}}
    if line == ATTRACTION_ROW:
        return {
            **seen,
            "attractions": [components.attractions[attraction].id for attraction in items],
        }
    seen["bag"] = line == MODULE_ROW and column == COLUMNS - 1
    return {**seen, "modules": [COLOURS[colour] for colour in items]}


def _starters(components: Cities, row: Row) -> Data:
    """Starting tiles that nobody has; out of the game once everybody has one (cit-12)."""
    return {
        str(tile + 1): components.starters[tile]
        for tile in range(STARTERS)
        if int(row.starters) >> tile & 1
    }


def _bag(components: Cities, row: Row) -> Data:
    return dict(zip(COLOURS, row.bag.tolist(), strict=False))


def _unseen(components: Cities, row: Row) -> Data:
    """cit-38: what nobody has seen yet is known by subtraction."""
    cards, tiles = int(row.unseen_cards), int(row.unseen_tiles)
    attractions = row.unseen_attractions.tolist()
    return {
        "cards": [card.id for one, card in enumerate(components.cards) if cards >> one & 1],
        "tiles": [tile + 1 for tile in range(len(components.districts)) if tiles >> tile & 1],
        "attractions": {
            attraction.id: attractions[kind]
            for kind, attraction in enumerate(components.attractions)
        },
    }


def hand(components: Cities, row: Row) -> Data:
    """What the player has taken and not yet placed; `rows` is the tile with its top to the
    north."""
    tile = int(row.tile)
    found: Data = {} if tile == NOTHING else {"tile": tile + 1, "rows": components.tiles[tile]}
    attractions = {
        components.attractions[k].id: n for k, n in enumerate(row.attractions.tolist()) if n
    }
    modules = {COLOURS[colour]: n for colour, n in enumerate(row.modules.tolist()) if n}
    if row.taken != NOTHING:
        found["place"] = place_name(int(row.taken))
    return {**found, "attractions": attractions, "modules": modules, "hidden": int(row.hidden)}


# ---------------------------------------------------------------- a player


def _player(components: Cities, row: Row, seat: int) -> Data | None:
    """All that a player has, from an LRU cache: most moves change at most one player's part, and
    counting it all takes a while."""
    if seat >= row.players:
        return None
    key = (
        components.digest,
        int(row.city),
        int(row.longest),
        *(row[field][seat].tobytes() for field in OF_A_PLAYER),
    )
    found = _cache.pop(key, None) or _count_player(components, row, seat)
    _cache[key] = found
    while len(_cache) > KEPT:
        _cache.pop(next(iter(_cache)), None)
    return found


def _count_player(components: Cities, row: Row, seat: int) -> Data:
    return {
        "cards": {
            components.cards[held].id: {
                **card(components, held),
                **_counts(components, row, seat, FIRST_CARD + held),
            }
            for held in cards_of(row, seat)
        },
        "objectives": {
            str(objective + 1): _progress(components, row, seat, objective)
            for objective in range(OBJECTIVES)
        },
        "centre": _centre(components, row, seat),
        "score": score_sheet(components, row, seat),
    }


def _counts(components: Cities, row: Row, seat: int, goal: int) -> Data:
    found, every = int(measure(components.box, row, seat, goal)), components.goals[goal].every
    return {"measure": found, "every": every, "times": found // every}


def _progress(components: Cities, row: Row, seat: int, objective: int) -> Data:
    """How far a player is with an objective, and the number that the marker lies on, or 0."""
    goal = objective_goal(row, objective)
    have, need = progress(components, row, seat, goal)
    return {
        **_counts(components, row, seat, goal),
        "have": have,
        "need": need,
        "text": words(progress_text(components.goals[goal], have, need)),
        "marker": int(row.markers[seat, objective]),
    }


def _centre(components: Cities, row: Row, seat: int) -> Data:
    """Tiles in the order in which they were laid; squares by their names."""
    return {
        "width": int(row.width[seat]),
        "height": int(row.height[seat]),
        "tiles": {str(n + 1): _tile(components, row, seat, n) for n in range(int(row.count[seat]))},
        "squares": {
            square.name: {
                "x": square.x,
                "y": square.y,
                "kind": "street" if square.ground >= STREET else GROUNDS[square.ground],
                "street": GROUNDS[square.ground] if square.ground >= STREET else "",
                "attraction": ""
                if square.attraction == NOTHING
                else components.attractions[square.attraction].id,
                "building": "" if square.colour == NOTHING else COLOURS[square.colour],
                "height": square.height,
            }
            for square in squares_of(row, seat)
        },
        "open": open_lots(row, seat),
    }


def _tile(components: Cities, row: Row, seat: int, number: int) -> Data:
    tile, districts = int(row.tiles[seat, number]), len(components.districts)
    return {
        "tile": tile % districts + 1,
        "starting": tile >= districts,
        "x": int(row.x[seat, number]),
        "y": int(row.y[seat, number]),
        "top": TURN_NAMES[int(row.tops[seat, number])],
    }


# ---------------------------------------------------------------- all of it


def _of_place(place: int) -> list[Field]:
    """The fields that a place of the main board shows."""
    line, column = divmod(place, COLUMNS)
    fields: list[Field] = [("workers", place), "dealt"]
    if line == ATTRACTION_ROW:
        return [*fields, "open_attractions"]
    if column == COLUMNS - 1:
        return fields
    name = {CARD_ROW: "open_cards", TILE_ROW: "open_tiles"}.get(line, "open_modules")
    return [*fields, (name, column)]


_PARTS = Parts(
    ROW,
    [
        Part(
            (),
            ("to_act", "turn_of", "phase", "turn_count", "city", "round_now", "rounds", "longest",
             "first", "placed", "taken"),
            _course,
        ),
        *(
            Part(
                ("objectives", str(number + 1)),
                ("players", "city", "markers"),
                partial(_objective, objective=number),
            )
            for number in range(OBJECTIVES)
        ),
        *(
            Part(("board", place_name(place)), _of_place(place), partial(_place, place=place))
            for place in range(PLACES)
        ),
        Part(("starters",), ("starters",), _starters),
        Part(("bag",), ("bag",), _bag),
        Part(("unseen",), ("unseen_cards", "unseen_tiles", "unseen_attractions"), _unseen),
        Part(("hand",), ("tile", "attractions", "modules", "taken", "hidden"), hand),
        *(
            Part(
                ("players", letter),
                ("players", "city", "longest", *((name, seat) for name in OF_A_PLAYER)),
                partial(_player, seat=seat),
            )
            for seat, letter in enumerate(SEAT_LETTERS[:SEATS])
        ),
    ],
)  # fmt: skip
view, changes = _PARTS.view, _PARTS.changes
