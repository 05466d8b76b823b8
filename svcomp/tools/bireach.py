# SPDX-License-Identifier: Apache-2.0
"""Tool-info module of bireach for BenchExec (BaseTool2, BenchExec 3.3 or later). It works out of BenchExec's tree:

  PYTHONPATH=svcomp benchexec svcomp/bireach.xml --tool-directory DIR
"""
import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

MIB = 1 << 20
# bireach stops by itself at its limit; what it holds then must still fit below the limit of the run.
MEMORY_SHARE = 0.85
VERDICT = re.compile(r"(TRUE|FALSE\([a-z-]+\)|UNKNOWN\((.*)\))\s*")
# UNKNOWN(reason) that BenchExec has words of its own for.
LIMITS = {"timeout": "TIMEOUT", "memory limit": "OUT OF MEMORY", "out of memory": "OUT OF MEMORY",
          "internal error": "ERROR (internal error)"}
STATISTICS = {"iterations": r"(\d+) iterations?\b", "traces refuted": r"(\d+) traces? refuted",
              "z3 queries": r"(\d+) Z3\b", "cvc5 queries": r"(\d+) cvc5\b",
              "cadical queries": r"(\d+) CaDiCaL quer"}


class Tool(BaseTool2):
    """
    Tool info for bireach, a software model checker for C that explains what it finds.
    URL of the options: bireach check --help
    """

    REQUIRED_PATHS = ["bin", "lib"]

    def name(self):
        return "bireach"

    def executable(self, tool_locator):
        return tool_locator.find_executable("bireach", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True)

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="bireach")

    def cmdline(self, executable, options, task, rlimits):
        files = list(task.input_files)
        task_options = task.options if isinstance(task.options, dict) else {}
        command, more = self._validation(task_options, files)
        line = [executable, command] + more
        if task.property_file:
            line += ["--property", task.property_file]
        if task_options.get("language", "C") != "C":
            raise UnsupportedFeatureException(f"language {task_options['language']}")
        data_model = task_options.get("data_model")
        if data_model is not None:
            if data_model not in ("ILP32", "LP64"):
                raise UnsupportedFeatureException(f"data model {data_model}")
            line += ["--data-model", data_model]
        seconds = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if seconds:
            line += ["--timeout", str(min(seconds))]
        if rlimits.memory:
            line += ["--memory-limit", str(max(1, int(rlimits.memory * MEMORY_SHARE) // MIB))]
        # Engines side by side would use up a limit of CPU time sooner than those that plan with it expect.
        if rlimits.cputime:
            line += ["--jobs", "1"]
        elif rlimits.cpu_cores:
            line += ["--jobs", str(rlimits.cpu_cores)]
        return line + list(options) + files

    @staticmethod
    def _validation(task_options, files):
        """The command; for a validation task also the witness, which is one of the input files and is taken out."""
        named = task_options.get("witness_input_file")
        if not named:
            return "check", []
        witnesses = [file for file in files if file == named or file.endswith("/" + named.lstrip("./"))]
        if len(witnesses) != 1:
            raise UnsupportedFeatureException(f"witness_input_file {named} is not one of the input files")
        files.remove(witnesses[0])
        return "validate", ["--witness", witnesses[0]]

    def determine_result(self, run):
        for line in reversed(run.output):
            match = VERDICT.fullmatch(line.strip())
            if not match:
                continue
            if match.group(1) == "TRUE":
                return result.RESULT_TRUE_PROP
            if match.group(1).startswith("FALSE"):
                return match.group(1).lower()
            return LIMITS.get(match.group(2), result.RESULT_UNKNOWN)
        if run.was_timeout:
            return "TIMEOUT"
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        if run.exit_code.value == 2:
            return "ERROR (bad input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        pattern = STATISTICS.get(identifier)
        for line in reversed(output):
            if identifier == "reason":
                match = re.fullmatch(r"UNKNOWN\((.*)\)\s*", line)
            else:
                match = re.search(pattern, line) if pattern else None
            if match:
                return match.group(1)
        return None
