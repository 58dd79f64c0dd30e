"""How strong the gnome is whom nobody plays: calm, as in the rulebook, furious."""

import numpy as np
import pytest

from faubourg.bots.match import play
from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.gamekit.challenge import challenges, ended
from faubourg.games.lutins.setup import arrange
from faubourg.games.lutins.state import EARLIER_ROWS, LAID, SLEEPS
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record
from tests.games.lutins.test_own_box import TEXT
from tests.golden import earlier_row

STRENGTHS = ("furious", "book", "calm")  # from the hardest for the lutins on
GAMES = 4000
LEAST = {"imposed": 0.08, "imaginary": 0.06}  # of all games between two strengths, greedy lutins


def won(players: int, building: str, strength: str) -> float:
    game = Game("lutins", players, building=building, strength=strength)
    batch = simulate(game, ["greedy"] * players, GAMES, seed=7, workers=1)
    return batch.wins[0] / batch.games


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
@pytest.mark.parametrize("players", range(2, 7))
def test_each_gnome_is_clearly_harder_than_the_next(players: int, building: str):
    furious, book, calm = (won(players, building, strength) for strength in STRENGTHS)
    assert calm - book > LEAST[building]
    assert book - furious > 0.12


@pytest.mark.parametrize("rules", [1, 2])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_record_names_the_gnome_only_where_he_is_not_the_rulebooks(strength: str, rules: int):
    record = play(Game("lutins", 3, rules=rules, strength=strength), ["greedy"] * 3, seed=2)
    text = record.dumps()
    assert ("strength" in text) == (strength != "book")
    again = Record.loads(text)
    assert again.game.options["strength"] == strength
    assert again.replay().to_bytes() == record.replay().to_bytes()


@pytest.mark.parametrize("earlier", EARLIER_ROWS, ids=lambda row: str(row.itemsize))
def test_a_position_stored_before_there_were_strengths_is_the_same_today(earlier: np.dtype):
    assert "strength" not in earlier.names
    record = play(Game("lutins", 4, building="imaginary"), ["greedy"] * 4, seed=9)
    position = record.game.start()
    for move in record.moves[:40]:
        position.step(move)
    row = earlier_row(position.row, earlier)
    assert Position.from_bytes(record.game, row.tobytes()).to_bytes() == position.to_bytes()


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_game_begins_as_the_option_says(strength: str):
    row = Game("lutins", strength=strength).start().row
    assert (int(row.asleep), int(row.tower), int(row.emblems)) == {
        "book": (0, 0, 0),
        "calm": (SLEEPS, 0, 0),
        "furious": (0, LAID, 0),
    }[strength]


def test_a_furious_gnome_never_lays_the_last_block_nor_one_with_the_emblem():
    for tower, emblems, laid in ((1, 0, 0), (2, 0, 1), (3, 0, 2), (3, 2, 1), (4, 4, 0)):
        text = TEXT.replace("tower = 12", f"tower = {tower}")
        text = text.replace("emblems = 3", f"emblems = {emblems}")
        position = Game("lutins", components=text, strength="furious").start()
        assert int(position.row.tower) == laid
        assert play(position.game, ["greedy"] * 2, seed=1).outcome is not None


def test_what_there_is_no_gnome_of_is_refused():
    with pytest.raises(OptionError, match="'sleepy'; allowed: calm, book, furious"):
        Game("lutins", strength="sleepy")


def test_a_sleeping_gnome_is_told_of_in_both_languages():
    position = Game("lutins", 2, strength="calm", first="A").start()
    while position.view()["phase"] != "throw":
        position.step(next(iter(position.weights())))
    told = []
    for _ in range(SLEEPS):
        events = position.play("dice blue blue blue")
        told += [event for event in events if event["kind"] in ("asleep", "woken")]
    tell = position.game.part("events").tell
    said = [tell(position.game.components, event, ["Ann", "Ben"]) for event in told]
    assert (
        said[0]
        == said[1]
        == Text(
            "The gnome is asleep: no blue block for his tower.",
            "Le gnome dort : pas de bloc bleu pour sa tour.",
        )
    )
    assert said[2].en == "Still no blue block, but the gnome wakes up."
    assert position.view()["tower"] == 0


@pytest.mark.parametrize(("strength", "stars"), [("book", 3), ("furious", 3), ("calm", 0)])
def test_a_low_tower_is_no_feat_against_a_gnome_who_slept(strength: str, stars: int):
    low = next(each for each in challenges("lutins") if each.id == "low_tower")
    for seed in range(1000):
        end = play(Game("lutins", 2, strength=strength), ["greedy"] * 2, seed=seed).replay()
        reached = ended(end, 0)
        if reached.won and reached.view["tower"] <= 6:
            assert low.stars(reached) == stars
            return
    pytest.fail("no game had a low tower")


@pytest.mark.parametrize(
    ("strength", "given", "why"),
    [
        ("furious", {"tower": 1}, "tower: 1 is wrong; .* from 2 to 11"),
        ("furious", {"tower": 5, "emblems": 4}, "emblems: 4 is wrong; .* from 0 to 3"),
        ("furious", {"asleep": 1}, "asleep: 1 is wrong; .* from 0 to 0"),
        ("book", {"asleep": 1}, "asleep: 1 is wrong; .* from 0 to 0"),
        ("calm", {"tower": 1, "asleep": 1}, "asleep: 1 is wrong; .* from 0 to 0"),
        ("calm", {"asleep": SLEEPS + 1}, "asleep: 4 is wrong; .* from 0 to 3"),
    ],
)
def test_positions_that_no_such_gnome_comes_to_are_refused(
    strength: str, given: dict[str, int], why: str
):
    position = Game("lutins", strength=strength).start()
    with pytest.raises(FaubourgError, match=why):
        arrange(position.game.components, position.row, given)
