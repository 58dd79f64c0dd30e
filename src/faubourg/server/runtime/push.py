"""Web Push: tells the devices of a person who is not connected that it is their turn.

No move waits for any of it. A sweep looks at the tables with subscriptions that have changed,
stores whose turn it is, and claims the messages to people who are not connected to any process. The
queue is the database: what a process has claimed and not sent when it dies is claimed again by
another. What was sent is stored after the push service has answered; after a kill in that moment
the message comes twice, and takes the place of the first one, at the push service (Topic) and on
the device (tag).
"""

import asyncio
import importlib.util
import json
import logging
import re
import ssl
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game
from faubourg.core.text import Language, Text
from faubourg.server import metrics
from faubourg.server.errors import Unavailable
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.settings import Settings
from faubourg.server.store import subscriptions
from faubourg.server.store.subscriptions import Changed, Due, Noted
from faubourg.server.table.table import Table

if TYPE_CHECKING:
    from faubourg.server.runtime.vapid import Vapid

How = Literal["sent", "gone", "failed"]
NEEDED = "cryptography"  # what the extra brings
MOST_LOOKED_AT = 100  # tables in one sweep
MOST_SENT = 32  # messages in one sweep, side by side
KEPT_SECONDS = 2 * 24 * 3600  # for a device that is switched off
FIRST_WAIT = 30.0  # seconds after the first time that a message was not sent; then twice as long
MOST_TRIES = 6
GONE = (404, 410)  # the push service knows the device no more
LATER = (408, 429, 500, 502, 503, 504)
LONGEST_TOPIC = 32

YOUR_TURN = Text("Your turn!", "À toi de jouer\u202f!")
NO_EXTRA = Text(
    "Web Push needs a package that is not installed: pip install 'faubourg[push]'.",
    "Web Push a besoin d'un paquet qui n'est pas installé : pip install 'faubourg[push]'.",
)
NO_CONTACT = Text(
    "--push-contact says whom push services may write to: mailto:you@example.org or https://….",
    "--push-contact dit à qui les services push peuvent écrire : mailto:toi@example.org ou "
    "https://….",
)
ONLY_WITH_KEY = Text(
    "--push-contact and --push-host need --push-key.",
    "--push-contact et --push-host vont avec --push-key.",
)
log = logging.getLogger(__name__)


def vapid_of(settings: Settings) -> "Vapid | None":
    """The key that a server pushes with, None if it does not; OptionError says what is wrong."""
    if not settings.push_key:
        if settings.push_contact or settings.push_hosts != Settings.push_hosts:
            raise OptionError("push_key", ONLY_WITH_KEY)
        return None
    if importlib.util.find_spec(NEEDED) is None:
        raise OptionError("push_key", NO_EXTRA)
    if not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", settings.push_contact):
        raise OptionError("push_contact", NO_CONTACT)
    from faubourg.server.runtime.vapid import Vapid, read_key

    return Vapid(read_key(Path(settings.push_key)), settings.push_contact)


def message_of(due: Due) -> bytes:
    """What a device is told: nothing that whoever has the table's address is not shown."""
    language: Language = "fr" if due.device.language == "fr" else "en"
    said = {
        "table": due.table,
        "game": due.game,
        "title": YOUR_TURN.to(language),
        "body": Game(due.game).title.to(language),
    }
    return json.dumps(said, ensure_ascii=False).encode()


class Push:
    """Sends messages for the tables of a database."""

    def __init__(self, rooms: Rooms, vapid: "Vapid") -> None:
        self._rooms = rooms
        self._vapid = vapid
        self._tls = ssl.create_default_context()
        self.public_key = vapid.public

    async def sweep(self) -> None:
        """Store whose turn it is where that has changed, and send what is due."""
        store, settings = self._rooms.store, self._rooms.settings
        for changed in await subscriptions.changed_tables(store, MOST_LOOKED_AT):
            await subscriptions.note(store, await self._look(changed))
        # Someone who has just gone, as to load the page anew, is not gone yet.
        absent = max(settings.push_after, settings.lease)
        due = await subscriptions.claim(store, absent, MOST_TRIES, MOST_SENT)
        # Cancelled with the server is only the wait: what is under way is finished and stored.
        if sending := [self._rooms.spawn(self._send(each)) for each in due]:
            await asyncio.wait(sending)

    async def _look(self, changed: Changed) -> list[Noted]:
        """The turns of the seats of a table; one that can't be loaded here is left alone."""
        try:
            table = await self._rooms.peek(changed.table, changed.last)
        except Unavailable:
            return []
        except FaubourgError as error:
            log.warning("a table is left alone", extra={"table": changed.table, "why": error.code})
            return [Noted(changed.table, *holder, changed.last, 0) for holder in changed.holders]
        return [
            Noted(table.id, *holder, table.number, turn_of(table, *holder))
            for holder in changed.holders
        ]

    # ------------------------------------------------------------ sending

    async def _send(self, due: Due) -> None:
        """Send a message, and store what came of it."""
        store, endpoint = self._rooms.store, due.device.endpoint
        how, why, again = await self._post(due)
        metrics.PUSHES.labels(how).inc()
        if how == "failed":
            log.warning("a message was not pushed", extra={"table": due.table, "why": why})
        if how == "gone":
            work = subscriptions.forget_device(store, endpoint)
        elif again:
            work = subscriptions.try_again(store, due, FIRST_WAIT * 2 ** (due.tries - 1))
        else:
            work = subscriptions.was_told(store, due)
        await self._rooms.or_unavailable(work)

    async def _post(self, due: Due) -> tuple[How, str, bool]:
        """What became of a message, why, and whether to try again."""
        from faubourg.server.runtime import webpush

        settings, device = self._rooms.settings, due.device
        try:
            parts = webpush.check_endpoint(device.endpoint, settings.push_hosts)
            body = await asyncio.to_thread(
                lambda: webpush.encrypt(message_of(due), device.p256dh, device.auth)
            )
            headers = {
                "Authorization": self._vapid.authorization(f"https://{parts.netloc}"),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_SECONDS),
                "Topic": due.table[:LONGEST_TOPIC],
                "Urgency": "normal",
            }
            private = bool(settings.push_private)
            status = await webpush.post(parts, headers, body, self._tls, private)
        except FaubourgError as error:  # the operator allows this host no more
            return "failed", error.code, False
        except webpush.NotSentError as error:
            return "failed", error.why, error.again
        if status in GONE:
            return "gone", str(status), False
        return ("sent" if status < 300 else "failed"), str(status), status in LATER


def turn_of(table: Table, seat: int, key: str) -> int | None:
    """The turn that a seat has, by the entry with which it began; 0: it has none, or a bot plays.
    None: the game is over, or the seat is somebody else's."""
    if table.phase not in ("waiting", "playing") or table.seats[seat].key != key:
        return None
    return table.turn_began if table.turn == seat and table.bot_to_move is None else 0
