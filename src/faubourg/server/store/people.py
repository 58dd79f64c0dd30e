"""Games that people finished, where the operator lets them count: moves, and nothing of who played.

No name, key, address, time or id of a table is kept, so that a row can't be led back to anybody.
"""

import secrets
from typing import NamedTuple

import sqlalchemy as sa

from faubourg.server.store.append import json_text
from faubourg.server.store.schema import counted_games
from faubourg.server.store.store import Store

ID_BYTES = 10
MOST_COUNTED = 100_000  # games in all
JSON = ("options", "seats", "moves")
MOST_READ = 5000  # games of one report


class CountedGame(NamedTuple):
    """A finished game. `seats`: "person" or the level of a bot."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    box: str
    seats: list[str]
    moves: list[int]


async def count_game(store: Store, finished: CountedGame) -> None:
    """Keep a game, unless there are enough."""

    def work(connection: sa.Connection) -> None:
        count = sa.select(sa.func.count()).select_from(counted_games)
        if (connection.execute(count).scalar() or 0) < MOST_COUNTED:
            told = {word: json_text(getattr(finished, word)) for word in JSON}
            row = finished._asdict() | told | {"id": secrets.token_hex(ID_BYTES)}
            connection.execute(counted_games.insert().values(**row))

    await store.write(work)


async def number_counted(store: Store, game: str, rules: int, box: str, players: int) -> int:
    """How many games count with a box and so many players."""
    query = sa.select(sa.func.count()).where(*_which(game, rules, box, players))
    return await store.read(lambda connection: connection.execute(query).scalar() or 0)


async def read_counted(
    store: Store, game: str, rules: int, box: str, players: int
) -> list[tuple[str, str, str]]:
    """The options, seats and moves of the games that count, as JSON."""
    of = counted_games.c
    query = sa.select(of.options, of.seats, of.moves).where(*_which(game, rules, box, players))
    return await store.read(
        lambda connection: [tuple(row) for row in connection.execute(query.limit(MOST_READ))]
    )


def _which(game: str, rules: int, box: str, players: int) -> tuple[sa.ColumnElement[bool], ...]:
    of = counted_games.c
    return of.game == game, of.rules == rules, of.box == box, of.players == players
