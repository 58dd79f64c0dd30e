"""The components of My Little Town as the page gets them."""

from faubourg.core.game import Game

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
