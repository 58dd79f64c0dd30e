"""One plain sentence for each picture of a report, for people who know games and not statistics."""

from collections.abc import Sequence

from faubourg.lab.measures import said
from faubourg.lab.plots import telling
from faubourg.lab.summary import Counted, Share, Summary

SURE = "The lines show how far chance alone could move a value: it is 95 % sure to lie on its line."


def wins(found: Sequence[Summary]) -> str:
    return " ".join(_wins(each, len(found) > 1) for each in found)


def _wins(each: Summary, named: bool) -> str:
    start = _in(each, named)
    if each.together:
        return f"{start}the players win {_with_ends(each.won)} of their games together."
    even = 1 / each.cell.players
    share = each.places[0]
    low, high = share.interval
    told = f"{start}whoever begins wins {_with_ends(share)} of the games, where {said(even, True)}"
    if each.roles and len(each.roles) < each.cell.players:
        sides = ", ".join(f"the {name} side {_with_ends(won)}" for name, won in each.roles.items())
        return f"{start}{sides} of the games."
    if low <= even <= high:
        return f"{told} would be even: no sign of an advantage."
    return f"{told} would be even: {'an advantage' if share.value > even else 'a disadvantage'}."


def length(found: Sequence[Summary]) -> str:
    return " ".join(
        f"{_in(each, len(found) > 1)}a game takes {each.turns.mean:.1f} turns on average, and nine "
        f"of ten take {each.turns.quantile(0.05)} to {each.turns.quantile(0.95)}."
        for each in found
    )


def points(found: Sequence[Summary]) -> str:
    told = []
    for each in found:
        start = _in(each, len(found) > 1)
        if each.points_lost.total and each.points_won.total:
            told.append(
                f"{start}winners end with {each.points_won.mean:.1f} points on average, the others "
                f"with {each.points_lost.mean:.1f}."
            )
        else:
            both = each.points_won if each.points_won.total else each.points_lost
            told.append(f"{start}players end with {both.mean:.1f} points on average.")
    return " ".join(told)


def comebacks(found: Sequence[Summary]) -> str:
    told = [
        f"{_in(each, len(found) > 1)}{_with_ends(each.comebacks)} of the games are won by somebody "
        f"who was not in front half-way, and the lead changes {each.lead_changes.mean:.1f} times a "
        f"game; after {said(each.decided_at, True)} of it the winner stays in front."
        for each in found
    ]
    if found[0].together:
        told.append("Here the game itself is the other side.")
    return " ".join(told)


def luck(found: Sequence[Summary]) -> str:
    told = []
    for each in found:
        if each.luck:
            who = "careful players together win" if each.together else "a careful player wins"
            told.append(
                f"{_in(each, len(found) > 1)}{who} {said(each.luck.careful_wins, True)} where "
                f"careless play wins {said(each.luck.careless_wins, True)}: "
                f"{said(each.luck.value, True)} of the lost games are lost all the same, which is "
                "the share of luck."
            )
    return " ".join(told)


CARE = (
    "Careful players always take the move that looks best to a simple player, careless ones only "
    "every other time."
)


def choices(found: Sequence[Summary]) -> str:
    return " ".join(
        f"{_in(each, len(found) > 1)}a player has {each.choices_each.mean / 100:.1f} real choices "
        f"in a turn, each between {each.options_per_choice:.1f} possibilities on average."
        for each in found
    )


def items(group: str, found: Sequence[Counted]) -> str:
    """About the items of one group."""
    shown = telling(found)
    if not shown:
        return f"{_capital(group)}: too few games to say anything about winning."
    best, worst = shown[0], shown[-1]
    said_best = (
        f"{_capital(group)}: seats with {_name(best)} win {said(best.with_it.value, True)} of "
        f"their games, those without it {said(best.without.value, True)}"
    )
    if worst is best or worst.lift >= 0:
        return f"{said_best}."
    return (
        f"{said_best}; at the other end is {_name(worst)} with {said(worst.with_it.value, True)} "
        f"against {said(worst.without.value, True)}."
    )


NO_CAUSE = (
    "What goes with winning need not make you win: whoever is ahead can afford more. To learn "
    "whether a thing is too strong, change it and compare."
)


def _in(each: Summary, named: bool) -> str:
    return f"{_capital(each.cell.variant.name)}: " if named else ""


def _name(counted: Counted) -> str:
    return f"“{counted.item.name.en}”"


def _with_ends(share: Share) -> str:
    low, high = share.interval
    return f"{said(share.value, True)} ({said(low, True)} – {said(high, True)})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
