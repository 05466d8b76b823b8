// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explanation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "checker/report/concrete_memory.h"
#include "checker/report/library_steps.h"
#include "checker/report/memory_objects.h"
#include "checker/report/shown_variable.h"
#include "checker/report/text/formula_text.h"
#include "checker/report/trace_names.h"
#include "frontend/program/check_notes.h"
#include "frontend/program/memory_names.h"
#include "frontend/program/unwritten_read.h"
#include "relevance/trace/suspended_frames.h"

namespace bireach::checker {
namespace {

using frontend::Expr;
using frontend::Program;
using frontend::Variable;
using frontend::VariableId;
using logic::Term;
using relevance::ErrorExplanation;

CLevel level_of(frontend::BinaryOp op) {
  using frontend::BinaryOp;
  switch (op) {
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem:
      return CLevel::product;
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return CLevel::sum;
    default:
      return CLevel::conditional;  // in parentheses wherever it stands
  }
}

CLevel level_of(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Constant:
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
      return CLevel::primary;
    case Expr::Kind::Unary:
      return CLevel::unary;
    case Expr::Kind::Cast:
      return level_of(*expr.operands[0]) == CLevel::primary ? CLevel::unary : CLevel::conditional;
    case Expr::Kind::Binary:
      return level_of(expr.binary);
    case Expr::Kind::Conditional:
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      break;
  }
  return CLevel::conditional;
}

/// What the user calls the variables of a trace.
class UserNames {
 public:
  UserNames(const Program& program, const frontend::Semantics& semantics, const frontend::Execution& execution,
            const ReportTrace& report)
      : program_(program),
        trace_(execution.trace),
        report_(report),
        memory_(program),
        names_(display_names(program, execution.trace)),
        library_(frontend::library_functions(program)),
        read_(frontend::unwritten_read(program, execution)) {
    note_allocations(program, execution, memory_);
    for (VariableId id = 0; id < program.variables.size(); ++id) {
      by_term_.emplace(semantics.variable(id), id);
      if (std::string words = words_of_models(program.variables[id]); !words.empty()) names_[id] = std::move(words);
    }
    std::map<std::string, std::set<VariableId>> callees;
    for (const frontend::EdgeId edge : execution.trace) {
      const auto target = frontend::assigned_variable(program.edge(edge).statement);
      if (target && program.variables[*target].user_name.empty()) callees[called(*target)].insert(*target);
    }
    for (const auto& [callee, results] : callees)
      if (results.size() > 1) several_.insert(callee);
  }

  [[nodiscard]] std::optional<VariableId> variable(Term term) const {
    const auto found = by_term_.find(term);
    return found == by_term_.end() ? std::nullopt : std::optional(found->second);
  }

  /// As it stands in a formula that holds at the positions from `from` to `to`.
  [[nodiscard]] VariableText in_formula(Term term, std::size_t from, std::size_t to) const {
    const auto id = variable(term);
    if (!id) return suspended(term);
    const std::string callee = called(*id);
    if (!names_[*id].empty() || !callee.empty())
      return shown_variable(program_, memory_, *id, names_[*id].empty() ? call_text(*id, callee) : names_[*id]);
    if (auto noted = of_check(*id)) return std::move(*noted);
    if (id == program_.memory.sizes) return {"size of object", CLevel::conditional, program_.variables[*id].type};
    if (id == program_.memory.top) return {"end of the heap", CLevel::conditional, program_.variables[*id].type};
    return temporary(*id, from, to);
  }

  /// The user's own among these: not those within models of library functions.
  [[nodiscard]] std::vector<std::string> users(const std::set<VariableId>& variables) const {
    std::vector<std::string> result;
    for (const VariableId id : variables) {
      const auto cells = program_.memory.cells.find(id);
      const frontend::Variable& variable = program_.variables[id];
      if (library_.contains(variable.function) || is_of_models(variable)) continue;
      const bool is_anything = cells != program_.memory.cells.end() && !cells->second.of_one_field;
      if (!names_[id].empty() && !is_anything) result.push_back(names_[id]);
    }
    return result;
  }

  /// Without a position.
  [[nodiscard]] std::string alone(VariableId id) const {
    if (!names_[id].empty()) return names_[id];
    const std::string callee = called(id);
    return callee.empty() ? "" : call_text(id, callee);
  }

  /// Which element of memory stands for all in the question whether it was written.
  [[nodiscard]] bool is_chosen_cell(VariableId id) const {
    const Variable& variable = program_.variables[id];
    return variable.c_type == frontend::note_type && variable.name == frontend::chosen_cell_name;
  }

  /// "a[3]", "heap#1.next"; empty: the array has no name.
  [[nodiscard]] std::string element(VariableId array, const logic::Integer& index) const {
    const std::string place = memory_.place(array, index);
    const std::string name = alone(array);
    return !place.empty() || name.empty() ? place : frontend::element_text(program_.variables[array], name, index);
  }

 private:
  /// What a suspended activation of a recursive function keeps.
  [[nodiscard]] VariableText suspended(Term term) const {
    VariableText unnamed{"some value", CLevel::conditional, std::nullopt};
    const auto name = relevance::suspended_name(term);
    if (!name) return unnamed;
    const auto of = [&name](const Variable& entry) { return entry.name == name->first; };
    const auto entry = std::find_if(program_.variables.begin(), program_.variables.end(), of);
    if (entry == program_.variables.end()) return unnamed;
    std::string known = alone(static_cast<VariableId>(entry - program_.variables.begin()));
    if (known.empty()) known = "a temporary value";
    return {"[" + known + " in call " + name->second + "]", CLevel::primary, entry->type};
  }

  /// "f()" for a call's result; empty for other temporaries.
  [[nodiscard]] std::string called(VariableId id) const {
    const Variable& entry = program_.variables[id];
    const std::size_t prefix = entry.function.empty() ? 0 : entry.function.size() + 2;
    const std::string name = entry.name.size() > prefix ? entry.name.substr(prefix) : entry.name;
    const std::size_t end = name.find("()");
    return end == std::string::npos ? "" : name.substr(0, end + 2);
  }

  /// Results of several calls are told apart by their places.
  [[nodiscard]] std::string call_text(VariableId id, const std::string& callee) const {
    if (several_.count(callee) == 0) return callee;
    const std::string& name = program_.variables[id].name;
    const std::size_t place = name.rfind('@');
    return place == std::string::npos ? callee : callee + name.substr(place);
  }

  /// Two variables never have one text.
  [[nodiscard]] std::string numbered(const std::string& text, VariableId id) const {
    std::vector<VariableId>& users = users_of_text_[text];
    const auto known = std::find(users.begin(), users.end(), id);
    const auto number = known - users.begin() + 1;
    if (known == users.end()) users.push_back(id);
    return number == 1 ? text : fmt::format("{}, number {}", text, number);
  }

  /// What a check for reads of what was not written notes; nothing: it is no such variable.
  [[nodiscard]] std::optional<VariableText> of_check(VariableId id) const {
    const Variable& note = program_.variables[id];
    if (note.noted) {
      const std::string name = program_.variables[*note.noted].array ? "" : alone(*note.noted);
      const std::string whole = name.empty() ? "it" : name;
      const bool is_flag = note.type.is_boolean();
      std::string text = numbered(is_flag ? whole + " was written" : "written bits of " + whole, id);
      return VariableText{std::move(text), CLevel::conditional, note.type};
    }
    if (note.c_type == frontend::note_type && note.name == frontend::chosen_element_name)
      return VariableText{numbered("the index read", id), CLevel::conditional, note.type};
    if (!is_chosen_cell(id)) return std::nullopt;
    VariableText shown{numbered("the address read", id), CLevel::conditional, note.type};
    if (!read_ || !read_->index) return shown;
    shown.value_name =
        std::make_shared<const std::function<std::string(const logic::Integer&)>>([this](const logic::Integer& index) {
          const std::string place = element(read_->variable, index);
          return place.empty() ? place : "&" + place;
        });
    return shown;
  }

  /// The expression that was assigned last, if it still has that value, else where it was assigned.
  [[nodiscard]] VariableText temporary(VariableId id, std::size_t from, std::size_t to) const {
    const frontend::ScalarType type = program_.variables[id].type;
    const auto target = [&](std::size_t position) {
      return frontend::assigned_variable(program_.edge(trace_[position]).statement);
    };
    std::size_t position = from;
    while (position > 0 && target(position - 1) != id) --position;
    if (position == 0) return {numbered("a value that was not set", id), CLevel::conditional, type};
    --position;
    const std::string& place = report_.steps[position].place;
    const frontend::Edge& edge = program_.edge(trace_[position]);
    const frontend::Havoc* havoc = frontend::as_havoc(edge.statement);
    if (havoc != nullptr && havoc->decides_allocation() && !edge.text.empty())
      return {numbered(edge.text + " fails", id), CLevel::conditional, type};
    VariableText unnamed{numbered(place.empty() ? "a temporary value" : "value at " + place, id), CLevel::conditional,
                         type};
    const frontend::Assign* assign = frontend::as_assign(program_.edge(trace_[position]).statement);
    if (assign == nullptr || assign->target.index || program_.variables[id].array) return unnamed;
    if (assign->value->kind == Expr::Kind::Constant) return unnamed;  // "1 == 1" says nothing
    std::set<VariableId> used;
    frontend::for_each_read(*assign->value, [&used](const Expr& read) { used.insert(read.variable); });
    for (std::size_t at = position + 1; at < to; ++at)
      if (const auto changed = target(at); changed && used.count(*changed) > 0) return unnamed;
    const bool named = std::all_of(used.begin(), used.end(), [this](VariableId v) {
      return names_[v] == program_.variables[v].user_name && !names_[v].empty();
    });
    if (!named) return unnamed;
    return {frontend::to_string(program_, *assign->value), level_of(*assign->value), type};
  }

  mutable std::map<std::string, std::vector<VariableId>> users_of_text_;
  const Program& program_;
  const frontend::Trace& trace_;
  const ReportTrace& report_;
  frontend::MemoryNames memory_;
  std::vector<std::string> names_;
  std::set<std::string> library_;
  std::optional<frontend::UnwrittenRead> read_;  ///< the error
  std::map<Term, VariableId> by_term_;
  std::set<std::string> several_;  ///< functions with more than one call on the trace
};

/// Is there a number that may be the address of an object? Nobody knows these.
bool has_address(const std::string& text) {
  constexpr std::size_t digits_of_addresses = 9;
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits >= digits_of_addresses) return true;
  }
  return false;
}

/// A range of patterns, which are in the order of their values only where all have one sign.
std::string patterns_text(const logic::Integer& low, const logic::Integer& high, const frontend::ScalarType& type) {
  const logic::Integer negative = logic::power_of_two(type.width - 1);
  const bool ordered = (low < negative) == (high < negative) && !logic::is_nan_pattern(low, type.width) &&
                       !logic::is_nan_pattern(high, type.width);
  if (!ordered) return fmt::format("any value with a pattern from {} to {}", low.str(), high.str());
  const bool descending = low >= negative;
  return fmt::format("any value from {} to {}", value_text(descending ? high : low, type),
                     value_text(descending ? low : high, type));
}

/// "any value <= 41". Each range was found with the others as they are, so a single value is not the only one.
std::string values_text(const std::optional<logic::Integer>& lower, const std::optional<logic::Integer>& upper,
                        const frontend::ScalarType& type) {
  if (!lower && !upper) return "";
  const logic::Integer low = lower.value_or(type.min());
  const logic::Integer high = upper.value_or(type.max());
  const bool from_least = low <= type.min();
  const bool to_greatest = high >= type.max();
  if (from_least && to_greatest) return "any value";
  if (low == high) return "kept at " + value_text(low, type);
  if (type.is_floating()) return patterns_text(low, high, type);
  if (from_least) return fmt::format("any value <= {}", high.str());
  if (to_greatest) return fmt::format("any value >= {}", low.str());
  return fmt::format("any value from {} to {}", low.str(), high.str());
}

class ExplanationReporter {
 public:
  ExplanationReporter(const Program& program, const frontend::Semantics& semantics,
                      const frontend::Execution& execution, const ErrorExplanation& explanation,
                      const ReportTrace& trace)
      : program_(program),
        explanation_(explanation),
        terms_(semantics.terms()),
        names_(program, semantics, execution, trace),
        memory_(program, semantics, execution) {}

  ReportExplanation make() {
    report_.reason = {};
    report_.kind = relevance::to_string(explanation_.kind);
    report_.engine = explanation_.engine;
    report_.engine_failure = explanation_.engine_failure;
    report_.arithmetic = explanation_.arithmetic == frontend::Arithmetic::integer ? "integer" : "bitvector";
    report_.seconds = explanation_.seconds;
    report_.assertion = explanation_.assertion;
    report_.assertion_formula = logic::to_smtlib(explanation_.holds);
    report_.assertion_text =
        joined_conjuncts(texts(explanation_.holds, explanation_.assertion, explanation_.assertion), 0);
    report_.needed_branches = explanation_.needed_branches;
    for (const auto& input : explanation_.precondition) add_input(input);
    add_invariants();
    add_variables();
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::vector<std::string> texts(Term formula, std::size_t from, std::size_t to) const {
    return texts_as_it_is(memory_.at(formula, to), from, to);
  }

  [[nodiscard]] std::vector<std::string> texts_as_it_is(Term formula, std::size_t from, std::size_t to) const {
    return conjunct_texts(formula, [&](Term variable) { return names_.in_formula(variable, from, to); });
  }

  /// Conditions on addresses as numbers, and on what the memory model knows of objects, are counted only.
  [[nodiscard]] std::vector<std::string> readable_texts(Term formula, std::size_t from, std::size_t to) const {
    std::vector<Term> shown;
    std::size_t on_addresses = 0;
    for (const Term conjunct : logic::conjuncts(memory_.at(formula, to)))
      if (is_about_memory_model(conjunct, from, to))
        ++on_addresses;
      else
        shown.push_back(conjunct);
    std::vector<std::string> result;
    if (!shown.empty() || on_addresses == 0) result = texts_as_it_is(terms_.and_(shown), from, to);
    if (on_addresses == 1) result.emplace_back("(a condition on addresses)");
    if (on_addresses > 1) result.push_back(fmt::format("({} conditions on addresses)", on_addresses));
    return result;
  }

  [[nodiscard]] bool is_about_memory_model(Term conjunct, std::size_t from, std::size_t to) const {
    bool are_pointers = true;
    bool is_of_cell = false;
    for (const Term term : logic::free_variables(conjunct)) {
      const auto id = names_.variable(term);
      if (!id) return false;
      if (id == program_.memory.sizes || id == program_.memory.top) return true;
      are_pointers = are_pointers && program_.variables[*id].is_pointer && !program_.variables[*id].array;
      is_of_cell = is_of_cell || names_.is_chosen_cell(*id);
    }
    const std::vector<std::string> shown =
        are_pointers || is_of_cell ? texts_as_it_is(conjunct, from, to) : std::vector<std::string>();
    return std::any_of(shown.begin(), shown.end(), has_address);
  }

  void add_input(const relevance::InputConstraint& input) {
    const Variable& variable = program_.variables[input.variable];
    const std::string suffix = input.index ? "[" + input.index->str() + "]" : "";
    ReportNeededInput entry;
    entry.step = input.position.value_or(0);
    entry.initial = !input.position;
    entry.variable = variable.name + suffix;
    entry.value = value_text(input.value, variable.type);
    if (input.lower) entry.min = value_text(*input.lower, variable.type);
    if (input.upper) entry.max = value_text(*input.upper, variable.type);
    entry.name = input.index ? names_.element(input.variable, *input.index) : names_.alone(input.variable);
    if (entry.name.empty()) entry.name = "a value";
    entry.text = values_text(input.lower, input.upper, variable.type);
    report_.precondition.push_back(std::move(entry));
  }

  /// The invariants are those at the ends of the intervals, which the kept statements separate.
  void add_invariants() {
    std::size_t from = 0;
    const auto add = [&](std::size_t to) {
      const Term invariant = explanation_.invariants.at(from);
      report_.invariants.push_back({from, to, logic::to_smtlib(invariant), readable_texts(invariant, from, to),
                                    names_.users(variables_of({invariant}))});
      from = to + 1;
    };
    for (const relevance::KeptStatement& kept : explanation_.kept) {
      add(kept.position);
      ReportKeptStep step;
      step.step = kept.position;
      for (const VariableId id : kept.framed) {
        step.framed.push_back(program_.variables[id].name);
        const std::string name = names_.alone(id);
        if (!name.empty()) step.framed_text.push_back(name);
      }
      report_.kept.push_back(std::move(step));
    }
    add(explanation_.assertion);
  }

  [[nodiscard]] std::set<VariableId> variables_of(const std::vector<Term>& formulas) const {
    std::set<VariableId> used;
    for (const Term formula : formulas) {
      for (const Term term : logic::free_variables(formula))
        if (const auto id = names_.variable(term)) used.insert(*id);
    }
    return used;
  }

  void add_variables() {
    std::vector<Term> formulas = explanation_.invariants;
    formulas.push_back(explanation_.holds);
    formulas.erase(std::unique(formulas.begin(), formulas.end()), formulas.end());
    const std::set<VariableId> used = variables_of(formulas);
    for (const VariableId id : used)
      if (!memory_.is_of_model(id)) report_.variables.push_back(program_.variables[id].name);
    report_.watched = names_.users(used);
  }

  const Program& program_;
  const ErrorExplanation& explanation_;
  logic::TermManager& terms_;
  UserNames names_;
  ConcreteMemory memory_;
  ReportExplanation report_;
};

/// What stands in the abstract error trace, and the branches that lead to it.
std::set<std::size_t> needed_steps(const ReportExplanation& explanation) {
  std::set<std::size_t> steps(explanation.needed_branches.begin(), explanation.needed_branches.end());
  for (const ReportKeptStep& kept : explanation.kept) steps.insert(kept.step);
  steps.erase(explanation.assertion);
  return steps;
}

}  // namespace

ReportExplanation make_explanation_report(const Program& program, const frontend::Semantics& semantics,
                                          const frontend::Execution& execution, const ErrorExplanation& explanation,
                                          const ReportTrace& trace) {
  if (!explanation.found()) {
    ReportExplanation report = missing_explanation(explanation.kind, explanation.reason);
    report.seconds = explanation.seconds;
    return report;
  }
  return ExplanationReporter(program, semantics, execution, explanation, trace).make();
}

ReportExplanation missing_explanation(relevance::ExplanationKind kind, const logic::UnknownReason& reason) {
  ReportExplanation report;
  report.kind = relevance::to_string(kind);
  report.reason = reason;
  return report;
}

ReportNeeded make_needed_report(const std::vector<ReportTrace>& traces) {
  ReportNeeded result;
  std::map<std::string, std::size_t> index;
  std::map<std::size_t, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const ReportTrace& trace = traces[i];
    const ReportExplanation& explanation = trace.explanation;
    if (!explanation.reason.empty()) continue;
    const std::size_t number = i + 1;
    result.explained.push_back(number);
    const std::size_t representative = explanation.same_as == 0 ? number : explanation.same_as;
    auto& members = classes[representative];
    members.insert(number == representative ? members.begin() : members.end(), number);
    for (const std::size_t position : needed_steps(explanation)) {
      const ReportStep& step = trace.steps[position];
      const ReportStatement& statement = trace.statements[step.statement];
      const auto [known, is_first] = index.try_emplace(statement.key, result.statements.size());
      if (is_first) result.statements.push_back({statement, step.shown, {}, false});
      ReportNeededStatement& needed = result.statements[known->second];
      if (needed.traces.empty() || needed.traces.back() != number) needed.traces.push_back(number);
    }
  }
  for (auto& [representative, members] : classes) result.classes.push_back(std::move(members));
  for (ReportNeededStatement& statement : result.statements)
    statement.in_all = statement.traces.size() == result.explained.size();
  std::stable_partition(result.statements.begin(), result.statements.end(), [](const auto& s) { return s.in_all; });
  return result;
}

}  // namespace bireach::checker
