"""Mutated boxes, played: a script, one process for each game, under a limit of memory.

Each box is refused with the place of every fault, or plays a hundred random games, and every row at
the end of a game is one that a position may be. What goes wrong ends the process: an exception, a
signal of machine code, or too much memory.

    python -m tests.gamekit.box_probe minivilles 200 1
"""

import json
import random
import resource
import sys
from collections import Counter
from contextlib import suppress
from copy import deepcopy

import numpy as np

from faubourg.core.contract import Data, Row
from faubourg.core.errors import ComponentsError, IllegalAction
from faubourg.core.game import Game, own_module, part, variants
from faubourg.core.players import OVER, RANDOM
from faubourg.core.streams import streams
from faubourg.gamekit.form import check, data, differences, form_of, toml
from faubourg.gamekit.nodes import Each, Table
from faubourg.kernels.template import play_kernels
from tests.gamekit.box_values import mutated

MEMORY = 3 * 2**30  # bytes of addresses, most of which the compiler's libraries take
GAMES = 100
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")
MOVES, CHOICES = 60, 2  # of a game that is talked about, and how many of each choice
STEPS = 2000  # of a game; a box may make it endless, or as good as


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def fits(game: Game, row: Row) -> bool:
    """Whether every field of a row is in its range."""
    state = own_module(game.name, "state")
    limits = {**state.limits(game.players), **state.box_limits(game.box)}
    return all(
        (row[name] >= low).all() and (row[name] <= high).all()
        for name, (low, high) in limits.items()
    )


def play(game: Game, seed: int) -> int:
    """How many of a hundred random games come to an end within their steps."""
    kernels, generators = play_kernels(game.name), streams(seed)
    start, work = game.new_rows(1), game.new_rows(1)
    start[0] = game.start_row()
    players = np.full(game.players, RANDOM, np.int64)
    actions = np.zeros(game.rules.MOST, np.int32)
    points = np.zeros(game.players, np.int32)
    ended = 0
    for _ in range(GAMES):
        work[0] = start[0]
        row = work[0]
        kernels.play_on(game.box, row, players, generators.nature, generators.seats, STEPS, actions)
        winners = int(game.rules.outcome(game.box, row, points))
        assert fits(game, row)
        assert winners == 0 or row.to_act == OVER
        assert 0 <= winners < 1 << game.players
        ended += row.to_act == OVER
    return int(ended)


def talk(game: Game, chance: random.Random) -> None:
    """Part of a game with everything that is said of it: choices, events, hints, refusals."""
    view, events, advice = (game.part(part) for part in ("view", "events", "advice"))
    components, position = game.components, game.start()
    for _ in range(MOVES):
        if position.turn is None:
            break
        before, ids = position.row.copy(), position.legal.ids
        for action in ids[:CHOICES]:
            assert all(view.describe(components, before, action, NAMES))
            said = advice.why(components, before, action, NAMES)
            assert said is None or all(said)
        with suppress(IllegalAction):
            position.check(chance.randrange(game.rules.ACTIONS))
        action = chance.choice(ids) if ids else position.nature(chance.random())
        position.step(action)
        for event in events.events(components, before, action, position.row):
            assert all(events.tell(components, event, NAMES))
    position.view()


def grown(root: Table, printed: Data, chance: random.Random) -> Data:
    """The printed box with more of everything of which there may be more, up to the bounds."""
    box = deepcopy(printed)
    for key in root.keys:
        things = box[key.key]
        if not isinstance(key.node, Each) or key.key == "objective":
            continue
        for number in range(chance.randint(0, key.node.most - len(things))):
            thing = deepcopy(chance.choice(things))
            own = f"more_{key.key}_{number}"
            thing |= {word: own for word in ("id", "en", "fr") if word in thing}
            thing.pop("back", None)
            things.append(thing | ({"power": {"kind": "none"}} if "power" in thing else {}))
            if key.key == "city":
                some = [each for each in box["objective"] if each["city"] == "venice"]
                box["objective"] += [{**each, "city": own} for each in some]
    for entry in box.get("establishment", [])[28:]:
        entry["numbers"], entry["deck"] = [chance.randint(1, 14)], chance.randint(0, 9)
        entry["colour"], entry["effect"] = "blue", {"kind": "income", "coins": chance.randint(0, 9)}
    if "tiles" in box:
        tiles = box["tiles"]["district"]
        tiles += chance.choices(tiles, k=chance.randint(0, 16))
    return box


def probe(name: str, count: int, seed: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    root, printed = form_of(name).root, data(Game(name).components.text)
    kinds, usual = [*variants(name)], Game(name).box
    while counts["boxes"] < count:
        counts["boxes"] += 1
        begin = printed if chance.random() < 0.5 else grown(root, printed, chance)
        box = begin if chance.random() < 0.2 else mutated(root, begin, chance)
        try:
            text = toml(name, box)
        except ComponentsError:
            counts["no TOML"] += 1
            continue
        found = check(name, text).faults
        if found:
            assert all(fault.path or fault.code == "unreadable" for fault in found), found
            assert all(all(fault.said) and fault.line for fault in found), found
            counts["refused"] += 1
            continue
        components = Game(name, components=text).components
        least, most = components.players
        players, options = chance.choice([kind for kind in kinds if least <= kind[0] <= most])
        for option in part(name, "state").OPTIONS:
            if options[option.name] not in option.values(players, components):  # such as a city
                options = {**options, option.name: option.usual(players, 1, components)}
        game = Game(name, players, text, **options)
        counts["larger"] += bool(getattr(components, "is_larger", False))
        counts["games ended"] += play(game, counts["boxes"])
        counts["games"] += GAMES
        counts["played"] += 1
        talk(game, chance)
        assert game.part("view").box(game.components)
        assert box == printed or game.box.tobytes() == usual.tobytes() or differences(name, text)
    return counts


if __name__ == "__main__":
    limit_memory()
    print(json.dumps(probe(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
