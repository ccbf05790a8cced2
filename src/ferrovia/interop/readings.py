"""What a record says in the same way for every title: who may act, what is bought, what a run brings and what becomes
of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ferrovia.engine.play import Game, IllegalAction
from ferrovia.interop.exported import Action
from ferrovia.interop.following import Following, Strange
from ferrovia.interop.notices import ByRule, Notice, run_as_recorded
from ferrovia.model.ids import DEPOT, IPO, POOL, CertId, CompanyId, TrainId
from ferrovia.model.route import Route
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stock import PlaceId
from ferrovia.rules.trains import SurplusFacts

DIVIDENDS: Mapping[str, type[Any]] = {"payout": PayDividend, "withhold": Withhold}


def acts_in_turn(now: Following[Any], entity: str, *interrupting: type[Any]) -> bool:
    """The company whose turn it is with its privates; whoever has too many trains; the company of a procedure that
    interrupts a turn."""
    for frame in reversed(now.game.state.stack):
        facts: Any = frame.facts
        if isinstance(facts, CompanyTurn):
            return facts.company in (entity, now.game.state.certs.get(CertId(entity)))
        if isinstance(facts, SurplusFacts):
            if entity in facts.companies:
                return True
        elif isinstance(facts, interrupting) and entity == facts.company:
            return True
    return False


def place_of_share(now: Following[Any], cert: CertId, company: CompanyId, action: Action) -> PlaceId:
    """Where a bought share lay there. Those of both places cost the same, and by the rulebook they lie together; should
    the record name one that somebody has, that is told."""
    ledger = now.notes.ledger
    owner = ledger.get(cert)
    if owner not in (IPO, POOL):
        now.notices.append(Notice("not-for-sale", number=action.listed, cert=cert, company=company))
    places = (POOL, IPO) if owner == POOL else (IPO, POOL)
    state = now.game.state
    return PlaceId(next((place for place in places if ledger.papers.ordinary(state, place, company)), places[0]))


def run_by_the_rules(
    now: Following[Any], routes: Iterable[Route], differs: Callable[[Game], Notice | None]
) -> str | None:
    """Plays a recorded run as routes; where that is not possible it says why, and nothing has changed. `differs` tells
    what it brings otherwise than was written down."""
    run = RunTrains(tuple(routes))
    try:
        after = now.game.play(run)
    except IllegalAction as error:
        return ByRule(error.refusal)
    otherwise = differs(after)
    if otherwise is None:
        now.take(run, after)
    return otherwise


def run_as_written_down(now: Following[Any], action: Action, revenue: int, reason: str, answer: Any) -> None:
    """For the reason that is told the figures count, not the routes."""
    now.notices.append(run_as_recorded(action.listed, action.entity, revenue, reason))
    now.play(answer)


def dividend(now: Following[Any], action: Action) -> Any:
    kind = action.text("kind")
    if kind not in DIVIDENDS:
        raise Strange(Notice("unknown-dividend", title=now.game.title.name, kind=kind))
    return DIVIDENDS[kind]()


def is_paid_alike(here: int, action: Action, said: str) -> None:
    """Refuses what costs or brings something else here, where the record says it."""
    if action.get(said) is not None and action.amount(said) != here:
        raise Strange(Notice("paid-otherwise", here=here, there=action[said]))


def keeps_its_face(train: TrainId, face: str, shown: str) -> None:
    """Refuses a train that is turned over while it goes from one company to another."""
    if shown != face:
        raise Strange(Notice("another-face", train=train, face=face, there=shown))


def card_bought(now: Following[Any], recorded: str, top: TrainId | None) -> TrainId:
    """Our card for a recorded one that is bought. Copies in the pile are all the same: the top one is taken, if it is
    of that kind."""
    train: TrainId = now.notes.cards.get(recorded, TrainId(recorded))
    cards = now.game.state.trains
    if train in cards and cards[train].owner != DEPOT:
        return train
    if top is None or recorded.rpartition("-")[0] != top.rpartition("-")[0]:
        raise Strange(Notice("no-such-train", train=recorded))
    now.notes.cards[recorded] = top
    return top
