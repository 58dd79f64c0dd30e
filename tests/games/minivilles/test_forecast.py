"""The forecast of income that the page shows, held to what playing that number really does."""

from collections.abc import Iterator

import pytest

import faubourg
from faubourg import Game
from faubourg.core.contract import Box, Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.cards import RAISE_POWER
from faubourg.games.minivilles.components import load
from faubourg.games.minivilles.forecast import OTHERS_ROLL, OWN_ROLL, forecast
from faubourg.games.minivilles.income import has_power
from faubourg.games.minivilles.setup import arrange
from faubourg.games.minivilles.state import BUILD, CATCH, DICE, ENDED, RAISE, REROLL

BOX = load()


def positions(players: int, seed: int) -> Iterator[Row]:
    """About forty positions of a game that chance plays, from its beginning to its end."""
    game = Game("minivilles", players=players)
    position = game.start()
    record = faubourg.play(game, seats=["random"] * players, seed=seed)
    every = len(record.moves) // 40
    for number, move in enumerate(record.moves):
        position.play(move)
        if number % every == 0:
            yield position.row.copy()


def rolled(row: Row, roller: int, number: int, box: Box = BOX.box) -> Row | None:
    """The position after `roller` has rolled the number and chosen nothing; None if nobody can."""
    after = row.copy()
    after.turn_of, after.phase, after.to_act = roller, DICE, NATURE
    after.gifts = after.demolitions = 0
    raised = number > 12
    if raised and not has_power(box, row, roller, RAISE_POWER):
        return None
    faces = number - 2 if raised else number
    after.rolling = 1 if faces <= 6 else 2
    code = act.DIE + faces - 1
    if after.rolling == 2:
        pairs = zip(act.LOW_FACE, act.HIGH_FACE, strict=True)
        code = act.DICE + next(i for i, pair in enumerate(pairs) if sum(pair) == faces)
    rules.step(box, after, act.number_of(code))
    if after.phase == REROLL:
        rules.step(box, after, act.number_of(act.KEEP))
    if after.phase == RAISE:
        rules.step(box, after, act.number_of(act.RAISE if raised else act.STAY))
    return after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_number_brings_what_was_forecast(players: int):
    compared = stopped = 0
    for seed in range(3):
        for row in positions(players, seed):
            told = [forecast(BOX, row)[letter] for letter in SEAT_LETTERS[:players]]
            for number in range(1, len(told[0]["mine"]) + 1):
                changes: list[list[int]] = []
                for roller in range(players):
                    after = rolled(row, roller, number)
                    if after is None:
                        continue
                    if after.phase not in (BUILD, ENDED):  # a choice, or the boats go out
                        stopped += 1
                        bits = [one["open"][number - 1] for one in told]
                        fishing = [bit & OTHERS_ROLL for bit in bits]
                        assert bits[roller] & OWN_ROLL or (after.phase == CATCH and any(fishing))
                        continue
                    change = [int(a) - int(b) for a, b in zip(after.coins, row.coins, strict=True)]
                    assert told[roller]["mine"][number - 1] == change[roller]
                    assert not told[roller]["open"][number - 1] & OWN_ROLL
                    changes.append(change)
                    compared += 1
                    for seat in range(players):
                        if seat != roller:
                            least, most = (
                                told[seat][name][number - 1] for name in ("least", "most")
                            )
                            assert least <= change[seat] <= most
                if len(changes) == players:
                    for seat, one in enumerate(told):
                        others = [c[seat] for roller, c in enumerate(changes) if roller != seat]
                        assert one["least"][number - 1] == min(others)
                        assert one["most"][number - 1] == max(others)
    assert compared > 1000
    assert stopped > 10


def laid(**towns: dict[str, object]) -> Row:
    row = Game("minivilles", players=len(towns)).start().row
    arrange(BOX, row, {"towns": towns})
    return row


def test_fees_come_before_income_and_who_has_nothing_pays_nothing():
    poor = {"coins": 0, "cards": {"bakery": 2}}
    told = forecast(BOX, laid(A=poor, B={"coins": 3, "cards": {"cafe": 1}}))
    assert (told["A"]["mine"][2], told["A"]["fees"][2]) == (2, 0)
    told = forecast(BOX, laid(A=poor | {"coins": 1}, B={"coins": 3, "cards": {"cafe": 1}}))
    assert (told["A"]["mine"][2], told["A"]["fees"][2], told["B"]["most"][2]) == (1, 1, 1)


def test_what_a_choice_or_the_fishing_dice_decide_is_marked_not_guessed():
    cards = {"tuna_boat": 1, "tv_station": 1}
    told = forecast(BOX, laid(A={"coins": 3, "cards": cards, "landmarks": ["harbor"]}, B={}))
    assert (told["A"]["mine"][11], told["A"]["open"][11]) == (0, OWN_ROLL | OTHERS_ROLL)
    assert told["A"]["open"][5] == OWN_ROLL
    assert told["B"]["open"][11] == 0


def test_the_table_ends_at_12_or_at_14_when_somebody_has_the_harbor():
    assert len(forecast(BOX, laid(A={}, B={}))["A"]["mine"]) == 12
    assert len(forecast(BOX, laid(A={}, B={"landmarks": ["harbor"]}))["A"]["mine"]) == 14
