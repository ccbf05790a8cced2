"""Schemathesis over the OpenAPI document: whatever fits it, or almost, is answered without a failure of ours."""

from dataclasses import dataclass
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from ferrovia.server.app import create_app
from ferrovia.server.settings import Settings
from support.servers import Person

EXAMPLES = 10
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
DOCUMENT = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite://")).openapi_schema.to_schema())
WITHOUT = DOCUMENT.exclude(path_regex="/stream$|/logout|/api/me$")
"""A line that stays open, and what would sign the sender out, are tested elsewhere."""
OPERATIONS = {found.ok().label: found.ok() for found in WITHOUT.get_all_operations() if isinstance(found, Ok)}


@dataclass(frozen=True)
class Somebody:
    """Who has a running game and one that has not begun."""

    cookies: dict[str, str]
    games: list[str]


@pytest.fixture(scope="session")
def somebody(lone: str) -> Somebody:
    person = Person(lone, "Fuzz")
    games = [person.hotseat("Ana", "Ben"), person.new_game({"kind": "open"}, public=True)["id"]]
    return Somebody(dict(person.client.cookies), games)


BOUNDED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_nothing_that_is_sent_breaks_the_server(operation: str, lone: str, somebody: Somebody) -> None:
    @BOUNDED
    @given(case=OPERATIONS[operation].as_strategy())
    def send(case: schemathesis.Case) -> None:
        if "game" in case.path_parameters:  # a name made up would always be unknown
            made_up = case.path_parameters["game"]
            case.path_parameters["game"] = [*somebody.games, made_up][crc32(made_up.encode()) % 3]
        token = {"x-csrftoken": somebody.cookies["csrftoken"]}
        response = case.call(base_url=lone, headers=token, cookies=somebody.cookies)
        case.validate_response(response, checks=CHECKS)

    send()
