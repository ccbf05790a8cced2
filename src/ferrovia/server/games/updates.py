"""Positions in words: what a person gets to see. What is the same for everybody is worked out once."""

from collections.abc import Iterable, Mapping
from typing import Any

from ferrovia import Game, Offer, Refusal, action_to_json, rest_of_turn
from ferrovia.server.games import undo
from ferrovia.server.games.changes import Position
from ferrovia.server.games.live import Live
from ferrovia.server.games.story import Story, action_text
from ferrovia.server.schema import (
    AheadInfo,
    AskInfo,
    LastAction,
    OfferInfo,
    RefusalInfo,
    RestInfo,
    Spread,
    StandingInfo,
    UndoInfo,
    UndoRequestInfo,
    Update,
)
from ferrovia.text import Words


def is_asked(live: Live, position: Position, user: str | None) -> bool:
    """Whether a person has to answer here and now."""
    ask, latest = position.game.ask, position.change.seq == live.seq
    return latest and ask is not None and user is not None and live.seats[ask.who].user == user


def update(live: Live, position: Position, user: str | None, language: str, story: Story) -> Update:
    """A position as one person may see it, with what happened since they last looked."""
    words, game = live.words_in(language), position.game
    asked = is_asked(live, position, user)
    return Update(
        game=live.id,
        seq=position.change.seq,
        latest=live.seq,
        status="finished" if live.status == "finished" else "running",
        view=position.view,
        stops=live.stops_in(language, position.view.course.stops),
        ahead=_said(position, ("ahead", language), lambda: _ahead(position, words)),
        names=live.names_in(language),
        ask=_ask(position, words, you=asked),
        offers=offers_of(position, words) if asked else [],
        rest=rest_info(position, words) if asked else None,
        entries=story.entries,
        events=story.events,
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


def _ask(position: Position, words: Words, *, you: bool) -> AskInfo | None:
    game = position.game
    if game.ask is None:
        return None
    about = game.ask.about
    return AskInfo(
        who=game.ask.who,
        key=about.key,
        params=dict(about.params),
        text=words.question(about, optional=game.offers().passive() is not None, faces=position.view.faces),
        you=you,
        # what may be answered to any question is named only where it is offered
        forms=[
            game.title.forms[move.action].name
            for move in game.ask.moves
            if move not in game.title.standing_moves and not move.only_recorded
        ],
    )


def _ahead(position: Position, words: Words) -> list[AheadInfo]:
    return [
        AheadInfo(card=one.card, effects=[words.ahead(effect) for effect in one.effects]) for one in position.view.ahead
    ]


def offers_of(position: Position, words: Words) -> list[OfferInfo]:
    return _said(position, ("offers", words.language), lambda: offer_infos(position, position.game.offers(), words))


def rest_info(position: Position, words: Words) -> RestInfo | None:
    """The noes that end a turn; a single one is an answer like any other."""
    return _said(position, ("rest", words.language), lambda: _rest(position.game, words))


def _rest(game: Game, words: Words) -> RestInfo | None:
    rest = rest_of_turn(game)
    if len(rest.answers) < 2:
        return None
    actions = [action_to_json(answer) for answer in rest.answers]
    return RestInfo(actions=actions, texts=[action_text(words, action) for action in actions], ends=rest.ends)


def offer_infos(position: Position, offers: Iterable[Offer], words: Words) -> list[OfferInfo]:
    ask, faces = position.game.ask, position.view.faces
    moves = ask.moves if ask else ()
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
                text=action_text(words, action, faces),
                passive=type(offer.action) in passive,
            )
        )
    return found


def hexes_of(live: Live, action: Mapping[str, Any] | None) -> list[str]:
    """The hexes an action speaks of; none where an earlier release called things otherwise."""
    if action is None:
        return []
    found: list[str] = []
    for name, many in live.hex_fields.get(action.get("type", ""), ()):
        said = action.get(name, ())
        found += said if many else [said]
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
        heading=words.heading(refusal.cite.heading),
        message=words.refusal(refusal.rule, refusal.params),
    )
