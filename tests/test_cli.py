"""The command line, as a user types it: what it prints, and how it ends."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import faubourg
from faubourg.core.game import folder, games
from faubourg.records.clauses import clauses, reconstructed
from tests import fork_server
from tests.server.process import free_port

SCENARIOS = Path(__file__).parent / "scenarios" / "minivilles"
GOLDEN = Path(__file__).parent / "playthroughs" / "minivilles" / "2-players.txt"
PATIENCE = 600  # seconds: what was never played on a machine is compiled, and it may be busy
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}


COMMANDS = (
    "play", "serve", "proxy-config", "move-database", "simulate", "rules", "replay", "review",
    "verify", "lab",
)  # fmt: skip


def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a user sees; never a stack trace."""
    ended = fork_server.run(*words, env=ENVIRONMENT | environment, timeout=PATIENCE)
    assert "Traceback" not in ended.stdout + ended.stderr
    return ended


def test_help_names_every_command_and_imports_nothing_heavy():
    said = run("--help").stdout
    assert all(command in said for command in COMMANDS)
    loaded = "{'numpy', 'numba', 'rich.table', 'fastapi'} & set(sys.modules)"
    heavy = f"import sys, faubourg.cli; print({loaded})"
    ended = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True)
    assert ended.stdout == "set()\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text(command: str):
    ended = run(command, "--help")
    assert ended.returncode == 0
    assert "Usage: " in ended.stdout


def test_the_version_is_told():
    assert run("--version").stdout == f"faubourg {faubourg.__version__}\n"


def test_a_simulation_tells_wins_intervals_length_and_speed():
    words = ["simulate", "minivilles", "--games", "300", "--seed", "1", "--seats", "greedy,random"]
    ended = run(*words, "--workers", "2")
    assert ended.returncode == 0
    assert all(word in ended.stdout for word in ("greedy", "95 % interval", "turns", "a second"))
    batch = faubourg.simulate("minivilles", ["greedy", "random"], games=300, seed=1)
    assert all(f" {wins} " in ended.stdout for wins in batch.wins)


def test_a_simulation_speaks_french():
    said = run("simulate", "minivilles", "--games", "10", "--lang", "fr").stdout
    assert "victoires" in said
    assert "tours en moyenne" in said


def test_a_simulation_can_be_interrupted():
    """When the bar says that there are many games: all is loaded, and the threads are at work."""
    words = ["simulate", "minivilles", "--games", "100000000"]
    environment = ENVIRONMENT | {"TTY_COMPATIBLE": "1", "TERM": "xterm"}
    program = subprocess.Popen(
        [*fork_server.COMMAND, *words], env=environment, stderr=subprocess.PIPE
    )
    assert program.stderr is not None
    said = b""
    while not re.search(rb"[1-9]\d{4,}/100000000", said):
        said += os.read(program.stderr.fileno(), 4096)
        assert program.poll() is None, said
    program.send_signal(signal.SIGINT)
    _, more = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert b"Traceback" not in said + more, (said + more)[-3000:]


WRONG = {
    "simulate minivilles --seats greedy,gready": "There is no bot 'gready'; there is: random",
    "simulate minivilles --seats random": "players is 1; allowed: 2 to 5",
    "simulate minivilles --games 0": "'games' is 0; allowed: whole numbers from 1",
    "simulate minivilles --workers 0": "'workers' is 0",
    "simulate minivilles --seed -3": "The seed is -3",
    "simulate monopoly": "There is no game 'monopoly'; there is: ",
    "simulate minivilles -o first=Z": "The option 'first' is 'Z'; allowed: random, A, B",
    "simulate minivilles -o second=A": "There is no option 'second'",
    "simulate minivilles -o first": "must look like NAME=VALUE",
    "simulate minivilles --lang de": "There is no language 'de'; there is: en, fr",
    "play minivilles --players 7": "players is 7; allowed: 2 to 5",
    "replay nowhere.txt": "nowhere.txt can't be read: No such file",
    "rules check nowhere.toml": "nowhere.toml",
    "verify nowhere.txt": "nowhere.txt can't be read: No such file",
    f"verify {shlex.quote(str(GOLDEN))}": "This record has no commitment",
    "serve --database nonsense": "is no database that can be used; allowed: sqlite:///file.db",
    "serve --database sqlite:////dev/null/x/t.db": "Not a directory",
    "serve --set speed=1": "There is no option 'speed'; there is: pace",
    "serve --set pace=fast": "'pace' is 'fast'; allowed: numbers from 0",
    "proxy-config caddy": "There is no proxy 'caddy'; there is: haproxy, nginx",
    "proxy-config haproxy --server here": "'server' is 'here'; allowed: HOST:PORT or NAME=HOST",
    "proxy-config haproxy --server a=h:1 --server a=i:2": "Two servers are called 'a'",
    "proxy-config haproxy --listen 80": "'listen' is '80'; allowed: :PORT or ADDRESS:PORT",
    "proxy-config haproxy --listen :70000": "'listen' is ':70000'; allowed: :PORT",
    "proxy-config haproxy --redirect :80": "--redirect needs a certificate",
    "proxy-config haproxy --certificate 'a b'": "'certificate' is 'a b'; allowed: the path",
    "proxy-config haproxy --certificate a --tls-passthrough": "choose one",
    "proxy-config haproxy --key a": "--key is for nginx only",
    "proxy-config haproxy --connections 0": "'connections' is 0; allowed: whole numbers from 1",
    "proxy-config nginx --certificate a": "add --key FILE",
    "proxy-config nginx --resolve": "--resolve is for HAProxy only",
    "proxy-config nginx --lang de": "There is no language 'de'",
    "move-database nonsense sqlite:///x.db": "is no database that can be used; allowed: sqlite:///",
    "move-database sqlite:///nowhere.db sqlite:///x.db": "the source: unable to open database file",
    "serve --host 192.0.2.1 --database sqlite:///unused.db": "Can't listen at 192.0.2.1",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_asked_wrongly_is_answered_with_what_is_allowed(words: str):
    # Whoever plays on this machine has the usual port.
    port = ["--port", str(free_port())] if words.startswith("serve") else []
    ended = run(*shlex.split(words), *port)
    assert ended.returncode == 2
    assert WRONG[words] in " ".join(ended.stderr.split())


def test_a_source_that_is_missing_leaves_no_target_behind(tmp_path: Path):
    target = tmp_path / "new.db"
    ended = run("move-database", f"sqlite:///{tmp_path / 'nowhere.db'}", f"sqlite:///{target}")
    assert ended.returncode == 2
    assert not target.exists()


def test_mistakes_are_explained_in_french_where_the_system_speaks_it():
    ended = run("simulate", "monopoly", LC_ALL="fr_FR.UTF-8")
    assert ended.stderr == f"Pas de jeu 'monopoly' ; il y a : {', '.join(games())}.\n"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_print_every_clause_with_the_tests_that_show_it(language: str):
    ended = run("rules", "minivilles", "--lang", language, COLUMNS="2000")
    for clause in clauses("minivilles"):
        assert clause.id in ended.stdout
        assert getattr(clause.text, language) in ended.stdout
        assert all(test in ended.stdout for test in clause.shown_by)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["lutins", "my_little_town"])
def test_rules_say_what_is_reconstructed_and_how_to_play_with_another_box(game: str, language: str):
    ours = reconstructed(game)
    assert ours
    said = run("rules", game, "--lang", language, COLUMNS="2000").stdout
    assert getattr(ours, language) in said
    assert f"faubourg play {game} --components" in said


def test_scenarios_that_hold_are_ticked():
    ended = run("rules", "check", SCENARIOS / "fees.toml")
    assert ended.returncode == 0
    assert "✓" in ended.stdout
    assert "✗" not in ended.stdout


def test_a_scenario_that_does_not_hold_is_explained(tmp_path: Path):
    quarrel = tmp_path / "quarrel.toml"
    quarrel.write_text(
        'game = "minivilles"\n[[scenario]]\ntitle = "Two for a Bakery"\nposition = {}\n'
        '[[scenario.step]]\nplay = "die 2"\nexpect = { towns = { A = { coins = 5 } } }\n'
    )
    ended = run("rules", "check", quarrel)
    assert ended.returncode == 1
    assert "✗ Two for a Bakery: does not hold" in ended.stdout
    assert "step 1: towns.A.coins is 4, not 5" in ended.stdout
    assert "étape 1 : towns.A.coins vaut 4" in run("rules", "check", quarrel, "--lang", "fr").stdout


def test_a_record_is_told_turn_by_turn():
    ended = run("replay", GOLDEN)
    assert ended.returncode == 0
    assert "5 landmarks are built" in ended.stdout.splitlines()[-1]


def test_a_record_with_a_wrong_move_is_refused_with_its_line(tmp_path: Path):
    lines = GOLDEN.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("A build"))
    lines[number] = "A build airport"
    broken = tmp_path / "broken.txt"
    broken.write_text("\n".join(lines))
    ended = run("replay", broken)
    assert ended.returncode == 2
    assert f"line {number + 1}: Airport costs 30" in ended.stderr
    assert "(mv-16)" in ended.stderr


def test_a_reader_that_goes_away_is_no_reason_to_complain():
    command = f"'{sys.executable}' -m faubourg rules minivilles | head -1"
    ended = subprocess.run(
        ["bash", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.stderr == ""
    assert "Minivilles" in ended.stdout


BOX = folder("minivilles") / "components.toml"


def test_ones_own_components_are_played_and_kept_with_the_game(tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_text(BOX.read_text(encoding="utf-8").replace("_win = 5", "_win = 1"), "utf-8")
    words = ["simulate", "minivilles", "--games", "200", "--seed", "1"]
    shorter, usual = run(*words, "--components", mine), run(*words)
    assert shorter.returncode == usual.returncode == 0
    assert shorter.stdout != usual.stdout
    state = tmp_path / "state"
    asked = ["play", "minivilles", "--seats", "greedy,random", "--components", mine]
    assert run(*asked, XDG_STATE_HOME=str(state), FAUBOURG_FAST="1").returncode == 0
    [kept] = state.rglob("*.txt")
    mine.unlink()
    assert "1 landmarks are built" in run("replay", kept).stdout


def test_components_that_can_not_be_played_with_are_refused_with_the_line(tmp_path: Path):
    lines = BOX.read_text(encoding="utf-8").splitlines()
    place = lines.index('colour = "red"')
    lines[place] = 'colour = "pink"'
    faulty = tmp_path / "faulty.toml"
    faulty.write_text("\n".join(lines), encoding="utf-8")
    for command in ("play", "simulate"):
        ended = run(command, "minivilles", "--components", faulty)
        assert ended.returncode == 2
        assert (
            f"line {place + 1}: The components: colour of cafe: 'pink' is unknown" in ended.stderr
        )
