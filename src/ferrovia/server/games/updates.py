"""Positions in words: what a person gets to see. What is the same for everybody is worked out once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferrovia import Game, Offer, Refusal, action_to_json
from ferrovia.model.message import Message
from ferrovia.server.games import undo
from ferrovia.server.games.live import Change, Live, Position
from ferrovia.server.schema import (
    AskInfo,
    EventInfo,
    LastAction,
    OfferInfo,
    RefusalInfo,
    Spread,
    StandingInfo,
    UndoInfo,
    UndoRequestInfo,
    Update,
)
from ferrovia.text import Words

MOST_EVENTS = 400
"""Who was away for longer gets the latest so many."""


def is_asked(live: Live, position: Position, user: str | None) -> bool:
    """Whether a person has to answer here and now."""
    ask, latest = position.game.ask, position.change.seq == live.seq
    return latest and ask is not None and user is not None and live.seats[ask.who].user == user


def update(live: Live, position: Position, user: str | None, language: str, events: Sequence[EventInfo]) -> Update:
    """A position as one person may see it. `events` is what happened since they last looked."""
    words, game = live.words_in(language), position.game
    asked = is_asked(live, position, user)
    return Update(
        game=live.id,
        seq=position.change.seq,
        latest=live.seq,
        status="finished" if live.status == "finished" else "running",
        view=position.view,
        stops=live.stops_in(language, position.view.course.stops),
        names=live.names_in(language),
        ask=_ask(game, words, you=asked),
        offers=offers_of(position, words) if asked else [],
        events=list(events[-MOST_EVENTS:]),
        last=LastAction(hexes=hexes_of(live, position.change.action)),
        standings=[StandingInfo(player=s.player, worth=s.worth, rank=s.rank) for s in game.standings()],
        outcome=game.ask is None,
        undo=undo_info(live, user),
        redo=undo.again(live, user) is not None,
    )


def _said(position: Position, key: Any, say: Any) -> Any:
    """Something put into words once for each position and reader."""
    if key not in position.said:
        position.said[key] = say()
    return position.said[key]


def _ask(game: Game, words: Words, *, you: bool) -> AskInfo | None:
    if game.ask is None:
        return None
    about = game.ask.about
    return AskInfo(
        who=game.ask.who,
        key=about.key,
        params=dict(about.params),
        text=words.question(about),
        you=you,
        # what may be answered to any question is named only where it is offered
        forms=[game.title.forms[move.action].name for move in game.ask.moves if move not in game.title.standing_moves],
    )


def offers_of(position: Position, words: Words) -> list[OfferInfo]:
    game = position.game
    return _said(position, ("offers", words.language), lambda: offer_infos(game, game.offers(), words))


def offer_infos(game: Game, offers: Iterable[Offer], words: Words) -> list[OfferInfo]:
    moves = game.ask.moves if game.ask else ()
    passive = {move.action for move in moves if move.passive}
    found: list[OfferInfo] = []
    for offer in offers:
        action = action_to_json(offer.action)
        span = offer.amount
        found.append(
            OfferInfo(
                action=action,
                amount=None if span is None else Spread(low=span.low, high=span.high),
                open=offer.open,
                text=action_text(words, action),
                passive=type(offer.action) in passive,
            )
        )
    return found


def action_text(words: Words, action: Mapping[str, Any]) -> str:
    return words.action(action["type"], action)


def events_of(live: Live, change: Change, language: str) -> list[EventInfo]:
    """What a change did, in words."""
    words = live.words_in(language)
    if change.kind in ("undo", "redo"):
        told = Message(change.kind, {"player": change.who})
        return [EventInfo(seq=change.seq, key=told.key, params=dict(told.params), text=undo_text(words, change))]
    return [
        EventInfo(seq=change.seq, key=event.key, params=dict(event.params), text=words.event(event))
        for event in change.events
    ]


def undo_text(words: Words, change: Change) -> str:
    return words.ui(f"server.event-{change.kind}", player=words.player(change.who or ""))


def hexes_of(live: Live, action: Mapping[str, Any] | None) -> list[str]:
    """The hexes an action speaks of."""
    if action is None:
        return []
    found: list[str] = []
    for name, many in live.hex_fields[action["type"]]:
        found += action[name] if many else [action[name]]
    return found


def undo_info(live: Live, user: str | None) -> UndoInfo:
    way = undo.way_back(live, user)
    wish = live.undo_wish
    pending = None
    waiting: list[str] = []
    if wish is not None:
        waiting = [s.seat for s in live.seats.values() if s.user in live.people - {wish.user, *wish.agreed}]
        agreed = [s.seat for s in live.seats.values() if s.user in wish.agreed]
        pending = UndoRequestInfo(by=wish.by, to_seq=wish.to, agreed=agreed, waiting=waiting)
    return UndoInfo(
        possible=way is not None and live.undo_wish is None,
        needs_consent=way is not None and bool(way.consent),
        pending=pending,
        asks_you=any(live.seats[seat].user == user for seat in waiting),
    )


def refusal_info(words: Words, refusal: Refusal) -> RefusalInfo:
    return RefusalInfo(
        rule=refusal.rule,
        paragraph=refusal.cite.paragraph,
        heading=refusal.cite.heading,
        message=words.refusal(refusal.rule, refusal.params),
    )
