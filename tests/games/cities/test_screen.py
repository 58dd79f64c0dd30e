"""Cities in a terminal: the map read with and without colours, every choice there, a whole game."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from faubourg.core.contract import Scene
from faubourg.core.game import Game
from faubourg.core.position import Position, read_action

from .positions import CENTRE, OWN, arranged, options_now

SCREEN = Game("cities").part("terminal.screen")
NAMES = ["Anna", "Basile", "Camille", "Jean-Christophe"]


def scene_of(position: Position, width: int = 100, **how: Any) -> Scene:
    game = position.game
    choices = SCREEN.order(game.components, position.row, position.legal.ids)
    usual = {"language": "en", "width": width, "colour": False, "pictures": False}
    names = NAMES[: game.players]
    return Scene(
        game.components, position.row, names, names, [0], choices=choices, **{**usual, **how}
    )


def drawn(what: RenderableType | None, width: int = 100) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(what)
    return captured.get()


def positions() -> Iterator[Position]:
    """A decision of every kind."""
    yield Game("cities", 4, first="A").start()
    yield arranged(players={"A": {"centre": CENTRE, "cards": ["towers", "islets"]}})
    yield arranged(hand={"tile": 5}, players=OWN)
    yield arranged(hand={"attractions": ["ferry", "joker"]}, players=OWN)
    yield arranged(hand={"modules": ["blue", "blue", "red"]}, players=OWN)


def test_the_map_reads_without_colours_and_pictures():
    text = drawn(SCREEN.table(scene_of(arranged(players=OWN))))
    assert re.search(r"^ {4}a {2}b {2}c {2}d", text, re.M)
    assert re.search(r'^ 1 \*G4"E {2}B3 b ', text, re.M)  # joker below, roses, building, street
    assert re.search(r'^ 2 ~F bM {2}" {2}~ ', text, re.M)  # ferry, monument on a blue street


def test_pictures_stand_for_attractions_where_they_can_be_shown():
    position = arranged(players=OWN)
    text = drawn(SCREEN.table(scene_of(position, pictures=True)))
    assert '"🌹' in text
    assert "~🚢" in text


def test_attractions_of_another_box_have_letters_of_their_own():
    look = pytest.importorskip("faubourg.games.cities.terminal.look")
    letters = look.letters(Game("cities").components)
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set("RBGY")


@pytest.mark.parametrize("detail", [0, 1, 2])
@pytest.mark.parametrize("width", [40, 60, 120])
def test_every_choice_can_be_found_by_its_number(width: int, detail: int):
    for position in positions():
        scene = scene_of(position, width, detail=detail)
        text = drawn(SCREEN.table(scene), width) + drawn(SCREEN.choices(scene), width)
        assert max(map(cell_len, text.splitlines())) <= width
        numbers = set(map(int, re.findall(r"\d+", text)))
        step = 4 if position.row.tile >= 0 else 1  # the turns of a tile are added to its place
        assert numbers >= set(range(1, len(scene.choices) + 1, step))


def test_places_for_a_tile_are_on_the_map_with_four_turns_each():
    position = arranged(hand={"tile": 5}, players=OWN)
    scene = scene_of(position)
    texts = [position.game.part("notation").write(None, id) for id in scene.choices]
    for first in range(0, len(texts), 4):
        turns = [text.split()[-1] for text in texts[first : first + 4]]
        assert turns == ["north", "east", "south", "west"]
    assert "+3" in drawn(SCREEN.choices(scene))


def test_items_are_listed_one_kind_after_the_other_with_discarding_last():
    position = arranged(hand={"modules": ["blue", "red"]}, players=OWN)
    texts = [
        position.game.part("notation").write(position.game.components, id)
        for id in scene_of(position).choices
    ]
    assert texts == [
        "discard red",
        "put blue c1",
        "put blue d1",
        "discard blue",
    ]
    text = drawn(SCREEN.choices(scene_of(position)))
    assert " R  red:    1) discard" in text
    assert "c1 3→4" in text


def test_squares_that_take_something_in_hand_are_marked():
    position = arranged(hand={"modules": ["blue"]}, players=OWN)
    text = drawn(SCREEN.table(scene_of(position)))
    assert "›B3" in text
    assert "›b " in text


def test_only_the_end_of_a_turn_asks_for_a_second_thought():
    def ends(position: Position, move: str) -> bool:
        id = read_action(position.game, move).id
        return bool(SCREEN.ends_turn(position.game.components, position.row, id))

    position = arranged(players=OWN)
    assert ends(position, "take card 1")
    assert not ends(position, "take card 4")  # turned up first, and then it is too late
    assert not ends(position, "take modules 1")
    position = arranged(hand={"modules": ["blue", "blue"]}, players=OWN)
    assert not ends(position, "put blue d1")
    position.play("put blue d1")
    assert ends(position, "discard blue")


def test_objectives_show_numbers_markers_and_progress():
    players = {"A": {"centre": CENTRE}, "B": {"markers": [1, 0, 0]}}
    text = drawn(SCREEN.table(scene_of(arranged(players=players), 120)), 120)
    assert "A park zone of at least 6 squares" in text
    numbers = scene_of(arranged()).components.box.numbers[0]
    assert f"[B]{numbers[0]} ({numbers[1]}) ({numbers[2]})" in text
    assert "[A] 1 of 6 park squares" in text
    two = drawn(SCREEN.table(scene_of(arranged(2), 120)), 120)
    assert f"({numbers[0]}) - ({numbers[2]})" in two


def test_cards_attractions_cities_and_words_are_explained():
    scene = scene_of(arranged(players=OWN))
    for word, said in {
        "towers": "building",
        "Tours": "building",
        "swans": "for a water square",
        "monument": "2 points",
        "joker": "any one colour",
        "Venise": "monuments",
        "staircase": "one storey higher",
        "zone": "corners",
        "points": "water zone a2 (ferry)",
    }.items():
        assert said in drawn(SCREEN.explain(scene, word)), word
    for word in ("", "?!", "cathedral"):
        assert SCREEN.explain(scene, word) is None


def test_the_end_shows_every_point_with_its_reason():
    game = Game("cities", 2)
    position = game.start()
    while position.turn is not None:
        ids = options_now(position)
        position.step(ids[len(ids) // 2])
    text = " ".join(drawn(SCREEN.table(scene_of(position))).split())
    for seat, letter in enumerate("AB"):
        sheet = position.view()["players"][letter]["score"]
        assert sheet["total"] == position.outcome.scores[seat]
        assert f"[{letter}] {NAMES[seat]}: {sheet['total']}" in text
