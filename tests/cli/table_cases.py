# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of tables of constants: one statement for each array, in the trace and in all that is told of it."""
import json

from cli_harness import contains, equal, holds, test

HEAD = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"
NUMBERS = ", ".join(str((i * 40503 + 7) % 65536) for i in range(1024))
ENTRY = (700 * 40503 + 7) % 65536
TABLE = HEAD + """static const unsigned table[1024] = {%s};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 1024) return 0;
  unsigned v = table[i];
  if (v == %d) reach_error();
  return 0;
}
""" % (NUMBERS, ENTRY)
# Pointers lead to it, and to another one.
TABLE_IN_MEMORY = HEAD + """static const unsigned other[4] = {1, 2, 3, 4};
static const unsigned table[1024] = {%s};
static unsigned look(const unsigned *from, unsigned i) { return from[i]; }
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 1024) return look(other, i %% 4) == 9;
  if (look(table, i) == %d) reach_error();
  return 0;
}
""" % (NUMBERS, ENTRY)
ROWS = HEAD + """struct row { const char *name; unsigned char kind; int value; };
static const struct row rows[100] = {%s};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 100) return 0;
  if (rows[i].kind == 3 && rows[i].value == 73) reach_error();
  return 0;
}
""" % ", ".join('{"n%d", %d, %d}' % (i, i % 7, i) for i in range(100))
MATRIX = HEAD + """static const unsigned char matrix[16][16] = {%s};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 16 || j >= 16) return 0;
  if (matrix[i][j] == 17) reach_error();
  return 0;
}
""" % ", ".join("{%s}" % ", ".join(str((i * 16 + j) * 7 % 256) for j in range(16)) for i in range(16))
NAMES = HEAD + """static const char *names[60] = {%s};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 60) return 0;
  if (names[i][4] == '5' && names[i][5] == '7') reach_error();
  return 0;
}
""" % ", ".join('"word%d"' % i for i in range(60))
LOCAL = HEAD + """static int digit(unsigned i) {
  unsigned char digits[16] = {48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102};
  return digits[i & 15];
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    sum += digit(x);
    x >>= 4;
  }
  if (sum == 306) reach_error();
  return 0;
}
"""
DIGITS = "unsigned char digits[16] = {48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102}"
# Name: program, options, most steps of the trace, most lines of the report, the statement that is shown.
PROGRAMS = {
    "memory": (TABLE_IN_MEMORY, (), 20, 30, "static const unsigned table[1024] = {...}"),
    "bytes": (TABLE_IN_MEMORY, ("--memory-model=bytes",), 24, 30, "static const unsigned table[1024] = {...}"),
    "matrix": (MATRIX, (), 12, 30, "static const unsigned char matrix[16][16] = {...}"),
    "names": (NAMES, (), 80, 30, "static const char *names[60] = {...}"),
    "local": (LOCAL, (), 60, 60, DIGITS),
}
EXPLAINED = {
    "table": (TABLE, 6, 60, "`static const unsigned table[1024] = {...}` at table.c:3"),
    "rows": (ROWS, 7, 60, "`static const struct row rows[100] = {...}` at rows.c:4 (rows.kind, rows.value)"),
}


def trace_of(f, name):
    return json.loads((f.folder / (name + ".json")).read_text(encoding="utf-8"))["traces"][0]


def at_most(lines, output):
    holds(len(output.splitlines()) <= lines, "%d lines\n%s" % (len(output.splitlines()), output))


@test
def a_table_is_one_statement(f):
    for name, (program, options, steps, lines, statement) in PROGRAMS.items():
        output = f.answered(1, "check", "--no-explanation", "--json", name + ".json", *options,
                            f.file(name + ".c", program))
        holds(trace_of(f, name)["length"] <= steps, "%s: %d steps" % (name, trace_of(f, name)["length"]))
        at_most(lines, output)
        contains(output, statement)


@test
def a_table_has_one_label_and_one_part_in_the_explanation(f):
    for name, (program, steps, lines, statement) in EXPLAINED.items():
        output = f.answered(1, "check", "--json", name + ".json", f.file(name + ".c", program))
        equal(trace_of(f, name)["length"], steps, name)
        equal(trace_of(f, name)["undecided_statements"], 0, name)
        at_most(lines, output)
        contains(output, "  * " + statement)
        contains(output, "{ ")


@test
def a_table_is_one_step_of_what_else_is_written(f):
    f.file("table.c", TABLE)
    f.answered(1, "check", "--witness", "table.yml", "--sarif", "table.sarif", "--harness",
               "harness.c", "table.c")
    contains(f.answered(1, "validate", "--witness", "table.yml", "table.c"), "FALSE(unreach-call)")
    for name, most in (("table.yml", 10_000), ("table.sarif", 100_000), ("harness.c", 20_000)):
        size = (f.folder / name).stat().st_size
        holds(size <= most, "%s: %d bytes" % (name, size))


@test
def elements_behind_others_have_their_numbers(f):
    program = "int n;\nint main(void) {\n  int p[6] = {n, [3] = 5, [5] = 6};\n  if (p[3] + p[5] == 11) reach_error();\n}\n"
    contains(f.answered(1, "check", "--property", "unreach-call", "--no-explanation", f.file("a.c", HEAD + program)),
             "{[3] = 5, [5] = 6}")
