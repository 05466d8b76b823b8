// SPDX-License-Identifier: Apache-2.0
/// What is not modelled, and whether reading the program in another way would help.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace bireach::frontend {

/// How else a program can be read so that something is modelled.
enum class Remedy : std::uint8_t {
  none,
  memory_of_bytes,  ///< ParseOptions::memory_as_bytes
};

/// A construct that is not modelled; an empty text: there is none.
struct Unmodelled {
  std::string what;  ///< "union with members that are not numbers"
  Remedy remedy = Remedy::none;

  Unmodelled() = default;
  // Most have no remedy, and are only named.
  Unmodelled(std::string name, Remedy with = Remedy::none) : what(std::move(name)), remedy(with) {}
  Unmodelled(const char* name, Remedy with = Remedy::none) : what(name), remedy(with) {}

  [[nodiscard]] bool empty() const { return what.empty(); }
};

/// "use of " + a construct; helped by what helps one of the two.
[[nodiscard]] inline Unmodelled operator+(const Unmodelled& first, const Unmodelled& second) {
  return {first.what + second.what, first.remedy == Remedy::none ? second.remedy : first.remedy};
}

}  // namespace bireach::frontend
