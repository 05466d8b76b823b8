// SPDX-License-Identifier: Apache-2.0
/// Models (assignments of values to variables) and the evaluator, the oracle for everything else.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "logic/terms/term.h"

namespace bireach::logic {

/// Values of variables; a variable that is not listed may have any value.
class Model {
 public:
  void set(Term variable, Value value) { values_.insert_or_assign(variable, std::move(value)); }
  [[nodiscard]] const Value* find(Term variable) const;
  /// The listed value, or the sort's default (false, 0, all-zero array).
  [[nodiscard]] Value get(Term variable) const;
  [[nodiscard]] const std::map<Term, Value>& values() const { return values_; }

 private:
  std::map<Term, Value> values_;
};

/// The default value of a sort: false, 0, all-zero array.
[[nodiscard]] Value default_value(Sort sort);
/// Evaluates many terms under one model with shared results. The model must outlive it and must not change.
class Evaluator {
 public:
  explicit Evaluator(const Model& model);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  /// As `evaluate`.
  Value operator()(Term term);
  /// As `evaluate_bool`.
  bool holds(Term term);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Value of a quantifier-free term; variables not in the model have their default. Linear in the DAG.
/// Throws std::invalid_argument on a quantifier.
[[nodiscard]] Value evaluate(Term term, const Model& model);
[[nodiscard]] bool evaluate_bool(Term term, const Model& model);

}  // namespace bireach::logic
