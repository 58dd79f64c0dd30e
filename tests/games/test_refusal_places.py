"""Where a game's refusals divide the actions into runs, they do so by the names of `actions.py`."""

import ast

import pytest

from faubourg.core.game import folder, games


@pytest.mark.parametrize("game", games())
def test_runs_of_actions_begin_at_a_named_action(game: str):
    """Not at `act.DRAW + 28`, which is right only as long as a box has 28 kinds of cards."""
    tree = ast.parse((folder(game) / "refusal.py").read_text(encoding="utf-8"))
    firsts = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Place"
    ]
    assert len(firsts) > 3
    assert [ast.unparse(first) for first in firsts if not isinstance(first, ast.Attribute)] == []
