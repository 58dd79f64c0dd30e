"""The events of a step of Minivilles, and each event as a sentence."""

from collections.abc import Iterator, Sequence

from faubourg.core.contract import Event, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.cards import (
    AGAIN,
    BLUE,
    DEMOLISH_EFFECT,
    EVERYTHING,
    GIVE_EFFECT,
    GREEN,
    IDLE,
    INCOME,
    PICK_EFFECT,
    PURPLE,
    RED,
)
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.income import (
    acting_coins,
    boats,
    fee_owed,
    has_power,
    idle_income,
    income,
    levy_owed,
    move_coins,
)
from faubourg.games.minivilles.state import (
    BUILD,
    CATCH,
    DEMOLISH,
    DICE,
    ENDED,
    GIVE,
    OFFER,
    PARK_NOW,
    PICK,
    RAISE,
    REROLL,
    SEATS,
)

SENTENCES = {
    "first": Text("{seat} begins.", "{seat} commence."),
    "turn": Text("{seat}'s turn.", "À {seat} de jouer."),
    "drawn": Text("{card} comes to the market.", "{card} arrive au marché."),
    "rolled": Text("{seat} rolls {dice}.", "{seat} obtient {dice}."),
    "rerolls": Text("{seat} rolls again.", "{seat} relance."),
    "raised": Text("{seat} adds {more}: {number}.", "{seat} ajoute {more} : {number}."),
    "fished": Text("The boats fish: {dice}.", "Les bateaux pêchent : {dice}."),
    "paid": Text("{from} pays {to} {coins} ({card}).", "{from} paie {coins} à {to} ({card})."),
    "excused": Text("{from} pays {to} {coins} ({card}) and is excused {excused}.",
                    "{from} paie {coins} à {to} ({card}), dispensé de {excused}."),
    "earned": Text("{seat} gets {coins} ({card}).", "{seat} reçoit {coins} ({card})."),
    "gave": Text("{seat} gives {to}: {card}, and gets {coins}.",
                 "{seat} donne à {to} : {card}, et reçoit {coins}."),
    "demolished": Text("{seat} loses {card} and gets {coins}.",
                       "{seat} perd {card} et reçoit {coins}."),
    "swapped": Text("{seat} swaps {gave} for {card} of {with}.",
                    "{seat} échange avec {with} : {gave} contre {card}."),
    "built": Text("{seat} builds {card}.", "{seat} construit {card}."),
    "passed": Text("{seat} builds nothing.", "{seat} ne construit rien."),
    "airport": Text("{seat} gets {coins} ({card}).", "{seat} reçoit {coins} ({card})."),
    "relief": Text("{seat} gets {coins} from the bank.", "{seat} reçoit {coins} de la banque."),
    "again": Text("A double: {seat} will play again.", "Un double : {seat} rejouera."),
    "won": Text("{seat} wins!", "{seat} gagne !"),
}  # fmt: skip


def tell(components: Minivilles, event: Event, names: Sequence[str]) -> Text:
    """An event as a sentence; `names` are what the seats are called."""
    sentence = "excused" if event.get("excused") else event["kind"]
    cards = {card.id: card.name for card in (*components.establishments, *components.landmarks)}
    values: dict[str, str | int | Text] = {
        "more": int(components.box.raise_by),
        "card": components.power_name(IDLE),
    }
    for key, value in event.items():
        if key in ("seat", "from", "to", "with"):
            values[key] = names[SEAT_LETTERS.index(value)]
        elif key in ("card", "gave"):
            times = f" × {event['copies']}" if key == "card" and event.get("copies", 1) > 1 else ""
            values[key] = Text(cards[value].en + times, cards[value].fr + times)
        elif key == "dice":
            sum_of = f" = {sum(value)}" if len(value) > 1 else ""
            values[key] = " + ".join(str(face) for face in value) + sum_of
        else:
            values[key] = value
    return SENTENCES[sentence].format(**values)


def events(components: Minivilles, before: Row, action: int, after: Row) -> list[Event]:
    return list(_events(components, before, action, after))


def _events(components: Minivilles, before: Row, action: int, after: Row) -> Iterator[Event]:
    yield from _of_action(components, before, action, after)
    yield from _of_income(components, before, after)
    if after.phase == ENDED:
        yield {"kind": "won", "seat": SEAT_LETTERS[int(after.turn_of)]}
    elif (after.phase == BUILD and after.again and not before.again) or _again_now(
        components, before, action
    ):
        yield {"kind": "again", "seat": SEAT_LETTERS[int(after.turn_of)]}
    if after.turn_count > before.turn_count:
        yield {
            "kind": "turn",
            "seat": SEAT_LETTERS[int(after.turn_of)],
            "turns": int(after.turn_count),
        }


def _again_now(components: Minivilles, before: Row, action: int) -> bool:
    """mv-24: the Park is built after a double, and counts at once."""
    park = int(components.box.power_bit[AGAIN]).bit_length() - 1
    double = bool(before.dice[0] == before.dice[1]) and not before.again
    return before.park == PARK_NOW and act.code_of(action) == act.LANDMARK + park and double


def _of_action(components: Minivilles, before: Row, action: int, after: Row) -> Iterator[Event]:
    code, seat = act.code_of(action), SEAT_LETTERS[int(before.turn_of)]
    cards, landmarks = components.establishments, components.landmarks
    if code == act.PASS:
        gain = int(idle_income(components.box, before, int(before.turn_of)))
        airport = has_power(components.box, before, int(before.turn_of), IDLE)
        yield {"kind": "passed", "seat": seat}
        if gain > 0:
            yield {"kind": "airport" if airport else "relief", "seat": seat, "coins": gain}
    elif code < act.LANDMARK:
        card = cards[code - act.BUILD]
        yield {"kind": "built", "seat": seat, "card": card.id, "coins": -card.cost}
    elif code < act.ROLL:
        card = landmarks[code - act.LANDMARK]
        yield {"kind": "built", "seat": seat, "card": card.id, "coins": -card.cost}
    elif code == act.REROLL:
        yield {"kind": "rerolls", "seat": seat}
    elif code == act.RAISE:
        yield {"kind": "raised", "seat": seat, "number": int(after.number)}
    elif act.DEMOLISH <= code < act.PICK:
        coins = int(acting_coins(components.box, before, GREEN, DEMOLISH_EFFECT))
        card = landmarks[code - act.DEMOLISH]
        yield {"kind": "demolished", "seat": seat, "card": card.id, "coins": coins}
    elif act.PICK <= code < act.NO_SWAP:
        yield from _picked(components, before, code - act.PICK)
    elif act.SWAP <= code < act.GIVE:
        kind, other = divmod(code - act.SWAP, SEATS)
        gave = cards[int(before.offered)].id
        yield {
            "kind": "swapped",
            "seat": seat,
            "with": SEAT_LETTERS[other],
            "gave": gave,
            "card": cards[kind].id,
        }
    elif act.GIVE <= code < act.FIRST:
        kind, other = divmod(code - act.GIVE, SEATS)
        coins = int(acting_coins(components.box, before, GREEN, GIVE_EFFECT))
        yield {
            "kind": "gave",
            "seat": seat,
            "to": SEAT_LETTERS[other],
            "card": cards[kind].id,
            "coins": coins,
        }
    elif act.FIRST <= code < act.DRAW:
        yield {"kind": "first", "seat": SEAT_LETTERS[code - act.FIRST]}
    elif act.DRAW <= code < act.DIE:
        yield {"kind": "drawn", "card": cards[code - act.DRAW].id}
    elif code >= act.DIE:
        kind_of_roll = "fished" if before.phase == CATCH else "rolled"
        faces = _faces(code)
        yield {"kind": kind_of_roll, "seat": seat, "dice": faces, "number": sum(faces)}


def _faces(code: int) -> list[int]:
    if code < act.DICE:
        return [code - act.DIE + 1]
    return [int(act.LOW_FACE[code - act.DICE]), int(act.HIGH_FACE[code - act.DICE])]


def _picked(components: Minivilles, before: Row, payer: int) -> Iterator[Event]:
    for kind in _acting(components, before, PURPLE):
        if components.box.effect[kind] == PICK_EFFECT and before.cards[before.turn_of, kind]:
            owed = int(components.box.coins[kind])
            yield _payment(components, before, payer, int(before.turn_of), kind, owed)


def _of_income(components: Minivilles, before: Row, after: Row) -> Iterator[Event]:
    """Replays the income stages of a step on a copy, payment by payment.

    The amounts come from the rules; tests hold the sum of all events equal to what changed hands.
    """
    began, ended = int(before.phase), int(after.phase)
    work = before.copy()
    work.dice, work.number = after.dice, after.number
    resolved = (GIVE, DEMOLISH, CATCH, PICK, OFFER, BUILD)
    if began in (DICE, REROLL, RAISE) and ended in resolved:
        yield from _fees(components, work)
        yield from _own(components, work, GREEN)
    elif began not in (GIVE, DEMOLISH, CATCH):
        return
    if ended in (GIVE, DEMOLISH) or ended not in resolved:
        return
    if began == CATCH:
        yield from _catches(components, work, int(after.catch))
    else:
        work.cards, work.landmarks = after.cards, after.landmarks
        yield from _blues(components, work)
    if ended != CATCH:
        yield from _own(components, work, PURPLE)


def _acting(components: Minivilles, row: Row, colour: int) -> list[int]:
    box = components.box
    count = int(box.acting_count[colour, row.number])
    return [int(kind) for kind in box.acting[colour, row.number, :count]]


def _payment(
    components: Minivilles, row: Row, payer: int, payee: int, kind: int, owed: int
) -> Event:
    paid = min(owed, int(row.coins[payer]))
    return {
        "kind": "paid",
        "from": SEAT_LETTERS[payer],
        "to": SEAT_LETTERS[payee],
        "coins": paid,
        "excused": 0 if owed == EVERYTHING else owed - paid,
        "card": components.establishments[kind].id,
        "copies": int(row.cards[payee, kind]),
    }


def _fees(components: Minivilles, work: Row) -> Iterator[Event]:
    seat, players = int(work.turn_of), int(work.players)
    for away in range(1, players):
        owner = (seat - away) % players
        for kind in _acting(components, work, RED):
            if not work.cards[owner, kind]:
                continue
            owed = int(fee_owed(components.box, work, owner, kind))
            if owed:
                yield _payment(components, work, seat, owner, kind, owed)
                move_coins(work, seat, owner, owed)


def _earned(components: Minivilles, work: Row, seat: int, kind: int, coins: int) -> Iterator[Event]:
    if coins:
        work.coins[seat] += coins
        yield {
            "kind": "earned",
            "seat": SEAT_LETTERS[seat],
            "coins": coins,
            "card": components.establishments[kind].id,
            "copies": int(work.cards[seat, kind]),
        }


def _own(components: Minivilles, work: Row, colour: int) -> Iterator[Event]:
    """What green or purple cards bring without a choice."""
    seat = int(work.turn_of)
    for kind in _acting(components, work, colour):
        if components.box.effect[kind] == INCOME:
            coins = int(income(components.box, work, seat, kind))
            yield from _earned(components, work, seat, kind, coins)
        elif work.cards[seat, kind]:
            yield from _levy(components, work, kind)


def _blues(components: Minivilles, work: Row) -> Iterator[Event]:
    for kind in _acting(components, work, BLUE):
        if components.box.effect[kind] == INCOME:
            for seat in range(int(work.players)):
                coins = int(income(components.box, work, seat, kind))
                yield from _earned(components, work, seat, kind, coins)


def _catches(components: Minivilles, work: Row, catch: int) -> Iterator[Event]:
    for kind in _acting(components, work, BLUE):
        for seat in range(int(work.players)):
            coins = catch * int(boats(components.box, work, seat, kind))
            yield from _earned(components, work, seat, kind, coins)


def _levy(components: Minivilles, work: Row, kind: int) -> Iterator[Event]:
    seat = int(work.turn_of)
    for payer in range(int(work.players)):
        owed = int(levy_owed(components.box, work, payer, kind)) if payer != seat else 0
        if owed:
            yield _payment(components, work, payer, seat, kind, owed)
            move_coins(work, payer, seat, owed)
