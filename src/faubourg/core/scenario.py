"""Scenarios: a partial position, moves and dice, and what must hold after each, as TOML.

    game = "minivilles"

    [[scenario]]
    title = "Who has nothing pays nothing"
    clauses = ["mv-14"]
    players = 2                                  # options of the game beside it
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
    winners = ["A"]                              # the game is over and they have won
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from faubourg.core.contract import NATURE, SEAT_LETTERS, Event
from faubourg.core.errors import FaubourgError, IllegalAction, ScenarioError
from faubourg.core.game import Game
from faubourg.core.position import Position, read_action
from faubourg.core.text import Text, listed

SCENARIO_KEYS = {"title", "clauses", "players", "options", "position", "step"}
CHECKS = ("expect", "legal", "illegal", "only", "chance", "impossible", "events", "winners")
STEP_KEYS = {"play", "note", *CHECKS}


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
                self.game.part("view").arrange(self.game.components, start.row, self.position)
            except (ValueError, TypeError, OverflowError, IndexError) as error:
                raise _fault(self.title, str(error)) from error
        return start

    def failures(self) -> list[str]:
        """Play it; each expectation that does not hold, in words. None means all is well."""
        position = self.start()
        found: list[str] = []
        for number, step in enumerate(self.steps, start=1):
            try:
                happened = _play(position, step.get("play", []))
                wrong = [said for check in CHECKS if check in step
                         for said in _check(check, position, step[check], happened)]  # fmt: skip
            except FaubourgError as error:
                return [*found, f"step {number}: {error}"]
            found += [f"step {number}: {said}" for said in wrong]
        return found


def load(path: Path) -> list[Scenario]:
    """All scenarios of a file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        said = Text(f"{path}: {error}", f"{path} : {error}")
        raise ScenarioError("unreadable", said) from error
    for key in data:
        if key not in ("game", "scenario"):
            raise _fault(str(path), f"'{key}' is unknown; a file has 'game' and [[scenario]]")
    if "game" not in data or not data.get("scenario"):
        raise _fault(str(path), "a file needs 'game' and at least one [[scenario]]")
    return [_scenario(data["game"], entry) for entry in data["scenario"]]


def _scenario(name: str, entry: Mapping[str, Any]) -> Scenario:
    title = str(entry.get("title", "untitled"))
    for key in entry:
        if key not in SCENARIO_KEYS:
            raise _fault(title, f"'{key}' is unknown; known: {', '.join(sorted(SCENARIO_KEYS))}")
    for step in entry.get("step", []):
        for key in step:
            if key not in STEP_KEYS:
                known = ", ".join(sorted(STEP_KEYS))
                raise _fault(title, f"'{key}' is unknown in a step; known: {known}")
    game = Game(name, entry.get("players"), **entry.get("options", {}))
    clauses = tuple(entry.get("clauses", ()))
    return Scenario(title, clauses, game, entry.get("position"), tuple(entry.get("step", ())))


def _fault(where: str, said: str) -> ScenarioError:
    return ScenarioError("scenario", Text(f"{where}: {said}.", f"{where} : {said}."))


def _play(position: Position, moves: str | list[str]) -> list[Event]:
    happened: list[Event] = []
    for move in [moves] if isinstance(moves, str) else moves:
        happened += position.play(move)
    return happened


def _check(check: str, position: Position, wanted: Any, happened: list[Event]) -> list[str]:
    """What does not hold of one kind of expectation."""
    legal = {action.text for action in position.legal}
    if check == "expect":
        return list(_differences(position.view(), wanted, ""))
    if check == "legal":
        return [f"'{move}' is not legal" for move in wanted if move not in position.legal]
    if check == "illegal":
        return [said for move, clause in wanted.items() for said in _refusal(position, move, clause)]
    if check == "only":
        texts = {read_action(position.game, move).text for move in wanted}
        return [] if texts == legal else [f"legal are {_names(legal)}, not {_names(texts)}"]
    if check == "events":
        return _missing_events(happened, wanted)
    if check == "winners":
        outcome = position.outcome
        won = [SEAT_LETTERS[seat] for seat in outcome.winners] if outcome else None
        return [] if won == wanted else [f"winners are {won}, not {wanted}"]
    chances = {action.text: chance for action, chance in position.chance.items()}
    if check == "chance":
        return [
            f"the chance of '{move}' is {chances.get(move, 0)}, not {chance}"
            for move, chance in wanted.items()
            if chances.get(read_action(position.game, move).text, 0) != Fraction(chance)
        ]
    return [f"'{move}' is possible" for move in wanted if move in chances or position.turn != NATURE]


def _refusal(position: Position, move: str, clause: str) -> list[str]:
    before = position.to_bytes()
    try:
        position.copy().play(move)
    except IllegalAction as error:
        if error.clause != clause:
            return [f"'{move}' is refused by {error.clause}, not by {clause}: {error}"]
        return [] if position.to_bytes() == before else [f"refusing '{move}' changed the position"]
    return [f"'{move}' is legal, but {clause} should refuse it"]


def _differences(found: Any, wanted: Any, path: str) -> list[str]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            said
            for key, value in wanted.items()
            for said in _differences(found.get(key), value, f"{path}.{key}" if path else key)
        ]
    absent = found is None and wanted == 0  # a card that a town does not have is not listed
    return [] if found == wanted or absent else [f"{path} is {found!r}, not {wanted!r}"]


def _missing_events(happened: list[Event], wanted: list[Event]) -> list[str]:
    rest = iter(happened)
    for event in wanted:
        if not any(event.items() <= each.items() for each in rest):
            return [f"no event {event} (in this order) among {happened}"]
    return []


def _names(actions: set[str]) -> str:
    return listed(sorted(actions)).en or "none"
