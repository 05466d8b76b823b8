// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/abstract_refinement.h"

#include <algorithm>
#include <utility>

#include "checker/blocks/condition_terms.h"

namespace bireach::checker {

using automata::Letter;
using frontend::LocationId;
using logic::Term;

namespace {

constexpr std::size_t most_steps = 60000, most_queries = 400;
constexpr std::chrono::milliseconds query_limit{500}, time_limit{2000};

}  // namespace

AbstractRefiner::AbstractRefiner(logic::TermManager& terms, const BlockProgram& blocks, const ControlFlow& flow,
                                 const frontend::Semantics& semantics, Term precondition, std::stop_token stop,
                                 logic::SolverStatistics& statistics)
    : terms_(terms),
      blocks_(blocks),
      flow_(flow),
      semantics_(semantics),
      precondition_(precondition),
      stop_(std::move(stop)) {
  logic::SolverConfig config;
  config.time_limit = query_limit;
  config.unsat_cores = true;
  config.stop = stop_;
  config.statistics = &statistics;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, config);
}

/// All edges on ways from the source to the target of a block that pass no other cut point.
std::vector<bool> AbstractRefiner::edges_of(const std::set<Letter>& letters) const {
  const frontend::Program& program = blocks_.program();
  std::vector<bool> result(program.edge_count(), false);
  // By source: the blocks from there are one region.
  std::map<LocationId, std::set<LocationId>> targets;
  for (const Letter letter : letters) {
    const Block& block = blocks_.blocks()[letter];
    for (const frontend::EdgeId edge : block.path) result[edge] = true;
    if (block.path.empty()) targets[block.source].insert(block.target);
  }
  for (const auto& [source, ends] : targets) {
    std::vector<frontend::EdgeId> found;
    std::set<LocationId> seen{source};
    std::vector<LocationId> open{source};
    while (!open.empty()) {
      const LocationId at = open.back();
      open.pop_back();
      for (const frontend::EdgeId edge : program.outgoing(at)) {
        const LocationId target = program.target(edge);
        if (flow_.is_cut[target] && !ends.contains(target)) continue;
        found.push_back(edge);
        if (!flow_.is_cut[target] && seen.insert(target).second) open.push_back(target);
      }
    }
    for (const frontend::EdgeId edge : found) result[edge] = true;
  }
  return result;
}

bool AbstractRefiner::has_loop(const std::set<Letter>& letters) const {
  std::map<LocationId, std::set<LocationId>> reached;  // by one block or more
  for (const Letter letter : letters) reached[blocks_.blocks()[letter].source];
  for (bool changed = true; changed;) {
    changed = false;
    for (const Letter letter : letters) {
      const Block& block = blocks_.blocks()[letter];
      std::set<LocationId>& ours = reached[block.source];
      const std::size_t before = ours.size();
      ours.insert(block.target);
      if (const auto further = reached.find(block.target); further != reached.end() && block.target != block.source)
        ours.insert(further->second.begin(), further->second.end());
      changed = changed || ours.size() != before;
    }
  }
  return std::any_of(reached.begin(), reached.end(),
                     [](const auto& entry) { return entry.second.contains(entry.first); });
}

std::optional<std::vector<Term>> AbstractRefiner::support(Letter letter, Term goal, const Conjuncts& known) {
  const logic::TransitionFormula& transition = blocks_.transitions()[letter];
  const LocationId source = blocks_.blocks()[letter].source;
  const Term before = terms_.substitute(goal, {transition.updates.begin(), transition.updates.end()});
  std::vector<Term> asserted{transition.guard, terms_.not_(before)};
  if (source == blocks_.program().initial) asserted.push_back(precondition_);
  std::set<Term> variables;
  const auto note = [&](Term term) {
    for (const Term variable : logic::free_variables(term)) variables.insert(variable);
  };
  for (const Term term : asserted) note(term);
  const auto found = known.find(source);
  const std::vector<Term> assumptions = found == known.end() ? std::vector<Term>{} : found->second;
  for (const Term term : assumptions) note(term);
  for (const Term variable : variables) asserted.push_back(semantics_.range_of(variable));
  solver_->push();
  for (const Term term : asserted) solver_->add(term);
  std::optional<std::vector<Term>> result;
  if (solver_->check(assumptions) == logic::SatResult::unsat) result = solver_->unsat_core();
  solver_->pop();
  return result;
}

std::optional<std::vector<Term>> AbstractRefiner::propose(const automata::Word& refuted) {
  const Letter last = refuted.back();
  std::set<Letter> letters(refuted.begin(), refuted.end());
  if (std::count(refuted.begin(), refuted.end(), last) > 1) return std::nullopt;  // it was passed before
  letters.erase(last);
  if (!has_loop(letters)) return std::nullopt;
  abstraction::InvariantOptions options;
  options.fixpoint.step_limit = most_steps;
  options.edges = edges_of(letters);
  const abstraction::Invariants found = abstraction::invariants(blocks_.program(), options, stop_);
  if (!found.complete) return std::nullopt;
  Conjuncts known;
  std::map<LocationId, std::vector<Letter>> into;
  for (const Letter letter : refuted) {
    const LocationId source = blocks_.blocks()[letter].source;
    if (!known.contains(source))
      known[source] = condition_terms(blocks_.program(), semantics_, flow_, source, found.conditions[source]);
  }
  for (const Letter letter : letters) into[blocks_.blocks()[letter].target].push_back(letter);
  std::set<std::pair<LocationId, Term>> needed;
  std::vector<std::pair<LocationId, Term>> open;
  std::size_t queries = 0;
  const auto deadline = std::chrono::steady_clock::now() + time_limit;
  const auto need = [&](Letter letter, Term goal) {
    if (++queries > most_queries || stop_.stop_requested() || std::chrono::steady_clock::now() > deadline) return false;
    const auto core = support(letter, goal, known);
    if (!core) return false;
    const LocationId source = blocks_.blocks()[letter].source;
    for (const Term term : *core)
      if (needed.emplace(source, term).second) open.emplace_back(source, term);
    return true;
  };
  if (!need(last, terms_.false_term())) return std::nullopt;
  while (!open.empty()) {
    const auto [location, goal] = open.back();
    open.pop_back();
    // Where executions start nothing is known but the precondition.
    if (location == blocks_.program().initial) return std::nullopt;
    for (const Letter letter : into[location])
      if (!need(letter, goal)) return std::nullopt;
  }
  std::set<Term> predicates;
  for (const auto& [location, term] : needed) predicates.insert(term);
  return std::vector<Term>(predicates.begin(), predicates.end());
}

}  // namespace bireach::checker
