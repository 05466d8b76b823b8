// SPDX-License-Identifier: Apache-2.0
/// Library functions that read what comes from outside of the program (fgets, scanf, time): in the replay they yield
/// what the execution has. They are the definitions that the program was checked with.
#pragma once

#include <set>
#include <string>

namespace bireach::checker {

/// Is it such a function? `streams_have_state`: Program::streams_have_state.
[[nodiscard]] bool reads_input(const std::string& function, bool streams_have_state);

/// The definitions of these functions. `bireach_input()`, which has to stand before, gives the next recorded value.
[[nodiscard]] std::string input_functions(const std::set<std::string>& functions, bool streams_have_state);

}  // namespace bireach::checker
