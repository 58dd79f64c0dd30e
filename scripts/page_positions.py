"""Writes the positions that the page shows without a server: pictures of the rules, and lessons.

For each game with a folder on the page:

    pictures.toml, tests/scenarios/GAME  →  pictures.json   position before, what happens, position
                                                             after, for the clauses that name it
    lesson.toml (scenarios, see faubourg.records.scenario)  →  lesson.json
    the box                                                  →  box.json

`make types` runs this. With --check nothing is written, and what is out of date is an error.

A lesson is a list of stages. In a stage's scenario `legal` of one step says what the learner may
touch next, and the next step begins with the one of these that the lesson asks for; whatever
follows it there is played by itself, each player's move with Nature's answer as one frame. Where
that is the whole end of a stage, its other actions of the same kind are as good: any house will do.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position, mover
from faubourg.records.scenario import Scenario, load
from faubourg.server.table.serialize import actions, both, events

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "web" / "src" / "games"
SCENARIOS = ROOT / "tests" / "scenarios"
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Felix")
LEARNER = 0  # the seat that a lesson is for
MOST_SAID = 4  # sentences beside a picture

Data = dict[str, Any]


class FileError(Exception):
    """A file of pictures or of a lesson that can't be followed, and why."""


@dataclass
class Teller:
    """Plays moves and writes them down as entries of a table."""

    position: Position
    number: int = 0

    @property
    def game(self) -> Game:
        return self.position.game

    def play(self, move: str) -> Data:
        """Play a move; the entry that a live table would have for it."""
        before, turn = self.position.copy().row, self.position.turn
        id = self.position.legal_id(move)
        self.position.step(id)
        self.number += 1
        told = events(self.game, before, id, self.position.row, NAMES)
        nature = turn == NATURE
        return {
            "number": self.number,
            "kind": "nature" if nature else "move",
            "seat": "*" if nature else SEAT_LETTERS[turn or 0],
            "at": 0,
            "move": {"id": id, "text": move},
            "events": told,
        }

    def moment(self) -> Data:
        """What a board is given of the position."""
        outcome = self.position.outcome
        turn = mover(self.position.turn)
        return {
            "view": self.position.view(),
            "turn": None if turn == "-" else turn,
            "outcome": outcome
            and {
                "winners": [SEAT_LETTERS[seat] for seat in outcome.winners],
                "scores": dict(zip(SEAT_LETTERS, outcome.scores, strict=False)),
                "reason": both(outcome.reason),
            },
        }


def moves_of(step: Any) -> list[str]:
    play = step.get("play", [])
    return [play] if isinstance(play, str) else list(play)


def setting(game: Game) -> Data:
    """What a board is told of the table."""
    return {"players": game.players, "options": game.options}


# ---------------------------------------------------------------- pictures of the rules


def pictures(game: str) -> list[Data] | None:
    """The pictures of a game's rules, in the order of pictures.toml; None if it has none."""
    file = PAGES / game / "pictures.toml"
    if not file.is_file():
        return None
    found = {
        scenario.title: scenario
        for path in sorted((SCENARIOS / game).glob("*.toml"))
        for scenario in load(path)
    }
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["picture"]
    return [picture(file, entry, found) for entry in entries]


def picture(file: Path, entry: Data, found: dict[str, Scenario]) -> Data:
    scenario = found.get(entry["scenario"])
    if scenario is None:
        raise FileError(f"{file}: there is no scenario {entry['scenario']!r}")
    if entry["clause"] not in scenario.clauses:
        raise FileError(f"{file}: {entry['scenario']!r} does not show {entry['clause']}")
    if scenario.game.version != Game(scenario.game.name).version:
        raise FileError(f"{file}: {entry['scenario']!r} is of an earlier version of the rules")
    teller = Teller(scenario.start())
    *earlier, shown = scenario.steps[: entry.get("step", 1)]
    moves = moves_of(shown)
    skip = entry.get("skip", 0)
    for move in [*(move for step in earlier for move in moves_of(step)), *moves[:skip]]:
        teller.play(move)
    before = teller.moment()
    told = [event for move in moves[skip:] for event in teller.play(move)["events"]]
    return {
        "clause": entry["clause"],
        "show": entry["show"],
        **setting(scenario.game),
        "before": before,
        "said": [{"en": one["en"], "fr": one["fr"]} for one in told[:MOST_SAID]],
        "after": teller.moment() if moves[skip:] else None,
    }


# ---------------------------------------------------------------- lessons


def lesson(game: str) -> list[Data] | None:
    """The stages of a game's lesson; None if it has none."""
    file = PAGES / game / "lesson.toml"
    return [stage(file, scenario) for scenario in load(file)] if file.is_file() else None


def stage(file: Path, scenario: Scenario) -> Data:
    wrong = scenario.failures()
    if wrong:
        raise FileError(f"{file}: {scenario.title}: {wrong[0].en}")
    teller = Teller(scenario.start())
    moments: list[Data] = []
    for step in scenario.steps:
        moves = moves_of(step)
        if moments:
            offered = {action["text"]: action["id"] for action in moments[-1]["legal"]}
            if not moves or moves[0] not in offered:
                raise FileError(f"{file}: {scenario.title}: {moves[:1]} is not offered")
            moments[-1]["wish"] = offered[moves[0]]
            if step is scenario.steps[-1] and len(moves) == 1:
                moments[-1]["ways"] = ways(teller, moves[0], offered)
        shown = [*frames(teller, moves)]
        legal = step.get("legal", [])
        if legal and teller.position.turn != LEARNER:
            raise FileError(f"{file}: {scenario.title}: it is not the learner's turn")
        ids = [teller.position.legal_id(text) for text in legal]
        offer = actions(teller.game, teller.position.row, ids, NAMES)
        moments.append({"frames": shown, "legal": offer, "wish": None, "ways": {}})
    return {**setting(scenario.game), "moments": moments}


def ways(teller: Teller, wish: str, offered: dict[str, int]) -> dict[int, list[Data]]:
    """The other actions of the kind that is wished for, each with the frames that follow it."""
    return {
        id: [*frames(Teller(teller.position.copy(), teller.number), [text])]
        for text, id in offered.items()
        if text != wish and text.split()[0] == wish.split()[0]
    }


def frames(teller: Teller, moves: list[str]) -> Iterator[Data]:
    """Positions to show one after the other, each with the entries that led to it."""
    if not moves:
        yield {**teller.moment(), "news": []}
    news: list[Data] = []
    for move in moves:
        if news and teller.position.turn != NATURE:
            yield {**teller.moment(), "news": news}
            news = []
        news.append(teller.play(move))
    if news:
        yield {**teller.moment(), "news": news}


# ---------------------------------------------------------------- files


def files() -> dict[Path, str]:
    """What each generated file should hold."""
    made: dict[Path, str] = {}
    for game in games():
        folder = PAGES / game
        drawn, taught = pictures(game), lesson(game)
        if drawn is not None:
            made[folder / "pictures.json"] = as_json(drawn)
        if taught is not None:
            made[folder / "lesson.json"] = as_json(taught)
        if drawn is not None or taught is not None:
            standard = Game(game)
            made[folder / "box.json"] = as_json(standard.part("view").box(standard.components))
    return made


def as_json(data: Any) -> str:
    """One line for each item: a change shows up as few lines, and the files stay small."""
    rows = (
        [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in data]
        if isinstance(data, list)
        else [
            f"{json.dumps(key)}:{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
            for key, value in data.items()
        ]
    )
    opened, closed = "[]" if isinstance(data, list) else "{}"
    return opened + "\n" + ",\n".join(rows) + "\n" + closed + "\n"


def main(arguments: list[str]) -> int:
    try:
        stale = {
            path: text
            for path, text in files().items()
            if not path.exists() or path.read_text(encoding="utf-8") != text
        }
    except (FileError, FaubourgError) as error:
        print(error, file=sys.stderr)
        return 1
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run make types", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
