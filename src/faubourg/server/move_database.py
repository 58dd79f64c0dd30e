"""`faubourg move-database`: what is seen of it, a progress bar and what to do next."""

from rich.console import Console

from faubourg.core.progress import progress_bar
from faubourg.core.text import Language, Text
from faubourg.server.store.move import move_database

PHASES = {
    "copy": Text("Copying tables", "Copie des tables"),
    "source": Text("Reading the source again", "Relecture de la source"),
    "target": Text("Reading the target", "Lecture de la cible"),
}
DONE = Text(
    "{copied} tables copied; both databases hold the same {tables} tables, {entries} entries and "
    "{boxes} boxes (digest {digest}).",
    "{copied} tables copiées ; les deux bases ont les mêmes {tables} tables, {entries} entrées et "
    "{boxes} boîtes (empreinte {digest}).",
)
NEXT = Text(
    "Now start the server with --database and the new address. The old database is as it was.",
    "Lance maintenant le serveur avec --database et la nouvelle adresse. L'ancienne base est "
    "restée telle quelle.",
)
STILL_RUNNING = Text(
    "A server is still running on the source, and goes on writing there. Stop it and run the same "
    "command again: it copies only what has changed. Then start the server with the new address.",
    "Un serveur tourne encore sur la source et continue d'y écrire. Arrête-le et relance la même "
    "commande : elle ne copie que ce qui a changé. Lance ensuite le serveur avec la nouvelle "
    "adresse.",
)
NOT_YET = 3  # the exit status when a server still writes to the source


def run(source: str, target: str, language: Language) -> int:
    """Move, and print what was done; the exit status of the program."""
    console = Console(stderr=True)
    with progress_bar(console) as bar:
        task = bar.add_task(PHASES["copy"].to(language), total=None)

        def progress(phase: str, done: int, total: int) -> None:
            bar.update(task, description=PHASES[phase].to(language), completed=done, total=total)

        moved = move_database(source, target, progress)
    digest = sum(each.digest for each in moved.sums.values()) % 2**64
    counts = {name: each.count for name, each in moved.sums.items()}
    print(DONE.format(copied=moved.copied, digest=f"{digest:016x}", **counts).to(language))
    print((STILL_RUNNING if moved.source_in_use else NEXT).to(language))
    return NOT_YET if moved.source_in_use else 0
