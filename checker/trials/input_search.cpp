// SPDX-License-Identifier: Apache-2.0
#include "checker/trials/input_search.h"

#include <algorithm>
#include <utility>

namespace bireach::checker {
namespace {

using logic::Integer;

/// Inputs beyond these keep their values while ranges are probed, and are seldom changed.
constexpr std::size_t most_probed = 48;

const Integer* integer_entry(const Inputs& inputs, std::size_t entry) {
  return entry < inputs.entries.size() ? std::get_if<Integer>(&inputs.entries[entry].value) : nullptr;
}

Integer distance(const Integer& a, const Integer& b) {
  return abs(Integer(a - b));
}

/// How far apart: inputs that differ, then by how much.
std::pair<std::size_t, Integer> difference(const Inputs& a, const Inputs& b) {
  std::size_t count =
      a.entries.size() > b.entries.size() ? a.entries.size() - b.entries.size() : b.entries.size() - a.entries.size();
  Integer sum = 0;
  for (std::size_t i = 0; i < std::min(a.entries.size(), b.entries.size()); ++i) {
    if (a.entries[i] == b.entries[i]) continue;
    ++count;
    const Integer* x = integer_entry(a, i);
    const Integer* y = integer_entry(b, i);
    if (x != nullptr && y != nullptr) sum += distance(*x, *y);
  }
  return {count, sum};
}

}  // namespace

InputSearch::InputSearch(const TrialProgram& program, const std::vector<std::int64_t>& constants)
    : program_(program), constants_(constants) {}

bool InputSearch::is_known(const KnownTrials& trials, const Inputs& inputs) const {
  return std::any_of(trials.begin(), trials.end(), [&](const KnownTrial& known) { return known.inputs == inputs; });
}

std::optional<KnownTrial> InputSearch::execute(const Inputs& inputs, TrialBudget& budget) const {
  KnownTrial result;
  result.trial =
      program_.run(inputs, {}, step_limit_, budget.stop, frontend::KeptStates::first_and_last, &result.inputs);
  budget.take(result.trial.steps);
  if (result.trial.end != TrialEnd::passes && result.trial.end != TrialEnd::fails) return std::nullopt;
  return result;
}

InputSearch::Kind& InputSearch::kind_of(const KnownTrial& known) {
  std::vector<frontend::EdgeId> edges = known.trial.execution.trace;
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Kind& kind = kinds_[{known.trial.end == TrialEnd::fails, std::move(edges)}];
  constexpr std::size_t seeds_of_a_kind = 3;
  if (kind.seen++ < seeds_of_a_kind) seeds_.push_back(known.inputs);
  return kind;
}

bool InputSearch::add(const Inputs& inputs, TrialBudget& budget, Most most) {
  std::optional<KnownTrial> known = execute(inputs, budget);
  if (!known) return false;
  // Executions of many kinds tell more than many of one kind.
  Kind& kind = kind_of(*known);
  if (kind.kept >= most.of_a_kind) return false;
  const bool fails = known->trial.end == TrialEnd::fails;
  const auto& trials = fails ? failing_ : passing_;
  if (trials.size() >= (fails ? most.failing : most.passing) || is_known(trials, known->inputs)) return false;
  // Others may take longer, but not without end; what goes on tells nothing about that.
  const std::size_t enough = known->trial.goes_on ? step_limit_ : 20 * known->trial.steps + 2000;
  step_limit_ = failing_.empty() && passing_.empty() ? enough : std::max(step_limit_, enough);
  ++kind.kept;
  add(std::move(*known));
  return true;
}

Inputs InputSearch::propose() {
  if (!seeds_.empty() && below(3) == 0) return changed(seeds_[below(seeds_.size())]);
  const bool from_passing = failing_.empty() || (!passing_.empty() && below(2) == 0);
  const auto& trials = from_passing ? passing_ : failing_;
  return changed(trials[below(trials.size())].inputs);
}

bool InputSearch::is_accepted(const Inputs& inputs, TrialBudget& budget) const {
  const Trial trial = program_.run(inputs, {}, step_limit_, budget.stop);
  budget.take(trial.steps);
  return trial.end == TrialEnd::passes || trial.end == TrialEnd::fails;
}

/// The value nearest to `far` that is accepted, if the accepted ones are an interval around the known one.
Integer InputSearch::bound(Inputs inputs, std::size_t entry, Integer far, TrialBudget& budget) const {
  logic::Value& value = inputs.entries[entry].value;
  const Integer known = std::get<Integer>(value);
  const auto accepts = [&](const Integer& candidate) {
    value = candidate;
    return is_accepted(inputs, budget);
  };
  if (known == far || accepts(far)) return far;
  Integer good = known;
  Integer bad = far;
  // Most bounds are small: outward by growing steps, then bisection.
  for (Integer step = 1; distance(good, bad) > step && !budget.is_spent(); step *= 4) {
    const Integer next = good < bad ? Integer(good + step) : Integer(good - step);
    if (!accepts(next)) {
      bad = next;
      break;
    }
    good = next;
  }
  while (distance(good, bad) > 1 && !budget.is_spent()) {
    const Integer middle = (good + bad) / 2;
    (accepts(middle) ? good : bad) = middle;
  }
  return good;
}

void InputSearch::probe_ranges(const Inputs& inputs, TrialBudget& budget) {
  for (std::size_t i = ranges_.size(); i < std::min(inputs.entries.size(), most_probed); ++i) {
    const Integer* known = integer_entry(inputs, i);
    const frontend::ScalarType& type = inputs.entries[i].type;
    if (known == nullptr || budget.is_spent()) {
      ranges_.push_back({known == nullptr ? Integer(0) : *known, known == nullptr ? Integer(0) : *known});
      continue;
    }
    ranges_.push_back({bound(inputs, i, type.min(), budget), bound(inputs, i, type.max(), budget)});
  }
}

Integer InputSearch::new_value(const Inputs& from, std::size_t entry) {
  const Integer known = *integer_entry(from, entry);
  Range range{known - 16, known + 16};
  if (entry < ranges_.size()) range = ranges_[entry];
  const auto inside = [&](const Integer& value) { return std::clamp(value, range.low, range.high); };
  switch (below(10)) {
    case 0:
      return range.low;
    case 1:
      return range.high;
    case 2:
      return inside(known + 1);
    case 3:
      return inside(known - 1);
    case 4: {  // near to another input, since programs compare them
      const Integer* other = integer_entry(from, below(std::min(from.entries.size(), most_probed)));
      return other == nullptr ? known : *other + Integer(static_cast<std::int64_t>(below(3)) - 1);
    }
    case 5:
      if (!constants_.empty())
        return Integer(constants_[below(constants_.size())]) + Integer(static_cast<std::int64_t>(below(3)) - 1);
      return 0;
    case 6:
      return Integer(static_cast<std::int64_t>(below(9)) - 4);
    default: {
      const Integer width = range.high - range.low + 1;
      return range.low + Integer(random_()) % width;
    }
  }
}

Inputs InputSearch::changed(const Inputs& from) {
  Inputs result = from;
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < from.entries.size(); ++i)
    if (integer_entry(from, i) != nullptr) entries.push_back(i);
  if (entries.empty()) return result;
  std::size_t changes = 1 + below(3);
  if (below(4) == 0) changes = entries.size();
  if (changes >= entries.size()) {
    for (const std::size_t entry : entries) result.entries[entry].value = new_value(result, entry);
  } else {
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t entry = entries[below(entries.size())];
      result.entries[entry].value = new_value(result, entry);
    }
  }
  for (const std::size_t entry : entries)
    result.entries[entry].value = result.entries[entry].type.convert(std::get<Integer>(result.entries[entry].value));
  return result;
}

void InputSearch::search(std::size_t failing, std::size_t passing, TrialBudget& budget) {
  if (failing_.empty()) return;
  TrialBudget probing{budget.steps / 3, budget.stop};
  probe_ranges(failing_.front().inputs, probing);
  budget.take(budget.steps / 3 - probing.steps);
  // Small programs have few inputs, all known soon.
  constexpr std::size_t most_in_vain = 2000;
  std::size_t in_vain = 0;
  while (!budget.is_spent() && (failing_.size() < failing || passing_.size() < passing) && in_vain < most_in_vain) {
    const std::size_t of_a_kind = 4 + in_vain / 50;
    in_vain = add(propose(), budget, {failing, passing, of_a_kind}) ? 0 : in_vain + 1;
  }
}

std::optional<KnownTrial> InputSearch::nearest_passing(const KnownTrial& failing, TrialBudget& budget) const {
  const auto evaluates = [&](const Trial& trial) {
    const std::optional<std::size_t> violated = failing.trial.violated;
    return violated && *violated < trial.evaluated.size() && trial.evaluated[*violated] != 0;
  };
  const auto distance_of = [&](const KnownTrial& known) {
    return std::pair(!evaluates(known.trial), difference(failing.inputs, known.inputs));
  };
  if (passing_.empty()) return std::nullopt;
  KnownTrial best = *std::min_element(passing_.begin(), passing_.end(), [&](const KnownTrial& a, const KnownTrial& b) {
    return distance_of(a) < distance_of(b);
  });
  const auto try_value = [&](std::size_t entry, const Integer& value) {
    Inputs inputs = best.inputs;
    inputs.entries[entry].value = value;
    Inputs read;
    Trial trial = program_.run(inputs, {}, step_limit_, budget.stop, frontend::KeptStates::first_and_last, &read);
    budget.take(trial.steps);
    if (trial.end != TrialEnd::passes) return false;
    KnownTrial known{std::move(read), std::move(trial)};
    if (!(distance_of(known) < distance_of(best))) return false;
    best = std::move(known);
    return true;
  };
  for (std::size_t i = 0; i < best.inputs.entries.size() && !budget.is_spent(); ++i) {
    const Integer* goal = integer_entry(failing.inputs, i);
    if (goal == nullptr || integer_entry(best.inputs, i) == nullptr || *goal == *integer_entry(best.inputs, i))
      continue;
    if (try_value(i, *goal)) continue;
    // Nearer, as long as it passes.
    Integer bad = *goal;
    for (Integer good = *integer_entry(best.inputs, i); distance(good, bad) > 1 && !budget.is_spent();) {
      const Integer middle = (good + bad) / 2;
      if (try_value(i, middle))
        good = middle;
      else
        bad = middle;
      if (i >= best.inputs.entries.size()) break;
    }
  }
  return best;
}

}  // namespace bireach::checker
