// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/lockstep.h"

#include <algorithm>
#include <utility>

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Edge;
using frontend::EdgeId;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::LValue;
using frontend::Program;
using frontend::ScalarType;
using frontend::Statement;
using frontend::VariableId;

namespace {

/// The variables that may differ between both programs in the same step, whatever the order of statements.
class Differences {
 public:
  explicit Differences(const ProgramChange& change)
      : program_(change.program()), differs_(program_.variables.size(), false) {
    std::vector<const Statement*> steps;
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) {
      const Statement& statement = program_.edge(edge).statement;
      const auto target = frontend::assigned_variable(statement);
      if (change.block_around(program_.source(edge)) != nullptr || change.leaves_out(edge)) {
        if (target) differs_[*target] = true;
      } else if (target) {
        steps.push_back(&statement);
      }
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (const Statement* step : steps) {
        const VariableId target = *frontend::assigned_variable(*step);
        if (differs_[target] || !reads(*step)) continue;
        differs_[target] = grows = true;
      }
    }
  }

  [[nodiscard]] bool contains(VariableId variable) const { return differs_[variable]; }
  [[nodiscard]] bool reads(const Expr& expr) const {
    return frontend::any_read(expr, [&](const Expr& read) { return differs_[read.variable]; });
  }
  [[nodiscard]] bool reads(const Statement& statement) const {
    const auto expressions = frontend::evaluated_expressions(statement);
    return std::any_of(expressions.begin(), expressions.end(), [&](const ExprPtr& expr) { return reads(*expr); });
  }

 private:
  const Program& program_;
  std::vector<bool> differs_;
};

bool decides(const Expr& expr) {
  if (expr.kind == Expr::Kind::Conditional) return true;
  if (expr.kind == Expr::Kind::Binary && frontend::is_logical(expr.binary)) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(), [](const ExprPtr& o) { return decides(*o); });
}

bool divides(const Expr& expr) {
  return expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Div || expr.binary == BinaryOp::Rem);
}

bool shifts(const Expr& expr) {
  return expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Shl || expr.binary == BinaryOp::Shr);
}

ExprPtr both(const ExprPtr& a, const ExprPtr& b) {
  return frontend::make_binary(BinaryOp::LogicalAnd, a, b, frontend::int_type);
}

ExprPtr compare(BinaryOp op, const ExprPtr& a, const logic::Integer& value) {
  return frontend::make_binary(op, a, frontend::make_constant(value, a->type), frontend::int_type);
}

/// Expressions as the changed program evaluates them, and when it may do so.
class Copies {
 public:
  Copies(const Program& program, const std::vector<VariableId>& copy_of) : program_(program), copy_of_(copy_of) {}

  /// Over the copies; signed results wrap.
  [[nodiscard]] ExprPtr copy(const ExprPtr& expr) const { return rebuilt(expr, true); }
  /// The same over the program's own variables.
  [[nodiscard]] ExprPtr wrapping(const ExprPtr& expr) const { return rebuilt(expr, false); }

  /// Conditions over the copies, in the order in which they can be evaluated, under which evaluating the copy is
  /// defined wherever the program evaluates the expression; null among them: never.
  void guards(const ExprPtr& expr, std::vector<ExprPtr>& found) const {
    if (differs(*expr)) add_guards(expr, decides(*expr), found);
  }
  /// The same for an assigned element.
  void guards_of_target(const LValue& target, std::vector<ExprPtr>& found) const {
    if (target.index == nullptr) return;
    guards(target.index, found);
    add_index_guard(target.variable, target.index, true, found);
  }

 private:
  [[nodiscard]] bool differs(const Expr& expr) const {
    return frontend::any_read(expr, [&](const Expr& read) { return copy_of_[read.variable] != read.variable; });
  }

  [[nodiscard]] ExprPtr rebuilt(const ExprPtr& expr, bool renames) const {
    auto result = std::make_shared<Expr>(*expr);
    for (ExprPtr& operand : result->operands) operand = rebuilt(operand, renames);
    if (renames && frontend::is_read(*result)) result->variable = copy_of_[result->variable];
    if (!overflows(*result)) return result;
    const ScalarType word = frontend::unsigned_integer(result->type.width);
    for (ExprPtr& operand : result->operands) operand = frontend::make_cast(operand, word);
    const ScalarType type = std::exchange(result->type, word);
    return frontend::make_cast(result, type);
  }

  [[nodiscard]] bool overflows(const Expr& expr) const {
    if (!expr.type.is_signed() || program_.signed_overflow == frontend::SignedOverflow::wraps) return false;
    if (expr.kind == Expr::Kind::Unary) return expr.unary == frontend::UnaryOp::Minus;
    return expr.kind == Expr::Kind::Binary &&
           (expr.binary == BinaryOp::Add || expr.binary == BinaryOp::Sub || expr.binary == BinaryOp::Mul);
  }

  /// What differs nowhere is defined if the program evaluates it, too.
  void add_guards(const ExprPtr& expr, bool anywhere, std::vector<ExprPtr>& found) const {
    for (const ExprPtr& operand : expr->operands) add_guards(operand, anywhere, found);
    if (!anywhere && !differs(*expr)) return;
    if (divides(*expr)) {
      add_divisor_guard(*expr, found);
    } else if (shifts(*expr)) {
      const ExprPtr amount = copy(expr->operands[1]);
      found.push_back(both(compare(BinaryOp::Ge, amount, 0), is_less(amount, expr->type.width)));
    } else if (expr->kind == Expr::Kind::Element) {
      add_index_guard(expr->variable, expr->operands[0], !anywhere, found);
    } else if (expr->kind == Expr::Kind::Floating && !expr->type.is_floating() &&
               (expr->floating == logic::FloatOp::ToSigned || expr->floating == logic::FloatOp::ToUnsigned)) {
      found.push_back(nullptr);
    }
  }

  [[nodiscard]] static ExprPtr is_less(const ExprPtr& value, const logic::Integer& bound) {
    if (value->type.max() < bound) return frontend::make_constant(1, frontend::int_type);
    return compare(BinaryOp::Lt, value, bound);
  }

  void add_divisor_guard(const Expr& expr, std::vector<ExprPtr>& found) const {
    const ExprPtr divisor = copy(expr.operands[1]);
    found.push_back(compare(BinaryOp::Ne, divisor, 0));
    if (!expr.type.is_signed()) return;
    const ExprPtr least = compare(BinaryOp::Ne, copy(expr.operands[0]), expr.type.min());
    found.push_back(
        frontend::make_binary(BinaryOp::LogicalOr, compare(BinaryOp::Ne, divisor, -1), least, frontend::int_type));
  }

  /// Memory may be accessed where the program accesses it in the same step; arrays everywhere in them.
  void add_index_guard(VariableId array, const ExprPtr& index, bool program_accesses,
                       std::vector<ExprPtr>& found) const {
    const auto& shape = program_.variables[array].array;
    const ExprPtr own = copy(index);
    if (shape && !program_.memory.cells.contains(array)) {
      const bool may_be_negative = index->type.is_signed();
      const ExprPtr below = is_less(own, shape->size);
      found.push_back(may_be_negative ? both(compare(BinaryOp::Ge, own, 0), below) : below);
    } else if (!program_accesses || may_be_undefined(*index)) {
      found.push_back(nullptr);
    } else if (differs(*index)) {
      found.push_back(frontend::make_binary(BinaryOp::Eq, own, wrapping(index), frontend::int_type));
    }
  }

  const Program& program_;
  const std::vector<VariableId>& copy_of_;
};

class LockstepMaker {
 public:
  explicit LockstepMaker(const ProgramChange& change)
      : change_(change),
        program_(change.program()),
        differences_(change),
        made_{program_.without_graph(), false, {}, {}, {}},
        together_(static_cast<LocationId>(program_.location_count())) {}

  std::optional<Lockstep> make(std::string& why) {
    if (change_.mode() == SliceMode::exact && change_.touches_bookkeeping()) {
      why = "memory is allocated, or its lifetime ends, in what would be left out";
      return std::nullopt;
    }
    if (!add_variables()) {
      why = "memory that is allocated, or kept across recursive calls, depends on it";
      return std::nullopt;
    }
    made_.program.procedures.clear();
    add_locations();
    const Copies copies(program_, copy_of_);
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) {
      put(alone(program_.source(edge)), alone(program_.target(edge)), program_.edge(edge), edge);
      add_step(copies, edge);
    }
    if (made_.can_part && !program_.procedures.empty()) {
      why = "the program is recursive";
      return std::nullopt;
    }
    return std::move(made_);
  }

 private:
  bool add_variables() {
    for (VariableId id = 0; id < program_.variables.size(); ++id) {
      made_.original.emplace_back();
      copy_of_.push_back(id);
    }
    for (VariableId id = 0; id < program_.variables.size(); ++id) {
      if (!differences_.contains(id)) continue;
      if (keeps_books(id)) return false;
      frontend::Variable copy = program_.variables[id];
      copy.name += "'";
      copy_of_[id] = static_cast<VariableId>(made_.program.variables.size());
      if (const auto cells = program_.memory.cells.find(id); cells != program_.memory.cells.end())
        made_.program.memory.cells.emplace(copy_of_[id], cells->second);
      made_.program.variables.push_back(std::move(copy));
      made_.original.emplace_back(id);
    }
    return true;
  }

  [[nodiscard]] bool keeps_books(VariableId id) const {
    const auto& memory = program_.memory;
    return std::binary_search(program_.stack.begin(), program_.stack.end(), id) || memory.top == id ||
           memory.sizes == id || memory.locals.contains(id) ||
           std::any_of(memory.objects.begin(), memory.objects.end(), [&](const auto& o) { return o.alive == id; });
  }

  /// First those where both are in step, under the program's numbers, then those where the program is alone.
  void add_locations() {
    for (const bool alone : {false, true})
      for (LocationId id = 0; id < program_.location_count(); ++id) {
        frontend::Location location = program_.location(id);
        const bool is_error = location.kind == LocationKind::Error;
        // Undefined behaviour of the program is no failure of it, whatever comes behind.
        if ((is_error && !alone) || location.is_undefined) location = {LocationKind::Exit, {}, {}, {}};
        // Behind what is not modelled anything may happen: that nobody gets there has to be proved.
        made_.can_part =
            made_.can_part || (location.kind == LocationKind::Unsupported && !program_.incoming(id).empty());
        made_.program.add_location(std::move(location));
      }
  }

  [[nodiscard]] LocationId alone(LocationId location) const { return together_ + location; }

  LocationId put(LocationId from, LocationId to, Edge edge, std::optional<EdgeId> origin,
                 std::optional<EdgeId> replaces = std::nullopt) {
    made_.program.add_edge(from, to, std::move(edge));
    made_.origin.push_back(origin);
    made_.replaces.push_back(replaces);
    return to;
  }

  LocationId fresh() { return made_.program.add_location({LocationKind::Normal, {}, {}, {}}); }

  /// Both go on from a new location if it holds, else they part, and the program is at `here`.
  LocationId demand(LocationId from, const ExprPtr& condition, LocationId here, const Edge& like) {
    made_.can_part = true;
    const LocationId next = fresh();
    if (condition == nullptr) {
      put(from, alone(here), internal_edge(frontend::Assume{frontend::make_constant(1, frontend::int_type)}, like), {});
      // Nothing leads there; what follows it is built all the same.
      return next;
    }
    put(from, next, internal_edge(frontend::Assume{condition}, like), {});
    put(from, alone(here), internal_edge(frontend::Assume{frontend::make_not(condition)}, like), {});
    return next;
  }

  void add_step(const Copies& copies, EdgeId id) {
    const Edge& edge = program_.edge(id);
    const LocationId from = program_.source(id);
    const LocationId to = program_.target(id);
    const SliceBlock* block = change_.block_around(from);
    if (block != nullptr)
      add_block_step(*block, id);
    else if (change_.is_open(from))
      add_open_branch(id);
    else if (change_.leaves_out(id))
      add_replacement(copies, id);
    else if (frontend::is_assume(edge.statement))
      add_condition(copies, id);
    else if (differences_.contains(*frontend::assigned_variable(edge.statement)))
      add_assignment(copies, id);
    else
      put(from, to, edge, id);
  }

  void add_block_step(const SliceBlock& block, EdgeId id) {
    const LocationId from = program_.source(id);
    const LocationId to = program_.target(id);
    if (to != block.join || change_.mode() == SliceMode::paper) {
      put(from, to, program_.edge(id), id);
      return;
    }
    LocationId here = put(from, fresh(), program_.edge(id), id);
    const EdgeId first = program_.outgoing(block.entry).front();
    for (const VariableId variable : change_.assigned_in(block)) {
      const frontend::Havoc any{{copy_of_[variable], nullptr}, {}};
      here = put(here, fresh(), internal_edge(any, program_.edge(id)), {}, first);
    }
    put(here, to, internal_edge(frontend::Assume{frontend::make_constant(1, frontend::int_type)}, program_.edge(id)),
        {});
  }

  /// Left out by the paper's mode, it goes the way of a condition that does not hold.
  void add_open_branch(EdgeId id) {
    const Edge& edge = program_.edge(id);
    const bool stays = change_.mode() == SliceMode::paper && edge.role == frontend::EdgeRole::BranchFalse;
    if (!stays) made_.can_part = true;
    put(program_.source(id), stays ? program_.target(id) : alone(program_.target(id)), edge, id);
  }

  void add_replacement(const Copies& copies, EdgeId id) {
    const Edge& edge = program_.edge(id);
    const LValue& target = *frontend::assigned_target(edge.statement);
    LocationId here = program_.source(id);
    if (change_.is_arbitrary(id)) {
      std::vector<ExprPtr> guards;
      copies.guards_of_target(target, guards);
      for (const ExprPtr& guard : guards) here = demand(here, guard, program_.source(id), edge);
      const LValue own{copy_of_[target.variable], target.index ? copies.copy(target.index) : nullptr};
      frontend::Havoc any = frontend::havoc_instead(edge.statement);
      any.target = own;
      here = put(here, fresh(), internal_edge(std::move(any), edge), {}, id);
    }
    put(here, program_.target(id), edge, id);
  }

  void add_condition(const Copies& copies, EdgeId id) {
    const Edge& edge = program_.edge(id);
    const ExprPtr& condition = frontend::as_assume(edge.statement)->condition;
    const LocationId to = program_.target(id);
    if (!differences_.reads(*condition)) {
      put(program_.source(id), to, edge, id);
      return;
    }
    LocationId here = put(program_.source(id), fresh(), edge, id);
    std::vector<ExprPtr> guards;
    copies.guards(condition, guards);
    guards.push_back(frontend::make_truth(copies.copy(condition)));
    for (const ExprPtr& guard : guards) here = demand(here, guard, to, edge);
    put(here, to, internal_edge(frontend::Assume{frontend::make_constant(1, frontend::int_type)}, edge), {});
  }

  /// The changed program first: the program's own step changes nothing that this one reads.
  void add_assignment(const Copies& copies, EdgeId id) {
    const Edge& edge = program_.edge(id);
    const LocationId from = program_.source(id);
    const LValue& target = *frontend::assigned_target(edge.statement);
    std::vector<ExprPtr> guards;
    copies.guards_of_target(target, guards);
    const frontend::Assign* assign = frontend::as_assign(edge.statement);
    const bool copies_array = assign != nullptr && assign->value->kind == Expr::Kind::Variable &&
                              program_.variables[assign->value->variable].array.has_value();
    if (assign != nullptr && !copies_array) copies.guards(assign->value, guards);
    LocationId here = from;
    for (const ExprPtr& guard : guards) here = demand(here, guard, from, edge);
    const LValue own{copy_of_[target.variable], target.index ? copies.copy(target.index) : nullptr};
    if (assign != nullptr) {
      here = put(here, fresh(), internal_edge(frontend::Assign{own, copies.copy(assign->value)}, edge), {});
      put(here, program_.target(id), edge, id);
      return;
    }
    // The same input for both; an index that depends on it is not the same any more.
    if (frontend::keeps_other_elements(edge.statement)) here = demand(here, nullptr, from, edge);
    if (target.index != nullptr &&
        frontend::any_read(*target.index, [&](const Expr& read) { return read.variable == target.variable; }))
      here = demand(here, nullptr, from, edge);
    here = put(here, fresh(), edge, id);
    put(here, program_.target(id), internal_edge(frontend::Assign{own, chosen(target)}, edge), {});
  }

  [[nodiscard]] ExprPtr chosen(const LValue& target) const {
    const ScalarType& type = program_.variables[target.variable].type;
    return target.index ? frontend::make_element(target.variable, target.index, type)
                        : frontend::make_variable(target.variable, type);
  }

  const ProgramChange& change_;
  const Program& program_;
  const Differences differences_;
  Lockstep made_;
  const LocationId together_;        ///< how many locations there are where both are in step
  std::vector<VariableId> copy_of_;  ///< itself, if it does not differ
};

}  // namespace

std::optional<Lockstep> make_lockstep(const ProgramChange& change, std::string& why) {
  return LockstepMaker(change).make(why);
}

}  // namespace bireach::checker
