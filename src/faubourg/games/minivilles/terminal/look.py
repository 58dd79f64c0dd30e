"""How the things of Minivilles look in a terminal: cards, coins, dice, and rows of them."""

from collections.abc import Iterable, Sequence

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.games.minivilles.card_text import capitalised, what_text
from faubourg.games.minivilles.cards import COLOUR_NAMES, SYMBOL_NAMES
from faubourg.games.minivilles.components import Card

# Cards are badges with a background of their own, so that they can be read on any terminal.
BADGES = {
    "red": "bold white on #b3403a",
    "green": "bold white on #2f7d4f",
    "blue": "bold white on #2d6ca8",
    "purple": "bold white on #75499c",
    "landmark": "bold black on #d9a62e",
}
GOLD = "#c08a1e"
GAIN = "bold #2f9e5a"
LOSS = "bold #cf4a40"
DIE = "bold black on #efe6d2"
NUMBER = "bold black on #d9d9d9"  # the number to type for a choice
# Cards that can't be had now: no background, the colour in the letters.
FAINT = {
    "red": "#b3403a", "green": "#2f7d4f", "blue": "#2d6ca8", "purple": "#75499c",
    "landmark": "#a87c1c",
}  # fmt: skip

PICTURES = {
    "wheat": "🌾", "cow": "🐄", "gear": "⚙", "boat": "⛵", "bread": "🍞", "suitcase": "💼",
    "factory": "🏭", "fruit": "🍎", "cup": "☕", "tower": "🗼",
}  # fmt: skip

# The pips of a die, row by row.
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def numbers(card: Card) -> str:
    """The dice numbers of a card: 7, 9-10, 12-14; 2,5 where some between are missing."""
    if [*card.numbers] != [*range(card.numbers[0], card.numbers[-1] + 1)]:
        return ",".join(map(str, card.numbers))
    low, high = card.numbers[0], card.numbers[-1]
    return str(low) if low == high else f"{low}-{high}"


def badge(scene: Scene, card: Card, wide: bool = False, faint: bool = False) -> Line:
    """The dice numbers on the card's colour; without colours, how its name begins."""
    label = numbers(card) if card.numbers else "☆" if faint else "★"
    if not scene.colour and card.colour in COLOUR_NAMES:
        label = f"{COLOUR_NAMES[card.colour].to(scene.language)[:2]} {label}"
    text = f" {label:^5} " if wide and scene.colour else f" {label:<8} " if wide else f" {label} "
    return Line.assemble((text, (FAINT if faint else BADGES)[card.colour]))


def chip(scene: Scene, card: Card, count: int, faint: bool = False) -> Line:
    """A card with its number of copies, in as few columns as can be."""
    line = badge(scene, card, faint=faint)
    line.append(f" {card.name.to(scene.language)}", style="dim" if faint else "")
    if count > 1:
        line.append(f" ×{count}", style="dim" if faint else "bold")
    return line


def coins(count: int, style: str = "bold") -> Line:
    return Line.assemble((str(count), style), (" ●", "dim" if style == "dim" else GOLD))


def symbol(scene: Scene, name: str) -> str:
    return PICTURES[name] if scene.pictures else f"({SYMBOL_NAMES[name].to(scene.language)})"


def effect(scene: Scene, card: Card) -> str:
    """What a card does, with pictures beside the names of symbols."""

    def naming(name: str) -> Text:
        said = SYMBOL_NAMES[name]
        picture = f"{PICTURES[name]} " if scene.pictures else ""
        return Text(picture + said.en, picture + said.fr)

    return capitalised(what_text(scene.components, card, naming).to(scene.language))


def dice(scene: Scene, faces: Sequence[int]) -> Line:
    """The faces of a roll side by side; framed where there is no background to show them."""
    rows: list[Line] = []
    if not scene.colour:
        rows.append(Line(" ".join("╭───────╮" for _ in faces)))
    for line in range(3):
        row = Line()
        for nth, face in enumerate(faces):
            row.append(" " if nth else "")
            pips = f" {PIPS[face][line]} "
            row.append(pips if scene.colour else f"│{pips}│", style=DIE if scene.colour else "")
        rows.append(row)
    if not scene.colour:
        rows.append(Line(" ".join("╰───────╯" for _ in faces)))
    return Line("\n").join(rows)


def small_dice(faces: Iterable[int]) -> str:
    return " ".join("⚀⚁⚂⚃⚄⚅"[face - 1] for face in faces)


def heading(scene: Scene, title: Text, note: str, width: int) -> Line:
    """A title with a line drawn behind it."""
    line = Line.assemble(
        (f"{title.to(scene.language)} ", "bold"), (f"{note} " if note else "", "dim")
    )
    return line.append("─" * max(0, width - line.cell_len - 1), style="dim")
