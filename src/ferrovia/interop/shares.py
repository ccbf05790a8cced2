"""Recorded certificates: `ABC_3` is the third one of ABC, `ABC_0` its director's."""

from ferrovia.interop.exported import Action, whole_number
from ferrovia.interop.stepping import Strange
from ferrovia.model.ids import CertId, CompanyId, Owner
from ferrovia.model.shares import Papers


def company_of_shares(action: Action) -> CompanyId:
    """Whose shares an action is about."""
    shares: object = action["shares"]
    companies = {str(cert).rpartition("_")[0] for cert in shares} if isinstance(shares, list) else set[str]()  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if len(companies) != 1:
        raise Strange("it names no share, or shares of several companies")
    return CompanyId(Owner(companies.pop()))


def only_share(action: Action) -> tuple[CertId, CompanyId]:
    """The certificate that is bought, and its company."""
    company = company_of_shares(action)
    if len(action["shares"]) > 1:
        raise Strange("several certificates are bought at once")
    return CertId(action["shares"][0]), company


def percent_of(action: Action, papers: Papers) -> int:
    """How much is sold: a part of the last certificate may stay with its owner."""
    if action.get("percent") is not None:
        return whole_number(action, "percent")
    return sum(papers.by_id[CertId(cert)].percent for cert in action["shares"])
