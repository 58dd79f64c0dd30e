"""Parser of what a person types: a command, the number of a choice, a move, or its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from faubourg.core.errors import NotationError
from faubourg.core.position import Position
from faubourg.core.text import LANGUAGES, plain
from faubourg.terminal import messages

COMMANDS = {
    "help": ("help", "h", "aide"),
    "hint": ("hint", "hints", "conseil", "indice"),
    "rules": ("rules", "regles", "regle", "rule"),
    "log": ("log", "journal"),
    "undo": ("undo", "u", "annuler"),
    "save": ("save", "sauver", "enregistrer"),
    "quit": ("quit", "q", "exit", "quitter"),
}
BY_WORD = {word: command for command, written in COMMANDS.items() for word in written}


@dataclass(frozen=True)
class Command:
    """A command that is no move, with its argument."""

    name: str
    rest: str = ""


def read_command(typed: str) -> Command | None:
    """The command that was typed, if it is one; an empty line is the command "look"."""
    said = typed.strip()
    if not said:
        return Command("look")
    if said.startswith("?"):
        return Command("help", said.lstrip("? ").strip())
    word, _, rest = said.partition(" ")
    command = BY_WORD.get(plain(word))
    return Command(command, rest.strip()) if command else None


def read_move(position: Position, typed: str, choices: Sequence[int], names: Sequence[str]) -> int:
    """The legal action that was meant. `choices` are numbered from 1; a FaubourgError says why
    it can't be, and nothing has changed."""
    said = " ".join(typed.split())
    if said.isascii() and said.isdigit():
        number = int(said) if len(said) < 5 else 0
        if not 1 <= number <= len(choices):
            text = messages.NO_NUMBER.format(said=said[:12], most=len(choices))
            raise NotationError("no-number", text)
        return choices[number - 1]
    try:
        return position.legal_id(said)
    except NotationError as error:
        return _read_freely(position, said, choices, names, error)


def _read_freely(
    position: Position,
    said: str,
    choices: Sequence[int],
    names: Sequence[str],
    error: NotationError,
) -> int:
    """A choice by the words of its description, then a move without its first word."""
    found = _by_words(position, said, choices, names)
    if len(found) == 1:
        return found[0]
    for verb in dict.fromkeys(action.text.split()[0] for action in position.legal):
        try:
            return position.legal_id(f"{verb} {said}")
        except NotationError:
            continue
    if found:
        numbers = ", ".join(str(choices.index(id) + 1) for id in found)
        raise NotationError("several", messages.SEVERAL.format(said=said, numbers=numbers))
    if error.code == "notation":
        text = messages.NOT_UNDERSTOOD.format(said=said, most=len(choices))
        raise NotationError("notation", text)
    raise error


def _by_words(
    position: Position, said: str, choices: Sequence[int], names: Sequence[str]
) -> list[int]:
    """The choices in whose description, in either language, every word begins one of its words."""
    describe = position.game.part("view").describe
    wanted = _words(said)
    found = []
    for id in choices:
        text = describe(position.game.components, position.row, id, names)
        for language in LANGUAGES:
            there = _words(text.to(language))
            if wanted and all(any(word.startswith(w) for word in there) for w in wanted):
                found.append(id)
                break
    return found


def _words(said: str) -> list[str]:
    apart = said.replace("'", " ").replace("’", " ")
    return [word for word in map(plain, apart.split()) if word]
