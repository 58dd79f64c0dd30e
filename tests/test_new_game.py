"""A game made with `faubourg new-game` is playable everywhere, and no other file is touched."""

import asyncio
import importlib
import io
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import faubourg.envs.gymnasium as gymnasium_envs
import faubourg.envs.openspiel as openspiel_envs
from faubourg import Game, Record, play, simulate
from faubourg.bots.bot import make
from faubourg.bots.effort import Effort
from faubourg.bots.hints import hints
from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import games, is_shipped
from faubourg.core.text import Language
from faubourg.envs import pettingzoo
from faubourg.envs.batch import BatchEnv
from faubourg.gamekit import new_game as making
from faubourg.gamekit.tiers import missing, tier
from faubourg.lab.ladder.ladder import Rung, play_one, sides_of
from faubourg.records.fairness import verify
from faubourg.records.scenario import load
from faubourg.review import review
from faubourg.terminal.main import run as run_terminal
from faubourg.terminal.request import Request
from tests.server.client import Player
from tests.server.process import ServerProcess
from tests.test_cli import run

NAME = "barges"  # before all others: a server prepares games in this order
MOST_LINES = 350
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of games of one's own, with one that the command has made."""
    folder = tmp_path_factory.mktemp("games")
    before = snapshot(ROOT / "src")
    ended = run("new-game", NAME, "--folder", folder)
    assert ended.returncode == 0, ended.stderr
    assert f"export FAUBOURG_GAMES={folder}" in ended.stdout
    assert snapshot(ROOT / "src") == before
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAUBOURG_GAMES", str(folder))
        importlib.invalidate_caches()
        yield folder
    assert NAME not in games()


def snapshot(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.fixture
def game(home: Path) -> Game:
    return Game(NAME, 3)


# ------------------------------------------------------------ making it


def test_the_template_is_small():
    files = [path for path in making.TEMPLATE.iterdir() if path.suffix in (".py", ".toml")]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert {path.name for path in files} == {
        "__init__.py",
        "components.py",
        "components.toml",
        "notation.py",
        "rules.py",
        "state.py",
    }
    assert lines <= MOST_LINES


def test_the_template_is_no_game_itself():
    assert not [name for name in games() if "template" in name]


def test_the_files_bear_the_new_name(home: Path):
    text = "".join(path.read_text(encoding="utf-8") for path in (home / NAME).glob("*.*"))
    assert "Barges" in text
    assert not [old for old in making.TITLE if old in text]
    assert Game(NAME).title.en == "Barges"


def test_the_command_says_what_to_do_next_in_both_languages(tmp_path: Path):
    for language, name, said in (("en", "ferry", "Ten steps"), ("fr", "bac", "Dix étapes")):
        ended = run("new-game", name, "--lang", language, "--folder", tmp_path)
        assert said in ended.stdout
        for step in (f"faubourg play {name}", "faubourg serve", "tests/test_contract.py"):
            assert step in ended.stdout
        guide = re.search(r"\S+\.md", ended.stdout)
        assert guide
        assert (ROOT / guide[0]).is_file()


def test_it_goes_where_one_is_or_among_the_games_of_a_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert making.new_game("quay") == Path("quay")
    assert (tmp_path / "quay" / "rules.py").is_file()
    shipped = tmp_path / "src" / "faubourg" / "games"
    shipped.mkdir(parents=True)
    (shipped / "__init__.py").touch()
    making.new_game("pier")
    assert (shipped / "pier" / "rules.py").is_file()


@pytest.mark.parametrize(
    "name",
    ["Harbour", "old harbour", "3rd", "", "été", "a__b", "_a", "a_", "class", "../a", "x" * 41],
)
def test_a_name_that_no_module_can_have_is_refused_with_what_is_allowed(name: str, tmp_path: Path):
    with pytest.raises(OptionError) as refused:
        making.new_game(name, tmp_path)
    assert "small letters" in refused.value.text.en
    assert "minuscules" in refused.value.text.fr
    assert not list(tmp_path.iterdir())


def test_a_name_that_a_game_has_is_refused_with_those_taken(home: Path, tmp_path: Path):
    for name in ("minivilles", NAME):
        with pytest.raises(OptionError) as refused:
            making.new_game(name, tmp_path)
        assert f"taken: {', '.join(games())}" in refused.value.text.en
        assert "déjà pris" in refused.value.text.fr


def test_nothing_is_ever_overwritten(tmp_path: Path):
    (tmp_path / "quay").mkdir()
    (tmp_path / "quay" / "rules.py").write_text("mine")
    with pytest.raises(FaubourgError) as refused:
        making.new_game("quay", tmp_path)
    assert refused.value.code == "exists"
    assert [path.read_text() for path in (tmp_path / "quay").iterdir()] == ["mine"]


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(FaubourgError) as refused:
        making.new_game("quay", tmp_path / "file")
    assert refused.value.code == "cant-write"


def test_the_code_of_the_guide_makes_it_better(tmp_path: Path):
    """Every block that begins with the name of a file goes into the folder, and still all plays."""
    made = making.new_game("guided", tmp_path)
    guide = (ROOT / making.GUIDE).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", guide, re.S)
    assert {file for file, _ in blocks} == {"view.py", "insight.py"}
    for file, text in blocks:
        (made / file).write_text(text, encoding="utf-8")
    passes_the_contract_test("guided", tmp_path, NUMBA_DISABLE_JIT="1")
    scenario = re.search(r"```toml\n(.*?)```", guide, re.S)
    assert scenario
    file = tmp_path / "cart.toml"
    file.write_text(scenario[1].replace("old_harbour", "guided"), encoding="utf-8")
    checked = run("rules", "check", file, FAUBOURG_GAMES=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert checked.returncode == 0, checked.stdout
    words = ["simulate", "guided", "--games", "300", "--seed", "1", "--seats", "greedy,random"]
    said = run(*words, FAUBOURG_GAMES=str(tmp_path), NUMBA_DISABLE_JIT="1").stdout
    won = re.search(r"greedy\D+(\d+)", said)
    assert won
    assert int(won[1]) > 240, "the bot of the guide is better than the default's"


def passes_the_contract_test(name: str, folder: Path, **env: str) -> str:
    """Run it as a contributor does; what it prints."""
    command = [sys.executable, "-m", "pytest", "-q", "-rP", "-p", "no:cacheprovider"]
    command += ["tests/test_contract.py", "-k", name]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=clean | env | {"FAUBOURG_GAMES": str(folder)},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout[-3000:]
    return ended.stdout


# ------------------------------------------------------------ playing it


def test_it_is_found_and_its_tier_is_told(home: Path):
    assert NAME in games()
    assert not is_shipped(NAME)
    files = ("refusal", "view", "setup", "events", "insight", "advice", "observe", "tally")
    last = ("terminal/screen.py", "picture.py")
    wanted = ["clauses.toml", "shown.json", *(f"{file}.py" for file in files), *last]
    assert missing(NAME) == wanted
    assert tier(NAME).en.startswith("playable; for release still missing: clauses.toml, ")


def test_it_passes_the_contract_tests(home: Path):
    said = passes_the_contract_test(NAME, home)
    assert f"{NAME}: playable; for release still missing: clauses.toml" in said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_played_in_the_terminal(
    home: Path,
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("FAUBOURG_FAST", "1")
    monkeypatch.setenv("COLUMNS", "80")
    # Help, a hint, the rules that there are not, then any choice until the game is over.
    typed = "help\nhint\nrules\nlog\n" + "2\n\n1\n2\n\n" * 200
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    status = run_terminal(Request(NAME, players=2, seed=3), language)
    said = capsys.readouterr()
    assert status == 0, said.err
    for word in {
        "en": ("bricks on the cart", "What do you do?", "wins!"),
        "fr": ("briques sur la charrette", "Que fais-tu ?", "gagne !"),
    }[language]:
        assert word in said.out
    assert Record.load(next(tmp_path.rglob("*.txt"))).outcome is not None


def test_it_is_played_over_the_servers_api_to_its_end(home: Path, tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}")
    server.launch()
    try:
        assert server.process
        assert server.process.stdout
        assert server.process.stdout.readline().startswith("Faubourg is at")
        listed = {each["name"]: each for each in server.api.get("/api/games")["games"]}
        assert listed[NAME]["title"]["en"] == "Barges"
        assert [option["name"] for option in listed[NAME]["options"]] == ["row"]
        assert server.api.get(f"/api/games/{NAME}/rules")["parts"] == []
        made = server.api.make(NAME, ["person", "greedy", "gentle"], row="long")
        labels = server.api.get(f"/api/tables/{made['table']}/box")["labels"]
        assert labels["houses"] == {"en": "houses", "fr": "maisons"}

        async def play_all() -> Player:
            async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
                await player.play_on(random.Random(1))
                return player

        end = asyncio.run(play_all())
        assert end.state["outcome"]["winners"]
        assert set(end.state["view"]["players"]) == {"A", "B", "C"}
        record = Record.loads(server.api.record(made["table"]))
        assert verify(record).holds
        assert record.outcome is not None
    finally:
        server.close()


@pytest.mark.parametrize("bot", ["random", "greedy", "gentle", "steady"])
def test_every_bot_plays_it(game: Game, bot: str):
    record = play(game, [bot, "random", bot], seed=1)
    assert record.outcome is not None


def test_the_bots_are_stronger_the_more_they_think(game: Game):
    """By points one step ahead, and by playouts to the end."""
    duel = Game(NAME, 2)
    batch = simulate(duel, ["greedy", "random"], games=400, seed=1)
    assert batch.wins[0] > 250
    expert = make("expert", simulations=150)
    won = [play(duel, ["greedy", expert], seed=seed).outcome for seed in range(20)]
    assert sum(outcome.winners == (1,) for outcome in won if outcome) >= 14


def test_a_hint_names_the_best_moves(game: Game):
    position = game.start()
    for move in ("first A", "load", "die 6"):
        position.play(move)
    found = hints(
        position, ["Ann", "Ben", "Cem"], simulations=300, generator=np.random.default_rng(1)
    )
    assert position.check(found[0].action).text == "build"


# ------------------------------------------------------------ keeping it


def test_a_record_is_saved_loaded_and_replayed(game: Game, home: Path, tmp_path: Path):
    record = play(game, ["greedy"] * 3, seed=5)
    record.save(tmp_path / "game.txt")
    again = Record.load(tmp_path / "game.txt")
    assert again == record
    assert again.replay() == record.replay()
    told = run("replay", tmp_path / "game.txt", "--lang", "fr", FAUBOURG_GAMES=str(home))
    assert told.returncode == 0
    assert "gagne !" in told.stdout


def test_a_review_explains_it(game: Game):
    record = play(game, ["greedy", "random", "random"], seed=2)
    found = review(record, simulations=4)
    assert len(found.balances) == 3
    assert all(
        balance.start + balance.luck + balance.skill + balance.others + balance.rest
        == balance.result
        for balance in found.balances
    )


SCENARIOS = f"""
game = "{NAME}"

[[scenario]]
title = "The cart tips over"
[[scenario.step]]
play = ["first A", "load", "die 6", "load", "die 5"]
expect = {{ seat = "B", load = 0, players = {{ A = {{ houses = 0 }} }} }}
events = [{{ kind = "chance", move = "die 5" }}, {{ kind = "turn", seat = "B" }}]

[[scenario]]
title = "Whoever has enough houses wins"
options = {{ row = "long" }}
position = {{ turn = "B", seat = "B", turns = 9, load = 7, players = {{ B = {{ houses = 6 }} }} }}
[[scenario.step]]
only = ["load", "build"]
illegal = {{ "die 3" = "" }}
[[scenario.step]]
play = "build"
expect = {{ turn = "-", players = {{ B = {{ houses = 8, points = 8 }} }} }}
winners = ["B"]
"""


def test_scenarios_hold_with_a_position_and_without(home: Path, tmp_path: Path):
    file = tmp_path / "cart.toml"
    file.write_text(SCENARIOS, encoding="utf-8")
    assert [(each.title, each.failures()) for each in load(file)] == [
        ("The cart tips over", []),
        ("Whoever has enough houses wins", []),
    ]


@pytest.mark.parametrize(
    "wrong", ["load = 21", 'load = "7"', "houses = 3", "players = { B = { houses = [1] } }"]
)
def test_a_position_that_can_not_be_is_refused(home: Path, tmp_path: Path, wrong: str):
    file = tmp_path / "cart.toml"
    step = '[[scenario.step]]\nplay = "load"\n'
    text = f'game = "{NAME}"\n[[scenario]]\ntitle = "x"\nposition = {{ {wrong} }}\n{step}'
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FaubourgError) as refused:
        load(file)[0].failures()
    assert all(refused.value.text)


# ------------------------------------------------------------ measuring and learning it


def test_a_study_and_a_ladder_measure_it(home: Path, tmp_path: Path):
    study = tmp_path / "study.toml"
    study.write_text(
        f'title = "Carts"\ngame = "{NAME}"\nplayers = 2\nbots = ["greedy", "random"]\n'
        "games = 300\nluck = 100\nshard = 256\nseed = 7\n"
        '[[variant]]\nname = "usual"\n[[variant]]\nname = "roomy"\nchange = { cart.room = 14 }\n',
        encoding="utf-8",
    )
    ran = run("lab", "run", study, FAUBOURG_GAMES=str(home))
    assert ran.returncode == 0, ran.stderr
    reported = run("lab", "report", study, FAUBOURG_GAMES=str(home))
    assert reported.returncode == 0, reported.stderr
    assert "points" in (tmp_path / "study.results" / "report.md").read_text(encoding="utf-8")
    rung = Rung(NAME, 2, (), ("greedy", "random"), Effort(simulations=2), seed=1)
    assert sum(play_one(rung, sides_of(rung.open()), ("greedy", "random"), 7).shares) == 1.0


def test_batches_are_stepped(home: Path):
    env = BatchEnv(NAME, players=3, n=64, seed=1, workers=1, bots=[None, None, "greedy"])
    now = env.reset()
    ended = 0
    for _ in range(200):
        now = env.step(env.sample())
        ended += int(now.terminated.sum())
        assert now.masks.any(axis=1).all()
    assert ended > 50


def test_the_pettingzoo_environment_passes_its_own_test(
    home: Path, capsys: pytest.CaptureFixture[str]
):
    api_test(pettingzoo.env(NAME, players=4, observation_key=None), num_cycles=200)
    assert "Passed" in capsys.readouterr().out


def test_the_gymnasium_environment_passes_its_own_test(home: Path):
    gymnasium_envs.register()
    title = gymnasium_envs.title(NAME)
    env = gymnasium.make(title, players=2, render_mode="ansi", disable_env_checker=True)
    check_env(env.unwrapped)
    gymnasium.registry.pop(title)


def test_openspiel_plays_it_and_keeps_its_states(home: Path):
    openspiel_envs.register()
    found = pyspiel.load_game(f"faubourg_{NAME}(players=3,row=long)")
    pyspiel.random_sim_test(found, num_sims=3, serialize=True, verbose=False)
    state = found.new_initial_state()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    observer = found.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["houses"].shape == (4,)
    assert observer.tensor.min() >= 0
    assert observer.tensor.max() <= 1
