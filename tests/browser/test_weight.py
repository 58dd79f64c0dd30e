"""How much script comes over the wire, and when."""

import gzip
import re
from urllib.parse import urlparse

import httpx
import pytest
from playwright.sync_api import Page, Response

from tests.browser.tables import GAMES, Visit, link, wait_for_board, wait_for_turn
from tests.server.process import ServerProcess

MOST = 200_000  # bytes of compressed script for home and any one game
MOST_FILES = 20  # that the page of a table is made of, icons too
SMALL = 1500  # what fits into one packet need not be compressed


def scripts(page: Page) -> set[str]:
    """The paths of all scripts that the page asks for from now on."""
    asked: set[str] = set()

    def note(response: Response) -> None:
        if response.request.resource_type == "script" or response.url.endswith(".js"):
            asked.add(urlparse(response.url).path)

    page.on("response", note)
    return asked


def weight(house: ServerProcess, path: str) -> int:
    """Bytes on the wire, as a browser is given them."""
    headers = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    with httpx.stream("GET", house.url + path, headers=headers) as answer:
        sent = b"".join(answer.iter_raw())
        packed = answer.headers.get("content-encoding") in ("gzip", "br", "zstd")
        assert packed or len(sent) < SMALL, path
        assert len(sent) == int(answer.headers.get("content-length", len(sent)))
    return len(sent)


@pytest.mark.parametrize("game", GAMES)
def test_home_and_one_game_are_light(visit: Visit, house: ServerProcess, game: str):
    page = visit("about:blank")
    asked = scripts(page)
    page.goto(house.url)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    # No game's board comes before one sits down at it.
    boards = re.compile(rf"/({'|'.join(GAMES)})-[^/]*\.js$")
    assert asked
    assert not [path for path in asked if boards.search(path)]
    page.goto(link(house, house.api.make(game, ["person", "greedy"]), "A"))
    wait_for_turn(page)
    wait_for_board(page)
    page.wait_for_load_state("networkidle")
    assert {match[1] for path in asked if (match := boards.search(path))} == {game}
    weights = {path: weight(house, path) for path in asked}
    assert sum(weights.values()) < MOST, weights


@pytest.mark.parametrize("game", GAMES)
def test_answers_of_the_api_are_compressed(house: ServerProcess, game: str):
    """The box and the state of a table are many kilobytes of much the same words."""
    table = house.api.make(game, ["person", "greedy"])["table"]
    for path in ("/api/games", f"/api/tables/{table}", f"/api/tables/{table}/box"):
        packed = weight(house, path)  # first: a bot may move meanwhile, and the state grows
        plain = httpx.get(house.url + path, headers={"Accept-Encoding": "identity"}).content
        assert packed < max(SMALL, len(plain) / 2), path


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_table_needs_comes_in_one_round_trip(
    visit: Visit, house: ServerProcess, game: str
):
    """The page of a table names in its headers whatever is asked for until its board answers."""
    made = house.api.make(game, ["person", "greedy"])
    address = f"/t/{made['table']}"
    answer = httpx.get(house.url + address)
    told = set(re.findall(r"<([^>]+)>; rel=", answer.headers["link"]))
    told |= set(re.findall(r'(?:src|href)="(/[^"]+)"', answer.text))
    assert len(told) < MOST_FILES
    page = visit("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlparse(request.url).path))
    page.goto(house.url + address + "#" + made["keys"]["A"])
    wait_for_turn(page)
    wait_for_board(page)
    later = {f"/api/tables/{made['table']}/entries"}  # the log, beside all else
    assert set(asked) - told - later == {address}
    assert {f"/api/tables/{made['table']}/{part}" for part in ("box", "notation")} <= set(asked)
    assert "link" not in httpx.get(f"{house.url}/t/aaaabbbbccccdddd").headers


def test_what_is_sent_is_what_was_built(house: ServerProcess):
    """Compressed and plain are the same script."""
    html = httpx.get(house.url).text
    path = re.search(r'src="(/assets/[^"]+\.js)"', html)
    assert path
    plain = httpx.get(house.url + path[1], headers={"Accept-Encoding": "identity"})
    packed = httpx.get(house.url + path[1], headers={"Accept-Encoding": "gzip"})
    assert plain.content == packed.content
    assert len(gzip.compress(plain.content)) < len(plain.content)
