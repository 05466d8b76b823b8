// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bireach::frontend::test {

/// Runs `void run(void)` of the text, which calls OUT(value), as gcc's program and in the interpreter, in both data
/// models, and compares the outputs.
void check_same(const std::string& text);
/// The same with memory that is used through several types as bytes, and gcc without optimisation by type.
void check_same_in_bytes(const std::string& text);
/// The same for a program that defines `count`, `out` and `run` itself; gcc gets these options.
void check_outputs(const std::string& program, const std::string& flags_lp64, const std::string& flags_ilp32,
                   bool memory_as_bytes = false);

}  // namespace bireach::frontend::test
