// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/proof_states.h"

#include <algorithm>
#include <deque>
#include <set>

#include "checker/answer/stop_timer.h"
#include "checker/blocks/control_flow.h"
#include "checker/blocks/symbolic_execution.h"
#include "checker/engines/bounded_search.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::SignedOverflow;
using frontend::VariableId;
using logic::Term;

/// Of programs of which it is not known that they can be unrolled.
constexpr std::chrono::seconds unrolling_limit{10};

Program wrapping(const Program& program) {
  Program result = program;
  result.signed_overflow = SignedOverflow::wraps;
  return result;
}

/// With allocated objects and their sizes known everywhere, also where the program itself has no further use of them.
ControlFlow control_flow(const Program& program) {
  ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  for (const auto& variable : {program.memory.sizes, program.memory.top}) {
    if (!variable) continue;
    for (std::vector<bool>& live : flow.live) live[*variable] = true;
  }
  return flow;
}

class AnnotatedStates final : public ProofStates {
 public:
  /// What is known between the annotated locations: what is executed from there, or nothing.
  enum class Between : std::uint8_t { executed, unknown };
  AnnotatedStates(const Program& program, const InductiveAnnotation& proof, Between between, std::size_t max_nodes,
                  std::stop_token stop)
      : program_(wrapping(program)),
        proof_(proof),
        between_(between),
        max_nodes_(max_nodes),
        stop_(std::move(stop)),
        semantics_(*proof.terms, program_, proof.arithmetic, frontend::OutOfBoundsReads::arbitrary),
        edges_(semantics_, program_),
        flow_(control_flow(program_)) {
    for (const auto& [location, predicates] : proof.predicates) flow_.is_cut[location] = true;
  }

  [[nodiscard]] logic::TermManager& terms() const override { return *proof_.terms; }
  [[nodiscard]] const frontend::Semantics& semantics() const override { return semantics_; }

  void find(const std::vector<LocationId>& locations) {
    for (const LocationId location : locations) {
      if (stop_.stop_requested()) return;
      if (is_annotated(location))
        take_annotation(location);
      else if (between_ == Between::executed && flow_.reaches_target[location] && !flow_.is_cut[location])
        execute_to(location);
    }
  }

 private:
  [[nodiscard]] bool is_annotated(LocationId location) const { return proof_.predicates.contains(location); }

  [[nodiscard]] ProofState state_of(Term predicate) const {
    ProofState state;
    state.path = logic::conjuncts(predicate);
    state.values = semantics_.variables();
    return state;
  }

  void take_annotation(LocationId location) {
    const std::vector<Term> nodes = nodes_at(location);
    if (nodes.size() > max_nodes_) return;
    predicates_[location] = nodes;
    std::vector<ProofState>& states = states_[location];
    for (const Term node : nodes) states.push_back(state_of(node));
  }

  /// Without what is said of all elements of arrays: the rest still holds.
  [[nodiscard]] std::vector<Term> nodes_at(LocationId location) const {
    std::vector<Term> result;
    for (const Term node : proof_.predicates.at(location)) {
      std::vector<Term> parts = logic::conjuncts(node);
      std::erase_if(parts, [](Term part) { return part.has_quantifier(); });
      result.push_back(terms().and_(std::move(parts)));
    }
    return result;
  }

  /// The annotated locations from which a way leads here past no other one; nothing if there are too many, or a cycle
  /// is not cut.
  [[nodiscard]] std::optional<std::set<LocationId>> sources_of(LocationId location) const {
    std::set<LocationId> sources;
    std::set<LocationId> seen{location};
    std::deque<LocationId> work{location};
    while (!work.empty()) {
      const LocationId at = work.front();
      work.pop_front();
      for (const EdgeId edge : program_.incoming(at)) {
        const LocationId before = program_.source(edge);
        if (is_annotated(before))
          sources.insert(before);
        else if (flow_.is_cut[before] || before == location)
          return std::nullopt;
        else if (seen.insert(before).second)
          work.push_back(before);
      }
    }
    return sources;
  }

  void execute_to(LocationId location) {
    const auto sources = sources_of(location);
    if (!sources) return;
    flow_.is_cut[location] = true;
    RegionExecutor executor(terms(), edges_, flow_);
    const FreshAuxiliaries fresh = [this](EdgeId, const std::vector<Term>& needed) {
      std::vector<Term> instances;
      for (const Term auxiliary : needed)
        instances.push_back(terms().fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
      return instances;
    };
    std::vector<ProofState> found;
    bool complete = true;
    for (const LocationId source : *sources) {
      const std::vector<Term> nodes = nodes_at(source);
      complete = complete && found.size() + nodes.size() <= max_nodes_ && !stop_.stop_requested();
      if (!complete) break;
      for (const Term node : nodes) add_from(executor, source, node, location, fresh, found);
    }
    flow_.is_cut[location] = false;
    if (complete)
      states_[location] = std::move(found);
    else
      predicates_.erase(location);
  }

  void add_from(RegionExecutor& executor, LocationId source, Term node, LocationId location,
                const FreshAuxiliaries& fresh, std::vector<ProofState>& found) {
    const ProofState start = state_of(node);
    auto reached = executor.run(source, {start.path, start.values, true}, fresh);
    const auto arrived = reached.find(location);
    if (arrived == reached.end()) return;
    predicates_[location].push_back(node);
    ProofState state{std::move(arrived->second.path), std::move(arrived->second.values)};
    // Where ways meet only live values are merged.
    for (VariableId v = 0; v < state.values.size(); ++v)
      if (!flow_.live[location][v]) state.values[v] = Term();
    found.push_back(std::move(state));
  }

  const Program program_;
  const InductiveAnnotation& proof_;
  Between between_;
  std::size_t max_nodes_;
  std::stop_token stop_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  ControlFlow flow_;
};

class UnrolledStates final : public ProofStates {
 public:
  UnrolledStates(const Program& program, const std::vector<LocationId>& locations, std::size_t max_values,
                 const Unrolling& unrolling, std::stop_token stop)
      : max_values_(max_values), program_(wrapping(program)), flow_(control_flow(program_)) {
    for (const LocationId location : locations) {
      if (!flow_.reaches_target[location]) continue;  // what happens there was not looked at
      flow_.is_cut[location] = true;
      states_[location];
    }
    SearchConfig config;
    config.purpose = SearchConfig::Purpose::prove;
    config.query_time_limit = std::chrono::milliseconds(20000);
    config.stop = std::move(stop);
    config.without_repetition = unrolling.repeats;
    if (unrolling.by_loops) config.order = SearchConfig::Order::by_loops;
    search_ = std::make_unique<BoundedSearch>(program_, flow_, config);
  }

  [[nodiscard]] logic::TermManager& terms() const override { return search_->semantics().terms(); }
  [[nodiscard]] const frontend::Semantics& semantics() const override { return search_->semantics(); }

  /// Have all executions ended?
  bool unroll() {
    note();
    while (true) {
      switch (search_->advance()) {
        case BoundedSearch::Step::deeper:
          note();
          continue;
        case BoundedSearch::Step::exhausted:
          return true;
        case BoundedSearch::Step::error:
        case BoundedSearch::Step::unsupported:
        case BoundedSearch::Step::cut_off:
        case BoundedSearch::Step::gave_up:
          return false;
      }
    }
  }

 private:
  void note() {
    search_->for_each_state([&](LocationId location, const SymbolicState& state) {
      const auto place = states_.find(location);
      if (place == states_.end()) return;
      kept_ += state.values.size();
      if (kept_ > max_values_) {
        kept_ -= place->second.size() * state.values.size();
        states_.erase(place);
        return;
      }
      ProofState noted{state.path, state.values};
      for (VariableId v = 0; v < noted.values.size(); ++v)
        if (!flow_.live[location][v]) noted.values[v] = Term();
      place->second.push_back(std::move(noted));
    });
  }

  std::size_t max_values_;
  std::size_t kept_ = 0;
  const Program program_;
  ControlFlow flow_;
  std::unique_ptr<BoundedSearch> search_;
};

}  // namespace

bool holds_in(const ProofStates& states, const ProofState& state, Term condition, std::chrono::milliseconds limit,
              std::stop_token stop) {
  logic::TermManager& terms = states.terms();
  const frontend::Semantics& semantics = states.semantics();
  const std::vector<Term>& variables = semantics.variables();
  logic::Substitution map;
  for (const Term variable : logic::free_variables(condition)) {
    const auto known = std::find(variables.begin(), variables.end(), variable);
    if (known == variables.end()) return false;
    const Term value = state.values[static_cast<std::size_t>(known - variables.begin())];
    if (value.is_null()) return false;
    map.emplace(variable, value);
  }
  const Term here = terms.substitute(condition, map);
  if (here.is_true()) return true;
  const Term query = terms.and_(terms.and_(state.path), terms.not_(here));
  if (query.is_false()) return true;
  const auto solver =
      logic::make_solver(logic::SolverKind::cvc5, terms, {.time_limit = limit, .stop = std::move(stop)});
  for (const Term variable : logic::free_variables(query)) solver->add(semantics.range_of(variable));
  solver->add(query);
  return solver->check() == logic::SatResult::unsat;
}

std::unique_ptr<ProofStates> proof_states(const Program& program, const ProofEvidence& evidence,
                                          const std::vector<LocationId>& locations, const ProofStateLimits& limits,
                                          std::stop_token stop) {
  using States = std::unique_ptr<ProofStates>;
  using Between = AnnotatedStates::Between;
  const auto annotated = [&](const InductiveAnnotation& annotation, Between between) -> States {
    if (!annotation.terms) return nullptr;
    auto states = std::make_unique<AnnotatedStates>(program, annotation, between, limits.max_nodes, stop);
    states->find(locations);
    return states;
  };
  const auto unrolled = [&](std::stop_token until, const Unrolling& unrolling) -> States {
    auto states = std::make_unique<UnrolledStates>(program, locations, limits.max_values, unrolling, std::move(until));
    if (!states->unroll()) return nullptr;
    return states;
  };
  // Merged, paths may take longer than each for itself.
  const auto unrolled_soon = [&]() -> States {
    const StopTimer timer(stop, unrolling_limit);
    return unrolled(timer.token(), {});
  };
  return std::visit(
      Overloaded{
          [&](const InductiveAnnotation& annotation) { return annotated(annotation, Between::executed); },
          [&](const ProcedureSummaries& summaries) { return annotated(summaries.annotation, Between::unknown); },
          [&](const Unrolling& unrolling) { return unrolling.paths > 0 ? unrolled_soon() : unrolled(stop, unrolling); },
          [&](const Enumeration&) { return unrolled_soon(); },
          // It says nothing of places in an interleaving, and formats of witnesses know no ghosts.
          [](const ThreadModularProof&) { return States(); },
          // Each says what it does in terms of its own.
          [](const SeparateProofs&) { return States(); }},
      evidence);
}

}  // namespace bireach::checker
