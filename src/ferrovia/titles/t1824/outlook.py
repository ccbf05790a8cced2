"""What the numbers of 1824 say about the time to come."""

from collections import Counter

from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.outlook import Outlook, Railway, rounds_until_broken
from ferrovia.model.state import State
from ferrovia.rules.prospects import cards_before, outlook_of
from ferrovia.rules.rounds import GameFacts, runs_this_round
from ferrovia.titles.t1824.course import money_in_bank
from ferrovia.titles.t1824.market import right_or_up
from ferrovia.titles.t1824.material import Books, Material

CARDS_PER_ROUND = 2.5
"""Train cards that leave the bank in an operating round: a guess."""
LEAST_PAID = {"1": 120, "2": 200, "3": 400, "4": 650, "5": 900, "6": 1200, "7": 1500, "8": 1700}
"""What the bank pays in a round of each phase when companies have found their way: a guess."""
GROWTH = 0.1
SHARE_FOR_MOUNTAIN = 100
"""What the share of a regional is worth that a mountain railway is exchanged for: a guess."""


def outlook(box: Material) -> Outlook:
    def rounds_left(state: State) -> int:
        """[IX.1] Until the bank is broken and the set is played; a part of what it pays comes back for shares."""
        game: GameFacts | None = state.stack[0].facts if state.stack else None
        own: Books = state.extras
        if game is None or own.broken:
            return 0 if game is None else game.rounds - game.rounds_done
        paid = max(sum(state.last_revenue.values()), LEAST_PAID[state.phase])
        return 1 + rounds_until_broken(money_in_bank(state), paid * 3 // 4, growth=GROWTH)

    def rounds_before(state: State, phase: str) -> int:
        """How many operating rounds pass before a phase begins."""
        return round(cards_before(box, state, phase) / CARDS_PER_ROUND)

    def runs_left(state: State, company: CompanyId) -> int:
        """[IV.4.4.2] A Staatsbahn runs once it has formed, a regional once coal railways can be exchanged."""
        if company in state.floated:
            return rounds_left(state) + runs_this_round(state, company)
        if box.kind(company) == "staatsbahn":
            begins = box.companies[company].formed_in
        else:
            begins = box.numbers.course.coal_exchange if company in state.extras.linked else box.phases["2"].name
        return max(0, rounds_left(state) - rounds_before(state, begins))

    def to_float(state: State, company: CompanyId) -> int:
        """[IV.4.2.2] [IV.4.4.2] Half of a regional, with what its coal railway brings; a Staatsbahn forms by itself."""
        if company in state.floated or box.kind(company) == "staatsbahn":
            return 0
        return max(0, 50 - box.in_hands(state, company) - sum(box.promised(state, company).values()))

    def founder(state: State, company: CompanyId) -> PlayerId | None:
        owners = (box.director(state, railway) for railway in box.promised(state, company))
        return box.director(state, company) or next(owners, None)

    def capital(state: State, company: CompanyId) -> int:
        """With what its railways bring."""
        own = box.formation_capital if box.kind(company) == "staatsbahn" else box.issue_capital
        return own(state, company) + sum(state.cash[railway] for railway in box.promised(state, company))

    def looks_for(state: State, company: CompanyId, face: str) -> bool:
        """[IV.2.7] Coal railways own g-trains only; whoever may own both sorts is taken to want normal ones."""
        return (box.faces[face].family == "goods") == (box.kind(company) == "coal")

    def cards_before_rust(state: State, face: str) -> int | None:
        """[VII.14] Until a card leaves the bank that ends its kind."""
        killer = next((card.face for card in box.cards.values() if face in card.face.ends), None)
        return None if killer is None else cards_before(box, state, killer.offered_in)

    def claims(state: State) -> dict[PlayerId, int]:
        """[IV.1.3] [IV.1.5] What mountain railways pay until they become a share."""
        course, mountain = box.numbers.course, box.numbers.mountain
        each = mountain.income * rounds_before(state, course.mountain_closing) + SHARE_FOR_MOUNTAIN
        held = Counter(state.certs[paper] for paper in box.mountains)
        return {player: each * held[Owner(player)] for player in state.players if held[Owner(player)]}

    def railways(state: State) -> list[Railway]:
        """[IV.2] [IV.3] Coal railways and Pre-Staatsbahnen, until they become part of a company."""
        found: list[Railway] = []
        for railway in box.living(state, box.private):
            owner, heir = box.decider(state, railway), box.heir(railway)
            is_coal = box.kind(railway) == "coal"
            ends = box.numbers.course.coal_closing if is_coal else box.companies[heir].formed_in
            runs = rounds_before(state, ends) + runs_this_round(state, railway)
            shares = box.papers.by_id[box.reserved[railway]].percent // box.papers.unit(heir)
            found.append(Railway(railway, owner, 50, runs, heir, shares))
        return found

    return outlook_of(
        box,
        rounds_left=rounds_left,
        runs_left=runs_left,
        step=right_or_up,
        to_float=to_float,
        founder=founder,
        capital=capital,
        runs_by=lambda state, company, face: box.may_own(company, box.faces[face]),
        looks_for=looks_for,
        face_cost=lambda face: box.faces[face].price,
        cards_before_rust=cards_before_rust,
        claims=claims,
        railways=railways,
    )
