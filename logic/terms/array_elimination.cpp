// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/array_elimination.h"

#include <map>

#include "logic/terms/decision_table.h"

namespace bireach::logic {
namespace {

/// A table is worth it from so many writes.
constexpr std::size_t min_entries = 8;

/// As many arrays as were written to at constant indices one after the other, up to `most`.
std::size_t constant_writes(Term array, std::size_t most) {
  std::size_t count = 0;
  for (; count < most && array.kind() == Kind::Store && array[1].is_constant(); array = array[0]) ++count;
  return count;
}

}  // namespace

Term ArrayElimination::eliminate(Term formula) {
  if (failed_ || formula.has_quantifier()) {
    failed_ = true;
    return {};
  }
  std::vector<Goal> goals{{formula, {}}};
  while (!goals.empty() && !failed_) {
    const Goal goal = goals.back();
    if (!known(goal).is_null()) {
      goals.pop_back();
      continue;
    }
    const Term result = solve(goal, goals);
    if (result.is_null()) continue;
    goals.pop_back();
    if (goal.index.is_null())
      plain_.emplace(goal.term, result);
    else
      reads_.emplace(Read{goal.term, goal.index}, result);
    failed_ = failed_ || reads_.size() + entries_ > limit_ || stop_.stop_requested();
  }
  return failed_ ? Term() : plain_.at(formula);
}

Term ArrayElimination::known(const Goal& goal) const {
  if (goal.index.is_null()) {
    const auto found = plain_.find(goal.term);
    return found == plain_.end() ? Term() : found->second;
  }
  const auto found = reads_.find(Read{goal.term, goal.index});
  return found == reads_.end() ? Term() : found->second;
}

Term ArrayElimination::need(const Goal& goal, std::vector<Goal>& goals) const {
  const Term result = known(goal);
  if (result.is_null()) goals.push_back(goal);
  return result;
}

Term ArrayElimination::solve(const Goal& goal, std::vector<Goal>& goals) {
  const Term term = goal.term;
  if (!goal.index.is_null()) return solve_read(term, goal.index, goals);
  if (term.kind() == Kind::Select) {
    const Term index = need({term[1], {}}, goals);
    return index.is_null() ? Term() : need({term[0], index}, goals);
  }
  if (term.children().empty()) return term;
  if (term.kind() == Kind::Equal && term[0].sort().is_array()) {
    failed_ = true;
    return {};
  }
  std::vector<Term> children;
  bool is_ready = true;
  for (const Term child : term.children()) {
    children.push_back(need({child, {}}, goals));
    is_ready = is_ready && !children.back().is_null();
  }
  return is_ready ? terms_.rebuild(term, children) : Term();
}

Term ArrayElimination::solve_read(Term array, Term index, std::vector<Goal>& goals) {
  switch (array.kind()) {
    case Kind::Variable:
      return cell_of(array, index);
    case Kind::ConstArray:
      return need({array[0], {}}, goals);
    case Kind::Ite: {
      const Term condition = need({array[0], {}}, goals);
      if (condition.is_null()) return {};
      if (condition.is_constant()) return need({condition.is_true() ? array[1] : array[2], index}, goals);
      const Term first = need({array[1], index}, goals);
      const Term second = need({array[2], index}, goals);
      return first.is_null() || second.is_null() ? Term() : terms_.ite(condition, first, second);
    }
    case Kind::Store: {
      // The simplifier finds what stands at a constant index faster than a walk over all stores.
      if (index.is_constant())
        if (const Term read = terms_.select(array, index); read.kind() != Kind::Select || read[0] != array)
          return need({read, {}}, goals);
      // Of a table that grew a tree is made at first; after that one more choice.
      if (!index.is_constant() && known({array[0], index}).is_null() &&
          constant_writes(array, min_entries) == min_entries)
        return solve_table(array, index, goals);
      const Term place = need({array[1], {}}, goals);
      if (place.is_null()) return {};
      const Term here = terms_.equal(place, index);
      if (here.is_false()) return need({array[0], index}, goals);
      const Term stored = need({array[2], {}}, goals);
      if (here.is_true()) return stored;
      const Term before = need({array[0], index}, goals);
      return stored.is_null() || before.is_null() ? Term() : terms_.ite(here, stored, before);
    }
    default:
      failed_ = true;
      return {};
  }
}

Term ArrayElimination::solve_table(Term array, Term index, std::vector<Goal>& goals) {
  std::map<Integer, Term> entries;  // the last write to each
  bool is_ready = true;
  for (; array.kind() == Kind::Store && array[1].is_constant(); array = array[0]) {
    const auto [entry, is_new] = entries.emplace(array[1].constant(), Term());
    if (!is_new) continue;
    entry->second = need({array[2], {}}, goals);
    is_ready = is_ready && !entry->second.is_null();
  }
  const Term before = need({array, index}, goals);
  if (!is_ready || before.is_null()) return {};
  entries_ += entries.size();
  return table_read(terms_, std::vector<TableEntry>(entries.begin(), entries.end()), index, before);
}

Term ArrayElimination::cell_of(Term variable, Term index) {
  std::vector<Cell>& cells = cells_[variable];
  const Term value = terms_.fresh_variable("cell!", variable.sort().element());
  for (const Cell& other : cells) {
    const Term same = terms_.equal(index, other.index);
    if (!same.is_false()) lemmas_.push_back(terms_.implies(same, terms_.equal(value, other.value)));
  }
  cells.push_back({index, value});
  failed_ = failed_ || lemmas_.size() > limit_;
  return value;
}

void ArrayElimination::complete(Model& model) const {
  std::vector<std::pair<Term, ArrayValue>> arrays;
  {
    Evaluator evaluator(model);
    for (const auto& [variable, cells] : cells_) {
      ArrayValue array;
      for (const Cell& cell : cells)
        array.set(std::get<Integer>(evaluator(cell.index)), std::get<Integer>(evaluator(cell.value)));
      arrays.emplace_back(variable, std::move(array));
    }
  }
  for (auto& [variable, array] : arrays) model.set(variable, std::move(array));
}

}  // namespace bireach::logic
