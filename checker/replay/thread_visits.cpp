// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/thread_visits.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "frontend/threads/accesses.h"

namespace bireach::checker {
namespace {

using frontend::AccessKind;
using frontend::AccessPoint;
using frontend::BranchingKind;
using frontend::BranchingPoint;
using frontend::CallSite;
using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;
using frontend::SourceRange;
using frontend::StatementPoint;
using frontend::ThreadStep;
using frontend::VariableId;
using WaitingKind = WaitingPlace::Kind;

/// Can the condition of it be told apart from other evaluations of the same text?
bool has_own_condition(const BranchingPoint& point) {
  return point.kind != BranchingKind::conditional && point.has_condition && point.exact;
}

/// Do others go on while the function has not returned?
bool waits(std::string_view function) {
  constexpr auto names =
      std::to_array<std::string_view>({"cnd_timedwait", "cnd_wait", "pthread_barrier_wait", "pthread_cond_clockwait",
                                       "pthread_cond_timedwait", "pthread_cond_wait"});
  return std::find(names.begin(), names.end(), function) != names.end();
}

}  // namespace

std::optional<WaitingPlace> PlaceFinder::place(const SourceRange& range) const {
  const Key key{range.file, range.line, range.column, range.end_line, range.end_column};
  const auto [entry, is_new] = known_.try_emplace(key);
  if (is_new) entry->second = find(range);
  return entry->second;
}

std::optional<WaitingPlace> PlaceFinder::find(const SourceRange& range) const {
  std::optional<WaitingPlace> best;
  const auto consider = [&](const WaitingPlace& place) {
    if (!contains(watched(place), range)) return;
    if (!best || contains(watched(*best), watched(place))) best = place;
  };
  const StatementPoint* statement = enclosing_statement(points_, range);
  if (statement != nullptr)
    best = {WaitingKind::statement, static_cast<std::size_t>(statement - points_.statements.data())};
  for (std::size_t i = 0; i < points_.branchings.size(); ++i) {
    if (has_own_condition(points_.branchings[i])) consider({WaitingKind::condition, i});
    if (points_.branchings[i].increment.is_known()) consider({WaitingKind::increment, i});
  }
  const bool is_exact = best && (best->kind != WaitingKind::statement || points_.statements[best->point].exact);
  return is_exact ? best : std::nullopt;
}

SourceRange PlaceFinder::watched(const WaitingPlace& place) const {
  switch (place.kind) {
    case WaitingKind::statement:
      return points_.statements[place.point].range;
    case WaitingKind::condition:
      return points_.branchings[place.point].condition;
    case WaitingKind::increment:
      return points_.branchings[place.point].increment;
    case WaitingKind::access:
      return points_.accesses[place.point].range;
    case WaitingKind::created:
    case WaitingKind::waiting:
      break;
  }
  return {};
}

const std::vector<std::size_t>& PlaceFinder::accesses(const WaitingPlace& at) const {
  const auto [entry, is_new] = accesses_.try_emplace(at);
  if (!is_new) return entry->second;
  const SourceRange range = watched(at);
  for (std::size_t i = 0; i < points_.accesses.size(); ++i) {
    const AccessPoint& access = points_.accesses[i];
    if (contains(range, access.range) && place(access.range) == at) entry->second.push_back(i);
  }
  return entry->second;
}

bool PlaceFinder::may_be(const AccessPoint& access, VariableId id) const {
  const frontend::Variable& variable = program_.variables[id];
  if (!program_.memory.cells.contains(id)) return variable.declared.is_known() && access.declared == variable.declared;
  if (access.variable.empty()) return true;
  // Of variables that lie in memory there is no variable of the program.
  return std::none_of(program_.variables.begin(), program_.variables.end(), [&](const frontend::Variable& other) {
    return other.declared.is_known() && other.declared == access.declared;
  });
}

ThreadVisits::UserStep ThreadVisits::user_step(const Edge& edge) const {
  const std::vector<CallSite>& paths = places_->program().call_paths;
  const std::uint32_t call = frontend::library_call(places_->program(), edge);
  if (call == 0) return {edge.call_path, 0, edge.source};
  return {paths[call].parent, call, paths[call].place};
}

std::optional<Arrival> ThreadVisits::within_library(EdgeId id, const UserStep& step) {
  const Program& program = places_->program();
  const ThreadStep::Kind kind = program.edge(id).thread_step.kind;
  std::optional<Arrival> arrival;
  if (step.library_call == library_call_ && pending_) arrival = pending_;
  pending_.reset();
  if (kind == ThreadStep::Kind::start) pending_ = arrive({WaitingKind::created, 0});
  const bool releases = kind == ThreadStep::Kind::atomic_end && !has_released_;
  if (step.library_call != 0 && releases && waits(program.call_paths[step.library_call].callee)) {
    has_released_ = true;
    pending_ = arrive({WaitingKind::waiting, 0});
  }
  return arrival;
}

std::optional<Arrival> ThreadVisits::next(EdgeId id) {
  const Program& program = places_->program();
  const Edge& edge = program.edge(id);
  const UserStep step = user_step(edge);
  const std::uint32_t source = program.source(id);
  const bool calls = step.library_call != 0 && (step.library_call != library_call_ || source == library_entry_);
  if (calls) {
    library_entry_ = source;
    has_released_ = false;
  }
  inner_.reset();
  std::optional<Arrival> arrival = within_library(id, step);
  const std::optional<WaitingPlace> place = places_->place(step.range);
  const bool goes_on_in_library = step.library_call != 0 && !calls;
  library_call_ = step.library_call;
  Frame& frame = frames_[step.path];
  // A call of the library is passed as a whole: its locations are numbered below the program's own.
  const std::int64_t passing = step.library_call != 0 ? -static_cast<std::int64_t>(step.library_call) : source;
  const bool is_new = place != frame.place || (!goes_on_in_library && frame.passed.contains(passing));
  if (is_new) frame = Frame{place, {}, {}};
  frame.passed.insert(passing);
  if (is_new && place) arrival = arrive(*place);
  if (place && step.library_call == 0) match_accesses(id, frame);
  if (is_new) inner_.reset();
  return arrival;
}

void ThreadVisits::match_accesses(EdgeId id, Frame& frame) {
  const Program& program = places_->program();
  std::optional<std::size_t> first;
  std::size_t matched = 0;  // of what other threads may see
  for (const frontend::VariableAccess& access : frontend::accesses_of(program, program.edge(id).statement)) {
    if (access.is_implicit) continue;
    const bool is_own =
        !program.variables[access.variable].function.empty() && !program.memory.cells.contains(access.variable);
    std::optional<std::size_t> of_own;
    const bool is_matched = use_access(frame, access.variable, access.is_write, is_own ? of_own : first);
    if (is_matched && !is_own) ++matched;
  }
  if (matched == 1 && first) inner_ = Arrival{{WaitingKind::access, *first}, visits_[{WaitingKind::access, *first}]};
}

/// `first`: the first access before which a thread could wait.
bool ThreadVisits::use_access(Frame& frame, VariableId variable, bool is_changed, std::optional<std::size_t>& first) {
  for (const std::size_t number : places_->accesses(*frame.place)) {
    const AccessPoint& access = places_->points().accesses[number];
    const bool reads = access.kind != AccessKind::assignment;
    const bool changes = access.kind != AccessKind::read;
    if ((is_changed ? !changes : !reads) || !places_->may_be(access, variable)) continue;
    if (!frame.accessed.emplace(number, is_changed).second) continue;
    if (is_changed == changes) {  // the place is before the change, where there is one
      ++visits_[{WaitingKind::access, number}];
      if (!first && access.exact) first = number;
    }
    return true;
  }
  return false;
}

}  // namespace bireach::checker
