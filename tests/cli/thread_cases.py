# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the evidence for errors of programs with threads: harnesses that force a schedule, replays,
witnesses with threads."""
import json
import re
import shutil
import subprocess

from cli_harness import contains, equal, holds, last_line, test
from witness_cases import builds, compilers

HEAD = """#include <pthread.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void reach_error(void) { abort(); }
"""
MAIN = """int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, %s, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (%s) reach_error();
  return 0;
}
"""
# Name: the program. Each has one schedule, or few, that lead to the error.
LOST = {
    "two_statements": """int x;
void *worker(void *unused) {
  int old = x;
  x = old + 1;
  return 0;
}
""" + MAIN % ("worker", "x != 2"),
    "within_assignment": """int x;
void *worker(void *unused) {
  x = x + 1;
  return 0;
}
""" + MAIN % ("worker", "x != 2"),
    "within_increments": """int x, y;
void *worker(void *unused) {
  x++;
  ++y;
  return 0;
}
void *other(void *unused) {
  x--;
  y += 2;
  return 0;
}
""" + MAIN % ("other", "x == 1 && y == 1"),
    "loop": """int x;
void *worker(void *unused) {
  for (int i = 0; i < 2; i++) {
    int old = x;
    x = old + 1;
  }
  return 0;
}
""" + MAIN % ("worker", "x == 2"),
    "condition": """int full, x;
void *worker(void *unused) {
  if (!full) {
    full = 1;
    x = x + 1;
  }
  return 0;
}
""" + MAIN % ("worker", "x == 2"),
    "id_stored_late": """pthread_t id;
void *worker(void *unused) {
  if (id == 0) reach_error();
  return 0;
}
int main(void) {
  pthread_create(&id, 0, worker, 0);
  pthread_join(id, 0);
  return 0;
}
""",
}


def replays(f, *options):
    """Those of programs that were built without sanitizers."""
    f.answered(1, "check", "--replay", "--json", "r.json", *options)
    result = json.loads((f.folder / "r.json").read_text())
    return result, [r for r in result["replays"] if not r["sanitized"] and shutil.which(r["compiler"])]


@test
def schedules_are_forced(f):
    for name, program in LOST.items():
        f.file(name + ".c", HEAD + program)
        for model, bits in (("ILP32", "-m32"), ("LP64", "-m64")):
            result, plain = replays(f, "--data-model", model, name + ".c")
            equal(result["harness"]["not_set"], [], name)
            for replay in plain:
                if builds(replay["compiler"], bits):
                    equal(replay["result"], "replayed", "%s %s %s" % (name, bits, replay))


@test
def harness_and_program_text_build_as_they_say(f):
    f.file("a.c", HEAD + LOST["two_statements"])
    f.answered(1, "check", "--harness", "h.c", "a.c")
    text = (f.folder / "h.program.c").read_text()
    contains(text, "bireach_point(")
    equal(len(text.splitlines()), len((HEAD + LOST["two_statements"]).splitlines()) + 2)
    for compiler in compilers():
        line = next(l for l in (f.folder / "h.c").read_text().splitlines() if l.startswith(" *   " + compiler + " "))
        command = line[4:].replace("HARNESS", "h").split()
        equal(subprocess.run(command, cwd=f.folder).returncode, 0, line)
        for _ in range(20):
            result = subprocess.run(["./replay"], cwd=f.folder, capture_output=True, text=True)
            equal(result.returncode, 107, result.stderr)


@test
def each_thread_gets_its_own_inputs(f):
    f.file("a.c", HEAD + """int x, y;
void *worker(void *unused) {
  int mine = __VERIFIER_nondet_int();
  if (y == 7) x = mine;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  y = __VERIFIER_nondet_int();
  pthread_join(a, 0);
  if (x == 1234) reach_error();
  return 0;
}
""")
    _, plain = replays(f, "a.c")
    for replay in plain:
        if builds(replay["compiler"], "-m64"):
            equal(replay["result"], "replayed", replay)


@test
def switches_that_cannot_be_set_are_said(f):
    f.file("a.c", HEAD + """int x;
#define INCREMENT(v) v = v + 1
void *worker(void *unused) {
  INCREMENT(x);
  return 0;
}
""" + MAIN % ("worker", "x != 2"))
    result, _ = replays(f, "a.c")
    contains(result["harness"]["not_set"][0], "switches of threads within statements")
    contains(result["harness"]["not_set"][0], "line 9")


@test
def impossible_schedules_end(f):
    f.file("a.c", HEAD + LOST["two_statements"])
    f.answered(1, "check", "--harness", "h.c", "a.c")
    if "gcc" not in compilers():
        return
    line = next(l for l in (f.folder / "h.c").read_text().splitlines() if l.startswith(" *   gcc "))
    # Nobody comes to the second visit of a place.
    harness = (f.folder / "h.c").read_text()
    f.file("h.c", re.sub(r"^  \{(\d+), 1, (\d+)\},$", r"  {\1, 2, \2},", harness, flags=re.M))
    command = line[4:].replace("HARNESS", "h").split()
    equal(subprocess.run(command, cwd=f.folder).returncode, 0, line)
    result = subprocess.run(["./replay"], cwd=f.folder, capture_output=True, text=True, timeout=30)
    equal(result.returncode, 95, result.stderr)


@test
def witnesses_tell_threads(f):
    f.file("a.c", HEAD + LOST["two_statements"])
    f.answered(1, "check", "--witness", "w.graphml", "a.c")
    text = (f.folder / "w.graphml").read_text()
    created = re.findall(r'<data key="createThread">(\d+)</data>', text)
    equal(created, ["1", "2"])
    for edge in re.findall(r"<edge .*?</edge>", text, flags=re.S):
        contains(edge, 'key="threadId"')
    f.answered(1, "check", "--witness", "w.yml", "a.c")
    text = (f.folder / "w.yml").read_text()
    contains(text, 'format_version: "2.2"')
    equal(text.count("thread_id:"), text.count("waypoint:"))


@test
def witnesses_with_threads_are_validated(f):
    f.file("a.c", HEAD + LOST["two_statements"])
    for witness in ("w.graphml", "w.yml"):
        f.answered(1, "check", "--witness", witness, "a.c")
        f.answered(1, "validate", "--witness", witness, "a.c")


@test
def witness_of_another_order_is_not_confirmed(f):
    """Each thread passes both its statements before the other begins."""
    f.file("a.c", HEAD + LOST["two_statements"])
    f.answered(1, "check", "--witness", "w.yml", "a.c")
    head, _ = (f.folder / "w.yml").read_text().split("content:")
    content = "content:\n"
    for thread, line in ((1, 8), (1, 9), (1, 10), (2, 8), (2, 9)):
        content += ("    - segment:\n        - waypoint:\n            type: assumption\n            action: follow\n"
                    "            constraint: {value: \"1\", format: c_expression}\n"
                    "            location: {file_name: a.c, line: %d, column: 3, function: worker}\n"
                    "            thread_id: %d\n" % (line, thread))
    content += ("    - segment:\n        - waypoint:\n            type: target\n            action: follow\n"
                "            location: {file_name: a.c, line: 18, column: 15, function: main}\n")
    f.file("w.yml", head + content)
    text = f.answered(3, "validate", "--witness", "w.yml", "a.c")
    contains(last_line(text), "UNKNOWN(witness")


@test
def proofs_of_threads_have_witnesses(f):
    f.file("a.c", HEAD + """int x;
void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  return 0;
}
""" + MAIN % ("worker", "x != 2"))
    for witness in ("w.graphml", "w.yml"):
        f.answered(0, "check", "--witness", witness, "a.c")
        f.answered(0, "validate", "--witness", witness, "a.c")


DEADLOCK = """#include <pthread.h>
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *one(void *unused) {
  pthread_mutex_lock(&m1);
  %s
  pthread_mutex_unlock(&m1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  %s
  pthread_join(t, 0);
  return 0;
}
"""


@test
def deadlocks_say_who_waits_for_what(f):
    lock = "pthread_mutex_lock(&%s); pthread_mutex_lock(&%s); pthread_mutex_unlock(&%s); pthread_mutex_unlock(&%s);"
    f.file("a.c", DEADLOCK % ("pthread_mutex_lock(&m2); pthread_mutex_unlock(&m2);", lock % ("m2", "m1", "m1", "m2")))
    text = f.answered(1, "check", "--property", "deadlock", "--json", "out.json", "a.c")
    contains(text, "deadlock: T0 holds m2 and waits for m1; T1 holds m1 and waits for m2 at a.c:")
    equal(last_line(text), "FALSE(deadlock)")
    written = json.loads((f.folder / "out.json").read_text())
    equal(written["traces"][0]["pattern"], "deadlock")
    f.file("b.c", DEADLOCK % ("pthread_cond_wait(&c, &m1);", "pthread_cond_signal(&c);"))
    text = f.answered(1, "check", "--property", "deadlock", "b.c")
    contains(text, "deadlock: T1 waits for a signal of c; T0 waits for the end of T1 at b.c:6 (one)")
    f.file("c.c", DEADLOCK % ("", lock % ("m1", "m2", "m2", "m1")))
    equal(last_line(f.answered(0, "check", "--property", "deadlock", "c.c")), "TRUE")


@test
def initialisations_are_no_news(f):
    f.file("a.c", HEAD + """int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = seen + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (x != 2) reach_error();
}
""")
    text = f.answered(1, "check", "a.c")
    holds("PTHREAD_MUTEX_INITIALIZER" not in text, text)
    contains(text, "update is lost")


@test
def data_races_are_told_beside_other_answers(f):
    body = """void *worker(void *unused) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  %s
  pthread_join(t, 0);
  if (x %s) reach_error();
}
"""
    f.file("a.c", HEAD + "int x;\n" + body % ("x = x + 1;", "> 2"))
    text = f.answered(0, "check", "a.c")
    contains(text, "Data races: there is a data race on x: ")
    contains(text, "executions one access at a time.")
    equal(last_line(text), "TRUE")
    f.file("b.c", HEAD + "int x;\n" + body % ("x = x + 1;", "!= 2"))
    text = f.answered(1, "check", "b.c")
    contains(text, "Data races: there is a data race on x: ")
    equal(last_line(text), "FALSE(unreach-call)")
    f.file("c.c", HEAD + "_Atomic int x;\n" + body % ("x = x + 1;", "!= 2"))
    text = f.answered(1, "check", "c.c")
    contains(text, "Data races: there are none.")
    text = f.answered(1, "check", "--no-explanation", "c.c")
    holds("Data races" not in text, text)
    f.file("d.c", HEAD + "int x;\n" + body % ("", "> 1"))
    holds("Data races" not in f.answered(0, "check", "--property", "no-data-race", "d.c"), "asked for themselves")


@test
def errors_of_memory_come_from_other_threads(f):
    f.file("a.c", """#include <pthread.h>
int value, *shared = &value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&m);
  shared = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (shared) *shared = 1;
  pthread_join(t, 0);
}
""")
    text = f.answered(1, "check", "--property", "valid-deref", "--replay", "a.c")
    contains(text, "a.c:13:16: error: `*shared` writes through `shared`, which is null [valid-deref]")
    contains(text, "T0 \u2192 T1: needed")
    contains(text, "T1 wrote `shared` (line 6) between T0's two reads")
    contains(text, "The error is confirmed by ")
    holds("mutex = &m" not in text, text)
    equal(last_line(text), "FALSE(valid-deref)")
    f.file("b.c", (f.folder / "a.c").read_text().replace("  if (shared) *shared = 1;", "  pthread_mutex_lock(&m);\n  if (shared) *shared = 1;\n  pthread_mutex_unlock(&m);"))
    equal(last_line(f.answered(0, "check", "--property", "valid-deref", "b.c")), "TRUE")
    contains(f.run("check", "--property", "uninitialised-read", "b.c").stdout.decode(), "threads: reads of uninitialised variables")


@test
def what_is_left_out_of_threads_is_assumed(f):
    f.file("a.c", HEAD + """#include <time.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct timespec soon, *until = &soon;
_Thread_local int own;
void *worker(void *unused) {
  own = 1;
  if (pthread_mutex_trylock(&m)) return 0;
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}
""")
    contains(f.answered(0, "check", "--property", "no-data-race", "a.c"), "who fails to lock is synchronised with who holds the lock")
    contains(f.answered(0, "check", "--property", "valid-deref", "a.c"), "objects of storage duration thread live on when their thread has ended")
    f.file("b.c", (f.folder / "a.c").read_text().replace("trylock(&m)", "timedlock(&m, until)"))
    contains(f.answered(0, "check", "--property", "valid-deref", "b.c"), "what pthread_mutex_timedlock is given exists")
    f.file("c.c", (f.folder / "a.c").read_text().replace("trylock(&m)", "timedlock(&m, &soon)"))
    holds("is given exists" not in f.answered(0, "check", "--property", "valid-deref", "c.c"), "a variable exists")


@test
def errors_without_data_races_are_preferred(f):
    f.file("a.c", HEAD + """extern int __VERIFIER_nondet_int(void);
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  x = 1;
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  int early = __VERIFIER_nondet_int();
  pthread_create(&t, 0, worker, 0);
  if (early) {
    if (x == 1) reach_error();
  }
  pthread_join(t, 0);
  if (!early && y == 1) reach_error();
}
""")
    text = f.answered(1, "check", "--replay", "a.c")
    contains(text, "Data races: there is a data race on x: ")
    contains(text, "sequential bug")
    contains(text, "T1 `y = 1`")
    # Without locks there is no such execution.
    f.file("b.c", (f.folder / "a.c").read_text().replace("&& y ==", "&& 0 =="))
    text = f.answered(1, "check", "b.c")
    contains(text, "this answer is about executions one access at a time.")
    contains(text, "What goes wrong: data race")


@test
def second_joins_rest_on_the_first(f):
    f.file("a.c", HEAD + """void *worker(void *unused) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(t, 0);
}
""")
    text = f.answered(1, "check", "--property", "undefined-call", "a.c")
    contains(text, "a.c:11:3: error: join of a thread that was joined or detached before [undefined-call]")
    contains(text, "* T0 `pthread_join(t, 0)` at a.c:10")
    equal(last_line(text), "FALSE(undefined-call)")
