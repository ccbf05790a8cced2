"""18ESP: what a company may do only once, or only with what it has: pioneers, tenders, passes, stations, minors,
destinations, recycled trains. From the registers (§18 and §19).

Which phase it is follows from the trains that were bought, and from those that may have been exported: what a later
phase allows is allowed as soon as it may have begun, what an earlier one allows until a later one has begun for sure.

    Privileges(game, depot, figures, limits).look(action, company, begins)     one sentence, or None

`company` is the one whose turn it is, and `begins` says whether that has just begun.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from ferrovia import Game
from support.depot import Depot
from support.figures import Figures
from support.trainlimits import LIMITS, RUSTED_BY, TrainLimits

Said = Mapping[str, Any]

CAPS = {"2": 100, "3": 150, "4": 200}
"""The most that a company pays for a pioneer, in percent of its value, from the first train of a type on."""
TYPES = ("2", "3", "4", "5", "6", "8")
NO_MINE, FORGOTTEN = "E11", "J24"
"""What the site's list of hexes for pioneer 1 has too much, and what it lacks."""
FIRST_STATIONS = 2
"""The base and one more; each objective brings another."""
TENDERS = 5
"""How many pioneer 5 sells before a company buys it and takes another one."""
TRAIN_OF = {"2-0": "P2", "2P-0": "P3"}


class Privileges:
    def __init__(self, game: Game, depot: Depot, figures: Figures, limits: TrainLimits) -> None:
        self.box: Any = game.title.data
        self.depot, self.figures, self.limits = depot, figures, limits
        self.owner: dict[str, str] = {}
        """Which company has a pioneer."""
        self.closed: set[str] = set()
        self.tenders: set[str] = set()
        """The companies that have one."""
        self.sold, self.on_market = 0, 0
        self.passes: set[str] = set()
        """Those that are open."""
        self.opened: str | None = None
        """The pass that was opened in this turn."""
        self.waits: tuple[str, tuple[str, ...]] | None = None
        """Who has to choose, and what."""
        self.acted: set[str] = set()
        self.gone: set[str] = set()
        """Minors that were absorbed."""
        self.bases: set[str] = set()
        self.placed: dict[str, int] = defaultdict(int)
        """Stations on the map besides the base."""
        self.is_placed = False
        """Whether one was placed in this turn."""
        self.reached: dict[str, set[str]] = defaultdict(set)
        """The objectives of each company."""
        self.late: set[str] = set()
        """Companies that may have begun in phase 5, with all their stations."""
        self.reads: Mapping[str, Callable[[Said, str], str | None]] = {
            "buy_company": self._buy_pioneer,
            "special_buy": self._buy_tender,
            "lay_tile": self._lay,
            "choose_ability": self._open_with_pioneer,
            "choose": self._choose,
            "merge": self._absorb,
            "combined_trains": self._combine,
            "place_token": self._place,
            "destination_connection": self._reach,
            "run_routes": self._run,
            "discard_train": self._discard,
        }

    def look(self, action: Said, company: str | None, begins: bool) -> str | None:
        kind, entity = action["type"], str(action["entity"])
        if begins:
            self.opened, self.is_placed = None, False
        is_company = action.get("entity_type") == "corporation"
        if is_company and self.box.is_minor(entity) and (entity in self.gone or self._has_begun("5")):
            return f"{entity} is not in the game any more"
        wrong = self._is_due(kind, entity, action)
        if is_company and entity not in self.acted and kind != "destination_connection":
            self.acted.add(entity)
            self.late |= {entity} if self._may_have_begun("5") else set()
        reads = self.reads.get(kind)
        return wrong or (None if reads is None else reads(action, entity if is_company else company or ""))

    def _is_due(self, kind: str, entity: str, action: Said) -> str | None:
        """A choice comes before anything but purchases that are free."""
        if self.waits is None or kind in ("buy_company", "special_buy"):
            return None
        (company, choices), self.waits = self.waits, None
        fits = (kind, entity) == ("choose", company) and action["choice"] in choices
        return None if fits else f"{company} has to choose {' or '.join(choices)}"

    # ----------------------------------------------------------------------------------------------------------- phases

    def _has_begun(self, kind: str) -> bool:
        """For sure: a train of this type or of a later one was bought."""
        return any(later in self.limits.types for later in TYPES[TYPES.index(kind) :])

    def _may_have_begun(self, kind: str) -> bool:
        return kind == "2" or self._has_begun(kind) or self.depot.may_have_left(kind)

    # --------------------------------------------------------------------------------------------------------- pioneers

    def _buy_pioneer(self, action: Said, company: str) -> str | None:
        name, price = action["company"], action["price"]
        cap = max(percent for kind, percent in CAPS.items() if self._may_have_begun(kind))
        most = self.box.pioneers[name].value * cap // 100
        if name == "P7" or name in self.owner or name in self.closed or self._has_begun("5"):
            return f"{name} is not for sale"
        if not 1 <= price <= most:
            return f"{name} costs {most} at most, not {price}"
        self.owner[name] = company
        if name == "P2":
            self._take_train(company)
        if name == "P5":
            self.on_market += TENDERS - self.sold + (company in self.tenders)
            self.tenders.add(company)
        return None

    def _take_train(self, company: str) -> None:
        """Its face is chosen, unless trains of its type have gone."""
        if not self._may_have_begun("4"):
            self.waits = company, ("2",) if self.box.is_minor(company) else ("2", "1+2")

    def _buy_tender(self, action: Said, company: str) -> str | None:
        if company in self.tenders:
            return f"{company} has a tender"
        self.tenders.add(company)
        if "bank" in str(action["description"]).lower():
            self.on_market -= 1
            return "there is no tender in the market" if self.on_market < 0 else None
        self.sold += 1
        is_there = "P5" not in self.owner and self.sold <= TENDERS and not self._has_begun("5")
        return None if is_there else "nobody sells a tender of pioneer 5"

    def _lay(self, action: Said, company: str) -> str | None:
        if str(action["entity"]) != "P1":
            return None
        hex_id = str(action["hex"])
        is_listed = hex_id == NO_MINE or (self.box.is_mine_hex(hex_id) and hex_id != FORGOTTEN) or hex_id == "D18"
        return self._use("P1") or (None if is_listed else f"pioneer 1 builds nothing on {hex_id}")

    def _use(self, name: str) -> str | None:
        """By the company that has it: its turn may begin with this, so whose turn it is does not show."""
        if name not in self.owner or name in self.closed or self._has_begun("5"):
            return f"no company has {name}"
        self.closed.add(name)
        return None

    # ----------------------------------------------------------------------------------------------------------- passes

    def _open_with_pioneer(self, action: Said, company: str) -> str | None:
        return self._use("P4") or self._open(str(action["choice"]))

    def _open(self, hex_id: str) -> str | None:
        if hex_id not in self.box.passes or hex_id in self.passes or not self._may_have_begun("3"):
            return f"{hex_id} is no pass that can be opened"
        self.passes.add(hex_id)
        return None

    def _choose(self, action: Said, company: str) -> str | None:
        choice = str(action["choice"])
        if choice in self.box.passes:
            if self.opened is not None or self.box.is_minor(company):
                return f"{company} opens no pass"
            self.opened = choice
            return self._open(choice)
        if choice == "map":
            self.placed[company] += 1
            return self._has_stations(company)
        if choice.isdigit() and company not in self.tenders and "P2" not in self.owner:
            return f"{company} has no tender"
        return None

    # ---------------------------------------------------------------------------------------------- minors and stations

    def _absorb(self, action: Said, company: str) -> str | None:
        minor = str(action["corporation"])
        can = self.box.is_southern_major(company) and self._may_have_begun("3") and not self._has_begun("5")
        if not can or not self.box.is_minor(minor) or minor in self.gone or minor not in self.acted:
            return f"{company} cannot absorb {minor}"
        self.gone.add(minor)
        self.owner |= {name: company for name, owner in self.owner.items() if owner == minor}
        if minor in self.tenders:
            self.on_market += company in self.tenders
            self.tenders.add(company)
        self.waits = company, ("map", "charter")
        return None

    def _place(self, action: Said, company: str) -> str | None:
        if "tokener" in action:
            return None
        place = str(action["city"]).rpartition("-")[0]
        hex_id = self.figures.copies.get(place, place.rpartition("-")[0])
        if hex_id == self.box.companies[company].home:
            again, _ = company in self.bases, self.bases.add(company)
            return f"{company} has its base" if again else None
        if self.is_placed:
            return f"{company} places a second station"
        self.is_placed = True
        self.placed[company] += 1
        return self._has_stations(company)

    def _has_stations(self, company: str) -> str | None:
        most = self.box.stations_for(company)
        if company not in self.late:
            most = min(most, FIRST_STATIONS + len(self.reached[company]))
        return None if self.placed[company] < most else f"{company} has no station left"

    # ------------------------------------------------------------------------------------------------------- objectives

    def _reach(self, action: Said, _: str) -> str | None:
        company = str(action["corporations"][0])
        if self.box.is_minor(company) or "destination" in self.reached[company]:
            return f"{company} has no destination to reach"
        self.reached[company].add("destination")
        return None

    def _run(self, action: Said, company: str) -> str | None:
        for route in action["routes"]:
            pioneer = TRAIN_OF.get(str(route["train"]))
            if pioneer and self.owner.get(pioneer) != company and self.limits.owner.get(str(route["train"])) != company:
                return f"{company} has no train {route['train']}"
            for hex_id in route["hexes"]:
                printed = self.box.map.hexes[hex_id]
                if printed.colour == "blue":
                    self.reached[company].add("harbour")
                if any(stop.kind == "offboard" for stop in printed.stops):
                    self.reached[company].add("red area")
        return None

    # ----------------------------------------------------------------------------------------------------------- trains

    def _combine(self, action: Said, company: str) -> str | None:
        card = str(action["additional_train"]).rpartition("-")[0]
        gone_with = RUSTED_BY["18ESP"].get(card)
        if gone_with is None or not self._may_have_begun(gone_with):
            return f"a {card} cannot be recycled"
        if str(action["additional_train_variant"]) not in {str(face.name) for face in self.box.cards[card].faces}:
            return f"a {card} has no face {action['additional_train_variant']}"
        return f"{company} combines no trains" if self.box.is_minor(company) else None

    def _discard(self, action: Said, company: str) -> str | None:
        """Only what is above the limit, as low as that may be by now."""
        rusted = {kind for kind, later in RUSTED_BY["18ESP"].items() if self._has_begun(later)}
        own = [train for train, owner in self.limits.owner.items() if owner == company]
        held = sum(train.rpartition("-")[0] not in rusted for train in own)
        held += self.owner.get("P2") == company and "2-0" not in self.limits.owner and "2" not in rusted
        kind = "minor" if self.box.is_minor(company) else "major"
        limit = min(most for first, most in LIMITS["18ESP"][kind].items() if self._may_have_begun(first))
        return None if held > limit else f"{company} has {held} trains, no more than {limit}"
