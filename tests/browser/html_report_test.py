#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The HTML report in headless Chromium: what is seen, clicked, typed; that a hostile program harms nothing; how long pages
take to load.

  html_report_test.py [--binary build/bireach] [--keep FOLDER] [NAME...]

Needs Chromium (Debian: chromium); without it nothing is tested, the exit status is 77, and a line says so. --keep leaves
the reports and screenshots in FOLDER. Ends with "N passed, N failed"; exit status 1 if one failed.
"""
import argparse
import os
import re
import sys
import tempfile
import traceback
from pathlib import Path

import slice_page_cases  # noqa: F401  (its tests are among TESTS)
from browser import find_chromium
from page_harness import ROOT, TESTS, PageFixture, count, selected, test, text

sys.path.insert(0, str(ROOT / "tests" / "cli"))
from cli_harness import SAFE, contains, equal, holds  # noqa: E402
from report_cases import HOSTILE  # noqa: E402

METER = ROOT / "svcomp" / "examples" / "parking_meter.c"
THERMOSTAT = ROOT / "svcomp" / "examples" / "thermostat.c"
SKIPPED = 77
# Hundreds of steps on one trace.
LONG = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4] = {0, 0, 0, 0};
  int sum = 0, other = 0;
  int first = __VERIFIER_nondet_int();
  for (int i = 0; i < 120; i++) {
    sum = sum + 1;
    other = other + i;
    a[i % 4] = i;
  }
  if (sum == 120 && first == 5) reach_error();
  return 0;
}
"""
# 2^7 ways to one error, all of them analysed with --generalization trace.
MANY = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
%s  if (n < 100) { if (x != 3) reach_error(); }
  return 0;
}
""" % "".join("  if (__VERIFIER_nondet_int() > %d) n++; else n--;\n" % i for i in range(7))


@test
def says_what_was_found(f):
    with f.browser() as b:
        b.open(f.report("meter", METER))
        equal(text(b, "#verdict"), "FALSE")
        contains(text(b, "#headline"), "6 statements are relevant")
        contains(text(b, "#code"), "int hours = minutes / 60;")
        equal(count(b, "#code .row"), len(METER.read_text().splitlines()))
        contains(text(b, '.row[data-line="12"] .badge'), "*")
        holds(b.evaluate("document.querySelector('.row[data-line=\"12\"] .mark').className").startswith("mark rank"))
        equal(text(b, '.row[data-line="12"] .mark'), "int hours = minutes / 60")
        equal(text(b, '.row[data-line="21"] .mark').strip(), "int tickets = 0")
        f.picture(b, "meter")
        equal(b.problems(), [])


@test
def a_click_selects_a_step_and_says_why(f):
    with f.browser() as b:
        b.open(f.report("meter", METER))
        b.click('.row[data-line="12"] .mark')
        contains(selected(b), "int hours = minutes / 60")
        details = text(b, "#details")
        contains(details, "with 1 instead, no input takes this trace to the error")
        contains(details, "Before:{ ")
        contains(details, "After:{ ")
        contains(details, "hours0")
        equal(b.evaluate("document.querySelector('.row.current').dataset.line"), "12")
        b.click("#next-relevant")
        contains(selected(b), "int fee = hours * RATE")
        b.click("#previous-step")
        contains(selected(b), "int hours")
        contains(b.evaluate("location.hash"), "step=")
        equal(b.problems(), [])


@test
def hovering_says_why(f):
    with f.browser() as b:
        b.open(f.report("meter", METER))
        equal(b.evaluate("document.querySelector('#tip').hidden"), True)
        x, y = b.evaluate("(() => { const r = document.querySelector('.row[data-line=\"12\"] .mark').getBoundingClientRect(); return [r.x + 5, r.y + 5]; })()")
        b.move(x, y)
        equal(b.evaluate("document.querySelector('#tip').hidden"), False)
        contains(text(b, "#tip"), "Relevant, rank ")
        contains(text(b, "#tip"), "with 1 instead")
        b.move(5, 5)


@test
def a_box_holds_what_changes_nothing(f):
    with f.browser() as b:
        b.open(f.report("thermostat", THERMOSTAT))
        boxes = count(b, ".box")
        holds(boxes >= 2, boxes)
        contains(text(b, ".box .label"), "{ ")
        contains(text(b, ".box .count"), "hidden")
        holds("changes++" not in text(b, "#steps"), "shown although it is not needed")
        hidden = count(b, ".step")
        b.click(".box:last-of-type > .toggle")
        holds(count(b, ".step") > hidden, "nothing unfolded")
        b.click(".box:last-of-type > .toggle")
        equal(count(b, ".step"), hidden)
        b.click("#unfold")
        contains(text(b, "#steps"), "changes++")
        equal(count(b, ".box .inside"), boxes)
        b.click("#unfold")
        equal(count(b, ".step"), hidden)
        b.click('.row[data-line="19"] .mark.violated')
        contains(text(b, "#details"), "violates heat <= 40")


@test
def keys(f):
    with f.browser() as b:
        b.open(f.report("thermostat", THERMOSTAT))
        b.press("?")
        equal(b.evaluate("document.querySelector('#help').open"), True)
        contains(text(b, "#help"), "next, previous relevant step")
        b.press("Escape")
        b.wait_for(lambda: not b.evaluate("document.querySelector('#help').open"))
        seen = set()
        for _ in range(12):
            b.press("k")
        for _ in range(12):
            seen.add(b.evaluate("document.querySelector('#steps .selected').textContent"))
            b.press("j")
        holds(len(seen) >= 5, seen)
        for _ in range(12):
            b.press("ArrowUp")
        while not b.evaluate("document.querySelector('#steps .selected').classList.contains('toggle')"):
            before = b.evaluate("document.querySelector('#steps .selected').textContent")
            b.press("j")
            holds(before != b.evaluate("document.querySelector('#steps .selected').textContent"), "no box on the way")
        steps = count(b, ".step")
        b.press("ArrowRight")
        holds(count(b, ".step") > steps)
        b.press("ArrowLeft")
        equal(count(b, ".step"), steps)
        b.press("Enter")
        holds(count(b, ".step") > steps)
        b.press("n")
        holds(b.evaluate("document.querySelector('.step.selected').classList.contains('relevant')"))
        for key, view in (("3", "statements"), ("4", "automaton"), ("5", "run"), ("2", "trace")):
            b.press(key)
            equal(count(b, "#view-" + view), 1)
            equal(count(b, "#side > .view"), 1)
        equal(b.problems(), [])


@test
def traces_by_class(f):
    with f.browser() as b:
        ready = b.open(f.report("many", MANY, "explain", "--generalization", "trace", "--max-traces", "80", "--timeout", "200"))
        print("       a report of 80 traces is ready after %d ms" % ready)
        contains(text(b, "#trace-button"), "trace 1 of 80")
        b.click("#trace-button")
        equal(count(b, "#trace-list button"), 80)
        contains(text(b, "#trace-list"), "Class 1: ")
        b.click('#trace-list button[data-trace="4"]')
        contains(text(b, "#trace-button"), "trace 5 of 80")
        equal(count(b, "#trace-list"), 0)
        b.press("]")
        contains(text(b, "#trace-button"), "trace 6 of 80")
        b.press("[")
        b.press("[")
        contains(text(b, "#trace-button"), "trace 4 of 80")
        b.press("4")
        contains(text(b, "#view-statements"), "Relevant in every trace, by rank")
        b.click("#view-statements tbody .link")
        contains(text(b, "#details"), "Relevant in traces 1 2 3")
        f.picture(b, "many")
        equal(b.problems(), [])


@test
def suspects_and_repairs(f):
    with f.browser() as b:
        b.open(f.report("repaired", METER, "repair", "--timeout", "60"))
        b.press("2")
        equal(count(b, "#view-suspects"), 1)
        shown = text(b, "#view-suspects")
        contains(shown, "Repairs")
        contains(shown, "proved")
        contains(shown, "+++ b/")
        holds("ndecided" not in text(b, "#legend") and "relevant" not in text(b, "#legend"), "relevance that nobody looked for")
        equal(count(b, "#code .undecided"), 0)
        f.picture(b, "repaired")
        equal(b.problems(), [])


@test
def a_long_trace(f):
    with f.browser() as b:
        path = f.report("long", LONG)
        ready = b.open(path)
        steps = b.evaluate("traceData(0).steps.length")
        print("       a report of one trace of %d steps (%d KiB) is ready after %d ms" % (steps, path.stat().st_size // 1024, ready))
        holds(steps > 500, steps)
        print("       ... and took %.2f s of processor time" % b.seconds_of_work())
        holds(b.seconds_of_work() < 10, "slow")
        contains(text(b, "#steps"), "more rounds like this")
        holds(count(b, ".step") < 60, "the rounds are not folded")
        b.press("u")
        shown = count(b, ".step[data-at]")
        holds(shown > 480, shown)
        last = b.evaluate("[...document.querySelectorAll('.step[data-at]')].pop().dataset.at")
        b.evaluate("selectStep(%s)" % last)
        contains(text(b, "#details .values"), "sum120")
        contains(text(b, "#details .values"), "a{116, 117, 118, 119}")
        f.picture(b, "long")
        equal(b.problems(), [])


@test
def a_hostile_program_harms_nothing(f):
    name = "<img src=x onerror=\"document.documentElement.dataset.harmed='name'\">&.c"
    folder = f.folder / "hostile"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(HOSTILE, encoding="utf-8")
    f.report("hostile", folder / name, "explain")
    with f.browser() as b:
        b.open(folder / "index.html")
        contains(text(b, "h1"), "<img src=x onerror=")
        contains(text(b, "#code"), "</script><img src=x")
        for tab in ("1", "3", "4", "5", "2"):
            b.press(tab)
        b.press("u")
        b.evaluate("document.querySelectorAll('.mark').forEach((m) => m.click())")
        equal(b.evaluate("document.documentElement.dataset.harmed"), None)
        equal(b.evaluate("document.querySelectorAll('img, iframe, object, script[src], link').length"), 0)
        equal(b.evaluate("document.querySelectorAll('script').length - document.querySelectorAll('script[type]').length"), 1)
        # Behind characters of several bytes marks are where they belong.
        equal(b.evaluate("[...document.querySelectorAll('.row[data-line=\"9\"] .mark')].some((m) => m.textContent === '\u00e4\u00f6\u03b1 = x')"), True)
        # The policy holds even if something slipped in.
        b.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"data:image/png;base64,x\" onerror=\"document.documentElement.dataset.harmed=1\">')")
        b.evaluate("new Promise((done) => setTimeout(done, 200))")
        equal(b.evaluate("document.documentElement.dataset.harmed"), None)
        f.picture(b, "hostile")


@test
def dark_and_light(f):
    with f.browser() as b:
        b.colour_scheme("light")
        b.open(f.report("meter", METER))
        paper = "getComputedStyle(document.body).backgroundColor"
        equal(b.evaluate(paper), "rgb(255, 255, 255)")
        b.colour_scheme("dark")
        dark = b.evaluate(paper)
        holds(max(map(int, re.findall(r"\d+", dark))) < 60, dark)
        f.picture(b, "dark")
        b.press("t")
        equal(b.evaluate(paper), "rgb(255, 255, 255)")
        b.click("#theme")
        equal(b.evaluate(paper), dark)
        # Text stands out from its paper (WCAG: 4.5 to 1).
        contrast = """(() => {
          const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
          const light = (c) => { const [r, g, b] = c.match(/\\d+/g).map(Number); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
          const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const paper = light(getComputedStyle(document.body).backgroundColor);
          return Math.min(...['.row .number', '.k', '.c', '#headline', '.step .place'].map((s) =>
            ratio(light(getComputedStyle(document.querySelector(s)).color), paper)));
        })()"""
        holds(b.evaluate(contrast) >= 4.5, "dark: %s" % b.evaluate(contrast))
        b.press("t")
        holds(b.evaluate(contrast) >= 4.5, "light: %s" % b.evaluate(contrast))


@test
def narrow_screens(f):
    with f.browser(width=390, height=800) as b:
        b.resize(390, 800)
        b.open(f.report("meter", METER))
        fits = "document.documentElement.scrollWidth <= window.innerWidth"
        holds(b.evaluate(fits), "wider than the screen")
        equal((count(b, "#view-trace"), count(b, "#view-source")), (1, 0))
        f.picture(b, "narrow")
        b.click("#tab-source")
        equal((count(b, "#view-trace"), count(b, "#view-source")), (0, 1))
        b.click('.row[data-line="12"] .mark')
        contains(text(b, "#details"), "with 1 instead")
        for tab in ("statements", "automaton", "run", "trace"):
            b.click("#tab-" + tab)
            holds(b.evaluate(fits), tab + " is wider than the screen")
        b.resize(1200, 800)
        equal((count(b, "#view-trace"), count(b, "#view-source")), (1, 1))


@test
def the_automaton(f):
    drawn = any((Path(folder) / "dot").exists() for folder in os.environ["PATH"].split(":"))
    with f.browser() as b:
        b.open(f.report("meter", METER))
        b.press("4")
        if not drawn:
            contains(text(b, "#view-automaton"), "dot is not installed")
            return
        holds(count(b, "#view-automaton svg") == 1)
        arrows = b.evaluate("document.querySelectorAll('#view-automaton .arrow').length")
        taken = b.evaluate("document.querySelectorAll('#view-automaton .taken').length")
        holds(0 < taken < arrows, (taken, arrows))
        b.evaluate("document.querySelector('.taken text').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        equal(b.evaluate("document.querySelectorAll('#view-automaton .here').length"), 1)
        f.picture(b, "automaton")
        equal(b.problems(), [])


@test
def a_proof(f):
    with f.browser() as b:
        b.open(f.report("safe", SAFE))
        equal(text(b, "#verdict"), "TRUE")
        equal(count(b, "#view-run"), 1)
        for key in "1234":
            b.press(key)
        b.press("j")
        contains(text(b, "#view-trace"), "There is no error trace")
        equal(b.problems(), [])


@test
def a_place_in_the_address(f):
    with f.browser() as b:
        path = f.report("meter", METER)
        b.open("file://%s#trace=1&step=7&tab=statements" % path)
        equal(b.evaluate("state.step"), 7)
        equal(count(b, "#view-statements"), 1)
        for hash_ in ("#trace=99&step=-4", "#trace=x&step=1e9", "#%E0%A4"):
            b.open("file://%s%s" % (path, hash_))
            equal(b.evaluate("state.trace"), 0)
        equal(b.problems(), [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build" / "bireach"))
    parser.add_argument("--keep", type=Path, help="leave reports and screenshots there")
    parser.add_argument("names", nargs="*", help="only these tests")
    arguments = parser.parse_args()
    chromium = find_chromium()
    if not chromium:
        print("SKIPPED: nothing of the HTML report was tested in a browser: there is no Chromium (apt-get install chromium)")
        return SKIPPED
    selected_tests = [t for t in TESTS if not arguments.names or t.__name__ in arguments.names]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="bireach-report-") as temporary:
        folder = arguments.keep.resolve() if arguments.keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        fixture = PageFixture(os.path.abspath(arguments.binary), chromium, folder)
        for function in selected_tests:
            try:
                function(fixture)
                print("ok    ", function.__name__, flush=True)
            except Exception:  # a failing test must not end the others
                failed += 1
                print("FAILED", function.__name__)
                print("\n".join("       " + line for line in traceback.format_exc().splitlines()[-12:]), flush=True)
    print("%d passed, %d failed" % (len(selected_tests) - failed, failed))
    return 1 if failed or not selected_tests else 0


if __name__ == "__main__":
    sys.exit(main())
