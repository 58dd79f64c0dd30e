"""Games, their options and their components: found by folder, checked with clear words."""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faubourg
from faubourg.bots.match import play
from faubourg.core.contract import Option
from faubourg.core.errors import (
    ComponentsError,
    FaubourgError,
    IllegalAction,
    OptionError,
    RecordError,
)
from faubourg.core.game import Game, folder, games, is_shipped, part, variants
from faubourg.core.options import check_options
from faubourg.core.text import Text
from faubourg.gamekit.new_game import new_game
from faubourg.games.minivilles.components import Minivilles, load
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record
from tests.effort import many


def run(code: str, **env: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env=os.environ | env,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ------------------------------------------------------------ the package


def test_every_public_name_can_be_imported():
    assert faubourg.__all__
    for name in faubourg.__all__:
        found = getattr(faubourg, name)
        assert not isinstance(found, ModuleType)  # a folder of the same name would hide it
        assert getattr(faubourg, name) is found
    scope: dict[str, Any] = {}
    exec("from faubourg import *", scope)
    assert set(faubourg.__all__) <= scope.keys()


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = faubourg.chess  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_heavy():
    code = (
        "import faubourg, sys; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    assert run(code) == "[]"


def test_every_error_of_ours_is_a_faubourg_error():
    errors = [
        name for name in faubourg.__all__ if name.endswith("Error") or name == "IllegalAction"
    ]
    assert len(errors) >= 7
    for name in errors:
        assert issubclass(getattr(faubourg, name), FaubourgError)


# ------------------------------------------------------------ found by folder


def test_games_are_the_folders_under_games():
    home = folder(games()[0]).parent
    folders = [path.parent.name for path in home.glob("*/__init__.py")]
    assert sorted(folders) == games() == sorted(games())
    assert "minivilles" in games()


@pytest.fixture
def hamlet(tmp_path: Path) -> Path:
    """A folder with one more game: Minivilles under another name, and things that are no game."""
    home = tmp_path / "more games"
    shutil.copytree(
        folder("minivilles"), home / "hamlet", ignore=shutil.ignore_patterns("__pycache__")
    )
    for path in (home / "hamlet").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("games.minivilles", "games.hamlet"), encoding="utf-8")
    (home / "notes").mkdir()
    (home / "notes.txt").write_text("no game")
    (home / "helper.py").write_text('"""No game either."""\n')
    return home


def test_a_game_added_as_a_folder_is_found_and_played_like_any_other(hamlet: Path):
    code = """
        import json
        from faubourg import Game, Record, play, simulate
        from faubourg.core.game import games
        from faubourg.records.clauses import clauses
        found = {"games": games(), "clauses": len(clauses("hamlet"))}
        for name in ("hamlet", "minivilles"):
            game = Game(name, 3, first="B")
            record = play(game, ["random", "greedy", "random"], seed=4)
            assert Record.loads(record.dumps()) == record
            batch = simulate(game, ["greedy"] * 3, games=1, seed=4, workers=1)
            found[name] = [record.moves, record.replay().view(), batch.steps, batch.wins]
        assert Game("hamlet").rules is not Game("minivilles").rules
        print(json.dumps(found))
    """
    found = json.loads(run(code, NUMBA_DISABLE_JIT="1", FAUBOURG_GAMES=str(hamlet)))
    assert found["games"] == sorted([*games(), "hamlet"])
    assert found["hamlet"] == found["minivilles"]
    assert found["clauses"] > 0


def test_folders_of_games_are_searched_each_once_and_the_packages_own_first(
    hamlet: Path, monkeypatch: pytest.MonkeyPatch
):
    own = folder("minivilles").parent
    monkeypatch.setenv("FAUBOURG_GAMES", os.pathsep.join([str(hamlet), "", str(own), str(hamlet)]))
    assert "hamlet" in games()
    assert folder("hamlet") == hamlet / "hamlet"
    assert is_shipped("minivilles")
    assert not is_shipped("hamlet")
    monkeypatch.delenv("FAUBOURG_GAMES")
    assert "hamlet" not in games()


@pytest.mark.parametrize("wrong", ["nowhere", "notes.txt"])
def test_a_folder_of_games_that_can_not_be_read_is_named(
    hamlet: Path, wrong: str, monkeypatch: pytest.MonkeyPatch
):
    (hamlet / "notes.txt").write_text("no folder")
    monkeypatch.setenv("FAUBOURG_GAMES", str(hamlet / wrong))
    with pytest.raises(FaubourgError) as refused:
        games()
    assert refused.value.code == "no-games-folder"
    for said in refused.value.text:
        assert "FAUBOURG_GAMES" in said
        assert str(hamlet / wrong) in said


def test_two_games_of_one_name_are_refused(hamlet: Path, monkeypatch: pytest.MonkeyPatch):
    (hamlet / "hamlet").rename(hamlet / "cities")
    monkeypatch.setenv("FAUBOURG_GAMES", str(hamlet))
    with pytest.raises(FaubourgError) as refused:
        games()
    assert refused.value.code == "two-games"
    assert all(str(hamlet) in said and "cities" in said for said in refused.value.text)


def test_a_game_without_its_four_files_is_refused_with_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    making = new_game("half_made", tmp_path)
    (making / "notation.py").unlink()
    monkeypatch.setenv("FAUBOURG_GAMES", str(tmp_path))
    importlib.invalidate_caches()
    with pytest.raises(FaubourgError) as refused:
        part("half_made", "notation")
    assert refused.value.code == "incomplete-game"
    assert "has no notation.py; a game needs components.py, state.py" in refused.value.text.en
    assert "half_made" in refused.value.text.fr


@pytest.mark.parametrize("name", ["chess", "", "Minivilles", "mini villes", "../games", None, 3])
def test_a_game_that_is_not_there_is_refused_with_those_that_are(name: Any):
    for ask in (Game, folder, lambda name: part(name, "rules"), lambda name: list(variants(name))):
        with pytest.raises(OptionError) as refused:
            ask(name)
        assert refused.value.code == "unknown-game"
        assert "minivilles" in refused.value.text.en
        assert "minivilles" in refused.value.text.fr


# ------------------------------------------------------------ options


@pytest.mark.parametrize("players", [1, 6, 0, -2, 2.0, "3", True, 10**30], ids=repr)
def test_a_wrong_number_of_players_is_refused_with_what_is_allowed(players: Any):
    with pytest.raises(OptionError) as refused:
        Game("minivilles", players)
    assert refused.value.code == "players"
    assert "allowed: 2 to 5" in refused.value.text.en
    assert "permis : de 2 à 5" in refused.value.text.fr


@pytest.mark.parametrize("first", ["C", "a", "", "everybody", None, 0, ["A"]], ids=repr)
def test_a_wrong_value_of_an_option_is_refused_with_what_is_allowed(first: Any):
    with pytest.raises(OptionError) as refused:
        Game("minivilles", 2, first=first)
    assert refused.value.code == "first"
    assert "allowed: random, A, B." in refused.value.text.en
    assert "permis : random, A, B." in refused.value.text.fr


@pytest.mark.parametrize("option", ["last", "First", "name", "self"])
def test_an_option_that_is_not_there_is_refused_with_those_that_are(option: str):
    with pytest.raises(OptionError) as refused:
        Game("minivilles", 2, **{option: "A"})
    assert refused.value.code == "unknown-option"
    assert "players, first" in refused.value.text.en


def test_options_not_given_have_their_defaults():
    game = Game("minivilles")
    assert game.players == 2
    assert game.options == {"first": "random", "park": "later", "reroll": "chosen"}
    assert game == Game("minivilles", 2, first="random")
    assert hash(game) == hash(Game("minivilles", 2))
    assert game != Game("minivilles", 3)
    assert game != Game("minivilles", 2, first="A")
    assert game != "minivilles"


def test_a_default_may_depend_on_the_number_of_players_and_on_the_version():
    wind = Option(
        "wind",
        Text("wind", "vent"),
        lambda players, version: "storm" if players > 2 and version > 1 else "calm",
        lambda players: ["calm", "storm"],
    )
    found = {
        (players, version): check_options([wind], {}, players, version, BOX)["wind"]
        for players in (2, 3)
        for version in (1, 2)
    }
    assert found == {(2, 1): "calm", (2, 2): "calm", (3, 1): "calm", (3, 2): "storm"}
    assert check_options([wind], {"wind": "calm"}, 3, 2, BOX) == {"wind": "calm"}


def test_variants_are_every_number_of_players_with_every_option():
    usual = Game("minivilles").options
    others = {"park": ["now"], "reroll": ["kept"]}
    assert list(variants("minivilles")) == [
        (players, usual | {name: value})
        for players in range(2, 6)
        for name, values in {"first": ["random", *"ABCDE"[:players]], **others}.items()
        for value in values
    ]
    for players, options in variants("minivilles"):
        assert repr(Game("minivilles", players, **options)).startswith(
            "Game('minivilles', players="
        )


# ------------------------------------------------------------ components

TEXT = (folder("minivilles") / "components.toml").read_text(encoding="utf-8")
LANDMARK = re.search(r"^\[\[landmark\]\]\n(.+\n)+", TEXT, re.M)
ESTABLISHMENT = re.search(r"^\[\[establishment\]\]\n(.+\n)+", TEXT, re.M)
assert LANDMARK is not None
assert ESTABLISHMENT is not None
BOX = Game("minivilles").components


def more(table: str, count: int) -> str:
    """So many copies of a table of the box, each with an id of its own."""
    return "\n".join(
        re.sub(r'^id = "', f'id = "n{number}_', table, flags=re.M) for number in range(count)
    )


DAMAGES = {
    # what is replaced (the first time), by what, the code of the error, a word of the sentence
    "no TOML": ("[game]", "[game", "unreadable", ""),
    "a key twice": ("starting_coins = 3", "starting_coins = 3\nplayers = []", "unreadable", ""),
    "no rules of the game": ("[game]", "[match]", "malformed", "game"),
    "no starting coins": ("starting_coins = 3", "", "malformed", "starting_coins"),
    "starting coins below zero": ("starting_coins = 3", "starting_coins = -3", "out-of-range", ""),
    "half a coin": ("starting_coins = 3", "starting_coins = 2.5", "out-of-range", ""),
    "coins in words": ("starting_coins = 3", 'starting_coins = "3"', "out-of-range", ""),
    "too many coins": ("starting_coins = 3", "starting_coins = 99999999999", "out-of-range", ""),
    "too many piles": ("market_piles = 9", "market_piles = 13", "out-of-range", "market_piles"),
    "no piles": ("market_piles = 9", "market_piles = 0", "out-of-range", "market_piles"),
    "piles yes": ("market_piles = 9", "market_piles = true", "out-of-range", "market_piles"),
    "too many landmarks to win": (
        "landmarks_to_win = 5",
        "landmarks_to_win = 7",
        "out-of-range",
        "landmarks_to_win",
    ),
    "six players": ("players = [2, 5]", "players = [2, 6]", "out-of-range", "players"),
    "players the wrong way round": ("players = [2, 5]", "players = [4, 3]", "out-of-range", ""),
    "one number of players": ("players = [2, 5]", "players = [2]", "out-of-range", "players"),
    "relief below zero": ("relief_coins = 2", "relief_coins = -1", "out-of-range", ""),
    "an unknown colour": ('colour = "blue"', 'colour = "pink"', "unknown-word", "pink"),
    "a colour that the effect can't have": (
        'colour = "blue"',
        'colour = "red"',
        "unknown-word",
        "red",
    ),
    "an unknown symbol": ('symbol = "wheat"', 'symbol = "star"', "unknown-word", "star"),
    "an unknown bonus symbol": ('["cup", "bread"]', '["cup", "star"]', "unknown-word", "star"),
    "an unknown effect": ('kind = "income"', 'kind = "luck"', "unknown-word", "luck"),
    "an effect without a kind": ('kind = "income", ', "", "malformed", "kind"),
    "an unknown word of an effect": ("coins = 1 }", "coin = 1 }", "unknown-word", "coin"),
    "a number that no dice show": ("numbers = [1]", "numbers = [15]", "out-of-range", "numbers"),
    "number zero": ("numbers = [1]", "numbers = [0]", "out-of-range", "numbers"),
    "a number in words": ("numbers = [1]", 'numbers = ["one"]', "out-of-range", "numbers"),
    "the same number twice": ("numbers = [1]", "numbers = [1, 1]", "twice", ""),
    "a cost below zero": ("\ncost = 1", "\ncost = -1", "out-of-range", "cost"),
    "a cost in words": ("\ncost = 1", '\ncost = "1"', "out-of-range", "cost"),
    "no cost": ("\ncost = 1", "", "malformed", "cost"),
    "too many cards": ("deck = 5", "deck = 300", "out-of-range", "deck"),
    "fewer cards than none": ("deck = 5", "deck = -1", "out-of-range", "deck"),
    "more cards than a deck holds": ("deck = 5", "deck = 200", "out-of-range", "deck"),
    "coins of an effect below zero": ("coins = 1 }", "coins = -1 }", "out-of-range", "coins"),
    "coins of an effect in words": ("coins = 1 }", 'coins = "one" }', "out-of-range", "coins"),
    "an unknown landmark": ('needs = "harbor"', 'needs = "castle"', "unknown-word", "castle"),
    "an unknown circle": ('among = "all"', 'among = "friends"', "unknown-word", "friends"),
    "the same card twice": ('id = "ranch"', 'id = "wheat_field"', "twice", ""),
    "the same name twice": ('en = "Ranch"', 'en = "Wheat Field"', "twice", ""),
    "a card called like a landmark": ('id = "ranch"', 'id = "harbor"', "twice", ""),
    "an id that notation can't have": ('id = "ranch"', 'id = "a ranch # here"', "id", "ranch"),
    "an id that is a number": ('id = "ranch"', "id = 5", "id", "5"),
    "no name at all": ('en = "Ranch"\nfr = "Ferme"\n', "", "name", "ranch"),
    "a name that is a number": ('fr = "Ferme"', "fr = 5", "name", "ranch"),
    "an unknown power": ('kind = "two_dice"', 'kind = "three_dice"', "unknown-word", "three_dice"),
    "the same power twice": ('kind = "two_dice"', 'kind = "again"', "twice", ""),
    "nine landmarks": (
        "[[landmark]]",
        f"{more(LANDMARK[0], 3)}\n[[landmark]]",
        "out-of-range",
        "landmark",
    ),
    "a landmark that a card needs is gone": (LANDMARK[0], "", "unknown-word", "harbor"),
    "one establishment too many": (
        "[[establishment]]",
        f"{more(ESTABLISHMENT[0], 9)}\n[[establishment]]",
        "out-of-range",
        "",
    ),
    "establishments that are no table": ("[game]", "establishment = 3\n[game]", "unreadable", ""),
}


def load_text(tmp_path: Path, text: str) -> Minivilles:
    path = tmp_path / "components.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_components_are_refused_with_a_reason(tmp_path: Path, damage: str):
    old, new, code, word = DAMAGES[damage]
    assert old in TEXT
    with pytest.raises(ComponentsError) as refused:
        load_text(tmp_path, TEXT.replace(old, new, 1))
    assert refused.value.code == code, str(refused.value)
    assert word in refused.value.text.en
    assert word in refused.value.text.fr
    assert refused.value.text.en.startswith(f"line {refused.value.line}: The components: ")
    assert refused.value.text.fr.startswith(f"ligne {refused.value.line} : Le matériel : ")
    assert 0 < refused.value.line <= len(TEXT.splitlines())


def test_the_line_of_a_mistake_is_that_of_the_word_at_fault(tmp_path: Path):
    lines = TEXT.splitlines()
    number = next(i for i, line in enumerate(lines) if line == 'id = "mine"')
    place = next(i for i in range(number, len(lines)) if lines[i].startswith("cost"))
    lines[place] = "cost = -6"
    with pytest.raises(ComponentsError) as refused:
        load_text(tmp_path, "\n".join(lines))
    assert refused.value.line == place + 1
    assert "cost of mine is -6" in str(refused.value)
    del lines[place]
    with pytest.raises(ComponentsError) as refused:
        load_text(tmp_path, "\n".join(lines))
    assert lines[refused.value.line - 1] == "[[establishment]]"
    assert "'cost' is missing" in str(refused.value)


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (binary, tmp_path / "missing.toml", tmp_path):
        with pytest.raises(ComponentsError) as refused:
            load(path)
        assert refused.value.code == "unreadable"


def test_a_copy_of_the_box_is_the_same_box(tmp_path: Path):
    copy = load_text(tmp_path, TEXT)
    assert copy.box.tobytes() == load().box.tobytes()
    assert copy.establishments == load().establishments


def test_other_prices_need_no_new_code(tmp_path: Path):
    changed = load_text(tmp_path, TEXT.replace("\ncost = 1\n", "\ncost = 2\n", 1))
    assert changed.establishments[0].cost == 2
    assert changed.box.cost[0] == 2


DEARER = TEXT.replace("landmarks_to_win = 5", "landmarks_to_win = 2").replace(
    "cost = 4", "cost = 5", 1
)


def test_a_game_is_played_with_a_users_own_components(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(DEARER, encoding="utf-8")
    game = Game("minivilles", players=2, components=path)
    assert not game.is_standard
    assert game == Game("minivilles", players=2, components=str(path))
    assert game == Game("minivilles", players=2, components=DEARER)
    assert game != Game("minivilles", players=2)
    assert max(simulate(game, ["greedy", "random"], games=50, seed=1).points.max(axis=1)) == 2


def test_a_smaller_box_can_be_played():
    last = TEXT.rindex("[[establishment]]")
    landmarks = TEXT.index("[[landmark]]")
    game = Game("minivilles", components=TEXT[:last] + TEXT[landmarks:])
    assert game.components.establishments[-1].id == "unused_36"
    record = play(game, ["greedy", "random"], seed=3)
    assert Record.loads(record.dumps()) == record
    for action in range(game.actions):
        if action not in game.start().weights():
            with pytest.raises(IllegalAction):
                game.start().check(action)


def test_a_record_carries_the_components_it_was_played_with():
    game = Game("minivilles", players=2, components=DEARER)
    record = play(game, ["greedy", "greedy"], seed=2)
    text = record.dumps()
    assert f"components: {game.components.digest}" in text
    assert text.endswith(DEARER)
    again = Record.loads(text)
    assert again == record
    assert again.replay() == record.replay()
    for damaged in (text.replace("cost = 22", "cost = 21"), text.replace(DEARER, "")):
        with pytest.raises(RecordError):
            Record.loads(damaged)
    broken = text.replace("cost = 22", "cost = true")
    with pytest.raises(RecordError) as refused:
        Record.loads(broken)
    assert broken.splitlines()[refused.value.line - 1] == "cost = true"
    changed = text.replace(game.components.digest, "0" * 16)
    with pytest.raises(RecordError) as refused:
        Record.loads(changed)
    assert (
        refused.value.line == text.splitlines().index(f"components: {game.components.digest}") + 1
    )


LINES = TEXT.splitlines()
NOISE = ["", "-1", "0", "3.5", "true", '"x"', "[]", "{}", "[1, 2]", "nan", "1979-05-27", "9" * 30]


@settings(max_examples=many(150), deadline=None)
@given(data=st.data())
def test_any_change_of_a_line_is_a_box_or_a_components_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
):
    number = data.draw(st.integers(0, len(LINES) - 1))
    key, equals, value = LINES[number].partition(" = ")
    noise = data.draw(st.sampled_from(NOISE) | st.text(max_size=8))
    kind = data.draw(st.sampled_from(["value", "key", "drop", "within"]))
    line = {
        "value": f"{key}{equals}{noise}",
        "key": f"{noise}{equals}{value}",
        "drop": "",
        "within": re.sub(r'\d+|"\w+"', lambda _: noise, LINES[number], count=1),
    }[kind]
    text = "\n".join([*LINES[:number], line, *LINES[number + 1 :]])
    try:
        box = load_text(tmp_path_factory.mktemp("box"), text)
    except ComponentsError:
        return
    assert tomllib.loads(text)
    assert len([one for one in box.landmarks if "unused" not in one.id]) == 6
    for card in (*box.establishments, *box.landmarks):
        assert isinstance(card.cost, int)
        assert card.cost >= 0
        assert all(isinstance(name, str) and name for name in (card.id, *card.name))
