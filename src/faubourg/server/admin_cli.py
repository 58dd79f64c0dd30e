"""`faubourg admin`: what the operator of a running server asks and does."""

import json as jsonlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from faubourg.core.text import printable

if TYPE_CHECKING:
    from rich.table import Table

app = typer.Typer(
    help="Ask and steer a server that runs on this machine, as the user who runs it.",
    no_args_is_help=True,
)
Port = Annotated[int, typer.Option("--port", help="The port of the server.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="As `admin clients` shows it.")]
USUAL_PORT = 8472


@app.command("tables")
def list_tables(port: Port = USUAL_PORT, json: AsJson = False) -> None:
    """The tables that are held in memory, and who is connected to them."""
    _print(_ask(port, "tables"), json)


@app.command("clients")
def list_clients(port: Port = USUAL_PORT, json: AsJson = False) -> None:
    """Who is connected, from which address, and who is blocked."""
    _print(_ask(port, "clients"), json)


@app.command("limits")
def list_limits(
    assignments: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a limit now.")
    ] = None,
    reset: Annotated[bool, typer.Option("--reset", help="As the server was started.")] = False,
    port: Port = USUAL_PORT,
    json: AsJson = False,
) -> None:
    """The limits of the server, and how near it is to them. What is changed here acts at once, and
    until the server is restarted; live connections keep their limit of messages."""
    answer = _ask(port, "reset" if reset else "limits")
    if assignments:
        answer = _ask(port, "set", assignments=assignments)
    _print(answer, json)


@app.command("remove")
def remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")],
    port: Port = USUAL_PORT,
    json: AsJson = False,
) -> None:
    """Remove a table with all that belongs to it; whoever sits there is told."""
    _print(_ask(port, "remove", table=table), json)


@app.command("block")
def block(
    address: Address,
    minutes: Annotated[float, typer.Option("--minutes", help="For how long.")] = 60,
    port: Port = USUAL_PORT,
    json: AsJson = False,
) -> None:
    """Refuse an address (of IPv6 its /64) for some time, or until the server is restarted."""
    _print(_ask(port, "block", address=address, minutes=minutes), json)


@app.command("unblock")
def unblock(address: Address, port: Port = USUAL_PORT, json: AsJson = False) -> None:
    """Let an address in again."""
    _print(_ask(port, "unblock", address=address), json)


def _ask(port: int, command: str, **given: object) -> dict[str, Any]:
    from faubourg.server.admin import ask

    return ask(port, command, **given)


def _print(answer: dict[str, Any], json: bool) -> None:
    if json:
        typer.echo(jsonlib.dumps(answer, indent=1))
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for name, value in answer.items():
        if isinstance(value, list):
            console.print(_table(name, value))
        elif isinstance(value, dict):
            for inner, each in value.items():
                console.print(f"{name}.{inner}: {printable(str(each))}")
        else:
            console.print(f"{name}: {printable(str(value))}")


def _table(name: str, rows: list[dict[str, Any]]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(title=name)
    for column in rows[0] if rows else ():
        table.add_column(column)
    for row in rows:
        table.add_row(*(Text(printable(str(value))) for value in row.values()))
    return table
