"""`faubourg doctor`: what may be wrong with a server, found before players find it. Only reads."""

import os
import platform
import resource
import shutil
import sqlite3
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, NamedTuple

import sqlalchemy as sa
from rich.console import Console
from rich.markup import escape

import faubourg
from faubourg.core.errors import FaubourgError
from faubourg.core.files import system_reason
from faubourg.core.text import Language, Text, printable
from faubourg.kernels.compile import cache_folder
from faubourg.server.runtime.push import vapid_of
from faubourg.server.settings import LEASE_BEATS, Settings
from faubourg.server.store import migrations
from faubourg.server.store.engine import open_to_read, read_url
from faubourg.server.store.schema import processes, tables
from faubourg.server.store.schema import version as schema_version
from faubourg.server.web.connections import OWN_FILES, PLAIN_BESIDE_LIVE
from faubourg.server.web.static import INDEX, Pages

Grade = Literal["good", "note", "bad"]
MARKS = {"good": "[green]✓[/]", "note": "[yellow]![/]", "bad": "[red]✗[/]"}
PACKAGES = ("uvicorn", "websockets", "httptools", "uvloop", "fastapi", "sqlalchemy", "numba")
ROOM = 500 * 2**20  # bytes of disk below which it is worth a word
LITTLE_ROOM = 50 * 2**20
CLAIMED = "192.0.2.99"  # an address for documentation: nobody has it
SECONDS = 10.0


class Finding(NamedTuple):
    grade: Grade
    text: Text


def examine(settings: Settings, url: str | None, language: Language) -> int:
    """Print all findings; 1 if something is bad."""
    console, worst = Console(highlight=False), 0
    checks: list[Callable[[], Iterator[Finding]]] = [
        versions,
        lambda: database(settings),
        lambda: disk(settings),
        lambda: files(settings),
        pages,
        lambda: push(settings),
    ]
    if url is not None:
        checks.append(lambda: proxy(url))
    for check in checks:
        for grade, text in check():
            console.print(f"{MARKS[grade]} {escape(printable(text.to(language)))}", soft_wrap=True)
            worst |= grade == "bad"
    return int(worst)


def versions() -> Iterator[Finding]:
    found = []
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    said = Text(
        "Faubourg {ours}, Python {python}, SQLite {sqlite}; {others}.",
        "Faubourg {ours}, Python {python}, SQLite {sqlite} ; {others}.",
    )
    yield Finding(
        "good",
        said.format(
            ours=faubourg.__version__,
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            others=", ".join(found),
        ),
    )


# ---------------------------------------------------------------- database


def database(settings: Settings) -> Iterator[Finding]:
    try:
        where = read_url(settings.database)
    except FaubourgError as error:
        yield Finding("bad", error.full_text)
        return
    shown = where.render_as_string(hide_password=True)
    file = Path(str(where.database)) if where.drivername == "sqlite" else None
    if file is not None and not file.exists():
        said = Text("{url} is made by the first start.", "{url} sera créée au premier lancement.")
        yield Finding("note", said.format(url=shown))
        return
    engine = open_to_read(settings.database)
    try:
        with engine.connect() as connection:
            yield from _inside(connection, shown)
    except sa.exc.SQLAlchemyError as error:
        said = Text("{url} can't be read: {why}", "{url} ne peut être lue : {why}")
        why = str(getattr(error, "orig", error)).strip().splitlines()[0]
        yield Finding("bad", said.format(url=shown, why=why))
    finally:
        engine.dispose()
    if file is not None:
        yield from _modes(file)


def _inside(connection: sa.Connection, shown: str) -> Iterator[Finding]:
    newest = 1 + len(migrations.STEPS)
    found = None
    if sa.inspect(connection).has_table(schema_version.name):
        found = connection.execute(sa.select(schema_version.c.number)).scalar()
    if found is None:
        empty = Text("{url} is empty.", "{url} est vide.")
        yield Finding("note", empty.format(url=shown))
        return
    said = Text(
        "{url}: schema {found}, this program knows {newest}.",
        "{url} : schéma {found}, ce programme connaît {newest}.",
    )
    grade: Grade = "good" if found == newest else "bad" if found > newest else "note"
    yield Finding(grade, said.format(url=shown, found=found, newest=newest))
    if connection.dialect.name == "sqlite":
        whole = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        sound = Text("The file is sound: {said}.", "Le fichier est sain : {said}.")
        yield Finding("good" if whole == "ok" else "bad", sound.format(said=str(whole)))
    if found < 2:
        return
    count = connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar() or 0
    lately = time.time() - LEASE_BEATS * Settings.beat
    alive = sa.select(sa.func.count()).where(processes.c.seen > lately)
    running = connection.execute(alive).scalar() or 0
    said = Text(
        "{count} tables; {running} server processes are alive.",
        "{count} tables ; {running} processus de serveur en vie.",
    )
    several = running > 1 and connection.dialect.name == "sqlite"
    yield Finding("bad" if several else "good", said.format(count=count, running=running))


def _modes(file: Path) -> Iterator[Finding]:
    mode = stat.S_IMODE(file.stat().st_mode)
    said = Text("{file} has the mode {mode}.", "{file} a le mode {mode}.")
    text = said.format(file=str(file), mode=f"{mode:04o}")
    yield Finding("bad" if mode & 0o077 else "good", text)


# ---------------------------------------------------------------- the machine


def disk(settings: Settings) -> Iterator[Finding]:
    folders = {"cache": cache_folder()}
    with suppress(FaubourgError):
        where = read_url(settings.database)
        if where.drivername == "sqlite":
            folders["database"] = Path(str(where.database)).absolute().parent
    for folder in folders.values():
        there = next(each for each in (folder, *folder.parents) if each.exists())
        free = shutil.disk_usage(there).free
        grade: Grade = "good" if free > ROOM else "note" if free > LITTLE_ROOM else "bad"
        said = Text("{folder}: {free} MiB free.", "{folder} : {free} Mio libres.")
        yield Finding(grade, said.format(folder=str(folder), free=free // 2**20))
        if not os.access(there, os.W_OK):
            said = Text("{folder} can't be written to.", "{folder} n'est pas inscriptible.")
            yield Finding("bad", said.format(folder=str(there)))


def files(settings: Settings) -> Iterator[Finding]:
    """File descriptors: one for each connection, and some for the server itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + PLAIN_BESIDE_LIVE + OWN_FILES
    enough = hard == resource.RLIM_INFINITY or hard >= wanted
    said = Text(
        "Open files: {soft}, at most {hard}; {connections} connections want {wanted}.",
        "Fichiers ouverts : {soft}, au plus {hard} ; {connections} connexions en veulent {wanted}.",
    )
    text = said.format(soft=soft, hard=hard, connections=settings.connections, wanted=wanted)
    yield Finding("good" if enough else "note", text)


def pages() -> Iterator[Finding]:
    built = INDEX in Pages().files
    said = Text("The page is built.", "La page est construite.")
    missing = Text(
        "The page is not built: make play does it.", "La page n'est pas construite : make play."
    )
    yield Finding("good", said) if built else Finding("bad", missing)


def push(settings: Settings) -> Iterator[Finding]:
    """The key for Web Push, where there is one."""
    try:
        vapid = vapid_of(settings)
    except FaubourgError as error:
        yield Finding("bad", error.full_text)
        return
    if vapid is None:
        off = Text("Web Push is off.", "Web Push est coupé.")
        yield Finding("good", off)
        return
    said = Text("Web Push: the key is {public}.", "Web Push : la clé est {public}.")
    yield Finding("good", said.format(public=vapid.public))
    yield from _modes(Path(settings.push_key))


# ---------------------------------------------------------------- the proxy


def proxy(url: str) -> Iterator[Finding]:
    """As players see the server: does it answer there, who does it take us for, and what is shown
    to everybody."""
    status, said = _get(f"{url}/healthz", {"X-Forwarded-For": CLAIMED})
    if status != 200 or not said.startswith("ok"):
        text = Text("{url} does not answer: {why}.", "{url} ne répond pas : {why}.")
        yield Finding("bad", text.format(url=url, why=f"{status or ''} {said[:100]}".strip()))
        return
    answers = Text("{url} answers.", "{url} répond.")
    yield Finding("good", answers.format(url=url))
    you = next((line.partition(": ")[2] for line in said.splitlines() if "you: " in line), "")
    if you == CLAIMED:
        text = Text(
            "A client can choose its own address: is `proxies` larger than the number of proxies, "
            "or the server reached past them?",
            "Un client peut choisir sa propre adresse : `proxies` dépasse-t-il le nombre de "
            "mandataires, ou le serveur est-il joignable sans eux ?",
        )
        yield Finding("bad", text)
    else:
        text = Text("The server takes us for {you}.", "Le serveur nous prend pour {you}.")
        yield Finding("good", text.format(you=you))
    status, _ = _get(f"{url}/metrics", {})
    text = Text("/metrics answers {status} here.", "/metrics répond {status} ici.")
    yield Finding("note" if status == 200 else "good", text.format(status=status))
    status, said = _get(f"{url}/api/tables/find", {"Origin": url, "Content-Type": "text"}, b"{}")
    text = Text("A page of {url} may ask: {yes}.", "Une page de {url} peut demander : {yes}.")
    refused = '"origin"' in said or '"host"' in said
    yield Finding("bad" if refused else "good", text.format(url=url, yes=str(status)))


def _get(url: str, headers: dict[str, str], body: bytes | None = None) -> tuple[int, str]:
    try:
        asked = urllib.request.Request(url, body, headers)
        if not url.startswith(("http://", "https://")):
            return 0, "http:// or https://"
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            return answer.status, answer.read(10_000).decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read(10_000).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        return 0, system_reason(error)
