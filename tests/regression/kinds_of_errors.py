#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small programs by kind of error, with it and without it: the verdict, the kind, and the line of the error.

A program's line that is violated ends in the comment `//!`; one without such a line is safe. Each is also built by gcc
with its sanitizers, if that is installed and the program takes no inputs: they have to say the same.
Exit status: 0 all passed, 1 something differs, 2 bad arguments.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HEAD = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"

# (property, name, program)
PROGRAMS = [
    ("no-overflow", "sum", "int main(void) { int x = __VERIFIER_nondet_int();\n return x + 1 > 0; //!\n}"),
    ("no-overflow", "sum-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 2147483647) return 0;\n return x + 1 > 0;\n}"),
    ("no-overflow", "difference", "int main(void) { int x = __VERIFIER_nondet_int();\n x -= 7; //!\n return 0; }"),
    ("no-overflow", "product",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 46341) return 0;\n int y = x * x; //!\n return y; }"),
    ("no-overflow", "product-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 46340) return 0;\n return x * x; }"),
    ("no-overflow", "unary", "int main(void) { int x = __VERIFIER_nondet_int();\n return -x; //!\n}"),
    ("no-overflow", "quotient",
     "int main(void) { int x = __VERIFIER_nondet_int(), y = -1;\n return x / y; //!\n}"),
    ("no-overflow", "increment-in-loop", "int main(void) { int i = 1;\n while (i > 0)\n  i += 1 << 20; //!\n return i; }"),
    ("no-overflow", "unsigned-wraps", "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return x + 1 > 0; }"),
    ("no-overflow", "short-promotes", "int main(void) { short s = 32767; s++; return s; }"),
    ("no-overflow", "shift", "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;\n"
                             " return x << 30; //!\n}"),
    ("no-overflow", "evaluated-only-if",
     "int main(void) { int x = __VERIFIER_nondet_int(); return x < 2147483647 && x + 1 > 5; }"),
    ("no-overflow", "value-nobody-uses", "int main(void) { int x = __VERIFIER_nondet_int();\n x + 1; //!\n return 0; }"),
    ("no-overflow", "unreached", "int main(void) { int x = 2147483647; if (0) x++; return 0; }"),
    ("no-overflow", "recursive",
     "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\nint main(void) { return f(3); }"),
    ("no-overflow", "recursive-argument",
     "int f(int n) { if (n == 5) return 0;\n return f(n * 1000); //!\n}\nint main(void) { return f(7); }"),
    ("division-by-zero", "quotient", "int main(void) { int x = __VERIFIER_nondet_int();\n return 100 / x; //!\n}"),
    ("division-by-zero", "remainder-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (!x) return 0; return 100 % x; }"),
    ("division-by-zero", "guarded-by-and",
     "int main(void) { int x = __VERIFIER_nondet_int(); return x != 0 && 100 / x > 3; }"),
    ("shift-out-of-range", "amount", "int main(void) { unsigned n = __VERIFIER_nondet_uint();\n return 1u << n; //!\n}"),
    ("shift-out-of-range", "amount-guarded", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); return 1u << (n & 31); }"),
    ("valid-deref", "array", "int main(void) { int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 4) return 0;\n"
                             " a[i] = 1; //!\n return 0; }"),
    ("valid-deref", "array-guarded",
     "int main(void) { int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; a[i] = 1; return 0; }"),
    ("valid-deref", "array-constant", "int a[4];\nint main(void) {\n return a[4]; //!\n}"),
    ("valid-deref", "null", "int main(void) { int x = 1; int *p = __VERIFIER_nondet_int() ? &x : 0;\n *p = 3; //!\n return x; }"),
    ("valid-deref", "null-guarded",
     "int main(void) { int x = 1; int *p = __VERIFIER_nondet_int() ? &x : 0; if (p) *p = 3; return x; }"),
    ("valid-deref", "heap", "int main(void) { int n = 3; int *p = malloc(n * sizeof(int));\n for (int i = 0; i <= n; i++)\n"
                            "  p[i] = i; //!\n return 0; }"),
    ("valid-deref", "heap-in-bounds",
     "int main(void) { int n = 3; int *p = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) p[i] = i; return 0; }"),
    ("valid-deref", "no-bytes", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;\n"
                                " char *p = malloc(n);\n p[n] = 1; //!\n return 0; }"),
    ("valid-deref", "before-the-object", "int main(void) { int *p = malloc(8);\n return p[-1]; //!\n}"),
    ("valid-deref", "far-behind", "int main(void) { char *p = malloc(8), *q = malloc(8); *q = 1;\n p[32] = 1; //!\n return 0; }"),
    ("valid-deref", "partly-behind", "int main(void) { char *p = malloc(6);\n *(int *)(p + 4) = 1; //!\n return 0; }"),
    ("valid-deref", "after-free", "int main(void) { int *p = malloc(4); *p = 3; free(p);\n return *p; //!\n}"),
    ("valid-deref", "after-scope",
     "int main(void) { int *p; if (__VERIFIER_nondet_int()) { int x = 1; p = &x; } else { static int y; p = &y; }\n"
     " return *p; //!\n}"),
    ("valid-deref", "after-return",
     "int *f(void) { int x = 5; int *p = &x; return p; }\nint main(void) { int *p = f();\n return *p; //!\n}"),
    ("valid-deref", "behind-and-back", "int main(void) { int a[3] = {1, 2, 3}; int *p = a + 3; return p[-1]; }"),
    ("valid-deref", "list",
     "struct n { int v; struct n *next; };\nint main(void) { struct n *p = malloc(sizeof *p); p->next = 0; p->v = 1;\n"
     " return p->next->v; //!\n}"),
    ("valid-deref", "list-guarded",
     "struct n { int v; struct n *next; };\nint main(void) { struct n *p = malloc(sizeof *p); p->next = 0; p->v = 1;\n"
     " return p->next ? p->next->v : p->v; }"),
    ("valid-deref", "strcpy", "#include <string.h>\nint main(void) { char d[3];\n strcpy(d, \"abc\"); //!\n return d[0]; }"),
    ("valid-deref", "strcpy-fits", "#include <string.h>\nint main(void) { char d[4]; strcpy(d, \"abc\"); return d[0]; }"),
    ("valid-deref", "strlen", "#include <string.h>\nint main(void) { char d[3] = \"abc\";\n return strlen(d); //!\n}"),
    ("valid-free", "twice", "int main(void) { int *p = malloc(4); free(p);\n free(p); //!\n return 0; }"),
    ("valid-free", "null", "int main(void) { int *p = malloc(4); free(p); p = 0; free(p); return 0; }"),
    ("valid-free", "of-nothing", "int main(void) { int *p = malloc(0); free(p); return 0; }"),
    ("valid-free", "variable", "int x; int main(void) { int *p = __VERIFIER_nondet_int() ? malloc(4) : &x;\n free(p); //!\n return 0; }"),
    ("valid-free", "inside", "int main(void) { char *p = malloc(4);\n free(p + 1); //!\n return 0; }"),
    ("valid-memcleanup", "kept", "int main(void) { int *p = malloc(4); if (__VERIFIER_nondet_int()) free(p);\n return 0; }"),
    ("valid-memcleanup", "freed", "int main(void) { int *p = malloc(4); free(p); return 0; }"),
    ("valid-memsafety", "lost", "int main(void) { int *p = malloc(4); p = malloc(4); free(p);\n return 0; }"),
    ("valid-memsafety", "kept-by-global", "int *g; int main(void) { g = malloc(4); *g = 1; return 0; }"),
    ("valid-memsafety", "freed", "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"),
    ("undefined-call", "isalpha",
     "#include <ctype.h>\nint main(void) { int c = __VERIFIER_nondet_int(); if (c < -1 || c > 256) return 0;\n"
     " return isalpha(c); //!\n}"),
    ("unreachable-reached", "builtin",
     "int main(void) { if (__VERIFIER_nondet_int() == 4)\n __builtin_unreachable(); //!\n return 0; }"),
]
# Without a line of their own: the end of the program is where they are seen.
AT_END = {("valid-memcleanup", "kept"): "valid-memcleanup", ("valid-memsafety", "lost"): "valid-memtrack"}


def expectation(kind, name, text):
    """(verdict, line or None)"""
    if (kind, name) in AT_END:
        return f"FALSE({AT_END[kind, name]})", None
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("//!")]
    return (f"FALSE({'valid-deref' if kind == 'valid-memsafety' else kind})", lines[0]) if lines else ("TRUE", None)


def run(binary, timeout, program):
    """The differences, one line each."""
    kind, name, text = program
    text = HEAD + text + "\n"
    verdict, line = expectation(kind, name, text)
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder) / "p.c", pathlib.Path(folder) / "result.json"
        source.write_text(text, encoding="utf-8")
        try:
            process = subprocess.run([binary, "check", "--property", kind, "--json", str(out), str(source)],
                                     capture_output=True, text=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return [f"no answer within {timeout} s"]
        last = process.stdout.strip().splitlines()[-1] if process.stdout.strip() else process.stderr.strip()
        if last != verdict:
            return [f"{last} instead of {verdict}"]
        if line is None:
            return []
        result = json.loads(out.read_text(encoding="utf-8"))
        trace = result["traces"][0]
        got = result["statements"][trace["steps"][-1]["statement"]]["location"]["line"]
        return [] if got == line else [f"error in line {got} instead of {line}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one program")
    parser.add_argument("names", nargs="*", help="kinds or names of programs (default: all)")
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve()) if "/" in arguments.binary else arguments.binary
    chosen = [p for p in PROGRAMS if not arguments.names or p[0] in arguments.names or p[1] in arguments.names]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(arguments.jobs, 1)) as pool:
        for program, found in zip(chosen, pool.map(lambda p: run(binary, arguments.timeout, p), chosen)):
            failed += bool(found)
            for line in found:
                print(f"{program[0]}: {program[1]}: {line}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
