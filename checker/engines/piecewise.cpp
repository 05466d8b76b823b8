// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/piecewise.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bireach::checker {

using frontend::Bits;
using frontend::Signed;

const Piecewise::Piece* Piecewise::piece_over(Signed low, Signed high) const {
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), low,
                                      [](Signed searched, const Piece& piece) { return searched < piece.from; });
  return after != pieces_.end() && after->from <= high ? nullptr : &*std::prev(after);
}

std::optional<Bits> Piecewise::over(Signed low, Signed high) const {
  const Piece* piece = piece_over(low, high);
  if (piece == nullptr) return std::nullopt;
  if (!piece->value && low == high) return static_cast<Bits>(low);
  return piece->value;
}

bool Piecewise::is_input_over(Signed low, Signed high) const {
  const Piece* piece = piece_over(low, high);
  return piece != nullptr && !piece->value;
}

bool Piecewise::has_copies() const {
  return std::any_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) { return !piece.value; });
}

void Piecewise::convert_to(const frontend::ScalarType& type) {
  for (const Piece& piece : std::exchange(pieces_, {}))
    add(piece.from, piece.value ? std::optional(frontend::convert(*piece.value, type)) : std::nullopt);
}

void Piecewise::add_cuts(Signed low, Signed high, std::vector<Signed>& cuts) const {
  for (const Piece& piece : pieces_)
    if (piece.from > low && piece.from <= high) cuts.push_back(piece.from);
}

std::optional<Signed> Piecewise::first_change() const {
  return pieces_.size() > 1 ? std::optional(pieces_[1].from) : std::nullopt;
}

}  // namespace bireach::checker
