// SPDX-License-Identifier: Apache-2.0
/// Failing and passing executions of a program beside the ones that are known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <stop_token>
#include <utility>
#include <vector>

#include "checker/trials/trial_program.h"

namespace bireach::checker {

/// An execution's inputs and how it went; of the execution itself only the trace is kept.
struct KnownTrial {
  Inputs inputs;
  Trial trial;

  /// An execution of a changed program with these inputs that takes more steps counts as one that does
  /// not end.
  [[nodiscard]] std::size_t changed_step_limit() const { return trial.goes_on ? trial.steps : 5 * trial.steps + 1000; }
};

/// Stay where they are while others are added.
using KnownTrials = std::deque<KnownTrial>;

/// What an input search may take, counted so that the same program gives the same executions.
struct TrialBudget {
  std::size_t steps = 0;  ///< executed edges
  std::stop_token stop;

  [[nodiscard]] bool is_spent() const { return steps == 0 || stop.stop_requested(); }
  void take(std::size_t count) { steps -= std::min(steps, count + 1); }
};

/// A growing collection of executions without undefined behaviour.
class InputSearch {
 public:
  /// `constants`: values that inputs may take beside those near to known ones. Both references must outlive this.
  InputSearch(const TrialProgram& program, const std::vector<std::int64_t>& constants);

  /// Executes it; added unless it is known, cut off by an assumption, or undefined. Says whether it was added.
  bool add(const Inputs& inputs, TrialBudget& budget) { return add(inputs, budget, {}); }
  /// Changes known inputs: to bounds that assumptions leave, to values of other inputs, constants and arbitrary ones,
  /// one, some, all at once, until there are so many of both kinds or the budget is spent.
  void search(std::size_t failing, std::size_t passing, TrialBudget& budget);

  /// Inputs near to known ones, perhaps known themselves. Precondition: some execution is known.
  [[nodiscard]] Inputs propose();
  /// Executes it; nothing if it is cut off by an assumption, or undefined.
  [[nodiscard]] std::optional<KnownTrial> execute(const Inputs& inputs, TrialBudget& budget) const;
  void add(KnownTrial trial) { (trial.trial.end == TrialEnd::fails ? failing_ : passing_).push_back(std::move(trial)); }

  [[nodiscard]] const KnownTrials& failing() const { return failing_; }
  [[nodiscard]] const KnownTrials& passing() const { return passing_; }
  /// What one execution may take.
  [[nodiscard]] std::size_t step_limit() const { return step_limit_; }

  /// A passing execution whose inputs are as near to those of the failing one as could be found: one for which the
  /// assertion held that the failing one violates, if there is any, then fewer inputs that differ, then by less.
  /// Nothing: no passing one is known.
  [[nodiscard]] std::optional<KnownTrial> nearest_passing(const KnownTrial& failing, TrialBudget& budget) const;

 private:
  struct Range {
    logic::Integer low, high;
  };
  struct Most {
    std::size_t failing = SIZE_MAX, passing = SIZE_MAX, of_a_kind = SIZE_MAX;
  };
  bool add(const Inputs& inputs, TrialBudget& budget, Most most);
  [[nodiscard]] bool is_accepted(const Inputs& inputs, TrialBudget& budget) const;
  void probe_ranges(const Inputs& inputs, TrialBudget& budget);
  [[nodiscard]] logic::Integer bound(Inputs inputs, std::size_t entry, logic::Integer far, TrialBudget& budget) const;
  [[nodiscard]] Inputs changed(const Inputs& from);
  [[nodiscard]] logic::Integer new_value(const Inputs& from, std::size_t entry);
  [[nodiscard]] std::uint64_t below(std::uint64_t count) { return count == 0 ? 0 : random_() % count; }
  [[nodiscard]] bool is_known(const KnownTrials& trials, const Inputs& inputs) const;
  /// Executions that end alike and execute the same edges.
  struct Kind {
    std::size_t seen = 0, kept = 0;
  };
  Kind& kind_of(const KnownTrial& known);

  const TrialProgram& program_;
  const std::vector<std::int64_t>& constants_;
  std::mt19937_64 random_{20170806};
  KnownTrials failing_, passing_;
  std::map<std::pair<bool, std::vector<frontend::EdgeId>>, Kind> kinds_;  ///< by end and edges executed
  std::vector<Inputs> seeds_;  ///< the first ones that executed something else
  std::vector<Range> ranges_;  ///< of the entries of the first failing inputs
  std::size_t step_limit_ = 100'000;
};

}  // namespace bireach::checker
