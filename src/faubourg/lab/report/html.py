"""A report as one page that works offline: no script, nothing loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from faubourg.lab.report.sections import Chapter, Section, chapters, facts
from faubourg.lab.report.svg import svg
from faubourg.lab.stats.summary import Summary
from faubourg.lab.study.study import Study

STYLE = Path(__file__).with_name("report.css")


def page(study: Study, found: Sequence[Summary]) -> str:
    parts = chapters(found)
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(study.title)}</title>",
            f"<style>{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            _head(study, found, parts),
            "<main>",
            *(_chapter(chapter) for chapter in parts),
            "</main>",
            "<footer>Played and reported by Faubourg. Values in brackets are 95&nbsp;% intervals.",
            "</footer>",
            "</body></html>",
        )
    )


def _head(study: Study, found: Sequence[Summary], parts: list[Chapter]) -> str:
    about = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts(study, found)
    )
    links = "".join(
        f'<a href="#players-{chapter.players}">{escape(chapter.heading)}</a>' for chapter in parts
    )
    nav = f'<nav aria-label="Numbers of players">{links}</nav>' if len(parts) > 1 else ""
    return f"<header><h1>{escape(study.title)}</h1><dl>{about}</dl>{nav}</header>"


def _chapter(chapter: Chapter) -> str:
    parts = "\n".join(_section(section) for section in chapter.sections)
    heading = f'<h2 id="players-{chapter.players}">{escape(chapter.heading)}</h2>'
    return f'<section class="chapter">{heading}<div class="cards">{parts}</div></section>'


def _section(section: Section) -> str:
    note = f'<p class="note">{escape(section.note)}</p>' if section.note else ""
    picture = svg(section.picture(), f"{section.heading}. {section.sentence}")
    return (
        f"<article><h3>{escape(section.heading)}</h3><p>{escape(section.sentence)}</p>"
        f"<figure>{picture}</figure>{note}"
        f"<details><summary>The numbers</summary>{_table(section)}</details></article>"
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
