// SPDX-License-Identifier: Apache-2.0
/// Room for signal handlers of a thread whose own stack may overflow.
#pragma once

#include <signal.h>

#include <array>

namespace bireach::logic {

/// While it exists, handlers that ask for it (SA_ONSTACK) run on this memory in the calling thread. To be made at the
/// bottom of the thread's stack, so that it outlives all else.
class AlternateStack {
 public:
  AlternateStack() {
    stack_t stack{};
    stack.ss_sp = memory_.data();
    stack.ss_size = memory_.size();
    sigaltstack(&stack, &before_);
  }
  ~AlternateStack() { sigaltstack(&before_, nullptr); }
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  stack_t before_{};
  alignas(16) std::array<char, 65536> memory_;
};

}  // namespace bireach::logic
