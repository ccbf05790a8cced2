"""Positions and actions as JSON, with a fingerprint to tell whether two positions are the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import SchemaSerializer, SchemaValidator, to_json

from ferrovia.engine.forms import name_of
from ferrovia.engine.play import Title
from ferrovia.model.board import Board, Laid
from ferrovia.model.ids import CertId, CompanyId, HexId, Owner, PlayerId, StopId, TrainId
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


def _write(value: object) -> Any:
    return _tools(type(value))[1].to_python(value, mode="json")


def _text(value: object) -> str:
    return _tools(type(value))[1].to_json(value).decode()


# ------------------------------------------------------------------------------------------------------------ actions


def action_to_json(action: Any) -> dict[str, Any]:
    """`Bid(8)` is `{"type": "bid", "amount": 8}`."""
    return {"type": name_of(action), **_write(action)}


def action_from_json(title: Title, data: object) -> Any:
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
    return _read(kind, fields, f"action {name}")


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
    prices: dict[CompanyId, Quote] = field(default_factory=dict[CompanyId, Quote])
    trains: dict[TrainId, Train] = field(default_factory=dict[TrainId, Train])
    phase: str = ""


def _tables(state: State) -> _Tables:
    return _Tables(
        players=state.players,
        cash=state.cash,
        certs=state.certs,
        tokens=state.tokens,
        placed=dict(state.board.tokens),
        tiles=dict(state.board.tiles),
        stations=dict(state.board.stations),
        prices=state.prices,
        trains=state.trains,
        phase=state.phase,
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
    parts: dict[str, Any] = {**data}
    frames: list[Any] | None = parts.pop("stack", None)
    if not isinstance(frames, list):
        raise BadData("a state has a stack: the list of its open procedures")
    stack = [_frame(title, frame) for frame in frames]
    extras = _read(title.extras, parts.pop("extras", None), "extras")
    tables: _Tables = _read(_Tables, parts, "state")
    board = Board(title.grid, tables.placed, tables.tiles, tables.stations)
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
    )


def _frame(title: Title, data: Any) -> Frame:
    kinds = {kind.__name__: kind for kind in title.facts} | {"NoneType": type(None)}
    try:
        script, at, kind, facts = data["script"], data["at"], kinds[data["kind"]], data["facts"]
        known = (script, at) in title.steps
    except (KeyError, TypeError):
        raise BadData("a procedure on the stack has no script, step or facts that this title knows") from None
    if not known:
        raise BadData(f"{title.name} has no step {at!r} in {script!r}")
    return Frame(script, at, _read(kind, facts, f"facts of {script!r}"))


def fingerprint(state: State) -> str:
    """A short digest: equal for equal positions, whatever the order in which tables were filled."""
    canonical = json.dumps(state_to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(canonical.encode(), digest_size=8).hexdigest()
