"""Compiles what a server runs for every answer ahead of time: `make native`.

mypyc, which comes with mypy, makes C of typed Python. The result is a copy of the sources, in `build/native`, with
compiled modules beside those that they stand for. A server that has that folder before the sources on its path runs
them. All else works as before, and a machine without a C compiler needs none of this. It is a trial: nothing runs what
was compiled unless it is told to.

python native/build.py            builds
python native/build.py --where    prints the folder, where what is in it was built from these sources by this Python
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, TARGET = ROOT / "src", ROOT / "build" / "native"
STAMP = "built-from"
MADE_OF = "made-of"  # the folder of the sources, for the workers of a server, which run those
# The modules, and rooms of modules, that are compiled.
COMPILED = (
    *("engine/layout.py", "engine/sheet_layout.py", "engine/journal_layout.py", "engine/journal.py"),
    *("engine/machine", "engine/seen"),
    *("play/answering.py", "play/course.py", "play/driver.py", "play/game.py", "play/looking.py", "play/machines.py"),
    "web/storage/jobs.py",
    *(
        "web/table/clients.py",
        "web/table/turns.py",
        "web/table/game",
        "web/table/live",
        "web/table/written/game_log.py",
    ),
    *("web/table/commands/commands.py", "web/table/commands/game_commands.py", "web/table/commands/permissions.py"),
)
# Of those rooms, what mypyc 2 cannot compile: attributes that are made late, a class of `threading.local`, and a star
# in a condition.
LEFT = ("engine/seen/late.py", "engine/seen/conditions/trees.py", "engine/seen/view.py")
# A class without decorator and base becomes a struct of C, or one whose base is among BASES. All others stay Python's
# own: a dataclass with slots, what has a base of a library, and PYTHONS, which are made without their `__init__`, are
# held weakly, or have a method that mypyc does not find.
BASES = ("Condition", "Situations", "StoredTable", "TableState", "Wording")
PYTHONS = ("Game", "Nouns", "Standing")
# Flat classes become structs with their fields spelt out: what a server does for an answer reads them all the time.
FLAT = ("Noted", "Sheet", "Table")
FLAT_IMPORT = (
    "from typing import Any, ClassVar\nfrom changeling.engine import fields as _fields\n"
    "from changeling.engine.fields import SCRATCH, Field\n"
)
IMPORT = "from mypy_extensions import mypyc_attr\n"
MARK = "@mypyc_attr(native_class=False)\n"
STRUCT = "@mypyc_attr(allow_interpreted_subclasses=True)\n"
MYPY = "[mypy]\nfollow_imports = silent\nmypy_path = .\nexplicit_package_bases = true\nignore_missing_imports = true\n"
PROGRAM = """
import sys
from mypyc.build import mypycify
from setuptools import setup
sys.argv = ["setup.py", "build_ext", "--inplace", "-j{processes}"]
modules = mypycify(
    ["--config-file", "mypy.ini", *{modules!r}], opt_level="1", debug_level="0", separate=True, target_dir="made"
)
setup(name="changeling-native", ext_modules=modules, packages=[])
"""


def chosen(source: Path) -> Iterator[str]:
    """The modules that are compiled, by their paths in the package."""
    package = source / "changeling"
    for name in COMPILED:
        paths = sorted((package / name).rglob("*.py")) if (package / name).is_dir() else [package / name]
        names = (path.relative_to(package).as_posix() for path in paths if path.name != "__init__.py")
        yield from (name for name in names if name not in LEFT)


def marked(text: str) -> str:
    """A module as it is compiled: with a mark at each class that stays Python's own, and flat classes as structs."""
    lines, more = text.splitlines(keepends=True), ""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and not is_native(node)]
    for node in found:
        at = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
        if node.name in FLAT:
            lines[at : node.end_lineno] = [struct_of(node), *[""] * ((node.end_lineno or 0) - node.lineno)]
            more = FLAT_IMPORT
        else:
            lines[at] = " " * node.col_offset + MARK + lines[at]
    if found:
        first = next((at + 1 for at, line in enumerate(lines) if line.startswith("from __future__")), 0)
        lines.insert(first, IMPORT + more)
    return "".join(lines)


def struct_of(node: ast.ClassDef) -> str:
    """A flat class as a struct: what `engine/fields.py` makes of its declarations when it is imported, spelt out."""
    own = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    assigned = ((one.targets[0], one.value) for one in node.body if isinstance(one, ast.Assign))
    fields = {ast.unparse(target): call for target, call in assigned if isinstance(call, ast.Call) and is_field(call)}
    declared = ", ".join(f"_any.{ast.unparse(call)}._replace(name={name!r})" for name, call in fields.items())
    typed = {name: "int" if ast.unparse(call.func) == "one" else "list[int]" for name, call in fields.items()}
    others = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    begun = [
        f"self.{name} = " + ("0" if kind == "int" else f"[0] * {of_length(fields[name])}")
        for name, kind in typed.items()
    ]
    copied = [f"other.{name} = self.{name}" + ("" if kind == "int" else "[:]") for name, kind in typed.items()]
    names = (*fields, *(ast.unparse(one.target) for one in others))
    shared = ast.parse((SOURCE / "changeling" / "engine" / "fields.py").read_text(encoding="utf-8"))
    flat = next(one for one in shared.body if isinstance(one, ast.ClassDef) and one.name == "Flat")
    given = [one for one in flat.body if isinstance(one, ast.FunctionDef) and one.name in ("in_use", "clear_scratch")]
    make = f"{node.name}.__new__({node.name})"
    written = {
        "def __init__(self) -> None:": begun,
        f"def copy_into(self, other: {node.name}) -> None:": copied,
        f"def copy(self) -> {node.name}:": [f"other = {make}", "self.copy_into(other)", "return other"],
        "def __getstate__(self) -> dict[str, Any]:": [f"return {{name: getattr(self, name) for name in {names!r}}}"],
        "def __setstate__(self, state: dict[str, Any]) -> None:": [
            "for name, value in state.items():",
            "    setattr(self, name, value)",
        ],
    }
    inherited = {"super().__init__()": begun, "other = super().copy()": [f"other = {make}", "self.copy_into(other)"]}
    said = [f"_any: Any = _fields\n\n\n{STRUCT}class {node.name}:"]
    said += [f"    {name}: {kind}" for name, kind in typed.items()]
    said += [f"    {ast.unparse(one)}" for one in others]
    said += [f"    fields: ClassVar[tuple[Any, ...]] = ({declared},)"]
    for function in (*own, *given):
        lines = [line for line in ast.unparse(function).splitlines() if line]
        for line in lines:
            deep = line[: len(line) - len(line.lstrip())]
            said += [f"    {deep}{one}" for one in inherited.get(line.strip(), [line.strip()])]
    taken = {one.name for one in own}
    for head, body in written.items():
        if head.split("(")[0].removeprefix("def ") not in taken:
            said += [f"    {head}", *(f"        {line}" for line in body)]
    return "\n".join(said) + "\n"


def is_field(call: ast.Call) -> bool:
    """Whether a call in a flat class declares a field."""
    return ast.unparse(call.func) in ("one", "many")


def of_length(call: ast.Call) -> str:
    """How long a list is, as it was declared."""
    return f"({ast.unparse(call.args[1])})"


def is_native(node: ast.ClassDef) -> bool:
    """Whether a class may be made into a struct."""
    based = all(isinstance(base, ast.Name) and base.id in BASES for base in node.bases)
    return based and not node.decorator_list and not node.keywords and node.name not in PYTHONS


def digest_of(source: Path) -> str:
    """What stands for these sources, and for the Python that compiles them."""
    found = hashlib.sha256(f"{sys.prefix} {sysconfig.get_config_var('EXT_SUFFIX')}".encode())
    for path in [Path(__file__), *sorted((source / "changeling").rglob("*"))]:
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(f"\n{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
    return found.hexdigest()


def is_current(source: Path, target: Path) -> bool:
    """Whether what was built stands for these sources."""
    stamp = target / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii") == digest_of(source)


def build(source: Path, target: Path) -> None:
    """Copy the sources and compile them. Raises SystemExit with what the compiler says."""
    shutil.rmtree(target, ignore_errors=True)
    package, modules = target / "changeling", list(chosen(source))
    shutil.copytree(source / "changeling", package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in modules:
        path = package / name
        path.write_text(marked(path.read_text(encoding="utf-8")), encoding="utf-8")
    (target / "mypy.ini").write_text(MYPY, encoding="ascii")
    program = PROGRAM.format(processes=os.cpu_count() or 1, modules=[f"changeling/{name}" for name in modules])
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=target, env=environment, text=True, capture_output=True, check=False
    )
    wrong = [line for line in (done.stdout + done.stderr).splitlines() if "rror" in line and "-Werror" not in line]
    built = list(package.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))
    if done.returncode or len(built) < len(modules):
        raise SystemExit(
            "it could not be compiled; nothing hangs on that:\n" + "\n".join(wrong or [done.stderr[-2000:]])
        )
    for left in ("build", "made", ".mypy_cache"):
        shutil.rmtree(target / left, ignore_errors=True)
    (target / MADE_OF).write_text(str(source.resolve()), encoding="utf-8")
    (target / STAMP).write_text(digest_of(source), encoding="ascii")


def main() -> int:
    """Build, or say where it was built."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=SOURCE)
    parser.add_argument("--target", type=Path, default=TARGET)
    parser.add_argument("--where", action="store_true", help="only print the folder, where it is up to date")
    args = parser.parse_args()
    if args.where:
        print(args.target if is_current(args.source, args.target) else "")
    elif not is_current(args.source, args.target):
        print(f"Compiling {len(list(chosen(args.source)))} modules into {args.target}: some minutes", flush=True)
        build(args.source, args.target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
