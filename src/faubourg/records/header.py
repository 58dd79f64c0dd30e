"""Parsing and checking the header of a record; `records/record.py` shows its lines."""

from collections.abc import Sequence

from faubourg.core.contract import StoredText
from faubourg.core.errors import ComponentsError, FaubourgError, RecordError
from faubourg.core.game import Game, check_name, versions
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.text import UNPRINTABLE, Text, listed, printable
from faubourg.records.fairness import HEX, Fairness

TITLE = "faubourg record"
FORMAT = 1
STANDARD = "standard"
COMPONENTS = "--- components"
REQUIRED = ("game", "rules", "players")
FAIRNESS = ("commitment", "seals", "words", "secret", "since")
KEYS = (*REQUIRED, "components", "options", "seats", "seed", *FAIRNESS, "result")

LONGEST_SEAT = 200

Header = dict[str, tuple[int, str]]  # values with their lines


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


def read_header(lines: list[str]) -> tuple[Header, int]:
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
            text = said.format(line=printable(line.strip(), 80), keys=listed(list(KEYS)))
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


def number_of(head: Header, key: str) -> int | None:
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


def game_of(head: Header, box: str, lines_before: int) -> Game:
    line, words = head.get("options", (0, ""))
    options = dict(word.split("=", 1) for word in words.split() if "=" in word)
    if len(options) < len(words.split()) or options.keys() & {"players", "components", "rules"}:
        said = Text(
            "options look like name=value, each once; players, rules and components have their "
            "lines.",
            "les options s'écrivent nom=valeur, une fois chacune ; joueurs, règles et matériel "
            "à part.",
        )
        raise RecordError("options", said, line=line)
    try:
        source = _components_of(head, box)
        version = _version_of(head)
        players = number_of(head, "players")
        game = Game(head["game"][1], players, components=source, rules=version, **options)
    except RecordError:
        raise
    except ComponentsError as error:
        raise RecordError(error.code, error.bare, line=lines_before + error.line) from error
    except FaubourgError as error:
        where = {"players": "players", "unknown-game": "game"}.get(error.code, "options")
        raise RecordError(error.code, error.text, line=head.get(where, (1, ""))[0]) from error
    _check_components(head, game)
    return game


def _version_of(head: Header) -> int | None:
    """The version of the rules by which a record was played."""
    version, name = number_of(head, "rules"), head["game"][1]
    known = versions(check_name(name))
    if version not in known:
        said = Text(
            "rules {version} of {game} are unknown; known: {known}.",
            "règles {version} de {game} inconnues ; connues : {known}.",
        )
        numbers = listed([str(number) for number in known])
        text = said.format(version=str(version), game=name, known=numbers)
        raise RecordError("rules", text, line=head["rules"][0])
    return version


def _components_of(head: Header, box: str) -> StoredText | None:
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
    return StoredText(box)


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


def fairness_lines(fairness: Fairness | None) -> list[str]:
    if fairness is None:
        return []
    lines = [f"commitment: {fairness.commitment}"]
    if any(fairness.seals):
        lines.append(f"seals: {', '.join(fairness.seals)}".rstrip())
    if any(fairness.words):
        lines.append(f"words: {', '.join(fairness.words)}".rstrip())
    if fairness.secret:
        lines.append(f"secret: {fairness.secret}")
    if fairness.since:
        lines.append(f"since: {fairness.since}")
    return lines


def fairness_of(head: Header, game: Game) -> Fairness | None:
    """The commitment of the header; None if it has none."""
    line, commitment = head.get("commitment", (0, ""))
    if not line:
        lines = [head[key][0] for key in FAIRNESS if key in head]
        if lines:
            said = Text("there is no commitment.", "il n'y a pas d'engagement.")
            raise RecordError("commitment", said, line=lines[0])
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
    seals = _seals_of(head, game)
    return Fairness(commitment, words, secret, number_of(head, "since") or 0, seals)


def _seals_of(head: Header, game: Game) -> tuple[str, ...]:
    """The seals of the words, in scheme 2."""
    line, said_seals = head.get("seals", (0, ""))
    if not line:
        return ()
    seals = tuple(seal.strip() for seal in said_seals.split(","))
    if len(seals) != game.players or not all(not seal or HEX.fullmatch(seal) for seal in seals):
        said = Text(
            "'seals' must have 64 digits from 0 to 9 and a to f, or nothing, for each player.",
            "« seals » : 64 chiffres de 0 à 9 et de a à f, ou rien, pour chaque joueur.",
        )
        raise RecordError("seals", said, line=line)
    return seals


def seats_of(head: Header, game: Game) -> list[str]:
    line, value = head.get("seats", (0, ", ".join(["?"] * game.players)))
    seats = [seat.strip() for seat in value.split(",")]
    check_seats(seats, game, line)
    return seats


def check_seats(seats: Sequence[str], game: Game, line: int = 0) -> None:
    """One name for each player, and such that a record can keep it."""
    if len(seats) != game.players:
        said = Text("{n} seats for {players} players.", "{n} places pour {players} joueurs.")
        raise RecordError("seats", said.format(n=len(seats), players=game.players), line=line)
    for seat in seats:
        hidden = UNPRINTABLE.search(seat) or len(seat) > LONGEST_SEAT
        if seat != seat.strip() or "," in seat or len(seat.splitlines()) > 1 or hidden:
            said = Text(
                "a seat can't be called {seat}: no comma, no line end, no space around it, nothing "
                "that can't be shown.",
                "nom de place impossible : {seat} ; ni virgule, ni fin de ligne, ni espace autour, "
                "ni caractère invisible.",
            )
            raise RecordError("seats", said.format(seat=ascii(seat[:LONGEST_SEAT])), line=line)


def check_result(head: Header, end: Position) -> None:
    line, said = head.get("result", (0, result_of(end)))
    if said != result_of(end):
        text = Text(
            "the result is '{said}', but the moves lead to '{true}'.",
            "le résultat est « {said} », mais les coups mènent à « {true} ».",
        )
        raise RecordError("result", text.format(said=said, true=result_of(end)), line=line)
