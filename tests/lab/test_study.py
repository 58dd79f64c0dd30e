"""Studies: what they may say, and what is said of a bad one."""

import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.bot import CompiledBot, MctsBot
from faubourg.core.errors import StudyError
from faubourg.core.game import Game, games
from faubourg.gamekit.toml_text import to_toml
from faubourg.lab.simulate import simulate
from faubourg.lab.study.file import load
from faubourg.lab.study.patch import patched
from tests.effort import many
from tests.lab.conftest import SMALL, Write

HEAD = 'game = "minivilles"\ngames = 10\n'
LUTINS = 'game = "lutins"\ngames = 10\nplayers = 3\n'


def test_what_a_study_leaves_out_has_its_usual_value(write: Write):
    study = load(write(HEAD))
    assert (study.title, study.players, study.seed, study.luck) == ("study", (2,), 1, 4096)
    [cell] = study.cells
    assert cell.game == Game("minivilles", 2)
    assert cell.seats == ("greedy", "greedy")
    assert cell.label.en == "as it is, 2 players"


def test_every_variant_is_played_with_every_number_of_players(write: Write):
    text = HEAD + 'players = [2, 4]\n[[variant]]\nname = "a"\n[[variant]]\nname = "b"\n'
    cells = load(write(text)).cells
    assert [(cell.variant.name, cell.players) for cell in cells] == [
        ("a", 2),
        ("a", 4),
        ("b", 2),
        ("b", 4),
    ]
    assert [cell.number for cell in cells] == [0, 1, 2, 3]


def test_bots_are_given_for_all_seats_or_seat_by_seat_or_by_number_of_players(write: Write):
    def seats(line: str) -> list[tuple[str, ...]]:
        return [cell.seats for cell in load(write(HEAD + line)).cells]

    assert seats('bots = "random"\nplayers = [2, 3]') == [("random",) * 2, ("random",) * 3]
    assert seats('bots = ["random", "greedy"]') == [("random", "greedy")]
    table = 'players = [2, 3]\nbots = { 2 = ["random", "greedy"], 3 = "greedy" }'
    assert seats(table) == [("random", "greedy"), ("greedy",) * 3]


def test_the_seconds_of_a_study_are_those_of_its_bots_that_think(write: Write):
    study = load(write(HEAD + 'seconds = 0.25\nbots = ["expert", "greedy"]\n'))
    [cell] = study.cells
    expert, greedy = study.bots(cell)
    assert isinstance(expert, MctsBot)
    assert expert.effort.seconds == 0.25
    assert isinstance(greedy, CompiledBot)
    usual = load(write(HEAD + 'bots = "expert"\n'))
    [bot, _] = usual.bots(usual.cells[0])
    assert isinstance(bot, MctsBot)
    assert bot.effort.seconds == 1.0


def test_a_level_with_an_effort_of_its_own_keeps_it(write: Write):
    study = load(write(HEAD + 'simulations = 25\nbots = ["steady", "expert"]\n'))
    steady, expert = study.bots(study.cells[0])
    assert isinstance(steady, MctsBot)
    assert isinstance(expert, MctsBot)
    assert (steady.effort.simulations, expert.effort.simulations) == (100, 25)


@pytest.mark.parametrize("effort", ["seconds = 0.25", "simulations = 25"])
def test_an_effort_that_no_bot_heeds_is_refused(write: Write, effort: str):
    with pytest.raises(StudyError) as refused:
        load(write(f'{HEAD}{effort}\nbots = "steady"\n'))
    assert "the bot 'expert'" in str(refused.value)
    assert refused.value.line == 3


def test_a_variant_has_options_and_bots_of_its_own(write: Write):
    text = HEAD + (
        '[options]\nfirst = "A"\n[[variant]]\nname = "a"\n'
        '[[variant]]\nname = "b"\nbots = "random"\noptions = { first = "B" }\n'
    )
    one, other = load(write(text)).cells
    assert (one.game.options["first"], one.seats[0]) == ("A", "greedy")
    assert (other.game.options["first"], other.seats[0]) == ("B", "random")


def test_the_studies_in_the_documentation_can_be_run():
    folder = Path(__file__).parents[2] / "docs" / "designers" / "studies"
    files = sorted(folder.glob("*.toml"))
    assert len(files) >= 6
    assert {load(file).game for file in files} == set(games())


def test_the_first_example_on_the_page_of_the_lab_is_right(write: Write):
    page = Path(__file__).parents[2] / "docs" / "designers" / "lab.md"
    text = page.read_text(encoding="utf-8")
    study = re.findall(r"```toml\n(.*?)```", text, re.S)[0]
    assert [cell.label.en for cell in load(write(study)).cells][-1] == "mine +2, 4 players"
    with pytest.raises(StudyError) as refused:
        load(write(study.replace("mine.cost", "mien.cost")))
    told = re.findall(r"```text\n(.*?), …\n```", text)[0]
    assert str(refused.value).startswith(told)


def test_the_page_adds_a_card_to_the_full_printed_box(write: Write):
    page = Path(__file__).parents[2] / "docs" / "designers" / "lab.md"
    examples = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    [added] = [text for text in examples if "variant.add" in text]
    [printed, cell] = load(write(f'{HEAD}[[variant]]\nname = "usual"\n{added}')).cells
    assert len(printed.game.components.all_establishments) == 28
    assert len(cell.game.components.all_establishments) == 29
    found = simulate(cell.game, ["greedy"] * cell.game.players, games=64, seed=1)
    assert found.unfinished == 0


# ------------------------------------------------------------ changes of the box


def test_a_dearer_card(write: Write):
    change = 'change = { establishment.bakery.cost = 4, "establishment.mine.cost" = "+2" }'
    text = f'{HEAD}[[variant]]\nname = "usual"\n[[variant]]\nname = "dear"\n{change}\n'
    usual, dear = (cell.game.components for cell in load(write(text)).cells)
    bakery, mine = usual.kind("bakery"), usual.kind("mine")
    assert dear.box.cost[bakery] == 4
    assert dear.box.cost[mine] == usual.box.cost[mine] + 2
    untouched = [kind for kind in range(28) if kind not in (bakery, mine)]
    assert (dear.box.cost[untouched] == usual.box.cost[untouched]).all()


def test_another_die(write: Write):
    text = LUTINS + '[[variant]]\nname = "die"\nchange.dice.gnome = [0, 2, 2, 2, 2, "gnome"]\n'
    [cell] = load(write(text)).cells
    assert cell.game.components.box.orange[0, 0, 3].tolist() == [1, 0, 4, 0, 0, 0, 0, 1]


def test_three_more_roofs(write: Write):
    """Every block must have a place in some house, so three of them get a roof more."""
    text = LUTINS + (
        '[[variant]]\nname = "roofs"\n[variant.change]\n'
        "shape.roof.blocks = { red = 3, orange = 3, yellow = 3 }\n"
        'house.bridge.levels = [["roof"], ["cube", "cube"], ["arch"]]\n'
        'house.aqueduct.levels = [["roof"], ["cube", "cube"], ["arch", "arch", "arch"]]\n'
        'house.flat_house.levels = [["roof"], ["long"], ["cube", "cube"]]\n'
    )
    [cell] = load(write(text)).cells
    usual = Game("lutins", 3).components.box
    assert cell.game.components.box.blocks.sum() == usual.blocks.sum() + 3
    assert cell.game.components.box.houses[:, 2].sum() == usual.houses[:, 2].sum() + 3


def test_cards_are_added_and_removed(write: Write):
    card = (
        'add.establishment = [{ id = "inn", en = "Inn", fr = "Auberge", colour = "green", '
        'symbol = "cup", numbers = [5], cost = 2, deck = 3, '
        'effect = { kind = "income", coins = 2 } }]'
    )
    text = f'{HEAD}[[variant]]\nname = "inn"\nremove = ["establishment.ranch"]\n{card}\n'
    [cell] = load(write(text)).cells
    ids = [card.id for card in cell.game.components.establishments]
    assert "inn" in ids
    assert "ranch" not in ids


def test_an_effect_with_a_kind_replaces_the_whole_effect():
    box = {"card": [{"id": "a", "effect": {"kind": "x", "per": ["cow"]}}]}
    merged = patched(box, {"card": {"a": {"effect": {"per": ["bread"]}}}}, {}, [])
    assert merged["card"][0]["effect"] == {"kind": "x", "per": ["bread"]}
    replaced = patched(box, {"card.a.effect": {"kind": "y"}}, {}, [])
    assert replaced["card"][0]["effect"] == {"kind": "y"}
    assert box["card"][0]["effect"]["kind"] == "x"  # the box itself is left alone


@pytest.mark.parametrize("name", games())
def test_a_box_that_is_written_reads_back_as_the_same_box(name: str):
    usual = Game(name).components
    data = tomllib.loads(usual.text)
    assert tomllib.loads(to_toml(data)) == data
    again = Game(name, components=to_toml(data)).components
    assert again.box.tobytes() == usual.box.tobytes()


LEAVES = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.floats(allow_nan=False, allow_infinity=False),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab.é\x7f "), inner),
    max_leaves=12,
)


@settings(max_examples=many(150), deadline=None)
@given(box=st.dictionaries(st.sampled_from(["game", "card", "a b"]), TREES, max_size=3))
def test_whatever_is_written_reads_back_as_it_was(box: dict[str, Any]):
    assert tomllib.loads(to_toml(box)) == box


# ------------------------------------------------------------ the digest


def test_a_study_that_travels_stays_the_same(write: Write):
    study = load(write())
    there = pickle.loads(pickle.dumps(study))
    assert there.digest == study.digest
    assert there.cells[0].game == study.cells[0].game


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("games = 700", "games = 701"),
        ("seed = 7", "seed = 8"),
        ('"greedy", "random"', '"random", "greedy"'),
        ("players = 2", 'players = 2\noptions = { first = "A" }'),
        (
            "seed = 7",
            'seed = 7\n[[variant]]\nname = "as it is"\nchange = { establishment.bakery.cost = 2 }',
        ),
    ],
)
def test_whatever_changes_the_games_changes_the_digest(write: Write, old: str, new: str):
    assert load(write(SMALL.replace(old, new))).digest != load(write()).digest


def test_a_title_and_a_comment_change_nothing(write: Write):
    other = "# A remark\n" + SMALL.replace("A small study", "Another title")
    assert load(write(other)).digest == load(write()).digest


# ------------------------------------------------------------ bad studies

VARIANT = HEAD + '[[variant]]\nname = "x"\n'
SWEEP = HEAD + '[[sweep]]\nchange = "establishment.bakery.cost"\n'
FIND = SWEEP + 'from = 1\nto = 5\n\n[find]\nmeasure = "turns in a game"\n'
COINS = '[[sweep]]\nname = "{n}"\nchange = "game.starting_coins"\nfrom = 1\nto = 99\n'
MANY = HEAD + "".join(COINS.format(n=n) for n in "ab")
BAD = {
    "no TOML": ("game =", 1, "no TOML"),
    "no game": ("games = 10", 1, "'game' is missing"),
    "an unknown game": ('games = 1\ngame = "chess"', 2, "there is: cities"),
    "no games": ('game = "minivilles"', 1, "'games' is missing"),
    "games that are no number": ('game = "minivilles"\ngames = "many"', 2, "a whole number from 1"),
    "an unknown field": (HEAD + "speed = 3", 3, "there is: title, game"),
    "too many players": (HEAD + "players = [2, 9]", 3, "from 2 to 5"),
    "players twice": (HEAD + "players = [2, 2]", 3, "each once"),
    "an unknown bot": (HEAD + 'bots = "clever"', 3, "there is: random, greedy"),
    "a bot that can't be found": (HEAD + 'bots = "no.such:Bot"', 3, "module:Class"),
    "bots for the wrong number": (HEAD + 'players = 3\nbots = ["greedy"]', 4, "a list of 3"),
    "a bad seed": (HEAD + "seed = -1", 3, "from 0 to"),
    "a bad time": (HEAD + "seconds = 0", 3, "seconds up to 600"),
    "a bad shard": (HEAD + "shard = 10", 3, "from 256"),
    "an unknown option": (HEAD + "[options]\nlucky = true", 3, "there is: players, first"),
    "a bad option": (HEAD + '[options]\nfirst = "Z"', 3, "allowed: random, A, B"),
    "a variant without a name": (HEAD + "[[variant]]\n", 3, "'name' is missing"),
    "a name twice": (VARIANT + '[[variant]]\nname = "x"', 6, "a name of its own"),
    "an unknown word in a variant": (VARIANT + "colour = 1", 5, "there is: name, options"),
    "a table that is not there": (VARIANT + "change.cards.x = 1", 5, "there is: game, "),
    "a card that is not there": (
        VARIANT + "change.establishment.bakry.cost = 1", 5, "there is: wheat_field, "
    ),
    "a word that is not there": (
        VARIANT + "change.establishment.bakery.costs = 1", 5, "there is: id, en, fr"
    ),
    "a value that is not allowed": (
        VARIANT + "change.establishment.bakery.cost = -3", 5, "it may be 0 to 9999"
    ),
    "an end of the path": (VARIANT + 'change."game.starting_coins.x" = 1', 5, "nothing below"),
    "added to no list": (VARIANT + "add.game = [{ id = 1 }]", 5, "nothing can be added"),
    "a sweep without values": (SWEEP, 3, "a list of different 'values'"),
    "a sweep of one value": (SWEEP + "values = [3]", 5, "a list of different 'values'"),
    "a sweep backwards": (SWEEP + "from = 5\nto = 3", 5, "'from' and 'to' as whole numbers"),
    "a sweep of nothing": (
        SWEEP.replace("bakery", "bakry") + "values = [1, 2]", 4, "there is: wheat_field, "
    ),
    "a sweep beside variants": (VARIANT + SWEEP[len(HEAD):] + "values = [1, 2]", 3, "absent"),
    "a word that a sweep has not": (SWEEP + "values = [1, 2]\nspeed = 1", 6, "there is: name"),
    "too many combinations": (MANY, 3, "at most 1000"),
    "a stop without a width": (HEAD + '[stop]\nmeasure = "turns in a game"', 3, "above 0"),
    "a target that is no number": (FIND + 'target = "a"', 10, "a number (shares"),
    "nothing to find": (HEAD + '[find]\nmeasure = "x"\ntarget = 1', 3, "exactly one [[sweep]]"),
    "two efforts": (HEAD + 'bots = "expert"\nseconds = 1\nsimulations = 9', 5, "absent where"),
    "dice that are neither": (HEAD + "common = 1", 3, "true or false"),
    "a box that is not there": (HEAD + 'components = "no.toml"', 3, "a file that can be read"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_study_is_refused_with_its_line_and_what_is_allowed(write: Write, what: str):
    text, line, words = BAD[what]
    with pytest.raises(StudyError) as refused:
        load(write(text))
    assert words in str(refused.value)
    assert refused.value.line == line, str(refused.value)
    assert refused.value.text.fr != refused.value.text.en


def test_a_study_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(StudyError) as refused:
        load(tmp_path / "none.toml")
    assert "can't be read" in str(refused.value)


def test_a_box_of_ones_own_lies_beside_the_study(write: Write, tmp_path: Path):
    box = Game("minivilles").components.text.replace("starting_coins = 3", "starting_coins = 8")
    (tmp_path / "mine.toml").write_text(box, encoding="utf-8")
    text = HEAD + 'components = "mine.toml"\n[[variant]]\nname = "a"\n'
    text += '[[variant]]\nname = "b"\nchange = { game.starting_coins = "+1" }\n'
    one, other = (cell.game.components.box for cell in load(write(text)).cells)
    assert (one.starting_coins, other.starting_coins) == (8, 9)
