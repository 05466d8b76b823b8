# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of how runs end before their time: signals, crashes, output that cannot be written."""
import os
import re
import signal
import subprocess
import time

from cli_harness import (ENDLESS, SAFE, UNSAFE, contains, equal, holds, last_line, once_heeded, send_once_heeded, test,
                         whole_json)

# Each further trace is longer; the error is known soon, and the harvest never ends.
MANY_TRACES = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = 0;
  while (__VERIFIER_nondet_uint()) {
    x = x * x + y * 3u + n;
    y = (y ^ x) * 2654435761u;
    n = n + 1;
  }
  if (y != 1234567u) {
    reach_error();
  }
  return 0;
}
"""


def started(f, *arguments, **environment):
    return subprocess.Popen(f.command(arguments), cwd=f.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={**os.environ, **environment})


def after_phase(process, phase):
    """Waits until the log tells of the phase; the run must log (-v)."""
    for line in process.stderr:
        if line.decode(errors="replace").rstrip().endswith(phase):
            return
    raise AssertionError("no phase " + phase)


@test
def every_signal_that_would_end_the_process_ends_with_an_answer(f):
    name = f.file("a.c", ENDLESS)
    for which in (signal.SIGQUIT, signal.SIGPIPE, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGVTALRM,
                  signal.SIGPROF, signal.SIGHUP, signal.SIGXCPU):
        process = started(f, "check", name)
        send_once_heeded(process, which)
        output, _ = process.communicate(timeout=30)
        equal((process.returncode, last_line(output.decode())), (3, "UNKNOWN(interrupted by %s)" % which.name))
    for which in (signal.SIGIO, signal.SIGPWR, signal.SIGXFSZ, signal.SIGRTMIN + 3):
        process = started(f, "check", name)
        send_once_heeded(process, which)
        output, _ = process.communicate(timeout=30)
        equal((process.returncode, last_line(output.decode())), (3, "UNKNOWN(interrupted by a signal)"))


@test
def a_signal_at_the_very_beginning_waits_for_its_answer(f):
    """From the moment on in which the libraries are loaded, nothing is lost."""
    name = f.file("a.c", ENDLESS)
    answered = 0
    for delay in (0.01, 0.02, 0.03, 0.04, 0.06, None):
        process = started(f, "check", name)
        if delay is None:
            once_heeded(process, signal.SIGUSR1)
        else:
            time.sleep(delay)
        process.send_signal(signal.SIGUSR1)
        output, _ = process.communicate(timeout=30)
        if process.returncode != -signal.SIGUSR1:  # the loader was still at work
            equal((process.returncode, last_line(output.decode())), (3, "UNKNOWN(interrupted by SIGUSR1)"))
            answered += 1
    holds(answered > 0, "no signal was answered")


@test
def an_interrupt_is_answered_where_it_was_ignored_before(f):
    """As shells start what runs in the background."""
    process = subprocess.Popen(f.command(["check", f.file("a.c", ENDLESS)]), cwd=f.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    once_heeded(process, signal.SIGINT)
    with open("/proc/%d/status" % process.pid, encoding="ascii") as status:
        ignored = int(re.search(r"SigIgn:\s*(\w+)", status.read()).group(1), 16)
    equal(ignored >> (signal.SIGINT - 1) & 1, 0)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    equal((process.returncode, last_line(output.decode())), (3, "UNKNOWN(interrupted by SIGINT)"))


@test
def an_automaton_that_nobody_reads(f):
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(f.command(["cfa", f.file("a.c", UNSAFE)]), cwd=f.folder, stdin=subprocess.DEVNULL,
                            stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    equal((result.returncode, result.stderr), (2, b"bireach: cannot write to standard output\n"))


@test
def a_result_does_not_go_where_the_text_goes(f):
    name = f.file("a.c", UNSAFE)
    with open(f.folder / "out.txt", "wb") as where:
        result = subprocess.run(f.command(["check", "--json", "/dev/stdout", name]), cwd=f.folder, stdout=where,
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    equal(result.returncode, 2)
    contains(result.stderr.decode(), "will not write /dev/stdout: it is the standard output")


@test
def nohup_is_heeded(f):
    process = subprocess.Popen(f.command(["check", "--timeout", "2", f.file("a.c", ENDLESS)]), cwd=f.folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.4)
    process.send_signal(signal.SIGHUP)
    output, _ = process.communicate(timeout=30)
    equal(last_line(output.decode()), "UNKNOWN(timeout)")


@test
def a_crash_does_not_lose_what_is_known(f):
    """The verdict, the report and every file: an error that was found stays found."""
    for which in (signal.SIGSEGV, signal.SIGABRT):
        # One trace after the other: a harvest that does not end before the signal, on no machine.
        process = started(f, "explain", "-v", "--generalization", "trace", "--json", "r.json", "--report", "page",
                          "--sarif", "r.sarif", "--witness", "w.yml", f.file("a.c", MANY_TRACES))
        after_phase(process, "harvesting error traces")
        time.sleep(0.7)
        process.send_signal(which)
        output, errors = process.communicate(timeout=30)
        text = output.decode()
        equal((process.returncode, last_line(text)), (1, "FALSE(unreach-call)"))
        contains(text, "call of reach_error at a.c:11 (main)")
        contains(text, "An internal error ended the search for more error traces: the checker crashed.")
        contains(text, "The checker crashed while ")
        contains(errors.decode(), "please report it")
        result = whole_json(f.folder / "r.json")
        equal(result["verdict"], "FALSE")
        holds(result["traces"], "no trace")
        for made in ("page/index.html", "r.sarif", "w.yml"):
            holds((f.folder / made).stat().st_size > 0, made)
            (f.folder / made).unlink()


@test
def a_crash_without_an_answer_has_its_result_file(f):
    process = started(f, "check", "-v", "--json", "r.json", f.file("a.c", ENDLESS))
    after_phase(process, "verifying")
    time.sleep(0.3)
    process.send_signal(signal.SIGSEGV)
    output, _ = process.communicate(timeout=30)
    equal((process.returncode, last_line(output.decode())), (4, "UNKNOWN(internal error)"))
    contains(output.decode(), "The checker crashed while verifying.")
    contains(whole_json(f.folder / "r.json")["reason"], "the checker crashed")


@test
def a_replay_that_is_cut_short_leaves_nothing_behind(f):
    name = f.file("a.c", UNSAFE)
    (f.folder / "tmp").mkdir()
    for signals, status in (([signal.SIGINT, signal.SIGINT], 1), ([signal.SIGSEGV], 1)):
        process = started(f, "check", "-v", "--replay", name, TMPDIR=str(f.folder / "tmp"))
        after_phase(process, "replaying")
        time.sleep(0.15)
        for which in signals:
            process.send_signal(which)
            time.sleep(0.1)
        output, _ = process.communicate(timeout=30)
        equal((process.returncode, last_line(output.decode())), (status, "FALSE(unreach-call)"))
        left = [n for n in os.listdir(f.folder / "tmp") if n.startswith("bireach")]
        equal(left, [])


@test
def texts_that_cannot_be_written(f):
    for arguments in (["--help"], ["--version"], ["check", "--help"], ["cfa", f.file("a.c", SAFE)], ["check", "a.c"]):
        with open("/dev/full", "wb") as full:
            result = subprocess.run(f.command(arguments), cwd=f.folder, stdin=subprocess.DEVNULL, stdout=full,
                                    stderr=subprocess.PIPE)
        equal(result.returncode, 2, arguments)
        contains(result.stderr.decode(), "bireach: cannot write to standard output")


@test
def a_reader_that_goes_away(f):
    """Nobody reads the answer: that is said, and nothing else happens."""
    process = started(f, "check", "--json", "r.json", f.file("a.c", SAFE))
    process.stdout.close()
    errors = process.stderr.read().decode()
    equal(process.wait(timeout=30), 2)
    contains(errors, "cannot write to standard output")
    equal(whole_json(f.folder / "r.json")["verdict"], "TRUE")


@test
def an_interrupted_automaton_says_so(f):
    """cfa has no verdict to save: the signal ends it as usual, but not in silence."""
    lines = ["extern int __VERIFIER_nondet_int(void);", "int x;"]
    lines += ["void f%d(void) { %s }" % (i, "".join("if (__VERIFIER_nondet_int()) x = %d;" % k for k in range(200)))
              for i in range(300)]
    lines += ["int main(void) { %s return 0; }" % " ".join("f%d();" % i for i in range(300))]
    name = f.file("a.c", "\n".join(lines))
    for which in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
        process = started(f, "cfa", name)
        send_once_heeded(process, which)
        _, errors = process.communicate(timeout=60)
        if process.returncode == 0:  # it was quicker
            continue
        equal(process.returncode, -which)
        equal(errors.decode(), "bireach: interrupted by %s\n" % which.name)


@test
def help_tells_what_exit_statuses_mean(f):
    for command in ("check", "explain", "validate"):
        text = f.run(command, "--help").stdout.decode()
        contains(text, "a file that cannot be written")
        contains(text, "3  UNKNOWN")
    text = f.run("cfa", "--help").stdout.decode().split("Exit status:")[1]
    contains(text, "0  the automaton was printed")
    holds(not re.search("TRUE|FALSE|UNKNOWN", text), text)
