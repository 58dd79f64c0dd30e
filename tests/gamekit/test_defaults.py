"""What a game leaves out has a default, file by file and name by name."""

import importlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game, own_module, part
from faubourg.core.position import Position
from faubourg.gamekit.fields import fields_of
from faubourg.gamekit.new_game import new_game
from faubourg.gamekit.tiers import missing, tier

Made = Callable[..., Game]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Makes a game of the template, under a name of its own, with some files added or changed."""
    monkeypatch.setenv("FAUBOURG_GAMES", str(tmp_path))

    def made(name: str, changed: dict[str, tuple[str, str]] | None = None, **added: str) -> Game:
        folder = new_game(name, tmp_path)
        for file, (old, new) in (changed or {}).items():
            text = (folder / file).read_text(encoding="utf-8")
            assert old in text
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        for file, text in added.items():
            (folder / f"{file}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return Game(name, 3)

    return made


def test_a_module_keeps_what_it_has_and_gets_what_it_leaves_out(make: Made):
    game = make(
        "some_insight",
        insight=(
            '"""A taste of its own."""\n'
            "from faubourg.kernels.compile import kernel\n\n\n"
            "@kernel\n"
            "def rate(box, row, action):\n    return -1.0 * action\n"
        ),
    )
    insight, own = game.part("insight"), own_module(game.name, "insight")
    assert insight.rate is own.rate
    assert not hasattr(own, "value")
    assert insight.HABITS.horizon == 0
    chances = np.zeros(6)
    insight.value(game.components.box, game.start_row(), chances)
    assert chances.tolist() == pytest.approx([1 / 3] * 3 + [0] * 3)
    assert part(game.name, "insight") is insight
    assert {"insight.HABITS", "insight.value"} <= set(missing(game.name))
    assert "insight.rate" not in missing(game.name)
    assert "insight.py" not in missing(game.name)
    assert "insight.value" in tier(game.name).fr


def test_a_shipped_game_is_complete_and_its_modules_are_its_own():
    assert tier("minivilles").en == "complete"
    assert tier("minivilles").fr == "complet"
    assert part("minivilles", "view") is own_module("minivilles", "view")


def test_a_mistake_in_a_module_is_not_taken_for_its_absence(make: Made):
    game = make("broken_view", view="import no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        game.part("view")


def test_a_view_of_ones_own_may_describe_only(make: Made):
    game = make(
        "told_view",
        view=(
            '"""Actions in words."""\n'
            "from faubourg.core.text import Text\n\n\n"
            "def describe(components, row, action, names):\n"
            "    return Text(f'Do {action}', f'Faire {action}')\n"
        ),
    )
    view = game.part("view")
    assert view.describe(game.components, game.start_row(), 1, "ABC").fr == "Faire 1"
    assert view.view(game.components, game.start_row())["players"]["A"] == {
        "points": 0,
        "houses": 0,
    }
    assert view.reason(game.components, game.start_row()).en == "the game is over"


# ------------------------------------------------------------ observations


def seen_by(game: Game, position: Position, seat: int) -> dict[str, list[int]]:
    observe = game.part("observe")
    out = np.zeros(observe.SIZE, np.int8)
    observe.observe(game.components.box, position.row, seat, out)
    found, at = {}, 0
    for field in observe.FIELDS:
        values = out[at : at + field.size]
        assert values.min(initial=field.low) >= field.low
        assert values.max(initial=field.high) <= field.high
        found[field.name] = values.reshape(field.shape).tolist()
        at += field.size
    assert at == observe.SIZE
    return found


def test_a_seat_sees_itself_first(make: Made):
    game = make("seen_first")
    position = game.start()
    for move in ("first B", "load", "die 6", "build"):
        position.play(move)
    assert seen_by(game, position, 1) == {
        "players": [1, 1, 1, 0],
        "seat": [0, 1, 0, 0],
        "turn": [0, 1, 0, 0],
        "turn_of": [0, 1, 0, 0],
        "load": 0,
        "goal": 5,
        "houses": [2, 0, 0, 0],
    }
    assert seen_by(game, position, 2)["houses"] == [0, 0, 2, 0]
    assert seen_by(game, position, 2)["turn"] == [1, 0, 0, 0]


WIDER = """("houses", "i8", (SEATS,)),
        ("mood", "i1"),
        ("far", "i4"),
        ("flags", "u1", (3,)),
        ("tall", "i2", (SEATS, 2)),
        ("table", "i2", (SEATS,)),
"""
BY_SEAT = 'BY_SEAT = ("houses", "tall")\n\n\ndef limits('


def test_fields_of_any_width_are_read_and_clipped(make: Made):
    game = make(
        "wide_fields",
        {"state.py": ('("houses", "i8", (SEATS,)),\n', WIDER)},
    )
    row = game.start_row()
    row.mood, row.far, row.flags, row.to_act = -5, 1_000_000, [1, 200, 7], 0
    row.tall[:], row.table[:] = [[1, 2], [3, 4], [5, -6], [0, 0]], [7, 8, 9, 0]
    found = seen_by(game, Position(game, row), 1)
    assert found["mood"] == -5
    assert found["far"] == 127
    assert found["flags"] == [1, 127, 7]
    assert found["tall"] == [[3, 4], [5, -6], [1, 2], [0, 0]]
    assert found["table"] == [8, 9, 7, 0]


def test_a_game_can_say_which_fields_have_seats(make: Made):
    state = "state.py"
    game = make("named_seats", {state: ('("houses", "i8", (SEATS,)),\n', WIDER)})
    assert [field.name for field in fields_of(game.name).by_seat] == ["houses", "tall", "table"]
    changed = new_game("few_seats", Path(own_module(game.name, "state").__file__).parents[1])
    text = (changed / state).read_text(encoding="utf-8")
    text = text.replace('("houses", "i8", (SEATS,)),\n', WIDER).replace("def limits(", BY_SEAT)
    (changed / state).write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    assert [field.name for field in fields_of("few_seats").by_seat] == ["houses", "tall"]
    view = Game("few_seats", 2).start().view()
    assert view["table"] == [0, 0, 0, 0]
    assert view["players"]["B"]["tall"] == [0, 0]


# ------------------------------------------------------------ words


def test_a_refusal_lists_what_is_allowed(make: Made):
    position = make("refused").start()
    with pytest.raises(IllegalAction) as refused:
        position.play("load")
    assert refused.value.code == "not-there"
    assert refused.value.clause is None
    position.play("first A")
    with pytest.raises(IllegalAction) as refused:
        position.play("build")
    assert refused.value.text.en == "'build' is not allowed now; allowed: load."
    assert refused.value.text.fr == "« build » n'est pas permis maintenant ; permis : load."


def test_events_tell_moves_points_turns_and_winners(make: Made):
    game = make("told_events")
    position, names = game.start(), ["Ann", "Ben", "Cem"]
    tell = game.part("events").tell

    def told(move: str) -> list[str]:
        return [tell(game.components, event, names).fr for event in position.play(move)]

    assert told("first B") == ["Hasard : first B.", "À Ben de jouer."]
    assert told("load") == ["Ben : load."]
    assert told("die 6") == ["Hasard : die 6."]
    assert told("build") == ["Ben : build.", "Ben a 2 points.", "À Cem de jouer."]
    position.row.houses[2], position.row.load = 4, 3
    assert told("build") == ["Cem : build.", "Cem a 5 points.", "Cem gagne !"]
