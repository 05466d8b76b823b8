// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/specification.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::Program;

constexpr std::array<std::string_view, 14> words_of_specifications{
    "expect",    "expected", "expects", "reference", "ref",     "spec",  "specification",
    "specified", "oracle",   "golden",  "gold",      "correct", "ideal", "groundtruth"};

bool is_word_of_specification(const std::string& word) {
  return std::find(words_of_specifications.begin(), words_of_specifications.end(), word) !=
         words_of_specifications.end();
}

/// One of the words of "total_expected", "expectedTotal", "ref2" is.
bool is_named_as_specification(const std::string& name) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const char c = i < name.size() ? name[i] : '_';
    const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    const bool begins_word = std::isupper(static_cast<unsigned char>(c)) != 0 && !word.empty() &&
                             std::isupper(static_cast<unsigned char>(name[i - 1])) == 0;
    if (!is_letter || begins_word) {
      if (is_word_of_specification(word)) return true;
      word.clear();
    }
    if (is_letter) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return false;
}

/// What each function of a program does, all its copies together.
class Functions {
 public:
  explicit Functions(const Program& program) : program_(program) {
    for (std::size_t path = 1; path < program.call_paths.size(); ++path) {
      const frontend::CallSite& call = program.call_paths[path];
      if (call.is_library) continue;
      callers_[call.callee].insert(call.caller);
      callers_[call.caller];
      calls_.insert(call.caller);
    }
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) note(edge);
    for (frontend::LocationId l = 0; l < program.location_count(); ++l)
      if (program.location(l).kind == frontend::LocationKind::Error) comparing_.insert(program.location(l).function);
    // The comparison may stand in the argument of an assertion that is a function.
    for (const std::string& name : std::set<std::string>(comparing_))
      comparing_.insert(callers(name).begin(), callers(name).end());
  }

  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> result;
    for (const auto& [name, callers] : callers_) result.insert(name);
    return result;
  }
  [[nodiscard]] const std::set<std::string>& callers(const std::string& name) const {
    static const std::set<std::string> nobody;
    const auto found = callers_.find(name);
    return found == callers_.end() ? nobody : found->second;
  }
  /// Variables named as what is expected in functions that compare, as "function::name".
  [[nodiscard]] std::set<std::string> expected_locals() const {
    std::set<std::string> result;
    for (const auto& local : named_locals_)
      if (compares(local.first) && computing_.count(local) == 0) result.insert(local.first + "::" + local.second);
    return result;
  }
  /// Is there a variable of this name in a function that compares?
  [[nodiscard]] std::set<std::string> locals_named(const std::string& name) const {
    std::set<std::string> result;
    for (const frontend::Variable& variable : program_.variables)
      if (variable.user_name == name && compares(variable.function)) result.insert(variable.function + "::" + name);
    return result;
  }
  [[nodiscard]] bool compares(const std::string& name) const { return comparing_.count(name) != 0; }

  /// Globals that the functions assign and nobody else does.
  [[nodiscard]] std::set<std::string> own_globals(const std::set<std::string>& functions) const {
    std::set<std::string> result;
    for (const auto& [variable, writers] : writers_)
      if (std::includes(functions.begin(), functions.end(), writers.begin(), writers.end())) result.insert(variable);
    return result;
  }

  /// Does it do nothing but store its arguments, without a decision, in globals that it and these functions alone
  /// read?
  [[nodiscard]] bool only_records(const std::string& name, const std::set<std::string>& functions) const {
    if (decides_.count(name) != 0 || calls_.count(name) != 0) return false;
    bool is_read = false;
    for (const auto& [variable, writers] : writers_) {
      if (writers.count(name) == 0) continue;
      const auto readers = readers_.find(variable);
      if (readers == readers_.end()) continue;
      for (const std::string& reader : readers->second) {
        if (reader != name && functions.count(reader) == 0) return false;
        is_read = is_read || reader != name;
      }
    }
    return is_read;
  }

 private:
  void note(EdgeId id) {
    const frontend::Edge& edge = program_.edge(id);
    if (!edge.source.is_known()) return;  // before the program starts
    const std::string& function = program_.function_of(edge);
    if (frontend::is_assume(edge.statement) && program_.outgoing(program_.source(id)).size() > 1)
      decides_.insert(function);
    if (const auto target = frontend::assigned_variable(edge.statement)) {
      const frontend::Variable& variable = program_.variables[*target];
      const bool is_initial = edge.call_path == 0 && edge.source.file == variable.declared.file &&
                              edge.source.line == variable.declared.line;
      if (variable.function.empty() && !is_initial) writers_[variable.name].insert(function);
    }
    for (const frontend::ExprPtr& expression : frontend::evaluated_expressions(edge.statement)) note_uses(*expression);
    frontend::for_each_read(edge.statement, [&](const frontend::Expr& read) {
      const frontend::Variable& variable = program_.variables[read.variable];
      if (variable.function.empty())
        readers_[variable.name].insert(function);
      else if (is_named_as_specification(variable.user_name))
        named_locals_.emplace(variable.function, variable.user_name);
    });
  }

  /// What is read for anything but whether it is equal to something is no result that is only compared.
  void note_uses(const frontend::Expr& expression) {
    using frontend::BinaryOp;
    const bool compares = expression.kind == frontend::Expr::Kind::Binary &&
                          (expression.binary == BinaryOp::Eq || expression.binary == BinaryOp::Ne);
    const auto is_variable = [](const frontend::Expr& e) {
      return e.kind == frontend::Expr::Kind::Variable && e.operands.empty();
    };
    if (is_variable(expression)) {
      const frontend::Variable& variable = program_.variables[expression.variable];
      computing_.emplace(variable.function, variable.user_name);
    }
    for (const frontend::ExprPtr& operand : expression.operands) {
      const frontend::Expr* inner = operand.get();
      while (inner->kind == frontend::Expr::Kind::Cast) inner = inner->operands.front().get();
      if (!compares || !is_variable(*inner)) note_uses(*operand);
    }
  }

  const Program& program_;
  std::set<std::pair<std::string, std::string>> computing_;  ///< locals whose values are used
  std::map<std::string, std::set<std::string>> callers_;
  std::map<std::string, std::set<std::string>> writers_, readers_;  ///< of globals
  std::set<std::pair<std::string, std::string>> named_locals_;      ///< that are read
  std::set<std::string> calls_;                                     ///< functions that call others
  std::set<std::string> decides_;                                   ///< functions with branches
  std::set<std::string> comparing_;                                 ///< functions in which the error happens
};

}  // namespace

Specification find_specification(const Program& program, const std::vector<std::string>& trusted) {
  const Functions functions(program);
  const std::set<std::string> names = functions.names();
  Specification result;
  for (const std::string& name : trusted)
    if (names.count(name) == 0) result.locals.merge(functions.locals_named(name));
  // Names that nobody has tell nothing.
  result.is_guessed =
      result.locals.empty() &&
      std::none_of(trusted.begin(), trusted.end(), [&](const std::string& name) { return names.count(name) != 0; });
  for (const std::string& name : names) {
    const bool is_named = result.is_guessed ? is_named_as_specification(name) && name != program.entry
                                            : std::find(trusted.begin(), trusted.end(), name) != trusted.end();
    if (is_named) result.functions.insert(name);
  }
  if (result.is_guessed) result.locals = functions.expected_locals();
  if (result.functions.empty()) return result;
  std::set<std::string> harness;
  for (const std::string& name : result.functions)
    for (const std::string& caller : functions.callers(name))
      if (functions.compares(caller)) harness.insert(caller);
  // A function that is only called that way need not have anything to do with the assertion.
  if (result.is_guessed && harness.empty()) {
    result.functions.clear();
    return result;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string& name : names) {
      const std::set<std::string>& callers = functions.callers(name);
      // What computes the expected result with it takes it to be right. What the function that compares calls is
      // compared.
      const bool is_used = std::any_of(callers.begin(), callers.end(), [&](const auto& caller) {
        return result.functions.count(caller) != 0 && caller != program.entry && !functions.compares(caller);
      });
      if (is_used) changed = result.functions.insert(name).second || changed;
    }
  }
  std::set<std::string> with_harness = result.functions;
  with_harness.insert(harness.begin(), harness.end());
  for (const std::string& name : names)
    if (with_harness.count(name) == 0 && functions.only_records(name, with_harness)) result.recorders.insert(name);
  result.functions.insert(result.recorders.begin(), result.recorders.end());
  // What the harness assigns are inputs, which anybody reads.
  result.variables = functions.own_globals(result.functions);
  result.inputs = functions.own_globals(harness);
  result.functions.insert(harness.begin(), harness.end());
  return result;
}

}  // namespace bireach::checker
