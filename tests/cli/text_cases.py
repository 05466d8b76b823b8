# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the text report: on a terminal and elsewhere."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios

from cli_harness import UNSAFE, contains, equal, holds, test

COLOUR = re.compile("\x1b\\[[0-9;]*m")


def on_terminal(f, width, *arguments, **environment):
    """What a run writes to a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(f.command(arguments), cwd=f.folder, stdin=subprocess.DEVNULL,
                               stdout=theirs, stderr=subprocess.DEVNULL, env={**variables, "TERM": "xterm", **environment})
    os.close(theirs)
    output = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        output += data
    os.close(ours)
    process.wait(timeout=60)
    return output.decode().replace("\r\n", "\n")


@test
def colour_only_where_it_is_wanted(f):
    name = f.file("a.c", UNSAFE)
    contains(on_terminal(f, 100, "check", name), "\x1b[1;31mFALSE(unreach-call)\x1b[0m")
    holds("\x1b" not in on_terminal(f, 100, "check", name, NO_COLOR="1"), "NO_COLOR")
    holds("\x1b" in on_terminal(f, 100, "check", name, NO_COLOR=""), "an empty NO_COLOR says nothing")
    holds("\x1b" not in on_terminal(f, 100, "check", name, TERM="dumb"), "a dumb terminal")
    holds("\x1b" not in f.answered(1, "check", name), "no terminal")


@test
def lines_end_where_the_terminal_does(f):
    """Names and places that are short enough leave room for everything, down to 60 columns."""
    name = f.file("a.c", """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int limit_of_the_first_and_the_second(int first, int second) { return first > second ? first : second; }
int main(void) {
  int a_rather_long_name = __VERIFIER_nondet_int();
  int another_rather_long_name = a_rather_long_name % 1000 + a_rather_long_name / 1000 + 17;
  if (limit_of_the_first_and_the_second(a_rather_long_name, another_rather_long_name) > 4242 && another_rather_long_name > 3) reach_error();
  return 0;
}
""")
    for width in (60, 80, 120):
        for command in ("check", "explain"):
            text = COLOUR.sub("", on_terminal(f, width, command, name))
            contains(text, "FALSE(unreach-call)")
            # A word that is longer than the room for it stays whole.
            too_long = [line for line in text.splitlines() if len(line) > width and max(map(len, line.split())) <= 24]
            equal(too_long, [], "%s at %d" % (command, width))
    wide = COLOUR.sub("", on_terminal(f, 400, "check", name))
    holds(any(len(line) > 120 for line in wide.splitlines()), "a wide terminal is not used")


@test
def a_terminal_obeys_nothing_a_program_says(f):
    """Control characters, directions of writing and bytes that are no text are shown, not sent."""
    source = UNSAFE.replace("if (x > limit)", 'if (x > limit + ("@"[0] == 0))').encode()
    name = f.file("a\x1b[31m.c", source.replace(b"@", b"\x1b[2J\xff\xe2\x80\xae\xc2\x9b"))
    for command in ("check", "explain"):
        output = f.run(command, name).stdout
        text = output.decode("utf-8")
        holds(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text), repr(text))
        contains(text, "\\x1b[2J\ufffd\\u202e\\x9b")
        contains(text, "a\\x1b[31m.c:9:7: error: call of reach_error")


@test
def a_library_function_is_one_step(f):
    """What strncpy does inside is not the user's: one step with its effect, and no statement of ours anywhere."""
    name = f.file("a.c", """#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char name[8];
  int v = __VERIFIER_nondet_int();
  strncpy(name, "abcdef", 3);
  assert(name[1] != 'b' || strcmp(name, "abd") >= -3 || v != 5);
  return 0;
}
""")
    for command in ("check", "explain"):
        text = f.answered(1, command, name)
        # Where the explanation takes more than a second the execution stands above it, too.
        rows = [line for line in text[text.rfind("Execution"):].splitlines()
                if "strncpy(...)" in line and "a.c:7" in line and "name[0" in line]
        equal(len(rows), 1, command)
        contains(rows[0], 'name[0…2] = "abc"')
        contains(text, "left open by the standard in strcmp()")
        for inside in ("to[i]", "i++", "from[i]", "a[i]", "uninitialised any", "COMPARE"):
            holds(inside not in text.split("Why the error happens")[0], inside)


@test
def what_a_header_says_is_placed_there(f):
    """Statements of an included file have its name and lines, in every report; its inputs cannot be overlooked."""
    f.file("limits.h", "static int limited(int x) {\n  int y = x * 2;\n  if (y > 10)\n    y = 10;\n  return y;\n}\n")
    name = f.file("a.c", """#include "limits.h"
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int next(int a) { return limited(a) + 1; }
int main(void) {
  if (next(__VERIFIER_nondet_int()) == 7) reach_error();
  return 0;
}
""")
    text = f.answered(1, "check", name, "--json", "r.json", "--report", "page", "--sarif", "r.sarif", "--witness", "w.yml")
    contains(text, "limits.h:2")
    holds(re.search(r"a\.c:4 +next +limited\(x = a\)", text), "the caller passes the argument")
    result = json.loads((f.folder / "r.json").read_text(encoding="utf-8"))
    place = next(s["location"] for s in result["statements"].values() if s["text"] == "int y = x * 2")
    holds(place["file"].endswith("limits.h"), place["file"])
    equal((place["line"], place["column"]), (2, 3))
    equal(len(result["input"]["files"]), 1, "the files given")
    contains((f.folder / "page/index.html").read_text(encoding="utf-8"), "static int limited(int x)")
    contains((f.folder / "r.sarif").read_text(encoding="utf-8"), "limits.h")
    contains(f.answered(1, "validate", "--witness", "w.yml", name), "FALSE")


def inputs_of(text):
    """The lines of inputs, spaces made one."""
    lines = text.split("Inputs:\n")[1].split("\n\n")[0].splitlines()
    return [" ".join(line.split()) for line in lines]


@test
def a_model_has_its_variables_and_the_program_its_own(f):
    """What ungetc keeps is shown to nobody; a global of the program is, whatever its name."""
    name = f.file("a.c", r"""#include <stdio.h>
#include <string.h>
extern void reach_error(void);
char bireach_text[4];
int main(void) {
  strcpy(bireach_text, "abc");
  ungetc(bireach_text[1], stdin);
  if (getchar() == 'b') reach_error();
  return 0;
}
""")
    text = f.answered(1, "check", "--property", "unreach-call", name)
    holds("bireach_ungetc" not in text, text)
    contains(text, "[ungetc character] == 98")
    holds(any("strcpy(...)" in line and 'bireach_text[0…3] = "abc"' in line for line in text.splitlines()), text)


@test
def characters_that_one_call_reads_are_a_text(f):
    name = f.file("a.c", r"""#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[8];
  int n = 0;
  for (int i = 0; i < 2; i++) {
    if (!fgets(a, 4, stdin)) return 0;
    if (i == 0 && strcmp(a, "a\"b")) return 0;
    if (i == 1 && strcmp(a, "c\\\n")) return 0;
  }
  if (scanf("%d", &n) != 1 || n != 77) return 0;
  reach_error();
  return 0;
}
""")
    text = f.answered(1, "check", "--property", "unreach-call", "--json", "r.json", "--report", "r", name)
    lines = inputs_of(text)
    equal([line for line in lines if "fgets" in line],
          ['text from fgets() = "a\\"b" a.c:8', 'text from fgets() = "c\\\\\\n" a.c:8'])
    holds("number read by scanf() = 77 a.c:12" in lines, lines)
    # Programs that read the report get them one by one.
    values = [one["value"] for one in json.loads((f.folder / "r.json").read_text())["traces"][0]["inputs"]
              if one["function"] == "fgets"]
    equal(values, [str(ord(c)) for c in 'a"bc\\\n'])
    contains((f.folder / "r" / "index.html").read_text(), "text from fgets()")


@test
def arguments_of_the_command_line_are_texts(f):
    name = f.file("a.c", """#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[2], "-v") == 0 && argv[1][0] == 'x') reach_error();
  return 0;
}
""")
    lines = inputs_of(f.answered(1, "check", "--property", "unreach-call", name))
    # Which text the first one is does not matter.
    equal([line for line in lines if "command line" in line][1:],
          ['argument 1 of the command line = "x" and any text a.c:3',
           'argument 2 of the command line = "-v" a.c:3'])


@test
def parameters_without_a_name_are_no_texts(f):
    name = f.file("a.c", """extern void reach_error(void);
int main(int, char **);
int main(int, char **) {
  reach_error();
  return 0;
}
""")
    text = f.answered(1, "check", "--property", "unreach-call", name)
    holds("command line" not in text, text)


@test
def an_assertion_that_holds_is_reached(f):
    """Who comes to its condition comes to it; behind a condition that never holds it is unreached."""
    name = f.file("a.c", "#include <assert.h>\nint main(void) {\n  int x = 3;\n  assert(x == 3);\n"
                         "  if (x == 4)\n    assert(x > 5);\n  return 0;\n}\n")
    f.answered(0, "check", "--check", "valid-deref", "--json", "r.json", name)
    checks = json.loads((f.folder / "r.json").read_text(encoding="utf-8"))["checks"]
    equal({check["location"]["line"]: check["status"] for check in checks}, {4: "holds", 6: "unreached"})


@test
def an_error_behind_an_unwritten_read_is_none_of_its_own(f):
    name = f.file("a.c", """#include <assert.h>
#include <stdio.h>
int main(void) {
  unsigned char buffer[2];
  if (fread(buffer, 1, 2, stdin) != 1) return 0;
  int x = buffer[1];
  if (x == 5) assert(0);
  return 0;
}
""")
    text = f.answered(1, "check", "--check", "valid-deref", "--no-explanation", "--timeout", 20, "--json", "r.json", name)
    contains(text, "a.c:6:11: error: uninitialised read: buffer[1] [uninitialised-read]")
    checks = json.loads((f.folder / "r.json").read_text(encoding="utf-8"))["checks"]
    equal([check["location"]["line"] for check in checks if check["status"] == "violated"], [6])


@test
def rows_of_arrays_are_told_as_c_has_them(f):
    """In memory of bytes the address of an element behind its row is kept in temporaries; it is no null pointer."""
    f.file("rows.c", r"""#include <stdio.h>
#include <string.h>
struct page { char line[3][7]; int used; };
static int put(struct page *p, const char *text) {
  int at = 0;
  memset(p, 0, sizeof *p);
  for (const char *w = text; *w; w += 2) {
    size_t n = w[1] ? 2 : 1;
    if (n == 1) return 0;
    if (at > 0) p->line[p->used][at++] = ' ';
    memcpy(&p->line[p->used][at], w, n);
    at += (int)n;
    p->line[p->used][at] = '\0';
  }
  return 0;
}
int main(void) {
  char text[12];
  struct page page;
  return fgets(text, sizeof text, stdin) ? put(&page, text) : 1;
}
""")
    text = f.answered(1, "check", "--no-explanation", "--stop-on-first", "--timeout", 40, "rows.c")
    contains(text, "rows.c:13:5: error: `p->line[p->used][at] = '\\0'` writes element 8 of an array of 7 [valid-deref]")
    contains(text, "page.line[0][2]: 0 -> 32")
    f.file("table.c", "static const unsigned char table[4][3] = {{1, 2, 3}};\n"
                      "int main(int argc, char **argv) {\n  unsigned row = argc;\n  return table[row][1];\n}\n")
    text = f.answered(1, "check", "--no-explanation", "--stop-on-first", "table.c")
    holds(re.match(r"table\.c:4:10: error: `table\[row\]\[1\]` reads table\[\d+\]\[1\], outside of an array of 4 × 3", text), text)


@test
def options_of_programs_are_tried(f):
    """Characters follow each other as in the program's literals."""
    name = f.file("a.c", """#include <string.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *option = argv[i];
    if (strcmp(option, "--verbose") == 0) continue;
    if (strcmp(option, "-n") == 0) {
      const char *number = argv[++i];
      if (number[0] == '0') return 1;
    }
  }
  return 0;
}
""")
    text = f.answered(1, "check", "--no-explanation", "--stop-on-first", "--timeout", 40, name)
    contains(text, "a.c:8:11: error: `number[0]` reads through `number`, which is null [valid-deref]")
    holds(re.search(r'argument \d of the command line += "-n"', text), text)


@test
def harnesses_set_all_kinds_of_globals(f):
    for number, (declared, condition) in enumerate((
            ("struct { int x; unsigned b : 3; } v[4];", "v[1].b == 3"),
            ("struct { union { int i; unsigned u; } w; int z; } v[2];", "v[1].w.i == 8"),
            ("struct { const int k; int m; } v[2];", "v[1].k == 4"),
            ("int v[3][4];", "v[1][2] == 77"),
            ("double v[2][2];", "v[1][1] == 2.5"))):
        name = f.file("h%d.c" % number, "extern void reach_error(void);\n%s\nint f(int i, int *p) {\n"
                                        "  if (%s && i == 2 && *p == 3) reach_error();\n  return 0;\n}\n"
                      % (declared, condition))
        text = f.answered(1, "check", "--property", "unreach-call", "--no-explanation", "--entry", "f",
                          "--entry-pointers", "valid", "--replay", name)
        contains(text, "Replay with gcc: replayed (exit status 107)")


@test
def members_of_allocated_structures_have_their_names(f):
    """What memory held before its first write is nobody's value; which element was not written is told, also why."""
    name = f.file("a.c", """#include <stdlib.h>
#include <string.h>
struct staff { char name[3]; int age; };
int main(void) {
  struct staff *s = malloc(2 * sizeof *s);
  if (!s) return 0;
  strcpy(s[0].name, "ab");
  s[0].age = 3;
  strcpy(s[1].name, "cd");
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += s[i].age;
  free(s);
  return sum > 10;
}
""")
    text = f.answered(1, "check", "--stop-on-first", name)
    contains(text, "a.c:11:38: error: uninitialised read: s[i].age (heap#1[1].age from malloc at line 5)")
    for shown in ('heap#1[0].name[0…2] = "ab"', "heap#1[0].age = 3", 'heap#1[1].name[0…2] = "cd"',
                  "(the address read) == &heap#1[1].age", "!(it was written)"):
        contains(text, shown)
