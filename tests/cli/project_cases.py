# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of what modules of whole projects need: flags of builds, compilation databases, headers."""
import json
import re
import shutil
import subprocess

from cli_harness import SAFE, UNSAFE, contains, equal, holds, last_line, test, whole_json

BUILD_LINE = ("-O2 -Os -O0 -Wall -Wextra -Werror -Wno-unused -Wp,-MMD,.deps/a.d -g -ggdb3 -gdwarf-4 -c -fPIC -fno-strict-aliasing "
              "-fstack-protector-strong -MD -MMD -MP -MF a.d -MT a.o -MQ a.o -pipe -pthread -march=native -mtune=generic -msse2 "
              "-pedantic -o a.o -Lsome -lm -Wl,-z,now -shared -static -x c --param max=3 -fsanitize=address --coverage").split()

# Headers

@test
def flags_of_a_build_log(f):
    name = f.file("a.c", SAFE)
    quiet = f.run("check", *BUILD_LINE, name)
    equal((quiet.returncode, last_line(quiet.stdout.decode())), (0, "TRUE"), quiet.stderr.decode())
    equal(quiet.stderr, b"")
    holds(not (f.folder / "a.o").exists())
    told = f.run("check", "-v", *BUILD_LINE, name).stderr.decode()
    contains(told, "flags that change nothing here: -O2 ")
    contains(told, "-o a.o")
    # What nobody knows is ignored, too, but said.
    unknown = f.run("check", "-fsome-optimisation", "-mfma", name)
    equal((unknown.returncode, last_line(unknown.stdout.decode())), (0, "TRUE"))
    contains(unknown.stderr.decode(), "flags that are not known, and are ignored: -fsome-optimisation -mfma")
    # A flag of ours with its value is none of a compiler's.
    equal(last_line(f.answered(0, "check", "--json", "-g", name)), "TRUE")
    holds((f.folder / "-g").exists())


@test
def flags_that_mean_something(f):
    """… are heeded or refused; and options of ours that lack a dash are no flags."""
    name = f.file("a.c", SAFE)
    for flag, why in (("-ffast-math", "IEEE 754"), ("-Ofast", "IEEE 754"), ("-fshort-enums", "layout"), ("-fopenmp", "OpenMP"),
                      ("-fpack-struct=1", "layout"), ("-mbig-endian", "little-endian"), ("--sysroot=/x", "-isystem"),
                      ("-ftrapv", "--signed-overflow undefined"), ("-finput-charset=latin1", "UTF-8"), ("-fplan9-extensions", "language")):
        text = f.refused("check", flag, name)
        contains(text, flag.split("=")[0][:4])
        contains(text, why)
    contains(f.refused("check", "-xc++", name), "-x c++: the files are read as C")
    for wrong, right in (("-format", "--format"), ("-output", "--output"), ("-max-traces", "--max-traces"),
                         ("-malloc-may-fail", "--malloc-may-fail")):
        contains(f.refused("check", wrong, name), f"unknown option '{wrong}'")
    contains(f.refused("check", "-malloc-may-fail", name), "did you mean --malloc-may-fail?")
    contains(f.refused("check", "-isystem"), "-isystem")


@test
def folders_of_headers(f):
    (f.folder / "h").mkdir()
    (f.folder / "late").mkdir()
    f.file("h/value.h", "#define VALUE 1\n")
    f.file("late/value.h", "#define VALUE 2\n")
    f.file("late/stdio.h", "#error not this one\n")
    source = "#include %s\n#include <stdio.h>\nextern void reach_error(void);\nint main(void) { if (VALUE != %d) reach_error(); }\n"
    a = f.file("a.c", source % ("<value.h>", 1))
    b = f.file("b.c", source % ("<value.h>", 2))
    quoted = f.file("c.c", source % ('"value.h"', 1))
    for flags in (["-isystem", "h"], ["-isystemh"], ["-Ih"], ["-I", "h", "-idirafter", "late"], ["-idirafterh"]):
        equal(last_line(f.answered(0, "check", *flags, a)), "TRUE")
    equal(last_line(f.answered(0, "check", "-idirafter", "late", b)), "TRUE")
    equal(last_line(f.answered(0, "check", "-iquote", "h", "-idirafter", "late", quoted)), "TRUE")
    equal(last_line(f.answered(1, "check", "-iquote", "h", "-idirafter", "late", a)), "FALSE(unreach-call)")
    f.file("macros.h", "#define VALUE 1\nthis is no C\n")
    equal(last_line(f.answered(0, "check", "-imacros", "macros.h", f.file("d.c", source % ("<stddef.h>", 1)))), "TRUE")


@test
def plain_char_is_what_its_flag_says(f):
    program = ('#include <string.h>\n#include <assert.h>\nint main(void) {\n  char c = (char)200; char text[4] = "\\xf0!";\n'
               "  assert(c == EXPECTED);\n  assert(text[0] == FIRST);\n  assert(strlen(text) == 2);\n"
               '  assert(strcmp(text, "\\xf0!") == 0);\n  char other[4]; strcpy(other, text); assert(other[0] == FIRST);\n}\n')
    name = f.file("a.c", program)
    for flags in (["-funsigned-char"], ["-fno-signed-char"], ["-fsigned-char", "-funsigned-char"]):
        equal(last_line(f.answered(0, "check", *flags, "-DEXPECTED=200", "-DFIRST=240", name)), "TRUE")
    for flags in ([], ["-fsigned-char"], ["-funsigned-char", "-fsigned-char"]):
        equal(last_line(f.answered(0, "check", *flags, "-DEXPECTED=-56", "-DFIRST=-16", name)), "TRUE")
    answer = f.answered(1, "check", "--replay", "-funsigned-char", "-DEXPECTED=-56", "-DFIRST=240", name)
    equal(last_line(answer), "FALSE(unreach-call)")
    contains(answer, "gcc: replayed")


@test
def wrapping_is_no_error(f):
    name = f.file("a.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x; }\n")
    equal(last_line(f.answered(1, "check", "--stop-on-first", name)), "FALSE(no-overflow)")
    for flag in ("-fwrapv", "-fno-strict-overflow"):
        equal(last_line(f.answered(0, "check", "--stop-on-first", flag, name)), "TRUE")
    equal(last_line(f.answered(1, "check", "--stop-on-first", "-fwrapv", "-fno-wrapv", name)), "FALSE(no-overflow)")
    contains(f.refused("check", "-fwrapv", "--property", "no-overflow", name), "contradict")
    contains(f.refused("check", "-fwrapv", "--signed-overflow", "undefined", name), "contradict")


@test
def without_the_headers_of_the_system(f):
    name = f.file("a.c", "#include <stdio.h>\n" + SAFE)
    contains(f.refused("check", "-nostdinc", name), "'stdio.h' file not found")


# Compilation databases

def project(f):
    """Two files with flags of their own, built from another folder."""
    for folder in ("src", "inc", "build"):
        (f.folder / folder).mkdir()
    f.file("inc/limit.h", "extern int limit(int x);\n")
    f.file("src/a.c", '#include "limit.h"\nextern void reach_error(void);\nint main(void) {\n  if (limit(1) != WANTED) reach_error();\n  return 0;\n}\n')
    f.file("src/b.c", '#include "limit.h"\nint limit(int x) { return x + LIMIT; }\n')
    return [{"directory": str(f.folder / "build"), "file": "../src/a.c",
             "command": "/usr/bin/ccache gcc -DWANTED=\\(1+LIMIT\\) -DLIMIT=2 -I../inc -O2 -Wall -o a.o -c ../src/a.c"},
            {"directory": str(f.folder / "build"), "file": str(f.folder / "src" / "b.c"),
             "arguments": ["cc", "-isystem", "../inc", "-DLIMIT=2", "-std=c11", "-c", "../src/b.c", "-o", "b.o"]}]


@test
def compile_commands(f):
    entries = project(f)
    f.file("build/compile_commands.json", json.dumps(entries))
    for given in ("build/compile_commands.json", "build"):
        equal(last_line(f.answered(0, "check", "--compile-commands", given, "src/a.c", "./src/b.c")), "TRUE")
    f.refused("check", "src/a.c", "src/b.c")
    answer = f.answered(1, "check", "--compile-commands", "build", "-DLIMIT=2", "-UWANTED", "-DWANTED=4", "--replay", "--harness", "h.c",
                        "--json", "out.json", "src/a.c", "src/b.c")
    contains(answer, "gcc: replayed")  # though the files are compiled with different flags
    written = whole_json(f.folder / "out.json")
    contains(json.dumps(written), "frontend-arguments of src/a.c")
    commands = [line[3:].split() for line in (f.folder / "h.c").read_text().splitlines() if line.startswith(" *   gcc ")]
    equal(len(commands), 4)
    f.file("HARNESS.c", (f.folder / "h.c").read_text())
    for command in commands:
        subprocess.run(command, cwd=f.folder, check=True, capture_output=True)
    equal(subprocess.run(["./replay"], cwd=f.folder, capture_output=True).returncode, 107)


@test
def compile_commands_that_do_not_help(f):
    entries = project(f)
    run = ("check", "--compile-commands", "db.json", "src/a.c")
    contains(f.refused(*run), "db.json: no such compilation database")
    f.file("db.json", '[\n  {"directory": "/", \n  x}\n]')
    contains(f.refused(*run), "db.json:3:3: this is not JSON")
    f.file("db.json", "{}")
    contains(f.refused(*run), "db.json:1:1: a compilation database is a list")
    f.file("db.json", '[{"file": "a.c"}]')
    contains(f.refused(*run), 'db.json: entry 1 has no text "directory"')
    f.file("db.json", json.dumps([{"directory": "/", "file": "a.c"}]))
    contains(f.refused(*run), 'db.json: entry 1 has neither "arguments" nor "command"')
    f.file("db.json", json.dumps(entries))
    f.file("src/aa.c", SAFE)
    contains(f.refused("check", "--compile-commands", "db.json", "src/aa.c"), "no entry for src/aa.c (the nearest is for src/a.c)")
    entries[0]["command"] += " -ffast-math"
    f.file("db.json", json.dumps(entries))
    contains(f.refused(*run), "db.json: src/a.c: -ffast-math is not supported")
    entries[0]["command"] = "gcc @flags -c ../src/a.c"
    f.file("db.json", json.dumps(entries))
    contains(f.refused(*run), "@flags: files of arguments are not read")


@test
def compile_commands_for_all_files(f):
    entries = project(f)
    entries[0]["command"] += " -m32 -DSIZE=4"
    f.file("db.json", json.dumps(entries))
    contains(f.refused("check", "--compile-commands", "db.json", "src/a.c", "src/b.c"), "-m32 is given for some of the files only")
    f.file("src/a.c", "#include <assert.h>\nint main(void) { assert(sizeof(long) == SIZE); }\n")
    equal(last_line(f.answered(0, "check", "--compile-commands", "db.json", "src/a.c")), "TRUE")
    entries[0]["command"] = "gcc -fwrapv -c ../src/a.c"
    f.file("db.json", json.dumps(entries))
    f.file("src/a.c", "int main(int n, char **v) { return n + 1; }\n")
    equal(last_line(f.answered(0, "check", "--stop-on-first", "--compile-commands", "db.json", "src/a.c")), "TRUE")


# Errors, inputs

@test
def error_functions(f):
    """Whatever the function is: declared, defined here or in another file, static."""
    call = "extern int __VERIFIER_nondet_int(void);\n%s\nint main(void) { if (__VERIFIER_nondet_int() == 7) panic(%s); return 0; }\n"
    for declaration, value in (("extern void panic(int);", "3"), ("void panic(int x) { for (;;) ; }", "3"), ("extern void panic(int);", "3")):
        name = f.file("a.c", call % (declaration, value))
        equal(last_line(f.answered(0, "check", name)), "TRUE")
        answer = f.answered(1, "check", "--error-function", "panic", "--replay", name)
        equal(last_line(answer), "FALSE(unreach-call)")
        holds(re.search(r"^a\.c:3:\d+: error: call of panic \[unreach-call\]$", answer, re.M), answer)
        contains(answer, "gcc: replayed")
    name = f.file("a.c", call % ("static void panic(int x) { }", "3"))
    equal(last_line(f.answered(1, "check", "--error-function", "main", "--error-function", "panic", name)), "FALSE(unreach-call)")
    contains(f.refused("check", "--error-function", "pamic", name), "no function 'pamic' is declared or called in the input")
    macro = f.file("m.c", "extern void stop(int);\n#define panic(x) stop(x)\nint main(void) { panic(3); return 0; }\n")
    contains(f.refused("check", "--error-function", "panic", macro), "no function 'panic' is declared or called in the input: it is a macro")
    contains(f.refused("check", "--error-function", "f()", name), "'f()' is no name of a function")
    contains(f.refused("check", "--property", "valid-deref", "--error-function", "panic", name), "unreach-call")


HEADER_PROGRAM = """#include <bireach.h>
#include <stdio.h>
int main(void) {
  int minutes = bireach_nondet_int();
  bireach_assume(minutes >= 1 && minutes <= 100);
  if (bireach_nondet_bool() && bireach_nondet_double() == 0.5 && bireach_nondet_size_t() == sizeof(long)) bireach_error();
  bireach_assert(minutes != 44);
  return 0;
}
"""


@test
def own_header(f):
    name = f.file("a.c", HEADER_PROGRAM)
    answer = f.answered(1, "check", "--replay", "--report", "report", "--json", "out.json", "--witness", "w.yml", "--harness", "h.c", name)
    contains(answer, "gcc: replayed")
    holds(re.search(r"^a\.c:\d+:\d+: error: call of reach_error \[unreach-call\]$", answer, re.M), answer)
    equal(last_line(f.answered(1, "validate", "--witness", "w.yml", name)), "FALSE(unreach-call)")
    f.file("b.c", "#include <bireach.h>\nint main(void) {\n  unsigned char c = bireach_nondet_uchar();\n  bireach_assume(c > 3);\n  bireach_assert(c >= 4);\n}\n")
    equal(last_line(f.answered(0, "check", "b.c")), "TRUE")
    # One of the program's own is found before it.
    f.file("bireach.h", "#define bireach_error() 0\n")
    f.file("c.c", '#include "bireach.h"\nint main(void) { return bireach_error(); }\n')
    equal(last_line(f.answered(0, "check", "c.c")), "TRUE")


@test
def own_header_with_other_compilers(f):
    generated = f.run("--generate", "header")
    equal(generated.returncode, 0)
    f.file("bireach.h", generated.stdout)
    f.file("a.c", HEADER_PROGRAM)
    f.file("b.c", "#include <bireach.h>\nint other(void) { return bireach_nondet_int(); }\n")
    for compiler in ("gcc", "clang", "clang-14", "g++"):
        if shutil.which(compiler) is None:
            continue
        language = [] if compiler == "g++" else ["-std=c99", "-pedantic"]
        subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-I.", "a.c", "b.c", "-o", "program"], cwd=f.folder, check=True)
        for numbers, status in (("44 0", -6), ("43 0", 0), ("500", 0), ("5 1 0.5 8", -6), ("5 1 0.25 8", 0), ("", 0)):
            done = subprocess.run(["./program"], cwd=f.folder, input=numbers.encode(), capture_output=True)
            equal(done.returncode, status, compiler + " " + numbers)


RING = """#include <string.h>
extern void reach_error(void);
int limit = 5;
static int calls;
struct ring { unsigned head, count; int data[4]; const char *name; struct ring *next; };
int ring_put(struct ring *r, int value) {
  if (r->count >= 4) return 0;
  r->data[(r->head + r->count) % 4] = value;
  r->count++;
  return 1;
}
unsigned long name_length(const struct ring *r) { return r->name ? strlen(r->name) : 0; }
static int drain(struct ring *r, int k, const char *text) {
  calls++;
  if (!r) return 0;
  if (r->next && r->next->count == 17 && text[0] == 'x' && limit == 9 && calls == 4) reach_error();
  return k;
}
int main(void) { return drain(0, 0, ""); }
"""


@test
def pointers_of_the_entry_function(f):
    name = f.file("ring buffer.c", RING)
    def check(function, kind, *more):
        return f.run("check", "--stop-on-first", "--entry", function, "--entry-pointers", kind, *more, name).stdout.decode()
    for function in ("ring_put", "name_length"):
        answer = check(function, "valid", "--entry-array", "3")
        equal(last_line(answer), "TRUE", answer)
        contains(answer, f"pointer parameters of '{function}' point to separate objects of 3 elements")
        answer = check(function, "maybe-null", "--replay")
        equal(last_line(answer), "FALSE(valid-deref)")
        holds(re.search(r"^ring buffer\.c:\d+:\d+: error: .*which is null", answer, re.M), answer)
        contains(answer, "The error is confirmed by UndefinedBehaviorSanitizer (gcc)")
    # One that needs globals, a string, an object behind another one; the harness sets them all.
    answer = f.answered(1, "check", "--entry", "drain", "--entry-pointers", "valid", "--replay", "--harness", "h.c", "--json", "out.json",
                        "--witness", "w.yml", "--report", "report", name)
    result = whole_json(f.folder / "out.json")
    equal(result["harness"]["not_set"], [])
    for replay in result["replays"]:
        holds(replay["result"] in ("replayed", "no compiler"), replay)
    contains(answer, "pointers in objects that these point to lead to objects whose own pointers are null")
    for line in (f.folder / "h.c").read_text().splitlines():
        if line.startswith(" *   gcc "):
            subprocess.run([w.replace("HARNESS", "h") for w in line[3:].split()], cwd=f.folder, check=True, capture_output=True)
    equal(subprocess.run(["./replay"], cwd=f.folder, capture_output=True).returncode, 107)
    equal(last_line(f.answered(0, "check", "--entry", "drain", "--entry-pointers", "valid", "-DCALLS", f.file("b.c", RING.replace("== 17", "== -1 && 0")))), "TRUE")


@test
def arguments_that_cannot_be_made(f):
    name = f.file("a.c", "extern void reach_error(void);\nstruct s; void f(struct s *p, void (*g)(void)) { if (p) g(); }\n"
                  "void h(struct { int x; } *p) { }\n")
    equal(last_line(f.answered(3, "check", "--entry", "f", "--entry-pointers", "valid", name))[:8], "UNKNOWN(")
    contains(f.refused("check", "--entry", "h", "--entry-pointers", "valid", name), "the type has no name")
    contains(f.refused("check", "--entry", "h", "--entry-pointers", "some", name), "valid, maybe-null, arbitrary")
    contains(f.refused("check", "--entry", "nothing", "--entry-pointers", "valid", name), "no function 'nothing'")


@test
def missing_headers(f):
    for folder in ("project", "project/src", "project/src/deep", "project/include", "project/include/lib"):
        (f.folder / folder).mkdir()
    f.file("project/include/lib/x.h", "\n")
    f.file("project/src/deep/a.c", "#include <lib/x.h>\n" + SAFE)
    text = f.refused("check", "project/src/deep/a.c")
    contains(text, "project/src/deep/a.c:1:10: 'lib/x.h' file not found")
    contains(text, "-I project/include would find it")
    equal(last_line(f.answered(0, "check", "-I", "project/include", "project/src/deep/a.c")), "TRUE")
    f.file("project/src/deep/a.c", "#include <no/such.h>\n" + SAFE)
    contains(f.refused("check", "project/src/deep/a.c"), "a package is missing")


@test
def preprocessed_headers(f):
    """What gcc makes of a file with headers is read like the file."""
    headers = ("assert", "ctype", "errno", "fcntl", "inttypes", "limits", "locale", "math", "netinet/in", "pthread", "setjmp", "signal",
               "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "strings", "sys/socket", "sys/stat",
               "sys/time", "sys/types", "sys/wait", "time", "unistd", "wchar", "complex", "poll", "dirent", "sys/select", "semaphore")
    f.file("a.c", "".join(f"#include <{name}.h>\n" for name in headers) + SAFE)
    for flags in ([], ["-O2", "-D_FORTIFY_SOURCE=2"], ["-D_GNU_SOURCE", "-std=c11"], ["-D_GNU_SOURCE", "-O2"], ["-m32"]):
        made = subprocess.run(["gcc", "-E", "a.c", "-o", "a.i", *flags], cwd=f.folder, capture_output=True)
        if made.returncode != 0:
            holds("-m32" in flags, made.stderr.decode())  # where there are no headers for it
            continue
        result = f.run("check", *flags, "a.i")
        equal((result.returncode, last_line(result.stdout.decode())), (0, "TRUE"), result.stderr.decode() + str(flags))
        equal(result.stderr, b"")
