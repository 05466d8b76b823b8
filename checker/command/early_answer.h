// SPDX-License-Identifier: Apache-2.0
/// An error is told as soon as it is known, before it is explained.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "checker/answer/limits.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// Texts on their way to standard output while the explanation is being made. Thread-safe; the callbacks are called
/// under its lock, in the thread that calls.
class EarlyAnswer {
 public:
  /// Called with whole lines, which it has to let out at once.
  using Write = std::function<void(const std::string&)>;
  /// `patience`: so long the explanation is waited for before the trace is told without it.
  explicit EarlyAnswer(Write write, Clock::duration patience = std::chrono::seconds(1))
      : write_(std::move(write)), patience_(patience) {}

  /// Writes the announcement, once; `trace` makes what is written if the explanation is late; null: nothing.
  void announce(const std::string& announcement, std::function<std::string()> trace);
  /// Writes the trace if it is time for that. Never throws.
  void tick();
  /// Nothing more is written: the report comes next. What it follows.
  Announced end();

 private:
  const Write write_;
  const Clock::duration patience_;
  std::mutex mutex_;
  Announced told_ = Announced::nothing;
  bool has_ended_ = false;
  std::function<std::string()> trace_;  ///< that is still to be told
  Clock::time_point announced_at_;
};

}  // namespace bireach::checker
