# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of witnesses and harnesses: what is written, what replays, what `validate` confirms, and that it
confirms no falsified witness."""
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cli_harness import ENDLESS, SAFE, UNSAFE, contains, equal, holds, last_line, test

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT.parent / "shared" / "tools"  # beside the repository where continuous integration has it
HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
extern void *malloc(__SIZE_TYPE__ size);
extern void free(void *p);
"""
DEFINED = "void reach_error(void) { abort(); }\n"
# Name: the program, and whether the script replay_witness.py can replay it (the values of all inputs are in waypoints).
VIOLATIONS = {
    "widths": (DEFINED + """int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  long long l = __VERIFIER_nondet_longlong();
  unsigned long long u = __VERIFIER_nondet_ulonglong();
  int i = __VERIFIER_nondet_int();
  if (c == 200 && l == -9223372036854775807LL - 1) {
    if (u == 18446744073709551615ULL && i == -2147483647 - 1)
      reach_error();
  }
  return 0;
}
""", True),
    "floats": (DEFINED + """int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  if (f > 0.1f && f < 0.2f && d == 1.5 * f) { reach_error(); }
  return 0;
}
""", True),
    "initialisers": (DEFINED + """struct pair { int left, right[2]; };
int main(void) {
  int s[2] = {
    __VERIFIER_nondet_int(),
    __VERIFIER_nondet_int()
  };
  struct pair p = {
    .left = __VERIFIER_nondet_int(),
    .right = { [1] = __VERIFIER_nondet_int() }
  };
  if (s[0] == 1 && s[1] == 2 && p.left == 3) {
    if (p.right[0] == 0 && p.right[1] == 4) { reach_error(); }
  }
  return 0;
}
""", True),
    "elements": (DEFINED + """struct pair { int left; double right; };
int main(void) {
  int a[5];
  struct pair pairs[2];
  struct pair *p = pairs;
  for (int i = 0; i < 5; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    p[i].left = __VERIFIER_nondet_int();
    (p + i)->right = __VERIFIER_nondet_double();
  }
  if (a[3] == 17 && a[4] == a[3] + 5 && pairs[1].left == 99) {
    if (pairs[0].right == 0.25) { reach_error(); }
  }
  return 0;
}
""", True),
    "loop": (DEFINED + """int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 10) return 0;
    sum = sum + x;
  }
  if (sum == 37) { reach_error(); }
  return 0;
}
""", True),
    "calls": (DEFINED + """static int twice(int a) { return 2 * a; }
int main(void) {
  int x = twice(__VERIFIER_nondet_int());
  while (__VERIFIER_nondet_bool()) { x = x + 2; if (x > 1000) return 0; }
  if (x == 14) { ERROR: reach_error(); }
  return 0;
}
""", True),
    "heap": (DEFINED + """int main(void) {
  int *p = malloc(4 * sizeof(int));
  char *q = malloc(3);
  if (p[2] == 77 && q[1] == 'x') { reach_error(); }
  free(p);
  return 0;
}
""", False),
    "zero": (DEFINED + """int main(void) {
  int unset;
  int x = __VERIFIER_nondet_int();
  if (x > 5 && unset == 0) { reach_error(); }
  return 0;
}
""", False),
    "extern": ("extern void reach_error(void);\nextern short other(int);\n" + """int main(void) {
  short a = other(1);
  if (a == -3 && other(2) == 4) { reach_error(); }
  return 0;
}
""", False),
}
COUNTING = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned int i = 0;
  unsigned int s = 0;
  while (i < n) {
    s = s + 2;
    i = i + 1;
  }
  if (s != 2 * i) {
    reach_error();
  }
  return 0;
}
"""


def compilers():
    return [name for name in ("gcc", "clang") if shutil.which(name)]


def builds(compiler, bits):
    """Does the compiler make such programs, and the machine run them?"""
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/probe"
        probe = subprocess.run([compiler, bits, "-x", "c", "-", "-o", program], input=b"int main(void){return 0;}",
                               capture_output=True)
        try:
            return probe.returncode == 0 and subprocess.run([program]).returncode == 0
        except OSError:
            return False


def check_structure(f, name):
    """By the tests' own eyes, and by the shared script where it is."""
    text = (f.folder / name).read_text(encoding="utf-8")
    for key in ("entry_type:", "format_version: \"2.0\"", "uuid:", "creation_time:", "input_file_hashes:", "data_model:"):
        contains(text, key)
    script = TOOLS / "check_witness.py"
    if script.exists() and name.endswith(".yml"):
        result = subprocess.run([sys.executable, script, f.folder / name], capture_output=True, text=True)
        equal(result.returncode, 0, result.stdout + result.stderr + text)


def waypoints(text):
    """(type, line, column) of each waypoint, from the writer's layout."""
    pattern = r'(?<!_)type: "(\w+)".*?line: (\d+)\n\s+column: (\d+)'
    return [(kind, int(line), int(column)) for kind, line, column in re.findall(pattern, text, re.S)]


@test
def witnesses_say_which_allocation_fails(f):
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  int *q = malloc(8);
  if (p && !q) { reach_error(); }
  return 0;
}
""")
    f.answered(1, "check", "--malloc-may-fail", "--witness", "w.yml", "a.c")
    text = (f.folder / "w.yml").read_text()
    holds(text.index("result != 0") < text.index("result == 0"), text)
    f.answered(1, "validate", "--malloc-may-fail", "--witness", "w.yml", "a.c")


@test
def violation_witness_points_at_its_places(f):
    f.file("a.c", UNSAFE)
    f.answered(1, "check", "--witness", "w.yml", "a.c")
    check_structure(f, "w.yml")
    text = (f.folder / "w.yml").read_text()
    lines = UNSAFE.split("\n")
    points = waypoints(text)
    equal([kind for kind, _, _ in points], ["function_return", "branching", "branching", "target"])
    for kind, line, column in points:
        at = lines[line - 1][column - 1:]
        start = {"function_return": ")", "branching": "if", "target": "reach_error"}[kind]
        holds(at.startswith(start), "%s: %r" % (kind, at))
    contains(text, hashlib.sha256(UNSAFE.encode()).hexdigest())
    contains(text, "CHECK( init(main()), LTL(G ! call(reach_error())) )")


@test
def violation_witnesses_are_confirmed(f):
    for name, (program, _) in VIOLATIONS.items():
        f.file(name + ".c", HEAD + program)
        for model in ("ILP32", "LP64"):
            for witness in (name + ".yml", name + ".graphml"):
                f.answered(1, "check", "--data-model", model, "--witness", witness, name + ".c")
                if witness.endswith(".yml"):
                    check_structure(f, witness)
                output = f.answered(1, "validate", "--timeout", 60, "--witness", witness, name + ".c")
                contains(output, "Witness confirmed")


@test
def violation_witnesses_replay_by_the_shared_script(f):
    script = TOOLS / "replay_witness.py"
    if not script.exists():
        print("note: no shared replay_witness.py beside the repository")
        return
    for name, (program, complete) in VIOLATIONS.items():
        if not complete:
            continue
        f.file(name + ".c", HEAD + program)
        for model, bits in (("ILP32", "-m32"), ("LP64", "-m64")):
            f.answered(1, "check", "--data-model", model, "--witness", "w.yml", name + ".c")
            for compiler in compilers():
                if not builds(compiler, bits):
                    continue
                result = subprocess.run([sys.executable, script, f.folder / "w.yml", f.folder / (name + ".c"), compiler],
                                        capture_output=True, text=True)
                equal(result.returncode, 0, name + " " + compiler + bits + result.stdout + result.stderr)


@test
def proof_witnesses_are_confirmed(f):
    programs = {"safe": SAFE, "counting": COUNTING}
    for name, program in programs.items():
        f.file(name + ".c", program)
        for witness in (name + ".yml", name + ".graphml"):
            f.answered(0, "check", "--no-bounded-search", "--witness", witness, name + ".c")
            output = f.answered(0, "validate", "--timeout", 60, "--witness", witness, name + ".c")
            contains(output, "Witness confirmed")
        check_structure(f, name + ".yml")
    text = (f.folder / "counting.yml").read_text()
    contains(text, "loop_invariant")
    contains(text, "line: 7\n")
    contains(text, "column: 3\n")


@test
def invariants_hold_in_every_copy_of_a_function(f):
    """Inlined twice with other arguments: what is said of the loop must hold in both."""
    f.file("a.c", """extern void reach_error(void);
static int count(int to) {
  int i = 0;
  while (i < to) { i = i + 1; }
  return i;
}
int main(void) {
  int a = count(5), b = count(9);
  if (a + b != 14) reach_error();
  return 0;
}
""")
    f.answered(0, "check", "--no-bounded-search", "--witness", "w.yml", "a.c")
    check_structure(f, "w.yml")
    contains(f.answered(0, "validate", "--timeout", 60, "--witness", "w.yml", "a.c"), "Witness confirmed")


@test
def proof_witness_of_an_unsafe_program(f):
    f.file("a.c", SAFE)
    f.answered(0, "check", "--witness", "w.yml", "a.c")
    changed = SAFE.replace("x != 10", "x != 11")
    f.file("a.c", changed)
    text = (f.folder / "w.yml").read_text()
    text = re.sub(r'"[0-9a-f]{64}"', '"%s"' % hashlib.sha256(changed.encode()).hexdigest(), text)
    f.file("w.yml", text)
    contains(f.answered(1, "validate", "--witness", "w.yml", "a.c"), "Witness rejected")


@test
def witnesses_of_other_tools(f):
    examples = ROOT.parent / "shared" / "svcomp" / "examples"
    if not examples.exists():
        print("note: no shared example witnesses beside the repository")
        return
    for program, witness, status in (("bug.c", "bug.witness-2.0.yml", 1), ("bug.c", "bug.witness-2.0-assumptions.yml", 1),
                                     ("bug.c", "bug.witness.graphml", 1), ("safe.c", "safe.witness-2.0.yml", 0),
                                     ("safe.c", "safe.witness.graphml", 0)):
        f.answered(status, "validate", "--timeout", 60, "--witness", examples / witness, examples / program)


# Falsified witnesses

def replaced(text, pattern, replacement, which=0):
    """The text with one match replaced; None if there are not so many."""
    matches = list(re.finditer(pattern, text))
    if which >= len(matches):
        return None
    match = matches[which]
    return text[:match.start()] + match.expand(replacement) + text[match.end():]


def shifted(text, key, by, which):
    matches = list(re.finditer(key + r": (\d+)", text))
    if which >= len(matches):
        return None
    match = matches[which]
    return text[:match.start(1)] + str(int(match.group(1)) + by) + text[match.end(1):]


def falsified_violations(text):
    for which in range(4):
        for by in (1, -1):
            yield "column %+d of waypoint %d" % (by, which), shifted(text, "column", by, which)
            yield "line %+d of waypoint %d" % (by, which), shifted(text, "line", by, which)
        yield "function of waypoint %d" % which, replaced(text, r'function: "main"', 'function: "other"', which)
        yield "file of waypoint %d" % which, replaced(text, r'file_name: "a.c"', 'file_name: "b.c"', which)
    for value in ("100", "3", "6", "-1", "2147483647"):
        yield "value " + value, replaced(text, r"== -?\d+", "== " + value)
    for constraint in (r"\\\\result = 4", r"\\\\result == 4; reach_error()", r"\\\\result == undeclared", "x == 4",
                       r"\\\\result != \\\\result", r"f(\\\\result)"):
        yield "constraint " + constraint, replaced(text, r'value: "\\\\result[^"]*"', 'value: "%s"' % constraint)
    for which in range(2):
        yield "branch %d the other way" % which, replaced(text, 'value: "true"', 'value: "false"', which)
        yield "branch %d undecided" % which, replaced(text, 'value: "true"', 'value: "perhaps"', which)
    yield "hash", replaced(text, r'"([0-9a-f]{63})[0-9a-f]"', r'"\1z"')
    yield "another hash", replaced(text, r'"[0-9a-f]{64}"', '"' + "0" * 64 + '"')
    yield "specification", replaced(text, r"call\(reach_error\(\)\)", "call(other())")
    yield "property", replaced(text, r"G ! call\(reach_error\(\)\)", "G ! overflow")
    yield "file of the task", replaced(text, r'- "a.c"', '- "b.c"')
    yield "target at the return", replaced(text, r'line: 9\n(\s+)column: 7', r'line: 12\n\1column: 3')
    yield "target at a declaration", replaced(text, r'line: 9\n(\s+)column: 7', r'line: 6\n\1column: 3')
    yield "avoids what it needs", replaced(text, r'(type: "branching"\s+action: )"follow"', r'\1"avoid"')


def falsified_proofs(text):
    for value in ("x < 10", "x <= 9", "x >= 1", "x == 0", "0", "x != 5", "undeclared <= 10", "x = 10", "x++ < 20",
                  "x <= 10; reach_error()", "x <= 10) || (x > 3", "reach_error(), 1", "x <=", "", "x <= 10 // so", "10 / x < 100", "10 % (x - 3) < 10", "1 << (x - 5) != 0"):
        yield "invariant " + value, replaced(text, r'value: "[^"]*"', 'value: "%s"' % value)
    for by in (1, -1):
        yield "column %+d" % by, shifted(text, "column", by, 0)
        yield "line %+d" % by, shifted(text, "line", by, 0)
    yield "function", replaced(text, r'function: "main"', 'function: "other"')
    yield "hash", replaced(text, r'"[0-9a-f]{64}"', '"' + "f" * 64 + '"')
    yield "another place", replaced(text, '"location_invariant"', '"loop_invariant"')
    for value in ("x == 9", "x > 10", "x != 10", "undeclared == 10", "x = 10", "10 / (x - 10) == 0"):
        last = len(re.findall(r'value: "', text)) - 1
        yield "invariant before the check: " + value, replaced(text, r'value: "[^"]*"', 'value: "%s"' % value, last)


def rejected(f, name, text, original, program):
    """Not confirmed, with a reason. True if the text was another one."""
    if text is None or text == original:
        return False
    f.file("falsified.yml", text)
    result = f.run("validate", "--timeout", 30, "--data-model", "LP64", "--witness", "falsified.yml", program)
    message = "%s: %s%s" % (name, result.stdout.decode(), result.stderr.decode())
    holds(result.returncode in (2, 3), message)
    if result.returncode == 2:
        contains(result.stderr.decode(), "falsified.yml:")
    else:
        holds(re.match(r"UNKNOWN\(witness (rejected|not confirmed): .{10}", last_line(result.stdout.decode())), message)
    return True


@test
def falsified_witnesses_are_not_confirmed(f):
    f.file("a.c", UNSAFE)
    f.answered(1, "check", "--witness", "w.yml", "a.c")
    text = (f.folder / "w.yml").read_text()
    tried = sum(rejected(f, name, changed, text, "a.c") for name, changed in falsified_violations(text))
    f.file("a.c", SAFE)
    f.answered(0, "check", "--no-bounded-search", "--witness", "w.yml", "a.c")
    text = (f.folder / "w.yml").read_text()
    contains(text, "loop_invariant")
    tried += sum(rejected(f, name, changed, text, "a.c") for name, changed in falsified_proofs(text))
    holds(tried >= 50, "only %d falsified witnesses" % tried)


@test
def malformed_witnesses(f):
    f.file("a.c", UNSAFE)
    f.answered(1, "check", "--witness", "w.yml", "a.c")
    text = (f.folder / "w.yml").read_text()
    for name, changed in (("empty", ""), ("no list", "a: 1\n"), ("no yaml", "- [1, 2\n"), ("binary", "\x00\x01\x02"),
                          ("deep", "[" * 100000), ("two entries", text + text),
                          ("version", text.replace('"2.0"', '"3.0"')), ("type", text.replace("function_return", "guess")),
                          ("action", text.replace('"follow"', '"hope"', 1)), ("no target", text.split("    - segment", 2)[0]
                           + "    - segment" + text.split("    - segment", 2)[1]),
                          ("line", re.sub(r"line: \d+", "line: 0", text, count=1)),
                          ("language", text.replace('"C"', '"Java"')), ("no xml", "<graphml><graph>"),
                          ("no graph", "<graphml></graphml>"), ("other xml", "<html/>")):
        f.file("m.yml", changed)
        message = f.refused("validate", "--witness", "m.yml", "a.c")
        holds(re.search(r"m\.yml:\d+:\d+: ", message), name + ": " + message)
    contains(f.refused("validate", "--witness", "missing.yml", "a.c"), "missing.yml")
    contains(f.refused("validate", "a.c"), "--witness is missing")


@test
def witness_names_and_places(f):
    f.file("a.c", UNSAFE)
    contains(f.refused("check", "--witness", "w.txt", "a.c"), "ends neither in .yml nor in .graphml")
    contains(f.refused("check", "--harness", "a.c", "a.c"), "it is an input")
    (f.folder / "sub").mkdir()
    f.answered(1, "check", "--witness", "sub/w.yml", "a.c")
    contains((f.folder / "sub" / "w.yml").read_text(), '"../a.c"')
    check_structure(f, "sub/w.yml")


@test
def no_witness_without_an_answer(f):
    f.file("a.c", ENDLESS)
    equal(last_line(f.answered(3, "check", "--timeout", 2, "--witness", "w.yml", "--harness", "h.c", "a.c")),
          "UNKNOWN(timeout)")
    holds(not (f.folder / "w.yml").exists() and not (f.folder / "h.c").exists())


@test
def validation_takes_memory_of_bytes_where_checking_did(f):
    """A target that only memory of bytes has is found as `check` found it; a folder is no witness."""
    name = f.file("u.c", """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned whole; unsigned char byte[4]; };
int main(void) {
  union word w, *p = &w;
  w.whole = __VERIFIER_nondet_uint();
  assert(p->byte[0] != 7);
  return 0;
}
""")
    f.answered(1, "check", "--witness", "w.yml", name)
    contains(f.answered(1, "validate", "--witness", "w.yml", name), "FALSE")
    (f.folder / "folder.yml").mkdir()
    contains(f.refused("validate", "--witness", "folder.yml", name), "is a directory")
