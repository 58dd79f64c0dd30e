"""A box on paper: all its pieces, once each as often as it has them, inside the page."""

import re
import zlib
from collections import Counter
from pathlib import Path

import pytest

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, games, is_shipped, part
from faubourg.core.text import LANGUAGES
from faubourg.gamekit.drawing import Drawing
from faubourg.gamekit.pieces import total, whole
from faubourg.sheets import pdf
from faubourg.sheets.layout import MARGIN, PAGE, sheets
from tests.server.process import ServerProcess
from tests.server.test_comforts import code_of

SHIPPED = [name for name in games() if is_shipped(name)]


def streams(document: bytes) -> bytes:
    """What is drawn on the pages."""
    found = re.findall(rb"stream\n(.*?)\nendstream", document, re.S)
    return b"".join(zlib.decompress(each) for each in found if each[:1] == b"x")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_piece_of_the_box_lies_on_a_sheet(name: str):
    for language in LANGUAGES:
        pieces = part(name, "sheet").pieces(Game(name).components, language)
        laid = [*sheets(pieces)]
        assert Counter(each.piece for sheet in laid for each in sheet) == Counter(
            {piece: piece.count for piece in pieces}
        )
        for sheet in laid:
            for each in sheet:
                assert each.x >= MARGIN
                assert each.x + each.piece.width <= PAGE[0] - MARGIN
                assert each.y >= MARGIN
                assert each.y + each.piece.height <= PAGE[1] - MARGIN
            corners = [(each.x, each.y) for each in sheet]
            assert len(set(corners)) == len(corners)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_sheets_are_vectors_with_our_own_typeface(name: str):
    document = pdf(name, None, "fr")
    pieces = part(name, "sheet").pieces(Game(name).components, "fr")
    assert document.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\n", document)) == len([*sheets(pieces)])
    assert b"Nunito" in document
    assert b"/Subtype /Image" not in document
    assert streams(document).count(b" re") + streams(document).count(b" c") > total(pieces)


def test_a_box_of_ones_own_is_printed_as_it_is_and_a_wrong_one_refused():
    text = Game("minivilles").components.text
    dearer = text.replace('en = "Mine"', 'en = "Silver mine"')
    assert dearer != text
    assert pdf("minivilles", dearer, "en") != pdf("minivilles", text, "en")
    with pytest.raises(FaubourgError):
        pdf("minivilles", "nonsense", "en")


def test_too_many_pieces_are_not_printed(monkeypatch: pytest.MonkeyPatch):
    blank = whole(Drawing("", 10, 10), 100, 100, count=2000)
    monkeypatch.setattr(part("lutins", "sheet"), "pieces", lambda components, language: [blank])
    with pytest.raises(FaubourgError) as error:
        pdf("lutins", None, "en")
    assert error.value.code == "too-many-pieces"


def test_a_server_prints_the_box_of_a_game(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", pictures_per_minute=4).start()
    try:
        answer = server.api.http.get("/api/workshop/lutins/sheets.pdf?language=fr")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        assert "faubourg-lutins-fr.pdf" in answer.headers["content-disposition"]
        assert code_of(server.api.get, "/api/workshop/chess/sheets.pdf") == "no-game"
        assert code_of(server.api.get, "/api/workshop/lutins/sheets.pdf?language=x") == "request"
        statuses = [
            server.api.http.get("/api/workshop/lutins/sheets.pdf").status_code for _ in "ab"
        ]
        assert statuses == [200, 429]
    finally:
        server.close()
