"""The benchmark runs: its figures are nobody's business here, only that there are some."""

from bench import games
from faubourg.core.game import Game


def test_games_and_single_operations_can_be_measured() -> None:
    game = Game("lutins", players=games.PLAYERS)
    figures = games.whole_games(game, "lutins", "random", repeats=1, games=256)
    figures += games.single_operations(game, "lutins", repeats=1)
    assert {unit for *_, unit in figures} == {"turns/s", "ratio", "steps/s", "ns", "games/s"}
    assert all(figure > 0 for _, _, figure, _ in figures)
