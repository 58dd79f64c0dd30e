"""Bots that never change: a frozen one plays the same games for ever.

`python -m tests.bots.test_frozen` writes the games of bots and boxes that have none yet. It never
writes one anew: who changes the search, a game's habits, `rate` or `value` keeps the old ones for
the frozen bot, and a game whose rules change gets a new version of rules, by which this one is
still played.
"""

from pathlib import Path

import pytest

from faubourg.bots.bot import make
from faubourg.bots.match import play
from faubourg.core.game import Game, games
from faubourg.records.record import Record

GAMES = Path(__file__).with_name("frozen")
BOT, SIMULATIONS, SEED = "expert-1", 40, 7


def played(game: Game) -> Record:
    record = play(game, [make(BOT, simulations=SIMULATIONS)] * game.players, seed=SEED)
    record.seats = [BOT] * game.players
    return record


@pytest.mark.parametrize("name", games())
def test_a_frozen_bot_plays_as_it_always_did(name: str):
    before = Record.load(GAMES / f"{name}.txt")
    assert played(before.game).moves == before.moves


def main() -> None:
    for name in games():
        file = GAMES / f"{name}.txt"
        if not file.exists():
            played(Game(name)).save(file)


if __name__ == "__main__":
    main()
