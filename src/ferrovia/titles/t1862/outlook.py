"""What the numbers of 1862 say about the time to come."""

from ferrovia.model.ids import BANK, CompanyId, PlayerId
from ferrovia.model.outlook import Outlook, rounds_until_broken
from ferrovia.model.state import State
from ferrovia.rules.prospects import outlook_of
from ferrovia.titles.t1862.material import Band, Books, Material

ROUNDS_A_PHASE = 2
"""Operating rounds for each phase that is still to come: a guess."""
LEAST_PAID = 300
"""What the bank pays in a round at least: a guess."""
GROWTH = 0.12
CHARTER = 40
"""What a charter is worth beyond its shares: a guess."""
LAUNCH_SHARES = 5
"""[4.2] The director's certificate and two further shares launch a company at once."""


def outlook(box: Material) -> Outlook:
    bands: dict[str, Band] = {face.name: band for band in box.cards.values() for face in band.faces}

    def rounds_left(state: State) -> int:
        """[10] The game ends in the last phases, when the bank breaks or a share comes to its highest price."""
        phases, paid = list(box.phases), max(LEAST_PAID, sum(state.last_revenue.values()))
        by_phase = ROUNDS_A_PHASE * (len(phases) - phases.index(state.phase))
        by_bank = 1 + rounds_until_broken(state.cash[BANK], paid, growth=GROWTH)
        return min(by_phase, by_bank) if state.stack else 0

    def to_float(state: State, company: CompanyId) -> int:
        """[6.5.4] Launched once half of it is sold."""
        return 0 if company in state.floated else max(0, box.numbers.launch_percent - box.in_hands(state, company))

    def runs_by(state: State, company: CompanyId, face: str) -> bool:
        """[6.5.4.3] Only trains of a kind for which it has a permit."""
        own: Books = state.extras
        return box.variant.is_simple or box.faces[face].kind in own.permits.get(company, ())

    def ends(band: Band, face: str) -> bool:
        """[9] The phase of a band may scrap another one."""
        return band.name == box.variant.scraps(bands[face])

    def claims(state: State) -> dict[PlayerId, int]:
        """[4.3] What charters that are not launched yet will cost whoever cannot launch them alone."""
        own: Books = state.extras
        found: dict[PlayerId, int] = {}
        for player, company in own.obligations:
            lacks = to_float(state, company) // box.papers.unit(company) * state.pars[company]
            fine = LAUNCH_SHARES * state.pars[company] if lacks > state.cash[player] else 0
            found[player] = found.get(player, 0) - fine
        return found

    def lot(state: State, player: PlayerId) -> int:
        """[4.1] A little, as long as enough is left to launch the company alone at a low par."""
        low = box.pars[len(box.pars) // 3]
        return min(CHARTER, state.cash[player] - LAUNCH_SHARES * low)

    return outlook_of(
        box,
        rounds_left=rounds_left,
        to_float=to_float,
        capital=lambda state, company: 10 * state.pars[company],
        runs_by=runs_by,
        face_cost=lambda face: bands[face].price,
        ends=ends,
        claims=claims,
        lot=lot,
    )
