"""Recorded certificates: `ABC_3` is the third one of ABC, `ABC_0` its director's."""

from typing import Any

from ferrovia.interop.exported import Action
from ferrovia.interop.following import Following, Strange
from ferrovia.interop.ledger import Ledger
from ferrovia.interop.notices import Notice
from ferrovia.model.ids import CertId, CompanyId, Owner
from ferrovia.model.market import Market
from ferrovia.model.shares import Papers


def company_of_shares(action: Action, papers: Papers) -> CompanyId:
    """Whose shares an action is about."""
    companies = {cert.rpartition("_")[0] for cert in action.texts("shares")}
    if len(companies) != 1:
        raise Strange(Notice("no-share"))
    company = CompanyId(Owner(companies.pop()))
    if company not in papers.of:
        raise Strange(Notice("no-such-company", company=company))
    return company


def certificates(action: Action) -> list[CertId]:
    return [CertId(cert) for cert in action.texts("shares")]


def only_share(action: Action, papers: Papers) -> tuple[CertId, CompanyId]:
    """The certificate that is bought, and its company."""
    company = company_of_shares(action, papers)
    shares = certificates(action)
    if len(shares) > 1:
        raise Strange(Notice("several-bought"))
    return shares[0], company


def is_the_whole(cert: CertId, action: Action, papers: Papers) -> None:
    """Refuses a certificate of which another part is recorded than it stands for."""
    paper = papers.by_id.get(cert)
    if paper is not None and action.amount("percent", without=paper.percent) != paper.percent:
        raise Strange(Notice("another-part", cert=cert, here=paper.percent, there=action["percent"]))


def percent_of(action: Action, papers: Papers) -> int:
    """How much is sold: a part of the last certificate may stay with its owner."""
    if action.get("percent") is not None:
        return action.amount("percent")
    shares = certificates(action)
    unknown = [cert for cert in shares if cert not in papers.by_id]
    if unknown:
        raise Strange(Notice("no-such-certificate", cert=unknown[0]))
    return sum(papers.by_id[cert].percent for cert in shares)


def tell_what_is_not_held(now: Following[Any], action: Action, ledger: Ledger) -> None:
    """Should the record sell a certificate that its seller has not got, that is told: another one goes for it."""
    seller = now.export.player_of(action) or action.entity
    for cert in certificates(action):
        if ledger.get(cert) != seller:
            now.notices.append(Notice("not-held", number=action.listed, cert=cert, who=seller))


def price_of(action: Action) -> int:
    """The price in a recorded space of the market, as `100,0,5`."""
    return action.part("share_price", ",", 0)


def price_in_zigzag(now: Following[Any], action: Action, market: Market) -> int:
    """The same where the market is one row there; should the number of the space be another one's, that is told."""
    price, number = price_of(action), action.part("share_price", ",", 2)
    if not 0 <= number < len(market.cells) or market.cells[number].price != price:
        told = {"number": action.listed, "price": price, "space": action["share_price"]}
        now.notices.append(Notice("another-space", **told))
    return price
