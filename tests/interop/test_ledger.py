"""Which certificate the site moves: seen in recorded games, where the next actions name them."""

from ferrovia.interop.ledger import Directors, Ledger
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner
from ferrovia.model.shares import papers

BY = CompanyId(Owner("BY"))
PAPERS = papers({BY: (20, *(10 for _ in range(8)))})
ANA, BEN, EVA = Owner("Ana"), Owner("Ben"), Owner("Eva")


def lying(**held: str) -> Ledger:
    """A ledger in which everybody has what is listed, in that order; the rest is in the bank."""
    owners: dict[CertId, Owner] = {}
    for name, numbers in held.items():
        owners |= {CertId(f"BY_{number}"): Owner(name) for number in numbers}
    return Ledger(PAPERS, {cert: IPO for cert in PAPERS.by_id if cert not in owners} | owners)


def numbers(ledger: Ledger, owner: Owner) -> str:
    return "".join(cert.removeprefix("BY_") for cert in ledger.held(owner, BY))


def test_what_is_bought_stands_behind_what_one_has() -> None:
    ledger = lying(Ana="05")
    ledger.bought(CertId("BY_1"), ANA, Directors(ANA, ANA))
    assert numbers(ledger, ANA) == "051"


def test_a_director_who_is_outbid_gets_the_first_certificates_of_the_new_one() -> None:
    ledger = lying(Ana="0", Ben="31")
    ledger.bought(CertId("BY_2"), BEN, Directors(ANA, BEN))
    assert (numbers(ledger, ANA), numbers(ledger, BEN)) == ("31", "20")


def test_half_of_the_directors_certificate() -> None:
    """Recorded: BY_0 is sold for 10 %; the new director leaves two in the pool, where the first is the other half."""
    ledger = lying(pool="2", Ana="0", Ben="13")
    ledger.sold(ledger.to_sell(ANA, BY, 10), 10, ANA, Directors(ANA, BEN))
    assert (numbers(ledger, ANA), numbers(ledger, BEN), numbers(ledger, POOL)) == ("2", "0", "13")


def test_a_director_who_keeps_enough_gets_them_instead_of_the_pool() -> None:
    ledger = lying(Ana="0123", Ben="4567")
    ledger.sold(ledger.to_sell(ANA, BY, 10), 10, ANA, Directors(ANA, BEN))
    assert (numbers(ledger, ANA), numbers(ledger, BEN), numbers(ledger, POOL)) == ("2345", "670", "1")


def test_ordinary_certificates_are_sold_first() -> None:
    ledger = lying(Eva="0314")
    assert ledger.to_sell(EVA, BY, 30) == ["BY_3", "BY_1", "BY_4"]
    assert ledger.to_sell(EVA, BY, 40) == ["BY_3", "BY_1", "BY_4", "BY_0"]
