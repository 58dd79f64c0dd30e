"""Files that a user named: read, parsed and written, or refused in a sentence."""

from pathlib import Path

import pytest

from faubourg.core.errors import ComponentsError, FaubourgError, RecordError, StudyError
from faubourg.core.files import parse_toml, read, write
from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.lab.study.file import load
from faubourg.records.record import Record


def test_a_text_is_read_without_the_mark_that_some_editors_put_in_front(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes("\ufeffdés".encode())
    assert read(tmp_path / "a.txt", StudyError) == "dés"


@pytest.mark.parametrize(
    ("contents", "why"), [(None, "No such file or directory"), (b"\xff\xfe\xff", "this is no text")]
)
def test_who_reads_a_file_says_so_in_one_sentence(tmp_path: Path, contents: bytes | None, why: str):
    path = tmp_path / "file.toml"
    if contents is not None:
        path.write_bytes(contents)
    said = Text(f"{path} can't be read: {why}.", f"{path} ne peut être lu : {why}.")
    with pytest.raises(RecordError) as refused:
        Record.load(path)
    assert (refused.value.code, refused.value.text) == ("unreadable", said)
    with pytest.raises(StudyError) as unread:
        load(path)
    assert (unread.value.code, unread.value.text) == ("unreadable", said)
    with pytest.raises(ComponentsError) as no_box:
        Game("minivilles", components=path)
    assert no_box.value.text.en == f"The components: {said.en}"
    assert no_box.value.text.fr == f"Le matériel : {said.fr}"


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(StudyError, match="Is a directory"):
        read(tmp_path, StudyError)
    with pytest.raises(FaubourgError, match="can't be written: Is a directory"):
        write(tmp_path, "x")


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = = 2\n", 2), ('a = 1\n\nb = "', 3)])
def test_a_syntax_error_has_its_line(text: str, line: int):
    with pytest.raises(StudyError) as refused:
        parse_toml(text, lambda why, line: StudyError("toml", Text(why, why), line))
    assert refused.value.line == line
