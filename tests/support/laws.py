"""What holds at every position of every title. Each function looks at one position and says what is broken."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

from ferrovia import Game, IllegalAction, Offer, Title, fingerprint, state_from_json, state_to_json, state_to_text
from ferrovia.engine.forms import Field
from ferrovia.model.ids import TrainId
from ferrovia.model.route import Route

NOBODY = "no such thing"


def random_answer(game: Game, random: Random) -> Any:
    """One of all legal answers: an offer, with some amount of its span, or grown further. Low bids are more likely."""
    offer = game.offers().pick(random)
    action = offer.action
    if offer.amount is not None:
        span = offer.amount
        return offer.with_amount(span.low if random.random() < 0.5 else random.randint(span.low, span.high))
    while offer.open and random.random() < 0.7:
        longer = game.offers().longer(action)
        if not longer:
            break
        action = random.choice(longer).action
    return action


# ------------------------------------------------------------------------------------------------ what may be answered


def offers_are_legal(game: Game) -> None:
    """Every offer is legal, at both ends of its span; one beyond each end is refused or another offer's."""
    for offer in game.offers():
        ends = (
            [offer.action] if offer.amount is None else [*map(offer.with_amount, (offer.amount.low, offer.amount.high))]
        )
        for action in ends:
            assert game.why_not(action) is None, action
        if offer.amount is not None:
            for beyond in map(offer.with_amount, (offer.amount.low - 1, offer.amount.high + 1)):
                assert game.why_not(beyond) is not None or is_covered(game, beyond), beyond
        assert game.ask is not None
        assert game.why_not(offer.action, game.ask.who) is None


def legal_is_what_is_offered(game: Game, random: Random, tries: int) -> None:
    """Of all kinds of answers, sensible and not, exactly those are legal that an offer covers."""
    for action in attempts(game, random, tries):
        refusal = game.why_not(action)
        assert (refusal is None) is is_covered(game, action), (action, refusal)
        if refusal is not None:
            assert refusal.cite.paragraph in game.title.rulebook.paragraphs


def taking_is_playing(game: Game, random: Random) -> None:
    """Taking an offer and playing its action lead to the same position with the same events."""
    offer = game.offers().pick(random)
    amount = None if offer.amount is None else random.randint(offer.amount.low, offer.amount.high)
    taken = game.take(offer, amount)
    played = game.play(offer.action if amount is None else offer.with_amount(amount))
    assert taken == played
    assert taken.events == played.events


def refusing_changes_nothing(game: Game, random: Random, tries: int) -> None:
    """What `why_not` refuses, `play` refuses with the same words, and the table stays as it is."""
    before = fingerprint(game.state)
    for action in attempts(game, random, tries):
        refusal = game.why_not(action)
        try:
            game.play(action)
            assert refusal is None
        except IllegalAction as error:
            assert error.refusal == refusal
    assert fingerprint(game.state) == before


def others_are_refused(game: Game) -> None:
    """Only whoever is asked may answer."""
    assert game.ask is not None
    action = game.offers()[0].action
    for player in game.state.players:
        refusal = game.why_not(action, player)
        assert (refusal is None) is (player == game.ask.who)


def is_covered(game: Game, action: Any) -> bool:
    """Whether an offer covers an action: as it is, by its span, or grown to it over legal shorter ones."""
    return any(_covers(game, offer, game.plain(action)) for offer in game.offers())


def _covers(game: Game, offer: Offer, action: Any) -> bool:
    if type(offer.action) is not type(action):
        return False
    if offer.action == action:
        return True
    if offer.amount is not None:
        return action.amount in offer.amount and offer.with_amount(action.amount) == action
    if offer.open and _is_a_suggestion(game, offer):
        return game.why_not(action) is None
    if offer.open and _pieces(game, offer.action) < _pieces(game, action):
        return any(_covers(game, longer, action) for longer in game.offers().longer(offer.action))
    return False


def _is_a_suggestion(game: Game, offer: Offer) -> bool:
    """An open offer that does not grow piece by piece stands for every legal answer of its kind."""
    assert game.ask is not None
    return any(move.action is type(offer.action) and move.grow is None for move in game.ask.moves)


def _pieces(game: Game, action: Any) -> Counter[tuple[str, Any]]:
    return Counter(game.title.forms[type(action)].names_in(action))


# ------------------------------------------------------------------------------------------------------------ attempts


def attempts(game: Game, random: Random, count: int) -> Iterator[Any]:
    """Answers to try: forms filled at random, and legal answers with one thing changed."""
    pool = _pool(game)
    for _ in range(count):
        if random.random() < 0.4:
            kind = random.choice(game.title.actions)
            form = game.title.forms[kind]
            yield kind(**{field.name: _fill(game, field, pool, random) for field in form.fields})
        else:
            yield _changed(game, random_answer(game, random), pool, random)


def _pool(game: Game) -> Mapping[str, list[Any]]:
    """The pieces of which the offers speak, by kind: an answer made of them is a near miss at worst."""
    pool: defaultdict[str, list[Any]] = defaultdict(list)
    for offer in game.offers():
        for kind, name in game.title.forms[type(offer.action)].names_in(offer.action):
            pool[kind].append(name)
    return pool


def _fill(game: Game, field: Field, pool: Mapping[str, list[Any]], random: Random) -> Any:
    if not field.many:
        return _one(game, field.kind, pool, random)
    return tuple(_one(game, field.kind, pool, random) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 3, 4))))


def _one(game: Game, kind: str, pool: Mapping[str, list[Any]], random: Random) -> Any:
    if kind == "amount":
        spans = [offer.amount for offer in game.offers() if offer.amount]
        near = [end + step for span in spans for end in (span.low, span.high) for step in (-1, 0, 1)]
        return random.choice([*near, -1, 0, 1, random.randrange(200)])
    chance = random.random()
    if chance < 0.05 or (kind == "route" and not pool[kind]):
        return Route(TrainId(NOBODY), (), ()) if kind == "route" else NOBODY
    if chance < 0.8 and pool[kind]:
        return random.choice(pool[kind])
    if kind == "route":
        route: Route = random.choice(pool[kind])
        return replace(route, stops=route.stops[1:], chains=route.chains[1:])
    return random.choice(sorted(game.title.pieces.get(kind, {NOBODY})))


def _changed(game: Game, action: Any, pool: Mapping[str, list[Any]], random: Random) -> Any:
    """A legal answer with one field changed: another piece, one more, one fewer, another order."""
    form = game.title.forms[type(action)]
    if not form.fields:
        return action
    field = random.choice(form.fields)
    if not field.many:
        return replace(action, **{field.name: _one(game, field.kind, pool, random)})
    row = list(getattr(action, field.name))
    match random.randrange(4):
        case 0:
            row.append(_one(game, field.kind, pool, random))
        case 1:
            row = row[1:]
        case 2:
            random.shuffle(row)
        case _:
            row = [*row[:-1], _one(game, field.kind, pool, random)]
    return replace(action, **{field.name: tuple(row)})


# --------------------------------------------------------------------------------------------------------- the position


def asking_changes_nothing(game: Game) -> None:
    """A step that asks leaves the table as it is; so do offers, growth, refusals and the view."""
    before = game.state.copy()
    again = Game.at(game.title, game.state.copy())
    assert again.state == before
    assert again.events == ()
    _same_question(again, game)
    for offer in game.offers():
        if offer.open:
            game.offers().longer(offer.action)
    game.view()
    game.standings()
    assert game.state == before


def survives_storage(game: Game) -> None:
    """As JSON text and back: an equal state, the same fingerprint, the same question, the same offers."""
    text = state_to_text(game.state)
    assert json.loads(text) == json.loads(json.dumps(state_to_json(game.state)))
    state = state_from_json(game.title, json.loads(text))
    assert state == game.state
    assert fingerprint(state) == fingerprint(game.state)
    resumed = Game.at(game.title, state)
    _same_question(resumed, game)
    assert resumed.offers() == game.offers()


def survives_sorted_storage(game: Game) -> None:
    """A store that sorts the keys of objects changes neither the fingerprint nor what may be answered."""
    text = json.dumps(state_to_json(game.state), sort_keys=True)
    resumed = Game.at(game.title, state_from_json(game.title, json.loads(text)))
    assert fingerprint(resumed.state) == fingerprint(game.state)
    _same_question(resumed, game)
    assert Counter(resumed.offers()) == Counter(game.offers())


def _same_question(one: Game, other: Game) -> None:
    assert (one.ask is None) is (other.ask is None)
    if one.ask and other.ask:
        assert (one.ask.who, one.ask.moves, one.ask.about) == (other.ask.who, other.ask.moves, other.ask.about)


def nothing_is_lost(game: Game, box: Mapping[str, int]) -> None:
    """Money, certificates, tokens and whatever else a title counts: neither more nor less than the box holds."""
    assert game.title.counts(game.state) == box


def can_be_told(game: Game) -> None:
    """Events, question and view are plain data: texts and whole numbers, and rows and tables of them."""
    for event in game.events:
        is_plain(event.params)
    if game.ask:
        is_plain(game.ask.about.params)
    is_plain(asdict(game.view()))


def is_plain(value: Any) -> None:
    match value:
        case None | bool() | int() | str():
            pass
        case Route():
            is_plain(asdict(value))
        case list() | tuple():
            for item in value:
                is_plain(item)
        case Mapping():
            for key, item in value.items():
                assert isinstance(key, str), key
                is_plain(item)
        case _:
            raise AssertionError(f"{value!r} is no plain data")


def keys_have_paragraphs(game: Game) -> None:
    """Every rule by which a question's answers can be refused is in the rulebook."""
    assert game.ask is not None
    keys = {check.rule for move in game.ask.moves for check in move.checks}
    assert keys <= set(game.title.rulebook.keys)


def printed_material_is_plain(title: Title) -> None:
    is_plain(asdict(title.layout))
    for form in title.forms.values():
        assert [field.name for field in form.fields] == [f.name for f in fields(_kind_of(title, form.name))]


def _kind_of(title: Title, name: str) -> type[Any]:
    return next(kind for kind, form in title.forms.items() if form.name == name)
