"""What pays once for all routes together: stops and hexes, as bits with a weight each."""

from ferrovia.routing.problem import Problem, Service
from ferrovia.routing.single.line import bits


class Items:
    """Everything that pays once, as bits with a weight each.

    A stop that pays one kind of train more than another is two items: the smaller pay, and the difference.
    """

    def __init__(self, problem: Problem) -> None:
        self.weights: list[int] = []
        services = {id(s): s for train in problem.trains for s in train.services}
        self._stops: dict[int, list[int]] = {key: [0] * len(problem.stops) for key in services}
        self._hexes: dict[int, dict[int, int]] = {key: {} for key in services}
        if problem.pays_once:
            self._add_all(problem, services)
        self.weigh = Weigher(self.weights)

    def _add_all(self, problem: Problem, services: dict[int, Service]) -> None:
        for stop in range(len(problem.stops)):
            worth = {key: best_worth(problem, service, stop) for key, service in services.items()}
            for key, mask in self._levels(worth).items():
                self._stops[key][stop] = mask
        hex_worth = {key: problem.worth(service.hex_pay) for key, service in services.items()}
        if any(hex_worth.values()):
            for number in bits(_all_hexes(problem)):
                for key, mask in self._levels(hex_worth).items():
                    self._hexes[key][1 << number] = mask

    def _levels(self, worth: dict[int, int]) -> dict[int, int]:
        """New items for one place: each service gets those up to its own pay."""
        levels = sorted({w for w in worth.values() if w > 0})
        first = len(self.weights)
        if len(levels) == 1:
            self.weights += levels
            return {key: 1 << first if own else 0 for key, own in worth.items()}
        self.weights += [level - below for below, level in zip([0, *levels], levels, strict=False)]
        return {
            key: sum(1 << first + index for index, level in enumerate(levels) if level <= own)
            for key, own in worth.items()
        }

    def of_stop(self, service: Service, stop: int) -> int:
        return self._stops[id(service)][stop]

    def of_hexes(self, service: Service, hexes: int) -> int:
        mask, known = 0, self._hexes[id(service)]
        if known:
            for number in bits(hexes):
                mask |= known[1 << number]
        return mask


class Weigher:
    """The weight of a set of items, eight at a time."""

    def __init__(self, weights: list[int]) -> None:
        self._tables: list[list[int]] = []
        for first in range(0, len(weights), 8):
            table = [0]
            for weight in weights[first : first + 8]:
                table += [weight + known for known in table]
            self._tables.append(table)

    def __call__(self, items: int) -> int:
        total = 0
        for table in self._tables:
            if not items:
                break
            total += table[items & 255]
            items >>= 8
        return total


def best_worth(problem: Problem, service: Service, stop: int) -> int:
    """What a stop is worth to a train."""
    return max((problem.worth(pay) for pay in service.pays[stop]), default=0)


def _all_hexes(problem: Problem) -> int:
    mask = 0
    for chain in problem.chains:
        mask |= chain.hexes
    return mask
