# SPDX-License-Identifier: Apache-2.0
"""The page of a slice, and what holds in every execution that fails, in the browser."""
import sys

from page_harness import CONTRAST, ROOT, count, selected, test, text

sys.path.insert(0, str(ROOT / "tests" / "cli"))
from cli_harness import contains, equal, holds  # noqa: E402

# n >= 11 is all that the error needs of the input; y and the first value of x play no part.
LOOP = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 6;
  int y = n;
  while (x < n) {
    x = x + 1;
    y = y + 1;
  }
  if (!(x <= 10)) reach_error();
  return 0;
}
"""


@test
def a_slice_lights_the_source(f):
    with f.browser() as b:
        b.open(f.report("slice", LOOP, "slice"))
        equal(count(b, "#view-slice"), 1)
        equal(text(b, "#lines-to-read").strip(), "3 of 6 lines to read")
        contains(text(b, "#headline"), "3 certified irrelevant; 3 of 6 lines to read")
        badges = {line: text(b, '.row[data-line="%d"] .badge' % line) for line in range(3, 12)}
        equal(badges, {3: "", 4: "*", 5: "-", 6: "-", 7: "*", 8: "*", 9: "-", 10: "", 11: ""})
        equal(b.evaluate("[...document.querySelectorAll('#code .mark.cut')].map((m) => m.textContent)"),
              ["int x = 6", "int y = n", "y = y + 1"])
        equal(b.evaluate("[...document.querySelectorAll('#code .mark.kept')].map((m) => m.textContent)"),
              ["int n = __VERIFIER_nondet_int()", "x < n", "x = x + 1"])
        legend = text(b, "#legend")
        for sign in ("* relevant", "- certified irrelevant", "{ } in every execution that fails"):
            contains(legend, sign)
        # What holds stands beside the lines.
        contains(text(b, '.row[data-line="7"] .holds'), "n >= 11 }")
        contains(text(b, '.row[data-line="7"] .holds .where'), "each test")
        contains(text(b, '.row[data-line="11"] .holds'), "violated{ x >= 11 }")
        equal(count(b, '.row[data-line="9"] .holds'), 0)
        f.picture(b, "slice")
        equal(b.problems(), [])


@test
def keys_in_a_slice(f):
    with f.browser() as b:
        b.open(f.report("slice", LOOP, "slice"))
        contains(selected(b), "int n")
        equal(b.evaluate("document.querySelector('.row.current').dataset.line"), "4")
        hidden = count(b, "#slice-rows .step")
        b.press("j")
        equal(b.evaluate("document.querySelector('#slice-rows .selected').classList.contains('toggle')"), True)
        b.press("Enter")
        holds(count(b, "#slice-rows .step") > hidden, "nothing unfolded")
        b.press("j")
        contains(selected(b), "int x = 6")
        contains(text(b, "#details"), "ertified irrelevant")
        b.press("n")
        contains(selected(b), "[x < n]")
        contains(text(b, "#details"), "In every execution that fails, whenever [x < n] is about to be evaluated: ")
        b.press("n")
        contains(selected(b), "x = x + 1")
        b.press("p")
        contains(selected(b), "[x < n]")
        b.press("u")
        equal(count(b, "#slice-rows .inside"), 2)
        b.press("u")
        equal(count(b, "#slice-rows .inside"), 0)
        b.click('.row[data-line="9"] .mark')
        contains(selected(b), "y = y + 1")
        b.press("?")
        contains(text(b, "#help"), "Certified irrelevant: ")
        b.press("?")
        b.press("3")
        equal((count(b, "#view-trace"), count(b, "#view-slice")), (1, 0))
        b.press("j")
        b.press("2")
        equal(count(b, "#view-slice"), 1)
        equal(b.problems(), [])


@test
def a_slice_in_the_dark_and_on_narrow_screens(f):
    with f.browser() as b:
        b.colour_scheme("dark")
        b.open(f.report("slice", LOOP, "slice"))
        for scheme in ("dark", "light"):
            b.colour_scheme(scheme)
            for selector, behind in ((".mark.cut", "body"), (".holds", ".holds"), ("#slice-rows .values", "body"), (".legend .cut", ".bar")):
                ratio = b.evaluate(CONTRAST % (selector, behind))
                holds(ratio >= 4.5, "%s of %s: %s" % (scheme, selector, ratio))
        b.resize(390, 800)
        holds(b.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "wider than the screen")
        equal((count(b, "#view-slice"), count(b, "#view-source")), (1, 0))
        f.picture(b, "slice-narrow")
        b.click("#tab-source")
        equal(text(b, '.row[data-line="5"] .badge'), "-")
        equal(b.problems(), [])


@test
def explain_shows_what_holds_in_every_execution_that_fails(f):
    with f.browser() as b:
        b.open(f.report("every", LOOP, "explain", "--max-traces", "2"))
        contains(text(b, '.row[data-line="7"] .holds'), "n >= 11 }")
        equal(text(b, '.row[data-line="9"] .badge').startswith("*"), True)  # of relevance, not of a slice
        contains(text(b, "#steps"), "kept at 11 (n >= 11 in every execution that fails)")
        b.click("#tab-statements")
        contains(text(b, "#view-statements"), "In every execution that fails, whatever its inputs")
        contains(text(b, "#every-failure"), "{ x >= 11 }")
        equal(count(b, "#tab-slice"), 0)
        equal(b.problems(), [])
