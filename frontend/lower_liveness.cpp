// SPDX-License-Identifier: Apache-2.0
/// Live variables of a graph under construction (backwards data-flow analysis with a worklist).
#include "frontend/lower_graph.h"

namespace bireach::frontend {
namespace {

using Variables = std::set<VariableId>;

void add_reads(const ExprPtr& expr, const Variables& of_interest, Variables& result) {
  if (!expr) return;
  const bool reads = expr->kind == Expr::Kind::Variable || expr->kind == Expr::Kind::Element;
  if (reads && of_interest.contains(expr->variable)) result.insert(expr->variable);
  for (const ExprPtr& operand : expr->operands) add_reads(operand, of_interest, result);
}

struct Effect {
  std::size_t source;
  Variables reads;
  std::optional<VariableId> overwrites;
};

Effect effect_of(std::size_t source, const Statement& statement, const Variables& of_interest) {
  Effect result{source, {}, std::nullopt};
  const LValue* target = nullptr;
  if (const auto* assign = std::get_if<Assign>(&statement)) {
    add_reads(assign->value, of_interest, result.reads);
    target = &assign->target;
  } else if (const auto* havoc = std::get_if<Havoc>(&statement)) {
    target = &havoc->target;
  } else {
    add_reads(std::get<Assume>(statement).condition, of_interest, result.reads);
  }
  if (target && target->index) add_reads(target->index, of_interest, result.reads);
  if (target && !target->index) result.overwrites = target->variable;
  return result;
}

}  // namespace

std::vector<std::set<VariableId>> GraphBuilder::live_variables(const std::vector<Node>& nodes,
                                                               const std::vector<std::pair<Node, Node>>& calls,
                                                               const std::set<VariableId>& variables) {
  std::vector<std::vector<Effect>> incoming(locations_.size());
  for (const PendingEdge& edge : edges_) {
    incoming[find(edge.target)].push_back(effect_of(find(edge.source), edge.edge.statement, variables));
  }
  for (const auto& [from, to] : calls) incoming[find(to)].push_back({find(from), {}, std::nullopt});
  std::vector<Variables> live(locations_.size());
  std::vector<std::size_t> pending;
  for (std::size_t node = 0; node < locations_.size(); ++node) {
    if (!incoming[node].empty()) pending.push_back(node);
  }
  while (!pending.empty()) {
    const std::size_t node = pending.back();
    pending.pop_back();
    for (const Effect& effect : incoming[node]) {
      Variables& before = live[effect.source];
      const std::size_t known = before.size();
      before.insert(effect.reads.begin(), effect.reads.end());
      for (const VariableId variable : live[node]) {
        if (variable != effect.overwrites) before.insert(variable);
      }
      if (before.size() != known) pending.push_back(effect.source);
    }
  }
  std::vector<Variables> result;
  result.reserve(nodes.size());
  for (const Node node : nodes) result.push_back(live[find(node)]);
  return result;
}

}  // namespace bireach::frontend
