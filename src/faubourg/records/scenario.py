"""Scenarios: a partial position, moves and dice, and what must hold after each, as TOML.

    game = "minivilles"

    [[scenario]]
    title = "Who has nothing pays nothing"
    clauses = ["mv-14"]
    players = 2
    rules = 1                                    # the version; without it, the newest
    options = { first = "A" }                    # the other options of the game
    position = { seat = "A", towns = { A = { coins = 0 } } }

    [[scenario.step]]
    play = "die 3"                               # a move or a list of moves; may be left out
    expect = { towns = { A = { coins = 2 } } }   # a part of the view
    legal = ["pass"]                             # among the legal actions now
    illegal = { "build mine" = "mv-16" }         # refused, and the clause that says so
    only = ["pass", "build bakery"]              # exactly the legal actions, in any order
    chance = { "die 1" = "1/6" }                 # some of Nature's outcomes, exactly
    impossible = ["draw bakery"]                 # not among Nature's outcomes
    events = [{ kind = "paid", coins = 2 }]      # among what happened, in this order
    winners = ["A"]                              # the game is over and they have won; []: it is not

What a position leaves out is as usual in that game; without one the game begins as it always does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError, PositionError, ScenarioError
from faubourg.core.files import parse_toml, read
from faubourg.core.game import Game, part
from faubourg.core.options import unknown
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.records.expectations import CHECKS, play_all


@dataclass(frozen=True)
class Scenario:
    """One situation and what must come of it."""

    title: str
    clauses: tuple[str, ...]
    game: Game
    position: Mapping[str, Any] | None
    steps: tuple[Mapping[str, Any], ...]

    def start(self) -> Position:
        """The position laid out: the one given, or the game's own beginning."""
        start = self.game.start()
        if self.position is not None:
            try:
                self.game.part("setup").arrange(self.game.components, start.row, self.position)
            except PositionError as error:
                raise _fault(self.title, error.text) from error
        return start

    def failures(self) -> list[Text]:
        """Play it; each expectation that does not hold, in words. None means all is well."""
        position = self.start()
        found: list[Text] = []
        at = Text("step {number}: {said}", "étape {number} : {said}")
        for number, step in enumerate(self.steps, start=1):
            try:
                happened = play_all(position, step.get("play", []))
                wrong = [
                    said
                    for check in CHECKS
                    if check in step
                    for said in CHECKS[check](position, step[check], happened)
                ]
            except FaubourgError as error:
                return [*found, at.format(number=number, said=error.full_text)]
            found += [at.format(number=number, said=said) for said in wrong]
        return found


def load(path: Path) -> list[Scenario]:
    """All scenarios of a file."""
    data = parse_toml(
        read(path, ScenarioError),
        lambda why, line: ScenarioError(
            "unreadable", Text(f"{path}: {why}", f"{path} : {why}"), line
        ),
    )
    _check_table(str(path), data, FILE_SHAPES)
    if "game" not in data or not data.get("scenario"):
        raise _fault(
            str(path),
            Text(
                "a file needs 'game' and at least one [[scenario]]",
                "il faut « game » et au moins un [[scenario]]",
            ),
        )
    scenarios = [_scenario(str(path), data["game"], entry) for entry in data["scenario"]]
    titles = [scenario.title for scenario in scenarios]
    for title in titles:
        if titles.count(title) > 1:
            said = Text("two scenarios have this title", "deux scénarios portent ce titre")
            raise _fault(title, said)
    return scenarios


def _scenario(path: str, name: str, entry: Mapping[str, Any]) -> Scenario:
    title = entry.get("title", path)
    _check_table(str(title), entry, SCENARIO_SHAPES)
    for key in ("title", "step"):
        if not entry.get(key):
            said = Text("a scenario needs '{key}'", "il faut « {key} » dans un scénario")
            raise _fault(title, said.format(key=key))
    for step in entry["step"]:
        _check_table(title, step, STEP_SHAPES)
    known = [option.name for option in part(name, "state").OPTIONS]
    options = entry.get("options", {})
    for option in options:
        if option not in known:
            raise unknown("option", option, known)
    game = Game(name, entry.get("players"), rules=entry.get("rules"), **options)
    clauses = tuple(entry.get("clauses", ()))
    return Scenario(title, clauses, game, entry.get("position"), tuple(entry["step"]))


# ---------------------------------------------------------------- what a file may say


@dataclass(frozen=True)
class Shape:
    """What a value of the file must look like."""

    name: Text
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_chance(value: Any) -> bool:
    try:
        return isinstance(value, str | int) and Fraction(value) >= 0
    except (ValueError, ZeroDivisionError):
        return False


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _table_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


ANYTHING = Shape(Text("a value", "une valeur"), lambda value: True)
TEXT = Shape(Text("a text in quotes", "un texte entre guillemets"), _is_text)
TEXTS = Shape(Text("a list of texts", "une liste de textes"), _list_of(_is_text))
TABLE = Shape(Text("a table { … }", "une table { … }"), _is_table)
TABLES = Shape(Text("a list of tables", "une liste de tables"), _list_of(_is_table))
MOVES = Shape(
    Text("a move in quotes or a list of moves", "un coup entre guillemets ou une liste de coups"),
    lambda value: _is_text(value) or TEXTS.fits(value),
)
CLAUSES = Shape(
    Text("a table of moves with the clause of each", "une table de coups avec la clause de chacun"),
    _table_of(_is_text),
)
CHANCES = Shape(
    Text(
        'a table of outcomes with the chance of each, such as "1/6"',
        "une table d'issues avec la probabilité de chacune, telle que « 1/6 »",
    ),
    _table_of(_is_chance),
)

FILE_SHAPES = {"game": TEXT, "scenario": TABLES}
SCENARIO_SHAPES = {
    "title": TEXT,
    "clauses": TEXTS,
    "players": ANYTHING,  # the game itself says which number it allows
    "rules": ANYTHING,  # and which version
    "options": TABLE,
    "position": TABLE,
    "step": TABLES,
}
STEP_SHAPES = {
    "play": MOVES,
    "note": TEXT,
    "expect": TABLE,
    "legal": TEXTS,
    "illegal": CLAUSES,
    "only": TEXTS,
    "chance": CHANCES,
    "impossible": TEXTS,
    "events": TABLES,
    "winners": TEXTS,
}


def _check_table(where: str, table: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    """Every key is known and has a value of its shape; a fault says what would be right."""
    for key, value in table.items():
        if key not in shapes:
            said = Text(
                "'{key}' is unknown here; known: {known}",
                "« {key} » est inconnu ici ; il y a : {known}",
            )
            raise _fault(where, said.format(key=key, known=", ".join(sorted(shapes))))
        if not shapes[key].fits(value):
            said = Text(
                "'{key}' is {value}; it must be {shape}", "« {key} » vaut {value} ; il faut {shape}"
            )
            raise _fault(where, said.format(key=key, value=repr(value), shape=shapes[key].name))


def _fault(where: str, said: Text) -> ScenarioError:
    return ScenarioError("scenario", Text(f"{where}: {said.en}.", f"{where} : {said.fr}."))
