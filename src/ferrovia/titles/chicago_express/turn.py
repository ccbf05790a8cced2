"""«Modo de jugar»: players take turns clockwise, one action each; the needle moves even if it is declined."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, First, Move, Offer, Refused, Table, Then, refused, rule
from ferrovia.model.message import Message
from ferrovia.titles.chicago_express.auction import AUCTION_A_SHARE
from ferrovia.titles.chicago_express.development import DEVELOP
from ferrovia.titles.chicago_express.dividends import general_dividends_are_due
from ferrovia.titles.chicago_express.expansion import EXPAND
from ferrovia.titles.chicago_express.facts import ChicagoFacts, GameFacts, TurnFacts
from ferrovia.titles.chicago_express.material import MATERIAL, DialId, is_red, turn_dial


@dataclass(frozen=True, slots=True)
class Decline:
    dial: DialId


@rule("dial-in-red")
def its_needle_is_not_red(table: Table, action: Decline) -> Refused | None:
    return refused(dial=action.dial) if is_red(table.state, action.dial) else None


def decline(table: Table, action: Decline) -> None:
    """[CE-3.2] A declined action uses its space like any other."""
    turn_dial(table, action.dial)
    table.note(acted=True)
    table.tell("declined", player=table.answering(), dial=action.dial)


def dials(table: Table) -> Iterator[Offer]:
    return (Offer(Decline(dial)) for dial in MATERIAL.numbers.dials)


DECLINE = Move(Decline, dials, (its_needle_is_not_red,), decline, passive=True)


def take_turns(table: Table) -> First:
    """[CE-3.1, CE-3.5] The next player clockwise of the active one, whoever won an auction."""
    game = table.here(GameFacts)
    assert game.next_turn is not None
    following = table.next_seat(game.next_turn)
    return First("turn", TurnFacts(game.next_turn), remember=GameFacts(game.first_bidder, following))


def general_dividends_if_due(table: Table) -> Then | None:
    """[CE-7.1] Before the turn, after a Chicago phase of the turn before."""
    return Then("general dividends") if general_dividends_are_due(table.state) else None


def choose_action(table: Table) -> Ask | None:
    """[CE-3.2] Exactly one action: auction, expansion, development, or one of them declined."""
    turn = table.here(TurnFacts)
    if turn.acted:
        return None
    return Ask(turn.player, (AUCTION_A_SHARE, EXPAND, DEVELOP, DECLINE), Message("choose-action", {}))


def chicago_phase_if_reached(table: Table) -> Then | None:
    """[CE-5.12, CE-8.1] Each time a company places a locomotive in Chicago."""
    turn = table.here(TurnFacts)
    return Then("chicago phase", ChicagoFacts(turn.reached_chicago, turn.player)) if turn.reached_chicago else None
