# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of harnesses and of --replay: what they set, what they say that they cannot."""
import json
import shutil
import subprocess

from cli_harness import contains, equal, holds, test
from witness_cases import DEFINED, HEAD, VIOLATIONS, builds, compilers


@test
def harnesses_replay(f):
    for name, (program, _) in VIOLATIONS.items():
        f.file(name + ".c", HEAD + program)
        for model, bits in (("ILP32", "-m32"), ("LP64", "-m64")):
            f.answered(1, "check", "--data-model", model, "--harness", "h.c", "--replay", "--json", "r.json", name + ".c")
            result = json.loads((f.folder / "r.json").read_text())
            equal(result["harness"]["not_set"], [], name)
            for replay in result["replays"]:
                if shutil.which(replay["compiler"]) and builds(replay["compiler"], bits) and not replay["sanitized"]:
                    equal(replay["result"], "replayed", "%s %s %s" % (name, bits, replay))
            harness = (f.folder / "h.c").read_text()
            contains(harness, "It ends with status 107")


@test
def harness_builds_as_it_says(f):
    f.file("a.c", HEAD + VIOLATIONS["loop"][0])
    f.answered(1, "check", "--harness", "h.c", "a.c")
    for compiler in compilers():
        line = next(l for l in (f.folder / "h.c").read_text().splitlines() if l.startswith(" *   " + compiler + " "))
        command = line[4:].split()
        command = ["h.c" if word == "HARNESS.c" else word for word in command]
        equal(subprocess.run(command, cwd=f.folder).returncode, 0, line)
        result = subprocess.run(["./replay"], cwd=f.folder, capture_output=True, text=True)
        equal(result.returncode, 107, result.stderr)
        contains(result.stderr, "the error is reached")


@test
def harness_says_what_it_cannot_set(f):
    f.file("a.c", HEAD + DEFINED + "int main(void) { int unset; if (unset == 1234) reach_error(); return 0; }\n")
    result = f.run("check", "--harness", "h.c", "a.c")
    equal(result.returncode, 1)
    contains(result.stderr.decode(), "uninitialised unset is 1234")
    contains((f.folder / "h.c").read_text(), "uninitialised unset is 1234")


@test
def uninitialised_locals_of_one_value_are_on_the_stack(f):
    f.file("a.c", HEAD + DEFINED + """int last(void) { int unset; return unset; }
int main(void) { int unset; if (unset == 1234 && last() == 1234) { reach_error(); } return 0; }
""")
    f.run("check", "--harness", "h.c", "--replay", "--json", "r.json", "a.c")
    result = json.loads((f.folder / "r.json").read_text())
    contains(result["harness"]["not_set"][0], "uninitialised unset is 1234")
    contains(result["harness"]["not_set"][0], "the stack is filled with that value")
    for replay in result["replays"]:
        if shutil.which(replay["compiler"]) and builds(replay["compiler"], "-m64") and not replay["sanitized"]:
            equal(replay["result"], "replayed", replay)


@test
def functions_without_a_result_do_nothing(f):
    f.file("a.c", HEAD + DEFINED + """extern void note(int *value);
int main(void) {
  int v = 5;
  int x = __VERIFIER_nondet_int();
  note(&v);
  if (x == 7 && v == 5) { reach_error(); }
  return 0;
}
""")
    text = f.answered(1, "check", "--replay", "--json", "r.json", "a.c")
    contains(text, "v after note(&v)")
    contains(text, "has no body: it changes nothing but the objects of numbers")
    for replay in json.loads((f.folder / "r.json").read_text())["replays"]:
        if shutil.which(replay["compiler"]) and builds(replay["compiler"], "-m64") and not replay["sanitized"]:
            equal(replay["result"], "replayed", replay)


@test
def replay_tells_of_undefined_behaviour(f):
    f.file("a.c", HEAD + DEFINED + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 2147483600) { int y = x + 1000; if (y < 0) reach_error(); }
  return 0;
}
""")
    f.answered(1, "check", "--replay", "--json", "r.json", "a.c")
    replays = json.loads((f.folder / "r.json").read_text())["replays"]
    holds(any(r["result"] == "replayed" and not r["sanitized"] for r in replays), replays)
    sanitized = [r for r in replays if r["sanitized"] and r["result"] not in ("no compiler", "build failed")]
    holds(all(r["result"] == "undefined behaviour" and "signed integer overflow" in r["detail"] for r in sanitized), replays)
