"""The words for a game in one language. Everything below speaks in keys; here they become sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ferrovia.model.message import Message
from ferrovia.model.view import Layout
from ferrovia.text.catalogue import LANGUAGES, phrases_for
from ferrovia.text.phrase import COUNT, SUM, Slot, counted, either, grouped, listed, pieces_of
from ferrovia.text.printed import NOTHING, Printed

SENTENCES = frozenset(
    {"event", "ask", "stop", "ahead", "refusal", "action", "rule", "ui", "format", "thought", "ending", "heading"}
)
"""The families of keys that are more than a word for a thing."""

AMOUNT = "#"
"""Stands for an amount of money while its form is found."""


class Words:
    """The words of a language for a title, its printed things and the people at the table.

    Without a title only the common words are known. An unknown key or a missing parameter raises KeyError.
    """

    def __init__(
        self,
        language: str,
        *,
        title: str | None = None,
        layout: Layout | None = None,
        currency: str = "$",
        names: Mapping[str, str] | None = None,
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}; there is {', '.join(LANGUAGES)}")
        self.language = language
        self._phrases = phrases_for(language, title)
        self._names = names or {}
        self._printed = Printed(layout or NOTHING)
        self._kinds: Mapping[str, Callable[[Any], str]] = {
            **self._printed.names,
            "$": self.money,
            "amounts": self._in_a_row(self.money),
            "companies": self._in_a_row(self.company),
            "hexes": self.hexes,
            "owner": self.owner,
            "player": self.player,
            "players": self._in_a_row(self.player),
            "routes": self.routes,
            "stops": self.stops,
            "subject": self.subject,
        }
        form = "format.money-in-letters" if currency.isalpha() else "format.money"
        money = self.say(form, {"amount": AMOUNT, "currency": currency})
        self._before_money, _, self._after_money = money.partition(AMOUNT)

    def say(self, key: str, params: Mapping[str, Any]) -> str:
        """The phrase of a key, filled in."""
        pieces = pieces_of(self._phrases[key])
        said = "".join([piece if isinstance(piece, str) else self._fill(key, piece, params) for piece in pieces])
        first = pieces[0] if pieces else ""
        # a company's or a place's article begins the sentence; a person's name is as the person writes it
        if isinstance(first, Slot) and first.kind == "owner" and not self._is_person(params[first.name]):
            return said[0].upper() + said[1:]
        return said

    # What happened, what is asked, what is refused.

    def event(self, message: Message) -> str:
        return self.say(f"event.{message.key}", message.params)

    def question(self, message: Message, *, optional: bool = True, faces: Mapping[str, str] | None = None) -> str:
        """What is asked; that one may also go on is said only where one may. Trains as in `action`."""
        return either(self.say(f"ask.{message.key}", with_faces(message.params, faces)), first=optional)

    def stop(self, message: Message) -> str:
        """A stop of the course of the game."""
        return self.say(f"stop.{message.key}", message.params)

    def ending(self, events: Iterable[Message]) -> str:
        """Why the game is over: by the first of what happened, told from the end, that brought it about."""
        found = next((event for event in events if f"ending.{event.key}" in self._phrases), Message("usual", {}))
        return self.say(f"ending.{found.key}", found.params)

    def thought(self, message: Message) -> str:
        """Why a bot answers as it does, in one sentence."""
        return self.say(f"thought.{message.key}", message.params)

    def ahead(self, message: Message) -> str:
        """Something that a train would set off."""
        return self.say(f"ahead.{message.key}", message.params)

    def refusal(self, rule: str, params: Mapping[str, Any]) -> str:
        """Why not, in one sentence; which paragraph says so stands in the refusal's cite."""
        return self.say(f"refusal.{rule}", params)

    def action(self, name: str, fields: Mapping[str, Any], faces: Mapping[str, str] | None = None) -> str:
        """An answer as part of a sentence: "bid $8". A train card goes by the face that is up, where `faces` has it."""
        return self.say(f"action.{name}", with_faces(fields, faces))

    def template(self, name: str) -> tuple[str | Slot, ...]:
        """The phrase of an answer taken apart: what `action` says, before it is filled."""
        return pieces_of(self._phrases[f"action.{name}"])

    def field(self, name: str, field: str, value: Any) -> str:
        """One field of an answer as its phrase says it: "60 K", "2 shares"."""
        return self._fill(f"action.{name}", self._slot(name, field), {field: value})

    def label(self, name: str, field: str) -> str:
        """What a field of an answer is called: in this answer, or wherever it occurs."""
        own = f"{name}.{field}"
        return self.term("field", own if f"field.{own}" in self._phrases else field)

    def is_money(self, name: str, field: str) -> bool:
        """Whether a field of an answer is an amount of money, as its phrase says it."""
        return self._slot(name, field).kind == "$"

    def _slot(self, name: str, field: str) -> Slot:
        return next(slot for slot in self.template(name) if isinstance(slot, Slot) and slot.name == field)

    def rule(self, paragraph: str) -> str:
        """Our own short statement of a paragraph of the rulebook."""
        return self.say(f"rule.{paragraph}", {})

    def heading(self, original: str) -> str:
        """A heading of the rulebook in the reader's language; one that has no translation as it is."""
        return self._phrases.get(f"heading.{original}", original)

    def cited(self, paragraph: str, heading: str) -> str:
        """Where the rulebook says it: "7.6.2 «Buying trains»"."""
        return f"{paragraph} «{self.heading(heading)}»" if heading else paragraph

    def ui(self, key: str, **params: Any) -> str:
        """The words of a program around the game."""
        return self.say(f"ui.{key}", params)

    # The names of things.

    def term(self, kind: str, key: str) -> str:
        """A word, as `term("terrain", "forest")`."""
        return self.say(f"{kind}.{key}", {})

    def known(self, kind: str, key: str) -> str:
        """A word if this title has it, else nothing."""
        return self._phrases.get(f"{kind}.{key}", "")

    def terms(self) -> dict[str, str]:
        """Every word for a thing, by its key `terrain.forest`: for who draws a game without knowing its title."""
        return {key: text for key, text in self._phrases.items() if key.partition(".")[0] not in SENTENCES}

    def named(self, kind: str, value: Any) -> str:
        """Any thing by its kind: as it is printed, or the word for it."""
        name = self._kinds.get(kind)
        return name(value) if name else self.term(kind, value)

    def money(self, amount: int) -> str:
        """With a sign as each language writes it, "$8" or "8 $"; letters always follow: "8 K"."""
        return f"{self._before_money}{grouped(amount, self.language)}{self._after_money}"

    def company(self, company: str) -> str:
        """The letters that stand for it everywhere."""
        return self._printed.company(company)

    def hex(self, hex_id: str) -> str:
        """Where it is, and its name if it has one: "Q3 Binghamton"."""
        return self._printed.hex(hex_id)

    def hexes(self, hex_ids: Iterable[str]) -> str:
        return listed([self.hex(hex_id) for hex_id in hex_ids], self.language)

    def player(self, player: str) -> str:
        """The name of whoever sits there; in a game around one screen the names themselves are the players."""
        return self._names.get(player, player)

    def owner(self, owner: str) -> str:
        """A player, a company or a place such as the pool, as part of a sentence."""
        if self._printed.is_company(owner):
            return self.say("format.company-as-owner", {"company": owner})
        return self.player(owner) if self._is_person(owner) else self.term("owner", owner)

    def _is_person(self, owner: str) -> bool:
        return not self._printed.is_company(owner) and f"owner.{owner}" not in self._phrases

    def routes(self, routes: Iterable[Any]) -> str:
        """The ways of trains, or that there were none."""
        ways = [self._printed.route(route) for route in routes]
        return "; ".join(ways) if ways else self.say("format.no-routes", {})

    def stops(self, stops: Iterable[str]) -> str:
        """Stops in a row, or that there are none."""
        names = [self._printed.stop(stop) for stop in stops]
        return listed(names, self.language) if names else self.say("format.no-stops", {})

    def subject(self, subject: str) -> str:
        """Whatever a deal is about: a company, a local railway or a train."""
        if self._printed.is_company(subject):
            return self.owner(subject)
        if self._printed.is_private(subject):
            return self._printed.private(subject)
        return self.say("format.train-as-subject", {"train": subject})

    def _in_a_row(self, name: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
        return lambda things: listed([name(thing) for thing in things], self.language)

    def _fill(self, key: str, slot: Slot, params: Mapping[str, Any]) -> str:
        if slot.name not in params:
            raise KeyError(f"{key} speaks of {slot.name!r}, which is not given")
        value, kind = params[slot.name], slot.kind
        if kind is None:
            return str(value)
        if kind.startswith(COUNT):
            return counted(value, kind.removeprefix(COUNT))
        if kind.startswith(SUM):
            nothing, some = kind.removeprefix(SUM).split("|")
            return some.replace("$", self.money(value)) if value else nothing
        return self.named(kind, value)


def with_faces(fields: Mapping[str, Any], faces: Mapping[str, str] | None) -> dict[str, Any]:
    """The same, but a train card goes by the face that is up, where `faces` has it."""
    up = faces or {}
    return {field: up.get(value, value) if isinstance(value, str) else value for field, value in fields.items()}
