// SPDX-License-Identifier: Apache-2.0
#include "checker/language_search.h"

#include <algorithm>

#include "frontend/math_results.h"
#include "frontend/memory_accesses.h"

namespace bireach::checker {

using automata::Letter;
using automata::State;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::VariableId;
using logic::SatResult;
using logic::Term;

LanguageSearch::LanguageSearch(const frontend::Program& program, const ControlFlow& flow, const automata::Nfa& language,
                               const SearchConfig& config)
    : program_(program),
      language_(language),
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
  order_states();
  SymbolicState start;
  for (const Term variable : semantics_.variables())
    start.values.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (const State state : language.initial()) frontier_.emplace(state, start);
}

LanguageSearch::~LanguageSearch() = default;

/// Depth-first search; the automaton may be too deep for recursion.
void LanguageSearch::order_states() {
  enum class Colour : std::uint8_t { white, grey, black };
  std::vector<Colour> colour(language_.size(), Colour::white);
  is_cut_.assign(language_.size(), false);
  order_.assign(language_.size(), 0);
  std::uint32_t next = static_cast<std::uint32_t>(language_.size());
  for (const State root : language_.initial()) {
    is_cut_[root] = true;
    if (colour[root] != Colour::white) continue;
    std::vector<std::pair<State, std::size_t>> path{{root, 0}};
    colour[root] = Colour::grey;
    while (!path.empty()) {
      auto& [state, position] = path.back();
      if (position == language_.transitions(state).size()) {
        colour[state] = Colour::black;
        order_[state] = --next;
        path.pop_back();
        continue;
      }
      const State target = language_.transitions(state)[position++].target;
      if (colour[target] == Colour::grey) is_cut_[target] = true;
      if (colour[target] != Colour::white) continue;
      colour[target] = Colour::grey;
      path.emplace_back(target, 0);
    }
  }
}

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

/// Follows all letters of a state. States that arrive at the same place in one round are merged.
void LanguageSearch::leave(State source, const SymbolicState& from) {
  for (const automata::Transition& transition : language_.transitions(source)) {
    std::optional<SymbolicState> next = step(from, source, transition.letter);
    if (!next) continue;
    const State target = transition.target;
    const LocationId location = blocks_.blocks()[transition.letter].target;
    const auto arrive = [&](auto& place, const auto& key) {
      if (auto it = place.find(key); it != place.end())
        it->second = executor_.merge(std::move(it->second), std::move(*next), location);
      else
        place.emplace(key, std::move(*next));
    };
    if (language_.is_accepting(target))  // an error location: nothing comes after it
      arrive(targets_, target);
    else if (is_cut_[target])
      arrive(arrived_, target);
    else
      arrive(pending_, std::pair{order_[target], target});
  }
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
        reason_ = "no answer in round " + std::to_string(round_) + " (" + solver_->reason_unknown() + ")";
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
  State state = language_.initial().front();
  std::size_t round = 0;
  const frontend::HavocOracle oracle = [&](EdgeId edge, std::size_t) {
    const frontend::Variable& variable =
        program_.variables[*frontend::assigned_variable(program_.edge(edge).statement)];
    const auto choice = choices_.find({round, state, edge});
    if (choice != choices_.end())
      if (const logic::Value* value = model.find(choice->second)) return semantics_.to_c_value(*value, variable);
    const bool element = std::get<frontend::Havoc>(program_.edge(edge).statement).target.index != nullptr;
    return variable.array && !element ? logic::Value{logic::ArrayValue{}} : logic::Value{logic::Integer{0}};
  };
  const auto follow = [&](Letter letter) {
    frontend::ConcreteState now = values;
    std::vector<frontend::ConcreteState> states;
    std::vector<frontend::UndefinedEvent> events;
    for (const EdgeId edge : blocks_.blocks()[letter].path) {
      if (frontend::execute_edge(program_, edge, now, oracle, execution.trace.size() + states.size(), events) ==
              frontend::StepResult::blocked ||
          !events.empty())
        return false;
      states.push_back(now);
    }
    values = std::move(now);
    const auto& path = blocks_.blocks()[letter].path;
    execution.trace.insert(execution.trace.end(), path.begin(), path.end());
    execution.states.insert(execution.states.end(), states.begin(), states.end());
    return true;
  };
  while (!language_.is_accepting(state)) {
    const auto& transitions = language_.transitions(state);
    const auto taken = std::find_if(transitions.begin(), transitions.end(),
                                    [&](const automata::Transition& t) { return follow(t.letter); });
    if (taken == transitions.end()) return false;
    state = taken->target;
    if (is_cut_[state]) ++round;
    if (round > round_) return false;
  }
  if (!frontend::wrong_math_results(program_, execution).empty() || !frontend::cells_are_disjoint(program_, execution))
    return false;
  result_ = std::move(execution);
  return true;
}

}  // namespace bireach::checker
