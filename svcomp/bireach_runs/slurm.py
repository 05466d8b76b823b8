# SPDX-License-Identifier: Apache-2.0
"""The few things a campaign asks of Slurm, by its command-line tools."""
import getpass
import math
import re
import shlex
import shutil
import subprocess

from bireach_runs.execute import time_limit


class NoSlurm(Exception):
    """Slurm is not installed, or does not let us in; the message says what to do."""


class SlurmBusy(Exception):
    """The controller does not answer at the moment."""


def run(line, text=None, seconds=120):
    try:
        return subprocess.run(line, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise SlurmBusy(f"{line[0]} did not answer within {seconds} s") from None


def check_installed():
    for program in ("sbatch", "squeue", "scancel", "scontrol"):
        if shutil.which(program) is None:
            raise NoSlurm(f"'{program}' is not in PATH: Slurm is not installed here (Debian: slurm-wlm). "
                          "With --local -j N the campaign runs on this machine without it.")
    try:
        done = run(["scontrol", "ping"], seconds=30)
    except SlurmBusy as problem:
        raise NoSlurm(f"Slurm's controller does not answer: {problem}") from None
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip("* ")]
        raise NoSlurm("Slurm's controller does not answer: " + "; ".join(lines[:2]))


def largest_array():
    done = run(["scontrol", "show", "config"])
    match = re.search(r"^MaxArraySize\s*=\s*(\d+)", done.stdout, re.M)
    return int(match.group(1)) if match else 1001


def submit(name, elements, command, settings, log_folder, tasks_each, at_once=0, options=()):
    """Submits an array of jobs 0 … elements-1, each of which runs `command`. Returns the job's number. The limits leave
    room for the tool to keep its own: a run that Slurm kills has no result."""
    seconds = tasks_each * (time_limit(settings) + settings.grace + 5)
    if settings.witness and settings.confirm:
        seconds *= 2
    limits = ["--time", str(max(1, math.ceil(seconds / 60) + 1)), "--mem", f"{settings.memory_mib * 5 // 4 + 256}M",
              "--cpus-per-task", str(settings.cores), "--ntasks", "1"]
    array = f"0-{elements - 1}" + (f"%{at_once}" if at_once else "")
    script = "#!/bin/sh\nexec " + shlex.join(command) + "\n"
    # Lost work is resubmitted by the campaign, which knows what is missing, not by Slurm.
    done = run(["sbatch", "--parsable", "--no-requeue", "--job-name", name, "--array", array, *limits, "--output",
                str(log_folder / f"{name}-%a.txt"), *options], script)
    if done.returncode != 0:
        raise NoSlurm(f"sbatch refused an array of {elements} (fewer elements: --chunk): " + " ".join(done.stderr.split()))
    return done.stdout.strip().split(";")[0]


def active(prefix):
    """{(job name, element): (job number, state, nodes or reason)} of our jobs whose names have the prefix and that wait
    or run."""
    done = run(["squeue", "--noheader", "--array", "--user", getpass.getuser(), "--format", "%j|%K|%F|%T|%R"])
    if done.returncode != 0:
        raise SlurmBusy(done.stderr.strip() or "squeue failed")
    found = {}
    for line in done.stdout.splitlines():
        name, element, job, state, where = (line.split("|", 4) + [""] * 5)[:5]
        if name.startswith(prefix) and element.isdigit():
            found[name, int(element)] = (job, state, where)
    return found


def cancel(jobs):
    for job in sorted(jobs):
        run(["scancel", job])
