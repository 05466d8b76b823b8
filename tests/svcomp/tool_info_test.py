#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the tool-info module and the benchmark definitions; with BenchExec's own test if BenchExec is installed.

  tool_info_test.py [--binary build/bireach]
"""
import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import fake_benchexec
from fake_benchexec import ExitCode, Limits, Run, Task

ROOT = Path(__file__).resolve().parents[2]
SVCOMP = ROOT / "svcomp"
BINARY = None


def load_tool():
    fake_benchexec.install()
    spec = importlib.util.spec_from_file_location("bireach_tool_info", SVCOMP / "tools" / "bireach.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def help_of(command):
    return subprocess.run([BINARY, command, "--help"], capture_output=True, text=True, timeout=60, check=False).stdout


class ToolInfo(unittest.TestCase):
    def setUp(self):
        self.tool = load_tool()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def result(self, *lines, value=0, signal=None, timeout=False):
        return self.tool.determine_result(Run([line + "\n" for line in lines], ExitCode(value, signal), timeout))

    def test_command_line(self):
        line = self.tool.cmdline("bin/bireach", ["--witness", "witness.yml"],
                                 Task(["a.i"], "unreach-call.prp", {"language": "C", "data_model": "ILP32"}),
                                 Limits(cputime=900, cputime_hard=960, memory=15_000_000_000, cpu_cores=4))
        self.assertEqual(line, ["bin/bireach", "check", "--property", "unreach-call.prp", "--data-model", "ILP32", "--timeout",
                                "900", "--memory-limit", "12159", "--jobs", "1", "--witness", "witness.yml", "a.i"])
        self.assertEqual(self.tool.cmdline("b", [], Task(["a.c", "b.c"]), Limits()), ["b", "check", "a.c", "b.c"])
        self.assertEqual(self.tool.cmdline("b", [], Task(["a.c"]), Limits(walltime=60, cpu_cores=4))[-5:],
                         ["--timeout", "60", "--jobs", "4", "a.c"])

    def test_validation_tasks(self):
        task = Task(["x/a.c", "x/w.yml"], "p.prp", {"data_model": "LP64", "witness_input_file": "w.yml"})
        self.assertEqual(self.tool.cmdline("b", [], task, Limits()),
                         ["b", "validate", "--witness", "x/w.yml", "--property", "p.prp", "--data-model", "LP64", "x/a.c"])

    def test_what_is_not_supported(self):
        for options in ({"language": "Java"}, {"data_model": "LLP64"}, {"witness_input_file": "missing.yml"}):
            with self.assertRaises(fake_benchexec.UnsupportedFeatureException):
                self.tool.cmdline("b", [], Task(["a.c"], None, options), Limits())

    def test_results(self):
        self.assertEqual(self.result("1 iteration", "TRUE"), "true")
        self.assertEqual(self.result("TRUE", "FALSE(unreach-call)", value=1), "false(unreach-call)")
        self.assertEqual(self.result("UNKNOWN(a.c:3: inline assembly is not modelled)", value=3), "unknown")
        self.assertEqual(self.result("UNKNOWN(timeout)", value=3), "TIMEOUT")
        self.assertEqual(self.result("UNKNOWN(memory limit)", value=3), "OUT OF MEMORY")
        self.assertEqual(self.result("UNKNOWN(internal error)", value=4), "ERROR (internal error)")
        self.assertEqual(self.result("no verdict: TRUE", value=0), "ERROR")
        self.assertEqual(self.result(value=2), "ERROR (bad input)")
        self.assertEqual(self.result(signal=11, value=None), "KILLED BY SIGNAL 11")
        self.assertEqual(self.result(timeout=True), "TIMEOUT")

    def test_values_from_the_output(self):
        output = ["2 iterations, 1 trace refuted, 104 Z3, 16 cvc5 and 9 CaDiCaL queries\n", "UNKNOWN(timeout)\n"]
        values = {name: self.tool.get_value_from_output(output, name)
                  for name in ("iterations", "traces refuted", "z3 queries", "cvc5 queries", "cadical queries", "reason",
                               "other")}
        self.assertEqual(values, {"iterations": "2", "traces refuted": "1", "z3 queries": "104", "cvc5 queries": "16",
                                  "cadical queries": "9", "reason": "timeout", "other": None})

    def test_definitions(self):
        for path in sorted(SVCOMP.glob("*.xml")):
            root = xml.parse(path).getroot()
            self.assertEqual((root.tag, root.get("tool")), ("benchmark", "tools.bireach"))
            for name in ("timelimit", "hardtimelimit", "memlimit", "cpuCores"):
                self.assertTrue(root.get(name), f"{path}: no {name}")
            for file in root.iter("propertyfile"):
                if not file.text.startswith("../sv-benchmarks/"):
                    self.assertTrue((path.parent / file.text).is_file(), file.text)
            for file in root.iter("includesfile"):
                if not file.text.startswith("../sv-benchmarks/"):
                    self.assertTrue((path.parent / file.text).is_file(), file.text)

    def test_with_the_tool(self):
        if BINARY is None:
            self.skipTest("no --binary")
        (self.folder / "bin").mkdir()
        shutil.copy(BINARY, self.folder / "bin" / "bireach")
        executable = self.tool.executable(fake_benchexec.ToolLocator(str(self.folder)))
        self.assertRegex(self.tool.version(executable), r"^\d+\.\d+\.\d+$")
        self.assertEqual([os.path.basename(path) for path in self.tool.program_files(executable)], ["bin"])
        for name, expected in (("countdown", "true"), ("turnstile", "false(unreach-call)")):
            task = Task([str(SVCOMP / "smoke" / f"{name}.c")], str(SVCOMP / "unreach-call.prp"), {"language": "C", "data_model": "LP64"})
            line = self.tool.cmdline(executable, [], task, Limits(cputime=60, memory=2_000_000_000, cpu_cores=1))
            done = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
            run = Run(done.stdout.splitlines(True), ExitCode(done.returncode, None))
            self.assertEqual(self.tool.determine_result(run), expected, done.stdout + done.stderr)
            self.assertTrue(self.tool.get_value_from_output(run.output, "iterations").isdigit())

    def test_options_of_the_definitions_exist(self):
        if BINARY is None:
            self.skipTest("no --binary")
        options = {option.get("name") for path in SVCOMP.glob("*.xml") for option in xml.parse(path).getroot().iter("option")}
        known = set(re.findall(r"^  (--[a-z-]+)", help_of("check"), re.M))
        self.assertLessEqual(options, known | ({"--witness"} if not help_of("validate") else set()))

    def test_with_benchexec(self):
        if subprocess.run([sys.executable, "-c", "import benchexec"], capture_output=True, check=False).returncode != 0:
            self.skipTest("BenchExec is not installed")
        (self.folder / "bin").mkdir()
        shutil.copy(BINARY, self.folder / "bin" / "bireach")
        done = subprocess.run([sys.executable, "-m", "benchexec.test_tool_info", "tools.bireach", "--no-container",
                               "--tool-directory", str(self.folder)], env=dict(os.environ, PYTHONPATH=str(SVCOMP)),
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("WARNING", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve() if known.binary else None
    unittest.main(argv=[sys.argv[0], *rest])
