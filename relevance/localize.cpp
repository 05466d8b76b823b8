// SPDX-License-Identifier: Apache-2.0
#include "relevance/localize.h"

#include <algorithm>

namespace bireach::relevance {

using logic::Term;

namespace {

class Localizer {
 public:
  Localizer(const ErrorTrace& trace, const ErrorCore& core, const std::vector<Term>& invariants, CoreFormula& formula)
      : trace_(trace), core_(core), formula_(formula) {
    for (std::size_t i = 0; i < invariants.size(); ++i) {
      const bool kept = i > 0 && core.framed.contains(i - 1);
      if (runs_.empty() || kept || runs_.back().invariant != invariants[i]) runs_.push_back({i, i, invariants[i]});
      runs_.back().last = i;
    }
  }

  std::vector<InvariantInterval> run() {
    std::vector<InvariantInterval> cover;
    for (std::size_t at = 0; at < runs_.size();) {
      const std::size_t first = cover.empty() ? 0 : cover.back().last + 1;
      std::size_t last_run = furthest(at, at);
      std::size_t best = at;
      if (at + 1 < runs_.size() && last_run <= at + 1 && keeps_flow(at + 1, first, runs_[at + 1].first) &&
          valid(at + 1, first)) {
        if (const std::size_t other = furthest(at + 1, at + 1); other > last_run) {
          best = at + 1;
          last_run = other;
        }
      }
      cover.push_back({first, runs_[last_run].last, runs_[best].invariant});
      at = last_run + 1;
    }
    return cover;
  }

 private:
  /// The last run whose end the invariant of `run` can be extended to, by galloping and bisection from `from` on.
  std::size_t furthest(std::size_t run, std::size_t from) {
    std::size_t good = from;
    std::size_t step = 1;
    while (good + step < runs_.size() && extends(run, good + step)) {
      good += step;
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      if (good + step < runs_.size() && extends(run, good + step)) good += step;
    }
    return good;
  }

  bool extends(std::size_t run, std::size_t to) {
    return keeps_flow(run, runs_[run].last, runs_[to].last) && valid(run, runs_[to].last);
  }

  bool valid(std::size_t run, std::size_t position) {
    const Term invariant = runs_[run].invariant;
    // An error invariant holds in the execution at hand: a cheap test that most candidates fail.
    if (!trace_.holds_in_execution(invariant, position)) return false;
    return is_error_invariant(formula_, invariant, position);
  }

  /// Does the invariant explain the branches of the core between two positions, and is none of them to be kept?
  bool keeps_flow(std::size_t run, std::size_t from, std::size_t to) {
    const auto kept = core_.framed.lower_bound(from);
    if (kept != core_.framed.end() && *kept < to) return false;
    return std::all_of(core_.branches.begin(), core_.branches.end(), [&](std::size_t branch) {
      return branch < from || branch >= to ||
             formula_.implies(runs_[run].invariant, trace_.meaning(branch).transition.guard);
    });
  }

  const ErrorTrace& trace_;
  const ErrorCore& core_;
  CoreFormula& formula_;
  std::vector<InvariantInterval> runs_;  ///< of equal invariants
};

}  // namespace

bool is_error_invariant(CoreFormula& formula, Term invariant, std::size_t position) {
  return formula.holds_at(invariant, position) && formula.keeps_error(invariant, position);
}

std::vector<InvariantInterval> localize(const ErrorTrace& trace, const ErrorCore& core,
                                        const std::vector<Term>& invariants, CoreFormula& formula) {
  return Localizer(trace, core, invariants, formula).run();
}

}  // namespace bireach::relevance
