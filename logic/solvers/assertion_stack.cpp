// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/assertion_stack.h"

#include <algorithm>
#include <string>

#include "logic/terms/term_map.h"

namespace bireach::logic {

namespace {

/// Free variables of many terms; shared subterms are walked once.
void collect(const std::vector<Term>& terms, TermMap<char>& visited, std::vector<Term>& result) {
  std::vector<Term> stack(terms.begin(), terms.end());
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!t.has_variable() || !visited.set(t, 1)) continue;
    if (t.is_variable()) {
      result.push_back(t);
    } else if (t.has_quantifier() && (t.kind() == Kind::Forall || t.kind() == Kind::Exists)) {
      for (const Term v : free_variables(t))
        if (visited.set(v, 1)) result.push_back(v);
    } else {
      stack.insert(stack.end(), t.children().begin(), t.children().end());
    }
  }
}

}  // namespace

std::vector<Term> AssertionStack::variables(const std::vector<Term>& assumptions) const {
  TermMap<char> visited;
  std::vector<Term> result;
  collect(terms_, visited, result);
  collect(assumptions, visited, result);
  std::sort(result.begin(), result.end());
  return result;
}

void AssertionStack::check_model(const Model& model, const std::vector<Term>& assumptions, const char* solver) const {
  Evaluator evaluator(model);
  for (const auto* terms : {&terms_, &assumptions}) {
    for (const Term t : *terms) {
      if (t.has_quantifier() || evaluator.holds(t)) continue;
      throw std::logic_error(std::string(solver) + ": the model does not satisfy " + to_smtlib(t).substr(0, 400));
    }
  }
}

}  // namespace bireach::logic
