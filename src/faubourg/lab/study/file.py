"""Reading a study's file: every field checked, every fault told with its line."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faubourg.core.errors import ComponentsError, FaubourgError, StudyError
from faubourg.core.game import Game, check_name
from faubourg.core.text import Text, listed
from faubourg.lab.simulate import BLOCK
from faubourg.lab.study.bots import seated
from faubourg.lab.study.lines import line_of
from faubourg.lab.study.patch import PatchError, patched, written
from faubourg.lab.study.study import Study, Variant

FIELDS = (
    "title", "game", "players", "bots", "games", "luck", "seed", "seconds", "shard", "components",
    "options", "variant",
)  # fmt: skip
OF_VARIANT = ("name", "options", "bots", "components", "change", "add", "remove")
AS_IT_IS = "as it is"  # the variant of a study that names none
LUCK = 4096
SHARD = 32 * BLOCK
MOST_GAMES = 10**9


class StudyFile:
    """The data of a study, and where in the text each part of it stands."""

    def __init__(self, text: str, path: Path) -> None:
        self.text, self.path = text, path
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"at line (\d+)", str(error))
            line = int(where[1]) if where else len(text.splitlines())
            said = Text("The study is no TOML: {why}.", "L'étude n'est pas du TOML : {why}.")
            raise StudyError("unreadable", said.format(why=str(error)), line) from error

    def study(self) -> Study:
        data = self.data
        self._known(data, FIELDS)
        with self._at("game"):
            name = check_name(self._text(data, "game"))
        box = self._box(data, None)
        with self._at("components"):
            usual = Game(name, components=box)
        players = self._players(data, usual)
        study = Study(
            title=self._text(data, "title", self.path.stem),
            name=self.path.stem,
            game=name,
            players=players,
            games=self._whole(data, "games", 1, MOST_GAMES),
            luck=self._whole(data, "luck", 0, MOST_GAMES, LUCK),
            seed=self._whole(data, "seed", 0, 2**64 - 1, 1),
            seconds=self._seconds(data),
            shard=self._whole(data, "shard", BLOCK, MOST_GAMES, SHARD),
            variants=self._variants(usual, players, box),
        )
        self._check_cells(study)
        return study

    # ------------------------------------------------------------ fields

    def _players(self, data: dict[str, Any], usual: Game) -> tuple[int, ...]:
        least, most = usual.components.players
        given = data.get("players", usual.players)
        numbers = given if isinstance(given, list) else [given]
        right = all(type(n) is int and least <= n <= most for n in numbers)
        if not numbers or not right or len(set(numbers)) < len(numbers):
            said = Text(
                f"a number from {least} to {most}, or a list of such numbers, each once",
                f"un nombre de {least} à {most}, ou une liste de tels nombres, chacun une fois",
            )
            raise self._fault("players", given, said)
        return tuple(numbers)

    def _seconds(self, data: dict[str, Any]) -> float | None:
        given = data.get("seconds")
        if given is None:
            return None
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given <= 600:
            said = Text("a number of seconds up to 600", "un nombre de secondes jusqu'à 600")
            raise self._fault("seconds", given, said)
        return float(given)

    def _variants(
        self, usual: Game, players: tuple[int, ...], box: str | None
    ) -> tuple[Variant, ...]:
        given = self.data.get("variant", [{"name": AS_IT_IS}])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise self._fault("variant", "…", Text("written as [[variant]]", "[[variant]]"))
        found: list[Variant] = []
        for place, entry in enumerate(given):
            self._known(entry, OF_VARIANT, place)
            name = self._text(entry, "name", None, place)
            if name in (variant.name for variant in found):
                said = Text("a name of its own", "un nom à elle")
                raise self._fault("name", name, said, place)
            options = self._options(place, entry)
            bots = self._bots(entry if "bots" in entry else self.data, players,
                              place if "bots" in entry else None)  # fmt: skip
            found.append(Variant(name, options, bots, self._changed(usual, entry, place, box)))
        return tuple(found)

    def _options(self, place: int, entry: dict[str, Any]) -> dict[str, str]:
        options: dict[str, str] = {}
        for data, where in ((self.data, None), (entry, place)):
            given = data.get("options", {})
            if not isinstance(given, dict):
                said = Text("a table of options", "une table d'options")
                raise self._fault("options", given, said, where)
            options |= {word: str(value) for word, value in given.items()}
        return options

    def _bots(
        self, data: dict[str, Any], players: tuple[int, ...], place: int | None
    ) -> dict[int, tuple[str, ...]]:
        """One bot for all seats, a list for the seats, or a list for each number of players."""
        given = data.get("bots", "greedy")
        chosen = {}
        for number in players:
            seats: Any = given.get(str(number)) if isinstance(given, dict) else given
            seats = [seats] * number if isinstance(seats, str) else seats
            right = isinstance(seats, list) and all(isinstance(bot, str) for bot in seats)
            if not right or len(seats) != number:
                said = Text(
                    f'for {number} players a bot for all, such as "greedy", or a list of {number}; '
                    "for several numbers of players a table of these, such as "
                    '{ 2 = ["greedy", "random"] }',
                    f"pour {number} joueurs un robot pour tous, comme « greedy », ou une liste de "
                    f"{number} ; pour plusieurs nombres de joueurs une table de ceux-ci",
                )
                raise self._fault("bots", given, said, place)
            with self._at("bots", place):
                seated(seats, None)
            chosen[number] = tuple(seats)
        return chosen

    # ------------------------------------------------------------ boxes

    def _box(self, data: dict[str, Any], place: int | None) -> str | None:
        """The text of a designer's own box, named by its file, beside the study."""
        if "components" not in data:
            return None
        file = self.path.parent / self._text(data, "components", None, place)
        try:
            return file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "this is no text"
            said = Text("a file that can be read ({why})", "un fichier lisible ({why})")
            raise self._fault("components", str(file), said.format(why=why), place) from error

    def _changed(
        self, usual: Game, entry: dict[str, Any], place: int, box: str | None
    ) -> str | None:
        text = self._box(entry, place) or box
        change, add, remove = (entry.get(word) for word in ("change", "add", "remove"))
        if not (change or add or remove):
            return text
        for word, given, kind in (
            ("change", change, dict),
            ("add", add, dict),
            ("remove", remove, list),
        ):
            if given is not None and not isinstance(given, kind):
                table = (
                    Text("a table", "une table") if kind is dict else Text("a list", "une liste")
                )
                raise self._fault(word, given, table, place)
        data = tomllib.loads(text or usual.components.text)
        try:
            return written(patched(data, change or {}, add or {}, remove or []))
        except PatchError as error:
            line = line_of(self.text, error.word, place)
            raise StudyError(error.code, error.text, line) from error

    def _check_cells(self, study: Study) -> None:
        """Make every game once: its box and its options are checked by the game itself."""
        for place, variant in enumerate(study.variants):
            single = "variant" not in self.data
            alone = Study(**{**vars(study), "variants": (variant,)})
            with self._at("options", None if single else place):
                _ = alone.cells

    # ------------------------------------------------------------ faults

    def _known(
        self, data: dict[str, Any], fields: tuple[str, ...], place: int | None = None
    ) -> None:
        for word in data:
            if word not in fields:
                said = Text("There is no field '{word}'; there is: {known}.",
                            "Pas de champ « {word} » ; il y a : {known}.")  # fmt: skip
                text = said.format(word=word, known=listed(list(fields)))
                raise StudyError("unknown-field", text, line_of(self.text, word, place))

    def _text(
        self, data: dict[str, Any], word: str, default: str | None = None, place: int | None = None
    ) -> str:
        given = data.get(word, default)
        if not isinstance(given, str) or not given.strip():
            raise self._fault(word, given, Text("a text", "un texte"), place)
        return given

    def _whole(
        self, data: dict[str, Any], word: str, low: int, high: int, default: int | None = None
    ) -> int:
        given = data.get(word, default)
        if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
            said = Text(f"a whole number from {low} to {high}", f"un entier de {low} à {high}")
            raise self._fault(word, given, said)
        return given

    def _fault(self, word: str, given: object, right: Text, place: int | None = None) -> StudyError:
        said = Text("'{word}' is {given}; allowed: {right}.",
                    "« {word} » vaut {given} ; permis : {right}.")  # fmt: skip
        if given is None:
            said = Text("'{word}' is missing; allowed: {right}.",
                        "Il manque « {word} » ; permis : {right}.")  # fmt: skip
        text = said.format(word=word, given=repr(given), right=right)
        return StudyError(word, text, line_of(self.text, word, place))

    @contextmanager
    def _at(self, word: str, place: int | None = None) -> Iterator[None]:
        """What goes wrong in here is said with the line of that word."""
        try:
            yield
        except StudyError:
            raise
        except ComponentsError as error:
            line = line_of(self.text, error.key or "change", place)
            raise StudyError(error.code, error.bare, line) from error
        except FaubourgError as error:
            raise StudyError(error.code, error.text, line_of(self.text, word, place)) from error
