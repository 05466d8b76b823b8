#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random small programs with errors of memory and arithmetic: bireach against gcc's and clang's sanitizers.

Longer than 500 lines: what makes programs and what judges answers share the program's description.

Inputs of a program are from tiny ranges. A build with the sanitizers runs it once for each sequence of inputs, and says
for each execution which error it meets first, and where. With one property P, bireach has to say
- FALSE(P), with the line of such an error, if the first error of some execution is one of P;
- TRUE if P is violated in no execution, not even after another error.
Where P is only violated after an error of another kind, which is undefined behaviour, both are right; where compilers
evaluate in different orders, any order's error is. UNKNOWN is never wrong, but counted.

A left shift of a negative value is no error for bireach if the product has a place in its type, and one for the
sanitizers: an execution that they stop there tells nothing about overflow.
Exit status: 0 nothing wrong, 1 something wrong, 2 bad arguments or no compiler.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = ["valid-deref", "valid-free", "valid-memcleanup", "no-overflow", "division-by-zero", "shift-out-of-range"]

HEAD = """#include <stdlib.h>
#include <string.h>
#include <alloca.h>
#ifdef ENUMERATE
int range(int low, int high);
#else
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
static int range(int low, int high) { int v = __VERIFIER_nondet_int(); __VERIFIER_assume(low <= v && v <= high); return v; }
#endif
struct s { int n; short m; int a[3]; struct s *next; };
struct f { int a : 4; unsigned b : 5; long c : 33; int d[2]; };
union u { int i; short h[2]; signed char c[4]; long l; };
unsigned sink;
static int get(const int *p, int i) { return p[i]; }
static void put(int *p, int i, int v) {
  p[i] = v;
}
static struct s made(int n) { struct s t = {n, 1, {n, 2, 3}, 0}; return t; }
static int total(struct s t, int i) {
  return (t.n & 15) + (t.a[i] & 15);
}
static void drop(int **p) {
  free(*p);
}
static int *chosen(int *p, int *q, int which) { return which ? p : q; }
static int half(int x) { return x / 2; }
"""

# Runs main once for each sequence of inputs, each in a process of its own; depth first over the inputs asked for.
RUNTIME = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { most_inputs = 12, most_runs = 400 };
struct shared { int count, low[most_inputs], high[most_inputs], value[most_inputs], depth; long live; } *shared;
int program_main(void);
int range(int low, int high) {
  int i = shared->count++;
  if (i >= most_inputs) { fprintf(stderr, "\n@inputs\n"); _exit(0); }
  if (i >= shared->depth) { shared->value[i] = low; }
  shared->low[i] = low; shared->high[i] = high;
  return shared->value[i];
}
void *__real_malloc(size_t); void *__real_calloc(size_t, size_t); void *__real_realloc(void *, size_t); void __real_free(void *);
void *__wrap_malloc(size_t n) { void *p = __real_malloc(n); shared->live += p != 0; return p; }
void *__wrap_calloc(size_t n, size_t m) { void *p = __real_calloc(n, m); shared->live += p != 0; return p; }
void *__wrap_realloc(void *p, size_t n) { void *q = __real_realloc(p, n); shared->live += (q != 0) - (p != 0); return q; }
void __wrap_free(void *p) { __real_free(p); shared->live -= p != 0; }
static void at_end(void) { if (shared->live > 0) { fprintf(stderr, "\n@leak\n"); } fprintf(stderr, "\n@end\n"); }
static void at_abort(int signal) { at_end(); _exit(0); }
int main(void) {
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int run = 0;; run++) {
    if (run == most_runs) { fprintf(stderr, "\n@runs\n"); return 0; }
    shared->count = 0; shared->live = 0;
    fprintf(stderr, "\n@run\n");
    fflush(0);
    pid_t child = fork();
    if (child == 0) {
      signal(SIGABRT, at_abort);
      alarm(10);
      atexit(at_end);
      exit(program_main());
    }
    int status; waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) fprintf(stderr, "\n@signal %d\n", WTERMSIG(status));
    int depth = shared->count < most_inputs ? shared->count : most_inputs;
    while (depth > 0 && shared->value[depth - 1] == shared->high[depth - 1]) depth--;
    if (depth == 0) return 0;
    shared->value[depth - 1]++; shared->depth = depth;
  }
}
"""


class Generator:
    """A program as text, by one seed."""

    SCALARS = ["int", "int", "int", "unsigned", "short", "unsigned short", "signed char", "unsigned char", "long",
               "unsigned long", "long long", "char"]
    LIMITS = {"int": ("2147483647", "(-2147483647 - 1)"), "long": ("9223372036854775807L", "(-9223372036854775807L - 1)"),
              "long long": ("9223372036854775807LL", "(-9223372036854775807LL - 1)")}

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.inputs = 0
        self.depth = 0
        self.scopes = [[]]  # of (name, type, is assignable)
        self.arrays = [[]]  # of (name, element type, size)
        self.functions = []
        focus = self.random.sample(["overflow", "division", "shift", "index", "memory", "free", "leak"],
                                   self.random.choice([0, 1, 1, 2]))
        self.risk = {kind: 0.5 for kind in focus}
        self.lines = []

    def chance(self, probability):
        return self.random.random() < probability

    def risky(self, kind):
        return self.chance(self.risk.get(kind, 0))

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def pick(self, items):
        return self.random.choice(items)

    # --- expressions (without effects, but those that && || ?: order)

    def scalars(self):
        return [v for scope in self.scopes for v in scope]

    def small(self):
        """An int from a small range."""
        roll = self.random.random()
        known = self.scalars()
        if roll < 0.15 and self.inputs < 3:
            self.inputs += 1
            low = self.random.randint(-2, 1)
            return f"range({low}, {low + self.random.randint(1, 3)})"
        if roll < 0.75 and known:
            name = self.pick(known)[0]
            return self.pick([name, name, f"({name} & {self.pick([1, 3, 7])})", f"({name} % 4)", f"!{name}",
                              f"(signed char){name}"])
        return str(self.random.randint(-3, 5))

    def narrow(self, depth):
        """From -16 to 15."""
        return f"(int)(({self.expression(depth)}) % 16)"

    def nonnegative(self, depth, mask):
        return f"(int)(({self.expression(depth)}) & {mask})"

    def index(self, size):
        if self.risky("index"):
            return self.pick([self.nonnegative(1, 7), f"{self.nonnegative(0, 3)} - 1", self.small_index(size), str(size),
                              f"{size} - {self.nonnegative(0, 3)}"])
        return self.pick([f"{self.nonnegative(1, 255)} % {size}", str(self.random.randrange(size))])

    def small_index(self, size):
        return f"{size - 1} + {self.nonnegative(0, 1)}"

    def element(self):
        known = [a for scope in self.arrays for a in scope]
        if not known:
            return self.small()
        name, _, size = self.pick(known)
        return f"{name}[{self.index(size)}]"

    def expression(self, depth=2):
        if depth <= 0:
            return self.small()
        make = self.pick([self.sum, self.sum, self.quotient, self.shift, self.logic, self.comparison, self.choice,
                          self.bits, self.element, self.small, self.minus, self.cast, self.comma])
        return make(depth - 1) if make not in (self.element, self.small) else make()

    def sum(self, depth):
        operator = self.pick(["+", "-", "*"])
        if self.risky("overflow"):
            kind = self.pick(list(self.LIMITS))
            high, low = self.LIMITS[kind]
            near = self.pick([f"({high} - {self.random.randint(0, 2)})", f"({low} + {self.random.randint(0, 2)})",
                              f"({kind})({high} / {self.random.randint(2, 4)})", f"({low} / 2)"])
            return f"({near} {operator} {self.narrow(depth)})"
        return f"({self.narrow(depth)} {operator} {self.narrow(depth)})"

    def quotient(self, depth):
        operator = self.pick(["/", "%"])
        if self.risky("overflow"):
            high, low = self.LIMITS[self.pick(list(self.LIMITS))]
            return f"({low} {operator} ({self.narrow(depth)} | 1))"
        if self.risky("division"):
            return f"({self.narrow(depth)} {operator} {self.pick([self.narrow(depth), self.small(), self.nonnegative(0, 3)])})"
        return f"({self.narrow(depth)} {operator} ({self.nonnegative(depth, 7)} + 1))"

    def shift(self, depth):
        value = self.nonnegative(depth, 7)
        if self.risky("shift"):
            amount = self.pick([self.small(), f"(30 + {self.nonnegative(0, 3)})", f"(62 + {self.nonnegative(0, 3)})"])
            return self.pick([f"({self.pick(['', '(unsigned long)', '(short)'])}{value} >> {amount})",
                              f"((unsigned){value} << {amount})"])
        if self.risky("overflow"):
            return f"({value} << {self.nonnegative(0, 31)})"
        return f"({value} {self.pick(['<<', '>>'])} {self.nonnegative(0, 3)})"

    def logic(self, depth):
        return f"({self.expression(depth)} {self.pick(['&&', '||'])} {self.expression(depth)})"

    def comparison(self, depth):
        return f"({self.narrow(depth)} {self.pick(['<', '<=', '==', '!=', '>'])} {self.narrow(depth)})"

    def choice(self, depth):
        return f"({self.expression(0)} ? {self.expression(depth)} : {self.expression(depth)})"

    def bits(self, depth):
        return f"({self.expression(depth)} {self.pick(['&', '|', '^'])} {self.expression(depth)})"

    def minus(self, depth):
        if self.risky("overflow"):
            name = self.pick(list(self.LIMITS))
            return f"(-({name})({self.LIMITS[name][1]} + {self.nonnegative(0, 1)}))"
        return f"({self.pick(['-', '~', '!', '+'])}{self.narrow(depth)})"

    def cast(self, depth):
        return f"({self.pick(self.SCALARS)})({self.expression(depth)})"

    def comma(self, depth):
        return f"((void)({self.expression(depth)}), {self.expression(depth)})"

    # --- statements

    def block(self, count):
        self.scopes.append([])
        self.arrays.append([])
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1
        self.scopes.pop()
        self.arrays.pop()

    def statement(self):
        plain = [self.declare, self.declare, self.assign, self.assign, self.compound, self.array, self.write, self.use,
                 self.discard]
        memory = [self.heap, self.heap, self.list, self.string, self.resized, self.escape, self.variable_length,
                  self.structure, self.pointers, self.table, self.passed, self.by_value, self.fields, self.union,
                  self.function_pointer, self.choice_of_pointers]
        if self.depth > 3:
            return self.pick(plain)()
        nested = [self.condition, self.loop, self.switch, self.call]
        return self.pick(plain * 2 + memory + nested)()

    def declare(self):
        name, kind = self.name("x"), self.pick(self.SCALARS)
        self.emit(f"{kind} {name} = {self.narrow(2)};")
        self.scopes[-1].append((name, kind, True))

    def targets(self):
        return [v for v in self.scalars() if v[2]]

    def assign(self):
        known = self.targets()
        if not known:
            return self.declare()
        self.emit(f"{self.pick(known)[0]} = {self.narrow(2)};")

    def compound(self):
        known = self.targets()
        if not known:
            return self.declare()
        name = self.pick(known)[0]
        text = self.pick([f"{name}++;", f"--{name};", f"{name} += {self.narrow(1)};", f"{name} -= {self.narrow(1)};",
                          f"{name} *= {self.nonnegative(1, 3)};", f"{name} ^= {self.narrow(1)};",
                          f"{name} >>= {self.nonnegative(0, 3)};"])
        if self.risky("division"):
            text = f"{name} {self.pick(['/=', '%='])} {self.small()};"
        if self.risky("shift"):
            text = f"{name} >>= {self.small()};"
        if self.risky("overflow"):
            high, low = self.LIMITS[self.pick(list(self.LIMITS))]
            text = self.pick([f"{name} += {high};", f"{name} -= {high};", f"{name} *= {high};"])
        self.emit(text)
        if self.chance(0.7):
            self.emit(f"{name} %= 16;")

    def array(self):
        name, kind, size = self.name("a"), self.pick(self.SCALARS), self.random.randint(1, 5)
        values = ", ".join(str(self.random.randint(-2, 6)) for _ in range(self.random.randint(1, size)))
        self.emit(f"{kind} {name}[{size}] = {{{values}}};")
        self.arrays[-1].append((name, kind, size))

    def write(self):
        known = [a for scope in self.arrays for a in scope]
        if not known:
            return self.array()
        name, _, size = self.pick(known)
        self.emit(f"{name}[{self.index(size)}] {self.pick(['=', '='])} {self.narrow(1)};")

    def use(self):
        self.emit(f"sink += (unsigned)({self.expression(2)});")

    def discard(self):
        self.emit(f"{self.pick(['', '(void)'])}({self.expression(2)});")

    def condition(self):
        self.emit(f"if ({self.expression(2)}) {{")
        self.block(self.random.randint(1, 2))
        if self.chance(0.4):
            self.emit("} else {")
            self.block(1)
        self.emit("}")

    def loop(self):
        name = self.name("i")
        self.emit(f"for ({self.pick(['int', 'unsigned char', 'short', 'long'])} {name} = 0; {name} < "
                  f"{self.random.randint(1, 3)}; {name}++) {{")
        self.scopes.append([(name, "int", False)])
        self.block(self.random.randint(1, 2))
        if self.chance(0.2):
            self.emit(f"  if ({self.expression(1)}) {self.pick(['break', 'continue'])};")
        self.scopes.pop()
        self.emit("}")

    def switch(self):
        self.emit(f"switch ({self.nonnegative(1, 3)}) {{")
        for value in range(self.random.randint(1, 2)):
            self.emit(f"case {value}: {{")
            self.block(1)
            self.emit("}" + self.pick([" break;", ""]))
        self.emit("default: ; }")

    def call(self):
        if not self.functions:
            return self.use()
        name, arguments = self.pick(self.functions)
        text = ", ".join(self.narrow(1) for _ in range(arguments))
        known = self.targets()
        self.emit(f"{self.pick(known)[0]} = {name}({text});" if known and self.chance(0.6) else f"{name}({text});")

    def release(self, pointer, guard=""):
        """free(pointer), or not, or twice."""
        if self.risky("leak"):
            if self.chance(0.5):
                self.emit(f"if ({self.expression(1)}) {guard}free({pointer});")
            return
        self.emit(f"{guard}free({pointer});")
        if self.risky("free"):
            self.emit(self.pick([f"{guard}free({pointer});", f"if ({self.expression(1)}) {guard}free({pointer});"]))

    def heap(self):
        name, kind, size = self.name("h"), self.pick(self.SCALARS), self.random.randint(1, 4)
        how = self.pick([f"malloc({size} * sizeof({kind}))", f"calloc({size}, sizeof({kind}))",
                         f"malloc(sizeof({kind}[{size}]))"])
        self.emit(f"{kind} *{name} = {how};")
        i = self.name("i")
        end = f"{i} <= {size}" if self.risky("index") else f"{i} < {size}"
        self.emit(f"for (int {i} = 0; {end}; {i}++)")
        self.emit(f"  {name}[{i}] = {self.pick([i, '3', self.narrow(0)])};")
        self.arrays[-1].append((name, kind, size))
        self.use_of_element(name, size)
        before = self.random.random()
        if self.risky("memory"):
            self.release(name)
            self.use_of_element(name, size)
            self.arrays[-1].pop()
        elif self.risky("free"):
            self.emit(self.pick([f"free({name} + {self.nonnegative(0, 1)});", f"{name} += {self.nonnegative(0, 1)};"]))
            self.arrays[-1].pop()
            self.release(name)
        else:
            if before < 0.5:
                self.statement_inside()
            self.arrays[-1].pop()
            self.release(name)

    def statement_inside(self):
        self.depth += 1
        self.emit("{")
        self.block(1)
        self.emit("}")
        self.depth -= 1

    def use_of_element(self, name, size):
        index = self.index(size)
        self.emit(self.pick([f"sink += (unsigned){name}[{index}];", f"{name}[{index}] = {self.narrow(1)};",
                             f"{name}[{index}]++;", f"sink ^= (unsigned)*({name} + ({index}));",
                             f"*({name} + ({index})) = 1;"]))

    def list(self):
        head, node, i = self.name("l"), self.name("n"), self.name("i")
        count = self.random.randint(1, 3)
        self.emit(f"struct s *{head} = 0;")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.emit(f"  struct s *{node} = {self.pick(['calloc(1, sizeof(struct s))', 'malloc(sizeof(struct s))'])};")
        self.emit(f"  {node}->n = {i}; {node}->next = {head}; {node}->m = 1; {head} = {node};")
        self.emit("}")
        if self.risky("memory"):
            self.emit(f"sink += (unsigned){head}->{self.pick(['n', 'next->n', 'next->next->n'])};")
        else:
            self.emit(f"for (struct s *{node} = {head}; {node}; {node} = {node}->next)")
            self.emit(f"  sink += (unsigned){node}->n;")
        step = f"struct s *{node} = {head}->next; free({head}); {head} = {node};"
        if self.risky("memory"):
            step = f"free({head}); {head} = {head}->next;"
        if self.risky("free"):
            step = f"free({head}); if ({self.expression(1)}) break;"
        condition = head
        if self.risky("leak"):
            condition = f"{head} && {self.pick([f'{head}->next', f'{head}->n > 0', self.small()])}"
        self.emit(f"while ({condition}) {{")
        self.emit(f"  {step}")
        self.emit("}")

    def string(self):
        name, other, size = self.name("s"), self.name("c"), self.random.randint(3, 6)
        length = size - 1 if not self.risky("index") else size + self.random.randint(-1, 1)
        word = "abcdefghij"[:length]
        self.emit(f"char {name}[{size}] = {{0}};")
        text = self.pick([f'strcpy({name}, "{word}");', f'memcpy({name}, "{word}", {length + 1});',
                          f'memset({name}, 97, {length + 1 if self.risky("index") else length});',
                          f'strncpy({name}, "{word}", {length + 1});', f'{name}[0] = 98; strcat({name}, "{word[1:]}");'])
        self.emit(text)
        self.emit(self.pick([f"sink += (unsigned)strlen({name});", f"sink += (unsigned)(strcmp({name}, \"ab\") > 0);",
                             f"sink += (unsigned)(memcmp({name}, \"ab\", 2) > 0);"]))
        if self.chance(0.4):
            bytes_ = self.nonnegative(1, 7) if self.risky("index") else str(size - 1)
            self.emit(f"char {other}[{size}];")
            self.emit(f"{self.pick(['memcpy', 'memmove'])}({other}, {name}, {bytes_});")
        self.arrays[-1].append((name, "char", size))

    def resized(self):
        name, size = self.name("r"), self.random.randint(1, 3)
        new = self.random.randint(1, 4)
        old = self.name("q")
        self.emit(f"int *{name} = {self.pick([f'calloc({size}, sizeof(int))', '0'])};")
        self.emit(f"int *{old} = {name};")
        self.emit(f"{name} = realloc({name}, {new} * sizeof(int));")
        self.emit(f"{name}[{new if self.risky('index') else new - 1}] = {self.narrow(1)};")
        if self.risky("memory"):
            self.emit(f"sink += (unsigned)*{old};")
        if self.risky("free"):
            self.emit(f"free({old});")
        self.release(name)

    def escape(self):
        pointer, local = self.name("p"), self.name("y")
        kept = self.name("k")
        self.emit(f"int {kept} = 1; int *{pointer} = {self.pick(['0', '&' + kept])};")
        self.emit(f"if ({self.expression(1)}) {{")
        self.emit(f"  int {local} = {self.narrow(1)};")
        self.emit(f"  {pointer} = &{local};")
        self.emit(f"  *{pointer} = 2;")
        if not self.risky("memory"):
            self.emit(f"  {pointer} = &{kept};")
        self.emit("}")
        text = self.pick([f"*{pointer} = 3;", f"sink += (unsigned)*{pointer};", f"(*{pointer})++;", f"*{pointer};"])
        self.emit(text if self.risky("memory") else f"if ({pointer} == &{kept}) {text}")

    def variable_length(self):
        name, size = self.name("v"), self.name("z")
        self.emit(f"int {size} = {self.nonnegative(1, 3)} + 1;")
        if self.chance(0.6):
            self.emit(f"int {name}[{size}];")
        else:
            self.emit(f"int *{name} = alloca((unsigned){size} * sizeof(int));")
        i = self.name("i")
        self.emit(f"for (int {i} = 0; {i} {'<=' if self.risky('index') else '<'} {size}; {i}++)")
        self.emit(f"  {name}[{i}] = {i};")
        self.emit(f"sink += (unsigned){name}[{size} - {1 if not self.risky('index') else self.nonnegative(0, 1)}];")

    def structure(self):
        name, other, pointer = self.name("t"), self.name("u"), self.name("p")
        self.emit(f"struct s {name} = {{1, 2, {{3, 4, 5}}, 0}}, {other} = {{0}};")
        self.emit(f"struct s *{pointer} = {'0' if self.risky('memory') and self.chance(0.3) else '&' + name};")
        self.emit(f"{pointer}->a[{self.index(3)}] = {self.narrow(1)};")
        if self.risky("memory"):
            self.emit(f"if ({self.expression(1)}) {pointer} = {pointer}->next;")
        self.emit(self.pick([f"{other} = *{pointer};", f"{pointer}->m++;", f"sink += (unsigned){pointer}->n;",
                             f"*{pointer} = {other};"]))
        self.arrays[-1].append((f"{other}.a", "int", 3))
        self.scopes[-1].append((f"{other}.n", "int", True))
        self.scopes[-1].append((f"{name}.m", "short", True))

    def pointers(self):
        name, size = self.name("a"), self.random.randint(2, 4)
        begin, end = self.name("p"), self.name("e")
        kind = self.pick(self.SCALARS)
        self.emit(f"{kind} {name}[{size}] = {{1, 2}};")
        self.emit(f"{kind} *{begin} = {name}, *{end} = {name} + {size};")
        last = "<=" if self.risky("index") else self.pick(["<", "!="])
        self.emit(f"while ({begin} {last} {end}) {{")
        self.emit(self.pick([f"  sink += (unsigned)*{begin}++;", f"  *{begin} = 3; {begin}++;", f"  *{begin}++ = 2;",
                             f"  sink += (unsigned){begin}[0]; ++{begin};"]))
        self.emit("}")
        self.emit(f"sink += (unsigned){end}[-{'1' if not self.risky('index') else self.nonnegative(0, 7)}];")
        self.emit(f"sink += (unsigned)({end} - {begin});")
        self.arrays[-1].append((name, kind, size))

    def table(self):
        name = self.name("m")
        rows, columns = self.random.randint(1, 3), self.random.randint(1, 3)
        self.emit(f"int {name}[{rows}][{columns}] = {{{{1}}}};")
        self.emit(f"{name}[{self.index(rows)}][{self.index(columns)}] = {self.narrow(1)};")
        self.arrays[-1].append((f"{name}[{rows - 1}]", "int", columns))

    def passed(self):
        """A pointer that functions access, and perhaps free."""
        name, size = self.name("d"), self.random.randint(1, 4)
        is_heap = self.chance(0.5)
        self.emit(f"int *{name} = calloc({size}, sizeof(int));" if is_heap else f"int {name}[{size}] = {{0}};")
        self.emit(f"put({name}, {self.index(size)}, {self.narrow(1)});")
        if is_heap and self.risky("memory"):
            self.emit(f"if ({self.expression(1)}) drop(&{name});")
        self.emit(f"sink += (unsigned)get({name} + {size - 1}, -({self.index(size)}));")
        if is_heap:
            self.release(name) if self.chance(0.5) else self.emit(f"drop(&{name});")
            if self.risky("free"):
                self.emit(f"if ({self.expression(1)}) drop(&{name});")

    def by_value(self):
        name = self.name("t")
        self.emit(f"struct s {name} = made({self.narrow(1)});")
        self.emit(self.pick([f"sink += (unsigned)total({name}, {self.index(3)});",
                             f"sink += (unsigned)made({self.narrow(1)}).a[{self.index(3)}];",
                             f"{name} = made({name}.n); {name}.a[{self.index(3)}]++;"]))
        self.scopes[-1].append((f"{name}.n", "int", True))

    def fields(self):
        name, pointer = self.name("w"), self.name("p")
        self.emit(f"struct f {name} = {{{self.random.randint(-8, 7)}, {self.random.randint(0, 31)}, 1, {{2, 3}}}};")
        self.emit(f"struct f *{pointer} = &{name};")
        for _ in range(self.random.randint(1, 3)):
            field = self.pick(["a", "b", "c"])
            self.emit(self.pick([f"{name}.{field} = {self.narrow(1)};", f"{pointer}->{field}++;",
                                 f"{name}.{field} += {self.narrow(1)};", f"{pointer}->d[{self.index(2)}] = {name}.{field};",
                                 f"sink += (unsigned)({name}.b << {self.nonnegative(0, 3)});"]))
            if self.risky("overflow"):
                self.emit(f"sink += (unsigned)({pointer}->{field} + {self.pick(['2147483647', '4294967295L', '9223372036854775807L'])});")
        self.scopes[-1].append((f"{name}.a", "int", True))

    def union(self):
        name = self.name("w")
        self.emit(f"union u {name}; {name}.l = {self.narrow(1)};")
        self.emit(f"{name}.{self.pick(['i', 'h[0]', 'c[0]', 'l'])} = {self.narrow(1)};")
        self.emit(f"sink += (unsigned){name}.{self.pick([f'c[{self.index(4)}]', f'h[{self.index(2)}]'])};")
        self.emit(f"if ({name}.{self.pick(['i', 'h[1]', 'c[3]', 'l'])} > {self.narrow(0)}) {name}.i = 1; else {name}.i = 2;")
        self.scopes[-1].append((f"{name}.i", "int", False))

    def function_pointer(self):
        name = self.name("o")
        if self.risky("memory"):
            self.emit(f"int (*{name})(int) = {self.expression(1)} ? half : 0;")
        else:
            self.emit(f"int (*{name})(int) = half;")
        self.emit(f"sink += (unsigned){name}({self.narrow(1)});")

    def choice_of_pointers(self):
        one, two, name = self.name("a"), self.name("a"), self.name("p")
        sizes = self.random.randint(1, 3), self.random.randint(1, 3)
        self.emit(f"int {one}[{sizes[0]}] = {{1}}, *{two} = calloc({sizes[1]}, sizeof(int));")
        self.emit(f"int *{name} = chosen({one}, {two}, {self.expression(1)});")
        self.use_of_element(name, min(sizes))
        if self.risky("free"):
            self.emit(f"free({name});")
        elif not self.risky("leak"):
            self.emit(f"free({two});")

    # --- programs

    def function(self):
        name, arguments = self.name("f"), self.random.randint(1, 2)
        parameters = [self.name("x") for _ in range(arguments)]
        kinds = [self.pick(self.SCALARS) for _ in parameters]
        self.emit(f"static int {name}({', '.join(f'{k} {p}' for k, p in zip(kinds, parameters))}) {{")
        kept = self.inputs
        self.inputs = 3  # no inputs here: they would be asked for at each call
        self.scopes.append([(p, k, True) for p, k in zip(parameters, kinds)])
        if self.chance(0.3):
            rest = "".join(", 0" for _ in parameters[1:])
            self.emit(f"  int t = {parameters[0]};")
            self.emit(f"  if (t > 0) return {name}(t % 4 - 1{rest});")
        self.block(self.random.randint(1, 2))
        self.emit(f"  return {self.narrow(1)};")
        self.emit("}")
        self.scopes.pop()
        self.inputs = kept
        self.functions.append((name, arguments))

    def program(self):
        if self.chance(0.5):
            name = self.name("g")
            self.emit(f"{self.pick(self.SCALARS)} {name} = {self.random.randint(-1, 3)};")
            self.scopes[0].append((name, "int", True))
        if self.chance(0.4):
            name, size = self.name("b"), self.random.randint(1, 4)
            self.emit(f"int {name}[{size}] = {{1}};")
            self.arrays[0].append((name, "int", size))
        if self.chance(0.5):
            self.function()
        self.emit("int main(void) {")
        self.inputs += 1
        name = self.name("x")
        self.emit(f"  int {name} = range({self.random.randint(-2, 0)}, {self.random.randint(1, 3)});")
        self.scopes[0].append((name, "int", True))
        self.block(self.random.randint(2, 5))
        self.emit(f"  {self.pick(['return 0;', 'return 0;', 'return 0;', 'exit(0);', 'abort();'])}")
        self.emit("}")
        return HEAD + "\n".join(self.lines) + "\n"


# --- the truth: gcc and clang with their sanitizers

REPORTS = [
    (r"runtime error: (signed integer overflow|negation of)", "no-overflow"),
    (r"runtime error: division of .* by -1 cannot", "no-overflow"),
    (r"runtime error: division by zero", "division-by-zero"),
    (r"runtime error: shift exponent", "shift-out-of-range"),
    (r"runtime error: left shift of negative", "negative-shift"),
    (r"runtime error: left shift of", "no-overflow"),
    (r"runtime error: index .* out of bounds", "valid-deref"),
    (r"runtime error: (load of|store to) (null pointer|address)", "valid-deref"),
    (r"runtime error: member access within null", "valid-deref"),
    (r"runtime error: null pointer passed", "valid-deref"),
    (r"runtime error:", "other"),
    (r"ERROR: AddressSanitizer: (attempting double-free|attempting free on|bad-free)", "valid-free"),
    (r"ERROR: AddressSanitizer: (alloc-dealloc|invalid)", "other"),
    (r"ERROR: AddressSanitizer: .*-param-overlap", "other"),
    (r"ERROR: AddressSanitizer", "valid-deref"),
    (r"^@leak", "valid-memcleanup"),
    (r"^@(inputs|runs|signal)", "open"),
]


def build(source, compiler, kept):
    """The program with the sanitizers; what all programs share is built once, in `kept`."""
    program = source.parent / f"{compiler}.out"
    flags = ["-g", "-O0", "-w", "-DENUMERATE", "-Dmain=program_main", "-fsanitize=address,undefined",
             "-fno-sanitize=alignment,pointer-overflow,object-size,nonnull-attribute", "-fno-omit-frame-pointer", "-fno-builtin",
             "-fsanitize-address-use-after-scope", "-std=gnu11"]
    runtime = source.parent / "runtime.c"
    runtime_object = kept / f"{compiler}.o"
    if not runtime_object.exists():
        runtime.write_text(RUNTIME, encoding="utf-8")
        subprocess.run([compiler, "-O1", "-w", "-c", str(runtime), "-o", str(runtime_object)], check=True)
    wraps = [f"-Wl,--wrap={f}" for f in ("malloc", "calloc", "realloc", "free")]
    subprocess.run([compiler, *flags, str(source), str(runtime_object), *wraps, "-o", str(program)], check=True,
                   capture_output=True)
    return program


def events(run, file):
    """(kind, line) of the reports of one execution, in order; None: in a line that is not known."""
    found = []
    open_access = None
    for line in run.splitlines():
        if open_access is not None:
            frame = re.match(rf"\s+#\d+ .*{re.escape(file)}:(\d+)", line)
            if frame:
                found.append((open_access, int(frame.group(1))))
                open_access = None
            continue
        if re.search("AddressSanitizer: SEGV .*pc 0x0+ ", line):  # a call of null, whose caller's frame is skipped
            found.append(("valid-deref", None))
            continue
        for pattern, kind in REPORTS:
            if not re.search(pattern, line):
                continue
            where = re.search(rf"{re.escape(file)}:(\d+):", line)
            if "AddressSanitizer" in line:
                open_access = kind
            else:
                found.append((kind, int(where.group(1)) if where else None))
            break
    return found


Truth = collections.namedtuple("Truth", "first later is_open")


def truth_of(source, kept):
    """The errors that some execution meets first, those that it meets later, and what is not known."""
    first, later, is_open = set(), set(), set()
    for compiler in ("gcc", "clang"):
        program = build(source, compiler, kept)
        environment = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=0",
                           ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=1:abort_on_error=0:symbolize=1:"
                                        "handle_segv=1:handle_abort=0:allocator_may_return_null=1:quarantine_size_mb=16")
        result = subprocess.run([str(program)], capture_output=True, text=True, timeout=600, env=environment,
                                errors="replace", check=False)
        for run in result.stderr.split("@run\n")[1:]:
            met = events(run, source.name)
            for kind, line in met:
                if kind in ("open", "other"):
                    is_open.update(KINDS)
                elif kind == "negative-shift":
                    is_open.add("no-overflow")
            met = [e for e in met if e[0] in KINDS]
            if met:
                first.add(met[0])
                # Later ones on the same line may be first in another order of evaluation.
                later.update(met[1:])
    return Truth(first, later, is_open)


def answer_of(binary, folder, source, kind, timeout, options=()):
    """(last line, line of the error or None)"""
    out = folder / "result.json"
    process = subprocess.run([binary, "check", "--no-progress", "--property", kind, "--timeout", str(timeout), *options, "--json",
                              str(out), str(source)], capture_output=True, text=True, check=False)
    lines = process.stdout.strip().splitlines()
    last = lines[-1] if lines else process.stderr.strip()[-200:]
    if not last.startswith("FALSE"):
        return last, None
    result = json.loads(out.read_text(encoding="utf-8"))
    step = result["traces"][0]["steps"][-1]["statement"]
    return last, result["statements"][step]["location"]["line"]


def judge(truth, kind, answer, line):
    """"right", "unknown", "open", or what is wrong."""
    if answer.startswith("UNKNOWN"):
        return "unknown"
    if answer not in ("TRUE", f"FALSE({kind})"):
        return f"answer {answer}"
    first = {l for k, l in truth.first if k == kind}
    later = {l for k, l in truth.later if k == kind}
    if kind in truth.is_open:
        return "open" if not first or answer != "TRUE" else f"TRUE, but lines {sorted(map(str, first))}"
    if answer == "TRUE":
        return f"TRUE, but lines {sorted(map(str, first))}" if first else "right"
    if not first:
        return "open" if line in later or later else f"{answer} in line {line}, but there is none"
    if kind == "valid-memcleanup" or line in first | later or None in first:
        return "right"
    return f"line {line} instead of {sorted(map(str, first))}"


def dead_code(text, generator):
    """The program with a statement that is never executed, in front of main's last return."""
    generator.lines, generator.depth, generator.inputs = [], 1, 3
    generator.scopes, generator.arrays, generator.functions = [[]], [[]], []
    generator.risk = {kind: 0.8 for kind in ("overflow", "division", "shift", "index", "memory", "free", "leak")}
    generator.emit("if (sink != sink) {")
    generator.block(2)
    generator.emit("}")
    at = text.rindex("\n  ", 0, text.rindex("}"))
    return text[:at] + "\n" + "\n".join(generator.lines) + text[at:]


def check(binary, seed, kinds, timeout, keep, kept):
    """(counts, what is wrong: one text each)"""
    generator = Generator(seed)
    text = generator.program()
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "p.c"
        source.write_text(text, encoding="utf-8")
        truth = truth_of(source, kept)
        safe = []
        for kind in kinds:
            answer, line = answer_of(binary, folder, source, kind, timeout)
            verdict = judge(truth, kind, answer, line)
            counts[f"{kind} {answer.split('(')[0]}"] += 1
            if verdict in ("right", "unknown", "open"):
                counts[verdict] += 1
            else:
                counts["wrong"] += 1
                wrong.append(f"seed {seed}: {kind}: {verdict}")
                if keep:
                    (keep / f"{seed}.c").write_text(text, encoding="utf-8")
            if answer == "TRUE" and verdict == "right":
                safe.append(kind)
        if safe:
            kind = random.Random(seed).choice(safe)
            source.write_text(dead_code(text, generator), encoding="utf-8")
            answer, line = answer_of(binary, folder, source, kind, timeout)
            counts["dead code"] += 1
            if answer.startswith("FALSE"):
                counts["wrong"] += 1
                wrong.append(f"seed {seed}: {kind}: {answer} in line {line} with dead code")
                if keep:
                    (keep / f"{seed}.dead.c").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--programs", type=int, default=12, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the first one; each next has the next seed")
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each answer")
    parser.add_argument("--kinds", default=",".join(KINDS), help="properties to ask, with commas between them")
    parser.add_argument("--keep", type=pathlib.Path, help="write programs with wrong answers to this directory")
    parser.add_argument("--print", action="store_true", help="print the first program and the truth about it, no more")
    arguments = parser.parse_args()
    if not shutil.which("gcc") or not shutil.which("clang"):
        print("gcc or clang is missing", file=sys.stderr)
        return 2
    if arguments.print:
        text = Generator(arguments.seed).program()
        with tempfile.TemporaryDirectory() as name:
            source = pathlib.Path(name) / "p.c"
            source.write_text(text, encoding="utf-8")
            truth = truth_of(source, source.parent)
        print("".join(f"{n:3} {line}\n" for n, line in enumerate(text.splitlines(), 1)), truth)
        return 0
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    total, failed = collections.Counter(), False
    with tempfile.TemporaryDirectory() as kept:
        for seed in range(arguments.seed, arguments.seed + arguments.programs):
            counts, wrong = check(arguments.binary, seed, arguments.kinds.split(","), arguments.timeout, arguments.keep,
                                  pathlib.Path(kept))
            total += counts
            failed = failed or bool(wrong)
            for line in wrong:
                print(line, flush=True)
    print(", ".join(f"{name}: {number}" for name, number in sorted(total.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
