# SPDX-License-Identifier: Apache-2.0
"""Running bireach on one task under limits, with its CPU time and memory as the system counts them (getrusage)."""
import ctypes
import hashlib
import json
import os
import re
import resource
import signal
import socket
import subprocess
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bireach_runs import functions

FORMAT = "bireach-run/1"
LIBC = ctypes.CDLL(None)  # loaded here: not between fork and exec, where other threads' locks stay locked
PR_SET_PDEATHSIG = 1
VERDICT = re.compile(r"(TRUE|FALSE\(([a-z-]+)\)|UNKNOWN\((.*)\)|CONSISTENT|INCONSISTENT\(\d+\))\s*")
STATUS_OF = {"TRUE": 0, "FALSE": 1, "UNKNOWN": 3, "CONSISTENT": 0, "INCONSISTENT": 1}


@dataclass
class Settings:
    """How each task is run; the same for all tasks of a campaign."""
    binary: str = "bireach"
    command: str = "check"
    options: list = field(default_factory=list)  # more options of the command
    timeout: float = 60  # seconds, wall clock; the tool's own --timeout
    cpu_limit: float = 0  # seconds, the process's RLIMIT_CPU; 0: none
    memory_mib: int = 4000  # the tool's own --memory-limit
    cores: int = 1
    grace: float = 10  # seconds past a limit before the process is killed
    witness: str = ""  # file name; empty: none
    confirm: list = field(default_factory=list)  # command that confirms a witness; see `confirmation`
    report: bool = False  # an HTML report for each program

    def as_dict(self):
        return asdict(self)

    def digest(self):
        """Of all that an answer may depend on, the binary's content included."""
        values = dict(self.as_dict(), binary=hashlib.sha256(Path(self.binary).read_bytes()).hexdigest())
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def lists_option(binary, command, option):
    """Does the tool's help list this option?"""
    done = subprocess.run([binary, command, "--help"], capture_output=True, text=True, timeout=60, check=False)
    return re.search(rf"^\s+{re.escape(option)}\b", done.stdout, re.M) is not None


def time_limit(settings):
    """Seconds after which the tool stops by itself. Where its limit is one of each function, reading the file and
    explaining what was found come on top."""
    return settings.timeout + (settings.grace if settings.command == functions.COMMAND else 0)


def command_line(task, settings):
    line = [settings.binary, settings.command, "--data-model", task.data_model, "--timeout", f"{time_limit(settings):g}",
            "--memory-limit", str(settings.memory_mib), "--jobs", str(settings.cores), "--json", "result.json"]
    if settings.command == functions.COMMAND:
        line += ["--function-timeout", f"{settings.timeout:g}"] + (["--functions", task.function] if task.function else [])
    else:
        line += ["--property", task.property]
    if settings.witness:
        line += ["--witness", settings.witness]
    if settings.report:
        line += ["--report", "report"]
    # Which functions there are tasks of was asked when they were listed.
    options = [option for option in settings.options if not (task.function and option.startswith("--functions="))]
    return line + options + task.files


def limit_process(settings):
    """In the child before the tool starts: a session of its own, limits, no core, death with its parent."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if settings.cpu_limit:
        soft = max(1, int(settings.cpu_limit))
        resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + max(1, int(settings.grace))))


class Child:
    """A process in a session of its own that is killed when its time is over."""

    def __init__(self, line, settings, folder, output, errors):
        self.begin = time.monotonic()
        self.process = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                        preexec_fn=lambda: limit_process(settings))
        self.killed = False

    def kill(self, number=signal.SIGKILL):
        self.killed = True
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def wait(self, seconds):
        """(status as of waitpid, resource usage of the process and its children, wall seconds)"""
        timer = threading.Timer(seconds, self.kill)
        timer.start()
        try:
            _, status, usage = os.wait4(self.process.pid, 0)
        finally:
            timer.cancel()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.kill_rest()
        return status, usage, time.monotonic() - self.begin

    def kill_rest(self):
        """What the tool may have left behind."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def verdict_of(output, status):
    """(verdict, reason) by the last line and the exit status, which must agree."""
    lines = output.rstrip("\n").splitlines()
    if os.WIFSIGNALED(status):
        return "ERROR", f"killed by signal {os.WTERMSIG(status)}"
    code = os.WEXITSTATUS(status)
    match = VERDICT.fullmatch(lines[-1]) if lines else None
    if code == 2:
        return "ERROR", "bad arguments or input"
    if code == 4:
        return "ERROR", "internal error"
    if match is None:
        return "ERROR", f"no verdict line, exit status {code}"
    verdict = match.group(1).split("(")[0]
    if STATUS_OF[verdict] != code:
        return "ERROR", f"verdict line {match.group(1)}, but exit status {code}"
    return verdict, match.group(3) or match.group(2) or ""


def run_task(task, settings, folder, on_start=None):
    """Runs the tool in `folder`, where its files go too, and returns a record of the run."""
    folder = Path(folder)
    line = command_line(task, settings)
    started = time.time()
    with open(folder / "output.txt", "wb") as output, open(folder / "log.txt", "wb") as errors:
        child = Child(line, settings, folder, output, errors)
        if on_start:
            on_start(child)
        status, usage, wall = child.wait(time_limit(settings) + settings.grace)
    text = (folder / "output.txt").read_text(encoding="utf-8", errors="replace")
    verdict, reason = verdict_of(text, status)
    if verdict == "ERROR" and child.killed:
        reason = "did not stop in time and was killed"
    if verdict == "ERROR" and os.WIFEXITED(status) and os.WEXITSTATUS(status) in (2, 4):
        message = (folder / "log.txt").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        reason += f": {message[0][:300]}" if message else ""
    record = {"format": FORMAT, "task": task.id, "digest": task.digest(), "verdict": verdict, "reason": reason,
              "exit_status": os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status),
              "cpu_s": round(usage.ru_utime + usage.ru_stime, 3), "wall_s": round(wall, 3),
              "memory_mib": usage.ru_maxrss // 1024, "started": round(started, 3), "host": socket.gethostname(),
              "node": os.environ.get("SLURMD_NODENAME", ""), "command": line}
    if settings.witness:
        record["witness"] = confirmation(task, settings, folder, verdict)
    if settings.command == functions.COMMAND and verdict != "ERROR":
        record["findings"], said = functions.known_of(read_result(folder))
        record["reason"] = said or reason
    return record


def read_result(folder):
    """The tool's result file; empty if it is missing or not whole."""
    try:
        return json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def confirmation(task, settings, folder, verdict):
    """"confirmed", "not confirmed", "none" or "not checked". The command's words {witness}, {program}, {data_model},
    {property}, {bits} are filled in. It confirms if its last line is the same verdict; if that is no verdict line at
    all, if its exit status is 0."""
    witness = folder / settings.witness
    if verdict not in ("TRUE", "FALSE"):
        return "not checked"
    if not witness.is_file() or witness.stat().st_size == 0:
        return "none"
    if not settings.confirm:
        return "not checked"
    words = {"{witness}": str(witness), "{program}": task.files[0], "{data_model}": task.data_model,
             "{property}": task.property, "{bits}": "32" if task.data_model == "ILP32" else "64"}
    line = settings.confirm
    for word, value in words.items():
        line = [part.replace(word, value) for part in line]
    with open(folder / "confirmation.txt", "w+b") as output:
        status, _, _ = Child(line, settings, folder, output, subprocess.STDOUT).wait(settings.timeout + settings.grace)
        output.seek(0)
        text = output.read().decode("utf-8", "replace").rstrip("\n").splitlines()
    match = VERDICT.fullmatch(text[-1]) if text else None
    if match:
        return "confirmed" if match.group(1).split("(")[0] == verdict else "not confirmed"
    return "confirmed" if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0 else "not confirmed"
