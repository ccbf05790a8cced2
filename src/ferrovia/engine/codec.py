"""Positions and actions as JSON, with a fingerprint to tell whether two positions are the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, SchemaSerializer, SchemaValidator, to_json

from ferrovia.engine.beginning import Beginning
from ferrovia.engine.forms import name_of, spelt
from ferrovia.engine.older import current_step, modern_facts, modernised
from ferrovia.engine.play import Title
from ferrovia.model.board import Board, Laid
from ferrovia.model.ids import CertId, CompanyId, HexId, Owner, PlayerId, StopId, TrainId
from ferrovia.model.route import read_route
from ferrovia.model.state import Frame, Quote, State, Train

Json = Mapping[str, Any]


class BadData(ValueError):
    """What was to be read is not what it should be; the text says what is wrong."""


@lru_cache(maxsize=512)
def _tools(kind: type[Any]) -> tuple[SchemaValidator, SchemaSerializer]:
    """What reads and writes a kind of thing. Every move passes here several times: so without the adapter around."""
    adapter = TypeAdapter(kind)
    validator, serializer = adapter.validator, adapter.serializer
    assert isinstance(validator, SchemaValidator) and isinstance(serializer, SchemaSerializer)
    return validator, serializer


def _read(kind: Any, data: object, what: str) -> Any:
    try:
        return _tools(kind)[0].validate_json(to_json(data, inf_nan_mode="constants"), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadData(f"{what}{' ' + place if place else ''}: {first['msg']}") from None
    except PydanticSerializationError:  # lists in lists in lists: somebody tries how much can be borne
        raise BadData(f"{what}: nested too deeply") from None


def _write(value: object) -> Any:
    return _tools(type(value))[1].to_python(value, mode="json")


def _text(value: object) -> str:
    return _tools(type(value))[1].to_json(value).decode()


# ------------------------------------------------------------------------------------------------------------ actions


def action_to_json(action: Any) -> dict[str, Any]:
    """`Bid(8)` is `{"type": "bid", "amount": 8}`."""
    return {"type": name_of(action), **_write(action)}


def action_from_json(title: Title, data: object) -> Any:
    kind, fields = _form_and_fields(title, data)
    return _read(kind, fields, f"action {spelt(kind)}")


def beginning_from_json(title: Title, data: object) -> Beginning:
    """An action of which some fields may still be missing."""
    kind, fields = _form_and_fields(title, data)
    hints = get_type_hints(kind)
    what = f"action {spelt(kind)}"
    return Beginning(kind, {name: _read(hints[name], value, f"{what} {name}") for name, value in fields.items()})


def _form_and_fields(title: Title, data: object) -> tuple[type[Any], dict[str, Any]]:
    """The kind of an action and what is said of its fields, routes as data."""
    if not isinstance(data, Mapping) or "type" not in data:
        raise BadData('an action is an object with a "type"')
    fields: dict[str, Any] = {**data}
    name = fields.pop("type")
    kind = title.kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadData(f"{title.name} has no action {name!r}; it has {', '.join(title.kinds)}")
    known = {field.name for field in title.forms[kind].fields}
    if not fields.keys() <= known:
        raise BadData(f"action {name}: unknown field {min(map(str, fields.keys() - known))!r}")
    for field_ in title.forms[kind].fields:
        if field_.kind == "route" and isinstance(fields.get(field_.name), list):
            fields[field_.name] = [_route(route, f"action {name}") for route in fields[field_.name]]
    return kind, fields


def _route(told: object, what: str) -> object:
    """A route as data; games stored before routes were data have it as text."""
    if not isinstance(told, str):
        return told
    try:
        return _write(read_route(told))
    except ValueError as error:
        raise BadData(f"{what}: {error}") from None


# -------------------------------------------------------------------------------------------------------------- states


@dataclass(slots=True)
class _Tables:
    """The part of a state that is plain data."""

    players: tuple[PlayerId, ...]
    cash: dict[Owner, int]
    certs: dict[CertId, Owner]
    tokens: dict[CompanyId, int]
    placed: dict[HexId, tuple[CompanyId, ...]]
    tiles: dict[HexId, Laid] = field(default_factory=dict[HexId, Laid])
    stations: dict[StopId, tuple[CompanyId, ...]] = field(default_factory=dict[StopId, tuple[CompanyId, ...]])
    barred: tuple[StopId, ...] = ()
    prices: dict[CompanyId, Quote] = field(default_factory=dict[CompanyId, Quote])
    trains: dict[TrainId, Train] = field(default_factory=dict[TrainId, Train])
    phase: str = ""
    order: tuple[PlayerId, ...] = ()
    pars: dict[CompanyId, int] = field(default_factory=dict[CompanyId, int])
    floated: tuple[CompanyId, ...] = ()
    operated: tuple[CompanyId, ...] = ()
    closed: tuple[CompanyId, ...] = ()
    last_revenue: dict[CompanyId, int] = field(default_factory=dict[CompanyId, int])
    debt: dict[PlayerId, int] = field(default_factory=dict[PlayerId, int])


def _tables(state: State) -> _Tables:
    return _Tables(
        players=state.players,
        cash=state.cash,
        certs=state.certs,
        tokens=state.tokens,
        placed=dict(state.board.tokens),
        tiles=dict(state.board.tiles),
        stations=dict(state.board.stations),
        barred=tuple(sorted(state.board.barred)),
        prices=state.prices,
        trains=state.trains,
        phase=state.phase,
        order=state.order,
        pars=state.pars,
        floated=state.floated,
        operated=state.operated,
        closed=state.closed,
        last_revenue=state.last_revenue,
        debt=state.debt,
    )


def state_to_json(state: State) -> dict[str, Any]:
    stack = [
        {"script": f.script, "at": f.at, "facts": _write(f.facts), "kind": type(f.facts).__name__} for f in state.stack
    ]
    return {**_write(_tables(state)), "extras": _write(state.extras), "stack": stack}


def state_to_text(state: State) -> str:
    """What `state_to_json` tells, as text at once."""
    frames = [
        f'{{"script":"{f.script}","at":"{f.at}","facts":{_text(f.facts)},"kind":"{type(f.facts).__name__}"}}'
        for f in state.stack
    ]
    return f'{_text(_tables(state))[:-1]},"extras":{_text(state.extras)},"stack":[{",".join(frames)}]}}'


def state_from_json(title: Title, data: object) -> State:
    if not isinstance(data, dict):
        raise BadData("a state is an object")
    parts = modernised({**data})
    frames: list[Any] | None = parts.pop("stack", None)
    if not isinstance(frames, list):
        raise BadData("a state has a stack: the list of its open procedures")
    stack = [_frame(title, frame) for frame in frames]
    extras = _read(title.extras, parts.pop("extras", None), "extras")
    tables: _Tables = _read(_Tables, parts, "state")
    board = Board(title.grid, tables.placed, tables.tiles, tables.stations, frozenset(tables.barred))
    flaw = board.flaw()
    if flaw:
        raise BadData(f"state: {flaw}")
    return State(
        players=tables.players,
        cash=tables.cash,
        certs=tables.certs,
        tokens=tables.tokens,
        board=board,
        extras=extras,
        stack=stack,
        prices=tables.prices,
        trains=tables.trains,
        phase=tables.phase,
        order=tables.order,
        pars=tables.pars,
        floated=tables.floated,
        operated=tables.operated,
        closed=tables.closed,
        last_revenue=tables.last_revenue,
        debt=tables.debt,
    )


def _frame(title: Title, data: Any) -> Frame:
    kinds = {kind.__name__: kind for kind in title.facts} | {"NoneType": type(None)}
    try:
        script, kind, facts = data["script"], kinds[data["kind"]], data["facts"]
        at = current_step(script, data["at"])
        known = (script, at) in title.steps
    except (KeyError, TypeError):
        raise BadData("a procedure on the stack has no script, step or facts that this title knows") from None
    if not known:
        raise BadData(f"{title.name} has no step {at!r} in {script!r}")
    return Frame(script, at, _read(kind, modern_facts(kind.__name__, facts), f"facts of {script!r}"))


def fingerprint(state: State) -> str:
    """A short digest: equal for equal positions, whatever the order in which tables were filled."""
    return digest(state_to_json(state))


def digest(data: object) -> str:
    """The fingerprint of a position as it was written, also by an earlier version."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(canonical.encode(), digest_size=8).hexdigest()
