"""Assertions of a scenario's step: one check for each kind, and words where it fails."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from faubourg.core.contract import Event
from faubourg.core.errors import IllegalAction
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position, read_action
from faubourg.core.text import Text, listed


def play_all(position: Position, moves: str | list[str]) -> list[Event]:
    happened: list[Event] = []
    for move in [moves] if isinstance(moves, str) else moves:
        happened += position.play(move)
    return happened


def _expect(position: Position, wanted: Mapping[str, Any], happened: list[Event]) -> list[Text]:
    return _differences(position.view(), wanted, "")


def _differences(found: Mapping[str, Any], wanted: Mapping[str, Any], path: str) -> list[Text]:
    # What a table of counts does not list, such as a card that a town does not have, is 0 there.
    counts = all(isinstance(value, int) for value in found.values())
    wrong: list[Text] = []
    for key, value in wanted.items():
        at = f"{path}.{key}" if path else key
        if key not in found and not counts:
            known = ", ".join(found)
            said = Text(
                f"{at} is unknown; there is: {known}", f"{at} est inconnu ; il y a : {known}"
            )
            wrong.append(said)
        elif value and isinstance(value, dict) and isinstance(found.get(key), dict):
            wrong += _differences(found[key], value, at)
        elif found.get(key, 0) != value:
            there = found.get(key, 0)
            said = Text(
                f"{at} is {there!r}, not {value!r}", f"{at} vaut {there!r} et non {value!r}"
            )
            wrong.append(said)
    return wrong


def _legal(position: Position, wanted: list[str], happened: list[Event]) -> list[Text]:
    legal = _texts(position)
    return [
        Text(f"'{move}' is not legal", f"« {move} » n'est pas permis")
        for move in wanted
        if _text(position, move) not in legal
    ]


def _illegal(position: Position, wanted: Mapping[str, str], happened: list[Event]) -> list[Text]:
    return [said for move, clause in wanted.items() for said in _refusal(position, move, clause)]


def _refusal(position: Position, move: str, clause: str) -> list[Text]:
    before = position.to_bytes()
    try:
        position.copy().play(move)
    except IllegalAction as error:
        if (error.clause or "") != clause:
            said = Text(
                "'{move}' is refused by {by}, not by {clause}: {why}",
                "« {move} » est refusé par {by} et non par {clause} : {why}",
            )
            by = error.clause or "-"
            return [said.format(move=move, by=by, clause=clause, why=error.text)]
        if position.to_bytes() == before:
            return []
        said = Text(
            "refusing '{move}' changed the position", "le refus de « {move} » a tout changé"
        )
        return [said.format(move=move)]
    said = Text(
        "'{move}' is legal, but {clause} should refuse it",
        "« {move} » est permis, mais {clause} devrait le refuser",
    )
    return [said.format(move=move, clause=clause)]


def _only(position: Position, wanted: list[str], happened: list[Event]) -> list[Text]:
    legal, texts = _texts(position), {_text(position, move) for move in wanted}
    if texts == legal:
        return []
    said = Text("legal are {legal}, not {texts}", "sont permis {legal} et non {texts}")
    return [said.format(legal=_names(legal), texts=_names(texts))]


def _chance(position: Position, wanted: Mapping[str, Any], happened: list[Event]) -> list[Text]:
    chances = {action.text: chance for action, chance in position.chance.items()}
    wrong = []
    for move, chance in wanted.items():
        there = chances.get(_text(position, move), 0)
        if there != Fraction(chance):
            said = Text(
                f"the chance of '{move}' is {there}, not {chance}",
                f"la probabilité de « {move} » est {there} et non {chance}",
            )
            wrong.append(said)
    return wrong


def _impossible(position: Position, wanted: list[str], happened: list[Event]) -> list[Text]:
    if position.turn != NATURE:
        return [Text("nothing is left to chance now", "rien ne dépend du hasard ici")]
    chances = {action.text for action in position.chance}
    return [
        Text(f"'{move}' is possible", f"« {move} » est possible")
        for move in wanted
        if _text(position, move) in chances
    ]


def _events(position: Position, wanted: list[Event], happened: list[Event]) -> list[Text]:
    rest = iter(happened)
    for event in wanted:
        if not any(event.items() <= each.items() for each in rest):
            said = Text(
                f"no event {event} (in this order) among {happened}",
                f"pas d'événement {event} (dans cet ordre) parmi {happened}",
            )
            return [said]
    return []


def _winners(position: Position, wanted: list[str], happened: list[Event]) -> list[Text]:
    outcome = position.outcome
    won = [SEAT_LETTERS[seat] for seat in outcome.winners] if outcome else []
    if won == wanted:
        return []
    return [Text(f"winners are {won}, not {wanted}", f"gagnants : {won} et non {wanted}")]


# The check of each kind of expectation; it returns what does not hold.
CHECKS: dict[str, Callable[[Position, Any, list[Event]], list[Text]]] = {
    "expect": _expect,
    "legal": _legal,
    "illegal": _illegal,
    "only": _only,
    "chance": _chance,
    "impossible": _impossible,
    "events": _events,
    "winners": _winners,
}


def _texts(position: Position) -> set[str]:
    return {action.text for action in position.legal}


def _text(position: Position, move: str) -> str:
    """A move as the game writes it: the scenario may have called a card by another name."""
    return read_action(position.game, move).text


def _names(actions: set[str]) -> Text:
    return listed(sorted(actions)) if actions else Text("none", "aucun")
