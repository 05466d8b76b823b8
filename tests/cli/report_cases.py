# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the files a run writes: the result file against its schema, SARIF against its rules, the page of the
HTML report as far as that goes without a browser (tests/browser has the rest)."""
import base64
import hashlib
import json
import os
import re
import signal
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path

import sarif_rules
from cli_harness import ENDLESS, SAFE, UNSAFE, contains, equal, holds, test, whole_json

SCHEMA = Path(__file__).resolve().parents[2] / "checker" / "report" / "writers" / "result.schema.json"
RECURSION = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) return 0;
  int s = sum(n);
  if (s == 6) reach_error();
  return 0;
}
"""
MEMORY = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  int a[3] = {1, 2, 3};
  struct node *first = malloc(sizeof *first);
  first->value = __VERIFIER_nondet_int();
  first->next = 0;
  a[1] = first->value;
  if (a[1] == 17 && a[2] == 3) reach_error();
  free(first);
  return 0;
}
"""
FLOATS = """extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = x * 2.0;
  if (x > 1.0 && x < 4.0 && y == 5.0) reach_error();
  return 0;
}
"""
TWO_ERRORS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  while (y < 3) {
    if (x == 7) reach_error();
    y++;
  }
  check(x != 9);
  return 0;
}
"""
NOT_MODELLED = """extern void reach_error(void);
double lgamma(double);
int main(void) { if (lgamma(1.0) > 0.5) reach_error(); return 0; }
"""
# Names and strings that would do harm if they became markup or ended the data.
HOSTILE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* </script><script>document.documentElement.dataset.harmed='1'</script><!-- */
static const char *text = "</script><img src=x onerror=document.documentElement.dataset.harmed=2>";
int \u00e4\u00f6\u03b1 = 0;
int main(void) {
  int x = __VERIFIER_nondet_int(); // <b onmouseover=alert(1)> \u2028 &lt;svg onload=alert(1)>
  const char *more = "<!--<script>" "]]>";
  if (x > "</script>"[1]) { \u00e4\u00f6\u03b1 = x; if (\u00e4\u00f6\u03b1 == 60) return 1; reach_error(); }
  return text == more;
}
"""


def schema_findings(result):
    try:
        import jsonschema
    except ImportError:
        raise AssertionError("python3-jsonschema is missing; ./quickstart --test installs what the tests need") from None
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    return ["%s: %s" % ("/".join(map(str, e.absolute_path)), e.message[:300]) for e in validator(schema).iter_errors(result)]


def runs(f):
    """Results of both commands on programs of all kinds: (name, exit status, result)."""
    programs = [("unsafe", UNSAFE, 1), ("safe", SAFE, 0), ("recursion", RECURSION, 1), ("memory", MEMORY, 1), ("floats", FLOATS, 1),
                ("two", TWO_ERRORS, 1), ("not_modelled", NOT_MODELLED, 3)]
    for name, text, status in programs:
        file = f.file(name + ".c", text)
        for command in ("check", "explain"):
            f.answered(status, command, "--json", "out.json", "--sarif", "out.sarif", file)
            yield name, status, whole_json(f.folder / "out.json"), json.loads((f.folder / "out.sarif").read_text())


@test
def result_file_fits_its_schema(f):
    kinds = set()
    for name, _, result, _ in runs(f):
        equal(schema_findings(result), [], name)
        kinds.add(result["verdict"])
    equal(kinds, {"TRUE", "FALSE", "UNKNOWN"})
    f.answered(3, "explain", "--timeout", "1", "--json", "out.json", f.file("endless.c", ENDLESS))
    equal(schema_findings(whole_json(f.folder / "out.json")), [])


@test
def result_schema_finds_what_is_wrong(f):
    f.answered(1, "explain", "--json", "out.json", f.file("a.c", UNSAFE))

    def broken(change):
        result = whole_json(f.folder / "out.json")
        change(result)
        return schema_findings(result)

    equal(broken(lambda r: None), [])
    holds(broken(lambda r: r.update(verdict="MAYBE")))
    holds(broken(lambda r: r.update(unheard_of=1)))
    holds(broken(lambda r: r.pop("statistics")))
    holds(broken(lambda r: r.update(proof={"kind": "annotation", "predicates": 1})))
    holds(broken(lambda r: r["traces"][0]["steps"][0].update(relevant="yes")))
    holds(broken(lambda r: r["traces"][0]["explanation"].pop("assertion")))
    holds(broken(lambda r: r["statements"].update(x={"kind": "assume", "text": "", "location": {}})))


@test
def result_file_holds_assigned_values(f):
    f.answered(1, "check", "--json", "out.json", f.file("a.c", MEMORY))
    result = whole_json(f.folder / "out.json")
    assigned = [s["assigned"] for s in result["traces"][0]["steps"] if "assigned" in s]
    holds({"variable": "main::a", "index": "1", "value": "17"} in assigned, assigned)
    for step in result["traces"][0]["steps"]:
        holds("assigned" not in step or step["assigned"]["variable"] in result["variables"])
        equal("assigned" in step, result["statements"][step["statement"]]["kind"] != "assume")


# SARIF

@test
def sarif_keeps_the_rules(f):
    for name, status, result, log in runs(f):
        equal(sarif_rules.violations(log), [], name)
        run = log["runs"][0]
        invocation = run["invocations"][0]
        equal(invocation["exitCode"], status)
        equal(invocation["executionSuccessful"], status in (0, 1))
        equal(bool(run["results"]), status == 1)
        if status == 3:
            first = invocation["toolExecutionNotifications"][0]
            equal((first["descriptor"]["id"], first["level"]), ("no-answer", "warning"))
            contains(first["message"]["text"], result["reason"])
        digests = {a["location"]["uri"]: a["hashes"]["sha-256"] for a in run["artifacts"]}
        source = (f.folder / (name + ".c")).read_bytes()
        equal(digests[name + ".c"], hashlib.sha256(source).hexdigest())


@test
def sarif_rules_find_what_is_wrong(f):
    f.answered(1, "check", "--sarif", "out.sarif", f.file("a.c", UNSAFE))
    text = (f.folder / "out.sarif").read_text()

    def broken(change):
        log = json.loads(text)
        change(log["runs"][0])
        return sarif_rules.violations(log)

    equal(broken(lambda r: None), [])
    first = lambda r: r["results"][0]  # noqa: E731
    holds(broken(lambda r: first(r).update(level="bad")))
    holds(broken(lambda r: first(r).pop("message")))
    holds(broken(lambda r: first(r).update(ruleIndex=3)))
    holds(broken(lambda r: first(r)["message"].update(text="{0}")))
    holds(broken(lambda r: first(r)["message"].update(text="[x](1)")))
    holds(broken(lambda r: first(r)["codeFlows"][0].update(threadFlows=[])))
    holds(broken(lambda r: first(r)["locations"][0]["physicalLocation"]["region"].update(startLine=0)))
    holds(broken(lambda r: first(r)["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="/a b.c")))
    holds(broken(lambda r: first(r)["locations"][0]["physicalLocation"]["artifactLocation"].update(index=9)))
    holds(broken(lambda r: r.update(unheardOf=1)))


@test
def sarif_tells_what_matters(f):
    f.answered(1, "check", "--json", "out.json", "--sarif", "out.sarif", f.file("a.c", UNSAFE))
    trace = whole_json(f.folder / "out.json")["traces"][0]
    result = json.loads((f.folder / "out.sarif").read_text())["runs"][0]["results"][0]
    region = result["locations"][0]["physicalLocation"]["region"]
    equal((region["startLine"], region["startColumn"]), (9, 7))
    locations = result["codeFlows"][0]["threadFlows"][0]["locations"]
    orders = [location["executionOrder"] for location in locations]
    equal(orders, sorted(orders))
    essential = [l["executionOrder"] - 1 for l in locations[:-1] if l["importance"] == "essential"]
    equal(essential, [i for i, step in enumerate(trace["steps"]) if step["relevant"]])
    nondet = next(l for l in locations if "__VERIFIER_nondet_int" in l["location"]["message"]["text"])
    equal(nondet["state"], {"x": {"text": trace["inputs"][0]["value"]}})
    first = result["relatedLocations"][0]
    equal(first["properties"], {"rank": 1})
    contains(first["message"]["text"], "instead")
    contains(result["message"]["text"], "error reached: call of reach_error")


@test
def sarif_has_a_result_for_each_place_of_an_error(f):
    f.answered(1, "explain", "--json", "out.json", "--sarif", "out.sarif", f.file("a.c", TWO_ERRORS))
    results = json.loads((f.folder / "out.sarif").read_text())["runs"][0]["results"]
    results = [r for r in results if r.get("kind") != "review"]  # those are suspects
    lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in results]
    equal(sorted(lines), [3, 8])
    flows = sum(len(r["codeFlows"]) for r in results)
    equal(flows, len(whole_json(f.folder / "out.json")["traces"]))


@test
def sarif_of_names_that_need_care(f):
    """Places outside the folder, with spaces and other characters; columns behind characters of several bytes."""
    (f.folder / "sub").mkdir()
    (f.folder / "a b%\u00e4.c").write_text(UNSAFE.replace("  if (x > limit)", "/* \u00e4\u20ac */ if (x > limit)"))
    os.chdir(f.folder)
    result = subprocess.run([f.binary, "check", "--sarif", "out.sarif", "../a b%\u00e4.c"], cwd=f.folder / "sub", capture_output=True)
    equal(result.returncode, 1, result.stderr)
    log = json.loads((f.folder / "sub" / "out.sarif").read_text())
    equal(sarif_rules.violations(log), [])
    uri = log["runs"][0]["artifacts"][0]["location"]["uri"]
    holds(uri.startswith("file:///") and uri.endswith("/a%20b%25%C3%A4.c"), uri)
    flow = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"]
    branch = next(l for l in flow if "x > limit" in l["location"]["message"]["text"])
    equal(branch["location"]["physicalLocation"]["region"]["startColumn"], 14)


# The page

class Page(HTMLParser):
    """What a browser would read: elements with their attributes, scripts and styles with their text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.raw, self.open = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag in ("script", "style"):
            self.open = (tag, dict(attributes), "")

    def handle_data(self, data):
        if self.open:
            self.open = (*self.open[:2], self.open[2] + data)

    def handle_endtag(self, tag):
        if self.open and tag == self.open[0]:
            self.raw.append(self.open)
            self.open = None

    def island(self, name):
        return json.loads(next(text for tag, attributes, text in self.raw if attributes.get("id") == name))


def page_of(f, folder="report"):
    return Page((f.folder / folder / "index.html").read_text(encoding="utf-8"))


def self_contained(page):
    """No way to anything outside; the policy allows just the script and the style that are there."""
    policy = next(a["content"] for tag, a in page.elements if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy")
    contains(policy, "default-src 'none'")
    code = [(tag, text) for tag, attributes, text in page.raw if attributes.get("type") != "application/json"]
    equal([tag for tag, _ in code], ["style", "script"])
    for tag, text in code:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        contains(policy, "%s-src 'sha256-%s'" % (tag, digest))
        holds("http:" not in text.replace("http://www.w3.org/2000/svg", "") and "https:" not in text, tag + " has an address")
        holds("innerHTML" not in text and "eval(" not in text, tag)
    for tag, attributes in page.elements:
        for name in attributes:
            holds(name not in ("src", "href", "srcset", "style") and not name.startswith("on"), "%s with %s" % (tag, name))


@test
def page_of_an_error(f):
    f.answered(1, "check", "--report", "report", "--json", "out.json", f.file("a.c", UNSAFE))
    page = page_of(f)
    self_contained(page)
    head, trace, result = page.island("data"), page.island("trace-0"), whole_json(f.folder / "out.json")
    equal((head["verdict"], head["line"]), ("FALSE", "FALSE(unreach-call)"))
    equal(page.island("sources"), [{"name": "a.c", "text": UNSAFE, "missing": ""}])
    equal(len(trace["steps"]), result["traces"][0]["length"])
    equal([s.get("r") == 1 for s in trace["steps"]], [s["relevant"] for s in result["traces"][0]["steps"]])
    texts = [i["text"] for i in trace["explanation"]["invariants"]]
    equal(texts, [e["c"] for e in result["traces"][0]["explanation"]["abstract_error_trace"] if "c" in e])
    equal(head["assumptions"], result["assumptions"])
    statement = next(s for s in head["statements"] if s["text"] == "int limit = 3")
    equal(statement["range"], [0, 4, 3, 4, 16])


@test
def what_a_proof_says_of_all_elements(f):
    source = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[200000], b[200000];
int main(void) {
  int k;
  for (k = 0; k < 200000; k++) a[k] = __VERIFIER_nondet_int();
  for (k = 0; k < 200000; k++) b[k] = a[k];
  for (k = 0; k < 200000; k++) if (a[k] != b[k]) reach_error();
}
"""
    text = f.answered(0, "check", "--timeout", "120", "--json", "out.json", "--report", "report", f.file("a.c", source))
    contains(text, "Of all elements of arrays the proof says")
    result = whole_json(f.folder / "out.json")
    equal(schema_findings(result), [])
    told = result["proof"]["of_elements"]
    equal(len(page_of(f).island("data")["ofElements"]), len(told))
    # The index is no variable of the program, and at the loops that follow the first something is known.
    holds(all(entry["text"].startswith("for all _k: ") for entry in told), told)
    holds(any(entry["location"]["line"] == 8 and "b[_k]" in entry["text"] for entry in told), told)


@test
def page_of_a_proof_and_of_no_answer(f):
    f.answered(0, "explain", "--report", "new", f.file("a.c", SAFE))
    page = page_of(f, "new")
    self_contained(page)
    equal((page.island("data")["verdict"], page.island("data")["traces"]), ("TRUE", []))
    f.answered(3, "check", "--report", "report", f.file("b.c", NOT_MODELLED))
    contains(page_of(f).island("data")["reason"], "lgamma")


@test
def page_of_a_hostile_program(f):
    name = "<img src=x onerror=alert(1)>&'\".c"
    f.file(name, HOSTILE)
    f.answered(1, "explain", "--report", "report", "--sarif", "out.sarif", name)
    page = page_of(f)
    self_contained(page)
    holds(not [tag for tag, _ in page.elements if tag in ("img", "b", "svg")], page.elements)
    equal(page.island("data")["inputFiles"], [name])
    equal(page.island("sources")[0]["text"], HOSTILE)
    equal(sarif_rules.violations(json.loads((f.folder / "out.sarif").read_text())), [])


@test
def page_of_bytes_that_are_no_text(f):
    source = UNSAFE.replace("int unused = 7;", 'const char *unused = "@";').encode().replace(b"@", b"\xff\xe4\x1b")
    f.answered(1, "check", "--report", "report", "--json", "out.json", f.file("a.c", source))
    contains(page_of(f).island("sources")[0]["text"], '"\ufffd')
    equal(schema_findings(whole_json(f.folder / "out.json")), [])


@test
def report_is_written_when_a_limit_strikes(f):
    before = time.monotonic()
    f.answered(3, "check", "--timeout", "1", "--report", "report", "--sarif", "out.sarif", f.file("a.c", ENDLESS))
    holds(time.monotonic() - before < 20, "took long")
    equal(page_of(f).island("data")["reason"], "timeout")
    equal(json.loads((f.folder / "out.sarif").read_text())["runs"][0]["invocations"][0]["exitCode"], 3)
    process = subprocess.Popen(f.command(["explain", "--report", "again", "a.c"]), cwd=f.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=30)
    equal(process.returncode, 3, output)
    contains(page_of(f, "again").island("data")["reason"], "SIGTERM")
    equal(sorted(p.name for p in (f.folder / "again").iterdir()), ["index.html"])


@test
def report_folder_that_cannot_be_written(f):
    name = f.file("a.c", SAFE)
    contains(f.refused("check", "--report", name, name), "not a folder")
    contains(f.refused("check", "--report", "a.c/b", name), "a.c")
    contains(f.refused("check", "--report", "", name), "without a name")
    contains(f.refused("check", "--sarif", "missing/out.sarif", name), "missing/out.sarif")
    contains(f.refused("check", "--sarif", "a.c", name), "is an input")
    contains(f.refused("check", "--sarif", "out", "--json", "./out", name), "twice")
    (f.folder / "taken" / "index.html").mkdir(parents=True)
    contains(f.refused("check", "--report", "taken", name), "directory")
    f.refused("check", "--report", "new", f.file("b.c", ""))
    equal(sorted(p.name for p in f.folder.iterdir()), ["a.c", "b.c", "taken"])


def with_path(f, path, *arguments):
    result = subprocess.run(f.command(arguments), cwd=f.folder, env=dict(os.environ, PATH=path), capture_output=True, timeout=120)
    equal(result.returncode, 1, result.stderr)
    return page_of(f).island("data")["automaton"]


@test
def a_file_that_cannot_be_written_is_named_as_it_was_asked_for(f):
    """Nobody can make a file in /proc; to root its access rights say otherwise."""
    result = f.run("check", "--json", "/proc/out.json", f.file("a.c", UNSAFE))
    errors = result.stderr.decode()
    holds(result.returncode != 0, errors)
    contains(errors, "cannot write /proc/out.json: ")


@test
def automaton_is_drawn_if_graphviz_is_there(f):
    name = f.file("a.c", UNSAFE)
    empty = f.folder / "empty"
    empty.mkdir()
    equal(with_path(f, str(empty), "check", "--report", "report", name),
          {"svg": "", "missing": "Graphviz's dot is not installed", "whole": True})
    # What stands in for it shows what it was given, takes too long, or fails.
    tool = f.folder / "bin" / "dot"
    tool.parent.mkdir()

    def stand_in(script):
        tool.write_text("#!/bin/sh\n" + script)
        tool.chmod(0o755)
        return with_path(f, "%s:%s" % (tool.parent, os.environ["PATH"]), "check", "--report", "report", name)

    given = stand_in("cat\n")["svg"]
    holds(given.startswith("digraph"), given)
    contains(given, "[x > limit]")
    contains(given, 'label="error"')
    equal(stand_in("exit 3\n")["missing"], "dot failed")
    before = time.monotonic()
    equal(stand_in("exec sleep 60\n")["missing"], "dot took too long")
    holds(time.monotonic() - before < 30)


@test
def large_automaton_is_limited_to_the_trace(f):
    body = "".join("  if (__VERIFIER_nondet_int() == %d) { x = x + %d; } else { x = x - %d; }\n" % (i, i, i) for i in range(1, 200))
    text = ("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  unsigned x = 0;\n"
            "  if (__VERIFIER_nondet_int() == 77) reach_error();\n" + body + "  return 0;\n}\n")
    tool = f.folder / "bin" / "dot"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\ncat\n")
    tool.chmod(0o755)
    drawn = with_path(f, "%s:%s" % (tool.parent, os.environ["PATH"]), "check", "--report", "report", f.file("a.c", text))
    equal(drawn["whole"], False)
    contains(drawn["svg"], "== 77]")
    holds("x = x + 150" not in drawn["svg"], "not limited")
    holds(re.search(r'class="cut"', drawn["svg"]), "nothing marks what is left out")
