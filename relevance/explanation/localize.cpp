// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/localize.h"

#include <algorithm>

namespace bireach::relevance {

using logic::Term;

namespace {

/// May an invariant of a sequence stand at other positions than its own?
class Extension {
 public:
  Extension(const ErrorTrace& trace, const ErrorCore& core, const std::vector<Term>& invariants,
            const LocalizationChecks& checks)
      : trace_(trace), core_(core), invariants_(invariants), checks_(checks) {}

  /// From its own position to a later one.
  bool forwards(Term invariant, std::size_t own, std::size_t to) {
    if (own == to) return true;
    // An error invariant holds in the execution at hand: a cheap test that many candidates fail.
    if (has_kept(own, to) || !trace_.holds_in_execution(invariant, to)) return false;
    return stays_strong(invariant, to) && (preserved(invariant, own, to) || stands_between(invariant, own, to, own));
  }

  /// From its own position to an earlier one, whose invariant it replaces.
  bool backwards(Term invariant, std::size_t own, std::size_t to) {
    if (own == to) return true;
    if (has_kept(to, own) || !trace_.holds_in_execution(invariant, to)) return false;
    return stays_strong(invariant, to) &&
           ((may_imply(invariants_[to], invariant) && checks_.steps.implies(invariants_[to], invariant) &&
             preserved(invariant, to, own)) ||
            stands_between(invariant, to, own, own));
  }

 private:
  [[nodiscard]] bool has_kept(std::size_t from, std::size_t to) const {
    const auto kept = core_.kept.lower_bound(from);
    return kept != core_.kept.end() && *kept < to;
  }

  /// What a formula says nothing of, it does not imply as a rule; this saves most queries.
  static bool may_imply(Term premise, Term conclusion) {
    const std::vector<Term> said = logic::free_variables(premise);
    const std::vector<Term> wanted = logic::free_variables(conclusion);
    return std::includes(said.begin(), said.end(), wanted.begin(), wanted.end());
  }

  /// Condition (ii): what follows from the position's own invariant follows from this one too.
  bool stays_strong(Term invariant, std::size_t position) {
    if (may_imply(invariant, invariants_[position]) && checks_.steps.implies(invariant, invariants_[position]))
      return true;
    return !checks_.weakest && checks_.formula().keeps_error(invariant, position);
  }

  /// Condition (i), step by step, with the branches in between.
  bool preserved(Term invariant, std::size_t from, std::size_t to) {
    for (std::size_t position = from; position < to; ++position)
      if (!checks_.steps.step(position, invariant, invariant)) return false;
    return true;
  }

  /// Both conditions at all positions from `from` to `to`, given that they hold at `own`, with the branches in between.
  bool stands_between(Term invariant, std::size_t from, std::size_t to, std::size_t own) {
    for (std::size_t position = from; position <= to; ++position)
      if (!trace_.holds_in_execution(invariant, position)) return false;
    if (!keeps_flow(invariant, from, to)) return false;
    Term strong_for;
    for (std::size_t position = from; position <= to; ++position) {
      if (position == own) continue;
      if (invariants_[position] != strong_for && !stays_strong(invariant, position)) return false;
      strong_for = invariants_[position];
      const bool kept = position > from && checks_.steps.step(position - 1, invariant, invariant);
      if (!kept && !checks_.formula().holds_at(invariant, position)) return false;
    }
    return true;
  }

  /// Does the invariant explain the branches of the core between two positions?
  bool keeps_flow(Term invariant, std::size_t from, std::size_t to) {
    return std::all_of(core_.branches.begin(), core_.branches.end(), [&](std::size_t branch) {
      return branch < from || branch >= to || checks_.steps.implies(invariant, trace_.meaning(branch).condition);
    });
  }

  const ErrorTrace& trace_;
  const ErrorCore& core_;
  const std::vector<Term>& invariants_;
  const LocalizationChecks& checks_;
};

class Localizer {
 public:
  Localizer(const ErrorTrace& trace, const ErrorCore& core, const std::vector<Term>& invariants,
            const LocalizationChecks& checks)
      : runs_(equal_neighbours(core, invariants)), extension_(trace, core, invariants, checks) {}

  std::vector<InvariantInterval> run() {
    std::vector<InvariantInterval> cover;
    for (std::size_t at = 0; at < runs_.size();) {
      const std::size_t first = runs_[at].first;
      std::size_t best = at;
      std::size_t last = furthest(at);
      const std::size_t next = at + 1;
      if (next < runs_.size() && last <= next &&
          extension_.backwards(runs_[next].invariant, runs_[next].first, first)) {
        best = next;
        last = furthest(next);
      }
      cover.push_back({first, runs_[last].last, runs_[best].first, runs_[best].invariant});
      at = last + 1;
    }
    return cover;
  }

 private:
  /// The last run to whose end the invariant of `run` can be extended, by galloping and bisection.
  std::size_t furthest(std::size_t run) {
    std::size_t good = run;
    std::size_t step = 1;
    for (; good + step < runs_.size() && extends(run, good + step); step *= 2) good += step;
    for (step /= 2; step > 0; step /= 2)
      if (good + step < runs_.size() && extends(run, good + step)) good += step;
    return good;
  }

  bool extends(std::size_t run, std::size_t to) {
    return extension_.forwards(runs_[run].invariant, runs_[run].last, runs_[to].last);
  }

  std::vector<InvariantInterval> runs_;  ///< of equal invariants
  Extension extension_;
};

}  // namespace

std::vector<InvariantInterval> equal_neighbours(const ErrorCore& core, const std::vector<Term>& invariants) {
  std::vector<InvariantInterval> runs;
  for (std::size_t i = 0; i < invariants.size(); ++i) {
    const bool kept = i > 0 && core.kept.contains(i - 1);
    if (runs.empty() || kept || runs.back().invariant != invariants[i]) runs.push_back({i, i, i, invariants[i]});
    runs.back().last = i;
  }
  return runs;
}

std::vector<InvariantInterval> localize(const ErrorTrace& trace, const ErrorCore& core,
                                        const std::vector<Term>& invariants, const LocalizationChecks& checks) {
  return Localizer(trace, core, invariants, checks).run();
}

bool check_intervals(const ErrorTrace& trace, const ErrorCore& core, const std::vector<Term>& invariants,
                     const std::vector<InvariantInterval>& intervals, const LocalizationChecks& checks) {
  Extension extension(trace, core, invariants, checks);
  return std::all_of(intervals.begin(), intervals.end(), [&](const InvariantInterval& interval) {
    std::size_t own_end = interval.source;
    while (own_end < interval.last && invariants[own_end + 1] == interval.invariant) ++own_end;
    return extension.backwards(interval.invariant, interval.source, interval.first) &&
           extension.forwards(interval.invariant, own_end, interval.last);
  });
}

}  // namespace bireach::relevance
