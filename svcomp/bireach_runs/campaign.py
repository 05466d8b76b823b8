# SPDX-License-Identifier: Apache-2.0
"""The command line of `svcomp/campaign`, and its dealings with Slurm."""
import argparse
import fcntl
import json
import os
import signal
import sys
import time
from pathlib import Path

from bireach_runs import functions, slurm
from bireach_runs.execute import Settings, lists_option
from bireach_runs.local import Interrupted, break_dead_claims, progress, tool_version, work_off
from bireach_runs.store import Store, StoreError, read_json, write_whole
from bireach_runs.tables import are_functions, merge, summary
from bireach_runs.tasks import TaskError, read_tasks

DESCRIPTION = """Runs bireach on many programs, on the machines of a Slurm cluster or on this one.

  campaign --binary build/release/bireach --results DIR tasks.txt      an array of jobs on Slurm
  campaign --binary build/release/bireach --results DIR --local -j 4 tasks.csv
  campaign --results DIR                                               goes on with a campaign
  campaign --results DIR --merge-only                                  tables of what is there
  campaign --command inconsistent --binary B --results DIR --local src/*.c   each function of the files is a task

A task is done when its result is whole. The campaign can be ended at any time (its jobs on Slurm go on) and started
again: what is done is used, what waits or runs on Slurm is waited for, the rest is submitted. So it survives lost nodes
as well: what a job that is gone has not finished is submitted again, up to --attempts times. No task is ever done twice
at a time, and a result never replaces another. DIR must be seen by all machines under the same name, as must the
binary, the programs and this script.

Results: DIR/index.html, results.csv, results.md; DIR/results/TASK/ has run.json (verdict, CPU time, memory), result.json
(bireach's own), output.txt, log.txt, report/, witness. Lists of tasks (path by path, with data model and expected
verdict), manifests (CSV with the columns file, data_model, expected, category), task definitions (.yml), sets of these
(.set), or programs; every mistake in them is reported with its line.

Exit status: 0 if every task has a result and none is wrong, 1 if not, 2 for bad arguments, 3 if interrupted."""

PERIODS = (0.5, 1, 2, 4)  # seconds between two looks at Slurm: soon at first, --poll later


class CampaignError(Exception):
    """Bad arguments, or a machine that lacks something."""


def parser():
    p = argparse.ArgumentParser(prog="campaign", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("tasks", nargs="*", help="lists of tasks, task definitions, programs; none: as the campaign in DIR has it")
    p.add_argument("--results", required=True, metavar="DIR", help="the campaign's folder")
    p.add_argument("--binary", help="bireach's binary")
    p.add_argument("--timeout", type=float, default=60, help="seconds a task, wall clock [60]")
    p.add_argument("--cpu-limit", type=float, default=0, help="seconds of CPU time a task [none]")
    p.add_argument("--memory-limit", type=int, default=4000, metavar="MIB", help="MiB a task [4000]")
    p.add_argument("--cores", type=int, default=1, help="cores a task [1]")
    p.add_argument("--data-model", choices=["ILP32", "LP64"], default="LP64", help="where the list names none [LP64]")
    p.add_argument("--command", choices=["check", "explain", functions.COMMAND], default="check",
                   help="with inconsistent each function of the files is a task of its own [check]")
    p.add_argument("--option", action="append", default=[], help="one more option of the command (--option=--arithmetic=integer)")
    p.add_argument("--witness", default="", metavar="NAME", help="have a witness written, witness.yml or witness.graphml")
    p.add_argument("--limit", type=int, metavar="N", help="at most N tasks, spread evenly over the list")
    p.add_argument("--local", action="store_true", help="on this machine, without Slurm")
    p.add_argument("-j", "--jobs", type=int, default=1, help="with --local: tasks at a time [1]")
    p.add_argument("--chunk", type=int, default=1, help="tasks an element of the array does, one by one [1]")
    p.add_argument("--at-once", type=int, default=0, help="elements of the array that may run at a time [as many as can]")
    p.add_argument("--attempts", type=int, default=3, help="how often a task is submitted that brings no result [3]")
    p.add_argument("--poll", type=float, default=15, help="seconds between two looks at Slurm [15]")
    p.add_argument("--sbatch", action="append", default=[], metavar="OPTION", help="for sbatch (--sbatch=--partition=long)")
    p.add_argument("--merge-only", action="store_true", help="write the tables of what is there, run nothing")
    p.add_argument("--cancel", action="store_true", help="end the campaign's jobs on Slurm, run nothing")
    p.add_argument("--worker", metavar="NAME", help=argparse.SUPPRESS)
    return p


def settings_of(args):
    binary = Path(args.binary).resolve()
    if not binary.is_file() or not os.access(binary, os.X_OK):
        raise CampaignError(f"--binary {args.binary}: {'not executable' if binary.exists() else 'no such file'}")
    try:
        tool_version(str(binary))
    except (OSError, ValueError) as error:
        raise CampaignError(f"--binary {args.binary} is no working bireach: {error}") from None
    for name in ("timeout", "memory_limit", "cores", "chunk", "attempts", "poll", "jobs"):
        if getattr(args, name) <= 0:
            raise CampaignError(f"--{name.replace('_', '-')} must be positive")
    if args.witness and not lists_option(str(binary), args.command, "--witness"):
        raise CampaignError(f"--witness: this {binary.name} {args.command} has no option --witness")
    return Settings(str(binary), args.command, args.option, args.timeout, args.cpu_limit, args.memory_limit, args.cores,
                    witness=args.witness, report=lists_option(str(binary), args.command, "--report"))


def spread(tasks, limit):
    if not limit or limit >= len(tasks):
        return tasks
    return [tasks[i * len(tasks) // limit] for i in range(limit)]


def open_store(args):
    if not args.tasks:
        if args.binary:
            raise CampaignError("--binary without tasks: name the tasks too")
        return Store(args.results)
    if not args.binary:
        raise CampaignError("--binary is missing")
    tasks, settings = read_tasks(args.tasks, args.data_model), settings_of(args)
    if settings.command == functions.COMMAND:
        tasks = functions.functions_as_tasks(tasks, settings, max(args.jobs, args.cores))
    return Store.create(args.results, spread(tasks, args.limit), settings)


def lock(store):
    """One campaign process a folder; the lock goes with the process."""
    file = open(store.folder / "lock", "w", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CampaignError(f"{store.folder}: another campaign process is at work here") from None
    return file


def say(text):
    print(f"campaign: {text}", file=sys.stderr, flush=True)


class SlurmCampaign:
    """What is missing becomes arrays of jobs; what a job that is gone has not finished is missing again."""

    def __init__(self, store, args):
        self.store = store
        self.args = args
        self.prefix = f"bireach-{store.identity}-"
        self.submitted = {}  # task id: how often, by this process
        self.suspects = set()  # missing at the last look; files may take a moment to show on a shared disk
        self.seen_waiting = None

    def submissions(self):
        """{job name: its elements' lists of task ids}"""
        found = {}
        for path in (self.store.folder / "submissions").glob("*.json"):
            content = read_json(path)
            if content:
                found[path.stem] = content["elements"]
        return found

    def look(self):
        """(tasks missing that nobody works on, tasks missing, jobs that wait or run)"""
        jobs = slurm.active(self.prefix)
        missing = self.store.missing()  # after the look at Slurm: a job that has just ended has its result
        in_work = set()
        for name, elements in self.submissions().items():
            for number, ids in enumerate(elements):
                if (name, number) in jobs:
                    in_work.update(ids)
        return [task for task in missing if task.id not in in_work], missing, jobs

    def submit(self, tasks):
        largest = slurm.largest_array()
        chunks = [[task.id for task in tasks[i:i + self.args.chunk]] for i in range(0, len(tasks), self.args.chunk)]
        for begin in range(0, len(chunks), largest):
            part = chunks[begin:begin + largest]
            numbers = [int(name.rsplit("-", 1)[1]) for name in self.submissions()]
            name = f"{self.prefix}{max(numbers, default=0) + 1}"
            # Written first: should this process end now, the next one knows what the job is about.
            write_whole(self.store.folder / "submissions" / f"{name}.json", json.dumps({"elements": part}) + "\n")
            command = [sys.executable, "-B", os.path.realpath(sys.argv[0]), "--results", str(self.store.folder),
                       "--worker", name]
            job = slurm.submit(name, len(part), command, self.store.settings, self.store.folder / "log",
                               self.args.chunk, self.args.at_once, self.args.sbatch)
            say(f"job {job}: {sum(map(len, part))} tasks in {len(part)} elements")
        for task in tasks:
            self.submitted[task.id] = self.submitted.get(task.id, 0) + 1

    def step(self):
        """Submits what is missing and nobody works on. Returns whether there is something to wait for."""
        idle, missing, jobs = self.look()
        self.tell(missing, jobs)
        gone = [task for task in idle if task.id in self.suspects or self.store.claim_path(task).exists() or
                task.id not in self.submitted]
        self.suspects = {task.id for task in idle}
        again = []
        for task in gone:
            claim = self.store.break_claim(task)
            if claim:
                say(f"{task.id}: lost with job {claim.get('job')} on node {claim.get('node') or claim.get('host')}")
            if self.submitted.get(task.id, 0) < self.args.attempts:
                again.append(task)
        if again:
            self.submit(again)
            return True
        given_up = {task.id for task in gone}
        return any(task.id not in given_up for task in missing)

    def tell(self, missing, jobs):
        states = {}
        for _, state, where in jobs.values():
            what = f"{state.lower()} {where}" if state == "PENDING" and "DOWN" in where.upper() else state.lower()
            states[what] = states.get(what, 0) + 1
        line = f"{len(self.store.tasks) - len(missing)} of {len(self.store.tasks)} done" + "".join(
            f", {count} {what}" for what, count in sorted(states.items()))
        if line != self.seen_waiting:
            say(line)
            self.seen_waiting = line

    def run(self):
        looks = 0
        merged = time.monotonic()
        while True:
            try:
                if not self.step():
                    return
            except slurm.SlurmBusy as problem:
                say(f"Slurm does not answer ({problem}); waiting")
            time.sleep(min(PERIODS[min(looks, len(PERIODS) - 1)] if looks < len(PERIODS) else self.args.poll, self.args.poll))
            looks += 1
            if time.monotonic() - merged > 60:
                merge(self.store, title_of(self.store))
                merged = time.monotonic()


def work_as_element(store, name):
    """In a job of Slurm: the tasks of this element of the array."""
    content = read_json(store.folder / "submissions" / f"{name}.json")
    element = os.environ.get("SLURM_ARRAY_TASK_ID", "")
    if content is None or not element.isdigit() or int(element) >= len(content["elements"]):
        raise CampaignError(f"no element '{element}' of {name}")
    for identifier in content["elements"][int(element)]:
        work_off(store, [store.by_id[identifier]], 1, progress(store))


def title_of(store):
    return f"bireach {store.settings.command}: {len(store.tasks)} tasks, {store.settings.timeout:g} s"


def finish(store):
    rows = merge(store, title_of(store))
    print(", ".join(f"{value} {label}" for label, value in summary(rows, are_functions(store))))
    print(store.folder / "index.html")
    return 1 if any(row["outcome"] == "wrong" or row["verdict"] in ("", "LOST") for row in rows) else 0


def act(args):
    if args.worker:
        work_as_element(Store(args.results), args.worker)
        return 0
    store = open_store(args)
    if args.merge_only:
        return finish(store)
    if args.cancel:
        slurm.check_installed()
        slurm.cancel({job for job, _, _ in slurm.active(f"bireach-{store.identity}-").values()})
        for task in store.missing():  # who has lost his claim publishes nothing any more
            store.break_claim(task)
        return 0
    held = lock(store)
    with held:
        if args.local:
            work_locally(store, args)
        elif store.missing():
            slurm.check_installed()
            SlurmCampaign(store, args).run()
        return finish(store)


def work_locally(store, args):
    of_slurm = break_dead_claims(store)
    if of_slurm:
        raise CampaignError(f"{len(of_slurm)} tasks, {of_slurm[0]} first, were taken by jobs of Slurm. Go on without --local, "
                            "or end these jobs with --cancel")
    work_off(store, store.missing(), args.jobs, progress(store))


def main():
    args = parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    try:
        sys.exit(act(args))
    except (CampaignError, StoreError, TaskError, slurm.NoSlurm) as problem:
        print(f"campaign: {problem}", file=sys.stderr)
        sys.exit(2)
    except slurm.SlurmBusy as problem:
        print(f"campaign: Slurm does not answer: {problem}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, Interrupted):
        print("campaign: interrupted; start it again to go on (jobs on Slurm go on by themselves; --cancel ends them)",
              file=sys.stderr)
        sys.exit(3)
