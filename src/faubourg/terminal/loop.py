"""A game from where it stands to its end: people are asked, bots and Nature are watched."""

from pathlib import Path

from rich.text import Text as Line

from faubourg.core.clauses import clauses
from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text
from faubourg.terminal import pages, words
from faubourg.terminal.answers import Command, read_command, read_move
from faubourg.terminal.console import Terminal
from faubourg.terminal.keep import Keeper, save_copy
from faubourg.terminal.session import Session

WARNING = "bold #cf4a40"


class Quit(Exception):  # noqa: N818  (no error)
    """The player has had enough for now."""


class Loop:
    """The table, the people around it, and the drawer where the game is kept."""

    def __init__(self, session: Session, terminal: Terminal, keeper: Keeper) -> None:
        self.session = session
        self.terminal = terminal
        self.keeper = keeper
        self.screen = session.game.part("screen")
        self._fresh = True  # nothing has been shown yet

    def run(self) -> None:
        """Play to the end; Quit, EOFError and KeyboardInterrupt leave a saved game behind."""
        self._keep()
        while self.session.position.turn is not None:
            seat = self.session.seat
            if seat is not None and seat.bot is None and len(self.session.position.legal) > 1:
                self._ask()
            else:
                self._watch()
        self._end()

    # ------------------------------------------------------------ others' moves

    def _watch(self) -> None:
        """A move that no person chooses; told line by line."""
        session = self.session
        seat, move = session.seat, session.move_of_nature_or_bot()
        if seat is not None and seat.bot is None:
            describe = session.game.part("view").describe
            names = [seat.name for seat in session.seats]
            choice = describe(session.game.components, session.position.row, move, names)
            self._say(words.ONLY.format(name=seat.name, choice=choice), "dim")
        self._play(move)

    def _play(self, move: int) -> None:
        session = self.session
        done = session.play(move)
        self._keep()
        scene = pages.scene_of(session, self.terminal)
        before_first_turn = scene.row.turns == 0
        for event in done:
            if event["kind"] == "turn" and session.position.turn is not None:
                name = scene.names[int(scene.row.seat)] if "seat" in scene.row.dtype.names else ""
                self.terminal.show(Line(f"── {name}", style="dim"))
        if before_first_turn:
            return
        for line in self.screen.lines(scene, done):
            self.terminal.show(Line("   ").append_text(line))
            self.terminal.pause()

    def _keep(self) -> None:
        said = self.keeper.keep(self.session.record)
        if said:
            self._say(said, WARNING)

    def _say(self, text: Text, style: str = "") -> None:
        self.terminal.show(Line(text.to(self.terminal.language), style=style))
