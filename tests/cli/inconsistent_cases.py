# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of inconsistent: text, files, exit statuses, baseline, comments, what is refused."""
import json
import re

import sarif_rules
from cli_harness import contains, equal, holds, last_line, test
from report_cases import SCHEMA

# A driver's poll function in short: the socket is read from what the check comes too late for.
POLL = """struct sock { int flags; };
struct tun { struct sock *sk; int len; };
extern struct tun *get(void *);
extern void wait_for(struct sock *);
unsigned poll(void *file) {
  struct tun *tun = get(file);
  struct sock *sk = tun->sk;
  unsigned mask = 0;

  if (!tun)
    return 8;
  wait_for(sk);
  if (tun->len)
    mask |= 1;
  return mask;
}
"""
FIXED = POLL.replace("  struct sock *sk = tun->sk;\n", "  struct sock *sk;\n").replace("  wait_for(sk)", "  sk = tun->sk;\n  wait_for(sk)")
TEXT = """poll.c:10:7: after-error: the check `!tun` never succeeds: `tun` is dereferenced before in line 7
    7  tun->sk  needs tun != 0
         { tun != 0 }  2 lines hidden
   10  !tun     contradiction
"""


def findings_against_schema(result):
    import jsonschema
    schema = json.loads((SCHEMA.parent / "inconsistency.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    return ["%s: %s" % ("/".join(map(str, e.absolute_path)), e.message[:300]) for e in validator(schema).iter_errors(result)]


@test
def inconsistent_code_is_shown_with_its_contradiction(f):
    f.file("poll.c", POLL)
    output = f.answered(1, "inconsistent", "poll.c")
    holds(output.startswith(TEXT), output)
    equal(last_line(output), "INCONSISTENT(1)")
    f.file("fixed.c", FIXED)
    equal(last_line(f.answered(0, "inconsistent", "fixed.c")), "CONSISTENT")
    # Several files; what is not a finding of the classes asked for is none.
    equal(last_line(f.answered(1, "inconsistent", "--jobs", "2", "fixed.c", "poll.c")), "INCONSISTENT(1)")
    equal(last_line(f.answered(0, "inconsistent", "--severity", "error", "poll.c")), "CONSISTENT")
    equal(last_line(f.answered(0, "inconsistent", "--beliefs", "division", "poll.c")), "CONSISTENT")
    contains(f.refused("inconsistent", "--functions", "other", "poll.c"), "no function 'other' is defined in the input")
    equal(last_line(f.answered(1, "inconsistent", "--functions", "poll", "poll.c")), "INCONSISTENT(1)")


@test
def inconsistent_code_in_files(f):
    f.file("poll.c", POLL)
    f.file("jump.c", "int g(int x) { void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 2; }\n")
    f.answered(1, "inconsistent", "--json", "r.json", "--sarif", "r.sarif", "--report", "page", "poll.c", "jump.c")
    result = json.loads((f.folder / "r.json").read_text(encoding="utf-8"))
    equal(findings_against_schema(result), [])
    equal(result["verdict"], "INCONSISTENT(1)")
    finding = result["findings"][0]
    equal([finding[k] for k in ("severity", "condition", "dead", "minimal")], ["after-error", "!tun", "holds", True])
    equal([(s["role"], s["location"]["line"], s["invariant"]) for s in finding["steps"]],
          [("belief", 7, ["tun != 0"]), ("condition", 10, [])])
    equal([x.get("refused", "") for x in result["functions"]], ["", "the address of a label in line 1"])
    sarif = json.loads((f.folder / "r.sarif").read_text(encoding="utf-8"))
    equal(sarif_rules.violations(sarif), [])
    equal([(r["ruleId"], r["level"]) for r in sarif["runs"][0]["results"]], [("inconsistent/after-error", "warning")])
    contains((f.folder / "page" / "index.html").read_text(encoding="utf-8"), "2 lines hidden")


@test
def a_page_follows_paths(f):
    """A loop's line comes before its body and behind it, each with what holds there."""
    name = f.file("loop.c", "int h(void); void use(int);\nint f(int k) {\n  int at = -1;\n  for (int j = 0; j < 8; j++) {\n    use(k);\n"
                            "    at = h() ? 0 : j;\n    use(k);\n  }\n  use(k);\n  if (at < 0)\n    return 1;\n  return at;\n}\n")
    output = f.answered(1, "inconsistent", "--severity", "unreachable", "--function-timeout", "60", "--report", "page", name)
    contains(output, "unreachable: the check `at < 0` never succeeds, because of lines 4 and 6\n")
    contains(output, "proved for the loops as they are")
    page = (f.folder / "page" / "index.html").read_text(encoding="utf-8")
    contains(page, "<p>1 function in 1 file, ")
    lines = re.findall(r'<td class="n">(\d+)</td>', re.sub(r"<details>.*?</details>", "", page))
    equal((lines[0], lines[-2:]), ("4", ["4", "10"]))
    contains(page, "{ at &gt;= 0 } 3 lines hidden")


@test
def known_inconsistent_code_is_hidden(f):
    f.file("poll.c", POLL)
    f.answered(1, "inconsistent", "--json", "known.json", "poll.c")
    f.file("poll.c", "/* lines moved */\n\n" + POLL)
    output = f.answered(0, "inconsistent", "--baseline", "known.json", "poll.c")
    contains(output, "1 known from the baseline")
    # A second one like it is new.
    f.file("poll.c", POLL + POLL[POLL.index("unsigned poll"):].replace("poll", "poll2"))
    equal(last_line(f.answered(1, "inconsistent", "--baseline", "known.json", "poll.c")), "INCONSISTENT(1)")
    f.file("poll.c", POLL.replace("if (!tun)", "if (!tun) // bireach: ignore"))
    contains(f.answered(0, "inconsistent", "poll.c"), "1 ignored by comments")


@test
def functions_are_listed(f):
    f.file("poll.c", POLL)
    f.file("two.c", "#include <stdlib.h>\nint first(void) { return abs(WIDTH); }\nint declared(int);\n\nint second(int x) { return x; }\n")
    def listed(*arguments):
        result = f.run("inconsistent", "--list-functions", *arguments)
        equal((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode()
    equal(listed("-DWIDTH=3", "poll.c", "two.c"), "poll.c:5: poll\ntwo.c:2: first\ntwo.c:5: second\n")
    equal(listed("-DWIDTH=3", "--functions", "second,other", "two.c"), "two.c:5: second\n")
    contains(f.refused("inconsistent", "--list-functions", "two.c"), "two.c:2:")
    contains(f.refused("inconsistent", "--list-functions", "missing.c"), "missing.c")


@test
def forks_are_explained_branch_by_branch(f):
    f.file("fork.c", """extern void show(int);
int choose(int a, int k) {
  int v;
  if (k) {
    if (a)
      return 1;
    show(2);
    v = a;
  } else {
    v = 0;
  }
  if (v)
    return 2;
  return 0;
}
""")
    output = f.answered(1, "inconsistent", "--severity", "unreachable", "fork.c")
    holds(output.startswith("""fork.c:12:7: unreachable: the check `v` never succeeds, because of lines 5, 8 and 10
    5  | !a     on some paths
       | { a == 0 }  2 lines hidden
    8  | v = a  on some paths
       | { v == 0 }  1 line hidden
   10  | v = 0  on some paths
       | { v == 0 }  1 line hidden
   12  v      contradiction
"""), output)


@test
def inconsistent_says_what_it_left_out(f):
    f.file("jump.c", "int g(int x) { void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 2; }\n")
    output = f.answered(3, "inconsistent", "jump.c")
    contains(output, "not analysed: jump.c:1: g: the address of a label in line 1")
    equal(last_line(output), "UNKNOWN(1 of 1 functions was not analysed to the end)")
    f.file("bad.c", "int f(void) { return 1 }\n")
    f.file("good.c", "int f(void) { return 1; }\n")
    output = f.answered(3, "inconsistent", "good.c", "bad.c")
    contains(output, "bad.c:1:23: expected ';' after return statement")
    equal(last_line(output), "UNKNOWN(1 of 2 files was not read)")


@test
def inconsistent_refuses_bad_input(f):
    f.file("bad.c", "int f(void) { return 1 }\n")
    f.file("good.c", "int f(void) { return 1; }\n")
    contains(f.refused("inconsistent", "bad.c"), "bad.c:1:23: expected ';' after return statement")
    contains(f.refused("inconsistent", "missing.c"), "missing.c")
    contains(f.refused("inconsistent", "--severity", "grave", "good.c"), "'grave' is none of error, after-error, unreachable")
    contains(f.refused("inconsistent", "--beliefs", "zero", "good.c"), "'zero' is none of null, bounds, division, shift, overflow, member")
    contains(f.refused("inconsistent", "--baseline", "good.c", "good.c"), "it is no result file of `bireach inconsistent --json`")
    contains(f.refused("inconsistent", "--json", "good.c", "good.c"), "it is an input")
    contains(f.refused("inconsistent", "-fwrapv", "--beliefs", "overflow", "good.c"), "-fwrapv and --beliefs overflow contradict each other")
    contains(f.refused("inconsistent", "--property", "unreach-call", "good.c"), "unknown option")
