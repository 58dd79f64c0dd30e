"""Pages of the terminal: a decision, the end, help, hints, rules and the log."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from faubourg.bots.hints import Hint
from faubourg.core.contract import Scene
from faubourg.core.position import Outcome, action_of
from faubourg.core.text import Language, plain
from faubourg.records.clauses import Clause
from faubourg.terminal import messages
from faubourg.terminal.console import Terminal
from faubourg.terminal.seats import roles
from faubourg.terminal.session import Session

GOLD = "#c08a1e"
NUMBER = "bold black on #d9d9d9"
LOG_TURNS = 12
LONG_LIST = 8  # more choices than this go side by side

Draw = Callable[[Scene], RenderableType]


def scene_of(session: Session, terminal: Terminal, choices: Sequence[int] = ()) -> Scene:
    """The scene that a game's screen is drawn from."""
    return Scene(
        components=session.game.components,
        row=session.position.row,
        names=[seat.name for seat in session.seats],
        roles=roles(session.seats, session.game, terminal.language),
        people=[number for number, seat in enumerate(session.seats) if seat.bot is None],
        language=terminal.language,
        width=terminal.width,
        choices=choices,
        colour=terminal.colour,
        pictures=terminal.pictures,
    )


def fitting(terminal: Terminal, scene: Scene, draw: Draw) -> RenderableType:
    """A page with as much detail as the lines of the window can hold."""
    page = draw(scene)
    for detail in (1, 0):
        if terminal.height is None or terminal.lines(page) < terminal.height - 1:
            break
        page = draw(replace(scene, detail=detail))
    return page


def heading(scene: Scene, title: str, note: str = "") -> Line:
    """A title on a line across the page."""
    line = Line.assemble(("━━ ", GOLD), (title, "bold"), (f" · {note}" if note else "", "dim"), " ")
    return line.append("━" * max(0, scene.width - line.cell_len), style=GOLD)


# ---------------------------------------------------------------- a decision


def decision(session: Session, scene: Scene, news: bool, legend: bool) -> RenderableType:
    """Everything a person needs for a choice: the news, the table, the choices, the question."""
    screen = session.game.part("terminal.screen")
    parts = [_top(session, scene)]
    if legend and scene.detail > 1:
        parts.append(screen.legend(scene))
    turns = session.news(int(session.position.row.to_act)) if news else []
    if any(turns):
        parts.append(screen.story(scene, turns))
    parts.append(screen.table(scene))
    parts.append(screen.choices(scene) or choice_list(session, scene))
    return Group(*parts, question(session, scene))


def _top(session: Session, scene: Scene) -> RenderableType:
    turns = messages.TURN.format(turns=int(session.position.row.turn_count)).to(scene.language)
    return heading(scene, session.game.title.to(scene.language), turns)


def question(session: Session, scene: Scene) -> Line:
    """The question to the player to act."""
    name = scene.names[int(session.position.row.to_act)]
    asked = messages.ASKED.format(name=name).to(scene.language)
    return Line.assemble(
        (f"▶ {asked} ", f"bold {GOLD}"),
        (session.game.part("terminal.screen").question(scene), "bold"),
    )


def choice_list(session: Session, scene: Scene) -> RenderableType:
    """The choices as the game describes them, numbered."""
    describe = session.game.part("view").describe
    items = []
    for number, id in enumerate(scene.choices, start=1):
        said = describe(scene.components, scene.row, id, scene.names).to(scene.language)
        items.append(Line.assemble((f" {number:>2} ", NUMBER), f" {said}"))
    if len(items) <= LONG_LIST:
        return Group(*items)
    return Columns(items, column_first=True, equal=True, padding=(0, 2))


# ---------------------------------------------------------------- the end


def ending(session: Session, scene: Scene, outcome: Outcome) -> RenderableType:
    """The last turn, the table, who won and why."""
    screen = session.game.part("terminal.screen")
    parts = [_top(session, scene), screen.story(scene, session.turns()[-1:]), screen.table(scene)]
    language = scene.language
    winners = messages.AND.to(language).join(scene.names[seat] for seat in outcome.winners)
    many = messages.WINNERS if len(outcome.winners) > 1 else messages.WINNER
    said = many.format(names=winners) if winners else messages.NOBODY
    turns = int(session.position.row.turn_count)
    why = messages.ENDED.format(reason=outcome.reason, turns=turns).to(language)
    body: list[RenderableType] = [
        Line(said.to(language), style=f"bold {GOLD}"),
        Line(why),
        _scores(scene, outcome),
    ]
    frame = Panel(Group(*body), box=box.DOUBLE, border_style=GOLD, width=scene.width)
    return Group(*parts, frame)


def _scores(scene: Scene, outcome: Outcome) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    best = max(outcome.scores) or 1
    room = max(5, min(30, scene.width - 30))
    ranked = sorted(range(len(outcome.scores)), key=lambda seat: -outcome.scores[seat])
    for seat in ranked:
        won = seat in outcome.winners
        score = outcome.scores[seat]
        bar = "█" * round(room * score / best)
        table.add_row(
            Line("★" if won else " ", style=GOLD),
            Line(scene.names[seat], style="bold" if won else ""),
            Line(str(score), style="bold" if won else "", justify="right"),
            Line(bar, style=GOLD if won else "dim"),
        )
    return table


# ---------------------------------------------------------------- help, log and rules


def help_page(session: Session, scene: Scene) -> RenderableType:
    """The question, the commands, and a legend of the signs."""
    language = scene.language
    parts: list[RenderableType] = []
    if scene.choices:
        example = action_of(session.game, scene.choices[0]).text
        parts.append(question(session, scene))
        parts.append(Line(messages.HOW_TO.format(example=example).to(language)))
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for command, what in messages.COMMANDS:
        table.add_row(Line(command.to(language), style="bold"), what.to(language))
    legend = session.game.part("terminal.screen").legend(scene)
    return Group(*parts, table, "", legend)


def hint_page(scene: Scene, session: Session, hints: Sequence[Hint]) -> RenderableType:
    """The best moves by their numbers, each with the chance to win after it and why."""
    describe, language = session.game.part("view").describe, scene.language
    table = Table.grid(padding=(0, 2, 0, 0))
    for hint in hints:
        number = scene.choices.index(hint.action) + 1
        said = describe(scene.components, scene.row, hint.action, scene.names).to(language)
        chance = Line("")
        if hint.chances:
            own = round(100 * hint.chances[int(scene.row.to_act)])
            chance = Line(
                messages.HINT_CHANCE.format(chance=own).to(language), style=f"bold {GOLD}"
            )
        why = messages.HINT_EQUAL.format(why=hint.why) if hint.equal else hint.why
        table.add_row(
            Line(f" {number:>2} ", style=NUMBER),
            chance,
            Group(said, Line(why.to(language), style="dim")),
        )
    return table


def log_page(session: Session, scene: Scene) -> RenderableType:
    """The last turns."""
    turns = [turn for turn in session.turns() if turn][-LOG_TURNS:]
    if not turns:
        return Line(messages.NOTHING_YET.to(scene.language))
    lines = session.game.part("terminal.screen").lines
    parts: list[RenderableType] = []
    for turn in turns:
        number = turn[0].get("turns")
        if number:
            title = messages.TURN.format(turns=number).to(scene.language)
            parts.append(Line(title, style="bold"))
        parts += [Line("  ").append_text(line) for line in lines(scene, turn)]
    return Group(*parts)


def rules_page(clauses: Sequence[Clause], language: Language, word: str) -> RenderableType | None:
    """The rules, or those with a word or an id; None if there are none."""
    wanted = plain(word)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    part = None
    for clause in clauses:
        said = clause.text.to(language)
        number = clause.id.rpartition("-")[2]
        if wanted and wanted not in (plain(clause.id), number) and wanted not in plain(said):
            continue
        if clause.part != part:
            part = clause.part
            table.add_row("", Line(part.to(language), style=f"bold {GOLD}"))
        line = Line(said)
        if clause.ruling:
            line.append(f" ({messages.RULING.to(language)})", style="dim")
        table.add_row(Line(clause.id, style="bold"), line)
    return table if part else None
