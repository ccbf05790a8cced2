"""What everybody can see of 1824, ready to be drawn. [III.2] Everything is public."""

from dataclasses import replace

from ferrovia.engine.play import Title
from ferrovia.model.faces import company_face, company_view, held_by, layout_of, phase_face, player_view, view_of
from ferrovia.model.ids import IPO, POOL, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import (
    Ability,
    CompanyFace,
    CompanyView,
    Course,
    Layout,
    PlayerView,
    PrivateFace,
    TrainFace,
    View,
)
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t1824.companies import operating_order
from ferrovia.titles.t1824.material import Books, Material, is_open
from ferrovia.titles.t1824.numbers import Company, Face
from ferrovia.titles.t1824.view.ahead import ahead


def layout(box: Material) -> Layout:
    def face(company: Company) -> CompanyFace:
        papers = len(box.papers.of[company.id]) + (company.kind != "coal")
        return company_face(company, shares=papers, home=company.home)

    printed = layout_of(
        box,
        map(face, box.companies.values()),
        [
            TrainFace(
                card.name,
                card.count or None,
                {card.name: card.face.price},
                {card.name: _ability(card.face)},
                family=card.face.family,
                ends={card.name: card.face.ends} if card.face.ends else {},
            )
            for card in box.cards.values()
        ],
    )
    mountain = box.numbers.mountain
    figures = {"price": mountain.price, "income": mountain.income}
    names = zip(box.mountains, mountain.names, strict=False)
    return replace(
        printed,
        privates=tuple(PrivateFace(each, name, figures) for each, name in names),
        phases=tuple(
            phase_face(box, phase, rounds=phase.rounds, rules=(f"VII.14.{phase.name}",))
            for phase in box.phases.values()
        ),
        endings=("IX.1.2", "IX.1.1", "IX.1.3"),
    )


def _ability(face: Face) -> Ability:
    """[VII.9] A normal train counts every stop; a goods train begins at a mine and counts cities only."""
    return Ability({"stops" if face.family == "normal" else "cities-from-a-mine": face.range})


def view(title: Title, state: State) -> View:
    box: Material = title.data
    return view_of(
        box,
        state,
        [_company(box, state, company) for company in box.companies],
        [_player(box, state, player) for player in state.order],
        course=_course(box, state),
        order=operating_order(state, box),
        ahead=ahead(box, state),
    )


def _course(box: Material, state: State) -> Course:
    """This set of rounds; before it is fixed how many there are, as many as the phase has."""
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts()
    rounds = game.rounds or box.phases[state.phase].rounds
    stops = [Message("stock-round", {"number": game.sets_done + 1})]
    stops += [Message("operating-round", {"number": game.sets_done + 1, "round": n + 1}) for n in range(rounds)]
    if not state.stack:
        return Course((Message("end", {}),), 0)
    return Course(tuple(stops), game.rounds_done)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    in_bank = box.papers.shares(state, IPO, company) + box.papers.shares(state, POOL, company)
    marks = _marks(state.extras, company)
    return company_view(
        box, state, company, {"in-bank": in_bank}, par="start-price", open=is_open(state, company), marks=marks
    )


def _marks(own: Books, company: CompanyId) -> tuple[str, ...]:
    """[X.3] [X.4] What only builds or has no director; [IV.4.4.2] [IV.2.14] what begins at the end of the round."""
    marks = {
        "construction": company in own.construction,
        "directorless": company == own.directorless,
        "forming": company in own.due,
        "opening": company in own.opening,
    }
    return tuple(mark for mark, is_so in marks.items() if is_so)


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    debt = box.ways.debt(state, player)
    mountains = held_by(state, player, box.mountains)
    return player_view(box, state, player, {"debt": debt} if debt else {}, privates=mountains)
