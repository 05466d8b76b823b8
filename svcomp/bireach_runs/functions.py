# SPDX-License-Identifier: Apache-2.0
"""Functions as tasks: `bireach inconsistent` looks at each one on its own."""
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from bireach_runs.tasks import TaskError, name_tasks

COMMAND = "inconsistent"
CLASSES = ("error", "after-error", "unreachable")
LISTED = re.compile(r".*:\d+: (\S+)")


def functions_as_tasks(tasks, settings, jobs):
    """Each file's functions, in their order. A file that cannot be read stays one task, whose run says why. Throws
    TaskError if there are none."""
    files = {}  # without those that are listed twice: what is expected of programs says nothing about functions
    for task in tasks:
        for path in task.files:
            files.setdefault((path, task.data_model), replace(task, files=[path], property="unreach-call", expected=""))
    with ThreadPoolExecutor(jobs) as pool:
        found = [task for part in pool.map(lambda task: functions_of(task, settings), files.values()) for task in part]
    if not found:
        raise TaskError(f"no functions in {', '.join(path for path, _ in files)}")
    name_tasks(found)
    return found


def functions_of(task, settings):
    line = [settings.binary, COMMAND, "--list-functions", "--data-model", task.data_model, *settings.options, *task.files]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        return [task]
    names = [match.group(1) for match in map(LISTED.fullmatch, done.stdout.splitlines()) if match]
    return [replace(task, function=name) for name in dict.fromkeys(names)]  # gnu_inline defines one name twice


def known_of(result):
    """What a result file says of one run: (classes of its findings, "1 error, 2 after-error"; sentences)."""
    findings = result.get("findings") or []
    count = Counter(finding["severity"] for finding in findings)
    classes = ", ".join(f"{count[name]} {name}" for name in CLASSES if count[name])
    said = [f"{finding['location']['line']}: {finding['severity']}: {finding['message']}" for finding in findings]
    for function in result.get("functions") or []:
        said += [function["refused"]] if function.get("refused") else function["undecided"]
    return classes, "; ".join(said)


def count_of(rows, name):
    """How many findings of this class the table has."""
    return sum(int(count) for row in rows for count, found in re.findall(r"(\d+) ([a-z-]+)", row["findings"]) if found == name)
