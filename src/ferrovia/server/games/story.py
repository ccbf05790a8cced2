"""The log in words: each entry, and what it did."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.model.message import Message
from ferrovia.server.clock import moment
from ferrovia.server.games.changes import Change
from ferrovia.server.schema import EntryInfo, EventInfo
from ferrovia.text import Words


@dataclass(frozen=True, slots=True)
class Story:
    """What happened, in words: entries of the log, and their events."""

    entries: list[EntryInfo]
    events: list[EventInfo]


def story_of(words: Words, changes: Iterable[Change]) -> Story:
    told = list(changes)
    return Story(
        [entry_info(words, change) for change in told],
        [event for change in told for event in events_of(words, change)],
    )


def entry_info(words: Words, change: Change) -> EntryInfo:
    """An entry of the log in words."""
    assert change.kind != "start"  # nothing happened yet
    return EntryInfo(
        seq=change.seq,
        who=change.who,
        by=change.by,
        kind=change.kind,
        parent=change.parent,
        text=_undo_text(words, change) if change.action is None else _logged_action(words, change.action),
        at=moment(change.at),
    )


def events_of(words: Words, change: Change) -> list[EventInfo]:
    """What a change did, in words."""
    if change.kind in ("undo", "redo"):
        told = Message(change.kind, {"player": change.who})
        return [EventInfo(seq=change.seq, key=told.key, params=dict(told.params), text=_undo_text(words, change))]
    return [
        EventInfo(seq=change.seq, key=event.key, params=dict(event.params), text=_event_text(words, event))
        for event in change.events
    ]


def _event_text(words: Words, event: Message) -> str:
    """An event in words. One that an earlier release has stored may speak of things that have other names today: then
    its bare name stands for it, and the rest of the log is told."""
    try:
        return words.event(event)
    except KeyError:
        return f"[{event.key}]"


def action_text(words: Words, action: Mapping[str, Any], faces: Mapping[str, str] | None = None) -> str:
    """An action in words; `faces` are those of the trains that lie open where it is played."""
    return words.action(action["type"], action, faces)


def _logged_action(words: Words, action: Mapping[str, Any]) -> str:
    """An action that was stored, perhaps by an earlier release."""
    try:
        return action_text(words, action)
    except KeyError:
        return f"[{action.get('type', '')}]"


def _undo_text(words: Words, change: Change) -> str:
    return words.ui(f"server.event-{change.kind}", player=words.player(change.who or ""))
