"""My Little Town in a terminal: wide towns, every choice reachable, a whole game played."""

import re

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from faubourg.core.contract import Scene
from faubourg.core.game import Game
from faubourg.core.position import Position

SCREEN = Game("my_little_town").part("terminal.screen")
NAMES = ["Anna", "Basile", "Camille", "Jean-Christophe"]


def scene_of(position: Position, width: int, detail: int = 2, colour: bool = False) -> Scene:
    game = position.game
    choices = SCREEN.order(game.components, position.row, position.legal.ids)
    names = NAMES[: game.players]
    return Scene(
        game.components, position.row, names, names, [0], "en", width, choices, detail, colour
    )


def drawn(what: RenderableType, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(what)
    return captured.get()


def line_of_tiles(count: int) -> Position:
    """A town that is one long street, with another tile drawn."""
    game = Game("my_little_town", 2)
    position = game.start()
    town = [{"tile": number, "x": number - 1} for number in range(1, count + 1)]
    game.part("setup").arrange(game.components, position.row, {"town": town})
    position.play("extend")
    position.play("draw 36")
    return position


@pytest.mark.parametrize("detail", [0, 1, 2])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_town_wider_than_the_window_is_cut_around_its_middle_and_says_so(width: int, detail: int):
    position = line_of_tiles(30)
    scene = scene_of(position, width, detail)
    text = drawn(SCREEN.table(scene), width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    said = " ".join(text.split())
    west, east = map(int, re.findall(r"Not shown: (\d+) .* (\d+) to the east", said)[0])
    assert abs(west - east) <= 1
    assert west + east < 32


def test_every_place_for_a_tile_can_be_chosen_on_the_map_or_from_the_list():
    for count, width in ((1, 60), (5, 60), (30, 60), (5, 200)):
        position = line_of_tiles(count)
        scene = scene_of(position, width)
        text = drawn(SCREEN.table(scene), width) + drawn(SCREEN.choices(scene), width)
        numbers = set(map(int, re.findall(r"\d+", text)))
        assert numbers >= set(range(1, len(scene.choices) + 1, 4))
        for first in range(0, len(scene.choices), 4):
            texts = [position.legal[i].text for i in range(first, first + 4)]
            assert [text.split()[-1] for text in texts] == ["north", "east", "south", "west"]


def busy() -> Position:
    """A town of one colour's dreams: many ways to place every standee."""
    game = Game("my_little_town", 2, version="easy")
    position = game.start()
    town = [{"tile": 1 + x + 6 * y, "x": x, "y": y} for y in range(5) for x in range(6)]
    game.part("setup").arrange(game.components, position.row, {"town": town})
    return position


def test_many_standees_are_listed_shortly_and_help_lists_them_all():
    position = busy()
    scene = scene_of(position, 80)
    assert len(scene.choices) > 100
    text = drawn(SCREEN.choices(scene), 80)
    assert len(text.splitlines()) < 30
    assert "more (? 5 lists them all)" in text
    for length in range(2, 8):
        every = [a for a in position.legal if a.text.startswith(f"standee {length} ")]
        listed = drawn(SCREEN.explain(scene, str(length)), 80)
        assert len(re.findall(r"\d+\) ", listed)) == len(every)
    short = drawn(SCREEN.choices(scene_of(position, 80, detail=0)), 80)
    assert len(short) < len(text)


def test_colours_are_explained_by_their_name_or_what_they_show():
    scene = scene_of(line_of_tiles(1), 80)
    for word in ("red", "Houses", "maisons"):
        assert "red: houses; 72 squares on the 36 tiles" in drawn(SCREEN.explain(scene, word), 80)
    for word in ("", "9", "?!", "cathedral"):
        assert SCREEN.explain(scene, word) is None


def test_a_map_without_colours_tells_squares_standees_and_crosses_apart():
    position = busy()
    position.play("standee 2 at 1 b2 south")
    text = drawn(SCREEN.table(scene_of(position, 80)), 80)
    assert re.search(r"\+1-----\+2-----\+3-----\+", text)
    assert "|><r g |" in text
    assert "|y A2r |" in text
    assert "|g A2y |" in text
