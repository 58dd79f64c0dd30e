"""The benchmark runs: its figures are nobody's business here, only that there are some."""

from bench import envs, games
from faubourg.core.game import Game


def test_games_and_single_operations_can_be_measured() -> None:
    game = Game("lutins", players=games.PLAYERS)
    figures = games.whole_games(game, "lutins", "random", repeats=1, games=256)
    figures += games.single_operations(game, "lutins", repeats=1)
    assert {unit for *_, unit in figures} == {"turns/s", "ratio", "steps/s", "ns", "games/s"}
    assert all(figure > 0 for _, _, figure, _ in figures)


def test_environments_can_be_measured_beside_those_of_others() -> None:
    figures = envs.batches("lutins", repeats=1, seconds=0.01)
    assert [what for what, *_ in figures] == [
        f"lutins, 4 players, batch of {n}" for n in ("1", "64", "64", "4,096", "4,096")
    ]
    figures += envs.beside_others(repeats=1, seconds=0.02)
    assert {unit for *_, unit in figures} == {"steps/s", "times", "processes"}
    assert all(figure > 0 for _, _, figure, unit in figures if unit != "processes")
