"""All pictures of the gallery, chapter by chapter."""

from typing import Any

from scripts.gallery.doing import (
    choose,
    cut_off,
    dialog,
    go_back,
    lose_connection,
    press,
    scroll,
    see,
    touch,
    write,
)  # fmt: skip
from scripts.gallery.games import game_pictures
from scripts.gallery.opening import (
    address,
    closed_waiting_room,
    invitation,
    table,
    visited_home,
    waiting_room,
)
from scripts.gallery.studio import LARGE, PHONE, SIDE, TABLET, Picture, Step

HOME, FRIENDS, PLAY = "Coming in", "With friends", "Around the board"
END, HITCH = "After the game", "When something goes wrong"
RETURN, WORKSHOP = "Coming back", "The workshop"
FRENCH_PHONE: dict[str, Any] = {"window": PHONE, "french": True}
EXPLAINED = ".review figure svg"


def all_pictures() -> list[Picture]:
    return [
        *_home(), *_friends(), *game_pictures(), *_play(), *_end(), *_return(), *_workshop(),
        *_hitches(),
    ]  # fmt: skip


def _home() -> list[Picture]:
    return [
        Picture(HOME, "home", "Home: four boxes on a shelf.", address("/")),
        Picture(HOME, "home-dark", "Home in the evening, with tables to go on with.",
                visited_home, dark=True),
        Picture(HOME, "home-phone", "Home on a phone, in French.", address("/"), **FRENCH_PHONE),
        Picture(HOME, "home-side", "Home on a phone that lies, in French.", address("/"),
                window=SIDE, french=True),
        Picture(HOME, "home-tablet", "Home on a tablet.", address("/"), window=TABLET),
        Picture(HOME, "home-large", "Home on a large screen.", address("/"), window=LARGE),
        Picture(HOME, "setup", "More choices: who plays, how well bots play, which options.",
                address("/"), (press("More choices, Cities"), dialog,
                               choose("Which bot at seat B", "Expert bot"))),
        Picture(HOME, "setup-phone", "Three levels of bots, on a phone, in French.", address("/"),
                (press("Plus de choix, Minivilles"), dialog, scroll(".levels")), **FRENCH_PHONE),
        Picture(HOME, "setup-gnome", "How strong the gnome is, in La Cité des lutins.",
                address("/"), (press("More choices, La Cité des lutins"), dialog)),
        Picture(HOME, "screen-phone", "Around one screen, on a phone, in French.", address("/"),
                (press("Autour de l’écran, Minivilles"), dialog), **FRENCH_PHONE),
        Picture(HOME, "rules", "The rules, clause by clause.", address("/rules/minivilles"),
                (see("main li, main article"),)),
        Picture(HOME, "rules-search", "Searching the rules, on a phone, in French.",
                address("/rules/cities"), (write("input[type=search]", "parc"),), **FRENCH_PHONE),
    ]  # fmt: skip


def _friends() -> list[Picture]:
    return [
        Picture(FRIENDS, "waiting-closed", "One button lets phones in this home join.",
                closed_waiting_room),
        Picture(FRIENDS, "waiting", "The waiting room: a code to read out, a link, a QR picture.",
                waiting_room),
        Picture(FRIENDS, "waiting-phone", "The waiting room on a phone, in French.", waiting_room,
                **FRENCH_PHONE),
        Picture(FRIENDS, "code", "Joining by a code that somebody read out.", address("/join")),
        Picture(FRIENDS, "code-phone", "The same on a phone, in French.", address("/join"),
                (write("input", "bako-limu-te"),), **FRENCH_PHONE),
        Picture(FRIENDS, "join", "A friend opens the link.", invitation),
        Picture(FRIENDS, "join-dark", "The same on a phone, dark, in French.", invitation,
                dark=True, **FRENCH_PHONE),
    ]  # fmt: skip


def _play() -> list[Picture]:
    hinted = see(".hints li .chance, .floating li .chance")
    return [
        Picture(PLAY, "hint", "Hints: each with the chance to win and a reason.",
                table("minivilles", 0.3), (press("Hint"), hinted)),
        Picture(PLAY, "hint-dark", "Hints in the evening, in French.", table("my_little_town", 0.5),
                (press("Indice"), hinted), dark=True, french=True),
        Picture(PLAY, "hint-phone", "Hints on a phone, in French.", table("cities", 0.3),
                (press("Indice"), hinted), **FRENCH_PHONE),
        Picture(PLAY, "choices", "All choices as a list: no game needs its picture.",
                table("cities", 0.3), (press("Choices"), see(".choices summary"))),
        Picture(PLAY, "choices-phone", "All choices on a phone, in French.",
                table("my_little_town", 0.3), (press("Choix"), dialog), **FRENCH_PHONE),
        Picture(PLAY, "menu", "The menu.", table("cities", 0.3), (press("Menu"), dialog)),
        Picture(PLAY, "menu-phone", "The menu of the lutins on a phone, in French: larger.",
                table("lutins", 0.3), (press("Menu"), dialog), **FRENCH_PHONE),
        Picture(PLAY, "past", "A line of the log shows the table as it was then.",
                table("cities", 0.5), (press("Log"), touch(".log li button"), see("[type=range]"))),
        Picture(PLAY, "refusal", "What the rules don't allow is explained in their words.",
                table("lutins", 0.1), (touch(".pile button:not(.shines)"), see(".toast"))),
    ]  # fmt: skip


def _end() -> list[Picture]:
    def review(game: str, ask: str) -> tuple[Step, tuple[Step, ...]]:
        return table(game, 1), (dialog, press(ask), see(EXPLAINED, 180), scroll(".review"))

    english, french = "Explain the game", "Expliquer la partie"
    opened, explained = review("minivilles", english)
    return [
        Picture(END, "review", "The game explained: chances over time, luck and skill.",
                opened, explained),
        Picture(END, "review-moves", "Turning points, and what would have been better.",
                opened, (*explained, scroll(".review section:nth-of-type(2)"))),
        Picture(END, "review-dark", "The same in the evening.", *review("cities", english),
                dark=True),
        Picture(END, "review-phone", "The same on a phone, in French.",
                *review("my_little_town", french), **FRENCH_PHONE),
        Picture(END, "fairness", "The check of the dice, in words.",
                table("minivilles", 0.8, bots=True),
                (dialog, press("Check the dice"), see(".good"), touch(".fairness summary"))),
        Picture(END, "fair", "How the dice are kept fair, and how to check it oneself.",
                address("/fair")),
        Picture(END, "fair-phone", "The same on a phone, dark, in French.", address("/fair"),
                dark=True, **FRENCH_PHONE),
        Picture(END, "replay", "Watching a game again.", table("lutins", 1),
                (dialog, touch("dialog button:has-text('Watch it again')"), go_back(0.6))),
        Picture(END, "replay-phone", "The same on a phone, in French.", table("minivilles", 1),
                (dialog, touch("dialog button:has-text('Revoir')"), go_back(0.6)), **FRENCH_PHONE),
    ]  # fmt: skip


def _return() -> list[Picture]:
    return [
        Picture(RETURN, "puzzle", "A puzzle a day.", address("/puzzle/cities"),
                (see(".puzzle [data-asked]"),)),
        Picture(RETURN, "puzzle-phone", "The puzzles of today on a phone, dark, in French.",
                address("/puzzle"), (see("main h1"),), dark=True, **FRENCH_PHONE),
        Picture(RETURN, "family", "The family page: kept in the browser only.",
                address("/family"), (see("main h1"),)),
        Picture(RETURN, "challenges-phone", "Goals beside winning, on a phone, in French.",
                address("/challenges"), (see("main h2"),), **FRENCH_PHONE),
    ]  # fmt: skip


def _workshop() -> list[Picture]:
    bench = address("/workshop/minivilles")
    return [
        Picture(WORKSHOP, "workshop", "A card is changed, and drawn as on the table.", bench,
                (press("Mine"), see("aside input, form input"))),
        Picture(WORKSHOP, "workshop-dark", "A town's figures and tiles.",
                address("/workshop/my_little_town"), (see("main h2"),), dark=True),
        Picture(WORKSHOP, "workshop-phone", "The workshop on a phone, in French.", bench,
                (see("main h2"),), **FRENCH_PHONE),
        Picture(WORKSHOP, "measure", "What does my change do?", bench,
                (press("What does my change do?"), dialog)),
    ]  # fmt: skip


def _hitches() -> list[Picture]:
    return [
        Picture(HITCH, "missing", "An address that does not exist.", address("/nowhere")),
        Picture(HITCH, "gone", "A table that does not exist.", address("/t/aaaaaaaaaaaaaaaa")),
        Picture(HITCH, "no-code", "A code that nobody has.", address("/join/bako-limu-te"),
                **FRENCH_PHONE),
        Picture(HITCH, "offline", "A part of the page that could not be loaded.", address("/"),
                (cut_off,)),
        # The last: it ends the server.
        Picture(HITCH, "reconnecting", "The server is away: the page says so and waits.",
                table("cities", 0.5), (lose_connection,)),
    ]  # fmt: skip
