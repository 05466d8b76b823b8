// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace bireach::logic {

/// Work done by all solvers of one run.
struct SolverStatistics {
  std::atomic<std::uint64_t> z3_queries{0};
  std::atomic<std::uint64_t> cvc5_queries{0};
  std::atomic<std::uint64_t> cadical_queries{0};
  std::atomic<std::uint64_t> unknown_answers{0};
  std::atomic<std::uint64_t> microseconds{0};

  [[nodiscard]] std::uint64_t queries() const { return z3_queries + cvc5_queries + cadical_queries; }
};

}  // namespace bireach::logic
