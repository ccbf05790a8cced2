"""[VI] The pre-stock round: locals are bought at their printed price, in a snake."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing, plain
from ferrovia.engine.play import Ask, Refused, Table, refused_by
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


def price_of(table: Table, action: DraftLocal) -> int:
    return box(table).locals[action.local].price


def buy_local(table: Table, action: DraftLocal) -> None:
    player, cost = table.answering(), price_of(table, action)
    table.pay(cost, source=player, to=BANK)
    table.hand_over(action.local, to=player)
    table.note(turn=table.here(DraftFacts).turn + 1, passed=())
    table.tell("local-drafted", player=player, local=action.local, amount=cost)


def pass_draft(table: Table, action: PassDraft) -> None:
    draft, player = table.here(DraftFacts), table.answering()
    table.note(turn=draft.turn + 1, passed=(*draft.passed, player))
    table.tell("draft-passed", player=player)


DRAFT = choosing(DraftLocal, "local-for-sale", locals_left, buy_local, player_pays("local-price", price_of, "local"))
PASS = plain(PassDraft, pass_draft, passive=True)


DRAFT_SCRIPT = (draft_locals, remove_unsold, poorest_first)
"""[VI.4] What nobody bought leaves the game. [VI.6] Then new order cards by cash."""
