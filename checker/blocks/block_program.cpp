// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/block_program.h"

#include <algorithm>
#include <set>

#include "automata/operations.h"
#include "frontend/program/real_execution.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::Term;

BlockProgram::BlockProgram(logic::TermManager& terms, EdgeSemantics& edges, const ControlFlow& flow)
    : program_(edges.program()) {
  std::set<LocationId> done;
  std::vector<LocationId> work{program_.initial};
  while (!work.empty()) {  // cut points that blocks lead to
    const LocationId source = work.back();
    work.pop_back();
    if (!done.insert(source).second) continue;
    const std::size_t before = blocks_.size();
    encode_blocks_from(source, terms, edges, flow);
    for (std::size_t i = blocks_.size(); i-- > before;) work.push_back(blocks_[i].target);
  }
}

namespace {

/// Fresh copies of auxiliaries, noted as those of one block.
FreshAuxiliaries noting(const Program& program, logic::TermManager& terms, std::map<EdgeId, Term>& havocs,
                        std::vector<Term>& auxiliaries) {
  return [&](EdgeId edge, const std::vector<Term>& needed) {
    std::vector<Term> instances;
    for (const Term auxiliary : needed)
      instances.push_back(terms.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
    if (frontend::is_havoc(program.edge(edge).statement)) havocs[edge] = instances.front();
    auxiliaries.insert(auxiliaries.end(), instances.begin(), instances.end());
    return instances;
  };
}

}  // namespace

void BlockProgram::encode_blocks_from(LocationId source, logic::TermManager& terms, EdgeSemantics& edges,
                                      const ControlFlow& flow) {
  if (flow.one_letter_a_path) {
    for (const EdgeId edge : program_.outgoing(source))
      if (flow.reaches_target[program_.target(edge)]) encode_path(edge, terms, edges, flow);
    return;
  }
  std::map<EdgeId, Term> havocs;
  std::vector<Term> auxiliaries;
  const FreshAuxiliaries fresh = noting(program_, terms, havocs, auxiliaries);
  const SymbolicState start{{}, edges.semantics().variables(), true};
  RegionExecutor executor(terms, edges, flow);
  for (const auto& [target, state] : executor.run(source, start, fresh))
    if (!terms.and_(state.path).is_false()) add({source, target, havocs, {}}, state, auxiliaries, edges, flow);
}

/// From a cut point along an edge to the next cut point; nothing branches off on the way. Its number must not depend on
/// the arithmetic, so it is a letter even if its guard is false.
void BlockProgram::encode_path(EdgeId first, logic::TermManager& terms, EdgeSemantics& edges, const ControlFlow& flow) {
  Block block{program_.source(first), 0, {}, {}};
  std::vector<Term> auxiliaries;
  const FreshAuxiliaries fresh = noting(program_, terms, block.havocs, auxiliaries);
  SymbolicState state{{}, edges.semantics().variables(), true};
  RegionExecutor executor(terms, edges, flow);
  for (EdgeId edge = first;; edge = program_.outgoing(program_.target(edge)).front()) {
    block.path.push_back(edge);
    const std::vector<Term>& needed = edges.of(edge).transition.auxiliaries;
    const std::vector<Term> instances = needed.empty() ? needed : fresh(edge, needed);
    if (auto next = executor.step(state, edge, instances))
      state = std::move(*next);
    else
      state.path.push_back(terms.false_term());
    if (flow.is_cut[program_.target(edge)]) break;
  }
  block.target = program_.target(block.path.back());
  letter_of_first_.emplace(first, static_cast<automata::Letter>(blocks_.size()));
  add(std::move(block), state, auxiliaries, edges, flow);
}

void BlockProgram::add(Block block, const SymbolicState& state, const std::vector<Term>& auxiliaries,
                       EdgeSemantics& edges, const ControlFlow& flow) {
  const std::vector<Term>& variables = edges.semantics().variables();
  logic::TransitionFormula transition;
  transition.guard = edges.semantics().terms().and_(state.path);
  transition.exact = state.exact;
  std::set<Term> used;
  const auto note = [&](Term term) {
    for (const Term v : logic::free_variables(term)) used.insert(v);
  };
  note(transition.guard);
  // A variable that is dead at the target keeps its old value here; predicates there never speak of it.
  for (VariableId v = 0; v < variables.size(); ++v)
    if (flow.live[block.target][v] && state.values[v] != variables[v]) {
      transition.updates.emplace(variables[v], state.values[v]);
      note(state.values[v]);
    }
  for (const Term auxiliary : auxiliaries)
    if (used.contains(auxiliary)) transition.auxiliaries.push_back(auxiliary);
  blocks_.push_back(std::move(block));
  transitions_.push_back(std::move(transition));
}

void BlockProgram::assume(logic::TermManager& terms, const CutPointConditions& conditions) {
  for (std::size_t letter = 0; letter < blocks_.size(); ++letter) {
    const auto found = conditions.find(blocks_[letter].source);
    if (found == conditions.end()) continue;
    std::vector<Term> guard = found->second;
    guard.push_back(transitions_[letter].guard);
    transitions_[letter].guard = terms.and_(std::move(guard));
  }
}

std::optional<automata::Word> BlockProgram::word_of(const frontend::Trace& trace) const {
  automata::Word word;
  LocationId at = program_.initial;
  for (std::size_t i = 0; i < trace.size();) {
    const auto letter = letter_of_first_.find(trace[i]);
    if (letter == letter_of_first_.end()) return std::nullopt;
    const Block& block = blocks_[letter->second];
    if (block.source != at || trace.size() - i < block.path.size() ||
        !std::equal(block.path.begin(), block.path.end(), trace.begin() + static_cast<std::ptrdiff_t>(i)))
      return std::nullopt;
    word.push_back(letter->second);
    i += block.path.size();
    at = block.target;
  }
  return word;
}

automata::Nfa BlockProgram::automaton(WordEnds ends) const {
  const bool accept_unsupported = ends == WordEnds::errors_and_unsupported;
  automata::Nfa nfa;
  std::map<LocationId, automata::State> states;
  const auto state_of = [&](LocationId location) {
    const auto [it, fresh] = states.try_emplace(location, 0);
    if (fresh) {
      const LocationKind kind = program_.location(location).kind;
      it->second =
          nfa.add_state(kind == LocationKind::Error || (accept_unsupported && kind == LocationKind::Unsupported));
    }
    return it->second;
  };
  nfa.add_initial(state_of(program_.initial));
  for (automata::Letter letter = 0; letter < blocks_.size(); ++letter) {
    if (transitions_[letter].guard.is_false()) continue;
    const automata::State source = state_of(blocks_[letter].source);
    nfa.add_transition(source, letter, state_of(blocks_[letter].target));
  }
  return automata::trim(nfa);
}

Term initial_condition(const frontend::Semantics& semantics, const Program& program, const ControlFlow& flow) {
  logic::TermManager& terms = semantics.terms();
  std::vector<Term> zero;
  for (VariableId v = 0; v < program.variables.size(); ++v)
    if (flow.live[program.initial][v]) {
      const Term variable = semantics.variable(v);
      zero.push_back(terms.equal(variable, terms.from_value(logic::default_value(variable.sort()), variable.sort())));
    }
  return terms.and_(zero);
}

frontend::RunResult replay(const Program& program, const ControlFlow& flow, const HavocValues& values,
                           std::size_t max_blocks, std::stop_token stop, const BlockNumbers& number_of) {
  using frontend::RunEnd;
  frontend::Execution execution;
  frontend::ConcreteState state = frontend::initial_state(program);
  execution.states.push_back(state);
  std::size_t blocks = 0;
  std::size_t number = 0;
  LocationId source = program.initial;
  const frontend::HavocOracle oracle = [&](EdgeId edge, std::size_t) {
    if (const auto it = values.find({number, source, edge}); it != values.end()) return it->second;
    const frontend::LValue& target = *frontend::assigned_target(program.edge(edge).statement);
    const bool whole_array = program.variables[target.variable].array.has_value() && !target.index;
    return whole_array ? logic::Value{logic::ArrayValue{}} : logic::Value{logic::Integer{0}};
  };
  LocationId location = program.initial;
  while (program.location(location).kind == LocationKind::Normal) {
    if (stop.stop_requested()) return {RunEnd::Stopped, std::move(execution)};
    if (blocks >= max_blocks) return {RunEnd::StepLimit, std::move(execution)};
    std::optional<EdgeId> taken;
    for (const EdgeId edge : program.outgoing(location)) {
      const std::size_t events = execution.undefined.size();
      if (frontend::execute_edge(program, edge, state, oracle, execution.trace.size(), execution.undefined) ==
          frontend::StepResult::done) {
        taken = edge;
        break;
      }
      if (program.outgoing(location).size() > 1) execution.undefined.resize(events);  // its twin reports the same
    }
    if (!taken) return {RunEnd::Blocked, std::move(execution)};
    execution.trace.push_back(*taken);
    execution.states.push_back(state);
    location = program.target(*taken);
    if (flow.is_cut[location]) {
      ++blocks;
      number = number_of ? number_of(source, location) : blocks;
      source = location;
    }
  }
  const LocationKind kind = program.location(location).kind;
  const RunEnd end = kind == LocationKind::Error  ? RunEnd::Error
                     : kind == LocationKind::Exit ? RunEnd::Exit
                                                  : RunEnd::Unsupported;
  // What a proof has to cover is not yet what a machine does.
  const bool is_real = end != RunEnd::Error || frontend::is_real_execution(program, execution);
  return {is_real ? end : RunEnd::Blocked, std::move(execution)};
}

std::vector<logic::Term> HavocTerms::instances(logic::TermManager& terms, const frontend::Program& program,
                                               const HavocInstance& at, const std::vector<logic::Term>& auxiliaries) {
  std::vector<logic::Term> result;
  for (const logic::Term auxiliary : auxiliaries)
    result.push_back(terms.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
  if (!result.empty() && frontend::is_havoc(program.edge(at.edge).statement))
    result.front() = terms_.try_emplace(at, result.front()).first->second;
  return result;
}

HavocValues HavocTerms::values(const frontend::Semantics& semantics, const frontend::Program& program,
                               const logic::Model& model) const {
  HavocValues result;
  for (const auto& [instance, term] : terms_)
    if (const logic::Value* value = model.find(term)) {
      const auto variable = frontend::assigned_variable(program.edge(instance.edge).statement);
      result.emplace(instance, semantics.to_c_value(*value, program.variables[*variable]));
    }
  return result;
}

}  // namespace bireach::checker
