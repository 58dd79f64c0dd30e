"""A table and its drafts share the past: a draft costs what it adds, and none sees another's."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.server.table.draft import Draft
from faubourg.server.table.history import Granted, Moves, Requests
from faubourg.server.table.table import Table
from tests.effort import many
from tests.server.test_fold import new_table

# What to do (add a move, take one back, add a request, copy), and with which of the copies.
deeds = st.lists(st.tuples(st.sampled_from("mmmurrc"), st.integers(0, 10**6)), max_size=60)


@settings(max_examples=many(150), deadline=None)
@given(deeds=deeds)
def test_copies_go_their_own_ways_like_lists_and_dictionaries_that_were_copied(
    deeds: list[tuple[str, int]],
):
    pairs: list[tuple[Moves, list[int]]] = [(Moves(), [])]
    kept: list[tuple[Requests, dict[tuple[int, str], Granted]]] = [(Requests(), {})]
    for deed, number in deeds:
        moves, plain = pairs[number % len(pairs)]
        requests, known = kept[number % len(kept)]
        if deed == "m":
            moves.append(number)
            plain.append(number)
        elif deed == "u" and plain:
            assert moves.pop() == plain.pop()
        elif deed == "r":
            key = (number % 3, f"request {number % 20}")
            granted = Granted(number, "undo" if number % 4 == 0 else "move", number % 9 or None)
            requests.add(*key, known.setdefault(key, granted))
        elif deed == "c":
            pairs.append((moves.copy(), plain.copy()))
            kept.append((requests.copy(), known.copy()))
    for moves, plain in pairs:
        assert list(moves) == moves[:] == plain
        assert (len(moves), moves[-2:], moves[1:3]) == (len(plain), plain[-2:], plain[1:3])
        assert [moves[i] for i in range(-len(plain), len(plain))] == plain * 2
    for requests, known in kept:
        assert len(requests) == len(known)
        for seat in range(3):
            for number in range(20):
                key = (seat, f"request {number}")
                assert requests.get(key) == known.get(key)


def begun(name: str) -> Table:
    """A table at which three people have begun to play."""
    row, box, _ = new_table(name, "full", 0)
    draft = Draft(Table(row, box))
    for seat in (1, 2):
        draft.add("join", seat, name=f"guest {seat}", key=f"key {seat}")
    return committed(draft.begin_when_full())


def committed(draft: Draft) -> Table:
    draft.finish()
    return draft.table


def moved(table: Table, pick: int, client: str) -> Draft:
    assert table.turn is not None
    return Draft(table).add("move", table.turn, table.legal[pick % len(table.legal)], client)


def test_a_draft_of_a_long_game_copies_nothing_of_its_past():
    table, first = begun("minivilles"), None
    for number in range(120):
        before = table
        table = committed(moved(table, number, f"request {number}"))
        first = first or table
        assert table.moves._shared is before.moves._shared
        assert table.granted._shared is before.granted._shared
        assert table.granted._indices is before.granted._indices
        assert (table.seats, table.game) == (before.seats, before.game)
        assert table.seats is before.seats
    assert len(table.moves) > 200
    assert len(table.granted) == 120
    assert first is not None
    assert first.moves._shared is table.moves._shared
    assert len(first.granted) == 1
    assert first.granted.get((0, "request 5")) is first.granted.get((1, "request 5")) is None


def test_a_draft_that_was_never_committed_leaves_no_trace():
    table = begun("minivilles")
    for number in range(10):
        table = committed(moved(table, number, f"request {number}"))
    seat, lost = table.turn, moved(table, 0, "lost")
    lost.finish()
    assert lost.table.granted.get((seat or 0, "lost")) is not None
    other = committed(Draft(table).add("pace", 0, seconds=2))  # adds neither moves nor requests
    for after in (table, other, committed(moved(other, 1, "other"))):
        assert after.granted.get((seat or 0, "lost")) is None
        assert after.moves[: len(table.moves)] == list(table.moves)
    again = Draft(table)
    assert list(again.table.moves) == list(table.moves)
    assert lost.table.granted[seat or 0, "lost"].kind == "move"


def test_a_request_is_kept_in_a_few_bytes_and_found_again():
    requests = Requests()
    for number in range(1000):
        requests.add(number % 4, f"{number:036}", Granted(number, "move", number % 400))
    assert memory(requests) < 1000 * 130
    assert requests[3, f"{999:036}"] == Granted(999, "move", 199)
    assert requests.get((2, f"{999:036}")) is None


def memory(requests: Requests) -> int:
    """The bytes of all that it holds."""
    parts: list[Any] = [requests._indices, requests._shared, *requests._indices]
    parts += [index for index in requests._indices.values() if index > 256]
    return sum(part.__sizeof__() for part in parts)
