#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the documentation against the program: what the tutorial and the README show is what happens, links lead somewhere, every
option has its place.

  docs_test.py --binary build/bireach

In a block ```console, lines that start with "$ " are run by bash, one after the other, in a folder where svcomp/ is that
of the repository, and the program is bireach and build/release/bireach. The lines below are the output; "…" alone stands
for any lines, and numbers of traces, times and counts of queries may differ.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BINARY = None
NUMBER_OF_TRACES = re.compile(r"\d+(?= (error )?(traces|classes))")
# Counts and times at the end of a report.
EFFORT = re.compile(r"^\d+ iterations, .* queries$|^\d+\.\d+ s \(.* CPU\), .*$")


def comparable(lines):
    return [EFFORT.sub("effort", NUMBER_OF_TRACES.sub("N", line)) for line in lines]


def explained(lines):
    """Without the execution that is told between announcement and report when the explanation takes more than a second."""
    head = "The same execution, explained:"
    return lines[:2] + lines[lines.index(head) + 1:] if head in lines else lines


def blocks(text):
    """[(command, expected lines)] of all console blocks."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def mismatch(expected, actual):
    """What of the expected lines is not in the actual ones; None if they fit."""
    expected, actual = comparable(expected), comparable(actual)
    position, anywhere = 0, False
    for line in expected:
        if line == "…":
            anywhere = True
            continue
        while anywhere and position < len(actual) and actual[position] != line:
            position += 1
        if position >= len(actual) or actual[position] != line:
            return line
        position, anywhere = position + 1, False
    return None if anywhere or position == len(actual) else f"nothing more, where there is: {actual[position]}"


class Tutorial(unittest.TestCase):
    def test_comparison(self):
        actual = ["a", "b", "11 traces", "c"]
        for expected in (["a", "b", "12 traces", "c"], ["…", "c"], ["a", "…"], ["…", "b", "…", "c"], ["…"]):
            self.assertIsNone(mismatch(expected, actual), expected)
        for expected in (["a"], ["b", "…"], ["…", "c", "a"], ["…", "d", "…"], ["a", "c", "…"], []):
            self.assertIsNotNone(mismatch(expected, actual), expected)

    def test_commands_print_what_is_shown(self):
        self.check_page(DOCS / "tutorial.md", 7)

    def test_slices_are_as_shown(self):
        self.check_page(DOCS / "slices.md", 3)

    def test_the_samples_of_the_readme(self):
        self.check_page(ROOT / "README.md", 3)

    def check_page(self, page, least):
        commands = blocks(page.read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(commands), least)
        outputs = {}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "svcomp").symlink_to(ROOT / "svcomp")
            for place in ("bin", "build/release"):
                (folder / place).mkdir(parents=True)
                (folder / place / "bireach").symlink_to(BINARY)
            environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}")
            for command, expected in commands:
                if command not in outputs:
                    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                                          timeout=300, check=False)
                    outputs[command] = done.stdout + done.stderr
                missing = mismatch(expected, explained(outputs[command].splitlines()))
                self.assertIsNone(missing, f"$ {command}\nexpected: {missing}\nin:\n{outputs[command]}")

    def test_the_source_is_quoted_as_it_is(self):
        source = (ROOT / "svcomp" / "examples" / "lift.c").read_text()
        for quoted in re.findall(r"^```c\n(.*?)^```$", (DOCS / "tutorial.md").read_text(encoding="utf-8"), re.M | re.S):
            self.assertIn(quoted, source)


class Pages(unittest.TestCase):
    def pages(self):
        return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "svcomp" / "README.md", *sorted(DOCS.rglob("*.md"))]

    def test_links_lead_somewhere(self):
        for page in self.pages():
            text = page.read_text(encoding="utf-8")
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
                if "://" in target:
                    continue
                name, _, anchor = target.partition("#")
                path = (page.parent / name) if name else page
                self.assertTrue(path.exists(), f"{page.name}: {target}")
                if anchor:
                    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
                    anchors = [re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads]
                    self.assertIn(anchor, anchors, f"{page.name}: {target}")

    def test_every_page_is_in_the_table_of_contents(self):
        contents = (DOCS / "README.md").read_text(encoding="utf-8")
        for page in DOCS.rglob("*.md"):
            if page.name != "README.md":
                self.assertIn(f"]({page.relative_to(DOCS).as_posix()})", contents)

    def test_options_named_in_the_pages_exist(self):
        helps = "".join(subprocess.run([BINARY, command, "--help"], capture_output=True, text=True, timeout=60, check=False).stdout
                        for command in ("check", "explain", "repair", "slice", "inconsistent", "cfa", "validate"))
        known = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", helps))
        for script in ("campaign", "evaluate", "make_archive"):
            done = subprocess.run([sys.executable, "-B", str(ROOT / "svcomp" / script), "--help"], capture_output=True, text=True,
                                  timeout=60, check=True)
            known |= set(re.findall(r"--[a-z][a-z0-9-]*", done.stdout))
        known |= {"--help", "--version", "--install", "--prefix", "--build", "--config", "--tool-directory", "--partition", "--sysroot", "--witness"}
        for page in DOCS.glob("*.md"):
            named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", page.read_text(encoding="utf-8")))
            self.assertLessEqual(named, known, page.name)

    def test_files_named_in_the_pages_exist(self):
        folders = [ROOT / name for name in ("automata", "logic", "frontend", "abstraction", "relevance", "checker", "tests/support")]
        paths = [f"/{path.relative_to(ROOT)}" for folder in folders for path in [*folder.rglob("*.h"), *folder.rglob("*.cpp")]] + ["/bireach/bireach.h", "/library_example/why.cpp", "/math.h"]
        for page in [*self.pages(), *(path for folder in folders for path in folder.rglob("README.md"))]:
            for name in re.findall(r"(?<![\w<])(?:[a-z_]+/)*[a-z_0-9]+\.(?:h|cpp)\b", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)):
                known = any(path.endswith(f"/{name}") for path in paths) or page.name == "CHANGELOG.md"
                self.assertTrue(known, f"{page.name}: {name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path, required=True)
    known_arguments, rest = parser.parse_known_args()
    BINARY = known_arguments.binary.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
