"""[VI] The pre-stock round: locals are bought at their printed price, in a snake."""

from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing, plain
from ferrovia.engine.play import Ask, Move, Refused, Step, Table, no_offers, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.drafting import snake
from ferrovia.rules.money import player_pays
from ferrovia.rules.order import poorest_first
from ferrovia.rules.privates import remove_unsold
from ferrovia.titles.t18cz.facts import DraftFacts
from ferrovia.titles.t18cz.material import LocalId, box, locals_of


@dataclass(frozen=True, slots=True)
class DraftLocal:
    local: LocalId


@dataclass(frozen=True, slots=True)
class DraftAsRecorded:
    """A purchase of a recorded game, at the price that was paid there."""

    local: LocalId
    amount: int


@dataclass(frozen=True, slots=True)
class PassDraft:
    pass


def locals_left(table: Table) -> list[LocalId]:
    return locals_of(table, IPO)


def drafting(*moves: Move[Any]) -> Step:
    def draft_locals(table: Table) -> Ask | None:
        """[VI.3] [VI.4] Until nothing is left, or everybody has passed since the last purchase."""
        draft, order = table.here(DraftFacts), table.state.order
        if not locals_left(table) or set(order) <= set(draft.passed):
            return None
        return Ask(snake(order, draft.turn), moves, Message("draft", {}), others=explain_whose_turn)

    return draft_locals


def explain_whose_turn(table: Table, player: PlayerId) -> Refused:
    return refused_by("draft-turn", player=player, asked=table.answering())


def price_of(table: Table, action: DraftLocal) -> int:
    return box(table).locals[action.local].price


def buy_local(table: Table, action: DraftLocal) -> None:
    _buy(table, action.local, price_of(table, action))


def _buy(table: Table, local: LocalId, cost: int) -> None:
    player = table.answering()
    table.pay(cost, source=player, to=BANK)
    table.hand_over(local, to=player)
    table.note(turn=table.here(DraftFacts).turn + 1, passed=())
    table.tell("local-drafted", player=player, local=local, amount=cost)


@rule("local-for-sale")
def is_left(table: Table, action: DraftAsRecorded) -> Refused | None:
    return None if action.local in locals_left(table) else refused(local=action.local)


@rule("local-for-sale")
def is_a_price(table: Table, action: DraftAsRecorded) -> Refused | None:
    return None if action.amount >= 0 else refused(local=action.local)


def pass_draft(table: Table, action: PassDraft) -> None:
    draft, player = table.here(DraftFacts), table.answering()
    table.note(turn=draft.turn + 1, passed=(*draft.passed, player))
    table.tell("draft-passed", player=player)


DRAFT = choosing(DraftLocal, "local-for-sale", locals_left, buy_local, player_pays("local-price", price_of, "local"))
PASS = plain(PassDraft, pass_draft, passive=True)
DRAFT_AS_RECORDED = Move(
    DraftAsRecorded,
    no_offers,
    (is_left, is_a_price, player_pays("local-price", lambda table, action: action.amount, "local")),
    lambda table, action: _buy(table, action.local, action.amount),
    only_recorded=True,
)
"""Older records know other prices."""


def draft_script(*moves: Move[Any]) -> tuple[Step, ...]:
    """[VI.4] What nobody bought leaves the game. [VI.6] Then new order cards by cash."""
    return (drafting(*moves), remove_unsold, poorest_first)
