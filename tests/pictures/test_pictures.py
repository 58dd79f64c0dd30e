"""Pictures of positions: whole files, safe with any name, of the size that was asked for."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from faubourg import Position
from faubourg.core.game import Game, games, is_shipped
from faubourg.core.text import LANGUAGES
from faubourg.gamekit.defaults import default_module
from faubourg.gamekit.drawing import BOARD, svg
from faubourg.pictures.apng import animation
from faubourg.pictures.caption import captioned
from faubourg.pictures.film import film, moments
from faubourg.pictures.frame import HEIGHT, WIDTH, picture
from faubourg.pictures.raster import png
from faubourg.records.record import Record

RECORDS = Path(__file__).parents[1] / "playthroughs"
SHIPPED = [name for name in games() if is_shipped(name)]
HOSTILE = [
    "<script>alert(1)</script>", "]]>&\"'<image href='http://x'/>",
    "\x00\x1b[31m\ud800\ufffe\u202e", "W" * 400, "名前 ليلى 🦊", "",
]  # fmt: skip
ALLOWED = {"svg", "g", "path", "rect", "circle", "ellipse", "text"}


def positions(name: str) -> list[Position]:
    """Positions of the golden games: the first, one in the middle, the last."""
    found = []
    for path in sorted((RECORDS / name).rglob("*.txt")):
        if path.parent.name == "more":
            continue
        record = Record.load(path)
        position = record.game.start()
        found.append(position.copy())
        for number, move in enumerate(record.moves, start=1):
            position.step(move)
            if number == len(record.moves) // 2:
                found.append(position.copy())
        found.append(position)
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_every_position_is_a_drawing_of_plain_elements_whatever_the_names(name: str):
    for at, position in enumerate(positions(name)):
        names = [HOSTILE[(seat + at) % len(HOSTILE)] for seat in range(position.game.players)]
        language = LANGUAGES[at % 2]
        root = ET.fromstring(picture(position, captioned(position, names), language))
        assert root.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
        for element in root.iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ALLOWED
            assert not {key for key in element.attrib if "href" in key or key.startswith("on")}
        said = " ".join(element.text or "" for element in root.iter())
        assert position.game.title.to(language) in said
        assert "\x00" not in said
        assert "\u202e" not in said


@pytest.mark.parametrize("name", SHIPPED)
def test_a_picture_has_its_size_in_pixels_and_shows_something(name: str):
    position = positions(name)[-1]
    drawn = picture(position, captioned(position, HOSTILE[: position.game.players]), "fr")
    seen = Image.open(io.BytesIO(png(drawn, WIDTH))).convert("RGB")
    assert seen.size == (WIDTH, HEIGHT)
    board = seen.crop((40, 90, WIDTH - 40, HEIGHT - 90))
    assert len(board.getcolors(2**24) or []) > 200  # as many as art has, with its soft edges
    assert seen.getpixel((2, 2)) == (0xFB, 0xF6, 0xEC)


def test_letters_are_drawn_with_our_own_typeface():
    blank = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40" font-family="Nunito">{}</svg>'
    )
    text = '<text x="5" y="30" font-size="30">Anna</text>'
    assert png(blank.format(text), 100) != png(blank.format(""), 100)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_winner_and_the_player_to_act_are_named(name: str):
    over = positions(name)[-1]
    names = ["Anna", "Ben", "Chloé", "David", "Emma", "Félix"][: over.game.players]
    caption = captioned(over, names)
    assert over.outcome is not None
    assert [player.wins for player in caption.players] == [
        seat in over.outcome.winners for seat in range(over.game.players)
    ]
    begun = next(each for each in positions(name) if each.outcome is None and each.turn in (0, 1))
    acting = captioned(begun, names[: begun.game.players])
    assert begun.turn is not None
    assert names[begun.turn] in acting.line.en
    assert captioned(begun, names[: begun.game.players], free=2).line.fr.endswith("2 places libres")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_without_a_drawing_of_its_own_shows_its_players(name: str):
    game = Game(name)
    names = ["Anna", "<b>", "C", "D", "E", "F"][: game.players]
    drawn = default_module(name, "picture").draw(game.components, game.start_row(), names, "en")
    assert (drawn.width, drawn.height) == BOARD
    assert "Anna" in "".join(ET.fromstring(svg(drawn)).itertext())


def test_an_animation_shows_its_frames_one_after_another():
    position = positions("lutins")[-1]
    caption = captioned(position, ["Anna"] * position.game.players)
    shown = Image.open(
        io.BytesIO(film([picture(each, caption, "en") for each in positions("lutins")[:3]]))
    )
    assert (shown.n_frames, shown.size) == (3, (600, 315))
    pixels = []
    for frame in range(3):
        shown.seek(frame)
        pixels.append(shown.convert("RGB").tobytes())
        assert shown.info["duration"] == (700 if frame < 2 else 2800)
    assert len(set(pixels)) == 3


def test_an_animation_wants_frames_of_one_size():
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>'
    with pytest.raises(ValueError, match="different sizes"):
        animation([png(square, 4), png(square, 8)], 100)
    with pytest.raises(ValueError, match="needs a frame"):
        animation([], 100)


def test_a_film_has_a_dozen_positions_of_any_game():
    assert len(moments(5000)) == 12
    assert moments(5000)[::11] == [0, 5000]
    assert moments(0) == [0]
