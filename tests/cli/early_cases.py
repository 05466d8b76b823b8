# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of what is told of an error before it is explained, and of explanations that are cut or not wanted."""
import json
import re
import signal
import time

from cli_harness import SAFE, UNSAFE, VERDICT, contains, equal, holds, last_line, test, whole_json
from ending_cases import MANY_TRACES, started
from report_cases import schema_findings

HEAD = "a.c:9:7: error: call of reach_error [unreach-call]"
CERTAIN = "FALSE(unreach-call) is certain; "
EXPLAINED = ("Relevant statements (", "Why the error happens")


def one_verdict(output):
    """The last line, and no other one looks like it."""
    equal([line for line in output.splitlines()[:-1] if VERDICT.match(line)], [])
    return last_line(output)


@test
def an_error_is_told_before_all_else(f):
    name = f.file("a.c", UNSAFE)
    for command in ("check", "explain", "repair", "slice"):
        output = f.answered(1, command, name)
        equal(output.splitlines()[:3], [HEAD, CERTAIN + "what follows explains it.", ""], command)
        equal(output.count("error: call of reach_error"), 1, command)
        equal(one_verdict(output), "FALSE(unreach-call)")
        holds(": error reached: call" not in output, output)
    holds(" error: " not in f.answered(0, "check", f.file("b.c", SAFE)), "an error of a program that is proved")


@test
def the_answer_does_not_wait_for_the_explanation(f):
    """A harvest that never ends: the error is told, after a second the execution, and at the end all that is known."""
    process = started(f, "explain", "--generalization", "trace", f.file("a.c", MANY_TRACES))
    begin = time.monotonic()
    first = process.stdout.readline().decode()
    contains(first, ": error: call of reach_error [unreach-call]")
    equal(process.stdout.readline().decode(), CERTAIN + "what follows explains it.\n")
    told = time.monotonic() - begin
    lines = []
    while not lines or not lines[-1].startswith("Execution:"):
        lines.append(process.stdout.readline().decode())
        holds(lines[-1] != "", "it ended")
    holds(told < time.monotonic() - begin, "all came at once")
    contains("".join(lines), "\nInputs:\n")
    holds(process.poll() is None, "it has ended")
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    equal((process.returncode, one_verdict(rest.decode())), (1, "FALSE(unreach-call)"))
    contains(rest.decode(), "error reached: ")


@test
def an_explanation_may_be_left_out(f):
    output = f.answered(1, "check", "--no-explanation", "--json", "r.json", f.file("a.c", UNSAFE))
    equal(output.splitlines()[:3], [HEAD, CERTAIN + "its execution follows.", ""])
    contains(output, "\nExecution:\n")
    for part in EXPLAINED:
        holds(part not in output, output)
    equal(one_verdict(output), "FALSE(unreach-call)")
    result = whole_json(f.folder / "r.json")
    equal(schema_findings(result), [])
    equal(result["options"]["explanation"], "none")
    equal(result["verdict"], "FALSE")
    contains(f.refused("explain", "--no-explanation", "a.c"), "--no-explanation")


@test
def an_explanation_may_be_cut(f):
    """What is known by then is reported, and what cut the rest."""
    name = f.file("a.c", MANY_TRACES)
    for command, *more in (["explain", "--generalization", "trace"], ["repair"], ["slice"]):
        begin = time.monotonic()
        output = f.answered(1, command, *more, "--explanation-timeout", "1.5", "--json", "r.json", name)
        holds(time.monotonic() - begin < 30, "%s took too long" % command)
        equal(one_verdict(output), "FALSE(unreach-call)")
        result = whole_json(f.folder / "r.json")
        equal((result["verdict"], len(result["traces"]) >= 1), ("FALSE", True))
        equal(result["options"]["explanation-timeout"], "1.5")
        if command == "explain":
            # What knows when time is up ends by itself shortly before: the harvest says so, or the limit does.
            was_cut = re.search(r"^The time limit for the explanation was reached while \w", output, re.M)
            holds(was_cut or "\nThe time limit ended the search for more error traces" in output, output)
            equal(result["harvest"]["end"], "timeout")
    contains(f.refused("check", "--explanation-timeout", "0", "a.c"), "--explanation-timeout: '0'")


@test
def evidence_is_whole_where_an_explanation_is_cut(f):
    """Witness and harness are made before, and a replay goes on after it."""
    output = f.answered(1, "explain", "--generalization", "trace", "--explanation-timeout", "0.5", "--witness", "w.yml", "--harness", "h.c", "--replay",
                        f.file("a.c", MANY_TRACES))
    equal(one_verdict(output), "FALSE(unreach-call)")
    for file in ("w.yml", "h.c"):
        holds((f.folder / file).stat().st_size > 100, file)
    holds(re.search(r"^Replay", output, re.M), output)


@test
def an_execution_without_inputs_is_just_executed(f):
    """Two million rounds: a proof by the one execution; an error behind 30,000 rounds is told with the end of its way."""
    loop = ("extern void reach_error(void);\nint main(void) {\n  unsigned s = 0;\n  for (unsigned i = 0; i < %d; i++)\n"
            "    s = s * 5 + (i ^ s >> 3);\n  if (s %s 7u)\n    reach_error();\n  return 0;\n}\n")
    output = f.answered(0, "check", "--json", "r.json", f.file("a.c", loop % (2000000, "==")))
    contains(output, "all executions, of which there are 1, end without the error")
    equal(json.loads((f.folder / "r.json").read_text())["statistics"]["iterations"], 0)
    output = f.answered(1, "check", f.file("b.c", loop % (30000, "!=")))
    equal(output.splitlines()[1], CERTAIN + "its execution follows.")
    contains(output, "the last 200 of ")
