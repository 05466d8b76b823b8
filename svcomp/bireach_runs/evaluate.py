# SPDX-License-Identifier: Apache-2.0
"""The command line of `svcomp/evaluate`."""
import argparse
import os
import shlex
import sys
from pathlib import Path

from bireach_runs.campaign import CampaignError, lock, spread
from bireach_runs.execute import Settings, lists_option
from bireach_runs.local import Interrupted, break_dead_claims, progress, tool_version, work_off
from bireach_runs.store import Store, StoreError
from bireach_runs.tables import are_functions, merge, summary
from bireach_runs.tasks import TaskError, read_tasks

DESCRIPTION = """Runs bireach over tasks on this machine and scores the answers as SV-COMP does; needs no BenchExec.

  evaluate --binary build/release/bireach --results DIR task.yml
  evaluate --binary build/release/bireach --results DIR --timeout 60 --select arrays --jobs 2 manifest.csv
  evaluate --binary build/release/bireach --results DIR --witness validate reach.set

Score: a correct TRUE 2, a correct FALSE 1, a wrong TRUE -32, a wrong FALSE -16, all else 0. With --witness a correct
answer counts only if its witness is confirmed: by `bireach validate` (--witness validate), or by a command of your own,
whose words {witness}, {program}, {property}, {data_model}, {bits} are filled in:

  --witness 'python3 replay_witness.py {witness} {program} gcc'

The command confirms if its last line is the same verdict, or, if that is no verdict, if its exit status is 0.

CPU time and memory are those of the process and its children as the system counts them (getrusage); --cpu-limit is a
limit of the system (RLIMIT_CPU), --timeout and --memory-limit are kept by bireach itself, which is killed if it does not.
Started again with the same DIR, it does what is missing; with another binary or other limits, all again.

Tasks: task definitions (.yml), sets (.set), tables (.csv with the columns file, data_model, expected, category), lists,
programs; see campaign --help. Written: DIR/results.csv, results.md, index.html, and DIR/results/TASK/ for each task.

Exit status: 0, 1 if a verdict was wrong or bireach failed on a task, 2 for bad arguments, 3 if interrupted."""


def parser():
    p = argparse.ArgumentParser(prog="evaluate", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("tasks", nargs="+", help="task definitions, sets, tables, lists, programs")
    p.add_argument("--binary", required=True, help="bireach's binary")
    p.add_argument("--results", required=True, metavar="DIR", help="folder for results and tables")
    p.add_argument("--timeout", type=float, default=900, help="seconds a task, wall clock [900]")
    p.add_argument("--cpu-limit", type=float, default=0, help="seconds of CPU time a task [none]")
    p.add_argument("--memory-limit", type=int, default=15000, metavar="MIB", help="MiB a task [15000]")
    p.add_argument("--cores", type=int, default=1, help="cores a task [1]")
    p.add_argument("--jobs", type=int, default=1, help="tasks at a time [1]")
    p.add_argument("--data-model", choices=["ILP32", "LP64"], default="ILP32", help="where a task names none [ILP32]")
    p.add_argument("--select", action="append", default=[], metavar="CATEGORY", help="only tasks of this category")
    p.add_argument("--name", action="append", default=[], help="only tasks whose name contains this")
    p.add_argument("--limit", type=int, metavar="N", help="at most N tasks, spread evenly")
    p.add_argument("--option", action="append", default=[], help="one more option of bireach check")
    p.add_argument("--witness", metavar="HOW", help="validate, or a command that confirms witnesses")
    p.add_argument("--witness-file", default="witness.yml", metavar="NAME", help="witness.yml or witness.graphml [witness.yml]")
    return p


def settings_of(args):
    binary = Path(args.binary).resolve()
    if not binary.is_file() or not os.access(binary, os.X_OK):
        raise CampaignError(f"--binary {args.binary}: {'not executable' if binary.exists() else 'no such file'}")
    try:
        tool_version(str(binary))
    except (OSError, ValueError) as error:
        raise CampaignError(f"--binary {args.binary} is no working bireach: {error}") from None
    for name in ("timeout", "memory_limit", "cores", "jobs"):
        if getattr(args, name) <= 0:
            raise CampaignError(f"--{name.replace('_', '-')} must be positive")
    settings = Settings(str(binary), "check", args.option, args.timeout, args.cpu_limit, args.memory_limit, args.cores)
    if args.witness:
        if not lists_option(str(binary), "check", "--witness"):
            raise CampaignError("--witness: this bireach check has no option --witness")
        settings.witness = args.witness_file
        settings.confirm = shlex.split(args.witness)
        if args.witness == "validate":
            settings.confirm = [str(binary), "validate", "--witness", "{witness}", "--property", "{property}",
                                "--data-model", "{data_model}", "--timeout", f"{args.timeout:g}", "{program}"]
    return settings


def selected(tasks, args):
    def wanted(task):
        return ((not args.select or task.category in args.select) and
                (not args.name or any(part in task.name for part in args.name)))
    found = [task for task in tasks if wanted(task)]
    if not found:
        raise TaskError("no task is left by --select and --name")
    return spread(found, args.limit)


def act(args):
    tasks = selected(read_tasks(args.tasks, args.data_model), args)
    store = Store.create(args.results, tasks, settings_of(args))
    title = f"bireach check: {len(tasks)} tasks, {args.timeout:g} s"
    with lock(store):
        break_dead_claims(store)
        try:
            work_off(store, store.missing(), args.jobs, progress(store))
        finally:
            rows = merge(store, title)
    print((store.folder / "results.md").read_text(encoding="utf-8").split("\n| task |")[0])
    for row in rows:
        if row["outcome"] == "wrong":
            print(f"wrong: {row['task']}: {row['verdict']}, expected {row['expected']}")
    print(", ".join(f"{value} {label}" for label, value in summary(rows, are_functions(store))))
    return 1 if any(row["outcome"] == "wrong" or row["verdict"] in ("", "ERROR", "LOST") for row in rows) else 0


def main():
    args = parser().parse_args()
    try:
        sys.exit(act(args))
    except (CampaignError, StoreError, TaskError) as problem:
        print(f"evaluate: {problem}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, Interrupted):
        print("evaluate: interrupted; start it again to go on", file=sys.stderr)
        sys.exit(3)
