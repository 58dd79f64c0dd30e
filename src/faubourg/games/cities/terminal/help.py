"""Explanations of cards, attractions, cities and words, and what the signs mean."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text, plain
from faubourg.gamekit.terminal import flow
from faubourg.games.cities.state import (
    FIRST_CARD,
    MONUMENT,
    OBJECTIVES,
    PARK,
    STREET,
    WATER,
    WATER_ATTRACTIONS,
)
from faubourg.games.cities.terminal.city import full_sheet
from faubourg.games.cities.terminal.look import (
    COLON,
    GOLD,
    HOUSES,
    attraction,
    attraction_sign,
    ground_sign,
    ground_style,
)
from faubourg.games.cities.text.goal_text import (
    COLOUR_NAMES,
    FEMININE,
    GLOSSARY,
    card_text,
    objective_text,
    points_text,
)

SHEET = ("score", "scores", "points", "point", "sheet", "feuille")


def explain(scene: Scene, word: str) -> RenderableType | None:
    """A card, an attraction, a city, a word of the goals, or everybody's points with reasons."""
    wanted = plain(word)
    if not wanted:
        return None
    if wanted in SHEET:
        return Group(*(full_sheet(scene, seat) for seat in range(int(scene.row.players))))
    entries = list(_entries(scene))
    found = [entry for names, entry in entries if wanted in names]
    found = found or [entry for names, entry in entries if any(wanted in name for name in names)]
    return Group(*found) if found else None


def _entries(scene: Scene) -> Iterator[tuple[list[str], RenderableType]]:
    """Everything that can be explained: its names, and the explanation."""
    components = scene.components
    for index, card in enumerate(components.cards):
        points = int(components.box.points[FIRST_CARD + index])
        text = card_text(components.goals[FIRST_CARD + index], points)
        yield _names(card.id, card.name), _entry(scene, card.name, text)
    for kind, named in enumerate(components.attractions):
        yield _names(named.id, named.name), _attraction(scene, kind)
    for index, named in enumerate(components.cities):
        yield _names(named.id, named.name), _city(scene, index)
    for id, (name, text) in GLOSSARY.items():
        yield _names(id, name), _entry(scene, name, text)


def _names(id: str, name: Text) -> list[str]:
    return [plain(said) for said in (id, *name)]


def _entry(scene: Scene, name: Text, text: Text) -> Line:
    colon = COLON.to(scene.language)
    return Line.assemble((name.to(scene.language), "bold"), f"{colon} ", text.to(scene.language))


ON = (
    Text("an attraction for a water square.", "une attraction pour une case Eau."),
    Text("an attraction for a park square.", "une attraction pour une case Parc."),
    Text("for a street square without modules; {points}. No module goes on it.",
         "pour une case Rue sans module ; {points}. Aucun module n'y va."),
    Text("for a street square without modules, which then takes modules of any one colour.",
         "pour une case Rue sans module, qui accueille alors des modules d'une couleur au choix."),
)  # fmt: skip
ZONES = Text(
    "A zone with 1, 2, 3 or 4 different ones gives {a}, {b}, {c} or {d} points.",
    "Une zone avec 1, 2, 3 ou 4 différentes donne {a}, {b}, {c} ou {d} points.",
)
COUNT = Text(
    "{count} in the box, {left} not seen yet.",
    "{count} dans la boîte, dont {left} pas encore vues.",
)


def _attraction(scene: Scene, kind: int) -> Line:
    box = scene.components.box
    index = 0 if kind < WATER_ATTRACTIONS else 1 if kind < MONUMENT else 2 + kind - MONUMENT
    said = [ON[index].format(points=points_text(int(box.monument_points)))]
    if kind < MONUMENT:
        said.append(ZONES.format(**{x: int(box.set_points[n]) for n, x in enumerate("abcd", 1)}))
    left = int(scene.row.unseen_attractions[kind])
    said.append(COUNT.format(count=int(box.attraction_counts[kind]), left=left))
    name = scene.components.attractions[kind].name
    line = Line.assemble(attraction_sign(scene, kind), " ")
    text = " ".join(each.to(scene.language) for each in said)
    return line.append_text(_entry(scene, name, Text(text, text)))


def _city(scene: Scene, index: int) -> RenderableType:
    components = scene.components
    rows = [Line(components.cities[index].name.to(scene.language), style="bold")]
    for objective in range(OBJECTIVES):
        goal = index * OBJECTIVES + objective
        numbers = ", ".join(str(number) for number in components.box.numbers[goal])
        text = objective_text(components.goals[goal]).to(scene.language)
        rows.append(Line.assemble(f"  {text} ", (f"({numbers})", GOLD)))
    return Group(*rows)


# ---------------------------------------------------------------- the legend

AIM = Text(
    "Most points win. Each turn put a worker on a free place of the board and take what lies there:"
    " a card with a goal of your own, a tile for your centre, attractions or modules. Fulfil the"
    " objectives of the city before the others.",
    "Le plus de points gagne. À chaque tour, pose un ouvrier sur un emplacement libre et"
    " prends ce qui s'y trouve : une carte avec un but à toi, une tuile pour ton centre, des"
    " attractions ou des modules. Remplis les objectifs de la ville avant les autres.",
)
PARK_NAME, WATER_NAME = Text("park", "parc"), Text("water", "eau")
STREETS = tuple(
    Text(f"{name.en} street", f"rue {rouge}")
    for name, rouge in zip(COLOUR_NAMES, FEMININE, strict=True)
)
BUILDING = Text("{colour} building of 3 storeys", "bâtiment {colour} de 3 niveaux")
ASK = Text(
    "Ask with ? and a name: a card, an attraction, a city, zone, staircase, points.",
    "Demande avec ? et un nom : carte, attraction, ville, zone, escalier, points.",
)


def legend(scene: Scene) -> RenderableType:
    signs = [(PARK, PARK_NAME), (WATER, WATER_NAME)]
    signs += [(STREET + index, name) for index, name in enumerate(STREETS)]
    pieces = [
        Line.assemble(
            (f" {ground_sign(ground)} ", ground_style(ground)), f" {name.to(scene.language)}"
        )
        for ground, name in signs
    ]
    said = BUILDING.format(colour=COLOUR_NAMES[0]).to(scene.language)
    pieces.append(Line.assemble((" R3", HOUSES[0]), f" {said}"))
    attractions = [attraction(scene, kind) for kind in range(len(scene.components.attractions))]
    aim = Line(AIM.to(scene.language))
    ask = Line(ASK.to(scene.language), style="dim")
    return Group(aim, flow(pieces, scene.width), flow(attractions, scene.width), ask)
