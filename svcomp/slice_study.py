#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `bireach slice` keeps of programs with an error, beside what `bireach explain` marks.

  slice_study.py --binary build/release/bireach --timeout 20 --out study.csv program.c ...
  slice_study.py --binary build/release/bireach --manifest manifest.csv --select paper --timeout 20 --out study.csv

Each program is sliced in paper and in exact mode and explained, each within --timeout seconds. A row has, for both modes,
the statements of the program, those that stay, those that are certified irrelevant, those undecided, the share of
decided ones, the lines to read of all lines, and seconds; of `explain` the statements relevant in every trace, those
needed by the error invariants of every trace, the traces, and seconds. Programs for which no error was found in time
have no figures. Rows are written as they are ready; a study that is started again goes on after the rows that are there.

A manifest is a CSV file with the columns category, file (relative to the manifest), expected, data_model and paper_table.
"""
import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODES = ("paper", "exact")
SLICE_COLUMNS = ("statements", "kept", "certified", "undecided", "decided_share", "lines", "all_lines", "seconds")
EXPLAIN_COLUMNS = ("statements", "relevant", "needed", "traces", "seconds")
COLUMNS = (["file"] + ["%s_%s" % (mode, column) for mode in MODES for column in SLICE_COLUMNS] +
           ["explain_%s" % column for column in EXPLAIN_COLUMNS])


def programs_of(arguments):
    """Pairs of a program and its data model."""
    chosen = [(Path(program), arguments.data_model) for program in arguments.programs]
    if arguments.manifest:
        with open(arguments.manifest, newline="", encoding="utf-8") as table:
            for row in csv.DictReader(table):
                if row["expected"] != "false":
                    continue
                if row["category"] in arguments.category or (arguments.select == "paper" and row["paper_table"]):
                    chosen.append((Path(arguments.manifest).parent / row["file"], row["data_model"]))
    return chosen


def run(binary, command, program, data_model, timeout):
    """The result file and the seconds; no file: the run did not get so far."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        line = [binary, *command, "--data-model", data_model, "--timeout", str(timeout), "--json", str(result), str(program)]
        start = time.monotonic()
        try:
            subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=3 * timeout + 30, check=False)
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - start
        seconds = time.monotonic() - start
        return (json.loads(result.read_text()) if result.exists() else None), seconds


def slice_figures(result, seconds):
    found = result and result.get("slice")
    if not found:
        return {"seconds": "%.2f" % seconds}
    statements = found["statements"]
    count = lambda status: sum(1 for s in statements if s["status"] == status)
    undecided = count("undecided")
    return {"statements": len(statements), "kept": sum(1 for s in statements if s["kept"]),
            "certified": sum(1 for s in statements if s["status"] not in ("undecided", "relevant")),
            "undecided": undecided,
            "decided_share": "%.2f" % (1 - undecided / len(statements)) if statements else "",
            "lines": found["lines"]["to_read"], "all_lines": found["lines"]["all"], "seconds": "%.2f" % seconds}


def explain_figures(result, seconds):
    found = result and result.get("program")
    if not found:
        return {"seconds": "%.2f" % seconds}
    return {"statements": found["statements"], "relevant": len(found["relevant"]),
            "needed": sum(1 for s in found["needed"] if s["in_all"]), "traces": len(result["traces"]),
            "seconds": "%.2f" % seconds}


def row_of(arguments, program, data_model):
    row = {"file": str(program)}
    for mode in MODES:
        figures = slice_figures(*run(arguments.binary, ["slice", "--property", "unreach-call", "--slice", mode], program, data_model, arguments.timeout))
        row.update({"%s_%s" % (mode, column): value for column, value in figures.items()})
    figures = explain_figures(*run(arguments.binary, ["explain", "--property", "unreach-call"], program, data_model, arguments.timeout))
    row.update({"explain_%s" % column: value for column, value in figures.items()})
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--manifest")
    parser.add_argument("--select", choices=("paper", "none"), default="none", help="paper: programs with a paper_table")
    parser.add_argument("--category", action="append", default=[], help="all programs of it with an error")
    parser.add_argument("--data-model", choices=("ILP32", "LP64"), default="LP64", help="of the programs named here")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each run")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    programs = programs_of(arguments)
    if not programs:
        parser.error("no program: name some, or a manifest with --select or --category")
    out = Path(arguments.out)
    done = set()
    if out.exists():
        with open(out, newline="", encoding="utf-8") as table:
            done = {row["file"] for row in csv.DictReader(table)}
    with open(out, "a", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, COLUMNS, restval="")
        if not done:
            writer.writeheader()
        for number, (program, data_model) in enumerate(programs, 1):
            if str(program) in done:
                continue
            print("%d of %d: %s" % (number, len(programs), program), file=sys.stderr)
            writer.writerow(row_of(arguments, program, data_model))
            table.flush()


if __name__ == "__main__":
    main()
