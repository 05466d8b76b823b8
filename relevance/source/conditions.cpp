// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/conditions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "relevance/trace/suspended_frames.h"

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::EdgeRole;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

namespace {

using Deadline = std::chrono::steady_clock::time_point;

bool is_branch(const Program& program, LocationId location) {
  const std::vector<EdgeId>& edges = program.outgoing(location);
  const auto decides = [&](EdgeId edge) {
    const frontend::Edge& e = program.edge(edge);
    return frontend::is_assume(e.statement) && e.role != EdgeRole::Internal && !is_return_branch(program, edge);
  };
  return edges.size() == 2 && std::all_of(edges.begin(), edges.end(), decides);
}

/// Which paths of calls are those of the call or of what it calls.
std::vector<bool> paths_inside(const Program& program, std::uint32_t call) {
  std::vector<bool> result(program.call_paths.size(), false);
  result[call] = true;
  // A call comes after the one that it is in.
  for (std::size_t path = 1; path < result.size(); ++path)
    if (result[program.call_paths[path].parent]) result[path] = true;
  return result;
}

/// Where copies of calls begin, and where the program goes on after them.
class CallCopies {
 public:
  explicit CallCopies(const Program& program) : program_(program), edges_(program.call_paths.size()) {
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) edges_[program.edge(edge).call_path].push_back(edge);
  }

  /// Its beginning, and how to leave it out; nothing if that is not possible.
  [[nodiscard]] std::optional<std::pair<LocationId, Forks::Call>> copy(std::uint32_t path) const {
    Forks::Call call{paths_inside(program_, path), 0};
    std::set<LocationId> entries;
    std::set<LocationId> behind;
    for (std::size_t inner = 1; inner < call.inside.size(); ++inner) {
      if (!call.inside[inner]) continue;
      if (is_recursive(program_.call_paths[inner].callee)) return std::nullopt;
      for (const EdgeId edge : edges_[inner]) {
        const frontend::Edge& e = program_.edge(edge);
        const bool returns = inner == path && e.role == EdgeRole::Return;
        if (returns && frontend::assigned_target(e.statement) != nullptr) return std::nullopt;
        if (is_entered(program_.source(edge), call.inside)) entries.insert(program_.source(edge));
        if (is_left(program_.target(edge), call.inside)) behind.insert(program_.target(edge));
      }
    }
    if (entries.size() != 1 || behind.size() != 1) return std::nullopt;
    call.behind = *behind.begin();
    return std::pair(*entries.begin(), std::move(call));
  }

 private:
  [[nodiscard]] bool is_recursive(const std::string& function) const {
    return std::any_of(program_.procedures.begin(), program_.procedures.end(),
                       [&](const auto& procedure) { return procedure.function == function; });
  }
  [[nodiscard]] bool is_entered(LocationId location, const std::vector<bool>& inside) const {
    const auto& edges = program_.incoming(location);
    return location == program_.initial ||
           std::any_of(edges.begin(), edges.end(), [&](EdgeId edge) { return !inside[program_.edge(edge).call_path]; });
  }
  /// Also the end of the entry function; but not what ends the program within the call.
  [[nodiscard]] bool is_left(LocationId location, const std::vector<bool>& inside) const {
    const frontend::Location& place = program_.location(location);
    if (place.kind != LocationKind::Normal) return place.kind == LocationKind::Exit && !place.place.is_known();
    const auto& edges = program_.outgoing(location);
    return std::any_of(edges.begin(), edges.end(), [&](EdgeId edge) { return !inside[program_.edge(edge).call_path]; });
  }

  const Program& program_;
  std::vector<std::vector<EdgeId>> edges_;  // by call path
};

template <typename Entry>
void answer(Entry& entry, const Detours& detours, const Forks& forks, const SourceConfig& config, Deadline deadline) {
  entry.positions = detours.visits(forks);
  Exploration found = explore(detours, forks, config, deadline);
  entry.here = std::move(found.here);
  entry.everywhere = std::move(found.everywhere);
}

}  // namespace

std::vector<ConditionRelevance> condition_relevance(const Program& program, const frontend::Execution& execution,
                                                    const std::vector<std::uint32_t>& statement_of,
                                                    const SourceConfig& config) {
  const Deadline deadline = std::chrono::steady_clock::now() + config.time_limit;
  const TraceContext trace(program, execution);
  const Detours detours(trace, config);
  const auto number = [&](LocationId location) { return statement_of.at(program.outgoing(location).front()); };
  std::map<std::uint32_t, Forks> forks;
  for (LocationId location = 0; location < program.location_count(); ++location) {
    if (!is_branch(program, location)) continue;
    std::vector<bool>& conditions = forks[number(location)].conditions;
    if (conditions.empty()) conditions.resize(program.location_count(), false);
    conditions[location] = true;
  }
  std::vector<ConditionRelevance> result;
  std::set<std::uint32_t> known;
  for (const EdgeId edge : execution.trace) {
    const LocationId location = program.source(edge);
    if (!is_branch(program, location) || !known.insert(number(location)).second) continue;
    ConditionRelevance entry;
    entry.condition = number(location);
    answer(entry, detours, forks.at(entry.condition), config, deadline);
    result.push_back(std::move(entry));
  }
  return result;
}

std::vector<CallRelevance> call_relevance(const Program& program, const frontend::Execution& execution,
                                          const SourceConfig& config) {
  using Place = std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>;
  const auto place_of = [&](std::uint32_t path) {
    const frontend::CallSite& site = program.call_paths[path];
    return Place{site.caller, site.place.file, site.place.line, site.place.column};
  };
  const Deadline deadline = std::chrono::steady_clock::now() + config.time_limit;
  const TraceContext trace(program, execution);
  const Detours detours(trace, config);
  const CallCopies copies(program);
  std::set<std::uint32_t> on_trace;
  for (const EdgeId edge : execution.trace)
    for (std::uint32_t path = program.edge(edge).call_path; path != 0; path = program.call_paths[path].parent)
      if (!on_trace.insert(path).second) break;
  std::set<Place> places;
  for (const std::uint32_t path : on_trace)
    if (!program.call_paths[path].is_library) places.insert(place_of(path));
  // A call through a pointer is one call, whatever functions it may lead to.
  std::map<Place, std::pair<std::uint32_t, Forks>> forks;
  for (std::uint32_t path = 1; path < program.call_paths.size(); ++path) {
    const Place place = place_of(path);
    if (!places.contains(place)) continue;
    if (auto copy = copies.copy(path))
      forks.try_emplace(place, path, Forks{}).first->second.second.calls.insert(std::move(*copy));
    else
      places.erase(place);  // some copy of it cannot be left out
  }
  std::erase_if(forks, [&](const auto& entry) { return !places.contains(entry.first); });
  std::vector<CallRelevance> result;
  for (const auto& [place, copy] : forks) {
    CallRelevance entry;
    entry.call_path = copy.first;
    answer(entry, detours, copy.second, config, deadline);
    if (!entry.positions.empty()) result.push_back(std::move(entry));
  }
  std::sort(result.begin(), result.end(),
            [](const CallRelevance& a, const CallRelevance& b) { return a.positions < b.positions; });
  return result;
}

}  // namespace bireach::relevance
