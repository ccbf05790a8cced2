"""Who operates when: a recorded action of a company is one of its present turn, unless it may have its next before."""

from ferrovia.engine.play import Game
from ferrovia.model.ids import CompanyId
from ferrovia.rules.rounds import OperatingFacts


def turns_to_come(game: Game) -> list[CompanyId]:
    """The companies that have their turn in this operating round after the present one."""
    running = game.state.running
    for frame in game.state.stack:
        if isinstance(frame.facts, OperatingFacts):
            operated = frame.facts.operated
            return [company for company in frame.facts.companies if company not in operated and company in running]
    return []
