"""One plain sentence for each picture of a report, for people who know games and not statistics."""

from collections.abc import Callable, Sequence

from faubourg.lab.measures import said
from faubourg.lab.plots import telling
from faubourg.lab.summary import Counted, Share, Summary

Found = Sequence[Summary]

SURE = "The lines show how far chance alone could move a value: it is 95 % sure to lie on its line."
CARE = (
    "Careful players always take the move that looks best to a simple player, careless ones only "
    "every other time."
)
NO_CAUSE = (
    "What goes with winning need not make you win: whoever is ahead can afford more. To learn "
    "whether a thing is too strong, change it and compare."
)


def wins(found: Found) -> str:
    one = found[0]
    if one.together:
        return f"The players win {_shares(found, lambda each: each.won)} of their games together."
    if one.sided:
        name = next(iter(one.roles))
        won = _shares(found, lambda each: each.roles[name])
        return f"The {name} side wins {won} of the games."
    even = 1 / one.cell.players
    told = f"Whoever begins wins {_shares(found, lambda each: each.places[0])} of the games"
    if len(found) > 1:
        return f"{told}; {said(even, True)} would be even."
    low, high = one.places[0].interval
    verdict = "an advantage" if low > even else "a disadvantage"
    verdict = "no sign of an advantage" if low <= even <= high else verdict
    return f"{told}, where {said(even, True)} would be even: {verdict}."


def length(found: Found) -> str:
    mean = _each(found, lambda each: f"{each.turns.mean:.1f}")
    most = _each(found, lambda each: f"{each.turns.quantile(0.05)} to {each.turns.quantile(0.95)}")
    return f"A game takes {mean} turns on average, and nine of ten take {most}."


def points(found: Found) -> str:
    if all(each.points_won.total and each.points_lost.total for each in found):
        winners = _each(found, lambda each: f"{each.points_won.mean:.1f}")
        others = _each(found, lambda each: f"{each.points_lost.mean:.1f}")
        return f"Winners end with {winners} points on average, the others with {others}."
    ends = _each(
        found,
        lambda each: f"{(each.points_won if each.points_won.total else each.points_lost).mean:.1f}",
    )
    return f"Players end with {ends} points on average."


def comebacks(found: Found) -> str:
    share = _shares(found, lambda each: each.comebacks)
    who = "the side that was" if found[0].together else "somebody who was"
    decided = _each(found, lambda each: said(each.decided_at, True))
    return (
        f"Of all games, {share} are won by {who} not in front half-way; from {decided} of a game "
        "on, on average, the winner stays in front."
    )


def luck(found: Found) -> str:
    known = [(each, each.luck) for each in found if each.luck]
    share = ", ".join(
        said(luck.value, True) + (f" ({each.cell.variant.name})" if len(found) > 1 else "")
        for each, luck in known
    )
    careful, careless = (
        said(getattr(known[0][1], word), True) for word in ("careful_wins", "careless_wins")
    )
    first = f" ({known[0][0].cell.variant.name})" if len(found) > 1 else ""
    who = "Careful players together win" if found[0].together else "A careful player wins"
    return (
        f"{who} {careful} where careless play wins {careless}{first}; of the games that the "
        f"careless lose, the careful lose {share} all the same: the share of luck."
    )


def choices(found: Found) -> str:
    mean = _each(found, lambda each: f"{each.choices_each.mean / 100:.1f}")
    options = _each(found, lambda each: f"{each.options_per_choice:.1f}")
    return (
        f"A player has {mean} real choices in a turn, each between {options} possibilities on "
        "average."
    )


def items(group: str, found: Sequence[Counted]) -> str:
    """About the items of one group."""
    shown = telling(found)
    group = f"{group[:1].upper()}{group[1:]}"
    if not shown:
        return f"{group}: too few games to say anything about winning."
    best, worst = shown[0], shown[-1]
    told = (
        f"{group}: seats with “{best.item.name.en}” win {said(best.with_it.value, True)} of their "
        f"games, those without {said(best.without.value, True)}"
    )
    if worst is best or worst.lift >= 0:
        return f"{told}."
    return (
        f"{told}; at the other end is “{worst.item.name.en}” with "
        f"{said(worst.with_it.value, True)} against {said(worst.without.value, True)}."
    )


def _shares(found: Found, share: Callable[[Summary], Share]) -> str:
    """A share: with its interval where there is one variant, else for each of them."""
    if len(found) > 1:
        return _each(found, lambda each: said(share(each).value, True))
    low, high = share(found[0]).interval
    return f"{said(share(found[0]).value, True)} ({said(low, True)} – {said(high, True)})"


def _each(found: Found, value: Callable[[Summary], str]) -> str:
    if len(found) == 1:
        return value(found[0])
    return ", ".join(f"{value(each)} ({each.cell.variant.name})" for each in found)
