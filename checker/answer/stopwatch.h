// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace bireach::checker {

/// Adds the time it lives, in seconds, to a total.
template <typename Total>
class Stopwatch {
 public:
  explicit Stopwatch(Total& total) : total_(total) {}
  ~Stopwatch() { total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  Total& total_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace bireach::checker
