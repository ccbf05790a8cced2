"""Reads an exported game as the other site's engine would, and refuses what it would refuse.

Written from the registers of the rules files (how the site records, what it asks) and from games in its form; it shares
no code with the export. It keeps the books that the site keeps by name: copies of tiles, certificates, train cards, and
the steps of each company's turn; `figures` looks at prices, places, tiles and runs, `purses` at the money of the
beginning, `wallets` and `treasuries` at the most that a player and a company can have later on, `depot` at the order of
trains, `lines` and `sheds` at the locals of 18CZ and the room for trains there, `trainlimits` at that room elsewhere,
`halves` at sales of companies without a train in 1862, `pioneersales` at the auctions of 18ESP and `privileges` at what
its companies may do only once, `stockturns` at whose turn it is among players, `quotes` at the order of companies,
`reached_hexes` at where they build. It does not know treasuries of 1862, nor which stations are in the way of a
builder, so it accepts some games that the site refuses; what it refuses, the site refuses too. Whether a run is
possible the site itself does not look at: it takes routes and revenues as they are written (18CZ D-15, 18ESP 19.2).

    accept(exported)        raises `NotAccepted` with the action and one sentence
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ferrovia import new_game
from ferrovia.model.ids import BANK
from support.depot import UNSEEN, Depot
from support.figures import PIONEERS_TRAIN, WITH_MINORS, Figures
from support.halves import Halves
from support.lines import Lines, is_purple
from support.pioneersales import PioneerSales
from support.privileges import Privileges
from support.purses import Purses
from support.quotes import Quotes
from support.reached_hexes import ReachedHexes
from support.sheds import Sheds
from support.stockturns import StockTurns
from support.trainlimits import LimitsOf1862, TrainLimits
from support.treasuries import Treasuries
from support.wallets import INCOME, Wallets

Said = Mapping[str, Any]

TITLES = {"18CZ": "18cz", "1862": "1862", "1824": "1824", "1824 Cisleithania": "1824", "18ESP": "18esp"}


class NotAccepted(Exception):
    """The number of an action, and what the site has against it."""


@dataclass(frozen=True)
class Steps:
    """The steps of a company's turn in order: by the actions that belong to each, from the registers."""

    order: tuple[tuple[str, ...], ...]
    free: tuple[str, ...] = ()
    """What can be done at any moment of a turn."""
    always: int = 0
    """The first steps in which the site always asks: a turn begins there, with an action or a pass."""

    def at(self, kind: str) -> int | None:
        return next((number for number, kinds in enumerate(self.order) if kind in kinds), None)


STEPS: Mapping[str, Steps] = {
    "18CZ": Steps(
        (
            ("lay_tile",),
            ("place_token",),
            ("run_routes",),
            ("dividend",),
            ("buy_corporation",),
            ("buy_train",),
            (),
        ),
        free=("buy_company", "sell_company"),
        always=1,
    ),
    "1824": Steps((("lay_tile",), ("place_token",), ("run_routes",), ("dividend",), ("buy_train",)), always=1),
    "1862": Steps(
        (
            ("merge", "remove_token"),
            ("lay_tile",),
            ("place_token",),
            ("run_routes",),
            ("dividend",),
            ("buy_train", "sell_shares", "convert", "bankrupt"),
            ("buy_shares",),
            (),
        ),
        free=("choose",),
    ),
    "18ESP": Steps(
        (
            ("lay_tile", "place_token", "choose_ability"),
            ("run_routes",),
            ("dividend",),
            ("merge",),
            ("buy_train",),
            ("combined_trains",),
            (),
        ),
        free=("buy_company", "special_buy", "choose", "destination_connection"),
        always=1,
    ),
}
CERTIFICATES: Mapping[str, Mapping[int, int]] = {
    "18CZ": {2: 14, 3: 14, 4: 12, 5: 10, 6: 9},
    "1824": {3: 21, 4: 16, 5: 13, 6: 11},
    "1824 Cisleithania": {2: 14, 3: 16},
    "18ESP": {3: 27, 4: 20, 5: 16, 6: 13},
}
"""By title and number of players: the certificates with which nobody buys another one. In 1862 charters fail and
companies go bankrupt, and no action says whose certificates have gone."""
ASIDE = ("discard_train", "swap_train", "choose", "remove_token", "convert")
"""What is also asked of others than the company whose turn it is, or beside the steps."""
STEPS = {**STEPS, "1824 Cisleithania": STEPS["1824"]}


def accept(exported: Said) -> None:
    reader = Reader(exported)
    for number, action in _one_by_one(exported["actions"]):
        reader.number = number
        reader.read(action)


def _one_by_one(actions: list[Said]) -> Iterator[tuple[Any, Said]]:
    """Every action with those that were added to it; the number is that of the action in the list."""
    for action in actions:
        for part in (action, *(action.get("auto_actions") or ())):
            if not part["type"].startswith("program_") and part["type"] not in ("message", "end_game"):
                yield action.get("id"), part


@dataclass
class _Turn:
    """How far a company has come in its turn."""

    company: str
    at: int = 0
    begun: bool = False
    """Whether the site's first question was answered."""
    passed: bool = False
    """Whether its latest action was a pass."""
    decides: bool = False
    """Whether it may be deciding about the trains of a company that it has bought."""
    earned: int = 0
    """18ESP: what waits for a dividend; without anything there is none."""
    acted: bool = False
    """Whether it has done anything but pass."""


@dataclass
class Reader:
    exported: Said
    number: Any = None
    people: dict[str, str] = field(default_factory=dict[str, str])
    copies: dict[str, str] = field(default_factory=dict[str, str])
    """The hex of each copy of a piece that lies on the map."""
    on_hex: dict[str, str] = field(default_factory=dict[str, str])
    certs: dict[str, str] = field(default_factory=dict[str, str])
    """Who among the players holds a certificate."""
    mixed: set[str] = field(default_factory=set[str])
    """Companies whose certificates have changed hands by other ways than trade."""
    trains: dict[str, str] = field(default_factory=dict[str, str])
    sold: set[str] = field(default_factory=set[str])
    """The trains that somebody has bought."""
    combined: set[str] = field(default_factory=set[str])
    """18ESP: trains that are joined with another one."""
    houses: dict[str, str] = field(default_factory=dict[str, str])
    """Companies that have been joined are one house: in 1862 it is not said which of them stays."""
    papers: dict[str, str] = field(default_factory=dict[str, str])
    """Who among the players has bought a paper."""
    exchanged: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """1824: how much of a company a player has got for mountain railways."""
    turn: _Turn | None = None
    builds_first: str | None = None
    """The company for which a local has built before anything else was done in its turn."""

    def __post_init__(self) -> None:
        export = self.exported
        self.title: str = export["title"]
        self.people = {str(player.get("id", player["name"])): player["name"] for player in export["players"]}
        game = new_game(TITLES[self.title], list(self.people.values()), self._options())
        self.box = game.title.data
        self.steps = STEPS[self.title]
        self.cards = {str(train) for train in game.state.trains}
        self.figures = Figures(game, self.title)
        self.purses = Purses(game, self.title, list(self.people))
        self.reach = ReachedHexes(game)
        self.stock = StockTurns(self.title)
        self.quotes = Quotes(game, self.title, len(self.people))
        self.depot = Depot(game, self.title)
        self.limits_of_1862 = LimitsOf1862(self.depot) if self.title == "1862" else None
        self.halves = Halves() if self.title == "1862" else None
        self.treasuries = Treasuries(game, self.title, len(self.people))
        self.limits = TrainLimits(game, self.title, self.depot, self.treasuries)
        self.wallets = Wallets(game, self.title, list(self.people))
        self.lines = Lines(self.box) if self.title == "18CZ" else None
        self.sheds = Sheds(self.box) if self.title == "18CZ" else None
        spanish = self.title == "18ESP"
        self.sales = PioneerSales(game, list(self.people)) if spanish else None
        self.privileges = Privileges(game, self.depot, self.figures, self.limits) if spanish else None
        self.reads: Mapping[str, Callable[[Said], None]] = {
            "lay_tile": self._lay,
            "buy_shares": self._buy_shares,
            "par": self._par,
            "buy_company": self._buy_paper,
            "sell_shares": self._sell_shares,
            "special_buy": self._special_buy,
            "buy_train": self._buy_train,
            "run_routes": self._run,
            "discard_train": self._discard,
            "swap_train": lambda action: self._owns_train(action, action["train"]),
            "combined_trains": self._combine,
            "buy_corporation": self._join,
            "merge": self._join,
            "convert": self._mix_own,
            "choose": self._mix_own,
        }

    def _options(self) -> dict[str, str]:
        chosen = {"profile": "site"}
        if self.title == "1824 Cisleithania":
            chosen["scenario"] = "cisleithania"
        if "goods_time" in self.exported["settings"].get("optional_rules", ()):
            chosen["scenario"] = "good-times"
        for length in ("short", "long"):
            if f"{length}_length" in self.exported["settings"].get("optional_rules", ()):
                chosen["length"] = length
        if self.title == "18ESP" and "core" not in self.exported["settings"].get("optional_rules", ()):
            chosen["set-up"] = "random"
        return chosen

    def refuse(self, why: str) -> None:
        raise NotAccepted(f"action {self.number}: {why}")

    def read(self, action: Said) -> None:
        kind, entity = action["type"], str(action["entity"])
        by, turn = action.get("entity_type"), self.turn
        if by == "player" and entity not in self.people:
            self.refuse(f"no player has the id {entity}")
        if by == "corporation":
            if entity not in self.box.companies:
                self.refuse(f"there is no company {entity}")
            self._take_step(kind, entity, action)
        elif by == "player" and kind not in ("sell_shares", "choose"):
            self._end_turn()
        elif by == "company" and kind == "lay_tile" and self.lines is not None:
            self._build_with_a_local(self.lines.owner_of(entity), action)
        begins = self.turn is not None and self.turn is not turn
        prices, falling = self.quotes.known_prices(), self.quotes.operating
        wrong = self.figures.look(action) or self.purses.look(action) or self.stock.look(action)
        if self.sales is not None and not self.sales.is_over:
            self.depot.rounds = UNSEEN  # while pioneers are sold there are none
        wrong = wrong or (self.sales and self.sales.look(action))
        wrong = wrong or self.quotes.look(action, begins) or self.reach.look(action)
        wrong = wrong or self.depot.look(action, begins)
        wrong = wrong or (self.privileges and self.privileges.look(action, self._in_turn(), begins))
        wrong = wrong or self.limits.look(action) or self.treasuries.look(action, begins, self._seller(action))
        if self.title == "18ESP" and self.depot.may_have_left("5"):  # exports alone may lead there
            self.wallets.close_small_companies()
            self.stock.asked = {company for company in self.stock.asked if not self.box.is_minor(company)}
        wrong = wrong or self.wallets.look(action, begins, prices, falling)
        wrong = wrong or (self.lines and self.lines.look(action)) or (self.sheds and self.sheds.look(action))
        wrong = wrong or (self.halves and self.halves.look(action))
        wrong = wrong or (self.limits_of_1862 and self.limits_of_1862.look(action))
        if wrong is not None:
            self.refuse(wrong)
        self.mixed |= self.wallets.ever_refinanced
        reads = self.reads.get(kind)
        if reads is not None:
            reads(action)

    def _in_turn(self) -> str | None:
        return None if self.turn is None else self.turn.company

    # ------------------------------------------------------------------------------------------------- a company's turn

    def _end_turn(self) -> None:
        if self.turn is not None and self.turn.earned:
            self.refuse(f"{self.turn.company} has not decided on its dividend")
        self.turn = None

    def _take_step(self, kind: str, company: str, action: Said) -> None:
        if kind in ASIDE or (kind == "place_token" and self._is_placed_aside(company, action)):
            return
        if self.turn is None or self.turn.company != company:
            self._begin_turn(company)
        if kind in self.steps.free:
            return
        turn, step = self.turn, self.steps.at(kind)
        assert turn is not None
        if kind == "pass" and self.title == "18ESP" and "id" not in action:
            self._pass_absorption(turn)
            return
        if kind == "pass":
            self._pass(self._lonely_turn(turn, action))
            return
        if step is None:
            self.refuse(f"{company} cannot {kind}")
            return
        if step < turn.at - turn.passed:
            turn = self._come_back(turn, kind, step)
        if step >= self.steps.always and not turn.begun and self._is_asked_first(company):
            self.refuse(f"{company} was not asked before {kind}")
        if turn.earned and kind != "dividend":
            self.refuse(f"{company} has not decided on its dividend")
        if kind == "dividend" and not turn.earned and self.title == "18ESP":
            self.refuse(f"{company} has earned nothing that it could pay")
        turn.begun, turn.passed, turn.at, turn.acted = True, False, max(turn.at, step), True
        turn.decides = kind == "buy_corporation"
        turn.earned = 0 if kind == "dividend" else turn.earned

    def _build_with_a_local(self, company: str | None, action: Said) -> None:
        """18CZ: a normal tile is the track of the turn, a purple one comes at any moment."""
        if is_purple(action["tile"]):
            return
        if self.turn is not None and self.turn.company == company:
            self.turn.begun, self.turn.passed = True, False
        else:
            self.builds_first = company

    def _is_placed_aside(self, company: str, action: Said) -> bool:
        """A station whose city is chosen anew, or one of the company that nobody directs."""
        return "tokener" in action or company == "ATE" or (self.title.startswith("1824") and len(self.people) == 2)

    def _begin_turn(self, company: str) -> None:
        self._end_turn()
        self.turn = _Turn(company, begun=company == self.builds_first)
        self.builds_first = None

    def _pass(self, turn: _Turn) -> None:
        if turn.decides:
            turn.decides, turn.passed = False, True  # of that question, or of the first one of its next turn
            return
        if turn.at >= len(self.steps.order) and turn.acted:
            turn = self.turn = _Turn(turn.company)  # alone, or last and then first: its next turn begins with a pass
        if turn.at >= len(self.steps.order):
            self.refuse(f"{turn.company} is not asked any more")
        if turn.earned:
            self.refuse(f"{turn.company} passes its dividend")
        turn.at, turn.begun, turn.passed = turn.at + 1, True, True

    def _pass_absorption(self, turn: _Turn) -> None:
        """18ESP: the site passes by itself where there is nothing to absorb, after building, run and dividend."""
        absorption = self.steps.at("merge")
        assert absorption is not None
        if turn.at > absorption:
            self.refuse(f"{turn.company} has passed its absorptions")
        if turn.earned:
            self.refuse(f"{turn.company} has not decided on its dividend")
        turn.at, turn.begun, turn.passed = absorption + 1, True, True

    def _lonely_turn(self, turn: _Turn, action: Said) -> _Turn:
        """18ESP: a pass to which the site has added its own ends the building; of a company that operates alone, that
        of its next turn."""
        if self.title == "18ESP" and turn.at and any(a["type"] == "pass" for a in action.get("auto_actions") or ()):
            self._begin_turn(turn.company)
        assert self.turn is not None
        return self.turn

    def _come_back(self, turn: _Turn, kind: str, step: int) -> _Turn:
        """A company that operates alone begins its next turn, with what is asked first or a pass of that."""
        if step >= self.steps.always and not turn.passed and self.title != "1862":
            self.refuse(f"{turn.company} comes back to {kind}")
        self._end_turn()
        self.turn = _Turn(turn.company, begun=turn.passed)
        return self.turn

    def _is_asked_first(self, company: str) -> bool:
        """1824: not the companies that nobody directs; 18CZ: not Vaclav's; 1862: not after the LNER has formed."""
        if self.title.startswith("1824"):
            return self.box.kind(company) in ("coal", "pre") and len(self.people) > 2
        if self.title == "18CZ":
            return len(self.people) > 2
        return self.title != "1862"

    # ------------------------------------------------------------------------------------------------------------ tiles

    def _lay(self, action: Said) -> None:
        name, _, copy = action["tile"].rpartition("-")
        tiles = self.box.map.tiles
        if name not in tiles:
            self.refuse(f"there is no tile {name}")
        piece, supply = tiles.piece[name], tiles.counts[tiles.piece[name]]
        if supply is not None and int(copy) >= supply:
            self.refuse(f"there are {supply} copies of {name}, not {int(copy) + 1}")
        lies, hex_id = f"{piece}-{copy}", action["hex"]
        if self.copies.get(lies, hex_id) != hex_id:
            self.refuse(f"{action['tile']} lies on {self.copies[lies]}")
        if hex_id in self.on_hex:
            self.copies.pop(self.on_hex[hex_id], None)
        self.copies[lies], self.on_hex[hex_id] = hex_id, lies

    # ----------------------------------------------------------------------------------------------------- certificates

    def _percent(self, cert: str) -> int:
        return self.box.papers.by_id[cert].percent

    def _known(self, certs: list[str]) -> str:
        papers = self.box.papers.by_id
        for cert in certs:
            if cert not in papers:
                self.refuse(f"there is no certificate {cert}")
        if len({papers[cert].company for cert in certs}) != 1:
            self.refuse("it names no share, or shares of several companies")
        return str(papers[certs[0]].company)

    def _has_room(self, player: str) -> None:
        """What is surely his: certificates of companies that have only been traded, and locals of 18CZ."""
        papers, limit = self.box.papers.by_id, CERTIFICATES.get(self.title, {}).get(len(self.people))
        own = [papers[cert].company for cert, owner in self.certs.items() if owner == player]
        held = sum(company not in self.mixed and not self._is_minor(company) for company in own)
        if self.title == "18CZ":
            held += sum(owner == player and name in INCOME for name, owner in self.wallets.owner.items())
        if limit is not None and held >= limit:
            self.refuse(f"{self.people[player]} has {held} certificates, and buys one more")

    def _is_minor(self, company: str) -> bool:
        """18ESP: those go without an action."""
        return self.title == "18ESP" and self.box.is_minor(company)

    def _par(self, action: Said) -> None:
        company = action["corporation"]
        self._has_room(str(action["entity"]))
        if (held := self.exchanged[str(action["entity"]), company]) > 40:
            self.refuse(f"with the director's certificate of {company} it would be {held + 20}%")
        if f"{company}_0" in self.certs and company not in self.mixed and self.title != "1862":
            self.refuse(f"{company} has been started")
        for cert in [cert for cert in self.certs if cert.rpartition("_")[0] == company]:
            del self.certs[cert]  # 1862: it begins anew, after its charter has failed or it has gone bankrupt
        self.certs[f"{company}_0"] = str(action["entity"])
        if company in self.houses:
            self.houses[company] = f"{company} anew at {self.number}"  # 1862: it has nothing of what it had

    def _buy_paper(self, action: Said) -> None:
        if action.get("entity_type") == "player":
            self.papers[str(action["company"])] = str(action["entity"])

    def _buy_shares(self, action: Said) -> None:
        company = self._known(action["shares"])
        cert = action["shares"][0]
        if action.get("entity_type") == "player":
            self._has_room(str(action["entity"]))
        if action.get("entity_type") == "company":
            self.exchanged[self.papers.get(str(action["entity"]), ""), company] += self._percent(cert)
        if company in self.mixed:
            return
        if cert in self.certs:
            self.refuse(f"{cert} belongs to {self.people[self.certs[cert]]}")
        if action.get("entity_type") != "player":
            self.mixed.add(company)
            return
        self.certs[cert] = str(action["entity"])
        self._change_director(company)

    def _sell_shares(self, action: Said) -> None:
        company, seller = self._known(action["shares"]), str(action["entity"])
        if company in self.mixed or action.get("entity_type") != "player":
            return
        if self.title == "18ESP" and not set(action["shares"]) <= self.certs.keys():
            self.mixed.add(company)  # it came with a pioneer
            return
        for cert in action["shares"]:
            if self.certs.get(cert) != seller:
                self.refuse(f"{cert} does not belong to {self.people[seller]}")
        whole = sum(map(self._percent, action["shares"]))
        if not 0 < action.get("percent", whole) <= whole:
            self.refuse(f"{action['percent']} percent are more than the certificates")
        if f"{company}_0" in action["shares"]:
            self.mixed.add(company)  # what the seller gets back depends on who directs it now
            return
        for cert in action["shares"]:
            del self.certs[cert]
        self._change_director(company)

    def _held(self, company: str) -> dict[str, int]:
        held: dict[str, int] = defaultdict(int)
        for cert, owner in self.certs.items():
            if self.box.papers.by_id[cert].company == company:
                held[owner] += self._percent(cert)
        return held

    def _change_director(self, company: str) -> None:
        """After that the names of certificates depend on the order in which they came."""
        director, held = self.certs.get(f"{company}_0"), self._held(company)
        if director is None and self.title.startswith("1824"):
            return
        unseen = 10 if self.title == "18ESP" and f"{company}_1" not in self.certs else 0  # it may come with a pioneer
        others = max((percent for owner, percent in held.items() if owner != director), default=0)
        if director is None or others + unseen > held[director]:
            self.mixed.add(company)

    def _special_buy(self, action: Said) -> None:
        if self.title.startswith("1824"):
            self.mixed.add(str(self.box.companies[action["description"]].becomes))

    def _mix_own(self, action: Said) -> None:
        """1862: options and refinancing change who holds what, and it is not said of which company."""
        if self.title == "1862" and not str(action.get("choice")).isdigit():
            self.mixed.update(map(str, self.box.companies))

    def _join(self, action: Said) -> None:
        """All that one company had goes to another; in 1862 it is not said which."""
        one, other = str(action["entity"]), str(action["corporation"])
        self.mixed |= {one, other}
        house, joined = self._house(one), self._house(other)
        self.houses |= {name: house for name in (one, other, *self.houses) if self._house(name) in (house, joined)}
        self.trains |= {train: house for train, owner in self.trains.items() if owner == joined}

    # ----------------------------------------------------------------------------------------------------------- trains

    def _house(self, company: str) -> str:
        """1824: a railway and the company that it becomes are one."""
        if self.title.startswith("1824"):
            return str(self.box.companies[company].becomes or company)
        return self.houses.get(company, company)

    def _seller(self, action: Said) -> str | None:
        """Who has sold a train: the bank, a company, or nobody knows. Some trains come without being bought."""
        if action["type"] != "buy_train" or action["train"] == PIONEERS_TRAIN:
            return None
        if action["train"].startswith(f"{WITH_MINORS}-") and action["train"] not in self.sold:
            return None
        return self.trains.get(action["train"]) if action["train"] in self.sold else BANK

    def _buy_train(self, action: Said) -> None:
        train, buyer = action["train"], self._house(str(action["entity"]))
        name = train.rpartition("-")[0]
        if train not in self.cards and not any(card.rpartition("-")[0] == name for card in self.cards):
            self.refuse(f"there is no train {train}")
        if self.trains.get(train) == buyer and self.title not in ("1824", "1824 Cisleithania", "1862"):
            self.refuse(f"{train} is its own")
        if train in self.combined:
            self.refuse(f"{train} is a combined train, which nobody sells")
        self.trains[train] = buyer
        self.sold.add(train)
        if self.title.startswith("1824") and name not in ("1g", "2"):
            self.mixed.update(map(str, self.box.companies))  # Staatsbahnen form without an action

    def _combine(self, action: Said) -> None:
        self._owns_train(action, action["base"])
        self.combined.add(action["base"])

    def _owns_train(self, action: Said, train: str) -> None:
        owner = self.trains.get(train)
        if owner is not None and owner != self._house(str(action["entity"])):
            self.refuse(f"{train} does not belong to {action['entity']}")

    def _discard(self, action: Said) -> None:
        self._owns_train(action, action["train"])
        self.trains.pop(action["train"], None)

    def _run(self, action: Said) -> None:
        for route in action["routes"]:
            if route["train"]:
                self._owns_train(action, route["train"])
        if self.title == "18ESP" and self.turn is not None:
            self.turn.earned = sum(route["revenue"] for route in action["routes"])
        used = [route["train"] for route in action["routes"] if route["train"]]
        if len(set(used)) < len(used):
            self.refuse("a train runs twice")
