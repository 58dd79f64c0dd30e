"""The one test that every game must pass, for every number of players and every option.

All variants are played; what is asked of single positions is asked in those of `tests/cases.py`.

Games are found by their folder, so a new one is tested here without a line being changed, also one
that FAUBOURG_GAMES names. What a game leaves to defaults is tested just the same; only the games
that are shipped must have it all. What one game promises (that its cards add up, say) is tested in
`games/<name>/`.
"""

import inspect
import json
import math
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any, get_origin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text as Line

from faubourg.core import contract
from faubourg.core.errors import IllegalAction, NotationError, PositionError
from faubourg.core.game import Game, games, is_shipped, part
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Action, Position, action_of, read_action
from faubourg.core.text import LANGUAGES, Language, Text
from faubourg.gamekit.tiers import missing, tier
from faubourg.kernels.template import kernels_of
from faubourg.lab.simulate import simulate
from faubourg.records.clauses import clauses
from tests.cases import DRAWN, VARIANTS
from tests.effort import many

SEEDS = range(many(2))  # of the random games in which positions are met
EACH = 1  # positions kept of every kind of decision
CLOSE = 2.0**-40  # nearer to the edge of an interval than any dice will show, yet on one side

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=repr)
drawn_variants = pytest.mark.parametrize("game", DRAWN, ids=repr)
every_game = pytest.mark.parametrize("name", games())


def actions_to_refuse(game: Game) -> range:
    """All actions in the first game for each number of players; in the others each a part, and
    together all of them again."""
    first = next(g for g in DRAWN if (g.name, g.players) == (game.name, game.players))
    step = 1 if game == first else max(1, game.actions // 150)
    return range(DRAWN.index(game) % step, game.actions, step)


def options_now(position: Position) -> list[int]:
    """What may be played, whoever acts."""
    return list(position.weights()) if position.turn == NATURE else position.legal.ids


def walk(game: Game, seed: int) -> Iterator[Position]:
    """A game in which everybody, Nature too, takes any option; always the same object."""
    chooser = random.Random(f"{seed} {game!r}")
    position = game.start()
    yield position
    while position.turn is not None:
        position.step(chooser.choice(options_now(position)))
        yield position


def kind_of(position: Position) -> tuple[object, ...]:
    """What is being decided: the first words of what may be done."""
    verbs = {action_of(position.game, id).text.split()[0] for id in options_now(position)}
    return (position.turn == NATURE, *sorted(verbs))


@cache
def sampled(game: Game) -> tuple[Position, ...]:
    """Positions met in random games: some of every kind of decision, the start and the ends."""
    kept: dict[tuple[object, ...], list[Position]] = {}
    for seed in SEEDS:
        for position in walk(game, seed):
            met = kept.setdefault(kind_of(position), [])
            if len(met) < EACH:
                met.append(Position.from_row(game, position.row))
    assert {position.turn for met in kept.values() for position in met} > {None, NATURE}
    return tuple(position for met in kept.values() for position in met)


@cache
def clause_ids(name: str) -> set[str]:
    return {clause.id for clause in clauses(name)}


def is_sentence(text: Text) -> bool:
    """Both languages say something, no placeholder was left unfilled, no sentence ends twice."""
    wrong = r"[{}]|[!?.]\s?\.$"
    return len(text) == 2 and all(said.strip() and not re.search(wrong, said) for said in text)


# ------------------------------------------------------------ the folder


@every_game
def test_a_game_is_playable_and_a_shipped_one_is_complete(name: str):
    lacking = missing(name)
    print(f"{name}: {tier(name).en}")
    assert not (lacking and is_shipped(name)), f"{name}: {tier(name).en}"


@every_game
@pytest.mark.parametrize("file", contract.NEEDED | contract.OPTIONAL)
def test_a_game_has_the_names_of_the_contract(name: str, file: str):
    protocol = (contract.NEEDED | contract.OPTIONAL)[file]
    module = part(name, file)
    for constant, kind in inspect.get_annotations(protocol).items():
        assert isinstance(getattr(module, constant), get_origin(kind) or kind)
    for called, function in inspect.getmembers(protocol, inspect.isfunction):
        if called.startswith("_"):
            continue
        found = getattr(module, called)
        found = getattr(found, "py_func", found)  # what a kernel was compiled from
        promised = list(inspect.signature(function).parameters)[1:]
        assert list(inspect.signature(found).parameters) == promised, called


def test_the_files_that_the_contract_lists_are_those_that_have_a_place_in_it():
    listed = re.findall(r"^\| `([\w/]+)\.py`", contract.__doc__ or "", re.M)
    files = [file.replace("/", ".") for file in listed]
    assert sorted(files) == sorted(["components", *contract.NEEDED, *contract.OPTIONAL])


@every_game
def test_a_row_begins_with_the_shared_header_and_has_no_gaps(name: str):
    row = part(name, "state").ROW
    assert list(row.names[: len(contract.HEADER)]) == [field for field, _ in contract.HEADER]
    assert row.itemsize == sum(row.fields[field][0].itemsize for field in row.names)


@every_game
def test_every_field_of_a_game_has_a_range(name: str):
    """Compiled rules check no index: a field without a range would let foreign bytes through."""
    state = part(name, "state")
    header = {field for field, _ in contract.HEADER}
    own = [field for field in state.ROW.names if field not in header]
    for players in {game.players for game in VARIANTS if game.name == name}:
        limits = state.limits(players)
        assert not [field for field in (*own, "turn_of") if field not in limits]
        assert all(low <= high for low, high in limits.values())


# ------------------------------------------------------------ what may be done


@every_variant
def test_somebody_can_always_act_until_the_end(game: Game):
    for seed in SEEDS:
        for position in walk(game, seed):
            legal, weights = position.legal, position.weights()
            if position.turn is None:
                assert not legal.ids
                assert not weights
            elif position.turn == NATURE:
                assert not legal.ids
                assert weights
            else:
                assert 0 <= position.turn < game.players
                assert legal.ids
                assert not weights
            assert len(legal) <= game.rules.MOST
            assert len(weights) <= game.rules.MOST


@drawn_variants
def test_mask_list_and_membership_agree(game: Game):
    for position in sampled(game):
        legal = position.legal
        listed = list(legal)
        assert len(set(listed)) == len(listed) == len(legal) == len(legal.ids)
        assert [legal[i] for i in range(len(legal))] == listed
        assert [action.id for action in listed] == legal.ids
        assert legal.mask.shape == (game.actions,)
        assert np.flatnonzero(legal.mask).tolist() == sorted(legal.ids)
        for id in range(game.actions):
            action = action_of(game, id)
            marked = bool(legal.mask[id])
            assert (id in legal) == (action in legal) == marked
            if marked or id % 9 == 0:  # reading takes its time
                assert (action.text in legal) == marked
        for stranger in (-1, game.actions, None, "no such move", Action(-1, "")):
            assert stranger not in legal


@drawn_variants
def test_legal_and_chance_are_the_same_when_asked_twice_and_change_nothing(game: Game):
    for position in sampled(game):
        before = position.to_bytes()
        assert position.legal.ids == position.legal.ids
        assert position.chance == position.chance
        assert position.to_bytes() == before


@drawn_variants
def test_every_action_that_is_not_legal_is_refused_and_changes_nothing(game: Game):
    known = clause_ids(game.name)
    for position in sampled(game):
        allowed = set(options_now(position))
        before = position.to_bytes()
        for id in actions_to_refuse(game):
            if id in allowed:
                assert position.check(id) == action_of(game, id)
                continue
            with pytest.raises(IllegalAction) as refused:
                position.play(id)
            assert position.to_bytes() == before
            error = refused.value
            assert re.fullmatch(r"[a-z][a-z-]+", error.code)
            assert is_sentence(error.text), error.text
            # After the end there is no rule to quote; before it, a rule forbids the action.
            no_rule = position.turn is None or not known
            assert error.clause in known or (no_rule and error.clause is None)


@drawn_variants
def test_an_action_is_refused_the_same_by_number_notation_and_object(game: Game):
    for position in sampled(game):
        allowed = set(options_now(position))
        for id in range(0, game.actions, max(29, game.actions // 30)):
            if id in allowed:
                continue
            said = set()
            for way in (id, np.int32(id), action_of(game, id), action_of(game, id).text):
                with pytest.raises(IllegalAction) as refused:
                    position.play(way)
                said.add(str(refused.value))
            assert len(said) == 1


@drawn_variants
def test_a_number_that_is_no_action_is_refused(game: Game):
    for position in sampled(game):
        before = position.to_bytes()
        for id in (-1, game.actions, 10**9, -(10**9)):
            with pytest.raises(IllegalAction) as refused:
                position.play(id)
            assert is_sentence(refused.value.text)
        assert position.to_bytes() == before


@drawn_variants
def test_every_option_can_be_played_and_told(game: Game):
    names = [f"player {letter}" for letter in SEAT_LETTERS]
    view, events, advice = game.part("view"), game.part("events"), game.part("advice")
    for position in sampled(game):
        for id in options_now(position):
            if position.turn != NATURE:
                described = view.describe(game.components, position.row, id, names)
                assert is_sentence(described), described
                why = advice.why(game.components, position.row, id, names)
                assert why is None or is_sentence(why), why
            after = position.copy()
            happened = after.play(id)
            assert json.loads(json.dumps(happened)) == happened
            for event in happened:
                assert is_sentence(events.tell(game.components, event, names)), event
            stepped = position.copy()
            stepped.step(id)
            assert stepped == after  # asking what happened changes nothing


# ------------------------------------------------------------ chance


@every_variant
def test_chances_are_positive_and_sum_to_one(game: Game):
    met = 0
    for seed in SEEDS:
        for position in walk(game, seed):
            if position.turn == NATURE:
                met += 1
                weights = position.weights()
                assert all(weight > 0 for weight in weights.values())
                chance = position.chance
                assert [action.id for action in chance] == list(weights)
                assert all(isinstance(share, Fraction) for share in chance.values())
                assert sum(chance.values()) == 1
    assert met


@drawn_variants
def test_nature_falls_on_the_outcome_that_the_weights_say(game: Game):
    box, nature = game.components.box, game.rules.nature
    for position in sampled(game):
        if position.turn != NATURE:
            continue
        before = position.to_bytes()
        weights = position.weights()
        total = sum(weights.values())
        ends = list(accumulate(weights.values()))
        for (id, weight), end in zip(weights.items(), ends, strict=True):
            low, high = (end - weight) / total, end / total
            for chosen in (low + CLOSE, (low + high) / 2, high - CLOSE):
                assert nature(box, position.row, chosen) == id
        assert nature(box, position.row, 0.0) == next(iter(weights))
        assert nature(box, position.row, math.nextafter(1.0, 0.0)) == list(weights)[-1]
        # On an edge, rounding may decide, but only between the two neighbours.
        for i, (one, other) in enumerate(zip(weights, list(weights)[1:], strict=False)):
            assert nature(box, position.row, ends[i] / total) in (one, other)
        assert position.to_bytes() == before


# ------------------------------------------------------------ keeping


@drawn_variants
def test_a_copy_goes_its_own_way(game: Game):
    for position in sampled(game):
        before = position.to_bytes()
        for id in options_now(position)[:4]:
            copy = position.copy()
            assert copy == position
            assert hash(copy) == hash(position)
            copy.play(id)
            assert position.to_bytes() == before
            assert copy != position
            original, kept = position.copy(), copy.to_bytes()
            original.play(id)
            assert copy.to_bytes() == kept


@drawn_variants
def test_a_position_comes_back_from_its_bytes_and_from_its_row(game: Game):
    for position in sampled(game):
        data = position.to_bytes()
        for back in (Position.from_bytes(game, data), Position.from_row(game, position.row)):
            assert back == position
            assert back.to_bytes() == data
            assert back.view() == position.view()
            assert options_now(back) == options_now(position)
            for id in options_now(position)[:1]:
                back.play(id)
                assert position.to_bytes() == data


@drawn_variants
def test_bytes_of_the_wrong_size_or_number_of_players_are_no_position(game: Game):
    data = game.start().to_bytes()
    for wrong in (b"", data[:-1], data + b"\0", data * 2):
        with pytest.raises(PositionError) as refused:
            Position.from_bytes(game, wrong)
        assert refused.value.code == "size"
        assert is_sentence(refused.value.text)
    for other in VARIANTS:
        if other.name == game.name and other.players != game.players:
            with pytest.raises(PositionError) as refused:
                Position.from_bytes(other, data)
            assert refused.value.code == "players"


@every_variant
def test_the_same_moves_give_the_same_rows(game: Game):
    chooser = random.Random(11)
    first, second = game.start(), game.start()
    while first.turn is not None:
        assert first.to_bytes() == second.to_bytes()
        id = chooser.choice(options_now(first))
        assert first.play(id) == second.play(id)
    assert first.to_bytes() == second.to_bytes()
    assert first.outcome == second.outcome


# ------------------------------------------------------------ notation


@every_game
def test_every_action_has_a_notation_of_its_own(name: str):
    game = Game(name)
    texts = [action_of(game, id).text for id in range(game.actions)]
    assert len(set(texts)) == game.actions
    for id, text in enumerate(texts):
        assert text == " ".join(text.split())
        assert "#" not in text  # which begins a comment in a record
        assert read_action(game, text) == Action(id, text)


@every_game
def test_spaces_and_capitals_make_no_difference_to_notation(name: str):
    game = Game(name)
    for id in range(game.actions):
        text = action_of(game, id).text
        odd = [text.upper(), text.title(), text.swapcase(), f"\t {text}\r\n"]
        for said in (
            *odd,
            text.replace(" ", "   "),
            text.replace(" ", "\t"),
            text.replace(" ", "\xa0"),
        ):
            assert read_action(game, said).id == id, said


@drawn_variants
def test_the_notation_of_every_option_met_is_read_back(game: Game):
    for position in sampled(game):
        for id in options_now(position):
            assert position.check(action_of(game, id).text).id == id


@cache
def words_of(name: str) -> list[str]:
    game = Game(name)
    actions = (action_of(game, id).text for id in range(game.actions))
    return sorted({word for text in actions for word in text.split()})


def is_action_or_notation_error(game: Game, text: str) -> bool:
    try:
        return 0 <= read_action(game, text).id < game.actions
    except NotationError as error:
        return bool(error.code) and len(error.text) == 2 and all(error.text)


@every_game
@settings(max_examples=many(100), deadline=None)
@given(text=st.text(max_size=40))
def test_any_text_is_an_action_or_a_notation_error(name: str, text: str):
    assert is_action_or_notation_error(Game(name), text)


@every_game
@settings(max_examples=many(200), deadline=None)
@given(data=st.data())
def test_any_words_of_the_game_are_an_action_or_a_notation_error(name: str, data: Any):
    noise = st.sampled_from([*words_of(name), "F", "0", "7", "-1", "{}", "{name}", "é", "²", "#"])
    words = data.draw(st.lists(noise, max_size=5))
    assert is_action_or_notation_error(Game(name), " ".join(words))


# ------------------------------------------------------------ what is seen, and the end


@drawn_variants
def test_a_view_is_plain_data_and_the_same_for_the_same_row(game: Game):
    for position in sampled(game):
        before = position.to_bytes()
        view = position.view()
        assert json.loads(json.dumps(view)) == view
        assert Position.from_bytes(game, before).view() == view
        assert position.to_bytes() == before


@every_game
def test_a_box_is_plain_data_with_its_texts_in_both_languages(name: str):
    game = Game(name)
    box = game.part("view").box(game.components)
    assert json.loads(json.dumps(box)) == box, "keys are texts, and everything is plain"

    def texts(data: Any) -> Iterator[dict[str, Any]]:
        if isinstance(data, dict):
            if "en" in data or "fr" in data:
                yield data
            for value in data.values():
                yield from texts(value)
        elif isinstance(data, list):
            for value in data:
                yield from texts(value)

    said = list(texts(box))
    assert said, "things have names"
    assert all(text.get("en") and text.get("fr") for text in said)


@drawn_variants
def test_actions_are_rated_alike_all_at_once_and_one_by_one(game: Game):
    box, rate = game.components.box, game.part("insight").rate
    for position in sampled(game):
        if position.turn not in (None, NATURE):
            actions = position.legal_array()
            ratings = np.zeros(len(actions))
            kernels_of(game.name)["rate_all"](box, position.row, actions, len(actions), ratings)
            assert ratings.tolist() == [rate(box, position.row, each) for each in actions.tolist()]


@every_variant
def test_there_is_an_outcome_at_the_end_and_not_before(game: Game):
    for seed in SEEDS:
        for position in walk(game, seed):
            outcome = position.outcome
            assert (outcome is None) == (position.turn is not None)
        assert outcome is not None
        assert len(outcome.scores) == game.players
        assert set(outcome.winners) <= set(range(game.players))
        assert is_sentence(outcome.reason)


@drawn_variants
def test_chances_to_win_are_chances_and_at_the_end_the_result(game: Game):
    insight, box = game.part("insight"), game.components.box
    chances = np.zeros(len(SEAT_LETTERS))
    for position in sampled(game):
        insight.value(box, position.row, chances)
        found = chances[: game.players]
        assert ((found >= 0) & (found <= 1)).all()
        if position.outcome is None:
            continue
        winners = position.outcome.winners
        assert {seat for seat in range(game.players) if found[seat] > 0} == set(winners)


@every_variant
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_between_bots_end_long_before_the_bound(game: Game, bot: str):
    batch = simulate(game, [bot] * game.players, games=200, seed=5, workers=1)
    assert batch.unfinished == 0
    assert batch.steps_each.max() < game.rules.BOUND // 2
    # Nobody wins where all play together against the game and lose.
    assert (batch.winners < 1 << game.players).all()


# ------------------------------------------------------------ what the lab reads off


@drawn_variants
def test_the_items_of_a_game_are_named_and_counted(game: Game):
    tally, row = game.part("tally"), game.start_row()
    items = tally.items(game.components, row)
    ids = [item.id for item in items]
    assert items
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id) for id in ids)
    assert all(is_sentence(item.name) and is_sentence(item.group) for item in items)
    seen = np.zeros((game.players, len(items)), np.int32)
    for seed in SEEDS:
        *_, end = walk(game, seed)
        before = end.to_bytes()
        counts = np.zeros_like(seen)
        tally.tally(game.components.box, end.row, counts)
        assert end.to_bytes() == before
        assert (counts >= 0).all()
        seen += counts
    assert seen.any() or game != Game(game.name, game.players)  # a lost game may have nothing


@drawn_variants
def test_how_far_a_seat_is_can_be_told_in_every_position(game: Game):
    """A seat whose marks are left as they are, and the game where it does not play, are out."""
    for position in sampled(game):
        before = position.to_bytes()
        marks = np.full(game.players + 1, -np.inf)
        game.part("tally").standing(game.components.box, position.row, marks)
        assert np.isfinite(marks[: game.players]).all()
        assert position.to_bytes() == before


@every_variant
def test_roles_are_one_for_each_seat_or_none(game: Game):
    roles = game.part("tally").roles(game.components, game.start_row())
    assert len(roles) in (0, game.players)
    assert all(is_sentence(role) for role in roles)


# ------------------------------------------------------------ positions that people write


@every_variant
def test_a_position_of_which_nothing_is_said_can_be_played(game: Game):
    start = game.start()
    game.part("setup").arrange(game.components, start.row, {})
    position = Position.from_row(game, start.row)  # its numbers are within their limits
    assert options_now(position)


@every_game
@pytest.mark.parametrize("wrong", [{"no such thing": 1}, {"seat": "Z"}, {"players": 3}])
def test_a_position_that_can_not_be_is_refused_with_what_would_be_right(
    name: str, wrong: dict[str, Any]
):
    game = Game(name)
    with pytest.raises(PositionError) as refused:
        game.part("setup").arrange(game.components, game.start_row(), wrong)
    assert all(said.strip() for said in refused.value.text)


# ------------------------------------------------------------ the terminal


def drawn(what: RenderableType, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(what)
    return captured.get()


def fits(text: str, width: int) -> bool:
    """Something is shown, and nothing sticks out."""
    widths = [cell_len(line.rstrip()) for line in text.splitlines()]
    return bool(text.strip()) and max(widths) <= width


@drawn_variants
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_draws_every_decision_within_its_width(game: Game, language: Language):
    screen, width = game.part("terminal.screen"), 72
    names = [f"player {letter}" for letter in SEAT_LETTERS[: game.players]]
    for position in sampled(game):
        if position.turn == NATURE:
            continue
        before, ids = position.to_bytes(), position.legal.ids
        choices = screen.order(game.components, position.row, ids)
        assert sorted(choices) == sorted(ids)
        scene = contract.Scene(
            game.components,
            position.row,
            names,
            ["you"] * game.players,
            [0],
            language,
            width,
            choices,
        )
        assert fits(drawn(screen.table(scene), width), width)
        assert fits(drawn(screen.legend(scene), width), width)
        assert screen.explain(scene, "no such thing") is None
        if ids:
            assert screen.question(scene).strip()
            listed = screen.choices(scene)
            assert listed is None or fits(drawn(listed, width), width)
        for id in ids[:3]:
            assert isinstance(screen.ends_turn(game.components, position.row, id), bool)
            happened = position.copy().play(id)
            told = drawn(screen.story(scene, [happened]), width)  # some things are not worth it
            assert not told.strip() or fits(told, width)
            assert all(isinstance(line, Line) for line in screen.lines(scene, happened))
        assert position.to_bytes() == before
