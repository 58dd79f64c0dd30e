"""The repository keeps its promises: the lock, the commands, and a CI that skips nothing."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
TARGETS = [
    "help",
    "setup",
    "play",
    "test",
    "test-long",
    "test-research",
    "bench",
    "lint",
    "docs",
    "gallery",
    "lock",
    "index",
    "types",
    "wheel",
    "clean",
]


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def run(*command: str | Path, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user would: without the settings of an outer make or pytest."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "PYTEST_"))}
    clean.pop("FAUBOURG_NO_SKIPS", None)
    return subprocess.run(
        command, cwd=cwd, env=clean | env, capture_output=True, text=True, timeout=600
    )


# The lock


LOCKS = {
    "requirements.lock": 20,
    "requirements-dev.lock": 80,
    "requirements-research.lock": 100,
    "requirements-uv.lock": 1,
}
RESEARCH = "research"  # an environment of its own, and PyTorch in it is apart
PROJECT = tomllib.loads(read("pyproject.toml"))["project"]


def locked_versions(lock: str) -> dict[str, set[str]]:
    """Name and versions: a package may be pinned differently for different Pythons."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^\s;]+)", read(lock), re.M):
        versions.setdefault(name, set()).add(version)
    return versions


def declared_requirements(*extras: str) -> list[Requirement]:
    """What the project and these of its extras ask for, other packages only."""
    groups = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][e] for e in extras)]
    declared = [Requirement(line) for group in groups for line in group]
    return [r for r in declared if r.name != PROJECT["name"]]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_everything_with_hashes_and_says_nothing_of_where_it_came_from(name: str):
    lock = read(name)
    entries = re.split(r"\n(?=\S)", re.sub(r"^ *#.*\n", "", lock, flags=re.M).strip())
    assert len(entries) >= LOCKS[name]
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert not re.search(r"://|^-|file:|(^|\s)/", lock, re.M)


@pytest.mark.parametrize(
    ("lock", "requirement"),
    [("requirements.lock", each) for each in declared_requirements("build")]
    + [
        ("requirements-dev.lock", each)
        for each in declared_requirements(
            *(extra for extra in PROJECT["optional-dependencies"] if extra != RESEARCH)
        )
    ]
    + [
        (f"requirements-{RESEARCH}.lock", each)
        for each in declared_requirements("build", "envs", "lab", "openspiel", RESEARCH)
        if each.name != "torch"
    ],
    ids=str,
)
def test_a_lock_satisfies_what_pyproject_asks_for(lock: str, requirement: Requirement):
    versions = locked_versions(lock).get(requirement.name, set())
    assert versions, f"{requirement.name} is not in {lock}: run make lock"
    assert all(requirement.specifier.contains(v) for v in versions), "run make lock"


def test_playing_installs_the_same_versions_as_developing_and_nothing_for_developers():
    running, all_of_them = map(locked_versions, ("requirements.lock", "requirements-dev.lock"))
    assert {name: all_of_them.get(name) for name in running} == running, "run make lock"
    for extra in set(PROJECT["optional-dependencies"]) - {"build"}:
        needed = {each.name for each in declared_requirements()}
        own = {each.name for each in declared_requirements(extra)} - needed
        # hatchling, which installs a clone, needs packaging too; fpdf2, for sheets, needs pillow.
        assert not (own & set(running)) - {"packaging", "pillow"}, extra


def test_researchers_libraries_come_without_pytorch_for_graphics_cards_beside_the_same_versions():
    running, research = map(locked_versions, ("requirements.lock", f"requirements-{RESEARCH}.lock"))
    assert {name: research.get(name) for name in running} == running, "run make lock"
    heavy = ("torch-", "nvidia", "triton", "cuda")
    assert not [name for name in research if name.startswith(heavy)]
    wanted = next(each for each in declared_requirements(RESEARCH) if each.name == "torch")
    (version,) = re.findall(r"^torch=torch==(\S+)$", read("scripts/setup-research"), re.M)
    assert wanted.specifier.contains(version)


# Commands


def test_make_alone_lists_every_target():
    listed = re.findall(r"^  ([\w-]+) ", run("make").stdout, re.M)
    assert sorted(listed) == sorted(TARGETS)


def test_the_readme_and_the_contributing_guide_name_only_targets_that_exist():
    for page in ("README.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"^make ([\w-]+)|`make ([\w-]+)", read(page), re.M))
        assert {a or b for a, b in named} <= set(TARGETS), page


def test_the_readme_opens_with_the_two_commands():
    assert re.search(r"^make play\b", read("README.md"), re.M)
    assert re.search(r"^make test\b", read("README.md"), re.M)


@pytest.mark.parametrize(
    "script",
    [
        "scripts/lock",
        "scripts/prepare",
        "scripts/setup",
        "scripts/setup-web",
        "scripts/setup-tests",
        "scripts/api_types",
        "scripts/view_types",
        ".ci/run",
    ],
)
def test_scripts_can_be_run(script: str):
    assert os.access(ROOT / script, os.X_OK)
    checker = (
        [sys.executable, "-m", "py_compile"] if "python" in read(script)[:40] else ["bash", "-n"]
    )
    assert run(*checker, script, PYTHONDONTWRITEBYTECODE="1").returncode == 0


def fake_python(path: Path, version: tuple[int, int], *, has_venv: bool) -> Path:
    """A stand-in for an interpreter, which answers what scripts/setup asks one."""
    path.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"  --version) echo Python {version[0]}.{version[1]}.0 ;;\n"
        f"  *ensurepip*) exit {int(not has_venv)} ;;\n"
        f"  *print*) echo python{version[0]}.{version[1]}-venv ;;\n"
        f"  *) exit {int(version < (3, 11))} ;;\n"
        "esac\n"
    )
    path.chmod(0o755)
    return path


@pytest.fixture
def bare_copy(tmp_path: Path) -> Path:
    """The files that scripts/setup needs and no .venv, in a directory with a space in its name."""
    copy = tmp_path / "a copy"
    (copy / "scripts").mkdir(parents=True)
    for name in ("scripts/setup", "scripts/common", "pyproject.toml", *LOCKS):
        (copy / name).write_bytes((ROOT / name).read_bytes())
    # No apt-get and no sudo on this path: the tests must not install anything.
    tools = copy / "bin"
    tools.mkdir()
    for tool in ("bash", "cat", "cksum", "dirname", "flock", "id"):
        found = run("sh", "-c", f"command -v {tool}").stdout.strip()
        (tools / tool).symlink_to(found)
    return copy


def setup_fails_with(copy: Path, **env: str) -> str:
    result = run("bash", "scripts/setup", cwd=copy, PATH=str(copy / "bin"), **env)
    assert result.returncode == 1
    assert not (copy / ".venv").exists()
    return result.stderr


def test_setup_says_what_to_do_without_a_python(bare_copy: Path):
    message = setup_fails_with(bare_copy, PYTHON="")
    assert "needs Python 3.11 or newer, and python3 was not found" in message
    assert "sudo apt-get install python3 python3-venv" in message


def test_setup_says_what_to_do_with_an_old_python(bare_copy: Path):
    fake_python(bare_copy / "bin" / "python3", (3, 9), has_venv=True)
    assert "python3 here is Python 3.9.0" in setup_fails_with(bare_copy, PYTHON="")


def test_setup_says_what_to_do_when_the_venv_module_is_missing(bare_copy: Path):
    python = fake_python(bare_copy / "bin" / "my python", (3, 12), has_venv=False)
    message = setup_fails_with(bare_copy, PYTHON=str(python))
    assert "sudo apt-get install python3.12-venv" in message


def test_what_tests_need_is_asked_for_in_plain_words_where_it_can_not_be_installed(bare_copy: Path):
    script = bare_copy / "scripts" / "setup-tests"
    hidden = re.sub("/usr/lib/postgresql|/usr/sbin", "/nowhere", read("scripts/setup-tests"))
    script.write_text(hidden, encoding="utf-8")
    result = run("bash", "scripts/setup-tests", cwd=bare_copy, PATH=str(bare_copy / "bin"))
    assert result.returncode == 0
    wanted = "postgresql chromium chromium-headless-shell haproxy nginx-light systemd"
    assert f"sudo apt-get install {wanted}" in result.stdout


def web_fails_with(copy: Path) -> str:
    (copy / "web").mkdir()
    (copy / "web" / "package-lock.json").write_text("{}")
    for tool in ("find", "sort", "sed"):
        (copy / "bin" / tool).symlink_to(run("sh", "-c", f"command -v {tool}").stdout.strip())
    (copy / "scripts" / "setup-web").write_text(read("scripts/setup-web"), encoding="utf-8")
    result = run("bash", "scripts/setup-web", cwd=copy, PATH=str(copy / "bin"))
    assert result.returncode == 1
    return result.stderr


def test_building_the_page_says_what_to_do_without_node(bare_copy: Path):
    message = web_fails_with(bare_copy)
    assert "Node.js 20 or newer (with npm), and here is none" in message
    assert "sudo apt-get install nodejs npm" in message


def test_building_the_page_says_what_to_do_with_an_old_node(bare_copy: Path):
    for name in ("node", "npm"):
        old = bare_copy / "bin" / name
        old.write_text('#!/bin/sh\ntest "$1" = --version && echo v18.0.0 || exit 1\n')
        old.chmod(0o755)
    assert "here is Node v18.0.0" in web_fails_with(bare_copy)


# The page


def test_the_lock_of_the_page_names_no_registry():
    assert "resolved" not in read("web/package-lock.json")
    assert "omit-lockfile-registry-resolved=true" in read("web/.npmrc")


def test_the_lock_of_the_page_knows_every_system():
    """`npm install` leaves out what its registry lacks, and `npm ci` then refuses the lock."""
    packages = json.loads(read("web/package-lock.json"))["packages"]
    wanted = [name for each in packages.values() for name in each.get("optionalDependencies", ())]
    assert len(wanted) > 20
    assert not [name for name in wanted if f"node_modules/{name}" not in packages]


def test_the_types_of_the_page_are_those_of_the_server():
    checked = run(sys.executable, "scripts/api_types", "--check")
    assert checked.returncode == 0, checked.stderr


def test_the_types_of_each_games_view_are_those_of_the_server():
    checked = run(sys.executable, "scripts/view_types", "--check")
    assert checked.returncode == 0, checked.stderr


def test_pictures_of_the_rules_and_lessons_are_those_of_the_engine():
    checked = run(sys.executable, "-m", "scripts.page_positions", "--check")
    assert checked.returncode == 0, checked.stderr


# What is shipped


def shipped_in(kind: str, folder: Path) -> set[str]:
    built = run(sys.executable, "-m", "hatchling", "build", "--target", kind, "-d", folder)
    assert built.returncode == 0, built.stderr
    [made] = folder.iterdir()
    if kind == "wheel":
        return set(zipfile.ZipFile(made).namelist())
    with tarfile.open(made) as archive:
        return {name.partition("/src/")[2] for name in archive.getnames() if "/src/" in name}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_shipped_has_the_data_files_and_the_built_page(tmp_path: Path, kind: str):
    source = ROOT / "src"
    page = source / "faubourg/server/pages/index.html"
    assert page.exists(), "the page is not built: scripts/setup-web builds it"
    kinds = {".toml", ".json", ".typed", ".html", ".css", ".js", ".br", ".gz", ".svg"}
    data = {p.relative_to(source).as_posix() for p in source.rglob("*") if p.suffix in kinds}
    shipped = shipped_in(kind, tmp_path)
    assert data - shipped == set()
    assert not [name for name in shipped if name.endswith(".stamp") or "node_modules" in name]


# Documentation


def test_every_picture_of_the_gallery_is_there_and_none_is_left_over():
    named = re.findall(r"\]\(gallery/([\w-]+\.webp)\)", read("docs/gallery.md"))
    files = {path.name: path.stat().st_size for path in (ROOT / "docs/gallery").iterdir()}
    assert sorted(named) == sorted(files)
    assert sum(files.values()) < 4_500_000


def test_every_decision_is_numbered_once_and_listed():
    index = read("docs/decisions/index.md")
    pages = [p.name for p in (ROOT / "docs/decisions").glob("*.md") if p.name != "index.md"]
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", page) for page in pages), pages
    assert len({page[:4] for page in pages}) == len(pages), "two decisions have the same number"
    assert all(f"({page})" in index for page in pages), "a decision is missing in index.md"


# No test is skipped in CI

LEFT_OUT = [
    "@pytest.mark.skip(reason='by a mark')\ndef test_it(): pass\n",
    "def test_it(): pytest.skip('by a call')\n",
    "pytest.skip('by a module', allow_module_level=True)\n",
    "@pytest.mark.xfail(reason='by expectation')\ndef test_it(): assert False\n",
]
ALONE = ["-p", "no:xdist"]
WITH_WORKERS = ["-p", "xdist", "-n", "2"]


def run_tests(folder: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder elsewhere under the conftest.py that is beside this file."""
    (folder / "test_passes.py").write_text("def test_passes(): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", *options]
    path = f"{Path(__file__).parent}{os.pathsep}{ROOT}"
    env |= {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return run(*command, cwd=folder, **env)


@pytest.mark.parametrize("options", [ALONE, WITH_WORKERS], ids=["alone", "with workers"])
def test_a_test_left_out_fails_the_run_when_told(tmp_path: Path, options: list[str]):
    for number, source in enumerate(LEFT_OUT):
        (tmp_path / f"test_{number}.py").write_text(f"import pytest\n{source}")
    strict = run_tests(tmp_path, *options, FAUBOURG_NO_SKIPS="1")
    assert strict.returncode == pytest.ExitCode.TESTS_FAILED
    [_, listed] = strict.stdout.split("tests were left out")
    for reason in ("by a mark", "by a call", "by a module", "by expectation"):
        assert reason in listed
    assert run_tests(tmp_path, *options).returncode == pytest.ExitCode.OK


def test_a_run_that_leaves_nothing_out_passes_when_told(tmp_path: Path):
    result = run_tests(tmp_path, *ALONE, FAUBOURG_NO_SKIPS="1")
    assert result.returncode == pytest.ExitCode.OK
    assert "left out" not in result.stdout


def test_ci_runs_make_test_and_tells_it():
    script = read(".ci/run")
    assert "FAUBOURG_NO_SKIPS=1" in script
    assert "make test" in script
