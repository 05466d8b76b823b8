// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/linear_search.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace bireach::checker {
namespace {

using frontend::Choice;
using frontend::Guard;
using frontend::Linear;

constexpr std::int64_t most_single = 99, most_paired = 99;
/// A place at which so many values are good asks for no particular one.
constexpr std::size_t most_good = 8;
constexpr std::size_t most_operands = 10;

/// Small numbers first.
auto weight(const Linear& linear) {
  std::int64_t sum = 0;
  for (const Linear::Term& term : linear.terms) sum += 3 * std::abs(term.coefficient);
  return std::tuple(sum + std::min<std::int64_t>(std::abs(linear.constant), 1000) + (linear.constant != 0 ? 1 : 0),
                    linear.terms.size(), linear.constant);
}

}  // namespace

std::vector<std::size_t> LinearSearch::usable_operands(std::size_t value) const {
  const std::vector<std::string>& operands = space_.sites()[space_.edits()[value].site].operands;
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < operands.size() && usable.size() < most_operands; ++i)
    if (operands[i].find('(') == std::string::npos) usable.push_back(i);
  return usable;
}

/// Small ones, those of the program, and those with which the execution ends: what is expected is one of them.
std::vector<std::int64_t> LinearSearch::values_for(const KnownTrial& trial) const {
  std::set<std::int64_t> values(values_.begin(), values_.end());
  for (std::int64_t small = -8; small <= 24; ++small) values.insert(small);
  if (!trial.trial.execution.states.empty())
    for (const logic::Value& value : trial.trial.execution.states.back()) {
      const auto* number = std::get_if<logic::Integer>(&value);
      if (!number || abs(*number) > INT32_MAX) continue;
      for (const int difference : {-1, 0, 1}) values.insert(static_cast<std::int64_t>(*number) + difference);
      if (values.size() > 250) break;
    }
  return {values.begin(), values.end()};
}

bool LinearSearch::can_repair(std::size_t value, const KnownTrial& trial) const {
  const std::vector<std::int64_t> values = values_for(trial);
  return std::any_of(values.begin(), values.end(), [&](std::int64_t constant) {
    Choice choice;
    choice.constant = constant;
    return ends_well_(value, choice, trial).value_or(false);
  });
}

/// By bisection: the constant is put in where the operand is at most c.
std::optional<std::int64_t> LinearSearch::operand_value(std::size_t value, std::size_t operand, const KnownTrial& trial,
                                                        std::int64_t constant, bool is_good) const {
  const auto at_most = [&](std::int64_t bound) -> std::optional<bool> {
    Choice choice;
    choice.constant = constant;
    choice.guard = Guard{Guard::Operator::less_equal, operand, std::nullopt, bound};
    const std::optional<bool> well = ends_well_(value, choice, trial);
    return well ? std::optional(*well == is_good) : std::nullopt;
  };
  std::int64_t low = INT32_MIN, high = UINT32_MAX;
  for (const std::int64_t near : {std::int64_t{255}, std::int64_t{65535}}) {
    const auto below = at_most(-near - 1), inside = at_most(near);
    if (!below || !inside) return std::nullopt;
    if (*below || !*inside) continue;
    low = -near;
    high = near;
    break;
  }
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const std::optional<bool> below = at_most(middle);
    if (!below) return std::nullopt;
    (*below ? high : low) = *below ? middle : middle + 1;
  }
  return low;
}

std::optional<LinearSearch::Reading> LinearSearch::read(std::size_t value, const KnownTrial& trial) const {
  Reading reading;
  for (const std::int64_t constant : values_for(trial)) {
    Choice choice;
    choice.constant = constant;
    const std::optional<bool> well = ends_well_(value, choice, trial);
    if (!well) return std::nullopt;
    if (*well)
      reading.good.push_back(constant);
    else
      reading.bad.insert(constant);
  }
  const bool fails = trial.trial.end == TrialEnd::fails;
  if (reading.good.empty() || reading.bad.empty()) return std::nullopt;
  // It tells where the operand is at most c if that changes how the execution ends.
  const std::int64_t constant = fails ? reading.good.front() : *reading.bad.begin();
  reading.operands.resize(space_.sites()[space_.edits()[value].site].operands.size());
  for (const std::size_t operand : usable_operands(value))
    reading.operands[operand] = operand_value(value, operand, trial, constant, fails);
  return reading;
}

std::vector<Linear> LinearSearch::solve(std::size_t value, const std::vector<const KnownTrial*>& trials,
                                        std::size_t most) const {
  std::vector<Reading> readings;
  for (const KnownTrial* trial : trials) {
    std::optional<Reading> reading = read(value, *trial);
    if (!reading && readings.empty()) return {};
    if (reading) readings.push_back(std::move(*reading));
  }
  if (readings.empty() || readings.front().good.size() > most_good) return {};
  std::vector<Linear> found;
  // The first execution gives the constant, the others have to agree.
  const auto fit = [&](std::vector<Linear::Term> terms) {
    std::int64_t sum = 0;
    const auto value_of = [&](const Reading& reading) {
      std::int64_t total = 0;
      for (const Linear::Term& term : terms) total += term.coefficient * *reading.operands[term.operand];
      return total;
    };
    sum = value_of(readings.front());
    for (const std::int64_t good : readings.front().good) {
      const Linear linear{terms, good - sum};
      const bool agrees = std::all_of(readings.begin() + 1, readings.end(), [&](const Reading& reading) {
        const std::int64_t result = value_of(reading) + linear.constant;
        // A value that was not tried may be good, too, if others beside one are.
        return std::find(reading.good.begin(), reading.good.end(), result) != reading.good.end() ||
               (reading.good.size() > 1 && !reading.bad.contains(result));
      });
      if (agrees) found.push_back(linear);
    }
  };
  // Of two executions in which the second operand differs follow its coefficient and the constant.
  const auto fit_pair = [&](std::size_t first, std::size_t second) {
    const auto differs = std::find_if(readings.begin(), readings.end(), [&](const Reading& reading) {
      return reading.operands[second] != readings.front().operands[second] && reading.good.size() <= most_good;
    });
    if (differs == readings.end()) return;
    const std::int64_t step = *differs->operands[second] - *readings.front().operands[second];
    for (std::int64_t a = -most_paired; a <= most_paired; ++a) {
      if (a == 0) continue;
      const std::int64_t explained = a * (*differs->operands[first] - *readings.front().operands[first]);
      std::set<std::int64_t> tried;
      for (const std::int64_t before : readings.front().good)
        for (const std::int64_t after : differs->good) {
          const std::int64_t rest = after - before - explained;
          if (rest != 0 && rest % step == 0 && tried.insert(rest / step).second)
            fit({{a, first}, {rest / step, second}});
        }
    }
  };
  const auto is_known = [&](std::size_t operand) {
    return std::all_of(readings.begin(), readings.end(),
                       [&](const Reading& reading) { return reading.operands[operand].has_value(); });
  };
  std::vector<std::size_t> operands = usable_operands(value);
  std::erase_if(operands, [&](std::size_t operand) { return !is_known(operand); });
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::int64_t a = -most_single; a <= most_single; ++a)
      if (a != 0) fit({{a, operands[i]}});
    for (std::size_t k = 0; k < operands.size(); ++k)
      if (i != k) fit_pair(operands[i], operands[k]);
  }
  std::stable_sort(found.begin(), found.end(), [](const Linear& a, const Linear& b) { return weight(a) < weight(b); });
  if (found.size() > most) found.resize(most);
  return found;
}

std::vector<Linear> LinearSearch::added(std::size_t value) const {
  std::vector<Linear> result;
  for (const std::size_t operand : usable_operands(value))
    for (const std::int64_t coefficient : {1, -1, 2, -2})
      for (const std::int64_t constant : {0, 1, -1}) result.push_back({{{coefficient, operand}}, constant});
  return result;
}

}  // namespace bireach::checker
