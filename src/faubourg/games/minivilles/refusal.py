"""Why an action is not legal now, with the clause that says so."""

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.refusals import FIRST_PLAYER, Place, Why, find_place, untimely
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.card_text import plural
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.state import (
    BUILD,
    CATCH,
    DEAL,
    DEMOLISH,
    DICE,
    FIRST,
    GIVE,
    OFFER,
    PICK,
    RAISE,
    REROLL,
    ROLL,
    SEATS,
    SWAP,
)

# What each phase waits for; `_awaited` fills in what the box says.
AWAITED = {
    DEAL: Text("a card of the deck is being turned up", "on retourne une carte du paquet"),
    FIRST: FIRST_PLAYER,
    DICE: Text("the dice are rolling", "les dés roulent"),
    CATCH: Text("the dice for the {boats} are rolling", "les dés des {boats} roulent"),
    ROLL: Text("say how many dice to roll", "choisis le nombre de dés"),
    REROLL: Text("keep the roll or reroll", "garde le jet ou relance"),
    RAISE: Text("add {more} to the roll or not", "ajoute {more} au jet ou non"),
    GIVE: Text("give a card away", "donne une carte"),
    DEMOLISH: Text("choose a landmark to lose", "choisis un monument à perdre"),
    PICK: Text("choose whom to take coins from", "choisis à qui prendre des pièces"),
    OFFER: Text("offer a card for exchange, or none", "propose une carte à l'échange, ou aucune"),
    SWAP: Text("choose the card to receive", "choisis la carte à recevoir"),
    BUILD: Text("build a card or pass", "construis une carte ou passe"),
}

NO_LANDMARK = Text("There is no such landmark.", "Il n'y a pas ce monument.")

PLACES = (
    Place(act.PASS, (BUILD,), "mv-6"),
    Place(act.ROLL, (ROLL,), "mv-7"),
    Place(act.KEEP, (REROLL,), "mv-23"),
    Place(act.STAY, (RAISE,), "mv-25"),
    Place(act.DEMOLISH, (DEMOLISH,), "mv-30"),
    Place(act.PICK, (PICK,), "mv-33"),
    Place(act.NO_SWAP, (OFFER,), "mv-31"),
    Place(act.SWAP, (SWAP,), "mv-31"),
    Place(act.GIVE, (GIVE,), "mv-29"),
    Place(act.FIRST, (FIRST,), "mv-5"),
    Place(act.DRAW, (DEAL,), "mv-20"),
    Place(act.DIE, (DICE, CATCH), "mv-7"),
)


def why(components: Minivilles, row: Row, action: int) -> Why:
    code = act.code_of(action)
    place = find_place(PLACES, code)
    if why_not_now := untimely(row, place, _awaited(components)):
        return why_not_now
    landmark = _landmark_of(code)
    if landmark is not None and landmark >= components.box.landmarks:
        return "no-landmark", NO_LANDMARK, place.clause
    if row.phase == DEMOLISH:
        name = components.landmarks[code - act.DEMOLISH].name
        said = Text("{name} is not built.", "{name} n'est pas construit.")
        return "not-built", said.format(name=name), place.clause
    if row.phase == BUILD:
        return _why_not_build(components, row, code)
    return _why_not_with(components, row, code, place.clause)


def _landmark_of(code: int) -> int | None:
    """The landmark that an action builds or gives up."""
    if act.LANDMARK <= code < act.ROLL:
        return code - act.LANDMARK
    return code - act.DEMOLISH if act.DEMOLISH <= code < act.PICK else None


def _awaited(components: Minivilles) -> dict[int, Text]:
    more = int(components.box.raise_by)
    boats = [card for card in components.establishments if card.effect["kind"] == "catch"]
    if not boats:  # nor is the phase ever reached
        return {**AWAITED, RAISE: AWAITED[RAISE].format(more=more)}
    return {
        **AWAITED,
        RAISE: AWAITED[RAISE].format(more=more),
        CATCH: AWAITED[CATCH].format(boats=plural(boats[0].name)),
    }


def _why_not_build(components: Minivilles, row: Row, code: int) -> Why:
    seat = int(row.turn_of)
    if code >= act.LANDMARK:
        landmark = code - act.LANDMARK
        card = components.landmarks[landmark]
        if row.landmarks[seat] >> landmark & 1:
            said = Text("{name} is built already.", "{name} est déjà construit.")
            return "built", said.format(name=card.name), "mv-16"
        return _too_dear(card, int(row.coins[seat]))
    kind = code - act.BUILD
    card = components.establishments[kind]
    if row.market[kind] == 0:
        said = Text("{name} is not in the market.", "{name} n'est pas au marché.")
        return "not-in-market", said.format(name=card.name), "mv-4"
    if card.unique and row.cards[seat, kind]:
        said = Text(
            "There is one {name} in this town already; cards like it are unique.",
            "Il y a déjà un {name} dans cette ville ; les cartes de cette sorte sont uniques.",
        )
        if card.colour == "purple":
            said = Text(
                "There is one {name} in this town already; purple cards are unique.",
                "Il y a déjà un {name} dans cette ville ; les cartes violettes sont uniques.",
            )
        return "unique", said.format(name=card.name), "mv-17"
    return _too_dear(card, int(row.coins[seat]))


def _too_dear(card: Card, coins: int) -> Why:
    said = Text(
        "{name} costs {cost}; there are {coins} coins.",
        "{name} coûte {cost} ; il y a {coins} pièces.",
    )
    return "too-dear", said.format(name=card.name, cost=card.cost, coins=coins), "mv-16"


def _why_not_with(components: Minivilles, row: Row, code: int, clause: str) -> Why:
    """Giving, offering, exchanging and taking: the wrong player or the wrong card."""
    seat, owner, kind = int(row.turn_of), int(row.turn_of), 0
    if code >= act.GIVE:
        kind, seat = divmod(code - act.GIVE, SEATS)
    elif code >= act.SWAP:
        kind, seat = divmod(code - act.SWAP, SEATS)
        owner = seat
    elif code >= act.OFFER:
        kind, seat = code - act.OFFER, -1
    else:
        seat = code - act.PICK
    if seat >= int(row.players):
        said = Text("There is no player {letter}.", "Il n'y a pas de joueur {letter}.")
        return "no-player", said.format(letter=SEAT_LETTERS[seat]), clause
    if seat == int(row.turn_of):
        said = Text("It must be another player.", "Il faut choisir un autre joueur.")
        return "oneself", said, clause
    card = components.establishments[kind]
    if card.colour == "purple":
        said = Text("{name} is purple and stays.", "{name} est violet et reste en place.")
        return "purple", said.format(name=card.name), clause
    said = Text("{letter} has no {name}.", "{letter} n'a pas de carte {name}.")
    return "no-card", said.format(letter=SEAT_LETTERS[owner], name=card.name), clause
