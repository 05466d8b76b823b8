#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what is installed: the program, its manual page and completions, the library by a program that uses it, the
Debian packages, and that there is one version.

  package_test.py --binary build/bireach --build build

All that the build folder is to install has to be built. Exit status 77, and a loud line, if it is not.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "svcomp" / "examples"
BINARY = BUILD = None


def run(*line, status=0, **keywords):
    done = subprocess.run([str(word) for word in line], capture_output=True, text=True, timeout=600, check=False, **keywords)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{line}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def project_version():
    return re.search(r"project\(bireach VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def options_of_help():
    """{command: options as typed} by what the help lists."""
    commands = re.findall(r"^  ([a-z]+) {2,}", run(BINARY, "--help").stdout.split("Commands:")[1], re.M)
    found = {}
    for command in commands:
        text = run(BINARY, command, "--help").stdout
        if not text:
            continue
        lines = re.findall(r"^  (-\S.*?)(?: {2,}|\n)", text.split("Options")[1].split("Examples:")[0], re.M)
        found[command] = [re.match(r"-[\w-]*", part).group(0) for line in lines for part in line.split(", ")]
    return found


class Documents(unittest.TestCase):
    def test_every_option_is_in_each(self):
        texts = {kind: run(BINARY, "--generate", kind).stdout for kind in ("man", "bash", "zsh", "fish")}
        options = options_of_help()
        self.assertGreaterEqual(set(options), {"check", "explain", "cfa"})
        self.assertGreater(len(options["check"]), 20)
        for command, names in options.items():
            self.assertIn(f".SS {command}\n", texts["man"])
            self.assertIn(f"-a {command} ", texts["fish"])
            in_bash = re.search(rf'^    {command}\) options="(.*)" ;;$', texts["bash"], re.M).group(1).split()
            in_zsh = re.search(rf"^    {command}\)\n(.*?);;", texts["zsh"], re.M | re.S).group(1)
            for name in names:
                self.assertIn("\\fB" + name.replace("-", "\\-"), texts["man"])
                self.assertIn(name, [option.rstrip("=") for option in in_bash])
                self.assertRegex(in_zsh, rf"'\*{re.escape(name)}(=-)?\[")
                form = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"
                self.assertRegex(texts["fish"], rf"__fish_seen_subcommand_from [a-z ]*\b{command}\b.*{re.escape(form)}\b")

    def test_manual_page_has_no_mistakes(self):
        if shutil.which("groff") is None:
            self.skipTest("groff is not installed")
        page = run(BINARY, "--generate", "man").stdout
        done = run("groff", "-man", "-Tutf8", "-ww", "-z", input=page)
        self.assertEqual(done.stderr, "")

    def complete(self, *words):
        """What bash proposes for the last of the words."""
        script = ('source "$1"; shift; COMP_WORDS=(bireach "$@"); COMP_CWORD=$#; _bireach 2>/dev/null; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        with tempfile.NamedTemporaryFile("w", suffix=".bash") as file:
            file.write(run(BINARY, "--generate", "bash").stdout)
            file.flush()
            return run("bash", "-c", script, "bash", file.name, *words).stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("ex"), ["explain"])
        self.assertIn("--json", self.complete("check", "--"))
        self.assertEqual(self.complete("check", "--data-model", ""), ["ILP32", "LP64"])
        self.assertEqual(self.complete("explain", "--generalization", "danger-"), ["danger-loops", "danger-strict"])
        self.assertNotIn("--max-traces", self.complete("check", "--"))
        self.assertEqual(self.complete("check", "--timeout", ""), [])

    def test_zsh_and_fish_read_theirs(self):
        for shell in ("zsh", "fish"):
            if shutil.which(shell):
                run(shell, "-n", input=run(BINARY, "--generate", shell).stdout)

    def test_there_is_one_version(self):
        version = project_version()
        self.assertEqual(run(BINARY, "--version").stdout, f"bireach {version}\n")
        self.assertIn(f"bireach {version}", run(BINARY, "--generate", "man").stdout)
        self.assertIn(f"\n## {version}\n", (ROOT / "CHANGELOG.md").read_text())
        with tempfile.TemporaryDirectory() as folder:
            run(BINARY, "check", "--json", f"{folder}/r.json", EXAMPLES / "thermostat.c", status=1)
            self.assertEqual(json.loads(Path(folder, "r.json").read_text())["tool"]["version"], version)

    def test_a_wrong_kind(self):
        self.assertIn("man, bash, zsh, fish", run(BINARY, "--generate", "tcsh", status=2).stderr)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="bireach-package-")
        cls.folder = Path(cls.temporary.name)
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_program_and_documents(self):
        installed = {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if path.is_file()}
        for name in ("bin/bireach", "share/man/man1/bireach.1", "share/bash-completion/completions/bireach",
                     "share/zsh/site-functions/_bireach", "share/fish/vendor_completions.d/bireach.fish",
                     "share/doc/bireach/copyright", "share/doc/bireach/README.md", "include/bireach/bireach.h"):
            self.assertIn(name, installed)
        self.assertEqual(sorted(name for name in installed if name.startswith("include/")), ["include/bireach.h", "include/bireach/bireach.h"])
        self.assertEqual((self.prefix / "include" / "bireach.h").read_text(), run(BINARY, "--generate", "header").stdout)
        done = run(self.prefix / "bin" / "bireach", "check", EXAMPLES / "parking_meter.c", status=1)
        self.assertTrue(done.stdout.endswith("FALSE(unreach-call)\n"))

    def test_the_header_stands_alone(self):
        header = (self.prefix / "include" / "bireach" / "bireach.h").read_text()
        for include in re.findall(r"#include (\S+)", header):
            self.assertRegex(include, r"^<[a-z_]+>$")
        user = self.folder / "user.cpp"
        user.write_text("#include <bireach/bireach.h>\nint main() { return bireach::version().empty(); }\n")
        for compiler in filter(shutil.which, ("g++", "clang++-14")):
            run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", self.prefix / "include", user)

    def test_a_program_that_uses_the_library(self):
        example = ROOT / "docs" / "library_example"
        build = self.folder / "build"
        run("cmake", "-S", example, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", build)
        meter = EXAMPLES / "parking_meter.c"
        done = run(build / "why", meter, status=1)
        self.assertIn(f"{meter}: FALSE(unreach-call)", done.stdout)
        self.assertRegex(done.stdout, r"line 12: int hours = minutes / 60 .*instead would help")
        self.assertNotIn("tickets", done.stdout)
        mended = self.folder / "mended.c"
        mended.write_text(meter.read_text().replace("minutes / 60", "(minutes + 59) / 60"))
        self.assertEqual(run(build / "why", mended).stdout, f"{mended}: TRUE\n")
        self.assertEqual(json.loads(run(build / "why", "--json", mended).stdout)["tool"]["version"], project_version())
        # Signals are the caller's: one that he has blocked stays with him, and does not end the run.
        blocked = subprocess.Popen([build / "why", meter], stdout=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP}))
        blocked.send_signal(signal.SIGHUP)
        self.assertIn("FALSE(unreach-call)", blocked.communicate(timeout=300)[0])
        broken = self.folder / "broken.c"
        broken.write_text("int main(void) { return x; }\n")
        self.assertIn("broken.c:1:25: use of undeclared identifier 'x'", run(build / "why", broken, status=2).stderr)
        # Another minor version is another library.
        wrong = self.folder / "wrong"
        shutil.copytree(example, wrong)
        (wrong / "CMakeLists.txt").write_text((wrong / "CMakeLists.txt").read_text().replace("bireach 0.1", "bireach 7.0"))
        run("cmake", "-S", wrong, "-B", wrong / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}", status=1)

    def test_debian_packages(self):
        missing = [tool for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps") if shutil.which(tool) is None]
        if missing:
            self.skipTest(f"{', '.join(missing)} not installed (Debian: cmake, dpkg, dpkg-dev)")
        output = self.folder / "packages"
        run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", output, cwd=self.folder)
        packages = {path.name.split("_")[0]: path for path in output.glob("*.deb")}
        self.assertEqual(sorted(packages), ["bireach", "bireach-dev"])

        def field(package, name):
            return run("dpkg-deb", "--field", packages[package], name).stdout.strip()
        self.assertEqual(field("bireach", "Version"), project_version())
        needed = field("bireach", "Depends")
        for name in ("libz3-4", "libcvc5-1", "libc6", "libclang-common-14-dev"):
            self.assertIn(name, needed)
        self.assertIn(f"bireach (= {project_version()})", field("bireach-dev", "Depends"))
        listed = run("dpkg-deb", "--contents", packages["bireach"]).stdout
        self.assertIn("./usr/bin/bireach", listed)
        # The header for programs that are checked, not the library's.
        self.assertEqual([line.split()[-1] for line in listed.splitlines() if re.search(r"/include/.*\.h$", line)], ["./usr/include/bireach.h"])
        self.assertIn("./usr/include/bireach/bireach.h", run("dpkg-deb", "--contents", packages["bireach-dev"]).stdout)
        target = self.folder / "unpacked"
        run("dpkg-deb", "--extract", packages["bireach"], target)
        self.assertEqual(run(target / "usr" / "bin" / "bireach", "--version").stdout, f"bireach {project_version()}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--build", type=Path, required=True)
    known, rest = parser.parse_known_args()
    BINARY, BUILD = known.binary.resolve(), known.build.resolve()
    libraries = ("automata", "logic", "program", "abstraction", "clang", "relevance", "checker")
    unbuilt = [name for name in libraries if not (BUILD / f"libbireach_{name}.a").exists()]
    if unbuilt:
        print(f"SKIPPED: nothing was installed: {', '.join(unbuilt)} not built in {BUILD}")
        sys.exit(77)
    os.environ.pop("DESTDIR", None)
    unittest.main(argv=[sys.argv[0], *rest])
