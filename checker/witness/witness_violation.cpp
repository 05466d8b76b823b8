// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/witness_violation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "checker/replay/thread_visits.h"
#include "checker/replay/trace_inputs.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::BranchingKind;
using frontend::BranchingPoint;
using frontend::CallPoint;
using frontend::Edge;
using frontend::EdgeRole;
using frontend::Execution;
using frontend::Expr;
using frontend::Program;
using frontend::SourcePoints;
using frontend::SourceRange;
using frontend::StatementPoint;
using frontend::VariableId;
using logic::Integer;

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

Key key_of(const SourceRange& range) {
  return {range.file, range.line, range.column, range.end_line, range.end_column};
}

/// Which variables hold something that was computed from arbitrary values.
class InputDependence {
 public:
  void execute(const frontend::Statement& statement) {
    frontend::match(
        statement, [this](const frontend::Havoc& havoc) { dependent_.insert(havoc.target.variable); },
        [this](const frontend::Assign& assign) {
          if (is_dependent(*assign.value))
            dependent_.insert(assign.target.variable);
          else if (!assign.target.index)
            dependent_.erase(assign.target.variable);
        },
        [](const frontend::Assume& /*nothing changes*/) {});
  }

  [[nodiscard]] bool is_dependent(const Expr& expr) const {
    return frontend::any_read(expr, [this](const Expr& read) { return dependent_.contains(read.variable); });
  }

 private:
  std::set<VariableId> dependent_;
};

class SequenceBuilder {
 public:
  SequenceBuilder(const Program& program, const Execution& execution, const SourcePoints& points,
                  const std::vector<std::string>& files, std::size_t max_branchings)
      : program_(program),
        execution_(execution),
        points_(points),
        files_(files),
        branchings_left_(max_branchings),
        places_(program.thread_graphs ? *program.thread_graphs : program, points),
        visits_(program.threads.size(), ThreadVisits(places_)) {
    for (const BranchingPoint& point : points.branchings)
      if (point.kind == BranchingKind::if_statement && point.exact) branchings_.emplace(key_of(point.decided), &point);
    for (const CallPoint& call : points.calls) calls_[call.callee].push_back(&call);
    for (const TraceInput& input : trace_inputs(program, execution)) used_.push_back(input.step);
  }

  ViolationSequence build() {
    for (std::size_t step = 0; step < execution_.trace.size(); ++step) {
      const Edge& edge = program_.edge(execution_.trace[step]);
      if (frontend::is_choice(program_, edge)) continue;
      if (!program_.threads.empty()) note_thread(execution_.trace[step], edge);
      if (const std::uint32_t call = frontend::library_call(program_, edge); call != 0)
        note_library(step, edge, call);
      else
        frontend::match(
            edge.statement, [&](const frontend::Havoc& havoc) { note_value(step, edge, havoc); },
            [&](const frontend::Assume& assume) { note_branching(edge, assume); },
            [](const frontend::Assign& /*says nothing that its inputs do not*/) {});
      dependence_.execute(edge.statement);
    }
    note_target();
    return std::move(result_);
  }

 private:
  /// Included files are not renamed.
  [[nodiscard]] const std::string& file_name(std::uint32_t file) const {
    return file < files_.size() ? files_[file] : program_.headers.at(file - files_.size());
  }

  void add(WaypointType type, const SourceRange& place, const std::string& function, std::string value,
           const char* format) {
    Waypoint waypoint;
    waypoint.type = type;
    waypoint.value = std::move(value);
    waypoint.format = format;
    waypoint.location = {file_name(place.file), place.line, place.column, function};
    if (!program_.threads.empty()) waypoint.thread = numbers_[thread_];
    result_.segments.push_back({{}, std::move(waypoint)});
  }

  /// What the thread creates, and if it goes on after another one, where: before a statement.
  void note_thread(frontend::EdgeId id, const Edge& edge) {
    switched_ = switched_ || thread_ != edge.thread;
    thread_ = edge.thread;
    const frontend::EdgeId own = edge.thread_edge.value_or(id);
    const std::optional<Arrival> arrival = visits_[thread_].next(own);
    if (switched_ && arrival) note_switch(*arrival);
    const frontend::ThreadStep& does = places_.program().edge(own).thread_step;
    if (does.kind == frontend::ThreadStep::Kind::start) note_creation(edge, does.thread);
  }

  void note_switch(const Arrival& arrival) {
    const StatementPoint* statement = nullptr;
    if (arrival.place.kind == WaitingPlace::Kind::statement) {
      statement = &points_.statements[arrival.place.point];
    } else if (arrival.place.kind == WaitingPlace::Kind::condition) {
      const BranchingPoint& branching = points_.branchings[arrival.place.point];
      // The condition of an `if` is what its statement begins with.
      if (branching.kind == BranchingKind::if_statement) statement = enclosing_statement(points_, branching.condition);
      if (statement == nullptr || !(statement->range == branching.whole)) return;
    }
    if (statement == nullptr || !statement->exact) return;
    switched_ = false;
    add(WaypointType::assumption, statement->range, statement->function, std::string(any_state), "c_expression");
  }

  void note_creation(const Edge& edge, std::uint32_t created) {
    // Witnesses number threads in the order of their creation.
    numbers_[created] = ++created_;
    add(WaypointType::function_enter, edge.source, program_.function_of(edge), "", "");
    Waypoint& waypoint = result_.segments.back().follow;
    waypoint.creates = created_;
    waypoint.routine = program_.threads[created].function;
  }

  /// What happens within a function of the C library (its model's steps) shows in what its call returns.
  void note_library(std::size_t step, const Edge& edge, std::uint32_t call) {
    std::size_t& chosen = chosen_in_[{edge.thread, call}];
    if (frontend::as_havoc(edge.statement) != nullptr && is_used(step)) {
      ++chosen;
      ++result_.values_left_out;
    }
    if (edge.role != EdgeRole::Return || edge.call_path != call) return;
    const std::size_t values = std::exchange(chosen, 0);
    const auto* assign = frontend::as_assign(edge.statement);
    if (values == 0 || assign == nullptr) return;
    const frontend::Variable& variable = program_.variables[assign->target.variable];
    const auto* returned = std::get_if<Integer>(&execution_.states[step + 1][assign->target.variable]);
    if (returned == nullptr) return;
    const bool is_address = variable.is_pointer && *returned != 0;
    const bool is_told = note_call(program_.call_paths[call].place, program_.call_paths[call].callee,
                                   is_address ? "!= 0" : "== " + c_constant(*returned, variable.type), true);
    if (is_told && values == 1 && !is_address && dependence_.is_dependent(*assign->value)) --result_.values_left_out;
  }

  void note_value(std::size_t step, const Edge& edge, const frontend::Havoc& havoc) {
    const frontend::Variable& variable = program_.variables[havoc.target.variable];
    const std::optional<Integer> value = chosen_value(program_, execution_, step);
    if (!havoc.function.empty() && value) {
      std::string relation =
          variable.chooses_object && *value != 0 ? "!= 0" : "== " + c_constant(*value, variable.type);
      if (havoc.decides_allocation()) relation = *value != 0 ? "== 0" : "!= 0";  // the value: it fails
      if (note_call(edge.source, havoc.function, relation)) return;
    }
    if (!is_used(step)) return;
    if (!value || variable.array || !note_assumption(edge, variable, *value)) ++result_.values_left_out;
  }

  /// Is some value that this step chose arbitrarily read later?
  [[nodiscard]] bool is_used(std::size_t step) const { return std::binary_search(used_.begin(), used_.end(), step); }

  /// `relation`: of the result to a constant. `is_whole`: the place is that of the call, which a pointer may make, and
  /// not of what the call is within.
  bool note_call(const SourceRange& place, const std::string& function, const std::string& relation,
                 bool is_whole = false) {
    const auto known = calls_.find(function);
    if (relation == "== " || known == calls_.end()) return false;
    const CallPoint* found = nullptr;
    for (const CallPoint* call : known->second) {
      if (is_whole ? !(place == call->range) : !contains(place, call->range)) continue;
      if (found != nullptr) return false;  // nobody could tell which of them returned it
      found = call;
    }
    if (found == nullptr || !found->exact) return false;
    add(WaypointType::function_return, found->closing, found->function, "\\result " + relation, "acsl_expression");
    result_.segments.back().follow.callee = function;
    ++result_.values;
    return true;
  }

  /// Before the statement that follows the declaration or assignment.
  bool note_assumption(const Edge& edge, const frontend::Variable& variable, const Integer& value) {
    const std::string text = c_constant(value, variable.type);
    if (variable.user_name.empty() || text.empty() || variable.is_pointer) return false;
    const StatementPoint* statement = enclosing_statement(points_, edge.source);
    if (statement == nullptr || !statement->next) return false;
    const StatementPoint& next = points_.statements[*statement->next];
    const std::string base = variable.user_name.substr(0, variable.user_name.find_first_of(".["));
    const frontend::ScopeEntry* entry = points_.find(next.scope, base);
    const bool is_it = entry != nullptr && entry->is_variable && entry->declared == variable.declared;
    if (!is_it || !next.exact) return false;
    add(WaypointType::assumption, next.range, next.function, variable.user_name + " == " + text, "c_expression");
    result_.segments.back().follow.previous_line = statement->range.line;
    ++result_.values;
    return true;
  }

  void note_branching(const Edge& edge, const frontend::Assume& assume) {
    const bool is_check = edge.text.empty();  // at the place of what it is about
    if ((edge.role != EdgeRole::BranchTrue && edge.role != EdgeRole::BranchFalse) || is_check) return;
    if (branchings_left_ == 0 || !dependence_.is_dependent(*assume.condition)) return;
    const auto found = branchings_.find(key_of(edge.source));
    if (found == branchings_.end()) return;
    --branchings_left_;
    add(WaypointType::branching, found->second->keyword, found->second->function,
        edge.role == EdgeRole::BranchTrue ? "true" : "false", "");
  }

  /// Of the last step that stands in the text.
  [[nodiscard]] SourceRange last_place() const {
    for (std::size_t step = execution_.trace.size(); step-- > 0;) {
      const SourceRange& place = program_.edge(execution_.trace[step]).source;
      if (place.is_known() && enclosing_statement(points_, place) != nullptr) return place;
    }
    return {};
  }

  void note_target() {
    const frontend::Location& end = program_.location(program_.target(execution_.trace.back()));
    // What is left over at the end follows the last statement.
    const SourceRange at = end.place.is_known() ? end.place : last_place();
    const StatementPoint* statement = enclosing_statement(points_, at);
    const bool is_operation = end.violation && frontend::is_of_operations(*end.violation);
    const SourceRange full = is_operation ? full_expression(points_, at) : SourceRange{};
    const SourceRange& place = full.is_known() ? full : statement != nullptr ? statement->range : at;
    add(WaypointType::target, place, statement != nullptr ? statement->function : end.function, "", "");
    result_.segments.back().follow.callee = end.callee;
  }

  const Program& program_;
  const Execution& execution_;
  const SourcePoints& points_;
  const std::vector<std::string>& files_;
  std::size_t branchings_left_;
  std::map<Key, const BranchingPoint*> branchings_;
  std::map<std::string, std::vector<const CallPoint*>> calls_;
  std::vector<std::size_t> used_;  ///< steps, sorted
  /// Arbitrary values that the execution uses, by thread and the call of a library function that chose them.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> chosen_in_;
  InputDependence dependence_;
  PlaceFinder places_;
  std::vector<ThreadVisits> visits_;                   ///< by thread
  std::uint32_t thread_ = 0;                           ///< of the last step
  bool switched_ = false;                              ///< since a waypoint told so
  std::map<std::uint32_t, unsigned> numbers_{{0, 0}};  ///< in the witness, by thread
  unsigned created_ = 0;
  ViolationSequence result_;
};

std::string floating_constant(const Integer& value, const frontend::ScalarType& type) {
  std::string text = frontend::value_text(value, type);
  if (text.find("NAN") != std::string::npos) return {};
  if (text.find("INFINITY") != std::string::npos) return text.front() == '-' ? "(-1.0 / 0.0)" : "(1.0 / 0.0)";
  return text;
}

}  // namespace

std::string c_constant(const Integer& value, const frontend::ScalarType& type) {
  if (type.is_floating()) return floating_constant(value, type);
  const Integer most_long = logic::power_of_two(63) - 1;
  if (value > most_long) return value.str() + "ULL";
  if (value < -most_long) return value < -most_long - 1 ? std::string() : "(-" + most_long.str() + "LL - 1)";
  return value.str();
}

ViolationSequence violation_sequence(const Program& program, const Execution& execution, const SourcePoints& points,
                                     const std::vector<std::string>& files, std::size_t max_branchings) {
  return SequenceBuilder(program, execution, points, files, max_branchings).build();
}

}  // namespace bireach::checker
