// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/thread.h"

#include "logic/solvers/deep_thread.h"

namespace bireach::frontend {

void on_parser_thread(const std::function<void()>& work) {
  constexpr std::size_t stack_bytes = std::size_t{1} << 30U;
  logic::run_with_stack(stack_bytes, work);
}

}  // namespace bireach::frontend
