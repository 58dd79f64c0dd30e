"""Ready before compiled: on a new machine people play at once, and the change-over is not seen."""

import time
from collections.abc import Iterator

import pytest

from faubourg.core.game import Game
from faubourg.records.record import Record
from faubourg.server.runtime.warmup import ENOUGH_MOVES
from tests.browser.playing import BOARDS, Mouse, Seating
from tests.browser.tables import GAMES, Visit, choose, moves_of, wait_for_turn
from tests.server.process import COMPILING, ServerProcess, wait_until


@pytest.fixture(scope="module")
def new_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where nothing was ever compiled."""
    folder = tmp_path_factory.mktemp("new")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        environment.delenv("NUMBA_CACHE_DIR", raising=False)
        process = ServerProcess(f"sqlite:///{folder / 'tables.db'}", pace=0.05).start()
    yield process
    process.close()


def how_it_runs(house: ServerProcess, game: str) -> str:
    """What `/healthz` says of a game."""
    lines = house.api.get("/healthz").splitlines()[1:]
    return dict(line.split(": ") for line in lines)[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_move_is_made_before_the_game_is_compiled(
    visit: Visit, new_machine: ServerProcess, game: str
):
    """From the home page against bots, without any screen in between. Whether it took five seconds
    depends on what else the machine does; that nobody waited for a compiler does not."""
    begun = time.monotonic()
    page = visit(new_machine.url)
    title = Game(game).title.en
    page.get_by_role("button", name=f"Play {title} now, against bots").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2].partition("#")[0]
    wait_for_turn(page)
    choose(page)
    print(f"{game}: first move after {time.monotonic() - begun:.1f} s")  # pytest -rP shows it
    seats = new_machine.api.table(table)["state"]["seats"]
    [person] = [seat["seat"] for seat in seats if seat["kind"] == "person"]
    assert moves_of(new_machine, table, person)
    assert how_it_runs(new_machine, game) == "plain"
    listed = new_machine.api.get("/api/games")["games"]
    assert next(each["compiled"] for each in listed if each["name"] == game) < 1


def test_a_game_changes_over_under_the_hands_of_its_players(visit: Visit, own_house: ServerProcess):
    """The page never learns of it, and all have the row that the rules lead to."""
    game = "minivilles"
    seating = Seating(visit, own_house, game, ["Anna:person", "Otto:greedy"])
    board = BOARDS[game](seating, Mouse())
    assert how_it_runs(own_house, game) == "plain"
    assert seating.play_on(board, most=2) == 2
    # Past the page, until it pays to change over. The moves with which a table is made don't count.
    enough = ENOUGH_MOVES + 40
    while how_it_runs(own_house, game) == "plain":
        if own_house.api.table(seating.id)["state"]["moves"] < enough and seating.wait():
            seating.move(seating.legal[0])
        else:
            wait_until(lambda: how_it_runs(own_house, game) == "compiled", COMPILING)
    assert seating.play_on(board, most=2) == 2
    seating.wait()
    position = Record.loads(own_house.api.record(seating.id)).replay()
    state = own_house.api.table(seating.id)["state"]
    assert state["hash"] == seating.page.evaluate("told.hash")
    assert position.view() == state["view"]
