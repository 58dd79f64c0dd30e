"""The screens of all games: nothing sticks out, nothing is cut off, no phase lacks a question."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console, Group

from faubourg.core.contract import Event, Scene
from faubourg.core.game import Game, games
from faubourg.core.position import Position
from faubourg.core.streams import nature_move, streams
from faubourg.core.text import Language

NAMES = ["Anna", "Basile", "Camille", "Jean-Christophe", "Maximiliane-Eva", "Félix"]


@cache
def moments(name: str, players: int) -> tuple[tuple[Position, tuple[Event, ...]], ...]:
    """Decisions from games at random: the first of each kind of question, and some late ones."""
    game = Game(name, players=players)
    found: dict[object, tuple[Position, tuple[Event, ...]]] = {}
    for seed in range(2):
        position, generators = game.start(), streams(seed)
        done: tuple[Event, ...] = ()
        for step in range(700):
            if position.turn is None:
                break
            legal = position.legal
            if len(legal) > 1:
                kind = legal[0].text.split()[0], step > 500
                found.setdefault(kind, (position.copy(), done[-12:]))
            move = (
                legal.ids[int(generators.seats[0].random() * len(legal))]
                if legal
                else nature_move(position, generators.nature)
            )
            done = (*done[-20:], *position.play(move))
    return tuple(found.values())


def scenes(
    name: str, players: int, language: Language, width: int
) -> Iterator[tuple[Scene, list[Sequence[Event]]]]:
    game = Game(name, players=players)
    screen = game.part("terminal.screen")
    for position, done in moments(name, players):
        ids = screen.order(game.components, position.row, position.legal.ids)
        assert sorted(ids) == sorted(position.legal.ids)
        roles = ["you", *["greedy"] * (players - 1)]
        scene = Scene(
            game.components, position.row, NAMES[:players], roles, [0], language, width, choices=ids
        )
        yield scene, [done]
        yield replace(scene, detail=1), [done]
        yield replace(scene, detail=0), [done]
        yield replace(scene, colour=False, pictures=False), [done]


@pytest.mark.parametrize(
    ("width", "language"),
    [(40, "fr"), (60, "fr"), (60, "en"), (80, "fr"), (120, "en"), (200, "fr")],
)
@pytest.mark.parametrize("name", games())
def test_every_screen_fits_its_width_and_cuts_nothing(
    name: str, width: int, language: Language
) -> None:
    screen = Game(name).part("terminal.screen")
    console = Console(width=width, color_system=None)
    for scene, turns in scenes(name, Game(name).components.players[1], language, width):
        page = Group(
            screen.story(scene, turns),
            screen.table(scene),
            screen.choices(scene) or "",
            screen.legend(scene),
            *screen.lines(scene, turns[0]),
        )
        with console.capture() as captured:
            console.print(page)
        lines = captured.get().splitlines()
        assert max(cell_len(line.rstrip()) for line in lines) <= width
        # The one thing that is left out says so, and how to see it.
        assert not any(
            "…" in line and "log" not in line and "journal" not in line for line in lines
        )
        assert screen.question(scene)


def test_all_choices_of_minivilles_are_on_the_screen_with_their_numbers() -> None:
    game = Game("minivilles", players=5)
    screen = game.part("terminal.screen")
    console = Console(width=100, color_system=None)
    for scene, _ in scenes("minivilles", 5, "en", 100):
        listed = screen.choices(scene)
        if listed is None:
            continue
        with console.capture() as captured:
            console.print(listed)
        text = captured.get()
        for number in range(1, len(scene.choices) + 1):
            assert f"{number:>2} " in text or f"{number:>2})" in text


def test_a_card_is_explained_by_any_of_its_names() -> None:
    game = Game("minivilles")
    screen = game.part("terminal.screen")
    position, _ = moments("minivilles", 2)[0]
    scene = Scene(game.components, position.row, NAMES[:2], ["you", "greedy"], [0], "fr", 80)
    console = Console(width=80, color_system=None)
    for word in ("bakery", "Boulangerie", "boulang"):
        with console.capture() as captured:
            console.print(screen.explain(scene, word))
        assert "À ton tour : reçois 1 pièce." in captured.get()
    assert screen.explain(scene, "cathedral") is None
    assert screen.explain(scene, "?!") is None
