"""The contract of a game: what a folder under `games/` must hold, and what each part promises.

A game is a folder. Nothing else in Faubourg knows its name; everything goes through the names
below, so the same bots, records, terminal, batches and server serve every game.

Five ideas carry it:

1. A position is a *row*: one record of the structured NumPy dtype `state.ROW`. Copying is a
   memory copy, saving is `tobytes`, a batch is an array.
2. The box is a row too: `components.Components.box` holds every number that the rules read (costs,
   dice numbers, counts), so another set of components needs no new code and no compiling.
3. Rules are plain functions on the two, compiled by Numba, deterministic and without randomness.
4. Nature is a player: where chance decides, `row.to_act` is NATURE, `chance` lists the outcomes
   with exact integer weights, and the outcome is played with `step` like any action.
5. Nothing is decided early: what nobody has seen yet is drawn when it is turned up.

The files of a game's folder, and the names that others use. Four are needed:

| file              | names |
|-------------------|-------|
| `components.py`   | `load(source=None) -> Components`: reads and checks a file or a text; |
|                   | `FORM`: what a box may be (`gamekit/nodes.py`), for editors and the lab |
| `state.py`        | `ROW`, `limits(players)`: the range of every field; see `State` |
| `rules.py`        | see `Rules` |
| `notation.py`     | see `Notation` |

The box as data is `components.toml`, which `components.py` reads and a user may replace. The boxes
of earlier versions of the rules lie beside it, `earlier/components-1.toml` and so on: old records
and tables are played with them. The other files have defaults in `gamekit/defaults/`, file by file
and name by name, and make a game better:

| file              | names | without it |
|-------------------|-------|------------|
| `refusal.py`      | see `Refusal` | a refusal lists what is allowed |
| `view.py`         | see `View` | the fields of the row; an action is its notation |
| `setup.py`        | see `Setup` | a scenario sets the fields of the row |
| `events.py`       | see `Events` | moves, points, turns, winners |
| `insight.py`      | see `Insight` | one step ahead by points; playouts to the end |
| `advice.py`       | see `Advice` | a hint has its chance only |
| `observe.py`      | see `Observe` | the fields of the row |
| `tally.py`        | see `Tally` | points |
| `terminal/screen.py` | see `Screen` | the view as a table |
| `picture.py`      | see `Picture` | who plays, and their points |
| `clauses.toml`    | the rules as numbered clauses, in both languages | no clauses |
| `shown.json`      | which tests show which clause; written by `make index` | |

`gamekit/tiers.py` says which of them a game still lacks. A game may also bring `sheet.py`
(`pieces`: its components on paper) and `challenges.py` (`CHALLENGES`: goals beside winning).
"""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from faubourg.core.text import Language, Text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text as RichText

    from faubourg.gamekit.drawing import Drawing

Source = Path | str  # a file of components, or the text of one


class StoredText(str):
    """The text of a box that was taken before, by this version or an earlier one: of a stored table
    or a record. A loader takes what an earlier one took; pickles keep the mark."""

    __slots__ = ()


Row = np.record
Box = np.record
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Data = dict[str, Any]
Event = dict[str, Any]

# The fields that every row begins with: the player to act (a seat, NATURE or OVER), the number of
# players, how many players' turns have begun, and the seat whose turn it is, also while Nature or
# another must act (before the first turn: the seat that takes what is dealt).
#
# Fields are signed, and those that index others are whole words: Numba compiles a function anew for
# every width it is called with, and turns sums of signed and unsigned words into floats.
HEADER: list[tuple[str, str]] = [
    ("to_act", "i8"),
    ("players", "i8"),
    ("turn_count", "i8"),
    ("turn_of", "i8"),
]


@dataclass(frozen=True)
class Option:
    """A choice made before the game starts, beside the number of players."""

    name: str
    help: Text
    # Where none is given: a value, or one by the number of players and the version of the rules.
    default: str | Callable[[int, int], str]
    allowed: Callable[[int], list[str]]  # the values for a number of players
    later: bool = False  # came after the first records, which play as its default says
    # The values of other options with which alone it means something; with others it is not asked.
    when: Mapping[str, str] = field(default_factory=dict)
    # Where bots are on the side of people, how hard the game is to be for a level of bots that was
    # picked: the value for each level (`bots/levels.py`). A value that is named goes before it.
    by_level: Mapping[str, str] = field(default_factory=dict)
    # Where the values are things of the box: their ids and names.
    of_box: Callable[[Any], Mapping[str, Text]] | None = None

    def usual(self, players: int, version: int, components: Any = None) -> str:
        """The default for a number of players, by a version of the rules; the first value of a box
        that does not have it."""
        usual = self.default if isinstance(self.default, str) else self.default(players, version)
        if components is None or self.of_box is None:
            return usual
        values = self.of_box(components)
        return usual if usual in values else next(iter(values))

    def values(self, players: int, components: Any) -> list[str]:
        """What is allowed with a box of components."""
        return self.allowed(players) if self.of_box is None else [*self.of_box(components)]


class Components(Protocol):
    """A checked box of components."""

    @property
    def box(self) -> Box: ...

    @property
    def name(self) -> Text:
        """What the game is called."""

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""

    @property
    def text(self) -> str:
        """The file that it was read from, as records carry it."""

    @property
    def digest(self) -> str:
        """A hash of the text, by which records tell one set of components from another."""

    # `is_larger: bool` may be left out, False: whether the box has more of anything than boxes had
    # at first, so that its games need all numbers of actions and all fields of an observation.


class State(Protocol):
    """`state.py`. `OPTIONS` may be left out: none. `EARLIER_ROWS`, where bounds were raised: dtypes
    of rows from before, which are still read. For defaults only, and never needed: `BY_SEAT`,
    the fields whose first axis is the seats (else those with as many items as players at most),
    and `LABELS`, what fields are called, a Text each."""

    ROW: np.dtype[Any]
    OPTIONS: tuple[Option, ...]

    def limits(self, players: int) -> dict[str, tuple[int, int]]:
        """The least and the greatest value of every field, for positions from elsewhere."""

    def box_limits(self, box: Box) -> dict[str, tuple[int, int]]:
        """The same of fields that hold numbers of things of the box, by how many it has. May be
        left out: none."""


class Rules(Protocol):
    """`rules.py`. All but `start` are kernels: they allocate nothing and know no Python object.
    `MOST` and `nature` may be left out: they follow from `ACTIONS` and `chance`, only slower."""

    VERSION: int  # rises when the same moves would give another result
    # Actions, Nature's included, are the numbers 0 to ACTIONS - 1, which never change. Where the
    # bounds of a box were raised, ACTIONS_AT_FIRST of them are enough for a box that is not larger.
    ACTIONS: int
    MOST: int  # no position has more legal actions or outcomes than this
    BOUND: int  # steps within which play ends; a batch stops a game that runs longer

    def start(self, box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
        """Lay out the game in a zeroed row; options have been checked."""

    def legal(self, box: Box, row: Row, actions: Ints) -> int:
        """List the actions of the player to act in `actions`; return how many. Never 0."""

    def chance(self, box: Box, row: Row, actions: Ints, weights: Ints) -> int:
        """List Nature's outcomes and their exact weights, all positive; return how many."""

    def nature(self, box: Box, row: Row, chosen: float) -> int:
        """Sample an outcome: the one on which a number in [0, 1) falls when the weights of
        `chance`, in their order, divide that interval. Adds nothing to `chance` but speed."""

    def step(self, box: Box, row: Row, action: int) -> None:
        """Play one legal action or outcome. Unchecked: callers use `legal` or `chance` first."""

    def outcome(self, box: Box, row: Row, points: Ints) -> int:
        """Write each seat's points; return the winners as a bit mask (0 before the end)."""


class Notation(Protocol):
    """`notation.py`: actions as short text and back, the same text in every position."""

    def write(self, components: Any, action: int) -> str: ...

    def read(self, components: Any, text: str) -> int:
        """The action that a text names; NotationError says what would be understood."""


class Refusal(Protocol):
    """`refusal.py`."""

    def why(self, components: Any, row: Row, action: int) -> tuple[str, Text, str]:
        """Why an action is not legal now: a code, a sentence, and the clause that forbids it."""


class View(Protocol):
    """`view.py`: all that a page, a log or a person ever sees of a position."""

    def view(self, components: Any, row: Row) -> Data:
        """The whole situation as plain data: numbers, texts, lists and dicts."""

    def box(self, components: Any) -> Data:
        """What a page must know of the components to draw and explain them: names, costs, pictures
        and effects, as plain data; texts in both languages."""

    def describe(self, components: Any, row: Row, action: int, names: Sequence[str]) -> Text:
        """What an action would do, as a person would say it."""

    def reason(self, components: Any, row: Row) -> Text:
        """Why the game ended."""


class Setup(Protocol):
    """`setup.py`: positions for scenarios."""

    def arrange(self, components: Any, row: Row, given: Mapping[str, Any]) -> None:
        """Change a started row to what a partial view says; PositionError says what is wrong."""


class Events(Protocol):
    """`events.py`: what just happened."""

    def events(self, components: Any, before: Row, action: int, after: Row) -> list[Event]:
        """What a step did, in order, each with a `kind` and the seats and amounts concerned.
        An event of the kind "turn" begins a player's turn."""

    def tell(self, components: Any, event: Event, names: Sequence[str]) -> Text:
        """An event as a sentence; `names` are what the seats are called."""


@dataclass(frozen=True)
class Habits:
    """Hyper-parameters of MCTS (`bots/search_kernels.py`) for a game; chosen by measurement."""

    candidates: int = 24  # most children of a decision node: the actions rated best
    least: float = -math.inf  # actions rated lower are left out, unless all are
    prior_decay: float = 0.5  # the prior of the nth best rated action is n to minus this power
    puct: float = 1.0  # PUCT's constant: the weight of exploration beside the mean value
    expand_after: int = 1  # visits of a node before it is expanded
    sample: int = 1000  # actions that the rollout policy rates at a decision, drawn from all
    horizon: int = 0  # turns after which a playout is cut off by `value`; 0: played to the end
    leaf: int = 0  # the same, counted from where the simulation leaves the tree, not from the root
    period: int = 0  # turns of a round: the same, at the end of the round that the root is in
    even_chance: int = 0  # 1: outcomes in the tree follow a low-discrepancy sequence, not dice
    network: int = 0  # 1: playouts are cut off by `learned_value`, where a game has one
    remember: int = 0  # 1: a leaf at the horizon is evaluated once, for a `value` that takes long
    nodes: int = 1 << 17  # most nodes of a tree; when they are used up it is not expanded any more


class Judgement(NamedTuple):
    """What the difference of two choices' values, each by a search, is worth beside the noise of
    the search, found by playing on (`bench.review mistakes` and `choices`)."""

    of_any: float = 0.0  # the standard error of any choice, from 0 to 1
    of_size: float = 0.0  # the standard error of what is lost, as a part of it
    share: float = 1.0  # of the difference is lost when strong players play on


class Insight(Protocol):
    """`insight.py`: a playout policy and an evaluation for bots. Kernels, and how to search.

    It may have names more. `LEARNED`: other habits, for the printed box, where `value` is a network
    that learned from it, or `learned_value` beside a `value` that suits any box; and
    `LEARNED_SECONDS`, the time a decision up to which these win; each also by number of players.
    A network's features are written by `write_features` of a `value_network.py`. `REVIEWED`: habits
    in the same form by which games with the printed box are reviewed, and hints found.
    `rate_all(box, row, actions, n, ratings)`: a kernel that writes what `rate` says of each of the
    first `n` actions, sharing what they have in common; without it they are rated one by one.
    `canonical(box, row)`: a kernel that makes a row the one that stands for all that have the same
    chances (symmetries, and what is over and done with), for tables of end games.
    `FROZEN`: by the name of a bot that must not change any more, the habits it searches by, and a
    `value` or None for the game's own. `JUDGEMENT`: how far searches are off, for reviews."""

    HABITS: Habits

    def rate(self, box: Box, row: Row, action: int) -> float:
        """Heuristic of a legal action, for playouts and priors: only the order counts."""

    def value(self, box: Box, row: Row, chances: Floats) -> None:
        """Evaluation: write every seat's chance to win; exact when the game is over. Winners of a
        tie share the win; seats that win together have it whole each."""


class Advice(Protocol):
    """`advice.py`: what a hint says beside the chance to win."""

    def why(self, components: Any, row: Row, action: int, names: Sequence[str]) -> Text | None:
        """What speaks for a legal action of a player, as one sentence computed from this position
        and true of it; None if nothing in particular does."""


class Observe(Protocol):
    """`observe.py`: a position as a feature vector of int8, for learners. Kernels."""

    FIELDS: tuple[Any, ...]  # its features in order, a `gamekit.observation.Field` each
    SIZE: int  # how many numbers it has, for any number of players
    # Where the bounds of a box were raised, MORE_FIELDS follow in games with larger boxes.

    def side(self, row: Row, seat: int) -> int:
        """The side that a seat plays for: seats of one side win and lose together."""

    def observe(self, box: Box, row: Row, seat: int, out: npt.NDArray[np.int8]) -> None:
        """Write the features of the position for a seat, as FIELDS lists them, into a zeroed vector
        or one of the same number of players. Where a field has seats, the observer comes first and
        the others follow in playing order."""


@dataclass(frozen=True)
class Item:
    """A thing of the box that the lab counts: a card, a tile, an objective."""

    id: str  # small letters, digits and _; no two of a game are the same
    name: Text
    group: Text  # the things counted in the same way, and how: "landmarks built"


class Tally(Protocol):
    """`tally.py`: what the lab reads off a game. `tally` and `standing` are kernels."""

    def items(self, components: Any, row: Row) -> list[Item]:
        """What is counted in the game that begins with this row."""

    def tally(self, box: Box, row: Row, counts: Ints) -> None:
        """Write into zeroed `counts[seat, item]` how many of each item each seat has in the end;
        the items in their order."""

    def standing(self, box: Box, row: Row, marks: Floats) -> None:
        """Progress of each seat towards winning, in marks that compare seats now; after the last
        seat that of the game itself, where it may beat them all."""

    def roles(self, components: Any, row: Row) -> list[Text]:
        """What the seats have beside their letter and can win by: colours, or sides. One for each
        seat, or none at all."""


@dataclass(frozen=True)
class Scene:
    """All that a terminal's screen is drawn from."""

    components: Any
    row: Row
    names: Sequence[str]  # what the seats are called
    roles: Sequence[str]  # who plays them, in words: "you", or a bot's name
    people: Sequence[int]  # the seats that are no bots
    language: Language
    width: int  # columns
    choices: Sequence[int] = ()  # what the player to act may do; the first is number 1
    detail: int = 2  # 2: everything; 1: tighter, for few lines; 0: as short as can be
    colour: bool = True
    pictures: bool = True  # emoji can be shown


class Screen(Protocol):
    """`terminal/screen.py`: the game rendered with Rich. Nothing may be wider than the scene."""

    def order(self, components: Any, row: Row, actions: Sequence[int]) -> list[int]:
        """The legal actions in the order in which they are shown and numbered."""

    def ends_turn(self, components: Any, row: Row, action: int) -> bool:
        """Whether a person, having done this, should be asked before play goes on: it is the
        last chance to take it back."""

    def table(self, scene: Scene) -> "RenderableType":
        """What lies on the table."""

    def question(self, scene: Scene) -> str:
        """What the player to act is being asked."""

    def choices(self, scene: Scene) -> "RenderableType | None":
        """The numbered choices; None for a plain list of `view.describe`."""

    def story(self, scene: Scene, turns: Sequence[Sequence[Event]]) -> "RenderableType":
        """What happened lately, turn by turn, the present one last."""

    def lines(self, scene: Scene, events: Sequence[Event]) -> "list[RichText]":
        """What just happened, a line each."""

    def explain(self, scene: Scene, word: str) -> "RenderableType | None":
        """What a card or another thing of the game does; None if nothing is called so."""

    def legend(self, scene: Scene) -> "RenderableType":
        """The aim of the game and what the signs on the screen mean, in a few lines."""


class Picture(Protocol):
    """`picture.py`: a position drawn, for links and for keeping; no page is needed for it."""

    def draw(
        self, components: Any, row: Row, names: Sequence[str], language: Language
    ) -> "Drawing":
        """What lies on the table as SVG, made of what `view` shows and nothing else; `names` are
        what the seats are called, and may be anything. Wider than high, as `drawing.BOARD` is."""


# The modules of a game's folder, and what each promises.
NEEDED: dict[str, type] = {"state": State, "rules": Rules, "notation": Notation}
OPTIONAL: dict[str, type] = {
    "refusal": Refusal,
    "view": View,
    "setup": Setup,
    "events": Events,
    "insight": Insight,
    "advice": Advice,
    "observe": Observe,
    "tally": Tally,
    "terminal.screen": Screen,
    "picture": Picture,
}


def promised(file: str) -> list[str]:
    """The names that others use of a module of a game's folder.

    >>> promised("insight")
    ['HABITS', 'rate', 'value']
    """
    protocol = (NEEDED | OPTIONAL).get(file)
    if protocol is None:
        return ["load"] if file == "components" else []
    functions = [name for name, what in vars(protocol).items() if inspect.isfunction(what)]
    return [*inspect.get_annotations(protocol), *(n for n in functions if n[0] != "_")]
