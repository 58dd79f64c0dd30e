"""Lessons: staged positions of a game, played by a script, as frames that its board can show.

A lesson is a file of scenarios (`lesson.toml` in the folder of a game). In a stage's scenario
`legal` of one step says what the learner may touch next, and the next step begins with the one of
these that the lesson asks for; whatever follows it there is played by itself, each player's move
with Nature's answer as one frame. Where that is the whole end of a stage, its other actions of the
same kind are as good: any house will do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from faubourg.core.contract import Data
from faubourg.core.errors import FaubourgError, ScenarioError
from faubourg.core.game import Game, folder
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position, mover
from faubourg.core.text import Text
from faubourg.gamekit import form
from faubourg.gamekit.nodes import Each, entries_of, name_of
from faubourg.records.scenario import Scenario, load
from faubourg.server.table.serialize import actions, both, events

FILE = "lesson.toml"
NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Felix")  # the learner first
LEARNER = 0  # the seat that a lesson is for
RULES_CHANGED = Text(
    "It speaks of the whole game, and there this box is not as printed.",
    "Elle parle du jeu entier, et là cette boîte n'est pas comme imprimé.",
)
NEEDED = Text("It needs “{what}” as printed.", "Il y faut « {what} » comme imprimé.")
OTHERWISE = Text(
    "With this box it goes otherwise than the lesson says.",
    "Avec cette boîte, cela ne se passe pas comme le dit la leçon.",
)


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


def moves_of(step: Mapping[str, Any]) -> list[str]:
    play = step.get("play", [])
    return [play] if isinstance(play, str) else list(play)


def setting(game: Game) -> Data:
    """What a board is told of the table."""
    return {"players": game.players, "options": game.options}


# ---------------------------------------------------------------- stages


def file_of(game: str) -> Path | None:
    """The file of a game's lesson; None if it has none."""
    file = folder(game) / FILE
    return file if file.is_file() else None


def stage(scenario: Scenario) -> Data:
    """A stage of a lesson; ScenarioError if it can't be played as its script says."""
    for wrong in scenario.failures():
        raise _fault(scenario, wrong)
    teller = Teller(scenario.start())
    moments: list[Data] = []
    for step in scenario.steps:
        moves = moves_of(step)
        if moments:
            offered = {action["text"]: action["id"] for action in moments[-1]["legal"]}
            if not moves or moves[0] not in offered:
                said = Text("{move} is not offered", "{move} n'est pas proposé")
                raise _fault(scenario, said.format(move=repr(moves[:1])))
            moments[-1]["wish"] = offered[moves[0]]
            if step is scenario.steps[-1] and len(moves) == 1:
                moments[-1]["ways"] = _ways(teller, moves[0], offered)
        shown = [*_frames(teller, moves)]
        legal = step.get("legal", [])
        if legal and teller.position.turn != LEARNER:
            said = Text("it is not the learner's turn", "ce n'est pas le tour de l'élève")
            raise _fault(scenario, said)
        ids = [teller.position.legal_id(text) for text in legal]
        offer = actions(teller.game, teller.position.row, ids, NAMES)
        moments.append({"frames": shown, "legal": offer, "wish": None, "ways": {}})
    return {**setting(scenario.game), "moments": moments}


def _ways(teller: Teller, wish: str, offered: dict[str, int]) -> dict[int, list[Data]]:
    """The other actions of the kind that is wished for, each with the frames that follow it."""
    return {
        id: [*_frames(Teller(teller.position.copy(), teller.number), [text])]
        for text, id in offered.items()
        if text != wish and text.split()[0] == wish.split()[0]
    }


def _frames(teller: Teller, moves: list[str]) -> Iterator[Data]:
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


def _fault(scenario: Scenario, said: Text) -> ScenarioError:
    text = Text(f"{scenario.title}: {said.en}.", f"{scenario.title} : {said.fr}.")
    return ScenarioError("lesson", text)


# ---------------------------------------------------------------- with another box


class Taught(NamedTuple):
    """A stage with another box, or why there is none."""

    stage: Data | None
    why: Text | None


def taught_with(game: str, box: str) -> list[Taught]:
    """The stages of a game's lesson with another box. What is said in a stage must stay true: it
    needs the same rules and the same things as with the printed box, and goes the same way."""
    file = file_of(game)
    return [_taught(scenario, box) for scenario in load(file)] if file else []


def _taught(scenario: Scenario, box: str) -> Taught:
    printed = scenario.game
    try:
        if changed := _changed(scenario, form.data(box)):
            return Taught(None, changed)
        own = Game(printed.name, printed.players, box, printed.version, **printed.options)
        made = stage(replace(scenario, game=own))
    except FaubourgError as error:
        return Taught(None, error.text)
    return Taught(made, None) if _said(made) == _said(stage(scenario)) else Taught(None, OTHERWISE)


def _changed(scenario: Scenario, box: Data) -> Text | None:
    """The first thing of another box that a stage speaks of and that is not as printed."""
    game = scenario.game
    printed = form.data(game.components.text)
    moves = [move for step in scenario.steps for move in (*moves_of(step), *step.get("legal", []))]
    named = {*" ".join(moves).split()}
    if _rules(printed) != _rules(box):
        return RULES_CHANGED
    for table, node in ((key.key, key.node) for key in form.form_of(game.name).root.keys):
        entries = entries_of(printed, table) if isinstance(node, Each) else []
        there = {entry.get("id"): entry for entry in entries_of(box, table)}
        for entry in entries:
            if entry.get("id") in named and entry != there.get(entry["id"]):
                return NEEDED.format(what=name_of(entry))
    return None


def _rules(box: Data) -> Data:
    """What a box says of the whole game, but for how many may play."""
    return {key: value for key, value in box.get("game", {}).items() if key != "players"}


def _said(stage: Data) -> list[Any]:
    """All that a stage says: what happens, and what is offered."""
    moments = stage["moments"]
    frames = [
        frame
        for moment in moments
        for shown in (moment["frames"], *moment["ways"].values())
        for frame in shown
    ]
    told = [
        (event["en"], event["fr"])
        for frame in frames
        for entry in frame["news"]
        for event in entry["events"]
    ]
    offers = [(offer["en"], offer["fr"]) for moment in moments for offer in moment["legal"]]
    return [*told, *offers, *(frame["outcome"] for frame in frames)]
