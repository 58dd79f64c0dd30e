"""What hints say in My Little Town is true: each sentence against all legal placements."""

from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town import advice
from faubourg.games.my_little_town.state import ACT, LONGEST
from tests.games.sentences import NAMES, Check, Said, all_true


def spots(position: Position, seat: int) -> list[int]:
    """The lengths of all standees that a player might place, if it were their turn to."""
    asked = position.copy()
    asked.row.turn_of = asked.row.to_act = seat
    asked.row.phase = ACT
    ids = [id for id in asked.legal.ids if act.is_standee(id)]
    return [act.standee_of(id)[3] for id in ids]


def in_hand(position: Position, seat: int) -> list[int]:
    hand = int(position.row.hand[seat])
    return [length for length in range(LONGEST + 1) if hand >> length & 1]


def more(said: Said, seat: int) -> int:
    """By how many ways a player has more to place something than before."""
    return len(spots(said.after(), seat)) - len(spots(said.position, seat))


def others(said: Said) -> list[int]:
    return [seat for seat in range(int(said.row.players)) if seat != said.seat]


def placed(said: Said) -> int:
    return act.standee_of(said.action)[3]


def wins(said: Said) -> bool:
    outcome = said.after().outcome
    return outcome is not None and said.seat in outcome.winners


def blocks(said: Said) -> bool:
    seat, length = NAMES.index(said.values["name"]), said.number("length")
    after = said.after()
    return (
        seat != said.seat
        and length in spots(said.position, seat)
        and length in in_hand(after, seat)
        and length not in spots(after, seat)
    )


def only(said: Said) -> bool:
    length = said.number("length")
    return length == placed(said) and spots(said.position, said.seat).count(length) == 1


def longest(said: Said) -> bool:
    figures = sum(in_hand(said.after(), said.seat))
    return placed(said) == max(spots(said.position, said.seat)) and figures == said.number("items")


def keeps(said: Said) -> bool:
    return len(spots(said.after(), said.seat)) == said.number("ways")


def opens(said: Said) -> bool:
    length = said.number("length")
    before, after = spots(said.position, said.seat), spots(said.after(), said.seat)
    return length not in before and length in after


def gives_more(said: Said) -> bool:
    gained = sum(more(said, other) for other in others(said))
    return (more(said, said.seat), gained) == (said.number("own"), said.number("others"))


def denies(said: Said) -> bool:
    return all(more(said, other) <= 0 for other in others(said))


def fits_at_once(said: Said) -> bool:
    return said.number("length") in spots(said.after(), said.seat)


def waits(said: Said) -> bool:
    length = said.number("length")
    hand = in_hand(said.position, said.seat)
    return length in hand and length not in spots(said.position, said.seat)


CHECKS: dict[str, Check] = {
    "WINS": wins, "BLOCKS": blocks, "ONLY": only, "LONGEST_FITS": longest, "KEEPS": keeps,
    "OPENS": opens, "MORE": gives_more, "DENIES": denies,
    "FITS_AT_ONCE": fits_at_once, "WAITS": waits,
}  # fmt: skip


def test_every_reason_is_true():
    games = [Game("my_little_town", players) for players in (2, 3, 4)]
    games.append(Game("my_little_town", 4, colours="free"))
    seen = [all_true(game, advice, CHECKS, seed=1, count=150) for game in games]
    assert set().union(*seen) == set(CHECKS)
