// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/modular/flow.h"

#include <algorithm>
#include <utility>

namespace bireach::frontend {
namespace {

Violation violation_of(Belief belief) {
  switch (belief) {
    case Belief::null:
    case Belief::bounds:
    case Belief::member:
      return Violation::valid_deref;
    case Belief::division:
      return Violation::division_by_zero;
    case Belief::shift:
      return Violation::shift_out_of_range;
    case Belief::overflow:
      return Violation::no_overflow;
  }
  return Violation::valid_deref;
}

}  // namespace

Flow::Flow(Program& program, std::string function) : program_(program), function_(std::move(function)) {}

Location Flow::location(LocationKind kind) const {
  Location result;
  result.kind = kind;
  result.function = function_;
  return result;
}

void Flow::jump(Node target) {
  if (current_) graph_.merge(*current_, target, 0, 0);
  current_.reset();
}

void Flow::end(std::string_view note) {
  if (!current_) return;
  Location exit = location(LocationKind::Exit);
  exit.note = note;
  graph_.merge(*current_, graph_.terminal(exit, 0), 0, 0);
  current_.reset();
}

std::uint32_t Flow::add(Node source, Node target, Statement statement, const EdgeText& origin, EdgeRole role) {
  Edge edge;
  edge.statement = std::move(statement);
  edge.source = origin.source;
  edge.text = origin.text;
  edge.role = role;
  edge.statement_id = next_statement_++;
  graph_.add_edge(source, target, std::move(edge));
  return next_statement_ - 1;
}

void Flow::assign(VariableId target, ExprPtr value, const EdgeText& origin, EdgeRole role) {
  if (!current_) return;
  const Node next = new_node();
  add(*current_, next, Assign{{target, nullptr}, std::move(value)}, origin, role);
  current_ = next;
}

void Flow::havoc(VariableId target, const EdgeText& origin, EdgeRole role) {
  if (!current_) return;
  const Node next = new_node();
  Havoc statement;
  statement.target = {target, nullptr};
  add(*current_, next, std::move(statement), origin, role);
  current_ = next;
}

void Flow::branch(const ExprPtr& condition, Node if_true, Node if_false, const Decision& decision) {
  if (!current_) return;
  const std::uint32_t holds = add(*current_, if_true, Assume{condition}, decision.origin, EdgeRole::BranchTrue);
  const std::uint32_t fails =
      add(*current_, if_false, Assume{make_not(condition)}, decision.origin, EdgeRole::BranchFalse);
  current_.reset();
  if (decision.is_silent) return;
  Arm arm;
  arm.construct = decision.construct;
  arm.place = decision.origin.source;
  arm.condition = decision.origin.text;
  arm.in_macro = decision.in_macro;
  arms_.push_back({arm, holds, fails});
  arm.taken = false;
  if (!decision.only_true) arms_.push_back({arm, fails, holds});
}

void Flow::believe(Belief kind, const ExprPtr& condition, const EdgeText& origin, const std::string& subject,
                   bool in_macro) {
  if (!current_) return;
  Location error = location(LocationKind::Error);
  error.place = origin.source;
  error.violation = violation_of(kind);
  error.note = std::string(to_string(kind));
  const Node next = new_node();
  const std::uint32_t held = add(*current_, next, Assume{condition}, origin, EdgeRole::Internal);
  const std::uint32_t violated =
      add(*current_, graph_.add_node(error), Assume{make_not(condition)}, origin, EdgeRole::Internal);
  current_ = next;
  BeliefPlace belief;
  belief.kind = kind;
  belief.place = origin.source;
  belief.subject = subject;
  belief.in_macro = in_macro;
  beliefs_.push_back({belief, held, violated});
}

void Flow::build(Node start, FunctionProgram& function) {
  graph_.build(start, {}, program_);
  const auto initial = graph_.location_of(start);
  program_.initial = initial.value_or(0);
  std::map<std::uint32_t, EdgeId> edge_of;
  for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) edge_of[program_.edge(edge).statement_id] = edge;
  const auto known = [&](std::uint32_t statement) { return edge_of.contains(statement); };
  for (PendingArm& pending : arms_) {
    if (!known(pending.edge) || !known(pending.other)) continue;  // no execution comes there
    pending.arm.edge = edge_of[pending.edge];
    pending.arm.other = edge_of[pending.other];
    function.arms.push_back(std::move(pending.arm));
  }
  for (PendingBelief& pending : beliefs_) {
    if (!known(pending.held) || !known(pending.violated)) continue;
    pending.belief.held = edge_of[pending.held];
    pending.belief.violated = edge_of[pending.violated];
    function.beliefs.push_back(std::move(pending.belief));
  }
}

}  // namespace bireach::frontend
