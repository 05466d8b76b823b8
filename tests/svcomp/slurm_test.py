#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a real Slurm: one machine, three nodes, started and stopped by this test.

  slurm_test.py [--binary build/bireach]

Exit status 77, and a loud line, if Slurm is not installed (Debian: slurm-wlm, munge).
"""
import argparse
import collections
import csv
import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from one_machine_slurm import OneMachineSlurm, missing_programs

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGN = ROOT / "svcomp" / "campaign"
TASKS = 24
BINARY = None

# bireach, but each start is noted, and nobody is done in no time, least of all on the node that will be lost.
SLOW_BIREACH = """#!/bin/sh
if [ "$1" = check ] && [ "$2" != --help ]; then
  for last; do :; done
  echo "${SLURMD_NODENAME:-none} $last" >> "@LOG@"
  sleep 1
  [ "$SLURMD_NODENAME" != n2 ] || sleep 8
fi
exec "@BINARY@" "$@"
"""
PROGRAM = """extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x %% %d;
  if (y %s %d) reach_error();
  return 0;
}
"""


class Campaigns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="bireach-slurm-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.binary = self.folder / "bireach"
        self.starts_file = self.folder / "starts.txt"
        self.starts_file.touch()
        self.binary.write_text(SLOW_BIREACH.replace("@LOG@", str(self.starts_file)).replace("@BINARY@", str(BINARY)))
        self.binary.chmod(0o755)
        self.expected = {}
        with open(self.folder / "tasks.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["file", "expected", "data_model"])
            for number in range(TASKS):
                safe = number % 3 != 0
                (self.folder / f"p{number}.c").write_text(PROGRAM % (number + 2, "==", number + (2 if safe else 1)))
                out.writerow([f"p{number}.c", str(safe).lower(), "ILP32"])
                self.expected[f"p{number}.c"] = "TRUE" if safe else "FALSE"
        self.results = self.folder / "results"

    def start(self, slurm, *more, tasks=True):
        line = [sys.executable, "-B", str(CAMPAIGN), "--results", str(self.results), "--poll", "1", *more]
        if tasks:
            line += ["--binary", str(self.binary), "--timeout", "30", "--memory-limit", "1000", str(self.folder / "tasks.csv")]
        process = subprocess.Popen(line, env=slurm.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, condition, seconds=90):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited too long")
            time.sleep(0.1)

    def done(self):
        return len(list(self.results.glob("results/*/run.json")))

    def starts(self):
        """Program: how often bireach was started on it."""
        return collections.Counter(Path(line.split()[1]).name for line in self.starts_file.read_text().splitlines())

    def starts_on(self, node):
        return sum(line.startswith(node + " ") for line in self.starts_file.read_text().splitlines())

    def check_table(self):
        with open(self.results / "results.csv", newline="", encoding="utf-8") as file:
            rows = {row["task"]: row for row in csv.DictReader(file)}
        self.assertEqual({name: row["verdict"] for name, row in rows.items()}, self.expected)
        self.assertTrue(all(row["outcome"] == "correct" for row in rows.values()))
        page = (self.results / "index.html").read_text(encoding="utf-8")
        for name in self.expected:
            self.assertIn(f'href="results/{name}/result.json"', page)
        return rows

    def test_a_node_lost_and_a_campaign_killed(self):
        with OneMachineSlurm(self.folder / "slurm", nodes=3) as slurm:
            first = self.start(slurm)
            self.wait_until(lambda: self.done() >= 3)
            first.kill()  # the campaign's own process: its jobs go on
            first.communicate()
            before = self.starts_on("n2")
            self.wait_until(lambda: self.starts_on("n2") > before)  # and it takes its time
            self.assertGreater(slurm.kill_node("n2"), 0, "nothing ran on the node")
            second = self.start(slurm, tasks=False)
            output, errors = second.communicate(timeout=240)
        self.assertEqual(second.returncode, 0, output + errors)
        rows = self.check_table()
        lost = {name for name, row in rows.items() if int(row["attempts"]) > 1}
        self.assertTrue(lost, "no task was lost with the node:\n" + errors)
        self.assertLessEqual(len(lost), 2)
        # Nothing done twice: whatever was not lost was started once, and what was lost was started once more.
        starts = self.starts()
        self.assertEqual({name for name, count in starts.items() if count > 1}, lost)
        self.assertEqual(sum(starts.values()), TASKS + len(lost))
        self.assertTrue(all("lost with job" in errors and name in errors for name in lost), errors)
        self.assertEqual(list((self.results / "running").iterdir()), [])
        self.assertEqual(list((self.results / "claims").iterdir()), [])
        # Started once more, it has nothing to do, and needs no Slurm for that.
        again = subprocess.run([sys.executable, "-B", str(CAMPAIGN), "--results", str(self.results)], capture_output=True,
                               text=True, timeout=60, check=False)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.starts(), starts)

    def test_only_what_is_missing_and_several_tasks_an_element(self):
        with OneMachineSlurm(self.folder / "slurm", nodes=2) as slurm:
            first = self.start(slurm, "--chunk", "5")
            output, errors = first.communicate(timeout=240)
            self.assertEqual(first.returncode, 0, output + errors)
            self.assertIn(f"{TASKS} tasks in 5 elements", errors)
            self.check_table()
            # A result that is not whole, one that is gone, a program that has changed.
            torn = self.results / "results" / "p1.c" / "run.json"
            torn.write_text(torn.read_text()[:40])
            gone = self.results / "results" / "p2.c"
            gone.rename(self.folder / "gone")
            program = self.folder / "p3.c"
            program.write_text(program.read_text().replace("==", ">"))
            self.expected["p3.c"] = "TRUE"
            second = self.start(slurm, tasks=False)
            output, errors = second.communicate(timeout=240)
        self.assertIn("3 tasks in 3 elements", errors)
        self.assertEqual(second.returncode, 1, output)  # what is expected of p3 is wrong now
        self.assertIn("1 wrong", output)
        self.assertEqual({name for name, count in self.starts().items() if count == 2}, {"p1.c", "p2.c", "p3.c"})

    def test_a_task_without_result_is_given_up_after_some_attempts(self):
        self.binary.write_text(self.binary.read_text().replace("sleep 1", "case $last in */p4.c) kill -9 $PPID ;; esac"))
        with OneMachineSlurm(self.folder / "slurm", nodes=2) as slurm:
            run = self.start(slurm, "--attempts", "2", "--chunk", "3")
            output, errors = run.communicate(timeout=240)
        self.assertEqual(run.returncode, 1, output + errors)
        self.assertIn("1 lost", output)
        self.assertEqual(self.starts()["p4.c"], 2)
        self.assertEqual(self.done(), TASKS - 1)

    def test_jobs_have_limits_and_can_be_cancelled(self):
        with OneMachineSlurm(self.folder / "slurm", nodes=1) as slurm:
            run = self.start(slurm)
            self.wait_until(lambda: self.done() >= 1)
            jobs = slurm.ask("squeue", "--noheader", "--array", "--format=%l|%m|%C").split()
            self.assertEqual(set(jobs), {"2:00|1506M|1"})
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 3)
            self.assertIn("jobs on Slurm go on", errors)
            stop = self.start(slurm, "--cancel", tasks=False)
            self.assertEqual(stop.communicate(timeout=60)[1], "")
            self.wait_until(lambda: not slurm.ask("squeue", "--noheader").strip())
            left = TASKS - self.done()
            self.assertGreater(left, 0)
            local = self.start(slurm, "--local", "-j", "2", tasks=False)
            output, errors = local.communicate(timeout=240)
            self.assertEqual(local.returncode, 0, output + errors)
            self.assertEqual(errors.count(".c: "), left)
        self.check_table()

    def test_a_controller_that_does_not_answer(self):
        slurm = OneMachineSlurm(self.folder / "slurm", nodes=1)  # configured, but not started
        run = self.start(slurm)
        output, errors = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 2, output)
        self.assertTrue(errors.splitlines()[-1].startswith("campaign: "), errors)
        self.assertIn("controller", errors)
        self.assertTrue(json.loads((self.results / "campaign.json").read_text()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path, required=True)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve()
    if missing_programs():
        print(f"SKIPPED: no campaign was tested on Slurm: {', '.join(missing_programs())} not installed "
              "(Debian: slurm-wlm, munge)")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
