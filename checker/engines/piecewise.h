// SPDX-License-Identifier: Apache-2.0
/// Functions of one input that are constant, or the input itself, on few intervals of its values.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/program/evaluation.h"

namespace bireach::checker {

/// What an expression comes to for each value of an input, as long as it only compares it with numbers or copies it. A
/// choice of the input's value can then wait until a condition differs between the intervals.
class Piecewise {
 public:
  /// More intervals are not worth keeping.
  static constexpr std::size_t most_pieces = 64;

  /// Those to add follow upwards, the first from the input's least value on. Without a value: the input itself.
  void add(frontend::Signed from, std::optional<frontend::Bits> value) {
    if (pieces_.empty() || pieces_.back().value != value) pieces_.push_back({from, value});
  }
  /// The number that it is for all of the input's values from low to high; nothing: it differs. O(log pieces).
  [[nodiscard]] std::optional<frontend::Bits> over(frontend::Signed low, frontend::Signed high) const;
  /// Is it the input itself for all of its values from low to high?
  [[nodiscard]] bool is_input_over(frontend::Signed low, frontend::Signed high) const;
  [[nodiscard]] bool has_copies() const;
  /// What the values are when they are converted. Precondition: copies fit into the type.
  void convert_to(const frontend::ScalarType& type);
  /// Where intervals other than the first begin, upwards, after low and up to high.
  void add_cuts(frontend::Signed low, frontend::Signed high, std::vector<frontend::Signed>& cuts) const;
  /// Where the second interval begins.
  [[nodiscard]] std::optional<frontend::Signed> first_change() const;
  /// Its number for the input's least value.
  [[nodiscard]] std::optional<frontend::Bits> first() const { return pieces_.front().value; }

  friend bool operator==(const Piecewise&, const Piecewise&) = default;

 private:
  struct Piece {
    frontend::Signed from;
    std::optional<frontend::Bits> value;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  /// The one that has all of these values; nothing: several have.
  [[nodiscard]] const Piece* piece_over(frontend::Signed low, frontend::Signed high) const;

  std::vector<Piece> pieces_;
};

}  // namespace bireach::checker
