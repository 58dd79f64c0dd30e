"""Schemathesis asks a real server what its description allows, and what it does not: every answer
is one that the description knows, and none is a fault of ours."""

from collections import Counter

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from faubourg.core.game import games
from tests.effort import many
from tests.server.client import PATIENCE
from tests.server.process import ServerProcess

EXAMPLES = many(4)  # of requests of each kind to each address
TOO_LARGE = 413
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture
def tables(server: ServerProcess) -> st.SearchStrategy[tuple[str, str]]:
    """Tables that wait, are played, and are over, each with all of its keys; and none."""
    seats = (["person", "open"], ["person", "person"], ["random", "random"])
    made = [server.api.make(games()[0], wanted, begin="full") for wanted in seats]
    keys = [",".join([table["host_key"], *table["keys"].values()]) for table in made]
    known = [(table["table"], each) for table, each in zip(made, keys, strict=True)]
    return st.sampled_from([*known, ("", "")])


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_answer_is_as_described_and_none_is_a_fault(
    server: ServerProcess, tables: st.SearchStrategy[tuple[str, str]], mode: GenerationMode
):
    described = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    answers: Counter[int] = Counter()
    for found in described.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.path_parameters or operation.body):
            continue  # there is nothing to get wrong

        @given(case=operation.as_strategy(mode), table=tables)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Case, table: tuple[str, str]) -> None:
            id, keys = table
            put_right = False
            if id and "id" in case.path_parameters:
                case.path_parameters["id"] = id
                case.headers["Authorization"] = f"Bearer {keys}"
                put_right = True  # what was wrong with the request may be so no longer
            answer = case.call(timeout=PATIENCE)
            # What is too large is refused before anybody looks at what is wrong with it.
            loose = put_right or answer.status_code == TOO_LARGE
            checks = [each for each in CHECKS if not (loose and each is negative_data_rejection)]
            case.validate_response(answer, checks=checks)
            answers[answer.status_code] += 1

        ask()
    assert answers.total() > EXAMPLES * 8
    assert (422 if mode is GenerationMode.NEGATIVE else 200) in answers
