"""The command `faubourg`. Heavy parts are imported by the commands that need them."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import faubourg.games
from faubourg.core.errors import FaubourgError
from faubourg.core.text import LANGUAGES, Language, system_language
from faubourg.lab.cli import app as lab_app
from faubourg.server.admin_cli import app as admin_app

app = typer.Typer(
    name="faubourg",
    help="Town-building board games: play them, settle their rules, measure them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules_app = typer.Typer(
    help="Print the rules of a game clause by clause, or check a scenario file.",
    no_args_is_help=True,
)
app.add_typer(rules_app, name="rules")
app.add_typer(lab_app, name="lab")
app.add_typer(admin_app, name="admin")


def _game_names() -> list[str]:
    """All games; none if FAUBOURG_GAMES is wrong, which `main` refuses."""
    try:
        return faubourg.games.names()
    except FaubourgError:
        return []


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(_game_names())}.")
]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="fr|en", help="Language; else the system's."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Same seed, same dice.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game: first=A."),
]
Box = Annotated[
    Path | None,
    typer.Option("--components", metavar="FILE", help="Play with your own components.toml."),
]


PushKey = Annotated[
    Path | None,
    typer.Option("--push-key", metavar="FILE", help="Web Push: what `push-keys` has written."),
]
PushContact = Annotated[
    str,
    typer.Option("--push-contact", metavar="URL", help="Web Push: mailto:you@example.org."),
]
PushHosts = Annotated[
    list[str] | None,
    typer.Option(
        "--push-host", metavar="HOST", help="Web Push: a service, instead of the browsers' own."
    ),
]


@app.command()
def play(
    game: GameName,
    players: Annotated[int | None, typer.Option("--players", help="How many play.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", help="Who sits where, with commas: me, Anna=me, gentle, steady, expert."
        ),
    ] = None,
    lang: Lang = None,
    seed: Seed = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    components: Box = None,
    option: Options = None,
) -> None:
    """Play in the terminal, against bots or around one keyboard."""
    from faubourg.terminal.main import run
    from faubourg.terminal.request import Request

    chosen = seats.split(",") if seats else None
    request = Request(game, players, chosen, _options(option), seed, components, resume)
    raise typer.Exit(run(request, _language(lang)))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen at; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 for any free one.")] = 8472,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="URL", help="sqlite:///file.db or postgresql://…; else your own."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="Another address of this server's page: https://example.org"),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe the proxy about who is asking.")
    ] = False,
    share: Annotated[
        bool,
        typer.Option("--share", help="Listen in the home network too, and print a QR picture."),
    ] = False,
    lab: Annotated[
        str,
        typer.Option("--lab", help="Where studies are played: local, ray, or ray://HOST:PORT."),
    ] = "local",
    push_key: PushKey = None,
    push_contact: PushContact = "",
    push_host: PushHosts = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A limit or a time: pace=0, absent=30."),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = None,
    browse: Annotated[
        bool, typer.Option("--browse", help="Open a browser, where there is one.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Run a server on which tables are played, by people and bots together."""
    from faubourg.server.serve import serve as run
    from faubourg.server.settings import Settings, changed, default_database

    level = log_level or ("warning" if sys.stderr.isatty() else "info")
    settings = Settings(
        database or default_database(),
        host,
        port,
        tuple(origin or ()),
        behind_proxy,
        share,
        *_push(push_key, push_contact, push_host),
        lab=lab,
        log_level=level,
    )
    raise typer.Exit(run(changed(settings, setting or []), _language(lang), browse))


@app.command("proxy-config")
def print_proxy_config(
    proxy: Annotated[str, typer.Argument(metavar="PROXY", help="haproxy or nginx.")],
    server: Annotated[
        list[str] | None,
        typer.Option(
            "--server",
            metavar="[NAME=]HOST:PORT",
            help="A process of `faubourg serve --behind-proxy`, once for each: one=10.0.0.5:8472.",
        ),
    ] = None,
    listen: Annotated[
        str, typer.Option("--listen", metavar="[ADDRESS]:PORT", help="Where players connect.")
    ] = ":8080",
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate", metavar="FILE", help="TLS ends here; for haproxy with its key inside."
        ),
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="FILE", help="The certificate's key (nginx).")
    ] = None,
    redirect: Annotated[
        str | None,
        typer.Option(
            "--redirect",
            metavar="[ADDRESS]:PORT",
            help="From plain HTTP here to --listen with TLS.",
        ),
    ] = None,
    tls_passthrough: Annotated[
        bool,
        typer.Option(
            "--tls-passthrough",
            help="Leave TLS to proxies behind this one: no routing by table here (haproxy).",
        ),
    ] = False,
    accept_proxy: Annotated[
        bool,
        typer.Option("--accept-proxy", help="Stand behind one with --tls-passthrough (haproxy)."),
    ] = False,
    resolve: Annotated[
        bool,
        typer.Option("--resolve", help="Look names of servers up again and again (haproxy)."),
    ] = False,
    connections: Annotated[
        int, typer.Option("--connections", help="How many players' connections at most.")
    ] = 12000,
    per_client: Annotated[
        int, typer.Option("--per-client", help="How many of them one address may have.")
    ] = 200,
    lang: Lang = None,
) -> None:
    """Print the configuration of a proxy that lets all clients of a table meet in one process."""
    from faubourg.server.proxy_config import Wanted, proxy_config

    _language(lang)
    wanted = Wanted(
        server or (),
        listen,
        certificate,
        key,
        redirect,
        tls_passthrough,
        accept_proxy,
        resolve,
        connections,
        per_client,
    )
    typer.echo(proxy_config(proxy, wanted), nl=False)


@app.command("move-database")
def move_database(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="sqlite:///file.db or postgresql://…; only read.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="The other kind, or the same; empty, or half moved.")
    ],
    lang: Lang = None,
) -> None:
    """Copy all tables of a server to another database, and compare every row."""
    from faubourg.server.move_database import run

    raise typer.Exit(run(source, target, _language(lang)))


@app.command()
def doctor(
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="As for `serve`; else your own."),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", help="Where players find the server: https://play.example.org"),
    ] = None,
    push_key: PushKey = None,
    push_contact: PushContact = "",
    push_host: PushHosts = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="As for `serve`."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Look for what may be wrong with a server: database, limits, disk, versions, push, proxy."""
    from faubourg.server.doctor import examine
    from faubourg.server.settings import Settings, changed, default_database

    key, contact, hosts = _push(push_key, push_contact, push_host)
    given = Settings(
        database or default_database(), push_key=key, push_contact=contact, push_hosts=hosts
    )
    settings = changed(given, setting or [])
    raise typer.Exit(examine(settings, url, _language(lang)))


@app.command("push-keys")
def make_push_keys(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    lang: Lang = None,
) -> None:
    """Make a key for Web Push, by which browsers and push services know your server."""
    from faubourg.server.push_keys import make

    raise typer.Exit(make(file, _language(lang)))


Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="As for `serve`; else your own."),
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Save all tables of a server to a file, also while it runs, and compare every row."""
    from faubourg.server.backup import backup as run
    from faubourg.server.settings import default_database

    raise typer.Exit(run(database or default_database(), file, _language(lang)))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Put the tables of a backup into an empty database of either kind."""
    from faubourg.server.backup import restore as run
    from faubourg.server.settings import default_database

    raise typer.Exit(run(file, database or default_database(), _language(lang)))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a server's table.")],
    lang: Lang = None,
) -> None:
    """Check that no die was touched: every one of Nature's moves in a record."""
    from faubourg.terminal.reports import verdict

    raise typer.Exit(0 if verdict(file, _language(lang)) else 1)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    seats: Annotated[
        str | None, typer.Option("--seats", help="The bot of each seat, with commas.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", help="Cores to use; else all. Never changes results.")
    ] = None,
    seed: Seed = None,
    lang: Lang = None,
    components: Box = None,
    option: Options = None,
) -> None:
    """Play many games between bots and say who wins how often."""
    from faubourg.terminal.reports import simulation

    language = _language(lang)
    simulation(game, seats, games, seed, workers, components, _options(option), language)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `play` saves it.")],
    lang: Lang = None,
) -> None:
    """Check a record move by move and tell the game it holds."""
    from faubourg.terminal.reports import story

    story(file, _language(lang))


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, finished or not.")],
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="How long to think in all; else 12.")
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", help="For each position, instead: the same review always."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same random numbers.")] = 0,
    json: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE|-", help="Write it as JSON; - instead of the text."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw it: a file .svg, .png or .html."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Explain a game: chances over time, luck and skill, turning points, better moves."""
    from faubourg.terminal.review import explain

    explain(file, _language(lang), seconds, simulations, seed, json, plot)


@app.command()
def docs(
    port: Annotated[int, typer.Option("--port", help="The port; 0 for any free one.")] = 0,
    browse: Annotated[
        bool, typer.Option("--browse/--no-browse", help="Open a browser, where there is one.")
    ] = True,
    path: Annotated[
        bool, typer.Option("--path", help="Only print where the pages lie on the disk.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Show the documentation of this version, without a network."""
    from faubourg.terminal.docs import show

    show(_language(lang), port, browse, path)


@rules_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).")],
    lang: Lang = None,
) -> None:
    """Play scenarios and say whether what they expect holds."""
    from faubourg.terminal.reports import scenarios

    raise typer.Exit(0 if scenarios(files, _language(lang)) else 1)


def _print_rules_of(name: str) -> None:
    """One command for each game found: `faubourg rules minivilles`."""

    def print_clauses(lang: Lang = None) -> None:
        from faubourg.terminal.reports import clause_list

        clause_list(name, _language(lang))

    help_text = f"The clauses of {name}, each with the tests that show it."
    rules_app.command(name, help=help_text)(print_clauses)


for _name in _game_names():
    _print_rules_of(_name)


@app.command()
def sheets(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written there, as PDF.")],
    components: Box = None,
    lang: Lang = None,
) -> None:
    """A box as PDF sheets to print and cut out: cards, tiles, houses."""
    from faubourg.core.errors import ComponentsError
    from faubourg.core.files import read, write
    from faubourg.sheets import pdf

    text = read(components, ComponentsError) if components else None
    write(file, pdf(game, text, _language(lang)))


@app.command("new-game")
def make_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Small letters, digits and _: old_harbour.")
    ],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Where; else src/faubourg/games, or here."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Write a small game that can be played at once, to be made into your own."""
    from faubourg.gamekit.new_game import new_game, next_steps

    language = _language(lang)
    typer.echo(next_steps(new_game(name, folder)).to(language))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"faubourg {faubourg.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Only the options that stand before any command."""


def _options(given: list[str] | None) -> dict[str, str]:
    from faubourg.core.options import read_pair

    return dict(read_pair(word) for word in given or [])


def _push(
    key: Path | None, contact: str, hosts: list[str] | None
) -> tuple[str, str, tuple[str, ...]]:
    """The settings for Web Push, in their order."""
    from faubourg.server.settings import PUSH_HOSTS

    return str(key or ""), contact, tuple(hosts) if hosts else PUSH_HOSTS


def _language(given: str | None) -> Language:
    """The language given, else the system's, else English."""
    for language in LANGUAGES:
        if given == language:
            return language
    if given is not None:
        from faubourg.core.options import unknown

        raise unknown("language", given, LANGUAGES)
    return system_language()


def main() -> None:
    """Run, and say what went wrong in a sentence: a user never sees a stack trace."""
    try:
        faubourg.games.names()  # a wrong FAUBOURG_GAMES is refused before anything else
        app()
    except FaubourgError as error:
        asked_for_french = "fr" in sys.argv[1:] or "--lang=fr" in sys.argv[1:]
        language: Language = "fr" if asked_for_french else system_language()
        typer.echo(error.sentence(language), err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, also when Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
