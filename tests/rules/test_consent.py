"""Deals that another must agree to."""

from dataclasses import replace

import pytest

from ferrovia.engine.play import Game, Step, Table
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules.consent import Agree, ConsentFacts, Reject, agreement, asking, carrying_out, propose
from support.little import ANA, BEN, BLUE, RED, a_little_title, a_state


def pay_for_it(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    table.pay(amount, source=buyer, to=BLUE)
    table.tell("done", subject=subject)


def a_deal(owner: Owner) -> Game:
    """RED, which Ana directs, offers 30 for something of somebody's."""

    def propose_a_deal(table: Table) -> None:
        propose(table, "train", "2-0", 30, owner=owner)

    little = a_little_title(propose_a_deal, Agree, Reject)
    steps: tuple[Step, ...] = (asking(), carrying_out({"train": pay_for_it}))
    title = replace(little, scripts={**little.scripts, "consent": steps}, facts=(*little.facts, ConsentFacts))
    state = a_state()
    state.stack[0] = title.frame("company turn", state.stack[0].facts)
    return Game.at(title, state)


@pytest.mark.parametrize("owner", [BEN, BLUE])
def test_the_owner_or_the_director_of_the_owner_is_asked(owner: Owner) -> None:
    game = a_deal(owner)
    assert game.ask is not None and game.ask.who == BEN
    assert (game.ask.about.key, game.ask.about.params["amount"]) == ("consent-train", 30)
    assert agreement(game) == Agree()


def test_whoever_speaks_for_both_is_not_asked() -> None:
    game = a_deal(RED)
    assert (game.ask, game.state.cash[RED], [event.key for event in game.events]) == (None, 70, ["done"])
    assert agreement(game) is None
    assert a_deal(ANA).ask is None


def test_what_is_agreed_is_carried_out() -> None:
    after = a_deal(BLUE).play(Agree())
    assert (after.state.cash[RED], after.state.cash[BLUE]) == (70, 130)


def test_what_is_rejected_changes_nothing() -> None:
    after = a_deal(BLUE).play(Reject())
    assert (after.state.cash[RED], after.state.cash[BLUE]) == (100, 100)
    assert [event.key for event in after.events] == ["deal-rejected"]
