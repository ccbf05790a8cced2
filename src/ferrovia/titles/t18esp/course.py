"""[4] [4.9] [6] [7] The course of the game: cycles of a stock round, one to three operating rounds and an export."""

from collections.abc import Callable
from dataclasses import replace

from ferrovia.engine.play import END, End, First, Step, Table, Then
from ferrovia.model.ids import CompanyId, PlayerId
from ferrovia.model.market import in_order
from ferrovia.model.state import State
from ferrovia.rules.ending import cash_and_shares
from ferrovia.rules.rounds import OperatingFacts, operating_by, set_is_done
from ferrovia.rules.stock import first_turn
from ferrovia.titles.t18esp.facts import CycleFacts, Turn
from ferrovia.titles.t18esp.material import Material, box, is_frozen
from ferrovia.titles.t18esp.phases import FateOfMinors, export_top_card, renfe_is_founded

LAST_ROUNDS = 3
"""[7] How many operating rounds the last cycle has."""

Exports = Callable[[Table, CycleFacts], bool]
"""Whether a train is exported at the end of a cycle."""


def after_every_whole_cycle(table: Table, game: CycleFacts) -> bool:
    """[4.9] Always, but not when the founding of RENFE has cut the cycle short."""
    return set_is_done(game)


def if_a_company_runs(table: Table, game: CycleFacts) -> bool:
    """The site exports once a company is launched, whether or not the cycle was cut short."""
    return bool(table.state.floated)


def auction_first(table: Table) -> Then:
    """[2.3] [6] Phase 1."""
    return Then("pioneers")


def playing_cycles(exports: Exports) -> Step:
    def play_cycles(table: Table) -> First | End:
        """[6] [7] How many rounds a cycle has is known when its stock round ends; RENFE ends it early."""
        game, founded = table.here(CycleFacts), renfe_is_founded(table)
        if not game.stock_round_done:
            facts = first_turn(table, game.sets_done + 1)
            return First("stock round", facts, remember=replace(game, stock_round_done=True, is_last=founded))
        if not game.rounds:
            rounds = LAST_ROUNDS if game.is_last else box(table).phases[table.state.phase].rounds
            game = replace(game, rounds=rounds)
        if game.rounds_done < game.rounds and (game.is_last or not founded or not game.rounds_done):
            return First("operating round", OperatingFacts(), remember=replace(game, rounds_done=game.rounds_done + 1))
        if game.is_last:
            return END
        following = CycleFacts(sets_done=game.sets_done + 1)
        return First("end of cycle" if exports(table, game) else "no export", remember=following)

    return play_cycles


def exporting(fate: FateOfMinors) -> tuple[Step, ...]:
    def export_a_train(table: Table) -> None:
        export_top_card(table, fate)

    return (export_a_train,)


def go_on(table: Table) -> None:
    """Nothing is exported."""


def as_prices_are_now(table: Table, playing: OperatingFacts) -> list[CompanyId]:
    """[4] Highest price first; minors that are frozen or gone do not operate."""
    state, material = table.state, box(table)
    return [company for company in material.operating_order(state) if not is_frozen(material, state, company)]


operate_in_order = operating_by(as_prices_are_now, Turn)


# ------------------------------------------------------------------------------------------------------------- the end


def final_scores(state: State, material: Material, owed: Callable[[int], int]) -> dict[PlayerId, int]:
    """[7.1] Cash, shares at market price, frozen minors twice, less the debt with its interest."""

    def worth(company: CompanyId, price: int, shares: int) -> int:
        return (2 if material.is_minor(company) else 1) * shares * price

    scores = cash_and_shares(state, material, worth)
    return {player: score - owed(state.debt.get(player, 0)) for player, score in scores.items()}


def tie_break(state: State, material: Material) -> dict[PlayerId, int]:
    """[7.1] Of equals whoever has more shares of the dearest northern company, launched or not, then the lower card."""
    north = [company for company in in_order(material.market, state.prices) if material.is_northern(company)]
    held = {player: material.papers.shares(state, player, north[0]) if north else 0 for player in state.order}
    best_first = sorted(state.order, key=lambda player: -held[player])
    return {player: place for place, player in enumerate(best_first)}
