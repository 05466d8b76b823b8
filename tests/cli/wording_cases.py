# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of what reports call things: allocations, elements, limits, proofs."""
import json
import re

from cli_harness import ENDLESS, SAFE, contains, equal, holds, test, whole_json
from ending_cases import MANY_TRACES


@test
def an_allocation_fails_or_succeeds(f):
    """Not `malloc() = 1`, and no repair `with 1 instead`, in any report for people."""
    name = f.file("a.c", """#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4);
  int *q = malloc(8);
  int n = __VERIFIER_nondet_int();
  if (p && !q && n == 4) reach_error();
  return 0;
}
""")
    for command in ("check", "explain"):
        text = f.answered(1, command, "--malloc-may-fail", "--json", "r.json", "--report", "page", "--sarif", "r.sarif", name)
        holds(re.search(r"^    malloc\(4\) +succeeds +a\.c:5$", text, re.M), text)
        holds(re.search(r"^    malloc\(8\) +fails +a\.c:6$", text, re.M), text)
        contains(text, "[malloc(8) fails]")
        contains(text, "with malloc(8) succeeding instead, no input takes th")
        holds("value at a.c:6" not in text, text)
        page = (f.folder / "page/index.html").read_text(encoding="utf-8")
        for report in (text, page, (f.folder / "r.sarif").read_text(encoding="utf-8")):
            contains(report, "malloc(8) succeeding")
            holds("with 1 instead" not in report)
        inputs = whole_json(f.folder / "r.json")["traces"][0]["inputs"]
        equal([(i["function"], i["value"]) for i in inputs][:2], [("malloc", "0"), ("malloc", "1")])


@test
def elements_of_an_initialiser_are_named(f):
    name = f.file("a.c", """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
  int values[4] = {1, 2, 3, 4};
  struct pair both = {1, 2};
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4 && values[i] + both.b == 5 && values[0] + values[1] == 3) reach_error();
  return 0;
}
""")
    text = f.answered(1, "check", name)
    relevant = [line for line in text.split("Relevant statements")[1].split("Why the error")[0].splitlines() if "`int values" in line]
    equal(len(relevant), 1)  # the constants of an array are one statement
    contains(relevant[0], "`int values[4] = {1, 2, 3, 4}` at a.c:5: ")
    contains(text, "`struct pair both = {1, 2}` at a.c:6 (both.b): ")
    text = f.answered(1, "explain", name)
    for part in text.split("Relevant in every trace")[1].split("\n\n")[0], text.split("Needed to explain")[1].split("\n\n")[0]:
        equal(len([line for line in part.splitlines() if "int values" in line]), 1)


@test
def what_ended_a_run_is_said_alike(f):
    """The limit and the phase that it struck in, in every report; never that there was no time where there was no memory."""
    name = f.file("a.c", ENDLESS)
    f.answered(3, "check", "--timeout", "1", "--json", "r.json", "--report", "page", "--sarif", "r.sarif", name)
    told = "The time limit was reached while verifying."
    contains(f.answered(3, "check", "--timeout", "1", name), told)
    equal(whole_json(f.folder / "r.json")["details"], [told])
    for report in ("page/index.html", "r.sarif"):
        contains((f.folder / report).read_text(encoding="utf-8"), told)
    name = f.file("b.c", MANY_TRACES)
    text = f.answered(1, "explain", "--memory-limit", "160", "--timeout", "60", "--traces", "full", "--json", "r.json", name)
    contains(text, "The memory limit was reached while ")
    holds("no time was left" not in text and "the run was stopped" not in text, text)
    holds("canceled" not in text and "z3:" not in text, text)


@test
def what_confirmed_a_proof(f):
    """The second solver is named only where it was asked."""
    text = f.answered(0, "check", "--json", "r.json", f.file("a.c", SAFE))
    queries = json.loads((f.folder / "r.json").read_text())["statistics"]["solver_queries"]
    equal("certified by the second solver" in text, queries["cvc5"] > 0)
    equal("simplification alone showed it, without a solver" in text, queries["cvc5"] + queries["z3"] == 0)
    text = f.answered(0, "check", "--json", "r.json", f.file("b.c", """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i = i + 1;
  if (i != n) reach_error();
  return 0;
}
"""))
    contains(text, "certified by the second solver")
    holds(json.loads((f.folder / "r.json").read_text())["statistics"]["solver_queries"]["cvc5"] > 0)


@test
def texts_are_shown_as_texts(f):
    """In variables, elements, and what functions of the library write; what their models have for themselves is not shown."""
    name = f.file("s.c", """#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct item { int number; char name[8]; };
static int by_number(const void *a, const void *b) {
  const struct item *p = a, *q = b;
  return (p->number > q->number) - (p->number < q->number);
}
int main(void) {
  struct item items[2] = {{40, "forty"}, {4, "four"}};
  char copy[8] = "none", last = 'x';
  qsort(items, 2, sizeof items[0], by_number);
  strcpy(copy, items[0].name);
  copy[3] = last;
  assert(strcmp(copy, "foux") != 0);
  return 0;
}
""")
    text = f.answered(1, "check", "--no-explanation", name)
    for shown in ('copy = "none"', "last = 'x' (120)", 'copy[0…4] = "four"', "copy[3]: 'r' (114) -> 'x' (120)",
                  'items[0].name[0…4] = "four"', "by_number      return (p->number > q->number)"):
        contains(text, shown)
    holds("moved#" not in text and "stored" not in text, text)
