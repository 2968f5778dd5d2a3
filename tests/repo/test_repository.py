"""What must be true of the repository itself, whatever the code does."""

import ast
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "changeling"

BUILT = {"build", "dist", "node_modules", "__pycache__"}
# A path of somebody's own machine. Written so that this line does not match itself.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/")
# A module named by its folder and its name, as in `table/commands/permissions.py`.
MODULE = re.compile(r"`((?:[\w-]+/)+\w+\.py)`")
NO_MODULES = {"path/to/file.py"}  # of somebody's own
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")


def project_files() -> Iterator[Path]:
    """Every file of the project: all that is not an environment, a cache, a build or a hidden folder (.ci excepted)."""
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [
            name
            for name in inside
            if name not in BUILT
            and not name.endswith(".egg-info")
            and (not name.startswith(".") or name == ".ci")
            and not (Path(folder) / name / "pyvenv.cfg").exists()
        ]
        yield from (Path(folder) / name for name in names)


def text_of(path: Path) -> str:
    """The file's text; nothing for a picture or other binary file."""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8")


def test_readme_names_the_trademark_and_the_independence() -> None:
    readme = " ".join(text_of(ROOT / "README.md").lower().split())
    for words in ("fluxx", "trademark", "looney labs", "independent", "not endorsed"):
        assert words in readme, f"README.md does not say {words!r}"


def test_docs_name_the_trademark_and_the_independence() -> None:
    index = " ".join(text_of(ROOT / "docs" / "index.md").split())
    assert "independent, unofficial" in index
    assert "Fluxx is a trademark of Looney Labs" in index


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in project_files()
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert not found, "\n".join(found)


def test_machine_paths_are_recognised() -> None:
    for folder in ("work", "root", "home/ann", "Users/ann"):
        assert MACHINE_PATH.search(f"see /{folder}/file.txt")
    for harmless in ("https://example.org/work/file", "tests/work/file", "/path/to/python3"):
        assert not MACHINE_PATH.search(harmless)


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sorted(PACKAGE.rglob("*.py"))
        if not ast.get_docstring(ast.parse(text_of(path)))
    ]
    assert not silent, f"without a docstring: {', '.join(silent)}"


def test_editions_are_data() -> None:
    assert not sorted((PACKAGE / "editions").rglob("*.py"))


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_changelog_has_an_unreleased_section_that_says_something() -> None:
    _, heading, after = text_of(ROOT / "CHANGELOG.md").partition("## [Unreleased]")
    assert heading
    assert re.search(r"^- ", after.partition("\n## ")[0], flags=re.MULTILINE)


def test_continuous_integration_runs_make_test() -> None:
    run = ROOT / ".ci" / "run"
    assert "make test" in text_of(run).splitlines()
    assert run.stat().st_mode & stat.S_IXUSR


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in project_files()
        if page.suffix == ".md"
        for target in LINK.findall(text_of(page))
        if not (page.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)


def test_what_is_cited_is_this_version() -> None:
    cited = dict(line.split(": ", 1) for line in text_of(ROOT / "CITATION.cff").splitlines() if ": " in line)
    about = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert (cited["version"], cited["license"]) == (about["version"], about["license"])


def test_modules_that_pages_and_docstrings_name_are_there() -> None:
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in project_files() if path.suffix == ".py"]
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *PACKAGE.rglob("*.py")]
    named = {
        (str(page.relative_to(ROOT)), module)
        for page in pages
        if "decisions" not in page.parts  # these tell of their own time
        for module in MODULE.findall(page.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    gone = [pair for pair in named if not any(path.endswith(f"/{pair[1]}") for path in there)]
    assert [pair for pair in gone if pair[1] not in NO_MODULES] == []


def test_the_reference_names_every_command() -> None:
    tree = ast.parse((PACKAGE / "cli.py").read_text(encoding="utf-8"))
    (rows,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "_COMMANDS"
    )
    assert isinstance(rows, ast.Dict)
    commands = {ast.literal_eval(key) for key in rows.keys if key is not None}
    page = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `changeling ([a-z]+)", page, re.MULTILINE)) == commands
