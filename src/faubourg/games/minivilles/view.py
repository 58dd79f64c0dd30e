"""What a person sees of Minivilles: the situation as plain data, and what just happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from faubourg.core.contract import NATURE, OVER, SEAT_LETTERS, Data, Row
from faubourg.core.text import Text
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.rules import (
    A_BUILD, A_DEMOLISH, A_GIVE, A_KEEP, A_LANDMARK, A_NO_SWAP, A_OFFER, A_PASS, A_PICK, A_RAISE,
    A_REROLL, A_ROLL, A_STAY, A_SWAP,
)  # fmt: skip
from faubourg.games.minivilles.state import CATCH, ENDED, NO_KIND, PHASES, SEATS

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


# ---------------------------------------------------------------- in words

PLAIN = {
    A_PASS: Text("Build nothing", "Ne rien construire"),
    A_ROLL: Text("Roll one die", "Lancer un dé"),
    A_ROLL + 1: Text("Roll two dice", "Lancer deux dés"),
    A_KEEP: Text("Keep this roll", "Garder ce jet"),
    A_REROLL: Text("Roll again (Radio Tower)", "Relancer (Tour radio)"),
    A_STAY: Text("Leave the roll as it is", "Laisser le jet tel quel"),
    A_RAISE: Text("Add 2 (Harbor)", "Ajouter 2 (Port)"),
    A_NO_SWAP: Text("Exchange nothing", "Ne rien échanger"),
}


def describe(components: Minivilles, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's action would do, as a person would say it."""
    cards, landmarks = components.establishments, components.landmarks
    if action in PLAIN:
        return PLAIN[action]
    if action < A_ROLL:
        card = (*cards, *landmarks)[action - A_BUILD if action < A_LANDMARK else
                                    action - A_LANDMARK + len(cards)]  # fmt: skip
        said = Text("Build {card} for {cost}", "Construire {card} pour {cost}")
        return said.format(card=card.name, cost=card.cost)
    if action < A_PICK:
        said = Text("Give up {card}", "Sacrifier {card}")
        return said.format(card=landmarks[action - A_DEMOLISH].name)
    if action < A_NO_SWAP:
        seat = action - A_PICK
        said = Text("Take from {name}, who has {coins}", "Prendre à {name}, qui a {coins}")
        return said.format(name=names[seat], coins=int(row.coins[seat]))
    if action < A_SWAP:
        said = Text("Offer {card}", "Proposer {card}")
        return said.format(card=cards[action - A_OFFER].name)
    if action < A_GIVE:
        kind, seat = divmod(action - A_SWAP, SEATS)
        said = Text("Receive {card} from {name}", "Recevoir {card} de {name}")
        return said.format(card=cards[kind].name, name=names[seat])
    kind, seat = divmod(action - A_GIVE, SEATS)
    said = Text("Give {card} to {name}", "Donner {card} à {name}")
    return said.format(card=cards[kind].name, name=names[seat])


def reason(components: Minivilles, row: Row) -> Text:
    """mv-19 is the only way a game ends."""
    said = Text("{count} landmarks are built", "{count} monuments sont construits")
    return said.format(count=int(components.box.to_win))


# ---------------------------------------------------------------- a position from a partial view


def arrange(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out what is given and the usual beginning of a turn for what is not.

    Towns not given keep their first cards. A market not given shows the first nine kinds that
    the towns leave; a deck not given holds all other cards.
    """
    known = {
        "seat", "phase", "towns", "market", "deck", "dice", "number", "turns", "rolling",
        "rerolled", "again", "gifts", "demolitions", "offered",
    }  # fmt: skip
    _only(given, known, "position")
    for letter, town in given.get("towns", {}).items():
        _arrange_town(components, row, _seat_of(letter, row), town)
    _arrange_market(components, row, given)
    row.seat = _seat_of(given.get("seat", "A"), row)
    row.first = row.seat
    row.turns = given.get("turns", 1)
    for field in ("rerolled", "again", "gifts", "demolitions"):
        row[field] = given.get(field, 0)
    if "offered" in given:
        row.offered = _kind_of(components, given["offered"])
    dice = given.get("dice", [])
    for place, face in enumerate(dice):
        row.dice[place] = face
    row.number = given.get("number", sum(dice))
    station = rules.has_power(components.box, row, int(row.seat), rules.TWO_DICE)
    row.rolling = given.get("rolling", max(1, len(dice)))
    phase = given.get("phase", "roll" if station else "dice")
    if phase not in PHASES:
        raise ValueError(f"there is no phase '{phase}'; there is: {', '.join(PHASES)}")
    row.phase = PHASES.index(phase)
    row.turn = NATURE if row.phase <= CATCH else OVER if row.phase == ENDED else row.seat


def _arrange_town(components: Minivilles, row: Row, seat: int, town: Mapping[str, Any]) -> None:
    _only(town, {"coins", "cards", "landmarks"}, "town")
    if "coins" in town:
        row.coins[seat] = town["coins"]
    if "cards" in town:
        row.cards[seat] = 0
        for id, count in town["cards"].items():
            row.cards[seat, _kind_of(components, id)] = count
    for id in town.get("landmarks", []):
        landmark = components.landmark(id)
        if landmark is None:
            names = ", ".join(card.id for card in components.landmarks)
            raise ValueError(f"there is no landmark '{id}'; there is: {names}")
        row.landmarks[seat] |= 1 << landmark


def _arrange_market(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    box = components.box
    counts = [int(count) for count in box.deck]
    for kind, card in enumerate(components.establishments):
        in_towns = int(row.cards[:, kind].sum())
        left = counts[kind] + int(box.starting[kind]) * int(row.players) - in_towns
        if left < 0:
            raise ValueError(f"the towns have {-left} too many of '{card.id}'")
        counts[kind] = min(left, counts[kind])
    usual = [kind for kind, count in enumerate(counts) if count][: int(box.piles)]
    market = {components.establishments[kind].id: 1 for kind in usual}
    for id, count in given.get("market", market).items():
        kind = _kind_of(components, id)
        if not 0 < count <= counts[kind]:
            raise ValueError(f"the market can have 1 to {counts[kind]} of '{id}', not {count}")
        row.market[kind] = count
        row.piles[row.open] = kind
        row.open += 1
        counts[kind] -= count
    if "deck" in given:
        counts = [0] * len(counts)
        for id, count in given["deck"].items():
            counts[_kind_of(components, id)] = count
    row.deck[:] = 0
    row.deck[: len(counts)] = counts
    row.left = sum(counts)


def _only(given: Mapping[str, Any], known: set[str], what: str) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"'{key}' is no part of a {what}; known: {', '.join(sorted(known))}")


def _seat_of(letter: str, row: Row) -> int:
    seats = SEAT_LETTERS[: int(row.players)]
    if len(letter) != 1 or letter not in seats:
        raise ValueError(f"there is no seat '{letter}'; there is: {', '.join(seats)}")
    return seats.index(letter)


def _kind_of(components: Minivilles, id: str) -> int:
    kind = components.kind(id)
    if kind is None:
        names = ", ".join(card.id for card in components.establishments)
        raise ValueError(f"there is no establishment '{id}'; there is: {names}")
    return kind


