"""Clauses of La Cité des lutins that a scenario can't show: what is in the box, and the options."""

from collections import Counter
from pathlib import Path

import pytest

from faubourg.core.errors import ComponentsError, IllegalAction, OptionError
from faubourg.core.game import Game
from faubourg.core.streams import nature_move, streams
from faubourg.core.text import Text
from faubourg.games.lutins.components import House, Lutins, load
from faubourg.games.lutins.events import tell
from faubourg.games.lutins.notation import read, write
from faubourg.games.lutins.state import COLOURS, GNOME_FACE, IMAGINARY, IMPOSED, SHAPES
from faubourg.games.lutins.view import describe
from faubourg.records.record import Record

# id | English | French | blocks: cube, long, roof (P), arch | those of version 1 | the back
HOUSES = """
hut             | Hut                 | Hutte              | CCLP    | CCP  | Mushroom house
gatehouse       | Gatehouse           | Maison du portier  | CCLAP   | ALP  | Snail-shell house
long_house      | Long house          | Longère            | LLLAPP  | LLP  | Upturned boat
bridge          | Bridge with turrets | Pont à tourelles   | CCLAA   | ACC  | Dragon's back
barn            | Barn                | Grange             | CCLLAPP | LAP  | Pumpkin house
watchtower      | Watchtower          | Tour de guet       | CCLLP   | LLC  | Lighthouse
aqueduct        | Aqueduct            | Aqueduc            | CCLAAA  | AAL  | Castle in the clouds
flat_house      | Flat-roof house     | Maison à toit plat | CCCLLA  | CCL  | Teapot house
two_floor_house | Two-floor house     | Maison à étage     | CCLLLPP | CCLP | Old boot
gate_and_shed   | Gate and shed       | Portail et remise  | CCAPP   | ALPC | Tree house
chapel          | Chapel              | Chapelle           | CLLAAP  | LAPC | Acorn house
town_hall       | Town hall           | Mairie             | CCLLLAP | LACP | Windmill
"""
EARLIER = Game("lutins", rules=1).components
PACKAGED = Path(load.__code__.co_filename).with_name("components.toml")


@pytest.fixture(scope="module")
def lutins() -> Lutins:
    return load()


def columns(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.clause("lut-1")
def test_there_are_40_blocks_in_four_shapes_and_four_colours(lutins: Lutins):
    blocks = lutins.box.blocks.reshape(len(COLOURS), SHAPES)
    assert set(COLOURS) == {"yellow", "orange", "red", "mauve"}
    assert [shape.id for shape in lutins.shapes] == ["cube", "long", "roof", "arch"]
    assert blocks.sum(axis=1).tolist() == [10, 10, 10, 10]
    assert blocks.sum(axis=0).tolist() == [12, 12, 8, 8]


@pytest.mark.clause("lut-2")
def test_there_are_12_blue_blocks_and_three_have_the_emblem(lutins: Lutins):
    assert (lutins.box.tower, lutins.box.emblems) == (12, 3)


@pytest.mark.clause("lut-4")
def test_the_orange_die_has_pips_a_face_without_and_a_gnome(lutins: Lutins):
    standard = lutins.box.orange[0]
    assert (standard.sum(axis=2) == 6).all()
    assert (standard[..., 0] > 0).all()
    assert (standard[..., GNOME_FACE] > 0).all()
    assert (lutins.box.orange[1].sum(axis=2) == 6).all()


@pytest.mark.clause("lut-5")
@pytest.mark.parametrize("line", columns(HOUSES), ids=lambda line: line[0])
def test_every_house_is_as_the_table_has_it(lutins: Lutins, line: list[str]):
    id, en, fr, blocks, earlier, back = line
    for components, wanted in ((lutins, blocks), (EARLIER, earlier)):
        house = next(house for house in components.houses if house.id == id)
        assert (house.name.en, house.name.fr) == (en, fr)
        stacked = Counter("CLPA"[shape] for level in house.levels for shape in level)
        assert stacked == Counter(wanted)
    house = next(house for house in lutins.houses if house.id == id)
    assert house.back
    assert house.back.name.en == back


@pytest.mark.clause("lut-5")
def test_no_two_houses_are_alike_and_they_are_larger_than_they_were(lutins: Lutins):
    assert len(lutins.houses) == 12
    assert len({tuple(needs) for needs in lutins.box.houses[:12].tolist()}) == 12
    assert lutins.box.sizes[:12].tolist() == [4, 5, 6, 5, 7, 5, 6, 6, 7, 5, 6, 7]
    assert int(EARLIER.box.sizes.sum()) == 40
    assert (lutins.box.sizes[:12] > EARLIER.box.sizes[:12]).all()


@pytest.mark.clause("lut-5", "lut-35")
def test_the_twelve_houses_have_a_place_for_every_block(lutins: Lutins):
    there = lutins.box.blocks.reshape(len(COLOURS), SHAPES).sum(axis=0)
    assert (lutins.box.houses.sum(axis=0) >= there).all()


@pytest.mark.clause("lut-5")
@pytest.mark.parametrize("house", EARLIER.houses, ids=lambda house: house.id)
def test_a_card_goes_by_the_name_on_the_side_that_is_played_with(house: House, lutins: Lutins):
    card = next(card for card in lutins.houses if card.id == house.id)
    assert card.back
    assert card.called(IMPOSED) == card.name
    assert card.called(IMAGINARY) == card.back.name != card.name
    assert house.called(IMAGINARY) == house.name  # the earlier box names no backs
    for name in (card.id, *card.name, card.back.id, *card.back.name):
        assert write(lutins, read(lutins, f"pick {name}")) == f"pick {card.id}"


def test_in_an_imaginary_game_houses_are_told_by_their_backs():
    position = Game("lutins", first="A", building="imaginary", cards="picked").start()
    described = describe(
        position.game.components, position.row, position.check("pick teapot").id, []
    )
    assert described == Text("Teapot house", "Maison théière")
    (picked, *_) = position.play("pick teapot")
    assert picked["house"] == "flat_house"
    told = tell(position.game.components, picked, ["Ann", "Bo"])
    assert told == Text(
        "Ann picks a card: Teapot house.", "Ann choisit une carte : Maison théière."
    )
    with pytest.raises(IllegalAction, match="Teapot house is taken"):
        position.play("pick flat_house")


# ------------------------------------------------------------ the gnome's die


@pytest.mark.parametrize("players", range(2, 7))
def test_the_balanced_die_is_usual_from_four_players_on(players: int):
    assert Game("lutins", players).options["die"] == ("standard", "balanced")[players >= 4]
    assert Game("lutins", players, die="standard").options["die"] == "standard"
    assert Game("lutins", players, rules=1).options["die"] == "standard"


def test_a_record_states_the_die_and_one_of_version_1_without_it_has_the_standard_die():
    text = Record(Game("lutins", 4, game="gnome"), ["greedy"] * 4).dumps()
    assert "die=balanced" in text
    assert Record.loads(text).game.options["die"] == "balanced"
    earlier = Record(Game("lutins", 4, game="gnome", rules=1), ["greedy"] * 4).dumps()
    assert Record.loads(earlier.replace(" die=standard", "")).game.options["die"] == "standard"


@pytest.mark.clause("lut-6")
def test_the_building_mode_is_one_of_two_for_the_whole_game():
    for mode in ("imposed", "imaginary"):
        assert Game("lutins", building=mode).start().view()["building"] == mode
    with pytest.raises(OptionError):
        Game("lutins", building="both")


@pytest.mark.clause("lut-28")
def test_one_player_is_the_gnome_only_from_three_players():
    with pytest.raises(OptionError) as refused:
        Game("lutins", 2, game="gnome")
    assert "together" in str(refused.value)
    for players in range(3, 7):
        assert Game("lutins", players, game="gnome").start().view()["gnome"] == "B"


@pytest.mark.clause("lut-9")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_seed_decides_who_begins_when_nobody_is_named(players: int):
    def first(seed: int) -> int:
        position = Game("lutins", players).start()
        position.step(nature_move(position, streams(seed).nature))
        return int(position.row.first)

    begin = [first(seed) for seed in range(40)]
    assert begin == [first(seed) for seed in range(40)]
    assert set(begin) == set(range(players))


# ------------------------------------------------------------ boxes of one's own

HOUSE = "[[house]]" + PACKAGED.read_text(encoding="utf-8").rsplit("[[house]]", 1)[1]
FAULTS = {
    # what is replaced in the box, by what, and what the refusal says
    "an unknown colour": ("yellow = 3, mauve = 3", "green = 3, mauve = 3", "'green' is unknown"),
    "an unknown shape": ('[["roof"], ["long"], ', '[["dome"], ["long"], ', "'dome' is unknown"),
    "a die of five faces": ('"white", "blue"]', '"white"]', "is 5; it may be 6 to 6"),
    "an unknown face": ('"white", "blue"]', '"white", "black"]', "'black' is unknown"),
    "too many emblems": ("emblems = 3", "emblems = 13", "emblems is 13"),
    "too many pips": ("gnome = [0, 1, 1, 2, 3,", "gnome = [0, 1, 1, 2, 7,", "gnome is 7"),
    "a gnome who never builds": ('gnome = [0, 1, 1, 2, 3, "gnome"]', "gnome = [0, 0, 0, 0, 0, 0]",
                                 "no face has a pip"),
    "no balanced die for some number of players": ("\n6 = [", "\n# 6 = [", "'6' is missing"),
    "a house too few": ("[[house]]", "[[villa]]", "'villa' is unknown"),
    "two houses of one name": ('en = "Hut"', 'en = "Barn"', "'Barn' is there twice"),
    "a back with the name of a front": ('en = "Old boot"', 'en = "Barn"', "'Barn' is there twice"),
    "a back without an id": ('back = { id = "boot", en', "back = { en", "'id' is missing"),
    "an id that is none": ('id = "hut"', 'id = "Hut!"', "'Hut!' is no id"),
    "more cards picked than there are": ("picks = 2", "picks = 3", "picks is 3; it may be 1 to 2"),
    "houses too few for all players": (HOUSE, "", "house count is 11; it may be 12 to 16"),
    "dice that never end the game": ('["red", "orange", "yellow", "mauve", "white", "blue"]',
        '["red", "red", "red", "red", "red", "red"]', "no face is blue, white or orange"),
    "no TOML": ("[game]", "[game", "The components: "),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_box_is_refused_and_says_what_is_wrong(fault: str, tmp_path: Path):
    old, new, said = FAULTS[fault]
    text = PACKAGED.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "components.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as refused:
        load(path)
    assert said in refused.value.text.en
    assert "Le matériel : " in refused.value.text.fr
    assert refused.value.line


def test_another_box_that_adds_up_is_accepted(tmp_path: Path):
    text = PACKAGED.read_text(encoding="utf-8").replace("emblems = 3", "emblems = 5")
    path = tmp_path / "components.toml"
    path.write_text(text.replace("tower = 12", "tower = 9"), encoding="utf-8")
    assert (load(path).box.tower, load(path).box.emblems) == (9, 5)
