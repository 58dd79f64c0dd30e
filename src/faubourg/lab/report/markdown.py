"""A report as Markdown: the sentences and the tables, without the pictures."""

from collections.abc import Sequence

from faubourg.lab.report.sections import Rows, chapters, facts
from faubourg.lab.stats.summary import Summary
from faubourg.lab.study.study import Study


def markdown(study: Study, found: Sequence[Summary]) -> str:
    lines = [f"# {study.title}", ""]
    lines += [f"- {name}: {value}" for name, value in facts(study, found)]
    for chapter in chapters(found):
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
