// SPDX-License-Identifier: Apache-2.0
/// What was asserted into an incremental solver, by scope: the base of model checks and of rebuilding a solver.
#pragma once

#include <stdexcept>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term.h"

namespace bireach::logic {

class AssertionStack {
 public:
  void push() { scopes_.push_back(terms_.size()); }
  void pop() {
    if (scopes_.empty()) throw std::logic_error("Solver::pop without push");
    terms_.resize(scopes_.back());
    scopes_.pop_back();
  }
  void add(Term term) {
    if (!term.sort().is_bool()) throw std::invalid_argument("Solver::add: not a Bool term");
    terms_.push_back(term);
  }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] const std::vector<std::size_t>& scopes() const { return scopes_; }

  /// Variables of everything asserted and assumed, sorted by id.
  [[nodiscard]] std::vector<Term> variables(const std::vector<Term>& assumptions) const;
  /// Throws std::logic_error unless all quantifier-free terms hold in the model.
  void check_model(const Model& model, const std::vector<Term>& assumptions, const char* solver) const;

 private:
  std::vector<Term> terms_;
  std::vector<std::size_t> scopes_;  // numbers of terms at the pushes
};

/// Calls add(term) and push() so that the scopes of the stack arise again.
template <class Add, class Push>
void replay(const AssertionStack& stack, const Add& add, const Push& push) {
  std::size_t scope = 0;
  for (std::size_t i = 0; i <= stack.terms().size(); ++i) {
    for (; scope < stack.scopes().size() && stack.scopes()[scope] == i; ++scope) push();
    if (i < stack.terms().size()) add(stack.terms()[i]);
  }
}

}  // namespace bireach::logic
