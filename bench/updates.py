"""How many bytes a client is sent for a move, by game, number of players and how far the game is.

    python -m bench.updates                       # all games, each number of players
    python -m bench.updates cities --games 20 --parts

Whole games at random, in this process: every player has a connection, and each message that it is
sent after a move is counted, as it is on the wire. *Early* is the first third of a game's moves,
*late* the last. `--parts` says what the bytes are: entries (what happened, with sentences in two
languages), changes of the state, legal actions, and the frame around them.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from faubourg.core.game import Game, games
from faubourg.server import protocol
from faubourg.server.runtime.room import Room
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table

BAR = 1000  # bytes of a mean update
PHASES = ("early", "middle", "late")
PARTS = ("entries", "changes", "legal")
NAMES = ("Anna", "Ben", "Chloé", "Daniel", "Emma", "Farid")
CLIENT = "0123456789abcdef-0123"  # a request id, as pages make them


class Listener:
    """A player's connection, of which only the sizes of messages are kept."""

    def __init__(self, room: Room, seat: int) -> None:
        self.holder = Holder(frozenset({seat}))
        self.messages: list[bytes] = []
        self._room = room
        self._known = room.table.number
        room.listeners.add(self)

    def wake(self) -> None:
        self.messages.append(self._room.message_since(self._known, self.holder))
        self._known = self._room.table.number

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        raise AssertionError(bye)


@dataclass
class Sizes:
    """The updates of some games, in bytes."""

    by_phase: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    parts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def all(self) -> list[int]:
        return [size for sizes in self.by_phase.values() for size in sizes]

    @property
    def mean(self) -> float:
        return float(np.mean(self.all))

    def take(self, messages: Sequence[bytes]) -> None:
        """All messages of a client in one game, in order."""
        for index, message in enumerate(messages):
            self.by_phase[PHASES[len(PHASES) * index // len(messages)]].append(len(message))
            fields = msgspec.json.decode(message, type=dict[str, msgspec.Raw])
            for part in PARTS:
                self.parts[part] += len(bytes(fields.get(part, b"")))

    def __str__(self) -> str:
        phases = ", ".join(f"{phase} {np.mean(self.by_phase[phase]):.0f}" for phase in PHASES)
        largest = np.percentile(self.all, 99)
        return f"mean {self.mean:.0f} bytes ({phases}); 99 of 100 under {largest:.0f}"

    @property
    def shares(self) -> str:
        count = len(self.all)
        return ", ".join(f"{part} {self.parts[part] / count:.0f}" for part in PARTS)


def new_room(game: Game) -> Room:
    """A table at which a game begins."""
    seats = [
        {"kind": "person", "name": name, "level": None, "key": name}
        for name in NAMES[: game.players]
    ]
    row = {
        "id": "0123456789", "code": None, "host": "host", "begin": "full", "secret": "34" * 32,
        "options": json.dumps(game.options), "game": game.name, "players": game.players,
        "rules": game.version, "seats": json.dumps(seats), "created": 0.0,
    }  # fmt: skip
    room = Room(Table(row, game.components.text))
    begin = Draft(room.table).add("begin")
    begin.finish()
    room.commit(begin)
    return room


def play(room: Room, chance: random.Random) -> list[Listener]:
    """A game at random to its end."""
    listeners = [Listener(room, seat) for seat in range(room.table.game.players)]
    while (turn := room.table.turn) is not None:
        action = chance.choice(room.table.legal)
        draft = Draft(room.table).add("move", turn, action, CLIENT)
        draft.finish()
        room.commit(draft)
    return listeners


def measure(name: str, players: int, count: int, seed: int = 1) -> Sizes:
    sizes, chance = Sizes(), random.Random(f"{name} {players} {seed}")
    for _ in range(count):
        for listener in play(new_room(Game(name, players)), chance):
            sizes.take(listener.messages)
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.updates", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *games()], metavar="GAME")
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--parts", action="store_true", help="what the bytes are")
    options = parser.parse_args()
    for name in options.names or games():
        least, most = Game(name).components.players
        for players in range(least, most + 1):
            sizes = measure(name, players, options.games)
            over = "" if sizes.mean <= BAR else f": over {BAR}"
            print(f"{name} with {players}: {sizes}{over}", flush=True)
            if options.parts:
                print(f"  {sizes.shares}")


if __name__ == "__main__":
    main()
