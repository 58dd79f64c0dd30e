"""Boxes of the lutins whose houses ask for more or fewer blocks than there are; fewer houses."""

import pytest

from faubourg.bots.match import play
from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import load
from faubourg.games.lutins.setup import arrange
from faubourg.games.lutins.state import BUILDINGS, KINDS
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record

TEXT = load().text
NAMES = ("Anna", "Ben")


def more_roofs() -> str:
    """Seven roofs of each colour, and places for thirteen."""
    roofs = "blocks = { red = 2, orange = 2, yellow = 2, mauve = 2 }"
    return TEXT.replace(roofs, "blocks = { red = 7, orange = 7, yellow = 7, mauve = 7 }", 1)


def few_houses() -> str:
    """Four houses, for two players."""
    head, *houses = TEXT.split("[[house]]")
    return "[[house]]".join([head, *houses[:4]]).replace("players = [2, 6]", "players = [2, 2]")


@pytest.mark.parametrize("text", [more_roofs(), few_houses()], ids=["more roofs", "few houses"])
@pytest.mark.parametrize("building", BUILDINGS)
def test_a_box_with_blocks_left_over_is_played_to_the_end(text: str, building: str):
    game = Game("lutins", 2, components=text, building=building)
    found = simulate(game, ["greedy", "random"], games=200, seed=1)
    assert found.unfinished == 0
    record = play(game, ["greedy", "greedy"], seed=2)
    assert Record.loads(record.dumps()) == record


def test_the_lutins_win_when_no_block_has_a_place_any_more():
    """Three of the four houses are finished, and the last one lacks one block."""
    game = Game("lutins", 2, components=few_houses(), building="imposed", first="A")
    position = game.start()
    done = {"owner": "B", "finished": True}
    hut = {"owner": "A", "blocks": {"red roof": 1, "red long": 1, "red cube": 1}}
    houses = {"hut": hut, "gatehouse": done, "long_house": done, "bridge": done}
    arrange(game.components, position.row, {"seat": "A", "houses": houses})
    position.play("dice white white white")
    before = position.row.copy()
    action = game.part("notation").read(game.components, "take red cube for hut")
    position.step(action)
    assert position.row.lying > 0
    assert position.turn is None
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert game.part("view").reason(game.components, position.row).en == "The village is finished"
    events = game.part("events")
    happened = events.events(game.components, before, action, position.row)
    said = [events.tell(game.components, event, NAMES).en for event in happened]
    assert said[-1] == "No block has a place any more. The lutins win together!"


def test_houses_that_ask_for_more_than_there_is_leave_the_end_to_the_blocks():
    text = TEXT.replace(
        "blocks = { red = 3, orange = 3, yellow = 3, mauve = 3 }", "blocks = { red = 1 }"
    )
    found = simulate(Game("lutins", 3, components=text), ["greedy"] * 3, games=200, seed=1)
    assert found.unfinished == 0
    assert found.winners.any()


def test_a_house_that_the_box_does_not_have_is_refused():
    game = Game("lutins", 2, components=few_houses(), cards="picked", first="A")
    position = game.start()
    for code in (act.PICK + 11, act.TAKE + 11 * KINDS, act.DESTROY + 11):
        with pytest.raises(IllegalAction):
            position.check(act.number_of(code))
    with pytest.raises(IllegalAction, match="There is no such house"):
        position.check(act.number_of(act.PICK + 11))
