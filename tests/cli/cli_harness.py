# SPDX-License-Identifier: Apache-2.0
"""What the end-to-end tests of the command line share: programs, a fixture, checks, the list of tests."""
import json
import os
import re
import subprocess
import time
from pathlib import Path

UNSAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int limit = 3;
  int x = __VERIFIER_nondet_int();
  int unused = 7;
  if (x > limit) {
    if (x < 6) {
      reach_error();
    }
  }
  return 0;
}
"""
SAFE = """extern void reach_error(void);
int main(void) {
  int x = 0;
  while (x < 10) {
    x = x + 1;
  }
  if (x != 10) {
    reach_error();
  }
  return 0;
}
"""
# Nonlinear, with an unbounded loop: no verifier answers this within the tests' limits.
ENDLESS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = 0;
  unsigned a = x, b = y;
  while (__VERIFIER_nondet_uint()) {
    x = x * x + y * 3u + n;
    y = (y ^ x) * 2654435761u;
    n = n + 1;
    a = a * 48271u + b;
    b = b ^ (a >> 7);
  }
  if (x * x * x == 2u && y * a == 1234567u && a == b + 5u) {
    reach_error();
  }
  return 0;
}
"""
VERDICT = re.compile(r"^(TRUE|FALSE\([a-z-]+\)|UNKNOWN\(.+\)|(CONSISTENT|INCONSISTENT\([0-9]+\)))$")
SEARCHES = ("check", "explain", "repair", "slice")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Fixture:
    """A folder of its own for each test, and the binary."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = Path(folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def command(self, arguments):
        """Most tests are about assertions: their programs are not asked for undefined behaviour unless a test says so."""
        arguments = [str(a) for a in arguments]
        chosen = any(a.partition("=")[0] in ("--property", "--check", "--no-check", "--stop-on-first") for a in arguments)
        if arguments and arguments[0] in SEARCHES and len(arguments) > 1 and not chosen:
            arguments[1:1] = ["--property", "unreach-call"]
        return [self.binary] + arguments

    def run(self, *arguments, timeout=120, environment=None):
        """`environment`: variables that differ from those of the tests."""
        return subprocess.run(self.command(arguments), cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=timeout, env={**os.environ, **(environment or {})})

    def refused(self, *arguments):
        """Bad arguments or input: status 2, one clear message, nothing on standard output."""
        result = self.run(*arguments)
        text = result.stderr.decode(errors="replace")
        equal(result.returncode, 2, text)
        equal(result.stdout, b"")
        holds(text.startswith("bireach: "), "message: " + text)
        holds("internal error" not in text, text)
        return text

    def answered(self, status, *arguments):
        """A verdict: the documented status, and a verdict line as the last line."""
        result = self.run(*arguments)
        output = result.stdout.decode()
        equal(result.returncode, status, output + result.stderr.decode(errors="replace"))
        last_line(output)
        return output


def holds(condition, message=""):
    if not condition:
        raise AssertionError(message)


def quick_once(limit, attempt):
    """The attempt says how many seconds it took: these, once they are less. Machines are busy now and then, not four
    times in a row."""
    took = []
    while len(took) < 4 and not (took and took[-1] < limit):
        took.append(attempt())
    holds(took[-1] < limit, "took %s s" % took)
    return took[-1]


def once_heeded(process, which):
    """Waits until the process catches the signal or holds it back, however long its loader takes on a busy machine."""
    bit = 1 << (which - 1)
    end = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < end:
        status = Path("/proc/%d/status" % process.pid).read_text(encoding="ascii")
        if any(int(mask, 16) & bit for mask in re.findall(r"^Sig(?:Blk|Cgt):\s*(\w+)", status, re.MULTILINE)):
            break
        time.sleep(0.01)


def send_once_heeded(process, which):
    once_heeded(process, which)
    process.send_signal(which)


def equal(actual, expected, message=""):
    holds(actual == expected, "%r, expected %r\n%s" % (actual, expected, message))


def contains(text, part):
    holds(part in text, "%r is not in:\n%s" % (part, text))


def last_line(output):
    holds(output.endswith("\n"), "no line end: %r" % output[-80:])
    line = output.splitlines()[-1]
    holds(VERDICT.match(line), "no verdict line: %r" % line)
    return line


def whole_json(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    equal(result["format"], "bireach-result/1")
    for key in ("tool", "input", "options", "verdict", "reason", "assumptions", "statistics", "variables", "statements",
                "traces", "program"):
        holds(key in result, "no " + key)
    return result
