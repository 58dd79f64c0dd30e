"""A report as one page that works offline: no script, nothing loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from faubourg.core.text import Language, Text
from faubourg.lab.play.results import Played
from faubourg.lab.report.answers import answers
from faubourg.lab.report.sections import Chapter, Section, chapters, facts
from faubourg.lab.report.svg import svg
from faubourg.lab.stats.summary import Summary
from faubourg.lab.study.study import Study

STYLE = Path(__file__).with_name("report.css")
FOOT = Text(
    "Played and reported by Faubourg. Values in brackets are 95 % intervals.",
    "Joué et raconté par Faubourg. Entre parenthèses : les intervalles à 95 %.",
)
NUMBERS = Text("The numbers", "Les nombres")
NAV = Text("Numbers of players", "Nombres de joueurs")


def page(results: Played, found: Sequence[Summary], language: Language = "en") -> str:
    study = results.study
    parts = chapters(study, found, language, answers(results, found, language))
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{language}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(study.title)}</title>",
            f"<style>{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            _head(study, found, parts, language),
            "<main>",
            *(_chapter(chapter, language) for chapter in parts),
            "</main>",
            f"<footer>{escape(FOOT.to(language))}</footer>",
            "</body></html>",
        )
    )


def _head(study: Study, found: Sequence[Summary], parts: list[Chapter], language: Language) -> str:
    about = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts(study, found, language)
    )
    links = "".join(
        f'<a href="#players-{chapter.players}">{escape(chapter.heading)}</a>' for chapter in parts
    )
    nav = f'<nav aria-label="{NAV.to(language)}">{links}</nav>' if len(parts) > 1 else ""
    return f"<header><h1>{escape(study.title)}</h1><dl>{about}</dl>{nav}</header>"


def _chapter(chapter: Chapter, language: Language) -> str:
    parts = "\n".join(_section(section, language) for section in chapter.sections)
    heading = f'<h2 id="players-{chapter.players}">{escape(chapter.heading)}</h2>'
    return f'<section class="chapter">{heading}<div class="cards">{parts}</div></section>'


def _section(section: Section, language: Language) -> str:
    note = f'<p class="note">{escape(section.note)}</p>' if section.note else ""
    picture = svg(section.picture(), f"{section.heading}. {section.sentence}", language)
    return (
        f"<article><h3>{escape(section.heading)}</h3><p>{escape(section.sentence)}</p>"
        f"<figure>{picture}</figure>{note}"
        f"<details><summary>{NUMBERS.to(language)}</summary>{_table(section)}</details></article>"
    )


def _table(section: Section) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in section.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(value)}</td>" for value in values)
        + "</tr>"
        for name, *values in section.rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="wide">{table}</div>'
