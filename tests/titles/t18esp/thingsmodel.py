"""Where papers, trains, tenders and stations should be after an answer, worked out once more. See `model`."""

from collections import Counter
from typing import Any

from titles.t18esp.buildmodel import BASES, MINORS, NORTH
from titles.t18esp.deskmodel import GONE_IN, Memory, train_limit
from titles.t18esp.mapmodel import HARBOURS, RED, Position, reached_by
from titles.t18esp.runmodel import FACES

PHASE_OF = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "8": "7"}
DESTINATIONS = {
    "CFLG": "E7", "CFEA": "G5", "FdLR": "K5", "FdSB": "K5", "SFVA": "C1", "FdC": "G5", "MZA": "J28", "N": "E21",
    "A": "C31", "MCP": "C25", "CRB": "F28", "ZPB": "J20", "GSSR": "F32", "AVT": "L22", "TBF": "N18",
}  # fmt: skip


class Unhindered(Position):
    """[5.1.1] The map for whoever looks for a destination: from the base, whoever stands on the way. On the site from
    any station, also through closed passes, red areas and harbours."""

    def __init__(self, board: Any, company: str, *, site: bool) -> None:
        super().__init__(board, site=site)
        self.base = BASES[company].split(".")[0]
        self.ends = set[str]()
        """Where the search has come to an end and begins again, on the site."""

    def standing(self, company: str) -> list[str]:
        own = [stop for stop in super().standing(company) if self.site or stop.split(".")[0] == self.base]
        return [*own, *sorted(self.ends.difference(own))]

    def lets_through(self, stop: str, company: str) -> bool:
        return self.site or not self.is_end(stop)

    def is_end(self, stop: str) -> bool:
        hex_id = stop.split(".")[0]
        return hex_id in RED or hex_id in HARBOURS or hex_id in self.closed


class Things:
    """Everything that can be owned, moved by the rules and compared with the table after each answer."""

    def __init__(self, game: Any, memory: Memory, *, site: bool) -> None:
        self.memory, self.site = memory, site
        state = game.state
        self.phase = str(state.phase)
        self.players = [str(player) for player in state.players]
        self.order = [str(player) for player in state.order]
        self.held, self.directors, self.pioneers = papers_of(state)
        self.trains = {str(train): (str(card.owner), str(card.face)) for train, card in state.trains.items()}
        self.tenders = Counter({str(owner): count for owner, count in state.extras.tenders.items()})
        self.tokens = Counter({str(company): count for company, count in state.tokens.items()})
        self.locked = Counter({str(company): count for company, count in state.extras.locked.items()})
        self.launched = {str(company) for company in state.floated}
        self.closed = {str(company) for company in state.closed}
        self.carreno = str(state.extras.carreno)
        self.met: dict[str, set[str]] = {}
        self.look_at_map(state.board)
        self.train_offered = self.absorber = ""
        self.due = ""
        """The company whose absorption is still to count as an objective."""
        self.case = 0

    # ------------------------------------------------------------------------------------------------------- one answer

    def follow(self, before: Any, action: Any, after: Any, company: str) -> None:
        """Moves everything as the answer should, and compares."""
        self.look_at_map(before.state.board)
        self.by_action(action, str(before.ask.who), company)
        for event in after.events:
            if event.key == "new-order":
                self.take_new_order(before)
            self.by_event(event.key, event.params)
        self.settle_directors()
        self.look_at_map(after.state.board)
        self.compare(after, action)
        self.look_at_limits(after)

    def look_at_map(self, board: Any) -> None:
        self.board, self.position = board, Position(board, site=self.site)

    def take_new_order(self, before: Any) -> None:
        """[2.3] [3.3] After the auction the poorest comes first, after a stock round the richest; ties as they were."""
        cash = {str(owner): held for owner, held in before.state.cash.items()}
        sign = -1 if before.ask.about.key == "trade" else 1
        self.order.sort(key=lambda player: sign * cash[player])

    def look_at_limits(self, after: Any) -> None:
        """[4.4.1] [6] Nobody has too many trains once everybody has given up what is too much; on the site later."""
        if self.site or after.ask is None or any(frame.script == "surplus trains" for frame in after.where()):
            return
        for company in self.launched - self.closed - (MINORS if self.phase in "567" else set[str]()):
            own = [train for train, (by, _) in self.trains.items() if by == company and train != "2P-0"]
            waiting = any(frame.script == "train face" for frame in after.where())
            assert waiting or len(own) <= train_limit(self.phase, company), (company, own)

    def look_at_destination(self, company: str) -> None:
        """[5.1.1] Whoever is asked to build has been paid for the destination, if it is reached."""
        if company in self.memory.staged and "destination" not in self.met.get(company, ()):
            assert not self.is_joined(company), (company, "has reached its destination")

    def is_joined(self, company: str) -> bool | None:
        """[5.1.1] Whether a company has reached its destination; None if that would take too long to find out."""
        goal = DESTINATIONS[company]
        position = Unhindered(self.board, company, site=self.site)
        found = reached_by(position, company)
        while found is not None and self.site and not {*filter(position.is_end, found.stops)} <= position.ends:
            position.ends |= {*filter(position.is_end, found.stops)}
            found = reached_by(position, company)
        if found is None:
            return None
        touched = {side for hex_id, side in found.sides if hex_id == goal}
        by_track = self.site and bool(touched & self.position.drawn(goal).sides)
        return by_track or any(stop.split(".")[0] == goal for stop in found.stops)

    def compare(self, after: Any, action: Any) -> None:
        state = after.state
        assert not self.due or any(frame.script == "absorption" for frame in state.stack), (action, "absorption")
        held, directors, pioneers = papers_of(state)
        assert +held == +self.held, (action, "papers", held - self.held, self.held - held)
        assert directors == self.directors, (action, "directors")
        assert pioneers == self.pioneers, (action, "pioneers")
        trains = {str(train): (str(card.owner), str(card.face)) for train, card in state.trains.items()}
        assert {**self.trains, **trains} == trains, (action, "trains", self.trains.items() - trains.items())
        self.trains = trains  # a new card of the type without end may lie on the pile
        assert +Counter(state.extras.tenders) == +self.tenders, (action, "tenders", self.tenders)
        there = {company for company in self.tokens if company not in self.closed}
        assert {c: state.tokens[c] for c in there} == {c: self.tokens[c] for c in there}, (action, "stations")
        assert [str(player) for player in state.order] == self.order, (action, "order", self.order)
        assert +Counter(state.extras.locked) == +self.locked, (action, "locked stations", self.locked)
        assert str(state.phase) == self.phase, (action, "phase", self.phase)
        assert {str(c): set(done) for c, done in state.extras.objectives.items() if done} == {
            company: done for company, done in self.met.items() if done
        }, (action, "objectives")

    def move(self, owner: str, company: str, percent: int, *, to: str) -> None:
        self.held[owner, company] -= percent
        self.held[to, company] += percent

    # --------------------------------------------------------------------------------------------------- by the answer

    def by_action(self, action: Any, who: str, company: str) -> None:
        match type(action).__name__:
            case "BuyShare":
                self.move(str(action.place), str(action.company), 10, to=who)
            case "SellShares":
                self.move(who, str(action.company), 10 * action.shares, to="pool")
            case "StartCompany":
                self.move("ipo", str(action.company), 100 if action.company in MINORS else 20, to=who)
                self.directors[str(action.company)] = who
            case "BuyTrain" | "BuyWithLoan":
                self.trains[str(action.train)] = (company, str(action.face))
                self.first_train(company)
                self.sold_or_exported(str(action.train).split("-")[0])
            case "DiscardTrain":
                self.trains[str(action.train)] = ("scrap", self.trains[str(action.train)][1])
            case "CombineTrains":
                (a, b), (c, d) = FACES[self.trains[str(action.train)][1]], FACES[str(action.face)]
                self.trains[str(action.train)] = (company, f"{a + c}+{b + d}C")
            case "BuyTender":
                self.tenders[str(action.place)] -= 1
                self.tenders[company] += 1
            case "LayTileWithPioneer":
                self.pioneers["P1"] = "scrap"
            case "OpenPassWithPioneer":
                self.pioneers["P4"] = "scrap"
            case "PlaceStation" | "TakeStation":
                self.tokens[company] -= 1
            case "ChooseFace":
                self.mataro(company, str(action.face))
            case "RunTrains":
                self.run(action, company)
            case "TradeTrain":
                self.train_offered = str(action.train)
            case _:
                pass

    def run(self, action: Any, company: str) -> None:
        """[5.1.1] A red area; a mine and a harbour on one route, or on the site any harbour."""
        if company not in self.memory.staged:
            return
        routes = [[str(stop).split(".")[0] for stop in route.stops] for route in action.routes]
        if any({*hexes} & {*RED} for hexes in routes):
            self.reach(company, "red-area")
        for route, hexes in zip(action.routes, routes, strict=True):
            mine = self.site or any(self.is_mine(str(stop)) for stop in route.stops)
            if mine and {*hexes} & {*HARBOURS} and (self.site or company in NORTH):
                self.reach(company, "harbour")

    def is_mine(self, stop: str) -> bool:
        hex_id, number = stop.split(".")
        return hex_id not in HARBOURS and self.position.drawn(hex_id).kinds[int(number)] == "halt"

    def reach(self, company: str, objective: str) -> None:
        """[5.1.3] A station each, two for an absorption."""
        met = self.met.setdefault(company, set())
        if company in self.memory.staged and objective not in met:
            met.add(objective)
            freed = 2 if objective == "absorption" else 1
            self.locked[company] -= freed
            self.tokens[company] += freed

    # ------------------------------------------------------------------------------------------------------- on the way

    def by_event(self, key: str, said: Any) -> None:
        match key:
            case "pioneer-won":
                self.win(str(said["pioneer"]), str(said["player"]))
            case "pioneer-bought":
                self.buy_pioneer(str(said["pioneer"]), str(said["company"]))
            case "company-floated":
                self.launch(str(said["company"]))
            case "minor-launched":
                self.launched.add(str(said["company"]))
            case "base-placed":
                self.tokens[str(said["company"])] -= 1
            case "train-traded":
                self.trains[self.train_offered] = (str(said["company"]), self.trains[self.train_offered][1])
                self.first_train(str(said["company"]))
            case "train-exported":
                self.export()
            case "minor-absorbed":
                self.absorb(str(said["company"]), str(said["minor"]), said["case"])
            case "share-for-minor":
                self.give_share(str(said["company"]), str(said["player"]))
            case "minor-gone":
                self.leave(str(said["company"]))
            case "objective" if said["objective"] == "absorption" and not self.site:
                assert said["company"] == self.due, said
                self.reach(self.due, "absorption")
                self.due = ""
            case "objective" if said["objective"] == "destination":
                self.reach(str(said["company"]), "destination")
            case _:
                pass

    def win(self, pioneer: str, player: str) -> None:
        """[2.3] With the certificate that lies on it."""
        self.pioneers[pioneer] = player
        for owner, company in [key for key, percent in self.held.items() if key[0] == pioneer and percent]:
            percent = self.held[owner, company]
            self.move(owner, company, percent, to=player)
            if pioneer == "P7":
                self.directors[company] = player

    def buy_pioneer(self, pioneer: str, company: str) -> None:
        """[2.2] The fifth leaves a tender and the others in the market, the second a train while there is one."""
        self.pioneers[pioneer] = company
        if pioneer == "P5":
            self.pioneers["P5"] = "scrap"
            left = self.tenders.pop("P5", 0)
            taken = 0 if self.tenders[company] else 1
            self.tenders[company] += taken
            self.tenders["pool"] += left - taken
        if pioneer == "P2":
            if self.trains["2-0"][0] == "scrap":
                self.pioneers["P2"] = "scrap"
            elif company in MINORS:
                self.mataro(company, "2")

    def mataro(self, company: str, face: str) -> None:
        self.pioneers["P2"] = "scrap"
        self.trains["2-0"] = (company, face)
        self.first_train(company)

    def first_train(self, company: str) -> None:
        """[2.2] Pioneer 7 closes with the first train of its company."""
        if company == self.carreno:
            self.pioneers["P7"] = "scrap"

    def launch(self, company: str) -> None:
        """[3.2.2] Two stations at once and the others by objectives, or all from phase 5 on."""
        self.launched.add(company)
        sold = sum(self.held[owner, company] for owner in (*self.players, "pool"))
        early = self.phase in "234"
        assert sold == (40 if early else 60), (company, "launched with", sold)
        if early:
            self.locked[company] = self.tokens[company] - 2
            self.tokens[company] = 2

    def export(self) -> None:
        """[4.9] The top card leaves the game."""
        pile = (train for train, (by, _) in self.trains.items() if by == "depot")
        top = min(pile, key=lambda train: [int(part) for part in train.split("-")])
        self.trains[top] = ("scrap", self.trains[top][1])
        self.sold_or_exported(top.split("-")[0])

    def sold_or_exported(self, card: str) -> None:
        """[6] The first of a type begins its phase, and what that means."""
        if self.phase >= PHASE_OF[card]:
            return
        self.phase = PHASE_OF[card]
        for train, (by, face) in self.trains.items():
            kind = train.split("-")[0]
            if by not in ("depot", "scrap") and GONE_IN.get(kind) == self.phase:
                self.trains[train] = ("scrap", face)
        if self.phase == "5":
            self.fifth_phase()

    def fifth_phase(self) -> None:
        """[2.2] [4.6.1] Pioneers close, or one becomes a train; reserved shares that nobody can earn are for sale."""
        if self.pioneers["P3"] in self.launched:
            self.trains["2P-0"] = (self.pioneers["P3"], "2P")
        self.pioneers = dict.fromkeys(self.pioneers, "scrap")
        self.tenders["scrap"] += self.tenders.pop("P5", 0)
        self.release()

    def release(self) -> None:
        runners = self.memory.has_run - self.closed
        for owner, company in list(self.held):
            if owner == company and (not runners or company not in self.launched):
                self.move(company, company, self.held[company, company], to="ipo")

    # ------------------------------------------------------------------------------------------------------- absorption

    def absorb(self, company: str, minor: str, case: int) -> None:
        """[4.6] Trains, pioneers, a tender; a second tender to the market."""
        for train, (by, face) in self.trains.items():
            if by == minor:
                self.trains[train] = (company, face)
        for pioneer, by in self.pioneers.items():
            if by == minor:
                self.pioneers[pioneer] = company
        if self.tenders.pop(minor, 0):
            self.tenders["pool" if self.tenders[company] else company] += 1
        if not self.site and company in self.memory.staged and "absorption" not in self.met.get(company, ()):
            self.due = company  # surplus trains are asked about before it counts
        self.case, self.absorber = case, company

    def give_share(self, company: str, player: str) -> None:
        """[4.6] The reserved one, only for a minor that has run; on the site one of the bank."""
        assert self.site or self.case == 1
        self.move("ipo" if self.site else company, company, 10, to=player)

    def leave(self, minor: str) -> None:
        for owner in [owner for owner, of in self.held if of == minor]:
            self.move(owner, minor, self.held[owner, minor], to="scrap")
        self.directors.pop(minor, None)
        self.closed.add(minor)
        if self.tenders.pop(minor, 0):
            self.tenders["scrap"] += 1
        if not self.site and self.case != 1:
            self.move(self.absorber, self.absorber, self.held[self.absorber, self.absorber], to="ipo")
        if not self.site and self.phase in "567":
            self.release()

    # -------------------------------------------------------------------------------------------------------- directors

    def settle_directors(self) -> None:
        """[3.1.1] Strictly more, at least 20; of equals the lowest card, on the site the next after the old one."""
        for company, director in self.directors.items():
            if company in MINORS:
                continue
            held = {player: self.held[player, company] for player in self.players}
            most = max(held.values())
            if most <= held[director] or most < 20:
                continue
            at = self.order.index(director) + 1 if self.site else 0
            order = [*self.order[at:], *self.order[:at]]
            self.directors[company] = next(player for player in order if held[player] == most)


def papers_of(state: Any) -> tuple[Counter[tuple[str, str]], dict[str, str], dict[str, str]]:
    """Who holds how much of which company, who directs what, who owns which pioneer."""
    held: Counter[tuple[str, str]] = Counter()
    directors: dict[str, str] = {}
    pioneers: dict[str, str] = {}
    players = {str(player) for player in state.players}
    for cert, owner in state.certs.items():
        company, _, number = str(cert).partition("_")
        if not number:
            pioneers[company] = str(owner)
            continue
        held[str(owner), company] += 100 if company in MINORS else 20 if number == "0" else 10
        if number == "0" and owner in players:
            directors[company] = str(owner)
    return held, directors, pioneers
