"""A position of Minivilles from a partial view, for scenarios."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.minivilles.cards import TWO_DICE
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.income import has_power
from faubourg.games.minivilles.state import BUILD, DICE, PHASES, ROLL

MOST_COINS = 10**9  # in a position given; play itself knows no limit


def arrange(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out the beginning of a turn, or of its building, with what is given.

    Towns not given keep their first cards. A market not given shows the first kinds that the
    towns leave; a deck not given holds all other cards. All else is reached by playing.
    """
    positions.table(
        given, "position", {"seat", "phase", "towns", "market", "deck", "dice", "again", "turns"}
    )
    towns = positions.table(given.get("towns", {}), "towns", set(SEAT_LETTERS[: int(row.players)]))
    for letter, town in towns.items():
        _arrange_town(components, row, letter, town)
    _arrange_market(components, row, given)
    row.turn_of = SEAT_LETTERS.index(
        positions.one_of(given.get("seat", "A"), list(SEAT_LETTERS[: int(row.players)]), "seat")
    )
    row.first = row.turn_of
    row.turn_count = positions.whole(given.get("turns", 1), 1, MOST_COINS, "turns")
    row.again = positions.one_of(given.get("again", False), [False, True], "again")
    dice = given.get("dice", [])
    if not isinstance(dice, list) or len(dice) > 2:
        raise positions.fault(
            "dice", dice, Text("a list of one or two faces", "une liste d'un ou deux dés")
        )
    for index, face in enumerate(dice):
        row.dice[index] = positions.whole(face, 1, 6, "dice")
    row.number = sum(dice)
    station = has_power(components.box, row, int(row.turn_of), TWO_DICE)
    begin = PHASES[ROLL if station else DICE]
    phase = positions.one_of(given.get("phase", begin), [begin, PHASES[BUILD]], "phase")
    row.phase = PHASES.index(phase)
    row.rolling = len(dice) if dice and row.phase == BUILD else 1
    row.to_act = NATURE if row.phase == DICE else row.turn_of


def _arrange_town(components: Minivilles, row: Row, letter: str, given: object) -> None:
    seat, box = SEAT_LETTERS.index(letter), components.box
    town = positions.table(given, f"towns.{letter}", {"coins", "cards", "landmarks"})
    if "coins" in town:
        row.coins[seat] = positions.whole(town["coins"], 0, MOST_COINS, f"towns.{letter}.coins")
    if "cards" in town:
        row.cards[seat] = 0
        what = f"towns.{letter}.cards"
        for id, count in positions.table(town["cards"], what, _ids(components)).items():
            kind = _kind(components, id)
            most = 1 if box.unique[kind] else box.deck[kind] + box.starting[kind] * row.players
            row.cards[seat, kind] = positions.whole(count, 0, int(most), f"{what}.{id}")
    what, names = f"towns.{letter}.landmarks", [card.id for card in components.landmarks]
    landmarks = town.get("landmarks", [])
    if not isinstance(landmarks, list) or len(landmarks) >= box.to_win:
        most = int(box.to_win) - 1
        said = Text("a list of at most {most} landmarks", "une liste de {most} monuments au plus")
        raise positions.fault(what, landmarks, said.format(most=most))
    for id in landmarks:
        row.landmarks[seat] |= 1 << names.index(positions.one_of(id, names, what))


def _arrange_market(components: Minivilles, row: Row, given: Mapping[str, Any]) -> None:
    box = components.box
    left = [int(count) for count in box.deck]
    for kind, card in enumerate(components.establishments):
        in_towns = int(row.cards[:, kind].sum())
        most = left[kind] + int(box.starting[kind]) * int(row.players)
        positions.whole(in_towns, 0, most, f"towns: {card.id}")
        left[kind] = min(left[kind], most - in_towns)
    ids = [card.id for card in components.establishments]
    usual = [id for id, count in zip(ids, left, strict=False) if count][: int(box.piles)]
    market = positions.table(
        given.get("market", dict.fromkeys(usual, 1)), "market", _ids(components)
    )
    positions.whole(len(market), 0, int(box.piles), "market")
    for id, count in market.items():
        kind = _kind(components, id)
        row.market[kind] = positions.whole(count, 1, left[kind], f"market.{id}")
        row.piles[row.open] = kind
        row.open += 1
        left[kind] -= count
    if "deck" in given:
        deck = positions.table(given["deck"], "deck", _ids(components))
        for id, count in deck.items():
            positions.whole(count, 0, left[_kind(components, id)], f"deck.{id}")
        left = [deck.get(id, 0) for id in ids]
    row.deck[:] = 0
    row.deck[: len(left)] = left
    row.left = sum(left)


def _ids(components: Minivilles) -> set[str]:
    return {card.id for card in components.establishments}


def _kind(components: Minivilles, id: str) -> int:
    return [card.id for card in components.establishments].index(id)
