"""The row of La Cité des lutins: everything on the table, in 488 bytes."""

from typing import Any

import numpy as np

from faubourg.core.contract import HEADER, Box, Option
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.kernels.rows import row_dtype

SEATS = 6
HOUSES = 16  # building cards, at most
HOUSES_AT_FIRST = 12  # as the printed box has; numbers of actions for more come after all others
CARDS_EACH = 2  # to begin with
ALL_HOUSES = (1 << HOUSES) - 1
COLOURS = ("red", "orange", "yellow", "mauve")
SHAPES = 4
KINDS = len(COLOURS) * SHAPES  # blocks that differ; a kind is colour * SHAPES + shape
FACES = (*COLOURS, "white", "blue")  # of a lutins' die
WHITE, BLUE = 4, 5
SIDES = 6  # of every die
MOST_PIPS = 6
GNOME_FACE = MOST_PIPS + 1  # of the orange die, after 0 to 6 pips
ORANGE_FACES = GNOME_FACE + 1
NOBODY = -1

IMPOSED, IMAGINARY = range(2)
BUILDINGS = ("imposed", "imaginary")
DICE = ("standard", "balanced")
BALANCED = DICE.index("balanced")
STRENGTHS = ("book", "calm", "furious")  # of the gnome whom nobody plays (game 1)
BOOK, CALM, FURIOUS = range(len(STRENGTHS))
SLEEPS = 3  # throws with blue that a calm gnome sleeps through (lut-36)
LAID = 2  # plain blocks that a furious one has laid before the game (lut-37)
BALANCED_FROM = 4  # players: the standard die hardly ever lets a gnome win against so many

# What the position is waiting for: Nature's moves, then players' decisions, then the end.
FIRST, DEAL, THROW, BLUE_BLOCK, ORANGE, PICK, DESTROY, BUILD, ENDED = range(9)
PHASES = (
    "first", "deal", "throw", "blue", "orange", "pick", "destroy", "build", "ended",
)  # fmt: skip


def _row(houses: int, strengths: bool = True) -> np.dtype[Any]:
    of_strength = [
        ("strength", "i1"),  # which of STRENGTHS the gnome of game 1 has
        ("asleep", "i1"),  # throws with blue that he still sleeps through
    ]
    return row_dtype(
        [
            *HEADER,
            ("pile", "i8"),  # cards that nobody has yet, a bit each
            ("open", "i8"),  # houses that are not finished, those of the pile too, a bit each
            ("own", "i8", (SEATS,)),  # the cards of each seat, a bit each
            ("phase", "i1"),
            ("gnome", "i1"),  # the seat of the gnome, or NOBODY in game 1
            ("building", "i1"),
            ("die", "i1"),  # which orange die
            ("picked", "i1"),  # the first cards are picked openly
            ("first", "i1"),  # the first player, or NOBODY until Nature names one
            ("left", "i1"),  # cards in the pile
            ("lying", "i1"),  # blocks in the middle
            ("tower", "i1"),  # blue blocks on the gnome's tower
            ("emblems", "i1"),  # those among them that showed the emblem (game 1)
            *(of_strength if strengths else []),
            ("thrown", "i1", (len(FACES),)),  # the last throw, dice of each face
            ("dice", "i1", (len(FACES),)),  # those of them that are still to be played
            ("middle", "i1", (KINDS,)),
            ("placed", "i1", (houses,)),  # blocks in each house
            ("missing", "i1", (houses,)),  # blocks that it still takes
            # The same by shape; an imaginary house begins with room for its size in every shape.
            ("needs", "i1", (houses, SHAPES)),
            ("blocks", "i1", (houses, KINDS)),  # what each house is built of
        ]
    )


ROW = _row(HOUSES)
EARLIER_ROWS = (_row(HOUSES_AT_FIRST, strengths=False), _row(HOUSES, strengths=False))


def laid_blocks(box: Box) -> int:
    """The blocks that a furious gnome has laid: none with the emblem, and never the last one."""
    return min(LAID, int(box.tower) - 1, int(box.tower - box.emblems))


def limits(players: int) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of every field, for positions that come from elsewhere."""
    return {
        "turn_of": (0, players - 1),
        "pile": (0, ALL_HOUSES),
        "open": (0, ALL_HOUSES),
        "own": (0, ALL_HOUSES),
        "phase": (0, len(PHASES) - 1),
        "gnome": (NOBODY, players - 1),
        "building": (0, len(BUILDINGS) - 1),
        "die": (0, len(DICE) - 1),
        "picked": (0, 1),
        "first": (NOBODY, players - 1),
        "left": (0, HOUSES),
        "lying": (0, 127),
        "tower": (0, 127),
        "emblems": (0, 127),
        "strength": (0, len(STRENGTHS) - 1),
        "asleep": (0, SLEEPS),
        "thrown": (0, 3),
        "dice": (0, 3),
        "middle": (0, 127),
        "placed": (0, 127),
        "missing": (0, 127),
        "needs": (0, 127),
        "blocks": (0, 127),
    }


def box_limits(box: Box) -> dict[str, tuple[int, int]]:
    """No houses but those of the box."""
    houses = (1 << int(box.count)) - 1
    return {
        "pile": (0, houses),
        "open": (0, houses),
        "own": (0, houses),
        "left": (0, int(box.count)),
    }


def _letters(players: int) -> list[str]:
    return [*SEAT_LETTERS[:players]]


def _usual_die(players: int, version: int) -> str:
    """Version 1 of the rules had the standard die for all."""
    return "balanced" if version > 1 and players >= BALANCED_FROM else "standard"


OPTIONS = (
    Option(
        "game",
        Text(
            "'together': all against the gnome; 'gnome': one player is the gnome (from 3 players)",
            "'together' : tous contre le gnome ; 'gnome' : un joueur est le gnome (dès 3 joueurs)",
        ),
        default="together",
        allowed=lambda players: ["together", "gnome"] if players >= 3 else ["together"],
    ),
    Option(
        "strength",
        Text(
            "the gnome of the game 'together': 'calm' sleeps through the first {sleeps} throws with"
            " blue, 'book' is the rulebook's, 'furious' has {laid} blocks on his tower already",
            "le gnome du jeu 'together' : 'calm' dort pendant les {sleeps} premiers jets avec du"
            " bleu, 'book' est celui du livret, 'furious' a déjà {laid} blocs sur sa tour",
        ).format(sleeps=SLEEPS, laid=LAID),
        default=STRENGTHS[BOOK],
        allowed=lambda players: ["calm", "book", "furious"],
        later=True,
        when={"game": "together"},
        by_level={"gentle": "calm", "steady": "book", "expert": "furious"},
    ),
    Option(
        "building",
        Text(
            "'imposed': the houses of the cards; 'imaginary': any 7 blocks",
            "'imposed' : les maisons des cartes ; 'imaginary' : 7 blocs au choix",
        ),
        default="imposed",
        allowed=lambda players: [*BUILDINGS],
    ),
    Option(
        "first",
        Text("who begins: a seat letter, or 'random'", "qui commence : une lettre, ou 'random'"),
        default="random",
        allowed=lambda players: ["random", *_letters(players)],
    ),
    Option(
        "cards",
        Text(
            "the first two cards: 'drawn' unseen, or 'picked' openly, two at once",
            "les deux premières cartes : 'drawn' au hasard, ou 'picked' au choix, deux à la fois",
        ),
        default="drawn",
        allowed=lambda players: ["drawn", "picked"],
    ),
    Option(
        "gnome",
        Text("who is the gnome in the game 'gnome'", "qui est le gnome dans le jeu 'gnome'"),
        default="B",
        allowed=_letters,
        when={"game": "gnome"},
    ),
    Option(
        "die",
        Text(
            "the gnome's die: 'standard', or 'balanced' for the number of players, as is usual from"
            " {players} on",
            "le dé du gnome : 'standard', ou 'balanced' selon le nombre de joueurs, d'usage dès"
            " {players}",
        ).format(players=BALANCED_FROM),
        default=_usual_die,
        allowed=lambda players: [*DICE],
        when={"game": "gnome"},
    ),
)
