"""A table of Cities as people see it: piles, a bag, a board with things on it, centres of squares.

It plays moves as they are written and knows what may be done next, with nothing in common with the
rules but the notation and the words of the box. Centres lie on an endless map here, on which
nothing ever moves.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from . import reference
from .reference import Centre, Place, Square, turned

SEATS = "ABCD"
GROUNDS = {"P": "park", "W": "water", **reference.COLOURS}
TOPS = ("north", "east", "south", "west")
ROWS = ("card", "tile", "attraction", "modules")
# cit-13: the places on which face-up things are laid at the start of a round, one by one.
LAYOUT = [
    *(("card", column) for column in (1, 2, 3)),
    *(("tile", column) for column in (1, 2, 3)),
    *(("attraction", column) for column in (1, 1, 2, 3, 4)),
    *(("modules", column) for column in (1, 1, 1, 1, 2, 2, 2, 3, 3, 3)),
]
# How many things the last place of a row has that nobody has seen yet (cit-13, cit-18).
HIDDEN = {"card": 1, "tile": 1, "attraction": 1, "modules": 2}
BoardPlace = tuple[str, int]


@dataclass
class Town:
    """A player's centre, the cards beside it and the markers on the city board."""

    tiles: dict[Place, str] = field(default_factory=dict)
    squares: Centre = field(default_factory=dict)
    cards: set[str] = field(default_factory=set)
    markers: dict[int, int] = field(default_factory=dict)  # objective: which of its numbers

    @property
    def corner(self) -> Place:
        """The north-western place for a tile of the map, on which notation begins to count."""
        return min(x for x, _ in self.tiles), min(y for _, y in self.tiles)

    @property
    def map(self) -> Centre:
        """The centre as notation sees it, beginning at (0, 0)."""
        return turned(self.squares, lambda x, y: (x, y)) if self.squares else {}

    def lay(self, name: str, rows: str, place: Place, top: str) -> None:
        """cit-22: a tile, turned clockwise until its top points there."""
        (a, b), (c, d) = rows.split("/")
        for _ in range(TOPS.index(top)):
            a, b, c, d = c, a, d, b
        x, y = place
        self.tiles[place] = name
        for letter, east, south in ((a, 0, 0), (b, 1, 0), (c, 0, 1), (d, 1, 1)):
            self.squares[2 * x + east, 2 * y + south] = Square(GROUNDS[letter])

    def lots(self, longest: int) -> list[Place]:
        """cit-22: where the next tile may lie, seen from the corner of the map."""
        west, north = self.corner
        beside = {(x + east, y + south) for x, y in self.tiles for east, south in reference.STEPS}
        found = []
        for x, y in beside - self.tiles.keys():
            xs, ys = {x, *(a for a, _ in self.tiles)}, {y, *(b for _, b in self.tiles)}
            sides = sorted([max(xs) - min(xs) + 1, max(ys) - min(ys) + 1])
            if sides[0] <= 3 and sides[1] <= longest:
                found.append((x - west, y - north))
        return found

    def square_at(self, name: str) -> Place:
        x, y = self.corner
        return 2 * x + "abcdefghij".index(name[0]), 2 * y + int(name[1:]) - 1

    def name_of(self, place: Place) -> str:
        x, y = self.corner
        return f"{'abcdefghij'[place[0] - 2 * x]}{place[1] - 2 * y + 1}"


class Table:
    """A whole game; `box` is a components file as TOML reads it."""

    def __init__(self, box: dict[str, Any], players: int, city: str, long: bool = False) -> None:
        self.box = box
        self.players = players
        self.rounds = 7 if long else 4 if players == 2 else 8  # cit-7, cit-8
        self.longest = 5 if long else 3
        self.objectives = [each for each in box["objective"] if each["city"] == city]
        self.grounds = {each["id"]: each["on"] for each in box["attraction"]}
        self.kinds = kinds_of(box)
        self.cards = {card["id"]: card for card in box["card"]}
        self.tiles = {f"district {n}": rows for n, rows in enumerate(box["tiles"]["district"], 1)}
        self.starters = {f"start {n}": rows for n, rows in enumerate(box["tiles"]["starting"], 1)}
        # What nobody has seen, row by row of the board; what has left the game.
        self.unseen: dict[str, Counter[str]] = {
            "card": Counter(f"card {id}" for id in self.cards),
            "tile": Counter(self.tiles.keys()),
            "attraction": Counter({f"turn up {a['id']}": a["count"] for a in box["attraction"]}),
            "modules": Counter({f"turn up {name}": n for name, n in box["modules"].items()}),
        }
        self.removed: Counter[str] = Counter()
        self.towns = [Town() for _ in range(players)]
        self.board: dict[BoardPlace, list[str]] = {}
        self.workers: dict[BoardPlace, int] = {}
        self.round = 0
        self.first = -1
        self.seat = -1
        self.phase = "first"
        self.dealt = 0
        self.taken: BoardPlace | None = None
        self.hidden = 0
        self.hand: list[str] = []  # what the player has yet to place

    @property
    def town(self) -> Town:
        return self.towns[self.seat]

    # ------------------------------------------------------------ what may be done

    def chance(self) -> dict[str, int]:
        """Every unseen thing is as likely as any other."""
        if self.phase == "first":
            return {f"first {SEATS[seat]}": 1 for seat in range(self.players)}
        row = LAYOUT[self.dealt][0] if self.phase == "deal" else self.taken_row
        return {text: count for text, count in self.unseen[row].items() if count}

    def legal(self) -> set[str]:
        if self.phase == "start":
            return {*self.starters}
        if self.phase == "take":
            return {f"take {row} {column}" for row in ROWS for column in self.free_places(row)}
        if "tile" in self.hand[0]:
            lots = self.town.lots(self.longest)
            return {f"tile {x},{y} {top}" for x, y in lots for top in TOPS}
        return {text for item in self.hand for text in self.ways_to_place(item)}

    def free_places(self, row: str) -> list[int]:
        """cit-15, cit-16"""
        own = [
            place for place, seat in self.workers.items() if (place[0], seat) == (row, self.seat)
        ]
        if len(own) == (2 if self.players == 2 else 1):
            return []
        return [column for column in (1, 2, 3, 4) if (row, column) not in self.workers]

    def ways_to_place(self, item: str) -> set[str]:
        """cit-23, cit-24"""
        squares = self.town.squares.items()
        if item in self.grounds:
            takes = [
                p for p, square in squares if reference.takes_attraction(square, self.grounds[item])
            ]
        else:
            takes = [place for place, square in squares if reference.takes_module(square, item)]
        return {f"discard {item}", *(f"put {item} {self.town.name_of(place)}" for place in takes)}

    @property
    def taken_row(self) -> str:
        assert self.taken is not None
        return self.taken[0]

    # ------------------------------------------------------------ playing

    def play(self, text: str) -> None:
        verb, *rest = text.split()
        if self.phase == "first":
            self.set_first(SEATS.index(rest[0]))
        elif self.phase == "deal":
            self.deal(text)
        elif self.phase == "reveal":
            self.unseen[self.taken_row][text] -= 1
            self.hidden -= 1
            self.receive(text)
        elif verb == "start":
            self.take_starter(text)
        elif verb == "take":
            self.take(rest[0], int(rest[1]))
        elif verb == "tile":
            self.place_tile(rest[0], rest[1])
        else:
            self.place_item(verb, rest)
        if self.phase in ("reveal", "place"):
            self.phase = "reveal" if self.hidden else "place"
            if not self.hidden and not self.hand:
                self.end_turn()

    def set_first(self, seat: int) -> None:
        """cit-11, cit-12"""
        self.first = seat
        self.seat = (seat - 1) % self.players
        self.phase = "start"

    def take_starter(self, text: str) -> None:
        self.town.lay(text, self.starters.pop(text), (0, 0), "north")
        if self.seat != self.first:
            self.seat = (self.seat - 1) % self.players
            return
        self.removed.update(self.starters.keys())
        self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        self.board, self.workers = {}, {}
        self.dealt = 0
        self.phase = "deal"

    def deal(self, text: str) -> None:
        row, column = LAYOUT[self.dealt]
        self.unseen[row][text] -= 1
        self.board.setdefault((row, column), []).append(text)
        self.dealt += 1
        if self.dealt == len(LAYOUT):
            self.seat = self.first
            self.phase = "take"

    def take(self, row: str, column: int) -> None:
        """cit-15, cit-17"""
        self.taken = (row, column)
        self.workers[row, column] = self.seat
        self.hidden = HIDDEN[row] if column == 4 else 0
        self.phase = "place"
        for text in self.board.pop((row, column), []):
            self.receive(text)

    def receive(self, text: str) -> None:
        if text.startswith("card"):
            self.town.cards.add(text.split()[1])
        elif text.startswith("district"):
            self.hand.append(f"tile {text}")
        else:
            self.hand.append(text.split()[2])

    def place_tile(self, place: str, top: str) -> None:
        name = self.hand.pop().removeprefix("tile ")
        east, south = map(int, place.split(","))
        x, y = self.town.corner
        self.town.lay(name, self.tiles[name], (x + east, y + south), top)

    def place_item(self, verb: str, rest: list[str]) -> None:
        item = rest[0]
        self.hand.remove(item)
        if verb == "discard":
            self.removed[f"turn up {item}"] += 1
            return
        place = self.town.square_at(rest[1])
        square = self.town.squares[place]
        if item in self.grounds:
            self.town.squares[place] = reference.with_attraction(square, self.kinds[item])
        else:
            self.town.squares[place] = reference.with_module(square, item)

    # ------------------------------------------------------------ turns and rounds

    def end_turn(self) -> None:
        self.check_objectives()
        self.taken = None
        self.phase = "take"
        if len(self.workers) < (16 if self.players == 2 else 4 * self.players):
            self.seat = (self.seat + 1) % self.players
        else:
            self.end_round()

    def check_objectives(self) -> None:
        """cit-28, cit-29"""
        for number, goal in enumerate(self.objectives):
            used = {town.markers[number] for town in self.towns if number in town.markers}
            covered = {2} if self.players == 2 else set()  # cit-9
            free = [place for place in (1, 2, 3) if place not in used | covered]
            fulfilled = reference.times(self.town.squares, goal) > 0
            if fulfilled and free and number not in self.town.markers:
                self.town.markers[number] = free[0]

    def end_round(self) -> None:
        """cit-19, cit-20"""
        self.first = next(
            self.workers[place] for n in (4, 3) if (place := ("modules", n)) in self.workers
        )
        if self.round == self.rounds:
            self.phase = "ended"
            return
        self.clear()
        self.begin_round()

    def clear(self) -> None:
        """cit-20: what is left on the board leaves the game, seen or not."""
        for things in self.board.values():
            self.removed.update(things)
        self.board = {}

    # ------------------------------------------------------------ the end

    def points(self, seat: int) -> tuple[int, int]:
        """cit-33 to cit-36: of everything, and of the city board alone."""
        town = self.towns[seat]
        board = sum(self.objectives[n]["numbers"][at - 1] for n, at in town.markers.items())
        rules = self.box["game"]
        zones = reference.zone_points(town.squares, rules["zone_points"])
        monuments = reference.monuments(town.squares) * rules["monument_points"]
        held = [self.cards[id] for id in town.cards]
        cards = sum(reference.times(town.squares, card) * card["points"] for card in held)
        return board + zones + monuments + cards, board

    def winners(self) -> list[int]:
        """cit-37"""
        points = [self.points(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if points[seat] == max(points)]


def kinds_of(box: dict[str, Any]) -> dict[str, str]:
    """What the reference calls each attraction: 1 to 4 on either ground, monument, joker."""
    names = ["1", "2", "3", "4", "1", "2", "3", "4", "monument", "joker"]
    return {each["id"]: name for each, name in zip(box["attraction"], names, strict=True)}
