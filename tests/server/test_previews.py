"""Link previews: meta tags in the page's HTML, and the pictures that they name."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from PIL import Image

from faubourg.puzzles.puzzle import number_of
from tests.browser.tables import golden
from tests.server.process import ServerProcess
from tests.server.test_comforts import code_of

sqlite_server = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
sqlite_only = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
FRENCH = {"Accept-Language": "fr-FR,fr;q=0.9"}
HOSTILE = '"><script>alert(1)'


class Head(HTMLParser):
    """The meta tags of a page, its title, and how many scripts it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.scripts = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.meta[name] = given.get("content") or ""


def head(server: ServerProcess, path: str, headers: dict[str, str] | None = None) -> Head:
    answer = server.api.http.get(path, headers={"Accept": "text/html"} | (headers or {}))
    assert answer.status_code == 200
    return Head(answer.text)


@sqlite_server
def test_a_table_says_who_is_waited_for_and_a_code_how_many_seats_are_free(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "open", "open"])
    plain = head(server, "/")
    assert "og:title" not in plain.meta
    for path in (f"/t/{made['table']}", f"/join/{made['code']}"):
        english, french = head(server, path), head(server, path, FRENCH)
        assert english.meta["og:title"] == "Minivilles Deluxe"
        assert english.meta["og:description"] == "Come and play: 2 free seats. With Anna."
        assert french.meta["og:description"] == "Viens jouer : 2 places libres. Avec Anna."
        assert french.meta["og:locale"] == "fr_FR"
        assert english.meta["og:url"] == f"{server.url}{path}"
        assert english.meta["twitter:card"] == "summary_large_image"
        assert english.scripts == plain.scripts
        picture = server.api.http.get(english.meta["og:image"])
        assert picture.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)
    assert head(server, f"/t/{made['table']}?language=fr").meta["og:locale"] == "fr_FR"
    playing = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    assert "Anna is to play" in head(server, f"/t/{playing['table']}").meta["og:description"]


@sqlite_server
def test_names_stay_names(server: ServerProcess):
    made = server.api.make("cities", [f"{HOSTILE}:person", "open"])
    page = server.api.http.get(f"/t/{made['table']}")
    assert "<script>alert" not in page.text
    assert Head(page.text).scripts == Head(server.api.http.get("/").text).scripts
    drawing = server.api.http.get(f"/api/tables/{made['table']}/picture.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert "<script" not in drawing.text
    assert "default-src 'none'" in drawing.headers["content-security-policy"]


@sqlite_server
def test_a_finished_game_is_a_picture_a_drawing_and_a_film_that_stay(server: ServerProcess):
    record = golden("lutins")
    made = server.api.post("/api/tables/import", record=record.dumps())
    where = f"/api/tables/{made['table']}"
    assert "win" in head(server, f"/t/{made['table']}").meta["og:description"]
    film = server.api.http.get(f"{where}/film.png")
    assert film.headers["content-type"] == "image/apng"
    assert Image.open(io.BytesIO(film.content)).n_frames == 12
    early = server.api.http.get(f"{where}/picture.svg?move=0&language=fr")
    late = server.api.http.get(f"{where}/picture.svg?language=fr")
    assert early.text != late.text
    assert "max-age" in late.headers["cache-control"]
    again = server.api.http.get(
        f"{where}/picture.svg?language=fr", headers={"If-None-Match": late.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    refused = f"{where}/picture.png?move={len(record.moves) + 1}"
    assert code_of(server.api.get, refused) == "no-moment"
    assert code_of(server.api.get, f"{where}/picture.png?language=de") == "request"
    assert code_of(server.api.get, "/api/tables/nowhere/picture.png") == "no-table"


@sqlite_server
def test_puzzles_and_challenges_say_what_they_are(server: ServerProcess):
    english, french = head(server, "/puzzle/minivilles"), head(server, "/puzzle/cities", FRENCH)
    assert english.meta["og:title"] == "Minivilles Deluxe: puzzle of the day"
    assert french.meta["og:title"] == "Cities : l'énigme du jour"
    assert french.meta["og:description"] == "Un seul coup est le meilleur. Lequel ?"
    today = number_of(datetime.now(UTC).date())
    picture = english.meta["og:image"]
    assert picture in [
        f"{server.url}/api/puzzles/minivilles/{day}/picture.png?language=en"
        for day in (today, today - 1)  # it may just have become midnight
    ]
    shown = server.api.http.get(picture)
    assert Image.open(io.BytesIO(shown.content)).size == (1200, 630)
    assert shown.content == server.api.http.get(picture).content
    assert shown.content != server.api.http.get(french.meta["og:image"]).content
    for path, title in (("/puzzle", "Puzzle of the day"), ("/challenges", "Challenges")):
        found = head(server, path).meta
        assert found["og:title"] == title
        assert found["twitter:card"] == "summary"
        assert Image.open(io.BytesIO(server.api.http.get(found["og:image"]).content)).size == (
            int(found["og:image:width"]),
            int(found["og:image:height"]),
        )
    assert "og:title" not in head(server, "/puzzle/chess").meta
    assert code_of(server.api.get, "/api/puzzles/chess/1/picture.png") == "no-puzzle"


@sqlite_only
def test_pictures_and_looked_up_codes_have_limits(start: Callable[..., ServerProcess]):
    server = start(pictures_per_minute=2, finds_per_minute=2)
    made = server.api.make("lutins", ["Anna:person", "open"])
    where = f"/api/tables/{made['table']}/picture.svg"
    assert server.api.http.get(where).status_code == 200
    assert server.api.http.get(where).status_code == 200
    assert server.api.http.get(where).status_code == 429
    told = ["og:title" in head(server, f"/join/{made['code']}").meta for _ in range(3)]
    assert told == [True, True, False]
    assert "og:title" not in head(server, "/join/bababababa").meta
