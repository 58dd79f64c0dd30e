"""Where in a study's file a word stands, for faults to be told with their line."""

import re


def line_of(text: str, word: str, variant: int | None) -> int:
    """The line of a word at the top of the file or in a variant; else of that variant.

    >>> line_of("games = 1\\n[[variant]]\\nname = 'x'\\n", "name", 0)
    3
    """
    inside, found = None, 0
    wanted = re.compile(rf"(^|[\s\"'.{{,\[]){re.escape(word)}\b[\"']?\s*[=\].]")
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(r"\s*\[\[\s*variant\s*\]\]", line):
            inside = 0 if inside is None else inside + 1
            if inside == variant:
                found = number
        if inside == variant and wanted.search(line):
            return number
    return found or 1
