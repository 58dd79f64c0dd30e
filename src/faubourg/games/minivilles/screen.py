"""Minivilles in a terminal: towns, market, choices and what happened, drawn with Rich."""

import unicodedata
from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import SEAT_LETTERS, Row, Scene
from faubourg.core.text import Text
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.effects import (
    COLOUR_NAMES,
    SYMBOL_NAMES,
    WHEN,
    capitalised,
    coins_text,
    effect_text,
)  # fmt: skip
from faubourg.games.minivilles.look import (
    BADGES,
    GAIN,
    GOLD,
    NUMBER,
    PICTURES,
    badge,
    chip,
    coins,
    columns,
    effect,
    flow,
    heading,
    symbol,
)  # fmt: skip
from faubourg.games.minivilles.rules import A_BUILD, A_LANDMARK, A_PASS, A_ROLL
from faubourg.games.minivilles.state import (
    BUILD,
    DEMOLISH,
    ENDED,
    GIVE,
    OFFER,
    PICK,
    RAISE,
    REROLL,
    ROLL,
    SWAP,
)  # fmt: skip
from faubourg.games.minivilles.telling import lines, story

__all__ = [
    "choices", "ends_turn", "explain", "legend", "lines", "order", "question", "story", "table",
]  # fmt: skip

QUESTIONS = {
    ROLL: Text("One die or two?", "Un dé ou deux ?"),
    REROLL: Text("Keep the roll of {number}?", "Garder ce {number} ?"),
    RAISE: Text("You rolled {number}: add 2?", "Vous avez fait {number} : ajouter 2 ?"),
    GIVE: Text("Which card do you give, and to whom?", "Quelle carte donnez-vous, et à qui ?"),
    DEMOLISH: Text("Which landmark do you lose?", "Quel monument perdez-vous ?"),
    PICK: Text("From whom do you take coins?", "À qui prenez-vous des pièces ?"),
    OFFER: Text("Which card do you offer?", "Quelle carte proposez-vous ?"),
    SWAP: Text("Which card do you want for it?", "Quelle carte voulez-vous en échange ?"),
    BUILD: Text(
        "What do you build? You have {coins}.", "Que construisez-vous ? Vous avez {coins}."
    ),
}
MARKET = Text("Market", "Marché")
DECK = Text("{count} cards left in the deck", "encore {count} cartes dans la pioche")
LANDMARKS = Text("Landmarks", "Monuments")
NOTHING = Text("Build nothing", "Ne rien construire")
OWNED = Text("You have one already", "Vous en avez déjà une")
WIDE_ENOUGH_FOR_A_LINE = 100  # columns for a card and its effect on one line
WIDE_ENOUGH_FOR_TWO = 150  # columns for market and landmarks side by side


# ---------------------------------------------------------------- questions


def order(components: Minivilles, row: Row, actions: Sequence[int]) -> list[int]:
    """Cards by their dice numbers as in the market, then landmarks, then building nothing."""

    def place(action: int) -> tuple[int, tuple[int, ...], int]:
        if A_BUILD <= action < A_LANDMARK:
            return 0, components.establishments[action - A_BUILD].numbers, action
        return (2 if action == A_PASS else 1), (), action

    return sorted(actions, key=place)


def ends_turn(components: Minivilles, row: Row, action: int) -> bool:
    """Building ends a turn; rolling needs no second thought."""
    return action < A_ROLL


def question(scene: Scene) -> str:
    row = scene.row
    said = QUESTIONS[int(row.phase)].format(
        number=int(row.number), coins=coins_text(int(row.coins[int(row.seat)]))
    )
    return said.to(scene.language)


# ---------------------------------------------------------------- the table


def table(scene: Scene) -> RenderableType:
    towns = _panels(scene) if scene.detail > 1 else _tight_towns(scene)
    if scene.row.phase == BUILD and scene.choices:
        return towns  # the market is among the choices
    return Group(towns, _market_heading(scene, scene.width), _tight_market(scene))


def _panels(scene: Scene) -> RenderableType:
    """A frame for each town, side by side where there is room."""
    players = int(scene.row.players)
    most = scene.width // 40 if scene.width >= 96 else 1
    across = -(-players // -(-players // most))  # as few rows as can be, all about as long
    width = scene.width // across
    grid = Table.grid()
    for _ in range(across):
        grid.add_column(width=width)
    for first in range(0, players, across):
        seats = range(first, min(first + across, players))
        bodies = [_town(scene, seat, width - 4) for seat in seats]
        tallest = max(body.plain.count("\n") for body in bodies)
        for body in bodies:
            body.append("\n" * (tallest - body.plain.count("\n")))
        grid.add_row(*(_panel(scene, s, b, width) for s, b in zip(seats, bodies, strict=True)))
    return grid


def _panel(scene: Scene, seat: int, body: Line, width: int) -> Panel:
    active = seat == int(scene.row.seat) and scene.row.phase != ENDED
    style = GOLD if active else "dim"
    return Panel(
        body,
        title=_town_title(scene, seat),
        title_align="left",
        box=box.HEAVY if active else box.ROUNDED,
        border_style=style,
        width=width,
    )


def _town_title(scene: Scene, seat: int) -> Line:
    active = seat == int(scene.row.seat) and scene.row.phase != ENDED
    return Line.assemble(
        ("▶ " if active else "", GOLD),
        (f"{SEAT_LETTERS[seat]} ", "dim"),
        (scene.names[seat], "bold not dim default"),
        (f" · {scene.roles[seat]}  ", "dim"),
        coins(int(scene.row.coins[seat]), "bold not dim default"),
    )


def _town(scene: Scene, seat: int, width: int) -> Line:
    landmarks = flow(_landmarks(scene, seat), width)
    return Line("\n").join([landmarks, flow(_cards(scene, seat), width)])


def _tight_towns(scene: Scene) -> RenderableType:
    rows = []
    for seat in range(int(scene.row.players)):
        pieces = [_town_title(scene, seat), *_landmarks(scene, seat)]
        rows.append(flow(pieces, scene.width, hang=2))
        rows.append(flow(_cards(scene, seat), scene.width, indent=2))
    return Line("\n").join(rows)


def _landmarks(scene: Scene, seat: int) -> list[Line]:
    """Built ones on gold, the others with what they still cost."""
    built = int(scene.row.landmarks[seat])
    pieces = []
    for place, card in enumerate(scene.components.landmarks):
        name = card.name.to(scene.language)
        if built >> place & 1:
            pieces.append(Line(f" ★ {name} ", style=BADGES["landmark"]))
        else:
            pieces.append(Line(f"☆ {name} {card.cost}", style="dim"))
    return sorted(pieces, key=lambda piece: piece.plain.startswith("☆"))


def _cards(scene: Scene, seat: int) -> list[Line]:
    owned = zip(scene.components.establishments, scene.row.cards[seat], strict=False)
    cards = sorted(((c, int(n)) for c, n in owned if n), key=lambda pair: pair[0].numbers)
    return [chip(scene, card, count) for card, count in cards]


# ---------------------------------------------------------------- the market and what to build


def _market(scene: Scene) -> list[tuple[Card, int]]:
    """The cards that lie open and how many of each, by their dice numbers."""
    found = zip(scene.components.establishments, scene.row.market, strict=False)
    return sorted(((c, int(n)) for c, n in found if n), key=lambda pair: pair[0].numbers)


def _market_heading(scene: Scene, width: int) -> Line:
    note = DECK.to(scene.language).format(count=int(scene.row.left))
    return heading(scene, MARKET, note, width)


def _tight_market(scene: Scene) -> Line:
    pieces = []
    for card, count in _market(scene):
        pieces.append(chip(scene, card, count).append(" ").append_text(coins(card.cost)))
    return flow(pieces, scene.width, gap="   ")


def choices(scene: Scene) -> RenderableType | None:
    """When building, the market and the landmarks with their numbers."""
    if scene.row.phase != BUILD:
        return None
    built = int(scene.row.landmarks[int(scene.row.seat)])
    landmarks = [
        (A_LANDMARK + place, card)
        for place, card in enumerate(scene.components.landmarks)
        if not built >> place & 1
    ]
    market = [(A_BUILD + scene.components.kind(card.id), card) for card, _ in _market(scene)]
    if scene.detail > 0 and scene.width >= WIDE_ENOUGH_FOR_TWO:
        return _side_by_side(scene, market, landmarks)
    width = scene.width
    if scene.detail == 0:
        offers: list[RenderableType] = [_tight_offers(scene, market + landmarks, width)]
    else:
        offers = [
            _offers(scene, market, width),
            heading(scene, LANDMARKS, "", width),
            _offers(scene, landmarks, width),
        ]
    return Group(_market_heading(scene, width), *offers, _nothing(scene))


def _side_by_side(
    scene: Scene, market: Sequence["Offer"], landmarks: Sequence["Offer"]
) -> RenderableType:
    left = scene.width * 3 // 5
    right = scene.width - left - 2
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=left)
    grid.add_column(width=right)
    grid.add_row(_market_heading(scene, left), heading(scene, LANDMARKS, "", right))
    grid.add_row(
        _offers(scene, market, left), Group(_offers(scene, landmarks, right), _nothing(scene))
    )
    return grid


Offer = tuple[int, Card]


def _offers(scene: Scene, offers: Sequence[Offer], width: int) -> RenderableType:
    """Cards with the number to type; faint where they can't be built now."""
    full = [offer for offer in offers if scene.detail > 1 or offer[0] in scene.choices]
    rest = [offer for offer in offers if offer not in full]
    wide = width >= WIDE_ENOUGH_FOR_A_LINE
    grid = columns(5 if wide else 2)
    for action, card in full:
        cells = _offer(scene, action, card)
        if not wide:
            cells = [*cells[:2], flow([Line(" ").join(cells[2:5]), cells[5]], width - 14)]
        grid.add_row(*cells)
    return Group(grid, _tight_offers(scene, rest, width)) if rest else grid


def _offer(scene: Scene, action: int, card: Card) -> list[Line]:
    can = action in scene.choices
    style = "" if can else "dim"
    count = int(scene.row.market[action - A_BUILD]) if action < A_LANDMARK else 1
    name = Line.assemble((card.name.to(scene.language), "bold" if can else "dim"))
    if count > 1:
        name.append(f" ×{count}", style=style)
    does = Line(effect(scene, card), style=style)
    if card.unique and not can and scene.row.coins[int(scene.row.seat)] >= card.cost:
        does = Line(OWNED.to(scene.language), style=style)
    return [
        _number(scene, action),
        badge(scene, card, wide=True, faint=not can),
        name,
        Line(symbol(scene, card.symbol) if card.numbers else "", style=style),
        coins(card.cost, "bold" if can else "dim"),
        does,
    ]


def _tight_offers(scene: Scene, offers: Sequence[Offer], width: int) -> Line:
    """The same one after the other, without what they do."""
    pieces = []
    for action, card in offers:
        can = action in scene.choices
        count = int(scene.row.market[action - A_BUILD]) if action < A_LANDMARK else 1
        piece = _number(scene, action) if can else Line()
        piece.append_text(chip(scene, card, count, faint=not can)).append(" ")
        pieces.append(piece.append_text(coins(card.cost, "bold" if can else "dim")))
    return flow(pieces, width, gap="   ")


def _number(scene: Scene, action: int) -> Line:
    if action not in scene.choices:
        return Line.assemble(("  · ", "dim"))
    return Line.assemble((f" {scene.choices.index(action) + 1:>2} ", NUMBER))


def _nothing(scene: Scene) -> Line:
    line = _number(scene, A_PASS).append(f" {NOTHING.to(scene.language)}")
    gain = int(rules.idle_income(scene.components.box, scene.row, int(scene.row.seat)))
    return line.append(f"  +{gain} ●", style=GAIN) if gain > 0 else line


# ---------------------------------------------------------------- help


def explain(scene: Scene, word: str) -> RenderableType | None:
    """The card of that name, or whose name begins so."""
    cards = (*scene.components.establishments, *scene.components.landmarks)
    wanted = _plain(word)
    found = [card for card in cards if wanted in {_plain(n) for n in (card.id, *card.name)}]
    found = found or [
        card for card in cards if any(wanted in _plain(n) for n in (card.id, *card.name))
    ]
    if not wanted or not found:
        return None
    return Group(*(_explained(scene, card) for card in found))


def _explained(scene: Scene, card: Card) -> Group:
    head = badge(scene, card).append(f" {card.name.to(scene.language)} ", style="bold")
    if card.colour in COLOUR_NAMES:
        words = COLOUR_NAMES[card.colour], SYMBOL_NAMES[card.symbol]
        said = ", ".join(word.to(scene.language) for word in words)
        picture = f"{PICTURES[card.symbol]} " if scene.pictures else ""
        head.append(f"({picture}{said}) ", style="dim")
    head.append_text(coins(card.cost))
    return Group(head, Line("  " + effect_text(scene.components, card).to(scene.language)))


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


AIM = Text(
    "The first player with {count} landmarks wins. Each turn: roll, collect, build one card.",
    "Le premier qui a {count} monuments gagne. À chaque tour : lancer, recevoir, construire.",
)


def legend(scene: Scene) -> RenderableType:
    aim = AIM.format(count=int(scene.components.box.to_win)).to(scene.language)
    pieces = []
    for colour, name in COLOUR_NAMES.items():
        when = WHEN[colour].to(scene.language)
        label = f" {capitalised(name.to(scene.language))} "
        pieces.append(Line.assemble((label, BADGES[colour]), f" {when}"))
    symbols = []
    for id, name in SYMBOL_NAMES.items():
        picture = f"{PICTURES[id]} " if scene.pictures else ""
        symbols.append(Line(picture + name.to(scene.language)))
    return Group(Line(aim), flow(pieces, scene.width), flow(symbols, scene.width))
