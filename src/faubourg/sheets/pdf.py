"""The sheets as a PDF: vector drawings, cut marks at the edges, our own typeface inside."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from fpdf import FPDF

from faubourg.core.errors import FaubourgError
from faubourg.core.game import own_module, part
from faubourg.core.text import Language, Text
from faubourg.gamekit.drawing import Drawing, svg
from faubourg.gamekit.pieces import Piece, total
from faubourg.pictures.raster import TYPEFACE
from faubourg.sheets.layout import MARGIN, PAGE, Placed, sheets

TYPEFACE_NAME = "Nunito"
MOST = 1200  # pieces; a box with more is no game for a table
TENTH = 0.1  # of a millimetre
MARK, AWAY = 50.0, 12.0  # the length of a cut mark, and how far it is from what it cuts
FOOT = Text(
    "{game} · sheet {sheet} of {all} · cut along the marks · Faubourg",
    "{game} · feuille {sheet} sur {all} · coupe le long des repères · Faubourg",
)
NOTHING = Text("There is nothing to print of this game.", "Il n'y a rien à imprimer de ce jeu.")
TOO_MANY = Text(
    "This box has {count} pieces; at most {most} are printed.",
    "Cette boîte a {count} pièces ; on en imprime {most} au plus.",
)


def pdf(game: str, text: str | None, language: Language) -> bytes:
    """The sheets of a box: of the printed one, or of one whose file has this text."""
    module = own_module(game, "sheet")
    if module is None:
        raise FaubourgError("nothing-to-print", NOTHING)
    components = part(game, "components").load(text)
    pieces: list[Piece] = module.pieces(components, language)
    if total(pieces) > MOST:
        raise FaubourgError("too-many-pieces", TOO_MANY.format(count=total(pieces), most=MOST))
    document = _document(components.name.to(language))
    laid = [*sheets(pieces)]
    for number, sheet in enumerate(laid, start=1):
        document.add_page()
        for placed in sheet:
            _draw(document, placed)
        _marks(document, sheet)
        said = FOOT.format(game=components.name, sheet=number, all=len(laid))
        document.set_font(TYPEFACE_NAME, "B", 9)
        document.text(MARGIN * TENTH, (PAGE[1] - MARGIN / 2) * TENTH, said.to(language))
    return bytes(document.output())


def _document(title: str) -> FPDF:
    document = FPDF(unit="mm", format="A4")
    document.set_auto_page_break(False)
    document.set_title(f"{title} · Faubourg")
    for style in ("", "B"):
        document.add_font(TYPEFACE_NAME, style, TYPEFACE)
    document.set_font(TYPEFACE_NAME, "B", 9)
    return document


def _draw(document: FPDF, placed: Placed) -> None:
    for layer in placed.piece.layers:
        x, y = (placed.x + layer.x) * TENTH, (placed.y + layer.y) * TENTH
        width, height = layer.width * TENTH, layer.height * TENTH
        with document.rect_clip(x, y, width, height):
            document.image(BytesIO(_file(layer.drawing)), x, y, width, height)


@lru_cache(maxsize=256)
def _file(drawing: Drawing) -> bytes:
    """A drawing with the one typeface that a sheet has."""
    return svg(drawing, TYPEFACE_NAME).encode()


def _marks(document: FPDF, sheet: Sequence[Placed]) -> None:
    """Short lines in the margins, in line with every edge."""
    document.set_draw_color(90)
    document.set_line_width(0.15)
    xs = {edge for each in sheet for edge in (each.x, each.x + each.piece.width)}
    ys = {edge for each in sheet for edge in (each.y, each.y + each.piece.height)}
    low, right = max(ys), max(xs)
    for x in xs:
        for start, end in (
            (min(ys) - AWAY - MARK, min(ys) - AWAY),
            (low + AWAY, low + AWAY + MARK),
        ):
            document.line(x * TENTH, start * TENTH, x * TENTH, end * TENTH)
    for y in ys:
        for start, end in (
            (min(xs) - AWAY - MARK, min(xs) - AWAY),
            (right + AWAY, right + AWAY + MARK),
        ):
            document.line(start * TENTH, y * TENTH, end * TENTH, y * TENTH)
