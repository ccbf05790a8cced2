"""[5.1] [7.5] [7.14] Mergers at the start of a company's turn, acquisitions at its end, with the other's consent."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import POOL, CompanyId, Owner
from ferrovia.model.message import Message
from ferrovia.rules.consent import AGREE, Reject
from ferrovia.rules.directors import director_of
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.rounds import CompanyTurn, OperatingFacts, ask_director, ending, finish, is_done, operating
from ferrovia.titles.t1862 import assets, merging
from ferrovia.titles.t1862.companies import go_bankrupt_if_worthless
from ferrovia.titles.t1862.market import highest_cell_not_above, lay_marker
from ferrovia.titles.t1862.material import Variant, box, is_administered, is_launched, sale_value
from ferrovia.titles.t1862.network import blocked_at, connected


@dataclass(frozen=True, slots=True)
class Merge:
    company: CompanyId
    """With whom."""
    survivor: CompanyId


@dataclass(frozen=True, slots=True)
class EndMerging:
    """[7.5] No merger in this turn."""


@dataclass(frozen=True, slots=True)
class Acquire:
    company: CompanyId
    survivor: CompanyId


@dataclass(frozen=True, slots=True)
class EndAcquiring:
    """[7.14] No acquisition in this turn."""


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


# ------------------------------------------------------------------------------------------------------ the proposal


def _is_another(table: Table, company: CompanyId) -> bool:
    return company != operating(table) and is_launched(table, company)


is_another_launched_company = its_company_is("merger-partner", _is_another)


@rule("merger-survivor")
def survivor_is_one_of_the_two(table: Table, action: Proposal) -> Refused | None:
    """[7.5.1] [5.2.1] Which one, the active director says."""
    active = operating(table)
    if action.survivor in (active, action.company):
        return None
    return refused(company=active, other=action.company, survivor=action.survivor)


partner_has_a_director = its_company_is("merger-administered", lambda table, other: not is_administered(table, other))
"""[8] Nobody can merge with a company under state administration."""


@rule("merger-connected")
def companies_are_connected(table: Table, action: Proposal) -> Refused | None:
    """[7.5.2] By an unbroken route; otherwise says which full cities are in the way."""
    active = operating(table)
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
    active = operating(table)
    return [c for c in table.state.floated if c != active and not is_administered(table, c)]


def proposals(kind: type[Merge] | type[Acquire], table: Table) -> Iterator[Offer]:
    """Only to those who are connected: to find out for all others what is in the way would take long."""
    active = operating(table)
    for other in possible_partners(table):
        if connected(table, active, other):
            yield Offer(kind(other, survivor=active))
            yield Offer(kind(other, survivor=other))


def propose(table: Table, action: Proposal) -> None:
    """[7.5.1] Puts it to the other director."""
    active, acquiring = operating(table), isinstance(action, Acquire)
    told = {"company": active, "other": action.company, "survivor": action.survivor}
    table.tell("acquisition-proposed" if acquiring else "merger-proposed", **told)
    table.interrupt("merger proposal", ProposalFacts(active, action.company, action.survivor, acquiring))


MERGE = Move(Merge, lambda table: proposals(Merge, table), PROPOSAL_CHECKS, propose)
ACQUIRE = Move(Acquire, lambda table: proposals(Acquire, table), PROPOSAL_CHECKS, propose)
END_MERGING = ending(EndMerging, "merging")
END_ACQUIRING = ending(EndAcquiring, "acquiring")


def merge_with_another(table: Table) -> Ask | None:
    """[5.1.1] [7.5] At the start of its turn a company may merge, once."""
    company = operating(table)
    if is_done(table, "merging") or not possible_partners(table):
        return None
    return ask_director(table, company, (MERGE, END_MERGING), Message("merge", {"company": company}))


def acquire_another(table: Table) -> Ask | None:
    """[5.1.2] [7.14] At the end of its turn it may acquire another, even after a merger."""
    company = operating(table)
    if is_done(table, "acquiring") or not possible_partners(table):
        return None
    return ask_director(table, company, (ACQUIRE, END_ACQUIRING), Message("acquire", {"company": company}))


# ------------------------------------------------------------------------------------------------------------- consent


def the_merge(table: Table, proposal: ProposalFacts) -> merging.MergingFacts:
    ends = proposal.other if proposal.survivor == proposal.active else proposal.active
    return merging.MergingFacts(
        proposal.survivor,
        ends,
        initiator=director_of(table, proposal.active),
        active=proposal.active,
        acquiring=proposal.acquiring,
    )


def outlook(table: Table, merge: merging.MergingFacts) -> dict[str, Any]:
    """What comes out if everybody redeems who can: price, par, and each holder's shares and money before and after."""
    trial = table.on_trial("merger", merge)
    merging.put_offered_shares_into_the_pool(trial)
    set_price_and_par(trial, lay_marker)
    merging.join_the_treasuries(trial)
    merging.seat_the_holders(trial)
    merging.go_on(trial)
    merging.go_on_redeeming(trial)
    merging.settle_the_director(trial)
    state, papers, survivor, other = trial.state, box(table).papers, merge.survivor, merge.other
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
        "par": state.pars[survivor],
        "director": papers.director(state, survivor),
        "holders": {owner: held for owner, held in holders.items() if any(held.values())},
    }


def reject(table: Table, action: Reject) -> None:
    """[7.5.1] A rejected proposal changes nothing and may be repeated."""
    proposal = table.here(ProposalFacts)
    table.note(agreed=False)
    table.tell("merger-rejected", player=table.answering(), company=proposal.active, other=proposal.other)


REJECT = plain(Reject, reject, passive=True)


def ask_the_other_director(table: Table) -> Ask | None:
    """[7.5.1] With what the merger would bring everybody. Skipped where one player directs both."""
    proposal = table.here(ProposalFacts)
    asked = director_of(table, proposal.other)
    if proposal.agreed is not None or asked == director_of(table, proposal.active):
        return None
    about = {"company": proposal.active, "other": proposal.other, "survivor": proposal.survivor}
    about |= outlook(table, the_merge(table, proposal))
    return Ask(
        asked, (AGREE, REJECT), Message("consent-acquisition" if proposal.acquiring else "consent-merger", about)
    )


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
    put(table, survivor, box(table).market.cell_of(new))
    table.set_par(survivor, par)
    table.tell("companies-merged", company=survivor, other=other, price=new, par=par)


def set_the_new_price(table: Table) -> None:
    set_price_and_par(table, box(table).ways.merged_marker)


def settle_whose_turn(table: Table) -> None:
    """[5.1.1] [5.1.2] The survivor goes on with the turn, unless the other company has already had its own."""
    merge = table.here(merging.MergingFacts)
    partner = next(company for company in assets.the_two(table) if company != merge.active)
    operated = table.outer(OperatingFacts).operated
    over = not merge.acquiring and partner in operated
    table.amend(OperatingFacts, operated=tuple(dict.fromkeys((*operated, merge.survivor))))
    finish(table, "acquiring" if merge.acquiring else "merging")
    first = merge.survivor not in table.state.operated
    table.amend(CompanyTurn, company=merge.survivor, first=first, over=over or table.outer(CompanyTurn).over)


def fail_if_worthless(table: Table) -> None:
    """[7.12] Two companies whose shares are worth next to nothing merge into one that is bankrupt."""
    go_bankrupt_if_worthless(table, table.here(merging.MergingFacts).survivor)


# ------------------------------------------------------------------------------------------------------------- scripts


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """On the site nobody is asked for consent: what was recorded had it."""
    consent = () if rules.site else (ask_the_other_director,)
    return {
        "merger proposal": (*consent, merge_if_agreed),
        "merger": (
            merging.put_offered_shares_into_the_pool,
            set_the_new_price,
            *merging.EXCHANGE,
            *assets.STEPS,
            settle_whose_turn,
            fail_if_worthless,
        ),
    }
