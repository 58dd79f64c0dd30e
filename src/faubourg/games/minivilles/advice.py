"""The reason for a hint in Minivilles: one sentence, computed from the position."""

from collections.abc import Sequence

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.card_text import (
    capitalised,
    coins_text,
    what_text,
    with_article,
)
from faubourg.games.minivilles.cards import EVERYTHING, IDLE, PURPLE, SYMBOL_NAMES, TWO_DICE
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.dice import falls, falls_with
from faubourg.games.minivilles.forecast import forecast
from faubourg.games.minivilles.income import BITS, fee_owed, has_power, income
from faubourg.games.minivilles.lookahead import expected_gain, gain
from faubourg.games.minivilles.state import KINDS, SEATS

WINS = Text(
    "Wins the game: landmark {count} of {count}.", "Gagne la partie : monument {count} sur {count}."
)
LANDMARK = Text("Landmark {built} of {count}: {what}.", "Monument {built} sur {count} : {what}.")
FACTORY = Text(
    "Earns {coins} when you roll {numbers}, with the cards that it counts now.",
    "Rapporte {coins} quand tu fais {numbers}, avec les cartes comptées à présent.",
)
FACTORY_ALL = Text(
    "Earns {coins} whoever rolls {numbers}, with the cards that it counts now.",
    "Rapporte {coins} dès que {numbers} tombe, avec les cartes comptées à présent.",
)
FEEDS = Text(
    "One more {symbol} card for your {card}.", "Une carte {symbol} de plus pour ta carte {card}."
)
FEE = Text(
    "Takes {coins}, or what there is, from whoever else rolls {numbers}.",
    "Prend {coins}, ou ce qu'il y a, à qui d'autre fait {numbers}.",
)
OWN = Text(
    "Earns {coins} when you roll {numbers}, about {often} rolls in 36.",
    "Rapporte {coins} quand tu fais {numbers}, environ {often} lancers sur 36.",
)
ALL = Text(
    "Earns {coins} whoever rolls {numbers}: {players} chances a round.",
    "Rapporte {coins} dès que {numbers} tombe : {players} chances par tour de table.",
)
LEVY = Text(
    "From what the others have now, takes {coins} or more when you roll {numbers}.",
    "De ce que les autres ont maintenant, prend {coins} ou plus quand tu fais {numbers}.",
)
EFFECT = Text("On {numbers}: {what}.", "Sur {numbers} : {what}.")
PAID = Text(
    "{landmark} pays {coins} for building nothing.",
    "{landmark} rapporte {coins} si tu ne construis rien.",
)
SAVES = Text("Saves for {card}: {coins} missing.", "Économise pour {card} : il manque {coins}.")
ROLLS = Text(
    "{this} coins for you on average; the other choice {other}.",
    "{this} pièces pour toi en moyenne ; l'autre choix {other}.",
)
RICHEST = Text(
    "Of the others, {name} has the most: {coins}.", "Des autres, {name} a le plus : {coins}."
)
HAS = Text("{name} has {coins}.", "{name} a {coins}.")
CHEAPEST = Text(
    "Your cheapest landmark to build again: {coins}.",
    "Ton monument le moins cher à reconstruire : {coins}.",
)
GIVES = Text("You get {coins} for it.", "Tu reçois {coins} en échange.")


def why(components: Minivilles, row: Row, action: int, names: Sequence[str]) -> Text | None:
    """See `contract.Advice`."""
    code = act.code_of(action)
    if code == act.PASS:
        return _passing(components, row)
    if code < act.LANDMARK:
        return _card(components, row, action, code - act.BUILD)
    if code < act.ROLL:
        return _landmark(components, row, code - act.LANDMARK)
    if code < act.DEMOLISH:
        return _rolling(components, row, code)
    if code < act.PICK:
        built = int(row.landmarks[int(row.turn_of)])
        costs = [card.cost for i, card in enumerate(components.landmarks) if built >> i & 1]
        cost = components.landmarks[code - act.DEMOLISH].cost
        return CHEAPEST.format(coins=coins_text(cost)) if cost == min(costs) else None
    if code < act.NO_SWAP:
        return _picking(row, code - act.PICK, names)
    return _exchanging(components, row, action)


# ---------------------------------------------------------------- building


def _landmark(components: Minivilles, row: Row, landmark: int) -> Text:
    seat, count = int(row.turn_of), int(components.box.to_win)
    built = int(BITS[row.landmarks[seat]]) + 1
    if built >= count:
        return WINS.format(count=count)
    what = what_text(components, components.landmarks[landmark])
    return LANDMARK.format(built=built, count=count, what=what)


def _card(components: Minivilles, row: Row, action: int, kind: int) -> Text:
    """What a card brings in the town to which the action adds it: now, where that can be said, and
    else by its rule."""
    box, seat, card = components.box, int(row.turn_of), components.establishments[kind]
    after: Row = row.copy()
    rules.step(box, after, action)
    numbers, said = _numbers(card.numbers), None
    factory = _fed(components, after, seat, kind)
    if box.per[kind] and card.effect["kind"] == "income":
        said = _income(components, after, seat, kind)
    if not said and factory:
        return FEEDS.format(symbol=SYMBOL_NAMES[card.symbol], card=factory.name)
    if card.colour == "red":
        said = _fee(components, after, seat, kind)
    elif card.effect["kind"] == "income" and not box.per[kind]:
        said = _income(components, after, seat, kind)
    elif box.colour[kind] == PURPLE:
        said = _levy(components, after, seat, kind)
    return said or EFFECT.format(numbers=numbers, what=what_text(components, card))


def _income(components: Minivilles, row: Row, seat: int, kind: int) -> Text | None:
    """What one more card of this kind earns; nothing where it can't be rolled or its condition does
    not hold yet."""
    box, card, fewer = components.box, components.establishments[kind], row.copy()
    fewer.cards[seat, kind] -= 1
    earned = int(income(box, row, seat, kind)) - int(income(box, fewer, seat, kind))
    rollers = range(int(row.players)) if card.colour == "blue" else [seat]
    rollers = [roller for roller in rollers if _rolls(components, row, roller, kind)]
    if not earned or not rollers:
        return None
    coins, numbers = coins_text(earned), _numbers(card.numbers)
    if box.per[kind]:
        said = FACTORY_ALL if card.colour == "blue" else FACTORY
        return said.format(coins=coins, numbers=numbers)
    if card.colour == "blue":
        return ALL.format(coins=coins, numbers=numbers, players=len(rollers))
    dice = 2 if has_power(box, row, seat, TWO_DICE) and max(card.numbers) > 6 else 1
    often = round(36 * sum(falls_with(dice, number) for number in card.numbers))
    return OWN.format(coins=coins, numbers=numbers, often=often)


def _fee(components: Minivilles, row: Row, seat: int, kind: int) -> Text | None:
    """What each of the others would pay for one more card, if all of them would pay the same and
    one can roll it."""
    box, others = components.box, _others(row, seat)
    fees = {_one_fee(components, row, seat, other, kind) for other in others}
    rolled = any(_rolls(components, row, other, kind) for other in others)
    if len(fees) > 1 or 0 in fees or not rolled or box.coins[kind] == EVERYTHING:
        return None
    coins = coins_text(fees.pop())
    return FEE.format(coins=coins, numbers=_numbers(components.establishments[kind].numbers))


def _one_fee(components: Minivilles, row: Row, owner: int, roller: int, kind: int) -> int:
    """What a card of a red kind adds to what a roller owes its owner."""
    rolled, fewer = row.copy(), row.copy()
    rolled.turn_of = fewer.turn_of = roller
    fewer.cards[owner, kind] -= 1
    more, less = (int(fee_owed(components.box, town, owner, kind)) for town in (rolled, fewer))
    return more - less


def _levy(components: Minivilles, row: Row, seat: int, kind: int) -> Text | None:
    """What the others would lose today, by the roll that takes least."""
    numbers, fewer = components.establishments[kind].numbers, row.copy()
    fewer.cards[seat, kind] -= 1
    purses = (forecast(components, town)[SEAT_LETTERS[seat]]["mine"] for town in (row, fewer))
    taken = [more - less for more, less in zip(*purses, strict=True)]
    rolled = [number for number in numbers if number <= len(taken)]  # those that anybody can roll
    coins = min((taken[number - 1] for number in rolled), default=0)
    return LEVY.format(coins=coins_text(coins), numbers=_numbers(numbers)) if coins > 0 else None


def _rolls(components: Minivilles, row: Row, seat: int, kind: int) -> bool:
    """Whether a player can roll a number of a card."""
    numbers = components.establishments[kind].numbers
    return any(falls(components.box, row, seat, number) > 0 for number in numbers)


def _others(row: Row, seat: int) -> list[int]:
    return [other for other in range(int(row.players)) if other != seat]


def _fed(components: Minivilles, row: Row, seat: int, kind: int) -> Card | None:
    """A card of the own town that pays for every card like this one."""
    box = components.box
    for other in range(KINDS):
        own = row.cards[seat, other] and components.establishments[other].colour != "purple"
        if own and other != kind and int(box.per[other]) >> int(box.symbol[kind]) & 1:
            return components.establishments[other]
    return None


def _passing(components: Minivilles, row: Row) -> Text | None:
    box, seat = components.box, int(row.turn_of)
    if has_power(box, row, seat, IDLE):
        name = with_article(components.power_name(IDLE))
        landmark = Text(*(capitalised(words) for words in name))
        return PAID.format(landmark=landmark, coins=coins_text(int(box.idle)))
    built, coins = int(row.landmarks[seat]), int(row.coins[seat])
    left = [card for i, card in enumerate(components.all_landmarks) if not built >> i & 1]
    dearer = [card for card in left if card.cost > coins]
    if not dearer:
        return None
    aim = min(dearer, key=lambda card: card.cost)
    return SAVES.format(card=aim.name, coins=coins_text(aim.cost - coins))


def _numbers(numbers: Sequence[int]) -> Text:
    said = [str(number) for number in numbers]
    if len(said) < 2:
        return Text(*("".join(said),) * 2)
    first, last = ", ".join(said[:-1]), said[-1]
    return Text(f"{first} or {last}", f"{first} ou {last}")


# ---------------------------------------------------------------- rolling


def _rolling(components: Minivilles, row: Row, code: int) -> Text | None:
    """The expected coins at once, against those of the other choice."""
    others = {
        act.ROLL: act.ROLL + 1,
        act.ROLL + 1: act.ROLL,
        act.KEEP: act.REROLL,
        act.REROLL: act.KEEP,
        act.STAY: act.RAISE,
        act.RAISE: act.STAY,
    }
    this = expected_gain(components, row, act.number_of(code))
    other = expected_gain(components, row, act.number_of(others[code]))
    if this <= other:
        return None
    return ROLLS.format(this=_mean(this), other=_mean(other))


def _mean(coins: float) -> Text:
    said = f"{round(coins, 1) + 0.0:+.1f}".replace("-", "−")
    return Text(said, said.replace(".", ","))


# ---------------------------------------------------------------- other players' things


def _picking(row: Row, seat: int, names: Sequence[str]) -> Text:
    others = [int(row.coins[other]) for other in _others(row, int(row.turn_of))]
    coins = int(row.coins[seat])
    said = RICHEST if coins == max(others) and others.count(coins) == 1 else HAS
    return said.format(name=names[seat], coins=coins_text(coins))


def _exchanging(components: Minivilles, row: Row, action: int) -> Text | None:
    """What the card that is received does, or what is paid for one that is given."""
    code = act.code_of(action)
    if act.SWAP <= code < act.GIVE:
        return _card(components, row, action, (code - act.SWAP) // SEATS)
    if code >= act.GIVE:
        now = gain(components, row, action)
        return GIVES.format(coins=coins_text(now)) if now > 0 and row.to_act != NATURE else None
    return None
