// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/call_copies.h"

#include <algorithm>
#include <boost/graph/depth_first_search.hpp>

namespace bireach::frontend {
namespace {

struct BackEdges : boost::default_dfs_visitor {
  std::vector<std::pair<LocationId, LocationId>>* found;
  template <class E, class G>
  void back_edge(E edge, const G& graph) {
    found->emplace_back(boost::source(edge, graph), boost::target(edge, graph));
  }
};

/// Compares statements, and notes which variable stands for which.
class Matcher {
 public:
  explicit Matcher(const Program& program) : program_(program) {}

  [[nodiscard]] std::map<VariableId, VariableId> take() && { return std::move(forward_); }

  [[nodiscard]] bool same(const Edge& first, const Edge& second) {
    return first.role == second.role && first.thread_step.kind == ThreadStep::Kind::none &&
           second.thread_step.kind == ThreadStep::Kind::none && same(first.statement, second.statement);
  }

 private:
  [[nodiscard]] bool same(const Statement& first, const Statement& second) {
    if (first.index() != second.index()) return false;
    return match(
        first,
        [&](const Assign& one) {
          const Assign& other = *as_assign(second);
          return same(one.target, other.target) && same(one.value, other.value);
        },
        [&](const Assume& one) { return same(one.condition, as_assume(second)->condition); },
        [&](const Havoc& one) {
          const Havoc& other = *as_havoc(second);
          return same(one.target, other.target) && one.function == other.function &&
                 one.allocation == other.allocation && one.doubt == other.doubt && same(one.elements, other.elements);
        });
  }
  [[nodiscard]] bool same(const LValue& first, const LValue& second) {
    return same(first.variable, second.variable) && same(first.index, second.index);
  }
  [[nodiscard]] static bool same(const std::shared_ptr<const logic::ElementMap>& first,
                                 const std::shared_ptr<const logic::ElementMap>& second) {
    return first == second || (first && second && *first == *second);
  }
  [[nodiscard]] bool same(const ExprPtr& first, const ExprPtr& second) {
    if (!first || !second) return first == second;
    return same_expression(*first, *second, [this](VariableId one, VariableId other) { return same(one, other); });
  }
  [[nodiscard]] bool same(VariableId first, VariableId second) {
    if (first != second && !may_stand_for(program_.variables[first], program_.variables[second])) return false;
    return forward_.try_emplace(first, second).first->second == second &&
           backward_.try_emplace(second, first).first->second == first;
  }
  [[nodiscard]] static bool may_stand_for(const Variable& first, const Variable& second) {
    return first.user_name.empty() && second.user_name.empty() && !first.array && !second.array &&
           first.type == second.type && first.is_pointer == second.is_pointer &&
           first.chooses_object == second.chooses_object && !first.is_static && !second.is_static;
  }

  const Program& program_;
  std::map<VariableId, VariableId> forward_;
  std::map<VariableId, VariableId> backward_;
};

}  // namespace

CallCopies::CallCopies(const Program& program) : program_(program), copies_(program.call_paths.size()) {
  std::vector<Ends> entries(copies_.size());
  std::vector<Ends> exits(copies_.size());
  const auto note = [&](std::vector<Ends>& ends, std::uint32_t path, std::uint32_t other, LocationId location) {
    for (; path != 0 && !is_within(other, path); path = program.call_paths[path].parent) ends[path].note(location);
  };
  for (LocationId location = 0; location < program.location_count(); ++location) {
    for (const EdgeId out : program.outgoing(location)) {
      const std::uint32_t path = program.edge(out).call_path;
      if (location == program.initial) note(entries, path, 0, location);
      for (const EdgeId in : program.incoming(location)) {
        note(entries, path, program.edge(in).call_path, location);
        note(exits, program.edge(in).call_path, path, location);
      }
      // Where edges of several copies leave, neither begins or ends.
      for (const EdgeId other : program.outgoing(location))
        for (std::uint32_t p = path; p != 0 && !is_within(program.edge(other).call_path, p);
             p = program.call_paths[p].parent)
          entries[p].several = true;
    }
  }
  for (std::uint32_t path = 1; path < copies_.size(); ++path)
    if (entries[path].location && exits[path].location && !entries[path].several && !exits[path].several)
      copies_[path] = Copy{*entries[path].location, *exits[path].location};
  find_loops();
}

void CallCopies::find_loops() {
  std::vector<std::pair<LocationId, LocationId>> found;
  BackEdges visitor;
  visitor.found = &found;
  std::vector<boost::default_color_type> colors(program_.location_count());
  boost::depth_first_visit(program_.graph(), program_.initial, visitor,
                           boost::make_iterator_property_map(colors.begin(), boost::identity_property_map()));
  for (const auto& [from, head] : found) {
    const auto inside = path_at(from);
    const auto outside = path_at(head);
    if (!inside || !outside) continue;
    for (std::uint32_t path = *inside; path != 0; path = program_.call_paths[path].parent)
      if (copies_[path] && is_within(*outside, path)) copies_[path]->has_loop = true;
  }
}

bool CallCopies::is_within(std::uint32_t path, std::uint32_t outer) const {
  while (path > outer) path = program_.call_paths[path].parent;
  return path == outer;
}

std::optional<std::uint32_t> CallCopies::path_at(LocationId location) const {
  const auto& out = program_.outgoing(location);
  if (out.empty()) return std::nullopt;
  return program_.edge(out.front()).call_path;
}

std::optional<CopyMatch> match_copies(const Program& program, const CallCopies& copies, std::uint32_t first,
                                      std::uint32_t second) {
  const CallCopies::Copy& one = *copies[first];
  const CallCopies::Copy& other = *copies[second];
  CopyMatch result;
  Matcher matcher(program);
  std::map<LocationId, LocationId> back;
  std::vector<std::pair<LocationId, LocationId>> pending;
  const auto pair = [&](LocationId here, LocationId there) {
    const auto [known, fresh] = result.locations.try_emplace(here, there);
    if (known->second != there || back.try_emplace(there, here).first->second != here) return false;
    if (fresh) pending.emplace_back(here, there);
    return true;
  };
  if (!pair(one.entry, other.entry)) return std::nullopt;
  while (!pending.empty()) {
    const auto [here, there] = pending.back();
    pending.pop_back();
    if (here == one.exit || there == other.exit) {
      if (here != one.exit || there != other.exit) return std::nullopt;
      continue;
    }
    const auto& out = program.outgoing(here);
    const auto& other_out = program.outgoing(there);
    if (out.size() != other_out.size()) return std::nullopt;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!matcher.same(program.edge(out[i]), program.edge(other_out[i]))) return std::nullopt;
      const LocationId next = program.target(out[i]);
      const LocationId other_next = program.target(other_out[i]);
      const Location& place = program.location(next);
      const Location& other_place = program.location(other_next);
      if (place.kind != other_place.kind || place.violation != other_place.violation) return std::nullopt;
      if (place.kind == LocationKind::Normal && !pair(next, other_next)) return std::nullopt;
    }
  }
  result.variables = std::move(matcher).take();
  return result;
}

}  // namespace bireach::frontend
