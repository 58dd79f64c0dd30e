"""What a question's study has found so far, as plain data: figures with intervals, and words.

The same statistics as in the lab's page, without its pictures: a browser draws its own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import LANGUAGES, Text
from faubourg.lab.adaptive.plan import answer
from faubourg.lab.intervals import Z
from faubourg.lab.play.people import PEOPLE
from faubourg.lab.play.results import HeldResults, Played
from faubourg.lab.play.shards import Shard
from faubourg.lab.report.goal import answer_sentence, is_share
from faubourg.lab.report.levels import level_sentence
from faubourg.lab.report.paragraph import paragraph, people_paragraph
from faubourg.lab.stats.compare import Change, Pair, Side, compare
from faubourg.lab.stats.levels import base_name, level_contrasts
from faubourg.lab.stats.measures import Measure, measures
from faubourg.lab.stats.summary import Distribution, ItemStats, Share, Summary, summaries
from faubourg.lab.study.question import THIS, VARIANTS, Question

Data = dict[str, Any]
MOST_DETAILED = 4  # variants whose items and lengths are all told
DIGITS = 5  # that a browser is sent of a figure


def report(question: Question, held: HeldResults) -> Data | None:
    """What is known so far; None before there is anything to compare."""
    even = held if question.find else evenly(held)
    played = summaries(even)
    found = [each for each in played if each.cell.variant.level in ("", question.bots)]
    if len(found) < 2:
        return None
    pair = _pair(even, found)
    names = variant_names(question, found)
    told: Data = {
        "games": min(each.games for each in found),
        "variants": [
            _variant(question, each, name, len(found) <= MOST_DETAILED)
            for each, name in zip(found, names, strict=True)
        ],
        "differences": [_change(each, True) for each in pair.changed]
        + [_change(each, False) for each in pair.same],
        "curve": _curve(question, found) if question.sweep else None,
        "found": _found(question, even, found) if question.find else None,
        "stronger": _stronger(question, even, played) if question.stronger else None,
    }
    words = paragraph(question, found, pair, names, told["found"])
    return told | {"words": words._asdict()}


def people_report(results: HeldResults) -> Data:
    """The figures of games that people played, beside which those of bots can be laid."""
    [found] = summaries(results)
    told = _figures(found, VARIANTS[PEOPLE], "people", None, detailed=True)
    return told | {"words": people_paragraph(found)._asdict()}


def evenly(held: HeldResults) -> HeldResults:
    """Only the shards that all cells with bots of one level have: variants are compared over as
    many games each."""
    cells, there = held.study.cells, held.there
    level = [cell.variant.level for cell in cells]

    def round_of(shard: Shard) -> tuple[str, bool, int]:
        return level[shard.cell], shard.luck, shard.number

    counts = Counter(map(round_of, there))
    kept = {each.name for each in there if counts[round_of(each)] == level.count(level[each.cell])}
    return HeldResults(held.study, {name: held.held[name] for name in kept})


def _pair(results: Played, found: Sequence[Summary]) -> Pair:
    """The last variant against the first."""
    [pair] = compare([Side([each], results) for each in (found[0], found[-1])])
    return pair


def variant_names(question: Question, found: Sequence[Summary]) -> list[Text]:
    """What the variants are called in both languages."""
    factor = question.factor
    if question.sweep is None or factor is None:
        return [VARIANTS[base_name(each)] for each in found]
    levels = [each.cell.variant.levels[question.sweep["path"]] for each in found]
    return [Text(f"{factor.en} {level}", f"{factor.fr} {level}") for level in levels]


# ---------------------------------------------------------------- variants


def _variant(question: Question, found: Summary, name: Text, detailed: bool) -> Data:
    against = base_name(found) in VARIANTS and found.cell.number == 0
    role = "level" if question.sweep else "against" if against else "box"
    level = question.sweep and found.cell.variant.levels[question.sweep["path"]]
    return _figures(found, name, role, level, detailed)


def _figures(found: Summary, name: Text, role: str, level: Any, detailed: bool) -> Data:
    seats = [] if found.together or found.sided else found.seats
    places = [] if found.together or found.sided else found.places
    return {
        "name": name._asdict(),
        "role": role,
        "level": level,
        "digest": found.cell.game.components.digest,
        "games": found.games,
        "unfinished": found.unfinished,
        "seats": [
            {"seat": SEAT_LETTERS[seat], "won": _share(share)} for seat, share in enumerate(seats)
        ],
        "places": [
            {"place": place, "won": _share(share)} for place, share in enumerate(places, start=1)
        ],
        "roles": [
            {"name": role._asdict(), "won": _share(share)} for role, share in found.roles.items()
        ],
        "together": _share(found.won) if found.together else None,
        "length": {
            "mean": _mean(found.turns),
            "counts": sorted(found.turns.counts.items()) if detailed else [],
        },
        "points": {"winners": _mean(found.points_won), "others": _mean(found.points_lost)},
        "behind": _share(found.comebacks),
        "luck": _ends(found.luck.value, *found.luck.interval) if found.luck else None,
        "items": [_item(each, found) for each in found.items] if detailed else [],
    }


def _item(counted: ItemStats, found: Summary) -> Data:
    spread = Z * counted.error
    lift = _ends(counted.lift, counted.lift - spread, counted.lift + spread)
    return {
        "id": counted.item.id,
        "group": counted.item.group._asdict(),
        "name": counted.item.name._asdict(),
        "copies": _short(counted.copies / max(1, found.games)),
        "taken": _share(counted.taken),
        "lift": lift if counted.known else None,
    }


def _share(share: Share) -> Data:
    return _ends(share.value, *share.interval)


def _mean(distribution: Distribution) -> Data:
    mean, spread = distribution.mean, Z * distribution.error
    return _ends(mean, mean - spread, mean + spread)


def _ends(value: float, low: float, high: float) -> Data:
    return {"value": _short(value), "low": _short(low), "high": _short(high)}


def _short(value: float) -> float:
    return round(float(value), DIGITS)


# ---------------------------------------------------------------- differences, curves, goals


def _change(change: Change, sure: bool) -> Data:
    low, high = change.interval
    return {
        "key": change.key,
        "name": change.name._asdict(),
        "percent": change.one.percent,
        "main": change.main,
        "before": _short(change.one.value),
        "after": _short(change.other.value),
        **_ends(change.difference, low, high),
        "sure": sure,
    }


def _stronger(question: Question, results: Played, found: Sequence[Summary]) -> Data | None:
    """What a second, stronger level of bots changes; None before it has played."""
    told = level_contrasts(results, found)
    if not told:
        return None
    box = VARIANTS[THIS]
    sentences = {
        language: " ".join(
            level_sentence(replace(each, variant=each.variant and box.to(language)), language)
            for each in told
        )
        for language in LANGUAGES
    }
    games = min(each.games for each in found if each.cell.variant.level == question.stronger)
    return {"level": question.stronger, "games": games, "words": sentences}


def _curve(question: Question, found: Sequence[Summary]) -> Data:
    """Each main measure along the levels, and those of the thing that is swept."""
    assert question.sweep is not None
    path = question.sweep["path"]
    swept = [each.item.name.en for each in found[0].items if each.item.id in path.split(".")]
    curves: dict[str, Data] = {}
    for each in found:
        for measure in measures(each):
            if measure.main or any(name in measure.key for name in swept):
                curve = curves.setdefault(measure.key, _empty_curve(measure))
                point = {"level": each.cell.variant.levels[path], "games": each.games}
                curve["points"].append(point | _ends(measure.value, *measure.interval))
    return {
        "path": path,
        "name": (question.factor or Text(path, path))._asdict(),
        "printed": question.printed_level,
        "measures": list(curves.values()),
    }


def _empty_curve(measure: Measure) -> Data:
    named = {"key": measure.key, "name": measure.name._asdict()}
    return {**named, "percent": measure.percent, "main": measure.main, "points": []}


def _found(question: Question, results: Played, found: Sequence[Summary]) -> Data:
    """Where the target lies, and how sure that is."""
    assert question.sweep is not None
    assert question.find is not None
    told, path = answer(results), question.sweep["path"]
    percent, target = is_share(found, told.name), question.find["target"]
    ended = not told.wanted
    between = level = None
    if told.between:
        known = {each.cell.number: each for each in told.known}
        low, high = (known[cell.number] for cell in told.between)
        between = [each.cell.variant.levels[path] for each in (low, high)]
        share = (target - low.value) / (high.value - low.value)
        level = _short(between[0] + share * (between[1] - between[0]))
    factor = question.factor or Text(path, path)
    said = None
    if ended:
        said = {
            language: answer_sentence(results, told, percent, language).replace(
                path, factor.to(language)
            )
            for language in LANGUAGES
        }
    return {
        "measure": told.name._asdict(),
        "percent": percent,
        "target": target,
        "between": between,
        "level": level,
        "sure": ended and told.sure,
        "ended": ended,
        "said": said,
    }
