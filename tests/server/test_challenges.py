"""Challenges: goals beside winning, read off the end of a game by pure functions."""

from dataclasses import replace
from pathlib import Path

import pytest

from faubourg.core.game import Game, games, is_shipped
from faubourg.gamekit.challenge import Challenge, Ended, challenges, ended
from faubourg.records.record import Record
from tests.browser.tables import golden
from tests.server.process import ServerProcess
from tests.server.test_comforts import code_of

SHIPPED = [name for name in games() if is_shipped(name)]
RECORDS = Path(__file__).parents[1] / "playthroughs"


def of(game: str, id: str) -> Challenge:
    return next(each for each in challenges(game) if each.id == id)


def winner(name: str) -> Ended:
    position = golden(name).replay()
    assert position.outcome is not None
    seat = position.outcome.winners[0] if position.outcome.winners else 0
    return replace(ended(position, seat), won=True)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_challenges_whose_tables_can_be_made(name: str):
    known = challenges(name)
    assert len(known) >= 2
    assert len({each.id for each in known}) == len(known)
    for each in known:
        assert len(set(each.goals)) == 3
        for level in each.levels:
            Game(name, level.players, **level.options)


@pytest.mark.parametrize("name", SHIPPED)
def test_all_stars_are_counted_on_any_finished_game(name: str):
    for path in sorted((RECORDS / name).rglob("*.txt")):
        position = Record.load(path).replay()
        for seat in range(position.game.players):
            for each in challenges(name):
                assert 0 <= each.stars(ended(position, seat)) <= 3


def test_a_goal_counts_only_after_those_before_it():
    rich = of("cities", "great_city")
    by_points = {
        points: rich.stars(replace(winner("cities"), points=points)) for points in (0, 65, 80, 99)
    }
    assert by_points == {0: 0, 65: 1, 80: 2, 99: 3}
    gap = replace(rich, reached=lambda ended: (True, False, True))
    assert gap.stars(winner("cities")) == 1


def test_quiet_streets_have_no_purple_and_no_red_cards():
    game = winner("minivilles")

    def stars(cards: dict[str, int], turns: int = 30, won: bool = True) -> int:
        town = {**game.view["towns"][game.seat], "cards": cards}
        view = {**game.view, "turns": turns, "towns": {**game.view["towns"], game.seat: town}}
        return of("minivilles", "quiet_streets").stars(replace(game, view=view, won=won))

    assert stars({"bakery": 3}) == 3
    assert stars({"bakery": 3}, turns=60) == 2
    assert stars({"cafe": 1}) == 1
    assert stars({"stadium": 1}) == 0
    assert stars({"bakery": 3}, won=False) == 0


def test_the_gnome_grows_stronger_and_his_own_win_is_no_lutins():
    levels = of("lutins", "gnome").levels
    game = winner("lutins")
    for at, level in enumerate(levels, start=1):
        options = {**game.options, **level.options}
        against = replace(game, players=level.players, options=options, seat="A")
        against = replace(against, view={**game.view, "gnome": "B"})
        assert of("lutins", "gnome").stars(against) == at
        assert of("lutins", "gnome").stars(replace(against, seat="B")) == 0
        assert of("lutins", "gnome").stars(replace(against, won=False)) == 0


def test_a_low_tower_and_a_small_town_and_a_lead():
    lutins, town = winner("lutins"), winner("my_little_town")
    for tower, stars in ((12, 0), (10, 1), (8, 2), (2, 3)):
        view = {**lutins.view, "tower": tower}
        assert of("lutins", "low_tower").stars(replace(lutins, view=view)) == stars
    for tiles, stars in ((20, 0), (14, 1), (12, 2), (9, 3)):
        view = {**town.view, "town": {str(n): {} for n in range(tiles)}}
        assert of("my_little_town", "small_town").stars(replace(town, view=view)) == stars
    for others, stars in (([27], 0), ([25], 1), ([20, 3], 2), ([5], 3)):
        lead = replace(town, points=27, others=others)
        assert of("my_little_town", "far_ahead").stars(lead) == stars


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_a_server_lists_challenges_and_counts_the_stars_of_a_finished_game(server: ServerProcess):
    listed = server.api.get("/api/challenges")["games"]
    assert [each["name"] for each in listed] == SHIPPED
    made = server.api.post("/api/tables/import", record=golden("cities").dumps())
    stars = server.api.get(f"/api/tables/{made['table']}/challenges")["stars"]
    assert set(stars) == {"A", "B"}
    assert set(stars["A"]) == {each.id for each in challenges("cities")}
    open_table = server.api.make("cities", ["person", "person"])
    assert code_of(server.api.get, f"/api/tables/{open_table['table']}/challenges") == "not-over"
