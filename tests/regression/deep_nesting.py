#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that nest deeply or are long chains: bireach has to end with a verdict, never by running out of stack.

Each program is one pattern, repeated. Its verdict is given where bireach has the time for it; else any answer, also
UNKNOWN, is right. Exit status: 0 all passed, 1 something differs, 2 bad arguments.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

BRACKETS = 49000  # Clang is told to stop at 50000
OPERATORS = 25000  # over whose values terms are built
STATEMENTS = 1500
SECONDS = 8

# Name, verdicts that are right, declarations, body. y == 12345 is an error.
ANY = ("TRUE", "FALSE", "UNKNOWN")


def programs():
    def nested(opening, inside, closing, depth):
        return opening * depth + inside + closing * depth

    yield "parentheses", ("FALSE",), "", f"y = {nested('(', 'x', ')', BRACKETS)};"
    yield "blocks", ("FALSE",), "", nested("{", "y = x;", "}", BRACKETS)
    yield "braces of an initialiser", ("FALSE",), "", f"int a = {nested('{', '12345', '}', BRACKETS)}; y = a;"
    yield "a type of pointers", ("TRUE",), f"int {'*' * BRACKETS}p;", "y = p != 0;"
    yield "a constant", ("FALSE",), f"int g = {nested('(', '12345', ')', BRACKETS)};", "y = g;"
    yield "minus", ANY, "", f"y = {'- ' * OPERATORS}x;"
    yield "complements", ANY, "", f"y = {'~' * OPERATORS}x;"
    yield "not", ANY, "", f"y = {'!' * OPERATORS}x;"
    yield "dereferences", ("FALSE",), "", f"y = {'*&' * OPERATORS}x;"
    yield "casts", ANY, "", f"y = {'(long)(int)' * OPERATORS}x;"
    yield "choices", ANY, "", f"y = {'x ? 1 : ' * OPERATORS}2;"
    yield "a sum", ANY, "", f"y = x{' + 1' * OPERATORS};"
    yield "a conjunction", ANY, "", f"y = x{' && x' * OPERATORS};"
    yield "commas", ("FALSE",), "", f"y = (x{', x' * OPERATORS});"
    yield "subscripts", ANY, "int a[2];", f"y = {nested('a[', '0', ']', OPERATORS)};"
    yield "conditions", ANY, "", nested("if (x) {", "y = x;", "}", STATEMENTS)
    yield "loops", ANY, "", f"{'while (x < 5) ' * STATEMENTS}x++; y = x;"
    yield "else if", ANY, "", "if (x == 0) y = 1;" + "".join(f" else if (x == {i}) y = {i};" for i in range(1, STATEMENTS))
    yield "structures", ANY, nested("struct {", "int a;", "} m;", STATEMENTS).removesuffix("m;") + "s;", "y = sizeof s;"


def difference(case, binary, folder):
    """What is wrong with the answer; nothing: it is right."""
    number, (name, expected, declarations, body) = case
    path = pathlib.Path(folder, f"{number}.c")
    path.write_text("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                    f"{declarations}\nint main(void) {{\n  int x = __VERIFIER_nondet_int();\n  int y = 0;\n  {body}\n"
                    "  if (y == 12345) reach_error();\n  return 0;\n}\n", encoding="utf-8")
    process = subprocess.run([binary, "check", "--property", "unreach-call", "--timeout", str(SECONDS if expected != ANY else 2), str(path)],
                             capture_output=True, text=True, timeout=60, check=False)
    verdict = (process.stdout.strip().splitlines() or ["(none)"])[-1]
    if verdict.partition("(")[0] not in expected:
        return f"{name}: {verdict[:100]} instead of {' or '.join(expected)} {process.stderr.strip()[:200]}"
    if "internal error" in process.stdout + process.stderr:
        return f"{name}: {verdict[:100]}, and {process.stderr.strip()[:200]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    arguments = parser.parse_args()
    cases = list(enumerate(programs()))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max(arguments.jobs, 1)) as pool:
        found = [text for text in pool.map(lambda case: difference(case, arguments.binary, folder), cases) if text]
    print("\n".join([*found, f"{len(cases) - len(found)} passed, {len(found)} failed"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
