// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/screening.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "checker/suspects/linear_search.h"

namespace bireach::checker {
namespace {

using frontend::Choice;
using frontend::Edit;
using frontend::EditKind;
using frontend::Guard;

/// Executions that evaluate other edges tell more than those that evaluate the same with other values.
std::vector<std::size_t> different_first(const KnownTrials& trials, std::size_t count) {
  std::vector<std::size_t> chosen, others;
  std::set<std::set<frontend::EdgeId>> seen;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const frontend::Trace& trace = trials[i].trial.execution.trace;
    (seen.insert(std::set<frontend::EdgeId>(trace.begin(), trace.end())).second ? chosen : others).push_back(i);
  }
  chosen.insert(chosen.end(), others.begin(), others.end());
  if (chosen.size() > count) chosen.resize(count);
  return chosen;
}

unsigned extra_size(const Edit& edit, const Choice& choice) {
  unsigned size = 0;
  if (choice.linear) {
    for (const frontend::Linear::Term& term : choice.linear->terms) size += std::abs(term.coefficient) == 1 ? 1U : 2U;
    return size + (choice.linear->constant != 0 ? 1U : 0U);
  }
  if (edit.takes_value && !choice.operand) {
    const std::int64_t c = choice.constant;
    const bool is_near = edit.original && (c == *edit.original + 1 || c == *edit.original - 1);
    if (!is_near && c != 0 && c != 1) size = 1;
  }
  // Leaving early, or another value whatever happens, silences an error more often than it repairs one.
  if (choice.guard) return size;
  const bool is_blunt = edit.kind == EditKind::jump || edit.kind == EditKind::never || edit.kind == EditKind::always;
  const bool is_value = edit.kind == EditKind::value || edit.kind == EditKind::assignment;
  if (is_blunt) size += 3;
  if (is_value) size += edit.takes_value && !choice.operand ? 3U : 1U;
  return size;
}

}  // namespace

double ScreenedEdit::quality() const {
  if (failing == 0 || fixed == 0) return 0;
  const double repaired = static_cast<double>(fixed) / static_cast<double>(failing);
  const double kept = passing == 0 ? 1 : 1 - static_cast<double>(broken) / static_cast<double>(passing);
  return repaired * kept * kept * (reaches && !overwrites ? 1 : 0.2) * (evades ? 0.7 : 1);
}

bool is_better(const ScreenedEdit& a, const ScreenedEdit& b) {
  const auto key = [](const ScreenedEdit& e) {
    return std::tuple(!e.is_plausible(), e.evades, e.is_plausible() ? 0 : -e.quality(), e.size, e.edit);
  };
  return key(a) < key(b);
}

Screening::Screening(const frontend::EditSpace& space, const TrialProgram& schema, const InputSearch& tests,
                     ScreeningEffort effort)
    : space_(space), schema_(schema), tests_(tests), effort_(effort) {
  choose_samples();
  solve_differences();
  std::set<std::int64_t> known;
  const auto add = [&](std::int64_t value) {
    if (known.insert(value).second) constants_.push_back(value);
  };
  for (const std::int64_t value : {0, 1, -1}) add(value);
  for (const std::int64_t value : space.constants()) add(value);
  // A guard may have to name an input with which the program fails.
  constexpr std::size_t most_inputs = 6;
  for (std::size_t t = 0; t < std::min<std::size_t>(2, tests.failing().size()); ++t) {
    const std::vector<Inputs::Entry>& entries = tests.failing()[t].inputs.entries;
    for (std::size_t i = 0; i < std::min(most_inputs, entries.size()); ++i)
      if (const auto* value = std::get_if<logic::Integer>(&entries[i].value))
        if (abs(*value) < INT32_MAX) add(static_cast<std::int64_t>(*value));
  }
  for (const std::int64_t value : space.constants())
    if (value > INT32_MIN && value < INT32_MAX) {
      add(value + 1);
      add(value - 1);
    }
}

/// What a constant may lack: where what is computed falls short of what is expected by the same multiple of some value
/// in all executions that fail, the multiple. Which values these are nobody knows, so all with which executions end are
/// taken, and what three executions have in common is kept.
void Screening::solve_differences() {
  constexpr std::size_t executions = 3, most_values = 24, most_differences = 16;
  if (tests_.failing().size() < executions) return;
  std::set<std::int64_t> common;
  for (std::size_t t = 0; t < executions; ++t) {
    std::set<std::int64_t> values{0, 1};
    for (const logic::Value& value : tests_.failing()[failing_[t]].trial.execution.states.back()) {
      const auto* number = std::get_if<logic::Integer>(&value);
      if (number && abs(*number) <= INT32_MAX && values.size() < most_values)
        values.insert(static_cast<std::int64_t>(*number));
    }
    std::set<std::int64_t> differences;
    for (const std::int64_t a : values)
      for (const std::int64_t b : values)
        for (const std::int64_t factor : values)
          if (factor > 0 && (a - b) % factor == 0) differences.insert((a - b) / factor);
    if (t == 0)
      common = differences;
    else
      std::erase_if(common, [&](std::int64_t known) { return !differences.contains(known); });
  }
  differences_.assign(common.begin(), common.end());
  std::stable_sort(differences_.begin(), differences_.end(),
                   [](std::int64_t a, std::int64_t b) { return std::abs(a) < std::abs(b); });
  if (differences_.size() > most_differences) differences_.resize(most_differences);
}

void Screening::choose_samples() {
  failing_ = different_first(tests_.failing(), effort_.sample);
  passing_ = different_first(tests_.passing(), 2 * effort_.sample);
}

Screening::Baseline Screening::baseline(const KnownTrial& known, std::size_t step_limit, TrialBudget& budget) const {
  const std::vector<std::int64_t> none(frontend::EditSpace::selector_names().size(), 0);
  TrialProgram::Prefix prefix = schema_.prefix(known.inputs, step_limit);
  Trial unedited = schema_.resume(prefix, none, known.changed_step_limit(), budget.stop);
  budget.take(unedited.steps);
  return {std::move(prefix), std::move(unedited)};
}

const Screening::Baseline& Screening::baseline_of(const KnownTrial& known, TrialBudget& budget) const {
  const auto found = baselines_.find(&known);
  if (found != baselines_.end() && found->second.unedited.end != TrialEnd::stopped) return found->second;
  constexpr std::size_t most_values = 4'000'000;
  if (baselines_.size() * schema_.program().variables.size() > most_values) baselines_.clear();
  return baselines_.insert_or_assign(&known, baseline(known, known.changed_step_limit(), budget)).first->second;
}

Screening::Effect Screening::effect(const std::vector<std::int64_t>& selected, const KnownTrial& known,
                                    TrialBudget& budget) const {
  return effect(selected, known, baseline_of(known, budget), budget);
}

Screening::Effect Screening::effect(const std::vector<std::int64_t>& selected, const KnownTrial& known,
                                    const Baseline& baseline, TrialBudget& budget) const {
  const Trial trial = schema_.resume(baseline.prefix, selected, known.changed_step_limit(), budget.stop);
  // A short run costs as much as its state.
  budget.take(trial.steps + 40);
  const Trial& before = baseline.unedited;
  if (trial.end == TrialEnd::stopped || before.end == TrialEnd::stopped) return Effect::unknown;
  if (trial.end != TrialEnd::passes) return Effect::fails;
  for (std::size_t a = 0; a < trial.evaluated.size(); ++a) {
    const bool was_evaluated = before.evaluated[a] != 0 || before.violated == a;
    // Not to access what is not there is no evasion.
    if (known.trial.end == TrialEnd::fails && schema_.is_of_operations(a)) continue;
    if (was_evaluated && schema_.sees(a) && trial.evaluated[a] == 0) return Effect::evades;
  }
  return Effect::well;
}

std::vector<Choice> Screening::choices(const Edit& edit) const {
  if (edit.takes_linear) return {};  // they are solved
  if (!edit.takes_value) return {Choice{}};
  std::vector<Choice> result;
  const auto add = [&](std::int64_t constant) {
    if (edit.original == constant) return;
    Choice choice;
    choice.constant = constant;
    if (std::find(result.begin(), result.end(), choice) == result.end()) result.push_back(choice);
  };
  if (edit.original) {
    for (const std::int64_t difference : {1, -1, 2, -2}) add(*edit.original + difference);
    add(-*edit.original);
    for (const std::int64_t difference : differences_) add(*edit.original + difference);
  }
  if (!edit.constant_only) {
    for (std::size_t i = 0; i < space_.sites()[edit.site].operands.size(); ++i) {
      Choice choice;
      choice.operand = i;
      result.push_back(choice);
    }
  }
  std::size_t count = 0;
  for (const std::int64_t constant : constants_) {
    if (count++ == effort_.constants * (edit.kind == EditKind::constant ? 4 : 1)) break;
    add(constant);
  }
  if (edit.original && effort_.guards)
    for (const std::int64_t difference : {3, -3, 4, -4, 5, -5, 10, -10, 100, -100}) add(*edit.original + difference);
  return result;
}

std::vector<Guard> Screening::guards(const frontend::EditSite& site) const {
  using Operator = Guard::Operator;
  std::vector<Guard> result;
  for (std::size_t i = 0; i < site.conditions.size(); ++i)
    for (const Operator op : {Operator::condition, Operator::not_condition}) result.push_back({op, i, {}, 0});
  for (std::size_t left = 0; left < site.operands.size(); ++left)
    for (std::size_t right = 0; right < site.operands.size(); ++right)
      for (const Operator op : {Operator::less, Operator::less_equal, Operator::equal, Operator::unequal}) {
        const bool is_symmetric = op == Operator::equal || op == Operator::unequal;
        if (left != right && (!is_symmetric || left < right)) result.push_back({op, left, right, 0});
      }
  const std::size_t most = std::min<std::size_t>(constants_.size(), 24);
  for (std::size_t left = 0; left < site.operands.size(); ++left)
    for (std::size_t c = 0; c < most; ++c)
      for (const Operator op : {Operator::equal, Operator::unequal, Operator::less_equal, Operator::greater_equal,
                                Operator::less, Operator::greater})
        result.push_back({op, left, std::nullopt, constants_[c]});
  return result;
}

void Screening::try_edit(std::size_t number, const Choice& choice, unsigned size, TrialBudget& budget) {
  ++tried_;
  const std::vector<std::int64_t> selected = space_.select(number, choice);
  ScreenedEdit result;
  result.edit = number;
  result.choice = choice;
  result.size = size;
  result.overwrites = space_.edits()[number].overwrites_input && !choice.guard;
  constexpr std::size_t first_look = 3;
  for (std::size_t i = 0; i < failing_.size(); ++i) {
    if (i == first_look && result.fixed == 0) return;
    const KnownTrial& known = tests_.failing()[failing_[i]];
    if (!judge(result, known, effect(selected, known, budget))) return;
  }
  if (result.fixed == 0) return;
  for (const std::size_t i : passing_) {
    const KnownTrial& known = tests_.passing()[i];
    if (!judge(result, known, effect(selected, known, budget))) return;
  }
  if (result.is_plausible()) confirm(result, budget);
  found_.push_back(result);
}

void Screening::confirm(ScreenedEdit& screened, TrialBudget& budget) const {
  const std::vector<std::int64_t> selected = space_.select(screened.edit, screened.choice);
  ScreenedEdit result;
  result.edit = screened.edit;
  result.choice = screened.choice;
  result.size = screened.size;
  result.overwrites = screened.overwrites;
  for (const KnownTrials* trials : {&tests_.failing(), &tests_.passing()})
    for (const KnownTrial& known : *trials)
      if (!judge(result, known, effect(selected, known, budget))) return;
  screened = result;
}

void Screening::judge_again(TrialBudget& budget) {
  for (ScreenedEdit& screened : found_)
    if (screened.is_plausible() && !budget.is_spent()) confirm(screened, budget);
}

void Screening::attack(InputSearch& tests, TrialBudget& budget) {
  std::vector<ScreenedEdit*> plausible;
  for (ScreenedEdit& screened : found_)
    if (screened.is_plausible()) plausible.push_back(&screened);
  while (!plausible.empty() && !budget.is_spent()) {
    std::optional<KnownTrial> known = tests.execute(tests.propose(), budget);
    budget.take(0);
    if (!known) continue;
    const Baseline baseline = this->baseline(*known, tests.step_limit(), budget);
    const bool fails = known->trial.end == TrialEnd::fails;
    std::vector<Effect> effects;
    bool refutes = false;
    for (const ScreenedEdit* screened : plausible) {
      effects.push_back(effect(space_.select(screened->edit, screened->choice), *known, baseline, budget));
      if (effects.back() == Effect::unknown) return;
      refutes = refutes || effects.back() == Effect::fails || (!fails && effects.back() == Effect::evades);
    }
    // One that tells nothing, perhaps known already, is not counted.
    if (!refutes) continue;
    for (std::size_t i = 0; i < plausible.size(); ++i) judge(*plausible[i], *known, effects[i]);
    std::erase_if(plausible, [](const ScreenedEdit* screened) { return !screened->is_plausible(); });
    tests.add(std::move(*known));
  }
}

/// A passing execution has to go on saying that the assertion holds.
bool Screening::judge(ScreenedEdit& screened, const KnownTrial& known, Effect what) {
  if (what == Effect::unknown) return false;
  screened.reaches = screened.reaches || what == Effect::well;
  if (known.trial.end == TrialEnd::fails) {
    ++screened.failing;
    screened.fixed += what == Effect::fails ? 0U : 1U;
    screened.evades = screened.evades || what == Effect::evades;
  } else {
    ++screened.passing;
    screened.broken += what == Effect::well ? 0U : 1U;
  }
  return true;
}

void Screening::try_guards(const ScreenedEdit& unguarded, TrialBudget& budget) {
  const Edit& edit = space_.edits()[unguarded.edit];
  // The failing execution that the change repairs has to satisfy the guard, the passing one that it breaks must not.
  const std::vector<std::int64_t> bare = space_.select(unguarded.edit, unguarded.choice);
  const auto ends_well = [](Effect effect) { return effect == Effect::well || effect == Effect::evades; };
  std::vector<const KnownTrial*> repaired, broken;
  for (const std::size_t i : failing_)
    if (repaired.size() < 2 && ends_well(effect(bare, tests_.failing()[i], budget)))
      repaired.push_back(&tests_.failing()[i]);
  for (const std::size_t i : passing_)
    if (broken.size() < 2 && effect(bare, tests_.passing()[i], budget) != Effect::well)
      broken.push_back(&tests_.passing()[i]);
  for (const Guard& guard : guards(space_.sites()[edit.site])) {
    if (budget.is_spent()) return;
    Choice choice = unguarded.choice;
    choice.guard = guard;
    const std::vector<std::int64_t> selected = space_.select(unguarded.edit, choice);
    ++tried_;
    const auto goes_well = [&](const KnownTrial* known) { return effect(selected, *known, budget) == Effect::well; };
    const auto is_repaired = [&](const KnownTrial* known) { return ends_well(effect(selected, *known, budget)); };
    if (!std::all_of(repaired.begin(), repaired.end(), is_repaired)) continue;
    if (!std::all_of(broken.begin(), broken.end(), goes_well)) continue;
    const bool is_condition = guard.op == Guard::Operator::condition || guard.op == Guard::Operator::not_condition;
    try_edit(unguarded.edit, choice, edit.size + extra_size(edit, choice) + (is_condition ? 1 : 2), budget);
  }
}

void Screening::run(TrialBudget& budget) {
  if (failing_.empty()) return;
  std::vector<std::size_t> order(space_.edits().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return space_.edits()[a].size < space_.edits()[b].size; });
  for (const std::size_t number : order) {
    const Edit& edit = space_.edits()[number];
    for (const Choice& choice : choices(edit)) {
      if (budget.is_spent()) return;
      try_edit(number, choice, edit.size + extra_size(edit, choice), budget);
    }
  }
  complete_ = !budget.is_spent();
}

void Screening::run_guarded(TrialBudget& budget) {
  if (!effort_.guards) return;
  std::vector<ScreenedEdit> bases;
  for (const ScreenedEdit& screened : found_)
    if (space_.edits()[screened.edit].takes_guard && screened.fixed != 0 && screened.broken != 0)
      bases.push_back(screened);
  std::stable_sort(bases.begin(), bases.end(), [](const ScreenedEdit& a, const ScreenedEdit& b) {
    return std::tuple(a.failing - a.fixed, a.size, a.broken) < std::tuple(b.failing - b.fixed, b.size, b.broken);
  });
  if (bases.size() > effort_.guarded) bases.resize(effort_.guarded);
  for (const ScreenedEdit& base : bases) try_guards(base, budget);
  complete_ = complete_ && !budget.is_spent();
}

void Screening::run_linear(TrialBudget& budget) {
  const auto is_plausible = [](const ScreenedEdit& screened) { return screened.is_plausible() && !screened.evades; };
  if (!effort_.guards || std::any_of(found_.begin(), found_.end(), is_plausible)) return;
  constexpr std::size_t most_read = 3, most_solutions = 16;
  std::vector<const KnownTrial*> trials;
  for (std::size_t i = 0; i < std::min(most_read, failing_.size()); ++i)
    trials.push_back(&tests_.failing()[failing_[i]]);
  for (std::size_t i = 0; i < std::min(most_read, passing_.size()); ++i)
    trials.push_back(&tests_.passing()[passing_[i]]);
  const auto ends_well = [&](std::size_t edit, const Choice& choice, const KnownTrial& known) -> std::optional<bool> {
    if (budget.is_spent()) return std::nullopt;
    const Effect what = effect(space_.select(edit, choice), known, budget);
    return what == Effect::unknown ? std::nullopt : std::optional(what == Effect::well);
  };
  const LinearSearch search(space_, {constants_.begin(), constants_.end()}, ends_well);
  const std::vector<Edit>& edits = space_.edits();
  for (std::size_t number = 0; number + 2 < edits.size() && !budget.is_spent(); ++number) {
    // The whole value, then as a linear expression, then with terms added.
    if (edits[number].kind != EditKind::value || !edits[number + 1].takes_linear) continue;
    if (!search.can_repair(number, *trials.front())) continue;
    const auto try_linear = [&](std::size_t edit, const std::vector<frontend::Linear>& choices) {
      for (const frontend::Linear& linear : choices) {
        Choice choice;
        choice.linear = linear;
        try_edit(edit, choice, edits[edit].size + extra_size(edits[edit], choice), budget);
      }
    };
    try_linear(number + 1, search.solve(number, trials, most_solutions));
    try_linear(number + 2, search.added(number));
  }
  complete_ = complete_ && !budget.is_spent();
}

}  // namespace bireach::checker
