"""[VI] The pre-stock round: locals are bought at their printed price, in a snake."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, SCRAP, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.facts import DraftFacts
from ferrovia.titles.t18cz.material import LocalId, books, box, locals_of


@dataclass(frozen=True, slots=True)
class DraftLocal:
    local: LocalId


@dataclass(frozen=True, slots=True)
class PassDraft:
    pass


def snake(order: tuple[PlayerId, ...], turn: int) -> PlayerId:
    """[VI.2] 1, 2, …, n, n, …, 2, 1, 1, 2, …"""
    lap, at = divmod(turn, len(order))
    return order[at] if lap % 2 == 0 else order[-1 - at]


def draft_locals(table: Table) -> Ask | None:
    """[VI.3] [VI.4] Until nothing is left, or everybody has passed since the last purchase."""
    draft, order = table.here(DraftFacts), books(table).order
    if not locals_of(table, IPO) or set(order) <= set(draft.passed):
        return None
    return Ask(snake(order, draft.turn), (DRAFT, PASS), Message("draft", {}), others=explain_whose_turn)


def explain_whose_turn(table: Table, player: PlayerId) -> Refused:
    return refused_by("draft-turn", player=player, asked=table.answering())


@rule("local-for-sale")
def is_still_for_sale(table: Table, action: DraftLocal) -> Refused | None:
    return None if table.state.certs[action.local] == IPO else refused(local=action.local)


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


def locals_left(table: Table) -> Iterator[Offer]:
    return (Offer(DraftLocal(local)) for local in locals_of(table, IPO))


DRAFT = Move(DraftLocal, locals_left, (is_still_for_sale, can_pay_for_local), buy_local)
PASS = Move(PassDraft, lambda table: (Offer(PassDraft()),), (), pass_draft, passive=True)


def remove_unsold_locals(table: Table) -> None:
    """[VI.4] What nobody bought leaves the game."""
    for local in locals_of(table, IPO):
        table.hand_over(local, to=SCRAP)


def poorest_first(table: Table) -> None:
    """[VI.6] New order cards by ascending cash; of equals the earlier stays earlier."""
    order = tuple(sorted(books(table).order, key=lambda player: table.state.cash[player]))
    table.keep(order=order)
    table.tell("new-order", players=order)


DRAFT_SCRIPT = (draft_locals, remove_unsold_locals, poorest_first)
