"""Runs the studies of the queue one after another, each in a process of low priority.

The queue and all rows are in the database. A server that was killed goes on with its studies when
it starts again; where several processes share a database, another takes them over.
"""

import asyncio
import importlib.util
import json
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

import sqlalchemy as sa

from faubourg.core.game import Game
from faubourg.core.text import Text, listed
from faubourg.kernels import compile, switch
from faubourg.lab.play.people import PlayedGame
from faubourg.lab.study.question import BoxText, Question
from faubourg.server.errors import Refused, Unavailable
from faubourg.server.runtime import background, study_process
from faubourg.server.runtime.study_process import Ended, Failed, Priced, Report
from faubourg.server.settings import Settings
from faubourg.server.store import studies as stored
from faubourg.server.store.boxes import components_digest, read_boxes
from faubourg.server.store.store import Store
from faubourg.server.store.studies import PlayedShard

log = logging.getLogger(__name__)
MAX_TRIES = 3  # of a study whose process dies without a word
LOOK_SECONDS = 1.0  # between two looks whether a study was cancelled elsewhere, or is out of time
POLL_SECONDS = 2.0  # between two looks for studies that a dead process has left
GATHER_SECONDS = 0.2  # for which rows are gathered before they are stored
PRICE_SECONDS = 120.0  # the first time a game is played it is compiled
PAGE_SECONDS = 120.0
DRAWN_BY = ("altair", "vl_convert")
MOST_PRICING = 4  # estimates at once, those that wait included
LOADING_SECONDS = 0.02  # between two looks whether it has loaded
WARM_SECONDS = 300.0  # for which a process that waits for a study is kept
DIED = Text(
    "The process that played this study ended again and again; what it found so far stays.",
    "Le processus qui jouait cette étude s'est arrêté plusieurs fois ; ce qu'il a trouvé reste.",
)
TIME = Text(
    "The study was ended after {seconds} s, the longest that this server allows; what it found so "
    "far stays.",
    "L'étude a été arrêtée après {seconds} s, le maximum de ce serveur ; ce qu'elle a trouvé "
    "reste.",
)
NO_EXTRAS = Text(
    "The full report is drawn by {missing}, which this server has not installed: "
    "pip install 'faubourg[lab]'. The figures are there without it.",
    "Le rapport complet est dessiné par {missing}, que ce serveur n'a pas : "
    "pip install 'faubourg[lab]'. Les chiffres sont là sans cela.",
)
NO_DRAWING = Text(
    "The full report can't be drawn just now; try again in a moment.",
    "Le rapport complet ne peut être dessiné pour l'instant ; réessaie dans un instant.",
)
BUSY = Text(
    "Too many estimates are being made; try again in a moment.",
    "Trop d'estimations sont en cours ; réessaie dans un instant.",
)
NO_PRICE = Text(
    "How long this takes can't be told just now; try again in a moment.",
    "La durée ne peut être estimée pour l'instant ; réessaie dans un instant.",
)


@dataclass(eq=False)
class Child:
    """A process of low priority, and the pipe to it."""

    process: subprocess.Popen[bytes]
    connection: Connection

    @property
    def lives(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """End it with the processes that it has started; who waits for its word hears of it."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        self.kill()
        self.process.wait()
        self.connection.close()


@dataclass(eq=False)
class WarmChild:
    """A process that has loaded all that plays a game, and waits for a study of it."""

    game: str
    child: Child
    since: float = field(default_factory=time.monotonic)


@dataclass
class Progress:
    """What a child has sent and is not stored yet."""

    shards: list[PlayedShard] = field(default_factory=list)
    report: dict[str, Any] | None = None
    ended: Ended | Failed | None = None
    died: bool = False


class Studies:
    """The studies that this process runs."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._preparing: asyncio.Task[None] | None = None
        self._wanted = ""  # the game whose box somebody looked at last
        self._loading = ""  # the game that a process is loading
        self._warm: WarmChild | None = None
        self._children: set[Child] = set()
        self._stopped = False
        self._pricing = asyncio.Lock()
        self._drawing = asyncio.Lock()
        self._priced = 0

    def start(self) -> None:
        background.start(self._run(), self._tasks, lasts=True)

    async def stop(self) -> None:
        """End what is being played: whoever starts next goes on."""
        tasks = [*self._tasks]
        self._stopped = True
        for task in tasks:
            task.cancel()
        for child in [*self._children]:
            child.kill()  # threads that wait for it go on, and the server can end
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake_up(self) -> None:
        """There is a new study, or one was cancelled."""
        self._news.set()

    # ------------------------------------------------------------ the queue

    async def _run(self) -> None:
        while True:
            row = None
            try:
                row = await stored.claim_study(self._store)
                if row is not None:
                    await self._play(row)
                    continue
            except (sa.exc.DBAPIError, Refused) as error:
                log.warning("a study waits", extra={"why": str(error)})
            except Exception:
                log.exception("a study failed")
            if row is not None:
                await self._leave(row["id"])
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._news.wait()

    async def _leave(self, id: str) -> None:
        """Something went wrong here; it is tried again, but not for ever."""
        try:
            await stored.leave_study(self._store, id, tried=True)
        except sa.exc.DBAPIError as error:
            log.warning("a study is left as it is", extra={"why": str(error)})

    async def _play(self, row: dict[str, Any]) -> None:
        id, sources = row["id"], await asyncio.to_thread(sources_hash)
        if row["tries"] >= MAX_TRIES:
            await stored.end_study(self._store, id, "failed", _problem("died", DIED))
            return
        if row["sources"] != sources:  # the program has changed: other rows would not match
            await stored.begin_anew(self._store, id, sources)
        question = await read_question(self._store, row)
        shards = await stored.read_shards(self._store, id)
        settings = self._settings
        given = (question, shards, settings.lab, settings.studiers)
        while self._loading == row["game"]:  # sooner than a process that would begin now
            await asyncio.sleep(LOADING_SECONDS)
        child = await asyncio.to_thread(self._start, row["game"], "study", *given)
        log.info("study begins", extra={"study": id, "shards": len(shards)})
        try:
            await self._follow(child, id, row["spent"])
        except asyncio.CancelledError:
            await asyncio.shield(stored.leave_study(self._store, id, tried=False))
            raise
        finally:
            self._children.discard(child)
            await asyncio.shield(asyncio.to_thread(child.close))
        self.prepare(row["game"])  # who has an answer asks the next question

    async def _follow(self, child: Child, id: str, spent: float) -> None:
        """Store what a child sends, until it ends, is cancelled or is out of time."""
        late = time.monotonic() + self._settings.study_seconds - spent
        since: float | None = None  # the first rows: what is loaded before them is no play
        while True:
            progress = await asyncio.to_thread(_receive, child)
            now = time.monotonic()
            played = 0.0 if since is None else now - since
            if since is not None or progress.shards:
                since = now
            mine = await stored.add_progress(
                self._store, id, progress.shards, played, progress.report
            )
            if not mine:  # it was cancelled
                return
            if isinstance(progress.ended, Ended):
                await stored.end_study(self._store, id, "done")
                return
            if isinstance(progress.ended, Failed):
                problem = _problem(*progress.ended)
                await stored.end_study(self._store, id, "failed", problem)
                return
            if progress.died:
                await stored.leave_study(self._store, id, tried=True)
                return
            if now > late:
                said = TIME.format(seconds=round(self._settings.study_seconds))
                await stored.end_study(self._store, id, "done", _problem("time", said))
                return

    # ------------------------------------------------------------ prices

    async def price(self, question: Question) -> Priced:
        """About what a study costs, from a sample of its games."""
        if self._priced >= MOST_PRICING:
            raise Unavailable("busy", BUSY)
        self._priced += 1
        try:
            async with self._pricing:
                workers = self._settings.studiers
                found = await asyncio.to_thread(
                    self._ask, question.game, PRICE_SECONDS, "estimate", question, workers
                )
        finally:
            self._priced -= 1
            self._tend()  # the process that answered waits for the study
        if isinstance(found, Failed):
            raise Refused(*found)
        if not isinstance(found, Priced):
            raise Unavailable("no-price", NO_PRICE)
        return found

    async def page(self, row: dict[str, Any], language: str) -> str:
        """The lab's own page on a study; Refused where what draws it is not installed."""
        missing = [each for each in DRAWN_BY if not importlib.util.find_spec(each)]
        if missing:
            raise Refused("extras", NO_EXTRAS.format(missing=listed(missing)))
        question = await read_question(self._store, row)
        shards = await stored.read_shards(self._store, row["id"])
        async with self._drawing:
            found = await asyncio.to_thread(
                self._ask, "", PAGE_SECONDS, "page", question, shards, language
            )
        if not isinstance(found, str):
            raise Unavailable("no-page", NO_DRAWING)
        return found

    async def people(
        self, game: str, box: str, players: int, options: dict[str, str], games: list[PlayedGame]
    ) -> dict[str, Any]:
        """The figures of games that people played with a box."""
        async with self._drawing:
            found = await asyncio.to_thread(
                self._ask, "", PAGE_SECONDS, "people", game, box, players, options, games
            )
        if not isinstance(found, Report):
            raise Unavailable("no-page", NO_DRAWING)
        return found.told

    # ------------------------------------------------------------ a process that waits

    def prepare(self, game: str) -> None:
        """Somebody looks at a game's box: start a process that loads what its studies need,
        compiled if need be, and waits for one. There is one: for the game looked at last."""
        self._wanted = game
        self._tend()

    def _tend(self) -> None:
        if self._preparing is None or self._preparing.done():
            self._preparing = background.start(self._keep_warm(), self._tasks)

    async def _keep_warm(self) -> None:
        """Start the process that is wanted; end it when nobody has wanted it for a time."""
        while not self._stopped:
            warm, game = self._warm, self._wanted
            if game and (warm is None or warm.game != game or not warm.child.lives):
                self._wanted, self._loading = "", game
                self._let_go()
                try:
                    child = await asyncio.to_thread(self._loaded, game)
                finally:
                    self._loading = ""
                if child is not None:
                    self._warm = WarmChild(game, child)
            elif warm is None:
                return
            elif game:
                self._wanted, warm.since = "", time.monotonic()
            elif time.monotonic() > warm.since + WARM_SECONDS:
                self._let_go()
            await asyncio.sleep(LOOK_SECONDS)

    def _loaded(self, game: str) -> Child | None:
        """A process that has loaded a game; None if it died."""
        child = self._new_child("prepare", game)
        with suppress(EOFError, OSError):
            if child.connection.poll(self._settings.study_seconds):
                child.connection.recv()
                return child
        self._end(child)
        return None

    def _take_warm(self, game: str) -> Child | None:
        """The process that waits for a study of a game, which is no longer there then."""
        warm = self._warm
        if warm is None or warm.game != game or not warm.child.lives:
            return None
        self._warm = None
        return warm.child

    def _let_go(self) -> None:
        warm, self._warm = self._warm, None
        if warm is not None:
            self._end(warm.child)

    # ------------------------------------------------------------ processes

    def _start(self, game: str, function: str, *given: object) -> Child:
        """A process that does something: the one that waits, if it has loaded the game."""
        child = self._take_warm(game)
        if child is None:
            return self._new_child(function, *given)
        with suppress(OSError):  # it is gone already
            child.connection.send((function, given))
        return child

    def _new_child(self, function: str, *given: object) -> Child:
        child = start_child(function, *given)
        self._children.add(child)
        if self._stopped:
            child.kill()
        return child

    def _ask(self, game: str, seconds: float, function: str, *given: object) -> Any:
        """What a process answers; None if it dies or takes too long. One that has loaded a game
        waits on."""
        child = self._start(game, function, *given)
        found = None
        with suppress(EOFError, OSError):
            found = child.connection.recv() if child.connection.poll(seconds) else None
        if game and found is not None and self._warm is None and not self._stopped:
            self._warm = WarmChild(game, child)
        else:
            self._end(child)
        return found

    def _end(self, child: Child) -> None:
        self._children.discard(child)
        child.close()


@cache
def sources_hash() -> str:
    """A hash of the program's sources: rows of another version don't go with those of this one."""
    return compile.source_hash(compile.PACKAGE)


async def read_question(store: Store, row: dict[str, Any]) -> Question:
    """The question that a stored study answers."""
    boxes = {box.digest: box for box in await read_boxes(store, [row["box"], row["against"]])}
    game = row["game"]
    box, against = (box_text(game, boxes[row[word]].text) for word in ("box", "against"))
    return question_of(game, box, against, json.loads(row["asked"]))


def question_of(game: str, box: BoxText, against: BoxText, asked: dict[str, Any]) -> Question:
    """A question with its boxes at hand."""
    words = ("players", "bots", "games", "options", "sweep", "find")
    stronger = asked.get("stronger")  # which older questions don't have
    return Question(game, box, against, **{word: asked[word] for word in words}, stronger=stronger)


def box_text(game: str, text: str) -> BoxText:
    digest = components_digest(text)
    return BoxText(digest, text, digest == Game(game).components.digest)


def _problem(code: str, text: Text) -> dict[str, str]:
    return {"code": code, **text._asdict()}


# ---------------------------------------------------------------- processes


def start_child(function: str, *given: object) -> Child:
    """Start a function of `study_process`. Its kernels are compiled from the start: what a server
    sets for itself, to begin in plain Python, is not for it."""
    ours, theirs = multiprocessing.Pipe()
    program = f"from {study_process.__name__} import main; main({theirs.fileno()})"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, switch.VARIABLE: ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        start_new_session=True,  # so that it and what it starts are one group
    )
    theirs.close()
    with suppress(OSError):  # it is gone already
        ours.send((function, given))
    return Child(process, ours)


def _receive(child: Child) -> Progress:
    """All that comes within a moment, from the first of it on."""
    progress = Progress()
    late = time.monotonic() + LOOK_SECONDS
    try:
        while child.connection.poll(max(0.0, late - time.monotonic())):
            message = child.connection.recv()
            if isinstance(message, PlayedShard):
                progress.shards.append(message)
                late = min(late, time.monotonic() + GATHER_SECONDS)
            elif isinstance(message, Report):
                progress.report = message.told
                return progress
            else:
                progress.ended = message
                return progress
    except (EOFError, OSError):
        progress.died = True
    return progress
