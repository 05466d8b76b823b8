// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/nested_program.h"

#include <algorithm>
#include <deque>

namespace bireach::checker {

using automata::Letter;
using automata::SymbolKind;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::Term;

namespace {

ControlFlow cut_at_calls(const frontend::Program& program, const ProcedureFlow& procedures, ControlFlow flow) {
  for (LocationId l = 0; l < program.location_count(); ++l)
    if (procedures.call_at(l) || procedures.is_loop_head(l)) flow.is_cut[l] = true;
  for (const auto& procedure : program.procedures) {
    flow.is_cut[procedure.entry] = flow.is_cut[procedure.exit] = true;
    for (const auto& call : procedure.calls) flow.is_cut[call.resumed] = true;
  }
  return flow;
}

logic::TransitionFormula substitute(logic::TermManager& terms, const logic::TransitionFormula& transition,
                                    const logic::Substitution& map) {
  logic::TransitionFormula result = transition;
  result.guard = terms.substitute(transition.guard, map);
  for (auto& [variable, value] : result.updates) value = terms.substitute(value, map);
  return result;
}

}  // namespace

NestedProgram::NestedProgram(const frontend::Semantics& semantics, const frontend::Program& program,
                             const ControlFlow& flow)
    : semantics_(semantics),
      program_(program),
      terms_(semantics.terms()),
      procedures_(program, flow),
      flow_(cut_at_calls(program, procedures_, flow)),
      edges_(semantics, program),
      blocks_(terms_, edges_, flow_),
      problem_(procedures_.problem()),
      initial_condition_(checker::initial_condition(semantics, program, flow_)) {
  if (!problem_.empty()) return;
  name_variables();
  find_vocabularies();
  add_letters();
}

void NestedProgram::name_variables() {
  for (VariableId v = 0; v < program_.variables.size(); ++v) {
    at_entry_.push_back(terms_.variable("old(" + program_.variables[v].name + ")", now(v).sort()));
    const bool unbounded = program_.variables[v].array || semantics_.arithmetic() == frontend::Arithmetic::bitvector;
    for (const Term variable : {now(v), at_entry_[v]}) {
      const Term copy = terms_.variable("caller::" + variable.name(), variable.sort());
      hierarchical_.emplace(variable, copy);
      if (unbounded) continue;
      ranges_.emplace(variable, semantics_.in_range(variable, program_.variables[v].type));
      ranges_.emplace(copy, semantics_.in_range(copy, program_.variables[v].type));
    }
  }
}

const std::set<VariableId>& NestedProgram::entry_variables(ProcedureFlow::Context context) const {
  static const std::set<VariableId> none;
  return context == 0 ? none : procedures_.live(program_.procedures[context - 1].entry);
}

void NestedProgram::find_vocabularies() {
  for (LocationId l = 0; l < program_.location_count(); ++l) {
    if (!flow_.is_cut[l] || program_.location(l).kind != LocationKind::Normal) continue;
    const ProcedureFlow::Context context = context_of(l);
    std::vector<Term>& vocabulary = vocabularies_[l];
    for (const VariableId v : entry_variables(context)) vocabulary.push_back(at_entry_[v]);
    for (const VariableId v : procedures_.live(l))
      if (procedures_.may_change(context, v)) vocabulary.push_back(now(v));
    std::sort(vocabulary.begin(), vocabulary.end());
  }
}

const std::vector<Term>& NestedProgram::vocabulary(LocationId location) const {
  static const std::vector<Term> nothing;
  const auto found = vocabularies_.find(location);
  return found == vocabularies_.end() ? nothing : found->second;
}

Term NestedProgram::hierarchical(Term formula) const {
  return terms_.substitute(formula, hierarchical_);
}

Term NestedProgram::range_of(Term variable) const {
  const auto known = ranges_.find(variable);
  if (known != ranges_.end()) return known->second;
  const Term range = semantics_.range_of(variable);
  return range.is_null() ? terms_.true_term() : range;
}

logic::Substitution NestedProgram::unchanged(ProcedureFlow::Context context) const {
  logic::Substitution map;
  for (const VariableId v : entry_variables(context))
    if (!procedures_.may_change(context, v)) map.emplace(now(v), at_entry_[v]);
  return map;
}

void NestedProgram::add_letters() {
  for (std::size_t i = 0; i < blocks_.blocks().size() && problem_.empty(); ++i) {
    const Block& block = blocks_.blocks()[i];
    const ProcedureFlow::Context context = context_of(block.source);
    if (procedures_.is_exit(context, block.source)) continue;
    if (const ProcedureFlow::Call* call = procedures_.call_at(block.source)) {
      add_call(i, *call);
      continue;
    }
    letters_.push_back({SymbolKind::internal, block.source, block.target, 0, i, {static_cast<Letter>(i)}});
    transitions_.push_back(substitute(terms_, blocks_.transitions()[i], unchanged(context)));
  }
}

void NestedProgram::add_call(std::size_t block, const ProcedureFlow::Call& call) {
  const frontend::Procedure& callee = program_.procedures[call.callee - 1];
  const LocationId start = call.call->start;
  if (blocks_.blocks()[block].target != callee.entry) {
    problem_ = "a call does not lead to its procedure's entry at once";
    return;
  }
  const logic::TransitionFormula passing = substitute(terms_, blocks_.transitions()[block], unchanged(call.caller));
  logic::TransitionFormula transition = passing;
  transition.updates.clear();
  const logic::Substitution before = unchanged(call.caller);
  for (const VariableId v : entry_variables(call.callee)) {
    const auto update = passing.updates.find(now(v));
    const Term value = update == passing.updates.end() ? terms_.substitute(now(v), before) : update->second;
    transition.updates.emplace(at_entry_[v], value);
    if (procedures_.may_change(call.callee, v)) transition.updates.emplace(now(v), value);
  }
  letters_.push_back({SymbolKind::call, start, callee.entry, start, block, {static_cast<Letter>(block)}});
  transitions_.push_back(std::move(transition));
  if (flow_.reaches_target[call.call->resumed]) add_return(call, passing);
}

void NestedProgram::add_return(const ProcedureFlow::Call& call, const logic::TransitionFormula& passing) {
  const frontend::Procedure& callee = program_.procedures[call.callee - 1];
  const LocationId resumed = call.call->resumed;
  const auto& kept = call.call->kept;
  const auto& results = procedures_.live(callee.exit);
  const logic::Substitution before = unchanged(call.caller);
  const auto at_call = [&](VariableId v) { return hierarchical(terms_.substitute(now(v), before)); };
  const auto passed = [&](VariableId v) {
    const auto update = passing.updates.find(now(v));
    return update == passing.updates.end() ? at_call(v) : hierarchical(update->second);
  };
  logic::TransitionFormula transition;
  std::vector<Term> guard{hierarchical(passing.guard)};
  for (const VariableId v : entry_variables(call.callee)) guard.push_back(terms_.equal(at_entry_[v], passed(v)));
  transition.guard = terms_.and_(guard);
  transition.exact = passing.exact;
  transition.auxiliaries = passing.auxiliaries;
  for (const VariableId v : entry_variables(call.caller))
    transition.updates.emplace(at_entry_[v], hierarchical(at_entry_[v]));
  for (const VariableId v : procedures_.live(resumed)) {
    if (!procedures_.may_change(call.caller, v)) continue;
    if (std::binary_search(kept.begin(), kept.end(), v))
      transition.updates.emplace(now(v), at_call(v));
    else if (!results.contains(v))
      transition.updates.emplace(now(v), passed(v));
  }
  letters_.push_back(
      {SymbolKind::return_, callee.exit, resumed, call.call->start, 0, blocks_of_return(callee.exit, resumed)});
  transitions_.push_back(std::move(transition));
}

/// Between a procedure's exit and the place where a call is resumed there are branches on where that is.
automata::Word NestedProgram::blocks_of_return(LocationId exit, LocationId resumed) const {
  std::map<LocationId, automata::Word> ways{{exit, {}}};
  std::deque<LocationId> work{exit};
  while (!work.empty() && !ways.contains(resumed)) {
    const LocationId location = work.front();
    work.pop_front();
    for (Letter block = 0; block < blocks_.blocks().size(); ++block) {
      if (blocks_.blocks()[block].source != location) continue;
      automata::Word way = ways.at(location);
      way.push_back(block);
      const LocationId next = blocks_.blocks()[block].target;
      if (ways.try_emplace(next, std::move(way)).second) work.push_back(next);
    }
  }
  return ways[resumed];
}

bool NestedProgram::has_ambiguous_returns() const {
  std::map<std::pair<LocationId, LocationId>, LocationId> call_of_ends;
  return std::any_of(letters_.begin(), letters_.end(), [&call_of_ends](const NestedLetter& letter) {
    if (letter.kind != SymbolKind::return_) return false;
    const auto known = call_of_ends.try_emplace({letter.source, letter.target}, letter.call_start).first;
    return letter.passed.empty() || known->second != letter.call_start;
  });
}

std::size_t NestedProgram::length_of(const automata::NestedWord& word) const {
  std::size_t result = 0;
  for (const automata::Symbol& symbol : word) result += letters_[symbol.letter].passed.size();
  return result;
}

automata::NestedWord NestedProgram::with_kinds(const automata::Word& letters) const {
  automata::NestedWord result;
  for (const Letter letter : letters) result.push_back({letter, letters_[letter].kind});
  return result;
}

std::optional<automata::NestedWord> NestedProgram::word_of(const frontend::Trace& trace) const {
  std::map<frontend::EdgeId, Letter> letter_of_first;
  std::map<LocationId, Letter> return_of;
  for (Letter letter = 0; letter < letters_.size(); ++letter)
    if (letters_[letter].kind == SymbolKind::return_)
      return_of.emplace(letters_[letter].call_start, letter);
    else
      letter_of_first.emplace(blocks_.blocks()[letters_[letter].block].path.front(), letter);
  automata::NestedWord word;
  std::vector<LocationId> open;  // where calls started
  for (std::size_t i = 0; i < trace.size();) {
    const LocationId at = program_.source(trace[i]);
    if (procedures_.is_exit(context_of(at), at)) {
      const auto letter = open.empty() ? return_of.end() : return_of.find(open.back());
      if (letter == return_of.end() || letters_[letter->second].source != at) return std::nullopt;
      open.pop_back();
      while (i < trace.size() && program_.target(trace[i]) != letters_[letter->second].target) ++i;
      if (i++ == trace.size()) return std::nullopt;
      word.push_back({letter->second, SymbolKind::return_});
      continue;
    }
    const auto letter = letter_of_first.find(trace[i]);
    if (letter == letter_of_first.end()) return std::nullopt;
    const NestedLetter& step = letters_[letter->second];
    const frontend::Trace& path = blocks_.blocks()[step.block].path;
    if (trace.size() - i < path.size() ||
        !std::equal(path.begin(), path.end(), trace.begin() + static_cast<std::ptrdiff_t>(i)))
      return std::nullopt;
    if (step.kind == SymbolKind::call) open.push_back(step.source);
    word.push_back({letter->second, step.kind});
    i += path.size();
  }
  return word;
}

automata::NestedWordAutomaton NestedProgram::automaton(WordEnds ends) const {
  const bool accept_unsupported = ends == WordEnds::errors_and_unsupported;
  automata::NestedWordAutomaton result;
  for (LocationId l = 0; l < program_.location_count(); ++l) {
    const LocationKind kind = program_.location(l).kind;
    result.add_state(kind == LocationKind::Error || (accept_unsupported && kind == LocationKind::Unsupported));
  }
  result.add_initial(program_.initial);
  for (Letter letter = 0; letter < letters_.size(); ++letter) {
    if (transitions_[letter].guard.is_false()) continue;
    const NestedLetter& step = letters_[letter];
    switch (step.kind) {
      case SymbolKind::internal:
        result.add_internal(step.source, letter, step.target);
        break;
      case SymbolKind::call:
        result.add_call(step.source, letter, step.target);
        break;
      case SymbolKind::return_:
        result.add_return(step.source, step.call_start, letter, step.target);
        break;
    }
  }
  return result;
}

/// The values of all variables in the running activation, and of those that are suspended.
struct NestedProgram::Frame {
  struct Condition {
    Term condition;
    std::size_t position;
    Term guard;  ///< the conjunct of the letter's guard that it comes from
  };
  logic::Substitution values;
  std::vector<logic::Substitution> suspended;
  std::vector<Condition> conditions;
  std::vector<logic::Substitution> auxiliaries;
  bool exact = true;
};

/// False if the path condition has become trivially false.
bool NestedProgram::unfold(Frame& frame, Letter letter, bool bounded) const {
  const NestedLetter& step = letters_[letter];
  const std::size_t position = frame.auxiliaries.size();
  logic::Substitution& instances = frame.auxiliaries.emplace_back();
  if (step.kind == SymbolKind::return_) {
    const logic::Substitution& before = frame.suspended.back();
    for (const VariableId kept : procedures_.call_at(step.call_start)->call->kept)
      frame.values.insert_or_assign(now(kept), before.at(now(kept)));
    frame.suspended.pop_back();
    return true;
  }
  const logic::TransitionFormula& transition = blocks_.transitions()[step.block];
  logic::Substitution map = frame.values;
  for (const Term auxiliary : transition.auxiliaries) {
    const Term instance = terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort());
    instances.emplace(auxiliary, instance);
    map.insert_or_assign(auxiliary, instance);
  }
  if (step.kind == SymbolKind::call) frame.suspended.push_back(frame.values);
  logic::Substitution cache;
  bool possible = true;
  for (const Term guard : logic::conjuncts(bounded ? transition.guard : without_bounds(terms_, transition.guard))) {
    const Term condition = terms_.substitute(guard, map, cache);
    possible = possible && !condition.is_false();
    if (!condition.is_true()) frame.conditions.push_back({condition, position, guard});
  }
  frame.exact = frame.exact && transition.exact;
  std::vector<std::pair<Term, Term>> updates;
  for (const auto& [variable, value] : transition.updates)
    updates.emplace_back(variable, terms_.substitute(value, map, cache));
  for (const auto& [variable, value] : updates) frame.values.insert_or_assign(variable, value);
  return possible;
}

/// Unfolds until the path condition is trivially false.
NestedProgram::Frame NestedProgram::unfold(const automata::NestedWord& word, bool bounded) const {
  Frame frame;
  for (const Term variable : semantics_.variables())
    frame.values.emplace(variable, terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (const automata::Symbol& symbol : word)
    if (!unfold(frame, symbol.letter, bounded)) break;
  return frame;
}

TraceStatus NestedProgram::check(const automata::NestedWord& word, logic::Solver& solver) const {
  constexpr bool bounded = true;
  const Frame frame = unfold(word, bounded);
  std::vector<Term> conditions;
  for (const auto& condition : frame.conditions) conditions.push_back(condition.condition);
  const Term all = terms_.and_(conditions);
  if (all.is_false()) return Infeasible{frame.auxiliaries.size()};
  solver.push();
  for (const Term variable : logic::free_variables(all))
    if (const Term range = range_of(variable); !range.is_true()) solver.add(range);
  for (const Term condition : conditions) solver.add(condition);
  TraceStatus status = Infeasible{word.size()};
  switch (solver.check()) {
    case logic::SatResult::unsat:
      break;
    case logic::SatResult::unknown:
      status = Undecided{"trace check: " + solver.reason_unknown().text};
      break;
    case logic::SatResult::sat:
      status = values_of(word, frame, solver.model());
      break;
  }
  solver.pop();
  return status;
}

Feasible NestedProgram::values_of(const automata::NestedWord& word, const Frame& frame,
                                  const logic::Model& model) const {
  Feasible feasible{{}, frame.exact};
  std::size_t passed = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const NestedLetter& step = letters_[word[i].letter];
    const std::size_t position = passed;
    passed += step.passed.size();
    if (step.kind == SymbolKind::return_) continue;
    for (const auto& [edge, auxiliary] : blocks_.blocks()[step.block].havocs) {
      const auto instance = frame.auxiliaries[i].find(auxiliary);
      if (instance == frame.auxiliaries[i].end()) continue;
      const logic::Value* value = model.find(instance->second);
      if (value == nullptr) continue;
      const auto variable = frontend::assigned_variable(program_.edge(edge).statement);
      feasible.values.emplace(HavocInstance{position, step.source, edge},
                              semantics_.to_c_value(*value, program_.variables[*variable]));
    }
  }
  return feasible;
}

std::optional<std::vector<logic::TransitionFormula>> NestedProgram::core(const automata::NestedWord& word,
                                                                         logic::Solver& solver, bool bounded) const {
  const Frame frame = unfold(word, bounded);
  std::vector<Term> assumptions;
  std::set<Term> ranges;
  for (const auto& condition : frame.conditions) {
    assumptions.push_back(condition.condition);
    if (!bounded) continue;
    for (const Term variable : logic::free_variables(condition.condition))
      if (const Term range = range_of(variable); !range.is_true()) ranges.insert(range);
  }
  solver.push();
  for (const Term range : ranges) solver.add(range);
  std::optional<std::set<Term>> needed;
  if (const auto impossible = std::find(assumptions.begin(), assumptions.end(), terms_.false_term());
      impossible != assumptions.end()) {
    needed.emplace({*impossible});
  } else if (solver.check(assumptions) == logic::SatResult::unsat) {
    const std::vector<Term> core = solver.unsat_core();
    needed.emplace(core.begin(), core.end());
  }
  solver.pop();
  if (!needed) return std::nullopt;
  std::vector<std::vector<Term>> guards(word.size());
  for (const auto& [condition, position, guard] : frame.conditions)
    if (needed->contains(condition)) guards[position].push_back(guard);
  std::vector<logic::TransitionFormula> result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const NestedLetter& step = letters_[word[i].letter];
    result.push_back(transitions_[word[i].letter]);
    if (step.kind == SymbolKind::return_) continue;
    const ProcedureFlow::Context context = context_of(step.source);
    result.back().guard = terms_.substitute(terms_.and_(guards[i]), unchanged(context));
  }
  return result;
}

}  // namespace bireach::checker
