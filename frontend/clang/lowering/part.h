// SPDX-License-Identifier: Apache-2.0
/// Which step of a statement an edge is.
#pragma once

#include <compare>
#include <vector>

namespace bireach::frontend {

/// A step of what is lowered for one piece of source. Steps have steps: argument 2, of it the object 5, of that the
/// leaf 3 is `Part(2).of(5).of(3)`. Two paths are one part only if they are equal, however many steps each has.
class Part {
 public:
  /// The statement itself.
  Part() = default;
  explicit Part(unsigned number) : path_{number} {}

  /// The step of this number within this part.
  [[nodiscard]] Part of(unsigned number) const {
    Part result = *this;
    result.path_.push_back(number);
    return result;
  }

  auto operator<=>(const Part&) const = default;

 private:
  std::vector<unsigned> path_;
};

}  // namespace bireach::frontend
