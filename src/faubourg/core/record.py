"""Records: a game's moves, Nature's included, as a text that a person can read and edit.

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
`core/fairness.py`:

    commitment: 5d41…        the SHA-256 of the secret, known before the first move
    words: tulip, , rain     a word of each player, or nothing
    secret: 9f86…            known after the last move
    since: 12                only if the moves before came from another record
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faubourg.core.contract import NATURE, SEAT_LETTERS
from faubourg.core.errors import ComponentsError, FaubourgError, RecordError
from faubourg.core.fairness import HEX, Fairness
from faubourg.core.game import Game
from faubourg.core.position import Action, Outcome, Position, action_of, mover
from faubourg.core.text import Text, listed

TITLE = "faubourg record"
FORMAT = 1
STANDARD = "standard"
COMPONENTS = "--- components"
REQUIRED = ("game", "rules", "players")
FAIRNESS = ("commitment", "words", "secret", "since")
KEYS = (*REQUIRED, "components", "options", "seats", "seed", *FAIRNESS, "result")


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
        _check_seats(self.seats, self.game)

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
                position.step(position.check(id).id)
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
            if position.row.turns > turns:
                turns = int(position.row.turns)
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
            f"rules: {game.rules.VERSION}",
            f"players: {game.players}",
            f"components: {STANDARD if game.is_standard else game.components.digest}",
        ]
        if game.options:
            options = " ".join(f"{name}={value}" for name, value in game.options.items())
            lines.append(f"options: {options}")
        lines.append(f"seats: {', '.join(self.seats)}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        return [*lines, *_fairness_lines(self.fairness), f"result: {result_of(end)}"]

    def save(self, path: Path) -> None:
        """Write the record so that a crash on the way leaves the older file whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".new")
        draft.write_text(self.dumps(), encoding="utf-8", newline="\n")
        draft.replace(path)

    # ------------------------------------------------------------ reading

    @classmethod
    def load(cls, path: Path) -> "Record":
        try:
            text = path.read_text(encoding="utf-8-sig")  # Windows editors put a mark in front
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "this is no text"
            said = Text("{path} can't be read: {why}.", "{path} ne peut être lu : {why}.")
            raise RecordError("unreadable", said.format(path=str(path), why=reason)) from error
        return cls.loads(text)

    @classmethod
    def loads(cls, text: str) -> "Record":
        """The record in a text; RecordError names the line and the reason of a mistake."""
        text, _, box = text.replace("\r\n", "\n").partition(f"\n{COMPONENTS}\n")
        lines = text.splitlines()
        head, start = _read_header(lines)
        game = _game_of(head, box, lines_before=text.count("\n") + 2)
        seats, fairness = _seats_of(head, game), _fairness_of(head, game)
        record = cls(game, seats, _number(head, "seed"), fairness=fairness)
        position = game.start()
        for number, line in enumerate(lines[start:], start=start + 1):
            said = line.split("#", 1)[0].split(maxsplit=1)
            if said:
                record.moves.append(_read_move(position, said, number))
        _check_result(head, position)
        return record


def result_of(end: Position) -> str:
    """The last line of a record's header."""
    outcome = end.outcome
    if outcome is None:
        return "unfinished"
    scores = ", ".join(f"{SEAT_LETTERS[seat]} {score}" for seat, score in enumerate(outcome.scores))
    winners = " and ".join(SEAT_LETTERS[seat] for seat in outcome.winners)
    wins = (
        "nobody wins"
        if not winners
        else f"{winners} wins"
        if len(winners) == 1
        else f"{winners} win"
    )
    return f"{wins}; {scores}"


Header = dict[str, tuple[int, str]]


def _read_header(lines: list[str]) -> tuple[Header, int]:
    """The header's values with their lines, and where the moves begin."""
    first = lines[0].split() if lines else []
    if first[:-1] != TITLE.split():
        raise RecordError(
            "not-a-record",
            Text(
                f"this is no record: it must begin with '{TITLE} {FORMAT}'.",
                f"ce n'est pas une partie : la première ligne doit être « {TITLE} {FORMAT} ».",
            ),
            line=1,
        )
    if first[-1] != str(FORMAT):
        said = Text(
            "format {n} is unknown; known: {known}.", "format {n} inconnu ; connu : {known}."
        )
        raise RecordError("format", said.format(n=first[-1], known=FORMAT), line=1)
    head: Header = {}
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            break
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in KEYS:
            said = Text(
                "'{line}' is no header line; known: {keys}.",
                "« {line} » n'est pas une ligne d'en-tête ; connues : {keys}.",
            )
            text = said.format(line=line.strip(), keys=listed(list(KEYS)))
            raise RecordError("header", text, line=number)
        if key.strip() in head:
            said = Text("a second '{key}'.", "un second « {key} ».")
            raise RecordError("header", said.format(key=key.strip()), line=number)
        head[key.strip()] = (number, value.strip())
    for key in REQUIRED:
        if key not in head:
            said = Text("the header has no '{key}'.", "l'en-tête n'a pas de « {key} ».")
            raise RecordError("missing", said.format(key=key), line=1)
    return head, number


def _number(head: Header, key: str) -> int | None:
    if key not in head:
        return None
    line, value = head[key]
    if not value.isascii() or not value.isdigit() or len(value) > 20 or int(value) >= 2**64:
        said = Text(
            "'{key}' must be a whole number below 2**64.",
            "« {key} » doit être un nombre entier inférieur à 2**64.",
        )
        raise RecordError("number", said.format(key=key), line=line)
    return int(value)


def _game_of(head: Header, box: str, lines_before: int) -> Game:
    line, words = head.get("options", (0, ""))
    options = dict(word.split("=", 1) for word in words.split() if "=" in word)
    if len(options) < len(words.split()) or options.keys() & {"players", "components"}:
        said = Text(
            "options look like name=value, each once; players and components have their lines.",
            "les options s'écrivent nom=valeur, une fois chacune ; joueurs et matériel à part.",
        )
        raise RecordError("options", said, line=line)
    try:
        source = _components_of(head, box)
        game = Game(head["game"][1], _number(head, "players"), components=source, **options)
    except RecordError:
        raise
    except ComponentsError as error:
        raise RecordError(error.code, error.bare, line=lines_before + error.line) from error
    except FaubourgError as error:
        where = {"players": "players", "unknown-game": "game"}.get(error.code, "options")
        raise RecordError(error.code, error.text, line=head.get(where, (1, ""))[0]) from error
    _check_components(head, game)
    version = _number(head, "rules")
    if version != game.rules.VERSION:
        said = Text(
            "rules {version} of {game} are unknown; known: {known}.",
            "règles {version} de {game} inconnues ; connues : {known}.",
        )
        text = said.format(version=str(version), game=game.name, known=game.rules.VERSION)
        raise RecordError("rules", text, line=head["rules"][0])
    return game


def _components_of(head: Header, box: str) -> str | None:
    """The text of the components that a record carries; None for the standard ones."""
    line, digest = head.get("components", (0, STANDARD))
    if digest == STANDARD:
        return None
    if "\n" not in box:
        said = Text(
            "other components than '{standard}' must follow the moves, after '{mark}'.",
            "tout matériel autre que « {standard} » doit suivre les coups, après « {mark} ».",
        )
        text = said.format(standard=STANDARD, mark=COMPONENTS)
        raise RecordError("components", text, line=line)
    return box


def _check_components(head: Header, game: Game) -> None:
    """The components at the end of the file are those that the header names."""
    line, digest = head.get("components", (0, STANDARD))
    if digest not in (STANDARD, game.components.digest):
        said = Text(
            "the components at the end of this file are {found}, not {digest}.",
            "le matériel à la fin de ce fichier est {found} et non {digest}.",
        )
        text = said.format(found=game.components.digest, digest=digest)
        raise RecordError("components", text, line=line)


def _fairness_lines(fairness: Fairness | None) -> list[str]:
    if fairness is None:
        return []
    lines = [f"commitment: {fairness.commitment}"]
    if any(fairness.words):
        lines.append(f"words: {', '.join(fairness.words)}".rstrip())
    if fairness.secret:
        lines.append(f"secret: {fairness.secret}")
    if fairness.since:
        lines.append(f"since: {fairness.since}")
    return lines


def _fairness_of(head: Header, game: Game) -> Fairness | None:
    """What the header says of the dice; None when it promises nothing."""
    line, commitment = head.get("commitment", (0, ""))
    if not line:
        told = [head[key][0] for key in FAIRNESS if key in head]
        if told:
            said = Text("there is no commitment.", "il n'y a pas d'engagement.")
            raise RecordError("commitment", said, line=told[0])
        return None
    secret = head["secret"][1] if "secret" in head else None
    for key, value in (("commitment", commitment), ("secret", secret)):
        if value is not None and not HEX.fullmatch(value):
            said = Text(
                "'{key}' must be 64 digits from 0 to 9 and a to f.",
                "« {key} » : 64 chiffres de 0 à 9 et de a à f.",
            )
            raise RecordError("commitment", said.format(key=key), line=head[key][0])
    line, said_words = head.get("words", (0, "," * (game.players - 1)))
    words = tuple(word.strip() for word in said_words.split(","))
    if len(words) != game.players:
        said = Text("{n} words for {players} players.", "{n} mots pour {players} joueurs.")
        raise RecordError("words", said.format(n=len(words), players=game.players), line=line)
    return Fairness(commitment, words, secret, _number(head, "since") or 0)


def _seats_of(head: Header, game: Game) -> list[str]:
    line, value = head.get("seats", (0, ", ".join(["?"] * game.players)))
    seats = [seat.strip() for seat in value.split(",")]
    _check_seats(seats, game, line)
    return seats


def _check_seats(seats: Sequence[str], game: Game, line: int = 0) -> None:
    """One name for each player, and such that a record can keep it."""
    if len(seats) != game.players:
        said = Text("{n} seats for {players} players.", "{n} places pour {players} joueurs.")
        raise RecordError("seats", said.format(n=len(seats), players=game.players), line=line)
    for seat in seats:
        if seat != seat.strip() or "," in seat or len(seat.splitlines()) > 1:
            said = Text(
                "a seat can't be called {seat}: no comma, no line end, no space around it.",
                "nom de place impossible : {seat} ; ni virgule, ni fin de ligne, ni espace autour.",
            )
            raise RecordError("seats", said.format(seat=repr(seat)), line=line)


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
        id = position.check(said[1].strip()).id
    except FaubourgError as error:
        raise RecordError(error.code, error.text, line=line, clause=error.clause) from error
    position.step(id)
    return id


def _check_result(head: Header, end: Position) -> None:
    line, said = head.get("result", (0, result_of(end)))
    if said != result_of(end):
        text = Text(
            "the result is '{said}', but the moves lead to '{true}'.",
            "le résultat est « {said} », mais les coups mènent à « {true} ».",
        )
        raise RecordError("result", text.format(said=said, true=result_of(end)), line=line)
