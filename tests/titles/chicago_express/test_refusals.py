"""Every refusal with its key, its paragraph and the heading of the rulebook."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.titles.chicago_express.auction import Bid, Pass
from ferrovia.titles.chicago_express.title import TITLE
from titles.chicago_express.tables import a_table, auction, decline, develop, expand

PLAYING = "Modo de jugar"
AUCTIONS = "Subastar una acción"
NETWORK = "Ampliar la red de una compañía ferroviaria"
PLACING = "Modo de ampliar la red"
COST = "Costes de la ampliación de una red"
NEEDS = "Requisitos para urbanizar una casilla"

A_TURN = a_table().treasury(PRR=3, NYC=1).with_locomotives(PRR="R5 Q3 R3 I6", CO="Q9 A3").houses("Q3")
AN_AUCTION = a_table().cash(A=20).in_auction("PRR", by="A", opening=4, bidders="A C", highest=9)
NO_HOUSES = a_table().with_locomotives(PRR="R5 F1").houses(supply=0)
NO_LOCOMOTIVES = a_table().with_tokens_left(PRR=0)
OVER = a_table().houses(supply=3).dials(auction=3, expansion=5).turn_of("B")

REFUSALS = [
    ("whose-turn", A_TURN, decline("auction"), "B", "CE-3.1", PLAYING),
    ("not-asked", A_TURN, Pass(), None, "CE-3.2", PLAYING),
    ("no-such-thing", A_TURN, develop("Z9"), None, "CE-1.2", "Montaje del plano de juego"),
    ("game-over", OVER, decline("development"), None, "CE-9.2", "Final del juego"),
    ("dial-in-red", a_table().dials(auction=3), decline("auction"), None, "CE-3.3", PLAYING),
    ("company-open", A_TURN, auction("Wabash"), None, "CE-4.2", AUCTIONS),
    ("share-left", a_table().sold(PRR="A B C"), auction("PRR"), None, "CE-4.2", AUCTIONS),
    ("opening-bid", AN_AUCTION, Bid(3), None, "CE-4.4", AUCTIONS),
    ("bid-higher", AN_AUCTION, Bid(9), None, "CE-4.4", AUCTIONS),
    ("out-of-auction", AN_AUCTION, Bid(10), "B", "CE-4.5", AUCTIONS),
    ("bid-within-cash", AN_AUCTION, Bid(21), None, "CE-4.6", AUCTIONS),
    ("expand-own-company", a_table().turn_of("B"), expand("PRR", "Q5"), None, "CE-5.1", NETWORK),
    ("expand-open-company", A_TURN, expand("Wabash", "D2"), None, "CE-5.7", PLACING),
    ("one-to-three-hexes", A_TURN, expand("PRR", ""), None, "CE-5.2", PLACING),
    ("locomotives-left", NO_LOCOMOTIVES, expand("PRR", "N3"), None, "CE-5.2", PLACING),
    ("connected", A_TURN, expand("PRR", "A4"), None, "CE-5.3", PLACING),
    ("one-locomotive-a-hex", A_TURN, expand("PRR", "R3"), None, "CE-5.4", PLACING),
    ("no-start-hex", A_TURN, expand("PRR", "S3"), None, "CE-5.5", PLACING),
    ("room-for-one-company", A_TURN, expand("NYC", "R3"), None, "CE-5.6", PLACING),
    ("treasury-pays", A_TURN, expand("NYC", "R2"), None, "CE-5.9", COST),
    ("developable", A_TURN, develop("A3"), None, "CE-6.4", NEEDS),
    ("locomotive-present", A_TURN, develop("B5"), None, "CE-6.1", NEEDS),
    ("locomotive-in-industrial-city", A_TURN, develop("K4"), None, "CE-6.2", NEEDS),
    ("one-house-a-hex", A_TURN, develop("Q3"), None, "CE-6.1", NEEDS),
    ("house-left", NO_HOUSES, develop("F1"), None, "CE-6.1", NEEDS),
]


@pytest.mark.parametrize(
    ("key", "game", "action", "by", "paragraph", "heading"),
    [
        pytest.param(key, table.game(), action, by, paragraph, heading, id=key, marks=pytest.mark.rule(paragraph))
        for key, table, action, by, paragraph, heading in REFUSALS
    ],
)
def test_a_refusal_cites_its_paragraph(
    key: str, game: Game, action: Any, by: str | None, paragraph: str, heading: str
) -> None:
    refusal = game.why_not(action, None if by is None else PlayerId(Owner(by)))
    assert refusal is not None
    assert (refusal.rule, refusal.cite.paragraph, refusal.cite.heading) == (key, paragraph, heading)


def test_every_key_of_the_rulebook_is_refused_by_here() -> None:
    """A key that nothing refuses by is a rule that is not kept."""
    assert sorted(key for key, *_ in REFUSALS) == sorted(TITLE.rulebook.keys)


@pytest.mark.parametrize("amount", [5, 8, 9, 10, 20, 21, 10**30])
def test_the_first_check_in_rulebook_order_wins(amount: int) -> None:
    """A bid that is too low is told so even by somebody who could not pay it."""
    refusal = (
        a_table().cash(A=3).in_auction("PRR", by="A", opening=4, bidders="A C", highest=9).game().why_not(Bid(amount))
    )
    assert refusal is not None
    assert refusal.rule == ("bid-higher" if amount <= 9 else "bid-within-cash")
