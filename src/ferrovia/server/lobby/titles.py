"""What can be played, with all the words a page needs to show it."""

from functools import cache

import ferrovia
from ferrovia import BadData, Title, find_title
from ferrovia.bots import bots_for, gives_hints
from ferrovia.server.errors import Fault
from ferrovia.server.schema import (
    ActionForm,
    BotInfo,
    Choice,
    FormField,
    RuleText,
    TitleInfo,
    TitleOption,
    TitlePage,
)
from ferrovia.server.words import game_words, title_words
from ferrovia.text import Words


def known_title(name: str) -> Title:
    try:
        return find_title(name)
    except BadData:
        raise Fault("not-found", "no-such-title", title=name) from None


def title_infos(language: str) -> list[TitleInfo]:
    return [title_info(title.id, language) for title in ferrovia.titles()]


@cache
def title_info(name: str, language: str) -> TitleInfo:
    title = find_title(name)
    words = title_words(title, language)
    return TitleInfo(
        id=title.id,
        name=title.name,
        summary=words.term("title", "summary"),
        seats=list(title.seats),
        options=_options(title, words),
        bots=[BotInfo(id=bot, label=words.term("bot", bot)) for bot in bots_for(title)],
        hints=gives_hints(title),
    )


@cache
def usual_page(name: str, language: str) -> TitlePage:
    return title_page(find_title(name), language)


def title_page(title: Title, language: str) -> TitlePage:
    """A title in full, in whatever variant."""
    words, info = game_words(title, language, {}), title_info(title.id, language)
    return TitlePage(
        id=info.id,
        name=info.name,
        summary=info.summary,
        seats=info.seats,
        options=info.options,
        bots=info.bots,
        hints=info.hints,
        currency=title.currency,
        layout=title.layout,
        forms=_forms(title, words),
        terms=words.terms(),
        rules=[rule_text(title, paragraph, words) for paragraph in title.rulebook.paragraphs],
    )


def rule_text(title: Title, paragraph: str, words: Words) -> RuleText:
    if paragraph not in title.rulebook.paragraphs:
        raise Fault("not-found", "no-such-rule", rule=paragraph)
    original = title.rulebook.paragraphs[paragraph]
    return RuleText(paragraph=paragraph, heading=words.heading(original), original=original, text=words.rule(paragraph))


def _options(title: Title, words: Words) -> list[TitleOption]:
    return [
        TitleOption(
            key=option.key,
            label=words.term("option", option.key),
            choices=[Choice(value=value, label=words.term(f"choice.{option.key}", value)) for value in option.choices],
        )
        for option in title.options
    ]


def _forms(title: Title, words: Words) -> list[ActionForm]:
    return [
        ActionForm(
            name=form.name,
            label=words.term("action-name", form.name),
            fields=[
                FormField(
                    name=f.name,
                    kind=f.kind,
                    many=f.many,
                    label=words.label(form.name, f.name),
                    money=words.is_money(form.name, f.name),
                )
                for f in form.fields
            ],
        )
        for form in title.forms.values()
    ]
