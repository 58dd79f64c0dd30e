"""Session: one game in progress, with its record, its random streams and undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from faubourg.bots.bot import make, searches
from faubourg.bots.levels import STAND_IN, at_table, beside_people
from faubourg.core.contract import Event, Row
from faubourg.core.players import NATURE
from faubourg.core.streams import check_seed, nature_move, streams
from faubourg.records.record import Record
from faubourg.terminal.seats import Seat


@dataclass(frozen=True)
class Choice:
    """A decision of a person, for undo: the move number, the seat, and a snapshot of the row."""

    move: int
    seat: int
    row: Row


class Session:
    """Plays moves and remembers what they did. A record's moves are played first, so that Nature
    and the bots go on with the very numbers that they would have had."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[Seat],
        can_search: Callable[[], bool] = lambda: True,
    ) -> None:
        self.seats = seats
        self.can_search = can_search  # whether the search is compiled
        self.game = record.game
        self.position = self.game.start()
        self.record = Record(self.game, [seat.label for seat in seats], check_seed(record.seed))
        self.streams = streams(check_seed(self.record.seed))
        self.events: list[list[Event]] = []  # what each move did
        self.choices: list[Choice] = []
        self._sealed = 0  # choices before this index can't be undone
        for move in record.moves:
            self._repeat(move)

    # ------------------------------------------------------------ moves

    @property
    def seat(self) -> Seat | None:
        """The seat to act; None for Nature and at the end."""
        turn = self.position.turn
        return None if turn is None or turn == NATURE else self.seats[turn]

    def move_of_nature_or_bot(self) -> int:
        """The next move where no person chooses: each takes one number of its own generator."""
        position = self.position
        seat, ids = self.seat, position.legal.ids
        if seat is None:
            return nature_move(position, self.streams.nature)
        if len(ids) == 1 or seat.bot is None:
            return ids[0]
        people = [place for place, other in enumerate(self.seats) if other.bot is None]
        player = beside_people(seat.player, position, people)
        bot = seat.bot if player == seat.player else at_table(player)
        if searches(player) and not self.can_search():
            bot = make(STAND_IN)
        chosen = bot.choose(position.copy(), self.streams.seats[int(position.row.to_act)])
        return position.legal_id(chosen)

    def play(self, move: int) -> list[Event]:
        """Play a legal move of anybody; returns its events."""
        seat, turn = self.seat, int(self.position.row.to_act)
        if seat is None or seat.bot is not None:
            self.seal()
        elif len(self.position.legal) > 1:
            self.choices.append(Choice(len(self.record.moves), turn, self.position.row.copy()))
        done = self.position.play(move)
        self.record.moves.append(move)
        self.events.append(done)
        return done

    def _repeat(self, move: int) -> None:
        """Replay a move of the record, taking the random number that was taken for it."""
        seat = self.seat
        if seat is None:
            self.streams.nature.random()
        elif seat.bot is not None and len(self.position.legal) > 1:
            self.streams.seats[int(self.position.row.to_act)].random()
        self.play(move)

    # ------------------------------------------------------------ undo

    def seal(self) -> None:
        """Make all choices so far final: undo stops here."""
        self._sealed = len(self.choices)

    @property
    def can_undo(self) -> bool:
        return len(self.choices) > self._sealed

    def undo(self) -> None:
        """Restore the snapshot before the last choice of a person."""
        choice = self.choices.pop()
        self.position.row = choice.row
        del self.record.moves[choice.move :]
        del self.events[choice.move :]

    # ------------------------------------------------------------ events

    def turns(self, since: int = 0) -> list[list[Event]]:
        """Events from a move on, turn by turn; the first group is from before any turn."""
        turns: list[list[Event]] = [[]]
        for done in self.events[since:]:
            for event in done:
                if event["kind"] == "turn":
                    turns.append([])
                turns[-1].append(event)
        return turns

    def news(self, seat: int) -> list[list[Event]]:
        """Events that a person has not seen yet: the turns after the last one in which they chose,
        and the present one from its beginning."""
        begun = self._beginning_of_turn()
        seen = [
            choice.move for choice in self.choices if choice.seat == seat and choice.move < begun
        ]
        turns = self.turns(seen[-1] if seen else 0)
        return turns[1:]  # the rest of that turn is known, and so is what lay there at first

    def _beginning_of_turn(self) -> int:
        """The move that led to the present turn."""
        for move in reversed(range(len(self.events))):
            if any(event["kind"] == "turn" for event in self.events[move]):
                return move
        return 0
