# SPDX-License-Identifier: Apache-2.0
"""Limits of time and memory, and signals."""
import signal
import subprocess
import time

from cli_harness import (ENDLESS, contains, equal, holds, last_line, quick_once, send_once_heeded, test,
                         whole_json)


@test
def time_limit(f):
    name = f.file("a.c", ENDLESS)

    def stopped():
        begin = time.monotonic()
        equal(last_line(f.answered(3, "check", "--timeout", "1", "--json", "out.json", name)), "UNKNOWN(timeout)")
        return time.monotonic() - begin

    holds(quick_once(3.5, stopped) > 0.9)
    result = whole_json(f.folder / "out.json")
    equal((result["verdict"], result["reason"], result["options"]["timeout"]), ("UNKNOWN", "timeout", "1"))
    equal(sorted(p.name for p in f.folder.iterdir()), ["a.c", "out.json"])


@test
def memory_limit(f):
    output = f.answered(3, "check", "--memory-limit", "1", "--timeout", "60", f.file("a.c", ENDLESS))
    equal(last_line(output), "UNKNOWN(memory limit)")


def interrupted(f, which, name):
    quick_once(3.5, lambda: interrupted_once(f, which, name))


def interrupted_once(f, which, name):
    process = subprocess.Popen(f.command(["check", "--json", "out.json", f.file("a.c", ENDLESS)]), cwd=f.folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.3)
    send_once_heeded(process, which)
    begin = time.monotonic()
    output, _ = process.communicate(timeout=30)
    took = time.monotonic() - begin
    equal(process.returncode, 3)
    equal(last_line(output.decode()), "UNKNOWN(interrupted by %s)" % name)
    equal(whole_json(f.folder / "out.json")["reason"], "interrupted by " + name)
    return took


@test
def interrupt(f):
    interrupted(f, signal.SIGINT, "SIGINT")


@test
def terminate(f):
    interrupted(f, signal.SIGTERM, "SIGTERM")


@test
def interrupt_at_once(f):
    """However early the signal comes, the process ends by it or with a verdict line."""
    name = f.file("a.c", ENDLESS)
    for delay in (0.0, 0.01, 0.03, 0.1):
        process = subprocess.Popen(f.command(["check", name]), cwd=f.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        if process.returncode != -signal.SIGINT:
            equal(process.returncode, 3)
            last_line(output.decode())


@test
def a_limit_does_not_hide_what_is_not_modelled(f):
    """More time would not help where an execution comes to something that is not modelled, so that is said."""
    program = ENDLESS.replace("  while (", "  if (x == 7) {\n    signal(2, 0);\n  }\n  while (", 1)
    name = f.file("a.c", "#include <signal.h>\n" + program)
    result = f.run("check", "--timeout", "5", "--json", "out.json", name)
    equal(result.returncode, 3)
    equal(last_line(result.stdout.decode()), "UNKNOWN(timeout)")
    file = whole_json(f.folder / "out.json")
    equal(file["reason"], "timeout")
    holds(sum(file["statistics"]["time_s"].values()) > 2)  # where the time went
    contains(result.stderr.decode(), "warning: with more time, too, there will be no proof: not supported yet: ")
    contains(result.stderr.decode(), " at a.c:8:")
    holds("no proof" not in f.run("check", "--timeout", "2", f.file("b.c", ENDLESS)).stderr.decode())


@test
def a_limit_does_not_hide_an_error_that_only_undefined_behaviour_leads_to(f):
    program = ENDLESS.replace("  while (", "  int *p = t + x;\n  if (x == 5 && *p == 7) reach_error();\n  while (", 1)
    name = f.file("a.c", "static int t[2];\n" + program)
    result = f.run("check", "--property", "unreach-call", "--timeout", "5", name)
    equal(last_line(result.stdout.decode()), "UNKNOWN(timeout)")
    contains(
        result.stderr.decode(),
        "warning: with more time, too, there will be no proof: an error trace has only executions with undefined behaviour",
    )


@test
def a_limit_leaves_time_for_the_checks_one_by_one(f):
    """The assertion is proved alone, the accesses are not in this time."""
    name = f.file("heap.c", """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct heap { int *items; unsigned count, room; };
static void push(struct heap *h, int item) {
  if (h->count == h->room) return;
  unsigned at = h->count++;
  while (at > 0 && h->items[(at - 1) / 2] > item) {
    h->items[at] = h->items[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  h->items[at] = item;
}
static void pop(struct heap *h) {
  int last = h->items[--h->count];
  unsigned at = 0;
  for (;;) {
    unsigned child = 2 * at + 1;
    if (child >= h->count) break;
    if (child + 1 < h->count && h->items[child + 1] < h->items[child]) child++;
    if (h->items[child] >= last) break;
    h->items[at] = h->items[child];
    at = child;
  }
  h->items[at] = last;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000) return 0;
  struct heap h = {malloc(n * sizeof(int)), 0, n};
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) push(&h, __VERIFIER_nondet_int());
    else if (h.count > 0) pop(&h);
    assert(h.count <= h.room);
  }
  free(h.items);
  return 0;
}
""")
    f.answered(3, "check", "--timeout", 12, "--check", "valid-deref", "--json", "r.json", name)
    checks = whole_json(f.folder / "r.json")["checks"]
    status = {check["location"]["line"]: check["status"] for check in checks if check["kind"] == "unreach-call"}
    equal(list(status.values()), ["holds"])
    holds(any(check["status"] == "undecided" for check in checks if check["kind"] == "valid-deref"))
