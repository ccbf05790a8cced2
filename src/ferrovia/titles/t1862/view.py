"""What everybody can see of 1862, ready to be drawn."""

from dataclasses import replace

from ferrovia.engine.play import Title
from ferrovia.model.faces import company_face, company_view, hex_face, layout_of, phase_face, player_view, view_of
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, PlayerId
from ferrovia.model.map import Hex
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import Ability, CompanyView, Course, HexFace, Layout, OfferRow, PlayerView, TrainFace, View
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t1862.companies import rows_of
from ferrovia.titles.t1862.material import Band, Books, Face, Material, Phase

EDGE_PERIODS = ("white", "gray", "violet")
"""[9] The colours in which the three values of an area at the edge are printed, each from its own phase on."""


CHANGES = {"A": ("9",)}
"""[9] One paragraph speaks of all phases."""


def layout(box: Material) -> Layout:
    printed = layout_of(
        box,
        [company_face(company, shares=10, home=company.home) for company in box.companies.values()],
        [_train(box, band) for band in box.cards.values()],
    )
    return replace(
        printed,
        hexes=tuple(_hex(box, printed) for printed in box.map.hexes.values()),
        phases=tuple(
            phase_face(box, phase, limits=_limits(box, phase), rounds=phase.rounds, rules=CHANGES.get(phase.name, ()))
            for phase in box.phases.values()
        ),
        endings=("10", "10.1", "10.2", "10.3"),
    )


def _limits(box: Material, phase: Phase) -> dict[str, int]:
    """[7.9] [11.1] How many trains of a kind, or in all."""
    return {"all" if phase.limit_in_all or box.variant.is_simple else "kind": box.limit_in(phase)}


def _train(box: Material, band: Band) -> TrainFace:
    return TrainFace(
        band.name,
        band.count or None,
        {face.name: band.price for face in band.faces if face.kind in box.variant.kinds},
        {face.name: _ability(box, face) for face in band.faces},
        ends={face.name: scrapped for face in band.faces if (scrapped := _scrapped_in(box, band.name))},
    )


def _scrapped_in(box: Material, phase: str) -> tuple[str, ...]:
    """[9] The trains that are scrapped when a phase begins."""
    scrapped = (band for band in box.cards.values() if box.variant.scraps(band) == phase)
    return tuple(face.name for band in scrapped for face in band.faces if face.kind in box.variant.kinds)


def _ability(box: Material, face: Face) -> Ability:
    """[7.8.1] [7.8.2] [7.8.3] How far a train runs, whether it leaves out some of what it visits, and its permit
    [6.5.4.3]; where there is only one kind of trains, there are none [11.1]."""
    permit = face.kind if box.variant.permits else ""
    if face.kind == "freight":
        return Ability({"moves": face.visits}, ("join",), permit)
    counts = {"large-stations-counted": face.counted} if face.counted < face.visits else {}
    key = "large-stations" if face.kind == "local" else "large-stations-and-areas"
    return Ability({key: face.visits, **counts}, ("leave-out",) if counts else (), permit)


def _hex(box: Material, printed: Hex) -> HexFace:
    """A printed hex; areas at the edge with all their values, and with their name where the hex is of one area only."""
    face = hex_face(printed)
    names = {area for stop in printed.stops for area in stop.groups}
    if face.tile is None or not names:
        return face
    values = {area: dict(zip(EDGE_PERIODS, box.areas[area].values, strict=True)) for area in names}
    stops = tuple(
        replace(there, revenue=values[stop.groups[0]]) if stop.groups else there
        for stop, there in zip(printed.stops, face.tile.stops, strict=True)
    )
    name = box.areas[names.pop()].name if len(names) == 1 else ""
    return replace(face, name=name, tile=replace(face.tile, stops=stops))


def view(title: Title, state: State) -> View:
    box: Material = title.data
    own: Books = state.extras
    return view_of(
        box,
        state,
        [_company(box, state, company) for company in box.companies],
        [_player(box, state, player) for player in state.players],
        course=_course(box, state),
        periods=_periods(box.phases[state.phase]),
        warranties={str(train): left for train, left in own.warranties.items()},
        offer=_offer(box, state),
        bank=state.cash[BANK],
        marks=_great_events(own),
    )


def _periods(phase: Phase) -> tuple[str, ...]:
    return (*phase.colours, *EDGE_PERIODS[: phase.edge + 1])


def _great_events(own: Books) -> tuple[str, ...]:
    """[10.2] [10.3]"""
    marks = {"bank-broken": own.bank_broken, "lner": own.lner_limit > 0}
    return tuple(mark for mark, holds in marks.items() if holds)


def _offer(box: Material, state: State) -> tuple[OfferRow, ...]:
    """[2.4.1] [10.3] The rows of the offer with what still lies there; nothing more once the LNER has formed."""
    own: Books = state.extras
    if own.lner_limit or len(own.offer) < sum(box.numbers.rows):
        return ()
    rows = rows_of(own.offer, box.numbers.rows)
    waiting = [company for company in own.offer if company not in state.pars]
    return tuple(
        OfferRow(phase, box.is_reached(state, phase), tuple(company for company in waiting if rows[company] == number))
        for number, phase in enumerate(box.numbers.row_phases)
    )


def _course(box: Material, state: State) -> Course:
    """The set that is being played, round by round, then the sets to come as far as they are known."""
    own: Books = state.extras
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts()
    stops: list[Message] = []
    done = 0
    if not own.lner_limit:
        numbers = (game.sets_done + 2,) if game.sets_done else (1, 2)
        stops += [Message("parliament", {"number": number}) for number in numbers]
        done += game.opened
    stops.append(Message("stock-round", {"number": game.sets_done + 1}))
    done += game.stock_round_done
    rounds = game.rounds or (3 if own.lner_limit else box.phases[state.phase].rounds)
    stops += [Message("operating-round", {"set": game.sets_done + 1, "number": at + 1}) for at in range(rounds)]
    done += game.rounds_done
    stops.append(Message("end" if own.lner_limit or own.bank_broken else "next-set", {}))
    return Course(tuple(stops), max(0, done - 1) if state.stack else len(stops) - 1)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    papers, launched = box.papers, company in state.floated
    figures = {
        "in-offer": papers.shares(state, IPO, company),
        "in-pool": papers.shares(state, POOL, company),
        "in-treasury": papers.shares(state, company, company),
    }
    return company_view(box, state, company, figures, open=launched, marks=_marks(box, state, company))


def _marks(box: Material, state: State, company: CompanyId) -> tuple[str, ...]:
    """Its permits (the original one before it is launched), its charter, whether the state runs it."""
    own: Books = state.extras
    if company not in own.offer:
        return ("out-of-play",)
    permits = own.permits.get(company) or ((own.permit_of[company],) if company in own.permit_of else ())
    marks = [str(kind) for kind in dict.fromkeys(permits)]
    if company in own.chartered:
        marks.append("chartered")
    if state.certs[box.papers.directors_certificate(company).id] == POOL:
        marks.append("administered")
    return tuple(marks)


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    own: Books = state.extras
    return player_view(
        box,
        state,
        player,
        marks=("priority",) if state.order[0] == player else (),
        pledges=tuple(company for pledged, company in own.obligations if pledged == player),
    )
