"""[5.1] [7.5] [7.14] Mergers at the start of a company's turn, acquisitions at its end, with the other's consent."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import Frame, changed
from ferrovia.rules.consent import AGREE, Agree, Reject
from ferrovia.titles.t1862 import assets
from ferrovia.titles.t1862.bankruptcy import go_bankrupt_if_worthless
from ferrovia.titles.t1862.course import has_operated_now, mark_operated
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.market import highest_cell_not_above, lay_marker, put_marker
from ferrovia.titles.t1862.material import (
    Variant,
    books,
    box,
    director,
    is_administered,
    is_launched,
    lner_formed,
    sale_value,
)
from ferrovia.titles.t1862.merging import (
    HalfPrice,
    MergingFacts,
    exchange,
    forced_sale_rounding,
    go_on,
    go_on_redeeming,
    join_the_treasuries,
    put_offered_shares_into_the_pool,
    seat_the_holders,
    settle_the_director,
)
from ferrovia.titles.t1862.network import blocked_at, connected
from ferrovia.titles.t1862.untimely import refusing


@dataclass(frozen=True, slots=True)
class Merge:
    company: CompanyId
    """With whom."""
    survivor: CompanyId


@dataclass(frozen=True, slots=True)
class EndMerging:
    pass


@dataclass(frozen=True, slots=True)
class Acquire:
    company: CompanyId
    survivor: CompanyId


@dataclass(frozen=True, slots=True)
class EndAcquiring:
    pass


Proposal = Merge | Acquire
PutMarker = Callable[[Table, CompanyId, int], None]


@dataclass(frozen=True, slots=True)
class ProposalFacts:
    """[7.5.1] A merger or an acquisition that the other director has to agree to."""

    active: CompanyId
    other: CompanyId
    survivor: CompanyId
    acquiring: bool
    agreed: bool | None = None


def director_of(table: Table, company: CompanyId) -> PlayerId:
    found = director(table, company)
    if found is None:
        raise LookupError(f"{company} has no director")
    return found


# ------------------------------------------------------------------------------------------------------ the proposal


@rule("merger-partner")
def is_another_launched_company(table: Table, action: Proposal) -> Refused | None:
    active = table.here(CompanyTurn).company
    if action.company != active and is_launched(table, action.company):
        return None
    return refused(company=action.company)


@rule("merger-survivor")
def survivor_is_one_of_the_two(table: Table, action: Proposal) -> Refused | None:
    """[7.5.1] [5.2.1] Which one, the active director says."""
    active = table.here(CompanyTurn).company
    if action.survivor in (active, action.company):
        return None
    return refused(company=active, other=action.company, survivor=action.survivor)


@rule("merger-administered")
def partner_has_a_director(table: Table, action: Proposal) -> Refused | None:
    """[8] Nobody can merge with a company under state administration."""
    return refused(company=action.company) if is_administered(table, action.company) else None


@rule("merger-connected")
def companies_are_connected(table: Table, action: Proposal) -> Refused | None:
    """[7.5.2] By an unbroken route; otherwise says which full cities are in the way."""
    active = table.here(CompanyTurn).company
    if connected(table, active, action.company):
        return None
    return refused(company=active, other=action.company, blocked=blocked_at(table, active, action.company))


PROPOSAL_CHECKS = (
    is_another_launched_company,
    survivor_is_one_of_the_two,
    partner_has_a_director,
    companies_are_connected,
)


def possible_partners(table: Table) -> list[CompanyId]:
    """[7.5] [8] Whether they are connected is left open."""
    active = table.here(CompanyTurn).company
    return [c for c in books(table).launched if c != active and not is_administered(table, c)]


def proposals(kind: type[Merge] | type[Acquire], table: Table) -> Iterator[Offer]:
    """Only to those who are connected: to find out for all others what is in the way would take long."""
    active = table.here(CompanyTurn).company
    for other in possible_partners(table):
        if connected(table, active, other):
            yield Offer(kind(other, survivor=active))
            yield Offer(kind(other, survivor=other))


def propose(table: Table, action: Proposal) -> None:
    """[7.5.1] Puts it to the other director."""
    active, acquiring = table.here(CompanyTurn).company, isinstance(action, Acquire)
    table.tell(
        "acquisition-proposed" if acquiring else "merger-proposed",
        company=active,
        other=action.company,
        survivor=action.survivor,
    )
    table.interrupt("merger proposal", ProposalFacts(active, action.company, action.survivor, acquiring))


MERGE = Move(Merge, lambda table: proposals(Merge, table), PROPOSAL_CHECKS, propose)
ACQUIRE = Move(Acquire, lambda table: proposals(Acquire, table), PROPOSAL_CHECKS, propose)
END_MERGING = Move(
    EndMerging,
    lambda table: (Offer(EndMerging()),),
    (),
    lambda table, action: table.note(merging_done=True),
    passive=True,
)
END_ACQUIRING = Move(
    EndAcquiring,
    lambda table: (Offer(EndAcquiring()),),
    (),
    lambda table, action: table.note(acquiring_done=True),
    passive=True,
)


def merge_with_another(table: Table) -> Ask | None:
    """[5.1.1] [7.5] At the start of its turn a company may merge, once."""
    turn = table.here(CompanyTurn)
    if turn.merging_done or not possible_partners(table):
        return None
    return Ask(director_of(table, turn.company), (MERGE, END_MERGING), Message("merge", {"company": turn.company}))


def acquire_another(table: Table) -> Ask | None:
    """[5.1.2] [7.14] At the end of its turn it may acquire another, even after a merger."""
    turn = table.here(CompanyTurn)
    if turn.acquiring_done or not possible_partners(table):
        return None
    about = Message("acquire", {"company": turn.company})
    return Ask(director_of(table, turn.company), (ACQUIRE, END_ACQUIRING), about)


# ------------------------------------------------------------------------------------------------------- at other times


@rule("merging-time")
def it_is_time_to_merge(table: Table, action: Merge) -> Refused | None:
    if lner_formed(table):
        return refused_by("no-merger-after-lner", company=action.company)
    return refused(company=action.company)


@rule("acquiring-time")
def it_is_time_to_acquire(table: Table, action: Acquire) -> Refused | None:
    if lner_formed(table):
        return refused_by("no-merger-after-lner", company=action.company)
    return refused(company=action.company)


UNTIMELY: tuple[Move[Any], ...] = (
    refusing(Merge, it_is_time_to_merge),
    refusing(Acquire, it_is_time_to_acquire),
)
"""What is refused in every other question, with the paragraph that says when it is allowed."""


# ------------------------------------------------------------------------------------------------------------- consent


def the_merge(table: Table, proposal: ProposalFacts) -> MergingFacts:
    ends = proposal.other if proposal.survivor == proposal.active else proposal.active
    return MergingFacts(
        proposal.survivor,
        ends,
        initiator=director_of(table, proposal.active),
        active=proposal.active,
        acquiring=proposal.acquiring,
    )


def outlook(table: Table, merge: MergingFacts, forced: HalfPrice) -> dict[str, Any]:
    """What comes out if everybody redeems who can: price, par, and each holder's shares and money before and after."""
    state = table.state.copy()
    state.stack.append(table.title.frame("merger", merge))
    trial = Table(table.title, state)
    put_offered_shares_into_the_pool(trial)
    set_price_and_par(trial, lay_marker)
    join_the_treasuries(trial)
    seat_the_holders(trial)
    go_on(trial, forced)
    go_on_redeeming(trial, forced)
    settle_the_director(trial)
    papers, survivor, other = box(table).papers, merge.survivor, merge.other
    assert other is not None

    def row(owner: Owner) -> dict[str, int]:
        purses = (survivor, other) if owner == survivor else (owner,)
        return {
            "survivor": sum(papers.shares(table.state, one, survivor) for one in purses),
            "other": sum(papers.shares(table.state, one, other) for one in purses),
            "after": papers.shares(state, owner, survivor),
            "money": sum(state.cash.get(one, 0) - table.state.cash.get(one, 0) for one in purses),
        }

    holders = {owner: row(owner) for owner in (*state.players, survivor, POOL)}
    return {
        "price": box(table).market.price(state.prices[survivor].cell),
        "par": state.extras.pars[survivor],
        "director": papers.director(state, survivor),
        "holders": {owner: held for owner, held in holders.items() if any(held.values())},
    }


def reject(table: Table, action: Reject) -> None:
    """[7.5.1] A rejected proposal changes nothing and may be repeated."""
    proposal = table.here(ProposalFacts)
    table.note(agreed=False)
    table.tell("merger-rejected", player=table.answering(), company=proposal.active, other=proposal.other)


REJECT = Move(Reject, lambda table: (Offer(Reject()),), (), reject, passive=True)


def consenting(forced: HalfPrice) -> Step:
    """[7.5.1] The question to the other director, with what the merger would bring everybody."""

    def ask_the_other_director(table: Table) -> Ask | None:
        """[7.5.1] Skipped where one player directs both."""
        proposal = table.here(ProposalFacts)
        asked = director_of(table, proposal.other)
        if proposal.agreed is not None or asked == director_of(table, proposal.active):
            return None
        about = {"company": proposal.active, "other": proposal.other, "survivor": proposal.survivor}
        about |= outlook(table, the_merge(table, proposal), forced)
        message = Message("consent-acquisition" if proposal.acquiring else "consent-merger", about)
        return Ask(asked, (AGREE, REJECT), message)

    return ask_the_other_director


def merge_if_agreed(table: Table) -> None:
    """[7.5.1] Both directors want it."""
    proposal = table.here(ProposalFacts)
    if proposal.agreed is not False:
        table.interrupt("merger", the_merge(table, proposal))


# --------------------------------------------------------------------------------------------------------- the merger


def merged_price(table: Table, one: CompanyId, two: CompanyId) -> int:
    """[7.5.3] The lower price and half the higher one; that of a company without a train is halved before."""
    low, high = sorted(sale_value(box(table), table.state, company) for company in (one, two))
    return box(table).market.price(highest_cell_not_above(box(table), low + high // 2))


def set_price_and_par(table: Table, put: PutMarker) -> None:
    """[5.2.3] [7.5.3] [7.5.4] Those of the survivor."""
    survivor, other = assets.the_two(table)
    new = merged_price(table, survivor, other)
    par = box(table).par_below(new)
    put(table, survivor, box(table).cells[new])
    table.keep(pars={**books(table).pars, survivor: par})
    table.tell("companies-merged", company=survivor, other=other, price=new, par=par)


def set_the_new_price(table: Table) -> None:
    """[10.1] A merger onto the last space of the market ends the game."""
    set_price_and_par(table, put_marker)


def set_the_new_price_silently(table: Table) -> None:
    """On the site it does not."""
    set_price_and_par(table, lay_marker)


def settle_whose_turn(table: Table) -> None:
    """[5.1.1] [5.1.2] The survivor goes on with the turn, unless the other company has already had its own."""
    merge = table.here(MergingFacts)
    partner = next(company for company in assets.the_two(table) if company != merge.active)
    over = not merge.acquiring and has_operated_now(table, partner)
    mark_operated(table, merge.survivor)
    stack = table.state.stack
    at = next(at for at, frame in enumerate(stack) if isinstance(frame.facts, CompanyTurn))
    turn: CompanyTurn = stack[at].facts
    done = {"acquiring_done": True} if merge.acquiring else {"merging_done": True}
    first = merge.survivor not in books(table).has_operated
    facts = changed(turn, company=merge.survivor, first=first, over=turn.over or over, **done)
    stack[at] = Frame(stack[at].script, stack[at].at, facts)


def fail_if_worthless(table: Table) -> None:
    """[7.12] Two companies whose shares are worth next to nothing merge into one that is bankrupt."""
    go_bankrupt_if_worthless(table, table.here(MergingFacts).survivor)


# ------------------------------------------------------------------------------------------------------------- scripts


def merging_steps(rules: Variant) -> tuple[Step, ...]:
    return (merge_with_another,)


def acquiring_steps(rules: Variant) -> tuple[Step, ...]:
    return (acquire_another,)


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """On the site nobody is asked for consent: what was recorded had it."""
    consent = () if rules.site else (consenting(forced_sale_rounding(rules)),)
    return {
        "merger proposal": (*consent, merge_if_agreed),
        "merger": (
            put_offered_shares_into_the_pool,
            set_the_new_price_silently if rules.site else set_the_new_price,
            *exchange(rules),
            *assets.STEPS,
            settle_whose_turn,
            fail_if_worthless,
        ),
    }


ACTIONS: tuple[type[Any], ...] = (Merge, EndMerging, Acquire, EndAcquiring, Agree, Reject, *assets.ACTIONS)
FACTS: tuple[type[Any], ...] = (ProposalFacts,)
