"""What the first train of each kind would set off if it were bought now: formations, exchanges, trains removed."""

from collections.abc import Iterator

from ferrovia.model.ids import DEPOT, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import Ahead
from ferrovia.titles.t1824.material import Material
from ferrovia.titles.t1824.numbers import Card


def ahead(box: Material, state: State) -> tuple[Ahead, ...]:
    """[VII.14] In the order of the stacks; trains that change nothing for anybody are left out."""
    waiting = (card for card in box.cards.values() if _is_the_first(box, state, card))
    return tuple(Ahead(card.name, effects) for card in waiting if (effects := tuple(_effects(box, state, card))))


def _is_the_first(box: Material, state: State, card: Card) -> bool:
    if card.phase:
        return not box.is_reached(state, card.phase)
    return all(train.owner == DEPOT for train in state.trains.values() if train.face == card.face.name)


def _effects(box: Material, state: State, card: Card) -> Iterator[Message]:
    course = box.numbers.course
    yield from _removals(state, card)
    if not card.phase:
        return
    if card.phase == course.mountain_closing:
        yield from _mountains(box, state)
    if card.phase == course.coal_closing:
        yield from _coal(box, state)
    for railway in box.builders_closing(state, card.phase):
        yield Message("construction-due", {"railway": railway})
    for company in box.of_kind["staatsbahn"]:
        if box.companies[company].formed_in == card.phase:
            yield from _formation(box, state, company)


def _removals(state: State, card: Card) -> Iterator[Message]:
    """[VII.11]"""
    for kind in card.face.ends:
        owners = dict.fromkeys(t.owner for t in state.trains.values() if t.face == kind and t.owner in state.running)
        if owners:
            yield Message("trains-removed", {"face": kind, "companies": list(owners)})


def _mountains(box: Material, state: State) -> Iterator[Message]:
    """[IV.1.5]"""
    for mountain in box.mountains:
        owner = state.certs[mountain]
        if owner in state.players:
            yield Message("mountain-due", {"player": owner, "mountain": mountain})


def _coal(box: Material, state: State) -> Iterator[Message]:
    """[IV.2.14]"""
    for coal in box.living(state, box.of_kind["coal"]):
        owner, heir = box.director(state, coal), box.heir(coal)
        yield Message("coal-due", {"player": owner, "railway": coal, "company": heir, "amount": state.cash[coal]})


def _formation(box: Material, state: State, company: CompanyId) -> Iterator[Message]:
    """[IV.4.4] At the end of the round: capital, director, and what each owner gets for a railway."""
    promised = box.promised(state, company)
    amount = box.formation_capital(state, company) + sum(state.cash[railway] for railway in promised)
    director, formed = _first_director(box, state, company), {"company": company, "amount": amount}
    yield Message("forms", {**formed, "player": director}) if director else Message("forms-undirected", formed)
    for railway, percent in promised.items():
        owner = box.director(state, railway)
        yield Message("railway-due", {"player": owner, "railway": railway, "percent": percent, "company": company})


def _first_director(box: Material, state: State, company: CompanyId) -> PlayerId | None:
    """[IV.4.4.4] By what everybody has then."""
    promised = [(box.decider(state, railway), percent) for railway, percent in box.promised(state, company).items()]
    held = dict.fromkeys((*(founder for founder, _ in promised), *state.order), 0)
    for player in held:
        exchanged = sum(percent for founder, percent in promised if founder == player)
        held[player] = box.papers.percent(state, player, company) + exchanged
    return box.first_director(company, held)
