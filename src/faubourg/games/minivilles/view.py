"""What a person sees of Minivilles: the situation as plain data, and what just happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from faubourg.core import checks
from faubourg.core.contract import NATURE, OVER, SEAT_LETTERS, Data, Row
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.components import TWO_DICE, Card, Minivilles
from faubourg.games.minivilles.effects import COLOUR_NAMES, SYMBOL_NAMES, effect_text, when_text
from faubourg.games.minivilles.income import has_power
from faubourg.games.minivilles.state import BUILD, DICE, NO_KIND, PHASES, ROLL, SEATS


def view(components: Minivilles, row: Row) -> Data:
    ids = [card.id for card in components.establishments]
    turn = int(row.turn)
    market = sorted(
        (kind for kind in range(len(ids)) if row.market[kind]),
        key=lambda kind: (components.establishments[kind].numbers, kind),
    )
    return {
        "turn": "*" if turn == NATURE else "-" if turn == OVER else SEAT_LETTERS[turn],
        "seat": SEAT_LETTERS[int(row.seat)],
        "phase": PHASES[int(row.phase)],
        "turns": int(row.turns),
        "dice": [int(face) for face in row.dice if face],
        "number": int(row.number),
        "rolling": int(row.rolling),
        "rerolled": bool(row.rerolled),
        "again": bool(row.again),
        "catch": int(row.catch),
        "gifts": int(row.gifts),
        "demolitions": int(row.demolitions),
        "offered": ids[row.offered] if row.offered != NO_KIND else "",
        "market": {ids[kind]: int(row.market[kind]) for kind in market},
        "deck": int(row.left),
        "towns": {
            SEAT_LETTERS[seat]: _town(components, row, seat) for seat in range(int(row.players))
        },
    }


def _town(components: Minivilles, row: Row, seat: int) -> Data:
    cards = zip(components.establishments, row.cards[seat], strict=False)
    built = int(row.landmarks[seat])
    return {
        "coins": int(row.coins[seat]),
        "cards": {card.id: int(count) for card, count in cards if count},
        "landmarks": [card.id for i, card in enumerate(components.landmarks) if built >> i & 1],
    }


# ---------------------------------------------------------------- the box


def box(components: Minivilles) -> Data:
    """Every card and landmark in numbers and words, and what the page reckons with."""
    numbers = components.box
    kinds = [card for card in components.establishments if not card.id.startswith("unused_")]
    return {
        "cards": {card.id: _card(components, card) for card in kinds},
        "landmarks": {card.id: _card(components, card) for card in components.landmarks},
        "colours": {id: name._asdict() for id, name in COLOUR_NAMES.items()},
        "symbols": {id: name._asdict() for id, name in SYMBOL_NAMES.items()},
        "raised": [card.id for card, more in zip(kinds, numbers.raised, strict=False) if more],
        "to_win": int(numbers.to_win),
        "piles": int(numbers.piles),
        "relief": int(numbers.relief),
    }


def _card(components: Minivilles, card: Card) -> Data:
    return {
        "name": card.name._asdict(),
        "colour": card.colour,
        "symbol": card.symbol,
        "numbers": list(card.numbers),
        "cost": card.cost,
        "unique": card.unique,
        "effect": card.effect,
        "when": when_text(card)._asdict(),
        "says": effect_text(components, card)._asdict(),
    }


# ---------------------------------------------------------------- in words

PLAIN = {
    act.PASS: Text("Build nothing", "Ne rien construire"),
    act.ROLL: Text("Roll one die", "Lancer un dé"),
    act.ROLL + 1: Text("Roll two dice", "Lancer deux dés"),
    act.KEEP: Text("Keep this roll", "Garder ce jet"),
    act.REROLL: Text("Roll again (Radio Tower)", "Relancer (Tour radio)"),
    act.STAY: Text("Leave the roll as it is", "Laisser le jet tel quel"),
    act.RAISE: Text("Add 2 (Harbor)", "Ajouter 2 (Port)"),
    act.NO_SWAP: Text("Exchange nothing", "Ne rien échanger"),
}


def describe(components: Minivilles, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's action would do, as a person would say it."""
    cards, landmarks = components.establishments, components.landmarks
    if action in PLAIN:
        return PLAIN[action]
    if action < act.ROLL:
        card = (*cards, *landmarks)[action - act.BUILD if action < act.LANDMARK else
                                    action - act.LANDMARK + len(cards)]  # fmt: skip
        said = Text("Build {card} for {cost}", "Construire {card} pour {cost}")
        return said.format(card=card.name, cost=card.cost)
    if action < act.PICK:
        said = Text("Give up {card}", "Sacrifier {card}")
        return said.format(card=landmarks[action - act.DEMOLISH].name)
    if action < act.NO_SWAP:
        seat = action - act.PICK
        said = Text("Take from {name}, who has {coins}", "Prendre à {name}, qui a {coins}")
        return said.format(name=names[seat], coins=int(row.coins[seat]))
    if action < act.SWAP:
        said = Text("Offer {card}", "Proposer {card}")
        return said.format(card=cards[action - act.OFFER].name)
    if action < act.GIVE:
        kind, seat = divmod(action - act.SWAP, SEATS)
        said = Text("Receive {card} from {name}", "Prendre {card} à {name}")
        return said.format(card=cards[kind].name, name=names[seat])
    kind, seat = divmod(action - act.GIVE, SEATS)
    said = Text("Give {card} to {name}", "Donner {card} à {name}")
    return said.format(card=cards[kind].name, name=names[seat])


def reason(components: Minivilles, row: Row) -> Text:
    """mv-19 is the only way a game ends."""
    said = Text("{count} landmarks are built", "{count} monuments sont construits")
    return said.format(count=int(components.box.to_win))


# ---------------------------------------------------------------- a position from a partial view

MOST_COINS = 10**9  # in a position given; play itself knows no limit


def arrange(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out the beginning of a turn, or of its building, with what is given.

    Towns not given keep their first cards. A market not given shows the first nine kinds that
    the towns leave; a deck not given holds all other cards. All else is reached by playing.
    """
    checks.table(
        given, "position", {"seat", "phase", "towns", "market", "deck", "dice", "again", "turns"}
    )
    towns = checks.table(given.get("towns", {}), "towns", set(SEAT_LETTERS[: int(row.players)]))
    for letter, town in towns.items():
        _arrange_town(components, row, letter, town)
    _arrange_market(components, row, given)
    row.seat = SEAT_LETTERS.index(
        checks.one_of(given.get("seat", "A"), list(SEAT_LETTERS[: int(row.players)]), "seat")
    )
    row.first = row.seat
    row.turns = checks.whole(given.get("turns", 1), 1, MOST_COINS, "turns")
    row.again = checks.one_of(given.get("again", False), [False, True], "again")
    dice = given.get("dice", [])
    if not isinstance(dice, list) or len(dice) > 2:
        raise checks.fault(
            "dice", dice, Text("a list of one or two faces", "une liste d'un ou deux dés")
        )
    for place, face in enumerate(dice):
        row.dice[place] = checks.whole(face, 1, 6, "dice")
    row.number = sum(dice)
    station = has_power(components.box, row, int(row.seat), TWO_DICE)
    begin = PHASES[ROLL if station else DICE]
    phase = checks.one_of(given.get("phase", begin), [begin, PHASES[BUILD]], "phase")
    row.phase = PHASES.index(phase)
    row.rolling = len(dice) if dice and row.phase == BUILD else 1
    row.turn = NATURE if row.phase == DICE else row.seat


def _arrange_town(components: Minivilles, row: Row, letter: str, given: object) -> None:
    seat, box = SEAT_LETTERS.index(letter), components.box
    town = checks.table(given, f"towns.{letter}", {"coins", "cards", "landmarks"})
    if "coins" in town:
        row.coins[seat] = checks.whole(town["coins"], 0, MOST_COINS, f"towns.{letter}.coins")
    if "cards" in town:
        row.cards[seat] = 0
        what = f"towns.{letter}.cards"
        for id, count in checks.table(town["cards"], what, _ids(components)).items():
            kind = _kind(components, id)
            most = 1 if box.unique[kind] else box.deck[kind] + box.starting[kind] * row.players
            row.cards[seat, kind] = checks.whole(count, 0, int(most), f"{what}.{id}")
    what, names = f"towns.{letter}.landmarks", [card.id for card in components.landmarks]
    landmarks = town.get("landmarks", [])
    if not isinstance(landmarks, list) or len(landmarks) >= box.to_win:
        most = int(box.to_win) - 1
        said = Text("a list of at most {most} landmarks", "une liste de {most} monuments au plus")
        raise checks.fault(what, landmarks, said.format(most=most))
    for id in landmarks:
        row.landmarks[seat] |= 1 << names.index(checks.one_of(id, names, what))


def _arrange_market(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    box = components.box
    left = [int(count) for count in box.deck]
    for kind, card in enumerate(components.establishments):
        in_towns = int(row.cards[:, kind].sum())
        most = left[kind] + int(box.starting[kind]) * int(row.players)
        checks.whole(in_towns, 0, most, f"towns: {card.id}")
        left[kind] = min(left[kind], most - in_towns)
    ids = [card.id for card in components.establishments]
    usual = [id for id, count in zip(ids, left, strict=False) if count][: int(box.piles)]
    market = checks.table(given.get("market", dict.fromkeys(usual, 1)), "market", _ids(components))
    checks.whole(len(market), 0, int(box.piles), "market")
    for id, count in market.items():
        kind = _kind(components, id)
        row.market[kind] = checks.whole(count, 1, left[kind], f"market.{id}")
        row.piles[row.open] = kind
        row.open += 1
        left[kind] -= count
    if "deck" in given:
        deck = checks.table(given["deck"], "deck", _ids(components))
        for id, count in deck.items():
            checks.whole(count, 0, left[_kind(components, id)], f"deck.{id}")
        left = [deck.get(id, 0) for id in ids]
    row.deck[:] = 0
    row.deck[: len(left)] = left
    row.left = sum(left)


def _ids(components: Minivilles) -> set[str]:
    return {card.id for card in components.establishments}


def _kind(components: Minivilles, id: str) -> int:
    return [card.id for card in components.establishments].index(id)
