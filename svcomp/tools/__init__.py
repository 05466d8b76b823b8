# SPDX-License-Identifier: Apache-2.0
"""Tool-info modules for BenchExec, as a package so that `tool="tools.bireach"` finds them."""
