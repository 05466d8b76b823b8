// SPDX-License-Identifier: Apache-2.0
/// Library functions that read what comes from outside of the program (fgets, scanf, time): in the replay they yield
/// what the execution has. They are the definitions that the program was checked with.
#pragma once

#include <set>
#include <string>

namespace bireach::checker {

/// Is it such a function?
[[nodiscard]] bool reads_input(const std::string& function);

/// The definitions of these functions. `bireach_input()`, which has to stand before, gives the next recorded value.
[[nodiscard]] std::string input_functions(const std::set<std::string>& functions);

}  // namespace bireach::checker
