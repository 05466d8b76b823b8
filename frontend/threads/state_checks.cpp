// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/state_checks.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/threads/accesses.h"

namespace bireach::frontend {
namespace {

/// So many steps of an atomic region are followed to see whether it blocks.
constexpr std::size_t longest_region = 500;

ExprPtr truth(bool value) {
  return make_constant(value ? 1 : 0, int_type);
}
bool is_constant(const Expr& expr, bool value) {
  return expr.kind == Expr::Kind::Constant && (expr.value != 0) == value;
}
/// Null conditions hold in any case.
ExprPtr and_also(const ExprPtr& a, const ExprPtr& b) {
  if (!a || !b) return a ? a : b;
  if (is_constant(*a, true)) return b;
  if (is_constant(*b, true)) return a;
  if (is_constant(*a, false)) return a;
  if (is_constant(*b, false)) return b;
  return make_binary(BinaryOp::LogicalAnd, a, b, int_type);
}
ExprPtr or_else(const ExprPtr& a, const ExprPtr& b) {
  if (is_constant(*a, false)) return b;
  if (is_constant(*b, false)) return a;
  if (is_constant(*a, true)) return a;
  if (is_constant(*b, true)) return b;
  return make_binary(BinaryOp::LogicalOr, a, b, int_type);
}

/// The expression with the value in the place of the variable.
ExprPtr substituted(const ExprPtr& expr, VariableId variable, const ExprPtr& value) {
  if (expr->kind == Expr::Kind::Variable && expr->variable == variable) return value;
  if (!any_read(*expr, [&](const Expr& read) { return read.variable == variable; })) return expr;
  auto result = std::make_shared<Expr>(*expr);
  for (ExprPtr& operand : result->operands) operand = substituted(operand, variable, value);
  return result;
}

/// Does the statement give an allocated object back? Its size becomes 0.
bool is_release(const Program& graphs, const Statement& statement) {
  const Assign* assign = as_assign(statement);
  return assign != nullptr && graphs.memory.sizes == assign->target.variable && assign->target.index &&
         is_constant(*assign->value, false);
}

/// In a type that has all values of both.
ExprPtr same_index(const ExprPtr& a, const ExprPtr& b) {
  const ScalarType wide = signed_integer(std::min(128U, std::max(a->type.width, b->type.width) + 1));
  return make_binary(BinaryOp::Eq, make_cast(a, wide), make_cast(b, wide), int_type);
}

}  // namespace

StateChecks::Waiting StateChecks::known(const ExprPtr& condition) {
  return {condition, condition};
}

bool StateChecks::is_known(const Waiting& waiting) {
  return waiting.surely == waiting.perhaps;
}

template <typename Operation>
StateChecks::Waiting StateChecks::combined(const Waiting& a, const Waiting& b, Operation operation) {
  const ExprPtr surely = operation(a.surely, b.surely);
  return {surely, is_known(a) && is_known(b) ? surely : operation(a.perhaps, b.perhaps)};
}

StateChecks::StateChecks(const Program& graphs)
    : graphs_(graphs), shared_(shared_variables(graphs)), is_bookkeeping_(graphs.variables.size(), false) {
  for (const VariableId variable : graphs.stack) is_bookkeeping_[variable] = true;
  for (const auto& [variable, name] : graphs.memory.locals) is_bookkeeping_[variable] = true;
  for (const Memory::Object& object : graphs.memory.objects)
    if (object.alive) is_bookkeeping_[*object.alive] = true;
  if (graphs.memory.top) is_bookkeeping_[*graphs.memory.top] = true;
  if (graphs.memory.sizes) is_bookkeeping_[*graphs.memory.sizes] = true;
  for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge)
    releases_ = releases_ || is_release(graphs, graphs.edge(edge).statement);
}

/// May accesses of the variable race?
bool StateChecks::counts(VariableId variable) const {
  return !is_bookkeeping_[variable] && (shared_[variable] || (releases_ && graphs_.memory.cells.contains(variable)));
}

std::vector<StateCheck> StateChecks::at(const ThreadState& state) {
  std::vector<StateCheck> checks;
  if (graphs_.property.has(Violation::no_data_race)) add_races(state, checks);
  if (graphs_.property.has(Violation::deadlock)) add_deadlock(state, checks);
  return checks;
}

void StateChecks::add_reads(const ExprPtr& expr, const ExprPtr& condition, std::vector<GuardedAccess>& accesses) const {
  const bool decides =
      expr->kind == Expr::Kind::Conditional || (expr->kind == Expr::Kind::Binary && is_logical(expr->binary));
  for (std::size_t i = 0; i < expr->operands.size(); ++i) {
    ExprPtr here = condition;
    if (decides && i > 0) {
      const bool if_true = expr->kind == Expr::Kind::Conditional ? i == 1 : expr->binary == BinaryOp::LogicalAnd;
      here = and_also(condition, if_true ? make_truth(expr->operands[0]) : make_not(expr->operands[0]));
    }
    add_reads(expr->operands[i], here, accesses);
  }
  if (!is_read(*expr) || !counts(expr->variable)) return;
  const bool is_element = expr->kind == Expr::Kind::Element;
  accesses.push_back({expr->variable, false, is_element ? expr->operands[0] : nullptr, condition, expr->source});
}

std::vector<StateChecks::GuardedAccess> StateChecks::next_accesses(LocationId location) const {
  std::vector<GuardedAccess> accesses;
  const std::vector<EdgeId>& out = graphs_.outgoing(location);
  if (out.empty()) return accesses;
  // Both edges of a branch read the same.
  const Edge& edge = graphs_.edge(out[0]);
  for (const ExprPtr& expr : evaluated_expressions(edge.statement)) add_reads(expr, nullptr, accesses);
  const LValue* target = assigned_target(edge.statement);
  const bool releases = is_release(graphs_, edge.statement);
  if (target != nullptr && (counts(target->variable) || releases))
    accesses.push_back({target->variable, true, target->index, nullptr, edge.source, releases});
  return accesses;
}

void StateChecks::add_races(const ThreadState& state, std::vector<StateCheck>& checks) const {
  const auto takes_part = [&](std::uint32_t thread) {
    return state.runs(thread) && !graphs_.outgoing(state.at[thread]).empty();
  };
  for (std::uint32_t one = 0; one < state.at.size(); ++one) {
    // Who is in an atomic region may meet others, but two threads outside of it wait meanwhile.
    if (!takes_part(one) || (state.holder && state.holder != one)) continue;
    const std::vector<GuardedAccess> first = next_accesses(state.at[one]);
    if (first.empty()) continue;
    for (std::uint32_t other = state.holder ? 0 : one + 1; other < state.at.size(); ++other) {
      if (other == one || !takes_part(other)) continue;
      for (const GuardedAccess& a : first)
        for (const GuardedAccess& b : next_accesses(state.at[other]))
          add_race(a, b, graphs_.edge(graphs_.outgoing(state.at[other])[0]), checks);
    }
  }
}

ExprPtr StateChecks::meets_release(const GuardedAccess& release, const GuardedAccess& access) const {
  const ScalarType& pointer = release.index->type;
  const ScalarType wide = signed_integer(std::min(128U, pointer.width + 2));
  const ExprPtr begin = make_cast(release.index, wide);
  if (access.releases)  // nothing happens to a null pointer
    return and_also(same_index(release.index, access.index),
                    make_binary(BinaryOp::Ne, release.index, make_constant(0, pointer), int_type));
  const auto cells = graphs_.memory.cells.find(access.variable);
  if (cells == graphs_.memory.cells.end() || !access.index) return truth(false);
  const ExprPtr address =
      make_binary(BinaryOp::Add, make_cast(access.index, wide), make_constant(cells->second.shift, wide), wide);
  const ExprPtr size =
      make_element(*graphs_.memory.sizes, release.index, graphs_.variables[*graphs_.memory.sizes].type);
  const ExprPtr end = make_binary(BinaryOp::Add, begin, make_cast(size, wide), wide);
  return and_also(make_binary(BinaryOp::Le, begin, address, int_type),
                  make_binary(BinaryOp::Lt, address, end, int_type));
}

/// ": written at line 4 and read", which the place of the other access follows; empty: a place is not known.
std::string StateChecks::accesses_text(const GuardedAccess& one, const GuardedAccess& other) const {
  if (!one.place.is_known() || !other.place.is_known()) return "";
  std::string at = "line " + std::to_string(one.place.line);
  if (one.place.file != other.place.file) {
    const std::string& file = graphs_.files.at(one.place.file);
    at = file.substr(file.rfind('/') + 1) + ":" + std::to_string(one.place.line);
  }
  const auto does = [](const GuardedAccess& access) {
    return access.releases ? "freed" : access.is_write ? "written" : "read";
  };
  return std::string(": ") + does(one) + " at " + at + " and " + does(other);
}

void StateChecks::add_race(const GuardedAccess& one, const GuardedAccess& other, const Edge& edge,
                           std::vector<StateCheck>& checks) const {
  ExprPtr condition = and_also(one.condition, other.condition);
  const bool releases = one.releases || other.releases;
  if (!releases && (one.variable != other.variable || (!one.is_write && !other.is_write))) return;
  if (releases)
    condition = and_also(condition, one.releases ? meets_release(one, other) : meets_release(other, one));
  else if (one.index && other.index)
    condition = and_also(condition, same_index(one.index, other.index));
  if (!condition) condition = truth(true);
  if (is_constant(*condition, false)) return;
  const Variable& variable = graphs_.variables[one.releases ? other.variable : one.variable];
  StateCheck check;
  check.condition = std::move(condition);
  check.thread = edge.thread;
  check.end.kind = LocationKind::Error;
  check.end.violation = Violation::no_data_race;
  check.end.function = graphs_.function_of(edge);
  check.end.place = other.place.is_known() ? other.place : edge.source;
  const std::string name = variable.user_name.empty() ? variable.name : variable.user_name;
  const std::string where = accesses_text(one, other);
  check.end.note = one.releases && other.releases ? "data race on memory that two threads free" + where
                                                  : "data race on " + name + where;
  checks.push_back(std::move(check));
}

/// Each thread that has not ended waits.
void StateChecks::add_deadlock(const ThreadState& state, std::vector<StateCheck>& checks) {
  if (state.holder) return;
  std::optional<std::uint32_t> waiting;
  bool waits_for_end = true;
  Waiting all = known(truth(true));
  for (std::uint32_t thread = 0; thread < state.at.size(); ++thread) {
    if (state.at[thread] == ThreadState::stuck) return;  // the program has ended
    if (!state.runs(thread)) continue;
    const bool joins = !may_move(graphs_, state, thread);
    // Who waits for the end of another is not where it goes wrong.
    if (!waiting || (waits_for_end && !joins)) waiting = thread;
    waits_for_end = waits_for_end && joins;
    if (joins) continue;
    const Waiting& own = waits(state.at[thread]);
    all = combined(all, own, and_also);
  }
  if (!waiting) return;
  const auto add = [&](const ExprPtr& condition, LocationKind kind, const std::string& note) {
    if (is_constant(*condition, false)) return;
    const LocationId at = state.at[*waiting];
    StateCheck check;
    check.condition = condition;
    check.thread = *waiting;
    check.end = graphs_.location(at);
    check.end.loop_head = false;
    check.end.kind = kind;
    if (kind == LocationKind::Error) check.end.violation = Violation::deadlock;
    check.end.note = note;
    if (!graphs_.outgoing(at).empty()) {
      const Edge& edge = graphs_.edge(graphs_.outgoing(at)[0]);
      check.end.place = edge.source;
      if (const std::uint32_t call = library_call(graphs_, edge); call != 0)
        check.end.function = graphs_.call_paths[call].caller;
    }
    checks.push_back(std::move(check));
  };
  add(all.surely, LocationKind::Error, "deadlock: no thread can go on");
  if (!is_known(all)) add(all.perhaps, LocationKind::Unsupported, "an atomic region that may block late");
}

const StateChecks::Waiting& StateChecks::waits(LocationId location) {
  const auto [entry, is_new] = waiting_.try_emplace(location);
  if (is_new) {
    std::size_t steps = longest_region;
    entry->second = waits(location, 0, steps);
  }
  return entry->second;
}

StateChecks::Waiting StateChecks::waits(LocationId location, std::uint32_t depth, std::size_t& steps) const {
  Waiting open{truth(false), truth(true)};
  Waiting result = known(truth(false));
  const std::vector<EdgeId>& out = graphs_.outgoing(location);
  if (steps == 0) return open;
  --steps;
  for (const EdgeId id : out) {
    const Edge& edge = graphs_.edge(id);
    const std::uint32_t next = depth_after(edge.thread_step, depth);
    Waiting then = known(truth(false));
    if (next > 0)
      then = edge.thread_step.kind == ThreadStep::Kind::join ? open : waits(graphs_.target(id), next, steps);
    then = before(edge.statement, std::move(then));
    if (const Assume* assume = as_assume(edge.statement)) {
      then = combined(known(assume->condition), then, and_also);
      if (out.size() == 1 && !is_constant(*assume->condition, true))
        then = combined(known(make_not(assume->condition)), then, or_else);
    }
    result = combined(result, then, or_else);
  }
  return result;
}

/// What has to hold before the statement so that this holds after it.
StateChecks::Waiting StateChecks::before(const Statement& statement, Waiting after) const {
  const auto target = assigned_variable(statement);
  if (!target) return after;
  const auto is_read = [&](const ExprPtr& condition) {
    return any_read(*condition, [&](const Expr& read) { return read.variable == *target; });
  };
  if (!is_read(after.surely) && !is_read(after.perhaps)) return after;
  const Assign* assign = as_assign(statement);
  if (assign == nullptr || graphs_.variables[*target].array) return {truth(false), truth(true)};
  return combined(after, known(assign->value), [&](const ExprPtr& condition, const ExprPtr& value) {
    return substituted(condition, *target, value);
  });
}

}  // namespace bireach::frontend
