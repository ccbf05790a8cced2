"""Phases: what is possible only once one has come."""

from typing import Any

from ferrovia.engine.play import Check, Refused, Table, refused, rule


def from_phase(key: str, phase: str, *fields: str) -> Check[Any]:
    """Something is possible from a phase on; a refusal names it, and tells some `fields` of the action."""

    @rule(key)
    def phase_has_come(table: Table, action: Any) -> Refused | None:
        told: dict[str, Any] = {field: getattr(action, field) for field in fields}
        return None if table.box.is_reached(table.state, phase) else refused(**told, phase=phase)

    return phase_has_come
