"""The rules of La Cité des lutins as functions on a row: start, legal, chance, step, outcome.

A step does what the action says, which leads either to a decision or to a stage that needs none;
`_run_stages` then goes down the stages of a turn to the next decision or the next turn.

Which die is played next is chosen with the block: a coloured die goes before a white one. That
loses nothing, since a white die can do all that a coloured one can, before and after.
"""

from collections.abc import Mapping

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.state import (
    BLUE,
    BLUE_BLOCK,
    BUILD,
    BUILDINGS,
    CALM,
    CARDS_EACH,
    DEAL,
    DESTROY,
    DICE,
    ENDED,
    FACES,
    FIRST,
    FURIOUS,
    GNOME_FACE,
    HOUSES,
    IMAGINARY,
    IMPOSED,
    KINDS,
    NOBODY,
    ORANGE,
    ORANGE_FACES,
    PICK,
    SHAPES,
    SIDES,
    SLEEPS,
    STRENGTHS,
    THROW,
    WHITE,
    laid_blocks,
)
from faubourg.kernels.compile import inlined, kernel

# Stages that need no decision, beside the phases in which the position waits for one.
DEALING, PLAY, LAST, TURN = range(ENDED + 1, ENDED + 5)

VERSION = 2
ACTIONS = act.END
ACTIONS_AT_FIRST = act.AT_FIRST
MOST = HOUSES * KINDS + WHITE + 1
BOUND = 100_000
# The lowest bit of every set of houses, as a table: cheaper than a loop of unpredictable length. In
# bytes: sets of the printed box's twelve houses stay within 4 KiB of the nearest cache.
LOWEST = np.zeros(1 << HOUSES, np.int8)
for _house in reversed(range(HOUSES)):
    LOWEST[1 << _house :: 1 << (_house + 1)] = _house


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """lut-7: all blocks in the middle, the blue ones apart; the cards are then dealt."""
    row.players = players
    alone = options["game"] == "gnome"
    row.gnome = SEAT_LETTERS.index(options["gnome"]) if alone else NOBODY
    if not alone:
        _set_gnome(box, row, STRENGTHS.index(options["strength"]))
    row.building = BUILDINGS.index(options["building"])
    row.die = DICE.index(options["die"])
    row.picked = options["cards"] == "picked"
    row.pile = row.open = (1 << int(box.count)) - 1
    row.left = box.count
    row.middle[:] = box.blocks
    row.lying = box.blocks.sum()
    row.missing[:] = box.sizes if row.building == IMPOSED else box.imaginary
    row.needs[:] = box.houses if row.building == IMPOSED else box.imaginary
    first = options["first"]
    row.first = NOBODY if first == "random" else SEAT_LETTERS.index(first)
    row.phase, row.to_act = FIRST, NATURE
    if first != "random":
        row.turn_of = (row.first - 1) % players  # before the player who takes the first card
        begin_dealing(box, row)


def _set_gnome(box: Box, row: Row, strength: int) -> None:
    """lut-36, lut-37: a calm gnome is asleep, a furious one has laid blocks."""
    row.strength = strength
    if strength == CALM:
        row.asleep = SLEEPS
    if strength == FURIOUS:
        row.tower = laid_blocks(box)


@kernel
def begin_dealing(box: Box, row: Row) -> None:
    """Go on to the first card, once the first player is known."""
    _wait_for(row, _run_stages(box, row, DEALING))


# ---------------------------------------------------------------- what may be done


@inlined
def legal(box: Box, row: Row, actions: Ints) -> int:
    if row.phase == BUILD:
        return _legal_blocks(row, actions)
    houses = row.pile if row.phase == PICK else destroyable(row)
    first = act.PICK if row.phase == PICK else act.DESTROY
    n = 0
    for house in range(box.count):
        actions[n] = act.number_of(first + house)
        n += (houses >> house) & 1
    return n


@inlined
def _legal_blocks(row: Row, actions: Ints) -> int:
    """lut-11, lut-13 to lut-15: a block for one of the dice, or none for it."""
    houses = buildable(row)
    able = 0  # colours of which there is a block that fits
    n = 0
    while houses != 0:
        house = int(LOWEST[houses])
        houses &= houses - 1
        first = act.first_take(house)
        for kind in range(KINDS):
            colour = kind // SHAPES
            # Branch-free, written first and counted if legal: no branch predictor foresees which.
            actions[n] = first + kind
            fits = (row.needs[house, kind % SHAPES] > 0) & (row.middle[kind] > 0)
            able |= int(fits) << colour
            n += int(fits & ((row.dice[colour] > 0) | (row.dice[WHITE] > 0)))
    for face in range(WHITE + 1):
        actions[n] = act.number_of(act.DECLINE + face)
        can = (able >> face) & 1 if face < WHITE else int(able > 0)
        n += int(can & (row.dice[face] > 0))
    return n


@inlined
def buildable(row: Row) -> int:
    """The houses that may be given a block now, a bit each (lut-12, lut-23, lut-24)."""
    own = row.own[row.turn_of] & row.open
    if row.left > 0:
        return int(own)
    if row.building == IMPOSED and _shapes_needed(row, own) & _shapes_lying(row) != 0:
        return int(own)
    return int(row.open)


@inlined
def _shapes_needed(row: Row, houses: int) -> int:
    """The shapes that some of these houses still take, a bit each."""
    needed = 0
    while houses != 0:
        house = int(LOWEST[houses])
        houses &= houses - 1
        for shape in range(SHAPES):
            needed |= int(row.needs[house, shape] > 0) << shape
    return needed


@inlined
def _shapes_lying(row: Row) -> int:
    """The shapes of which a block lies in the middle, a bit each."""
    lying = 0
    for kind in range(KINDS):
        lying |= int(row.middle[kind] > 0) << kind % SHAPES
    return lying


@inlined
def _nothing_fits(row: Row) -> bool:
    """lut-26: no block of the middle has a place in any house, those of the pile included."""
    return bool(_shapes_needed(row, row.open) & _shapes_lying(row) == 0)


@inlined
def destroyable(row: Row) -> int:
    """The houses that the gnome may destroy now, a bit each (lut-18, lut-20, lut-31)."""
    houses = row.open if row.gnome != NOBODY else row.open & row.own[row.turn_of]
    started = 0
    for house in range(HOUSES):
        started |= int(row.placed[house] > 0) << house
    return int(houses & started)


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    phase = row.phase
    n = 0
    if phase == THROW:
        for throw in range(len(act.THROWN)):
            actions[n] = act.number_of(act.THROW + throw)
            weights[n] = box.throws[throw]
            n += int(box.throws[throw] > 0)
    elif phase == BLUE_BLOCK:
        for emblem in range(2):
            actions[n] = act.number_of(act.BLOCK + emblem)
            weights[n] = _blue_blocks_left(box, row, emblem)
            n += int(weights[n] > 0)
    elif phase == ORANGE:
        for face in range(ORANGE_FACES):
            actions[n] = act.number_of(act.ORANGE + face)
            weights[n] = box.orange[row.die, row.building, row.players, face]
            n += int(weights[n] > 0)
    elif phase == DEAL:
        for house in range(box.count):
            actions[n] = act.number_of(act.DRAW + house)
            weights[n] = 1
            n += (row.pile >> house) & 1
    elif phase == FIRST:
        for seat in range(row.players):
            actions[n] = act.number_of(act.FIRST + seat)
            weights[n] = 1
            n += 1
    return n


@inlined
def nature(box: Box, row: Row, chosen: float) -> int:
    """The outcome of `chance` on which a number in [0, 1) falls, found without listing them."""
    phase = row.phase
    if phase == THROW:
        return act.number_of(act.THROW + int(box.throw_at[int(chosen * SIDES**3)]))
    if phase == BLUE_BLOCK:
        plain = _blue_blocks_left(box, row, 0)
        emblem = int(int(chosen * (box.tower - row.tower)) >= plain)
        return act.number_of(act.BLOCK + emblem)
    if phase == ORANGE:
        at = int(chosen * SIDES)
        face = 0
        while at >= box.orange[row.die, row.building, row.players, face]:
            at -= box.orange[row.die, row.building, row.players, face]
            face += 1
        return act.number_of(act.ORANGE + face)
    if phase == FIRST:
        return act.number_of(act.FIRST + int(chosen * row.players))
    at = int(chosen * row.left)
    house = 0
    while house < HOUSES - 1 and at >= (row.pile >> house) & 1:
        at -= (row.pile >> house) & 1
        house += 1
    return act.number_of(act.DRAW + house)


@inlined
def _blue_blocks_left(box: Box, row: Row, emblem: int) -> int:
    """lut-2: blocks with or without the emblem that are not on the tower yet."""
    if emblem == 1:
        return int(box.emblems - row.emblems)
    return int(box.tower - box.emblems - (row.tower - row.emblems))


# ---------------------------------------------------------------- doing it


@inlined
def step(box: Box, row: Row, action: int) -> None:
    code = act.code_of(action)
    if code < act.DECLINE:
        stage = _take(box, row, code // KINDS, code % KINDS)
    elif code < act.DESTROY:
        row.dice[code - act.DECLINE] -= 1
        stage = PLAY
    elif code < act.PICK:
        stage = _destroy(row, code - act.DESTROY)
    elif code >= act.THROW:
        stage = _chance_outcome(box, row, code)
    elif code >= act.DRAW:
        stage = _deal(row, code - act.DRAW)
    elif code >= act.FIRST:
        row.first = code - act.FIRST
        row.turn_of = (row.first + row.players - 1) % row.players
        stage = DEALING
    else:
        stage = _deal(row, code - act.PICK)
    _wait_for(row, _run_stages(box, row, stage))


@inlined
def _run_stages(box: Box, row: Row, stage: int) -> int:
    """Go on from a stage to the next phase in which somebody must act."""
    if stage == DEALING:  # lut-8: drawn one each, then another, or picked two
        if not is_dealt(box, row):
            if not row.picked or (box.count - row.left) % box.picks == 0:
                seat = (row.turn_of + 1) % row.players
                row.turn_of = seat if seat != row.gnome else (seat + 1) % row.players
            return PICK if row.picked else DEAL
        row.turn_of = (row.first + row.players - 1) % row.players
        stage = TURN
    if stage == PLAY:  # lut-35: dice that nothing can be done with are passed over
        stage = BUILD if _can_build(row) else LAST
    if stage == LAST:
        if _needs_card(row):
            _put_dice_away(row)
            return DEAL
        stage = TURN
    if stage == TURN:
        row.turn_of = (row.turn_of + 1) % row.players
        row.turn_count += 1
        _put_dice_away(row)
        for face in range(len(FACES)):
            row.thrown[face] = 0
        stage = ORANGE if row.turn_of == row.gnome else THROW
    return stage


@inlined
def is_dealt(box: Box, row: Row) -> bool:
    """lut-8, lut-28: whether all lutins have their first cards; a player who is the gnome gets
    none."""
    lutins = row.players - int(row.gnome != NOBODY)
    return bool(box.count - row.left >= CARDS_EACH * lutins)


@inlined
def _wait_for(row: Row, phase: int) -> None:
    row.phase = phase
    if phase <= ORANGE:
        row.to_act = NATURE
    elif phase == ENDED:
        row.to_act = OVER
    else:
        row.to_act = row.turn_of


@inlined
def _can_build(row: Row) -> bool:
    """Whether there is a block for one of the dice that are left."""
    needed = _shapes_needed(row, buildable(row))
    can = False
    for kind in range(KINDS):
        die = (row.dice[kind // SHAPES] > 0) | (row.dice[WHITE] > 0)
        can |= die & (row.middle[kind] > 0) & ((needed >> kind % SHAPES) & 1 > 0)
    return bool(can)


@inlined
def _needs_card(row: Row) -> bool:
    """lut-22c: no block of the middle fits the unfinished houses of the player whose turn ends."""
    own = row.own[row.turn_of] & row.open
    if row.building == IMAGINARY or row.left == 0 or own == 0:
        return False
    return bool(_shapes_needed(row, own) & _shapes_lying(row) == 0)


@inlined
def _take(box: Box, row: Row, house: int, kind: int) -> int:
    colour = kind // SHAPES
    row.dice[colour if row.dice[colour] > 0 else WHITE] -= 1
    row.middle[kind] -= 1
    row.lying -= 1
    row.blocks[house, kind] += 1
    row.needs[house, kind % SHAPES] -= 1
    row.placed[house] += 1
    row.missing[house] -= 1
    if row.missing[house] == 0:
        row.open &= ~(1 << house)
    if row.lying == 0:  # lut-26, lut-33
        return ENDED
    if box.surplus[row.building] and _nothing_fits(row):  # lut-26
        return ENDED
    if row.missing[house] > 0 or row.left == 0:
        return PLAY
    if row.building == IMAGINARY:  # lut-22b
        return DEAL
    if row.own[row.turn_of] & row.open != 0:
        return PLAY
    _put_dice_away(row)  # lut-22a
    return DEAL


@inlined
def _put_dice_away(row: Row) -> None:
    for face in range(len(FACES)):
        row.dice[face] = 0


@inlined
def _deal(row: Row, house: int) -> int:
    """A card for the player whose turn it is to take one."""
    row.own[row.turn_of] |= 1 << house
    row.pile &= ~(1 << house)
    row.left -= 1
    if row.turn_count == 0:
        return DEALING
    return TURN if row.building == IMPOSED else PLAY  # lut-22, lut-22b


@kernel
def _destroy(row: Row, house: int) -> int:
    """lut-20: the blocks go back to the middle; the card stays and starts again from nothing."""
    for kind in range(KINDS):
        count = row.blocks[house, kind]
        row.middle[kind] += count
        row.needs[house, kind % SHAPES] += count
        row.blocks[house, kind] = 0
    row.lying += row.placed[house]
    row.missing[house] += row.placed[house]
    row.placed[house] = 0
    return PLAY if row.gnome == NOBODY else TURN


@inlined
def _chance_outcome(box: Box, row: Row, code: int) -> int:
    """Play what chance decided: dice, or a blue block."""
    if code < act.BLOCK:
        return _throw(row, code - act.THROW)
    if code >= act.ORANGE + GNOME_FACE:
        return _anger(row)
    if code >= act.ORANGE:  # lut-30, lut-34
        row.tower = min(box.tower, row.tower + (code - act.ORANGE))
        return ENDED if row.tower == box.tower else TURN
    row.tower += 1
    row.emblems += code - act.BLOCK
    if row.tower == box.tower:  # lut-27
        return ENDED
    return PLAY if code == act.BLOCK else _anger(row)


@inlined
def _throw(row: Row, throw: int) -> int:
    for face in range(len(FACES)):
        row.thrown[face] = act.THROWN[throw, face]
        row.dice[face] = act.THROWN[throw, face]
    row.dice[BLUE] = 0
    # lut-16, lut-29: one block for all blue dice, and none where a player is the gnome.
    if row.thrown[BLUE] == 0 or row.gnome != NOBODY:
        return PLAY
    if row.asleep > 0:  # lut-36
        row.asleep -= 1
        return PLAY
    return BLUE_BLOCK


@inlined
def _anger(row: Row) -> int:
    """The gnome destroys a house: there is no decision where there is one or none."""
    houses = destroyable(row)
    if houses == 0:
        return PLAY if row.gnome == NOBODY else TURN
    if houses & (houses - 1) != 0:
        return DESTROY
    house = 0
    while (houses >> house) & 1 == 0:
        house += 1
    return _destroy(row, house)


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """lut-26, lut-27, lut-33: the lutins win or lose together. A lutin's points are the blocks in
    their houses, finished or not; the gnome's are the blocks of the tower."""
    lutins = 0
    for seat in range(row.players):
        points[seat] = 0
        if seat == row.gnome:
            points[seat] = row.tower
        else:
            lutins |= 1 << seat
            for house in range(HOUSES):
                points[seat] += row.placed[house] * ((row.own[seat] >> house) & 1)
    if row.to_act != OVER:
        return 0
    if row.tower < box.tower:
        return lutins
    return 0 if row.gnome == NOBODY else 1 << row.gnome
