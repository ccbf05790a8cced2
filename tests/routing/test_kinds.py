"""Every kind of train and rule that the titles have, on boards of our own; figures from the rules' examples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from ferrovia.routing import (
    ANY,
    Bonus,
    Chain,
    Convoy,
    Income,
    Limit,
    Problem,
    Route,
    Service,
    Stop,
    Terminal,
    Train,
    check,
    solve,
    value,
)


def line(*stops: Stop) -> tuple[tuple[Stop, ...], tuple[Chain, ...]]:
    """Stops in a row."""
    return stops, tuple(Chain((n, n + 1), 1 << n) for n in range(len(stops) - 1))


def mask(stops: Sequence[Stop], *kinds: str) -> int:
    return sum(1 << n for n, stop in enumerate(stops) if stop.kind in kinds)


def names(problem: Problem, route: Route) -> list[str]:
    found = [problem.stops[n].name for n in route.stops]
    return min(found, found[::-1])


# ----------------------------------------------------------------------------------------- towns: plus and E trains


def city_and_town_line(pattern: str, token: int) -> tuple[tuple[Stop, ...], tuple[Chain, ...]]:
    return line(
        *(Stop(f"{n}", "city" if letter == "C" else "town", token=n == token) for n, letter in enumerate(pattern))
    )


def test_plus_train_uses_city_allowance_for_towns() -> None:
    """A 3+3 may run two cities and four towns, not four cities."""
    stops, chains = city_and_town_line("TTCTCTTC", token=2)
    towns = mask(stops, "town")
    pays = tuple((Income(10 if towns >> n & 1 else 30),) for n in range(len(stops)))
    plus = Service(pays=pays, limits=(Limit(~towns, 3), Limit(ANY, 6)))
    solution = solve(Problem(stops=stops, chains=chains, trains=(Train("3+3", (plus,)),)))
    assert solution.revenue == 3 * 30 + 3 * 10
    blocked = tuple(replace(stop, through=n != 4) for n, stop in enumerate(stops))
    solution = solve(Problem(stops=blocked, chains=chains, trains=(Train("3+3", (plus,)),)))
    assert solution.revenue == 2 * 30 + 3 * 10


def test_train_that_skips_towns_counts_the_best_of_them() -> None:
    """A 4E passes any number of towns; the counts left after the cities go to the best towns."""
    stops, chains = city_and_town_line("CTTTCTC", token=0)
    values = (30, 10, 20, 10, 40, 30, 50)
    pays = tuple((Income(worth),) for worth in values)
    towns = mask(stops, "town")
    problem = Problem(
        stops=stops,
        chains=chains,
        trains=(Train("4E", (Service(pays=pays, counted=Limit(ANY, 4), skips=towns),)),),
    )
    solution = solve(problem)
    assert solution.revenue == 30 + 40 + 50 + 30
    assert solution.routes[0].stops in ((0, 1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1, 0))
    assert sum(pay is not None for pay in solution.routes[0].pays or ()) == 4


def test_home_bonus_for_each_route_that_comes_home() -> None:
    """Two trains that reach the own red place by different tracks both get it."""
    stops = (Stop("home", "offboard", through=False, token=True), Stop("A", "city"), Stop("B", "city"))
    chains = (Chain((0, 1), 1), Chain((0, 2), 2))
    service = Service(
        pays=((Income(40),), (Income(20),), (Income(30),)),
        counted=Limit(ANY, 5),
        bonuses=(Bonus(Income(50), (0b1,)),),
    )
    solution = solve(Problem(stops=stops, chains=chains, trains=(Train("5E", (service,)),) * 2))
    assert solution.revenue == (40 + 20 + 50) + (40 + 30 + 50)


def test_several_cities_that_are_one_place() -> None:
    stops, chains = line(
        Stop("Praha 1", "city", groups=1), Stop("A", "city", token=True), Stop("Praha 2", "city", groups=1)
    )
    service = Service(pays=((Income(60),), (Income(20),), (Income(50),)), limits=(Limit(ANY, 5),))
    solution = solve(Problem(stops=stops, chains=chains, trains=(Train("5", (service,)),)))
    assert solution.revenue == 80


# ------------------------------------------------------------------------------------- blocking, junctions, the edge


def test_a_blocked_city_is_an_end_for_others_only() -> None:
    """Full of strangers' stations it ends a route; whoever has a station there goes on."""
    stops, chains = line(Stop("A", "city", token=True), Stop("B", "city", through=False), Stop("C", "city"))
    service = Service(pays=((Income(20),), (Income(30),), (Income(50),)), limits=(Limit(ANY, 3),))
    problem = Problem(stops=stops, chains=chains, trains=(Train("3", (service,)),))
    assert solve(problem).revenue == 20 + 30
    assert [v.rule for v in check(problem, [Route(0, (0, 1, 2), (0, 1))])] == ["no-way-through"]
    own = replace(problem, stops=(stops[0], replace(stops[1], through=True, token=True), stops[2]))
    assert solve(own).revenue == 20 + 30 + 50


def test_a_blocked_city_with_the_only_station_sends_trains_one_way() -> None:
    stops, chains = line(Stop("A", "city"), Stop("B", "city", through=False, token=True), Stop("C", "city"))
    service = Service(pays=((Income(20),), (Income(30),), (Income(50),)), limits=())
    problem = Problem(stops=stops, chains=chains, trains=(Train("D", (service,)),))
    assert solve(problem).revenue == 30 + 50
    assert solve(replace(problem, trains=problem.trains * 2)).revenue == (30 + 50) + (30 + 20)


def junction() -> Problem:
    """Four cities around one junction, which every way between two of them uses; A and B are also linked directly."""
    stops = tuple(Stop(name, "city", token=True) for name in "ABCD")
    ends = [(a, b) for a in range(4) for b in range(a)]
    chains = (*(Chain(pair, 1 << pair[0] | 1 << pair[1] | 1 << 4) for pair in ends), Chain((0, 1), 1 << 5))
    service = Service(pays=((Income(10),), (Income(20),), (Income(25),), (Income(40),)), limits=(Limit(ANY, 4),))
    return Problem(stops=stops, chains=chains, trains=(Train("4", (service,)),))


def test_a_junction_is_used_once_by_a_route() -> None:
    problem = junction()
    solution = solve(problem)
    assert solution.revenue == 10 + 20 + 40  # over the direct way, then over the junction
    twice = Route(0, (1, 0, 2), (0, 1))
    assert [v.rule for v in check(problem, [twice])] == ["track-twice"]


def test_a_junction_is_used_by_one_train() -> None:
    problem = replace(junction(), trains=junction().trains * 2)
    assert solve(problem).revenue == (25 + 40) + (10 + 20)
    both = [Route(0, (2, 3), (5,)), Route(1, (0, 1), (0,))]
    assert [v.rule for v in check(problem, both)] == ["track-shared"]
    assert solve(replace(problem, shared_track=True)).revenue == 2 * (10 + 20 + 40)


def test_an_area_beyond_the_edge_is_entered_once_though_it_has_two_entrances() -> None:
    """Both entrances of the north are one place: from the north one goes to the south, not back to the north."""
    stops = (
        Stop("north, west entrance", "offboard", through=False, groups=1),
        Stop("A", "city", token=True),
        Stop("north, east entrance", "offboard", through=False, groups=1),
        Stop("south", "offboard", through=False, groups=2),
    )
    chains = (Chain((0, 1), 1), Chain((1, 2), 2), Chain((1, 3), 4))
    pays = ((Income(60),), (Income(20),), (Income(60),), (Income(30),))
    for limits in ((Limit(ANY, 3),), ()):
        service = Service(pays=pays, limits=limits)
        problem = Problem(stops=stops, chains=chains, trains=(Train("3", (service,)),))
        assert solve(problem).revenue == 60 + 20 + 30
        assert [v.rule for v in check(problem, [Route(0, (0, 1, 2), (0, 1))])] == ["group-twice"]
    both = replace(problem, trains=problem.trains * 2)
    assert solve(both).revenue == (60 + 20 + 30) + (60 + 20)  # another train may go there, too


def test_a_harbour_is_an_end_that_uses_up_no_range_and_pays_the_treasury() -> None:
    """A train 2 runs two cities and one harbour; not from harbour to harbour, which are of one kind."""
    stops, chains = line(
        Stop("harbour 1", "harbour", through=False, groups=1),
        Stop("A", "city", token=True),
        Stop("B", "city"),
        Stop("harbour 2", "harbour", through=False, groups=1),
    )
    pays = ((Income(0, 30),), (Income(20),), (Income(40),), (Income(0, 20),))
    two = Service(pays=pays, limits=(Limit(~mask(stops, "harbour"), 2),))
    problem = Problem(stops=stops, chains=chains, trains=(Train("2", (two,)),), weights=Income(1, 1, 0))
    assert solve(problem).income == Income(20 + 40, 30)
    assert [v.rule for v in check(problem, [Route(0, (0, 1, 2, 3), (0, 1, 2))])] == ["group-twice"]
    assert [v.rule for v in check(problem, [Route(0, (1, 0), (0,))])] == []


# --------------------------------------------------------------------------------------------------- mines and gauges


def mining(own_mine: bool) -> Problem:
    """A mine with two exits, towns and cities beyond each; another mine at the far end."""
    stops = (
        Stop("mine", "mine", through=False, token=own_mine, groups=1),
        Stop("town", "town"),
        Stop("A", "city", token=not own_mine),
        Stop("B", "city"),
        Stop("other mine", "mine", through=False, groups=1),
    )
    chains = (Chain((0, 1), 1), Chain((1, 2), 2), Chain((0, 2), 4), Chain((2, 3), 8), Chain((3, 4), 16))
    mines, towns = mask(stops, "mine"), mask(stops, "town")
    pays = ((Income(0, 40),), (Income(10),), (Income(20),), (Income(30),), (Income(0, 60),))
    allowed = 0b1 if own_mine else mines
    one_g = Service(pays=pays, limits=(Limit(~towns & ~mines, 1),), needs=(allowed,), banned=mines & ~allowed)
    return Problem(stops=stops, chains=chains, trains=(Train("1g", (one_g,)),))


def test_goods_train_starts_at_a_mine_and_passes_towns_freely() -> None:
    solution = solve(mining(own_mine=True))
    assert sorted(names(mining(True), solution.routes[0])) == ["A", "mine", "town"]
    assert solution.income == Income(30, 40)


def test_goods_train_of_others_goes_to_any_mine() -> None:
    """One city only: from the own station to a mine, whichever; the town makes the difference."""
    solution = solve(mining(own_mine=False))
    assert solution.income == Income(30, 40)


def test_goods_train_never_runs_from_mine_to_mine() -> None:
    two_g = mining(own_mine=False)
    service = replace(two_g.trains[0].services[0], limits=(Limit(0b01100, 2),))
    problem = replace(two_g, trains=(Train("2g", (service,)),), weights=Income(1, 1, 0))
    solution = solve(problem)
    assert solution.income == Income(60, 60)
    assert [v.rule for v in check(problem, [Route(0, (0, 1, 2, 3, 4), (0, 1, 3, 4))])] == ["group-twice"]


def test_two_goods_trains_leave_one_mine_by_different_tracks() -> None:
    problem = mining(own_mine=True)
    both = solve(replace(problem, trains=problem.trains * 2))
    assert both.income == Income(30 + 20, 80)
    assert len(both.routes) == 2


def oviedo() -> Problem:
    """City (own station), mine, town, harbour in a row; a train 1+2 and a tender."""
    stops, chains = line(
        Stop("D6", "city", token=True), Stop("C5", "mine"), Stop("C3", "town"), Stop("C1", "harbour", through=False)
    )
    pays = ((Income(30),), (Income(0, 30),), (Income(10),), (Income(0, 40),))
    big = mask(stops, "city")
    plain = Service(pays=pays, limits=(Limit(big, 1), Limit(ANY, 3)))
    tender = replace(plain, limits=(Limit(big, 1), Limit(ANY, 4)), uses=1)
    return Problem(stops=stops, chains=chains, trains=(Train("1+2", (plain, tender)),), weights=Income(1, 1, 0))


def test_a_tender_lengthens_one_train() -> None:
    solution = solve(oviedo())
    assert solution.income == Income(40, 70)
    assert solution.routes[0].service == 1
    two = oviedo()
    separate = replace(two, shared_track=True, trains=two.trains * 2)
    assert sorted(route.service for route in solve(separate).routes) == [0, 1]
    assert solve(separate).income == Income(80, 100)


def test_mine_or_town_is_the_directors_choice() -> None:
    stops, chains = line(Stop("E21", "city", token=True), Stop("E19", "town"))
    service = Service(pays=((Income(20),), (Income(10), Income(0, 20))), limits=(Limit(ANY, 2),))
    problem = Problem(stops=stops, chains=chains, trains=(Train("2", (service,)),))
    assert solve(problem).income == Income(30)
    assert solve(replace(problem, weights=Income(1, 1, 0))).income == Income(20, 20)


def across_the_pass() -> Problem:
    """West, Gijón, pass, Madrid, Barcelona, eastern harbour: narrow gauge up to the pass, broad beyond."""
    stops, chains = line(
        Stop("A5", "red", through=False, groups=0b10),
        Stop("E3", "city"),
        Stop("D12", "pass", token=True, crossed=0b1),
        Stop("F24", "city"),
        Stop("M21", "city"),
        Stop("N22", "harbour", through=False, groups=0b100),
    )
    chains = tuple(replace(chain, gauge=2 if n < 2 else 1) for n, chain in enumerate(chains))
    pays = ((Income(50),), (Income(60),), (Income(50),), (Income(80),), (Income(70),), (Income(0, 60),))
    north_south = Bonus(Income(100), (0b011000, 0b000010))
    east_west = Bonus(Income(100), (), (0b000001, 0b100000))
    both = Bonus(Income(-50), (0b011000, 0b000010), (0b000001, 0b100000))
    limits = (Limit(~mask(stops, "harbour"), 8), Limit(ANY, 16))
    combined = Service(pays=pays, limits=limits, needs=(0b000011, 0b111000), bonuses=(north_south, east_west, both))
    return Problem(stops=stops, chains=chains, trains=(Train("8+8", (combined,)),), weights=Income(1, 1, 0))


def test_combined_train_crosses_the_pass_and_earns_both_bonuses() -> None:
    problem = across_the_pass()
    assert solve(problem).income == Income(310 + 150, 60)
    assert value(problem, [Route(0, (1, 2, 3, 4), (1, 2, 3))]) == Income(260 + 100)
    assert [v.rule for v in check(problem, [Route(0, (0, 1, 2), (0, 1))])] == ["missing-stop"]


def test_a_train_stays_on_its_gauge() -> None:
    problem = across_the_pass()
    service = problem.trains[0].services[0]
    narrow = replace(problem, trains=(Train("6+8", (replace(service, needs=(), gauges=2),)),))
    assert solve(narrow).income == Income(50 + 60 + 50)
    broad = replace(problem, trains=(Train("8", (replace(service, needs=(), gauges=1),)),))
    assert solve(broad).income == Income(50 + 80 + 70, 60)
    assert [v.rule for v in check(broad, [Route(0, (1, 2, 3), (1, 2))])] == ["gauge"]


def test_at_most_one_pass_is_crossed() -> None:
    """A second pass may be an end; a train without limit ends there, too."""
    stops, chains = line(
        Stop("A", "city"),
        Stop("pass 1", "pass", crossed=1),
        Stop("B", "city", token=True),
        Stop("pass 2", "pass", crossed=1),
        Stop("C", "city"),
    )
    pays = ((Income(50),), (Income(10),), (Income(20),), (Income(10),), (Income(40),))
    for limits in ((Limit(ANY, 4),), (Limit(ANY, 5),), ()):
        service = Service(pays=pays, limits=limits)
        problem = Problem(stops=stops, chains=chains, trains=(Train("train", (service,)),))
        assert solve(problem).income == Income(50 + 10 + 20 + 10)


def test_small_companies_keep_away_from_red_places() -> None:
    problem = across_the_pass()
    service = replace(problem.trains[0].services[0], needs=(), banned=0b000001, bonuses=())
    assert solve(replace(problem, trains=(Train("8", (service,)),))).income == Income(60 + 50 + 80 + 70, 60)


# ------------------------------------------------------------------------- routes that are worth something together


def hexes_between(one: str, other: str) -> int:
    """Steps between two hexes of the eastern counties."""
    columns = abs(ord(one[0]) - ord(other[0]))
    rows = abs(int(one[1:]) - int(other[1:]))
    return columns + max(0, (rows - columns) // 2)


class EasternCounties:
    """A small map: stations with their values, track between neighbours, ports and red areas at the edge."""

    def __init__(
        self,
        stations: Mapping[str, int],
        track: Sequence[tuple[str, str]],
        *,
        ports: Mapping[str, int] | None = None,
        red: Mapping[str, int] | None = None,
        small: Sequence[str] = (),
        tokens: Sequence[str],
        hexes: Mapping[str, str] | None = None,
    ) -> None:
        self.ports, self.red, self.small = dict(ports or {}), dict(red or {}), small
        self.values = {**stations, **self.ports, **self.red}
        self.names = list(self.values)
        self.hexes = dict(hexes or {})
        self.entrances: list[str] = [*self.hexes.values()]
        self.stops = tuple(
            Stop(
                name,
                self._kind(name),
                through=name in stations,
                token=name in tokens,
                groups=(name in self.ports) | (name in self.red) << 1,
            )
            for name in self.names
        )
        self.chains = tuple(
            Chain(
                (self.names.index(a), self.names.index(b)),
                1 << n,
                hexes=1 << self.names.index(a) | 1 << self.names.index(b),
                gates=(self._gate(a, b), self._gate(b, a)),
            )
            for n, (a, b) in enumerate(track)
        )

    def _kind(self, name: str) -> str:
        edge = "port" if name in self.ports else "red" if name in self.red else ""
        return edge or ("small" if name in self.small else "large")

    def _gate(self, name: str, neighbour: str) -> int:
        """The hex of a station; of an edge area the hex next to it."""
        where = self.hexes.get(name) or self.hexes.get(neighbour)
        return self.entrances.index(where) if where else 0

    def mask(self, *kinds: str) -> int:
        return mask(self.stops, *kinds)

    def haul(self, one: Terminal, other: Terminal) -> Income:
        edges = sum(self.mask("port", "red") >> end.stop & 1 for end in (one, other))
        rate = 30 if any(self.mask("port") >> end.stop & 1 for end in (one, other)) else 20
        here, there = self.entrances[one.gate], self.entrances[other.gate]
        between = hexes_between(here, there) - 1 + edges if here != there else max(0, edges - 1)
        return Income(rate * between)

    def _pays(self, *kinds: str) -> tuple[tuple[Income, ...], ...]:
        paying = self.mask(*kinds)
        return tuple((Income(self.values[name]),) if paying >> n & 1 else () for n, name in enumerate(self.names))

    def express(self, counted: int, touched: int | None = None) -> Train:
        large = self.mask("large", "port", "red")
        limit = Limit(large, counted) if touched else None
        service = Service(
            pays=self._pays("large", "port", "red"),
            limits=(Limit(large, touched or counted),),
            counted=limit,
            skips=large if touched else 0,
            ends=large,
        )
        return Train(f"{counted}E", (service,))

    def local(self, most: int) -> Train:
        large = self.mask("large")
        service = Service(
            pays=self._pays("large", "small"),
            limits=(Limit(large, most),),
            banned=self.mask("port", "red"),
            ends=large,
            hex_pay=Income(0, 0, 10),
        )
        return Train(f"{most}L", (service,))

    def freight(self, moves: int, convoy: Convoy) -> Train:
        ends = self.mask("large", "port", "red")
        service = Service(pays=self._pays("large", "port", "red"), moves=moves, ends=ends, haul=self.haul)
        return Train(f"{moves}F", (service,), convoy)

    def problem(self, home: str, *trains: Train) -> Problem:
        return Problem(
            stops=self.stops,
            chains=self.chains,
            trains=trains,
            weights=Income(1, 0, 1),
            shared_track=True,
            pays_once=True,
            meeting=self.mask("large"),
            home=1 << self.names.index(home),
            must_run=True,
        )

    def route(self, train: int, *names: str, convoy: int | None = None) -> Route:
        stops = tuple(self.names.index(name) for name in names)
        ends = [sorted(chain.ends) for chain in self.chains]
        return Route(
            train,
            stops,
            tuple(ends.index(sorted(stops[at : at + 2])) for at in range(len(stops) - 1)),
            convoy=convoy,
        )


def test_local_train_with_subsidy_for_each_hex() -> None:
    """[7.8.2] Three large stations of 30 and a small one: 110, and 40 for four hexes."""
    board = EasternCounties(
        {"Wells": 30, "small": 20, "Fakenham": 30, "Swaffham": 30},
        [("Wells", "small"), ("small", "Fakenham"), ("Fakenham", "Swaffham")],
        small=["small"],
        tokens=["Wells"],
    )
    assert solve(board.problem("Wells", board.local(3))).income == Income(110, 0, 40)


def test_local_trains_share_hexes() -> None:
    board = EasternCounties({"A": 20, "B": 30, "C": 40}, [("A", "B"), ("B", "C")], tokens=["B"])
    solution = solve(board.problem("B", board.local(2), board.local(2)))
    assert solution.income == Income(90, 0, 30)


def test_two_express_trains_that_skip_a_station() -> None:
    """[7.8.3] Colchester 40, Harwich 30, Holland 70 and Beccles 20, Ipswich 40, Colchester 40 give 180 together."""
    board = EasternCounties(
        {"Colchester": 40, "Harwich": 30, "Beccles": 20, "Ipswich": 40},
        [("Colchester", "Harwich"), ("Harwich", "Holland"), ("Beccles", "Ipswich"), ("Ipswich", "Colchester")],
        ports={"Holland": 70},
        tokens=["Colchester"],
    )
    two = board.express(2, 3)
    solution = solve(board.problem("Colchester", two, two))
    assert solution.income == Income(180)


def test_routes_meet_in_a_large_station_only() -> None:
    """[7.8] Two routes that share only a port, or only a small station, are refused."""
    board = EasternCounties(
        {"A": 20, "B": 30, "small": 20, "C": 20, "D": 20},
        [("A", "Port"), ("B", "Port"), ("C", "small"), ("small", "D"), ("A", "small"), ("B", "small")],
        ports={"Port": 90},
        small=["small"],
        tokens=["A", "B", "C", "D"],
    )
    problem = replace(board.problem("A", board.express(2), board.express(2)), must_run=False)
    at_the_port = [board.route(0, "A", "Port"), board.route(1, "B", "Port")]
    assert [v.rule for v in check(problem, at_the_port)] == ["apart"]
    at_the_small_one = [board.route(0, "A", "small", "D"), board.route(1, "C", "small", "B")]
    assert [v.rule for v in check(problem, at_the_small_one)] == ["apart"]
    assert solve(problem).income == Income(20 + 90 + 30)


def test_some_route_comes_home_even_where_another_pays_more() -> None:
    """[7.8] The best route lies apart from home; it is run only if another one, meeting it, comes home."""
    board = EasternCounties(
        {"Home": 10, "A": 20, "B": 60, "C": 70},
        [("Home", "A"), ("A", "B"), ("B", "C")],
        tokens=["Home", "B"],
    )
    one = replace(board.problem("Home", board.express(2)), must_run=False)
    assert [v.rule for v in check(one, [board.route(0, "B", "C")])] == ["home"]
    assert solve(one).income == Income(10 + 20)
    two = replace(one, trains=(board.express(2), board.express(3)))
    assert solve(two).income == Income(10 + 20 + 60 + 70)


def test_freight_counts_the_hexes_between_its_ends() -> None:
    """[7.8.1] Colchester–London entered from Witham, and Norwich–Wells as against the port next to Wells."""
    board = EasternCounties(
        {"Norwich": 40, "Fakenham": 20, "Wells": 30},
        [("Norwich", "Fakenham"), ("Fakenham", "Wells"), ("Wells", "Port")],
        ports={"Port": 80},
        tokens=["Norwich"],
        hexes={"Norwich": "F5", "Fakenham": "E4", "Wells": "E2"},
    )
    problem = board.problem("Norwich", board.freight(3, Convoy.MUST))
    assert value(problem, [board.route(0, "Norwich", "Fakenham", "Wells")]) == Income(40 + 30 + 20)
    assert solve(problem).income == Income(40 + 80 + 60)


def test_freights_that_run_end_to_end_as_one() -> None:
    """[7.8.1] A 3F and a 5F from The West to Denmark: 100 + 100 + 6 × 30."""
    names = ["Cambridge", "Newmarket", "Bury", "Stowmarket", "Ipswich", "Felixstowe"]
    hexes = dict(zip(names, ["B9", "C10", "D9", "E10", "F11", "G12"], strict=True))
    board = EasternCounties(
        dict.fromkeys(names, 20),
        [("West", "Cambridge"), *pairwise(names), ("Felixstowe", "Denmark")],
        ports={"Denmark": 100},
        red={"West": 100},
        tokens=["Newmarket", "Ipswich"],
        hexes=hexes,
    )
    both = (board.freight(3, Convoy.MUST), board.freight(5, Convoy.MUST))
    solution = solve(board.problem("Newmarket", *both))
    assert solution.income == Income(380)
    assert len({route.convoy for route in solution.routes}) == 1
    alone = solve(board.problem("Newmarket", board.freight(5, Convoy.MUST)))
    assert alone.income == Income(20 + 100 + 4 * 30)


def test_freights_do_not_run_in_a_ring() -> None:
    """[7.8.1] Two tracks between two stations: the second freight could only come back."""
    board = EasternCounties(
        {"A": 50, "B": 40}, [("A", "B"), ("A", "B")], tokens=["A", "B"], hexes={"A": "B5", "B": "B7"}
    )
    both = board.problem("A", board.freight(1, Convoy.MUST), board.freight(1, Convoy.MUST))
    solution = solve(both)
    assert solution.income == Income(90)
    assert len(solution.routes) == 1
    assert not check(both, solution.routes)


@pytest.mark.parametrize(("convoy", "rule"), [(Convoy.MUST, "convoy-apart"), (Convoy.MAY, None)])
def test_lasting_freights_need_not_be_joined(convoy: Convoy, rule: str | None) -> None:
    """[7.8.1] London–Holland 420, and Holland–Colchester beside it 110: Holland pays once."""
    names = ["Witham", "Colchester", "Harwich"]
    board = EasternCounties(
        {"Witham": 20, "Colchester": 80, "Harwich": 60},
        [("London", "Witham"), ("Witham", "Colchester"), ("Colchester", "Harwich"), ("Harwich", "Holland")],
        ports={"Holland": 130},
        red={"London": 200},
        tokens=["Witham", "Colchester", "Harwich"],
        hexes=dict(zip(names, ["D13", "E12", "F13"], strict=True)),
    )
    problem = board.problem("Colchester", board.freight(6, convoy), board.freight(7, convoy))
    routes = [
        board.route(0, "London", "Witham", "Colchester", "Harwich", "Holland"),
        board.route(1, "Holland", "Harwich", "Colchester"),
    ]
    assert [v.rule for v in check(problem, routes)] == ([rule] if rule else [])
    assert value(problem, routes) == Income(530)
    assert value(problem, [replace(route, convoy=1) for route in routes]) == Income(200 + 80 + 20)


def test_a_train_that_would_lower_the_revenue_runs_all_the_same() -> None:
    """A second freight must join the convoy and move its end from the port to a poor town."""
    board = EasternCounties(
        {"A": 90, "B": 20, "C": 10},
        [("A", "B"), ("B", "C")],
        tokens=["A", "B", "C"],
        hexes={"A": "B5", "B": "B7", "C": "B9"},
    )
    one, other = board.freight(1, Convoy.MUST), board.freight(1, Convoy.MUST)
    assert solve(board.problem("A", one)).revenue == 110
    both = board.problem("A", one, other)
    assert solve(both).revenue == 90 + 10 + 20
    assert [v.rule for v in check(both, [board.route(0, "A", "B")])] == ["idle"]
