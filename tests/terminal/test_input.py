"""What a person types is understood: numbers, moves, names in either language, commands."""

import pytest

from faubourg.core.errors import FaubourgError, IllegalAction, NotationError
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.terminal.input import Command, read_command, read_move

NAMES = ["Anna", "Ben"]


@pytest.fixture
def building() -> Position:
    """Anna has 3 coins and may build."""
    game = Game("minivilles", players=2, first="A")
    row = game.start_row()
    market = {"cafe": 1, "ranch": 2, "family_restaurant": 1, "french_restaurant": 1, "mine": 1}
    game.part("setup").arrange(
        game.components, row, {"phase": "build", "dice": [5], "market": market}
    )
    return Position(game, row)


def meant(position: Position, typed: str) -> str:
    ids = position.legal.ids
    id = read_move(position, typed, ids, NAMES)
    return next(action.text for action in position.legal if action.id == id)


@pytest.mark.parametrize(
    "typed",
    ["build ranch", "BUILD  Ranch", "ranch", "Ferme", "construire ferme", "build Ferme", "ranc"],
)
def test_a_choice_is_found_by_its_move_or_its_name_in_either_language(
    building: Position, typed: str
) -> None:
    assert meant(building, typed) == "build ranch"


def test_numbers_count_the_choices_from_one(building: Position) -> None:
    legal = list(building.legal)
    assert [meant(building, str(n)) for n in range(1, len(legal) + 1)] == [a.text for a in legal]


@pytest.mark.parametrize("typed", ["0", "99", "9" * 6000])
def test_a_number_that_is_not_offered_is_refused(building: Position, typed: str) -> None:
    with pytest.raises(NotationError, match="numbers go from 1 to"):
        meant(building, typed)


def test_a_name_of_what_cannot_be_had_is_refused_with_the_rule(building: Position) -> None:
    with pytest.raises(IllegalAction) as refused:
        meant(building, "aéroport")
    assert refused.value.clause == "mv-16"


def test_a_word_for_several_choices_asks_for_the_number(building: Position) -> None:
    with pytest.raises(NotationError, match="type the number"):
        meant(building, "build rest")


@pytest.mark.parametrize("typed", ["xyz", "'", "…", "\N{PILE OF POO}", "build", "a" * 500])
def test_nonsense_is_answered_with_a_sentence(building: Position, typed: str) -> None:
    with pytest.raises(FaubourgError):
        meant(building, typed)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("", Command("look")),
        ("?", Command("help")),
        ("?bakery", Command("help", "bakery")),
        ("? Café", Command("help", "Café")),
        ("Règles dés", Command("rules", "dés")),
        ("annuler", Command("undo")),
        ("u", Command("undo")),
        ("save my game.txt", Command("save", "my game.txt")),
        ("QUIT", Command("quit")),
        ("journal", Command("log")),
        ("build ranch", None),
        ("1", None),
    ],
)
def test_commands_have_names_in_both_languages(typed: str, command: Command | None) -> None:
    assert read_command(typed) == command
