"""A table, its clients and a bad network, as a state machine: messages are dropped, repeated, late
and out of order, cables are pulled, two tabs play one seat, seats go to bots and come back. After
every step the server is held against `tests/server/model.py`."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from faubourg.core.game import Game, games
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import action_of
from tests.effort import many
from tests.server.client import Data, Player, when_gone
from tests.server.model import Model
from tests.server.process import ServerProcess
from tests.server.truth import check_told, stored

TABS = {"first tab": "A", "second tab": "A", "other player": "B", "hot seat": "AB", "watcher": ""}
tabs = st.sampled_from(sorted(TABS))
seats = st.sampled_from("AB")
picks = st.integers(0, 10**6)  # one of a list, whatever its length
UNKNOWN = "fly away"


class Network(RuleBasedStateMachine):
    """One table. Requests are written first, and delivered whenever the network likes."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__()
        self.server = server
        self.runner = asyncio.Runner()
        self.outbox: list[Data] = []
        self.ids = (f"request-{n}" for n in itertools.count())

    @initialize(name=st.sampled_from(games()))
    def open_a_table(self, name: str) -> None:
        self.made = self.server.api.make(name, ["person", "person"])
        self.table = self.made["table"]
        self.model = Model(Game(name, 2))
        for entry in self.server.api.table(self.table)["entries"]:
            self.model.take(entry)
        self.observer = self._client("")
        self.tabs = {name: self._client(letters) for name, letters in TABS.items()}
        for player in (self.observer, *self.tabs.values()):
            self._wait(player.__aenter__())

    def _client(self, letters: str) -> Player:
        keys = [self.made["keys"][letter] for letter in letters]
        return Player(self.server.url, self.table, keys)

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    # ------------------------------------------------------------ writing requests

    @rule(tab=tabs, seat=seats, pick=picks, by_text=st.booleans())
    def write_a_move(self, tab: str, seat: str, pick: int, by_text: bool) -> None:
        """What is legal now; it may not be when it arrives."""
        action = self._legal(pick)
        text = action_of(self.model.game, action).text
        self.outbox.append(
            self._request(seat, tab, type="move", action=text if by_text else action)
        )

    def _legal(self, pick: int) -> int:
        ids = self.model.position.legal.ids or [0]
        return ids[pick % len(ids)]

    @rule(tab=tabs, seat=seats, action=st.one_of(st.integers(0, 2000), st.just(UNKNOWN)))
    def write_any_action(self, tab: str, seat: str, action: int | str) -> None:
        self.outbox.append(self._request(seat, tab, type="move", action=action))

    @rule(tab=tabs, seat=seats)
    def write_an_undo(self, tab: str, seat: str) -> None:
        self.outbox.append(self._request(seat, tab, type="undo"))

    @rule(tab=tabs, seat=seats, ahead=st.integers(1, 5))
    def write_from_the_future(self, tab: str, seat: str, ahead: int) -> None:
        number = self.model.number + ahead
        self.outbox.append(self._request(seat, tab, type="undo", answers=number))

    def _request(self, seat: str, tab: str = "hot seat", **request: Any) -> Data:
        """By what a tab knows, connected or not."""
        return {"id": next(self.ids), "answers": self.tabs[tab].number, "seat": seat, **request}

    @precondition(lambda self: self.outbox)
    @rule(pick=picks, action=st.integers(0, 50))
    def use_an_id_again_for_something_else(self, pick: int, action: int) -> None:
        self.outbox.append(self._picked(pick) | {"type": "move", "action": action})

    @precondition(lambda self: self.outbox)
    @rule(pick=picks)
    def drop(self, pick: int) -> None:
        self.outbox.remove(self._picked(pick))

    def _picked(self, pick: int) -> Data:
        return self.outbox[pick % len(self.outbox)]

    # ------------------------------------------------------------ delivering them

    @precondition(lambda self: self.outbox)
    @rule(pick=picks, tab=tabs)
    def deliver(self, pick: int, tab: str) -> None:
        """Late, perhaps, and perhaps not for the first time."""
        self.come_back(tab)
        self._deliver(self._picked(pick), tab)

    @rule(choices=st.lists(picks, min_size=1, max_size=8), regrets=st.booleans())
    def play_some_moves(self, choices: list[int], regrets: bool) -> None:
        """As people do who wait for their turn; they may take the last one back."""
        self.come_back("hot seat")
        for choice in choices:
            if self.model.waits_for_a_person:
                move = {"type": "move", "action": self._legal(choice)}
                self._deliver(self._request(str(self.model.turn), **move), "hot seat")
        if regrets and self.model.may_undo:
            self._deliver(self._request(str(self.model.turn), type="undo"), "hot seat")

    @precondition(lambda self: self.outbox)
    @rule(order=st.lists(picks, min_size=2, max_size=6), tab=tabs)
    def deliver_many_at_once(self, order: list[int], tab: str) -> None:
        """In any order, some twice, none waiting for the answer to the one before."""
        self.come_back("hot seat")  # so that no bot moves in between
        self.come_back(tab)
        requests = [self._picked(pick) for pick in order]
        for request, answer in zip(requests, self._say(tab, requests), strict=True):
            self._check(self.model.answer(request, self.tabs[tab].seats), request, answer)

    @rule(first=picks, second=picks, same=st.booleans())
    def two_tabs_move_at_once(self, first: int, second: int, same: bool) -> None:
        """One of two moves is played; or the one that both send."""
        self.come_back("hot seat")
        if self.model.waits_for_a_person:
            seat = str(self.model.turn)
            both = [name for name in TABS if seat in TABS[name]][:2]
            one, other = (
                self._request(seat, type="move", action=self._legal(pick))
                for pick in (first, second)
            )
            self._race(both, [one, one if same else other])

    def _race(self, both: list[str], requests: list[Data]) -> None:
        for name in both:
            self.come_back(name)

        async def send() -> list[Data]:
            said = (self._ask(name, [r]) for name, r in zip(both, requests, strict=True))
            return [answers[0] for answers in await asyncio.gather(*said)]

        raced = list(zip(requests, self._wait(send()), strict=True))
        raced.sort(key=lambda pair: pair[1]["type"])  # who was accepted was first
        for request, answer in raced:
            self._check(self.model.answer(request, [request["seat"]]), request, answer)

    @precondition(lambda self: self.outbox)
    @rule(pick=picks, tab=tabs)
    def pull_the_cable_before_the_answer(self, pick: int, tab: str) -> None:
        """Whether or not the request arrived: sent again, it is granted once."""
        self.come_back(tab)
        request, player = self._picked(pick), self.tabs[tab]
        granted = self.model.answer(request, player.seats)
        if isinstance(granted, int):
            self._wait(player.say(request))
            self._wait(player.cut())
            self._wait(player.connect())
            [answer] = self._say(tab, [request])
            self._check(granted, request, answer)

    # ------------------------------------------------------------ coming and going

    @rule(tab=tabs)
    def leave(self, tab: str) -> None:
        if self._connected(tab):
            self._wait(self.tabs[tab].leave())

    @rule(tab=tabs)
    def come_back(self, tab: str) -> None:
        """Who comes back takes the seat from the bot."""
        if not self._connected(tab):
            self._wait(self.tabs[tab].connect())
            self._follow(self.model.number + len(self.model.handed & set(TABS[tab])))

    @rule(seat=seats)
    def hand_over(self, seat: str) -> None:
        if not self.model.waits_for_a_person or self.model.handed:
            return
        for name, letters in TABS.items():
            if seat in letters:
                self.leave(name)
        where, by = f"/api/tables/{self.table}/seats/{seat}/hand-over", self.made["host_key"]
        given = when_gone(lambda: self.server.api.post(where, by, level="random"))
        assert given["number"] == self.model.number + 1
        self._follow(given["number"])

    @rule(seconds=st.sampled_from([0, 0.01]))
    def set_the_pace(self, seconds: float) -> None:
        """Whoever is to move may still do so, seeing the entry before."""
        if not self.model.over:
            key = self.made["keys"]["A"]
            done = self.server.api.ask(
                "PUT", f"/api/tables/{self.table}/pace", key, seconds=seconds
            )
            assert done["number"] == self.model.number + (self.model.pace != seconds)
            self._follow(done["number"])

    # ------------------------------------------------------------ what must hold

    @invariant()
    def everybody_knows_the_same(self) -> None:
        model = self.model
        for name, player in self.tabs.items():
            if self._connected(name):
                self._wait(player.until(lambda player: player.number == model.number))
                state = player.state
                assert (state["hash"], state["turn"]) == (model.hash, model.turn)
                assert state["pace"] == model.pace
                assert state["undo"] == (model.turn if model.may_undo else None)
                acts = model.turn in player.seats
                assert player.legal == (model.position.legal.ids if acts else None)

    def teardown(self) -> None:
        """What was told and granted is what is stored."""
        everybody = [self.observer, *self.tabs.values()]
        for player in everybody:
            self._wait(player.leave())
        self.runner.close()
        truth = stored(self.server.database, self.table)
        assert truth.hash == self.model.hash
        for player in everybody:
            check_told(truth, player)
        granted = {(seat, id): done["number"] for (seat, id), done in self.model.done.items()}
        assert granted == {
            (SEAT_LETTERS[entry.seat], entry.client): entry.number
            for entry in truth.entries
            if entry.client is not None
        }

    # ------------------------------------------------------------ helpers

    def _connected(self, tab: str) -> bool:
        return self.tabs[tab].closed is None

    def _deliver(self, request: Data, tab: str) -> None:
        wanted = self.model.answer(request, self.tabs[tab].seats)
        [answer] = self._say(tab, [request])
        self._check(wanted, request, answer)

    def _say(self, tab: str, requests: list[Data]) -> list[Data]:
        answers: list[Data] = self._wait(self._ask(tab, requests))
        return answers

    async def _ask(self, tab: str, requests: list[Data]) -> list[Data]:
        """Send requests without waiting in between, then wait for all answers."""
        player = self.tabs[tab]
        had = len(player.answers)
        for request in requests:
            await player.say(request)
        await player.until(lambda player: len(player.answers) == had + len(requests))
        return player.answers[had:]

    def _check(self, wanted: int | str, request: Data, answer: Data) -> None:
        assert answer["id"] == request["id"]
        if isinstance(wanted, int):
            assert (answer["type"], answer["number"]) == ("accepted", wanted), (answer, wanted)
            if wanted > self.model.number:
                self.model.grant(request)
                self._follow(wanted)
        else:
            assert (answer["type"], answer["code"]) == ("refused", wanted), (answer, wanted)
            assert answer["en"]
            assert answer["fr"]

    def _follow(self, number: int) -> None:
        """Take what is told up to an entry, and what Nature and bots do after it."""
        model, observer = self.model, self.observer
        while model.number < number or not (model.over or model.waits_for_a_person):
            self._wait(observer.until(lambda player: player.number > model.number))
            model.take(observer.entries[model.number + 1])


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_a_table_keeps_its_promises_on_a_bad_network(start: Callable[..., ServerProcess]):
    server = start(absent=0)
    run_state_machine_as_test(
        lambda: Network(server),
        settings=settings(
            max_examples=many(15),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # A failure is reported as it was found: with a real server, shrinking takes minutes.
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )


def test_who_pulls_the_cable_while_being_told_something_is_no_fault(server: ServerProcess):
    made = server.api.make(games()[0], ["person", "person"])

    async def vanish() -> None:
        for _ in range(40):
            player = Player(server.url, made["table"])
            await player.connect()
            for _ in range(50):
                await player.say({"type": "ping"})
            await player.cut()
            await asyncio.sleep(0.02)

    asyncio.run(vanish())
    assert '"level": "error"' not in server.logged()
