"""Every scenario holds, and the runner says in plain words when one does not or can't be read."""

from pathlib import Path

import pytest

from faubourg.core.errors import OptionError, ScenarioError
from faubourg.records.scenario import Scenario, load

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.glob("*/*.toml"))


def all_scenarios() -> list[object]:
    return [
        pytest.param(scenario, id=f"{path.stem}: {scenario.title}")
        for path in FILES
        for scenario in load(path)
    ]


@pytest.mark.parametrize("scenario", all_scenarios())
def test_the_scenario_holds(scenario: Scenario):
    assert scenario.failures() == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_scenario_names_its_clauses_and_lies_in_the_folder_of_its_game(path: Path):
    for scenario in load(path):
        assert scenario.clauses, scenario.title
        assert scenario.game.name == path.parent.name


# ---------------------------------------------------------------- expectations that do not hold


def scenarios(folder: Path, text: str) -> list[Scenario]:
    path = folder / "quarrel.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def failures(folder: Path, step: str, position: str = "") -> list[str]:
    """What is wrong with a scenario of two players in which A rolls a 2 and has a Bakery."""
    text = f'game = "minivilles"\n[[scenario]]\ntitle = "It"\nposition = {{ {position} }}\n'
    [scenario] = scenarios(folder, f'{text}[[scenario.step]]\nplay = "die 2"\n{step}\n')
    found = scenario.failures()
    assert all(said.fr.startswith("étape ") for said in found)
    return [said.en for said in found]


def test_a_scenario_that_holds_has_no_failures(tmp_path: Path):
    assert failures(tmp_path, "expect = { towns = { A = { coins = 4 } } }") == []


WRONG = {
    "expect = { towns = { A = { coins = 5 } } }": "step 1: towns.A.coins is 4, not 5",
    "expect = { phase = 'roll' }": "step 1: phase is 'build', not 'roll'",
    "expect = { towns = { A = { cards = { ranch = 1 } } } }": "towns.A.cards.ranch is 0, not 1",
    "expect = { towns = { A = { cards = {} } } }": "towns.A.cards is {'wheat_field': 1",
    "expect = { towns = { A = { coin = 0 } } }": "towns.A.coin is unknown; there is: coins, cards",
    "expect = { towns = { Z = { coins = 0 } } }": "towns.Z is unknown; there is: A, B",
    "expect = { agian = false }": "agian is unknown; there is: turn",
    "expect = { towns = 3 }": "towns is {'A': ",
    "expect = { seat = { A = 1 } }": "seat is 'A', not {'A': 1}",
    "legal = ['pass', 'build mine']": "step 1: 'build mine' is not legal",
    "legal = ['bild mine']": "'bild mine' is no move of Minivilles; moves look like: pass",
    "illegal = { 'pass' = 'mv-6' }": "'pass' is legal, but mv-6 should refuse it",
    "illegal = { 'build mine' = 'mv-4' }": "refused by mv-16, not by mv-4: Mine costs",
    "illegal = { 'build min' = 'mv-4' }": "There is no card 'min'; there is: mine",
    "only = ['pass']": "legal are build apple_orchard, build forest, build general_store",
    "chance = { 'die 1' = '1/6' }": "the chance of 'die 1' is 0, not 1/6",
    "impossible = ['die 1']": "nothing is left to chance now",
    "events = [{ kind = 'earned', coins = 7 }]": "no event {'kind': 'earned', 'coins': 7}",
    "events = [{ kind = 'earned' }, { kind = 'rolled' }]": "no event {'kind': 'rolled'} (in this",
    "winners = ['A']": "winners are [], not ['A']",
}


@pytest.mark.parametrize("step", WRONG)
def test_a_wrong_expectation_is_reported_in_words(tmp_path: Path, step: str):
    [said] = failures(tmp_path, step)
    assert said.startswith("step 1: ")
    assert WRONG[step] in said


def test_chances_are_compared_exactly(tmp_path: Path):
    wrong = "[[scenario.step]]\nplay = 'pass'\nchance = { 'die 1' = '1/6', 'die 2' = '0.1666' }"
    assert failures(tmp_path, wrong) == ["step 2: the chance of 'die 2' is 1/6, not 0.1666"]
    possible = "[[scenario.step]]\nplay = 'pass'\nimpossible = ['die 1', 'dice 1 1']"
    assert failures(tmp_path, possible) == ["step 2: 'die 1' is possible"]


def test_dice_left_lying_from_the_last_turn_do_not_roll_again(tmp_path: Path):
    now = "expect = { dice = [2], rolling = 1 }"
    assert failures(tmp_path, now, "dice = [3, 3]") == []


def test_cards_may_be_called_by_their_names_in_both_languages(tmp_path: Path):
    assert failures(tmp_path, "legal = ['build Épicerie', 'build General Store']") == []


def test_a_move_that_is_not_allowed_ends_the_scenario_with_the_clause(tmp_path: Path):
    first = "expect = { towns = { A = { coins = 5 } } }\n[[scenario.step]]\nplay = 'build mine'\n"
    said = failures(tmp_path, f"{first}[[scenario.step]]\nplay = 'pass'")
    assert said == [
        "step 1: towns.A.coins is 4, not 5",
        "step 2: Mine costs 6; there are 4 coins. (mv-16)",
    ]


def test_moves_after_the_end_are_refused_without_a_clause(tmp_path: Path):
    town = 'landmarks = ["harbor", "shopping_mall", "radio_tower", "airport"]'
    position = f"towns = {{ A = {{ coins = 9, {town} }} }}"
    over = "[[scenario.step]]\nplay = ['keep', 'build train_station']\nillegal = { 'pass' = '' }"
    assert failures(tmp_path, over, position) == []


# ---------------------------------------------------------------- files that can't be read

SCENARIO = '[[scenario]]\ntitle = "It"\n'
STEP = "[[scenario.step]]\n"

MALFORMED = {
    "": "a file needs 'game' and at least one [[scenario]]",
    'game = "minivilles"': "a file needs 'game' and at least one [[scenario]]",
    'game = "minivilles"\nscenario = []': "a file needs 'game' and at least one [[scenario]]",
    "not TOML": "Expected '=' after a key",
    "game = 3": "'game' is 3; it must be a text in quotes",
    "scenario = 3": "'scenario' is 3; it must be a list of tables",
    "scenario = [3]": "'scenario' is [3]; it must be a list of tables",
    "games = 'minivilles'": "'games' is unknown here; known: game, scenario",
}
MALFORMED_SCENARIOS = {
    f"[[scenario]]\n{STEP}": "a scenario needs 'title'",
    f"[[scenario]]\ntitle = ''\n{STEP}": "a scenario needs 'title'",
    f"[[scenario]]\ntitle = 3\n{STEP}": "'title' is 3; it must be a text in quotes",
    SCENARIO: "a scenario needs 'step'",
    f"{SCENARIO}step = []": "a scenario needs 'step'",
    f"{SCENARIO}step = 5": "'step' is 5; it must be a list of tables",
    f"{SCENARIO}step = ['die 3']": "'step' is ['die 3']; it must be a list of tables",
    f"{SCENARIO}clauses = 'mv-1'\n{STEP}": "'clauses' is 'mv-1'; it must be a list of texts",
    f"{SCENARIO}clauses = [1]\n{STEP}": "'clauses' is [1]; it must be a list of texts",
    f"{SCENARIO}options = 3\n{STEP}": "'options' is 3; it must be a table",
    f"{SCENARIO}position = 3\n{STEP}": "'position' is 3; it must be a table",
    f"{SCENARIO}colour = 3\n{STEP}": "'colour' is unknown here; known: clauses, options, players",
    f"{SCENARIO}{STEP}plai = 'pass'": "'plai' is unknown here; known: chance, events, expect",
    f"{SCENARIO}{STEP}play = 3": "'play' is 3; it must be a move in quotes or a list of moves",
    f"{SCENARIO}{STEP}play = [3]": "'play' is [3]; it must be a move in quotes or a list of moves",
    f"{SCENARIO}{STEP}expect = 7": "'expect' is 7; it must be a table",
    f"{SCENARIO}{STEP}legal = 'pass'": "'legal' is 'pass'; it must be a list of texts",
    f"{SCENARIO}{STEP}only = [1]": "'only' is [1]; it must be a list of texts",
    f"{SCENARIO}{STEP}illegal = ['pass']": "it must be a table of moves with the clause of each",
    f"{SCENARIO}{STEP}illegal = {{ pass = 6 }}": "it must be a table of moves with the clause",
    f"{SCENARIO}{STEP}chance = '1/6'": "it must be a table of outcomes with the chance of each",
    f"{SCENARIO}{STEP}chance = {{ 'die 1' = '1/0' }}": 'the chance of each, such as "1/6"',
    f"{SCENARIO}{STEP}chance = {{ 'die 1' = 'a' }}": 'the chance of each, such as "1/6"',
    f"{SCENARIO}{STEP}chance = {{ 'die 1' = '-1' }}": 'the chance of each, such as "1/6"',
    f"{SCENARIO}{STEP}chance = {{ 'die 1' = 0.5 }}": 'the chance of each, such as "1/6"',
    f"{SCENARIO}{STEP}impossible = 1": "'impossible' is 1; it must be a list of texts",
    f"{SCENARIO}{STEP}events = 'paid'": "'events' is 'paid'; it must be a list of tables",
    f"{SCENARIO}{STEP}winners = 'A'": "'winners' is 'A'; it must be a list of texts",
    f"{SCENARIO}{STEP}note = 1": "'note' is 1; it must be a text in quotes",
    f"{SCENARIO}{STEP}{SCENARIO}{STEP}": "It: two scenarios have this title",
}
MALFORMED |= {f'game = "minivilles"\n{text}': said for text, said in MALFORMED_SCENARIOS.items()}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_file_is_reported_in_words(tmp_path: Path, text: str):
    with pytest.raises(ScenarioError) as caught:
        scenarios(tmp_path, text)
    assert MALFORMED[text] in str(caught.value)
    assert caught.value.sentence("fr") != caught.value.sentence("en") or text == "not TOML"


WRONG_OPTIONS = {
    "players = 'x'": "The number of players is 'x'; allowed: 2 to 5.",
    "players = 9": "The number of players is 9; allowed: 2 to 5.",
    "players = true": "The number of players is True; allowed: 2 to 5.",
    "players = [2]": "The number of players is [2]; allowed: 2 to 5.",
    "options = { first = 'Z' }": "The option 'first' is 'Z'; allowed: random, A, B.",
    "options = { first = 3 }": "The option 'first' is 3; allowed: random, A, B.",
    "options = { last = 'A' }": "There is no option 'last'; there is: first, park, reroll.",
    "options = { players = 3 }": "There is no option 'players'; there is: first, park, reroll.",
    "options = { name = 'cities' }": "There is no option 'name'; there is: first, park, reroll.",
    "options = { self = 1 }": "There is no option 'self'; there is: first, park, reroll.",
}


@pytest.mark.parametrize("line", WRONG_OPTIONS)
def test_a_wrong_option_says_what_is_allowed(tmp_path: Path, line: str):
    with pytest.raises(OptionError) as caught:
        scenarios(tmp_path, f'game = "minivilles"\n{SCENARIO}{line}\n{STEP}')
    assert str(caught.value) == WRONG_OPTIONS[line]


@pytest.mark.parametrize("game", ["chess", "", "../games", "minivilles.rules"])
def test_a_game_that_is_not_there_is_named(tmp_path: Path, game: str):
    with pytest.raises(OptionError, match=f"There is no game '{game}'; there is: .*minivilles"):
        scenarios(tmp_path, f'game = "{game}"\n{SCENARIO}{STEP}')


@pytest.mark.parametrize("name", [".", "nowhere.toml"])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str):
    with pytest.raises(ScenarioError, match=str(tmp_path)):
        load(tmp_path / name)


def test_a_file_that_is_no_text_is_named(tmp_path: Path):
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(ScenarioError, match=r"picture\.toml"):
        load(tmp_path / "picture.toml")


# ---------------------------------------------------------------- positions that can't be

WHOLE = "it must be a whole number from"
POSITIONS = {
    "colour = 3": "position: 'colour' is wrong; it must be one of: again, deck, dice",
    "seat = 'Z'": "seat: 'Z' is wrong; it must be one of: A, B",
    "seat = 'C'": "seat: 'C' is wrong; it must be one of: A, B",
    "seat = 'AB'": "seat: 'AB' is wrong",
    "seat = 0": "seat: 0 is wrong",
    "turns = 0": f"turns: 0 is wrong; {WHOLE} 1 to",
    "turns = 'x'": f"turns: 'x' is wrong; {WHOLE} 1 to",
    "again = 'yes'": "again: 'yes' is wrong; it must be one of: False, True",
    "phase = 'swap'": "phase: 'swap' is wrong; it must be one of: dice, build",
    "phase = 'roll'": "phase: 'roll' is wrong; it must be one of: dice, build",
    "phase = 3": "phase: 3 is wrong",
    "dice = 3": "dice: 3 is wrong; it must be a list of one or two faces",
    "dice = [1, 2, 3]": "dice: [1, 2, 3] is wrong; it must be a list of one or two faces",
    "dice = [9]": f"dice: 9 is wrong; {WHOLE} 1 to 6",
    "dice = ['x']": f"dice: 'x' is wrong; {WHOLE} 1 to 6",
    "towns = 3": "towns: 3 is wrong; it must be a table",
    "towns = { C = {} }": "towns: 'C' is wrong; it must be one of: A, B",
    "towns = { A = 3 }": "towns.A: 3 is wrong; it must be a table",
    "towns = { A = { colour = 1 } }": "towns.A: 'colour' is wrong; it must be one of: cards, coins",
    "towns = { A = { coins = 'a' } }": f"towns.A.coins: 'a' is wrong; {WHOLE} 0 to",
    "towns = { A = { coins = -1 } }": f"towns.A.coins: -1 is wrong; {WHOLE} 0 to",
    "towns = { A = { coins = 1.5 } }": f"towns.A.coins: 1.5 is wrong; {WHOLE} 0 to",
    "towns = { A = { coins = true } }": f"towns.A.coins: True is wrong; {WHOLE} 0 to",
    "towns = { A = { coins = 99999999999 } }": "towns.A.coins: 99999999999 is wrong",
    "towns = { A = { cards = 3 } }": "towns.A.cards: 3 is wrong; it must be a table",
    "towns = { A = { cards = { castle = 1 } } }": "towns.A.cards: 'castle' is wrong; it must",
    "towns = { A = { cards = { mine = -1 } } }": f"towns.A.cards.mine: -1 is wrong; {WHOLE} 0 to 5",
    "towns = { A = { cards = { mine = 6 } } }": f"towns.A.cards.mine: 6 is wrong; {WHOLE} 0 to 5",
    "towns = { A = { cards = { stadium = 2 } } }": "towns.A.cards.stadium: 2 is wrong",
    "towns = { A = { cards = { mine = 3 } }, B = { cards = { mine = 3 } } }": (
        f"towns: mine: 6 is wrong; {WHOLE} 0 to 5"
    ),
    "towns = { A = { landmarks = 3 } }": "towns.A.landmarks: 3 is wrong; it must be a list",
    "towns = { A = { landmarks = ['mine'] } }": "towns.A.landmarks: 'mine' is wrong; it must",
    "towns = { A = { landmarks = [['harbor']] } }": "towns.A.landmarks: ['harbor'] is wrong",
    "towns = { A = { landmarks = ['harbor', 'train_station', 'shopping_mall', 'amusement_park',"
    " 'airport'] } }": "it must be a list of at most 4 landmarks",
    "market = 3": "market: 3 is wrong; it must be a table",
    "market = { castle = 1 }": "market: 'castle' is wrong",
    "market = { mine = 0 }": f"market.mine: 0 is wrong; {WHOLE} 1 to 5",
    "market = { mine = 6 }": f"market.mine: 6 is wrong; {WHOLE} 1 to 5",
    "market = { mine = 'x' }": f"market.mine: 'x' is wrong; {WHOLE} 1 to 5",
    "market = { wheat_field = 1, ranch = 1, forest = 1, vineyard = 1, mackerel_boat = 1, mine = 1,"
    " apple_orchard = 1, tuna_boat = 1, cafe = 1, bakery = 1 }": "market: 10 is wrong",
    "deck = 3": "deck: 3 is wrong; it must be a table",
    "deck = { castle = 1 }": "deck: 'castle' is wrong",
    "deck = { mine = -1 }": f"deck.mine: -1 is wrong; {WHOLE} 0 to 4",
    "deck = { mine = 5 }": f"deck.mine: 5 is wrong; {WHOLE} 0 to 4",
}


@pytest.mark.parametrize("position", POSITIONS)
def test_a_position_that_can_not_be_is_reported_in_words(tmp_path: Path, position: str):
    with pytest.raises(ScenarioError) as caught:
        failures(tmp_path, "", position)
    assert str(caught.value).startswith("It: ")
    assert POSITIONS[position] in str(caught.value)
    assert "ne va pas ; il faut" in caught.value.sentence("fr")


@pytest.mark.parametrize("move", ["die 9", "dance", "build castle", "give mine to Z", ""])
def test_a_move_that_is_no_move_is_reported_with_what_would_be(tmp_path: Path, move: str):
    [said] = failures(tmp_path, f"[[scenario.step]]\nplay = '{move}'")
    assert said.startswith("step 2: ")
    assert "moves look like" in said or "there is:" in said
