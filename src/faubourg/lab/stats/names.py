"""The names of measures in English and French; the English one is also the key of a measure."""

from faubourg.core.contract import Item
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text

TURNS = Text("turns in a game", "tours par partie")
TOGETHER = Text("games won by all together", "parties gagnées par tous ensemble")
POINTS_WON = Text("points of winners", "points des gagnants")
POINTS_LOST = Text("points of the others", "points des autres")
BEHIND = Text("games won from behind", "parties gagnées en revenant de l'arrière")
LEADS = Text("changes of the lead", "changements de tête")
CHOICES = Text("choices in a turn", "choix par tour")
LUCK = Text("share of luck", "part de chance")
NUMBERS = (TURNS, POINTS_WON, POINTS_LOST, LEADS, CHOICES)  # all other measures are shares
WON_BY = Text("games won by {who}", "parties gagnées par {who}")
PLACES = (
    Text("who begins", "qui commence"),
    Text("who is second", "qui joue en deuxième"),
    Text("who is third", "qui joue en troisième"),
    Text("who is fourth", "qui joue en quatrième"),
    Text("who is fifth", "qui joue en cinquième"),
    Text("who is sixth", "qui joue en sixième"),
)
TAKEN = Text("{group}: {name}, seats with it", "{group} : {name}, places qui l'ont")
LIFT = Text(
    "{group}: {name}, how much oftener seats with it win",
    "{group} : {name}, de combien les places qui l'ont gagnent plus souvent",
)


def won_by(who: Text) -> Text:
    """The measure of the games that somebody wins."""
    return WON_BY.format(who=who)


def seat(number: int) -> Text:
    """A seat by its letter."""
    return Text(f"seat {SEAT_LETTERS[number]}", f"la place {SEAT_LETTERS[number]}")


def taken(item: Item) -> Text:
    """The measure of the seats that have an item at the end."""
    return TAKEN.format(group=item.group, name=item.name)


def lift(item: Item) -> Text:
    """The measure of how much an item goes with winning."""
    return LIFT.format(group=item.group, name=item.name)
