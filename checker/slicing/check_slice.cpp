// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/check_slice.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "checker/slicing/post_dominators.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::Expr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::Statement;
using frontend::VariableId;

Statement always() {
  return frontend::Assume{frontend::make_constant(1, frontend::int_type)};
}

/// Does the edge lead to such an error and nowhere else, perhaps by a call with some arguments?
bool fails_check(const Program& program, EdgeId edge, const std::function<bool(LocationId)>& is_asked) {
  constexpr int longest = 16;
  LocationId at = program.target(edge);
  for (int steps = 0; steps < longest && program.outgoing(at).size() == 1; ++steps)
    at = program.target(program.outgoing(at).front());
  return program.location(at).kind == LocationKind::Error && !is_asked(at);
}

/// From which locations a path leads to an error that is asked, or to what is not modelled?
std::vector<bool> leading_to_targets(const Program& program, const std::function<bool(LocationId)>& is_asked) {
  std::vector<bool> result(program.location_count());
  std::vector<LocationId> open;
  const auto add = [&](LocationId l) {
    if (result[l]) return;
    result[l] = true;
    open.push_back(l);
  };
  for (LocationId l = 0; l < program.location_count(); ++l) {
    const LocationKind kind = program.location(l).kind;
    if (kind == LocationKind::Unsupported || (kind == LocationKind::Error && is_asked(l))) add(l);
  }
  while (!open.empty()) {
    const LocationId l = open.back();
    open.pop_back();
    for (const EdgeId edge : program.incoming(l)) add(program.source(edge));
  }
  return result;
}

/// The program in which checks that are not asked pass, and which ends where it comes to no others any more.
Program with_passing_checks(const Program& program, const std::function<bool(LocationId)>& is_asked) {
  const std::vector<bool> goes_on = leading_to_targets(program, is_asked);
  Program result = program.without_graph();
  for (LocationId l = 0; l < program.location_count(); ++l) {
    frontend::Location location = program.location(l);
    if (!goes_on[l]) {
      location.kind = LocationKind::Exit;
      location.violation.reset();
    }
    result.add_location(std::move(location));
  }
  for (LocationId l = 0; l < program.location_count(); ++l) {
    if (!goes_on[l]) continue;
    std::vector<EdgeId> ways = program.outgoing(l);
    if (ways.size() == 2) std::erase_if(ways, [&](EdgeId edge) { return fails_check(program, edge, is_asked); });
    for (const EdgeId way : ways) {
      frontend::Edge edge = program.edge(way);
      if (ways.size() < program.outgoing(l).size()) edge.statement = always();
      result.add_edge(l, program.target(way), std::move(edge));
    }
  }
  return result;
}

/// What expressions that read memory depend on without naming it (ExpressionTranslator), and the like.
std::vector<VariableId> read_everywhere(const Program& program) {
  const frontend::Memory& memory = program.memory;
  std::vector<VariableId> result;
  for (const auto& known : {memory.top, memory.sizes, program.rounding_mode})
    if (known) result.push_back(*known);
  for (const frontend::Memory::Object& object : memory.objects)
    if (object.alive) result.push_back(*object.alive);
  for (const auto& [address, name] : memory.locals) result.push_back(address);
  if (const auto& tracked = memory.tracked)
    result.insert(result.end(), {tracked->address, tracked->end, tracked->size, tracked->state});
  return result;
}

class Slice {
 public:
  explicit Slice(const Program& program) : program_(program), dominators_(program) { find_needed(); }

  [[nodiscard]] Program make() const {
    Program result = program_.without_graph();
    for (LocationId l = 0; l < program_.location_count(); ++l) result.add_location(program_.location(l));
    for (LocationId l = 0; l < program_.location_count(); ++l) {
      const auto& outgoing = program_.outgoing(l);
      const bool is_left_out = outgoing.size() == 2 && !decides_[l] && dominators_.immediate(l);
      for (const EdgeId way : outgoing) {
        frontend::Edge edge = program_.edge(way);
        const auto target = frontend::assigned_variable(edge.statement);
        if (is_left_out || (target && !needed_[*target])) edge.statement = always();
        result.add_edge(l, is_left_out ? *dominators_.immediate(l) : program_.target(way), std::move(edge));
        if (is_left_out) break;
      }
    }
    choose_others(result);
    return result;
  }

 private:
  /// Before all else, any values for what is assigned nowhere any more.
  void choose_others(Program& result) const {
    LocationId next = result.initial;
    for (const auto& [variable, edges] : assigning_) {
      if (needed_[variable] || edges.empty()) continue;
      frontend::Location before;
      before.function = result.location(result.initial).function;
      const LocationId start = result.add_location(std::move(before));
      frontend::Edge edge;
      edge.statement = frontend::Havoc{frontend::LValue{variable, nullptr}, {}};
      edge.role = frontend::EdgeRole::Internal;
      result.add_edge(start, next, std::move(edge));
      next = start;
    }
    result.initial = next;
  }

  /// The edges of all paths from a branch to where they meet again.
  [[nodiscard]] std::vector<EdgeId> region(LocationId branch) const {
    const LocationId end = *dominators_.immediate(branch);
    std::vector<EdgeId> result;
    std::set<LocationId> seen;
    std::vector<LocationId> open{branch};
    while (!open.empty()) {
      const LocationId l = open.back();
      open.pop_back();
      for (const EdgeId edge : program_.outgoing(l)) {
        result.push_back(edge);
        const LocationId target = program_.target(edge);
        if (target != end && seen.insert(target).second) open.push_back(target);
      }
    }
    return result;
  }

  /// The conditions that decide which end is reached, or with which values, and the variables that they depend on.
  void find_needed() {
    decides_.resize(program_.location_count());
    needed_.resize(program_.variables.size());
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge)
      if (const auto target = frontend::assigned_variable(program_.edge(edge).statement))
        assigning_[*target].push_back(edge);
    for (const VariableId variable : read_everywhere(program_)) need_variable(variable);
    std::map<LocationId, std::vector<EdgeId>> open;  // branches of which none is known to decide: their regions
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (program_.outgoing(l).size() == 2 && dominators_.immediate(l))
        open.emplace(l, region(l));
      else
        decide(l);
    const auto decides_in = [&](LocationId branch, EdgeId edge) {
      const LocationId source = program_.source(edge);
      const auto target = frontend::assigned_variable(program_.edge(edge).statement);
      return (source != branch && decides_[source]) || (target && needed_[*target]);
    };
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (auto branch = open.begin(); branch != open.end();) {
        const bool decides = std::any_of(branch->second.begin(), branch->second.end(),
                                         [&](EdgeId edge) { return decides_in(branch->first, edge); });
        if (decides) decide(branch->first);
        has_changed = has_changed || decides;
        branch = decides ? open.erase(branch) : std::next(branch);
      }
    }
  }

  /// The conditions there are needed, if there are any.
  void decide(LocationId l) {
    for (const EdgeId edge : program_.outgoing(l)) {
      const frontend::Assume* assume = frontend::as_assume(program_.edge(edge).statement);
      if (assume == nullptr || assume->condition->kind == Expr::Kind::Constant) continue;
      decides_[l] = true;
      need(edge);
    }
  }

  void need(EdgeId edge) {
    frontend::for_each_read(program_.edge(edge).statement, [this](const Expr& read) { need_variable(read.variable); });
  }

  /// With all that is assigned to it.
  void need_variable(VariableId first) {
    if (needed_[first]) return;
    needed_[first] = true;
    for (std::vector<VariableId> open{first}; !open.empty();) {
      const std::vector<EdgeId> assigning = assigning_[open.back()];
      open.pop_back();
      for (const EdgeId edge : assigning)
        frontend::for_each_read(program_.edge(edge).statement, [&](const Expr& read) {
          if (needed_[read.variable]) return;
          needed_[read.variable] = true;
          open.push_back(read.variable);
        });
    }
  }

  const Program& program_;
  const PostDominators dominators_;
  std::vector<bool> decides_;  ///< by location: is there a condition that is kept?
  std::vector<bool> needed_;   ///< by variable
  std::map<VariableId, std::vector<EdgeId>> assigning_;
};

}  // namespace

std::optional<Program> check_slice(const Program& program, const std::function<bool(LocationId)>& is_asked) {
  if (!program.threads.empty() || !program.procedures.empty()) return std::nullopt;
  const Program passing = with_passing_checks(program, is_asked);
  return Slice(passing).make();
}

void keep_common_places(InductiveAnnotation& annotation, const Program& program, const Program& slice) {
  std::vector<bool> is_reached(slice.location_count());
  std::vector<LocationId> open{slice.initial};
  is_reached[slice.initial] = true;
  while (!open.empty()) {
    const LocationId l = open.back();
    open.pop_back();
    for (const EdgeId edge : slice.outgoing(l)) {
      const LocationId target = slice.target(edge);
      if (is_reached[target]) continue;
      is_reached[target] = true;
      open.push_back(target);
    }
  }
  // Where the slice ends the program may go on, and come back.
  const auto is_common = [&](LocationId l) {
    return l < program.location_count() && is_reached[l] && slice.location(l).kind == program.location(l).kind;
  };
  std::erase_if(annotation.predicates, [&](const auto& entry) { return !is_common(entry.first); });
}

}  // namespace bireach::checker
