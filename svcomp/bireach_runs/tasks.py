# SPDX-License-Identifier: Apache-2.0
"""Tasks: a program, a property, a data model, perhaps an expected verdict; and the files that list them.

Read by what a file's name ends with:
  .yml   a task definition of SV-COMP, format 2.x (needs python3-yaml)
  .set   patterns of task definitions, one a line
  .csv   a table with the column file, and perhaps data_model, expected, property, category; other columns are ignored
  .c .i  a program
  else   a list: on each line the path of one of these, and for a program perhaps its data model and expected verdict;
         `#` starts a comment, quotes as in a shell
Paths are relative to the file they stand in. Every mistake names its file and line.
"""
import csv
import glob
import hashlib
import os
import re
import shlex
from dataclasses import asdict, dataclass, field
from pathlib import Path

DATA_MODELS = ("ILP32", "LP64")
EXPECTED = ("true", "false", "")
BEING_READ = []  # files that list others, outermost first
UNREACH_CALL = re.compile(r"CHECK\s*\(\s*init\s*\(.*\)\s*,\s*LTL\s*\(\s*G\s*!\s*call\s*\(\s*(reach_error|__VERIFIER_error)\s*"
                          r"\(\s*\)\s*\)\s*\)\s*\)")


class TaskError(Exception):
    """A list of tasks that cannot be read; the message says where and what was expected."""


@dataclass
class Task:
    files: list  # absolute paths
    data_model: str = "LP64"
    property: str = "unreach-call"  # or the absolute path of a property file
    expected: str = ""  # "true", "false"; empty: not known
    category: str = ""
    place: str = ""  # where it was listed: "tasks.csv:12"
    name: str = ""  # for people
    function: str = ""  # of the file, of which alone the task is; empty: the task is the whole program
    id: str = field(default="")  # unique in its list, fit for a file name

    def as_dict(self):
        return asdict(self)

    def digest(self):
        """Of all that an answer depends on: the text of program and property, and how they are to be read."""
        total = hashlib.sha256()
        for path in self.files + ([] if self.property == "unreach-call" else [self.property]):
            total.update(hashlib.sha256(Path(path).read_bytes()).digest())
        total.update(f"{self.data_model}\n{[os.path.basename(path) for path in self.files]}".encode())
        if self.function:
            total.update(f"\n{self.function}".encode())
        return total.hexdigest()


def read_tasks(paths, default_model="LP64"):
    """Tasks of all these files, in order, with unique ids. Throws TaskError."""
    tasks = []
    for path in paths:
        tasks += tasks_of(Path(path), default_model, str(path))
    if not tasks:
        raise TaskError(f"no tasks in {', '.join(map(str, paths))}")
    name_tasks(tasks)
    return tasks


def tasks_of(path, default_model, place):
    if "\0" in str(path) or not path.is_file():
        problem = "is a directory" if "\0" not in str(path) and path.is_dir() else "no such file"
        raise TaskError(f"{place}: {path}: {problem}" if place != str(path) else f"{path}: {problem}")
    if path.resolve() in BEING_READ:
        raise TaskError(f"{place}: {path} lists itself")
    reader = {".csv": tasks_of_table, ".yml": tasks_of_definition, ".yaml": tasks_of_definition, ".set": tasks_of_set,
              ".c": task_of_program, ".i": task_of_program}.get(path.suffix, tasks_of_list)
    BEING_READ.append(path.resolve())
    try:
        if reader != task_of_program and b"\0" in path.read_bytes():
            raise TaskError(f"{path}: not text (a byte is zero)")
        return reader(path, default_model, place)
    except UnicodeDecodeError as error:
        raise TaskError(f"{path}: not UTF-8 text (byte {error.start + 1})") from None
    except (csv.Error, OSError) as error:
        raise TaskError(f"{path}: {error}") from None
    finally:
        BEING_READ.pop()


def task_of_program(path, default_model, place):
    return [Task([str(path.resolve())], default_model, place=place, name=str(path))]


def checked(task):
    """The task, if its fields have the values they may have."""
    if task.data_model not in DATA_MODELS:
        raise TaskError(f"{task.place}: data model '{task.data_model}' is neither ILP32 nor LP64")
    if task.expected not in EXPECTED:
        raise TaskError(f"{task.place}: expected verdict '{task.expected}' is neither true nor false")
    for name in task.files + ([] if task.property == "unreach-call" else [task.property]):
        if not Path(name).is_file():
            raise TaskError(f"{task.place}: {name}: no such file")
    return task


def tasks_of_list(path, default_model, _place):
    tasks = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        place = f"{path}:{number}"
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise TaskError(f"{place}: {str(error).lower()}") from None
        if not words:
            continue
        found = tasks_of(path.parent / words[0], default_model, place)
        for word in words[1:]:
            if word in DATA_MODELS:
                found = [with_field(task, "data_model", word) for task in found]
            elif word in ("true", "false"):
                found = [with_field(task, "expected", word) for task in found]
            else:
                raise TaskError(f"{place}: '{word}' is none of ILP32, LP64, true, false")
        for task in found:
            task.place = place
        tasks += found
    return tasks


def with_field(task, name, value):
    setattr(task, name, value)
    return task


def tasks_of_table(path, default_model, _place):
    tasks = []
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if "file" not in header:
            raise TaskError(f"{path}:1: no column 'file' (the columns are: {', '.join(header) or 'none'})")
        for row in rows:
            if not row:
                continue
            place = f"{path}:{rows.line_num}"
            if len(row) != len(header):
                raise TaskError(f"{place}: {len(row)} fields, where the first line has {len(header)}")
            value = dict(zip(header, row))
            if not value["file"]:
                raise TaskError(f"{place}: no file")
            if value.get("property", "unreach-call") not in ("", "unreach-call"):
                continue
            expected = value.get("expected", "").lower()
            tasks.append(checked(Task([str((path.parent / value["file"]).resolve())],
                                      value.get("data_model") or default_model,
                                      expected="" if expected == "unknown" else expected,
                                      category=value.get("category", ""), place=place, name=value["file"])))
    return tasks


def tasks_of_set(path, default_model, _place):
    tasks = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        pattern = line.split("#")[0].strip()
        if not pattern:
            continue
        found = sorted(glob.glob(str(path.parent / pattern), recursive=True))
        if not found:
            raise TaskError(f"{path}:{number}: no file matches {pattern}")
        for name in found:
            tasks += tasks_of(Path(name), default_model, f"{path}:{number}")
    for task in tasks:
        task.category = task.category or path.stem
    return tasks


def tasks_of_definition(path, default_model, place):
    """The tasks of a definition about unreach-call: one, or none if it has no such property."""
    try:
        import yaml
    except ImportError:
        raise TaskError(f"{path}: task definitions need Python's yaml (Debian: python3-yaml)") from None
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        raise TaskError(f"{where}: not YAML: {getattr(error, 'problem', None) or error}") from None
    if not isinstance(content, dict):
        raise TaskError(f"{path}: not a task definition (expected format_version, input_files, properties)")
    version = str(content.get("format_version"))
    if not re.fullmatch(r"[12]\.\d+", version):
        raise TaskError(f"{path}: format_version '{version}' (expected 1.0 or 2.x)")
    files = content.get("input_files")
    files = [files] if isinstance(files, str) else files
    if not isinstance(files, list) or not files or not all(isinstance(name, str) for name in files):
        raise TaskError(f"{path}: input_files is not a file name or a list of them")
    options = content.get("options") or {}
    if not isinstance(options, dict):
        raise TaskError(f"{path}: options is no mapping")
    if options.get("language", "C") != "C":
        raise TaskError(f"{path}: language '{options.get('language')}' is not C")
    task = Task([str((path.parent / name).resolve()) for name in files], options.get("data_model", default_model),
                place=place if place != str(path) else str(path), name=str(path))
    for entry in content.get("properties") or []:
        if not isinstance(entry, dict) or not isinstance(entry.get("property_file"), str):
            raise TaskError(f"{path}: an element of properties has no property_file")
        property_file = (path.parent / entry["property_file"]).resolve()
        if not is_unreach_call(property_file, path):
            continue
        verdict = entry.get("expected_verdict")
        if verdict not in (True, False, None):
            raise TaskError(f"{path}: expected_verdict '{verdict}' is neither true nor false")
        task.property = str(property_file)
        task.expected = "" if verdict is None else str(verdict).lower()
        return [checked(task)]
    if content.get("properties"):
        return []
    return [checked(task)]


def is_unreach_call(property_file, place):
    if not property_file.is_file():
        raise TaskError(f"{place}: {property_file}: no such file")
    lines = [line for line in property_file.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return len(lines) == 1 and UNREACH_CALL.fullmatch(lines[0].strip()) is not None


def name_tasks(tasks):
    """Gives each task an id: its name without what is common to all, where letters may stand in a file name."""
    seen = {}
    folders = [os.path.dirname(task.files[0]) for task in tasks]
    common = os.path.commonpath(folders)
    for task in tasks:
        key = (tuple(task.files), task.data_model, task.property, task.function)
        if key in seen:
            raise TaskError(f"{task.place}: the same task as {seen[key]}")
        seen[key] = task.place
        relative = os.path.relpath(task.files[0], common) + (f"+{task.function}" if task.function else "")
        task.id = re.sub(r"[^A-Za-z0-9._+-]", "_", relative)[-150:]
    counts = {}
    for task in tasks:
        counts[task.id] = counts.get(task.id, 0) + 1
    for task in tasks:
        if counts[task.id] > 1 or task.id.startswith("."):
            text = f"{task.files}{task.data_model}{task.property}{task.function}"
            task.id = f"{task.id.lstrip('.')}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
