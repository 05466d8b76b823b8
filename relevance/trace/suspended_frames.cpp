// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/suspended_frames.h"

#include <algorithm>

namespace bireach::relevance {

using frontend::Expr;
using frontend::VariableId;
using logic::Integer;
using logic::Term;

namespace {

constexpr std::string_view stack_suffix = ".(stack)";
// Behind this separator, Semantics::range_of does not look: the range is that of the variable.
constexpr std::string_view suspended_mark = "@suspended";

bool is_stack_variable(const frontend::Program& program, VariableId variable) {
  return std::binary_search(program.stack.begin(), program.stack.end(), variable);
}

/// Does the expression read variables, and only those of the stack?
bool reads_only_stack(const frontend::Program& program, const Expr& expr) {
  const auto is_other = [&](const Expr& read) { return !is_stack_variable(program, read.variable); };
  return frontend::any_read(expr, [](const Expr&) { return true; }) && !frontend::any_read(expr, is_other);
}

Integer index_in(const frontend::Program& program, const Expr& index, const frontend::Execution& execution,
                 std::size_t position) {
  std::vector<frontend::UndefinedEvent> ignored;
  return frontend::evaluate(program, index, execution.states[position], execution.trace[position], ignored);
}

}  // namespace

bool is_return_branch(const frontend::Program& program, frontend::EdgeId edge) {
  const frontend::Assume* assume = frontend::as_assume(program.edge(edge).statement);
  return assume != nullptr && reads_only_stack(program, *assume->condition);
}

bool SuspendedFrames::is_stack(VariableId variable) const {
  return is_stack_variable(program_, variable);
}

Term SuspendedFrames::suspended(VariableId stack, const Integer& index) {
  std::string name = program_.variables[stack].name;
  if (name.ends_with(stack_suffix)) name.resize(name.size() - stack_suffix.size());
  name += std::string(suspended_mark) + index.str();
  const Term variable = semantics_.terms().variable(name, semantics_.variable(stack).sort().element());
  elements_.try_emplace(variable, stack, index);
  return variable;
}

std::optional<std::pair<VariableId, Integer>> SuspendedFrames::element(Term variable) const {
  const auto found = elements_.find(variable);
  return found == elements_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<logic::TransitionFormula> SuspendedFrames::meaning(const frontend::Execution& execution,
                                                                 std::size_t position) {
  const frontend::EdgeId edge = execution.trace[position];
  if (is_return_branch(program_, edge)) return logic::identity_transition(semantics_.terms());
  const frontend::Assign* assign = frontend::as_assign(program_.edge(edge).statement);
  if (assign == nullptr) return std::nullopt;
  const bool reads_stack = assign->value->kind == Expr::Kind::Element && is_stack(assign->value->variable);
  if (is_stack(assign->target.variable)) {
    logic::TransitionFormula result = logic::identity_transition(semantics_.terms());
    const std::optional<VariableId> saved =
        frontend::is_read(*assign->value) ? std::optional(assign->value->variable) : std::nullopt;
    const bool is_own = reads_stack || !saved || is_stack(*saved);  // depths and return places
    if (!assign->target.index || is_own) return result;
    const logic::TransitionFormula store = semantics_.transition(edge);
    const Term array = semantics_.variable(assign->target.variable);
    const Term variable =
        suspended(assign->target.variable, index_in(program_, *assign->target.index, execution, position));
    const auto update = store.updates.find(array);
    if (update == store.updates.end() || update->second.kind() != logic::Kind::Store) return std::nullopt;
    result.updates.emplace(variable, update->second[2]);
    return result;
  }
  if (!reads_stack) return std::nullopt;
  const Expr& from = *assign->value;
  const Term variable = suspended(from.variable, index_in(program_, *from.operands[0], execution, position));
  const Term array = semantics_.variable(from.variable);
  logic::TransitionFormula result = semantics_.transition(edge);
  result.guard = semantics_.terms().true_term();
  for (auto& [target, value] : result.updates) {
    std::vector<Term> pending{value};
    Term read;
    while (!pending.empty() && read.is_null()) {
      const Term term = pending.back();
      pending.pop_back();
      if (term.kind() == logic::Kind::Select && term[0] == array) read = term;
      pending.insert(pending.end(), term.children().begin(), term.children().end());
    }
    if (read.is_null()) return std::nullopt;
    value = semantics_.terms().substitute(value, {{read, variable}});
  }
  return result;
}

std::optional<std::pair<std::string, std::string>> suspended_name(Term variable) {
  const std::string& name = variable.name();
  const std::size_t mark = name.rfind(suspended_mark);
  if (mark == std::string::npos) return std::nullopt;
  const Integer index(name.substr(mark + suspended_mark.size()));
  return std::pair(name.substr(0, mark), Integer(index + 1).str());
}

}  // namespace bireach::relevance
