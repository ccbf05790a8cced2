"""[V] [VIII.2] [X.1] The course of the game: the draft, then eight sets of a stock round and operating rounds."""

from ferrovia.engine.play import Step, Table, Then
from ferrovia.model.ids import PlayerId
from ferrovia.model.state import State
from ferrovia.rules.ending import cash_and_shares
from ferrovia.rules.loans import debt_of
from ferrovia.rules.rounds import GameFacts, by_market, fixing_the_order, operate_in_order, set_is_done, sets
from ferrovia.rules.stock import first_turn
from ferrovia.titles.t18cz.facts import DraftFacts, RenewalFacts
from ferrovia.titles.t18cz.locals import pay_local_income, set_local_value
from ferrovia.titles.t18cz.material import Books, Material, box
from ferrovia.titles.t18cz.phases import export_top_card
from ferrovia.titles.t18cz.vaclav import plays, receive_company_if_due


def vaclav_receives_first_company(table: Table) -> None:
    """Two players: a small company at set-up."""
    receive_company_if_due(table)


def hold_the_draft(table: Table) -> Then:
    """[V ¶1] Once, before the first stock round."""
    return Then("draft", DraftFacts())


def rounds_of_set(table: Table, game: GameFacts) -> int:
    """[V ¶1] As many as the set has local values."""
    return len(box(table).numbers.course.sets[game.sets_done])


def last_set_is_done(table: Table, game: GameFacts) -> bool:
    """[X.1]"""
    return set_is_done(game) and game.sets_done + 1 == len(box(table).numbers.course.sets)


def export_or_renew(table: Table) -> Then | None:
    """[VIII.13] The top card is exported; with two players Vaclav's companies renew their trains instead."""
    if plays(table):
        return Then("vaclav renews all", RenewalFacts(()))
    export_top_card(table)
    return None


OPERATING_ROUND = (set_local_value, pay_local_income, fixing_the_order(by_market), operate_in_order)
GAME_SCRIPT: tuple[Step, ...] = (
    vaclav_receives_first_company,
    hold_the_draft,
    sets(stock=first_turn, rounds=rounds_of_set, is_over=last_set_is_done),
)


def final_scores(state: State, material: Material) -> dict[PlayerId, int]:
    """[X.2.2] Cash, shares at market price, own locals, less debt and penalty."""
    own: Books = state.extras
    scores = cash_and_shares(state, material)
    for player in state.players:
        locals_owned = sum(state.certs[local] == player for local in material.locals)
        owed = debt_of(state, player) + own.penalty.get(player, 0)
        scores[player] += locals_owned * material.numbers.locals.final_value - owed
    return scores
