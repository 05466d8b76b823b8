// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/trace_projection.h"

#include <algorithm>
#include <unordered_map>

namespace bireach::logic {
namespace {

constexpr std::size_t kMaxMinimisations = 60;

using Clock = std::chrono::steady_clock;

/// One named conjunct of the trace formula.
struct Item {
  enum class Role { precondition, range, guard, update } role;
  std::size_t position;  ///< of the transition; a range belongs to the transition it holds before
  Term original;         ///< over program variables; of an update: the variable
  Term instance;
};

class Projection {
 public:
  Projection(TermManager& terms, const InterpolationProblem& problem, const InterpolationConfig& config)
      : terms_(terms), problem_(problem), config_(config), start_(Clock::now()) {}

  std::variant<ProjectedTrace, InterpolationFailure> run() {
    collect();
    SolverConfig solver_config;
    solver_config.time_limit = config_.time_limit / 2;
    solver_config.unsat_cores = true;
    solver_config.stop = config_.stop;
    solver_config.statistics = config_.statistics;
    const std::unique_ptr<Solver> solver = make_solver(SolverKind::z3, terms_, solver_config);
    switch (find_core(*solver)) {
      case SatResult::sat:
        return InterpolationFailure{"the trace is feasible"};
      case SatResult::unknown:
        return InterpolationFailure{"no unsatisfiable core: " + solver->reason_unknown().text};
      case SatResult::unsat:
        break;
    }
    minimise(*solver);
    return build();
  }

 private:
  void add_item(Item::Role role, std::size_t position, Term original, Term instance) {
    if (!instance.is_true()) items_.push_back({role, position, original, instance});
  }

  void collect() {
    const std::vector<std::set<Term>> live = live_variables(problem_.trace);
    const TraceFormula ssa = trace_formula(terms_, problem_.trace);
    for (Term part : conjuncts(problem_.precondition))
      add_item(Item::Role::precondition, 0, part, terms_.substitute(part, ssa.instances.front()));
    for (std::size_t i = 0; i < problem_.trace.size(); ++i) {
      const TransitionFormula& transition = *problem_.trace[i];
      Substitution before = ssa.instances[i];
      before.insert(ssa.auxiliaries[i].begin(), ssa.auxiliaries[i].end());
      Substitution cache;
      for (Term variable : live[i]) {
        const bool is_new = i == 0 || problem_.trace[i - 1]->updates.contains(variable);
        if (is_new) {
          const Term range = problem_.range_of(variable);
          add_item(Item::Role::range, i, range, terms_.substitute(range, before, cache));
        }
      }
      for (Term part : conjuncts(transition.guard))
        add_item(Item::Role::guard, i, part, terms_.substitute(part, before, cache));
      for (const auto& [variable, value] : transition.updates) {
        const Term instance = ssa.instances[i + 1].at(variable);
        add_item(Item::Role::update, i, variable, terms_.equal(instance, terms_.substitute(value, before, cache)));
      }
    }
  }

  std::vector<Term> assumptions(const std::vector<std::size_t>& selection) const {
    std::vector<Term> result;
    for (std::size_t i : selection) result.push_back(items_[i].instance);
    return result;
  }

  /// The items of the last core; of items with the same instance the first stands for all.
  void take_core(Solver& solver) {
    std::unordered_map<Term, bool, TermHash> wanted;
    for (Term term : solver.unsat_core()) wanted.emplace(term, true);
    std::erase_if(core_, [&](std::size_t i) {
      const auto found = wanted.find(items_[i].instance);
      const bool keep = found != wanted.end() && found->second;
      if (keep) found->second = false;
      return !keep;
    });
  }

  /// Ranges join only if there is no core without them.
  SatResult find_core(Solver& solver) {
    std::vector<std::size_t> ranges;
    for (std::size_t i = 0; i < items_.size(); ++i) (items_[i].role == Item::Role::range ? ranges : core_).push_back(i);
    SatResult result = solver.check(assumptions(core_));
    if (result == SatResult::sat && !ranges.empty()) {
      core_.insert(core_.end(), ranges.begin(), ranges.end());
      result = solver.check(assumptions(core_));
    }
    if (result == SatResult::unsat) {
      take_core(solver);
      std::sort(core_.begin(), core_.end());
    }
    return result;
  }

  void minimise(Solver& solver) {
    const Clock::time_point deadline = start_ + config_.time_limit / 5;
    auto limit = std::max(config_.time_limit / 40, std::chrono::milliseconds(20));
    // Without a step, floating-point operations have unknown operands, which takes long to no avail.
    const bool floating =
        std::any_of(items_.begin(), items_.end(), [](const Item& item) { return mentions_floating(item.instance); });
    if (floating) limit = std::min(limit, std::chrono::milliseconds(50));
    solver.set_time_limit(limit);
    std::size_t size = 0;
    for (int round = 0; round < 3 && core_.size() != size; ++round) {
      size = core_.size();
      if (solver.check(assumptions(core_)) == SatResult::unsat) take_core(solver);
    }
    std::vector<std::size_t> positions;
    for (std::size_t i : core_) positions.push_back(items_[i].position);
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    if (positions.size() > kMaxMinimisations) return;
    for (std::size_t position : positions) {
      std::vector<std::size_t> fewer = core_;
      std::erase_if(fewer, [&](std::size_t i) { return items_[i].position == position; });
      if (fewer.size() == core_.size()) continue;
      if (Clock::now() > deadline || config_.stop.stop_requested()) return;
      if (solver.check(assumptions(fewer)) == SatResult::unsat) {
        core_ = std::move(fewer);
        take_core(solver);
      }
    }
  }

  ProjectedTrace build() {
    const std::size_t length = problem_.trace.size();
    std::vector<std::vector<Term>> guards(length);
    std::vector<std::set<Term>> kept_updates(length);
    std::vector<Term> precondition;
    for (std::size_t i : core_) {
      const Item& item = items_[i];
      if (item.role == Item::Role::precondition)
        precondition.push_back(item.original);
      else if (item.role == Item::Role::update)
        kept_updates[item.position].insert(item.original);
      else
        guards[item.position].push_back(item.original);
    }
    ProjectedTrace result;
    result.precondition = terms_.and_(std::move(precondition));
    result.transitions.resize(length);
    result.live.resize(length + 1);
    for (std::size_t i = length; i-- > 0;) {
      TransitionFormula& transition = result.transitions[i];
      transition.guard = terms_.and_(std::move(guards[i]));
      for (Term variable : result.live[i + 1]) {
        const auto found = problem_.trace[i]->updates.find(variable);
        if (found == problem_.trace[i]->updates.end()) continue;
        if (kept_updates[i].contains(variable)) {
          transition.updates.emplace(variable, found->second);
        } else {
          const Term any = terms_.fresh_variable(variable.name() + "_any", variable.sort());
          transition.updates.emplace(variable, any);
          transition.auxiliaries.push_back(any);
        }
      }
      add_used_auxiliaries(*problem_.trace[i], transition);
      result.live[i] = live_before(transition, result.live[i + 1]);
    }
    return result;
  }

  static void add_used_auxiliaries(const TransitionFormula& original, TransitionFormula& projected) {
    std::set<Term> used;
    const auto note = [&](Term term) {
      const std::vector<Term> free = free_variables(term);
      used.insert(free.begin(), free.end());
    };
    note(projected.guard);
    for (const auto& [variable, value] : projected.updates) note(value);
    for (Term auxiliary : original.auxiliaries)
      if (used.contains(auxiliary)) projected.auxiliaries.push_back(auxiliary);
    projected.exact = false;
  }

  TermManager& terms_;
  const InterpolationProblem& problem_;
  const InterpolationConfig& config_;
  Clock::time_point start_;
  std::vector<Item> items_;
  std::vector<std::size_t> core_;
};

ProjectedTrace whole_trace(const InterpolationProblem& problem) {
  ProjectedTrace result;
  for (const TransitionFormula* transition : problem.trace) result.transitions.push_back(*transition);
  result.precondition = problem.precondition;
  result.live = live_variables(problem.trace);
  for (std::size_t i = 0; i < problem.trace.size(); ++i) {
    std::erase_if(result.transitions[i].updates,
                  [&](const auto& update) { return !result.live[i + 1].contains(update.first); });
  }
  return result;
}

}  // namespace

std::vector<const TransitionFormula*> ProjectedTrace::pointers() const {
  std::vector<const TransitionFormula*> result;
  for (const TransitionFormula& transition : transitions) result.push_back(&transition);
  return result;
}

std::variant<ProjectedTrace, InterpolationFailure> project_to_core(TermManager& terms,
                                                                   const InterpolationProblem& problem,
                                                                   const InterpolationConfig& config) {
  if (problem.is_core) return whole_trace(problem);
  return Projection(terms, problem, config).run();
}

}  // namespace bireach::logic
