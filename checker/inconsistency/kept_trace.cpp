// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/kept_trace.h"

#include <algorithm>
#include <map>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;
using logic::Term;
using logic::TransitionFormula;

namespace {

/// What is chosen on the way to a place, over the variables at the begin of the region.
struct RegionState {
  Term guard;
  std::map<VariableId, Term> values;  ///< of those that changed
};

class Region {
 public:
  Region(FunctionPaths& paths, const std::set<EdgeId>& kept)
      : terms_(paths.terms), edges_(paths.edges), view_(paths.view), kept_(kept) {}

  TransitionFormula transition(const PathRegion& region) {
    std::map<LocationId, RegionState> states;
    states.emplace(region.begin, RegionState{terms_.true_term(), {}});
    std::optional<RegionState> last;
    for (const LocationId at : view_.order) {
      const auto found = states.find(at);
      if (found == states.end()) continue;
      RegionState state = std::move(found->second);
      states.erase(found);
      for (const VariableId variable : view_.changed_there[at]) state.values[variable] = fresh(variable);
      if (region.is_end[at]) {
        last = merged(std::move(last), std::move(state));
        continue;
      }
      for (const EdgeId edge : edges_.program().outgoing(at)) {
        if (!region.on_path[edge]) continue;
        RegionState next = after(state, edge);
        if (view_.is_back_edge[edge]) {
          last = merged(std::move(last), std::move(next));
          continue;
        }
        std::optional<RegionState> before;
        const LocationId target = edges_.program().target(edge);
        if (const auto known = states.find(target); known != states.end()) before = std::move(known->second);
        states.insert_or_assign(target, *merged(std::move(before), std::move(next)));
      }
    }
    TransitionFormula result;
    result.guard = last ? last->guard : terms_.false_term();
    if (last)
      for (const auto& [variable, value] : last->values) result.updates.emplace(term(variable), value);
    result.auxiliaries = std::move(auxiliaries_);
    return result;
  }

 private:
  Term term(VariableId variable) const { return edges_.semantics().variable(variable); }
  Term fresh(VariableId variable) { return fresh(term(variable).sort()); }
  Term fresh(logic::Sort sort) {
    auxiliaries_.push_back(terms_.fresh_variable("any", sort));
    return auxiliaries_.back();
  }

  RegionState after(const RegionState& state, EdgeId edge) {
    RegionState next = state;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    if (!kept_.contains(edge)) {
      for (const auto& [variable, value] : meaning.updates) next.values[variable] = fresh(variable);
      return next;
    }
    logic::Substitution known;
    for (const VariableId variable : meaning.reads)
      if (const auto value = state.values.find(variable); value != state.values.end())
        known.emplace(term(variable), value->second);
    for (const Term auxiliary : meaning.transition.auxiliaries) known.emplace(auxiliary, fresh(auxiliary.sort()));
    next.guard = terms_.and_(state.guard, terms_.substitute(meaning.transition.guard, known));
    for (const auto& [variable, value] : meaning.updates) next.values[variable] = terms_.substitute(value, known);
    return next;
  }

  /// Either of both: a choice of its own says which.
  std::optional<RegionState> merged(std::optional<RegionState> a, RegionState b) {
    if (!a) return b;
    std::vector<VariableId> changed;
    for (const auto& [variable, value] : a->values) changed.push_back(variable);
    for (const auto& [variable, value] : b.values) changed.push_back(variable);
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    const Term choice = fresh(logic::Sort::boolean());
    RegionState result{terms_.ite(choice, a->guard, b.guard), {}};
    const auto value_in = [&](const RegionState& state, VariableId variable) {
      const auto value = state.values.find(variable);
      return value == state.values.end() ? term(variable) : value->second;
    };
    for (const VariableId variable : changed)
      result.values[variable] = terms_.ite(choice, value_in(*a, variable), value_in(b, variable));
    return result;
  }

  logic::TermManager& terms_;
  EdgeSemantics& edges_;
  const AcyclicView& view_;
  const std::set<EdgeId>& kept_;
  std::vector<Term> auxiliaries_;
};

/// Edges on paths from the start through `way` to the end.
std::vector<bool> edges_on_paths(const Program& program, const AcyclicView& view, std::optional<EdgeId> way,
                                 bool to_good_ends) {
  const std::size_t count = program.location_count();
  // Backwards from the way (before it), and from good ends (after it).
  std::vector<bool> before(count), after(count), forward(count);
  const auto is_good = [&](LocationId at) { return program.location(at).kind == frontend::LocationKind::Exit; };
  for (auto at = view.order.rbegin(); at != view.order.rend(); ++at) {
    after[*at] = is_good(*at);
    for (const EdgeId edge : program.outgoing(*at)) {
      if (view.is_back_edge[edge] || after[program.target(edge)]) after[*at] = true;
      if (way && (edge == *way || (!view.is_back_edge[edge] && before[program.target(edge)]))) before[*at] = true;
    }
  }
  if (way && !view.is_back_edge[*way]) forward[program.target(*way)] = true;
  if (!way) forward[program.initial] = true;
  std::vector<bool> result(program.edge_count());
  for (const LocationId at : view.order) {
    for (const EdgeId edge : program.outgoing(at)) {
      const bool back = view.is_back_edge[edge];
      if (way && !back && before[program.target(edge)]) result[edge] = before[at];
      if (to_good_ends && forward[at] && (back || after[program.target(edge)])) {
        result[edge] = true;
        if (!back) forward[program.target(edge)] = true;
      }
    }
  }
  if (way) result[*way] = true;
  return result;
}

/// Edges on paths through the region that pass `through`; nothing: none does.
std::optional<std::vector<bool>> edges_through(const Program& program, const AcyclicView& view,
                                               const PathRegion& region, EdgeId through) {
  const std::size_t count = program.location_count();
  std::vector<bool> reached(count), before(count), behind(count);
  reached[region.begin] = true;
  for (const LocationId at : view.order) {
    if (!reached[at] || region.is_end[at]) continue;
    for (const EdgeId edge : program.outgoing(at))
      if (region.on_path[edge] && !view.is_back_edge[edge]) reached[program.target(edge)] = true;
  }
  const LocationId source = program.source(through);
  if (!region.on_path[through] || !reached[source] || region.is_end[source]) return std::nullopt;
  before[source] = true;
  for (auto at = view.order.rbegin(); at != view.order.rend(); ++at)
    for (const EdgeId edge : program.outgoing(*at))
      if (region.on_path[edge] && !view.is_back_edge[edge] && before[program.target(edge)] && reached[*at] &&
          !region.is_end[*at])
        before[*at] = true;
  if (!view.is_back_edge[through]) behind[program.target(through)] = true;
  std::vector<bool> result(program.edge_count());
  for (const LocationId at : view.order) {
    if (region.is_end[at]) continue;
    for (const EdgeId edge : program.outgoing(at)) {
      if (!region.on_path[edge]) continue;
      const bool back = view.is_back_edge[edge];
      if (before[at] && !back && before[program.target(edge)]) result[edge] = true;
      if (!behind[at]) continue;
      result[edge] = true;
      if (!back) behind[program.target(edge)] = true;
    }
  }
  result[through] = true;
  return result;
}

/// Kept edges that all paths pass, in their order. Number of edges that cross each place of the topological order: one
/// alone is passed by all.
std::vector<EdgeId> trunk_of(const Program& program, const AcyclicView& view, const PathRegion& region,
                             const std::set<EdgeId>& kept) {
  std::vector<std::size_t> position(program.location_count());
  for (std::size_t i = 0; i < view.order.size(); ++i) position[view.order[i]] = i;
  const std::size_t end_position = view.order.size();
  std::vector<std::ptrdiff_t> crossing(end_position + 2);
  const auto target_of = [&](EdgeId edge) {
    const bool ends = view.is_back_edge[edge] || region.is_end[program.target(edge)];
    return ends ? end_position : position[program.target(edge)];
  };
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    if (!region.on_path[edge]) continue;
    ++crossing[position[program.source(edge)] + 1];
    --crossing[target_of(edge) + 1];
  }
  for (std::size_t i = 1; i < crossing.size(); ++i) crossing[i] += crossing[i - 1];
  std::vector<EdgeId> trunk;
  for (const EdgeId edge : kept) {
    if (!region.on_path[edge]) continue;
    bool alone = false;
    for (std::size_t i = position[program.source(edge)] + 1; !alone && i <= target_of(edge); ++i)
      alone = crossing[i] == 1;
    if (alone) trunk.push_back(edge);
  }
  std::sort(trunk.begin(), trunk.end(),
            [&](EdgeId a, EdgeId b) { return position[program.source(a)] < position[program.source(b)]; });
  return trunk;
}

/// `region` has no edges that none of its paths passes.
KeptTrace trace_of(FunctionPaths& paths, PathRegion region, const std::set<EdgeId>& kept) {
  const Program& program = paths.edges.program();
  const AcyclicView& view = paths.view;
  const std::vector<EdgeId> trunk = trunk_of(program, view, region, kept);
  KeptTrace result;
  const auto add_region = [&](const PathRegion& between) {
    if (between.is_end[between.begin] && view.changed_there[between.begin].empty()) return;
    result.parts.push_back({Region(paths, kept).transition(between), std::nullopt, between});
  };
  for (const EdgeId edge : trunk) {
    std::vector<bool> is_end(program.location_count());
    is_end[program.source(edge)] = true;
    add_region({region.begin, std::move(is_end), region.on_path});
    result.parts.push_back(
        {logic::with_fresh_auxiliaries(paths.terms, paths.edges.of(edge).transition), edge, PathRegion()});
    region.begin = program.target(edge);
    if (view.is_back_edge[edge]) return result;
  }
  add_region(region);
  return result;
}

}  // namespace

KeptTrace kept_trace(FunctionPaths& paths, std::optional<EdgeId> way, bool to_good_ends, const std::set<EdgeId>& kept) {
  const Program& program = paths.edges.program();
  PathRegion region;
  region.begin = program.initial;
  region.on_path = edges_on_paths(program, paths.view, way, to_good_ends);
  region.is_end.resize(program.location_count());
  if (to_good_ends)
    for (LocationId at = 0; at < program.location_count(); ++at)
      region.is_end[at] = program.location(at).kind == frontend::LocationKind::Exit;
  else if (way && !paths.view.is_back_edge[*way])
    region.is_end[program.target(*way)] = true;
  KeptTrace result = trace_of(paths, std::move(region), kept);
  // What loops change where the way leads to is of no interest any more.
  if (way && !to_good_ends && !result.parts.empty() && !result.parts.back().statement) result.parts.pop_back();
  return result;
}

std::optional<KeptTrace> branch_trace(FunctionPaths& paths, const PathRegion& region, EdgeId through,
                                      const std::set<EdgeId>& kept) {
  std::optional<std::vector<bool>> on_path = edges_through(paths.edges.program(), paths.view, region, through);
  if (!on_path) return std::nullopt;
  return trace_of(paths, {region.begin, region.is_end, std::move(*on_path)}, kept);
}

}  // namespace bireach::checker
