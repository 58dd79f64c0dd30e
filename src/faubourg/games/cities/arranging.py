"""A position of Cities from a partial view, for scenarios and puzzles."""

from collections.abc import Mapping
from typing import Any

from faubourg.core import checks
from faubourg.core.contract import NATURE, SEAT_LETTERS, Row
from faubourg.core.text import Text
from faubourg.games.cities.building import arrange_centre
from faubourg.games.cities.components import Cities
from faubourg.games.cities.rules import DEALT, clear_board, workers_per_row
from faubourg.games.cities.sets import count
from faubourg.games.cities.state import (
    BAG_MODULES,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    DEAL,
    GROUPS,
    MODULE_ROW,
    NOTHING,
    NUMBERS,
    OBJECTIVES,
    OPEN,
    OPEN_SIGHTS,
    PLACE,
    ROW_NAMES,
    ROWS,
    SIGHT_ROW,
    SLOT_PLACES,
    STARTERS,
    TAKE,
    TILE_ROW,
    TILES,
)

KEYS = {"seat", "round", "phase", "workers", "hand", "taken", "board", "bag", "unseen", "players"}
FREE = "."
EMPTY = Text("no items: a worker has taken them", "rien : un ouvrier a tout pris")
ROW_KEYS = ("cards", "tiles", "attractions", "modules")


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
        players = { A = { cards = ["ponds"], markers = [1, 0, 0], centre = {...} } }

    Rows of the board that are not given have the first items that nobody has seen. A marker is 0,
    or 1 for the highest number under its objective. For the centre see `building.py`; one that is
    not given is a starting tile alone.
    """
    checks.table(given, "position", KEYS)
    row.round_now = checks.whole(given.get("round", int(row.rounds)), 1, int(row.rounds), "round")
    row.markers[...] = 0
    _arrange_players(components, row, given.get("players", {}))
    clear_board(row)
    _arrange_turn(row, given)
    if "hand" in given:
        _arrange_hand(components, row, given)
    if row.phase != DEAL:
        _arrange_board(components, row, given.get("board", {}))
    _arrange_rest(components, row, given)
    _check_taken(row)
    _check_rest(components, row)


# ---------------------------------------------------------------- players


def _arrange_players(components: Cities, row: Row, given: object) -> None:
    letters = SEAT_LETTERS[: int(row.players)]
    players = checks.table(given, "players", set(letters))
    for seat, letter in enumerate(letters):
        what = f"players.{letter}"
        player = checks.table(players.get(letter, {}), what, {"cards", "markers", "centre"})
        if "centre" in player:
            arrange_centre(components, row, seat, player["centre"], f"{what}.centre")
        for card in checks.items(player.get("cards", []), f"{what}.cards"):
            row.cards[seat] |= 1 << _draw_card(components, row, card, f"{what}.cards")
        _arrange_markers(row, seat, player.get("markers", [0] * OBJECTIVES), f"{what}.markers")
    for seat, letter in enumerate(letters):
        if not row.count[seat]:
            tile = next(t for t in range(STARTERS) if int(row.starters) >> t & 1)
            centre = {"tiles": [{"start": tile + 1}]}
            arrange_centre(components, row, seat, centre, f"players.{letter}.centre")
    _check_markers(row)


def _arrange_markers(row: Row, seat: int, given: object, what: str) -> None:
    markers = checks.items(given, what)
    if len(markers) != OBJECTIVES:
        raise checks.fault(what, markers, Text("three numbers", "trois nombres"))
    for objective, number in enumerate(markers):
        row.markers[seat, objective] = checks.whole(number, 0, NUMBERS, what)


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
            raise checks.fault(f"markers, objective {objective + 1}", found, right)


# ---------------------------------------------------------------- whose turn it is


def _arrange_turn(row: Row, given: Mapping[str, Any]) -> None:
    """Workers, then whose turn it is and who began the round."""
    players = int(row.players)
    letters = list(SEAT_LETTERS[:players])
    lines = checks.items(given.get("workers", [FREE * COLUMNS] * ROWS), "workers")
    for line, workers in enumerate(lines):
        for column, letter in enumerate(_worker_line(lines, workers)):
            if letter != FREE:
                seat = letters.index(checks.one_of(letter, letters, "workers"))
                row.workers[line * COLUMNS + column] = seat
    row.placed = sum(int(worker != NOTHING) for worker in row.workers)
    said = checks.one_of(given.get("phase", "take"), ["take", "deal"], "phase")
    seat = letters.index(checks.one_of(given.get("seat", "A"), letters, "seat"))
    row.seat = seat
    row.first = (seat - int(row.placed)) % players
    if "hand" in given:
        _arrange_taken(row, given)
    _check_workers(row, "hand" in given)
    round_turns = ROWS * players * int(workers_per_row(row))
    row.turns = (int(row.round_now) - 1) * round_turns + int(row.placed) + ("hand" not in given)
    row.phase, row.turn = TAKE, seat
    row.dealt = DEALT
    if "hand" in given:
        row.phase = PLACE
    elif said == "deal":
        _check_empty(row, given)
        row.phase, row.turn, row.dealt = DEAL, NATURE, 0
        row.turns -= 1


def _worker_line(lines: list[Any], workers: object) -> str:
    if len(lines) != ROWS or not isinstance(workers, str) or len(workers) != COLUMNS:
        said = Text("four lines of four such as 'A..B'", "quatre lignes de quatre, comme « A..B »")
        raise checks.fault("workers", lines, said)
    return workers


def _arrange_taken(row: Row, given: Mapping[str, Any]) -> None:
    """cit-15: the place from which the player has taken what is in hand."""
    hand = checks.table(given["hand"], "hand", {"tile", "attractions", "modules"})
    if len(hand) != 1:
        said = Text("a tile, attractions or modules", "une tuile, des attractions ou des modules")
        raise checks.fault("hand", dict(hand), said)
    line = {"tile": TILE_ROW, "attractions": SIGHT_ROW, "modules": MODULE_ROW}[next(iter(hand))]
    places = [f"{ROW_NAMES[line]} {column + 1}" for column in range(COLUMNS)]
    free = [place for column, place in enumerate(places)
            if row.workers[line * COLUMNS + column] == NOTHING]  # fmt: skip
    if not free:
        raise checks.fault("workers", "hand", Text("a free place there", "une place libre"))
    taken = places.index(checks.one_of(given.get("taken", free[0]), free, "taken"))
    row.taken = line * COLUMNS + taken
    row.workers[int(row.taken)] = row.seat
    row.placed += 1


def _check_workers(row: Row, placing: bool) -> None:
    """cit-14, cit-16: everybody has had as many turns as the order of play says."""
    players, placed = int(row.players), int(row.placed)
    most = int(workers_per_row(row))
    if placed - placing >= ROWS * players * most:
        raise checks.fault("workers", placed, Text("a turn left to play", "un tour à jouer"))
    for seat in range(players):
        lines = [
            sum(int(row.workers[line * COLUMNS + column] == seat) for column in range(COLUMNS))
            for line in range(ROWS)
        ]
        turns = sum((int(row.first) + turn) % players == seat for turn in range(placed))
        if sum(lines) != turns or max(lines) > most:
            said = Text(
                "{turns} by the order of turns for {letter}, at most {most} in a row",
                "{turns} selon l'ordre du tour pour {letter}, au plus {most} par rang",
            )
            right = said.format(turns=turns, letter=SEAT_LETTERS[seat], most=most)
            raise checks.fault("workers", sum(lines), right)


def _check_empty(row: Row, given: Mapping[str, Any]) -> None:
    if row.placed or "board" in given:
        said = Text("take, with a board and workers", "take, avec un plateau et des ouvriers")
        raise checks.fault("phase", "deal", said)


# ---------------------------------------------------------------- the main board


def _arrange_hand(components: Cities, row: Row, given: Mapping[str, Any]) -> None:
    hand = given["hand"]
    column = int(row.taken) % COLUMNS
    if "tile" in hand:
        row.tile = _draw_tile(row, hand["tile"], "hand.tile")
        return
    kind = next(iter(hand))
    items = checks.items(hand[kind], f"hand.{kind}")
    most = len([1 for place in SLOT_PLACES if place == column]) + (column == COLUMNS - 1)
    if kind == "modules":
        most = (*GROUPS, BAG_MODULES)[column]
    if not 1 <= len(items) <= most:
        raise checks.fault(f"hand.{kind}", items, _so_many(1, most))
    for item in items:
        if kind == "modules":
            row.modules[_draw_module(row, item, f"hand.{kind}")] += 1
        else:
            row.sights[_draw_sight(components, row, item, f"hand.{kind}")] += 1


def _arrange_board(components: Cities, row: Row, given: object) -> None:
    """What is given first, so that nothing else uses it up; then the rows that are not."""
    board = checks.table(given, "board", set(ROW_KEYS))
    for line, key in enumerate(ROW_KEYS):
        if key in board:
            _arrange_line(components, row, line, _by_place(row, line, board[key]), f"board.{key}")
    for line, key in enumerate(ROW_KEYS):
        if key not in board:
            _fill_line(components, row, line)


def _by_place(row: Row, line: int, given: object) -> list[list[Any]]:
    """What lies on each of the places with open items, as many as there should be."""
    what = f"board.{ROW_KEYS[line]}"
    items = checks.items(given, what)
    places = COLUMNS if line == SIGHT_ROW else OPEN
    if len(items) != places:
        raise checks.fault(what, items, _so_many(places, places))
    if line in (CARD_ROW, TILE_ROW):
        items = [[] if item in ("", 0) else [item] for item in items]
    for column, found in enumerate(items):
        wanted = room(line, column)
        taken = row.workers[line * COLUMNS + column] != NOTHING
        if taken and found:
            raise checks.fault(f"{what}.{column + 1}", found, EMPTY)
        if not taken and len(checks.items(found, what)) != wanted:
            raise checks.fault(f"{what}.{column + 1}", found, _so_many(wanted, wanted))
    return items


def room(line: int, column: int) -> int:
    """cit-13: how many items lie face up on a place."""
    if line == SIGHT_ROW:
        return SLOT_PLACES.count(column)
    return 1 if line != MODULE_ROW else GROUPS[column]


def _arrange_line(
    components: Cities, row: Row, line: int, places: list[list[Any]], what: str
) -> None:
    slots = {place: SLOT_PLACES.index(place) for place in range(COLUMNS)}
    for column, items in enumerate(places):
        for number, item in enumerate(items):
            if line == CARD_ROW:
                row.open_cards[column] = _draw_card(components, row, item, what)
            elif line == TILE_ROW:
                row.open_tiles[column] = _draw_tile(row, item, what)
            elif line == SIGHT_ROW:
                row.open_sights[slots[column] + number] = _draw_sight(components, row, item, what)
            else:
                row.open_modules[column, _draw_module(row, item, what)] += 1


def _fill_line(components: Cities, row: Row, line: int) -> None:
    """The first items that nobody has seen, on all places without a worker."""
    what = f"board.{ROW_KEYS[line]}"
    places: list[list[Any]] = []
    spare: list[Any] = _spare(components, row, line)
    for column in range(COLUMNS if line == SIGHT_ROW else OPEN):
        wanted = room(line, column) if row.workers[line * COLUMNS + column] == NOTHING else 0
        if len(spare) < wanted:
            raise checks.fault(what, [], Text("given: too few are left", "donné : il en manque"))
        places.append([spare.pop(0) for _ in range(wanted)])
    _arrange_line(components, row, line, places, what)


def _spare(components: Cities, row: Row, line: int) -> list[Any]:
    """What is left, different kinds by turns."""
    if line == CARD_ROW:
        return [c.id for n, c in enumerate(components.cards) if int(row.unseen_cards) >> n & 1]
    if line == TILE_ROW:
        return [tile + 1 for tile in range(TILES) if int(row.unseen_tiles) >> tile & 1]
    counts = row.unseen_sights if line == SIGHT_ROW else row.bag
    ids = [sight.id for sight in components.sights] if line == SIGHT_ROW else list(COLOURS)
    most = max(int(number) for number in counts)
    return [id for n in range(most) for kind, id in enumerate(ids) if counts[kind] > n]


# ---------------------------------------------------------------- taking from the piles


def _draw_card(components: Cities, row: Row, id: object, what: str) -> int:
    ids = [card.id for card in components.cards]
    free = [id for n, id in enumerate(ids) if int(row.unseen_cards) >> n & 1]
    card = ids.index(checks.one_of(id, free, what))
    row.unseen_cards &= ~(1 << card)
    return card


def _draw_tile(row: Row, number: object, what: str) -> int:
    free = [tile + 1 for tile in range(TILES) if int(row.unseen_tiles) >> tile & 1]
    tile = int(checks.one_of(number, free, what)) - 1
    row.unseen_tiles &= ~(1 << tile)
    return tile


def _draw_sight(components: Cities, row: Row, id: object, what: str) -> int:
    ids = [sight.id for sight in components.sights]
    free = [id for kind, id in enumerate(ids) if row.unseen_sights[kind] > 0]
    kind = ids.index(checks.one_of(id, free, what))
    row.unseen_sights[kind] -= 1
    return kind


def _draw_module(row: Row, name: object, what: str) -> int:
    free = [colour for place, colour in enumerate(COLOURS) if row.bag[place] > 0]
    colour = COLOURS.index(checks.one_of(name, free, what))
    row.bag[colour] -= 1
    return colour


# ---------------------------------------------------------------- what is left


def _arrange_rest(components: Cities, row: Row, given: Mapping[str, Any]) -> None:
    """What is named as left stays; the others were removed from the game in earlier rounds."""
    for colour, number in checks.table(given.get("bag", {}), "bag", set(COLOURS)).items():
        place = COLOURS.index(colour)
        row.bag[place] = checks.whole(number, 0, int(row.bag[place]), f"bag.{colour}")
    unseen = checks.table(given.get("unseen", {}), "unseen", {"cards", "tiles", "attractions"})
    if "cards" in unseen:
        left = [
            _draw_card(components, row, card, "unseen.cards")
            for card in checks.items(unseen["cards"], "unseen.cards")
        ]
        row.unseen_cards = sum(1 << card for card in left)
    if "tiles" in unseen:
        named = checks.items(unseen["tiles"], "unseen.tiles")
        tiles = [_draw_tile(row, tile, "unseen.tiles") for tile in named]
        row.unseen_tiles = sum(1 << tile for tile in tiles)
    ids = [sight.id for sight in components.sights]
    sights = checks.table(unseen.get("attractions", {}), "unseen.attractions", set(ids))
    for id, number in sights.items():
        kind, what = ids.index(id), f"unseen.attractions.{id}"
        row.unseen_sights[kind] = checks.whole(number, 0, int(row.unseen_sights[kind]), what)


def _check_taken(row: Row) -> None:
    """cit-16: nobody has had more tiles or cards than there were turns to take them."""
    earlier = int(workers_per_row(row)) * (int(row.round_now) - 1)
    for seat in range(int(row.players)):
        for line, what, found in (
            (CARD_ROW, "cards", int(count(int(row.cards[seat])))),
            (TILE_ROW, "centre", int(row.count[seat]) - 1),
        ):
            places = range(line * COLUMNS, line * COLUMNS + COLUMNS)
            most = earlier + sum(int(row.workers[place] == seat) for place in places)
            if line == TILE_ROW and row.tile != NOTHING and seat == row.seat:
                most -= 1
            if found > most:
                said = Text("at most {most} by now", "au plus {most} jusqu'ici")
                where = f"players.{SEAT_LETTERS[seat]}.{what}"
                raise checks.fault(where, found, said.format(most=most))


def _check_rest(components: Cities, row: Row) -> None:
    """The piles and the bag must last to the end of the game."""
    later = int(row.rounds) - int(row.round_now) + (row.phase == DEAL)
    now = row.phase != DEAL
    needs = (
        ("unseen.cards", int(count(int(row.unseen_cards))), OPEN + 1, now),
        ("unseen.tiles", int(count(int(row.unseen_tiles))), OPEN + 1, now),
        ("unseen.attractions", int(row.unseen_sights.sum()), OPEN_SIGHTS + 1, now),
        ("bag", int(row.bag.sum()), sum(GROUPS) + BAG_MODULES, now * BAG_MODULES),
    )
    for line, (what, left, each, hidden) in enumerate(needs):
        free = row.workers[line * COLUMNS + COLUMNS - 1] == NOTHING
        need = int(later * each + hidden * free)
        if left < need:
            said = Text("at least {need}, for the rest of the game",
                        "au moins {need}, pour la suite de la partie")  # fmt: skip
            raise checks.fault(what, left, said.format(need=need))


def _so_many(low: int, high: int) -> Text:
    if low == high:
        return Text(f"{low} of them", f"au nombre de {low}")
    return Text(f"{low} to {high} of them", f"au nombre de {low} à {high}")
