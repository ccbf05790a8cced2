"""18ESP: each certificate by the name that it has on the site."""

from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.ledger import Directors
from ferrovia.interop.t18esp.notes import Now
from ferrovia.model.ids import IPO, CertId, Owner
from ferrovia.rules import stock

DEALS: frozenset[type[Any]] = frozenset((stock.StartCompany, stock.BuyShare, stock.SellShares))


def certificates_of(now: Now, before: Game, answer: Any) -> list[CertId]:
    """The certificates that an answer is about: as recorded, or as the site chooses."""
    if type(answer) not in DEALS:
        return []
    ledger, named, ask = now.notes.ledger, now.notes.named, before.ask
    if isinstance(answer, stock.StartCompany):
        return [ledger.papers.directors_certificate(answer.company).id]
    if isinstance(answer, stock.BuyShare):
        there = ledger.ordinary(Owner(answer.place), answer.company)
        return [cert for cert in named if cert in there] or there[:1]
    assert ask is not None
    if named and set(named) <= set(ledger.held(ask.who, answer.company)):
        return list(named)
    return ledger.to_sell(ask.who, answer.company, 10 * answer.shares)


def note_shares(now: Now, before: Game, answer: Any) -> None:
    """Keeps the ledger after an answer of ours. The shares of pioneers have the names that they have here; for a minor
    that is absorbed its owner gets the last one of the bank."""
    was, certs = before.state.certs, now.game.state.certs
    ledger, named = now.notes.ledger, certificates_of(now, before, answer)
    now.notes.named = ()
    if named:
        assert before.ask is not None
        company, who = answer.company, before.ask.who
        certificate = ledger.papers.directors_certificate(company).id
        directors = Directors(was[certificate], certs[certificate])
        if isinstance(answer, stock.SellShares):
            ledger.sold(named, 10 * answer.shares, who, directors)
        else:
            ledger.bought(named[0], who, directors)
    changed = [] if certs == was else [cert for cert in ledger.papers.by_id if certs[cert] != was[cert]]
    if not named:
        for cert in changed:
            if was[cert] == IPO and certs[cert] in now.game.state.players:
                last = max(ledger.ordinary(IPO, ledger.papers.by_id[cert].company), default=cert)
                ledger.move(last, certs[cert])
            elif ledger[cert] == was[cert]:
                ledger.move(cert, certs[cert])
    for company in {ledger.papers.by_id[cert].company for cert in changed}:
        ledger.settle(certs, company)
