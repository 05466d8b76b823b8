// SPDX-License-Identifier: Apache-2.0
#include "checker/report/trace_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checker/blocks/statement_formula.h"
#include "checker/replay/trace_inputs.h"
#include "checker/report/deadlock_words.h"
#include "checker/report/input_texts.h"
#include "checker/report/library_steps.h"
#include "checker/report/memory_objects.h"
#include "checker/report/memory_words.h"
#include "checker/report/shown_variable.h"
#include "checker/report/step_words.h"
#include "checker/report/thread_steps.h"
#include "checker/report/written_elements.h"
#include "frontend/program/memory_names.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Arithmetic;
using frontend::ConcreteState;
using frontend::Edge;
using frontend::EdgeId;
using frontend::EdgeRole;
using frontend::Execution;
using frontend::Program;
using frontend::Variable;
using frontend::VariableId;
using logic::Integer;
using relevance::Relevance;

/// Replays of fixing values may execute this many edges in all; then they are left undone (and nothing is claimed).
constexpr std::size_t replay_budget = 2'000'000;

/// Arrays of at most this length are shown whole.
constexpr int longest_array = 16;

Execution end_of(const Execution& execution, std::size_t steps) {
  const auto last = static_cast<std::ptrdiff_t>(steps);
  return {{execution.trace.end() - last, execution.trace.end()},
          {execution.states.end() - std::min(last + 1, std::ssize(execution.states)), execution.states.end()},
          {}};
}

}  // namespace

class TraceReporter::Maker {
 public:
  Maker(const Program& program, const std::vector<std::string>& keys, const Execution& whole,
        const Execution& execution, Arithmetic preferred)
      : program_(program),
        execution_(execution),
        arithmetic_(arithmetic_for(program, execution_.trace, preferred)),
        semantics_(terms_, program, arithmetic_),
        names_(display_names(program, execution_.trace)),
        memory_(program),
        keys_(keys),
        choices_(program, execution.trace) {
    report_.arithmetic = arithmetic_ == Arithmetic::integer ? "integer" : "bitvector";
    add_error(whole);
    for (std::size_t position = 0; position < whole.trace.size() - execution_.trace.size(); ++position)
      pass_over(whole, position);
    for (std::size_t position = 0; position < execution_.trace.size(); ++position) add_step(position);
    name_parts(report_);
    add_variables();
    add_inputs();
    report_.threads = report_threads(program);
    report_.steps_left_out = whole.trace.size() - execution_.trace.size();
    if (report_.steps_left_out > 0)
      report_.inputs_left_out = trace_inputs(program, whole).size() - report_.inputs.size();
  }

  ReportTrace with(const std::vector<relevance::StatementRelevance>& positions) {
    ReportTrace report = report_;
    replayed_ = 0;
    for (const relevance::StatementRelevance& entry : positions) add_relevance(entry, report.steps.at(entry.position));
    choices_.tell_of_success(report);
    fold_library_calls(program_, execution_.trace, report);
    arrange_threads(program_, execution_, report);
    say_who_waits(program_, execution_, report);
    aggregate(report);
    return report;
  }

 private:
  void add_error(const Execution& whole) {
    if (execution_.trace.empty()) return;
    const frontend::Location& end = program_.location(program_.target(execution_.trace.back()));
    report_.violation = end.violation.value_or(report_.violation);
    report_.error = end.note.empty() ? "the error" : end.note;
    report_.error_note = report_.error;
    report_.error_words = error_words(program_, whole);
    if (!report_.error_words.empty()) report_.error = report_.error_words;
    report_.error_place = report_place(program_, end.place, end.function);
    const std::string place = short_place(program_, end.place);
    if (!place.empty()) report_.error += (report_.error_words.empty() ? " at " : ", at ") + place;
    if (!end.function.empty()) report_.error += " (" + end.function + ")";
    std::vector<frontend::UndefinedEvent> events = whole.undefined;
    if (program_.signed_overflow == frontend::SignedOverflow::wraps)
      for (const frontend::UndefinedEvent& event : frontend::signed_overflows(program_, whole)) events.push_back(event);
    for (const frontend::UndefinedEvent& event : events) {
      const std::string text = event_text(event);
      if (std::find(report_.undefined.begin(), report_.undefined.end(), text) == report_.undefined.end())
        report_.undefined.push_back(text);
    }
  }

  std::size_t statement_of(EdgeId id) {
    const auto [entry, is_new] = statement_index_.emplace(keys_[id], report_.statements.size());
    if (!is_new) return entry->second;
    const Edge& edge = program_.edge(id);
    ReportStatement statement;
    statement.key = keys_[id];
    statement.kind = frontend::kind_name(edge.statement);
    if (const auto target = frontend::assigned_variable(edge.statement)) {
      const Variable& variable = program_.variables[*target];
      statement.target = variable.name;
      statement.assigned = variable.type;
      statement.assigns_pointer = variable.is_pointer;
    }
    statement.text = choices_.outcome(edge);
    if (statement.text.empty()) statement.text = edge_text(program_, edge);
    statement.place = report_place(program_, edge);
    statement.short_place = short_place(program_, edge.source);
    report_.statements.push_back(std::move(statement));
    return entry->second;
  }

  const std::string& formula_of(EdgeId id) {
    const auto found = formulas_.find(id);
    if (found != formulas_.end()) return found->second;
    return formulas_.emplace(id, statement_formula(semantics_, program_, id)).first->second;
  }

  void add_step(std::size_t position) {
    const EdgeId id = execution_.trace[position];
    const Edge& edge = program_.edge(id);
    ReportStep step;
    step.statement = statement_of(id);
    step.formula = formula_of(id);
    step.shown = is_shown(program_, edge);
    step.edge = id;
    step.thread = edge.thread;
    step.is_choice = frontend::is_choice(program_, edge);
    step.shown_by = position;
    const std::string& text = report_.statements[step.statement].text;
    step.text = is_branch(edge) ? "[" + text + "]" : text;
    step.place = short_place(program_, edge.source);
    step.function = program_.function_of(edge);
    step.depth = call_depth(program_, edge.call_path);
    add_changes(position, step);
    add_value(position, step);
    report_.steps.push_back(std::move(step));
  }

  /// What a step that is left out means for those that are shown: objects have names, variables had values.
  void pass_over(const Execution& whole, std::size_t position) {
    if (position + 1 >= whole.states.size()) return;
    const auto target = frontend::assigned_variable(program_.edge(whole.trace[position]).statement);
    if (!target) return;
    note_allocation(program_, whole, position, memory_);
    written_.insert({*target, element_index(whole, position).value_or(0)});
    if (program_.variables[*target].array) whole_written_.insert(*target);
  }

  void add_changes(std::size_t position, ReportStep& step) {
    if (position + 1 >= execution_.states.size()) return;
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    const auto target = frontend::assigned_variable(statement);
    if (!target) return;
    const Variable& variable = program_.variables[*target];
    const bool returns = program_.edge(execution_.trace[position]).role == EdgeRole::Return;
    const frontend::Havoc* havoc = frontend::as_havoc(statement);
    const bool called = havoc != nullptr && !havoc->function.empty();
    note_allocation(program_, execution_, position, memory_);
    if (const auto written = written_behind(program_, execution_, position)) return add_changes(*written, step);
    if (variable.user_name.empty() && !returns && !called) return;
    const Edge& edge = program_.edge(execution_.trace[position]);
    const std::string name = variable.user_name.empty() ? "result" : name_within(edge.thread, names_[*target]);
    step.arbitrary = havoc != nullptr && havoc->function.empty();
    const logic::Value& before = execution_.states[position][*target];
    const logic::Value& after = execution_.states[position + 1][*target];
    if (!variable.array) {
      const bool first = written_.insert({*target, 0}).second || variable.user_name.empty();
      step.changes.push_back(change(name, std::get<Integer>(before), std::get<Integer>(after), variable, first));
      return;
    }
    const auto& old_array = std::get<logic::ArrayValue>(before);
    const auto& new_array = std::get<logic::ArrayValue>(after);
    if (const auto index = element_index(execution_, position)) {
      const bool is_new = written_.insert({*target, *index}).second;
      const bool first = is_new && (whole_written_.count(*target) == 0 || is_allocated(program_, *target, *index));
      const std::string place = memory_.place(*target, *index);
      step.changes.push_back(change(place.empty() ? frontend::element_text(variable, name, *index) : place,
                                    old_array.at(*index), new_array.at(*index), variable, first));
    } else if (frontend::keeps_other_elements(statement)) {
      const std::string object = written_object(program_, statement);
      const std::string text = written_elements(program_, statement, new_array, memory_, 8);
      step.changes.push_back({object.empty() ? name : object, std::nullopt, text});
    } else {
      whole_written_.insert(*target);
      const std::string literal = text_of(new_array, variable);
      step.changes.push_back({name, std::nullopt, literal.empty() ? array_text(new_array, variable, 8) : literal});
    }
  }

  /// Names the variable by its number in the program; `add_variables` turns that into its place in the report.
  void add_value(std::size_t position, ReportStep& step) const {
    if (position + 1 >= execution_.states.size()) return;
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    const auto target = frontend::assigned_variable(statement);
    if (!target) return;
    const Variable& variable = program_.variables[*target];
    const logic::Value& after = execution_.states[position + 1][*target];
    ReportValue entry;
    entry.variable = *target;
    if (!variable.array) {
      entry.value = value_text(std::get<Integer>(after), variable.type);
      entry.shown = shown_value(std::get<Integer>(after), variable);
    } else if (const auto index = element_index(execution_, position)) {
      const auto& array = std::get<logic::ArrayValue>(after);
      entry.index = index->str();
      entry.place = memory_.place(*target, *index);
      const bool is_memory = !entry.place.empty();
      if (!variable.indices.empty()) entry.place = frontend::element_text(variable, variable.user_name, *index);
      entry.value = value_text(array.at(*index), variable.type);
      entry.shown = shown_value(array.at(*index), variable);
      if (!is_memory && variable.array->size <= longest_array) entry.whole = array_text(array, variable, longest_array);
    } else if (frontend::keeps_other_elements(statement)) {
      entry.place = written_object(program_, statement);
      entry.value = written_elements(program_, statement, std::get<logic::ArrayValue>(after), memory_, longest_array);
    } else {
      entry.value = array_text(std::get<logic::ArrayValue>(after), variable, longest_array);
    }
    step.value = std::move(entry);
  }

  [[nodiscard]] ReportChange change(std::string name, const Integer& before, const Integer& after,
                                    const Variable& variable, bool first) const {
    ReportChange result{std::move(name), std::nullopt, shown_value(after, variable)};
    if (!first && before != after) result.before = shown_value(before, variable);
    if (result.before == result.after) result.before.reset();  // two literals of one text
    return result;
  }

  [[nodiscard]] std::string shown_value(const Integer& value, const Variable& variable) const {
    if (variable.chooses_object) return value == 0 ? "NULL" : "not NULL";
    return checker::shown_value(value, variable, memory_);
  }

  /// What stands in "with … instead".
  [[nodiscard]] std::string shown_fix(const Integer& value, VariableId target) const {
    if (const std::string* call = choices_.call_of(target)) return *call + (value == 0 ? " succeeding" : " failing");
    const Variable& variable = program_.variables[target];
    const std::string shown = checker::shown_value(value, variable, memory_);
    const bool is_number = variable.is_pointer && !variable.chooses_object && !variable.array &&
                           shown == value_text(value, variable.type) && value != 0;
    return is_number ? "(" + variable.c_type + ")" + shown : shown;
  }

  /// "{3, 0, 7, …}": the first elements.
  [[nodiscard]] std::string array_text(const logic::ArrayValue& array, const Variable& variable, int limit) const {
    const Integer& size = variable.array->size;
    std::string text;
    for (int i = 0; i < limit && i < size; ++i) text += (i == 0 ? "" : ", ") + shown_value(array.at(i), variable);
    return "{" + text + (size > limit ? ", …}" : "}");
  }

  [[nodiscard]] std::optional<Integer> element_index(const Execution& execution, std::size_t position) const {
    const frontend::LValue* target = frontend::assigned_target(program_.edge(execution.trace[position]).statement);
    if (target == nullptr || !target->index) return std::nullopt;
    std::vector<frontend::UndefinedEvent> ignored;
    return frontend::evaluate(program_, *target->index, execution.states[position], execution.trace[position], ignored);
  }

  void add_relevance(const relevance::StatementRelevance& entry, ReportStep& step) {
    step.relevance = entry.relevance;
    step.undecided_reason = entry.reason;
    if (entry.relevance != Relevance::relevant || !entry.fix) return;
    const auto target = frontend::assigned_variable(program_.edge(execution_.trace[entry.position]).statement);
    if (!target) return;
    const Variable& variable = program_.variables[*target];
    const Integer& value = entry.fix->value;
    step.fix.emplace();
    step.fix->value = value_text(value, variable.type);
    step.fix->shown = shown_fix(value, *target);
    step.fix->blocks = entry.fix->blocks;
    step.fix->defined = entry.fix->defined;
    replay(entry.position, value, *step.fix);
    // The execution shown is one of those that reached the error.
    step.fix->blocks_shown |= entry.fix->strength() > 0;
  }

  /// Follows the trace with the fixing value assigned and all other inputs kept, until that is no longer possible, or
  /// undefined behaviour makes all that comes after it meaningless.
  void replay(std::size_t position, const Integer& value, ReportFix& fix) {
    if (replayed_ + execution_.trace.size() - position > replay_budget) return;
    ConcreteState state = execution_.states[position + 1];
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    logic::Value& target = state[*frontend::assigned_variable(statement)];
    if (auto* array = std::get_if<logic::ArrayValue>(&target)) {
      const auto index = element_index(execution_, position);
      if (!index) return;
      array->set(*index, value);
    } else {
      target = value;
    }
    const auto recorded = [this](EdgeId, std::size_t at) { return recorded_choice(at); };
    std::vector<frontend::UndefinedEvent> events;
    for (std::size_t at = position + 1; at < execution_.trace.size(); ++at, ++replayed_) {
      const auto result = frontend::execute_edge(program_, execution_.trace[at], state, recorded, at, events);
      events.erase(std::remove_if(events.begin(), events.end(), [this](const auto& event) { return is_known(event); }),
                   events.end());
      if (!events.empty()) {
        fix.undefined = event_text(events.front());
        return;
      }
      if (result == frontend::StepResult::blocked) {
        fix.blocks_shown = true;
        return;
      }
    }
  }

  /// Is the undefined behaviour that of the execution shown?
  [[nodiscard]] bool is_known(const frontend::UndefinedEvent& event) const {
    return std::any_of(execution_.undefined.begin(), execution_.undefined.end(),
                       [&event](const auto& known) { return known.kind == event.kind && known.edge == event.edge; });
  }

  [[nodiscard]] std::string event_text(const frontend::UndefinedEvent& event) const {
    const std::string kind(frontend::to_string(event.kind));
    const std::string where = short_place(program_, event.place);
    return where.empty() ? kind : kind + " at " + where;
  }

  [[nodiscard]] logic::Value recorded_choice(std::size_t position) const {
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    const logic::Value& value = execution_.states[position + 1][*frontend::assigned_variable(statement)];
    const auto index = element_index(execution_, position);
    return index ? logic::Value(std::get<logic::ArrayValue>(value).at(*index)) : value;
  }

  void add_variables() {
    std::set<VariableId> used;
    for (const EdgeId id : std::set<EdgeId>(execution_.trace.begin(), execution_.trace.end())) {
      const frontend::Statement& statement = program_.edge(id).statement;
      if (const auto target = frontend::assigned_variable(statement)) used.insert(*target);
      frontend::for_each_read(statement, [&used](const frontend::Expr& read) { used.insert(read.variable); });
    }
    std::map<std::size_t, std::size_t> place;
    for (const VariableId id : used) {
      const Variable& variable = program_.variables[id];
      ReportVariable entry{
          variable.name, variable.c_type, semantics_.sort_of(variable).to_string(), {}, {}, {}, {}, {}};
      entry.shown = names_[id];
      entry.function = variable.function;
      place.emplace(id, report_.variables.size());
      if (arithmetic_ == Arithmetic::integer) {
        entry.min = variable.type.min().str();
        entry.max = variable.type.max().str();
      }
      if (variable.array) entry.size = variable.array->size.str();
      report_.variables.push_back(std::move(entry));
    }
    for (ReportStep& step : report_.steps)
      if (step.value) step.value->variable = place.at(step.value->variable);
  }

  void add_inputs() {
    InputTexts texts(program_, execution_);
    for (const TraceInput& input : trace_inputs(program_, execution_)) {
      const EdgeId id = execution_.trace[input.step];
      const Edge& edge = program_.edge(id);
      const auto& havoc = std::get<frontend::Havoc>(edge.statement);
      const Variable& variable = program_.variables[input.variable];
      const std::string suffix = input.index ? "[" + input.index->str() + "]" : "";
      ReportInput entry;
      entry.step = input.step;
      entry.variable = variable.name + suffix;
      entry.value = value_text(input.value, variable.type);
      entry.function = havoc.function;
      const std::string place = input.index ? memory_.place(input.variable, *input.index) : "";
      const std::string known = names_[input.variable].empty() ? "value" : names_[input.variable];
      const std::string shown = !place.empty() ? place
                                : input.index  ? frontend::element_text(variable, known, *input.index)
                                               : known;
      if (const std::uint32_t call = frontend::library_call(program_, edge); call != 0) {
        tell_library_input(entry, program_.call_paths[call].callee, input.value);
      } else if (const std::string* allocation = choices_.call_of(input.variable)) {
        entry.source = *allocation;
        entry.shown = input.value != 0 ? "fails" : "succeeds";
      } else if (!havoc.function.empty()) {
        entry.source = havoc.function + "()";
      } else if (edge.role == EdgeRole::Parameter) {
        entry.source = "argument " + shown;
      } else if (edge.role == EdgeRole::Call) {
        entry.source = shown + " after " + edge.text;  // a function without a body
      } else {
        entry.source = (variable.function.empty() ? "initial " : "uninitialised ") + shown;
      }
      const std::string& name = variable.name;
      entry.is_told |= variable.function.empty() && (name == "stdin" || name == "stdout" || name == "stderr");
      entry.place = short_place(program_, edge.source.is_known() ? edge.source : variable.declared);
      texts.add(input, report_.inputs.size(), !place.empty());
      report_.inputs.push_back(std::move(entry));
    }
    texts.tell(report_.inputs);
  }

  static void aggregate(ReportTrace& report) {
    std::map<std::size_t, ReportRelevantStatement> by_statement;
    for (std::size_t position = 0; position < report.steps.size(); ++position) {
      const ReportStep& step = report.steps[position];
      if (step.is_choice) continue;
      const auto [entry, is_new] = by_statement.try_emplace(step.statement);
      if (is_new) {
        entry->second.statement = step.statement;
        entry->second.shown = false;
      }
      entry->second.shown |= step.shown && !step.synchronises;
      count(entry->second, position, step);
    }
    for (auto& [index, entry] : by_statement)
      if (entry.relevant > 0)
        report.relevant.push_back(entry);
      else if (entry.undecided > 0)
        report.undecided.push_back(entry);
    const auto key = [](const ReportRelevantStatement& entry) {
      return std::make_pair(entry.fix ? -strength(*entry.fix) : 0, entry.first_step);
    };
    const auto before = [&key](const auto& a, const auto& b) { return key(a) < key(b); };
    std::sort(report.relevant.begin(), report.relevant.end(), before);
    std::sort(report.undecided.begin(), report.undecided.end(), before);
  }

  static void count(ReportRelevantStatement& entry, std::size_t position, const ReportStep& step) {
    ++entry.occurrences;
    if (step.relevance == Relevance::irrelevant) return;
    const bool relevant = step.relevance == Relevance::relevant;
    if (relevant ? entry.relevant == 0 : entry.relevant + entry.undecided == 0) entry.first_step = position;
    ++(relevant ? entry.relevant : entry.undecided);
    if (!relevant && entry.reason.empty()) entry.reason = step.undecided_reason;
    if (step.fix && (!entry.fix || strength(*step.fix) > strength(*entry.fix))) {
      entry.fix = step.fix;
      entry.fix_step = position;
    }
  }

  const Program& program_;
  const Execution& execution_;
  logic::TermManager terms_;
  Arithmetic arithmetic_;
  frontend::Semantics semantics_;
  std::vector<std::string> names_;
  frontend::MemoryNames memory_;
  const std::vector<std::string>& keys_;
  AllocationChoices choices_;
  std::map<std::string, std::size_t> statement_index_;
  std::map<EdgeId, std::string> formulas_;
  std::set<std::pair<VariableId, Integer>> written_;
  std::set<VariableId> whole_written_;
  std::size_t replayed_ = 0;
  ReportTrace report_;  ///< before anything is known of relevance
};

TraceReporter::TraceReporter(const Program& program, const std::vector<std::string>& keys, const Execution& execution,
                             Arithmetic preferred, std::size_t most_steps) {
  if (execution.trace.size() > most_steps) end_ = end_of(execution, most_steps);
  maker_ = std::make_unique<Maker>(program, keys, execution, end_.trace.empty() ? execution : end_, preferred);
}

TraceReporter::~TraceReporter() = default;

ReportTrace TraceReporter::with(const std::vector<relevance::StatementRelevance>& positions, double seconds) {
  ReportTrace report = maker_->with(positions);
  report.seconds = seconds;
  return report;
}

std::vector<relevance::StatementRelevance> undecided_positions(const Program& program, const frontend::Trace& trace,
                                                               const logic::UnknownReason& reason) {
  std::vector<relevance::StatementRelevance> positions;
  for (std::size_t position = 0; position < trace.size(); ++position) {
    if (!frontend::assigned_variable(program.edge(trace[position]).statement)) continue;
    positions.push_back({position, Relevance::unknown, std::nullopt, reason});
  }
  return positions;
}

}  // namespace bireach::checker
