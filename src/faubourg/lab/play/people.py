"""Games that people played, measured as the lab measures those of bots: replayed move by move in
the same machine code, into the same rows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from faubourg.lab.play.results import HeldResults
from faubourg.lab.play.shards import columns_of, shards_of
from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats
from faubourg.lab.simulate import BLOCK
from faubourg.lab.study.study import Study, Variant

PEOPLE = "people"


class PlayedGame(NamedTuple):
    """A finished game: who sat where ("person" or a bot's level), and all moves."""

    seats: Sequence[str]
    moves: Sequence[int]


def results_of(
    game: str,
    box: str | None,
    players: int,
    options: Mapping[str, str],
    games: Sequence[PlayedGame],
) -> HeldResults:
    """The rows of games that people played with a box, as results of a study."""
    seats = ("random",) * players  # a study names bots; the rows say who really sat there
    variant = Variant(PEOPLE, dict(options), {players: seats}, box)
    study = Study(
        title=PEOPLE,
        name=PEOPLE,
        game=game,
        players=(players,),
        games=len(games),
        luck=0,
        seed=0,
        seconds=None,
        shard=-(-len(games) // BLOCK) * BLOCK,
        variants=(variant,),
    )
    [cell], [shard] = study.cells, list(shards_of(study))
    stats = empty_stats(cell.game, len(games))
    watcher = Watcher(cell.game, [CARELESS_BOT] * players, seed=0)
    for number, each in enumerate(games):
        watcher.replay(np.array(each.moves, np.int32), stats.part(number, number + 1))
    rows = columns_of(cell, shard, [tuple(each.seats) for each in games], stats)
    return HeldResults(study, {shard.name: rows})
