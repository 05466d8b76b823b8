# SPDX-License-Identifier: Apache-2.0
"""A small stand-in for the parts of BenchExec that a tool-info module touches, for machines without BenchExec: own work
after the documentation of BaseTool2. `install()` puts it where the module's imports find it."""
import os
import subprocess
import sys
import types
from collections import namedtuple


class UnsupportedFeatureException(Exception):
    pass


class ToolNotFoundException(Exception):
    pass


class ToolLocator:
    def __init__(self, tool_directory):
        self.tool_directory = tool_directory

    def find_executable(self, name, subdir=""):
        path = os.path.join(self.tool_directory, subdir, name)
        if not os.access(path, os.X_OK):
            raise ToolNotFoundException(path)
        return path


class BaseTool2:
    REQUIRED_PATHS = []

    def working_directory(self, _executable):
        return os.curdir

    def environment(self, _executable):
        return {}

    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        done = subprocess.run([executable, arg], capture_output=True, text=True, check=True)
        lines = done.stdout.strip().splitlines()
        if line_prefix is None:
            return done.stdout.strip()
        return next((line[len(line_prefix):].strip() for line in lines if line.startswith(line_prefix)), "")

    @staticmethod
    def _program_files_from_executable(executable, required_paths, parent_dir=False):
        base = os.path.join(os.path.dirname(executable), os.pardir if parent_dir else "")
        return [os.path.join(base, path) for path in required_paths if os.path.exists(os.path.join(base, path))]


Limits = namedtuple("Limits", "cputime cputime_hard walltime memory cpu_cores", defaults=(None,) * 5)
Task = namedtuple("Task", "input_files property_file options", defaults=(None, None))
ExitCode = namedtuple("ExitCode", "value signal")
Run = namedtuple("Run", "output exit_code was_timeout was_terminated", defaults=(False, False))


def install():
    package, tools, template, result = (types.ModuleType(name) for name in (
        "benchexec", "benchexec.tools", "benchexec.tools.template", "benchexec.result"))
    template.BaseTool2 = BaseTool2
    template.UnsupportedFeatureException = UnsupportedFeatureException
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN = "true", "false", "unknown"
    result.RESULT_FALSE_REACH, result.RESULT_ERROR = "false(unreach-call)", "ERROR"
    package.tools, package.result, tools.template = tools, result, template
    for module in (package, tools, template, result):
        sys.modules[module.__name__] = module
