"""Records: a game's moves, Nature's included, serialised as a text that people can edit.

    faubourg record 1
    game: minivilles
    rules: 1
    players: 2
    components: standard
    options: first=A
    seats: me, greedy
    seed: 7
    result: A wins; A 5, B 3

    # turn 1
    * die 3
    A build bakery

Each line after the blank one is a move: who (a seat letter, or * for Nature) and its notation.
Empty lines and what follows a # are for people only. A game that was not finished has the result
"unfinished". A game with other components than the standard ones has their digest in the header and
their file after the moves, behind a line "--- components". A record replays without its seed; the
seed lets an unfinished game go on with the dice that it would have had.

A game from a server's table has no seed but lines by which its dice are checked, see
`records/fairness.py`:

    commitment: 5d41…        the SHA-256 of the secret, known before the first move
    seals: 83cc…, , 1b2a…    the SHA-256 of each player's word, known before any word is
    words: tulip 5f, , rain  a word of each player, or nothing
    secret: 9f86…            known after the last move
    since: 12                only if the moves before came from another record
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faubourg.core.errors import FaubourgError, RecordError
from faubourg.core.files import read
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Action, Outcome, Position, action_of, mover
from faubourg.core.text import Text
from faubourg.records.fairness import Fairness
from faubourg.records.header import (
    COMPONENTS,
    FORMAT,
    STANDARD,
    TITLE,
    check_result,
    check_seats,
    fairness_lines,
    fairness_of,
    game_of,
    number_of,
    read_header,
    result_of,
    seats_of,
)

TOO_LONG = Text("at most {most} moves are allowed.", "{most} coups au plus sont permis.")


@dataclass
class Record:
    """A game with the moves played so far.

    >>> record = Record(Game("minivilles", players=2, first="A"), ["me", "greedy"])
    >>> Record.loads(record.dumps()) == record
    True
    """

    game: Game
    seats: Sequence[str] = ()
    seed: int | None = None
    moves: list[int] = field(default_factory=list)
    fairness: Fairness | None = None

    def __post_init__(self) -> None:
        self.seats = [*self.seats] or ["?"] * self.game.players
        check_seats(self.seats, self.game)

    @property
    def actions(self) -> list[Action]:
        """The moves with their notation."""
        return [action_of(self.game, id) for id in self.moves]

    def positions(self) -> Iterator[Position]:
        """The position before the first move, then after each; always the same object.

        Every move is checked; RecordError names one that the rules don't allow.
        """
        position = self.game.start()
        yield position
        for number, id in enumerate(self.moves, start=1):
            try:
                position.step(position.legal_id(id))
            except FaubourgError as error:
                said = Text("Move {number}: {said}", "Coup {number} : {said}")
                text = said.format(number=number, said=error.text)
                raise RecordError("illegal", text, clause=error.clause) from error
            yield position

    def replay(self) -> Position:
        """The position after the last move."""
        *_, end = self.positions()
        return end

    @property
    def outcome(self) -> Outcome | None:
        return self.replay().outcome

    # ------------------------------------------------------------ writing

    def dumps(self) -> str:
        """The record as text."""
        body = []
        turns = 0
        ids = iter(self.moves)
        for position in self.positions():
            if (id := next(ids, None)) is None:
                break
            if position.row.turn_count > turns:
                turns = int(position.row.turn_count)
                body.append(f"\n# turn {turns}")
            body.append(f"{mover(position.turn)} {action_of(self.game, id)}")
        text = "\n".join([*self._header(position), "", *body]).rstrip() + "\n"
        if self.game.is_standard:
            return text
        return f"{text}\n{COMPONENTS}\n{self.game.components.text}"

    def _header(self, end: Position) -> list[str]:
        game = self.game
        lines = [
            f"{TITLE} {FORMAT}",
            f"game: {game.name}",
            f"rules: {game.version}",
            f"players: {game.players}",
            f"components: {STANDARD if game.is_standard else game.components.digest}",
        ]
        if written := game.written_options:
            options = " ".join(f"{name}={value}" for name, value in written.items())
            lines.append(f"options: {options}")
        lines.append(f"seats: {', '.join(self.seats)}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        return [*lines, *fairness_lines(self.fairness), f"result: {result_of(end)}"]

    def save(self, path: Path) -> None:
        """Write atomically: a crash on the way leaves the older file whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".new")
        draft.write_text(self.dumps(), encoding="utf-8", newline="\n")
        draft.replace(path)

    # ------------------------------------------------------------ reading

    @classmethod
    def load(cls, path: Path) -> "Record":
        return cls.loads(read(path, RecordError))

    @classmethod
    def loads(cls, text: str, most_moves: int | None = None) -> "Record":
        """The record in a text; RecordError names the line and the reason of a mistake, or says
        that there are more moves than the reader wants to have."""
        text, _, box = text.replace("\r\n", "\n").partition(f"\n{COMPONENTS}\n")
        lines = text.splitlines()
        head, start = read_header(lines)
        game = game_of(head, box, lines_before=text.count("\n") + 2)
        seats, fairness = seats_of(head, game), fairness_of(head, game)
        record = cls(game, seats, number_of(head, "seed"), fairness=fairness)
        position = game.start()
        for number, line in enumerate(lines[start:], start=start + 1):
            said = line.split("#", 1)[0].split(maxsplit=1)
            if not said:
                continue
            if most_moves is not None and len(record.moves) >= most_moves:
                raise RecordError("too-long", TOO_LONG.format(most=most_moves), line=number)
            record.moves.append(_read_move(position, said, number))
        check_result(head, position)
        return record


def _read_move(position: Position, said: list[str], line: int) -> int:
    who = mover(position.turn)
    if position.turn is None:
        after = Text("the game is over before this move.", "la partie est finie avant ce coup.")
        raise RecordError("after-end", after, line=line)
    if said[0] != who or len(said) < 2:
        whose = Text("Nature (*)", "la Nature (*)") if position.turn == NATURE else Text(who, who)
        text = Text(
            "it is {who}'s move, as in '{mover} …'.", "c'est à {who}, comme dans « {mover} … »."
        )
        raise RecordError("mover", text.format(who=whose, mover=who), line=line)
    try:
        id = position.legal_id(said[1].strip())
    except FaubourgError as error:
        raise RecordError(error.code, error.text, line=line, clause=error.clause) from error
    position.step(id)
    return id
