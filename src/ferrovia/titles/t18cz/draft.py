"""[VI] The pre-stock round: locals are bought at their printed price, in a snake."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing, plain
from ferrovia.engine.play import Ask, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, SCRAP, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.drafting import snake
from ferrovia.rules.order import poorest_first
from ferrovia.titles.t18cz.facts import DraftFacts
from ferrovia.titles.t18cz.material import LocalId, box, locals_of


@dataclass(frozen=True, slots=True)
class DraftLocal:
    local: LocalId


@dataclass(frozen=True, slots=True)
class PassDraft:
    pass


def locals_left(table: Table) -> list[LocalId]:
    return locals_of(table, IPO)


def draft_locals(table: Table) -> Ask | None:
    """[VI.3] [VI.4] Until nothing is left, or everybody has passed since the last purchase."""
    draft, order = table.here(DraftFacts), table.state.order
    if not locals_left(table) or set(order) <= set(draft.passed):
        return None
    return Ask(snake(order, draft.turn), (DRAFT, PASS), Message("draft", {}), others=explain_whose_turn)


def explain_whose_turn(table: Table, player: PlayerId) -> Refused:
    return refused_by("draft-turn", player=player, asked=table.answering())


@rule("local-price")
def can_pay_for_local(table: Table, action: DraftLocal) -> Refused | None:
    cash, cost = table.state.cash[table.answering()], box(table).locals[action.local].price
    return refused(local=action.local, cost=cost, cash=cash) if cash < cost else None


def buy_local(table: Table, action: DraftLocal) -> None:
    player, cost = table.answering(), box(table).locals[action.local].price
    table.pay(cost, source=player, to=BANK)
    table.hand_over(action.local, to=player)
    table.note(turn=table.here(DraftFacts).turn + 1, passed=())
    table.tell("local-drafted", player=player, local=action.local, amount=cost)


def pass_draft(table: Table, action: PassDraft) -> None:
    draft, player = table.here(DraftFacts), table.answering()
    table.note(turn=draft.turn + 1, passed=(*draft.passed, player))
    table.tell("draft-passed", player=player)


DRAFT = choosing(DraftLocal, "local-for-sale", locals_left, buy_local, can_pay_for_local)
PASS = plain(PassDraft, pass_draft, passive=True)


def remove_unsold_locals(table: Table) -> None:
    """[VI.4] What nobody bought leaves the game."""
    for local in locals_left(table):
        table.hand_over(local, to=SCRAP)


DRAFT_SCRIPT = (draft_locals, remove_unsold_locals, poorest_first)
"""[VI.6] Then new order cards by cash."""
