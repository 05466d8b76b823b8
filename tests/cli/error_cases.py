# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of errors of memory and arithmetic: their words, what reports keep to themselves, witnesses, replays."""
import json
import re
import shutil

from cli_harness import contains, equal, holds, last_line, test
from report_cases import schema_findings

HEAD = "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"
# name: (kind, program, its words). The first line of a program is line 4.
ERRORS = {
    "array": ("valid-deref", "int a[4];\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n  if (i < 0 || i > 4) return 0;\n"
              "  a[i] = 1;\n  return 0;\n}\n", "`a[i]` writes element 4 of `a`, an array of 4"),
    "heap": ("valid-deref", "int main(void) {\n  int *b = malloc(8 * sizeof *b);\n  int x = b[8];\n  free(b);\n  return x;\n}\n",
             "`b[8]` reads element 8 of an array of 8, allocated at line 5"),
    "before": ("valid-deref", "int main(void) {\n  char *b = malloc(3);\n  int i = __VERIFIER_nondet_int();\n  if (i < -1 || i > 2) return 0;\n"
               "  b[i] = 'x';\n  free(b);\n  return 0;\n}\n", "`b[i]` writes element -1 of an array of 3, allocated at line 5"),
    "structure": ("valid-deref", "struct node { int v; struct node *next; };\nint main(void) {\n  struct node *n = malloc(8);\n"
                  "  n->next = 0;\n  free(n);\n  return 0;\n}\n", "`n->next` writes bytes 8 to 15 of the 8 bytes from malloc at line 6"),
    "rows": ("valid-deref", "int main(void) {\n  unsigned char m[3][4] = {{1}};\n  int j = 4;\n  return m[2][j];\n}\n",
             "`m[2][j]` reads element 4 of an array of 4"),
    "null": ("valid-deref", "int main(void) {\n  int *p = 0;\n  return *p;\n}\n", "`*p` reads through `p`, which is null"),
    "freed": ("valid-deref", "int main(void) {\n  int *p = malloc(4);\n  *p = 1;\n  free(p);\n  return *p;\n}\n",
              "`*p` reads memory from malloc at line 5 that was freed at line 7"),
    "life": ("valid-deref", "int main(void) {\n  int *p = 0;\n  {\n    int x = 3;\n    p = &x;\n  }\n  return *p;\n}\n",
             "`*p` reads `x` after its life ended"),
    "free_twice": ("valid-free", "int main(void) {\n  int *p = malloc(4);\n  int *q = p;\n  free(p);\n  free(q);\n  return 0;\n}\n",
                   "`free(q)`: memory from malloc at line 5 was freed at line 7 already"),
    "free_middle": ("valid-free", "int main(void) {\n  int *p = malloc(16);\n  p = p + 1;\n  free(p);\n  return 0;\n}\n",
                    "`free(p)`: `p` leads to byte 4 of the 16 bytes from malloc at line 5, not to their start"),
    "free_local": ("valid-free", "int main(void) {\n  int x = 1;\n  int *p = &x;\n  free(p);\n  return x;\n}\n",
                   "`free(p)`: `p` leads to `x`, which was not allocated"),
    "left": ("valid-memcleanup", "int main(void) {\n  char *p = malloc(16);\n  return p == 0;\n}\n",
             "the 16 bytes from malloc at line 5 are not freed when the program ends"),
    "lost": ("valid-memtrack", "int main(void) {\n  char *p = malloc(16);\n  p = malloc(1);\n  free(p);\n  p = 0;\n  return 0;\n}\n",
             "the 16 bytes from malloc at line 5 are lost when `p` is overwritten at line 6"),
    "sum": ("no-overflow", "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  return x + 1 > 0;\n}\n",
            "`x + 1` overflows: 2147483647 + 1 = 2147483648 is no int"),
    "negation": ("no-overflow", "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  return -x > 0;\n}\n",
                 "`-x` overflows: -(-2147483648) = 2147483648 is no int"),
    "quotient": ("division-by-zero", "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  return 100 / x;\n}\n",
                 "`100 / x` divides by zero"),
    "shift": ("shift-out-of-range", "int main(void) {\n  unsigned n = 40;\n  return 1u << n;\n}\n",
              "`1u << n` shifts by 40 bits, unsigned int has 32"),
}
GHOST = re.compile(r"tracked object|\(alive\)|end of the heap")
SANITIZERS = re.compile(r"confirmed by (\w+ \(\w+\)(, )?)+")


def write_all(f):
    for name, (_, program, _) in ERRORS.items():
        f.file(name + ".c", HEAD + program)


@test
def errors_of_memory_and_arithmetic_in_words(f):
    write_all(f)
    for name, (kind, _, words) in ERRORS.items():
        output = f.answered(1, "check", "--property", kind, "--sarif", "s.sarif", "--json", "r.json", name + ".c")
        equal(last_line(output), "FALSE(%s)" % kind, name)
        contains(output.splitlines()[0], ": error: " + words)
        holds(not GHOST.search(output), output)
        run = json.loads((f.folder / "s.sarif").read_text())["runs"][0]
        contains(run["results"][0]["message"]["text"], words)
        equal(run["results"][0]["ruleId"], kind)
        equal(run["tool"]["driver"]["rules"][run["results"][0]["ruleIndex"]]["id"], kind)
        result = json.loads((f.folder / "r.json").read_text())
        holds(result["traces"][0]["error"].startswith(words), result["traces"][0]["error"])
        for entry in result["traces"][0]["inputs"]:
            holds(not GHOST.search(entry["variable"]), str(entry))
        equal(schema_findings(result), [])


@test
def places_of_errors_are_named_whole(f):
    for program, words in (
            ("struct s { int a[2], n; };\nint main(void) {\n  struct s s = {{0}, 2};\n  struct s *p = &s;\n  p->a[p->n++] = 1;\n  return 0;\n}\n",
             "`p->a[p->n++]` writes element 2 of `s.a`, an array of 2"),
            ("int (*h[2])(int);\nint main(void) {\n  return h[1](3);\n}\n", "call through h[1], which is null"),
            ("int main(void) {\n  char d[3];\n  strcpy(d, \"abc\");\n  return d[0];\n}\n",
             "write outside of d, an array of 3, in strcpy"),
            # An array within an allocated object.
            ("struct s { int a[4], n; };\nint main(void) {\n  struct s *p = malloc(sizeof *p);\n  p->n = 0;\n"
             "  p->a[--p->n] = 1;\n  return 0;\n}\n", "`p->a[--p->n]` writes element -1 of an array of 4"),
            # What the library's text says is not the program's.
            ("int main(void) {\n  char *p = malloc(3);\n  strcpy(p, \"abc\");\n  return 0;\n}\n", "`strcpy` writes element 3 of ")):
        f.file("a.c", HEAD + program)
        contains(f.answered(1, "check", "--check", "valid-deref", "a.c").splitlines()[0], ": error: " + words)


@test
def misuse_of_library_functions_in_words(f):
    f.file("a.c", HEAD + "extern int isdigit(int);\nint main(void) {\n  signed char c = (signed char)__VERIFIER_nondet_int();\n"
           "  return isdigit(c) != 0;\n}\n")
    contains(f.answered(1, "check", "--property", "undefined-call", "a.c").splitlines()[0],
             "a.c:7:10: error: a number that is neither EOF nor an unsigned char in isdigit")


@test
def conversions_that_are_not_modelled_are_named(f):
    for call, words in (("snprintf(a, 9, \"%d %5.2e\", x, 2.0)", "snprintf with %5.2e"),
                        ("sscanf(a, \"%d %3i\", &x, &x)", "sscanf with %3i"),
                        ("scanf(\"%*d %3x\", &x)", "scanf with %3x"),
                        ("sprintf(a, \"%1$d\", x)", "sprintf with %1$"),
                        ("scanf(a, &x)", "scanf with a format that is no literal")):
        f.file("a.c", "#include <stdio.h>\nextern void reach_error(void);\nint main(void) {\n  char a[9] = \"1 2\";\n  int x = 0;\n"
               "  if (" + call + " == 1) reach_error();\n  return 0;\n}\n")
        output = f.answered(3, "check", "--property", "unreach-call", "a.c")
        contains(last_line(output), "call of " + ("library function " if "printf" in words else "") + words + " at a.c:6:7")


@test
def checks_that_nothing_comes_to(f):
    f.file("a.c", HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int() & 3;\n  if (x > 5)\n    return 7 / (x & 4);\n"
           "  return 7 / (x + 1);\n}\n")
    contains(f.answered(0, "check", "--check", "valid-deref", "--json", "r.json", "a.c"), "3 checks: 2 holds, 1 unreached")
    checks = json.loads((f.folder / "r.json").read_text())["checks"]
    equal([(check["location"]["line"], check["status"]) for check in checks], [(7, "unreached"), (8, "holds"), (8, "holds")])


@test
def that_memory_never_runs_out_is_said(f):
    f.file("a.c", HEAD + "int main(void) {\n  int *p = malloc(4);\n  *p = 3;\n  free(p);\n  return 0;\n}\n")
    contains(f.answered(0, "check", "--property", "valid-deref", "a.c"), "  - malloc and its kin never return null (--malloc-may-fail lets them)\n")
    contains(f.answered(1, "check", "--property", "valid-deref", "--malloc-may-fail", "a.c").splitlines()[0], "`*p` writes through `p`, which is null")


@test
def what_should_hold_of_a_heap_access_is_said_of_the_index(f):
    f.file("a.c", HEAD + "int main(void) {\n  int *b = malloc(8 * sizeof *b);\n  int i = __VERIFIER_nondet_int();\n"
           "  if (i < 0 || i > 8) return 0;\n  b[i] = 1;\n  free(b);\n  return 0;\n}\n")
    output = f.answered(1, "check", "--property", "valid-deref", "--explanation", "full", "a.c")
    holds("more)" not in output and "what should hold here" not in output, output)
    holds(re.search(r"a\.c:8 +\[invalid write: b\[i\]\] +violates i <= 7\n", output), output)


@test
def an_error_in_a_header_is_confirmed(f):
    f.file("set.h", "struct t { int a, b; };\nstatic void set(struct t *t) {\n  t->b = -1;\n}\n")
    name = f.file("a.c", "#include \"set.h\"\nint main(void) {\n  struct t t[2];\n  set(&t[2]);\n  return 0;\n}\n")
    output = f.answered(1, "check", "--check", "valid-deref", "--replay", "--no-explanation", name)
    contains(output.splitlines()[0], "set.h:3:3: error: ")
    holds(SANITIZERS.search(output), output)


@test
def page_lists_checks(f):
    f.file("a.c", HEAD + ERRORS["array"][1])
    f.answered(1, "check", "--check", "valid-memcleanup", "--report", "page", "a.c")
    page = (f.folder / "page" / "index.html").read_text()
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
    equal([(check["status"], check["kind"], check["place"]) for check in data["checks"]][0], ("violated", "valid-deref", "a.c:8"))
    equal(data["checks"][0]["trace"], 0)


@test
def witnesses_of_errors_of_operations(f):
    write_all(f)
    for name, (kind, _, _) in ERRORS.items():
        for witness in ("w.yml", "w.graphml"):
            f.answered(1, "check", "--property", kind, "--witness", witness, name + ".c")
            holds(not GHOST.search((f.folder / witness).read_text()), witness)
            equal(last_line(f.answered(1, "validate", "--witness", witness, name + ".c")), "FALSE(%s)" % kind, name + " " + witness)


@test
def target_is_the_full_expression(f):
    f.file("a.c", HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y =   x + 1;\n  return y;\n}\n")
    f.answered(1, "check", "--property", "no-overflow", "--witness", "w.yml", "a.c")
    witness = (f.folder / "w.yml").read_text()
    contains(witness, "CHECK( init(main()), LTL(G ! overflow) )")
    target = witness[witness.index('"target"'):]
    contains(target, "line: 6")
    contains(target, "column: 13")


@test
def witness_of_a_proof_without_property(f):
    f.file("a.c", HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 9) return 0;\n"
           "  while (x < 100) x = x + 1;\n  return x;\n}\n")
    f.answered(0, "check", "--property", "no-overflow", "--witness", "w.yml", "a.c")
    equal(last_line(f.answered(0, "validate", "--witness", "w.yml", "a.c")), "TRUE")


@test
def sanitizers_confirm_errors(f):
    if not shutil.which("gcc"):
        return
    write_all(f)
    for name, (kind, _, _) in ERRORS.items():
        output = f.answered(1, "check", "--property", kind, "--replay", "--json", "r.json", name + ".c")
        result = json.loads((f.folder / "r.json").read_text())
        equal(schema_findings(result), [])
        holds(SANITIZERS.fullmatch(result["confirmation"]), name + ": " + result["confirmation"] + str(result["replays"]))
        contains(output, "The error is " + result["confirmation"])
