// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/program_invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "checker/answer/stop_timer.h"
#include "checker/report/trace_names.h"
#include "frontend/program/statement.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::Program;
using At = ReportProgramInvariant::At;

/// Without conversions, which change no value in these conditions.
ExprPtr without_casts(const ExprPtr& expr) {
  if (expr->kind == frontend::Expr::Kind::Cast) return without_casts(expr->operands[0]);
  auto result = std::make_shared<frontend::Expr>(*expr);
  for (ExprPtr& operand : result->operands) operand = without_casts(operand);
  return result;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

class InvariantReporter {
 public:
  InvariantReporter(const Program& program, const abstraction::ErrorInvariants& invariants)
      : program_(program), shown_(program), library_(frontend::library_functions(program)), invariants_(invariants) {
    for (frontend::VariableId id = 0; id < program.variables.size(); ++id)
      by_name_[program.variables[id].user_name].push_back(id);
  }

  [[nodiscard]] ReportProgramInvariants report(const StatementUnits& units) {
    if (!invariants_.complete) {
      report_.note = invariants_.unmodelled
                         ? "No error invariants: an execution may get to what is not supported yet: " +
                               program_.location(*invariants_.unmodelled).note
                         : std::string("No error invariants: the time for them was up.");
      return std::move(report_);
    }
    for (const std::size_t unit : units.order()) ++entries_[entry_of(units, unit)];
    for (const std::size_t unit : units.order()) add_statement(units, unit);
    for (LocationId location = 0; location < program_.location_count(); ++location)
      if (const auto edge = violating_edge(program_, location)) add_error(location, *edge);
    name_variables();
    return std::move(report_);
  }

 private:
  /// What a reader sees of a statement. That may be several, if it assigns another variable in each call.
  using Entry = std::tuple<std::string, unsigned, unsigned, std::string, std::string>;
  [[nodiscard]] static Entry entry_of(const StatementUnits& units, std::size_t number) {
    const ReportPlace place = units.place(number);
    return {place.file, place.line, place.column, units.kind(number), units.text(number)};
  }

  void add_statement(const StatementUnits& units, std::size_t number) {
    const SliceUnit& unit = units.units()[number];
    // What holds behind one copy of a statement does not behind another that assigns something else.
    if (!unit.is_branch && entries_.at(entry_of(units, number)) > 1) return;
    const auto location = [&](EdgeId edge) { return unit.is_branch ? program_.source(edge) : program_.target(edge); };
    const EdgeId first = unit.edges.front();
    place_ = units.place(number);
    ReportProgramInvariant entry = invariant_at(location(first));
    for (const EdgeId edge : unit.edges) {
      const ReportProgramInvariant copy = invariant_at(location(edge));
      if (copy.impossible != entry.impossible || copy.conjuncts != entry.conjuncts) return;
    }
    entry.at = !unit.is_branch ? At::behind : units.is_loop(number) ? At::loop : At::branch;
    entry.place = units.place(number);
    entry.statement = units.key(number);
    entry.text = units.text(number);
    const frontend::Statement& statement = program_.edge(first).statement;
    if (std::holds_alternative<frontend::Havoc>(statement))
      entry.of_input = conjuncts_about(location(first), *frontend::assigned_variable(statement));
    note_variables(location(first));
    report_.entries.push_back(std::move(entry));
  }

  void add_error(LocationId location, EdgeId violating) {
    const EdgeId first = program_.outgoing(location).front();
    const EdgeId holding = first == violating ? program_.outgoing(location).back() : first;
    const ReportPlace place = report_place(program_, program_.edge(violating));
    place_ = place;
    LocationId error = program_.target(violating);
    while (program_.location(error).kind == frontend::LocationKind::Normal)
      error = program_.target(program_.outgoing(error).front());
    const bool is_possible = !invariants_.at[error].impossible;
    ReportProgramInvariant entry = is_possible ? invariant_at(location) : ReportProgramInvariant();
    entry.impossible = entry.impossible || !is_possible;
    entry.at = At::error;
    entry.place = place;
    const frontend::Location& violated = program_.location(error);
    entry.text = violated.violation == frontend::Violation::unreach_call ? edge_text(program_, program_.edge(holding))
                                                                         : violated.note;
    if (is_possible) note_variables(location);
    const bool is_known = std::any_of(report_.entries.begin(), report_.entries.end(), [&](const auto& other) {
      return other.at == At::error && is_at(other.place, entry.place) && other.impossible == entry.impossible &&
             other.conjuncts == entry.conjuncts;
    });
    if (!is_known) report_.entries.push_back(std::move(entry));  // else: of another copy of the assertion
  }

  static bool is_at(const ReportPlace& a, const ReportPlace& b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
  }

  /// Would its name be read as another variable where the conjuncts stand?
  [[nodiscard]] bool is_hidden_here(frontend::VariableId variable) const {
    const frontend::Variable& hidden = program_.variables[variable];
    if (library_.contains(hidden.function)) return true;
    // Of those that are declared before the place some may be of blocks that have ended: there is no telling.
    const auto is_declared = [this](const frontend::Variable& other) {
      const frontend::SourceRange& at = other.declared;
      return !at.is_known() || place_.line == 0 || at.line < place_.line ||
             (at.line == place_.line && at.column <= place_.column);
    };
    const std::vector<frontend::VariableId>& same = by_name_.at(hidden.user_name);
    return std::any_of(same.begin(), same.end(), [&](frontend::VariableId id) {
      const frontend::Variable& other = program_.variables[id];
      return id != variable && other.function == place_.function && is_declared(other);
    });
  }

  /// One of the conjuncts that stand beside each other. What the user wrote, unless that would stand for two things in
  /// them: results of calls, which have no name, are called "f()" rather than "main::f()@7:3".
  [[nodiscard]] std::string text_of(const ExprPtr& condition, const std::vector<ExprPtr>& conjuncts) {
    std::map<std::string, std::set<frontend::VariableId>> named;
    std::map<std::string, std::set<std::string>> results;
    for (const ExprPtr& conjunct : conjuncts)
      frontend::for_each_read(*conjunct, [&](const frontend::Expr& read) {
        const frontend::Variable& variable = program_.variables[read.variable];
        if (!variable.user_name.empty()) named[variable.user_name].insert(read.variable);
        const std::size_t end = variable.name.find("()@");
        if (!variable.user_name.empty() || end == std::string::npos) return;
        const std::size_t scope = variable.name.rfind("::", end);
        const std::size_t begin = scope == std::string::npos ? 0 : scope + 2;
        results[variable.name.substr(begin, end + 2 - begin)].insert(variable.name);
      });
    for (const auto& [name, variables] : named)
      for (const frontend::VariableId variable : variables)
        shown_.variables[variable].user_name =
            variables.size() > 1 || is_hidden_here(variable) ? program_.variables[variable].name : name;
    std::string text = frontend::to_string(shown_, *without_casts(condition));
    for (const auto& [call, names] : results)
      if (names.size() == 1) replace_all(text, *names.begin(), call);
    return text;
  }

  [[nodiscard]] ReportProgramInvariant invariant_at(LocationId location) {
    ReportProgramInvariant entry;
    const abstraction::ErrorInvariant& invariant = invariants_.at[location];
    entry.impossible = invariant.impossible;
    entry.supported = invariant.supported;
    entry.conjuncts = texts_of(invariant.conjuncts);
    return entry;
  }

  /// Ready to be joined by " && ".
  [[nodiscard]] std::vector<std::string> texts_of(const std::vector<ExprPtr>& conjuncts) {
    std::vector<std::string> texts;
    for (const ExprPtr& condition : conjuncts) {
      const bool is_disjunction =
          condition->kind == frontend::Expr::Kind::Binary && condition->binary == frontend::BinaryOp::LogicalOr;
      const std::string text = text_of(condition, conjuncts);
      texts.push_back(is_disjunction && conjuncts.size() > 1 ? "(" + text + ")" : text);
    }
    return texts;
  }

  [[nodiscard]] std::vector<std::string> conjuncts_about(LocationId location, frontend::VariableId variable) {
    std::vector<ExprPtr> conjuncts;
    for (const ExprPtr& condition : invariants_.at[location].conjuncts) {
      bool speaks_of_it = false;
      bool speaks_of_others = false;
      frontend::for_each_read(*condition, [&](const frontend::Expr& read) {
        (read.variable == variable ? speaks_of_it : speaks_of_others) = true;
      });
      if (speaks_of_it && !speaks_of_others) conjuncts.push_back(condition);
    }
    return texts_of(conjuncts);
  }

  void note_variables(LocationId location) {
    for (const ExprPtr& condition : invariants_.at[location].conjuncts)
      frontend::for_each_read(*condition, [&](const frontend::Expr& read) {
        const std::string& name = program_.variables[read.variable].user_name;
        if (!name.empty()) watched_[name].insert(read.variable);
      });
  }

  void name_variables() {
    for (const auto& [name, variables] : watched_)
      for (const frontend::VariableId variable : variables)
        report_.variables.push_back(variables.size() > 1 || library_.contains(program_.variables[variable].function)
                                        ? program_.variables[variable].name
                                        : name);
    std::sort(report_.variables.begin(), report_.variables.end());
  }

  const Program& program_;
  Program shown_;  ///< with the names that conjuncts are to have
  const std::set<std::string> library_;
  const abstraction::ErrorInvariants& invariants_;
  std::map<std::string, std::vector<frontend::VariableId>> by_name_;  ///< the user's
  std::map<Entry, std::size_t> entries_;                              ///< how many there are of each
  ReportPlace place_;                                                 ///< where the conjuncts are read
  std::map<std::string, std::set<frontend::VariableId>> watched_;     ///< by the user's name
  ReportProgramInvariants report_;
};

bool has_loops(const Program& program) {
  for (LocationId location = 0; location < program.location_count(); ++location)
    if (program.location(location).loop_head) return true;
  return false;
}

}  // namespace

Clock::duration share_of_time_left(const AnalysisContext& context, int one_in, Clock::duration longest) {
  if (!context.budget.deadline) return longest;
  return std::clamp<Clock::duration>((*context.budget.deadline - Clock::now()) / one_in, std::chrono::milliseconds(1),
                                     longest);
}

ReportProgramInvariants report_invariants(const Program& program, const StatementUnits& units,
                                          const abstraction::ErrorInvariants& invariants) {
  return InvariantReporter(program, invariants).report(units);
}

void search_program_invariants(AnalysisContext& context) {
  const Program& program = *context.program;
  // A place in an interleaving is one of all threads at once, and means nothing to a reader.
  if (!context.question.invariants || !has_loops(program) || !program.threads.empty()) return;
  context.observer.enter("looking for what holds in every execution that fails");
  const auto before = Clock::now();
  try {
    abstraction::ErrorInvariantOptions options;
    options.statistics = &context.budget.statistics->solver;
    const StopTimer timer(context.budget.stop, share_of_time_left(context, 10, std::chrono::seconds(5)));
    const auto invariants = abstraction::error_invariants(program, options, timer.token());
    context.findings->set_invariants(report_invariants(program, StatementUnits(program), invariants));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    context.observer.remark(
        Severity::error,
        fmt::format("internal error in the search for error invariants: {}; please report it", problem.what()));
  }
  context.budget.statistics->time.program_invariants += seconds_since(before);
  context.findings->take_stock();
}

}  // namespace bireach::checker
