// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/split_accesses.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "frontend/threads/accesses.h"
#include "frontend/threads/thread_state.h"

namespace bireach::frontend {
namespace {

class Splitter {
 public:
  explicit Splitter(const Program& graphs)
      : graphs_(graphs),
        result_(graphs.without_graph()),
        shared_(shared_variables(graphs)),
        beside_others_(locations_beside_others(graphs)),
        outside_(locations_outside_regions(graphs)) {}

  Program run() {
    for (LocationId location = 0; location < graphs_.location_count(); ++location)
      result_.add_location(graphs_.location(location));
    for (LocationId location = 0; location < graphs_.location_count(); ++location) split_at(location);
    if (changes_arrays_)
      result_.assumptions.emplace_back("arrays that several threads use are copied, set and cleared in one step");
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_shared_read(const Expr& expr) const { return is_read(expr) && shared_[expr.variable]; }
  [[nodiscard]] bool has_shared_reads(const Expr& expr) const {
    return any_read(expr, [this](const Expr& read) { return shared_[read.variable]; });
  }

  [[nodiscard]] std::size_t count_reads(const Statement& statement) const {
    std::size_t count = 0;
    for_each_read(statement, [&](const Expr& read) {
      if (is_shared_read(read)) ++count;
    });
    return count;
  }

  /// Does it change or copy a whole array that others see?
  [[nodiscard]] bool changes_shared_array(const Statement& statement) const {
    const LValue* target = assigned_target(statement);
    if (target == nullptr || target->index || !graphs_.variables[target->variable].array) return false;
    const Assign* assign = as_assign(statement);
    const bool copies = assign != nullptr && assign->value->kind == Expr::Kind::Variable &&
                        graphs_.variables[assign->value->variable].array && shared_[assign->value->variable];
    return (copies || shared_[target->variable]) && graphs_.variables[target->variable].array->size > 1;
  }

  void split_at(LocationId location) {
    const std::vector<EdgeId>& out = graphs_.outgoing(location);
    if (out.empty()) return;
    const bool is_seen = beside_others_[location] && outside_[location];
    if (is_seen && out.size() == 1 && changes_shared_array(graphs_.edge(out[0]).statement)) changes_arrays_ = true;
    const std::size_t temporaries = is_seen ? temporaries_needed(out) : 0;
    if (temporaries == 0) {
      for (const EdgeId edge : out) result_.add_edge(location, graphs_.target(edge), graphs_.edge(edge));
      return;
    }
    begin(location, graphs_.edge(out[0]), temporaries);
    if (out.size() == 2)
      split_branch(out[0], out[1]);
    else
      split_edge(out[0]);
  }

  /// How many of the reads become steps of their own.
  [[nodiscard]] std::size_t temporaries_needed(const std::vector<EdgeId>& out) const {
    const Edge& edge = graphs_.edge(out[0]);
    if (edge.thread_step.kind != ThreadStep::Kind::none) return 0;
    if (is_assume(edge.statement) && out.size() == 1) return 0;
    const auto target = assigned_variable(edge.statement);
    if (changes_shared_array(edge.statement)) return 0;
    const std::size_t reads = count_reads(edge.statement);
    const std::size_t writes = target && shared_[*target] ? 1 : 0;
    return reads + writes <= 1 ? 0 : reads + writes - 1;
  }

  void begin(LocationId location, const Edge& edge, std::size_t temporaries) {
    origin_ = here_ = location;
    edge_ = &edge;
    left_ = temporaries;
    used_ = 0;
  }

  void split_edge(EdgeId id) {
    Edge last = graphs_.edge(id);
    const auto split_index = [this](LValue& target) {
      if (target.index) target.index = without_reads(target.index, nullptr);
    };
    last.statement = match(
        last.statement,
        [&](Assign assign) -> Statement {
          split_index(assign.target);
          assign.value = without_reads(assign.value, nullptr);
          return assign;
        },
        [](const Assume& assume) -> Statement { return assume; },
        [&](Havoc havoc) -> Statement {
          split_index(havoc.target);
          return havoc;
        });
    result_.add_edge(here_, graphs_.target(id), std::move(last));
  }

  /// Both edges evaluate the same reads, so that the second is the negation of the first.
  void split_branch(EdgeId first, EdgeId second) {
    const ExprPtr condition = without_reads(as_assume(graphs_.edge(first).statement)->condition, nullptr);
    Edge positive = graphs_.edge(first);
    positive.statement = Assume{condition};
    Edge negative = graphs_.edge(second);
    negative.statement = Assume{make_not(condition)};
    result_.add_edge(here_, graphs_.target(first), std::move(positive));
    result_.add_edge(here_, graphs_.target(second), std::move(negative));
  }

  /// The expression with the next reads taken from temporaries. Null `guard`: it is evaluated in any case.
  ExprPtr without_reads(const ExprPtr& expr, const ExprPtr& guard) {
    if (left_ == 0 || !has_shared_reads(*expr)) return expr;
    auto result = std::make_shared<Expr>(*expr);
    const bool decides =
        expr->kind == Expr::Kind::Conditional || (expr->kind == Expr::Kind::Binary && is_logical(expr->binary));
    for (std::size_t i = 0; i < result->operands.size(); ++i) {
      const ExprPtr here = decides && i > 0 ? both(guard, reached(*expr, result->operands[0], i)) : guard;
      result->operands[i] = without_reads(expr->operands[i], here);
    }
    if (!is_shared_read(*expr) || left_ == 0) return result;
    return temporary(result, guard);
  }

  /// When is this operand evaluated, by what decides about it?
  static ExprPtr reached(const Expr& expr, const ExprPtr& decision, std::size_t operand) {
    const bool if_true = expr.kind == Expr::Kind::Conditional ? operand == 1 : expr.binary == BinaryOp::LogicalAnd;
    return if_true ? make_truth(decision) : make_not(decision);
  }

  static ExprPtr both(const ExprPtr& guard, const ExprPtr& condition) {
    return guard ? make_binary(BinaryOp::LogicalAnd, guard, condition, int_type) : condition;
  }

  ExprPtr temporary(const ExprPtr& read, const ExprPtr& guard) {
    --left_;
    const VariableId variable = temporary_variable(graphs_.variables[read->variable], read->type);
    Edge edge = *edge_;
    edge.role = EdgeRole::Internal;
    edge.text = to_string(graphs_, *read);
    const ExprPtr value =
        guard ? make_conditional(guard, read, make_number(0, read->type), read->type, read->source) : read;
    edge.statement = Assign{{variable, nullptr}, value};
    const LocationId next = result_.add_location(graphs_.location(origin_));
    result_.location(next).loop_head = false;
    result_.add_edge(here_, next, std::move(edge));
    here_ = next;
    return make_variable(variable, read->type, read->source);
  }

  /// Temporaries live within one split, so later ones take them again.
  VariableId temporary_variable(const Variable& read, const ScalarType& type) {
    const auto key =
        std::tuple{edge_->thread, used_++, static_cast<unsigned>(type.kind), type.width, read.is_pointer, read.pointee};
    const auto found = temporaries_.find(key);
    if (found != temporaries_.end()) return found->second;
    Variable variable;
    variable.name = "read#" + std::to_string(temporaries_.size()) + "@" + graphs_.threads[edge_->thread].name;
    variable.type = type;
    variable.function = graphs_.threads[edge_->thread].function;
    variable.declared = edge_->source;
    variable.is_pointer = read.is_pointer;
    variable.pointee = read.pointee;
    result_.variables.push_back(std::move(variable));
    const auto id = static_cast<VariableId>(result_.variables.size() - 1);
    temporaries_.emplace(key, id);
    return id;
  }

  const Program& graphs_;
  Program result_;
  std::vector<bool> shared_;
  std::vector<bool> beside_others_;
  std::vector<bool> outside_;
  bool changes_arrays_ = false;
  std::map<std::tuple<std::uint32_t, std::size_t, unsigned, unsigned, bool, std::uint64_t>, VariableId> temporaries_;
  LocationId origin_ = 0;
  LocationId here_ = 0;
  const Edge* edge_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
};

}  // namespace

std::vector<bool> locations_outside_regions(const Program& graphs) {
  std::vector<bool> result(graphs.location_count(), false);
  std::set<std::pair<LocationId, std::uint32_t>> seen;
  std::vector<std::pair<LocationId, std::uint32_t>> work;
  const auto visit = [&](LocationId location, std::uint32_t depth) {
    if (!seen.emplace(location, depth).second) return;
    if (depth == 0) result[location] = true;
    work.emplace_back(location, depth);
  };
  for (const Thread& thread : graphs.threads) visit(thread.entry, 0);
  while (!work.empty()) {
    const auto [location, depth] = work.back();
    work.pop_back();
    for (const EdgeId edge : graphs.outgoing(location))
      visit(graphs.target(edge), depth_after(graphs.edge(edge).thread_step, depth));
  }
  return result;
}

Program split_accesses(const Program& graphs) {
  return Splitter(graphs).run();
}

}  // namespace bireach::frontend
