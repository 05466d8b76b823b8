#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The two tables of "Static fault localization for simple bugs" (2017) for this tool, beside the published figures.

Runs `bireach check` (Table 1, one error trace) and `bireach explain` (Table 2, many) on each program, one program at a
time, keeps the result files, and writes both tables as CSV and Markdown.

  paper_tables.py --binary build/bireach --manifest manifest.csv --select paper --timeout 120 --results results
  paper_tables.py --results results --manifest manifest.csv --select paper --no-run     # tables of what is there
  paper_tables.py --binary build/bireach --command check --results results a.c b.c

A manifest is a CSV file with the columns file (relative to the manifest), data_model and paper_table (the program's
name in paper_tables.csv; empty if it is not in the paper). A file given by name is looked up by its name.

Result files: RESULTS/check/PROGRAM.json and RESULTS/explain/PROGRAM.json. With --resume, a whole result file is used
again if it is about the same source, data model and time limit. Tables: RESULTS/table1.csv, table1.md, table2.csv,
table2.md; the Markdown is printed too. Needs nothing but Python 3.

Exit status: 0; 1 if some program gave no whole result file or a verdict other than FALSE; 2 for bad arguments.
"""
import argparse
import csv
import hashlib
import json
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

FORMAT = "bireach-result/1"
PAPER_FILE = Path(__file__).resolve().parent / "paper_tables.csv"
# The paper does not say which analyses ended; its limit was 120 s, and this many of its times are below.
PAPER_ENDED_BELOW_S = 119
# Column, heading, decimals. The paper's column has the table's number appended. Its Table 1 counts a statement as often
# as the trace has it (47 for a trace whose distinct statements Table 2 gives as 16), Table 2 each once; so Table 1 has
# the distinct ones beside.
COLUMNS = {
    1: [("relevant", "relevant steps", 0), ("statements", "steps", 0), ("relevant_distinct", "relevant statements", 0),
        ("statements_distinct", "statements", 0), ("localization_s", "localization s", 2),
        ("total_s", "total s", 1), ("iterations", "iterations", 0)],
    2: [("relevant", "relevant", 0), ("statements", "statements", 0), ("localization_s", "localization s", 2),
        ("danger_s", "danger automata s", 2), ("total_s", "total s", 1), ("iterations", "iterations", 0),
        ("traces", "traces", 0)],
}
COMMAND_OF = {1: "check", 2: "explain"}


class BadArguments(Exception):
    pass


class Task:
    def __init__(self, source, data_model, program, paper):
        self.source = source
        self.data_model = data_model
        self.program = program
        self.paper = paper  # a row of paper_tables.csv, or nothing


def read_paper():
    with open(PAPER_FILE, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {row["program"]: row for row in rows}


def paper_name(stem, paper):
    """The longest name of the paper's that the file's name contains, letters and digits only; or nothing."""
    def plain(text):
        return re.sub(r"[^a-z0-9]", "", text.lower())
    return max((name for name in paper if plain(name) in plain(stem)), key=len, default=None)


def tasks_of_manifest(path, select, paper):
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise BadArguments(f"cannot read {path}: {error.strerror}") from error
    if rows and "file" not in rows[0]:
        raise BadArguments(f"{path}: there is no column 'file'")
    for row in rows:
        name = row.get("paper_table") or ""
        if select == "paper" and not name:
            continue
        source = Path(path).parent / row["file"]
        yield Task(source, row.get("data_model") or "ILP32", name or source.stem, paper.get(name))


def tasks_of(args, paper):
    tasks = list(tasks_of_manifest(args.manifest, args.select, paper)) if args.manifest else []
    for file in args.files:
        name = paper_name(Path(file).stem, paper)
        tasks.append(Task(Path(file), args.data_model, name or Path(file).stem, paper.get(name)))
    if args.program:
        tasks = [task for task in tasks if any(wanted in task.program for wanted in args.program)]
    names = [task.program for task in tasks]
    for name in names:
        if names.count(name) > 1:
            raise BadArguments(f"two tasks are named {name}; their results would overwrite each other")
    if not tasks:
        raise BadArguments("no task is selected: give files, or a manifest")
    return tasks


def load(path):
    """The whole result file, or nothing."""
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(result, dict) and result.get("format") == FORMAT and "statistics" in result
    return result if whole else None


def is_current(result, task, timeout):
    """Is it about this source, data model and time limit?"""
    if result is None:
        return False
    try:
        digest = hashlib.sha256(task.source.read_bytes()).hexdigest()
    except OSError:
        return False
    try:
        limit = float(result.get("options", {}).get("timeout", "nan"))
    except ValueError:
        return False
    of_input = result.get("input", {})
    same_source = digest in of_input.get("sha256", {}).values()
    return same_source and of_input.get("data_model") == task.data_model and limit == timeout


def run(args, command, task, target):
    """Runs the tool; a result file from before is gone if this run writes none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    line = [args.binary, command, "--property", "unreach-call", "--data-model", task.data_model, "--timeout", f"{args.timeout:g}", "--json",
            str(target)]
    if args.memory_limit:
        line += ["--memory-limit", str(args.memory_limit)]
    if args.jobs:
        line += ["--jobs", str(args.jobs)]
    line += args.option + (args.explain_option if command == "explain" else []) + [str(task.source)]
    start = time.monotonic()
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    errors, ending = "", ""
    # Its own limit ends a run in order; one that overruns it is asked to, then ended.
    for patience, last_word in ((args.timeout + args.grace, signal.SIGTERM), (args.grace, signal.SIGKILL), (None, None)):
        try:
            errors = process.communicate(timeout=patience)[1]
            break
        except subprocess.TimeoutExpired:
            ending = f", ended by {last_word.name}"
            process.send_signal(last_word)
    seconds = time.monotonic() - start
    note = f"exit status {process.returncode}{ending}, {seconds:.1f} s"
    if load(target) is None:
        note += "; no result: " + (errors.strip().splitlines() or ["nothing on standard error"])[-1]
    print(f"{command} {task.program}: {note}", file=sys.stderr)


def run_all(args, tasks):
    for command in args.commands:
        for task in tasks:
            target = args.results / command / (task.program + ".json")
            if args.resume and is_current(load(target), task, args.timeout):
                continue
            run(args, command, task, target)


def figures(table, result):
    """Our columns of one row, as numbers."""
    if result is None:
        return {}
    numbers = result["statistics"]
    times = numbers.get("time_s", {})
    row = {"verdict": result.get("verdict", ""), "localization_s": times.get("relevance", 0),
           "total_s": numbers.get("wall_s", 0), "iterations": numbers.get("iterations", 0),
           "peak_mib": numbers.get("peak_memory_mib", 0)}
    traces = result.get("traces", [])
    if table == 1 and traces:
        steps = traces[0]["steps"]
        row.update(relevant=sum(step["relevant"] is True for step in steps), statements=len(steps),
                   relevant_distinct=traces[0]["relevant_statements"], statements_distinct=traces[0]["statements"])
    if table == 2:
        row.update(danger_s=times.get("danger_automata", 0), traces=len(traces), ended=bool(numbers.get("exhausted")))
        row["end"] = result.get("harvest", {}).get("end", "") or result.get("reason", "")
        if row["total_s"] > 0:
            row["danger_share"] = row["danger_s"] / row["total_s"]
        if traces:
            program = result.get("program", {})
            row.update(relevant=len(program.get("relevant", [])), statements=program.get("statements", 0))
    return row


def paper_figures(table, paper):
    if paper is None:
        return {}
    row = {key: int(paper[f"{key}_{table}"]) for key, _, _ in COLUMNS[table] if f"{key}_{table}" in paper}
    if table == 2:
        row["ended"] = row["total_s"] < PAPER_ENDED_BELOW_S
        if row["total_s"] > 0:
            row["danger_share"] = row["danger_s"] / row["total_s"]
    return row


def rows_of(args, table, tasks):
    for task in tasks:
        result = load(args.results / COMMAND_OF[table] / (task.program + ".json"))
        yield task, figures(table, result), paper_figures(table, task.paper)


def shown(value, decimals=0):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.{decimals}f}"


def columns_of(table):
    """All columns that both sides may have."""
    extra = [("danger_share", "danger share", 2), ("ended", "ended", 0)] if table == 2 else []
    return COLUMNS[table] + extra


def of_paper(value):
    """Whole seconds, counts, or a share computed from them."""
    return shown(value, 2 if isinstance(value, float) else 0)


def write_csv(path, table, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        header = ["program", "paper_name", "verdict"] + (["end"] if table == 2 else [])
        for key, _, _ in columns_of(table):
            header += [key, key + "_paper"]
        out.writerow(header + ["peak_mib"])
        for task, ours, theirs in rows:
            line = [task.program, task.paper["paper_name"] if task.paper else "", ours.get("verdict", "no result")]
            line += [ours.get("end", "")] if table == 2 else []
            for key, _, decimals in columns_of(table):
                line += [shown(ours.get(key), decimals + 1 if decimals else 0), of_paper(theirs.get(key))]
            out.writerow(line + [shown(ours.get("peak_mib"))])


def pair(ours, theirs, decimals):
    """Ours, and the paper's in brackets."""
    left = shown(ours, decimals) or "–"
    right = of_paper(theirs)
    return f"{left} ({right})" if right else left


def medians(rows, columns):
    """For each column the medians of ours and the paper's over the programs that have both, else of ours alone."""
    result = {}
    for key, _, _ in columns:
        both = [(ours[key], theirs[key]) for _, ours, theirs in rows if key in ours and key in theirs]
        alone = [ours[key] for _, ours, _ in rows if key in ours]
        if both:
            result[key] = (statistics.median([b[0] for b in both]), float(statistics.median([b[1] for b in both])))
        elif alone:
            result[key] = (statistics.median(alone), None)
    return result


def summary(table, rows):
    with_report = [(ours, theirs) for _, ours, theirs in rows if "relevant" in ours]
    yield f"{len(rows)} programs, {len(with_report)} with an error trace and its relevant statements."
    failed = [task.program for task, ours, _ in rows if not ours]
    if failed:
        yield f"No result: {', '.join(failed)}."
    other = [f"{task.program} ({ours['verdict']})" for task, ours, _ in rows if ours and ours["verdict"] != "FALSE"]
    if other:
        yield f"Verdict other than FALSE: {', '.join(other)}."
    total = sum(ours.get("total_s", 0) for _, ours, _ in rows)
    theirs = sum(paper.get("total_s", 0) for _, ours, paper in rows if ours)
    yield f"Total time {total:.1f} s; the paper's for the same programs {theirs} s."
    if table == 2:
        ended = sum(ours.get("ended", False) for _, ours, _ in rows)
        ended_paper = sum(paper.get("ended", False) for _, _, paper in rows)
        danger = sum(ours.get("danger_s", 0) for _, ours, _ in rows)
        shares = [ours["danger_share"] for _, ours, _ in rows if "danger_share" in ours]
        yield f"Ended, no error trace left: {ended}; in the paper {ended_paper} (total time below {PAPER_ENDED_BELOW_S} s)."
        if shares:
            below = sum(share < 0.5 for share in shares)
            yield (f"Danger automata took {danger:.1f} s; their share of the total time is {statistics.median(shares):.0%} "
                   f"in the median and below half for {below} of {len(shares)} programs.")


def markdown(table, rows):
    columns = columns_of(table)
    subject = "one error trace" if table == 1 else "many error traces"
    yield f"## Table {table}: {subject} (the paper's figures in brackets)"
    yield ""
    yield "| program | " + " | ".join(heading for _, heading, _ in columns) + " |"
    yield "|---|" + "---|" * len(columns)
    for task, ours, theirs in rows:
        cells = [pair(ours.get(key), theirs.get(key), decimals) for key, _, decimals in columns]
        yield f"| {task.program} | " + " | ".join(cells) + " |"
    middle = medians(rows, [column for column in columns if column[0] != "ended"])
    cells = []
    for key, _, decimals in columns:
        ours, theirs = middle.get(key, (None, None))
        left = shown(ours, max(decimals, 1)) or "–"
        cells.append(left + (f" ({theirs:.{max(decimals, 1)}f})" if theirs is not None else ""))
    yield "| **median** | " + " | ".join(cells) + " |"
    yield ""
    for sentence in summary(table, rows):
        yield "- " + sentence
    yield ""


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.c", help="programs, beside those of the manifest")
    parser.add_argument("--binary", help="the bireach executable (required unless --no-run)")
    parser.add_argument("--results", required=True, type=Path, metavar="DIR", help="where result files and tables go")
    parser.add_argument("--manifest", metavar="CSV", help="list of tasks")
    parser.add_argument("--select", choices=("paper", "all"), default="paper",
                        help="of the manifest: the programs of the paper (default) or all")
    parser.add_argument("--program", action="append", metavar="TEXT", help="only programs whose name contains this")
    parser.add_argument("--command", choices=("check", "explain", "both"), default="both",
                        help="check: Table 1; explain: Table 2 (default: both)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="time limit of one run (default 120)")
    parser.add_argument("--grace", type=float, default=15, metavar="S",
                        help="how long a run may take to end beyond its limit (default 15)")
    parser.add_argument("--memory-limit", type=int, metavar="MIB", help="passed to the tool")
    parser.add_argument("--jobs", type=int, metavar="N", help="worker threads, passed to the tool")
    parser.add_argument("--data-model", choices=("ILP32", "LP64"), default="ILP32",
                        help="of files given by name (default ILP32)")
    parser.add_argument("--option", action="append", default=[], metavar="OPT",
                        help="passed to the tool, as --option=--arithmetic=bitvector")
    parser.add_argument("--explain-option", action="append", default=[], metavar="OPT",
                        help="passed to explain only, as --explain-option=--generalization=trace")
    parser.add_argument("--resume", action="store_true", help="use whole result files that are there")
    parser.add_argument("--no-run", action="store_true", help="only make the tables from the result files")
    args = parser.parse_args(argv)
    args.commands = ["check", "explain"] if args.command == "both" else [args.command]
    if not args.no_run and not args.binary:
        parser.error("--binary is missing (or give --no-run)")
    if args.timeout <= 0:
        parser.error("--timeout must be positive")
    return args


def main(argv=None):
    args = parse(argv)
    try:
        tasks = tasks_of(args, read_paper())
        args.results.mkdir(parents=True, exist_ok=True)
        if not args.no_run:
            run_all(args, tasks)
    except (BadArguments, OSError) as error:
        print(f"paper_tables.py: {error}", file=sys.stderr)
        return 2
    complete = True
    for table, command in COMMAND_OF.items():
        if command not in args.commands:
            continue
        rows = list(rows_of(args, table, tasks))
        complete = complete and all(ours and ours["verdict"] == "FALSE" for _, ours, _ in rows)
        write_csv(args.results / f"table{table}.csv", table, rows)
        text = "\n".join(markdown(table, rows))
        (args.results / f"table{table}.md").write_text(text, encoding="utf-8")
        print(text)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
