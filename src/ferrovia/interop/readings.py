"""What a record says in the same way for every title: who may act, what becomes of a revenue, which train is bought."""

from collections.abc import Mapping
from typing import Any

from ferrovia.interop.exported import Action
from ferrovia.interop.following import Following, Strange
from ferrovia.model.ids import DEPOT, CertId, TrainId
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.rounds import CompanyTurn
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


def dividend(now: Following[Any], action: Action) -> Any:
    kind = action.text("kind")
    if kind not in DIVIDENDS:
        raise Strange(f"{now.game.title.name} knows no dividend {kind!r}")
    return DIVIDENDS[kind]()


def card_bought(now: Following[Any], recorded: str, top: TrainId | None) -> TrainId:
    """Our card for a recorded one that is bought. Copies in the pile are all the same: the top one is taken, if it is
    of that kind."""
    train: TrainId = now.notes.cards.get(recorded, TrainId(recorded))
    cards = now.game.state.trains
    if train in cards and cards[train].owner != DEPOT:
        return train
    if top is None or recorded.rpartition("-")[0] != top.rpartition("-")[0]:
        raise Strange(f"there is no train {recorded!r} to be had")
    now.notes.cards[recorded] = top
    return top
