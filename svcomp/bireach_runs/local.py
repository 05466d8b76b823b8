# SPDX-License-Identifier: Apache-2.0
"""Working off a campaign on this machine, several tasks at a time."""
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from bireach_runs.store import read_json


class Interrupted(Exception):
    """SIGINT or SIGTERM; what was done stays done."""


def break_dead_claims(store):
    """Claims of earlier runs on this machine. The caller holds the campaign's lock, so no other is at work here; the
    tool's processes died with their parents. Returns the ids of tasks that jobs of Slurm have claimed."""
    of_slurm = []
    for task in store.missing():
        claim = read_json(store.claim_path(task))
        if claim is None:
            continue
        if claim.get("job"):
            of_slurm.append(task.id)
        else:
            store.break_claim(task)
    return of_slurm


def work_off(store, tasks, jobs, say):
    """Runs the tasks; `say(done, total, task, how)` after each. Throws Interrupted after SIGINT or SIGTERM, when the
    processes were ended; throws what a worker threw."""
    children, lock, stopping = set(), threading.Lock(), threading.Event()

    def on_start(child):
        with lock:
            children.add(child)
        if stopping.is_set():
            child.kill()

    def work(task):
        if stopping.is_set():
            return task, "interrupted"
        mine = []

        def started(child):
            mine.append(child)
            on_start(child)
        try:
            how = store.work(task, started, lambda: stopping.is_set())
        finally:
            with lock:
                children.difference_update(mine)
        return task, how

    def stop(_signal, _frame):
        stopping.set()
        with lock:
            for child in children:
                child.kill()

    old = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with ThreadPoolExecutor(jobs) as pool:
            left = {pool.submit(work, task) for task in tasks}
            done = 0
            while left:
                ended, left = wait(left, timeout=1, return_when=FIRST_COMPLETED)
                for future in ended:
                    task, how = future.result()
                    done += 1
                    say(done, len(tasks), task, how)
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
    if stopping.is_set():
        raise Interrupted


def progress(store):
    """A line for each task on standard error."""
    begin = time.monotonic()

    def say(done, total, task, how):
        record = store.result(task) or {}
        detail = f"{record.get('verdict', how)} {record.get('cpu_s', 0):.1f} s CPU" if record else how
        print(f"[{time.monotonic() - begin:6.0f} s] {done}/{total} {task.id}: {detail}", file=sys.stderr, flush=True)
    return say


def tool_version(binary):
    """Throws OSError or ValueError if this is no working bireach."""
    done = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=60, check=False)
    words = done.stdout.split()
    if done.returncode != 0 or len(words) < 2 or words[0] != "bireach":
        raise ValueError(f"{binary} --version says: {((done.stdout + done.stderr).splitlines() or ['nothing'])[0][:200]}")
    return words[1]
