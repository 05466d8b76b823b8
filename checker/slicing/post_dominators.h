// SPDX-License-Identifier: Apache-2.0
/// Where paths of a program's graph meet.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

/// Immediate post-dominators (Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001). All ends of the
/// program lead to one; paths that never end are left out. Quadratic in the worst case, mostly linear.
class PostDominators {
 public:
  /// Refers to the program.
  explicit PostDominators(const frontend::Program& program);

  /// Where all paths from the location that end meet first; nothing: only at the end, or none ends.
  [[nodiscard]] std::optional<frontend::LocationId> immediate(frontend::LocationId location) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] std::vector<frontend::LocationId> post_order() const;
  bool update(frontend::LocationId location);
  [[nodiscard]] std::size_t common(std::size_t a, std::size_t b) const;

  const frontend::Program& program_;
  const std::size_t end_;
  std::vector<std::size_t> parent_, rank_;
};

}  // namespace bireach::checker
