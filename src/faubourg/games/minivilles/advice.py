"""The reason for a hint in Minivilles: one sentence, computed from the position."""

from collections.abc import Sequence

from faubourg.core.contract import Row
from faubourg.core.players import NATURE
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.card_text import (
    SYMBOL_NAMES,
    capitalised,
    coins_text,
    what_text,
    with_article,
)
from faubourg.games.minivilles.components import (
    EVERYTHING,
    IDLE,
    PURPLE,
    TWO_DICE,
    Card,
    Minivilles,
)
from faubourg.games.minivilles.income import BITS, has_power, levy_owed, symbols_paid
from faubourg.games.minivilles.lookahead import expected_gain, gain
from faubourg.games.minivilles.state import KINDS, SEATS

WINS = Text(
    "Wins the game: landmark {count} of {count}.", "Gagne la partie : monument {count} sur {count}."
)
LANDMARK = Text("Landmark {built} of {count}: {what}.", "Monument {built} sur {count} : {what}.")
FACTORY = Text(
    "Earns {coins} on {numbers}, with the cards that it counts now.",
    "Rapporte {coins} sur {numbers}, avec les cartes comptées à présent.",
)
FEEDS = Text(
    "One more {symbol} card for your {card}.", "Une carte {symbol} de plus pour ta carte {card}."
)
FEE = Text(
    "Takes {coins} from whoever else rolls {numbers}.",
    "Prend {coins} aux autres quand ils font {numbers}.",
)
FEE_ALL = Text(
    "Takes all coins of a leader who rolls {numbers}.",
    "Prend toutes les pièces d'un meneur qui fait {numbers}.",
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
    "Would take {coins} from the others today, when you roll {numbers}.",
    "Prendrait {coins} aux autres aujourd'hui, quand tu fais {numbers}.",
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
RICHEST = Text("{name} is the richest, with {coins}.", "{name} est le plus riche : {coins}.")
HAS = Text("{name} has {coins}.", "{name} a {coins}.")
CHEAPEST = Text(
    "Your cheapest landmark to build again: {coins}.",
    "Ton monument le moins cher à reconstruire : {coins}.",
)
GIVES = Text(
    "You get {coins} for it, and keep your better cards.",
    "Tu reçois {coins}, et gardes tes meilleures cartes.",
)


def why(components: Minivilles, row: Row, action: int, names: Sequence[str]) -> Text | None:
    """See `contract.Advice`."""
    if action == act.PASS:
        return _passing(components, row)
    if action < act.LANDMARK:
        return _card(components, row, action - act.BUILD)
    if action < act.ROLL:
        return _landmark(components, row, action - act.LANDMARK)
    if action < act.DEMOLISH:
        return _rolling(components, row, action)
    if action < act.PICK:
        built = int(row.landmarks[int(row.turn_of)])
        costs = [card.cost for i, card in enumerate(components.landmarks) if built >> i & 1]
        cost = components.landmarks[action - act.DEMOLISH].cost
        return CHEAPEST.format(coins=coins_text(cost)) if cost == min(costs) else None
    if action < act.NO_SWAP:
        return _picking(row, action - act.PICK, names)
    return _exchanging(components, row, action)


# ---------------------------------------------------------------- building


def _landmark(components: Minivilles, row: Row, landmark: int) -> Text:
    seat, count = int(row.turn_of), int(components.box.to_win)
    built = int(BITS[row.landmarks[seat]]) + 1
    if built >= count:
        return WINS.format(count=count)
    what = what_text(components, components.landmarks[landmark])
    return LANDMARK.format(built=built, count=count, what=what)


def _card(components: Minivilles, row: Row, kind: int) -> Text:
    """What a card earns, and what it adds to the cards that are there."""
    box, seat, card = components.box, int(row.turn_of), components.establishments[kind]
    numbers = _numbers(card.numbers)
    if box.per[kind] and card.effect["kind"] == "income":
        symbols = int(symbols_paid(box, row, seat, kind)) + _counts_itself(components, kind)
        if symbols:
            coins = coins_text(symbols * int(box.coins[kind]))
            return FACTORY.format(numbers=numbers, coins=coins)
    factory = _fed(components, row, kind)
    if factory:
        return FEEDS.format(symbol=SYMBOL_NAMES[card.symbol], card=factory.name)
    if card.colour == "red" and box.coins[kind] == EVERYTHING:
        return FEE_ALL.format(numbers=numbers)
    if card.colour == "red":
        return FEE.format(coins=coins_text(int(box.coins[kind])), numbers=numbers)
    if card.effect["kind"] == "income" and not box.per[kind]:
        return _income(components, row, kind, numbers)
    taken = sum(
        min(int(levy_owed(box, row, other, kind)), int(row.coins[other]))
        for other in range(int(row.players))
        if other != seat
    )
    if box.colour[kind] == PURPLE and taken:
        return LEVY.format(coins=coins_text(taken), numbers=numbers)
    return EFFECT.format(numbers=numbers, what=what_text(components, card))


def _income(components: Minivilles, row: Row, kind: int, numbers: Text) -> Text:
    card, seat = components.establishments[kind], int(row.turn_of)
    coins = coins_text(int(components.box.coins[kind]))
    if card.colour == "blue":
        return ALL.format(coins=coins, numbers=numbers, players=int(row.players))
    two = has_power(components.box, row, seat, TWO_DICE) and max(card.numbers) > 6
    falls = {n: 6 - abs(7 - n) for n in range(2, 13)} if two else dict.fromkeys(range(1, 7), 6)
    often = sum(falls.get(number, 0) for number in card.numbers)
    return OWN.format(coins=coins, numbers=numbers, often=often)


def _counts_itself(components: Minivilles, kind: int) -> int:
    return int(components.box.per[kind]) >> int(components.box.symbol[kind]) & 1


def _fed(components: Minivilles, row: Row, kind: int) -> Card | None:
    """A card of the own town that pays for every card like this one."""
    box, seat = components.box, int(row.turn_of)
    for other in range(KINDS):
        own = row.cards[seat, other] and components.establishments[other].colour != "purple"
        if own and int(box.per[other]) >> int(box.symbol[kind]) & 1:
            return components.establishments[other]
    return None


def _passing(components: Minivilles, row: Row) -> Text | None:
    box, seat = components.box, int(row.turn_of)
    if has_power(box, row, seat, IDLE):
        name = with_article(components.landmark_with(IDLE).name)
        landmark = Text(*(capitalised(words) for words in name))
        return PAID.format(landmark=landmark, coins=coins_text(int(box.idle)))
    built, coins = int(row.landmarks[seat]), int(row.coins[seat])
    left = [card for i, card in enumerate(components.landmarks) if not built >> i & 1]
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


def _rolling(components: Minivilles, row: Row, action: int) -> Text | None:
    """The expected coins at once, against those of the other choice."""
    others = {
        act.ROLL: act.ROLL + 1,
        act.ROLL + 1: act.ROLL,
        act.KEEP: act.REROLL,
        act.REROLL: act.KEEP,
        act.STAY: act.RAISE,
        act.RAISE: act.STAY,
    }
    this = expected_gain(components, row, action)
    other = expected_gain(components, row, others[action])
    if this <= other:
        return None
    return ROLLS.format(this=_mean(this), other=_mean(other))


def _mean(coins: float) -> Text:
    said = f"{round(coins, 1) + 0.0:+.1f}".replace("-", "−")
    return Text(said, said.replace(".", ","))


# ---------------------------------------------------------------- other players' things


def _picking(row: Row, seat: int, names: Sequence[str]) -> Text:
    others = [int(row.coins[s]) for s in range(int(row.players)) if s != int(row.turn_of)]
    coins = int(row.coins[seat])
    said = RICHEST if coins == max(others) and others.count(coins) == 1 else HAS
    return said.format(name=names[seat], coins=coins_text(coins))


def _exchanging(components: Minivilles, row: Row, action: int) -> Text | None:
    """What the card that is received does, or what is paid for one that is given."""
    if act.SWAP <= action < act.GIVE:
        kind = (action - act.SWAP) // SEATS
        said = _card(components, row, kind)
        return Text(*(capitalised(words) for words in said))
    if action >= act.GIVE:
        now = gain(components, row, action)
        return GIVES.format(coins=coins_text(now)) if now > 0 and row.to_act != NATURE else None
    return None
