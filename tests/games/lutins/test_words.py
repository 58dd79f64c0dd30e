"""La Cité des lutins in words: notation in both languages, explanations, and screens."""

import pytest
from rich.console import Console

from faubourg.core.contract import Scene
from faubourg.core.errors import NotationError
from faubourg.core.game import Game
from faubourg.core.position import read_action

GAME = Game("lutins", 3, first="A", cards="picked")

SAID = {
    "take red cube for hut": ["prendre cube rouge pour hutte", "TAKE cube red FOR Hut",
                              "prends rouge cube pour la_hutte"],
    "take yellow long for two_floor_house": ["take yellow long block for two-floor house",
                                             "prendre bloc long jaune pour maison à étage"],
    "decline white": ["refuser blanc", "Decline WHITE"],
    "destroy chapel": ["détruire chapelle", "détruis Chapelle"],
    "pick town_hall": ["choisir mairie", "pick Town hall"],
    "dice red white blue": ["dés bleu blanc rouge", "dice blue red white"],
    "block emblem": ["bloc insigne"],
    "block plain": ["bloc simple"],
    "gnome die 2": ["dé du gnome 2", "dé gnome 2"],
    "gnome die gnome": ["dé du gnome gnome"],
    "first B": ["premier b"],
    "draw aqueduct": ["piocher aqueduc"],
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_a_move_may_be_said_in_both_languages(text: str):
    for said in SAID[text]:
        if "la_" in said:  # an article is more than is understood
            with pytest.raises(NotationError):
                read_action(GAME, said)
        else:
            assert read_action(GAME, said).text == text


def test_what_is_not_understood_comes_with_what_would_be():
    for said, known in (
        ("take red kube for hut", "red cube"),
        ("destroy chapple", "chapel"),
        ("dice red white pink", "red"),
        ("decline blue", "white"),
        ("jump", "take red cube for hut"),
    ):
        with pytest.raises(NotationError) as refused:
            read_action(GAME, said)
        assert known in refused.value.text.en
        assert known in refused.value.text.fr


def scene(game: Game, **how: object) -> Scene:
    position = game.start()
    screen = game.part("terminal.screen")
    ids = screen.order(game.components, position.row, position.legal.ids)
    usual = {"language": "en", "width": 80, "choices": ids, "colour": False, "pictures": False}
    names = ["Ana", "Bo", "Cy"]
    return Scene(game.components, position.row, names, names, [0], **{**usual, **how})


def drawn(page: object) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as captured:
        console.print(page)
    return captured.get()


def test_a_house_is_explained_by_any_of_its_names():
    screen = GAME.part("terminal.screen")
    for word in ("bridge", "Pont à tourelles", "tourel"):
        assert "[ ] [   ] [ ]\n  |n| |n|" in drawn(screen.explain(scene(GAME), word))
    assert screen.explain(scene(GAME), "castle") is None
    assert screen.explain(scene(GAME), "?!") is None
    imaginary = Game("lutins", 3, building="imaginary")
    for word in ("hut", "mushroom", "champignon"):
        assert "Mushroom house\n  Any 7 blocks." in drawn(screen.explain(scene(imaginary), word))
    earlier = Game("lutins", 3, building="imaginary", rules=1)
    assert "Hut\n  Any 7 blocks." in drawn(screen.explain(scene(earlier), "hut"))


def test_every_choice_is_on_the_screen_with_its_number_in_plain_signs():
    here = scene(GAME)
    text = drawn(GAME.part("terminal.screen").choices(here)) + drawn(
        GAME.part("terminal.screen").table(here)
    )
    assert text.replace("─", "-").replace("▶", ">").replace("·", ".").isascii()
    for number in range(1, len(here.choices) + 1):
        assert f"{number:>2})" in text


def test_colours_can_be_told_apart_without_colours():
    text = drawn(GAME.part("terminal.screen").table(scene(GAME)))
    for block in ("[R]", "[ O ]", "/Y\\", "MnM"):
        assert block in text


def test_only_the_end_of_a_turn_asks_for_a_second_thought():
    game = Game("lutins", 2, first="A", cards="picked")
    position, screen = game.start(), game.part("terminal.screen")
    ends = screen.ends_turn
    hut = read_action(game, "pick hut").id
    assert not ends(game.components, position.row, hut)
    for move in ("hut", "barn", "chapel", "bridge"):
        position.play(f"pick {move}")
    position.play("dice red red red")
    decline = read_action(game, "decline red").id
    assert [ends(game.components, position.row, decline)] == [False]
    position.play(decline)
    position.play(decline)
    assert ends(game.components, position.row, decline)


def test_the_box_tells_how_every_house_stacks_and_what_the_dice_show():
    box = GAME.part("view").box(GAME.components)
    assert box["houses"]["chapel"] == {
        "name": {"en": "Chapel", "fr": "Chapelle"},
        "back": {"id": "acorn", "name": {"en": "Acorn house", "fr": "Maison gland"}},
        "levels": [["roof"], ["cube"], ["long", "long"], ["arch", "arch"]],
    }
    stacked = [
        shape for house in box["houses"].values() for level in house["levels"] for shape in level
    ]
    assert len(stacked) == 69
    assert box["blocks"] == 40
    assert {face["id"] for face in box["faces"]} == {*box["colours"], "white", "blue"}
    assert box["gnome_die"]["standard"]["imposed"]["3"] == ["0", "1", "1", "2", "3", "gnome"]
    assert box["gnome_die"]["balanced"]["imposed"]["4"] == ["0", "2", "2", "2", "3", "gnome"]
