#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random C programs full of side effects inside expressions: bireach against gcc and clang.

Each program computes one number from its variables. gcc and clang compute it first, with -O0 and -O2; a program on which
they differ, or in which the sanitizers find undefined behaviour, is dropped. Then bireach has to prove that the number
is that one, and to find an error where another one is asserted; UNKNOWN is only counted.

What is generated is determinate as far as operands that are unsequenced go: an expression writes a variable only if it
does not use it elsewhere. Calls are only indeterminately sequenced, so they may change all that their neighbours read.
Exit status: 0 nothing wrong, 1 something wrong (the programs are kept in --keep), 2 bad arguments.
"""

import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

COMPILERS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("-O0", "-O2")]
SANITIZED = ["gcc", "-O0", "-fsanitize=address,undefined,float-cast-overflow",
             "-fsanitize-recover=address,undefined,float-cast-overflow"]
BATCH = 20
SHORT = 2  # seconds
VARIABLES = {"x": "unsigned", "y": "int", "z": "unsigned char", "w": "unsigned long long", "q": "short",
             "d": "double", "t": "_Bool", "v": "volatile int"}
FIELDS = {"s.b": None, "s.c": None, "s.e": None, "r.b": None, "r.c": None, "r.e": None}
DECLARATIONS = """struct S { unsigned b : 5; int c : 9; unsigned long long e : 37; int plain; };
struct S s = {3, 4, 5, 6}, r = {1, 2, 3, 4};
struct S *sp = &s;
unsigned a[4] = {1, 2, 3, 4};
unsigned *p = a;
"""
LOCALS = ("i", "j", "k")
NAMES = [*VARIABLES, "s", "r", "sp", "a", "p", "S", "make", "outcome", *(f"f{n}" for n in range(4))]


class Expressions:
    """Text of expressions; `used` and `written` hold what the full expression at hand uses."""

    def __init__(self, rng, functions, names):
        self.rng, self.functions, self.names = rng, functions, names
        self.begin()

    def begin(self):
        self.used, self.written = set(), set()

    def read(self):
        """A variable that this expression does not write."""
        for _ in range(8):
            name = self.rng.choice(self.names)
            base = region(name)
            if base not in self.written:
                self.used.add(base)
                return "(int)d" if name == "d" else name
        return str(self.rng.randrange(20))

    def write(self):
        """An lvalue that occurs nowhere else; None if none was found."""
        for _ in range(4):
            name = self.rng.choice(self.names)
            base = region(name)
            if base not in self.used and base not in self.written:
                self.written.add(base)
                return name
        return None

    def call(self, depth):
        if not self.functions:
            return self.read()
        if self.rng.random() < 0.12:
            return f"make({self.integer(depth - 1)}).{self.rng.choice(['b', 'c', 'e', 'plain'])}"
        return f"{self.rng.choice(self.functions)}({self.integer(depth - 1)}, {self.integer(depth - 1)})"

    def integer(self, depth):
        """An operand that is no floating-point number and has no large value."""
        return f"(({self.expr(depth)}) > 3)" if self.rng.random() < 0.2 else f"(int)({self.expr(depth)}) % 16"

    def effect(self, depth):
        """A side effect on a variable that the expression uses nowhere else."""
        target = self.write()
        if not target:
            return self.call(depth)
        text = self.change(target, depth)
        return f"(int){text}" if target == "d" else text

    def change(self, target, depth):
        kind = self.rng.randrange(5)
        if kind == 0 and target != "t":
            return self.rng.choice(["({}++)", "(++{})", "({}--)", "(--{})"]).format(target)
        if kind == 1:
            return f"({target} = {self.expr(depth - 1)})"
        if kind == 2:
            return f"({target} {self.operator(target)} {self.expr(depth - 1)})"
        if kind == 3:
            return f"({target} = {self.expr(depth - 1)}, {target})"
        return f"({{ {target} {self.operator(target)} {self.call(depth - 1)}; {target}; }})"

    def operator(self, target):
        return self.rng.choice(["+=", "-="] if target in ("d", "*p++") else ["+=", "-=", "^=", "|=", "&="])

    def expr(self, depth):
        if depth <= 0:
            return self.read() if self.rng.random() < 0.7 else str(self.rng.randrange(9))
        kind = self.rng.randrange(12)
        if kind < 3:
            return self.call(depth)
        if kind < 5:
            return self.effect(depth)
        if kind == 5:
            return f"({self.expr(depth - 1)} {self.rng.choice(['&&', '||'])} {self.expr(depth - 1)})"
        if kind == 6:
            return f"({self.expr(depth - 1)} ? {self.expr(depth - 1)} : {self.expr(depth - 1)})"
        if kind == 7:
            return f"({self.expr(depth - 1)} {self.rng.choice(['<', '==', '>='])} {self.expr(depth - 1)})"
        if kind == 8:
            return f"({self.call(depth)}, {self.expr(depth - 1)})"
        if kind == 9:
            self.used.add("a")
            return self.read() if "a" in self.written else f"a[{self.integer(depth - 1)} & 3]"
        if kind == 10:
            return f"(({self.integer(depth - 1)}) {self.rng.choice(['&', '|', '^', '<<', '>>'])} {self.rng.randrange(5)})"
        return f"({self.expr(depth - 1)} {self.rng.choice(['+', '-', '*'])} {self.expr(depth - 1)})"


def region(name):
    """What overlaps with the lvalue: elements and what p points to are one thing, as are what sp points to and fields."""
    if "p" in name and "sp" not in name or name.startswith("a["):
        return "a"
    return name.split(".")[-1].split(">")[-1] if "." in name or ">" in name else name


def statement(rng, expressions, depth):
    """One statement, whose full expression has side effects."""
    expressions.begin()
    shape = rng.randrange(11)
    if shape == 0:
        return f"sp = {expressions.call(depth)} & 1 ? &s : &r;"
    if shape == 1:
        return f"p = a + ({expressions.integer(depth)} & 1);"
    if shape == 2:
        expressions.used.update(("a", "x"))
        return f"*({expressions.call(1)} ? p : &x) {rng.choice(['=', '+=', '^='])} {expressions.expr(depth)};"
    if shape == 3:
        expressions.used.add("a")
        return f"a[{expressions.integer(1)} & 3] {rng.choice(['=', '+=', '-='])} {expressions.expr(depth)};"
    if shape == 4:
        expressions.used.add("a")
        return "{ p = a; unsigned *o = a + 1; *p++ %s *o++ %s %s; p = a + (p > o); }" % (
            rng.choice(["=", "+=", "^="]), rng.choice(["+", "-"]), expressions.expr(depth - 1))
    if shape == 5:
        return rng.choice(["s = make({});", "*sp = make({});", "r = s, s = make({});"]).format(expressions.integer(depth))
    if shape == 6:
        return f"if ({expressions.expr(depth)}) {statement(rng, expressions, depth - 1)}"
    target = rng.choice(expressions.names)
    expressions.used.add(region(target))
    operator = rng.choice(["=", "+=", "+=", "-=", "*=" if target != "*p++" else "+="])
    if target not in ("d", "t") and rng.random() < 0.3:
        operator = rng.choice(["<<=", ">>=", "/=", "%=", "|="])
        return f"{target} {operator} (({expressions.expr(depth)}) > 2) + 1;"
    return f"{target} {operator} {expressions.expr(depth)};"


def program(rng):
    """A program up to its main function, and the statements of `outcome`."""
    lvalues = [*VARIABLES, *FIELDS, "a[1]", "*p", "sp->b", "sp->c", "sp->plain", "sp->e"]
    text = DECLARATIONS + "".join(f"{kind} {name} = {rng.randrange(2 if name == 't' else 12)};\n"
                                  for name, kind in VARIABLES.items())
    text += "struct S make(int n) { x += n; struct S m = {n, n, n, n}; return m; }\n"
    functions = []
    for number in range(4):
        expressions = Expressions(rng, functions[-2:], rng.sample(lvalues, 6) + ["m", "n"])
        body = "".join(f"  {statement(rng, expressions, 1)}\n" for _ in range(rng.randrange(1, 3)))
        expressions.begin()
        text += f"unsigned f{number}(int m, unsigned n) {{\n{body}  return {expressions.expr(1)};\n}}\n"
        functions.append(f"f{number}")
    expressions = Expressions(rng, functions, lvalues + list(LOCALS))
    text += "unsigned outcome(void) {\n  " + " ".join(f"int {name} = {rng.randrange(6)};" for name in LOCALS) + "\n"
    text += "".join(f"  {statement(rng, expressions, rng.randrange(1, 4))}\n" for _ in range(rng.randrange(3, 7)))
    fields = [f"{name}.{field}" for name in ("s", "r") for field in ("b", "c", "e", "plain")]
    text += "  unsigned h = 0;\n" + "".join(f"  h = h * 31 + (unsigned)(long long)({name});\n" for name in (
        *VARIABLES, *fields, *LOCALS, *(f"a[{n}]" for n in range(4)), "p - a", "sp == &s"))
    return text + "  return h;\n}\n"


def results(programs, folder):
    """What each program computes: a number, or None if it is dropped."""
    lines = ["int printf(const char *, ...);", "int fflush(void *);"]
    for number, text in enumerate(programs):
        pattern = r"(?<![\w.>])(" + "|".join(NAMES) + r")\b"
        lines.append(re.sub(pattern, rf"\1_{number}", text))
    lines.append("int main(void) {")
    lines += [f'  printf("{n} "); fflush(0); printf("%u\\n", outcome_{n}()); fflush(0);' for n in range(len(programs))]
    source = folder / "batch.c"
    source.write_text("\n".join(lines) + "\n  return 0;\n}\n", encoding="utf-8")
    answers = []
    for command in [[compiler, level] for compiler, level in COMPILERS] + [SANITIZED]:
        binary = folder / "batch"
        subprocess.run([*command, "-w", "-o", str(binary), str(source)], check=True, capture_output=True)
        run = subprocess.run([str(binary)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False,
                             env={"ASAN_OPTIONS": "halt_on_error=0:detect_leaks=0"}, text=True)
        found, reported = {}, "runtime error|AddressSanitizer"
        for block in re.split(r"^(?=\d+ )", run.stdout.replace("\r", ""), flags=re.M):
            whole = re.fullmatch(r"(\d+) (\d+)\n?", block)
            if whole and not re.search(reported, block):
                found[int(whole[1])] = int(whole[2])
        answers.append(found)
    every = [{found.get(number) for found in answers} for number in range(len(programs))]
    return [next(iter(values)) if len(values) == 1 else None for values in every]


def verdict(binary, source, seconds):
    """The last line of what bireach says; explanations of an error take most of the time, and are not waited for."""
    if seconds > SHORT:
        soon = verdict(binary, source, SHORT)
        if not soon.startswith("UNKNOWN"):
            return soon
    run = subprocess.run([binary, "check", "--timeout", str(seconds), str(source)], capture_output=True, text=True,
                         check=False)
    return run.stdout.strip().splitlines()[-1] if run.stdout.strip() else f"exit status {run.returncode}"


def check(text, value, binary, folder, seconds):
    """(what is wrong, what is unknown) of both assertions."""
    wrong, unknown = [], []
    for operator, want in (("==", "TRUE"), ("!=", "FALSE(unreach-call)")):
        source = folder / f"program_{want[:4]}.c"
        source.write_text(f"#include <assert.h>\n{text}int main(void) {{\n  assert(outcome() {operator} {value}u);\n"
                          "  return 0;\n}\n", encoding="utf-8")
        got = verdict(binary, source, seconds)
        if got.startswith("UNKNOWN"):
            unknown.append(got)
        elif got != want:
            wrong.append((f"{got} instead of {want}", source))
    return wrong, unknown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--programs", type=int, default=20, help="how many are generated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for bireach on one program")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for programs with wrong answers")
    arguments = parser.parse_args()
    if not all(shutil.which(compiler) for compiler in ("gcc", "clang")):
        print("skipped: gcc and clang are needed")
        return 0
    rng = random.Random(arguments.seed)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for first in range(0, arguments.programs, BATCH):
            programs = [program(rng) for _ in range(min(BATCH, arguments.programs - first))]
            for number, (text, value) in enumerate(zip(programs, results(programs, folder)), first):
                if value is None:
                    counts["dropped"] += 1
                    continue
                wrong, unknown = check(text, value, arguments.binary, folder, arguments.timeout)
                counts["wrong" if wrong else "unknown" if unknown else "right"] += 1
                for what, source in wrong:
                    print(f"program {number} of seed {arguments.seed}: {what}", flush=True)
                    if arguments.keep:
                        arguments.keep.mkdir(parents=True, exist_ok=True)
                        shutil.copy(source, arguments.keep / f"{arguments.seed}_{number}_{source.name}")
                for what in unknown:
                    print(f"program {number}: {what}", flush=True)
    print(", ".join(f"{counts[key]} {key}" for key in ("right", "wrong", "unknown", "dropped")))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
