# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of slice: the programs of the paper on error invariants by abstract interpretation, and its options."""
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import sarif_rules
from cli_harness import ENDLESS, SAFE, contains, equal, holds, last_line, test, whole_json
from report_cases import schema_findings

DECLARATIONS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""

# Name: body, assertion that is violated, kept by the exact mode, kept by the paper's.
PAPER = {
    "program1": ("int x = in(); int z = x + 1; int y = z; z = z + 1;", "x > y",
                 ["int x = in()", "int z = x + 1", "int y = z"], ["int x = in()", "int z = x + 1", "int y = z"]),
    "program2": ("int input = in(); int x = 1; int y = input - 42; if (y < 0) x = 0;", "x > 0",
                 ["int input = in()", "int y = input - 42", "y < 0", "x = 0"],
                 ["int input = in()", "int y = input - 42", "y < 0", "x = 0"]),
    "program2a": ("int input = in(); int x = 1; int y = input - 42; if (y < 0) x = 0;", "x <= 0",
                  ["int input = in()", "int x = 1", "int y = input - 42", "y < 0"],
                  ["int input = in()", "int x = 1", "int y = input - 42"]),
    "program3": ("int n = in(); int x = 6; int y = n; while (x < n) { x = x + 1; y = y + 1; }", "x <= 10",
                 ["int n = in()", "x < n", "x = x + 1"], ["int n = in()", "int x = 6", "x < n", "x = x + 1"]),
    "easy2": ("int x = 7; int y = 0; int z = y; while (x > 0) { if (x < 3) y = y + 1; else z = z - 1; x = x - 1; }",
              "y <= 0", ["int x = 7", "int y = 0", "x > 0", "x < 3", "y = y + 1", "x = x - 1"],
              ["int x = 7", "int y = 0", "x > 0", "x < 3", "y = y + 1", "x = x - 1"]),
    "mysore": ("int x = in(); int c = 0; while (x + c >= 0) { x = x - c; c = c + 1; }", "c > 0",
               ["int x = in()", "int c = 0", "x + c >= 0"], ["int x = in()", "int c = 0", "x + c >= 0"]),
}


def program(name):
    body, assertion = PAPER[name][:2]
    lines = body.replace("in()", "__VERIFIER_nondet_int()").replace("; ", ";\n  ")
    return f"{DECLARATIONS}int main(void) {{\n  {lines}\n  if (!({assertion})) reach_error();\n  return 0;\n}}\n"


def slice_of(f, name, mode):
    file = f.file(f"{name}.c", program(name))
    f.answered(1, "slice", "--slice", mode, "--json", "out.json", file)
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    return result["slice"]


def texts(entries):
    return [entry["text"].replace("__VERIFIER_nondet_int()", "in()") for entry in entries]


def check_paper_program(f, name):
    body, _, exact, paper = PAPER[name]
    for mode, kept in (("exact", exact), ("paper", paper)):
        found = slice_of(f, name, mode)
        holds(found["complete"])
        equal(found["mode"], mode)
        equal(texts(entry for entry in found["statements"] if entry["kept"]), kept)
        for entry in found["statements"]:
            equal(entry["kept"], entry["status"] != "irrelevant")
    return found


@test
def what_the_paper_keeps_of_programs_without_loops(f):
    for name in ("program1", "program2", "program2a"):
        check_paper_program(f, name)


@test
def what_the_paper_keeps_of_programs_with_loops(f):
    found = check_paper_program(f, "program3")
    loop = next(entry for entry in found["invariants"] if entry["at"] == "loop")
    equal(loop["conjuncts"], ["x <= n", "n >= 11"])
    holds(loop["supported"])
    equal(found["variables"], ["n", "x"])
    check_paper_program(f, "easy2")
    check_paper_program(f, "mysore")


@test
def one_slice_speaks_of_all_inputs(f):
    output = f.answered(1, "slice", f.file("program3.c", program("program3")))
    contains(output, "{ n >= 11 }")
    contains(output, "1 statement hidden")
    holds("y + 1" not in output)
    contains(output, "violates")
    equal(last_line(output), "FALSE(unreach-call)")


# It fails where n is less than -10 or more than 10; whatever x is at first, it is as large as the distance in the end.
DISTANCE = f"""{DECLARATIONS}int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < -1000 || n > 1000) return 0;
  int x = 6;
  if (n < 0) {{
    while (x < 0 - n) x = x + 1;
  }} else {{
    while (x < n) x = x + 1;
  }}
  if (x > 10) reach_error();
}}
"""


@test
def a_lifted_domain_keeps_the_cases_of_a_branch(f):
    file = f.file("distance.c", DISTANCE)
    status = {}
    for domain in ("numeric", "lifted"):
        output = f.answered(1, "slice", "--domain", domain, "--json", "out.json", file)
        found = whole_json(f.folder / "out.json")["slice"]
        equal("n <= -11 || n >= 11" in output, domain == "lifted")
        status[domain] = next(entry["status"] for entry in found["statements"] if entry["text"] == "int x = 6")
    equal(status, {"numeric": "undecided", "lifted": "irrelevant"})
    output = f.answered(1, "slice", "--domain", "lifted", "--max-predicates", "0", file)
    holds("||" not in output.replace("n < -1000 || n > 1000", ""))


@test
def variables_of_one_name_are_told_apart(f):
    output = f.answered(1, "slice", f.file("a.c", """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4], twice = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_int();
    twice += 2;
  }
  int most = 0;
  for (int i = 0; i < 4; i++)
    if (a[i] > most) most = a[i];
  for (int i = 0; i < 4; i++)
    if (a[i] == -3 && most == -3 + twice) reach_error();
}
"""))
    contains(output, "Variables to watch: main::i, main::i@10, main::i@12, most, twice")
    # Of variables that nothing reads any more it does not speak.
    contains(output, "{ main::i@10 <= 4 && main::i@10 >= 0 && twice == 8 }")
    contains(output, "{ twice <= 8 && twice == 2 * i }")


@test
def names_of_other_functions_are_qualified_where_they_would_mislead(f):
    output = f.answered(1, "slice", f.file("a.c", """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int half(int k) {
  int i = 0;
  while (k >= 2) { k -= 2; i++; }
  return i;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i, s = 0;
  if (n < 0 || n > 20) return 0;
  for (i = 0; i < n; i++) s += 2;
  int h = half(s);
  int d = abs(h);
  assert(d <= 10);
  return 0;
}
"""))
    contains(output, "main::i >= 11 && 2 * main::i == k + 2 * half::i }")
    contains(output, "abs::x >= 11")  # a name of the library's text
    contains(output, "{ n >= 11 && 2 * i == s }")


@test
def what_writes_outside_hides_no_error_invariants(f):
    output = f.answered(1, "slice", f.file("a.c", """#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[4] = {0};
  char text[8] = "ab";
  strcat(text, "cd");
  if (n > 0 && n < 4) a[n] = 7;
  assert(a[3] != 7 || n < 0);
  return 0;
}
"""))
    holds("No error invariants" not in output, output)
    contains(output, "violates a[3] != 7 || n < 0")


@test
def where_a_pointer_leads_is_not_certified_irrelevant(f):
    text = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a = 0;\n  int *p = &a;\n"
            "  *p = __VERIFIER_nondet_int();\n  assert(a != 5);\n  return 0;\n}\n")
    for mode in ("exact", "paper"):
        output = f.answered(1, "slice", "--slice", mode, f.file("a.c", text))
        holds(re.search(r"\? a\.c:5 +int \*p = &a +undecided: accesses go where it leads", output), output)


@test
def what_is_checked_itself_stays(f):
    text = ("extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  char b[6];\n"
            "  int n = 0;\n  while (n < x) {\n    b[n] = 1;\n    n = n + 3;\n  }\n  return n;\n}\n")
    for mode in ("exact", "paper"):
        output = f.answered(1, "slice", "--slice", mode, "--property", "valid-deref", f.file("a.c", text))
        holds(re.search(r"\? a\.c:7 +b\[n\] = 1 +undecided: it has checks of its own", output), output)


@test
def names_of_blocks_are_qualified_where_they_would_mislead(f):
    output = f.answered(1, "slice", f.file("a.c", """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  {
    int x = 5;
    y = x;
    x = 9;
  }
  assert(x < 18 || y != 5);
  return 0;
}
"""))
    contains(output, "{ y == 5 && main::x >= 18 }")
    contains(output, "{ x >= 18 }")


@test
def full_folds_no_conditions(f):
    conditions = "".join(f"  if (a{i} != {i + 3}) return 0;\n" for i in range(9))
    inputs = "".join(f"  int a{i} = __VERIFIER_nondet_int();\n" for i in range(9))
    total = " + ".join(f"a{i}" for i in range(9))
    text = (f"#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {{\n{inputs}{conditions}"
            f"  int n = 0;\n  while (n < 9) n++;\n  assert({total} + n != 72);\n  return 0;\n}}\n")
    name = f.file("a.c", text)
    contains(f.answered(1, "slice", name), " more }")
    for command in (("slice",), ("explain", "--max-traces", "1")):
        output = f.answered(1, *command, "--explanation", "full", name)
        holds(" more }" not in output and " more)" not in output, output)


@test
def nothing_to_slice(f):
    output = f.answered(0, "slice", "--json", "out.json", "--output", "rest.c", f.file("safe.c", SAFE))
    contains(output, "There is nothing to slice.")
    contains(output, "No slice was written to rest.c")
    holds(not (f.folder / "rest.c").exists())
    holds("slice" not in whole_json(f.folder / "out.json"))
    output = f.answered(3, "slice", "--timeout", "1", f.file("endless.c", ENDLESS))
    contains(output, "No slice was computed: it is not known whether there is an error.")


@test
def bad_values_of_slice(f):
    name = f.file("program1.c", program("program1"))
    contains(f.refused("slice", "--slice", "thin", name), "is none of paper, exact")
    contains(f.refused("check", "--slice", "paper", name), "unknown option")
    contains(f.refused("slice", "--domain", "octagons", name), "is none of numeric, lifted")
    f.refused("slice", "--max-predicates", "9", name)


@test
def the_slice_as_a_file_fails_as_well(f):
    for name, gone in (("program2", "int x = 1"), ("program3", "y = y + 1"), ("easy2", "z = z - 1"), ("mysore", "x - c")):
        file = f.file(f"{name}.c", program(name))
        for mode in ("exact", "paper"):
            output = f.answered(1, "slice", "--slice", mode, "--output", "slice.c", "--json", "out.json", file)
            contains(output, "The slice as C: slice.c; the error was found in it, and replayed")
            equal(whole_json(f.folder / "out.json")["slice"]["output"],
                  {"file": "slice.c", "not_removed": 0, "fails": True, "problem": ""})
            text = (f.folder / "slice.c").read_text(encoding="utf-8")
            holds(gone in program(name) and gone not in text, text)
            equal(text.count("\n"), program(name).count("\n"))
            f.answered(1, "check", "slice.c")


@test
def texts_of_which_something_is_kept_stay_in_the_file(f):
    macro = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int noise;\n"
             "#define INC(x) do { (x)++; noise++; } while (0)\nint main(void) {\n  int a = 0;\n  int n = __VERIFIER_nondet_int();\n"
             "  if (n > 3) INC(a);\n  assert(a == 0);\n  return 0;\n}\n")
    structure = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstruct pair { int x, y; };\nint main(void) {\n"
                 "  struct pair a = {__VERIFIER_nondet_int(), 2}, c;\n  c = a;\n  assert(c.x != 7);\n  return 0;\n}\n")
    pointer = ("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a = 0;\n  int *p = &a;\n"
               "  *p = __VERIFIER_nondet_int();\n  assert(a != 5);\n  return 0;\n}\n")
    for text, stays in ((macro, "INC(a)"), (structure, "c = a"), (pointer, "int *p = &a")):
        for mode in ("exact", "paper"):
            output = f.answered(1, "slice", "--slice", mode, "--output", "slice.c", f.file("text.c", text))
            contains(output, "the error was found in it, and replayed")
            contains((f.folder / "slice.c").read_text(encoding="utf-8"), stays)
            f.answered(1, "check", "--property", "unreach-call", "slice.c")


@test
def bad_files_for_a_slice(f):
    name = f.file("program1.c", program("program1"))
    contains(f.refused("slice", "--output", name, name), "is an input")
    contains(f.refused("slice", "--output", "missing/slice.c", name), "missing/slice.c")
    f.file("other.c", "int other(void) { return 0; }\n")
    output = f.answered(1, "slice", "--output", "slice.c", name, "other.c")
    contains(output, "No file of the slice was written: the program has several files")
    holds(not (f.folder / "slice.c").exists())


@test
def a_limit_leaves_what_is_known_of_a_slice(f):
    # The body of its loop takes longer than that.
    name = f.file("mysore.c", program("mysore"))
    result = f.run("slice", "--timeout", "3", "--json", "out.json", name)
    equal(result.returncode, 1)
    equal(last_line(result.stdout.decode()), "FALSE(unreach-call)")
    equal(schema_findings(whole_json(f.folder / "out.json")), [])


@test
def a_study_of_slices_beside_explanations(f):
    study = Path(__file__).resolve().parents[2] / "svcomp" / "slice_study.py"
    names = [f.file(name + ".c", program(name)) for name in ("program1", "program3")]
    for _ in range(2):  # the second time nothing is left to do
        subprocess.run([sys.executable, study, "--binary", f.binary, "--timeout", "20", "--out", f.folder / "study.csv", *names],
                       cwd=f.folder, check=True, capture_output=True)
    with open(f.folder / "study.csv", newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    equal([row["file"] for row in rows], [str(name) for name in names])
    equal([(row["paper_kept"], row["exact_kept"], row["exact_certified"], row["exact_undecided"]) for row in rows],
          [("3", "3", "1", "0"), ("4", "3", "3", "0")])
    equal([int(row["explain_traces"]) > 0 for row in rows], [True, True])


@test
def sarif_of_a_slice(f):
    f.answered(1, "slice", "--sarif", "out.sarif", "--json", "out.json", f.file("program3.c", program("program3")))
    log = json.loads((f.folder / "out.sarif").read_text(encoding="utf-8"))
    equal(sarif_rules.violations(log), [])
    run = log["runs"][0]
    error, found = run["results"]
    equal(error["ruleId"], "unreach-call")
    equal((found["ruleId"], found["kind"], found["level"]), ("slice", "informational", "none"))
    equal(run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"], "slice")
    kept = [entry for entry in whole_json(f.folder / "out.json")["slice"]["statements"] if entry["kept"]]
    equal([location["physicalLocation"]["region"]["startLine"] for location in found["relatedLocations"]],
          [entry["location"]["line"] for entry in kept])
    equal({location["properties"]["status"] for location in found["relatedLocations"]}, {"relevant"})
    contains(found["relatedLocations"][0]["message"]["text"], "Holds behind it in every execution that fails: n >= 11")
    contains(found["message"]["text"], "Where `x <= 10` is violated, this holds: x >= 11.")
    equal((found["properties"]["linesToRead"], found["properties"]["lines"]), (2, 5))


@test
def the_page_of_a_slice(f):
    f.answered(1, "slice", "--report", "page", f.file("program3.c", program("program3")))
    page = (f.folder / "page" / "index.html").read_text(encoding="utf-8")
    head = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page).group(1))
    equal(head["slice"]["lines"], [2, 5])
    equal([entry["status"] for entry in head["slice"]["statements"]],
          ["relevant", "irrelevant", "irrelevant", "relevant", "relevant", "irrelevant"])
    holds(all(entry["range"] for entry in head["slice"]["statements"]))
    equal([entry["at"] for entry in head["everyFailure"]["list"]][-1], "error")


@test
def explain_tells_what_holds_in_every_execution_that_fails(f):
    file = f.file("program3.c", program("program3"))
    output = f.answered(1, "explain", "--json", "out.json", "--max-traces", "2", file)
    contains(output, "In every execution that fails, whatever its inputs and however often loops go round:")
    contains(output, "kept at 11 (n >= 11 in every execution that fails)")
    holds(re.search(r"^    program3\.c:\d+ +at each \[x < n\] +\{ .*n >= 11 \}$", output, re.M), output)
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    found = result["program"]["every_failure"]
    equal(found["note"], "")
    loop, = [entry for entry in found["invariants"] if entry["at"] == "loop"]
    holds("n >= 11" in loop["conjuncts"], loop)
    equal([entry.get("always") for entry in result["traces"][0]["explanation"]["precondition"]], ["n >= 11"])
    holds("slice" not in result)
    equal(result["options"]["invariants"], "true")


@test
def explain_without_invariants(f):
    file = f.file("program3.c", program("program3"))
    output = f.answered(1, "explain", "--no-invariants", "--json", "out.json", "--max-traces", "1", file)
    holds("every execution that fails" not in output)
    contains(output, "  kept at 11\n")
    result = whole_json(f.folder / "out.json")
    holds("every_failure" not in result["program"])
    equal(result["options"]["invariants"], "false")
    contains(f.refused("check", "--no-invariants", file), "unknown option")
    # The traces of a program without loops tell as much.
    output = f.answered(1, "explain", "--json", "out.json", f.file("program1.c", program("program1")))
    holds("every_failure" not in whole_json(f.folder / "out.json")["program"])
