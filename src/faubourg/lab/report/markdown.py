"""A report as Markdown: the sentences and the tables, without the pictures."""

from collections.abc import Sequence

from faubourg.core.text import Language
from faubourg.lab.play.results import Played
from faubourg.lab.report.answers import answers
from faubourg.lab.report.sections import Rows, chapters, facts
from faubourg.lab.stats.summary import Summary


def markdown(results: Played, found: Sequence[Summary], language: Language = "en") -> str:
    study, before = results.study, answers(results, found, language)
    lines = [f"# {study.title}", ""]
    colon = " :" if language == "fr" else ":"
    lines += [f"- {name}{colon} {value}" for name, value in facts(study, found, language)]
    for chapter in chapters(study, found, language, before):
        lines += ["", f"## {chapter.heading}"]
        for section in chapter.sections:
            lines += ["", f"### {section.heading}", "", section.sentence]
            if section.note:
                lines += ["", section.note]
            lines += ["", *table(section.columns, section.rows)]
    return "\n".join(lines) + "\n"


def table(columns: list[str], rows: Rows) -> list[str]:
    """A table's lines."""
    ruler = ["---", *["--:"] * (len(columns) - 1)]
    return [_line(cells) for cells in (columns, ruler, *rows)]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
