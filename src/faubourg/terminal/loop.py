"""The game loop: asks people for their moves, plays bots and Nature, shows what happens."""

from collections.abc import Sequence

import numpy as np
from rich.console import RenderableType
from rich.text import Text as Line

from faubourg.bots.hints import hints, rated_hints
from faubourg.core.contract import Event, Scene
from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text
from faubourg.records.clauses import clauses
from faubourg.terminal import messages, pages
from faubourg.terminal.autosave import Autosave, save_copy
from faubourg.terminal.console import Terminal
from faubourg.terminal.input import Command, read_command, read_move
from faubourg.terminal.session import Session

WARNING = "bold #cf4a40"
HINT_SECONDS = 1.0


class Quit(Exception):  # noqa: N818  (no error)
    """The player has had enough for now."""


class Loop:
    """One game at one terminal: session, screen and autosave."""

    def __init__(self, session: Session, terminal: Terminal, autosave: Autosave) -> None:
        self.session = session
        self.terminal = terminal
        self.autosave = autosave
        self.screen = session.game.part("terminal.screen")
        self._explained = bool(session.record.moves)  # a resumed game needs no legend
        self._shown = False  # whether events were shown line by line, and are still on the screen

    def run(self) -> None:
        """Play to the end; Quit, EOFError and KeyboardInterrupt leave a saved game behind."""
        self._save()
        while self.session.position.turn is not None:
            seat = self.session.seat
            if seat is not None and seat.bot is None and len(self.session.position.legal) > 1:
                self._ask()
            else:
                self._watch()
        self._end()

    # ------------------------------------------------------------ what happens

    def _watch(self) -> None:
        """A move that no person chooses."""
        seat, move = self.session.seat, self.session.move_of_nature_or_bot()
        if seat is not None and seat.bot is None:
            describe = self.session.game.part("view").describe
            scene = self._scene()
            choice = describe(scene.components, scene.row, move, scene.names)
            self._say(messages.ONLY.format(name=seat.name, choice=choice), "dim")
        self._play(move)

    def _play(self, move: int) -> None:
        """Play a move, save the game, and show the events line by line."""
        done = self.session.play(move)
        self._save()
        begun = next((i for i, event in enumerate(done) if event["kind"] == "turn"), len(done))
        # What is laid out before the first turn lies on the table anyway.
        if self.session.position.row.turn_count > (begun < len(done)):
            self._show_events(done[:begun])
        if begun < len(done):
            scene = self._scene()
            tell = self.session.game.part("events").tell
            said = tell(scene.components, done[begun], scene.names).to(scene.language)
            self.terminal.show(Line.assemble(("── ", pages.GOLD), (said, "bold")))
            self.terminal.pause(0.5)
            self._show_events(done[begun + 1 :])

    def _show_events(self, events: Sequence[Event]) -> None:
        self._shown = True
        for line in self.screen.lines(self._scene(), events):
            self.terminal.show(Line("   ").append_text(line))
            self.terminal.pause()

    def _save(self) -> None:
        said = self.autosave.save(self.session.record)
        if said:
            self._say(said, WARNING)

    def _end(self) -> None:
        outcome = self.session.position.outcome
        if outcome is None:
            return

        def draw(scene: Scene) -> RenderableType:
            return pages.ending(self.session, scene, outcome)

        self.terminal.pause(2)
        self.terminal.clear()
        self.terminal.show(pages.fitting(self.terminal, self._scene(), draw))

    # ------------------------------------------------------------ asking

    def _ask(self) -> None:
        """Ask the person to act until there is a move, or one is taken back."""
        position = self.session.position
        choices = self.screen.order(self.session.game.components, position.row, position.legal.ids)
        self._draw(choices)
        while True:
            prompt = messages.PROMPT.to(self.terminal.language)
            typed = self.terminal.ask(prompt, lambda: self._draw(choices))
            command = read_command(typed)
            if command is None:
                scene = self._scene(choices)
                try:
                    move = read_move(position, typed, choices, scene.names)
                except FaubourgError as error:
                    said = error.sentence(self.terminal.language)
                    self.terminal.show(Line(said, style=WARNING))
                    continue
                self._decide(move)
                return
            if command.name == "undo" and self._undo():
                return
            if command.name == "look":
                self._draw(choices)
            else:
                self._run_command(command, choices)

    def _decide(self, move: int) -> None:
        """Play what a person chose; at the end of a turn they may think twice."""
        row = self.session.position.row.copy()
        self._play(move)
        if self.session.position.turn is None:
            return
        if self.screen.ends_turn(self.session.game.components, row, move):
            self._confirm()

    def _confirm(self) -> None:
        while True:
            command = read_command(self.terminal.ask(messages.GO_ON.to(self.terminal.language)))
            if command is not None and command.name == "look":
                self.session.seal()
                return
            if command is not None and command.name == "undo" and self._undo():
                return
            if command is not None:
                self._run_command(command, ())

    def _undo(self) -> bool:
        if not self.session.can_undo:
            return False
        self.session.undo()
        self._save()
        self._say(messages.UNDONE)
        return True

    def _draw(self, choices: Sequence[int]) -> None:
        first, self._explained = not self._explained, True
        shown = self._shown and not self.terminal.clears

        def draw(scene: Scene) -> RenderableType:
            return pages.decision(self.session, scene, news=not shown, legend=first)

        self.terminal.clear()
        self.terminal.show(pages.fitting(self.terminal, self._scene(choices), draw))

    # ------------------------------------------------------------ commands

    def _run_command(self, command: Command, choices: Sequence[int]) -> None:
        """Run a command."""
        scene = self._scene(choices)
        if command.name == "quit":
            raise Quit
        if command.name == "help":
            self._help(scene, command.rest)
        elif command.name == "hint":
            self._hint(choices)
        elif command.name == "log":
            self.terminal.page(pages.log_page(self.session, scene))
        elif command.name == "rules":
            self._rules(command.rest)
        elif command.name == "save":
            self._say(save_copy(self.session.record, command.rest), "bold")
        elif command.name == "undo":
            self._say(messages.NO_UNDO, WARNING)

    def _help(self, scene: Scene, word: str) -> None:
        found = self.screen.explain(scene, word) if word else None
        if word and found is None:
            self._say(messages.NO_CARD.format(word=word), WARNING)
        else:
            page = found or pages.help_page(self.session, scene)
            self.terminal.page(page)

    def _hint(self, choices: Sequence[int]) -> None:
        if not choices:
            self._say(messages.HINT_NOW)
            return
        self._say(messages.HINT_WAIT, "dim")
        position, names = self.session.position, self._scene().names
        generator = np.random.default_rng()  # not the bots': a hint must not change what they do
        if self.session.can_search():
            found = hints(position.copy(), names, seconds=HINT_SECONDS, generator=generator)
        else:
            found = rated_hints(position.copy(), names)
        self.terminal.show(pages.hint_page(self._scene(choices), self.session, found))

    def _rules(self, word: str) -> None:
        known = clauses(self.session.game.name)
        if not known:
            self._say(messages.NO_RULES)
            return
        page = pages.rules_page(known, self.terminal.language, word)
        if page is None:
            self._say(messages.NO_RULE.format(word=word), WARNING)
        else:
            self.terminal.page(page)

    # ------------------------------------------------------------ helpers

    def _scene(self, choices: Sequence[int] = ()) -> Scene:
        return pages.scene_of(self.session, self.terminal, choices)

    def _say(self, text: Text, style: str = "") -> None:
        self.terminal.show_whole(Line(text.to(self.terminal.language), style=style))
