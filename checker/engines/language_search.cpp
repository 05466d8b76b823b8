// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/language_search.h"

#include <algorithm>

#include "frontend/program/real_execution.h"

namespace bireach::checker {

using automata::Letter;
using automata::State;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::VariableId;
using logic::SatResult;
using logic::Term;

LanguageSearch::LanguageSearch(const frontend::Program& program, const ControlFlow& flow, SearchGraph& graph,
                               const SearchConfig& config)
    : program_(program),
      graph_(graph),
      config_(config),
      semantics_(terms_, program, frontend::Arithmetic::bitvector),
      edges_(semantics_, program),
      blocks_(terms_, edges_, flow),
      executor_(terms_, edges_, flow) {
  std::map<Term, VariableId> id_of;
  for (VariableId v = 0; v < semantics_.variables().size(); ++v) id_of.emplace(semantics_.variable(v), v);
  for (const logic::TransitionFormula& transition : blocks_.transitions()) {
    LetterMeaning& meaning = meanings_.emplace_back();
    const auto note = [&](Term term) {
      for (const Term variable : logic::free_variables(term))
        if (const auto it = id_of.find(variable); it != id_of.end()) meaning.reads.push_back(it->second);
    };
    note(transition.guard);
    for (const auto& [variable, value] : transition.updates) {
      note(value);
      meaning.updates.emplace_back(id_of.at(variable), value);
    }
    std::sort(meaning.reads.begin(), meaning.reads.end());
    meaning.reads.erase(std::unique(meaning.reads.begin(), meaning.reads.end()), meaning.reads.end());
  }
  logic::SolverConfig solver_config;
  solver_config.time_limit = config.query_time_limit;
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  const auto is_array = [](const frontend::Variable& variable) { return variable.array.has_value(); };
  if (std::none_of(program.variables.begin(), program.variables.end(), is_array))
    solver_config.theory = logic::SolverTheory::bit_vectors;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, solver_config);
  SymbolicState start;
  for (const Term variable : semantics_.variables())
    start.values.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (const State node : graph.initial()) frontier_.emplace(node, start);
}

LanguageSearch::~LanguageSearch() = default;

LanguageSearch::Step LanguageSearch::advance() {
  if (!reason_.empty()) return Step::gave_up;
  if (frontier_.empty()) return Step::exhausted;
  arrived_.clear();
  targets_.clear();
  for (const auto& [source, state] : frontier_) leave(source, state);
  while (!pending_.empty() && !config_.stop.stop_requested()) {
    const auto node = pending_.extract(pending_.begin());
    leave(node.key().second, node.mapped());
  }
  if (config_.stop.stop_requested()) {
    reason_ = "stopped";
    return Step::gave_up;
  }
  ++round_;
  if (const auto found = check_targets()) return *found;
  frontier_ = std::move(arrived_);
  if (!prune()) return Step::gave_up;
  return frontier_.empty() ? Step::exhausted : Step::deeper;
}

/// Follows all steps of a node. States that arrive at the same place in one round are merged.
void LanguageSearch::leave(State source, const SymbolicState& from) {
  for (const SearchGraph::Step& taken : graph_.steps(source)) {
    std::optional<SymbolicState> next = step(from, source, taken.blocks);
    if (!next) continue;
    const State target = taken.target;
    const LocationId location = blocks_.blocks()[taken.blocks.back()].target;
    const auto arrive = [&](auto& place, const auto& key) {
      if (auto it = place.find(key); it != place.end())
        it->second = executor_.merge(std::move(it->second), std::move(*next), location);
      else
        place.emplace(key, std::move(*next));
    };
    if (graph_.is_accepting(target))  // an error location: nothing comes after it
      arrive(targets_, target);
    else if (graph_.is_cut(target))
      arrive(arrived_, target);
    else
      arrive(pending_, std::pair{graph_.order(target), target});
  }
}

std::optional<SymbolicState> LanguageSearch::step(const SymbolicState& from, State source,
                                                  const automata::Word& blocks) {
  std::optional<SymbolicState> state = step(from, source, blocks.front());
  for (std::size_t i = 1; i < blocks.size() && state; ++i) state = step(*state, source, blocks[i]);
  return state;
}

std::optional<SymbolicState> LanguageSearch::step(const SymbolicState& from, State source, Letter letter) {
  const logic::TransitionFormula& transition = blocks_.transitions()[letter];
  const LetterMeaning& meaning = meanings_[letter];
  logic::Substitution map;
  for (const VariableId v : meaning.reads) map.emplace(semantics_.variable(v), from.values[v]);
  for (const Term auxiliary : transition.auxiliaries)
    map.emplace(auxiliary, terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
  const Term guard = terms_.substitute(transition.guard, map);
  if (guard.is_false()) return std::nullopt;
  for (const auto& [edge, auxiliary] : blocks_.blocks()[letter].havocs)
    if (const auto it = map.find(auxiliary); it != map.end())
      choices_.insert_or_assign(Choice{round_, source, edge}, it->second);
  SymbolicState next = from;
  for (const Term conjunct : logic::conjuncts(guard)) {
    const Term negated = terms_.not_(conjunct);
    if (std::find(next.path.begin(), next.path.end(), negated) != next.path.end()) return std::nullopt;
    if (std::find(next.path.begin(), next.path.end(), conjunct) == next.path.end()) next.path.push_back(conjunct);
  }
  logic::Substitution cache;
  for (const auto& [variable, value] : meaning.updates) next.values[variable] = terms_.substitute(value, map, cache);
  return next;
}

std::optional<LanguageSearch::Step> LanguageSearch::check_targets() {
  for (const auto& [target, state] : targets_) {
    switch (solver_->check(state.path)) {
      case SatResult::unsat:
        break;
      case SatResult::unknown:
        reason_ = "no answer in round " + std::to_string(round_) + " (" + solver_->reason_unknown().text + ")";
        return Step::gave_up;
      case SatResult::sat:
        if (replay(solver_->model())) return Step::found;
        reason_ = "a model in round " + std::to_string(round_) + " did not replay";
        return Step::gave_up;
    }
  }
  return std::nullopt;
}

/// Drops states that no execution reaches, so that loops with symbolic bounds end; false if stopped.
bool LanguageSearch::prune() {
  for (auto it = frontier_.begin(); it != frontier_.end();) {
    if (config_.stop.stop_requested()) {
      reason_ = "stopped";
      return false;
    }
    const bool dead = !it->second.path.empty() && solver_->check(it->second.path) == SatResult::unsat;
    it = dead ? frontier_.erase(it) : std::next(it);
  }
  return true;
}

/// Runs the program with the model's choices, along the automaton; true if that ends in acceptance, without undefined
/// behaviour.
bool LanguageSearch::replay(const logic::Model& model) {
  frontend::Execution execution;
  frontend::ConcreteState values = frontend::initial_state(program_);
  execution.states.push_back(values);
  State state = graph_.initial().front();
  std::size_t round = 0;
  const frontend::HavocOracle oracle = [&](EdgeId edge, std::size_t) {
    const frontend::LValue& target = *frontend::assigned_target(program_.edge(edge).statement);
    const frontend::Variable& variable = program_.variables[target.variable];
    const auto choice = choices_.find({round, state, edge});
    if (choice != choices_.end())
      if (const logic::Value* value = model.find(choice->second)) return semantics_.to_c_value(*value, variable);
    return variable.array && !target.index ? logic::Value{logic::ArrayValue{}} : logic::Value{logic::Integer{0}};
  };
  const auto follow = [&](const automata::Word& blocks) {
    frontend::ConcreteState now = values;
    frontend::Trace trace;
    std::vector<frontend::ConcreteState> states;
    std::vector<frontend::UndefinedEvent> events;
    for (const Letter block : blocks) {
      for (const EdgeId edge : blocks_.blocks()[block].path) {
        if (frontend::execute_edge(program_, edge, now, oracle, execution.trace.size() + states.size(), events) ==
                frontend::StepResult::blocked ||
            !events.empty())
          return false;
        trace.push_back(edge);
        states.push_back(now);
      }
    }
    values = std::move(now);
    execution.trace.insert(execution.trace.end(), trace.begin(), trace.end());
    execution.states.insert(execution.states.end(), states.begin(), states.end());
    return true;
  };
  while (!graph_.is_accepting(state)) {
    const auto& steps = graph_.steps(state);
    const auto taken =
        std::find_if(steps.begin(), steps.end(), [&](const SearchGraph::Step& s) { return follow(s.blocks); });
    if (taken == steps.end()) return false;
    state = taken->target;
    if (graph_.is_cut(state)) ++round;
    if (round > round_) return false;
  }
  if (!frontend::is_real_execution(program_, execution)) return false;
  result_ = std::move(execution);
  return true;
}

}  // namespace bireach::checker
