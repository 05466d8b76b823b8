// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/invariant_places.h"

#include <algorithm>
#include <set>

namespace bireach::checker {
namespace {

using frontend::BranchingKind;
using frontend::BranchingPoint;
using frontend::CallPoint;
using frontend::EdgeId;
using frontend::FunctionPoint;
using frontend::LocationId;
using frontend::Program;
using frontend::SourcePoints;
using frontend::SourceRange;
using frontend::StatementPoint;

class InvariantPlaceFinder {
 public:
  InvariantPlaceFinder(const Program& program, const SourcePoints& points,
                       const std::vector<std::string>& error_functions, std::size_t max_statements)
      : program_(program), points_(points), max_statements_(max_statements) {
    error_functions_.insert(error_functions.begin(), error_functions.end());
    error_functions_.insert("__assert_fail");
    for (const FunctionPoint& function : points.functions)
      if (function.is_defined) defined_.insert(function.name);
  }

  std::vector<InvariantPlace> find() {
    for (const BranchingPoint& point : points_.branchings)
      if (point.is_loop()) add_loop(point);
    add_checks();
    for (const StatementPoint& point : points_.statements)
      if (point.has_label) add_statement(point);
    for (const StatementPoint& point : points_.statements)
      if (point.next && loop_of(point) != nullptr) add_statement(points_.statements[*point.next]);
    add_entries();
    locate();
    return std::move(places_);
  }

 private:
  // Which places

  void add_loop(const BranchingPoint& point) {
    // The statements of a function that is called in the condition would be elsewhere in the source.
    if (!point.exact || (point.has_condition && calls_defined(point.condition))) return;
    InvariantPlace place;
    place.branching = &point;
    place.scope = point.scope;
    if (point.kind == BranchingKind::do_loop) {
      place.statement = statement_at(point.whole);
      if (place.statement == nullptr || !place.statement->exact || has_effects(point.condition)) return;
    }
    places_.push_back(std::move(place));
  }

  /// The calls of the error functions, and those of functions that call them.
  void add_checks() {
    std::set<std::string> checking;
    for (const CallPoint& call : points_.calls) {
      if (!error_functions_.contains(call.callee)) continue;
      checking.insert(call.function);
      const BranchingPoint* guard = nullptr;
      for (const BranchingPoint& point : points_.branchings) {
        const bool is_around = point.kind == BranchingKind::if_statement && contains(point.whole, call.range);
        if (is_around && (guard == nullptr || contains(guard->whole, point.whole))) guard = &point;
      }
      if (guard == nullptr) continue;
      if (const StatementPoint* statement = statement_at(guard->whole)) add_statement(*statement);
    }
    for (const CallPoint& call : points_.calls) {
      if (!checking.contains(call.callee) || call.callee == program_.entry) continue;
      if (const StatementPoint* statement = statement_at(call.range)) add_statement(*statement);
    }
  }

  void add_entries() {
    std::set<std::string> entered;
    for (const StatementPoint& point : points_.statements)
      if (entered.insert(point.function).second && point.function != program_.entry) add_statement(point);
  }

  void add_statement(const StatementPoint& point) {
    const bool known = std::any_of(places_.begin(), places_.end(),
                                   [&](const InvariantPlace& place) { return place.statement == &point; });
    // A pointer that only ever leads to one object is none of the program's variables.
    if (known || !point.exact || point.declares_pointer || statements_ >= max_statements_) return;
    if (loop_of(point) != nullptr) return;
    InvariantPlace place;
    place.statement = &point;
    place.scope = point.scope;
    place.branching = branching_at(point, BranchingKind::if_statement);
    if (place.branching != nullptr ? calls_defined(place.branching->condition) : !begins_itself(point)) return;
    ++statements_;
    places_.push_back(std::move(place));
  }

  /// Is the first thing that the statement does written in it? That is so unless it is within a function that is
  /// called; passing an argument is a step of the call.
  [[nodiscard]] bool begins_itself(const StatementPoint& point) const {
    return std::all_of(points_.calls.begin(), points_.calls.end(), [&](const CallPoint& call) {
      if (!defined_.contains(call.callee) || !contains(point.range, call.range)) return true;
      const bool is_first = call.range.line == point.range.line && call.range.column == point.range.column;
      return is_first && call.arguments > 0;
    });
  }

  [[nodiscard]] bool calls_defined(const SourceRange& range) const {
    return std::any_of(points_.calls.begin(), points_.calls.end(), [&](const CallPoint& call) {
      return defined_.contains(call.callee) && contains(range, call.range);
    });
  }

  [[nodiscard]] bool has_effects(const SourceRange& range) const {
    return std::any_of(points_.calls.begin(), points_.calls.end(),
                       [&](const CallPoint& call) { return contains(range, call.range); }) ||
           assigns(range);
  }

  /// Does an edge within the range change a variable?
  [[nodiscard]] bool assigns(const SourceRange& range) const {
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) {
      const bool is_here = contains(range, program_.edge(edge).source);
      if (is_here && frontend::assigned_target(program_.edge(edge).statement) != nullptr) return true;
    }
    return false;
  }

  [[nodiscard]] const StatementPoint* statement_at(const SourceRange& range) const {
    for (const StatementPoint& point : points_.statements) {
      const SourceRange& other = point.range;
      if (other.file == range.file && other.line == range.line && other.column == range.column) return &point;
    }
    return nullptr;
  }

  [[nodiscard]] const BranchingPoint* branching_at(const StatementPoint& statement, BranchingKind kind) const {
    for (const BranchingPoint& point : points_.branchings)
      if (point.kind == kind && point.keyword.file == statement.range.file &&
          point.keyword.line == statement.range.line && point.keyword.column == statement.range.column)
        return &point;
    return nullptr;
  }

  [[nodiscard]] const BranchingPoint* loop_of(const StatementPoint& statement) const {
    for (const BranchingKind kind : {BranchingKind::while_loop, BranchingKind::for_loop, BranchingKind::do_loop})
      if (const BranchingPoint* loop = branching_at(statement, kind)) return loop;
    return nullptr;
  }

  // Where they are in the program

  void locate() {
    for (LocationId location = 0; location < program_.location_count(); ++location) {
      for (InvariantPlace& place : places_) {
        const bool is_do = place.is_loop() && place.branching->kind == BranchingKind::do_loop;
        const bool before_condition = place.branching != nullptr && is_before_condition(location, *place.branching);
        const bool before_statement =
            (is_do || place.branching == nullptr) && is_before_statement(location, place.statement->range);
        if (before_condition || before_statement) place.locations.push_back(location);
      }
    }
    std::erase_if(places_, [](const InvariantPlace& place) { return place.locations.empty(); });
  }

  [[nodiscard]] bool is_before_condition(LocationId location, const BranchingPoint& point) const {
    const auto evaluates = [&](EdgeId edge) {
      const SourceRange& source = program_.edge(edge).source;
      return point.has_condition ? contains(point.condition, source) : source == point.whole;
    };
    // An edge that decides the whole condition leads back where the body is empty; all others are within it.
    const auto is_within = [&](EdgeId edge) {
      const frontend::Edge& before = program_.edge(edge);
      const bool decides = before.source == point.decided && (before.role == frontend::EdgeRole::BranchTrue ||
                                                              before.role == frontend::EdgeRole::BranchFalse);
      return evaluates(edge) && !decides && point.has_condition;
    };
    const std::vector<EdgeId>& next = program_.outgoing(location);
    const std::vector<EdgeId>& before = program_.incoming(location);
    return std::any_of(next.begin(), next.end(), evaluates) && std::none_of(before.begin(), before.end(), is_within);
  }

  /// Also where a function that was called within the statement has returned to it.
  [[nodiscard]] bool is_before_statement(LocationId location, const SourceRange& range) const {
    const auto is_within = [&](EdgeId edge) { return contains(range, program_.edge(edge).source); };
    const std::vector<EdgeId>& next = program_.outgoing(location);
    const std::vector<EdgeId>& before = program_.incoming(location);
    return std::any_of(next.begin(), next.end(), is_within) &&
           (location == program_.initial || !std::all_of(before.begin(), before.end(), is_within));
  }

  const Program& program_;
  const SourcePoints& points_;
  std::size_t max_statements_;
  std::size_t statements_ = 0;
  std::set<std::string> error_functions_, defined_;
  std::vector<InvariantPlace> places_;
};

}  // namespace

std::vector<InvariantPlace> invariant_places(const Program& program, const SourcePoints& points,
                                             const std::vector<std::string>& error_functions,
                                             std::size_t max_statements) {
  return InvariantPlaceFinder(program, points, error_functions, max_statements).find();
}

void insert_at(frontend::SourceEditor& editor, const InvariantPlace& place, const std::string& statements) {
  if (!place.is_loop() || place.branching->kind == BranchingKind::do_loop)
    editor.insert_before(*place.statement, statements);
  if (place.is_loop()) editor.insert_before_condition(*place.branching, statements);
}

}  // namespace bireach::checker
