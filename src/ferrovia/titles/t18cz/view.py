"""What everybody can see of 18CZ, ready to be drawn. [III.1.4] [III.1.6] Everything is public."""

from dataclasses import replace

from ferrovia.engine.play import Title
from ferrovia.model.faces import company_face, company_view, held_by, layout_of, phase_face, player_view, view_of
from ferrovia.model.ids import IPO, POOL, CompanyId, PlayerId
from ferrovia.model.market import Cell
from ferrovia.model.message import Message
from ferrovia.model.state import State, trains_of
from ferrovia.model.view import Ability, CompanyView, Course, Gauge, Layout, PlayerView, PrivateFace, TrainFace, View
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t18cz.material import VACLAV, Books, Card, Face, Material


def layout(box: Material) -> Layout:
    def zones(cell: Cell) -> tuple[str, ...]:
        return tuple(f"start-{size}" for size, rules in box.numbers.sizes.items() if cell.price in rules.start_prices)

    companies = box.companies.values()
    printed = layout_of(
        box,
        [company_face(c, shares=box.rules(c.id).capital_shares, home=c.homes[0]) for c in companies],
        [_train(box, card) for card in box.numbers.trains],
        zones,
    )
    locals_ = (PrivateFace(p.id, p.name, {"price": p.price, "income": p.income}) for p in box.locals.values())
    phases = (phase_face(box, phase, rules=(f"VIII.12 {phase.name}",)) for phase in box.phases.values())
    return replace(printed, privates=tuple(locals_), phases=tuple(phases), endings=("X.1",))


def _train(box: Material, card: Card) -> TrainFace:
    """[VIII.12 discard 1] Faces of a kind end older ones of their colour."""
    rusting = box.numbers.rusting
    return TrainFace(
        card.name,
        card.count or None,
        {face.name: face.price for face in card.faces},
        {face.name: _ability(face) for face in card.faces},
        ends={face.name: rusting[face.kind] for face in card.faces if face.kind in rusting},
    )


def _ability(face: Face) -> Ability:
    """[VIII.7.3.a–c] How many stops a train serves."""
    if face.size == "M":
        return Ability({"cities": face.range, "stops": 2 * face.range})
    return Ability({"stops": face.range} if face.size == "S" else {"stops-but-skipped": face.range})


def view(title: Title, state: State) -> View:
    box: Material = title.data
    return view_of(
        box,
        state,
        [_company(box, state, company) for company in box.companies],
        [_player(box, state, player) for player in state.order],
        course=_course(box, state),
        gauges=_gauges(box, state.extras),
        pool=tuple(trains_of(state, POOL)),
    )


def _course(box: Material, state: State) -> Course:
    """The draft, then a stop for each stock and operating round."""
    stops = [Message("draft", {})]
    at = 0
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts(len(box.numbers.course.sets))
    for number, values in enumerate(box.numbers.course.sets):
        stops.append(Message("stock-round", {"number": number + 1}))
        if (number < game.sets_done) or (number == game.sets_done and game.stock_round_done):
            at = len(stops) - 1
        for done, value in enumerate(values):
            stops.append(Message("operating-round", {"value": value}))
            if number < game.sets_done or (number == game.sets_done and done < game.rounds_done):
                at = len(stops) - 1
    stops.append(Message("end", {}))
    return Course(tuple(stops), len(stops) - 1 if not state.stack else at)


def _gauges(box: Material, own: Books) -> tuple[Gauge, ...]:
    values = (0, *(value for rounds in box.numbers.course.sets for value in rounds))
    return (Gauge("local-value", "scale", values, values.index(own.local_value)),)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    own: Books = state.extras
    in_bank = box.papers.shares(state, IPO, company) + box.papers.shares(state, POOL, company)
    seen = company_view(
        box, state, company, {"in-bank": in_bank}, par="start-price", privates=held_by(state, company, box.locals)
    )
    return replace(seen, director=VACLAV) if company in own.vaclavs else seen


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    debt, penalty = state.debt.get(player, 0), state.extras.penalty.get(player, 0)
    figures = {"debt": debt, "penalty": penalty} if debt or penalty else {}
    return player_view(box, state, player, figures, privates=held_by(state, player, box.locals))
