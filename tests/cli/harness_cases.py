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


def replayed_with_everything(f, *arguments):
    """The error is reached with each compiler, also under the sanitizer: what it allocates is not the program's."""
    f.answered(1, "check", *arguments, "--harness", "h.c", "--replay", "--json", "r.json", "a.c")
    result = json.loads((f.folder / "r.json").read_text())
    equal(result["harness"]["not_set"], [])
    for replay in result["replays"]:
        if shutil.which(replay["compiler"]) and builds(replay["compiler"], "-m64"):
            equal(replay["result"], "replayed", replay)


@test
def arguments_of_main_and_ends_of_streams(f):
    f.file("a.c", HEAD + DEFINED + r"""#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 4 || strcmp(argv[1], "-\"8") || argv[2][0] || argv[3][1] != '\xff') return 0;
  argv[1][0] = '+';
  char line[4];
  if (!feof(stdin) && fgets(line, 4, stdin) && line[0] == argv[3][0] && line[1] == '9' && feof(stdin)) reach_error();
  return 0;
}
""")
    replayed_with_everything(f)


@test
def what_the_system_and_streams_give(f):
    for end in ("", " && feof(stdin)"):  # with it, streams have a state
        f.file("a.c", HEAD + DEFINED + r"""#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
int main(void) {
  struct stat about;
  unsigned char bytes[2];
  char *line = 0;
  size_t size = 0;
  int number = 0;
  if (stat("x", &about) || !S_ISDIR(about.st_mode) || getrandom(bytes, 2, 0) != 2 || bytes[1] != 7) return 0;
  if (getdelim(&line, &size, ';', stdin) != 2 || line[0] != 'x') return 0;
  if (scanf("%d", &number) == 1 && number == 5""" + end + r""") reach_error();
  return 0;
}
""")
        replayed_with_everything(f)


@test
def contents_of_the_programs_own_objects(f):
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  int *zero = calloc(2, 4);
  int *(*by_pointer)(unsigned long) = (int *(*)(unsigned long))malloc;
  int *q = malloc(8);
  if (q[1] == 77 && *p == 5 && zero[1] == 0) { free(p); free(q); reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)
    text = f.answered(1, "check", "--harness", "h.c", "a.c")
    contains(text, "Harness: h.c: 0 values, the contents of 2 allocated objects")


@test
def allocations_that_fail(f):
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  int *q = malloc(8);
  int x = __VERIFIER_nondet_int();
  if (p && !q && x == 4 && *p == 9) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f, "--malloc-may-fail")
    text = f.answered(1, "check", "--malloc-may-fail", "--harness", "h.c", "a.c")
    contains(text, "Harness: h.c: 1 value, the contents of 1 allocated object, 1 failing allocation")


@test
def products_that_overflow_are_no_allocations(f):
    f.file("a.c", HEAD + DEFINED + """extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
extern void *reallocarray(void *, unsigned long, unsigned long);
int main(void) {
  int *q = calloc(1UL << 63, 2);
  int *p = malloc(8);
  int *r = reallocarray(p, 1UL << 62, 8);
  p = reallocarray(p, 4, 4);
  if (!q && !r && p[1] == 42) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)


@test
def allocations_are_told_from_objects_on_the_stack(f):
    """By which allocator makes them, not by how the call is written."""
    f.file("a.c", HEAD + DEFINED + """#include <alloca.h>
#include <stdlib.h>
#define on_stack(size) alloca(size)
#define on_heap(size) malloc(size)
static int my_alloca(int size) { return size; }
int main(void) {
  char *text = malloc(my_alloca(3));
  int *local = on_stack(8);
  int *other = __builtin_alloca(8);
  int *q = on_heap(8);
  local[0] = other[0] = 1;
  if (q[1] == 77 && text[2] == 5 && local[0] == other[0]) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)


@test
def only_allocations_on_the_heap_are_made_fail(f):
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
static int my_alloca(int size) { return size; }
int main(void) {
  char *text = malloc(my_alloca(3));
  int *q = malloc(8);
  if (!text && q) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f, "--malloc-may-fail")
    f.file("a.c", HEAD + DEFINED + "int main(void) { int *p = __builtin_alloca(8); if (!p) { reach_error(); } return 0; }\n")
    contains(f.run("check", "--malloc-may-fail", "--harness", "h.c", "a.c").stderr.decode(), "alloca fails")


@test
def allocations_whose_address_nobody_takes_are_counted(f):
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
int main(void) {
  malloc(4);
  (void)calloc(2, 4);
  int *q = malloc(8);
  if (q[1] == 77) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)


KERNEL = """extern void *kmalloc(unsigned long size, int flags);
extern void *kzalloc(unsigned long size, unsigned flags);
extern void *kcalloc(unsigned long count, unsigned long size, unsigned flags);
extern void *vmalloc(unsigned size);
extern void *vzalloc(unsigned long size);
extern void kfree(const void *object);
extern void vfree(void *object);
extern void *alloca(unsigned long size);
"""


@test
def allocators_that_no_c_library_has(f):
    f.file("a.c", HEAD + DEFINED + KERNEL + """int main(void) {
  int *zeroed = kzalloc(8, 0);
  int *p = kmalloc(8, 0);
  int *array = kcalloc(2, 4, 0);
  int *local = alloca(4);
  int *v = vmalloc(4);
  char *z = vzalloc(3);
  *local = 3;
  if (p[1] == 5 && *v == 6 && zeroed[1] == 0 && array[1] == 0 && z[2] == 0 && *local == 3) { reach_error(); }
  kfree(p);
  vfree(v);
  return 0;
}
""")
    replayed_with_everything(f)
    f.file("a.c", HEAD + DEFINED + KERNEL + """int main(void) {
  int *p = kzalloc(8, 0);
  p[0] = 4;
  int kept = p[0] + p[1];
  kfree(p);
  if (kept == 4) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)  # with the C library's own allocator below
    f.file("a.c", HEAD + DEFINED + KERNEL + """int main(void) {
  int *p = kmalloc(8, 0);
  int *q = kzalloc(8, 0);
  if (!p && q) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f, "--malloc-may-fail")


@test
def functions_of_own_types_are_defined(f):
    f.file("a.c", HEAD + DEFINED + """struct device { int lock; int *data; };
enum level { low, high };
extern void acquire(struct device *device);
extern void report(enum level level, const char *format, ...);
extern int limit;
extern unsigned char steps;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int data = 0;
  struct device device = {0, &data};
  int n = __VERIFIER_nondet_int();
  acquire(&device);
  report(high, "%d", n);
  if (n > limit && limit > 3 && steps == 9) { reach_error(); }
  return 0;
}
""")
    replayed_with_everything(f)


@test
def allocators_that_cannot_be_defined_are_said(f):
    f.file("a.c", HEAD + DEFINED + """struct flags { int bits; };
extern void *kmalloc(unsigned long size, struct flags flags);
extern void *kzalloc(unsigned long size, struct flags flags);
int main(void) { struct flags none = {0}; int *p = kmalloc(8, none); if (p[1] == 5) { reach_error(); } return 0; }
""")
    errors = f.run("check", "--harness", "h.c", "a.c").stderr.decode()
    contains(errors, "kmalloc cannot be defined with the type it has")
    contains((f.folder / "h.c").read_text(), "kmalloc cannot be defined with the type it has")
    holds("kzalloc" not in errors, errors)


@test
def arrays_that_are_too_large_are_not_allocated(f):
    """The allocator of the harness, linked with a program that asks for more bytes than a number can say."""
    f.file("a.c", HEAD + DEFINED + """#include <stdlib.h>
int main(void) { int *p = malloc(4); if (*p == 5) { reach_error(); } return 0; }
""")
    f.answered(1, "check", "--harness", "h.c", "a.c")
    f.file("b.c", """#include <stdlib.h>
extern void reach_error(void);
volatile unsigned long half = 1UL << 63;
int main(void) { char *p = calloc(half, 2), *q = calloc(half, 0), *r = calloc(0, half); return p == 0 && q && r ? 42 : 1; }
""")
    for compiler in compilers():
        if not builds(compiler, "-m64"):
            continue
        subprocess.run([compiler, "-w", "-O0", "-fno-builtin", "-no-pie", "-Wl,-z,muldefs",
                        "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free", "h.c", "b.c", "-o", "b"],
                       cwd=f.folder, check=True)
        equal(subprocess.run(["./b"], cwd=f.folder).returncode, 42)


@test
def objects_of_functions_without_a_body(f):
    """They count as allocations, also where a typedef hides that the function returns a pointer."""
    for number, declaration in enumerate(("extern int *get(void);", "typedef int *ip; extern ip get(void);")):
        f.file("a.c", HEAD + DEFINED + declaration + """
extern void *malloc(unsigned long);
int main(void) {
  int *object = get();
  if (!object) return 0;
  int *own = malloc(8);
  if (*object == 7 && own[1] == 9) reach_error();
  return 0;
}
""")
        replayed_with_everything(f)
        text = f.answered(1, "check", "--harness", "h.c", "--witness", "w.yml", "a.c")
        contains(text, "Harness: h.c: 1 value, the contents of 2 allocated objects")
        holds("not NULL" in text, (number, text))
        f.answered(1, "validate", "--witness", "w.yml", "a.c")


@test
def a_missing_folder_of_temporaries_is_named(f):
    f.file("a.c", HEAD + DEFINED + "int main(void) { reach_error(); return 0; }\n")
    result = f.run("check", "--replay", "a.c", environment={"TMPDIR": str(f.folder / "missing")})
    errors = (result.stdout + result.stderr).decode()
    contains(errors, "cannot make a folder in " + str(f.folder / "missing") + ", which TMPDIR names: No such file")


@test
def no_file_of_an_earlier_run_stands_for_this_one(f):
    """Without a violation there is no harness and nothing to replay: that is said, with what there is instead, and nothing
    stays that looks like it."""
    f.file("unsafe.c", HEAD + DEFINED + "int main(void) { reach_error(); return 0; }\n")
    f.file("safe.c", HEAD + DEFINED + "int main(void) { return 0; }\n")
    f.file("open.c", HEAD + DEFINED + "int main(void) { asm volatile(\"nop\"); reach_error(); return 0; }\n")
    for name, status, why in (("safe.c", 0, "there is no violation"), ("open.c", 3, "there is no answer")):
        f.answered(1, "check", "--harness", "h.c", "--witness", "w.yml", "unsafe.c")
        holds((f.folder / "h.c").exists() and (f.folder / "w.yml").exists())
        result = f.run("check", "--harness", "h.c", "--replay", "--witness", "w.yml", name)
        equal(result.returncode, status)
        for output in (result.stdout.decode(), result.stderr.decode()):
            contains(output, "No harness was written: " + why)
            contains(output, "Nothing was replayed: " + why)
            equal("No witness was written" in output, status == 3)
        holds(not (f.folder / "h.c").exists(), "a stale harness")
        equal((f.folder / "w.yml").exists(), status == 0)


@test
def what_is_said_where_nothing_can_be_found(f):
    prp = f.file("p.prp", "CHECK( init(main()), LTL(G ! call(rech_error())) )\n")
    official = f.file("u.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    f.file("a.c", "#include <assert.h>\n" + HEAD + DEFINED + "int main(void) { int x = 1; assert(x == 2); reach_error(); return 0; }\n")
    f.file("b.c", "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }\n")
    f.file("c.c", HEAD + DEFINED + "int main(void) { asm volatile(\"nop\"); reach_error(); return 0; }\n")
    f.file("d.c", "int main(void) { return 0; }\n")

    def said(*arguments):
        return f.run("check", *arguments).stderr.decode()
    contains(said("--property", prp, "a.c"), "nothing to check: no call of rech_error can be reached")
    contains(said("--property", official, "b.c"), "failing assertions are not part of this property")
    contains(said("c.c"), "nothing to check in what is modelled: ")
    contains(said("c.c"), "at c.c:")
    contains(said("d.c"), "nothing to check: no assertion and no call of reach_error or __VERIFIER_error can be reached")
    equal(said("a.c"), "")


@test
def an_error_far_behind_loops_is_shown_and_replayed(f):
    f.file("deep.c", HEAD + DEFINED + """int a[4000], b[4000];
int main(void) {
  for (int i = 0; i < 4000; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = a[i]; }
  for (int i = 3999; i > 0; i--) b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 4000; i++) { if (a[i] != b[i]) { reach_error(); } }
  return 0;
}
""")
    text = f.run("check", "--harness", "h.c", "--witness", "w.yml", "--replay", "--json", "r.json", "--sarif", "r.sarif", "deep.c")
    equal(text.returncode, 1)
    contains(text.stdout.decode(), "Inputs (7935 before the steps below; ")
    contains(text.stdout.decode(), "the last 200 of ")
    contains(text.stderr.decode(), "is too long for that; 'bireach slice' says")
    result = json.loads((f.folder / "r.json").read_text())
    trace = result["traces"][0]
    equal(len(trace["steps"]), 200)
    equal(trace["length"] - trace["steps_left_out"], 200)
    equal((trace["inputs_left_out"], len(trace["inputs"])), (7935, 64))
    equal(trace["relevant_statements"], 0)
    contains(trace["explanation"]["reason"], "steps")
    log = json.loads((f.folder / "r.sarif").read_text())
    flow = log["runs"][0]["results"][0]["codeFlows"][0]
    contains(flow["message"]["text"], "(without the first %d steps)" % trace["steps_left_out"])
    entries = flow["threadFlows"][0]["locations"]
    equal(entries[-1]["executionOrder"], trace["length"] + 1)
    holds(all("importance" not in entry for entry in entries[:-1]), entries[0])
    equal((f.folder / "w.yml").read_text().count("function_return"), 7999)
    for replay in result["replays"]:
        if shutil.which(replay["compiler"]) and builds(replay["compiler"], "-m64") and not replay["sanitized"]:
            equal(replay["result"], "replayed", replay)


@test
def objects_keep_their_names_where_only_the_end_is_shown(f):
    f.file("late.c", HEAD + DEFINED + """int main(void) {
  int *q = malloc(sizeof(int)), *p = malloc(sizeof(int));
  *q = 1; *p = 5;
  for (int i = 0; i < 20000; i++) { }
  int *r = malloc(sizeof(int));
  *r = 3; *q = *p + 1; *p = *q + *r;
  if (*p == 9) { reach_error(); }
  return 0;
}
""".replace("int main", "extern void *malloc(unsigned long);\nint main"))
    text = f.run("check", "late.c").stdout.decode()
    contains(text, "the last 200 of ")
    contains(text, "r = &heap#3")
    contains(text, "heap#1: 1 -> 6")
    contains(text, "heap#2: 5 -> 9")
    contains(f.run("repair", "late.c").stdout.decode(), "No repair was looked for: the execution is too long")
