// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/checked_program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/checks/conditions.h"
#include "frontend/checks/initialisation.h"
#include "frontend/checks/memory_conditions.h"
#include "frontend/checks/tracked_object.h"
#include "frontend/program/evaluation_places.h"
#include "frontend/threads/accesses.h"
#include "frontend/threads/split_accesses.h"

namespace bireach::frontend {
namespace {

/// Does the program end there by itself, so that what it allocated could have been freed? Else an assumption cuts the
/// execution, or it is one that the model leaves out.
bool is_end(const Location& location) {
  return location.kind == LocationKind::Exit && (!location.place.is_known() || !location.callee.empty());
}

class Checker {
 public:
  Checker(const Program& program, const Initialisation* initialisation)
      : program_(program), initialisation_(initialisation), places_(program), result_(program.without_graph()) {
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
      next_statement_ = std::max(next_statement_, program.edge(edge).statement_id + 1);
  }

  Program run() {
    for (LocationId l = 0; l < program_.location_count(); ++l) result_.add_location(program_.location(l));
    if (!places_.keeps_procedures()) result_.procedures.clear();
    if (!program_.threads.empty()) find_shared();
    collect();
    if (program_.memory.tracked && program_.property.has(Violation::valid_memtrack)) find_endless();
    start();
    for (LocationId l = 0; l < program_.location_count(); ++l) copy(l);
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (is_end(program_.location(l))) end(l);
    return std::move(result_);
  }

 private:
  /// Where each check is asked.
  void collect() {
    checks_.resize(program_.location_count());
    for (LocationId l = 0; l < program_.location_count(); ++l) {
      const std::vector<EdgeId>& outgoing = program_.outgoing(l);
      if (outgoing.empty() || !places_.is_asked(outgoing.front())) continue;
      for (Check& check : checks_of(program_, outgoing.front(), initialisation_))
        checks_[places_.of(l)].emplace_back(outgoing.front(), std::move(check));
    }
  }

  void find_shared() {
    is_shared_ = shared_variables(program_);
    is_seen_ = locations_outside_regions(program_);
    const std::vector<bool> beside_others = locations_beside_others(program_);
    for (LocationId l = 0; l < program_.location_count(); ++l) is_seen_[l] = is_seen_[l] && beside_others[l];
    if (!program_.memory.tracked) return;
    const Memory::Tracked& tracked = *program_.memory.tracked;
    for (const VariableId variable : {tracked.address, tracked.end, tracked.size, tracked.state})
      is_shared_[variable] = true;
  }

  /// Whether memory is lost is asked where the program ends. Where it cannot end any more, there is no telling.
  void find_endless() {
    std::vector<bool> may_end(program_.location_count(), false);
    std::vector<LocationId> open;
    const auto reach = [&](LocationId l) {
      if (may_end[l]) return;
      may_end[l] = true;
      open.push_back(l);
    };
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (is_end(program_.location(l))) reach(l);
    while (!open.empty()) {
      const LocationId l = open.back();
      open.pop_back();
      for (const EdgeId edge : program_.incoming(l)) reach(program_.source(edge));
    }
    is_endless_.resize(program_.location_count());
    // Each cycle has a location that is entered in two ways, or the program starts in it.
    for (LocationId l = 0; l < program_.location_count(); ++l)
      is_endless_[l] = !may_end[l] && (program_.incoming(l).size() > 1 || l == program_.initial);
  }

  void start() {
    std::vector<Statement> steps;
    if (program_.memory.tracked) steps = tracking_at_start(program_);
    if (initialisation_ != nullptr)
      for (Statement& note : initialisation_->at_start()) steps.push_back(std::move(note));
    if (steps.empty()) return;
    LocationId from = result_.add_location({LocationKind::Normal, "", "", {}, false});
    result_.initial = from;
    for (Thread& thread : result_.threads)
      if (thread.entry == program_.initial) thread.entry = from;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_last = i + 1 == steps.size();
      const LocationId to =
          is_last ? program_.initial : result_.add_location({LocationKind::Normal, "", "", {}, false});
      Edge edge;
      edge.role = EdgeRole::Internal;
      edge.statement = steps[i];
      edge.statement_id = next_statement_++;
      result_.add_edge(from, to, std::move(edge));
      from = to;
    }
  }

  void copy(LocationId l) {
    LocationId from = l;
    std::uint32_t number = 0;
    const std::vector<EdgeId>& outgoing = program_.outgoing(l);
    std::vector<Statement> steps;
    if (outgoing.size() == 1) {
      const Edge& edge = program_.edge(outgoing.front());
      if (program_.memory.tracked) steps = tracking_before(program_, edge);
      if (initialisation_ != nullptr)
        for (Statement& note : initialisation_->before(outgoing.front())) steps.push_back(std::move(note));
    }
    const bool is_region = needs_region(l, steps);
    if (is_region) from = mark(from, program_.edge(outgoing.front()), ThreadStep::Kind::atomic_begin);
    for (const auto& [edge, check] : checks_[l]) from = ask(from, program_.edge(edge), check, number++);
    if (from != l) {
      for (Procedure& procedure : result_.procedures)
        for (auto& call : procedure.calls)
          if (call.start == l) call.start = from;
    }
    if (!is_endless_.empty() && is_endless_[l] && !outgoing.empty()) {
      const Edge& about = program_.edge(outgoing.front());
      const Check open{Violation::valid_memtrack, is_unfreed(program_), about.source,
                       "memory is perhaps lost in a loop without end", false};
      from = ask(from, about, open, number++);
    }
    for (const Statement& statement : steps) from = track(from, program_.edge(outgoing.front()), statement, number++);
    if (is_region && !holds_operation(outgoing)) {
      from = mark(from, program_.edge(outgoing.front()), ThreadStep::Kind::atomic_end);
    } else if (is_region) {
      for (const EdgeId edge : outgoing) {
        const LocationId done = go_on(from, program_.edge(edge));
        result_.add_edge(done, program_.target(edge), marking(program_.edge(edge), ThreadStep::Kind::atomic_end));
      }
      return;
    }
    for (const EdgeId edge : outgoing) result_.add_edge(from, program_.target(edge), program_.edge(edge));
  }

  /// May another thread change what is asked here, before the operation that it is asked about?
  [[nodiscard]] bool needs_region(LocationId l, const std::vector<Statement>& steps) const {
    if (is_seen_.empty() || !is_seen_[l]) return false;
    const auto is_shared = [this](const Expr& read) { return is_shared_[read.variable]; };
    return !steps.empty() || std::any_of(checks_[l].begin(), checks_[l].end(),
                                         [&](const auto& entry) { return any_read(*entry.second.fails, is_shared); });
  }

  /// Who waits for the end of another thread does not do so in a region, which the other would wait for.
  [[nodiscard]] bool holds_operation(const std::vector<EdgeId>& outgoing) const {
    return program_.edge(outgoing.front()).thread_step.kind == ThreadStep::Kind::none;
  }

  Edge marking(const Edge& about, ThreadStep::Kind kind) {
    Edge edge = about;
    edge.role = EdgeRole::Internal;
    edge.text.clear();
    edge.statement = Assume{make_constant(1, int_type)};
    edge.thread_step = {kind, 0, true};
    edge.statement_id = statement_id(about, kind == ThreadStep::Kind::atomic_begin ? region_begins : region_ends, true);
    return edge;
  }

  LocationId mark(LocationId from, const Edge& about, ThreadStep::Kind kind) {
    return go_on(from, marking(about, kind));
  }

  /// Returns where it goes on.
  LocationId ask(LocationId from, const Edge& about, const Check& check, std::uint32_t number) {
    Edge edge = about;
    edge.thread_step = {};
    edge.source = check.place;
    edge.text = check.note;
    edge.role = EdgeRole::BranchTrue;
    edge.statement = Assume{check.fails};
    edge.statement_id = statement_id(about, number, true);
    result_.add_edge(from, error(about, check), edge);
    edge.role = EdgeRole::Internal;
    edge.statement = Assume{make_not(check.fails)};
    edge.statement_id = statement_id(about, number, false);
    return go_on(from, std::move(edge));
  }

  LocationId track(LocationId from, const Edge& about, const Statement& statement, std::uint32_t number) {
    Edge edge = about;
    edge.thread_step = {};
    edge.role = EdgeRole::Internal;
    edge.statement = statement;
    edge.statement_id = statement_id(about, number, true);
    return go_on(from, std::move(edge));
  }

  LocationId go_on(LocationId from, Edge edge) {
    const LocationId to = result_.add_location({LocationKind::Normal, function_of(from), "", {}, false});
    result_.add_edge(from, to, std::move(edge));
    return to;
  }

  [[nodiscard]] std::string function_of(LocationId location) const { return result_.location(location).function; }

  /// The location of this error; copies of one operation share it.
  LocationId error(const Edge& about, const Check& check) {
    const auto key = std::make_tuple(check.violation, check.place.file, check.place.line, check.place.column,
                                     check.place.end_line, check.place.end_column, check.note);
    const auto [entry, is_new] = errors_.try_emplace(key, 0);
    if (is_new) {
      Location location;
      location.function = program_.function_of(about);
      location.place = check.place;
      location.note = check.note;
      location.kind = check.is_modelled ? LocationKind::Error : LocationKind::Unsupported;
      if (check.is_modelled) location.violation = check.violation;
      entry->second = result_.add_location(std::move(location));
    }
    return entry->second;
  }

  void end(LocationId l) {
    const Location& exit = program_.location(l);
    // The first thread's end is the program's; where another one ends, the rest goes on.
    if (std::any_of(program_.threads.begin(), program_.threads.end(),
                    [&](const Thread& t) { return t.creator && t.end == l; }))
      return;
    const std::vector<Check> checks = checks_at_end(program_, exit);
    if (checks.empty() || program_.incoming(l).empty()) return;
    const Edge about = program_.edge(program_.incoming(l).front());
    const LocationId ended = result_.add_location(exit);
    if (!result_.threads.empty() && result_.threads.front().end == l) result_.threads.front().end = ended;
    Location& here = result_.location(l);
    here.kind = LocationKind::Normal;
    LocationId from = l;
    std::uint32_t number = 0;
    const bool is_region = !is_seen_.empty() && is_seen_[l];
    if (is_region) from = mark(from, about, ThreadStep::Kind::atomic_begin);
    for (const Check& check : checks) from = ask(from, about, check, number++);
    if (is_region) from = mark(from, about, ThreadStep::Kind::atomic_end);
    Edge edge;
    edge.role = EdgeRole::Internal;
    edge.call_path = about.call_path;
    edge.statement = Assume{make_constant(1, int_type)};
    edge.statement_id = next_statement_++;
    result_.add_edge(from, ended, std::move(edge));
  }

  std::uint32_t statement_id(const Edge& about, std::uint32_t number, bool first) {
    const auto [entry, is_new] = statements_.try_emplace({about.statement_id, number, first}, next_statement_);
    if (is_new) ++next_statement_;
    return entry->second;
  }

  /// Numbers of the statements that mark a region, behind all checks of an edge.
  static constexpr std::uint32_t region_begins = ~0U;
  static constexpr std::uint32_t region_ends = region_begins - 1;

  const Program& program_;
  const Initialisation* initialisation_;  ///< null: reads before anything is stored are not looked for
  EvaluationPlaces places_;
  Program result_;
  std::vector<std::vector<std::pair<EdgeId, Check>>> checks_;
  std::vector<bool> is_shared_;   ///< by variable, of threads: several use it
  std::vector<bool> is_seen_;     ///< by location, of threads: others' steps may come before the next one
  std::vector<bool> is_endless_;  ///< by location: the program goes on for ever from it, and may come back
  std::map<
      std::tuple<Violation, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::string>,
      LocationId>
      errors_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint32_t> statements_;
  std::uint32_t next_statement_ = 0;
};

/// Ends before it begins: what is asked for is not modelled.
Program refused(const Program& program, const std::string& why) {
  Program result = program.without_graph();
  result.threads.clear();
  result.procedures.clear();
  result.initial = result.add_location({LocationKind::Normal, program.entry, "", {}, false});
  Location end;
  end.kind = LocationKind::Unsupported;
  end.note = why;
  Edge edge;
  edge.role = EdgeRole::Internal;
  edge.statement = Assume{make_constant(1, int_type)};
  result.add_edge(result.initial, result.add_location(std::move(end)), std::move(edge));
  return result;
}

/// Does whoever calls the entry function give it pointers?
bool is_given_pointers(const Program& program) {
  if (program.entry == "main") return false;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const Havoc* havoc = as_havoc(program.edge(edge).statement);
    if (havoc == nullptr || !havoc->function.empty() || program.edge(edge).call_path != 0) continue;
    const Variable& variable = program.variables[havoc->target.variable];
    const bool is_given = program.edge(edge).role == EdgeRole::Parameter || variable.is_static;
    if (is_given && variable.is_pointer) return true;
  }
  return false;
}

/// Are all locations for it made where the program is lowered from C?
bool is_asked_by_lowering(Violation violation) {
  return violation == Violation::undefined_call || violation == Violation::unreachable_reached ||
         violation == Violation::missing_return || violation == Violation::array_size;
}

bool needs_checks(Violation violation) {
  return is_of_operations(violation) && !is_asked_by_lowering(violation);
}

/// Why nothing is asked of threads' graphs in their whole program; empty: it is. Takes out of what is asked by default
/// what is not looked for.
std::string refuses_threads(Program& program) {
  std::vector<Violation>& kinds = program.property.kinds;
  if (std::none_of(kinds.begin(), kinds.end(), needs_checks)) return {};
  const bool is_recursive = !program.procedures.empty();
  const auto is_left_out = [&](Violation violation) {
    return violation == Violation::uninitialised_read || (is_recursive && needs_checks(violation));
  };
  if (std::none_of(kinds.begin(), kinds.end(), is_left_out)) return {};
  const std::string what =
      is_recursive ? "errors of memory and arithmetic, beside recursion" : "reads of uninitialised variables";
  if (!program.property.is_default) return "threads: " + what;
  std::erase_if(kinds, is_left_out);
  program.assumptions.push_back(what + " are not looked for in programs with threads");
  return {};
}

}  // namespace

Program with_checks(Program program) {
  Property& property = program.property;
  if (!property.has_operations() && !program.rounding_mode) return program;
  if (!program.threads.empty()) {
    if (const std::string why = refuses_threads(program); !why.empty()) return refused(program, why);
    if (std::any_of(property.kinds.begin(), property.kinds.end(), needs_checks)) program = split_accesses(program);
  }
  const bool is_given = is_given_pointers(program);
  if (property.is_default && is_given) {
    // What lies behind them only the callers know.
    std::erase_if(property.kinds, [](Violation violation) {
      return violation == Violation::valid_deref || violation == Violation::valid_free;
    });
    program.assumptions.emplace_back("accesses to memory are not looked at, as '" + program.entry +
                                     "' may be given any pointers");
  }
  const bool asks_memory = property.has(Violation::valid_deref) || property.has(Violation::valid_free) ||
                           property.has(Violation::valid_memcleanup) || property.has(Violation::valid_memtrack) ||
                           property.has(Violation::pointer_arithmetic) || property.has(Violation::uninitialised_read);
  if (program.memory.top && asks_memory) add_tracked_object(program);
  if (program.memory.tracked && property.has(Violation::valid_memtrack))
    program.assumptions.emplace_back("memory that is lost in executions that never end is not looked for");
  std::optional<Initialisation> initialisation;
  if (property.has(Violation::uninitialised_read)) initialisation.emplace(program, !is_given);
  return Checker(program, initialisation ? &*initialisation : nullptr).run();
}

}  // namespace bireach::frontend
