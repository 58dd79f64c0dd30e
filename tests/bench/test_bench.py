"""The benchmark runs: its figures are nobody's business here, only that there are some."""

from bench import duel, envs, games, position, search
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
