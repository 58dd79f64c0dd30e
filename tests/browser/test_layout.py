"""Every window: whatever a game asks for lies in sight, in reach, and large enough to read.

A question is the set of kinds of things that a player may do: "keep or reroll", "put or discard".
Every question that a golden game asks is looked at at the moment of all these games when it offers
the most choices: in half of the windows in one language, from question to question in other ones
(four questions see all windows in both languages), and in the long run in all of them each time.
"""

from functools import cache
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from faubourg.core.players import SEAT_LETTERS
from faubourg.records.record import Record
from tests.browser.layout import LAPTOP, PHONE, WINDOWS, Looker, Window
from tests.browser.playing import BOARDS, Finger, Seating
from tests.browser.tables import GAMES, RECORDS, Visit, wait_for_turn
from tests.effort import LONG
from tests.server.client import Data
from tests.server.process import ServerProcess

NAMES = ("Anna", "Barnabé", "Chloé", "Dominique", "Emma", "Frédérique")


class Moment(NamedTuple):
    """A golden game after so many moves, and who is asked then."""

    record: Record
    moves: int
    seat: int
    choices: int


@cache
def questions(game: str) -> dict[str, Moment]:
    """Every question of a game, and where it is asked."""
    found: dict[str, Moment] = {}
    for path in sorted((RECORDS / game).glob("**/?-players*.txt")):  # few players first
        if path.stem.endswith("-rules-1") or path.parent.name == "more":
            continue
        record = Record.loads(path.read_text(encoding="utf-8"))
        for moves, position in enumerate(record.positions()):
            if position.turn is not None and position.turn >= 0:
                verbs = {action.text.split()[0] for action in position.legal}
                question, choices = " or ".join(sorted(verbs)), len(position.legal)
                if question not in found or choices >= found[question].choices:
                    found[question] = Moment(record, moves, position.turn, choices)
    return found


def sit(visit: Visit, house: ServerProcess, game: str, moment: Moment, **more: object) -> Seating:
    """At a table of persons, in the seat of the one who is asked."""
    record, moves, seat, _ = moment
    seats = [{"kind": "person", "name": name} for name in NAMES[: record.game.players]]
    wish = {"record": record.dumps(), "moves": moves, "seats": seats}
    made: Data = house.api.post("/api/tables/import", **wish)
    letter = SEAT_LETTERS[seat]
    made["keys"] = {letter: made["keys"][letter]}
    seating = Seating(visit, house, game, [], made=made, **more)
    seating.wait()
    wait_for_turn(seating.page)
    return seating


HALF = 0.5  # of the window is the game's still where all words are larger
# Of the halves each has a phone held upright and a larger window; the last two are compared.
HALVES = ((WINDOWS[0], WINDOWS[2], WINDOWS[4]), (WINDOWS[1], WINDOWS[3], *WINDOWS[5:]))


def looks(turn: int) -> list[tuple[str, tuple[Window, ...]]]:
    """The languages and windows in which the question with this number is looked at."""
    if LONG:
        return [("en", WINDOWS), ("fr", WINDOWS)]
    return [(("en", "fr")[turn % 2], HALVES[turn // 2 % 2])]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_for_is_in_sight_in_every_window(
    visit: Visit, house: ServerProcess, game: str
):
    """And with the largest text, on a phone and on a laptop, in the language with the longer
    words."""
    found: list[str] = []
    for turn, (question, moment) in enumerate(questions(game).items()):
        seating = sit(visit, house, game, moment, has_touch=True)
        board = BOARDS[game](seating, Finger())
        looker = Looker(seating.page, BOARDS[game].LEAST)
        looker.resize(WINDOWS[0])
        for stage in board.stages():
            named = f"{question}, {stage}" if stage else question
            for language, windows in looks(turn):
                looker.speak(language)
                faults = looker.faults(windows)
                found += [f"{named}, {language}: {fault}" for fault in faults]
            looker.speak("fr")
            looker.write("largest")
            found += [f"{named}, large: {fault}" for fault in looker.faults((PHONE, LAPTOP), HALF)]
            looker.write("usual")
            looker.speak("en")
            looker.resize(WINDOWS[0])
        seating.page.context.close()
    assert not found, f"{len(found)} faults:\n" + "\n".join(found)


def test_what_is_wrong_with_a_window_is_noticed(visit: Visit, house: ServerProcess):
    """So that we know that it looks at all."""
    game = GAMES[0]
    seating = sit(visit, house, game, next(iter(questions(game).values())))
    for damage, fault in DAMAGES.items():
        page: Page = seating.page
        page.evaluate(f"() => {{ window.heal = (() => {{ {damage} }})(); }}")
        said = Looker(page, BOARDS[game].LEAST).faults(WINDOWS[-2:])
        page.evaluate("heal()")
        assert any(fault in one for one in said), (fault, said)


# What is done to a page, and what is then said of it; each gives a way back.
ASKED = 'const part = document.querySelector("[data-asked]");'
DAMAGES = {
    ASKED + 'part.style.translate = "0 3000px"; return () => (part.style.translate = "");':
        "out of the window",
    'const lid = Object.assign(document.createElement("div"), { textContent: "lid" });'
    'lid.style = "position: fixed; inset: 0; z-index: 99"; document.body.append(lid);'
    "return () => lid.remove();":
        "lid lies over",
    'const banner = document.querySelector(".banner p"); banner.style.fontSize = "9px";'
    'return () => (banner.style.fontSize = "");':
        "text of 9.0 px",
    'const board = document.querySelector(".middle > .board"); board.style.maxWidth = "40vw";'
    'return () => (board.style.maxWidth = "");':
        "of the window is table",
    'document.documentElement.style.fontSize = "16px";'
    'return () => (document.documentElement.style.fontSize = "");':
        "2560x1440: prompt of",
}  # fmt: skip
