#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs bireach on the programs of this folder and compares the answers with what their first lines expect.

The leading comment lines of a program may hold:
  // EXPECT: TRUE | FALSE | UNKNOWN     the verdict (required), of unreach-call unless OPTIONS name a property or checks
  // COMMAND: explain                   instead of check
  // RELEVANT: 7 12                     the lines of the relevant statements of the trace, exactly (may be empty);
                                        of explain: of those that are relevant in every trace
  // INPUTS: 7=every 12=reaching        of relevant statements of the (first) trace: which inputs the fixing value is
                                        proved to block (fix.inputs), the most over the statement's occurrences
  // ASSUMES: divided by -1 | outside   a part of each assumption of the answer, exactly as many; empty: there is none
  // OPTIONS: --data-model ILP32        more arguments
  // FILES: linked/other.c              further files of the program, as seen from this folder
  // compilers: gcc=fails clang=passes  what the program does when it is run, as each of these compilers builds it
                                        with -O0 and with -O2; fails: a failed assertion, reach_error or abort ends it,
                                        passes: it ends with status 0. For programs without inputs; a compiler that is
                                        not installed is not asked
and for explain also:
  // SOME: 9                            the lines of the statements that are relevant in some traces only, exactly
  // TRACES: 2                          the number of error traces; 2-5: from two to five
  // EXHAUSTED: yes | no                whether all error traces are covered
  // COMMON-FIX: 7                      the lines with a constant that blocks every trace for every input, exactly
Exit status: 0 all passed, 1 something differs, 2 bad arguments.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

EXPLAIN_KEYS = ("SOME", "TRACES", "EXHAUSTED", "COMMON-FIX")
KEYS = ("EXPECT", "COMMAND", "RELEVANT", "INPUTS", "ASSUMES", "OPTIONS", "FILES", "compilers", *EXPLAIN_KEYS)
COMPILERS = ("gcc", "clang")
LEVELS = ("-O0", "-O2")
REACH_ERROR = "#include <stdlib.h>\n__attribute__((weak)) void reach_error(void) { abort(); }\n"
RUN_SECONDS = 10
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
    if ("RELEVANT" in found or "INPUTS" in found) and found["EXPECT"] != "FALSE":
        raise ValueError(f"{path.name}: RELEVANT or INPUTS without a trace")
    if found.setdefault("COMMAND", "check") not in ("check", "explain"):
        raise ValueError(f"{path.name}: COMMAND: check or explain")
    if any(key in found for key in EXPLAIN_KEYS) and (found["COMMAND"], found["EXPECT"]) != ("explain", "FALSE"):
        raise ValueError(f"{path.name}: {', '.join(EXPLAIN_KEYS)} are for COMMAND: explain and EXPECT: FALSE")
    if found.get("EXHAUSTED", "yes") not in ("yes", "no"):
        raise ValueError(f"{path.name}: EXHAUSTED: yes or no")
    read_compilers(path, found)
    return found


def read_compilers(path, found):
    """What `compilers` says as (compiler, outcome) pairs; raises ValueError on what the grammar does not have."""
    if "compilers" in found:
        pairs = [tuple(entry.split("=", 1)) for entry in found["compilers"].split()]
        if not pairs or any(len(pair) != 2 or pair[0] not in COMPILERS or pair[1] not in ("fails", "passes")
                            for pair in pairs):
            raise ValueError(f"{path.name}: compilers: gcc=fails|passes clang=fails|passes")
        found["compilers"] = pairs


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


def blocked_inputs(result):
    """By line: "every", "reaching" or "some", the most that a fixing value of the first trace blocks."""
    strength = ("some", "reaching", "every")
    found = {}
    for step in result["traces"][0]["steps"]:
        if "fix" in step:
            line = result["statements"][step["statement"]]["location"]["line"]
            found[line] = max(found.get(line, "some"), step["fix"]["inputs"], key=strength.index)
    return found


def assumption_differences(expected, result):
    wanted = [part.strip() for part in expected["ASSUMES"].split("|") if part.strip()]
    given = result["assumptions"]
    missing = [part for part in wanted if not any(part in text for text in given)]
    if missing or len(given) != len(wanted):
        yield f"assumptions {given} instead of {wanted}"


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
    if "ASSUMES" in expected:
        yield from assumption_differences(expected, result)
    if verdict != want or want != "FALSE":
        return
    if not result.get("traces"):
        yield "no trace in the result file"
        return
    for given in expected.get("INPUTS", "").split():
        line, _, inputs = given.partition("=")
        if blocked_inputs(result).get(int(line)) != inputs:
            yield f"line {line}: the fixing value blocks inputs: {blocked_inputs(result).get(int(line))} instead of {inputs}"
    if expected["COMMAND"] == "explain":
        yield from explain_differences(expected, result)
    elif "RELEVANT" in expected:
        lines = numbers(expected["RELEVANT"])
        relevant, undecided = relevant_lines(result)
        if relevant != lines:
            yield f"relevant lines {sorted(relevant)} instead of {sorted(lines)}"
        if undecided:
            yield f"undecided statements in lines {sorted(undecided)}"


def outcome(path, files, compiler, level, folder):
    """What the program does as the compiler builds it: fails, passes, or what else happened."""
    helper, built = folder / "reach_error.c", folder / f"{compiler}{level}"
    helper.write_text(REACH_ERROR, encoding="utf-8")
    compiled = subprocess.run([compiler, level, "-w", "-o", str(built), str(path), *files,
                               str(helper), "-lm"],
                              capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        lines = compiled.stderr.strip().splitlines() or ["no message"]
        return "does not compile: " + next((line for line in lines if "error" in line or "undefined" in line), lines[0])
    try:
        process = subprocess.run([str(built)], stdin=subprocess.DEVNULL, capture_output=True, timeout=RUN_SECONDS,
                                 cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        return f"runs for more than {RUN_SECONDS} s"
    known = {0: "passes", -signal.SIGABRT: "fails"}
    return known.get(process.returncode, f"ends with status {process.returncode}")


def compiler_differences(path, expected):
    """Where a compiler does not do what the program's `compilers` says, one line each."""
    files = [str(path.parent / name) for name in expected.get("FILES", "").split()]
    with tempfile.TemporaryDirectory() as folder:
        for compiler, want in expected.get("compilers", []):
            for level in LEVELS if shutil.which(compiler) else []:
                got = outcome(path, files, compiler, level, pathlib.Path(folder))
                if got != want:
                    yield f"as {compiler} {level} builds it, it {got}; expected: {want}"


def run(path, binary, timeout):
    """(path, differences)."""
    try:
        expected = read_expectation(path)
    except ValueError as error:
        return path, [str(error)]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "result.json"
        options = shlex.split(expected.get("OPTIONS", ""))
        if not any(option.partition("=")[0] in ("--property", "--check", "--no-check") for option in options):
            options += ["--property", "unreach-call"]
        command = [binary, expected["COMMAND"], *options, "--json", str(out), path.name,
                   *expected.get("FILES", "").split()]
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
            found = [*differences(path, expected, process, result), *compiler_differences(path, expected)]
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
