#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the command line: bad input, exit statuses, limits, signals, result files.

  run_cli_tests.py [--binary build/bireach] [NAME…]

Needs Python 3 and, for the schema of result files, python3-jsonschema. Ends with "N passed, N failed"; exit status 1 if one failed.
"""
import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import timeit
import traceback
from pathlib import Path

import early_cases, ending_cases, error_cases, project_cases  # noqa: E401,F401  they register their tests
import explain_cases  # noqa: F401
import explanation_cases  # noqa: F401
import harness_cases, inconsistent_cases, limit_cases  # noqa: E401,F401
import property_cases  # noqa: F401
import repair_cases  # noqa: F401
import slice_cases  # noqa: F401
import table_cases  # noqa: F401
import report_cases  # noqa: F401
import text_cases  # noqa: F401
import thread_cases  # noqa: F401
import witness_cases  # noqa: F401
import witness_content_cases  # noqa: F401
import wording_cases  # noqa: F401
from cli_harness import (ENDLESS, SAFE, TESTS, UNSAFE, Fixture, contains, equal, holds, last_line, quick_once,
                         send_once_heeded, test, whole_json)

# Input that is none

@test
def empty_file(f):
    contains(f.refused("check", f.file("a.c", "")), "a.c")


@test
def binary_file(f):
    contains(f.refused("check", f.file("a.c", bytes(range(256)) * 16)), "a.c")


@test
def elf_file(f):
    contains(f.refused("check", f.file("a.c", Path(sys.executable).read_bytes()[:65536])), "a.c")


@test
def missing_file(f):
    contains(f.refused("check", "missing.c"), "missing.c")


@test
def directory(f):
    (f.folder / "folder.c").mkdir()
    contains(f.refused("check", "folder.c"), "folder.c")


@test
def what_can_be_read_only_once(f):
    os.mkfifo(f.folder / "pipe.c")
    contains(f.refused("check", "pipe.c"), "pipe.c: not a regular file")
    contains(f.refused("check", "-"), "standard input")


@test
def the_same_error_once(f):
    text = f.refused("check", f.file("a.c", "#include <assert.h>\nint main(void) { assert(x); }\n"))
    equal(text.count("undeclared"), 1, text)


@test
def missing_file_of_an_option(f):
    equal(f.refused("check", "-include", "missing.h", f.file("a.c", SAFE)), "bireach: 'missing.h' file not found\n")


@test
def syntax_error_with_its_place(f):
    contains(f.refused("check", f.file("a.c", "int main(void) {\n  int x = ;\n  return 0;\n}\n")), "a.c:2:11")


@test
def no_main(f):
    contains(f.refused("check", f.file("a.c", "int f(void) { return 0; }\n")), "main")


@test
def no_such_entry(f):
    contains(f.refused("check", "--entry", "g", f.file("a.c", SAFE)), "g")


@test
def two_definitions(f):
    contains(f.refused("check", f.file("a.c", SAFE), f.file("b.c", SAFE)), "main")


@test
def bad_input_leaves_no_result_file(f):
    f.refused("check", "--json", "out.json", f.file("a.c", ""))
    equal(sorted(p.name for p in f.folder.iterdir()), ["a.c"])


# Arguments

@test
def unknown_option(f):
    contains(f.refused("check", "--frobnicate", f.file("a.c", SAFE)), "--frobnicate")


@test
def unknown_command(f):
    contains(f.refused("frobnicate"), "frobnicate")


@test
def no_file(f):
    contains(f.refused("check"), "no input file")


@test
def no_arguments(f):
    result = f.run()
    equal(result.returncode, 2)
    contains(result.stderr.decode(), "Usage")


@test
def bad_values(f):
    name = f.file("a.c", SAFE)
    for option, value in (("--timeout", "0"), ("--memory-limit", "x"), ("--data-model", "LLP64"), ("--arithmetic", "real"),
                          ("--interpolation", "none"), ("--jobs", "-1"), ("--block-encoding", "huge")):
        contains(f.refused("check", option, value, name), option)


@test
def bad_values_of_explain(f):
    name = f.file("a.c", SAFE)
    for option, value in (("--max-traces", "0"), ("--max-traces", "many"), ("--generalization", "none"),
                          ("--danger-predicates", "some"), ("--traces", "long"), ("--timeout", "-1")):
        text = f.refused("explain", option, value, name)
        contains(text, option)
        contains(text, "bireach explain --help")
    contains(f.refused("check", "--max-traces", "1", name), "unknown option '--max-traces'")
    contains(f.refused("explain", f.file("b.c", "int main(void) { return x; }\n")), "b.c:1")
    contains(f.refused("explain"), "no input file")


@test
def result_file_that_cannot_be_written(f):
    name = f.file("a.c", SAFE)
    contains(f.refused("check", "--json", "missing/out.json", name), "missing/out.json")
    for folder in ("missing/report", "missing/deeper/report/"):
        contains(f.refused("check", "--report", folder, name), "missing")
    holds(not (f.folder / "missing").exists(), "a folder was made")
    contains(f.refused("check", "--json", ".", name), "directory")
    contains(f.refused("check", "--json", "", name), "without a name")
    for command in ("check", "explain"):
        contains(f.refused(command, "--json", "./a.c", name), "is an input")
    equal((f.folder / "a.c").read_text(), SAFE)


@test
def a_file_name_like_an_option(f):
    contains(f.answered(0, "check", "--", f.file("-v.c", SAFE)), "-v.c: proved")
    contains(f.answered(1, "explain", "--", f.file("-x.c", UNSAFE)), "call of reach_error at -x.c:9 (main)")


@test
def help_texts(f):
    for arguments in (["--help"], ["check", "--help"], ["explain", "--help"], ["repair", "--help"], ["slice", "--help"], ["cfa", "--help"]):
        result = f.run(*arguments)
        equal(result.returncode, 0)
        contains(result.stdout.decode(), "Usage: bireach")
        contains(result.stdout.decode(), "Exit status:")
        equal(result.stderr, b"")


@test
def version(f):
    result = f.run("--version")
    equal(result.returncode, 0)
    holds(re.fullmatch(r"bireach \d+\.\d+\.\d+\n", result.stdout.decode()), result.stdout)


# Values of options

@test
def a_value_that_is_missing(f):
    for option, shown in (("--json", "--json FILE"), ("-std", "-std=STD"), ("-D", "-D NAME[=VALUE]")):
        contains(f.refused("check", option), "%s needs a value: %s\n" % (option, shown))


@test
def c_standard_with_and_without_a_space(f):
    name = f.file("a.c", SAFE)
    for arguments in (["-std=c2x"], ["-std", "c2x"], ["-std", "gnu99"]):
        f.answered(0, "check", *arguments, name)
    contains(f.refused("check", "-std", "c3x", name), "c3x")


# Verdicts

@test
def error_found(f):
    output = f.answered(1, "check", f.file("a.c", UNSAFE))
    equal(last_line(output), "FALSE(unreach-call)")
    contains(output, "__VERIFIER_nondet_int()")
    contains(output, "a.c:9")
    holds(re.search(r"^  \* a\.c:4 .*limit = 3", output, re.M), output)
    holds(re.search(r"^  \* `int limit = 3` at a\.c:4: with -?\d+ instead, ", output, re.M), output)
    holds(not re.search(r"^  \* .*unused", output, re.M), output)


@test
def error_in_the_result_file(f):
    name = f.file("a.c", UNSAFE)
    f.answered(1, "check", "--json", "out.json", "--data-model", "ILP32", name)
    result = whole_json(f.folder / "out.json")
    equal(result["verdict"], "FALSE")
    equal(result["input"]["data_model"], "ILP32")
    equal(result["input"]["sha256"], {name: hashlib.sha256(UNSAFE.encode()).hexdigest()})
    trace, = result["traces"]
    equal(trace["length"], len(trace["steps"]))
    keys = {step["statement"] for step in trace["steps"]}
    holds(keys <= set(result["statements"]))
    equal(trace["statements"], len(keys))
    value, = [i["value"] for i in trace["inputs"] if i["function"] == "__VERIFIER_nondet_int"]
    holds(3 < int(value) < 6, value)
    lines = {result["statements"][r["statement"]]["location"]["line"] for r in result["program"]["relevant"]}
    holds(4 in lines and 5 in lines and 6 not in lines, lines)
    for step in trace["steps"]:
        primed = set(re.findall(r"\|([^|]*)'\|", step["formula"]))
        holds(primed <= {result["statements"][step["statement"]].get("target")}, step)


@test
def proof(f):
    equal(last_line(f.answered(0, "check", "--json", "out.json", f.file("a.c", SAFE))), "TRUE")
    result = whole_json(f.folder / "out.json")
    equal((result["verdict"], result["traces"]), ("TRUE", []))


@test
def signed_overflow(f):
    assumption = "signed overflow does not happen"
    doubled = f.file("doubled.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                                  "int main(void) {\n  int x = __VERIFIER_nondet_int();\n"
                                  "  if (x > 0 && 2 * x < 0) reach_error();\n}\n")
    text = f.answered(1, "check", "--json", "out.json", doubled)
    contains(text, "signed overflow at doubled.c:5")
    contains(text, "gcc -fwrapv")
    result = whole_json(f.folder / "out.json")
    equal(result["signed_overflow"], "wraps")
    equal(result["traces"][0]["undefined_behaviour"], ["signed overflow at doubled.c:5"])
    f.answered(0, "check", "--signed-overflow", "undefined", "--json", "out.json", doubled)
    result = whole_json(f.folder / "out.json")
    holds(assumption in result["assumptions"], result["assumptions"])
    equal(result["options"]["signed-overflow"], "undefined")


@test
def proof_by_unrolling(f):
    name = f.file("a.c", "extern void reach_error(void);\nint a[9];\nint main(void) {\n"
                         "  for (int i = 0; i < 9; i++) a[i] = i;\n  if (a[8] != 8) reach_error();\n}\n")
    contains(f.answered(0, "check", "--json", "out.json", name), "all executions end without the error")
    result = whole_json(f.folder / "out.json")
    equal(result["proof"]["kind"], "unrolling")
    holds(result["proof"]["depth"] >= 9, result["proof"])
    equal(result["assumptions"], [])


@test
def unsupported_construct_with_its_place(f):
    name = f.file("a.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                         "int main(void) {\n  int x = 1;\n  asm volatile(\"nop\" : \"+r\"(x));\n  if (x > 2) reach_error();\n}\n")
    line = last_line(f.answered(3, "check", name))
    contains(line, "a.c:")


@test
def logs_stay_off_standard_output(f):
    name = f.file("a.c", SAFE)
    plain = f.run("check", name)
    equal(plain.stderr, b"")
    loud = f.run("check", "-v", "-v", name)
    holds(loud.stderr, "no log")
    equal(last_line(loud.stdout.decode()), "TRUE")
    holds(b"\033" not in loud.stdout + loud.stderr, "colour or progress although no terminal is there")


@test
def ten_lines_are_quick(f):
    name = f.file("a.c", UNSAFE)
    quick_once(2, lambda: timeit.timeit(lambda: f.run("check", name), number=1))


@test
def struct_without_a_tag_in_two_files(f):
    f.file("h.h", "typedef struct { int a; int b; } pair;\nvoid set(pair *p);\n")
    output = f.answered(1, "check", f.file("a.c", '#include "h.h"\nvoid set(pair *p) { p->a = 5; }\n'),
                        f.file("b.c", '#include "h.h"\nextern void reach_error(void);\n'
                                      'int main(void) { pair t = {1, 2}; set(&t); if (t.a == 5) reach_error(); return 0; }\n'))
    equal(last_line(output), "FALSE(unreach-call)")


@test
def objects_are_assumed_to_exist(f):
    program = """void *malloc(unsigned long); void free(void *); extern void reach_error(void);
int main(void) { int *p = malloc(sizeof *p); free(p); *p = 2; if (*p != 2) reach_error(); return 0; }
"""
    contains(f.answered(0, "check", f.file("a.c", program)), "accesses through pointers stay inside of objects that exist")


# Writes through the string that it reads, by branches with stores of their own.
UNESCAPE = r"""extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
static unsigned digit(unsigned char c) {
  unsigned value = c - '0';
  if (value > 9) {
    value = (unsigned)(c | 32) - 'a';
    if (value > 5) return -1;
    value += 10;
  }
  return value;
}
static unsigned long length(const char *s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}
int main(void) {
  char text[6];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  text[4] = 0;
  text[5] = 'Z';
  unsigned long before = length(text);
  char *from = text, *to = text;
  char c;
  while ((c = *from++) != 0) {
    unsigned value;
    if (c == '_') {
      *to++ = ' ';
      continue;
    }
    if (c != '=') {
      *to++ = c;
      continue;
    }
    value = digit(from[0]);
    if (value > 15) {
    literal:
      *to++ = '=';
      continue;
    }
    value = value * 16 | digit(from[1]);
    if (value > 255) goto literal;
    *to++ = value;
    from += 2;
  }
  *to = 0;
  if (length(text) > before) reach_error();
  if (text[5] != 'Z') reach_error();
  return 0;
}
"""


@test
def what_ends_a_solver_is_not_asked(f):
    """On path programs of this one Z3's Spacer called exit()."""
    result = f.run("check", "--interpolation", "spacer", "--timeout", "20", f.file("a.c", UNESCAPE))
    holds(result.returncode in (0, 3), result.stderr.decode())
    holds("internal error" not in last_line(result.stdout.decode()))


@test
def abnormal_ends(f):
    """Whatever ends the process from within, there is a verdict line, and the status of an internal error."""
    name = f.file("a.c", ENDLESS)
    for which in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
        process = subprocess.Popen(f.command(["check", name]), cwd=f.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        send_once_heeded(process, which)
        output, errors = process.communicate(timeout=30)
        equal(process.returncode, 4)
        equal(last_line(output.decode()), "UNKNOWN(internal error)")
        contains(errors.decode(), "please report it")


# cfa

@test
def automaton(f):
    name = f.file("a.c", SAFE)
    dot = f.run("cfa", "--format", "dot", name)
    equal(dot.returncode, 0)
    contains(dot.stdout.decode(), "digraph")
    automaton_json = f.run("cfa", "--format", "json", name)
    equal(automaton_json.returncode, 0)
    json.loads(automaton_json.stdout)
    text = f.run("cfa", name)
    equal(text.returncode, 0)
    contains(text.stdout.decode(), "x = x + 1")
    contains(f.refused("cfa", "missing.c"), "missing.c")


def end_children():
    """A test that failed may leave a program that never ends, beside which the next ones are slow."""
    children = Path("/proc/self/task/%d/children" % os.getpid())
    for child in children.read_text().split() if children.exists() else []:
        os.kill(int(child), signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(Path(__file__).resolve().parents[2] / "build" / "bireach"))
    parser.add_argument("names", nargs="*", help="only these tests")
    args = parser.parse_args()
    binary = os.path.abspath(args.binary)
    if not os.access(binary, os.X_OK):
        parser.error("no program at " + binary)
    for which in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # in the background they may be ignored, also by children
        if signal.getsignal(which) == signal.SIG_IGN:
            signal.signal(which, signal.SIG_DFL)
    selected = [t for t in TESTS if not args.names or t.__name__ in args.names]
    failed = []
    for function in selected:
        with tempfile.TemporaryDirectory(prefix="bireach-cli-") as folder:
            try:
                function(Fixture(binary, folder))
                print("ok    ", function.__name__, flush=True)
            except Exception:  # a failing test must not end the others
                why = "\n".join("       " + line for line in traceback.format_exc().splitlines()[-12:])
                failed.append("FAILED %s\n%s" % (function.__name__, why))
                print(failed[-1], flush=True)
                end_children()
    if failed:  # once more, where a long protocol is looked at first
        print("\n".join(failed))
    print("%d passed, %d failed" % (len(selected) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
