"""The box of Cities as plain data, for a page to draw and explain it."""

from faubourg.core.contract import Data
from faubourg.core.text import Text
from faubourg.games.cities.components import GROUNDS, LETTERS, Cities
from faubourg.games.cities.mechanics.counting import WHATS
from faubourg.games.cities.mechanics.goals import COLOUR_WORDS, Goal
from faubourg.games.cities.state import COLOURS, FIRST_CARD, MOST_HEIGHT, OBJECTIVES
from faubourg.games.cities.text.contents import GROUNDS as SQUARES
from faubourg.games.cities.text.goal_text import COLOUR_NAMES, GLOSSARY, card_text, objective_text


def box(components: Cities) -> Data:
    """See `contract.View`."""
    numbers = components.box
    return {
        "name": words(components.name),
        "letters": dict(zip(LETTERS, SQUARES, strict=True)),
        "tiles": _numbered(components.districts),
        "starters": _numbered(components.starters),
        "modules": {
            colour: {"name": words(name), "count": int(count)}
            for colour, name, count in zip(
                COLOURS, COLOUR_NAMES, numbers.module_counts, strict=True
            )
        },
        "most_height": MOST_HEIGHT,
        "attractions": {
            attraction.id: {"name": words(attraction.name), "on": ground, "count": int(count)}
            for attraction, ground, count in zip(
                components.attractions, GROUNDS, numbers.attraction_counts, strict=True
            )
        },
        "zone_points": [int(points) for points in numbers.set_points[1:5]],
        "monument_points": int(numbers.monument_points),
        "cards": {card.id: _card(components, index) for index, card in enumerate(components.cards)},
        "cities": {
            city.id: _city(components, index) for index, city in enumerate(components.cities)
        },
        "glossary": {
            word: {"name": words(name), "text": words(text)}
            for word, (name, text) in GLOSSARY.items()
        },
    }


def words(text: Text) -> Data:
    return {"en": text.en, "fr": text.fr}


def card(components: Cities, index: int) -> Data:
    """A card's name, what it gives points for, and how many."""
    points = int(components.box.points[FIRST_CARD + index])
    text = card_text(components.card_goal(index), points)
    return {"name": words(components.cards[index].name), "text": words(text), "points": points}


def _card(components: Cities, index: int) -> Data:
    return {**card(components, index), **_picture(components.card_goal(index))}


def _city(components: Cities, city: int) -> Data:
    return {
        "name": words(components.cities[city].name),
        "objectives": {
            str(number + 1): _objective(components, city, number) for number in range(OBJECTIVES)
        },
    }


def _objective(components: Cities, city: int, number: int) -> Data:
    goal = components.objective(city, number)
    numbers = components.box.numbers[city * OBJECTIVES + number]
    return {
        "text": words(objective_text(goal)),
        "numbers": [int(points) for points in numbers],
        **_picture(goal),
    }


def _picture(goal: Goal) -> Data:
    """What a goal is about, for a picture: of what, of which colour, and how many it takes."""
    colour = COLOUR_WORDS[goal.colour] if goal.colour >= 0 else ""
    return {"of": WHATS[goal.what], "colour": colour, "every": goal.every}


def _numbered(tiles: tuple[str, ...]) -> Data:
    return {str(number): tile for number, tile in enumerate(tiles, 1)}
