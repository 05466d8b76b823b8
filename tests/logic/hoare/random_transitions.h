// SPDX-License-Identifier: Apache-2.0
/// Random transitions over two variables whose values, and those of all choices, stay in a domain of four.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tests/logic/hoare/transitions.h"

namespace bireach::test {

/// Over Int the domain is 0..3: guards keep every value assigned inside it.
class RandomTransitions {
 public:
  RandomTransitions(TermManager& terms, Sort sort, std::uint64_t seed)
      : notation_(terms, sort), sort_(sort), random_(seed) {}

  [[nodiscard]] TermManager& terms() { return notation_.m; }
  [[nodiscard]] std::vector<Term> variables() { return {notation_.var("x"), notation_.var("y")}; }
  [[nodiscard]] std::vector<logic::Value> values() const;
  /// 0 <= v <= 3 for Int.
  [[nodiscard]] Term range_of(Term variable);
  TransitionFormula transition();
  Term predicate();
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

 private:
  TransitionFormula simple();
  Term value();
  Term atom();
  Term inside(Term value);

  Notation notation_;
  Sort sort_;
  std::mt19937_64 random_;
};

}  // namespace bireach::test
