"""What games that people finished say of a box, where the operator lets them count."""

import json
from collections import OrderedDict
from functools import cache
from typing import Any

from faubourg.core.contract import Data
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, versions
from faubourg.core.options import check_options
from faubourg.core.text import Text
from faubourg.lab.play.people import PlayedGame
from faubourg.server.actions import boxes
from faubourg.server.errors import NotFound
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.studies import Studies
from faubourg.server.store.append import json_text
from faubourg.server.store.people import number_counted, read_counted
from faubourg.server.table.game_cache import shared_game

LEAST = 10  # games with the same options before anything is told of them
MOST_GROUPS = 5
KEPT = 50  # reports in memory
NOT_COUNTED = Text(
    "This server does not count the games that people play.",
    "Ce serveur ne compte pas les parties jouées par les gens.",
)


class PeopleReports:
    """Reports on what people played, each kept until there are more games."""

    def __init__(self, rooms: Rooms, studies: Studies) -> None:
        self._rooms, self._studies = rooms, studies
        self._kept: OrderedDict[tuple[Any, ...], list[Data]] = OrderedDict()

    async def look(self, game: str, digest: str | None, players: int) -> Data:
        """How many games there are with a box and so many players, and what they say: a group for
        each set of options that at least LEAST games had."""
        if not self._rooms.settings.count_people:
            raise NotFound("not-counted", NOT_COUNTED)
        box = await boxes.find(self._rooms, digest) if digest else boxes.printed_box(game)
        boxes.check_game(box, game)
        store, which = self._rooms.store, (game, versions(game)[-1], box.digest, players)
        count = await self._rooms.or_unavailable(number_counted(store, *which))
        key = (*which, count)
        if key not in self._kept:
            rows = await self._rooms.or_unavailable(read_counted(store, *which))
            self._kept[key] = await self._groups(game, box.text, players, rows)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        told = {"game": game, "box": box.digest, "players": players, "games": count}
        return told | {"least": LEAST, "groups": self._kept[key]}

    async def _groups(
        self, game: str, box: str, players: int, rows: list[tuple[str, str, str]]
    ) -> list[Data]:
        if not rows:
            return []
        of_box = shared_game(game, players, {}, box, versions(game)[-1])
        all_options = cache(lambda stored: _all_options(of_box, stored))
        by_options: dict[str, list[PlayedGame]] = {}
        for options, seats, moves in rows:
            played = PlayedGame(json.loads(seats), json.loads(moves))
            by_options.setdefault(all_options(options), []).append(played)
        found = sorted(by_options.items(), key=lambda each: -len(each[1]))[:MOST_GROUPS]
        return [
            {
                "options": json.loads(options),
                "report": await self._studies.people(
                    game, box, players, json.loads(options), games
                ),
            }
            for options, games in found
            if len(games) >= LEAST
        ]


def _all_options(game: Game, stored: str) -> str:
    """The options of a stored game as JSON, normalised: one that came later has its default, as in
    the games since. What the game no longer allows stays as it is."""
    try:
        chosen = check_options(
            game.part("state").OPTIONS,
            json.loads(stored),
            game.players,
            game.version,
            game.components,
        )
    except OptionError:
        return stored
    return json_text(chosen)
