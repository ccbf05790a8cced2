"""The mechanism by itself: steps in order, questions, procedures within procedures, moves that answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from ferrovia import Ask, BadData, Cite, Game, IllegalAction, Move, Offer, Refusal, Span, Title
from ferrovia.engine.play import END, End, First, Refused, Table, Then, refused, refused_by, rule
from ferrovia.engine.record import start
from ferrovia.model.ids import BANK, CertId, CompanyId, HexId, Owner, PlayerId
from ferrovia.model.message import Message
from support.toy import BLOW, FERRY, Blow, Calm, CrateId, Day, Help, LeaveIt, Load, Tip, Wait, a_ferry, a_state, a_title

A, B = PlayerId(Owner("A")), PlayerId(Owner("B"))


@dataclass(frozen=True, slots=True)
class Count:
    """Facts: how often something was done."""

    times: int = 0


@dataclass(frozen=True, slots=True)
class Nod:
    pass


def a_game(title: Title, *, facts: Any = None) -> Game:
    """A game of two that starts with these facts."""
    return Game.at(title, a_state(title, (A, B), None, facts))


def tells(name: str) -> Callable[[Table], None]:
    """A step that tells its name."""

    def step(table: Table) -> None:
        table.tell(name)

    step.__name__ = name
    return step


def nodding() -> Move[Nod]:
    return Move(
        Nod, lambda table: (Offer(Nod()),), (), lambda table, action: table.note(times=table.here(Count).times + 1)
    )


def told(game: Game) -> list[str]:
    return [event.key for event in game.events]


# --------------------------------------------------------------------------------------------------------------- steps


def test_steps_run_in_the_order_of_their_script() -> None:
    """One after the other; after the last one the game is over."""
    game = a_game(a_title({"game": (tells("one"), tells("two"), tells("three"))}))
    assert told(game) == ["one", "two", "three"]
    assert (game.ask, game.where()) == (None, ())


def test_a_step_that_asks_runs_again_after_every_answer() -> None:
    """So a loop is "ask while something is left"."""

    def ask_three_times(table: Table) -> Ask | None:
        return Ask(A, (nodding(),), Message("nod", {})) if table.here(Count).times < 3 else None

    game = a_game(a_title({"game": (ask_three_times, tells("done"))}, actions=(Nod,)), facts=Count())
    for times in range(3):
        assert game.where()[0].facts == Count(times)
        game = game.play(Nod())
    assert (told(game), game.ask) == (["done"], None)


def test_first_plays_a_script_and_comes_back_to_the_same_step() -> None:
    """What the step wants to remember is there when it runs again."""

    def twice(table: Table) -> First | None:
        times = table.here(Count).times
        table.tell(f"seen {times}")
        return First("inner", remember=Count(times + 1)) if times < 2 else None

    game = a_game(a_title({"game": (twice, tells("after")), "inner": (tells("inner"),)}), facts=Count())
    assert told(game) == ["seen 0", "inner", "seen 1", "inner", "seen 2", "after"]


def test_first_without_memory_leaves_the_facts_alone() -> None:
    def once(table: Table) -> First | None:
        return First("inner") if table.state.cash[BANK] < 1000 else None

    def fill(table: Table) -> None:
        table.state.cash[BANK] = 1000

    seen = list[Any]()

    def look(table: Table) -> None:
        seen.append(table.here(Count))

    a_game(a_title({"game": (once, look), "inner": (fill,)}), facts=Count(7))
    assert seen == [Count(7)]


def test_then_plays_a_script_and_goes_on_with_the_next_step() -> None:
    """The step itself does not run again."""

    def hand_over(table: Table) -> Then:
        table.tell("hand over")
        return Then("inner", Count(5))

    def inner(table: Table) -> None:
        table.tell(f"inner {table.here(Count).times}")

    game = a_game(a_title({"game": (hand_over, tells("after")), "inner": (inner,)}))
    assert told(game) == ["hand over", "inner 5", "after"]


def test_then_as_the_last_step_closes_its_procedure() -> None:
    """Nothing is left on the stack below."""

    def hand_over(table: Table) -> Then:
        return Then("inner", Count())

    def ask(table: Table) -> Ask:
        return Ask(A, (nodding(),), Message("nod", {}))

    game = a_game(a_title({"game": (hand_over,), "inner": (ask,)}, actions=(Nod,)))
    assert [frame.script for frame in game.where()] == ["inner"]


def test_end_ends_the_game_at_any_depth() -> None:
    """Whatever else was open."""

    def go_in(table: Table) -> First:
        return First("inner")

    def stop(table: Table) -> End:
        table.tell("stop")
        return END

    game = a_game(a_title({"game": (go_in, tells("never")), "inner": (go_deeper, tells("nor this")), "core": (stop,)}))
    assert (told(game), game.ask, game.where()) == (["stop"], None, ())
    assert game.outcome is not None


def go_deeper(table: Table) -> First:
    return First("core")


def test_an_interrupt_is_played_before_anything_else_goes_on() -> None:
    """Also when the step that raised it was the last of its procedure."""

    def raise_it(table: Table) -> None:
        table.tell("raised")
        table.interrupt("inner", Count(1))

    game = a_game(a_title({"game": (raise_it,), "inner": (tells("inner"),)}))
    assert told(game) == ["raised", "inner"]
    longer = a_game(a_title({"game": (raise_it, tells("after")), "inner": (tells("inner"),)}))
    assert told(longer) == ["raised", "inner", "after"]


# ----------------------------------------------------------------------------------------- procedures within procedures


def test_procedures_stand_four_deep_and_come_back_one_by_one() -> None:
    """A load in a day of the season is left to the storm: season, day, crossing, storm."""
    game = a_ferry().play(Blow(2)).play(Load((CrateId("apples"),)))
    assert [frame.script for frame in game.where()] == ["game", "day", "crossing"]
    storm = game.play(LeaveIt())
    assert [frame.script for frame in storm.where()] == ["game", "day", "crossing", "storm"]
    calm = storm.play(Calm())
    assert [(frame.script, frame.at) for frame in calm.where()] == [("game", "sail"), ("day", "ask_for_loads")]
    assert calm.ask is not None and calm.ask.who == B


def test_facts_die_with_their_procedure() -> None:
    """The next day starts with no wind and all crates; nobody has to put them back."""
    game = a_ferry().play(Blow(3)).play(Load((CrateId("coal"),))).play(Help())
    day = game.where()[1].facts
    assert (day.wind, day.gone, day.waiting) == (3, ("coal",), (B,))
    next_day = game.play(Wait())
    assert next_day.where()[1].facts == Day(waiting=(A, B))


def test_what_is_noted_after_an_interrupt_belongs_to_the_procedure_that_asked() -> None:
    """`load` interrupts first and notes afterwards: the day knows, the crossing keeps its own facts."""
    game = a_ferry().play(Blow(2)).play(Load((CrateId("dates"),)))
    _, day, crossing = game.where()
    assert day.facts.gone == ("dates",)
    assert (crossing.facts.owner, crossing.facts.crates) == (A, 1)


def test_what_is_tried_changes_nothing_at_the_table() -> None:
    """The script has begun there, with its facts; money that is paid and what is noted stays there."""
    game = a_game(a_title({"game": (tells("one"),), "inside": (tells("two"),)}), facts=Count(1))
    table = Table(game.title, a_state(game.title, (A, B), None, Count(1)))
    before = table.state.copy()
    trial = table.on_trial("inside", Count(5))
    trial.note(times=trial.here(Count).times + 1)
    trial.pay(3, source=A, to=B)
    assert (trial.here(Count), trial.state.cash[A]) == (Count(6), before.cash[A] - 3)
    assert (table.here(Count), table.state == before) == (Count(1), True)


def test_interrupts_of_one_answer_are_played_last_first() -> None:
    """The later one lies on top."""

    def apply(table: Table, action: Nod) -> None:
        table.note(times=1)
        table.interrupt("one")
        table.interrupt("two")

    def ask(table: Table) -> Ask | None:
        move = Move(Nod, lambda table: (Offer(Nod()),), (), apply)
        return Ask(A, (move,), Message("nod", {})) if not table.here(Count).times else None

    scripts = {"game": (ask, tells("after")), "one": (tells("one"),), "two": (tells("two"),)}
    assert told(a_game(a_title(scripts, actions=(Nod,)), facts=Count()).play(Nod())) == ["two", "one", "after"]


def test_a_script_has_no_two_steps_of_one_name() -> None:
    """A frame remembers the name of its step, so names must differ."""
    with pytest.raises(ValueError, match="script 'game' of toy has two steps of one name"):
        a_title({"game": (tells("one"), tells("two"), tells("one"))})


def test_a_step_inserted_before_does_not_move_a_running_game() -> None:
    """The stored frame names its step; it does not count."""
    game = a_ferry().play(Blow(2))
    longer = replace(FERRY, scripts={**FERRY.scripts, "day": (tells("dawn"), *FERRY.scripts["day"])})
    resumed = Game.at(longer, game.state.copy())
    assert resumed.where() == game.where()
    assert (told(resumed), resumed.offers()) == ([], game.offers())


# ---------------------------------------------------------------------------------------------------- questions, offers


def test_standing_moves_are_joined_to_every_question_of_a_player() -> None:
    """A tip can be given while asked to load and while asked to help; the question stays."""
    loading = a_ferry().play(Blow(2))
    assert Offer(Tip(1), Span(1, 5)) in loading.offers()
    tipped = loading.play(Tip(2))
    assert tipped.ask is not None and loading.ask is not None
    assert (tipped.ask.who, tipped.ask.about) == (loading.ask.who, loading.ask.about)
    assert tipped.state.cash[A] == 3
    helping = tipped.play(Load((CrateId("apples"),)))
    assert helping.ask is not None and helping.ask.who == B
    assert Offer(Tip(1), Span(1, 5)) in helping.offers()


def test_offers_that_checks_refuse_are_not_offered() -> None:
    """`one_crate` offers all four; those that are gone fail their check."""
    game = a_ferry().play(Blow(3)).play(Load((CrateId("apples"), CrateId("coal")))).play(Help())
    crates = [offer.action.crates for offer in game.offers() if isinstance(offer.action, Load)]
    assert crates == [("bricks",), ("dates",)]


def test_an_action_grows_piece_by_piece() -> None:
    """With wind 2 a load of one grows to two, and no further."""
    game = a_ferry().play(Blow(2))
    longer = game.offers().longer(Load((CrateId("coal"),)))
    assert [offer.action.crates for offer in longer] == [("coal", "apples"), ("coal", "bricks"), ("coal", "dates")]
    assert game.offers().longer(longer[0].action) == ()
    assert game.offers().longer(Wait()) == ()
    assert not game.offers().longer(longer[0].action)


def test_offers_answer_for_offers_actions_and_kinds() -> None:
    """One noun: it iterates, counts, and says what is in it."""
    offers = a_ferry().play(Blow(2)).offers()
    assert offers and len(offers) == len(list(offers)) == len(offers.of(Load)) + len(offers.of(Wait, Tip))
    assert offers[0] in offers and offers[0].action in offers
    assert (
        Load((CrateId("coal"), CrateId("dates"))) in offers and Load((CrateId("coal"), CrateId("coal"))) not in offers
    )
    assert Blow(1) not in offers and not offers.of(Blow)


def test_a_span_can_be_taken_with_any_of_its_amounts() -> None:
    game = a_ferry()
    (offer,) = game.offers()
    assert offer == Offer(Blow(1), Span(1, 3))
    assert [game.take(offer, amount).where()[1].facts.wind for amount in (1, 2, 3)] == [1, 2, 3]
    assert game.take(offer) == game.play(Blow(1))
    assert (0 in Span(1, 3), 1 in Span(1, 3), 3 in Span(1, 3), 4 in Span(1, 3)) == (False, True, True, False)


@pytest.mark.parametrize("span", [Span(0, 3), Span(1, 4)], ids=str)
def test_a_span_that_is_too_wide_at_either_end_is_not_offered(span: Span) -> None:
    """Checks make offers exact; a title whose spans they refuse has nothing to offer, and its tests will say so."""

    def ask(table: Table) -> Ask:
        return Ask(A, (replace(BLOW, offers=lambda table: (Offer(Blow(1), span),)),), Message("wind", {}))

    game = a_game(a_title({"game": (ask,)}, actions=(Blow,), keys=("wind-is-1-to-3",)))
    assert game.offers() == ()
    assert game.why_not(Blow(2)) is None


def test_a_finished_game_has_nothing_to_pick() -> None:
    game = a_game(a_title({"game": (tells("one"),)}))
    with pytest.raises(LookupError, match="nothing may be answered"):
        game.offers().pick(Random(1))
    assert (game.offers(), game.offers().passive(), game.offers().longer(Nod())) == ((), None, ())


# ------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("action", "by", "key", "params"),
    [
        (Load((CrateId("coal"),)), B, "whose-turn", {"player": "B", "asked": "A"}),
        (LeaveIt(), None, "not-asked", {"action": "leave_it"}),
        (Load((CrateId("gold"),)), None, "no-such-thing", {"kind": "crate", "name": "gold"}),
        (Load(()), A, "one-crate-at-least", {}),
        (Load((CrateId("coal"), CrateId("coal"))), None, "crate-is-there", {"crate": "coal"}),
        (Load((CrateId("coal"), CrateId("dates"), CrateId("apples"))), None, "wind-carries", {"wind": 2, "count": 3}),
        (Tip(6), None, "tip-within-cash", {"cash": 5}),
    ],
    ids=str,
)
def test_a_refusal_says_which_rule_and_why(action: Any, by: PlayerId | None, key: str, params: dict[str, Any]) -> None:
    """Asked beforehand or tried, it is the same."""
    game = a_ferry().play(Blow(2))
    refusal = game.why_not(action, by)
    cite = FERRY.rulebook.cite(key)
    assert refusal == Refusal(key, cite, params)
    with pytest.raises(IllegalAction) as raised:
        game.play(action, by)
    assert raised.value.refusal == refusal
    assert str(raised.value) == f"[{cite}] {key} {params}"


def test_the_first_refusal_in_order_wins() -> None:
    """A later check may rely on an earlier one: it is not even asked."""

    @rule("one")
    def never(table: Table, action: Nod) -> Refused | None:
        return refused(why="one")

    @rule("two")
    def breaks(table: Table, action: Nod) -> Refused | None:
        raise AssertionError("not to be asked")

    def ask(table: Table) -> Ask:
        return Ask(
            A, (Move(Nod, lambda table: (Offer(Nod()),), (never, breaks), lambda table, action: None),), Message("", {})
        )

    game = a_game(a_title({"game": (ask,)}, actions=(Nod,), keys=("one", "two")))
    assert game.why_not(Nod()) == Refusal("one", Cite("5", "Rules"), {"why": "one"})
    assert game.offers() == ()


def test_a_question_may_explain_itself_to_others() -> None:
    """Whoever is not asked hears the question's own reason, if it has one for them."""

    def explain(table: Table, player: PlayerId) -> Refused | None:
        return refused_by("not-asked", you=player) if player == B else None

    def ask(table: Table) -> Ask:
        return Ask(A, (nodding(),), Message("nod", {}), others=explain)

    game = a_game(a_title({"game": (ask,)}, actions=(Nod,)), facts=Count())
    assert game.why_not(Nod(), B) == Refusal("not-asked", Cite("2", "Answers"), {"you": "B"})
    stranger = game.why_not(Nod(), PlayerId(Owner("stranger")))
    assert stranger is not None and stranger.rule == "whose-turn"
    assert game.why_not(Nod(), A) is None


def test_after_the_end_everything_is_refused() -> None:
    game = a_game(a_title({"game": (tells("one"),)}, actions=(Nod,)))
    assert game.why_not(Nod()) == Refusal("game-over", Cite("4", "The end"), {})


# ------------------------------------------------------------------------------------------------------------ the table


def a_table() -> Table:
    return Table(FERRY, a_ferry().state.copy())


def test_money_is_never_paid_backwards() -> None:
    with pytest.raises(ValueError, match="cannot pay -1"):
        a_table().pay(-1, source=A, to=BANK)


def test_a_certificate_must_exist_to_change_hands() -> None:
    with pytest.raises(LookupError, match="no certificate X-1"):
        a_table().hand_over(CertId("X-1"), to=A)


def test_a_token_must_lie_on_the_charter_to_be_placed() -> None:
    table, company = a_table(), CompanyId(Owner("X"))
    table.state.tokens[company] = 1
    table.place(company, HexId("H1"))
    assert (table.state.tokens[company], table.state.board.tokens_on(HexId("H1"))) == (0, (company,))
    with pytest.raises(LookupError, match="X has no token left"):
        table.place(company, HexId("H2"))


def test_nobody_answers_while_steps_run() -> None:
    with pytest.raises(LookupError, match="nobody is being asked"):
        a_table().answering()


def test_seats_go_round() -> None:
    table = Table(FERRY, a_ferry("A B C").state.copy())
    seats = [PlayerId(Owner(name)) for name in "ABC"]
    assert [table.next_seat(seat) for seat in seats] == [*seats[1:], seats[0]]


# -------------------------------------------------------------------------------------------------------------- results


def test_events_are_those_since_the_position_before() -> None:
    """Not all since the start."""
    game = a_ferry().play(Blow(2))
    assert game.events == (Message("wind", {"amount": 2}),)
    loaded = game.play(Load((CrateId("coal"),)))
    assert loaded.events == (Message("loaded", {"player": A, "crates": ("coal",)}),)
    assert loaded.play(Help()).events == (Message("landed", {"player": A, "crates": 1}),)


def test_equal_worth_is_equal_rank() -> None:
    game = a_ferry("A B C")
    game.state.cash[B] = 9
    assert [(standing.player, standing.rank) for standing in game.standings()] == [("B", 1), ("A", 2), ("C", 2)]


def test_walking_gives_the_position_after_each_answer() -> None:
    first = a_ferry()
    answers = (Blow(2), Wait(), Wait())
    walked = list(first.walk(answers))
    assert walked == [first.play(Blow(2)), first.play(Blow(2)).play(Wait()), walked[2]]
    assert walked[2].where()[1].facts == Day(waiting=(A, B))


def test_start_refuses_names_that_are_taken() -> None:
    for names in (["A", "A"], ["A", "bank"], ["chance", "A"], ["A", " "], ["", "A"]):
        with pytest.raises(BadData, match="cannot be a player's name here"):
            start(FERRY, names)
