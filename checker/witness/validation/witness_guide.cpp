// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "checker/witness/validation/witness_validation.h"
#include "checker/witness/witness_edit.h"
#include "checker/witness/witness_places.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {
namespace {

using frontend::BranchingKind;
using frontend::BranchingPoint;
using frontend::CallPoint;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::ParseOptions;
using frontend::Program;
using frontend::SourcePoints;
using frontend::SourceRange;
using frontend::StatementPoint;

constexpr const char* progress_name = "__bireach_segment";

/// What happens at one place of the program when it is reached.
struct Watched {
  WaypointType type = WaypointType::assumption;
  const StatementPoint* statement = nullptr;
  const BranchingPoint* branching = nullptr;
  const CallPoint* call = nullptr;
  struct Step {
    std::size_t segment;
    bool avoid;
    std::string condition;
    TextMark mark;
    std::optional<unsigned> thread = {};  ///< only this one passes it
  };
  std::vector<Step> steps;  ///< in the order of the witness

  [[nodiscard]] const SourceRange& range() const {
    if (enters_with_arguments()) return call->last_argument;
    return statement != nullptr ? statement->range : branching != nullptr ? branching->condition : call->range;
  }
  [[nodiscard]] bool enters_with_arguments() const {
    return type == WaypointType::function_enter && call->arguments > 0;
  }
  /// Of what begins and ends at the same places the outer one first: a call's arguments are evaluated before it.
  [[nodiscard]] int nesting() const {
    if (call == nullptr) return statement != nullptr ? 0 : 1;
    return enters_with_arguments() ? 2 : type == WaypointType::function_return ? 3 : 4;
  }
};

class Guide {
 public:
  Guide(const Witness& witness, const std::vector<std::string>& files, const ParseOptions& parse, Following following)
      : witness_(witness),
        files_(files),
        parse_(parse),
        following_(following),
        points_(frontend::read_source_points(files, parse)),
        places_(files, points_) {}

  GuidedProgram build() {
    const Waypoint& target = witness_.segments.back().follow;
    std::optional<SourceRange> target_range;
    if (target.location.line != 0) target_range = find_target(target);
    for (std::size_t i = 0; i < witness_.segments.size(); ++i) {
      constexpr bool avoid = true;
      for (const Waypoint& waypoint : witness_.segments[i].avoid) watch(waypoint, i, avoid);
      has_avoid_ = has_avoid_ || !witness_.segments[i].avoid.empty();
      if (i + 1 < witness_.segments.size() && watch(witness_.segments[i].follow, segments_, !avoid)) ++segments_;
    }
    sort_outer_first();
    frontend::SourceEditor editor(files_);
    declare(editor);
    for (std::size_t i = 0; i < watched_.size(); ++i) edit(editor, watched_[i], i);
    result_.program =
        parse_edited(files_, editor.apply(parse_), watched_.size(), [this](std::size_t i) { try_alone(i); });
    restrict_errors(editor, target_range);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_graphml() const { return witness_.format_version == "1.0"; }

  /// The statement, or the call of the error function, that the target names.
  [[nodiscard]] SourceRange find_target(const Waypoint& target) const {
    const std::uint32_t file = places_.file(target.location);
    for (const CallPoint& call : points_.calls) {
      const bool is_error = std::find(parse_.property.error_functions.begin(), parse_.property.error_functions.end(),
                                      call.callee) != parse_.property.error_functions.end();
      const bool is_here = call.range.file == file && call.range.line == target.location.line &&
                           (target.location.column == 0 || call.range.column == target.location.column);
      if (!is_error || !is_here) continue;
      if (!target.location.function.empty() && target.location.function != call.function)
        reject(target.mark, fmt::format("the target is in {}, not in {}", call.function, target.location.function));
      return call.range;
    }
    if (parse_.property.has_operations()) {
      const SourceRange around = places_.full_expressions(target.location);
      if (around.is_known()) return around;
    }
    try {
      return places_.statement(target.location).range;
    } catch (const WitnessRejected& problem) {
      reject(target.mark, fmt::format("the target is at no statement: {}", problem.what()));
    }
  }

  /// False: the waypoint is ignored.
  bool watch(const Waypoint& waypoint, std::size_t segment, bool avoid) {
    try {
      Watched place = find(waypoint);
      const bool exact = place.statement != nullptr   ? place.statement->exact
                         : place.branching != nullptr ? place.branching->exact
                                                      : place.call->exact;
      if (!exact) throw WitnessRejected(fmt::format("{} stands within a macro", place_text(waypoint.location)));
      Watched& known = same_place(place);
      known.steps.push_back({segment, avoid, condition(waypoint, known), waypoint.mark, waypoint.thread});
      if (waypoint.thread) threads_.insert(*waypoint.thread);
      return true;
    } catch (const WitnessRejected& problem) {
      const std::string text = fmt::format("{}: {}", to_string(waypoint.type), problem.what());
      // Lines alone often name no place that could be watched; an execution that follows the rest is still one.
      if (!is_graphml() || avoid) reject(waypoint.mark, text);
      result_.unused.push_back(text);
      return false;
    }
  }

  [[nodiscard]] Watched find(const Waypoint& waypoint) const {
    Watched place;
    place.type = waypoint.type;
    switch (waypoint.type) {
      case WaypointType::assumption:
        place.statement =
            waypoint.after ? &places_.statement_after(waypoint.location) : &places_.statement(waypoint.location);
        break;
      case WaypointType::branching:
        place.branching = &places_.branching(waypoint.location);
        break;
      case WaypointType::function_return:
        place.call = &places_.call(waypoint.location, waypoint.callee);
        if (place.call->is_void) throw WitnessRejected(fmt::format("{} returns nothing", place.call->callee));
        break;
      case WaypointType::function_enter:
        place.call = &places_.call(waypoint.location, waypoint.callee);
        if (place.call->arguments > 0 && !place.call->last_argument.is_known())
          throw WitnessRejected(fmt::format("{} stands within a macro", place_text(waypoint.location)));
        break;
      case WaypointType::target:
        throw WitnessRejected("a target stands before the last segment");
    }
    return place;
  }

  Watched& same_place(const Watched& place) {
    const auto known = std::find_if(watched_.begin(), watched_.end(), [&](const Watched& other) {
      return other.statement == place.statement && other.branching == place.branching && other.call == place.call &&
             (place.call == nullptr || other.type == place.type);
    });
    if (known != watched_.end()) return *known;
    watched_.push_back(place);
    return watched_.back();
  }

  /// In C, over the names that are visible where it is evaluated.
  [[nodiscard]] static std::string condition(const Waypoint& waypoint, const Watched& place) {
    if (waypoint.type == WaypointType::branching) return outcome(waypoint.value, *place.branching);
    if (waypoint.type == WaypointType::function_enter) return "1";
    std::string text = waypoint.value;
    const std::string result = "\\result";
    const std::string name = "__bireach_value";
    bool has_result = false;
    for (std::size_t at = text.find(result); at != std::string::npos; at = text.find(result, at + name.size())) {
      text.replace(at, result.size(), name);
      has_result = true;
    }
    if (has_result != (waypoint.type == WaypointType::function_return))
      throw WitnessRejected(fmt::format("constraint '{}' {} \\result", waypoint.value, has_result ? "has" : "lacks"));
    const std::string problem = frontend::expression_problem(text);
    if (!problem.empty()) throw WitnessRejected(fmt::format("constraint '{}': {}", waypoint.value, problem));
    return text;
  }

  [[nodiscard]] static std::string outcome(const std::string& value, const BranchingPoint& point) {
    std::string name = "__bireach_value";
    if (point.kind != BranchingKind::switch_statement) {
      if (value == "true") return name;
      if (value == "false") return "!" + name;
      throw WitnessRejected(fmt::format("'{}' is neither true nor false", value));
    }
    if (value == "default") {
      std::string text = "1";
      for (const std::string& label : point.cases) {
        const std::size_t dots = label.find(" ... ");
        text += dots == std::string::npos ? fmt::format(" && {} != ({})", name, label)
                                          : fmt::format(" && !({} >= ({}) && {} <= ({}))", name, label.substr(0, dots),
                                                        name, label.substr(dots + 5));
      }
      return text;
    }
    const bool is_number = !value.empty() && value.find_first_not_of("0123456789-") == std::string::npos;
    if (!is_number) throw WitnessRejected(fmt::format("'{}' is neither an integer nor default", value));
    return fmt::format("{} == ({})", name, value);
  }

  void sort_outer_first() {
    const auto key = [](const Watched& place) {
      const SourceRange& range = place.range();
      const int kind = std::min(place.nesting(), 2);
      return std::make_tuple(range.file, range.line, range.column, kind, -static_cast<std::int64_t>(range.end_line),
                             -static_cast<std::int64_t>(range.end_column), place.nesting());
    };
    std::stable_sort(watched_.begin(), watched_.end(),
                     [&](const Watched& a, const Watched& b) { return key(a) < key(b); });
  }

  void declare(frontend::SourceEditor& editor) const {
    editor.declare(fmt::format("unsigned {};", progress_name));
    editor.declare("extern void bireach_atomic_begin(void);");
    editor.declare("extern void bireach_atomic_end(void);");
    editor.declare("extern unsigned bireach_self(void);");
    for (const unsigned thread : threads_) editor.declare(fmt::format("unsigned __bireach_thread{};", thread));
    editor.declare("extern void __bireach_stop(void) __attribute__((noreturn));");
    editor.declare("extern _Bool __VERIFIER_nondet_bireach_choice(void);");
  }

  void edit(frontend::SourceEditor& editor, const Watched& place, std::size_t number) const {
    // One visit passes one waypoint at most, so all steps look at the same count.
    const std::string before = fmt::format("__bireach_before{}", number);
    const std::string name = fmt::format("__bireach_value{}", number);
    std::string code = fmt::format("unsigned {} = {};", before, progress_name);
    for (const Watched::Step& step : place.steps) {
      std::string value = step.condition;
      const std::string generic = "__bireach_value";
      for (std::size_t at = value.find(generic); at != std::string::npos; at = value.find(generic, at + name.size()))
        value.replace(at, generic.size(), name);
      code += " " + step_code(step, before, value);
    }
    // Other threads wait until the waypoint is passed or not.
    if (has_threads()) code = "bireach_atomic_begin(); " + code + " bireach_atomic_end();";
    if (place.statement != nullptr)
      editor.insert_before(*place.statement, code);
    else if (place.branching != nullptr)
      editor.insert_after_condition(*place.branching, name, code);
    else if (place.type == WaypointType::function_enter)
      editor.insert_on_entering(*place.call, name, code);
    else
      editor.insert_after_call(*place.call, name, code);
  }

  /// Does the program create threads?
  [[nodiscard]] bool has_threads() const {
    return std::any_of(points_.calls.begin(), points_.calls.end(), [](const CallPoint& call) {
      return call.callee == "pthread_create" || call.callee == "thrd_create";
    });
  }

  /// In C: does the thread that runs have this number in the witness, or no number yet?
  [[nodiscard]] std::string is_thread(unsigned thread) const {
    std::string is_new = fmt::format("__bireach_thread{} == 0", thread);
    for (const unsigned other : threads_)
      if (other != thread) is_new += fmt::format(" && __bireach_thread{} != bireach_self()", other);
    return fmt::format("(__bireach_thread{} == bireach_self() || ({}))", thread, is_new);
  }

  [[nodiscard]] std::string step_code(const Watched::Step& step, const std::string& before,
                                      const std::string& value) const {
    if (step.avoid) {
      const std::string thread = step.thread ? is_thread(*step.thread) + " && " : "";
      return fmt::format("if ({} == {}) {{ if ({}({})) __bireach_stop(); }}", before, step.segment, thread, value);
    }
    std::string advance = fmt::format("{} = {};", progress_name, step.segment + 1);
    std::string here = fmt::format("{} == {}", before, step.segment);
    if (step.thread) {
      here += " && " + is_thread(*step.thread);
      advance = fmt::format("{{ {} __bireach_thread{} = bireach_self(); }}", advance, *step.thread);
    }
    if (following_ == Following::strict)
      return fmt::format("if ({}) {{ if ({}) {} else __bireach_stop(); }}", here, value, advance);
    // Where something has to be avoided later it may be better to wait for another visit.
    const char* choice = has_avoid_ ? " if (__VERIFIER_nondet_bireach_choice())" : "";
    return fmt::format("if ({}) {{ if ({}){} {} }}", here, value, choice, advance);
  }

  /// Throws if the constraints of this place alone are refused.
  void try_alone(std::size_t number) const {
    frontend::SourceEditor editor(files_);
    declare(editor);
    edit(editor, watched_[number], number);
    try {
      static_cast<void>(frontend::read_source_points(files_, editor.apply(parse_)));
    } catch (const frontend::ParseError& problem) {
      const Watched::Step& step = watched_[number].steps.front();
      reject(step.mark, fmt::format("constraint '{}' is no C in its place: {}", step.condition, message_of(problem)));
    }
  }

  /// Error locations elsewhere end executions, the target's only count when all waypoints were passed.
  void restrict_errors(const frontend::SourceEditor& editor, const std::optional<SourceRange>& target) {
    Program& program = result_.program;
    const auto variable = std::find_if(program.variables.begin(), program.variables.end(),
                                       [](const frontend::Variable& v) { return v.name == progress_name; });
    const std::size_t count = program.location_count();
    bool found = false;
    for (LocationId location = 0; location < count; ++location) {
      frontend::Location& end = program.location(location);
      if (end.kind != LocationKind::Error) continue;
      const SourceRange place = editor.original(end.place);
      // What is left over at the end has no place of its own.
      const bool is_target =
          !target || !place.is_known() ||
          (place.file == target->file && std::tie(target->line, target->column) <= std::tie(place.line, place.column) &&
           std::tie(place.line, place.column) < std::tie(target->end_line, target->end_column));
      if (!is_target) {
        end.kind = LocationKind::Exit;
        end.note.clear();
        continue;
      }
      found = true;
      if (segments_ == 0) continue;
      if (variable == program.variables.end()) {
        end.kind = LocationKind::Exit;  // no waypoint can be reached
        end.note.clear();
        continue;
      }
      guard(location, static_cast<frontend::VariableId>(variable - program.variables.begin()));
    }
    if (!found) {
      reject(witness_.segments.back().follow.mark,
             "no violation can happen at the target " + place_text(witness_.segments.back().follow.location));
    }
  }

  void guard(LocationId location, frontend::VariableId variable) {
    Program& program = result_.program;
    const frontend::Location error = program.location(location);
    frontend::Location exit = error;
    exit.kind = LocationKind::Exit;
    exit.note.clear();
    program.location(location).kind = LocationKind::Normal;
    const LocationId reached = program.add_location(error);
    const LocationId missed = program.add_location(exit);
    const auto progress = frontend::make_variable(variable, program.variables[variable].type);
    const auto all = frontend::make_constant(static_cast<std::int64_t>(segments_), program.variables[variable].type);
    const auto complete = frontend::make_binary(frontend::BinaryOp::Eq, progress, all, frontend::int_type);
    const auto add = [&](LocationId target, const frontend::ExprPtr& condition, frontend::EdgeRole role) {
      frontend::Edge edge;
      edge.statement = frontend::Assume{condition};
      edge.source = error.place;
      edge.text = "all waypoints were passed";
      edge.role = role;
      program.add_edge(location, target, std::move(edge));
    };
    add(reached, complete, frontend::EdgeRole::BranchTrue);
    add(missed, frontend::make_not(complete), frontend::EdgeRole::BranchFalse);
  }

  const Witness& witness_;
  const std::vector<std::string>& files_;
  const ParseOptions& parse_;
  Following following_;
  SourcePoints points_;
  WitnessPlaces places_;
  std::vector<Watched> watched_;
  std::set<unsigned> threads_;  ///< that the waypoints name
  std::size_t segments_ = 0;    ///< waypoints that are watched and followed
  bool has_avoid_ = false;
  GuidedProgram result_;
};

}  // namespace

GuidedProgram guided_program(const Witness& witness, const std::vector<std::string>& files, const ParseOptions& parse,
                             Following following) {
  return Guide(witness, files, parse, following).build();
}

}  // namespace bireach::checker
