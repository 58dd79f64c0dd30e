"""What hints say in La Cité des lutins is true: each sentence against the houses and the middle."""

from faubourg.core.game import Game
from faubourg.games.lutins import actions as act
from faubourg.games.lutins import advice
from faubourg.games.lutins.notation import FACE_NAMES
from faubourg.games.lutins.state import COLOURS, FACES, KINDS, SHAPES
from tests.games.sentences import NAMES, Check, Said, all_true


def house_of(said: Said) -> int:
    return said.action // KINDS


def lacks(said: Said) -> bool:
    """So many blocks are missing in that house then."""
    components, house = said.game.components, house_of(said)
    name = components.houses[house].called(int(said.row.building)).en
    told = said.values["house"] == name
    return told and int(said.after().row.missing[house]) == said.number("count")


def nearly(said: Said) -> bool:
    return lacks(said) and said.number("count") <= advice.FEW


def helps(said: Said) -> bool:
    """A house of somebody else, who is named."""
    seat = NAMES.index(said.values["name"])
    return lacks(said) and seat != said.seat and bool(said.row.own[seat] >> house_of(said) & 1)


def scarce(said: Said) -> bool:
    shape = said.action % KINDS % SHAPES
    left = [int(said.row.middle[colour * SHAPES + shape]) for colour in range(len(COLOURS))]
    return lacks(said) and sum(left) == said.number("left") <= advice.FEW


def finishes(said: Said) -> bool:
    """The house is finished, and however the game goes on it stays so."""
    house = house_of(said)
    position = said.after()
    finished = int(position.row.missing[house]) == 0
    for _ in range(60):
        if position.turn is None:
            break
        ids = position.legal.ids if position.turn >= 0 else list(position.weights())
        spoils = [id for id in ids if act.DESTROY <= act.code_of(id) < act.PICK]
        if act.number_of(act.DESTROY + house) in spoils:
            return False
        position.step((spoils or ids)[0])
    return finished and int(position.row.missing[house]) == 0


def last(said: Said) -> bool:
    position = said.after()
    return position.turn is None and int(position.row.lying) == 0


def leaves(said: Said) -> bool:
    face = act.code_of(said.action) - act.DECLINE
    lying = int(said.row.middle[face * SHAPES : (face + 1) * SHAPES].sum())
    colour = said.values["colour"] == FACE_NAMES[FACES[face]].en
    kept = said.after().row.middle.tolist() == said.row.middle.tolist()
    return colour and kept and lying == said.number("left")


def losses(said: Said) -> dict[int, int]:
    """Blocks that go back to the middle, for every house that may be destroyed."""
    lying = int(said.row.lying)
    ids = [id for id in said.position.legal.ids if act.DESTROY <= act.code_of(id) < act.PICK]
    return {id: int(said.after(id).row.lying) - lying for id in ids}


def least(said: Said) -> bool:
    found = losses(said)
    return found[said.action] == min(found.values()) == said.number("count")


def most(said: Said) -> bool:
    found = losses(said)
    return found[said.action] == max(found.values()) == said.number("count")


def was_nearly(said: Said) -> bool:
    return (
        int(said.row.missing[act.code_of(said.action) - act.DESTROY])
        == said.number("count")
        <= advice.FEW
    )


def quick(said: Said) -> bool:
    sizes = said.game.box.sizes
    left = [
        int(sizes[house])
        for house in range(int(said.position.game.box.count))
        if said.row.pile >> house & 1
    ]
    return int(sizes[act.code_of(said.action) - act.PICK]) == min(left) == said.number("count")


CHECKS: dict[str, Check] = {
    "LAST": last, "FINISHES": finishes, "HELPS": helps, "SCARCE": scarce, "NEARER": nearly,
    "FEWER": lacks, "LEAVES": leaves, "LEAST": least, "MOST": most, "NEARLY": was_nearly,
    "QUICK": quick,
}  # fmt: skip
GAMES: list[tuple[int, dict[str, str]]] = [
    (6, {"building": "imposed"}),
    (4, {"building": "imaginary", "cards": "picked"}),
    (5, {"game": "gnome", "building": "imposed"}),
]


def test_every_reason_is_true():
    seen = set[str]()
    for players, options in GAMES:
        game = Game("lutins", players, **options)
        seen |= all_true(game, advice, CHECKS, seed=players, count=400)
    assert seen == set(CHECKS)
