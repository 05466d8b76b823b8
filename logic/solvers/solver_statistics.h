// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace bireach::logic {

/// Work done by all solvers of one run.
struct SolverStatistics {
  std::atomic<std::uint64_t> z3_queries{0};
  std::atomic<std::uint64_t> cvc5_queries{0};
  std::atomic<std::uint64_t> unknown_answers{0};
  std::atomic<std::uint64_t> microseconds{0};

  /// Takes over what was counted elsewhere.
  void add(const SolverStatistics& other) {
    z3_queries += other.z3_queries;
    cvc5_queries += other.cvc5_queries;
    unknown_answers += other.unknown_answers;
    microseconds += other.microseconds;
  }
};

}  // namespace bireach::logic
