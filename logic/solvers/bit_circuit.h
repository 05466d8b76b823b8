// SPDX-License-Identifier: Apache-2.0
/// Boolean circuits: what formulas of bit-vectors become before a SAT solver takes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bireach::logic {

/// A gate of a circuit, or its negation.
class Bit {
 public:
  Bit() = default;
  Bit(std::uint32_t gate, bool is_negated) : code_(2 * gate + (is_negated ? 1U : 0U)) {}
  [[nodiscard]] std::uint32_t gate() const { return code_ / 2; }
  [[nodiscard]] bool is_negated() const { return code_ % 2 == 1; }
  [[nodiscard]] bool is_constant() const { return code_ < 2; }
  [[nodiscard]] std::uint32_t code() const { return code_; }
  Bit operator!() const { return {gate(), !is_negated()}; }
  auto operator<=>(const Bit&) const = default;

 private:
  std::uint32_t code_ = 0;
};

/// Gates that compute the same of the same are one gate ("structural hashing"; A. Kuehlmann, F. Krohm, "Equivalence
/// Checking Using Cuts and Heaps", DAC 1997), and what constants decide is none. Gates are never removed.
class BitCircuit {
 public:
  enum class Kind : std::uint8_t { input, and_gate, xor_gate, choice, majority };
  struct Gate {
    Kind kind = Kind::input;
    std::array<Bit, 3> of{};  ///< `choice`: the condition, then what it is if that holds, and if not
    bool operator==(const Gate&) const = default;
  };

  BitCircuit();
  /// Gate 0 is no input of its own: its bit is false, the negation true.
  [[nodiscard]] static Bit constant(bool value) { return {0, value}; }
  [[nodiscard]] Bit input();
  [[nodiscard]] Bit both(Bit a, Bit b);
  [[nodiscard]] Bit either(Bit a, Bit b) { return !both(!a, !b); }
  [[nodiscard]] Bit differ(Bit a, Bit b);
  [[nodiscard]] Bit choose(Bit condition, Bit then, Bit otherwise);
  /// Of three bits what two of them have: the carry of a sum.
  [[nodiscard]] Bit majority(Bit a, Bit b, Bit c);

  [[nodiscard]] const Gate& gate(std::uint32_t number) const { return gates_[number]; }
  [[nodiscard]] std::size_t size() const { return gates_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Gate& gate) const;
  };
  [[nodiscard]] Bit shared(const Gate& gate);

  std::vector<Gate> gates_;
  std::unordered_map<Gate, std::uint32_t, Hash> known_;
};

}  // namespace bireach::logic
