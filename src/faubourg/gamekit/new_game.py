"""A new game from the template: four files that can be played at once."""

import keyword
import os
import re
import shlex
import shutil
from pathlib import Path

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import games, home
from faubourg.core.text import Text, listed

TEMPLATE = Path(__file__).with_name("template_game")
TITLE = Text("The Cart", "La charrette")  # of the template; replaced in every file
SHIPPED = Path("src", "faubourg", "games")  # in a clone
FORM = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 40

WRONG_NAME = Text(
    "A game can't be called {name}; allowed: small letters, digits and single _, a letter first, "
    "at most {most} signs, no word of Python: 'ferry' or 'old_harbour'.",
    "Un jeu ne peut pas s'appeler {name} ; permis : minuscules sans accent, chiffres et _ simples, "
    "une lettre d'abord, {most} signes au plus, aucun mot de Python : « bac » ou « vieux_port ».",
)
TAKEN = Text(
    "There is a game {name} already; taken: {taken}.",
    "Il y a déjà un jeu {name} ; déjà pris : {taken}.",
)
EXISTS = Text(
    "{path} exists already; nothing was written. Choose another name or folder.",
    "{path} existe déjà ; rien n'a été écrit. Choisis un autre nom ou dossier.",
)
CANT_WRITE = Text("{path} can't be written: {why}.", "Impossible d'écrire {path} : {why}.")
NEXT_STEPS = Text(
    """{path} is a game that can be played now. Next:

{variable}  faubourg play {name}    # in the terminal
  faubourg serve --browse    # in the page, with others or bots
  faubourg simulate {name}    # a thousand games between bots
  pytest tests/test_contract.py -k {name}    # in a clone: test it, and see what it still lacks

Ten steps from here to a game of your own: {guide}""",
    """{path} est un jeu auquel on peut déjà jouer. Ensuite :

{variable}  faubourg play {name}    # dans le terminal
  faubourg serve --browse    # dans la page, à plusieurs ou contre des robots
  faubourg simulate {name}    # mille parties entre robots
  pytest tests/test_contract.py -k {name}    # dans un clone : le tester, voir ce qui lui manque

Dix étapes d'ici à un jeu à toi : {guide}""",
)
SET_VARIABLE = Text(
    "  export {variable}={home}    # so that it is found\n",
    "  export {variable}={home}    # pour qu'il soit trouvé\n",
)
GUIDE = "docs/contributors/new-game.md"


def new_game(name: str, folder: Path | None = None) -> Path:
    """Write the template as a game of that name into a folder; the path of the new game's own.

    Without a folder it goes where the games of a clone lie, or else where one is.
    """
    check_new_name(name)
    target = (folder or default_folder()) / name
    if target.exists():
        raise FaubourgError("exists", EXISTS.format(path=str(target)))
    title = name.replace("_", " ").capitalize()
    try:
        target.mkdir(parents=True)
        for source in sorted(TEMPLATE.iterdir()):
            if source.is_file():
                text = source.read_text(encoding="utf-8")
                for old in TITLE:
                    text = text.replace(old, title)
                (target / source.name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        if target.is_dir():
            shutil.rmtree(target, ignore_errors=True)
        said = CANT_WRITE.format(path=str(target), why=error.strerror or str(error))
        raise FaubourgError("cant-write", said) from error
    return target


def next_steps(made: Path) -> Text:
    """What to do with a new game, for whoever made it."""
    folder, others = made.parent.resolve(), home.outside()
    variable = Text("", "")
    if folder not in (home.HERE, *others):
        named = os.pathsep.join(map(str, [*others, folder]))
        variable = SET_VARIABLE.format(variable=home.VARIABLE, home=shlex.quote(named))
    return NEXT_STEPS.format(path=str(made), name=made.name, variable=variable, guide=GUIDE)


def default_folder() -> Path:
    """The games of a clone if this is one, else the present folder."""
    return SHIPPED if (SHIPPED / "__init__.py").is_file() else Path()


def check_new_name(name: str) -> None:
    """A name that a folder, a module and a record can have, and that no game has."""
    if not FORM.fullmatch(name) or keyword.iskeyword(name) or len(name) > LONGEST:
        raise OptionError("name", WRONG_NAME.format(name=repr(name), most=LONGEST))
    if name in games():
        raise OptionError("name", TAKEN.format(name=repr(name), taken=listed(games())))
