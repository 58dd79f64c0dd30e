"""Parser of a study's file: every field is checked, every fault has its line."""

import tomllib
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

from faubourg.core.checks import is_number, is_whole
from faubourg.core.errors import StudyError
from faubourg.core.files import read
from faubourg.core.game import Game, check_name
from faubourg.core.text import Text
from faubourg.gamekit.form import form_of
from faubourg.gamekit.toml_text import to_toml
from faubourg.lab.simulate import BLOCK
from faubourg.lab.study import goal, sweep
from faubourg.lab.study.bots import make_bots, takes_effort
from faubourg.lab.study.fields import Fields, line_of
from faubourg.lab.study.patch import PatchError, patched
from faubourg.lab.study.study import Study, Variant

FIELDS = (
    "title",
    "game",
    "rules",
    "players",
    "bots",
    "levels",
    "games",
    "luck",
    "seed",
    "seconds",
    "simulations",
    "common",
    "shard",
    "components",
    "options",
    "variant",
    "sweep",
    "stop",
    "find",
)
OF_VARIANT = ("name", "options", "bots", "components", "change", "add", "remove")
AS_IT_IS = "as it is"  # the variant of a study that names none
LUCK = 4096
SHARD = 32 * BLOCK
SHARD_OF_GOAL = 4 * BLOCK  # where the games played so far are looked at after each shard
BESIDE = Text("a box that came with the study", "une boîte jointe à l'étude")
LEVELS = Text(
    'a list of at least two different bots, the weakest first, such as ["greedy", "steady"]',
    "une liste d'au moins deux robots différents, le plus faible d'abord, comme "
    '["greedy", "steady"]',
)
LEVELS_ALONE = Text(
    "absent where there is 'bots', a [[sweep]], a [stop] or a [find]",
    "absent s'il y a « bots », un [[sweep]], un [stop] ou un [find]",
)
MOST_GAMES = 10**9
MOST_SECONDS = 600
MOST_SIMULATIONS = 10**6


def load(path: Path | str) -> Study:
    """Read and check a study; StudyError says what is wrong, where, and what is allowed."""
    path = Path(path)
    return StudyFile(read(path, StudyError), path).study()


class StudyFile(Fields):
    """The fields of a study, each checked."""

    def study(self) -> Study:
        data = self.data
        self._known(data, FIELDS)
        with self._at("game"):
            name = check_name(self._text(data, "game"))
        with self._at("rules"):
            rules = Game(name, rules=data.get("rules")).version
        box = self._box(data, None)
        with self._at("components"):
            usual = Game(name, components=box, rules=rules)
        players = self._players(data, usual)
        factors = self._factors()
        variants = self._variants(usual, players, box, factors)
        stop, find = self._stop(variants), self._find(players, factors)
        study = Study(
            title=self._text(data, "title", self.path.stem),
            name=self.path.stem,
            game=name,
            players=players,
            games=self._whole(data, "games", 1, MOST_GAMES),
            luck=self._whole(data, "luck", 0, MOST_GAMES, 0 if stop or find else LUCK),
            seed=self._whole(data, "seed", 0, 2**64 - 1, 1),
            seconds=self._seconds(data),
            shard=self._whole(
                data, "shard", BLOCK, MOST_GAMES, SHARD_OF_GOAL if stop or find else SHARD
            ),
            variants=variants,
            rules=rules,
            simulations=self._simulations(data),
            common=self._common(data, variants),
            common_given="common" in data,
            factors=factors,
            stop=stop,
            find=find,
        )
        self._check_effort(study)
        self._check_cells(study)
        return study

    # ------------------------------------------------------------ fields

    def _players(self, data: dict[str, Any], usual: Game) -> tuple[int, ...]:
        least, most = usual.components.players
        given = data.get("players", usual.players)
        numbers = given if isinstance(given, list) else [given]
        right = all(is_whole(number, least, most) for number in numbers)
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
        if not is_number(given, 0, MOST_SECONDS):
            right = Text(
                f"a number of seconds up to {MOST_SECONDS}",
                f"un nombre de secondes jusqu'à {MOST_SECONDS}",
            )
            raise self._fault("seconds", given, right)
        return float(given)

    def _simulations(self, data: dict[str, Any]) -> int | None:
        if "simulations" not in data:
            return None
        if "seconds" in data:
            said = Text("absent where 'seconds' is given", "absent si « seconds » est donné")
            raise self._fault("simulations", data["simulations"], said)
        return self._whole(data, "simulations", 1, MOST_SIMULATIONS)

    def _check_effort(self, study: Study) -> None:
        """An effort that no bot heeds is a mistake."""
        bots = {bot for variant in study.variants for each in variant.bots.values() for bot in each}
        for word in ("seconds", "simulations"):
            if word in self.data and not any(map(takes_effort, bots)):
                said = Text(
                    "absent, or a study with the bot 'expert': no other heeds it",
                    "absent, ou une étude avec le robot « expert » : aucun autre n'en tient compte",
                )
                raise self._fault(word, self.data[word], said)

    def _common(self, data: dict[str, Any], variants: tuple[Variant, ...]) -> bool:
        """Where there is something to compare, variants are played with the same dice."""
        given = data.get("common", len(variants) > 1)
        if not isinstance(given, bool):
            raise self._fault("common", given, Text("true or false", "true ou false"))
        return given

    # ------------------------------------------------------------ sweeps and goals

    def _factors(self) -> tuple[sweep.Factor, ...]:
        found: list[sweep.Factor] = []
        for index, entry in enumerate(self._tables("sweep")):
            self._known(entry, sweep.FIELDS, index, "sweep")
            change = self._text(entry, "change", None, index, "sweep")
            name = self._text(entry, "name", change, index, "sweep")
            levels = sweep.levels_of(entry)
            if levels is None:
                word = "values" if "values" in entry else "from"
                raise self._fault(word, entry.get(word), sweep.LEVELS, index, "sweep")
            if name in (factor.name for factor in found):
                said = Text("a name of its own", "un nom à lui")
                raise self._fault("name", name, said, index, "sweep")
            found.append(sweep.Factor(name, change, levels))
        if found and "variant" in self.data:
            said = Text("absent where there is a [[sweep]]", "absent s'il y a un [[sweep]]")
            raise self._fault("variant", "…", said, 0)
        if prod(len(factor.levels) for factor in found) > sweep.MOST_VARIANTS:
            most = sweep.MOST_VARIANTS
            said = Text(f"at most {most} combinations", f"au plus {most} combinaisons")
            raise self._fault("sweep", "…", said, 0, "sweep")
        return tuple(found)

    def _stop(self, variants: tuple[Variant, ...]) -> goal.Stop | None:
        entry = self._goal("stop", goal.STOP_FIELDS)
        if entry is None:
            return None
        within = entry.get("within")
        if (within is not None or len(variants) == 1) and not is_number(within, 0, 10**9):
            raise self._fault("within", within, goal.WITHIN, 0, "stop")
        measure = self._text(entry, "measure", None, 0, "stop")
        return goal.Stop(measure, None if within is None else float(within))

    def _find(
        self, players: tuple[int, ...], factors: tuple[sweep.Factor, ...]
    ) -> goal.Find | None:
        entry = self._goal("find", goal.FIND_FIELDS)
        if entry is None:
            return None
        if "stop" in self.data:
            said = Text("absent where there is a [find]", "absent s'il y a un [find]")
            raise self._fault("stop", "…", said, 0, "stop")
        if len(factors) != 1 or not factors[0].numeric or len(players) != 1:
            said = Text(
                "with exactly one [[sweep]], over numbers, and one number of players",
                "avec un seul [[sweep]], sur des nombres, et un seul nombre de joueurs",
            )
            raise self._fault("find", "…", said, 0, "find")
        target = entry.get("target")
        if not is_number(target, -(10**9), 10**9):
            raise self._fault("target", target, goal.TARGET, 0, "find")
        return goal.Find(self._text(entry, "measure", None, 0, "find"), float(target))

    def _goal(self, word: str, fields: tuple[str, ...]) -> dict[str, Any] | None:
        given = self.data.get(word)
        if given is None:
            return None
        if not isinstance(given, dict):
            raise self._fault(word, given, Text("a table", "une table"))
        self._known(given, fields, 0, word)
        return given

    # ------------------------------------------------------------ variants

    def _variants(
        self,
        usual: Game,
        players: tuple[int, ...],
        box: str | None,
        factors: tuple[sweep.Factor, ...],
    ) -> tuple[Variant, ...]:
        if factors:
            if "levels" in self.data:
                raise self._fault("levels", self.data["levels"], LEVELS_ALONE)
            return self._swept(usual, players, box, factors)
        given = self.data.get("variant", [{"name": AS_IT_IS}])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise self._fault("variant", "…", Text("written as [[variant]]", "[[variant]]"))
        found: list[Variant] = []
        for index, entry in enumerate(given):
            self._known(entry, OF_VARIANT, index)
            name = self._text(entry, "name", None, index)
            if name in (variant.name for variant in found):
                said = Text("a name of its own", "un nom à elle")
                raise self._fault("name", name, said, index)
            options = self._options(index, entry)
            bots = self._bots(
                entry if "bots" in entry else self.data, players, index if "bots" in entry else None
            )
            found.append(Variant(name, options, bots, self._changed(usual, entry, index, box)))
        return self._at_levels(found, players) if "levels" in self.data else tuple(found)

    def _at_levels(self, variants: list[Variant], players: tuple[int, ...]) -> tuple[Variant, ...]:
        """Every variant at each level of bots, those of the weakest first."""
        found, alone = [], len(variants) == 1
        for level in self._levels():
            for variant in variants:
                name = level if alone else f"{variant.name}, {level}"
                bots = {number: (level,) * number for number in players}
                found.append(replace(variant, name=name, bots=bots, level=level))
        return tuple(found)

    def _levels(self) -> list[str]:
        given: list[str] = self.data["levels"]
        right = isinstance(given, list) and all(isinstance(bot, str) for bot in given)
        if not right or len(given) < 2 or len(set(given)) < len(given):
            raise self._fault("levels", given, LEVELS)
        others = [word for word in ("bots", "sweep", "stop", "find") if word in self.data]
        if others or any("bots" in entry for entry in self.data.get("variant", [])):
            raise self._fault("levels", given, LEVELS_ALONE)
        with self._at("levels"):
            make_bots(given, None)
        return given

    def _swept(
        self,
        usual: Game,
        players: tuple[int, ...],
        box: str | None,
        factors: tuple[sweep.Factor, ...],
    ) -> tuple[Variant, ...]:
        """A variant for each combination of levels."""
        found = []
        for name, levels in sweep.combinations(factors):
            entry = sweep.entry_of(factors, levels)
            options = self._options(None, entry)
            bots = self._bots(entry if "bots" in entry else self.data, players, None)
            changed = self._changed(usual, entry, None, box)
            found.append(Variant(name, options, bots, changed, levels))
        return tuple(found)

    def _options(self, index: int | None, entry: dict[str, Any]) -> dict[str, str]:
        options: dict[str, str] = {}
        for data, where in ((self.data, None), (entry, index)):
            given = data.get("options", {})
            if not isinstance(given, dict):
                said = Text("a table of options", "une table d'options")
                raise self._fault("options", given, said, where)
            options |= {word: str(value) for word, value in given.items()}
        return options

    def _bots(
        self, data: dict[str, Any], players: tuple[int, ...], index: int | None
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
                raise self._fault("bots", given, said, index)
            with self._at("bots", index):
                make_bots(seats, None)
            chosen[number] = tuple(seats)
        return chosen

    # ------------------------------------------------------------ boxes

    def _box(self, data: dict[str, Any], index: int | None) -> str | None:
        """The text of a designer's own box, named by its file, beside the study."""
        if "components" not in data:
            return None
        name = self._text(data, "components", None, index)
        if self.files is not None:
            if name not in self.files:
                raise self._fault("components", name, BESIDE, index)
            return self.files[name]
        file = self.path.parent / name
        right = Text("a file that can be read ({why})", "un fichier lisible ({why})")
        return read(
            file, lambda _, right: self._fault("components", str(file), right, index), right
        )

    def _changed(
        self, usual: Game, entry: dict[str, Any], index: int | None, box: str | None
    ) -> str | None:
        text = self._box(entry, index) or box
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
                raise self._fault(word, given, table, index)
        data = tomllib.loads(text or usual.components.text)
        try:
            form = form_of(usual.name).root
            return to_toml(patched(data, change or {}, add or {}, remove or [], form))
        except PatchError as error:
            line = line_of(self.text, error.word, index)
            raise StudyError(error.code, error.text, line) from error

    def _check_cells(self, study: Study) -> None:
        """Make every game once: its box and its options are checked by the game itself."""
        single = "variant" not in self.data
        count = len(study.variants) // max(1, len(study.levels))
        for index, variant in enumerate(study.variants):
            alone = replace(study, variants=(variant,))
            with self._at("options", None if single else index % count):
                _ = alone.cells
