"""What scenarios can't show of the clauses of My Little Town: the whole box, and faulty boxes."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from faubourg.core.errors import ComponentsError, NotationError, OptionError
from faubourg.core.game import Game, folder
from faubourg.core.position import read_action
from faubourg.games.my_little_town.components import load

TEXT = (folder("my_little_town") / "components.toml").read_text(encoding="utf-8")
NAMES = {"blue": "residents", "green": "trees", "yellow": "cars", "red": "houses"}


def rows_of(squares: np.ndarray) -> list[str]:
    letters = load().letters
    return ["".join(letters[int(kind)] for kind in row) for row in squares.reshape(3, 3)]


@pytest.mark.clause("mlt-1")
def test_no_colour_is_favoured_by_the_36_tiles():
    tiles = load().tiles
    assert len(tiles) == 36
    corners, edges, centres = Counter[str](), Counter[str](), Counter[str]()
    for tile in tiles:
        squares = tile.replace("/", "")
        assert Counter(squares) == {"B": 2, "G": 2, "Y": 2, "R": 2, "X": 1}
        corners.update(squares[i] for i in (0, 2, 6, 8))
        edges.update(squares[i] for i in (1, 3, 5, 7))
        centres[squares[4]] += 1
    assert corners == {"X": 16, **dict.fromkeys("BGYR", 32)}
    assert edges == {"X": 16, **dict.fromkeys("BGYR", 32)}
    assert centres == {"X": 4, **dict.fromkeys("BGYR", 8)}


@pytest.mark.clause("mlt-1", "mlt-8")
def test_a_tile_is_turned_clockwise_to_where_its_top_points():
    box = load().box
    assert rows_of(box.squares[8, 0]) == ["XRY", "YBB", "RGG"]
    assert rows_of(box.squares[8, 1]) == ["RYX", "GBR", "GBY"]
    assert rows_of(box.squares[8, 2]) == ["GGR", "BBY", "YRX"]
    assert rows_of(box.squares[8, 3]) == ["YBG", "RBG", "XYR"]


@pytest.mark.clause("mlt-2")
def test_the_colours_and_what_they_show():
    components = load()
    assert {colour.id: colour.shows.en for colour in components.colours} == NAMES
    assert components.box.items == 2 + 3 + 4 + 5 + 6 + 7


@pytest.mark.clause("mlt-3")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int):
    with pytest.raises(OptionError, match="allowed: 2 to 4"):
        Game("my_little_town", players)


@pytest.mark.clause("mlt-3")
@pytest.mark.parametrize("colours", ["blue-blue", "blue", "blue-green-red", "pink-blue", "usual-"])
def test_two_players_choose_two_different_colours(colours: str):
    with pytest.raises(OptionError, match="allowed: usual, free, blue-green, blue-yellow"):
        Game("my_little_town", 2, colours=colours)


@pytest.mark.clause("mlt-8", "mlt-11")
@pytest.mark.parametrize(
    "text",
    ["standee 2 at 1 a1 southeast", "standee 2 at 1 a1 west", "tile northeast of 1 top north"],
)
def test_aslant_and_corner_to_corner_cannot_even_be_said(text: str):
    with pytest.raises(NotationError, match="no move of My Little Town"):
        read_action(Game("my_little_town"), text)


@pytest.mark.parametrize(
    "text",
    [
        "tile north of 37 top east",
        "tile north of 0 top east",
        "standee 8 at 1 a1 east",
        "standee 1 at 1 a1 east",
        "draw 0",
        "draw 99",
    ],
)
def test_numbers_out_of_range_are_named(text: str):
    with pytest.raises(NotationError, match="There is no number"):
        read_action(Game("my_little_town"), text)


# A change to the file, and what is then said to be wrong.
FAULTS = {
    "a tile of 8 squares": (
        '"XRG/YBR/GBY"', '"XRG/YBR/GB"',
        "tile 1, rows is 'XRG/YBR/GB'; a tile has 9 squares, in 3 rows of 3",
    ),
    "nine squares in a wrong shape": ('"XRG/YBR/GBY"', '"XRGY/BR/GBY"', "tile 1, rows is 'XRGY/"),
    "an unknown colour": (
        '"XRG/YBR/GBY"', '"XRG/YPR/GBY"',
        "tile 1, rows is 'XRG/YPR/GBY'; there is no colour 'P'; there is: B, G, Y, R, X",
    ),
    "tiles too few": (TEXT[TEXT.index("[[tile]]"):], '[[tile]]\nrows = "XRG/YBR/GBY"',
                      "tile count is 1; it may be 2 to 48"),
    "a tile too many": ("[[tile]]", '[[tile]]\nrows = "XRG/YBR/GBY"\n' * 13 + "[[tile]]",
                        "tile count is 49; it may be 2 to 48"),
    "a tile that is no text": ('"XRG/YBR/GBY"', "7", "tile 1, rows is 7"),
    "a standee twice": ("standees = [2, 3, 4, 5, 6, 7]", "standees = [2, 3, 4, 5, 6, 6]",
                        "'6' is there twice"),
    "no standees": ("standees = [2, 3, 4, 5, 6, 7]", "standees = []",
                    "standees count is 0; it may be 1 to 6"),
    "standees of nothing": ("standees = [2, 3, 4, 5, 6, 7]", 'standees = ["2", 3]',
                            "standees is '2'; it may be 2 to 7"),
    "a standee of eight": ("standees = [2, ", "standees = [8, ", "standees is 8; it may be 2 to 7"),
    "a fifth player": ("players = [2, 4]", "players = [2, 5]", "players is 5; it may be 2 to 4"),
    "a colour with another name": ('id = "red"', 'id = "pink"',
                                   "'pink' is unknown; allowed: blue, green, yellow, red"),
    "a letter twice": ('letter = "R"', 'letter = "B"', "'B' is there twice"),
    "a letter that is X": ('letter = "R"', 'letter = "X"', "'X' is unknown; allowed: A, B"),
    "a long letter": ('letter = "R"', 'letter = "Red"', "'Red' is unknown; allowed: A, B"),
    "no name": ('fr = "rouge"', 'fr = " "', "there is no name"),
    "no name at all": ('en = "red"\nfr = "rouge"\n', "", "colour of red: 'en' or 'fr' is missing"),
    "colours in another order": ('id = "blue"', 'id = "red"', "colour 1 is 'red'; it must be blue"),
    "no colours": ("[[colour]]", "[[color]]", "'color' is unknown; allowed: game, colour, tile"),
    "no TOML": ("[game]", "[game", "unreadable"),
}  # fmt: skip


@pytest.mark.clause("mlt-1", "mlt-2")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_box_is_refused_with_what_is_wrong(fault: str, tmp_path: Path):
    old, new, said = FAULTS[fault]
    assert old in TEXT
    path = tmp_path / "components.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as refused:
        load(path)
    assert said in str(refused.value) or said == refused.value.code
    assert all(text.endswith(".") for text in refused.value.text)
    assert refused.value.line > 0


def test_a_faulty_tile_is_named_with_its_line():
    lines = TEXT.splitlines()
    place = lines.index('rows = "YGB/RXG/YRB"')
    lines[place] = 'rows = "YGB/RXG/YR"'
    with pytest.raises(ComponentsError) as refused:
        load("\n".join(lines))
    assert refused.value.line == place + 1
    assert "tile 33" in str(refused.value)


def test_a_box_of_ones_own_can_be_loaded(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('"XRG/YBR/GBY"', '"RRR/RRR/RRR"', 1), encoding="utf-8")
    assert load(path).tiles[0] == "RRR/RRR/RRR"
    assert (load(path).box.squares[0] == 3).all()
