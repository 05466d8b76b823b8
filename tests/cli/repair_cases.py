# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of repair and its options, and of explanations that fit a screen."""
import re
import subprocess

from cli_harness import ENDLESS, SAFE, UNSAFE, contains, equal, holds, last_line, test, whole_json
from report_cases import schema_findings

# Hundreds of steps, all of them needed.
STATES = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int state = 0, total = 0;
static int weigh(int v) {
  int w = v;
  if (w < 0) w = -w;
  if (w > 5) w = 5;
  return w;
}
static void step(int input) {
  if (state == 0 && input == 1) state = 1;
  else if (state == 1 && input == 2) state = 2;
  else if (state == 2) state = 0;
  total = total + weigh(input);
}
int main(void) {
  for (int i = 0; i < 12; i++) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 3) return 0;
    step(input);
  }
  if (total == 25 && state == 2) reach_error();
  return 0;
}
"""

# The condition should be a >= 5.
FAULTY = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int fee(int a) {
  int f = 2;
  if (a > 5)
    f = 7;
  return f;
}
static int expected_fee(int a) { return a < 5 ? 2 : 7; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && a <= 100);
  if (fee(a) != expected_fee(a)) reach_error();
  return 0;
}
"""


def explanation(output):
    lines = output.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("Why the error happens"))
    end = next(i for i, line in enumerate(lines) if i > begin and line.startswith("Variables to watch"))
    return lines[begin + 1:end]


@test
def an_explanation_fits_a_screen(f):
    name = f.file("a.c", STATES)
    folded = explanation(f.answered(1, "check", "--json", "folded.json", name))
    full = explanation(f.answered(1, "check", "--explanation", "full", "--json", "full.json", name))
    holds(len(folded) <= 30, "\n".join(folded))
    holds(len(full) > 200, len(full))
    holds(any("10 more rounds of the loop at a.c:17" in line for line in folded), "\n".join(folded))
    holds(not any("…" in line and "more rounds" in line or "steps" in line for line in full), "\n".join(full))
    steps = [line for line in full if "{" not in line]
    equal([line for line in folded if "{" not in line][0], steps[0])
    equal(folded[-1], full[-1])
    results = [whole_json(f.folder / file) for file in ("folded.json", "full.json")]
    for result in results:
        equal(schema_findings(result), [])
    equal(*(result["traces"][0]["explanation"]["abstract_error_trace"] for result in results))
    equal([result["options"]["explanation"] for result in results], ["flow-sensitive", "flow-sensitive,full"])


@test
def nothing_to_repair(f):
    name = f.file("a.c", SAFE)
    f.file("fix.diff", "--- a/a.c\n+++ b/a.c\n")
    output = f.answered(0, "repair", "--patch", "fix.diff", "--json", "out.json", name)
    equal(last_line(output), "TRUE")
    contains(output, "There is nothing to repair.\n")
    contains(output, "No patch was written: there is nothing to repair; that of an earlier run is removed\n")
    holds(not (f.folder / "fix.diff").exists(), "a patch of an earlier run is left")
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    equal(result["options"]["patch"], "fix.diff")
    equal(result.get("repairs", []), [])


@test
def a_file_that_is_no_patch_stays(f):
    name = f.file("a.c", SAFE)
    f.file("notes.txt", "of mine\n")
    contains(f.answered(0, "repair", "--patch", "notes.txt", name), "No patch was written: there is nothing to repair\n")
    equal((f.folder / "notes.txt").read_text(), "of mine\n")


@test
def nothing_known_to_repair(f):
    name = f.file("a.c", ENDLESS)
    f.file("fix.diff", "--- a/a.c\n+++ b/a.c\n")
    output = f.answered(3, "repair", "--timeout", "1", "--patch", "fix.diff", name)
    contains(output, "No repair was looked for: it is not known whether there is anything to repair.\n")
    contains(output, "No patch was written: there is no answer; that of an earlier run is removed\n")
    holds(not (f.folder / "fix.diff").exists(), "a patch of an earlier run is left")


@test
def the_verdict_of_repair_is_that_of_check(f):
    name = f.file("a.c", UNSAFE)
    for command in (["repair"], ["explain", "--repair"]):
        output = f.answered(1, *command, "--json", "out.json", "--report", "page", "--sarif", "out.sarif", name)
        equal(last_line(output), "FALSE(unreach-call)")
        result = whole_json(f.folder / "out.json")
        equal(schema_findings(result), [])
        equal(result["options"]["max-edits"], "1")
        equal(result["options"]["trust"], "guessed")


@test
def bad_values_of_repair(f):
    name = f.file("a.c", SAFE)
    for option, value in (("--max-edits", "3"), ("--suspects", "few"), ("--trust", "f,"), ("--trust", "2x"), ("--traces", "long")):
        text = f.refused("repair", option, value, name)
        contains(text, option)
        contains(text, "bireach repair --help")
    contains(f.refused("explain", "--patch", "fix.diff", name), "--patch needs --repair")
    contains(f.refused("check", "--patch", "fix.diff", name), "unknown option '--patch'")
    contains(f.refused("repair", "--patch", "a.c", name), "is an input")
    contains(f.refused("repair", "--patch", "x", "--json", "x", name), "twice")
    contains(f.refused("repair", "--patch", "missing/fix.diff", name), "missing/fix.diff")
    equal((f.folder / "a.c").read_text(), SAFE)


@test
def a_repair_is_applied_from_its_patch_and_proved_again(f):
    name = f.file("fee.c", FAULTY)
    output = f.answered(1, "repair", "--patch", "fix.diff", "--json", "out.json", name)
    contains(output, "Patch (repair 1, proved): fix.diff\n")
    holds(not re.search(r" relevant|undecided|of 0 ", output[output.index("Traces:"):]), output)
    full = f.answered(1, "repair", "--traces", "full", name)
    holds(not re.search(r"elevant|undecided|Why the error", full[full.index("Execution:"):]), full)
    contains(output, "+  if (a >= 5)\n")
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    first = result["repairs"][0]
    equal((first["rank"], first["status"], first["lines"], first["suspect"]), (1, "proved", [6], 1))
    equal(first["patch"], (f.folder / "fix.diff").read_text())
    equal(result["program"]["suspects"][0]["location"]["line"], 6)
    equal(result["program"]["suspects"][0]["kind"], "condition")
    subprocess.run(["git", "apply", "fix.diff"], cwd=f.folder, check=True)
    equal(last_line(f.answered(0, "check", name)), "TRUE")


@test
def explain_begins_with_suspects(f):
    name = f.file("fee.c", FAULTY)
    output = f.answered(1, "explain", "--suspects", "1", "--json", "out.json", name)
    contains(output, "if (a > 5)")
    contains(output, "--suspects N shows them")
    contains(output, "Taken for the specification, by names and what the assertion compares: expected_fee, main")
    holds(output.index("Suspects") < output.index("Traces") if "Traces" in output else True, output)
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    suspects = result["program"]["suspects"]
    equal([suspect["rank"] for suspect in suspects], list(range(1, len(suspects) + 1)))
    equal(suspects[0]["location"]["line"], 6)
    equal({suspect["location"]["function"] for suspect in suspects}, {"fee"})
    equal(result["program"]["trusted"]["functions"] if "functions" in result["program"]["trusted"] else
          result["program"]["trusted"], ["expected_fee", "main"])


@test
def who_is_trusted_is_said(f):
    name = f.file("fee.c", FAULTY)
    f.answered(1, "repair", "--trust", "fee", "--json", "out.json", name)
    functions = {suspect["location"]["function"] for suspect in whole_json(f.folder / "out.json")["program"]["suspects"]}
    holds("fee" not in functions and "expected_fee" in functions, functions)
    result = f.run("repair", "--trust", "fees", name)
    contains(result.stderr.decode(), "--trust: there is no function 'fees' in the program")
    contains(result.stdout.decode(), "Taken for the specification, by names and what the assertion compares: expected_fee, main")


@test
def repairs_of_errors_of_memory_break_nothing(f):
    # What edits read is checked as well, and is no assertion of the program's.
    text = ("extern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n"
            "  unsigned char n = __VERIFIER_nondet_uchar() % 8;\n  unsigned char b[4] = {1, 2, 3, 4};\n  int r = 0;\n"
            "  if (n <= 4)\n    r = b[n];\n  return r;\n}\n")
    output = f.answered(1, "repair", "--property", "valid-deref", f.file("a.c", text))
    holds(re.search(r"^  1  proved.*: `<=` becomes `<` at a\.c:6", output, re.M), output)
    suspect = output[output.index("if `<=` becomes `<`"):]
    contains(suspect[:suspect.index("\n")], "executions tried all end well")


@test
def what_was_not_looked_for_is_said(f):
    name = f.file("a.c", "int main(void) {\n  int a[2] = {0};\n  volatile int i = 2;\n  return a[i];\n}\n")
    for command in ("repair", "slice"):
        contains(f.answered(0, command, name), "Only assertions were looked for; --property names other errors.")
