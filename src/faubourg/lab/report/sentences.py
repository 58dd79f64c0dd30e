"""One plain sentence for each picture of a report, for people who know games and not statistics."""

from collections.abc import Callable, Sequence

from faubourg.lab.report.plots import notable_items
from faubourg.lab.stats.measures import format_number
from faubourg.lab.stats.summary import ItemStats, Share, Summary

Found = Sequence[Summary]

SURE = (
    "The lines show how far chance alone could move a value: it is 95\u00a0% sure to lie on its "
    "line."
)
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
    sentence = f"Whoever begins wins {_shares(found, lambda each: each.places[0])} of the games"
    if len(found) > 1:
        return f"{sentence}; {percent(even)} would be even."
    low, high = one.places[0].interval
    verdict = "an advantage" if low > even else "a disadvantage"
    verdict = "no sign of an advantage" if low <= even <= high else verdict
    return f"{sentence}, where {percent(even)} would be even: {verdict}."


def length(found: Found) -> str:
    if len({turns for each in found for turns in each.turns.counts}) == 1:
        return f"Every game takes {found[0].turns.quantile(0)} turns."
    mean = _means(found, lambda each: each.turns.mean)
    low = min(each.turns.quantile(0.05) for each in found)
    high = max(each.turns.quantile(0.95) for each in found)
    most = f"nine of ten take {low} to {high}" if low < high else f"nearly all take {low}"
    return f"A game takes {mean} turns on average, and {most}."


def points(found: Found) -> str:
    if all(each.points_won.total and each.points_lost.total for each in found):
        winners = _means(found, lambda each: each.points_won.mean)
        others = _means(found, lambda each: each.points_lost.mean)
        return f"Winners end with {winners} points on average, the others with {others}."
    ends = _means(
        found, lambda each: (each.points_won if each.points_won.total else each.points_lost).mean
    )
    return f"Players end with {ends} points on average."


def comebacks(found: Found) -> str:
    share = _shares(found, lambda each: each.comebacks)
    who = "the side that was" if found[0].together else "somebody who was"
    decided = _each(found, lambda each: each.decided_at, percent)
    return (
        f"Of all games, {share} are won by {who} not in front half-way; from {decided} of a game "
        "on, on average, the winner stays in front."
    )


def luck(found: Found) -> str:
    known = [(each, each.luck) for each in found if each.luck]
    values = {each.cell.number: luck.value for each, luck in known}
    share = _each([each for each, _ in known], lambda each: values[each.cell.number], percent)
    careful, careless = (
        percent(getattr(known[0][1], word)) for word in ("careful_wins", "careless_wins")
    )
    first = f" ({known[0][0].cell.variant.name})" if len(found) > 1 else ""
    who = "Careful players together win" if found[0].together else "A careful player wins"
    return (
        f"{who} {careful} where careless play wins {careless}{first}; of the games that the "
        f"careless lose, the careful lose {share} all the same: the share of luck."
    )


def choices(found: Found) -> str:
    mean = _means(found, lambda each: each.choices_each.mean / 100)
    options = _means(found, lambda each: each.options_per_choice)
    return (
        f"A player has {mean} real choices in a turn, each between {options} possibilities on "
        "average."
    )


def items(group: str, found: Sequence[ItemStats]) -> str:
    """About the items of one group."""
    shown = notable_items(found)
    group = f"{group[:1].upper()}{group[1:]}"
    if not shown:
        return f"{group}: too few games to say anything about winning."
    best, worst = shown[0], shown[-1]
    sentence = (
        f"{group}: seats with “{best.item.name.en}” win {percent(best.with_it.value)} of their "
        f"games, those without {percent(best.without.value)}"
    )
    if worst is best or worst.lift >= 0:
        return f"{sentence}."
    return (
        f"{sentence}; at the other end is “{worst.item.name.en}” with "
        f"{percent(worst.with_it.value)} against {percent(worst.without.value)}."
    )


def percent(value: float) -> str:
    return format_number(value, True)


def _shares(found: Found, share: Callable[[Summary], Share]) -> str:
    """A share: with its interval where there is one variant, else for each of them."""
    if len(found) > 1:
        return _each(found, lambda each: share(each).value, percent)
    low, high = share(found[0]).interval
    return f"{percent(share(found[0]).value)} ({percent(low)} – {percent(high)})"


def _means(found: Found, value: Callable[[Summary], float]) -> str:
    return _each(found, value, lambda mean: f"{mean:.1f}")


def _each(found: Found, value: Callable[[Summary], float], text: Callable[[float], str]) -> str:
    """A value for each variant; of many only the least and the greatest."""
    if len(found) == 1:
        return text(value(found[0]))
    named = [f"{text(value(each))} ({each.cell.variant.name})" for each in found]
    if len(found) == 2:
        return ", ".join(named)
    least = min(range(len(found)), key=lambda i: value(found[i]))
    most = max(range(len(found)), key=lambda i: value(found[i]))
    return f"{named[least]} to {named[most]}"
