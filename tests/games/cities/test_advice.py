"""What hints say in Cities is true: each sentence against the score sheet and the objectives."""

import random
from collections.abc import Callable, Iterator

from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.games.cities import actions as act
from faubourg.games.cities import advice
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.mechanics.scoring import FIRST_CARD, objective_goal, score
from faubourg.games.cities.rules import check_objectives, highest_free
from faubourg.games.cities.text.goal_text import card_text, objective_text, progress_text
from faubourg.games.cities.text.progress import progress
from faubourg.games.cities.text.score_sheet import cards_of
from tests.games.sentences import Check, Said, all_true, stepped

MOST_TRIED = 400  # ways to use what was taken that are looked at


def ends(said: Said) -> Iterator[Position]:
    """What the action leads to at once; for something that is taken, every way to place it."""
    if said.action >= act.START:
        yield said.after()
        return
    rate, box = said.game.part("insight").rate, said.game.box
    turn, waiting = int(said.row.turn_count), [said.after()]
    for _ in range(MOST_TRIED):
        if not waiting:
            return
        position = waiting.pop()
        row = position.row
        if position.turn != said.seat or row.turn_count != turn:
            yield position
            continue
        ids = sorted(position.legal.ids, key=lambda id: rate(box, row, id))
        waiting += [stepped(position, id) for id in ids]


def points(said: Said, position: Position) -> int:
    """What the player would score now, with the markers that they have earned."""
    row = position.row.copy()
    check_objectives(said.game.box, row, said.seat)
    return int(score(said.game.box, row, said.seat))


def more_points(said: Said, after: Position) -> bool:
    return points(said, after) - points(said, said.position) == said.number("points") > 0


def completes(said: Said, after: Position) -> bool:
    """The player has a marker there that they had not, and it is worth that much."""
    objective, rows = said.number("number") - 1, [said.row.copy(), after.row.copy()]
    for row in rows:
        check_objectives(said.game.box, row, said.seat)
    goal = int(objective_goal(said.row, objective))
    was, now = (int(row.markers[said.seat, objective]) for row in rows)
    worth = int(said.game.box.numbers[goal, now - 1])
    text = objective_text(said.game.components.goals[goal]).en
    told = text.lower() == said.values["goal"].lower() and worth == said.number("points")
    return not was and bool(now) and told


def towards(said: Said, after: Position) -> bool:
    """There is more of what the objective asks for, or more of it is under way; it is still to be
    had, and the count that is told is right."""
    components, objective = said.game.components, said.number("number") - 1
    goal = int(objective_goal(said.row, objective))
    have, need = progress(components, after.row, said.seat, goal)
    told = progress_text(components.goals[goal], have, need).en
    was, now = (nearness(said.game.box, row, said.seat, goal) for row in (said.row, after.row))
    free = not said.row.markers[said.seat, objective] and highest_free(said.row, objective) > 0
    return told == said.values["goal"] and free and now > was


def points_towards(said: Said, after: Position) -> bool:
    return more_points(said, after) and towards(said, after)


def helps_card(said: Said, after: Position) -> bool:
    components, box = said.game.components, said.game.box
    for card in cards_of(after.row, said.seat):
        if components.cards[card].name.en == said.values["card"]:
            goal = FIRST_CARD + card
            was, now = (nearness(box, row, said.seat, goal) for row in (said.row, after.row))
            text = card_text(components.card_goal(card), int(box.points[goal])).en
            return now > was and text == said.values["text"]
    return False


def card_now(said: Said, after: Position) -> bool:
    new = set(cards_of(after.row, said.seat)) - set(cards_of(said.row, said.seat))
    return bool(new) and more_points(said, after)


def somehow(holds: Callable[[Said, Position], bool]) -> Check:
    return lambda said: any(holds(said, after) for after in ends(said))


def begins(said: Said) -> bool:
    """Played on until the next round: that player is the first to act in it."""
    position, chance = said.after(), random.Random(1)
    round = int(position.row.round_now)
    while position.turn is not None and (position.turn < 0 or int(position.row.round_now) == round):
        ids = list(position.weights()) if position.turn < 0 else position.legal.ids
        position.step(chance.choice(ids))
    return position.turn is None or position.turn == said.seat


CHECKS: dict[str, Check] = {
    "COMPLETES": somehow(completes), "POINTS": somehow(more_points), "TOWARDS": somehow(towards),
    "POINTS_TOWARDS": somehow(points_towards), "CARD": somehow(helps_card),
    "CARD_NOW": somehow(card_now), "BEGINS": begins,
}  # fmt: skip


def test_every_reason_is_true():
    games = [Game("cities", players) for players in (2, 3, 4)]
    seen = [all_true(game, advice, CHECKS, seed=1) for game in games]
    assert set().union(*seen) == set(CHECKS)
