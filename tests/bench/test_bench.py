"""The benchmark runs: its figures are nobody's business here, only that there are some."""

from dataclasses import replace

from bench import duel, endgames, envs, games, levels, position, search
from bench.__main__ import SECTIONS
from faubourg.bots.effort import Effort
from faubourg.core.game import Game


def test_every_section_names_its_parts_without_running_them() -> None:
    for parts, _ in SECTIONS.values():
        few, many = parts(True), parts(False)
        assert {part.name for part in few} <= {part.name for part in many}
        assert len({part.name for part in many}) == len(many) >= 4


def test_games_and_single_operations_can_be_measured() -> None:
    game = Game("lutins", players=games.PLAYERS)
    figures = games.whole_games(game, "random", repeats=1)
    figures += games.single_operations(game, repeats=1)
    units = {"turns/s", "ratio", "steps/s", "ns", "games/s", "bytes"}
    assert {figure.unit for figure in figures} == units
    assert all(figure.value > 0 for figure in figures)


def test_the_search_can_be_measured() -> None:
    figures = search.looking_ahead(Game("lutins", players=2), repeats=1)
    assert {figure.unit for figure in figures} == {"simulations/s", "positions/s", "ratio"}
    assert all(figure.value > 0 for figure in figures)


def test_a_duel_counts_wins_for_the_bots_wherever_they_sit() -> None:
    """The yardstick has the same effort as expert; random has no chance against greedy."""
    effort = Effort(simulations=3)
    for seats in (("greedy", "random"), ("random", "greedy")):
        given = duel.Duel("minivilles", (), seats, effort, (), seed=1, fixed=False)
        played = [duel.play_one(given, number) for number in range(4)]
        assert sum(each.shares[seats.index("greedy")] for each in played) == 4
    together = duel.Duel("lutins", (), ("expert", "uct"), effort, (), seed=1, fixed=False)
    shares = duel.play_one(together, 0).shares
    assert shares in ((0.0, 0.0), (1.0, 1.0))
    assert duel.report(together, [duel.play_one(together, 1)]).row_count == 2


def test_a_duel_by_processor_time_gives_everybody_its_own_and_takes_luck_away() -> None:
    given = duel.Duel(
        "my_little_town", (), ("expert-1", "expert-1"), Effort(seconds=1), (), seed=1, fixed=False,
        processor=(0.002, 0.0005), less_luck=True,
    )  # fmt: skip
    played = [duel.play_one(given, number) for number in range(2)]
    assert all(any(each.luck) and abs(sum(each.luck)) < 1e-6 for each in played)
    shares = duel.report(given, played).columns[4]
    assert shares.header == "less luck"
    bots = [duel.bot_of(given, place) for place in (0, 1)]
    assert all(isinstance(bot, duel.ProcessorTime) for bot in bots)
    assert [bot.seconds for bot in bots] == [0.002, 0.0005]  # type: ignore[attr-defined]


def test_a_ladder_seats_the_higher_level_among_the_lower_one() -> None:
    """Gentle wins nearly all games among random players, wherever it sits."""
    rung = levels.Rung("minivilles", 3, "random", "gentle", 2, seed=1, less_luck=False)
    assert not rung.teams
    assert sum(levels.play_one(rung, number) for number in range(6)) >= 5
    less = replace(rung, less_luck=True)
    assert levels.play_one(less, 0) != levels.play_one(rung, 0)


def test_a_ladder_of_teams_compares_each_side_with_itself_in_the_same_game() -> None:
    """A level against itself is equal game by game; the lutins win as a team, or the gnome does."""
    options = (("game", "gnome"),)
    rung = levels.Rung("lutins", 3, "steady", "steady", 2, 1, less_luck=False, options=options)
    assert rung.sides == [[0, 2], [1]]
    assert levels.Rung("lutins", 3, "steady", "expert", 2, 1, less_luck=False).teams
    ladder = rung, replace(rung, lower="random")
    for number in range(4):
        same, better = levels.play_teams(ladder, number)
        assert all(before == after for before, after in same)
        assert sum(before for before, _ in same) == sum(before for before, _ in better) == 1.0
    cells = levels.team_cells(ladder, 3, workers=1)
    assert len(cells) == 3
    assert cells[0].startswith("AC: ")
    assert "; B: " in cells[0]


def test_what_bots_give_away_in_end_games_is_exact() -> None:
    """Nobody gets more than best play, and who only ever plays at random gets less."""
    bots = ("random", "steady")
    trial = endgames.Trial("lutins", 2, (), bots, simulations=20, most=900, seed=1)
    found = [endgames.one_game(trial, number) for number in range(4)]
    ends = [each[0] for each in found if each is not None]  # the lutins are one side
    assert ends
    for _, best, *gets in ends:
        assert all(0.0 <= each <= best + 1e-9 for each in gets)
    assert sum(each[1] - each[2] for each in ends) > sum(each[1] - each[3] for each in ends)
    assert len([*endgames.report(trial, found)]) in (2, 3 + len(bots))


def test_environments_can_be_measured_beside_those_of_others() -> None:
    figures = [figure for n in (1, 130) for figure in envs.batches("lutins", n, 1, 0.01)]
    assert {figure.measure for figure in figures} == {
        "on one core", "by processor time", "on two cores", "two cores beside one",
    }  # fmt: skip
    figures += envs.beside_others(repeats=1, seconds=0.02)
    assert {figure.unit for figure in figures} == {"steps/s", "times"}
    assert all(figure.value > 0 for figure in figures)


def test_one_game_can_be_measured_beside_backgammon() -> None:
    figures = position.one_game("lutins", repeats=1, seconds=0.02)
    assert {figure.unit for figure in figures} == {"steps/s", "times"}
    assert all(figure.value > 0 for figure in figures)
