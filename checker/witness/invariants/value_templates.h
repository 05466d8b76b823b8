// SPDX-License-Identifier: Apache-2.0
/// Candidate invariants from values: the strongest of a few templates that hold of all values seen so far (as in Ernst,
/// Perkins, Guo, McCamant, Pacheco, Tschantz, Xiao, "The Daikon system for dynamic detection of likely invariants", SCP
/// 2007), for a caller that looks for values which break them until there are none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/program/expr.h"
#include "logic/terms/term_manager.h"

namespace bireach::checker {

/// The types in which an invariant of a witness computes; long long: integers that are narrower are cast.
enum class Computed : std::uint8_t { as_declared, in_long_long };

struct TemplateVariable {
  std::string text;
  frontend::ScalarType type;  ///< no floating point, at most 64 bits
};

/// sum of coefficient * variable, compared with `limit`.
struct FittedTemplate {
  enum class Relation : std::uint8_t { equal, at_most, congruent };
  std::vector<std::pair<std::size_t, logic::Integer>> parts;  ///< index into the variables, coefficient
  Relation relation = Relation::equal;
  logic::Integer limit;
  logic::Integer modulus;  ///< of congruent: the sum modulo it is `limit`

  [[nodiscard]] bool holds(const std::vector<logic::Integer>& values) const;
};

/// Constants, bounds, congruences of one variable; equal, ordered, and affinely dependent pairs.
class TemplateFitter {
 public:
  explicit TemplateFitter(std::vector<TemplateVariable> variables);

  /// One value for each variable. A bound that has been moved too often is given up.
  void add(std::vector<logic::Integer> values);
  [[nodiscard]] bool is_empty() const { return samples_.empty(); }
  /// A bound of one variable of the samples that was given up, with the greatest (lowest) value seen.
  struct OpenBound {
    std::size_t variable;
    bool is_upper;
    logic::Integer seen;
  };
  [[nodiscard]] std::optional<OpenBound> open_bound() const;
  /// Sets it: no value is beyond; nothing: it stays given up.
  void close(const OpenBound& bound, const std::optional<logic::Integer>& limit);
  [[nodiscard]] const TemplateVariable& variable(std::size_t number) const { return variables_[number]; }
  /// What holds of all values; without what the types or other templates say anyway.
  [[nodiscard]] std::vector<FittedTemplate> fit() const;
  /// In C.
  [[nodiscard]] std::string text(const FittedTemplate& fitted, Computed computed) const;
  /// For bit-vectors as values, exactly.
  [[nodiscard]] logic::Term formula(logic::TermManager& terms, const FittedTemplate& fitted,
                                    const std::vector<logic::Term>& values) const;

 private:
  struct Bounds {
    logic::Integer low, high;
    logic::Integer seen_low, seen_high;
    unsigned moved_low = 0, moved_high = 0;
    bool closed_low = false, closed_high = false;
  };
  void fit_one(std::size_t variable, std::vector<FittedTemplate>& result) const;
  void fit_pair(std::size_t x, std::size_t y, std::vector<FittedTemplate>& result) const;
  [[nodiscard]] std::optional<FittedTemplate> affine(std::size_t x, std::size_t y) const;
  [[nodiscard]] bool is_constant(std::size_t variable) const { return bounds_[variable].low == bounds_[variable].high; }
  [[nodiscard]] std::string operand(std::size_t variable, Computed computed) const;

  std::vector<TemplateVariable> variables_;
  std::vector<std::vector<logic::Integer>> samples_;
  std::vector<Bounds> bounds_;
};

}  // namespace bireach::checker
