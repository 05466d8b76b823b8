# SPDX-License-Identifier: Apache-2.0
"""What the tests of the page share: their list, pages of programs, and what is seen in the browser."""
import subprocess
import sys
from pathlib import Path

from browser import Browser

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from cli_harness import holds  # noqa: E402

TESTS = []
# How the text of one element stands out from the paper of another one (WCAG).
CONTRAST = """(() => {
  const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = (c) => { const [r, g, b] = c.match(/\\d+/g).map(Number); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
  const ink = light(getComputedStyle(document.querySelector('%s')).color);
  const paper = light(getComputedStyle(document.querySelector('%s')).backgroundColor);
  return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
})()"""


def test(function):
    TESTS.append(function)
    return function


class PageFixture:
    """Pages of programs, and browsers that open them."""

    def __init__(self, binary, chromium, folder):
        self.binary, self.chromium, self.folder = binary, chromium, Path(folder)
        self.made = {}

    def report(self, name, source, *arguments):
        """The page for a program, made once."""
        if name not in self.made:
            folder = self.folder / name
            folder.mkdir(exist_ok=True)
            file = source if isinstance(source, Path) else folder / (name + ".c")
            if not isinstance(source, Path):
                file.write_text(source, encoding="utf-8")
            result = subprocess.run([self.binary, *(arguments or ["check"]), "--report", folder, file], capture_output=True, timeout=300)
            holds(result.returncode in (0, 1), result.stderr.decode())
            self.made[name] = folder / "index.html"
        return self.made[name]

    def browser(self, **options):
        return Browser(self.chromium, **options)

    def picture(self, browser, name):
        browser.screenshot(self.folder / (name + ".png"))
        holds((self.folder / (name + ".png")).stat().st_size > 5000, "an empty picture")


def text(browser, selector):
    return browser.evaluate("(document.querySelector(%r) || {textContent: ''}).textContent" % selector)


def count(browser, selector):
    """How many elements that are seen."""
    return browser.evaluate("[...document.querySelectorAll(%r)].filter((e) => e.offsetParent !== null).length" % selector)


def selected(browser):
    return text(browser, ".step.selected .what")
