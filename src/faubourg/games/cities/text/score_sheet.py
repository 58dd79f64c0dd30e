"""The score sheet: every point of a player with its reason."""

from faubourg.core.contract import Data, Row
from faubourg.core.text import Text
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.scoring import marker_points
from faubourg.games.cities.state import CARDS, MONUMENT, NOTHING, OBJECTIVES
from faubourg.games.cities.text.contents import GROUNDS, Square, squares_of, zones_of
from faubourg.games.cities.text.progress import earned

PARTS = ("objectives", "zones", "monuments", "cards")


def score_sheet(components: Cities, row: Row, seat: int) -> Data:
    """cit-33 to cit-36: as if the game ended now; the parts, the total, and every reason."""
    squares = squares_of(row, seat)
    reasons = {
        "objectives": _objectives(components, row, seat),
        "zones": _zones(components, row, seat, squares),
        "monuments": _monuments(components, squares),
        "cards": _cards(components, row, seat),
    }
    sums = {part: sum(reason["points"] for reason in reasons[part]) for part in PARTS}
    return {**sums, "total": sum(sums.values()), "reasons": reasons}


def cards_of(row: Row, seat: int) -> list[int]:
    """The cards that a player has."""
    held = int(row.cards[seat])
    return [card for card in range(CARDS) if held >> card & 1]


def _objectives(components: Cities, row: Row, seat: int) -> list[Data]:
    return [
        {
            "objective": objective + 1,
            "number": int(row.markers[seat, objective]),
            "points": int(marker_points(components.box, row, seat, objective)),
        }
        for objective in range(OBJECTIVES)
        if row.markers[seat, objective]
    ]


def _zones(components: Cities, row: Row, seat: int, centre: list[Square]) -> list[Data]:
    """Zones with an attraction; others earn nothing."""
    found = []
    for kind, squares in zones_of(row, seat, centre):
        attractions = sorted(
            {square.attraction for square in squares if square.attraction != NOTHING}
        )
        if attractions:
            found.append(
                {
                    "of": GROUNDS[kind],
                    "squares": [square.name for square in squares],
                    "different": [
                        components.attractions[attraction].id for attraction in attractions
                    ],
                    "points": int(components.box.set_points[len(attractions)]),
                }
            )
    return found


def _monuments(components: Cities, centre: list[Square]) -> list[Data]:
    points = int(components.box.monument_points)
    return [
        {"square": square.name, "points": points}
        for square in centre
        if square.attraction == MONUMENT
    ]


def _cards(components: Cities, row: Row, seat: int) -> list[Data]:
    found = []
    for card in cards_of(row, seat):
        times, points = earned(components, row, seat, card)
        found.append({"card": components.cards[card].id, "times": times, "points": points})
    return found


# ---------------------------------------------------------------- in words

NUMBER = Text("objective {objective}", "objectif {objective}")
ZONE = {
    "park": Text("park zone {first} ({attractions})", "zone de parc {first} ({attractions})"),
    "water": Text("water zone {first} ({attractions})", "zone d'eau {first} ({attractions})"),
}
MONUMENT_ON = Text("monument {square}", "monument {square}")
CARD = Text("{card} × {times}", "{card} × {times}")


def reason_text(components: Cities, part: str, reason: Data) -> Text:
    """A line of the sheet: where the points come from."""
    if part == "objectives":
        return NUMBER.format(objective=reason["objective"])
    if part == "monuments":
        return MONUMENT_ON.format(square=reason["square"])
    if part == "cards":
        names = {card.id: card.name for card in components.cards}
        return CARD.format(card=names[reason["card"]], times=reason["times"])
    names = {attraction.id: attraction.name for attraction in components.attractions}
    said = [names[id] for id in reason["different"]]
    attractions = Text(*(", ".join(name[way] for name in said) for way in (0, 1)))
    return ZONE[reason["of"]].format(first=reason["squares"][0], attractions=attractions)
