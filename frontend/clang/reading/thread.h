// SPDX-License-Identifier: Apache-2.0
/// Expressions nest as deep as the input says, so the recursion over them gets a stack of its own.
#pragma once

#include <functional>

namespace bireach::frontend {

/// Runs `work` in a thread with a stack of a gibibyte (of address space), as logic::run_with_stack does.
void on_parser_thread(const std::function<void()>& work);

}  // namespace bireach::frontend
