"""1862: each certificate by the name that it has on the site."""

from dataclasses import replace
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.ledger import Directors
from ferrovia.interop.t1862.notes import Now
from ferrovia.interop.t1862.share_merging import Merge, merge_shares
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner
from ferrovia.rules import stock
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t1862 import forced, merging, parliament, redeeming

STARTS = (parliament.ChoosePar, stock.StartCompany)
SALES = (stock.SellShares, forced.SellTreasuryShares)
PURCHASES = (parliament.BuyFurtherShare, stock.BuyShare, redeeming.RedeemShare)
DEALS: frozenset[type[Any]] = frozenset((*STARTS, *SALES, *PURCHASES))


def turn_company(game: Game) -> CompanyId:
    """The company whose turn it is."""
    return next(f.facts.company for f in reversed(game.state.stack) if isinstance(f.facts, CompanyTurn))


def certificates_of(now: Now, before: Game, answer: Any) -> list[CertId]:
    """The certificates that an answer is about: as recorded, or as the site chooses."""
    if type(answer) not in DEALS:
        return []
    ledger, named, company = now.notes.ledger, now.notes.named, _company_of(before, answer)
    if isinstance(answer, STARTS):
        return [ledger.papers.directors_certificate(company).id]
    if isinstance(answer, SALES):
        seller = _trader(before, answer, company)
        held = ledger.held(seller, company)
        known = bool(named) and set(named) <= set(held)
        return list(named) if known else ledger.to_sell(seller, company, 10 * answer.shares)
    there = ledger.ordinary(_place(company, answer), company)
    return [cert for cert in named if cert in there] or there[:1]


def _company_of(before: Game, answer: Any) -> CompanyId:
    if isinstance(answer, parliament.ChoosePar | parliament.BuyFurtherShare):
        return before.state.stack[-1].facts.company
    if isinstance(answer, redeeming.RedeemShare | forced.SellTreasuryShares):
        return turn_company(before)
    return answer.company


def _trader(before: Game, answer: Any, company: CompanyId) -> Owner:
    """Who buys or sells."""
    assert before.ask is not None
    return company if isinstance(answer, redeeming.RedeemShare | forced.SellTreasuryShares) else before.ask.who


def _place(company: CompanyId, answer: Any) -> Owner:
    if isinstance(answer, stock.BuyShare):
        return stock.owner_at(company, answer.place)
    return POOL if isinstance(answer, redeeming.RedeemShare) else IPO


def note_shares(now: Now, before: Game, answer: Any) -> None:
    """Keeps the ledger after an answer of ours."""
    named = certificates_of(now, before, answer)
    now.notes.named = ()
    if named:
        _note_deal(now, before, answer, named)
    told = {event.key for event in now.game.events}
    if now.notes.merge is not None or "companies-merged" in told or isinstance(answer, forced.Refinance):
        _note_merging(now, before, answer)
    if "lner-formed" in told:
        _put_offered_shares_into_the_pool(now)
    pars = now.game.state.pars
    if not before.state.pars.keys() <= pars.keys():
        for company in before.state.pars:
            for cert in () if company in pars else now.notes.box.papers.of[company]:
                now.notes.ledger.move(cert.id, IPO)


def _put_offered_shares_into_the_pool(now: Now) -> None:
    """[10.3] Those of companies that have begun."""
    for company in now.game.state.pars:
        for cert in now.notes.ledger.held(IPO, company):
            now.notes.ledger.move(cert, POOL)


def _note_deal(now: Now, before: Game, answer: Any, named: list[CertId]) -> None:
    ledger, company = now.notes.ledger, _company_of(before, answer)
    certificate = ledger.papers.directors_certificate(company).id
    directors = Directors(before.state.certs[certificate], now.game.state.certs[certificate])
    trader = _trader(before, answer, company)
    if isinstance(answer, SALES):
        ledger.sold(named, 10 * answer.shares, trader, directors)
    else:
        ledger.bought(named[0], trader, directors)
    if isinstance(answer, stock.StartCompany):
        for cert in ledger.held(IPO, company):
            ledger.move(cert, company)


def _note_merging(now: Now, before: Game, answer: Any) -> None:
    """A share merge is done with the site's names when all have decided."""
    state, events = now.game.state, now.game.events
    for event in events:
        if event.key == "companies-merged":
            now.notes.merge = _begun(before, event.params["company"], event.params["other"])
    if isinstance(answer, forced.Refinance):
        now.notes.merge = _begun(before, turn_company(before), None)
    merge = now.notes.merge
    if merge is None:
        return
    sold = [event.params["owner"] for event in events if event.key == "option-sold"]
    merge = replace(merge, sold=(*merge.sold, *sold))
    goes_on = any(isinstance(f.facts, merging.MergingFacts) and f.facts.waiting for f in state.stack)
    now.notes.merge = merge if goes_on else None
    if not goes_on and merge.survivor in state.pars:
        certificate = now.notes.box.papers.directors_certificate(merge.survivor).id
        merge_shares(now.notes.ledger, merge, state.certs[certificate])


def _begun(before: Game, survivor: CompanyId, other: CompanyId | None) -> Merge:
    """[5.2.4] From the director of the company whose turn it is clockwise, the company last."""
    players = before.state.players
    initiator = before.title.data.papers.director(before.state, turn_company(before))
    at = players.index(initiator) if initiator in players else 0
    return Merge(survivor, other, (*players[at:], *players[:at], survivor))
