// SPDX-License-Identifier: Apache-2.0
#include "checker/command/early_answer.h"

#include <exception>
#include <utility>

namespace bireach::checker {

void EarlyAnswer::announce(const std::string& announcement, std::function<std::string()> trace) {
  const std::lock_guard lock(mutex_);
  if (has_ended_ || told_ != Announced::nothing) return;
  told_ = Announced::error;
  trace_ = std::move(trace);
  announced_at_ = Clock::now();
  write_(announcement);
}

void EarlyAnswer::tick() {
  const std::lock_guard lock(mutex_);
  if (has_ended_ || !trace_ || Clock::now() - announced_at_ < patience_) return;
  const auto make = std::exchange(trace_, nullptr);
  try {
    write_(make());
    told_ = Announced::trace;
  } catch (const std::exception&) {  // of memory, say: the report will have the trace
  }
}

Announced EarlyAnswer::end() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  trace_ = nullptr;
  return told_;
}

}  // namespace bireach::checker
