"""What may be answered, put in order: numbered, grouped by what the answers have in common, with what each would do.

Where there are too many answers of one kind to read, they are put together by what they name first, as all tiles for
one hex; whoever chooses such a bundle is shown what is in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from typing import Any

from ferrovia import Game, Offer, Title
from ferrovia.model.board import place_of
from ferrovia.model.ids import DEPOT, SCRAP, HexId, PlayerId, TrainId
from ferrovia.model.view import HexView, View
from ferrovia.render.ground import Ground
from ferrovia.render.sentences import track_to
from ferrovia.text import Words

READABLE = 60
"""More answers of one kind are bundled; what each would do is found out for no more than this many."""
MANY_SIDED = 3
"""Answers that differ in this many fields (hex, tile and turn) are bundled if there are more than a `HANDFUL`."""
HANDFUL = 8
LADDER = 24
"""Of more amounts than this the lowest and the highest are told; any of them can be typed."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One offer, or a bundle of them, under a number; `what` is the part in which it differs from the others of its
    group."""

    number: int
    offers: tuple[Offer, ...]
    what: str
    effect: str

    @property
    def offer(self) -> Offer:
        return self.offers[0]

    @property
    def is_bundle(self) -> bool:
        return len(self.offers) > 1


@dataclass(frozen=True, slots=True)
class Group:
    """Answers of one kind that begin alike, as all expansions of one company; `each` is what all of them would do."""

    heading: str
    choices: tuple[MenuLine, ...]
    each: str = ""


def grouped(game: Game, offers: Sequence[Offer], words: Words) -> tuple[Group, ...]:
    """The offers in their order, numbered through all groups."""
    return tuple(_Grouping(game, words, with_effects=len(offers) <= READABLE).of(offers))


class _Grouping:
    """One listing of choices."""

    def __init__(self, game: Game, words: Words, *, with_effects: bool) -> None:
        self._game = game
        self._words = words
        self._numbers = count(1)
        self._effects = Effects(game, words) if with_effects else None

    def of(self, offers: Sequence[Offer]) -> Iterator[Group]:
        forms = self._game.title.forms
        for _, same in groupby(offers, key=lambda offer: forms[type(offer.action)].name):
            yield from self._of_one_kind(list(same))

    def _of_one_kind(self, offers: list[Offer]) -> Iterator[Group]:
        fields = self._game.title.forms[type(offers[0].action)].fields
        shared = _fields_shared(self._game.title, offers)
        open_fields = len(fields) - shared
        if open_fields > 1 and len(offers) > (HANDFUL if open_fields >= MANY_SIDED else READABLE):
            yield self._bundles(offers, shared)
            return
        if open_fields == 1 and fields[shared].kind == "amount" and len(offers) > LADDER:
            yield self._ladder(offers, shared)
            return
        parts = [list(same) for _, same in groupby(offers, key=lambda o: beginning(self._game.title, o.action))]
        if len(parts) > 1 and len(offers) < 2 * len(parts):
            yield self._group(offers, shared)
        else:
            for part in parts:
                yield self._group(part, max(0, len(fields) - 1))

    def _bundles(self, offers: list[Offer], shared: int) -> Group:
        """One choice for each value of the first field in which the offers differ."""
        alike = groupby(offers, key=lambda offer: self._values(offer)[shared])
        choices: list[MenuLine] = []
        for _, same in alike:
            bundle = list(same)
            what = self._said(bundle[0], shared, shared + 1)
            ways = self._words.ui("ways", count=len(bundle)) if len(bundle) > 1 else self._rest(bundle[0], shared + 1)
            choices.append(MenuLine(next(self._numbers), tuple(bundle), what, ways))
        return Group(self._heading(offers[0], shared), tuple(choices))

    def _ladder(self, offers: list[Offer], shared: int) -> Group:
        """Many amounts, as bids are: some of the lowest and the highest one."""
        ends = (self._said(offers[0], shared), self._said(offers[-1], shared))
        some = self._group([*offers[:HANDFUL], offers[-1]], shared)
        return Group(f"{some.heading} ({self._words.ui('span', low=ends[0], high=ends[1])})", some.choices, some.each)

    def _rest(self, offer: Offer, first: int) -> str:
        """Of the only offer in a bundle: what it names beyond its beginning, and what it would do."""
        effects = self._effects.of(offer) if self._effects else []
        return ", ".join([self._said(offer, first), *effects])

    def _group(self, offers: list[Offer], told: int) -> Group:
        """The offers one by one under a heading that names their first fields."""
        effects = [self._effects.of(offer) if self._effects else [] for offer in offers]
        shared = [part for part in effects[0] if all(part in parts for parts in effects)] if len(offers) > 1 else []
        choices = tuple(
            MenuLine(next(self._numbers), (offer,), self._ending(offer, told), ", ".join(_without(parts, shared)))
            for offer, parts in zip(offers, effects, strict=True)
        )
        return Group(self._heading(offers[0], told), choices, ", ".join(shared))

    def _heading(self, offer: Offer, told: int) -> str:
        label = self._words.term("action-name", self._game.title.forms[type(offer.action)].name)
        return f"{label}: {self._said(offer, 0, told)}" if told else label

    def _ending(self, offer: Offer, told: int) -> str:
        form = self._game.title.forms[type(offer.action)]
        return self._said(offer, told) if form.fields else self._words.term("action-name", form.name)

    def _values(self, offer: Offer) -> list[Any]:
        form = self._game.title.forms[type(offer.action)]
        return [getattr(offer.action, field.name) for field in form.fields]

    def _said(self, offer: Offer, first: int, last: int | None = None) -> str:
        return ", ".join(said_fields(self._game, offer, self._words)[first:last])


def _fields_shared(title: Title, offers: Sequence[Offer]) -> int:
    """How many of the first fields are the same in all offers."""
    names = [field.name for field in title.forms[type(offers[0].action)].fields]
    first = offers[0].action
    for at, name in enumerate(names):
        if any(getattr(offer.action, name) != getattr(first, name) for offer in offers):
            return at
    return max(0, len(names) - 1)


def _without(parts: Iterable[str], shared: Sequence[str]) -> Iterator[str]:
    return (part for part in parts if part not in shared)


Beginning = tuple[str, tuple[tuple[str, Any], ...]]
"""The name of an action, and the kinds and values of all its fields but the last."""


def beginning(title: Title, action: Any) -> Beginning:
    form = title.forms[type(action)]
    return form.name, tuple((field.kind, getattr(action, field.name)) for field in form.fields[:-1])


def _other_owner(game: Game, train: str) -> str | None:
    """The company that owns a train and is not itself asked about it."""
    found = game.state.trains.get(TrainId(train))
    asked = game.ask.about.params.get("company") if game.ask else None
    is_company = found is not None and any(face.id == found.owner for face in game.title.layout.companies)
    return str(found.owner) if found is not None and is_company and found.owner != asked else None


def _train_in_words(game: Game, train: str, words: Words) -> str:
    """By the face that is up, and whose it is where that is another company; a card nobody has by all its faces."""
    card = game.state.trains.get(TrainId(train))
    if card is None or card.owner in (DEPOT, SCRAP):
        return words.named("unnumbered", train)
    face, owner = words.named("face", card.face), _other_owner(game, train)
    return face if owner is None else words.ui("train-of", train=face, company=words.company(owner))


def said_fields(game: Game, offer: Offer, words: Words) -> list[str]:
    """Each field of an offer in words; of a row of pieces that can be grown the last piece."""
    form = game.title.forms[type(offer.action)]
    said: list[str] = []
    for field in form.fields:
        value = getattr(offer.action, field.name)
        if field.kind == "amount" and offer.amount is not None:
            span = "span-of-money" if words.is_money(form.name, field.name) else "span"
            said.append(words.ui(span, low=offer.amount.low, high=offer.amount.high))
        elif field.kind == "train" and not field.many:
            said.append(_train_in_words(game, value, words))
        elif field.many and value and offer.open and field.kind != "route":
            said.append(words.named(field.kind, value[-1]))
        else:
            said.append(words.field(form.name, field.name, value))
    return said


def wants_only_an_amount(offers: Iterable[Offer], game: Game) -> Offer | None:
    """The one offer with a span, if everything else leaves things as they are: then a bare number is the amount."""
    passive = {move.action for move in game.ask.moves if move.passive} if game.ask else set[Any]()
    active = [offer for offer in offers if type(offer.action) not in passive]
    return active[0] if len(active) == 1 and active[0].amount is not None else None


# ------------------------------------------------------------------------------------------------------------- effects


class Effects:
    """What answers to one question would do, found by playing them."""

    def __init__(self, game: Game, words: Words) -> None:
        self._game = game
        self._words = words
        self._before = game.view()

    def of(self, offer: Offer) -> list[str]:
        """What money and incomes an answer would move, what the trains would earn and where track leads.
        The company it begins with, or whose turn it is, needs no name."""
        game = self._game
        if game.ask is None or offer.amount is not None:
            return []
        subject = next((value for kind, value in beginning(game.title, offer.action)[1] if kind == "company"), None)
        after = game.take(offer)
        view = after.view()
        told = changes(self._before, view, game.ask.who, subject or self._company_asked(), self._words)
        return [*self._income_of(offer), *self._earned(after), *self._new_track(view), *self._from_city(offer), *told]

    def _company_asked(self) -> str | None:
        """The company that the question is about."""
        return self._game.ask.about.params.get("company") if self._game.ask else None

    def _income_of(self, offer: Offer) -> Iterator[str]:
        """What is printed on a private railway that the answer names."""
        names = {name for _, name in self._game.title.forms[type(offer.action)].names_in(offer.action)}
        for face in self._game.title.layout.privates:
            if face.id in names and "income" in face.figures:
                yield f"{self._words.term('figure', 'income')} {self._words.money(face.figures['income'])}"

    def _earned(self, after: Game) -> Iterator[str]:
        runs = (event.params for event in after.events if "routes" in event.params)
        return (self._words.ui("earns", amount=params["amount"]) for params in runs)

    def _new_track(self, after: View) -> Iterator[str]:
        was = {there.id: _tile(there) for there in self._before.hexes}
        new = [there.id for there in after.hexes if there.tile and was.get(there.id) != _tile(there)]
        if len(new) == 1:
            ground = Ground(self._game.title.layout, after)
            yield from track_to(ground, new[0], _exits(ground, new[0]), self._words)

    def _from_city(self, offer: Offer) -> Iterator[str]:
        """Where the track of a city leads, if there are several on its hex."""
        ground = Ground(self._game.title.layout, self._before)
        for kind, name in self._game.title.forms[type(offer.action)].names_in(offer.action):
            if kind == "stop":
                hex_id, number = place_of(name)
                lying = ground.lying(hex_id)
                if lying is not None and len(lying.face.stops) > 1:
                    yield from track_to(ground, hex_id, lying.sides_of(number), self._words)


def _tile(there: HexView) -> tuple[str, int]:
    return there.tile, there.turn


def _exits(ground: Ground, hex_id: HexId) -> list[int]:
    lying = ground.lying(hex_id)
    return lying.exits if lying else []


def changes(before: View, after: View, me: PlayerId, subject: str | None, words: Words) -> list[str]:
    """The differences in treasuries, incomes and prices of companies that were open, and in the cash and the debt of
    the one who answers."""
    told: list[str] = []
    for was, now in zip(before.companies, after.companies, strict=True):
        if was.open:
            whose = "" if was.id == subject else f"{words.company(was.id)} "
            paid = now.figures.get("treasury", 0) - was.figures.get("treasury", 0)
            earns = now.figures.get("income", 0) - was.figures.get("income", 0)
            told += [whose + signed_money(paid, words)] if paid else []
            told += [f"{whose}{words.term('figure', 'income')} {earns:+d}"] if earns else []
            if "price" in now.figures and now.figures["price"] != was.figures.get("price"):
                told.append(f"{whose}{words.term('figure', 'price')} {words.money(now.figures['price'])}")
    mine, now_mine = (next(player for player in view.players if player.id == me) for view in (before, after))
    if gains := now_mine.cash - mine.cash:
        told.append(f"{words.player(me)} {signed_money(gains, words)}")
    debt = now_mine.figures.get("debt", 0)
    if debt != mine.figures.get("debt", 0):
        told.append(f"{words.player(me)} {words.term('figure', 'debt')} {words.money(debt)}")
    return told


def signed_money(amount: int, words: Words) -> str:
    return ("+" if amount > 0 else "−") + words.money(abs(amount))
