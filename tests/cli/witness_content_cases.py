# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of what witnesses say: invariants of proofs by their kind and place, contracts, entered functions, and
what belongs to other properties."""
import json
import re

from cli_harness import SAFE, UNSAFE, contains, equal, holds, test
from witness_cases import check_structure, rejected


def invariants_of(f, name):
    """(type, line, value) of each invariant, from the writer's layout."""
    text = (f.folder / name).read_text(encoding="utf-8")
    pattern = r'type: "(\w+_invariant)".*?line: (\d+)\n.*?value: "([^"]*)"'
    return [(kind, int(line), value) for kind, line, value in re.findall(pattern, text, re.S)]


PROOFS = {  # name: options, program, and invariants that have to be there: (type, line, part of the value)
    "unrolled": ([], """extern void reach_error(void);
int main(void) {
  int i = 0, s = 0;
  while (i < 6) {
    s = s + 2;
    i = i + 1;
  }
  if (s != 12)
    reach_error();
  return 0;
}
""", [("loop_invariant", 4, "s == 2 * i"), ("loop_invariant", 4, "i <= 6"), ("location_invariant", 8, "s == 12")]),
    "unrolled_inputs": ([], """extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char start = __VERIFIER_nondet_uchar();
  if (start > 20) return 0;
  int i = start, steps = 0;
  while (steps < 4) {
    i = i + 3;
    steps = steps + 1;
  }
  if (i > 32)
    reach_error();
  return 0;
}
""", [("loop_invariant", 7, "steps <= 4"), ("location_invariant", 11, "i <= 32"), ("location_invariant", 11, "i >= 12")]),
    "goto": (["--no-bounded-search"], """extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  unsigned i = 0, s = 0;
again:
  if (i < n) {
    i = i + 1;
    s = s + 1;
    goto again;
  }
  if (s != i)
    reach_error();
  return 0;
}
""", [("location_invariant", 7, "s == i|i == s"), ("location_invariant", 12, "s == i|i == s")]),
    "do": (["--no-bounded-search"], """extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  unsigned i = 0, s = 0;
  do {
    i = i + 1;
    s = s + 1;
  } while (i < n);
  if (s != i)
    reach_error();
  return 0;
}
""", [("loop_invariant", 6, "s == i|i == s"), ("location_invariant", 10, "s == i|i == s")]),
    "checks": (["--no-bounded-search"], """extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void check(int holds) {
  if (!holds)
    reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_uchar();
  int i = 0;
  while (i < n) i = i + 1;
  check(i == n);
  return 0;
}
""", [("loop_invariant", 10, "i <= n|n >= i"), ("location_invariant", 11, "n")]),
    "members": ([], """extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__ size);
struct node { int value; struct node *next; };
int main(void) {
  struct node *first = malloc(sizeof(struct node));
  first->value = 7;
  first->next = 0;
  int i = 0;
  while (i < 3) {
    i = i + 1;
  }
  if (first->value != 7)
    reach_error();
  return 0;
}
""", [("loop_invariant", 9, "i <= 3"), ("loop_invariant", 9, "first->value == 7"),
      ("location_invariant", 12, "first->value == 7")]),
}


@test
def proofs_have_invariants_in_their_places(f):
    for name, (options, program, expected) in PROOFS.items():
        f.file(name + ".c", program)
        f.answered(0, "check", *options, "--witness", "w.yml", "--json", "r.json", name + ".c")
        check_structure(f, "w.yml")
        found = invariants_of(f, "w.yml")
        for kind, line, part in expected:
            there = [value for k, l, value in found if (k, l) == (kind, line)]
            holds(any(p in value for value in there for p in part.split("|")), "%s: %s of %s" % (name, part, found))
        proof = json.loads((f.folder / "r.json").read_text())["proof"]["kind"]
        # Of few inputs all executions are a proof, too, with the same invariants in its witness.
        is_unrolled = name.startswith("unrolled") or name == "members"
        holds(proof == "enumeration" or (proof == "unrolling") == is_unrolled, (name, proof))
        contains(f.answered(0, "validate", "--timeout", 60, "--witness", "w.yml", name + ".c"), "Witness confirmed")


@test
def recursive_proofs_have_invariants(f):
    f.file("a.c", """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
  if (n <= 0) return 0;
  int i = 0;
  while (i < n) i = i + 1;
  return down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (down(n) != 0) reach_error();
  return 0;
}
""")
    f.answered(0, "check", "--timeout", 60, "--witness", "w.yml", "a.c")
    check_structure(f, "w.yml")
    contains(f.answered(0, "validate", "--timeout", 60, "--witness", "w.yml", "a.c"), "Witness confirmed")


def with_content(f, program, status, version, content):
    """A witness about the program with this content, everything else as in one of our own."""
    f.file("a.c", program)
    f.answered(status, "check", "--witness", "own.yml", "a.c")
    head = (f.folder / "own.yml").read_text(encoding="utf-8").split("  content:")[0]
    return head.replace('format_version: "2.0"', 'format_version: "%s"' % version) + "  content:\n" + content


CONTRACT = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int last;
int clip(int a, int most) {
  if (a > most) return most;
  last = a;
  a = a - a;
  return last;
}
void set(int v) {
  last = v;
}
int main(void) {
  set(3);
  int y = clip(__VERIFIER_nondet_int(), 10);
  if (y > 10) reach_error();
  return 0;
}
"""


def contract(key="invariant", line=4, column=1, function="clip", **clauses):
    text = """    - %s:
        type: "function_contract"
        location: {file_name: "a.c", line: %d, column: %d, function: "%s"}
        format: "ext_c_expression"
""" % (key, line, column, function)
    for name, value in clauses.items():
        text += '        %s: "%s"\n' % (name, value)
    return text


@test
def contracts_are_checked(f):
    for content in (contract(requires="most == 10", ensures=r"\\result <= most && \\result <= \\old(a)"),
                    contract("contract", ensures=r"\\result <= 10"),
                    contract(ensures=r"a == \\old(a)"),  # a parameter stands for its value at the call
                    contract(line=10, function="set", requires="v == 3", ensures="last == v")):
        f.file("w.yml", with_content(f, CONTRACT, 0, "2.1", content))
        contains(f.answered(0, "validate", "--timeout", 60, "--witness", "w.yml", "a.c"), "Witness confirmed")


def falsified_contracts():
    for clause in ("most == 9", "a > 0", "b == 0", "most = 10", "most == 10; reach_error()", r"\\result == 1"):
        yield "requires " + clause, contract(requires=clause)
    for clause in (r"\\result < most", r"\\result == a", r"\\result == \\old(last)", r"\\old(b) == b", r"\\result == \\new(a)",
                   r"\\old(a", r"\\result = 1", "last == a"):
        yield "ensures " + clause, contract(ensures=clause)
    yield "result of void", contract(line=10, function="set", ensures=r"\\result == 3")
    yield "what a void function ensures", contract(line=10, function="set", ensures="last == 4")
    yield "column", contract(column=2, requires="most == 10")
    yield "line", contract(line=5, requires="most == 10")
    yield "function", contract(function="set", requires="most == 10")
    yield "nothing", contract()


@test
def falsified_contracts_are_not_confirmed(f):
    tried = sum(rejected(f, name, with_content(f, CONTRACT, 0, "2.1", content), "", "a.c")
                for name, content in falsified_contracts())
    holds(tried >= 18, tried)
    f.file("m.yml", with_content(f, CONTRACT, 0, "2.0", contract(requires="most == 10")))
    contains(f.refused("validate", "--witness", "m.yml", "a.c"), "contracts belong to format 2.1")


ENTERING = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int seen;
int is_seven(int v) { return v == 7; }
void note(void) { seen = 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) note();
  if (is_seven(x + 1)) {
    reach_error();
  }
  return 0;
}
"""


def entering(line, column, value=6, action="follow"):
    waypoint = """        - waypoint:
            type: "%s"
            action: "%s"
%s            location: {file_name: "a.c", line: %d, column: %d, function: "main"}
"""
    constraint = '            constraint: {value: "\\\\result == %d", format: "ext_c_expression"}\n' % value
    first = "    - segment:\n" + waypoint % ("function_return", "follow", constraint, 7, 33)
    target = "    - segment:\n" + waypoint % ("target", "follow", "", 10, 5)
    enter = waypoint % ("function_enter", action, "", line, column)
    if action == "avoid":
        return first + "    - segment:\n" + enter + target.split("\n", 1)[1]
    return first + "    - segment:\n" + enter + target


@test
def functions_that_are_entered(f):
    for place in ((9, 21), (8, 19)):
        f.file("w.yml", with_content(f, ENTERING, 1, "2.0", entering(*place)))
        contains(f.answered(1, "validate", "--timeout", 60, "--witness", "w.yml", "a.c"), "Witness confirmed")
    for name, content in (("place", entering(9, 22)), ("statement", entering(10, 5)), ("value", entering(8, 19, 5)),
                          ("avoided", entering(9, 21, action="avoid")), ("avoided on the way", entering(8, 19, action="avoid"))):
        holds(rejected(f, "entering: " + name, with_content(f, ENTERING, 1, "2.0", content), "", "a.c"))


@test
def witnesses_of_other_properties_are_named(f):
    own = with_content(f, UNSAFE, 1, "2.1", entering(9, 21, action="cycle"))
    for text, message in ((own, "non-termination"),
                          (own.replace('"violation_sequence"', '"ghost_instrumentation"'), "ghost variables are not supported"),
                          (with_content(f, SAFE, 0, "2.1", contract(requires="1").replace("function_contract",
                                                                                        "loop_transition_invariant")),
                           "witnesses of termination")):
        f.file("m.yml", text)
        contains(f.refused("validate", "--witness", "m.yml", "a.c"), message)


@test
def witnesses_tell_of_library_calls_what_they_return(f):
    """What happens within a function of the library is no waypoint; what it returns is one, once for each call."""
    f.file("a.c", """#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  int number, c;
  if (fgets(line, sizeof line, stdin)) {
    if (scanf("%d", &number) == 1) {
      c = getchar();
      if (c == 'q') assert(number < 100 || line[0] != 'x');
    }
  }
  return 0;
}
""")
    for witness in ("a.yml", "a.graphml"):
        f.answered(1, "check", "--witness", witness, "a.c")
        contains(f.answered(1, "validate", "--timeout", 60, "--witness", witness, "a.c"), "Witness confirmed")
    check_structure(f, "a.yml")
    returns = re.findall(r"result ([!=]= -?\d+)", (f.folder / "a.yml").read_text())
    equal(returns, ["!= 0", "== 1", "== 113"])


@test
def functions_that_the_library_calls_are_the_programs(f):
    """An error in the comparison that qsort calls is told by its own text."""
    name = f.file("q.c", """#include <stdlib.h>
struct item { int number; };
static int compare(const void *a, const void *b) {
  const struct item *p = a, *q = b;
  return p->number - q->number;
}
int main(void) {
  struct item items[2] = {{40}, {-2147483647 - 1}};
  qsort(items, 2, sizeof items[0], compare);
  return 0;
}
""")
    output = f.answered(1, "check", "--property", "no-overflow", name)
    contains(output, "q.c:5:10: error: ")
    contains(output, "`p->number - q->number` overflows: ")


@test
def a_call_through_a_pointer_is_not_taken_for_one_within_it(f):
    """The result of `fgets` is told where it is called by name only; both witnesses are confirmed."""
    name = f.file("a.c", """#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[4], c[4] = "";
  char *(*fg)(char *, int, FILE *) = fgets;
  char *r = fg(fgets(b, 3, stdin) ? c : b, 4, stdin);
  if (r) assert(c[0] != 'x');
  return 0;
}
""")
    f.answered(1, "check", "--witness", "w.yml", name)
    equal(re.findall(r"result ([!=]= -?\d+)", (f.folder / "w.yml").read_text()), ["!= 0"])
    contains(f.answered(1, "validate", "--timeout", 60, "--witness", "w.yml", name), "Witness confirmed")
