# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of error invariants: why an error happens, as text and in the result file."""
import re

from cli_harness import UNSAFE, contains, equal, holds, test, whole_json

# After Fig. 1 of "Flow-sensitive Fault Localization", 2013.
X_ZERO = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int input = __VERIFIER_nondet_int();
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  if (x == 0) reach_error();
  return 0;
}
"""
X_ZERO_TEXT = """Why the error happens (flow-sensitive error invariants; 5 of the 6 steps are needed):
            { true }
    a.c:4   int input = __VERIFIER_nondet_int()  any value <= 41
            { input <= 41 }                      1 step hidden
    a.c:6   int y = input - 42
            { y < 0 }
    a.c:7   [y < 0]                              has to go this way
    a.c:8   x = 0
            { x == 0 }
    a.c:10  [x == 0]                             violates x != 0
Variables to watch: input, x, y
"""
# After Fig. 7: the assignment to the wrong variable is seen at the branch that should have assigned `abs`.
ABS_VALUE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int input = __VERIFIER_nondet_int(), sign, abs = input;
  if (input < 0) {
    sign = -1;
  } else {
    sign = 1;
  }
  if (sign == -1) {
    sign = -input;
  } else {
    abs = input;
  }
  if (abs < 0) reach_error();
  return 0;
}
"""
# Two ways to one error, and one to another.
TWO_CLASSES = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int other = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  int junk = 0;
  if (other > 5) {
    junk = 1;
  } else {
    junk = 2;
  }
  if (x > 3) reach_error();
  return junk;
}
"""


def why(output):
    begin = output.index("Why the error happens")
    return output[begin:output.index("\n\n", begin) + 1]


def checked_explanation(result, trace):
    """What holds of every explanation in a result file."""
    explanation = trace["explanation"]
    equal(explanation["reason"], "")
    equal(len(trace["error_invariants"]), trace["length"] + 1)
    path = explanation["abstract_error_trace"]
    equal(len(path) % 2, 1)
    position = 0
    for index, entry in enumerate(path):
        if index % 2 == 1:
            equal(entry["step"], position)
            equal(entry["statement"], trace["steps"][position]["statement"])
            position += 1
            continue
        equal(entry["from"], position)
        while position <= entry["to"]:
            equal(trace["error_invariants"][position], entry["invariant"])
            position += 1
        position = entry["to"]
    equal(position, explanation["assertion"]["step"])
    equal(set(trace["error_invariants"][position + 1:]), {"true"})
    holds(set(explanation["variables"]) <= set(result["variables"]))
    return explanation


@test
def error_invariants_of_a_branch(f):
    name = f.file("a.c", X_ZERO)
    equal(why(f.answered(1, "check", "--json", "out.json", name)), X_ZERO_TEXT)
    result = whole_json(f.folder / "out.json")
    explanation = checked_explanation(result, result["traces"][0])
    equal(explanation["kind"], "flow-sensitive")
    equal(explanation["precondition"][0]["variable"], "main::input")
    equal(explanation["precondition"][0]["max"], "41")
    equal(result["classes"], [{"representative": 1, "traces": [1]}])
    holds(result["statistics"]["time_s"]["error_invariants"] > 0)
    equal(result["options"]["explanation"], "flow-sensitive")


@test
def plain_error_invariants_leave_out_the_branch(f):
    text = why(f.answered(1, "check", "--explanation", "plain", "--json", "out.json", f.file("a.c", X_ZERO)))
    contains(text, "(plain error invariants; 2 of the 6 steps are needed)")
    holds("[y < 0]" not in text, text)
    result = whole_json(f.folder / "out.json")
    equal(checked_explanation(result, result["traces"][0])["needed_branches"], [])


@test
def a_missing_assignment_is_explained(f):
    text = why(f.answered(1, "check", f.file("a.c", ABS_VALUE)))
    contains(text, "[sign == -1]")
    contains(text, "the other way could change abs")
    contains(text, "any value <= -1")


@test
def rounds_of_a_loop_are_counted(f):
    source = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  for (int i = 0; i < 9; i++) {
    x = x + 2;
  }
  if (x > 20) reach_error();
  return 0;
}
"""
    text = why(f.answered(1, "check", f.file("a.c", source)))
    contains(text, "  … 6 more rounds like this\n")
    equal(text.count("x = x + 2"), 3)


@test
def memory_is_what_pointers_lead_to(f):
    text = f.answered(1, "check", f.file("a.c", """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct account { int owner; int balance; };
static struct account accounts[3];
struct account *find(int owner) {
  for (int i = 0; i < 3; i++)
    if (accounts[i].owner == owner) return &accounts[i];
  return 0;
}
int main(void) {
  accounts[1].owner = 7;
  accounts[1].balance = 50;
  struct account *b = find(7);
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 60) return 0;
  b->balance -= x;
  if (b->balance < 0) reach_error();
  return 0;
}
"""))
    contains(text, "b = &accounts[1]\n")
    for invariant in ["accounts[i].balance <= 50", "find()->balance <= 50", "b->balance < 0"]:
        contains(why(text), invariant)
    text = f.answered(1, "explain", f.file("b.c", """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
int main(void) {
  int *a = __builtin_malloc(2 * sizeof *a);
  a[0] = __VERIFIER_nondet_int();
  a[1] = __VERIFIER_nondet_int();
  if (a[0] < 0 || a[1] < 0 || a[0] > 100 || a[1] > 100) return 0;
  if (sum(a, 2) > 190) reach_error();
  return 0;
}
"""))
    contains(why(text), "s + p[i + 1] >= 191")
    contains(text, "it shows where to look, not how to repair")
    relevant = text[text.index("Relevant in every trace, by rank:"):]
    ranks = [int(line.split()[0]) for line in relevant[:relevant.index("\n\n")].split("\n")[1:] if line.split()[0].isdigit()]
    equal(ranks, sorted(ranks))
    holds(len(ranks) > 3, ranks)


@test
def calls_of_the_library_stand_before_what_they_lead_to(f):
    f.file("a.c", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(sizeof *p);\n  *p = 3;\n  free(p);\n  return *p;\n}\n")
    reasons = why(f.answered(1, "check", "--check", "valid-deref", "a.c"))
    holds(re.search(r"a\.c:5 +free\(p\)\n +\{ p == &heap#1 \}\n +a\.c:6 ", reasons), reasons)
    f.file("b.c", "#include <stdio.h>\nint main(void) {\n  int n = 3;\n  if (scanf(\"%d\", &n) != 1) return 1;\n  return 5 / (n - 6);\n}\n")
    reasons = why(f.answered(1, "check", "--property", "division-by-zero", "b.c"))
    holds(re.search(r"b\.c:4 +scanf\(\.\.\.\)\n +\{ n == 6 && scanf\(\) == 1 \}", reasons), reasons)


@test
def the_order_of_operands_is_an_assumption(f):
    program = """extern void reach_error(void);
static int n;
int next(void) { return ++n; }
int main(void) {
  int r = next() %s next();
  if (r %s) reach_error();
  return 0;
}
"""
    order = "operands and arguments are evaluated from left to right"
    contains(f.answered(0, "check", f.file("a.c", program % ("-", "!= -1"))), order)
    contains(f.answered(1, "check", f.file("b.c", program % ("-", "== -1"))), order)
    holds(order not in f.answered(0, "check", f.file("c.c", program % ("&&", "!= 1"))))


@test
def the_order_in_an_assignment_is_an_assumption(f):
    program = """extern void reach_error(void);
static int n, table[3];
int next(void) { return ++n; }
int main(void) {
  %s;
  if (table[1] != 1) reach_error();
  return 0;
}
"""
    order = "the right side of an assignment is evaluated before its left side"
    contains(f.answered(0, "check", f.file("a.c", program % "table[n] = next()")), order)
    contains(f.answered(0, "check", f.file("b.c", program % "table[n] += next()")), order)
    contains(f.answered(0, "check", f.file("c.c", program % "n = 1; table[next() - 1] = n")), order)
    holds(order not in f.answered(0, "check", f.file("d.c", program % "table[1] += next()")))
    holds(order not in f.answered(0, "check", f.file("e.c", program % "int i = 1; table[i++] = 1")))


@test
def a_branch_on_a_negation_that_is_not_taken(f):
    text = f.answered(1, "check", f.file("a.c", """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (!(c > 3)) return 0;
  if (!(c == '(') & (c == ')')) return 0;
  if (!c) return 0;
  reach_error();
}
"""))
    contains(text, "[c > 3]")
    contains(text, "[!(!(c == '(') & (c == ')'))]")
    contains(text, "[c]")


@test
def an_error_that_always_follows(f):
    source = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"
    contains(why(f.answered(1, "check", f.file("a.c", source))), "error invariants; the only step is not needed):")


@test
def a_single_value_of_an_input_is_not_said_to_be_the_only_one(f):
    source = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int age = __VERIFIER_nondet_int();
  if (age == 18) reach_error();
  return 0;
}
"""
    contains(why(f.answered(1, "check", f.file("a.c", source))), "  kept at 18\n")


@test
def each_engine_explains(f):
    name = f.file("a.c", UNSAFE)
    for engine in ("core-wp", "core-sp", "spacer"):
        contains(why(f.answered(1, "check", "--interpolation", engine, name)), "x > limit")


@test
def traces_of_one_class(f):
    output = f.answered(1, "explain", "--json", "out.json", "--generalization", "trace", f.file("a.c", TWO_CLASSES))
    contains(output, "2 error traces in 1 class, ")
    contains(output, "Needed to explain the error in both traces (* relevant as well")
    contains(output, "\nOther traces:\n  2: like trace 1; ")
    result = whole_json(f.folder / "out.json")
    equal(result["classes"], [{"representative": 1, "traces": [1, 2]}])
    for trace in result["traces"]:
        checked_explanation(result, trace)
        equal(trace["explanation"]["class"], 1)
    needed = result["program"]["needed"]
    holds(any(entry["in_all"] and entry["traces"] == [1, 2] for entry in needed), needed)


@test
def bad_kind_of_explanation(f):
    text = f.refused("check", "--explanation", "long", f.file("a.c", UNSAFE))
    contains(text, "--explanation: 'long' is none of plain, flow-sensitive")


@test
def different_values_have_different_names(f):
    """Two values that realloc computes at one place are not one in invariants, which no execution would satisfy."""
    name = f.file("a.c", """#include <stdlib.h>
#include <assert.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1; p[1] = 2;
  p = realloc(p, 4 * sizeof *p);
  p[2] = 3;
  assert(p[0] + p[1] + p[2] == 7);
}
""")
    text = f.answered(1, "check", name)
    contains(text, "Why the error happens")
    holds("{ false }" not in text, text)


@test
def addresses_are_shown_by_what_lies_there(f):
    """Elements of initialisers, pointers before an object and their order; models' variables are nobody's to watch."""
    name = f.file("a.c", """#include <stdio.h>
#include <string.h>
struct unit { const char *name; int price; };
static struct unit units[] = {{"m", 3}, {"km", 0}, {"mi", 4}};
int main(void) {
  struct unit *last = units;
  for (int i = 0; i < 3; i++)
    if (units[i].price > 3) last = &units[i];
  char text[3];
  if (!fgets(text, sizeof text, stdin)) return 0;
  char *end = text + strcspn(text, "\\n") - 1;
  while (*end == ' ') end--;
  return last->price + (int)strlen(last->name);
}
""")
    text = f.answered(1, "check", "--check", "valid-deref", name)
    contains(text, 'units[].name = {"m", "km", "mi"}\n')
    contains(text, "units[].price = {3, units[2].price = 4}\n")
    contains(text, "end = &text - 1\n")
    contains(why(text), "{ end < &text || end >= &text[3] }")
    watched = re.search(r"Variables to watch: (.*)", text).group(1)
    holds("end" in watched.split(", ") and "::" not in watched, watched)
