#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of campaigns whose tasks are functions (svcomp/campaign --command inconsistent): with a stand-in for the tool,
and with the tool.

  functions_test.py [--binary build/bireach]
"""
import argparse
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from runs_test import WithFolder

BINARY = None
# Functions are the words of a file; what one is called says what becomes of it. Counts its runs.
STAND_IN = r'''#!/usr/bin/env python3
import json, sys, time
from pathlib import Path
if sys.argv[1] == "--version":
    sys.exit(print("bireach 9.9.9"))
if "--help" in sys.argv:
    sys.exit(print("  --json FILE\n"))
path = Path(sys.argv[-1])
words, options = path.read_text().split(), sys.argv[2:-1]
if "unreadable" in words:
    sys.stderr.write(f"{path}:1:1: expected a function\n")
    sys.exit(2)
if "--list-functions" in options:
    sys.exit(print("\n".join(f"{path}:{line}: {word}" for line, word in enumerate(words, start=1))))
name = options[options.index("--functions") + 1]
with open(Path(__file__).parent / "runs.txt", "a") as log:
    log.write(f"{name} {' '.join(options)}\n")
time.sleep(float(options[options.index("--function-timeout") + 1]) if "slow" in name else 0)
function, findings = {"undecided": []}, []
if "twice" in name:
    findings = [{"severity": kind, "message": f"{kind} <b>", "location": {"line": 7}} for kind in ("error", "after-error")]
if "computed" in name:
    function["refused"] = "a computed goto in line 3"
Path("result.json").write_text(json.dumps({"functions": [function], "findings": findings}))
print("1 function\n" + ("INCONSISTENT(2)" if findings else "UNKNOWN(1 of 1)" if "refused" in function else "CONSISTENT"))
sys.exit(1 if findings else 3 if "refused" in function else 0)
'''


class Functions(WithFolder):
    def setUp(self):
        super().setUp()
        self.binary.write_text(STAND_IN)

    def functions(self, *arguments):
        return self.campaign("--binary", self.binary, "--command", "inconsistent", *arguments)

    def rows_without(self, *names):
        return {task: [row[name] for name in ("verdict", "findings", "reason")] for task, row in self.rows().items()
                if task not in names}

    def test_each_is_a_task(self):
        first, second = self.file("a.c", "fine twice computed"), self.file("b.c", "fine")
        done = self.functions("-j", "2", "--timeout", "3", "--option=-I.", first, second)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.rows_without(), {
            "a.c+fine": ["CONSISTENT", "", ""], "b.c+fine": ["CONSISTENT", "", ""],
            "a.c+twice": ["INCONSISTENT", "1 error, 1 after-error", "7: error: error <b>; 7: after-error: after-error <b>"],
            "a.c+computed": ["UNKNOWN", "", "a computed goto in line 3"]})
        for text in ("4 tasks", "2 CONSISTENT", "1 INCONSISTENT", "1 UNKNOWN", "1 findings: error", "1 findings: after-error",
                     "0 findings: unreachable", "median s", "90 % within s"):
            self.assertIn(text, done.stdout)
        self.assertNotIn("score", done.stdout)
        self.assertIn("error &lt;b&gt;", (self.results / "index.html").read_text(encoding="utf-8"))
        line = next(line for line in (self.folder / "runs.txt").read_text().splitlines() if line.startswith("twice"))
        for text in ("--function-timeout 3", "--timeout 13", "--functions twice", "-I.", "--data-model LP64"):
            self.assertIn(text, line)
        self.assertNotIn("--property", line)

    def test_none_is_decided(self):
        done = self.functions(self.file("a.c", "computed"))
        for text in ("0 CONSISTENT", "1 UNKNOWN", "0 findings: error"):
            self.assertIn(text, done.stdout)
        self.assertNotIn("score", done.stdout)

    def test_goes_on(self):
        path = self.file("a.c", "fine twice")
        self.functions(path)
        self.assertEqual(self.campaign().returncode, 0)
        self.assertEqual(self.functions(path).returncode, 0)
        self.assertEqual(sorted(self.runs()), ["fine", "twice"])
        torn = self.results / "results" / "a.c+twice" / "run.json"
        torn.write_text(torn.read_text()[:40])
        self.campaign()
        self.assertEqual(sorted(self.runs()), ["fine", "twice", "twice"])
        self.file("a.c", "fine twice more")
        done = self.functions(path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("holds a campaign with other tasks", done.stderr)

    def test_lists_and_limits(self):
        self.file("a.c", "one two three four")
        tasks = self.file("files.txt", "a.c ILP32\n")
        self.functions("--limit", "2", tasks)
        self.assertEqual(sorted(self.rows()), ["a.c+one", "a.c+three"])
        self.assertEqual({row["data_model"] for row in self.rows().values()}, {"ILP32"})

    def test_what_cannot_be_read_is_said(self):
        done = self.functions(self.file("a.c", "fine"), self.file("b.c", "unreadable"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.rows_without("a.c+fine"), {"b.c": ["ERROR", "", "bad arguments or input: " + str(self.folder / "b.c") +
                                                                ":1:1: expected a function"]})
        done = self.campaign("--binary", self.binary, "--command", "inconsistent", self.file("none.c", ""))
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
        self.assertIn("no functions in", done.stderr)

    def test_with_the_tool(self):
        if BINARY is None:
            self.skipTest("no --binary")
        self.binary = BINARY
        path = self.file("poll.c", "struct sock { int flags; }; struct tun { struct sock *sk; };\n"
                         "int late(struct tun *t) {\n  struct sock *s = t->sk;\n  if (!t)\n    return 1;\n  return s->flags;\n}\n"
                         "static int jump(int x) { void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 2; }\n"
                         "int fine(int x) { return jump(x) + WIDTH; }\n")
        bad = self.file("bad.c", "int f(void) { return 1 }\n")
        listed = subprocess.run([BINARY, "inconsistent", "--list-functions", "-DWIDTH=3", path], capture_output=True, text=True,
                                check=True).stdout
        self.assertEqual(listed, f"{path}:2: late\n{path}:8: jump\n{path}:9: fine\n")
        done = self.functions("-j", "2", "--option=-DWIDTH=3", path, bad)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = self.rows_without()
        self.assertEqual(rows["poll.c+fine"], ["CONSISTENT", "", ""])
        self.assertEqual(rows["poll.c+jump"], ["UNKNOWN", "", "the address of a label in line 8"])
        self.assertEqual(rows["poll.c+late"], ["INCONSISTENT", "1 after-error", "4: after-error: the check `!t` never succeeds: "
                                               "`t` is dereferenced before in line 3"])
        self.assertEqual(rows["bad.c"][0], "ERROR")
        self.assertIn("expected ';' after return statement", rows["bad.c"][2])
        result = json.loads((self.results / "results" / "poll.c+late" / "result.json").read_text(encoding="utf-8"))
        self.assertEqual([one["location"]["function"] for one in result["functions"]], ["late"])
        self.assertTrue((self.results / "results" / "poll.c+late" / "report" / "index.html").is_file())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve() if known.binary else None
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    unittest.main(argv=[sys.argv[0], *rest])
