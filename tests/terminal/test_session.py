"""A game in progress: it goes back only as far as it may, and goes on as if never interrupted."""

import pytest

from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.records.record import Record
from faubourg.terminal.seats import read_seats
from faubourg.terminal.session import Session

LABELS = ["me", "random", "greedy"]


def begun(seed: int = 3, moves: list[int] | None = None) -> Session:
    record = Record(Game("minivilles", players=3), LABELS, seed, moves or [])
    return Session(record, read_seats(LABELS, 3))


def go_on(session: Session, moves: int) -> None:
    """Play so many more moves; the person always takes the last choice."""
    for _ in range(moves):
        if session.position.turn is None:
            return
        seat = session.seat
        person = seat is not None and seat.bot is None
        session.play(session.position.legal.ids[-1] if person else session.move_of_nature_or_bot())


@pytest.mark.parametrize("stop", [0, 1, 14, 40, 77, 150])
def test_a_game_that_was_interrupted_goes_on_as_if_it_never_was(stop: int) -> None:
    whole = begun()
    go_on(whole, 300)
    first = begun()
    go_on(first, stop)
    second = begun(moves=Record.loads(first.record.dumps()).moves)
    go_on(second, 300 - stop)
    assert second.record == whole.record
    assert second.events == whole.events


def test_a_record_without_a_seed_gets_one_and_keeps_it() -> None:
    session = begun()
    go_on(session, 30)
    record = Record(session.game, LABELS, None, session.record.moves)
    resumed = Session(record, session.seats)
    assert resumed.record.seed is not None
    again = begun(seed=resumed.record.seed, moves=list(resumed.record.moves))
    go_on(resumed, 60)
    go_on(again, 60)
    assert resumed.record == again.record


def until_a_choice(session: Session) -> None:
    """Go on to where a person may build something."""
    while True:
        seat = session.seat
        if seat is not None and seat.bot is None and len(session.position.legal) > 1:
            return
        session.play(session.move_of_nature_or_bot())


def test_undo_goes_back_to_before_the_choice_and_nothing_else_changes() -> None:
    session, other = begun(), begun()
    until_a_choice(session)
    until_a_choice(other)
    before = session.position.copy()
    moves = list(session.record.moves)
    session.play(session.position.legal.ids[-1])
    assert session.can_undo
    session.undo()
    assert (session.position, session.record.moves) == (before, moves)
    go_on(session, 100)
    go_on(other, 100)
    assert session.record == other.record


def test_undo_never_goes_behind_a_die_or_a_draw() -> None:
    session = begun()
    until_a_choice(session)
    session.play(session.position.legal.ids[-1])
    assert session.position.turn == NATURE
    session.play(session.move_of_nature_or_bot())
    assert not session.can_undo


def test_undo_never_goes_behind_what_was_confirmed() -> None:
    session = begun()
    until_a_choice(session)
    session.play(session.position.legal.ids[-1])
    session.seal()
    assert not session.can_undo


def test_the_news_are_all_turns_since_ones_own() -> None:
    session = begun()
    until_a_choice(session)
    session.play(0)
    until_a_choice(session)
    news = session.news(0)
    assert [turn[0]["seat"] for turn in news][-3:] == ["B", "C", "A"]
    assert all(turn[0]["kind"] == "turn" for turn in news)
