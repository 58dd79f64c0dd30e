"""The canonical form of positions, held against the rules: what has one form has one future."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import faubourg
from faubourg.bots import expectimax
from faubourg.bots.expectimax import EndgameTable, best_chances, key_of, reachable, solve
from faubourg.core.errors import PositionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.lutins.state import COLOURS, IMAGINARY, NOBODY, SHAPES
from faubourg.games.lutins.symmetry import canonical
from tests.effort import many

GAMES = [
    (2, {"building": "imposed"}),
    (4, {"building": "imposed", "strength": "calm"}),
    (3, {"building": "imaginary", "cards": "picked"}),
    (3, {"game": "gnome", "building": "imaginary"}),
    (4, {"game": "gnome", "building": "imposed"}),
]


def positions(players: int, options: dict[str, str]) -> Iterator[Position]:
    game = Game("lutins", players, **options)
    for seed in range(many(1)):
        bots = ["greedy", "random"] * players
        record = faubourg.play(game, bots[:players], seed=seed)
        yield from [position.copy() for position in record.positions()][seed::11]


def formed(position: Position) -> Position:
    found = position.copy()
    canonical(found.game.box, found.row)
    return found


def exact_form(position: Position) -> Any:
    """The same by trying all orders of colours: slow, and in other words."""
    row, players = position.row, position.game.players
    if position.turn is None:
        return position.outcome.winners
    began = row.turn_count > 0
    turned = row.gnome == NOBODY and began
    seats = [(int(row.turn_of) + at) % players if turned else at for at in range(players)]
    plain = (
        int(row.phase), position.turn == NATURE, began or int(row.first), int(row.gnome),
        0 if turned else int(row.turn_of), *(int(row[field]) for field in (
            "building", "left", "lying", "tower", "emblems", "strength", "asleep",
        )), int(row.dice[len(COLOURS)]),
    )  # fmt: skip
    middle, dice = row.middle.reshape(-1, SHAPES).tolist(), row.dice.tolist()
    houses = [
        (
            tuple(int(row.own[seat]) >> house & 1 for seat in seats),
            0 if row.building == IMAGINARY else house,
            row.needs[house].tolist(),
            row.blocks[house].reshape(-1, SHAPES).tolist(),
        )
        for house in range(16)
        if int(row.open) >> house & 1
    ]
    forms = []
    for order in permutations(range(len(COLOURS))):
        built = [(*known, [blocks[c] for c in order]) for *known, blocks in houses]
        forms.append(([(dice[c], middle[c]) for c in order], sorted(built)))
    return repr((plain, min(forms)))


def future(position: Position) -> Counter[Any]:
    """What can come next, with the probability where it is Nature's."""
    found: Counter[Any] = Counter()
    if position.turn == NATURE:
        for action, share in position.chance.items():
            found[exact_form(after(position, action.id))] += share
    elif position.turn is not None:
        found.update({exact_form(after(position, action)) for action in position.legal.ids})
    return found


def after(position: Position, action: int) -> Position:
    found = position.copy()
    found.step(action)
    return found


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_the_canonical_form_has_the_same_future(players: int, options: dict[str, str]):
    seen = 0
    for position in positions(players, options):
        form = formed(position)
        assert exact_form(form) == exact_form(position)
        assert future(form) == future(position)
        seen += 1
    assert seen > 5


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_the_canonical_form_of_an_imposed_game_is_one_for_all_alike(
    players: int, options: dict[str, str]
):
    for position in positions(players, options):
        form = formed(position)
        if options["building"] == "imposed":
            assert formed(form).to_bytes() == form.to_bytes()
        if position.row.turn_count == 0 or position.turn is None:
            continue
        other = position.copy()
        order = [2, 0, 3, 1]
        other.row.dice[:4] = position.row.dice[order]
        for field in ("middle", "blocks"):
            blocks = position.row[field].reshape(-1, len(COLOURS), SHAPES)
            other.row[field][:] = blocks[:, order].reshape(other.row[field].shape)
        other.row.turn_count += 5
        for house in range(16):
            if not other.row.open >> house & 1:
                other.row.blocks[house] = 0
        assert exact_form(other) == exact_form(position)
        if options["building"] == "imposed":
            assert formed(other).to_bytes() == form.to_bytes()


def test_colours_that_dice_show_more_often_are_told_apart():
    position = next(each for each in positions(2, {"building": "imposed"}) if each.row.turn_count)
    box = position.game.box.copy()
    box.throws[0] += 1  # three red dice
    red, other = position.copy(), position.copy()
    other.row.middle[:] = position.row.middle.reshape(4, SHAPES)[[1, 0, 2, 3]].ravel()
    other.row.middle[0] += 1  # now they differ
    for row in (red.row, other.row):
        canonical(box, row)
    assert other.row.middle[0] != red.row.middle[0]


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
def test_a_table_is_smaller_by_it_and_says_the_same(building: str, monkeypatch: pytest.MonkeyPatch):
    told, smaller = 0, []
    for seed in range(12):
        game = Game("lutins", 2, building=building)
        record = faubourg.play(game, ["greedy", "greedy"], seed=seed)
        late = [position.copy() for position in record.positions()][-2]
        kernels = expectimax.endgame_kernels("lutins")
        try:
            with monkeypatch.context() as without:
                without.setattr(kernels, "make_canonical", lambda box, rows: None)
                plain = reachable(late, 4_000, ["turn_count", "thrown"])
                key = key_of(late, ["turn_count", "thrown"])
                chances = best_chances(game, plain)[key]
        except PositionError:
            continue
        table = solve(late)
        assert table.chances(late) == pytest.approx(chances)
        smaller.append(len(plain.rows) / len(table))
        told += 1
    assert told > 3
    assert min(smaller) == 1
    assert max(smaller) > 1.5


@pytest.mark.parametrize("ignored", [[], ["turn_count"], ["turn_count", "thrown"]])
def test_a_table_saved_before_there_were_forms_knows_all_it_knew(
    ignored: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    known = 0
    for seed in range(12):
        game = Game("lutins", 2)
        late = [
            each.copy() for each in faubourg.play(game, ["greedy", "greedy"], seed=seed).positions()
        ][-2]
        kernels = expectimax.endgame_kernels("lutins")
        try:
            with monkeypatch.context() as without:
                without.setattr(kernels, "make_canonical", lambda box, rows: None)
                before, rows = (
                    solve(late, most=4_000, ignored=ignored),
                    reachable(late, 4_000, ignored),
                )
        except PositionError:
            continue
        before.save(tmp_path / "before.npz")
        again = EndgameTable.load(game, tmp_path / "before.npz")
        for data in rows.rows:
            assert Position.from_bytes(game, data) in again
            known += 1
    assert known > 7
