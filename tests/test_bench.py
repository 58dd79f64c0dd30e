"""The benchmark runs: its figures are nobody's business here, only that there are some."""

from bench import duel, games, search
from faubourg.bots.effort import Effort
from faubourg.core.game import Game


def test_games_and_single_operations_can_be_measured() -> None:
    game = Game("lutins", players=games.PLAYERS)
    figures = games.whole_games(game, "lutins", "random", repeats=1, games=256)
    figures += games.single_operations(game, "lutins", repeats=1)
    assert {unit for *_, unit in figures} == {"turns/s", "ratio", "steps/s", "ns", "games/s"}
    assert all(figure > 0 for _, _, figure, _ in figures)


def test_the_search_can_be_measured() -> None:
    figures = search.looking_ahead(Game("lutins", players=2), repeats=1)
    assert {unit for *_, unit in figures} == {"simulations/s", "positions/s", "ratio"}
    assert all(figure > 0 for _, _, figure, _ in figures)


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
