// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/thread_facts.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace bireach::checker {

using frontend::Cell;
using frontend::EdgeId;
using frontend::KnownValues;
using frontend::LocationId;
using frontend::Program;
using frontend::ThreadStep;
using logic::SatResult;
using logic::Term;
using logic::TransitionFormula;

namespace {

using Problem = std::optional<std::string>;

class FactConfirmation {
 public:
  FactConfirmation(const Program& graphs, const std::vector<std::optional<KnownValues>>& known,
                   const CertifierConfig& config)
      : graphs_(graphs),
        known_(known),
        config_(config),
        semantics_(terms_, graphs, frontend::Arithmetic::bitvector, frontend::OutOfBoundsReads::arbitrary) {
    for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge) steps_.push_back(semantics_.transition(edge));
  }

  Problem run() {
    if (known_.size() != graphs_.location_count()) return "values are known for other locations than there are";
    if (auto problem = check_starts()) return problem;
    for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge) {
      if (config_.stop.stop_requested()) return "stopped";
      if (!keeps_own(edge)) return "a step of a thread does not keep what is known of values";
    }
    find_depths();
    find_after_start();
    return check_others();
  }

 private:
  Problem check_starts() {
    const auto& initial = known_[graphs_.initial];
    const bool starts_zero =
        initial && std::all_of(initial->begin(), initial->end(), [](const auto& fact) { return fact.second == 0; });
    if (!starts_zero) return "the known values do not hold where the program starts";
    for (std::size_t thread = 1; thread < graphs_.threads.size(); ++thread)
      if (const auto& there = known_[graphs_.threads[thread].entry]; !there || !there->empty())
        return "values are known where a thread starts";
    return std::nullopt;
  }

  Term value(const Cell& cell, const logic::Integer& number) {
    const frontend::Variable& variable = graphs_.variables[cell.variable];
    return terms_.bit_vector(number, variable.type.width);
  }

  Term content(const Cell& cell, Term variable) {
    if (!cell.index) return variable;
    return terms_.select(variable, terms_.constant(*cell.index, variable.sort().index()));
  }

  Term fact(const Cell& cell, const logic::Integer& number) {
    return terms_.equal(content(cell, semantics_.variable(cell.variable)), value(cell, number));
  }

  Term fact_after(const TransitionFormula& step, const Cell& cell, const logic::Integer& number) {
    const Term variable = semantics_.variable(cell.variable);
    const auto found = step.updates.find(variable);
    const Term then = found == step.updates.end() ? variable : found->second;
    return terms_.equal(content(cell, then), value(cell, number));
  }

  /// Does the conclusion hold after the step from states with these values? False also where no answer is found.
  bool holds(const KnownValues& before, const TransitionFormula& step, Term conclusion) {
    logic::Substitution constants;
    std::vector<Term> query;
    for (const auto& [cell, number] : before)
      if (!cell.index)
        constants.emplace(semantics_.variable(cell.variable), value(cell, number));
      else
        query.push_back(fact(cell, number));
    query.push_back(terms_.substitute(step.guard, constants));
    query.push_back(terms_.not_(terms_.substitute(conclusion, constants)));
    if (query.back().is_false() || query[query.size() - 2].is_false()) return true;
    return make_solver()->check(query) == SatResult::unsat;
  }

  bool keeps_own(EdgeId edge) {
    const auto& before = known_[graphs_.source(edge)];
    if (!before) return true;
    const auto& after = known_[graphs_.target(edge)];
    const TransitionFormula& step = steps_[edge];
    if (!after) return holds(*before, step, terms_.false_term());
    return std::all_of(after->begin(), after->end(), [&](const auto& wanted) {
      const auto same = before->find(wanted.first);
      const bool kept = same != before->end() && same->second == wanted.second;
      if (kept && !step.updates.contains(semantics_.variable(wanted.first.variable))) return true;
      return holds(*before, step, fact_after(step, wanted.first, wanted.second));
    });
  }

  /// How deep in atomic regions a thread is at a location at least.
  void find_depths() {
    constexpr std::size_t unreached = ~std::size_t{0};
    depth_.assign(graphs_.location_count(), unreached);
    std::vector<LocationId> work;
    const auto visit = [&](LocationId location, std::size_t depth) {
      if (depth >= depth_[location]) return;
      depth_[location] = depth;
      work.push_back(location);
    };
    visit(graphs_.initial, 0);
    for (const frontend::Thread& thread : graphs_.threads) visit(thread.entry, 0);
    while (!work.empty()) {
      const LocationId location = work.back();
      work.pop_back();
      for (const EdgeId edge : graphs_.outgoing(location)) {
        const ThreadStep::Kind kind = graphs_.edge(edge).thread_step.kind;
        std::size_t next = depth_[location];
        if (kind == ThreadStep::Kind::atomic_begin) ++next;
        if (kind == ThreadStep::Kind::atomic_end && next > 0) --next;
        visit(graphs_.target(edge), next);
      }
    }
  }

  /// Locations of the first thread where it may have started others.
  void find_after_start() {
    std::vector<LocationId> work;
    after_start_.assign(graphs_.location_count(), false);
    for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge)
      if (graphs_.edge(edge).thread_step.kind == ThreadStep::Kind::start) work.push_back(graphs_.target(edge));
    while (!work.empty()) {
      const LocationId here = work.back();
      work.pop_back();
      if (after_start_[here]) continue;
      after_start_[here] = true;
      for (const EdgeId edge : graphs_.outgoing(here)) work.push_back(graphs_.target(edge));
    }
  }

  Problem check_others() {
    std::map<Term, std::vector<EdgeId>> writers;
    for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge)
      if (may_happen_beside(edge))
        for (const auto& [variable, update] : steps_[edge].updates) writers[variable].push_back(edge);
    std::set<std::pair<std::uint32_t, std::pair<Cell, logic::Integer>>> seen;
    for (LocationId location = 0; location < graphs_.location_count(); ++location) {
      if (!known_[location] || depth_[location] != 0 || graphs_.outgoing(location).empty()) continue;
      const std::uint32_t thread = graphs_.edge(graphs_.outgoing(location).front()).thread;
      if (thread == 0 && !after_start_[location]) continue;
      for (const auto& known : *known_[location]) {
        if (config_.stop.stop_requested()) return "stopped";
        if (!seen.insert({thread, known}).second) continue;
        for (const EdgeId edge : writers[semantics_.variable(known.first.variable)])
          if (graphs_.edge(edge).thread != thread && !leaves(edge, known.first, known.second))
            return "a step of another thread may change what is known of values";
      }
    }
    return std::nullopt;
  }

  /// Not of the steps that the first thread takes while it is alone.
  [[nodiscard]] bool may_happen_beside(EdgeId edge) const {
    return graphs_.edge(edge).thread != 0 || after_start_[graphs_.source(edge)];
  }

  bool leaves(EdgeId edge, const Cell& cell, const logic::Integer& number) {
    const auto& before = known_[graphs_.source(edge)];
    if (!before) return true;
    const auto found = before->find(cell);
    if (found != before->end() && found->second != number) return true;
    KnownValues both = *before;
    both.insert_or_assign(cell, number);
    return holds(both, steps_[edge], fact_after(steps_[edge], cell, number));
  }

  [[nodiscard]] std::unique_ptr<logic::Solver> make_solver() {
    logic::SolverConfig config;
    config.time_limit = config_.query_time_limit;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    return logic::make_solver(config_.solver, terms_, config);
  }

  logic::TermManager terms_;
  const Program& graphs_;
  const std::vector<std::optional<KnownValues>>& known_;
  const CertifierConfig& config_;
  frontend::Semantics semantics_;
  std::vector<TransitionFormula> steps_;
  std::vector<std::size_t> depth_;
  std::vector<bool> after_start_;
};

}  // namespace

std::optional<std::string> confirm_known_values(const Program& graphs,
                                                const std::vector<std::optional<KnownValues>>& known,
                                                const CertifierConfig& config) {
  return FactConfirmation(graphs, known, config).run();
}

}  // namespace bireach::checker
