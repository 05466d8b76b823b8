// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/statement_units.h"

#include <algorithm>
#include <tuple>

#include "checker/report/trace_names.h"

namespace bireach::checker {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;

bool is_loop(const Program& program, const SliceBlock& block) {
  const auto& incoming = program.incoming(block.entry);
  return std::any_of(incoming.begin(), incoming.end(), [&](EdgeId edge) {
    return std::binary_search(block.inside.begin(), block.inside.end(), program.source(edge));
  });
}

StatementUnits::StatementUnits(const Program& program) : program_(program), numbers_(number_statements(program)) {
  std::vector<bool> shown;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) shown.push_back(is_shown(program, program.edge(edge)));
  units_ = slice_units(program, shown, numbers_.number_of_edge);
  for (std::size_t i = 0; i < units_.size(); ++i) order_.push_back(i);
  const auto where = [this](std::size_t unit) {
    const frontend::SourceRange& range = program_.edge(speaking_edge(unit)).source;
    return std::tuple(range.file, range.line, range.column);
  };
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return where(a) < where(b); });
  positions_.resize(units_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) positions_[order_[i]] = i;
}

EdgeId StatementUnits::speaking_edge(std::size_t unit) const {
  for (const EdgeId edge : units_[unit].edges)
    if (program_.edge(edge).role == frontend::EdgeRole::BranchTrue) return edge;
  return units_[unit].edges.front();
}

std::string StatementUnits::text(std::size_t unit) const {
  const Edge& edge = program_.edge(speaking_edge(unit));
  return units_[unit].is_branch ? edge.text : edge_text(program_, edge);
}

std::string StatementUnits::kind(std::size_t unit) const {
  if (units_[unit].is_branch) return "branch";
  return std::string(frontend::kind_name(program_.edge(units_[unit].edges.front()).statement));
}

ReportPlace StatementUnits::place(std::size_t unit) const {
  return report_place(program_, program_.edge(speaking_edge(unit)));
}

unsigned StatementUnits::depth(std::size_t unit) const {
  unsigned depth = call_depth(program_, program_.edge(units_[unit].edges.front()).call_path);
  for (auto parent = units_[unit].parent; parent; parent = units_[*parent].parent) ++depth;
  return depth;
}

bool StatementUnits::is_loop(std::size_t unit) const {
  const SliceUnit& entry = units_[unit];
  return std::any_of(entry.blocks.begin(), entry.blocks.end(),
                     [&](const SliceBlock& block) { return checker::is_loop(program_, block); }) ||
         program_.location(program_.source(entry.edges.front())).loop_head;
}

}  // namespace bireach::checker
