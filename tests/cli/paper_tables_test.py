#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of svcomp/paper_tables.py: with a stand-in for the tool that writes known result files, and with the tool.

  paper_tables_test.py [--binary build/bireach]

Ends with unittest's summary; exit status 1 if a test failed.
"""
import argparse
import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "svcomp" / "paper_tables.py"
EXAMPLE = ROOT / "svcomp" / "examples" / "parking_meter.c"
BINARY = None

# Counts its runs; what the program's text says decides how it behaves.
STAND_IN = '''#!/usr/bin/env python3
import hashlib, json, sys, time
from pathlib import Path
command, options, source = sys.argv[1], sys.argv[2:-1], Path(sys.argv[-1])
value = dict(zip(options[::2], options[1::2]))
with open(Path(__file__).parent / "runs.txt", "a") as log:
    log.write(command + " " + source.stem + " " + " ".join(options) + "\\n")
text = source.read_text()
if "crash" in text:
    sys.exit("bireach: internal error")
if "hang" in text:
    time.sleep(60)
danger = 6.0 if "slow" in text else 1.0
steps = [{"statement": "s0", "relevant": True}, {"statement": "s1", "relevant": None},
         {"statement": "s0", "relevant": True}, {"statement": "s2", "relevant": False}]
trace = {"steps": steps, "length": 4, "statements": 3, "relevant_statements": 1}
result = {"format": "bireach-result/1", "verdict": "UNKNOWN" if "unknown" in text else "FALSE", "reason": "",
          "input": {"sha256": {str(source): hashlib.sha256(source.read_bytes()).hexdigest()},
                    "data_model": value["--data-model"]},
          "options": {"timeout": value["--timeout"]},
          "statistics": {"wall_s": 10.0, "iterations": 7, "exhausted": "slow" not in text, "peak_memory_mib": 50,
                         "time_s": {"relevance": 0.5, "danger_automata": danger}},
          "traces": [] if "unknown" in text else [trace] * (3 if command == "explain" else 1),
          "program": {"statements": 5, "relevant": [{"statement": "s0", "traces": [1, 2, 3], "rank": 1}]}}
Path(value["--json"]).write_text(json.dumps(result))
sys.exit(1)
'''


class PaperTables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "results"
        self.binary = self.folder / "stand-in"
        self.binary.write_text(STAND_IN)
        self.binary.chmod(0o755)

    def manifest(self, **programs):
        """Programs by name: (text, name in the paper)."""
        path = self.folder / "manifest.csv"
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["file", "data_model", "paper_table"])
            for name, (text, paper) in programs.items():
                (self.folder / f"{name}.c").write_text(text)
                out.writerow([f"{name}.c", "ILP32", paper])
        return path

    def run_script(self, *arguments, binary=None):
        line = [sys.executable, "-B", str(SCRIPT), "--binary", str(binary or self.binary), "--results",
                str(self.results), *map(str, arguments)]
        return subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)

    def runs(self):
        log = self.folder / "runs.txt"
        return log.read_text().splitlines() if log.exists() else []

    def table(self, number):
        with open(self.results / f"table{number}.csv", newline="", encoding="utf-8") as file:
            return {row["program"]: row for row in csv.DictReader(file)}

    def test_both_tables_beside_the_paper(self):
        manifest = self.manifest(first=("slow", "locks14"), second=("", "sum04"), third=("", ""))
        done = self.run_script("--manifest", manifest)
        self.assertEqual(done.returncode, 0, done.stderr)
        one, two = self.table(1), self.table(2)
        self.assertEqual(list(one), ["locks14", "sum04"])  # the third is not in the paper
        row = one["locks14"]
        self.assertEqual((row["paper_name"], row["verdict"]), ("locks1", "FALSE"))
        self.assertEqual((row["relevant"], row["statements"], row["relevant_distinct"]), ("2", "4", "1"))
        self.assertEqual((row["relevant_paper"], row["statements_paper"], row["total_s_paper"]), ("16", "96", "1"))
        row = two["locks14"]
        self.assertEqual((row["relevant"], row["statements"], row["traces"], row["ended"]), ("1", "5", "3", "no"))
        self.assertEqual((row["danger_s"], row["danger_share"]), ("6.000", "0.600"))
        self.assertEqual((row["traces_paper"], row["danger_s_paper"], row["ended_paper"]), ("29", "23", "no"))
        self.assertEqual((two["sum04"]["ended"], two["sum04"]["ended_paper"]), ("yes", "yes"))
        self.assertIn("| locks14 | 1 (16) | 5 (173) | 0.50 (17) | 6.00 (23) | 10.0 (119) | 7 (71) | 3 (29) |", done.stdout)
        self.assertIn("Ended, no error trace left: 1; in the paper 1", done.stdout)
        self.assertIn("35% in the median and below half for 1 of 2 programs", done.stdout)
        self.assertIn("| **median** | 1.0 (11.5) |", done.stdout)
        markdown = (self.results / "table1.md").read_text() + (self.results / "table2.md").read_text()
        self.assertEqual(done.stdout.replace("\n", ""), markdown.replace("\n", ""))

    def test_all_of_a_manifest_and_files(self):
        manifest = self.manifest(first=("", "locks14"), third=("", ""))
        extra = self.folder / "s3_srvr_10_false.cil.c"
        extra.write_text("")
        done = self.run_script("--manifest", manifest, "--select", "all", "--command", "check", extra)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(row["program"], row["paper_name"]) for row in self.table(1).values()],
                         [("locks14", "locks1"), ("third", ""), ("s3_srvr_10", "ssh5")])
        self.assertFalse((self.results / "table2.csv").exists())

    def test_resume_runs_only_what_is_missing_or_stale(self):
        manifest = self.manifest(first=("", "locks14"), second=("", "sum04"))
        arguments = ["--manifest", manifest, "--command", "check", "--resume"]
        self.run_script(*arguments)
        self.assertEqual(len(self.runs()), 2)
        self.run_script(*arguments)
        self.assertEqual(len(self.runs()), 2)
        result = self.results / "check" / "sum04.json"
        result.write_text(result.read_text()[:100])  # not whole
        self.run_script(*arguments)
        self.assertEqual([line.split()[1] for line in self.runs()[2:]], ["second"])
        (self.folder / "first.c").write_text("another program")
        self.run_script(*arguments)
        self.assertEqual([line.split()[1] for line in self.runs()[3:]], ["first"])
        self.run_script(*arguments, "--timeout", 30)
        self.assertEqual(len(self.runs()), 6)
        self.run_script("--manifest", manifest, "--command", "check")
        self.assertEqual(len(self.runs()), 8)
        self.run_script("--manifest", manifest, "--command", "check", "--no-run")
        self.assertEqual(len(self.runs()), 8)

    def test_failures_show_and_leave_no_old_result(self):
        manifest = self.manifest(first=("", "locks14"), second=("", "sum04"), third=("unknown", "toy1"))
        self.run_script("--manifest", manifest, "--command", "explain")
        (self.folder / "first.c").write_text("crash")
        (self.folder / "second.c").write_text("hang")
        done = self.run_script("--manifest", manifest, "--command", "explain", "--timeout", 1, "--grace", 1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no result: bireach: internal error", done.stderr)
        self.assertIn("ended by SIGTERM", done.stderr)
        rows = self.table(2)
        self.assertEqual([rows[name]["verdict"] for name in ("locks14", "sum04", "toy1")],
                         ["no result", "no result", "UNKNOWN"])
        self.assertEqual(rows["locks14"]["relevant_paper"], "16")
        self.assertEqual(rows["toy1"]["relevant"], "")
        self.assertIn("No result: locks14, sum04.", done.stdout)
        self.assertIn("Verdict other than FALSE: toy1 (UNKNOWN).", done.stdout)

    def test_options_reach_the_tool(self):
        manifest = self.manifest(first=("", "locks14"))
        self.run_script("--manifest", manifest, "--memory-limit", 500, "--jobs", 1, "--timeout", 2.5,
                        "--option=--arithmetic=integer", "--explain-option=--generalization=trace")
        check, explain = self.runs()
        for line in (check, explain):
            self.assertIn("--timeout 2.5", line)
            self.assertIn("--memory-limit 500 --jobs 1 --arithmetic=integer", line)
        self.assertNotIn("--generalization", check)
        self.assertIn("--generalization=trace", explain)

    def test_bad_arguments(self):
        self.assertEqual(self.run_script().returncode, 2)
        self.assertEqual(self.run_script("--manifest", self.folder / "missing.csv").returncode, 2)
        twice = self.manifest(first=("", "locks14"), second=("", "locks14"))
        done = self.run_script("--manifest", twice)
        self.assertEqual(done.returncode, 2)
        self.assertIn("two tasks are named locks14", done.stderr)
        self.assertEqual(self.run_script("--timeout", 0, EXAMPLE).returncode, 2)

    def test_help_explains(self):
        text = subprocess.run([sys.executable, "-B", str(SCRIPT), "--help"], capture_output=True, text=True, timeout=60,
                              check=True).stdout
        for part in ("--manifest", "--resume", "--timeout", "Exit status"):
            self.assertIn(part, text)

    def test_figures_of_the_paper(self):
        with open(ROOT / "svcomp" / "paper_tables.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertEqual(len(rows), 41)
        self.assertEqual(len({row["paper_name"] for row in rows}), 41)
        self.assertEqual(sum(int(row["total_s_2"]) < 119 for row in rows), 14)
        for row in rows:
            self.assertTrue(all(row.values()), row)
            self.assertLess(int(row["relevant_1"]), int(row["statements_1"]))
            self.assertLessEqual(int(row["traces_2"]), int(row["iterations_2"]))

    def test_with_the_tool(self):
        if BINARY is None:
            self.skipTest("no --binary")
        done = self.run_script("--timeout", 30, EXAMPLE, binary=BINARY)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        one, two = self.table(1)["parking_meter"], self.table(2)["parking_meter"]
        self.assertGreater(int(one["relevant"]), 0)
        self.assertGreaterEqual(int(one["statements"]), int(one["statements_distinct"]))
        self.assertGreaterEqual(int(two["traces"]), 1)
        self.assertGreater(int(two["statements"]), int(two["relevant"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve() if known.binary else None
    unittest.main(argv=[sys.argv[0], *rest])
