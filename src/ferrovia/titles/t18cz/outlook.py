"""What the numbers of 18CZ say about the time to come."""

from collections.abc import Mapping

from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.outlook import Outlook
from ferrovia.model.state import State
from ferrovia.rules.prospects import outlook_of
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t18cz.facts import DraftFacts
from ferrovia.titles.t18cz.material import Card, Material


def outlook(box: Material) -> Outlook:
    def rounds_left(state: State) -> int:
        """[V ¶1] The operating rounds of all sets that have not begun."""
        sets = [len(rounds) for rounds in box.numbers.course.sets]
        game: GameFacts | None = state.stack[0].facts if state.stack else None
        return 0 if game is None else sum(sets[game.sets_done :]) - game.rounds_done

    def to_float(state: State, company: CompanyId) -> int:
        """[VII.5.a] Half of it must be with players."""
        return 0 if company in state.floated else max(0, 50 - box.in_hands(state, company))

    def ends(card: Card, face: str) -> bool:
        """[VIII.12 discard 1] The kinds that each of its faces ends."""
        kind = box.faces[face].kind
        return any(kind in box.numbers.rusting.get(killer.kind, ()) for killer in card.faces)

    def incomes(state: State) -> Mapping[Owner, int]:
        """[IV.1.1] Locals."""
        found: dict[Owner, int] = {}
        for local in box.locals.values():
            owner = state.certs[local.id]
            found[owner] = found.get(owner, 0) + local.income
        return found

    def reserve(state: State) -> int:
        """[VI] In the draft: two shares of a small company at a good start price, which floats at once."""
        in_draft = isinstance(state.stack[-1].facts, DraftFacts) if state.stack else False
        return 2 * box.numbers.sizes["S"].start_prices[-1] if in_draft else 0

    return outlook_of(
        box,
        rounds_left=rounds_left,
        to_float=to_float,
        capital=lambda state, company: box.rules(company).capital_shares * state.pars[company],
        runs_by=lambda state, company, face: box.faces[face].size == box.size(company),
        face_cost=lambda face: box.faces[face].price,
        ends=ends,
        kind_of=lambda card, face: box.faces[face].kind,
        steps=lambda company: box.rules(company).steps_for_dividend,
        incomes=incomes,
        reserve=reserve,
    )
