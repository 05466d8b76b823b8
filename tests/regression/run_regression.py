#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs bireach on the programs of this folder and compares the answers with what their first lines expect.

The leading comment lines of a program may hold:
  // EXPECT: TRUE | FALSE | UNKNOWN     the verdict (required)
  // COMMAND: explain                   instead of check
  // RELEVANT: 7 12                     the lines of the relevant statements of the trace, exactly (may be empty);
                                        of explain: of those that are relevant in every trace
  // OPTIONS: --data-model ILP32        more arguments
and for explain also:
  // SOME: 9                            the lines of the statements that are relevant in some traces only, exactly
  // TRACES: 2                          the number of error traces; 2-5: from two to five
  // EXHAUSTED: yes | no                whether all error traces are covered
  // COMMON-FIX: 7                      the lines with a constant that blocks every trace, exactly
Exit status: 0 all passed, 1 something differs, 2 bad arguments.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

EXPLAIN_KEYS = ("SOME", "TRACES", "EXHAUSTED", "COMMON-FIX")
KEYS = ("EXPECT", "COMMAND", "RELEVANT", "OPTIONS", *EXPLAIN_KEYS)
EXIT_STATUS = {"TRUE": 0, "FALSE": 1, "UNKNOWN": 3}


def read_expectation(path):
    """The keys of the leading comments; raises ValueError on what the grammar does not have."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        key, colon, value = line[2:].strip().partition(":")
        if colon and key in KEYS:
            if key in found:
                raise ValueError(f"{path.name}: {key} stands twice")
            found[key] = value.strip()
    if found.get("EXPECT") not in EXIT_STATUS:
        raise ValueError(f"{path.name}: no EXPECT: TRUE, FALSE or UNKNOWN in the leading comments")
    if "RELEVANT" in found and found["EXPECT"] != "FALSE":
        raise ValueError(f"{path.name}: RELEVANT without a trace")
    if found.setdefault("COMMAND", "check") not in ("check", "explain"):
        raise ValueError(f"{path.name}: COMMAND: check or explain")
    if any(key in found for key in EXPLAIN_KEYS) and (found["COMMAND"], found["EXPECT"]) != ("explain", "FALSE"):
        raise ValueError(f"{path.name}: {', '.join(EXPLAIN_KEYS)} are for COMMAND: explain and EXPECT: FALSE")
    if found.get("EXHAUSTED", "yes") not in ("yes", "no"):
        raise ValueError(f"{path.name}: EXHAUSTED: yes or no")
    return found


def relevant_lines(result):
    """Lines of the relevant and of the undecided statements of the first trace."""
    trace = result["traces"][0]
    relevant, undecided = set(), set()
    for step in trace["steps"]:
        statement = result["statements"][step["statement"]]
        if statement["kind"] == "assume":
            continue
        line = statement["location"]["line"]
        if step["relevant"] is None:
            undecided.add(line)
        elif step["relevant"]:
            relevant.add(line)
    return relevant, undecided


def lines_of(result, entries):
    """Lines of the statements that the entries of `program` name."""
    return {result["statements"][entry["statement"]]["location"]["line"] for entry in entries}


def numbers(text):
    return {int(number) for number in text.split()}


def explain_differences(expected, result):
    """What is not as expected of the program as a whole."""
    program = result["program"]
    blocked = [entry for entry in program["relevant"] if entry["common_fix"]["answer"] == "exists"]
    for key, entries, what in (("RELEVANT", program["relevant"], "relevant lines"),
                               ("SOME", program["some_traces"], "lines relevant in some traces"),
                               ("COMMON-FIX", blocked, "lines with a common fix")):
        if key in expected and lines_of(result, entries) != numbers(expected[key]):
            yield f"{what} {sorted(lines_of(result, entries))} instead of {sorted(numbers(expected[key]))}"
    if program["undecided"]:
        yield f"undecided statements in lines {sorted(lines_of(result, program['undecided']))}"
    if "TRACES" in expected:
        least, _, most = expected["TRACES"].partition("-")
        if not int(least) <= len(result["traces"]) <= int(most or least):
            yield f"{len(result['traces'])} error traces instead of {expected['TRACES']}"
    if "EXHAUSTED" in expected and result["statistics"]["exhausted"] != (expected["EXHAUSTED"] == "yes"):
        yield f"the harvest ended with {result['harvest']['end']}: {result['harvest']['reason']}"


def differences(path, expected, process, result):
    """What is not as expected, one line each."""
    want = expected["EXPECT"]
    last = process.stdout.strip().splitlines()[-1] if process.stdout.strip() else ""
    verdict = last.partition("(")[0]
    if verdict != want:
        yield f"verdict {last or '(none)'} instead of {want}"
    if process.returncode != EXIT_STATUS[want]:
        yield f"exit status {process.returncode} instead of {EXIT_STATUS[want]}"
    if result is None:
        yield "no result file"
        return
    if result.get("verdict") != verdict:
        yield f"verdict {result.get('verdict')} in the result file, {verdict} on standard output"
    if verdict != want or want != "FALSE":
        return
    if not result.get("traces"):
        yield "no trace in the result file"
        return
    if expected["COMMAND"] == "explain":
        yield from explain_differences(expected, result)
    elif "RELEVANT" in expected:
        lines = numbers(expected["RELEVANT"])
        relevant, undecided = relevant_lines(result)
        if relevant != lines:
            yield f"relevant lines {sorted(relevant)} instead of {sorted(lines)}"
        if undecided:
            yield f"undecided statements in lines {sorted(undecided)}"


def run(path, binary, timeout):
    """(path, differences)."""
    try:
        expected = read_expectation(path)
    except ValueError as error:
        return path, [str(error)]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "result.json"
        command = [binary, expected["COMMAND"], *shlex.split(expected.get("OPTIONS", "")), "--json", str(out), path.name]
        try:
            process = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=path.parent,
                                     check=False)
        except subprocess.TimeoutExpired:
            return path, [f"no answer within {timeout} s"]
        except OSError as error:
            return path, [str(error)]
        result = None
        if out.exists():
            try:
                result = json.loads(out.read_text(encoding="utf-8"))
            except ValueError as error:
                return path, [f"the result file is not JSON: {error}"]
        try:
            found = list(differences(path, expected, process, result))
        except (KeyError, TypeError, IndexError) as error:
            found = [f"the result file lacks {error!r}"]
        if found and process.stderr:
            found += ["  " + line for line in process.stderr.strip().splitlines()[-3:]]
        return path, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one program")
    parser.add_argument("programs", nargs="*", help="programs or folders (default: this script's folder)")
    arguments = parser.parse_args()
    binary = arguments.binary
    if "/" in binary:
        binary = str(pathlib.Path(binary).resolve())
    paths = []
    for given in arguments.programs or [pathlib.Path(__file__).parent]:
        given = pathlib.Path(given).resolve()
        paths += sorted(given.glob("*.c")) if given.is_dir() else [given]
    if not paths or not all(path.is_file() for path in paths):
        parser.error("no programs")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(arguments.jobs, 1)) as pool:
        for path, found in pool.map(lambda path: run(path, binary, arguments.timeout), paths):
            if found:
                failed += 1
                print(f"{path.name}:")
                for line in found:
                    print(f"  {line}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
