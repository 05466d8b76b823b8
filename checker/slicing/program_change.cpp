// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/program_change.h"

#include <algorithm>
#include <utility>

namespace bireach::checker {

using frontend::Edge;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;

Edge internal_edge(frontend::Statement statement, const Edge& like) {
  Edge edge;
  edge.statement = std::move(statement);
  edge.call_path = like.call_path;
  edge.statement_id = like.statement_id;
  edge.role = frontend::EdgeRole::Internal;
  return edge;
}

bool may_be_undefined(const frontend::Expr& expr) {
  using frontend::BinaryOp;
  using frontend::Expr;
  const bool is_partial =
      expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Div || expr.binary == BinaryOp::Rem ||
                                          expr.binary == BinaryOp::Shl || expr.binary == BinaryOp::Shr);
  return is_partial || expr.kind == Expr::Kind::Element || expr.kind == Expr::Kind::Floating ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const frontend::ExprPtr& operand) { return may_be_undefined(*operand); });
}

ProgramChange::ProgramChange(const Program& program, SliceMode mode)
    : program_(program),
      mode_(mode),
      replaced_(program.edge_count(), false),
      open_(program.location_count(), false),
      block_of_(program.location_count(), nullptr) {}

void ProgramChange::leave_out(const SliceUnit& unit) {
  for (const SliceBlock& block : unit.blocks)
    for (const LocationId location : block.inside)
      if (block_of_[location] == nullptr || block_of_[location]->inside.size() < block.inside.size())
        block_of_[location] = &block;
  if (unit.is_branch && unit.blocks.empty()) open(unit);
  for (const EdgeId edge : unit.edges)
    if (!unit.is_branch) replaced_[edge] = true;
}

void ProgramChange::open(const SliceUnit& branch) {
  for (const EdgeId edge : branch.edges) open_[program_.source(edge)] = true;
}

const SliceBlock* ProgramChange::block_around(LocationId location) const {
  return block_of_[location];
}

bool ProgramChange::is_arbitrary(EdgeId id) const {
  if (mode_ == SliceMode::exact) return true;
  const Edge& edge = program_.edge(id);
  if (edge.role == frontend::EdgeRole::Parameter || edge.role == frontend::EdgeRole::Return) return true;
  const auto target = frontend::assigned_variable(edge.statement);
  if (!target || program_.variables[*target].function.empty()) return false;
  const frontend::SourceRange& declared = program_.variables[*target].declared;
  const auto begin = std::pair(edge.source.line, edge.source.column);
  const auto end = std::pair(edge.source.end_line, edge.source.end_column);
  const auto name = std::pair(declared.line, declared.column);
  return declared.file == edge.source.file && begin <= name && name < end;
}

std::vector<VariableId> ProgramChange::assigned_in(const SliceBlock& block) const {
  std::vector<VariableId> result;
  for (const LocationId location : block.inside)
    for (const EdgeId edge : program_.outgoing(location))
      if (const auto target = frontend::assigned_variable(program_.edge(edge).statement)) result.push_back(*target);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool ProgramChange::touches_bookkeeping() const {
  for (EdgeId edge = 0; edge < program_.edge_count(); ++edge)
    if (block_of_[program_.source(edge)] != nullptr && frontend::is_bookkeeping(program_, edge)) return true;
  return false;
}

namespace {

frontend::Statement skip() {
  return frontend::Assume{frontend::make_constant(1, frontend::int_type)};
}

class Changer {
 public:
  Changer(const ProgramChange& change, OpenWay way)
      : change_(change), way_(way), program_(change.program()), result_{program_.without_graph(), {}} {
    result_.program.signed_overflow = frontend::SignedOverflow::wraps;
  }

  ChangedProgram make() {
    for (LocationId location = 0; location < program_.location_count(); ++location)
      result_.program.add_location(program_.location(location));
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) add(edge);
    return std::move(result_);
  }

 private:
  void put(LocationId from, LocationId to, Edge edge, std::optional<EdgeId> origin) {
    result_.program.add_edge(from, to, std::move(edge));
    result_.origin.push_back(origin);
  }

  void add(EdgeId id) {
    const LocationId source = program_.source(id);
    const SliceBlock* block = change_.block_around(source);
    if (block != nullptr && block->entry == source) {
      if (program_.outgoing(source).front() == id) add_block(*block, program_.edge(id));
    } else if (block == nullptr && change_.is_open(source)) {
      add_open(id);
    } else if (block == nullptr && change_.leaves_out(id)) {
      add_replacement(id);
    } else {
      put(source, program_.target(id), program_.edge(id), id);
    }
  }

  void add_open(EdgeId id) {
    Edge edge = program_.edge(id);
    const frontend::ExprPtr condition = frontend::as_assume(edge.statement)->condition;
    const bool is_false = edge.role == frontend::EdgeRole::BranchFalse;
    if (way_ == OpenWay::opposite)
      edge.statement = frontend::Assume{frontend::make_not(condition)};
    else
      edge.statement =
          frontend::Assume{frontend::make_constant(is_false == (way_ == OpenWay::fails) ? 1 : 0, frontend::int_type)};
    put(program_.source(id), program_.target(id), std::move(edge), id);
  }

  void add_replacement(EdgeId id) {
    const Edge& edge = program_.edge(id);
    const bool keeps = !change_.is_arbitrary(id);
    put(program_.source(id), program_.target(id),
        internal_edge(keeps ? skip() : frontend::Statement(frontend::havoc_instead(edge.statement)), edge),
        std::nullopt);
  }

  void add_block(const SliceBlock& block, const Edge& like) {
    LocationId here = block.entry;
    if (change_.mode() == SliceMode::exact)
      for (const VariableId variable : change_.assigned_in(block)) {
        const LocationId next = result_.program.add_location({frontend::LocationKind::Normal, {}, {}, {}});
        put(here, next, internal_edge(frontend::Havoc{{variable, nullptr}, {}}, like), std::nullopt);
        here = next;
      }
    put(here, block.join, internal_edge(skip(), like), std::nullopt);
  }

  const ProgramChange& change_;
  const OpenWay way_;
  const Program& program_;
  ChangedProgram result_;
};

}  // namespace

ChangedProgram changed_program(const ProgramChange& change, OpenWay way) {
  return Changer(change, way).make();
}

}  // namespace bireach::checker
