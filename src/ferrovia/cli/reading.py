"""From typed words to an action: `bid 8`, `expand PRR Q5 P4`, `lay_tile E14 57 2`, `decline auction`.

What can be said is read off the title's forms and phrases, so every title can be played in words without a line here.
Capitals and accents do not matter, the beginning of a word is enough where nothing else begins like it, what can be
only one thing need not be said, and the little words of a sentence may stand between. What the program prints for an
answer can be typed back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferrovia import Game, Offer, Title
from ferrovia.cli.names import Found, Names, called, find, find_all, plain, spoken, whole_names, written
from ferrovia.cli.routes import routes_in
from ferrovia.model.ids import TrainId
from ferrovia.model.route import Route, read_route
from ferrovia.text import Words
from ferrovia.text.phrase import Slot

AMOUNT = re.compile(r"[+-]?\d{1,9}")
ROUTE = "route"
SHOWN = 12
"""No more possibilities than this are told in one line."""

Field = Any
"""A field of a form."""


class Unclear(ValueError):
    """The words cannot be understood; the text says what is missing or possible."""


class Unfinished(Unclear):
    """The words are the beginning of an answer: these offers begin like that."""

    def __init__(self, question: str, offers: Sequence[Offer]) -> None:
        super().__init__(question)
        self.offers = tuple(offers)


class Reader:
    """Understands the words for one title in one language; the English names are always understood."""

    def __init__(self, title: Title, words: Words) -> None:
        self._title = title
        self._words = words
        self._fillers = frozenset({*spoken(words.ui("little-words")), plain(title.currency)})
        self._passing = tuple(spoken(words.ui("pass-words")))
        self._kinds = {form.name: action for action, form in title.forms.items()}
        self._actions: Names = {name: self._called(name, words.term("action-name", name)) for name in self._kinds}
        self._pieces = {kind: self._printed(kind, pieces) for kind, pieces in title.pieces.items()}
        self._things = {kind: {str(piece): piece for piece in pieces} for kind, pieces in title.pieces.items()}

    # What things are called.

    def _called(self, name: str, term: str) -> tuple[str, ...]:
        """An action by its name in files, by its name in words, and by that without the little words."""
        return called(name, term, " ".join(word for word in spoken(term) if word not in self._fillers))

    def _printed(self, kind: str, pieces: Iterable[Any]) -> Names:
        layout, words = self._title.layout, self._words
        if kind == "company":
            return {face.id: called(face.id, face.letters, face.name) for face in layout.companies}
        if kind == "hex":
            return {face.id: called(face.id, face.name, words.hex(face.id)) for face in layout.hexes}
        return {str(piece): _called_by(str(piece), words.named(kind, piece)) for piece in sorted(pieces, key=str)}

    def _names(self, game: Game, kind: str) -> Names:
        """The names of one kind; of what the title does not list, those of the things on the table or in the offers."""
        if kind in self._pieces:
            return self._pieces[kind]
        offered = [value for offer in game.offers() for of, value in self._values(offer.action) if of == kind]
        return self._trains(game, offered) if kind == "train" else self._printed(kind, {*offered})

    def _trains(self, game: Game, offered: Iterable[str]) -> Names:
        """Every train by its number; the name of its kind, or the face that is up, means the first that is offered."""
        names = dict(self._printed("train", {*game.state.trains}))
        kinds: dict[str, str] = {}
        for train in offered:
            for kind in (self._words.named("unnumbered", train), self._face_up(game, train)):
                kinds.setdefault(kind, train)
        return names | {
            train: (*names[train], *called(*(kind for kind in kinds if kinds[kind] == train)))
            for train in kinds.values()
            if train in names
        }

    def _face_up(self, game: Game, train: str) -> str:
        card = game.state.trains.get(TrainId(train))
        return self._words.named("face", card.face if card is not None else train)

    def _values(self, action: Any) -> Iterator[tuple[str, Any]]:
        return self._title.forms[type(action)].names_in(action)

    def _thing(self, kind: str, name: str) -> Any:
        if kind == ROUTE:
            return read_route(name)
        return self._things[kind][name] if kind in self._things else name

    def shown(self, kind: str, value: Any) -> str:
        """A field's value as it can be typed."""
        return str(value) if kind in ("hex", "amount", "turn") else self._words.named(kind, value)

    def usage(self, name: str) -> str:
        """How an answer is typed: `expand COMPANY HEXES…`."""
        form = self._title.forms[self._kinds[name]]
        said = self._words.term("action-name", name).lower()
        labels = (self._words.label(name, field.name).upper() + ("…" if field.many else "") for field in form.fields)
        return " ".join([said if self._is_one_of_many(said) else said.split()[0], *labels])

    def _is_one_of_many(self, said: str) -> bool:
        """Whether other answers of this title begin with the same word."""
        first = spoken(said)[0]
        return sum(any(name.split()[0] == first for name in known) for known in self._actions.values()) > 1

    # Understanding.

    def action_names(self, game: Game) -> Names:
        """What the answers are called that the present question allows; what leaves things as they are is a pass."""
        standing = self._title.standing_moves
        asked = {
            m.action: m
            for m in (game.ask.moves if game.ask else ())
            if not m.only_recorded and (m not in standing or game.offers().of(m.action))
        }
        names: dict[str, tuple[str, ...]] = {}
        for name, known in self._actions.items():
            if self._kinds[name] in asked:
                passes = asked[self._kinds[name]].passive and not self._title.forms[self._kinds[name]].fields
                names[name] = (*known, *self._passing) if passes else known
        return names

    def action(self, game: Game, text: str) -> Any:
        """The action that these words mean, legal or not; first of all one that the present question allows."""
        said = written(text.replace("_", " "))
        for names in (self.action_names(game), self._actions):
            printed = self._as_printed(game, names, spoken(text.replace("_", " ")))
            if printed is not None:
                return printed
            found = _found(names, said)
            if found.things:
                return self._in_order(game, self._offered(game, found, said), text)
        raise Unclear(self._words.ui("not-understood", text=text.strip()))

    def _offered(self, game: Game, found: Found, said: Sequence[str]) -> Found:
        """Of several answers that begin with the same words, the one that is possible now."""
        begun = " ".join(plain(word) for word in said[: found.used])
        if len(found.things) == 1 or not all(_begins(self._actions[name], begun) for name in found.things):
            return found
        offered = {self._title.forms[type(offer.action)].name for offer in game.offers()}
        possible = tuple(name for name in found.things if name in offered)
        return replace(found, things=possible) if len(possible) == 1 else found

    def _in_order(self, game: Game, found: Found, text: str) -> Any:
        """The name of an action, then its fields."""
        said = written(text.replace("_", " "))
        name = self._one(found, said)
        if any(field.kind == ROUTE for field in self._title.forms[self._kinds[name]].fields):
            raw = text.replace("_", " ").split(maxsplit=found.used)[found.used :]
            return self._run(game, name, "".join(raw))
        return self._filled(game, name, said[found.used :])

    def hex(self, text: str) -> str:
        """The hex that these words mean."""
        return self._take("hex", self._pieces["hex"], written(text))

    def longer(self, action: Any, text: str) -> Any:
        """An action with more pieces added at its end."""
        last = self._title.forms[type(action)].fields[-1]
        row = self._row(last.kind, self._pieces[last.kind], written(text))
        return replace(action, **{last.name: (*getattr(action, last.name), *row)})

    def _filled(self, game: Game, name: str, said: list[str]) -> Any:
        """The fields as they are named, whole names before beginnings, else in their order; then what was left out."""
        kind = self._kinds[name]
        left, values = list(self._title.forms[kind].fields), dict[str, Any]()
        while self._skip_fillers(said):
            field = self._meant(game, left, said)
            if field is None:
                break
            left.remove(field)
            values[field.name] = self._taken(game, name, values, field, said)
        for field in left:
            values[field.name] = self._left_out(game, name, values, field, said)
        if self._skip_fillers(said):
            raise Unclear(self._words.ui("too-many-words", text=" ".join(said)))
        return kind(**values)

    def _meant(self, game: Game, fields: Sequence[Field], said: Sequence[str]) -> Field | None:
        """The field that the next words fill."""
        for look in (whole_names, find_all):
            for field in fields:
                if field.kind == "amount":
                    if AMOUNT.fullmatch(self._digits(said[0])):
                        return field
                elif look(self._names(game, field.kind), [plain(word) for word in said]):
                    return field
        return None

    def _taken(self, game: Game, name: str, values: Mapping[str, Any], field: Field, said: list[str]) -> Any:
        if field.kind == "amount":
            return int(self._digits(said.pop(0)))
        names = self._names(game, field.kind)
        if field.many:
            return self._row(field.kind, names, said)
        possible = self._possible(self._fitting(game, name, values), field)
        return self._take(field.kind, names, said, possible)

    def _left_out(self, game: Game, name: str, values: Mapping[str, Any], field: Field, said: list[str]) -> Any:
        """What nobody has named: the only thing possible; else whoever types is asked, or told what is wrong."""
        fitting = self._fitting(game, name, values)
        if field.kind == "amount":
            self._ask_for_amount(game, name, values, field, said)
        possible = self._possible(fitting, field)
        if len(possible) == 1 and not field.many:
            return possible[0]
        if said:
            self._take(field.kind, self._names(game, field.kind), said)
        return self._ask_for(game, name, values, field)

    def _row(self, kind: str, names: Names, said: list[str]) -> tuple[Any, ...]:
        pieces: list[Any] = []
        while self._skip_fillers(said):
            pieces.append(self._take(kind, names, said))
        return tuple(pieces)

    def _take(self, kind: str, names: Names, said: list[str], possible: Sequence[Any] = ()) -> Any:
        """The thing that the next words mean, of several the one that is possible; takes these words away."""
        found = _found(names, said)
        if not found.things:
            what = self._words.term("kind", kind)
            raise Unclear(self._words.ui("no-such-piece", text=said[0] if said else "", kind=what))
        now = [thing for thing in found.things if self._thing(kind, thing) in possible]
        piece = now[0] if len(now) == 1 else self._one(found, said)
        del said[: found.used]
        return self._thing(kind, piece)

    def _one(self, found: Found, said: Sequence[str]) -> str:
        thing, *others = found.things
        if others:
            begun = " ".join(said[: found.used])
            raise Unclear(self._words.ui("several-meant", text=begun, possible=self._some(found.things)))
        return thing

    def _digits(self, word: str) -> str:
        """An amount without its currency."""
        return plain(word).replace(plain(self._title.currency), "")

    def _ask_for_amount(
        self, game: Game, name: str, values: Mapping[str, Any], field: Field, said: Sequence[str]
    ) -> None:
        fitting = self._fitting(game, name, values)
        if said:
            raise Unclear(self._words.ui("no-amount", text=self._digits(said[0]), possible=self._span(fitting)))
        if any(offer.amount is None for offer in fitting):
            self._ask_for(game, name, values, field)
        raise Unclear(self._words.ui("amount-wanted", possible=self._span(fitting)))

    def _span(self, offers: Iterable[Offer]) -> str:
        """The amounts that may be named now."""
        spans = [offer.amount for offer in offers if offer.amount]
        if not spans:
            return self._words.ui("none")
        low, high = min(span.low for span in spans), max(span.high for span in spans)
        return self._words.ui("span", low=low, high=high)

    # What is possible.

    def _fitting(self, game: Game, name: str, values: Mapping[str, Any]) -> list[Offer]:
        """The offers that begin with these values."""
        of_kind = (offer for offer in game.offers() if isinstance(offer.action, self._kinds[name]))
        return [offer for offer in of_kind if all(getattr(offer.action, n) == v for n, v in values.items())]

    @staticmethod
    def _possible(offers: Iterable[Offer], field: Field) -> list[Any]:
        ends = (getattr(offer.action, field.name) for offer in offers)
        return list(dict.fromkeys(end[-1] if field.many else end for end in ends if not field.many or end))

    def _ask_for(self, game: Game, name: str, values: Mapping[str, Any], field: Field) -> Any:
        """Says which values of the missing field are possible after those already given, else which there are."""
        fitting = self._fitting(game, name, values)
        possible = self._possible(fitting, field)
        key = "which" if possible else "which-of-all"
        pieces = possible or [self._thing(field.kind, piece) for piece in self._names(game, field.kind)]
        shown = self._some(self._shown(name, field, piece) for piece in pieces)
        raise Unfinished(self._words.ui(key, field=self._words.label(name, field.name), possible=shown), fitting)

    def _shown(self, name: str, field: Field, piece: Any) -> str:
        if field.kind == "amount":
            return self._words.field(name, field.name, piece)
        return self.shown(field.kind, piece)

    def _some(self, things: Iterable[str]) -> str:
        all_of = list(things)
        rest = [self._words.ui("and-more")] if len(all_of) > SHOWN else []
        return ", ".join([*all_of[:SHOWN], *rest])

    def _skip_fillers(self, said: list[str]) -> list[str]:
        while said and plain(said[0]) in self._fillers:
            said.pop(0)
        return said

    # Runs of trains.

    def _run(self, game: Game, name: str, text: str) -> Any:
        """Routes as typed; without any the proposed ones."""
        offer = next((o for o in game.offers() if isinstance(o.action, self._kinds[name])), None)
        field = self._title.forms[self._kinds[name]].fields[0]
        if not text.strip(" :"):
            if offer is None:
                raise Unclear(self._words.ui("routes-wanted"))
            return offer.action
        proposed: tuple[Route, ...] = getattr(offer.action, field.name) if offer else ()
        problem, routes = routes_in(text, game, self._names(game, "train"), proposed)
        if problem is not None:
            raise Unclear(self._words.ui(*problem[:1], text=problem[1]))
        return next(
            (run for run in (self._kinds[name](**{field.name: row}) for row in routes) if game.why_not(run) is None),
            self._kinds[name](**{field.name: routes[0]}),
        )

    # What was printed.

    def _as_printed(self, game: Game, names: Iterable[str], said: list[str]) -> Any | None:
        """The action whose phrase these words are, whole and in its order; of several a legal one."""
        for name in names:
            matched = self._matched(game, name, _words_and_slots(self._words.template(name)), said)
            actions = [self._kinds[name](**values) for values in matched]
            if actions:
                return next((action for action in actions if game.why_not(action) is None), actions[0])
        return None

    def _matched(
        self, game: Game, name: str, wanted: Sequence[str | Slot], said: list[str]
    ) -> Iterator[dict[str, Any]]:
        """Every way to fill the slots of a phrase so that it says these words."""
        if not wanted:
            yield from () if said else ({},)
            return
        first, rest = wanted[0], wanted[1:]
        if isinstance(first, str):
            if said and said[0] == first:
                yield from self._matched(game, name, rest, said[1:])
            return
        for value, used in self._meanings(game, name, first.name, said):
            for values in self._matched(game, name, rest, said[used:]):
                yield {first.name: value, **values}

    def _meanings(self, game: Game, name: str, slot: str, said: list[str]) -> Iterator[tuple[Any, int]]:
        """What the next words may mean in a slot of a phrase, and how many of them."""
        field = next(field for field in self._title.forms[self._kinds[name]].fields if field.name == slot)
        if field.kind == "amount":
            # nothing at all may be said without a digit: "with no extra warranty"
            numbers = dict.fromkeys([0, *(int(digits) for word in said[:3] for digits in AMOUNT.findall(word))])
            amounts = ((number, spoken(self._words.field(name, slot, number))) for number in numbers)
            yield from ((number, len(form)) for number, form in amounts if form and said[: len(form)] == form)
        elif field.many:
            yield from self._row_meant(game, field.kind, said)
        else:
            for found in whole_names(self._names(game, field.kind), said):
                yield from ((self._thing(field.kind, thing), found.used) for thing in found.things)

    def _row_meant(self, game: Game, kind: str, said: list[str]) -> Iterator[tuple[tuple[Any, ...], int]]:
        """As many things in a row as there are."""
        row, at, names = list[Any](), 0, self._names(game, kind)
        while found := whole_names(names, said[at:]):
            row.append(self._thing(kind, found[0].things[0]))
            at += found[0].used
            while at < len(said) and said[at] in self._fillers:
                at += 1
        if row:
            yield tuple(row), at


def _found(names: Names, said: Sequence[str]) -> Found:
    return find(names, [plain(word) for word in said])


def _called_by(piece: str, name: str) -> tuple[str, ...]:
    """What a thing is called: by its id, by its printed name, and by that name without the place in front."""
    place, _, rest = name.partition(" ")
    return called(piece, name, rest if piece.startswith(place) else "")


def _begins(names: Iterable[str], said: str) -> bool:
    """Whether a name begins with these whole words."""
    return any(name == said or name.startswith(f"{said} ") for name in names)


def _words_and_slots(template: Sequence[str | Slot]) -> list[str | Slot]:
    parts: list[str | Slot] = []
    for piece in template:
        parts += [piece] if isinstance(piece, Slot) else spoken(piece)
    return parts
