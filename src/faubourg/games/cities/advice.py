"""The reason for a hint in Cities: one sentence, computed from the position.

What is taken from the board is judged by what the greedy player would do with it at once.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.games.cities import actions as act
from faubourg.games.cities import insight, rules
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.scoring import objective_goal, score
from faubourg.games.cities.state import COLUMNS, FIRST_CARD, OBJECTIVES, OPEN, PLACES
from faubourg.games.cities.text.contents import hidden_on
from faubourg.games.cities.text.goal_text import (
    card_text,
    objective_text,
    points_text,
    progress_text,
)
from faubourg.games.cities.text.progress import progress
from faubourg.games.cities.text.score_sheet import cards_of

COMPLETES = Text(
    "Completes objective {number} for {points}: {goal}.",
    "Atteint l'objectif {number} pour {points} : {goal}.",
)
POINTS = Text("{points} more at once.", "{points} de plus tout de suite.")
POINTS_TOWARDS = Text(
    "{points} more at once; objective {number}: {goal}.",
    "{points} de plus tout de suite ; objectif {number} : {goal}.",
)
TOWARDS = Text(
    "Brings objective {number} nearer: {goal}.", "Rapproche de l'objectif {number} : {goal}."
)
CARD = Text("Helps your card {card}: {text}.", "Sert ta carte {card} : {text}.")
CARD_NOW = Text(
    "Worth {points} already with what you have built.",
    "Vaut déjà {points} avec ce que tu as construit.",
)
BEGINS = Text("Lets you begin the next round.", "Te fait commencer la manche suivante.")
SMALL = 0.02  # a step towards a goal that is none
MOST_STEPS = 12  # items that a place can give, and more


def why(components: Cities, row: Row, action: int, names: Sequence[str]) -> Text | None:
    """See `contract.Advice`."""
    if action < act.START:
        return _taking(components, row, action)
    if action >= act.DROP_ATTRACTION:
        return None
    after = row.copy()
    rules.step(components.box, after, action)
    return _gained(components, row, after)


def _taking(components: Cities, row: Row, action: int) -> Text | None:
    place = action - act.TAKE
    last = place == PLACES - 1
    if last or (hidden_on(row, place) and place % COLUMNS == OPEN):
        return BEGINS if last else None
    after = _used(components, row, action)
    if after.cards[int(row.turn_of)] != row.cards[int(row.turn_of)]:
        points = _points(components, after, int(row.turn_of))
        points -= _points(components, row, int(row.turn_of))
        if points > 0:
            return CARD_NOW.format(points=points_text(points))
    return _gained(components, row, after)


def _used(components: Cities, row: Row, action: int) -> Row:
    """The position when what was taken is placed, where it looks best."""
    box, seat, turn_count = components.box, int(row.turn_of), int(row.turn_count)
    after: Row = row.copy()
    rules.step(box, after, action)
    actions = np.zeros(rules.MOST, np.int32)
    for _ in range(MOST_STEPS):
        if after.to_act != seat or after.turn_count != turn_count:
            break
        count = rules.legal(box, after, actions)
        rules.step(
            box, after, max(actions[:count].tolist(), key=lambda id: insight.rate(box, after, id))
        )
    return after


# ---------------------------------------------------------------- what has become better


def _gained(components: Cities, before: Row, after: Row) -> Text | None:
    """The best that can be said of a centre against what it was."""
    seat = int(before.turn_of)
    points = _points(components, after, seat) - _points(components, before, seat)
    nearer = sorted(_nearer(components, before, after, seat), reverse=True)
    if nearer and nearer[0][0]:
        return _completed(components, before, nearer[0][2])
    for _, _, objective in nearer:
        goal = int(objective_goal(before, objective))
        have, need = progress(components, after, seat, goal)
        if have:
            said = POINTS_TOWARDS if points > 0 else TOWARDS
            text = progress_text(components.goals[goal], have, need)
            return said.format(points=points_text(points), number=objective + 1, goal=text)
    if points > 0:
        return POINTS.format(points=points_text(points))
    return _for_a_card(components, before, after, seat)


def _points(components: Cities, row: Row, seat: int) -> int:
    """What a centre would score, with the markers that it has earned."""
    row = row.copy()
    rules.check_objectives(components.box, row, seat)
    return int(score(components.box, row, seat))


def _completed(components: Cities, row: Row, objective: int) -> Text:
    goal = int(objective_goal(row, objective))
    number = int(rules.highest_free(row, objective))
    points = points_text(int(components.box.numbers[goal, number - 1]))
    text = Text(
        *(words[:1].lower() + words[1:] for words in objective_text(components.goals[goal]))
    )
    return COMPLETES.format(number=objective + 1, points=points, goal=text)


def _nearer(
    components: Cities, before: Row, after: Row, seat: int
) -> Iterator[tuple[bool, float, int]]:
    """Objectives that can still be had and are nearer: whether they are fulfilled now, by how
    many points, and which."""
    box = components.box
    for objective in range(OBJECTIVES):
        number = int(rules.highest_free(before, objective))
        if before.markers[seat, objective] or not number:
            continue
        goal = int(objective_goal(before, objective))
        was, now = (min(1.0, nearness(box, row, seat, goal)) for row in (before, after))
        if now - was > SMALL:
            yield now >= 1.0, (now - was) * float(box.numbers[goal, number - 1]), objective


def _for_a_card(components: Cities, before: Row, after: Row, seat: int) -> Text | None:
    box = components.box
    for card in cards_of(after, seat):
        goal = FIRST_CARD + card
        if nearness(box, after, seat, goal) - nearness(box, before, seat, goal) > SMALL:
            text = card_text(components.card_goal(card), int(box.points[goal]))
            return CARD.format(card=components.cards[card].name, text=text)
    return None
