"""What everybody can see of 18ESP, ready to be drawn. [1.6] Everything is public."""

from ferrovia.engine.play import Title
from ferrovia.model.board import Board
from ferrovia.model.faces import (
    company_face,
    company_view,
    held_by,
    hex_views,
    layout_of,
    phase_face,
    player_view,
    view_of,
)
from ferrovia.model.ids import IPO, POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.values import changed
from ferrovia.model.view import (
    Ability,
    Area,
    CompanyFace,
    CompanyView,
    Course,
    Gauge,
    Goal,
    HexView,
    Layout,
    PlayerView,
    PrivateFace,
    TrainFace,
    View,
)
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.material import (
    P5,
    P6,
    P7,
    Books,
    Company,
    Face,
    Material,
    Objective,
    is_frozen,
    is_in_the_north,
)
from ferrovia.titles.t18esp.objectives import objective_capital, stations_for


def layout(box: Material) -> Layout:
    printed = layout_of(
        box,
        map(_face, box.companies.values()),
        [
            TrainFace(
                card.name,
                card.count or None,
                {face.name: card.price for face in card.faces},
                {face.name: _ability(face) for face in card.faces},
                ends={face.name: ended for face in card.faces if (ended := _obsolete_in(box, card.phase))},
            )
            for card in box.numbers.trains
        ],
    )
    pioneers = (
        PrivateFace(pioneer.id, pioneer.name, {"price": pioneer.value, "income": pioneer.income}, rules=("2.2",))
        for pioneer in box.pioneers.values()
    )
    phases = (
        phase_face(box, phase, rounds=phase.rounds, rules=CHANGES.get(phase.name, ())) for phase in box.phases.values()
    )
    return changed(printed, privates=tuple(pioneers), areas=_areas(box), phases=tuple(phases), endings=("7", "7.1"))


CHANGES = {"3": ("3.2.2", "4.7", "4.6", "5.2"), "4": ("5.2.1",), "5": ("2.2", "3.2.1", "4.6.1")}
"""What can be done from a phase on, or no longer."""


def _ability(face: Face) -> Ability:
    """[4.4.1] A broad train counts every stop, a narrow one fewer large ones."""
    if face.gauge == "narrow":
        return Ability({"narrow": face.big, "stops": face.all})
    return Ability({"broad" if face.gauge == "broad" else "stops": face.all})


def _obsolete_in(box: Material, phase: str) -> tuple[str, ...]:
    """[6] The trains that a phase makes obsolete."""
    return tuple(card.name for card in box.numbers.trains if phase and card.obsolete_in == phase)


def _face(company: Company) -> CompanyFace:
    face = company_face(company, shares=1 if company.kind == "minor" else 10, home=company.home)
    return changed(face, destination=company.destination)


def _areas(box: Material) -> tuple[Area, ...]:
    """[1.5.1] The two maps; a pass is shown with either."""
    north = [hex_id for hex_id in box.map.hexes if is_in_the_north(hex_id)]
    south = [hex_id for hex_id in box.map.hexes if not is_in_the_north(hex_id)]
    return Area("north", (*north, *box.passes)), Area("south", (*south, *box.passes))


def view(title: Title, state: State) -> View:
    box: Material = title.data
    return view_of(
        box,
        state,
        [_company(box, state, company) for company in box.companies if _is_in_the_game(state, company)],
        [_player(box, state, player) for player in state.order],
        course=_course(box, state),
        hexes=_hexes(box, state.board),
        gauges=(Gauge("tenders", "supply", tuple(range(box.edition.tenders + 1)), _tenders_for_sale(state.extras)),),
    )


def _is_in_the_game(state: State, company: CompanyId) -> bool:
    return company not in state.closed or company in state.floated


def _tenders_for_sale(own: Books) -> int:
    """[2.2] Those on pioneer 5 but the last one, and those in the open market."""
    return max(0, own.tenders.get(Owner(P5), 0) - 1) + own.tenders.get(POOL, 0)


def _hexes(box: Material, board: Board) -> tuple[HexView, ...]:
    """Tiles and stations, and which passes are open."""
    found = {shown.id: shown for shown in hex_views(board)}
    for hex_id, printed in box.passes.items():
        marks = ("pass-closed",) if printed.stop in board.barred else ("pass-open",)
        shown = found.get(hex_id) or HexView(hex_id, (), (), {})
        found[hex_id] = changed(shown, marks=marks, figures={"cost": printed.cost, "value": printed.value})
    return tuple(found.values())


def _course(box: Material, state: State) -> Course:
    """The auction, then every cycle so far and the one that is being played; before it is fixed how many operating
    rounds that one has, as many as the phase has."""
    game: CycleFacts = state.stack[0].facts if state.stack else CycleFacts()
    stops = [Message("pioneers", {})]
    stops += [Message("stock-round", {"number": number + 1}) for number in range(game.sets_done + 1)]
    at = len(stops) - 1 + game.rounds_done if game.stock_round_done else 0
    rounds = game.rounds or box.phases[state.phase].rounds
    stops += [Message("operating-round", {"number": game.sets_done + 1, "round": n + 1}) for n in range(rounds)]
    stops.append(Message("end", {}))
    return Course(tuple(stops), len(stops) - 1 if not state.stack else at)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    own: Books = state.extras
    papers, figures = box.papers, dict[str, int]()
    if company in state.closed:
        figures["markers"] = 0  # [4.6] its station has left the game with it
    if own.locked.get(company):
        figures["locked"] = own.locked[company]
    if not box.is_minor(company):
        figures |= {"in-bank": papers.shares(state, IPO, company), "in-market": papers.shares(state, POOL, company)}
    if papers.percent(state, company, company):
        figures["reserved"] = papers.shares(state, company, company)
    pioneers = held_by(state, company, box.pioneers)
    first = "start-price" if box.is_minor(company) else "par"  # [3.2.1] a minor has no par
    return company_view(
        box, state, company, figures, par=first,
        privates=pioneers, marks=_marks(box, state, company), goals=_goals(box, state, company),
    )  # fmt: skip


def _goals(box: Material, state: State, company: CompanyId) -> tuple[Goal, ...]:
    """[5.1.2] [5.1.3] Objectives with the capital and the stations that each has brought or would bring as the next."""
    own: Books = state.extras
    if company not in own.staged:
        return ()
    met: tuple[Objective, ...] = own.objectives.get(company, ())
    still_open: list[Objective] = [each for each in box.objectives_of(company) if each not in met]
    return tuple(
        Goal(
            objective,
            objective in met,
            {
                "capital": objective_capital(state, company, place=min(place, len(met))),
                "stations": stations_for(objective),
            },
        )
        for place, objective in enumerate((*met, *still_open))
    )


def _marks(box: Material, state: State, company: CompanyId) -> tuple[str, ...]:
    """A tender, that a minor is frozen, and on which pioneer a certificate lies."""
    own: Books = state.extras
    marks = [f"with-{pioneer}" for pioneer in (P6, P7) if box.papers.percent(state, Owner(pioneer), company)]
    if own.tenders.get(company):
        marks.append("tender")
    if company in state.running and is_frozen(box, state, company):
        marks.append("frozen")
    return tuple(marks)


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    figures = {"debt": state.debt[player]} if state.debt.get(player) else {}
    return player_view(box, state, player, figures, privates=held_by(state, player, box.pioneers))
