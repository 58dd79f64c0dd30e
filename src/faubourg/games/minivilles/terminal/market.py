"""The market of Minivilles in a terminal, and what a player may build."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.gamekit.terminal import columns, flow
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.income import idle_income
from faubourg.games.minivilles.state import BUILD, GIVE, OFFER, SEATS, SWAP
from faubourg.games.minivilles.terminal.look import (
    GAIN,
    NUMBER,
    badge,
    chip,
    coins,
    effect,
    heading,
    symbol,
)
from faubourg.games.minivilles.view import describe

MARKET = Text("Market", "Marché")
DECK = Text("{count} cards left in the deck", "encore {count} cartes dans la pioche")
LANDMARKS = Text("Landmarks", "Monuments")
NOTHING = Text("Build nothing", "Ne rien construire")
OWNED = Text("You have one already", "Tu en as déjà une")
WIDE_ENOUGH_FOR_A_LINE = 100  # columns for a card and its effect on one line
WIDE_ENOUGH_FOR_TWO = 150  # columns for market and landmarks side by side

Offer = tuple[int, Card]  # the action that builds it, and the card


def _market(scene: Scene) -> list[tuple[Card, int]]:
    """The cards that lie open and how many of each, by their dice numbers."""
    found = zip(scene.components.establishments, scene.row.market, strict=False)
    return sorted(((c, int(n)) for c, n in found if n), key=lambda pair: pair[0].numbers)


def market_heading(scene: Scene, width: int) -> Line:
    note = DECK.to(scene.language).format(count=int(scene.row.left))
    return heading(scene, MARKET, note, width)


def tight_market(scene: Scene) -> Line:
    pieces = []
    for card, count in _market(scene):
        pieces.append(chip(scene, card, count).append(" ").append_text(coins(card.cost)))
    return flow(pieces, scene.width, gap="   ")


def card_of(components: Minivilles, action: int) -> Card | None:
    """The establishment of an action, if it has one."""
    code = act.code_of(action)
    if act.BUILD <= code < act.LANDMARK:
        return components.establishments[code - act.BUILD]
    if act.OFFER <= code < act.SWAP:
        return components.establishments[code - act.OFFER]
    if act.SWAP <= code < act.GIVE:
        return components.establishments[(code - act.SWAP) // SEATS]
    if act.GIVE <= code < act.FIRST:
        return components.establishments[(code - act.GIVE) // SEATS]
    return None


def choices(scene: Scene) -> RenderableType | None:
    """When building, the market and the landmarks with their numbers."""
    if scene.row.phase in (SWAP, GIVE):
        return _by_player(scene)
    if scene.row.phase == OFFER:
        return _own_cards(scene)
    if scene.row.phase != BUILD:
        return None
    built = int(scene.row.landmarks[int(scene.row.turn_of)])
    landmarks = [
        (act.number_of(act.LANDMARK + landmark), card)
        for landmark, card in enumerate(scene.components.all_landmarks)
        if not built >> landmark & 1
    ]
    market = [
        (act.number_of(act.BUILD + scene.components.kind(card.id)), card)
        for card, _ in _market(scene)
    ]
    if scene.detail > 0 and scene.width >= WIDE_ENOUGH_FOR_TWO:
        return _side_by_side(scene, market, landmarks)
    width = scene.width
    if scene.detail == 0:  # landmarks that are too dear stand in the town, with their cost
        affordable = [offer for offer in landmarks if offer[0] in scene.choices]
        offers: list[RenderableType] = [_tight_offers(scene, market + affordable, width)]
    else:
        offers = [
            _offers(scene, market, width),
            heading(scene, LANDMARKS, "", width),
            _offers(scene, landmarks, width),
        ]
    return Group(market_heading(scene, width), *offers, _nothing(scene))


def _by_player(scene: Scene) -> RenderableType:
    """Cards to give or to receive, and after each the players concerned."""
    by_card: dict[str, list[Line]] = {}
    chips: dict[str, Line] = {}
    for action in scene.choices:
        card = card_of(scene.components, action)
        if card is not None:
            first = act.SWAP if scene.row.phase == SWAP else act.GIVE
            seat = (act.code_of(action) - first) % SEATS
            named = Line.assemble(_number(scene, action), f" {scene.names[seat]}")
            by_card.setdefault(card.id, []).append(named)
            chips[card.id] = chip(scene, card, 1)
    widest = max(piece.cell_len for piece in chips.values())
    if widest < scene.width // 2:
        for piece in chips.values():
            piece.append(" " * (widest - piece.cell_len))
    arrow = Line("←" if scene.row.phase == SWAP else "→", style="dim")
    rows = [flow([chips[id], arrow, *by_card[id]], scene.width, hang=4) for id in by_card]
    return Group(*rows)


def _own_cards(scene: Scene) -> RenderableType:
    """Cards to offer, and nothing at all."""
    pieces = []
    for action in scene.choices:
        card = card_of(scene.components, action)
        said = describe(scene.components, scene.row, action, scene.names).to(scene.language)
        what = chip(scene, card, 1) if card else Line(said)
        pieces.append(Line.assemble(_number(scene, action), " ", what))
    return flow(pieces, scene.width, gap="   ")


def _side_by_side(
    scene: Scene, market: Sequence[Offer], landmarks: Sequence[Offer]
) -> RenderableType:
    left = scene.width * 3 // 5
    right = scene.width - left - 2
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=left)
    grid.add_column(width=right)
    grid.add_row(market_heading(scene, left), heading(scene, LANDMARKS, "", right))
    grid.add_row(
        _offers(scene, market, left), Group(_offers(scene, landmarks, right), _nothing(scene))
    )
    return grid


def _offers(scene: Scene, offers: Sequence[Offer], width: int) -> RenderableType:
    """Cards with the number to type; faint where they can't be built now."""
    full = [offer for offer in offers if scene.detail > 1 or offer[0] in scene.choices]
    rest = [offer for offer in offers if offer not in full]
    wide = width >= WIDE_ENOUGH_FOR_A_LINE
    grid = columns(5 if wide else 2)
    for action, card in full:
        cells = _offer(scene, action, card)
        if not wide:
            cells = [
                *cells[:2],
                flow([Line(" ").join(cells[2:5]), cells[5]], width - (14 if scene.colour else 17)),
            ]
        grid.add_row(*cells)
    return Group(grid, _tight_offers(scene, rest, width)) if rest else grid


def _offer(scene: Scene, action: int, card: Card) -> list[Line]:
    can = action in scene.choices
    style = "" if can else "dim"
    count = _in_market(scene, action)
    name = Line.assemble((card.name.to(scene.language), "bold" if can else "dim"))
    if count > 1:
        name.append(f" ×{count}", style=style)
    does = Line(effect(scene, card), style=style)
    if card.unique and not can and scene.row.coins[int(scene.row.turn_of)] >= card.cost:
        does = Line(OWNED.to(scene.language), style=style)
    return [
        _number(scene, action),
        badge(scene, card, wide=True, faint=not can),
        name,
        Line(symbol(scene, card.symbol) if card.numbers else "", style=style),
        coins(card.cost, "bold" if can else "dim"),
        does,
    ]


def _in_market(scene: Scene, action: int) -> int:
    """How many cards lie open of what an action builds; one for a landmark."""
    code = act.code_of(action)
    return int(scene.row.market[code - act.BUILD]) if code < act.LANDMARK else 1


def _tight_offers(scene: Scene, offers: Sequence[Offer], width: int) -> Line:
    """The same one after the other, without what they do."""
    pieces = []
    for action, card in offers:
        can = action in scene.choices
        count = _in_market(scene, action)
        piece = _number(scene, action).append(" ") if can else Line()
        piece.append_text(chip(scene, card, count, faint=not can)).append(" ")
        pieces.append(piece.append_text(coins(card.cost, "bold" if can else "dim")))
    return flow(pieces, width, gap="   ")


def _number(scene: Scene, action: int) -> Line:
    if action not in scene.choices:
        return Line.assemble(("  · ", "dim"))
    number = scene.choices.index(action) + 1
    return Line.assemble((f" {number:>2} " if scene.colour else f" {number:>2})", NUMBER))


def _nothing(scene: Scene) -> Line:
    line = _number(scene, act.number_of(act.PASS)).append(f" {NOTHING.to(scene.language)}")
    gain = int(idle_income(scene.components.box, scene.row, int(scene.row.turn_of)))
    return line.append(f"  +{gain} ●", style=GAIN) if gain > 0 else line
