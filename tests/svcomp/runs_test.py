#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of svcomp/campaign (without Slurm), svcomp/evaluate and what they share: with a stand-in for the tool that does
as the program's text says, and with the tool.

  runs_test.py [--binary build/bireach]
"""
import argparse
import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SVCOMP = ROOT / "svcomp"
sys.path.insert(0, str(SVCOMP))

from bireach_runs import scores, tables  # noqa: E402
from bireach_runs.execute import Settings  # noqa: E402
from bireach_runs.store import Store, StoreError  # noqa: E402
from bireach_runs.tasks import TaskError, read_tasks  # noqa: E402

BINARY = None
# Counts its runs; what the program's text says decides how it behaves.
STAND_IN = r'''#!/usr/bin/env python3
import os, signal, sys, time
from pathlib import Path
if sys.argv[1] == "--version":
    sys.exit(print("bireach 9.9.9"))
if "--help" in sys.argv:
    sys.exit(print("  --json FILE\n  --witness FILE\n"))
text, here = Path(sys.argv[-1]).read_text(), Path(__file__).parent
if sys.argv[1] == "validate":
    witness = Path(sys.argv[sys.argv.index("--witness") + 1]).read_text()
    print("UNKNOWN(not confirmed)" if "doubtful" in text else witness)
    sys.exit(3 if "doubtful" in text else 1)
with open(here / "runs.txt", "a") as log:
    log.write(Path(sys.argv[-1]).name + " " + " ".join(sys.argv[1:-1]) + "\n")
if "slow" in text:
    time.sleep(float(text.split("slow")[1].split()[0]))
if "stubborn" in text:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
if "busy" in text:
    used = os.open(here / "used.txt", os.O_CREAT | os.O_WRONLY)
    while True:
        os.pwrite(used, b"%.2f" % time.process_time(), 0)
if "crash" in text:
    os.kill(os.getpid(), signal.SIGSEGV)
if "broken" in text:
    sys.stderr.write("bireach: internal error\n")
    sys.exit(4)
verdict = "TRUE" if "safe" in text.split() else "FALSE(unreach-call)" if "unsafe" in text.split() else "UNKNOWN(too hard <b>)"
Path("result.json").write_text("{}")
if "--witness" in sys.argv and "bare" not in text:
    Path(sys.argv[sys.argv.index("--witness") + 1]).write_text(verdict)
print("1 iteration\n" + verdict)
sys.exit(0 if "lies" in text else {"T": 0, "F": 1, "U": 3}[verdict[0]])
'''


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "results"
        self.binary = self.folder / "stand-in"
        self.binary.write_text(STAND_IN)
        self.binary.chmod(0o755)

    def file(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def table(self, **programs):
        """A table of programs by name: (text, expected verdict)."""
        lines = ["file,expected,category"]
        for name, (text, expected) in programs.items():
            self.file(f"{name}.c", text)
            lines.append(f"{name}.c,{expected},{'odd' if len(name) % 2 else 'even'}")
        return self.file("tasks.csv", "\n".join(lines) + "\n")

    def call(self, script, *arguments):
        return subprocess.run([sys.executable, "-B", str(SVCOMP / script), *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, check=False)

    def campaign(self, *arguments):
        return self.call("campaign", "--results", self.results, "--local", *arguments)

    def evaluate(self, *arguments):
        return self.call("evaluate", "--binary", self.binary, "--results", self.results, *arguments)

    def runs(self):
        log = self.folder / "runs.txt"
        return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []

    def rows(self):
        with open(self.results / "results.csv", newline="", encoding="utf-8") as file:
            return {row["task"]: row for row in csv.DictReader(file)}


class Tasks(WithFolder):
    def fails(self, message, *paths):
        with self.assertRaises(TaskError) as caught:
            read_tasks(paths)
        self.assertIn(message, str(caught.exception))

    def test_list(self):
        self.file("a/one.c", "")
        self.file("a/b/two words.c", "")
        path = self.file("tasks.txt", "# comment\n\na/one.c ILP32 false  # the first\n'a/b/two words.c'\n")
        one, two = read_tasks([path], "LP64")
        self.assertEqual((one.data_model, one.expected, one.id, one.place), ("ILP32", "false", "one.c", f"{path}:3"))
        self.assertEqual((two.data_model, two.expected, two.id), ("LP64", "", "b_two_words.c"))
        self.assertTrue(Path(two.files[0]).is_file())

    def test_malformed_lists_name_the_line(self):
        self.file("a.c", "")
        self.fails("tasks.txt:2: ", self.file("tasks.txt", "a.c\nmissing.c\n"))
        self.fails("tasks.txt:1: 'LP65' is none of", self.file("tasks.txt", "a.c LP65\n"))
        self.fails("tasks.txt:3: no closing quotation", self.file("tasks.txt", "\na.c\n'a.c\n"))
        self.fails("tasks.txt:2: the same task as", self.file("tasks.txt", "a.c\na.c\n"))
        self.fails("no tasks in", self.file("tasks.txt", "# nothing\n"))
        self.fails("no such file", self.folder / "missing.txt")
        self.fails("is a directory", self.folder)
        self.fails("lists itself", self.file("tasks.txt", "tasks.txt\n"))
        (self.folder / "bytes.txt").write_bytes(b"a.c \xff\n")
        self.fails("not UTF-8", self.folder / "bytes.txt")

    def test_malformed_tables_name_the_line(self):
        self.file("a.c", "")
        self.fails("t.csv:1: no column 'file'", self.file("t.csv", "name,expected\na.c,true\n"))
        self.fails("t.csv:3: 1 fields, where the first line has 2", self.file("t.csv", "file,expected\na.c,true\na.c\n"))
        self.fails("t.csv:2: expected verdict 'maybe'", self.file("t.csv", "file,expected\na.c,maybe\n"))
        self.fails("t.csv:2: data model 'LP32'", self.file("t.csv", "file,data_model\na.c,LP32\n"))
        self.fails("t.csv:2: no file", self.file("t.csv", "file,expected\n,true\n"))
        self.fails("t.csv:2: ", self.file("t.csv", "file\nmissing.c\n"))

    def definition(self, **changes):
        self.file("p/a.c", "")
        self.file("p/reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        self.file("p/end.prp", "CHECK( init(main()), LTL(F end) )\n")
        content = {"format_version": "'2.0'", "input_files": "a.c", "properties":
                   "[{property_file: end.prp}, {property_file: reach.prp, expected_verdict: false}]",
                   "options": "{language: C, data_model: ILP32}", **changes}
        return self.file("p/a.yml", "".join(f"{key}: {value}\n" for key, value in content.items() if value is not None))

    def test_definitions(self):
        task, = read_tasks([self.definition()])
        self.assertEqual((task.expected, task.data_model, Path(task.property).name), ("false", "ILP32", "reach.prp"))
        task, = read_tasks([self.definition(input_files="[a.c]", properties=None, options=None)], "LP64")
        self.assertEqual((task.expected, task.data_model, task.property), ("", "LP64", "unreach-call"))
        self.fails("no tasks", self.definition(properties="[{property_file: end.prp}]"))
        self.definition()
        self.assertEqual(len(read_tasks([self.file("all.set", "p/*.yml\n")])), 1)
        self.fails("all.set:1: no file matches", self.file("all.set", "q/*.yml\n"))

    def test_malformed_definitions(self):
        self.fails("format_version", self.definition(format_version="3"))
        self.fails("input_files", self.definition(input_files="{}"))
        self.fails("b.c: no such file", self.definition(input_files="b.c"))
        self.fails("data model 'LLP64'", self.definition(options="{data_model: LLP64}"))
        self.fails("language 'Java'", self.definition(options="{language: Java}"))
        self.fails("expected_verdict 'perhaps'", self.definition(properties="[{property_file: reach.prp, expected_verdict: perhaps}]"))
        self.fails("missing.prp: no such file", self.definition(properties="[{property_file: missing.prp}]"))
        self.fails("no property_file", self.definition(properties="[1]"))
        self.fails("a.yml:2: not YAML", self.file("a.yml", "a: b\n  c: : d\n"))
        self.fails("not a task definition", self.file("b.yml", "- 1\n"))

    def test_names_are_unique_and_safe(self):
        self.file("x/a b.c", "")
        self.file("x/a_b.c", "")
        self.file("x/.hidden.c", "")
        path = self.file("t.txt", "'x/a b.c'\nx/a_b.c\nx/.hidden.c\nx/a_b.c ILP32\n")
        names = [task.id for task in read_tasks([path], "LP64")]
        self.assertEqual(len(set(names)), 4)
        self.assertTrue(all(re.fullmatch(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]*", name) for name in names), names)


    def test_any_text_is_read_or_refused(self):
        """Mutations of good files: tasks, or a message that begins with a place; nothing else."""
        random_numbers = random.Random(6)
        good = {"p/t.yml": self.definition().read_text(), "t.csv": "file,expected,data_model\np/a.c,true,LP64\n",
                "t.txt": "p/a.c LP64 true # one\n", "t.set": "p/*.yml\n"}
        outcomes = {name: set() for name in good}
        for _ in range(400):
            for name, text in good.items():
                data = bytearray(text.encode())
                for _ in range(random_numbers.randint(0, 4)):
                    place = random_numbers.randrange(len(data))
                    action = random_numbers.randrange(3)
                    if action == 0:
                        data[place] = random_numbers.choice(b"\0\n \"'{[:,-#/.*aL0\xff\xc3")
                    elif action == 1:
                        del data[place:place + random_numbers.randint(1, 9)]
                    else:
                        data[place:place] = data[:random_numbers.randint(0, len(data))]
                    data = data or bytearray(b"x")
                (self.folder / name).write_bytes(data)
                try:
                    read_tasks([self.folder / name])
                    outcomes[name].add("read")
                except TaskError as error:
                    self.assertTrue(str(error).startswith((str(self.folder), "no tasks in")), f"{error} for {bytes(data)}")
                    outcomes[name].add("refused")
        self.assertTrue(all(seen == {"read", "refused"} for seen in outcomes.values()), outcomes)


class Scores(unittest.TestCase):
    def test_as_the_competition_counts(self):
        self.assertEqual([scores.score(expected, verdict) for expected in ("true", "false", "") for verdict in
                          ("TRUE", "FALSE", "UNKNOWN", "ERROR", "LOST")], [2, -16, 0, 0, 0, -32, 1, 0, 0, 0, 0, 0, 0, 0, 0])

    def test_witnesses(self):
        self.assertEqual([scores.score("true", "TRUE", witness) for witness in (None, "confirmed", "not confirmed", "none")], [2, 2, 0, 0])
        self.assertEqual(scores.outcome("true", "TRUE", "none"), "correct, unconfirmed")
        self.assertEqual(scores.score("true", "FALSE", "none"), -16)


class Campaigns(WithFolder):
    def test_done_once_and_gone_on(self):
        tasks = self.table(a=("safe", "true"), bb=("unsafe", "false"), c=("", "true"))
        done = self.campaign("--binary", self.binary, "-j", "2", tasks)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(self.runs()), ["a.c", "bb.c", "c.c"])
        self.assertEqual({name: row["verdict"] for name, row in self.rows().items()}, {"a.c": "TRUE", "bb.c": "FALSE", "c.c": "UNKNOWN"})
        self.assertEqual(self.rows()["c.c"]["reason"], "too hard <b>")
        self.assertIn("3 tasks", done.stdout)
        for arguments in ([], ["--binary", self.binary, tasks]):
            self.assertEqual(self.campaign(*arguments).returncode, 0)
            self.assertEqual(len(self.runs()), 3)
        torn = self.results / "results" / "a.c" / "run.json"
        torn.write_text(torn.read_text()[:50])
        (self.folder / "bb.c").write_text("safe now")
        done = self.campaign()
        self.assertEqual(done.returncode, 1)  # wrong
        self.assertEqual(sorted(self.runs()[3:]), ["a.c", "bb.c"])
        self.assertEqual(self.rows()["bb.c"]["outcome"], "wrong")
        # Another binary, another limit: all again.
        self.binary.write_text(STAND_IN + "\n# newer\n")
        self.campaign("--binary", self.binary, tasks)
        self.assertEqual(len(self.runs()), 8)
        self.campaign("--binary", self.binary, "--timeout", "5", tasks)
        self.assertEqual(len(self.runs()), 11)
        self.assertEqual(list((self.results / "claims").iterdir()) + list((self.results / "running").iterdir()), [])

    def test_killed_and_started_again(self):
        tasks = self.table(**{f"p{number}": ("slow 0.5 safe", "true") for number in range(8)})
        line = [sys.executable, "-B", str(SVCOMP / "campaign"), "--results", str(self.results), "--local", "-j", "2", "--binary",
                str(self.binary), str(tasks)]
        for number, status in ((signal.SIGKILL, -9), (signal.SIGINT, 3)):
            before = len(list(self.results.glob("results/*")))
            run = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while len(list(self.results.glob("results/*"))) < before + 2:
                time.sleep(0.05)
            run.send_signal(number)
            self.assertEqual(run.wait(30), status)
        time.sleep(0.2)
        started = len(self.runs())
        done = self.campaign()
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual({row["verdict"] for row in rows.values()}, {"TRUE"})
        # What was done was not done again: beyond one start a task only those that were cut short.
        self.assertLessEqual(len(self.runs()), 8 + 4)
        self.assertGreater(len(self.runs()), started)
        self.assertEqual(list((self.results / "claims").iterdir()), [])

    def test_two_at_a_time_do_not_meet(self):
        tasks = self.table(a=("slow 3 safe", "true"))
        line = [sys.executable, "-B", str(SVCOMP / "campaign"), "--results", str(self.results), "--local", "--binary",
                str(self.binary), str(tasks)]
        with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
            while not self.runs():
                time.sleep(0.05)
            second = self.campaign()
            self.assertEqual(second.returncode, 2)
            self.assertIn("another campaign process is at work", second.stderr)
            self.assertEqual(first.wait(30), 0)
        self.assertEqual(len(self.runs()), 1)

    def test_a_result_never_replaces_another(self):
        task, = read_tasks([self.file("a.c", "safe")])
        store = Store.create(self.results, [task], Settings(binary=str(self.binary)))
        token = store.claim(task)
        self.assertIsNone(store.claim(task))
        self.assertEqual(store.work(task), "skipped")
        store.break_claim(task)  # its owner is thought to be lost …
        self.assertEqual(store.work(task), "done")
        first = store.result(task)
        attempt = self.results / "running" / f"{task.id}.{token}"
        attempt.mkdir()  # … but comes back
        self.assertEqual(store.publish(task, token, attempt, dict(first, verdict="FALSE")), "lost")
        self.assertEqual(store.result(task), first)
        self.assertIsNone(store.claim(task))
        self.assertEqual(store.attempts_lost(task), 1)
        with self.assertRaises(StoreError):
            Store(self.folder / "nothing")

    def test_failures_of_the_tool(self):
        tasks = self.table(a=("crash", "true"), b=("broken", "true"), c=("stubborn", "true"), d=("lies unsafe", "true"), e=("busy", ""))
        done = self.campaign("--binary", self.binary, "--timeout", "1", "--cpu-limit", "1", "-j", "5", "--option=--jobs=1", tasks)
        self.assertEqual(done.returncode, 0, done.stderr)
        reasons = {name: row["reason"] for name, row in self.rows().items()}
        self.assertEqual(reasons["a.c"], "killed by signal 11")
        self.assertEqual(reasons["b.c"], "internal error: bireach: internal error")
        self.assertEqual(reasons["c.c"], "did not stop in time and was killed")
        self.assertEqual(reasons["d.c"], "verdict line FALSE(unreach-call), but exit status 0")
        self.assertEqual(reasons["e.c"], f"killed by signal {int(signal.SIGXCPU)}")
        self.assertEqual({row["verdict"] for row in self.rows().values()}, {"ERROR"})
        # What it knew of itself when it was killed. The kernel's count for the limit is a coarser one than either.
        self.assertGreaterEqual(float(self.rows()["e.c"]["cpu_s"]) + 0.01, float((self.folder / "used.txt").read_text()))

    def test_clear_errors(self):
        tasks = self.table(a=("safe", "true"))

        def refused(message, *arguments, script="campaign"):
            done = self.call(script, *arguments)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(message, done.stderr)
        base = ["--results", self.results, "--local"]
        refused("--binary is missing", *base, tasks)
        refused("no such file", *base, "--binary", self.folder / "nothing", tasks)
        refused("not executable", *base, "--binary", tasks, tasks)
        refused("is no working bireach", *base, "--binary", "/bin/true", tasks)
        refused("tasks.txt:1: ", *base, "--binary", self.binary, self.file("tasks.txt", "missing.c\n"))
        refused("no campaign", "--results", self.folder / "empty", "--local")
        refused("must be positive", *base, "--binary", self.binary, "--timeout", "0", tasks)
        refused("no working bireach", "--binary", "/bin/true", "--results", self.results, tasks, script="evaluate")
        self.campaign("--binary", self.binary, tasks)
        other = self.table(zz=("safe", "true"))
        refused("other tasks", *base, "--binary", self.binary, other)
        (self.results / "campaign.json").write_text("{")
        refused("not whole", *base, "--binary", self.binary, other)

    def test_without_slurm(self):
        tasks = self.table(a=("safe", "true"))
        python = Path(sys.executable).resolve()
        done = subprocess.run([str(python), "-B", str(SVCOMP / "campaign"), "--results", str(self.results), "--binary",
                               str(self.binary), str(tasks)], env={"PATH": str(self.path_without_slurm())},
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("Slurm is not installed here", done.stderr)
        self.assertIn("--local", done.stderr)

    def path_without_slurm(self):
        folder = self.folder / "path"
        folder.mkdir()
        for name in ("python3", "env"):
            (folder / name).symlink_to(shutil.which(name) if name == "env" else Path(sys.executable).resolve())
        return folder


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.tags, self.rows = [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.rows += tag == "tr"
        self.links += [value for name, value in attributes if name in ("href", "src")]


class Tables(WithFolder):
    def test_text_is_escaped_and_links_lead_to_files(self):
        tasks = self.table(a=("safe", "true"), b=("", "true"))
        self.campaign("--binary", self.binary, tasks)
        text = (self.results / "index.html").read_text(encoding="utf-8")
        self.assertIn("too hard &lt;b&gt;", text)
        page = Page(text)
        self.assertNotIn("b", page.tags)
        self.assertEqual(page.rows, 3)
        self.assertEqual(len(page.links), 6)
        for link in page.links:
            self.assertTrue((self.results / link).is_file(), link)
        self.assertNotRegex(text, r"https?://")  # of itself

    def test_markdown_cells(self):
        self.assertEqual(tables.cell("a|b\n<c>\\"), "a\\|b &lt;c>\\\\")

    def test_merge_only_and_what_is_missing(self):
        tasks = self.table(a=("safe", "true"), b=("safe", "true"))
        self.campaign("--binary", self.binary, tasks)
        shutil.rmtree(self.results / "results" / "b.c")
        done = self.campaign("--merge-only")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.rows()["b.c"]["verdict"], "")
        self.assertEqual(len(self.runs()), 2)


class Evaluation(WithFolder):
    def test_scores_and_categories(self):
        tasks = self.table(a=("safe", "true"), bb=("unsafe", "false"), c=("unsafe", "true"), dd=("safe", "false"), e=("", "true"))
        done = self.evaluate("--timeout", "5", tasks)
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrong: c.c: FALSE, expected true", done.stdout)
        self.assertIn("2 wrong", done.stdout)
        self.assertIn("-45 score", done.stdout)
        self.assertIn("| even | 2 | 1 | 1 | 0 | -31 |", done.stdout)
        self.assertEqual(json.loads((self.results / "summary.json").read_text())["best score"], 8)
        again = self.evaluate("--timeout", "5", tasks)
        self.assertEqual((again.returncode, len(self.runs())), (1, 5))

    def test_selection(self):
        tasks = self.table(a=("safe", "true"), bb=("unsafe", "false"), c=("safe", "true"))
        self.assertEqual(self.evaluate("--select", "odd", "--limit", "1", tasks).returncode, 0)
        self.assertEqual(self.runs(), ["a.c"])
        self.assertEqual(self.evaluate("--name", "nothing", tasks).returncode, 2)

    def test_witnesses(self):
        tasks = self.table(a=("safe", "true"), b=("unsafe doubtful", "false"), c=("safe bare", "true"), d=("", "true"))
        done = self.evaluate("--witness", "validate", tasks)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({name: (row["witness"], row["score"]) for name, row in self.rows().items()},
                         {"a.c": ("confirmed", "2"), "b.c": ("not confirmed", "0"), "c.c": ("none", "0"), "d.c": ("not checked", "0")})
        shutil.rmtree(self.results)
        self.evaluate("--witness", "grep -q TRUE {witness}", tasks)
        self.assertEqual({name: row["witness"] for name, row in self.rows().items()},
                         {"a.c": "confirmed", "b.c": "not confirmed", "c.c": "none", "d.c": "not checked"})

    def test_with_the_tool(self):
        if BINARY is None:
            self.skipTest("no --binary")
        self.binary = BINARY
        done = self.evaluate("--timeout", "60", "--memory-limit", "2000", SVCOMP / "smoke" / "all.set")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = self.rows()
        self.assertEqual({name: row["verdict"] for name, row in rows.items()},
                         {"countdown.c": "TRUE", "headers.c": "TRUE", "turnstile.c": "FALSE"})
        self.assertTrue(all(0 < float(row["cpu_s"]) < 60 and 20 < int(row["memory_mib"]) < 2000 for row in rows.values()), rows)
        self.assertEqual(json.loads((self.results / "results" / "countdown.c" / "result.json").read_text())["verdict"], "TRUE")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve() if known.binary else None
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    unittest.main(argv=[sys.argv[0], *rest])
