"""The rules of My Little Town as functions on a row: start, legal, chance, step, outcome."""

from collections.abc import Mapping

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.placement import (
    MOST,
    STEP_X,
    STEP_Y,
    can_place,
    lay_tile,
    list_places,
    list_standees,
    put_standee,
)
from faubourg.games.my_little_town.state import (
    ACT,
    CHOOSE,
    COLOURS,
    CROSS,
    DRAW,
    ENDED,
    FIRST,
    FREE,
    LAST,
    LENGTHS,
    LONGEST,
    NOTHING,
    PHASES,
    PLACE,
    SHORTEST,
    SIDES,
    SQUARES,
    START,
    TILES,
)
from faubourg.kernels.compile import inlined, kernel

__all__ = [
    "ACTIONS",
    "BOUND",
    "MOST",
    "VERSION",
    "chance",
    "legal",
    "nature",
    "outcome",
    "start",
    "step",
]

# Stages that need no decision, beside the phases in which the position waits for one.
NEXT, NEXT_LAST = range(len(PHASES), len(PHASES) + 2)

VERSION = 1
ACTIONS = act.END
ACTIONS_AT_FIRST = act.AT_FIRST
BOUND = 1000  # 48 tiles take three steps each; colours, standees and the final round one


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """mlt-3, mlt-4: standees in hand, all tiles face down; Nature turns up the start tile."""
    row.players = players
    first, colours = options["first"], options["colours"]
    row.first = NOTHING if first == "random" else ord(first) - ord("A")
    named = COLOURS if colours == "usual" else tuple(colours.split("-"))
    for seat in range(players):
        row.colours[seat] = NOTHING if colours == FREE else COLOURS.index(named[seat])
        row.hand[seat] = box.hand
    row.wall = CROSS if options["version"] == "normal" else NOTHING
    row.pile[: box.tiles] = 1
    row.left = box.tiles
    row.drawn = NOTHING
    for field in (row.tiles, row.links, row.squares, row.standing):
        field[...] = NOTHING
    row.phase = START
    row.to_act = NATURE


# ---------------------------------------------------------------- what may be done


@inlined
def legal(box: Box, row: Row, actions: Ints) -> int:
    """mlt-6: extend or place a standee; mlt-16: in the final round a standee or nothing."""
    if row.phase == PLACE:
        return list_places(row, actions)
    if row.phase == CHOOSE:
        return _list_colours(row, actions)
    actions[0] = act.number_of(act.EXTEND if row.phase == ACT else act.PASS)
    return list_standees(row, row.turn_of, actions, 1)


@inlined
def _list_colours(row: Row, actions: Ints) -> int:
    """mlt-3: those that nobody has."""
    taken = 0
    for seat in range(row.players):
        taken |= 1 << (row.colours[seat] + 1)
    n = 0
    for colour in range(len(COLOURS)):
        if not (taken >> (colour + 1)) & 1:
            actions[n] = act.number_of(act.COLOUR + colour)
            n += 1
    return n


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    n = 0
    if row.phase == FIRST:
        for seat in range(row.players):
            actions[n] = act.number_of(act.FIRST + seat)
            weights[n] = 1
            n += 1
        return n
    for tile in range(box.tiles):
        if row.pile[tile]:
            actions[n] = act.number_of(act.DRAW + tile)
            weights[n] = 1
            n += 1
    return n


@inlined
def nature(box: Box, row: Row, chosen: float) -> int:
    """The outcome of `chance` on which a number in [0, 1) falls, found without listing them."""
    if row.phase == FIRST:
        return act.number_of(act.FIRST + int(chosen * row.players))
    skip = int(chosen * row.left)
    tile = 0
    while tile < TILES - 1 and (skip > 0 or row.pile[tile] == 0):
        skip -= row.pile[tile]
        tile += 1
    return act.number_of(act.DRAW + tile)


# ---------------------------------------------------------------- doing it


@inlined
def step(box: Box, row: Row, action: int) -> None:
    code = act.code_of(action)
    if code >= act.COLOUR:
        stage = _choose(row, code - act.COLOUR)
    elif code >= act.FIRST:
        stage = _nature(box, row, code)
    elif code >= act.STANDEE:
        stage = _standee(row, code - act.STANDEE)
    elif code >= act.TILE:
        stage = _place(box, row, code - act.TILE)
    elif code == act.EXTEND:
        stage = DRAW
    else:
        row.final -= 1
        stage = NEXT_LAST
    if stage == NEXT:
        stage = _next_turn(row)
    if stage == NEXT_LAST:
        stage = _next_in_final_round(row)
    row.phase = stage
    row.to_act = NATURE if stage <= DRAW else OVER if stage == ENDED else row.turn_of


@inlined
def _nature(box: Box, row: Row, code: int) -> int:
    if code < act.DRAW:
        row.first = code - act.FIRST
        return _begin(row)
    tile = code - act.DRAW
    row.pile[tile] = 0
    row.left -= 1
    if row.phase == START:  # mlt-4
        lay_tile(box, row, tile, 0, 0, 0)
        return FIRST if row.first == NOTHING else _begin(row)
    row.drawn = tile
    return PLACE


@inlined
def _begin(row: Row) -> int:
    """mlt-3: whoever goes first chooses a colour first, if they are chosen in the game."""
    if row.colours[row.first] != NOTHING:
        return NEXT
    row.turn_of = row.first
    return CHOOSE


@inlined
def _choose(row: Row, colour: int) -> int:
    row.colours[row.turn_of] = colour
    row.turn_of = row.turn_of + 1 if row.turn_of + 1 < row.players else 0
    return CHOOSE if row.colours[row.turn_of] == NOTHING else NEXT


@inlined
def _place(box: Box, row: Row, place: int) -> int:
    """mlt-7, mlt-8; mlt-16: after the last tile everybody has one more turn, this player last."""
    number, side, top = place // (SIDES * SIDES), place // SIDES % SIDES, place % SIDES
    x, y = row.x[number] + STEP_X[side], row.y[number] + STEP_Y[side]
    lay_tile(box, row, row.drawn, top, x, y)
    row.drawn = NOTHING
    if row.left > 0:
        return NEXT
    row.final = row.players
    return NEXT_LAST


@inlined
def _standee(row: Row, place: int) -> int:
    """mlt-9; mlt-15, mlt-17: a player who has none left has won."""
    seat = row.turn_of
    start = place // (2 * LENGTHS)
    south, length = place // LENGTHS % 2, place % LENGTHS + SHORTEST
    put_standee(row, seat, start // SQUARES, start % SQUARES, south, length)
    if row.hand[seat] == 0:
        return ENDED
    if row.phase == LAST:
        row.final -= 1
        return NEXT_LAST
    return NEXT


@inlined
def _next_turn(row: Row) -> int:
    """mlt-5, mlt-6: the first player, then clockwise."""
    if row.turn_count == 0:
        row.turn_of = row.first
    else:
        row.turn_of = row.turn_of + 1 if row.turn_of + 1 < row.players else 0
    row.turn_count += 1
    return ACT


@inlined
def _next_in_final_round(row: Row) -> int:
    """mlt-16, mlt-21: the next player who can place a standee; the others are passed over."""
    while row.final > 0:
        row.turn_of = row.turn_of + 1 if row.turn_of + 1 < row.players else 0
        if can_place(row, row.turn_of):
            row.turn_count += 1
            return LAST
        row.final -= 1
    return ENDED


# ---------------------------------------------------------------- the end


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """mlt-15 to mlt-20. Points are items placed: the more, the fewer are left."""
    winners = 0
    least = 1 << 30
    for seat in range(row.players):
        items, standees = 0, 0
        for length in range(SHORTEST, LONGEST + 1):
            if (row.hand[seat] >> length) & 1:
                items += length
                standees += 1
        points[seat] = box.items - items
        left = items * TILES + standees  # fewer items first, then fewer standees
        if left < least:
            winners = 0
            least = left
        if left == least:
            winners |= 1 << seat
    return winners if row.to_act == OVER else 0
