# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of `bireach explain`: how much is reported, and that a harvest cut short reports what it has."""
import re
import signal
import subprocess
import time

from cli_harness import ENDLESS, SAFE, UNSAFE, contains, equal, holds, last_line, quick_once, test, whole_json

# An error trace for each number of rounds and each sequence of answers in them: a harvest of single traces never ends.
MANY_TRACES = """extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  int junk = 3;
  while (i < n) {
    i = i + 1;
    if (__VERIFIER_nondet_int()) junk = junk ^ 1;
  }
  if (i == n) {
    reach_error();
  }
  return 0;
}
"""


def harvested(f):
    result = whole_json(f.folder / "out.json")
    equal(result["verdict"], "FALSE")
    holds(result["traces"], "no traces")
    harvest = result["harvest"]
    equal(result["statistics"]["exhausted"], harvest["end"] == "exhausted")
    holds(result["statistics"]["feasible_traces"] >= len(result["traces"]))
    for number, trace in enumerate(result["traces"], 1):
        equal(trace["id"], number)
        holds({step["statement"] for step in trace["steps"]} <= set(result["statements"]))
    for number, entry in enumerate(result["program"]["relevant"], 1):
        equal(entry["rank"], number)
        equal(entry["traces"], list(range(1, len(result["traces"]) + 1)))
    return result


@test
def all_traces_covered(f):
    output = f.answered(1, "explain", "--json", "out.json", f.file("a.c", UNSAFE))
    equal(last_line(output), "FALSE(unreach-call)")
    contains(output, "a.c: error reached: 1 error trace, ")
    contains(output, "All error traces are covered.")
    contains(output, "from each of its states some execution leads on to the error. Those others were not analysed")
    holds(re.search(r"^  \d \* a\.c:4  main  int limit = 3 .*instead, no input takes the trace to the error", output, re.M), output)
    contains(output, "Trace 1 of 1: call of reach_error at a.c:9 (main)")
    result = harvested(f)
    equal(result["harvest"]["end"], "exhausted")
    equal(result["harvest"]["guarantee"], "feasible-continuation")
    automaton, = result["harvest"]["automata"]
    equal(automaton["trace"], 1)
    holds(automaton["states"] > 1 and automaton["transitions"] > 0, automaton)
    equal(result["program"]["relevant"][0]["common_fix"]["answer"], "exists")
    equal(result["options"]["generalization"], "danger")


@test
def as_many_traces_as_asked_for(f):
    name = f.file("a.c", MANY_TRACES)
    for number in (1, 5):
        output = f.answered(1, "explain", "--max-traces", number, "--generalization", "trace", "--json", "out.json", name)
        equal(last_line(output), "FALSE(unreach-call)")
        contains(output, "Stopped after %d error trace" % number)
        result = harvested(f)
        equal(len(result["traces"]), number)
        equal(result["harvest"]["end"], "max-traces")
        equal(result["options"]["max-traces"], str(number))


@test
def how_much_of_each_trace(f):
    name = f.file("a.c", MANY_TRACES)
    common = ["explain", "--generalization", "trace", "--max-traces"]
    contains(f.answered(1, *common, 2, name), "Trace 2 of 2: call of reach_error")
    brief = f.answered(1, *common, 4, name)
    # Each class has one trace in full; the others have a line.
    lines = re.findall(r"^ +\d: like trace \d; \d+ steps, \d+ statements, \d relevant; inputs? [-\d, ]+; "
                       r"call of reach_error at a\.c:12 \(main\)$", brief, re.M)
    equal(len(lines) + len(re.findall(r"^Trace \d of 4: call of reach_error", brief, re.M)), 4)
    holds(lines, brief)
    contains(f.answered(1, *common, 4, "--traces", "full", name), "Trace 4 of 4: call of reach_error")
    none = f.answered(1, *common, 2, "--traces", "none", name)
    holds("Trace" not in none and "Relevant in every trace" in none, none)


@test
def danger_automata_checked_by_the_other_solver(f):
    output = f.answered(1, "explain", "--check-danger-automata", "--prefer-new-edges", "--json", "out.json",
                        f.file("a.c", UNSAFE))
    contains(output, "1 of 1 checked by the other solver")
    equal([a["certificate"] for a in harvested(f)["harvest"]["automata"]], ["checked by cvc5"])


@test
def nothing_to_explain(f):
    equal(last_line(f.answered(0, "explain", "--json", "out.json", f.file("a.c", SAFE))), "TRUE")
    equal(whole_json(f.folder / "out.json")["traces"], [])


@test
def explain_without_an_answer(f):
    output = f.answered(3, "explain", "--timeout", "1", "--json", "out.json", f.file("a.c", ENDLESS))
    equal(last_line(output), "UNKNOWN(timeout)")
    equal(whole_json(f.folder / "out.json")["verdict"], "UNKNOWN")


@test
def time_limit_of_a_harvest(f):
    quick_once(5, lambda: harvest_with_time_limit(f))


def harvest_with_time_limit(f):
    begin = time.monotonic()
    output = f.answered(1, "explain", "--generalization", "trace", "--timeout", "2", "--json", "out.json",
                        f.file("a.c", MANY_TRACES))
    took = time.monotonic() - begin
    equal(last_line(output), "FALSE(unreach-call)")
    contains(output, "The time limit ended the search for more error traces")
    equal(harvested(f)["harvest"]["end"], "timeout")
    equal(sorted(p.name for p in f.folder.iterdir()), ["a.c", "out.json"])
    return took


@test
def memory_limit_of_a_harvest(f):
    """Whenever the limit strikes, there is a report; once an error is known, with it."""
    name = f.file("a.c", MANY_TRACES)
    result = f.run("explain", "--generalization", "trace", "--memory-limit", "1", "--timeout", "20", "--json", "out.json", name)
    holds(result.returncode in (1, 3), result.returncode)
    last_line(result.stdout.decode())
    whole_json(f.folder / "out.json")


def interrupted_harvest(f, which, signals):
    quick_once(3.5, lambda: harvest_interrupted_once(f, which, signals))


def harvest_interrupted_once(f, which, signals):
    process = subprocess.Popen(f.command(["explain", "--generalization", "trace", "--json", "out.json",
                                          f.file("a.c", MANY_TRACES)]), cwd=f.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(5)
    begin = time.monotonic()
    for _ in range(signals):
        process.send_signal(which)
        time.sleep(0.01)
    output, _ = process.communicate(timeout=30)
    took = time.monotonic() - begin
    equal(process.returncode, 1)
    equal(last_line(output.decode()), "FALSE(unreach-call)")
    contains(output.decode(), "Relevant in every trace")
    result = harvested(f)
    equal(result["harvest"]["end"], "signal")
    contains(result["harvest"]["reason"], which.name)
    holds(len(result["traces"]) > 1, "one trace only")
    return took


@test
def interrupt_of_a_harvest(f):
    interrupted_harvest(f, signal.SIGINT, 1)


@test
def impatient_interrupt_of_a_harvest(f):
    interrupted_harvest(f, signal.SIGINT, 2)


@test
def termination_of_a_harvest(f):
    interrupted_harvest(f, signal.SIGTERM, 1)
