"""`faubourg push-keys`: makes the key by which browsers and push services know a server."""

import importlib.util
import os
from pathlib import Path

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.files import CANT_WRITE, system_reason
from faubourg.core.text import Language, Text
from faubourg.server.runtime.push import NEEDED, NO_EXTRA

EXISTS = Text(
    "{file} exists already. Whoever subscribed with another key would not be reached any more.",
    "{file} existe déjà. Qui s'est abonné avec une autre clé ne serait plus joint.",
)
DONE = Text(
    "{file} has the private key; nobody but you and the server may read it. Now start the server "
    "with:\n  --push-key {file} --push-contact mailto:you@example.org",
    "{file} contient la clé privée ; personne d'autre que toi et le serveur ne doit la lire. Lance "
    "le serveur avec :\n  --push-key {file} --push-contact mailto:toi@example.org",
)


def make(file: Path, language: Language) -> int:
    """Write a new key to a file that does not exist yet, for its owner alone."""
    if importlib.util.find_spec(NEEDED) is None:
        raise OptionError("push_key", NO_EXTRA)
    from faubourg.server.runtime.vapid import new_key

    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise FaubourgError("exists", EXISTS.format(file=str(file))) from error
    except OSError as error:
        said = CANT_WRITE.format(path=str(file), why=system_reason(error))
        raise FaubourgError("cant-write", said) from error
    with os.fdopen(opened, "wb") as written:
        written.write(new_key())
    print(DONE.format(file=str(file)).to(language))
    return 0
