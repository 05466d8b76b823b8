#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of svcomp/make_archive: the archive runs where there is nothing but a shell, and is the same each time.

  archive_test.py --binary build/bireach

Exit status 77, and a loud line, if a bare file system cannot be made here (it needs root or unprivileged user namespaces).
"""
import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "svcomp"))

from bireach_runs import archive  # noqa: E402

BINARY = None


def make_archive(output, *more, **environment):
    line = [sys.executable, "-B", str(ROOT / "svcomp" / "make_archive"), "--binary", str(BINARY), str(output), *more]
    return subprocess.run(line, env=dict(os.environ, **environment), capture_output=True, text=True, timeout=600, check=False)


class Archives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="bireach-archive-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_runs_on_a_bare_machine(self):
        output = self.folder / "bireach.zip"
        done = make_archive(output, "--check", SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("ok: "), 3, done.stderr)
        self.assertIn("smoke test passed", done.stderr)
        names = subprocess.run([sys.executable, "-m", "zipfile", "-l", str(output)], capture_output=True, text=True, check=True).stdout
        for name in ("LICENSE", "README.md", "smoke_test.sh", "bin/bireach", "lib/libz3.so.4", "lib/libcvc5.so.1", "lib/libc.so.6",
                     "licences/libz3-4.txt", "licences/libcvc5-1.txt", "licences/libcadical-dev.txt", "include/stddef.h"):
            self.assertIn(name, names)

    def test_a_wrong_answer_fails_the_smoke_test(self):
        """The check can fail: a program that is not as the smoke test expects."""
        files = archive.contents(BINARY)
        program, executable = files["examples/turnstile.c"]
        files["examples/turnstile.c"] = (program.replace(b"counted < 6", b"counted < 0"), executable)
        output = self.folder / "wrong.tar"
        archive.write_archive({name: entry for name, entry in files.items() if not name.startswith("licences/")}, output)
        with self.assertRaises(archive.ArchiveError):
            archive.check(output)

    def test_the_same_each_time(self):
        def digest(name, epoch):
            output = self.folder / name
            os.environ["SOURCE_DATE_EPOCH"] = epoch
            try:
                archive.write_archive(files, output)
            finally:
                del os.environ["SOURCE_DATE_EPOCH"]
            return hashlib.sha256(output.read_bytes()).hexdigest()
        files = {"a": (b"x" * 1000, True), "b/c": (b"y", False)}
        for kind in ("zip", "tar.gz", "tar.xz"):
            first = digest(f"one.{kind}", "1700000000")
            self.assertEqual(first, digest(f"two.{kind}", "1700000000"))
            self.assertNotEqual(first, digest(f"three.{kind}", "1700000400"))
            target = self.folder / f"unpacked-{kind}"
            target.mkdir()
            archive.unpack(self.folder / f"one.{kind}", target)
            self.assertTrue(os.access(target / "bireach" / "a", os.X_OK))
            self.assertFalse(os.access(target / "bireach" / "b" / "c", os.X_OK))

    def test_clear_errors(self):
        done = make_archive(self.folder / "archive.rar")
        self.assertEqual(done.returncode, 2)
        self.assertIn("must end with", done.stderr)
        with self.assertRaises(archive.ArchiveError):
            archive.shared_libraries(Path(__file__))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path, required=True)
    known, rest = parser.parse_known_args()
    BINARY = known.binary.resolve()
    bare = ["unshare", "--mount", "--pid", "--fork"] + ([] if os.geteuid() == 0 else ["--map-root-user"]) + ["true"]
    if subprocess.run(bare, capture_output=True, check=False).returncode != 0:
        print("SKIPPED: no archive was tested: no file system of its own can be made here (unshare failed)")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *rest])
