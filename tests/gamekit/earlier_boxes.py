"""Boxes that the loaders from before decision 0050 took and that would be refused today, with what
came of them then: `earlier_boxes.json`, written by the program of that time.

    git archive 262c77f^ src | tar -x -C FOLDER
    PYTHONPATH=FOLDER/src python -m tests.gamekit.earlier_boxes > tests/gamekit/earlier_boxes.json

Each is the printed box with some edits of its text, and the moves of a game with it.
"""

import hashlib
import json
import random
import sys
from typing import Any, NamedTuple

import numpy as np

from faubourg.core.errors import ComponentsError
from faubourg.core.game import Game, games

BOXES = 24  # of each game
STEPS = 300  # of a game at most
Edit = tuple[str, str]  # what stands in the text, and what instead of its first place
LONG = "very " * 20

UNKNOWN: tuple[Edit, ...] = (
    ("[game]\n", "[game]\nstrating = 1\n"),
    ("[game]\n", '[game]\nauthor = { name = "Anna", year = 2026 }\n'),
    ("[game]\n", '[notes]\ntext = ["cheaper", "longer"]\n\n[game]\n'),
)
EDITS: dict[str, tuple[Edit, ...]] = {
    "minivilles": (
        *UNKNOWN,
        ("starting = 1\n", "strating = 1\n"),
        ('en = "Mine"\n', f'en = "{LONG}deep Mine"\n'),
        ('id = "ranch"\n', f'id = "ranch_{"x" * 60}"\n'),
        ('id = "ranch"\n', 'id = "ranch"\nnote = "was 1"\n'),
        ("unique = true\n", "unique = 1\n"),
        ("unique = true\n", 'unique = "no"\n'),
        ('{ kind = "income", coins = 5 }', '{ kind = "income" }'),
        ('{ kind = "income", coins = 5 }', '{ kind = "income", coins = 5, per = [] }'),
        ('{ kind = "income", coins = 5 }', '{ kind = "income", coins = 5, among = "all" }'),
        ('per = ["gear"]', 'per = ["gear", "gear"]'),
        ('per = ["wheat"]', 'per = ["wheat", "cow", "wheat"]'),
        ('{ kind = "pick", coins = 5 }', '{ kind = "pick", coins = "all" }'),
        ('{ kind = "pick", coins = 5 }', '{ kind = "pick" }'),
        ('{ kind = "levy", coins = 2 }', '{ kind = "levy", coins = "all" }'),
        ('{ kind = "tax", from = 10 }', '{ kind = "tax" }'),
        ('{ kind = "levy", coins = 2 }', '{ kind = "swap" }'),
        ('bonus_symbols = ["cup", "bread"]', 'bonus_symbols = ["cup", "cup", "bread"]'),
        ('bonus_symbols = ["cup", "bread"]', "bonus_symbols = {}"),
        ('power = { kind = "two_dice"', 'power = { kind = "two_dice", coins = 3'),
        ("numbers = [1]\n", 'numbers = ""\n'),
    ),
    "my_little_town": (
        *UNKNOWN,
        ("[2, 3, 4, 5, 6, 7]", "[7, 6, 5, 4, 3, 2.0]"),
        ('letter = "G"\n', 'letter = "G"\nicon = "tree"\n'),
        ('shows = { en = "trees"', 'shows = { de = "Bäume", en = "trees"'),
        ('en = "yellow"\n', f'en = "{LONG}yellow"\n'),
        ("[[tile]]\n", "[[tile]]\ncopies = 2\n"),
    ),
    "lutins": (
        *UNKNOWN,
        ('"mauve", "white", "blue"]', '"red", "red", "orange"]'),
        ('lutins = ["red", "orange", "yellow", "mauve", "white", "blue"]',
         "lutins = { red = 1, orange = 1, yellow = 1, mauve = 1, white = 1, blue = 1 }"),
        ('lutins = ["red"', 'wooden = true\nlutins = ["red"'),
        ('en = "cube"\n', f'en = "{LONG}square cube"\n'),
        ('id = "cube"\n', 'id = "cube"\nweight = 3\n'),
        ("[[house]]\n", "[[house]]\ndrawn_by = 1\n"),
        ('back = { id = "', 'back = {}\nbehind = { id = "'),
    ),
    "cities": (
        *UNKNOWN,
        ("[modules]\n", "[modules]\nwhite = 3\n"),
        ("[tiles]\n", '[tiles]\nback = "grey"\n'),
        ("[[attraction]]\n", "[[attraction]]\npoints = 4\n"),
        ("[[city]]\n", '[[city]]\ncountry = "there"\n'),
        ('en = "New York"\n', f'en = "{LONG}New York"\n'),
        ("monument_points = 2\n", "monument_points = 2\nmonument_pionts = 3\n"),
    ),
}  # fmt: skip


class Case(NamedTuple):
    """A box, a game with it, and what came of both."""

    game: str
    edits: list[Edit]
    players: int
    seed: int
    numbers: dict[str, str]  # a hash of each field of the box
    moves: str  # a hash of all actions
    scores: list[int] | None  # None: the game had not ended


def edited(game: str, edits: list[Edit]) -> str:
    """The printed box with other words; an edit whose words are gone changes nothing."""
    text: str = Game(game).components.text
    for old, new in edits:
        text = text.replace(old, new, 1)
    return text


def hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


# Lengths of fields of boxes now, and before their bounds were raised.
LENGTHS = {
    "minivilles": {36: 28, 8: 6},
    "my_little_town": {48: 36},
    "lutins": {16: 12},
    "cities": {36: 24, 52: 36},
}
GOALS = 84  # of Cities now: 36 places for objectives, and then for cards


def numbers(game: Game) -> dict[str, str]:
    """A hash of every field of a box, as long as it was when these were written."""
    names = game.box.dtype.names or ()
    return {name: hashed(_of_then(game, name, game.box[name]).tobytes()) for name in names}


def _of_then(game: Game, name: str, values: Any) -> Any:
    if not np.ndim(values) or (game.name, name) == ("lutins", "blocks"):  # kinds, not houses
        return values
    if game.name == "cities" and len(values) == GOALS:
        return np.concatenate([values[:24], values[36:68]])
    return values[: LENGTHS[game.name].get(len(values), len(values))]


def played(game: Game, seed: int) -> tuple[str, list[int] | None]:
    """A random game: a hash of its actions, and the scores at its end."""
    chance, position = random.Random(seed), game.start()
    actions: list[int] = []
    while position.turn is not None and len(actions) < STEPS:
        ids = list(position.legal.ids)
        action = chance.choice(ids) if ids else position.nature(chance.random())
        position.step(action)
        actions.append(int(action))
    outcome = position.outcome
    scores = None if outcome is None else [int(score) for score in outcome.scores]
    return hashed(json.dumps(actions).encode()), scores


def cases(game: str) -> list[Case]:
    """Boxes that the loader of this program takes."""
    chance, found = random.Random(50), list[Case]()
    single = [[edit] for edit in EDITS[game]]
    while len(found) < BOXES:
        edits = single.pop() if single else chance.sample(EDITS[game], chance.choice((2, 3, 4)))
        try:
            players = chance.choice(range(*Game(game).components.players))
            own = Game(game, players, edited(game, edits))
        except ComponentsError as error:
            print(game, edits, error, file=sys.stderr)
            continue
        seed = len(found)
        found.append(Case(game, edits, players, seed, numbers(own), *played(own, seed)))
    return found


def read(text: str) -> list[Case]:
    return [Case(**entry) for entry in json.loads(text)]


if __name__ == "__main__":
    told: list[dict[str, Any]] = [case._asdict() for game in games() for case in cases(game)]
    print("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in told) + "\n]")
