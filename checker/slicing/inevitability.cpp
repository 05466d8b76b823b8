// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/inevitability.h"

#include <algorithm>
#include <map>
#include <utility>

#include "abstraction/fixpoint/fixpoint.h"

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Edge;
using frontend::EdgeId;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::ScalarType;
using frontend::Statement;
using frontend::VariableId;

namespace {

ExprPtr conjunction(const std::vector<ExprPtr>& conditions) {
  ExprPtr result = frontend::make_constant(1, frontend::int_type);
  for (const ExprPtr& condition : conditions)
    result = frontend::make_binary(BinaryOp::LogicalAnd, result, condition, frontend::int_type);
  return result;
}

/// Signed results wrap.
ExprPtr wrapping(const ExprPtr& expr) {
  auto result = std::make_shared<Expr>(*expr);
  for (ExprPtr& operand : result->operands) operand = wrapping(operand);
  const bool overflows =
      (expr->kind == Expr::Kind::Unary && expr->unary == frontend::UnaryOp::Minus) ||
      (expr->kind == Expr::Kind::Binary &&
       (expr->binary == BinaryOp::Add || expr->binary == BinaryOp::Sub || expr->binary == BinaryOp::Mul));
  if (!overflows || !expr->type.is_signed()) return result;
  const ScalarType word = frontend::unsigned_integer(expr->type.width);
  for (ExprPtr& operand : result->operands) operand = frontend::make_cast(operand, word);
  result->type = word;
  return frontend::make_cast(result, expr->type);
}

/// The program twice: before and behind the statement.
class Halves {
 public:
  Program program;

  explicit Halves(const Program& from)
      : program(from.without_graph()), from_(from), size_(static_cast<LocationId>(from.location_count())) {
    program.procedures.clear();
  }

  /// `kind`: what becomes of a location of the program, of the second half if `second`.
  template <typename Kind>
  void add_locations(const Kind& kind) {
    for (const bool second : {false, true})
      for (LocationId id = 0; id < size_; ++id) {
        frontend::Location location = from_.location(id);
        const LocationKind wanted = kind(location.kind, second);
        if (wanted != location.kind) {
          location = {wanted, {}, {}, {}};
          if (wanted == LocationKind::Error) location.violation = frontend::Violation::unreach_call;
        }
        program.add_location(std::move(location));
      }
  }
  [[nodiscard]] LocationId second(LocationId location) const { return size_ + location; }
  LocationId fresh() { return program.add_location({LocationKind::Normal, {}, {}, {}}); }
  LocationId end(LocationKind kind) {
    frontend::Location location{kind, {}, {}, {}};
    if (kind == LocationKind::Error) location.violation = frontend::Violation::unreach_call;
    return program.add_location(std::move(location));
  }
  LocationId put(LocationId from, LocationId to, Edge edge) {
    program.add_edge(from, to, std::move(edge));
    return to;
  }
  /// Two ways from there, by the condition.
  void branch(LocationId from, const ExprPtr& condition, LocationId if_true, LocationId if_false, const Edge& like) {
    put(from, if_true, internal_edge(frontend::Assume{condition}, like));
    put(from, if_false, internal_edge(frontend::Assume{frontend::make_not(condition)}, like));
  }

 private:
  const Program& from_;
  const LocationId size_;
};

/// The loops behind the statement with their ranking functions.
class Rankings {
 public:
  Rankings(const Program& program, LocationId start) : program_(program) {
    const auto order = abstraction::weak_topological_order(abstraction::forward_graph(program), {start});
    reached_.assign(program.location_count(), false);
    for (const std::size_t node : order.nodes) reached_[node] = true;
    for (std::size_t position = 0; position < order.nodes.size(); ++position) {
      if (!order.is_head(position)) continue;
      Loop loop;
      loop.inside.assign(program.location_count(), false);
      for (std::size_t i = position; i < order.component_end[position]; ++i) loop.inside[order.nodes[i]] = true;
      loop.rank = rank_of(loop);
      known_ = known_ && loop.rank != nullptr;
      loops_.emplace(static_cast<LocationId>(order.nodes[position]), std::move(loop));
    }
  }

  struct Loop {
    std::vector<bool> inside;  ///< by location
    ExprPtr rank;
  };
  [[nodiscard]] bool all_known() const { return known_; }
  [[nodiscard]] bool reaches(LocationId location) const { return reached_[location]; }
  [[nodiscard]] const std::map<LocationId, Loop>& loops() const { return loops_; }

 private:
  /// b - a for a condition a < b without which it is left.
  [[nodiscard]] ExprPtr rank_of(const Loop& loop) const {
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) {
      const frontend::Assume* stays = frontend::as_assume(program_.edge(edge).statement);
      const LocationId source = program_.source(edge);
      if (stays == nullptr || !loop.inside[source] || !loop.inside[program_.target(edge)]) continue;
      const auto& outgoing = program_.outgoing(source);
      const bool leaves = std::any_of(outgoing.begin(), outgoing.end(),
                                      [&](EdgeId other) { return !loop.inside[program_.target(other)]; });
      if (leaves)
        if (ExprPtr rank = distance(*stays->condition)) return rank;
    }
    return nullptr;
  }

  [[nodiscard]] static ExprPtr distance(const Expr& condition) {
    if (condition.kind != Expr::Kind::Binary) return nullptr;
    const bool rises = condition.binary == BinaryOp::Lt || condition.binary == BinaryOp::Le;
    if (!rises && condition.binary != BinaryOp::Gt && condition.binary != BinaryOp::Ge) return nullptr;
    const ExprPtr& low = condition.operands[rises ? 0 : 1];
    const ExprPtr& high = condition.operands[rises ? 1 : 0];
    if (low->type.width > 32 || low->type.is_floating() || may_be_undefined(condition)) return nullptr;
    const ScalarType wide = frontend::signed_integer(64);
    return frontend::make_binary(BinaryOp::Sub, frontend::make_cast(wrapping(high), wide),
                                 frontend::make_cast(wrapping(low), wide), wide);
  }

  const Program& program_;
  std::vector<bool> reached_;
  std::map<LocationId, Loop> loops_;
  bool known_ = true;
};

class Maker {
 public:
  Maker(const ProgramChange& change, EdgeId left_out, const std::vector<ExprPtr>& conditions)
      : change_(change),
        program_(change.program()),
        left_out_(left_out),
        condition_(conjunction(conditions)),
        rankings_(program_, program_.target(left_out)) {}

  std::optional<Inevitability> make() {
    if (rankings_.reaches(program_.source(left_out_)) || !rankings_.all_known() || !is_plain()) return std::nullopt;
    return Inevitability{necessary(), inevitable()};
  }

 private:
  /// Has what follows no undefined behaviour but overflow?
  [[nodiscard]] bool is_plain() const {
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) {
      if (!rankings_.reaches(program_.source(edge))) continue;
      const frontend::LValue* target = frontend::assigned_target(program_.edge(edge).statement);
      if (target != nullptr && target->index) return false;
      for (const ExprPtr& expr : frontend::evaluated_expressions(program_.edge(edge).statement))
        if (may_be_undefined(*expr)) return false;
    }
    return true;
  }

  [[nodiscard]] Program necessary() const {
    Halves halves(program_);
    halves.add_locations([](LocationKind kind, bool second) {
      return kind == LocationKind::Error && !second ? LocationKind::Exit : kind;
    });
    for (EdgeId id = 0; id < program_.edge_count(); ++id) {
      const Edge& edge = program_.edge(id);
      const LocationId from = program_.source(id);
      const LocationId to = program_.target(id);
      halves.put(halves.second(from), halves.second(to), edge);
      if (id != left_out_) {
        halves.put(from, to, edge);
        continue;
      }
      const LocationId holds = halves.fresh();
      const LocationId fails = halves.fresh();
      halves.branch(from, condition_, holds, fails, edge);
      halves.put(holds, to, edge);
      halves.put(fails, halves.second(to), edge);
    }
    return std::move(halves.program);
  }

  [[nodiscard]] Program inevitable() const {
    Halves halves(program_);
    halves.add_locations([](LocationKind kind, bool second) {
      if (kind == LocationKind::Normal) return kind;
      return second && kind != LocationKind::Error ? LocationKind::Error : LocationKind::Exit;
    });
    std::map<LocationId, VariableId> ranks;
    for (const auto& loop : rankings_.loops()) {
      frontend::Variable rank;
      rank.name = "rank@" + std::to_string(loop.first);
      rank.type = frontend::signed_integer(64);
      ranks[loop.first] = static_cast<VariableId>(halves.program.variables.size());
      halves.program.variables.push_back(std::move(rank));
    }
    for (EdgeId id = 0; id < program_.edge_count(); ++id) {
      if (id == left_out_)
        enter(halves, id, ranks);
      else
        halves.put(program_.source(id), program_.target(id), program_.edge(id));
      add_behind(halves, id, ranks);
    }
    return std::move(halves.program);
  }

  void enter(Halves& halves, EdgeId id, const std::map<LocationId, VariableId>& ranks) const {
    const Edge& edge = program_.edge(id);
    const LocationId holds = halves.fresh();
    halves.branch(program_.source(id), condition_, holds, halves.end(LocationKind::Exit), edge);
    Statement instead = frontend::Assume{frontend::make_constant(1, frontend::int_type)};
    if (change_.is_arbitrary(id)) instead = frontend::havoc_instead(edge.statement);
    const LocationId to = halves.second(program_.target(id));
    const auto rank = ranks.find(program_.target(id));
    if (rank == ranks.end()) {
      halves.put(holds, to, internal_edge(std::move(instead), edge));
      return;
    }
    const LocationId here = halves.put(holds, halves.fresh(), internal_edge(std::move(instead), edge));
    halves.put(here, to,
               internal_edge(frontend::Assign{{rank->second, nullptr}, rankings_.loops().at(rank->first).rank}, edge));
  }

  void add_behind(Halves& halves, EdgeId id, const std::map<LocationId, VariableId>& ranks) const {
    Edge edge = program_.edge(id);
    edge.statement = frontend::match(
        edge.statement,
        [](const frontend::Assign& assign) {
          return Statement(frontend::Assign{assign.target, wrapping(assign.value)});
        },
        [](const frontend::Assume& assume) { return Statement(frontend::Assume{wrapping(assume.condition)}); },
        [](const frontend::Havoc& havoc) { return Statement(havoc); });
    const LocationId from = halves.second(program_.source(id));
    const LocationId to = halves.second(program_.target(id));
    const auto rank = ranks.find(program_.target(id));
    if (rank == ranks.end()) {
      halves.put(from, to, std::move(edge));
      return;
    }
    const Rankings::Loop& loop = rankings_.loops().at(rank->first);
    LocationId here = halves.put(from, halves.fresh(), edge);
    const ScalarType wide = frontend::signed_integer(64);
    const ExprPtr old = frontend::make_variable(rank->second, wide);
    if (loop.inside[program_.source(id)]) {
      const ExprPtr zero = frontend::make_constant(0, wide);
      const ExprPtr decreases = frontend::make_binary(
          BinaryOp::LogicalAnd, frontend::make_binary(BinaryOp::Lt, loop.rank, old, frontend::int_type),
          frontend::make_binary(BinaryOp::Ge, old, zero, frontend::int_type), frontend::int_type);
      const LocationId next = halves.fresh();
      halves.branch(here, decreases, next, halves.end(LocationKind::Error), edge);
      here = next;
    }
    halves.put(here, to, internal_edge(frontend::Assign{{rank->second, nullptr}, loop.rank}, edge));
  }

  const ProgramChange& change_;
  const Program& program_;
  const EdgeId left_out_;
  const ExprPtr condition_;
  const Rankings rankings_;
};

}  // namespace

std::optional<Inevitability> make_inevitability(const ProgramChange& change, const SliceUnit& unit,
                                                const std::vector<ExprPtr>& conditions) {
  const Program& program = change.program();
  if (unit.is_branch || unit.edges.size() != 1 || !program.procedures.empty()) return std::nullopt;
  const frontend::LValue* target = frontend::assigned_target(program.edge(unit.edges.front()).statement);
  if (target == nullptr || target->index || program.variables[target->variable].array) return std::nullopt;
  return Maker(change, unit.edges.front(), conditions).make();
}

}  // namespace bireach::checker
