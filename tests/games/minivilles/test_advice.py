"""What hints say in Minivilles is true: each sentence against what playing really brings."""

import re

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import advice
from faubourg.games.minivilles.cards import IDLE, TWO_DICE
from faubourg.games.minivilles.components import load
from faubourg.games.minivilles.income import BITS, has_power
from faubourg.games.minivilles.state import BUILD, SEATS
from tests.games.minivilles.test_forecast import rolled
from tests.games.sentences import NAMES, Check, Said, all_true, stepped

RICH = 500  # coins with which nobody is short
EFFECTS = [card.effect["kind"] for card in load().establishments]
DUTIES = [i for i, kind in enumerate(EFFECTS) if kind in ("give", "demolish")]  # they wait for one
CALM = ("income", "catch", "fee")  # effects that neither take from others nor ask for a choice
BUSY = [i for i, kind in enumerate(EFFECTS) if kind not in CALM]


def kind_of(said: Said) -> int:
    """The kind of the card that is built or received."""
    code = act.code_of(said.action)
    return code - act.BUILD if code < act.LANDMARK else (code - act.SWAP) // SEATS


def numbers(said: Said) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", said.values["numbers"])]


def brings(
    said: Said, roller: int, number: int, rich: bool = False, calm: bool = True
) -> int | None:
    """What the card changes in its owner's purse when somebody rolls: the same roll with it and
    without it. `rich`: everybody can pay; `calm`: nothing else takes from anybody."""
    purses = []
    for fewer in (0, 1):
        town = said.after().row
        town.cards[said.seat, kind_of(said)] -= fewer
        town.cards[:, BUSY if calm else DUTIES] = 0
        if rich:
            town.coins[:] = RICH
        after = rolled(town, roller, number, said.game.box)
        if after is None:
            return None
        purses.append(int(after.coins[said.seat]))
    return purses[0] - purses[1]


def can_roll(said: Said, roller: int) -> bool:
    two = has_power(said.game.box, said.row, roller, TWO_DICE)
    return min(numbers(said)) <= 6 or bool(two)


def others(said: Said) -> list[int]:
    return [seat for seat in range(int(said.row.players)) if seat != said.seat]


def own(said: Said) -> bool:
    """So much on one's own roll, and nothing on others'."""
    rolls = [(other, number) for other in others(said) for number in numbers(said)]
    paid = {brings(said, said.seat, number) for number in numbers(said)}
    return (
        can_roll(said, said.seat)
        and paid - {None} == {said.number("coins")}
        and not any(brings(said, *roll) for roll in rolls)
    )


def own_often(said: Said) -> bool:
    two = max(numbers(said)) > 6
    ways = [(6 - abs(7 - number)) if two else 6 for number in numbers(said)]
    return own(said) and said.number("often") == sum(ways)


def whoever(said: Said) -> bool:
    players = range(int(said.row.players))
    rollers = [seat for seat in players if can_roll(said, seat)]
    rolls = [(roller, number) for roller in rollers for number in numbers(said)]
    paid = {brings(said, *roll) for roll in rolls}
    told = int(said.values.get("players", len(rollers)))
    return paid - {None} == {said.number("coins")} and told == len(rollers)


def fee(said: Said) -> bool:
    """All others pay it who have it, and one of them can roll it."""
    coins = said.number("coins")
    rolls = [(other, number) for other in others(said) for number in numbers(said)]
    return any(can_roll(said, other) for other in others(said)) and all(
        brings(said, *roll, rich=True) == coins and brings(said, *roll) in range(coins + 1)
        for roll in rolls
    )


def levy(said: Said) -> bool:
    taken = [brings(said, said.seat, number, calm=False) for number in numbers(said)]
    return min(coins for coins in taken if coins is not None) == said.number("coins")


def by_its_rule(said: Said) -> bool:
    card = said.game.components.establishments[kind_of(said)]
    return (
        list(card.numbers) == numbers(said)
        and said.values["what"] == advice.what_text(said.game.components, card).en
    )


def feeds(said: Said) -> bool:
    """A card of that name in the own town brings more for it on its numbers, or would if it could
    act at all."""
    components, after = said.game.components, said.after().row
    name, kind = said.values["card"], kind_of(said)
    [fed] = [i for i, card in enumerate(components.establishments) if card.name.en == name]
    symbol = components.establishments[kind].symbol
    return bool(
        after.cards[said.seat, fed]
        and symbol in components.establishments[fed].effect["per"]
        and said.values["symbol"] == advice.SYMBOL_NAMES[symbol].en
    )


def landmarks(row: Row, seat: int) -> int:
    return int(BITS[row.landmarks[seat]])


def wins(said: Said) -> bool:
    return said.after().turn is None


def landmark(said: Said) -> bool:
    box = said.game.box
    return (landmarks(said.after().row, said.seat), int(box.to_win)) == (
        said.number("built"), said.number("count"),
    )  # fmt: skip


def gained(said: Said) -> int:
    return int(said.after().row.coins[said.seat]) - int(said.row.coins[said.seat])


def paid(said: Said) -> bool:
    idle = has_power(said.game.box, said.row, said.seat, IDLE)
    return gained(said) == said.number("coins") and bool(idle)


def saves(said: Said) -> bool:
    coins, built = int(said.row.coins[said.seat]), int(said.row.landmarks[said.seat])
    left = [c for i, c in enumerate(said.game.components.landmarks) if not built >> i & 1]
    aim = next(card for card in left if card.name.en == said.values["card"])
    nearer = [card for card in left if coins < card.cost < aim.cost]
    return aim.cost - coins == said.number("coins") and not nearer


def averages(said: Said) -> bool:
    """By playing every outcome through; the dice that are chosen between are not rolled again."""
    pairs = [
        (act.ROLL, act.ROLL + 1), (act.KEEP, act.REROLL), (act.STAY, act.RAISE),
    ]  # fmt: skip
    code = act.code_of(said.action)
    other = act.number_of(next(b if a == code else a for a, b in pairs if code in (a, b)))
    this, that = (round(mean(said, action), 1) for action in (said.action, other))
    told = [float(said.values[name].replace("−", "-")) for name in ("this", "other")]
    return told == [this, that] and mean(said, said.action) > mean(said, other)


def mean(said: Said, action: int) -> float:
    return expected(said.after(action), said.seat) - float(said.row.coins[said.seat])


def expected(position: Position, seat: int) -> float:
    """Coins before building, by expectimax."""
    if position.turn is None or position.row.phase == BUILD:
        return float(position.row.coins[seat])
    if position.turn == NATURE:
        weights = position.weights()
        found = [expected(stepped(position, id), seat) for id in weights]
        return float(np.average(found, weights=list(weights.values())))
    ids = position.legal.ids
    code = act.code_of(ids[0])
    if code >= act.NO_SWAP or act.DEMOLISH <= code < act.PICK:
        ids = ids[:1]  # gifts, demolitions and exchanges are paid alike
    return max(expected(stepped(position, id), seat) for id in ids)


def has(said: Said) -> bool:
    coins = dict(zip(NAMES, said.row.coins.tolist(), strict=False))
    return coins.get(said.values["name"]) == said.number("coins")


def has_most(said: Said) -> bool:
    seat = NAMES.index(said.values["name"])
    rest = [int(said.row.coins[other]) for other in others(said) if other != seat]
    return has(said) and all(int(said.row.coins[seat]) > coins for coins in rest)


def cheapest(said: Said) -> bool:
    built = int(said.row.landmarks[said.seat])
    costs = [c.cost for i, c in enumerate(said.game.components.landmarks) if built >> i & 1]
    return said.number("coins") == min(costs)


def gives(said: Said) -> bool:
    return gained(said) == said.number("coins")


CHECKS: dict[str, Check] = {
    "WINS": wins, "LANDMARK": landmark, "FACTORY": own, "FACTORY_ALL": whoever, "FEEDS": feeds,
    "FEE": fee, "OWN": own_often, "ALL": whoever, "LEVY": levy, "EFFECT": by_its_rule, "PAID": paid,
    "SAVES": saves, "ROLLS": averages, "RICHEST": has_most, "HAS": has, "CHEAPEST": cheapest,
    "GIVES": gives,
}  # fmt: skip


# A factory that pays on everybody's turn, which the printed box does not have.
FOR_ALL = 'colour = "blue"\nsymbol = "factory"\nnumbers = [3]'


def test_every_reason_is_true():
    blue = load().text.replace('colour = "green"\nsymbol = "factory"\nnumbers = [8]', FOR_ALL)
    games = [Game("minivilles", players) for players in (2, 3, 4, 5)]
    games.append(Game("minivilles", 2, components=blue))
    seen = [all_true(game, advice, CHECKS, seed=1, count=150) for game in games]
    assert set().union(*seen) == set(CHECKS)
