"""1824: each certificate by the name that it has on the site."""

from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.ledger import Directors
from ferrovia.interop.t1824.notes import Now
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner
from ferrovia.rules.stock import BuyShare, SellShares, StartCompany
from ferrovia.titles.t1824 import directorless, exchange, strayed

SALES = (SellShares, directorless.SellDouble, strayed.SellHalf)
EXCHANGES = ("railway-exchanged", "coal-exchanged")
"""With these a founder gets the certificate that was kept for his railway."""
WHOLE = (StartCompany, directorless.BuyDouble)


def certificates_of(now: Now, before: Game, answer: Any) -> list[CertId]:
    """The certificates that an answer is about: as recorded, or as the site chooses."""
    ledger, named, ask = now.notes.ledger, now.notes.named, before.ask
    if isinstance(answer, WHOLE):
        return [ledger.papers.directors_certificate(answer.company).id]
    if isinstance(answer, BuyShare | exchange.ExchangeMountain):
        places = (Owner(answer.place),) if isinstance(answer, BuyShare) else (IPO, POOL)
        kept = now.notes.reserved.get(answer.company, ())
        there = [cert for place in places for cert in ledger.ordinary(place, answer.company) if cert not in kept]
        return [cert for cert in named if cert in there] or there[:1]
    if isinstance(answer, SALES):
        assert ask is not None
        held = ledger.held(ask.who, answer.company)
        if named and set(named) <= set(held):
            return list(named)
        if isinstance(answer, SellShares):
            return ledger.to_sell(ask.who, answer.company, 10 * answer.shares)
        directors = ledger.papers.directors_certificate(answer.company).id
        return [*ledger.ordinary(ask.who, answer.company)[: answer.shares], directors]
    return []


def percent_sold(answer: Any) -> int:
    """How much a sale brings to the bank."""
    halves = 2 if isinstance(answer, directorless.SellDouble) else 1 if isinstance(answer, strayed.SellHalf) else 0
    return 10 * (answer.shares + halves)


def note_shares(now: Now, before: Game, answer: Any) -> None:
    """Keeps the ledger after an answer of ours. The certificates of founders and directors have their names here too;
    all others are settled by what everybody has. A reserved one lies with the others in the bank."""
    was, certs = before.state.certs, now.game.state.certs
    if certs == was:
        now.notes.named = ()
        return
    ledger, named, railways = now.notes.ledger, certificates_of(now, before, answer), now.notes.box.companies
    now.notes.named = ()
    if named:
        _note_deal(now, before, answer, named)
    _note_reserved(now, before)
    changed = [cert for cert in ledger.papers.by_id if certs[cert] != was[cert]]
    for company in {ledger.papers.by_id[cert].company for cert in changed}:
        holdings = {cert.id: certs[cert.id] for cert in ledger.papers.of[company]}
        ledger.settle({cert: IPO if owner in railways else owner for cert, owner in holdings.items()}, company)


def _note_deal(now: Now, before: Game, answer: Any, named: list[CertId]) -> None:
    assert before.ask is not None
    ledger, who, company = now.notes.ledger, before.ask.who, answer.company
    certificate = ledger.papers.directors_certificate(company).id
    directors = Directors(before.state.certs[certificate], now.game.state.certs[certificate])
    if isinstance(answer, SALES):
        ledger.sold(named, percent_sold(answer), who, directors, into=now.notes.box.ways.sold_into)
    else:
        ledger.bought(named[0], who, directors)


def _note_reserved(now: Now, before: Game) -> None:
    """Founders get what was kept for their railways. There the shares for numbers 2 and 3 are alike: the first founder
    has the first one, and so it is with those that are free because a railway is not in play."""
    box, ledger, certs = now.notes.box, now.notes.ledger, now.game.state.certs
    founders = {e.params["railway"]: e.params["player"] for e in now.game.events if e.key in EXCHANGES}
    for railway in box.private:
        cert = box.reserved[railway]
        if before.state.certs[cert] != railway or (certs[cert] == railway and railway not in founders):
            continue
        if not box.papers.by_id[cert].is_directors:
            cert = _first_reserved(now, box.papers.by_id[cert].company)
        if railway in founders:
            ledger.move(cert, founders[railway])


def _first_reserved(now: Now, company: CompanyId) -> CertId:
    first, *others = now.notes.reserved[company]
    now.notes.reserved[company] = tuple(others)
    return first
