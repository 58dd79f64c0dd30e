"""A position of Cities from a partial view: players, whose turn it is, and all else."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.cities.components import Cities
from faubourg.games.cities.rules import DEALT, clear_board, workers_per_row
from faubourg.games.cities.setup.board import arrange_board, arrange_hand
from faubourg.games.cities.setup.centre import arrange_centre
from faubourg.games.cities.setup.piles import (
    arrange_rest,
    check_rest,
    check_taken,
    draw_card,
)
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    COLUMNS,
    DEAL,
    MODULE_ROW,
    NOTHING,
    NUMBERS,
    OBJECTIVES,
    PLACE,
    ROW_NAMES,
    ROWS,
    STARTERS,
    TAKE,
    TILE_ROW,
)

KEYS = {"seat", "round", "phase", "workers", "hand", "taken", "board", "bag", "unseen", "players"}
FREE = "."


def arrange(components: Cities, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out a turn of a round with what is given, taken from the piles and the bag.

        seat = "A"                                    whose turn it is
        round = 3                                     the last one, unless said
        phase = "deal"                                the board is empty and is to be filled
        workers = ["AB..", "....", "..A.", "...B"]    a line for each row, a letter for each worker
        hand = { tile = 5 }                           or attractions = ["ferry"], modules = ["red"]:
                                                      what the player has taken and must place
        taken = "tile 2"                              from where; the first free place, unless said
        board = { cards = ["towers", "lake", "heritage"], tiles = [1, 2, 3],
                  attractions = [["ferry", "swans"], ["joker"], ["ferry"], ["monument"]],
                  modules = [["red", "red", "blue", "green"], [...], [...]] }
        bag = { red = 5 }, unseen = { cards = [...], tiles = [...], attractions = { ferry = 1 } }
                                                      what is left; all others are out of the game
        players = { A = { cards = ["islets"], markers = [1, 0, 0], centre = {...} } }

    Rows of the board that are not given have the first items that nobody has seen. A marker is 0,
    or 1 for the highest number under its objective. For the centre see `centre.py`; one that is
    not given is a starting tile alone.
    """
    positions.table(given, "position", KEYS)
    row.round_now = positions.whole(
        given.get("round", int(row.rounds)), 1, int(row.rounds), "round"
    )
    row.markers[...] = 0
    _arrange_players(components, row, given.get("players", {}))
    clear_board(row)
    _arrange_turn(row, given)
    if "hand" in given:
        arrange_hand(components, row, given)
    if row.phase != DEAL:
        arrange_board(components, row, given.get("board", {}))
    arrange_rest(components, row, given)
    check_taken(row)
    check_rest(components, row)


# ---------------------------------------------------------------- players


def _arrange_players(components: Cities, row: Row, given: object) -> None:
    letters = SEAT_LETTERS[: int(row.players)]
    players = positions.table(given, "players", set(letters))
    for seat, letter in enumerate(letters):
        what = f"players.{letter}"
        player = positions.table(players.get(letter, {}), what, {"cards", "markers", "centre"})
        if "centre" in player:
            arrange_centre(components, row, seat, player["centre"], f"{what}.centre")
        for card in positions.items(player.get("cards", []), f"{what}.cards"):
            row.cards[seat] |= 1 << draw_card(components, row, card, f"{what}.cards")
        _arrange_markers(row, seat, player.get("markers", [0] * OBJECTIVES), f"{what}.markers")
    for seat, letter in enumerate(letters):
        if not row.count[seat]:
            tile = next(t for t in range(STARTERS) if int(row.starters) >> t & 1)
            centre = {"tiles": [{"start": tile + 1}]}
            arrange_centre(components, row, seat, centre, f"players.{letter}.centre")
    _check_markers(row)


def _arrange_markers(row: Row, seat: int, given: object, what: str) -> None:
    markers = positions.items(given, what)
    if len(markers) != OBJECTIVES:
        raise positions.fault(what, markers, Text("three numbers", "trois nombres"))
    for objective, number in enumerate(markers):
        row.markers[seat, objective] = positions.whole(number, 0, NUMBERS, what)


def _check_markers(row: Row) -> None:
    """cit-9, cit-28: the highest numbers are taken first, each by one player."""
    players = int(row.players)
    usable = [1, 3] if players == 2 else [1, 2, 3]
    for objective in range(OBJECTIVES):
        numbers = sorted(int(row.markers[s, objective]) for s in range(players))
        found = [number for number in numbers if number]
        if found != usable[: len(found)]:
            said = Text("the highest numbers first: {usable}", "d'abord les plus hauts : {usable}")
            right = said.format(usable=", ".join(map(str, usable)))
            raise positions.fault(f"markers, objective {objective + 1}", found, right)


# ---------------------------------------------------------------- whose turn it is


def _arrange_turn(row: Row, given: Mapping[str, Any]) -> None:
    """Workers, then whose turn it is and who began the round."""
    players = int(row.players)
    letters = list(SEAT_LETTERS[:players])
    lines = positions.items(given.get("workers", [FREE * COLUMNS] * ROWS), "workers")
    for line, workers in enumerate(lines):
        for column, letter in enumerate(_worker_line(lines, workers)):
            if letter != FREE:
                seat = letters.index(positions.one_of(letter, letters, "workers"))
                row.workers[line * COLUMNS + column] = seat
    row.placed = sum(int(worker != NOTHING) for worker in row.workers)
    said = positions.one_of(given.get("phase", "take"), ["take", "deal"], "phase")
    seat = letters.index(positions.one_of(given.get("seat", "A"), letters, "seat"))
    row.turn_of = seat
    row.first = (seat - int(row.placed)) % players
    if "hand" in given:
        _arrange_taken(row, given)
    _check_workers(row, "hand" in given)
    round_turns = ROWS * players * int(workers_per_row(row))
    row.turn_count = (
        (int(row.round_now) - 1) * round_turns + int(row.placed) + ("hand" not in given)
    )
    row.phase, row.to_act = TAKE, seat
    row.dealt = DEALT
    if "hand" in given:
        row.phase = PLACE
    elif said == "deal":
        _check_empty(row, given)
        row.phase, row.to_act, row.dealt = DEAL, NATURE, 0
        row.turn_count -= 1


def _worker_line(lines: list[Any], workers: object) -> str:
    if len(lines) != ROWS or not isinstance(workers, str) or len(workers) != COLUMNS:
        said = Text("four lines of four such as 'A..B'", "quatre lignes de quatre, comme « A..B »")
        raise positions.fault("workers", lines, said)
    return workers


def _arrange_taken(row: Row, given: Mapping[str, Any]) -> None:
    """cit-15: the place from which the player has taken what is in hand."""
    hand = positions.table(given["hand"], "hand", {"tile", "attractions", "modules"})
    if len(hand) != 1:
        said = Text("a tile, attractions or modules", "une tuile, des attractions ou des modules")
        raise positions.fault("hand", dict(hand), said)
    line = {"tile": TILE_ROW, "attractions": ATTRACTION_ROW, "modules": MODULE_ROW}[
        next(iter(hand))
    ]
    places = [f"{ROW_NAMES[line]} {column + 1}" for column in range(COLUMNS)]
    free = [
        place
        for column, place in enumerate(places)
        if row.workers[line * COLUMNS + column] == NOTHING
    ]
    if not free:
        raise positions.fault("workers", "hand", Text("a free place there", "une place libre"))
    taken = places.index(positions.one_of(given.get("taken", free[0]), free, "taken"))
    row.taken = line * COLUMNS + taken
    row.workers[int(row.taken)] = row.turn_of
    row.placed += 1


def _check_workers(row: Row, placing: bool) -> None:
    """cit-14, cit-16: everybody has had as many turns as the order of play says."""
    players, placed = int(row.players), int(row.placed)
    most = int(workers_per_row(row))
    if placed - placing >= ROWS * players * most:
        raise positions.fault("workers", placed, Text("a turn left to play", "un tour à jouer"))
    for seat in range(players):
        lines = [
            sum(int(row.workers[line * COLUMNS + column] == seat) for column in range(COLUMNS))
            for line in range(ROWS)
        ]
        turns = sum((int(row.first) + turn) % players == seat for turn in range(placed))
        if sum(lines) != turns or max(lines) > most:
            said = Text(
                "{turns} by the order of turns for {letter}, at most {most} in a row",
                "{turns} selon l'ordre du tour pour {letter}, au plus {most} par rangée",
            )
            right = said.format(turns=turns, letter=SEAT_LETTERS[seat], most=most)
            raise positions.fault("workers", sum(lines), right)


def _check_empty(row: Row, given: Mapping[str, Any]) -> None:
    if row.placed or "board" in given:
        said = Text("take, with a board and workers", "take, avec un plateau et des ouvriers")
        raise positions.fault("phase", "deal", said)
