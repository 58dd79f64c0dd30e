"""A match: one game between bots, move by move."""

from collections.abc import Sequence

from faubourg.bots.bot import Bot, make
from faubourg.bots.compiled_match import play_moves, searching_seats
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.streams import Streams, check_seed, nature_move, streams
from faubourg.core.text import Text
from faubourg.records.record import Record


def play(game: Game, seats: Sequence[str | Bot], seed: int | None = None) -> Record:
    """Play one game between bots to its end; the same seed gives the same game.

    >>> record = play(Game("minivilles", players=2), seats=["greedy", "random"], seed=7)
    >>> record.outcome is not None
    True
    """
    bots = check_seats(game, seats)
    seed = check_seed(seed)
    labels = [seat if isinstance(seat, str) else type(seat).__name__ for seat in seats]
    record = Record(game, labels, seed)
    record.moves = play_on(game.start(), bots, streams(seed))
    return record


def check_seats(game: Game, seats: Sequence[str | Bot]) -> list[Bot]:
    """The bots for a game's seats."""
    if isinstance(seats, str) or len(seats) != game.players:
        raise OptionError(
            "seats",
            Text(
                f"{game.players} players need {game.players} seats; given: {seats!r}.",
                f"Il faut {game.players} places pour {game.players} joueurs ; reçu : {seats!r}.",
            ),
        )
    return [make(seat) for seat in seats]


def play_on(position: Position, bots: Sequence[Bot], generators: Streams) -> list[int]:
    """Play a position to its end, or for as many steps as its game's bound; the moves played. Where
    machine code can play all bots and some of them search, it does."""
    if seats := searching_seats(position.game, bots):
        moves: list[int] = play_moves(position.game, position.row, seats, generators).tolist()
        for move in moves:
            position.step(move)
        return moves
    moves = []
    while position.turn is not None and len(moves) < position.game.rules.BOUND:
        moves.append(next_move(position, bots, generators))
        position.step(moves[-1])
    return moves


def next_move(position: Position, bots: Sequence[Bot], generators: Streams) -> int:
    """The move of Nature or of the bot to act. A bot with a single legal action is not called."""
    turn = position.turn
    if turn is None or turn == NATURE:
        return nature_move(position, generators.nature)
    ids = position.legal.ids
    if len(ids) == 1:
        return ids[0]
    chosen = bots[turn].choose(position.copy(), generators.seats[turn])
    return position.legal_id(chosen)
