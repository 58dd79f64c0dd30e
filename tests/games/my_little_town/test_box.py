"""The components of My Little Town as the page gets them, and boxes of one's own."""

import numpy as np
import pytest

from faubourg.bots.match import play
from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record

TURNS = {"north": 0, "east": 1, "south": 2, "west": 3}


def test_the_box_has_every_colour_with_its_letter_and_every_standee():
    game = Game("my_little_town")
    box = game.part("view").box(game.components)
    assert [colour["letter"] for colour in box["colours"].values()] == ["B", "G", "Y", "R"]
    assert box["colours"]["green"]["shows"] == {"en": "trees", "fr": "arbres"}
    assert box["cross"]["letter"] == "X"
    assert box["items"] == sum(box["standees"]) == 27


def test_a_tile_of_the_town_is_the_tile_of_the_box_turned_clockwise():
    game = Game("my_little_town")
    tiles = game.part("view").box(game.components)["tiles"]
    town = [
        {"tile": 9, "top": "east", "x": 0, "y": 0},
        {"tile": 30, "top": "west", "x": 1, "y": 0},
    ]
    position = game.start()
    game.part("setup").arrange(game.components, position.row, {"town": town})
    for lies in position.view()["town"].values():
        rows = tiles[str(lies["tile"])]
        for _ in range(TURNS[lies["top"]]):
            rows = ["".join(line) for line in zip(*rows[::-1], strict=True)]
        kinds = [square["kind"] for square in lies["squares"].values()]
        assert kinds == list("".join(rows))


# ---------------------------------------------------------------- boxes of one's own

TEXT = Game("my_little_town").components.text
HEAD, *TILES = TEXT.split("[[tile]]")


def own_box(tiles: list[str], standees: list[int]) -> Game:
    rows = "".join(f'[[tile]]\nrows = "{rows}"\n' for rows in tiles)
    head = HEAD.replace("standees = [2, 3, 4, 5, 6, 7]", f"standees = {standees}")
    return Game("my_little_town", 2, components=head + rows, first="A", colours="usual")


def test_equal_tiles_and_other_figures_are_played_to_the_end():
    game = own_box(["BBB/BXG/GGG"] * 8, [3, 5])
    box = game.part("view").box(game.components)
    assert (box["standees"], box["items"], len(box["tiles"])) == ([3, 5], 8, 8)
    found = simulate(game, ["greedy", "random"], games=100, seed=1)
    assert found.unfinished == 0
    assert found.points.max() == 8
    record = play(game, ["greedy", "greedy"], seed=4)
    assert Record.loads(record.dumps()) == record


def test_who_has_placed_all_figures_that_there_are_wins():
    game = own_box(["BBB/BBB/BBB", "GGG/GGG/GGG"], [2])
    position = game.start()
    for move in ("draw 1", "standee 2 at 1 a1 east"):
        position.play(move)
    assert position.outcome is not None
    assert position.outcome.winners == (0,)


def test_the_smallest_town_has_two_tiles():
    game = own_box(["BBB/BBB/BBB", "GGG/GGG/GGG"], [2, 7])
    position = game.start()
    for move in ("draw 1", "extend", "draw 2"):
        position.play(move)
    assert int(position.row.left) == 0
    found = simulate(game, ["random", "random"], games=50, seed=1)
    assert found.unfinished == 0


def test_what_the_box_does_not_have_is_refused_by_name():
    game = own_box(["BBB/BBB/BBB"] * 3, [2, 4])
    position = game.start()
    with pytest.raises(IllegalAction):
        position.play("draw 4")
    position.play("draw 1")
    with pytest.raises(IllegalAction, match="No row has 3 figures"):
        position.play("standee 3 at 1 a1 east")


def test_the_lab_counts_only_what_the_box_has():
    game = own_box(["BBB/BBB/BBB"] * 3, [2, 4])
    tally = game.part("tally")
    items = tally.items(game.components, game.start().row)
    assert [item.id for item in items] == ["standee_2", "standee_4", "tile_1", "tile_2", "tile_3"]
    position = game.start()
    for move in ("draw 2", "standee 2 at 1 a1 east"):
        position.play(move)
    counts = np.zeros((2, len(items)), np.int32)
    tally.tally(game.box, position.row, counts)
    assert counts.tolist() == [[1, 0, 0, 1, 0], [0, 0, 0, 0, 0]]
