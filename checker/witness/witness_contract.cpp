// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/witness_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "checker/witness/witness_edit.h"

namespace bireach::checker {
namespace {

using frontend::FunctionPoint;
using frontend::ReturnPoint;
using frontend::SourcePoints;

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// An `ensures` over names of ours, and the declarations that give them their values when the function is called.
class Ensured {
 public:
  Ensured(const std::string& text, const FunctionPoint& function, std::size_t number)
      : text_(text), function_(function), number_(number) {
    translate();
  }

  [[nodiscard]] const std::string& condition() const { return condition_; }
  [[nodiscard]] const std::string& saved() const { return saved_; }
  [[nodiscard]] bool has_result() const { return has_result_; }
  [[nodiscard]] std::string result_name() const { return fmt::format("__bireach_result{}", number_); }
  /// The names that mean something where the function returns.
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  void translate() {
    for (std::size_t i = 0; i < text_.size();) {
      if (text_.compare(i, 7, "\\result") == 0) {
        condition_ += result_name();
        has_result_ = true;
        i += 7;
      } else if (text_.compare(i, 5, "\\old(") == 0) {
        i = translate_old(i + 4);
      } else if (text_[i] == '\\') {
        throw WitnessRejected("only \\old and \\result are known");
      } else if (is_word_character(text_[i])) {
        i = translate_word(i);
      } else {
        condition_ += text_[i++];
      }
    }
  }

  /// From the opening parenthesis; returns the place after the closing one.
  std::size_t translate_old(std::size_t open) {
    int depth = 0;
    std::size_t end = open;
    do {
      if (end == text_.size()) throw WitnessRejected("the parentheses of \\old do not match");
      if (text_[end] == '(') ++depth;
      if (text_[end] == ')') --depth;
      ++end;
    } while (depth > 0);
    condition_ += save(text_.substr(open, end - open));
    return end;
  }

  std::size_t translate_word(std::size_t begin) {
    std::size_t end = begin;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    const std::string word = text_.substr(begin, end - begin);
    const std::size_t before = condition_.find_last_not_of(' ');
    const bool is_member =
        before != std::string::npos &&
        (condition_[before] == '.' || (condition_[before] == '>' && before > 0 && condition_[before - 1] == '-'));
    const auto& parameters = function_.parameters;
    if (!is_member && std::find(parameters.begin(), parameters.end(), word) != parameters.end()) {
      condition_ += save(word);
    } else {
      if (!is_member && std::isdigit(static_cast<unsigned char>(word.front())) == 0) names_.insert(word);
      condition_ += word;
    }
    return end;
  }

  std::string save(const std::string& expression) {
    const std::string problem = frontend::expression_problem(expression);
    if (!problem.empty()) throw WitnessRejected(fmt::format("\\old{}: {}", expression, problem));
    const std::string name = fmt::format("__bireach_old{}_{}", number_, count_++);
    saved_ += fmt::format("__auto_type {} = {}; ", name, expression);
    return name;
  }

  const std::string& text_;
  const FunctionPoint& function_;
  std::size_t number_;
  std::size_t count_ = 0;
  std::string condition_, saved_;
  bool has_result_ = false;
  std::set<std::string> names_;
};

void insert_ensures(frontend::SourceEditor& editor, const SourcePoints& points, const FunctionPoint& function,
                    const std::string& value, std::size_t number) {
  const Ensured ensured(value, function, number);
  const std::string problem = frontend::expression_problem(ensured.condition());
  if (!problem.empty()) throw WitnessRejected(problem);
  const bool returns_value = function.result_type != "void";
  if (ensured.has_result() && !returns_value) throw WitnessRejected(fmt::format("{} returns nothing", function.name));
  const std::string code = fmt::format("if ({}) ; else {}();", ensured.condition(), invariant_check(number));
  editor.insert_into_body(function, ensured.saved(), returns_value ? "" : code);
  for (const ReturnPoint& point : points.returns) {
    if (point.function != function.name) continue;
    if (!point.exact) throw WitnessRejected(fmt::format("a return of {} stands within a macro", function.name));
    for (const std::string& name : ensured.names())
      if (points.find(point.scope, name) != points.find(function.scope, name))
        throw WitnessRejected(fmt::format("{} is another variable where {} returns", name, function.name));
    editor.insert_on_return(point, function.result_type, ensured.result_name(), code);
  }
}

}  // namespace

void insert_contract(frontend::SourceEditor& editor, const SourcePoints& points, const WitnessPlaces& places,
                     const Witness& witness, std::size_t number) {
  const WitnessInvariant& clause = witness.invariants[number];
  try {
    const FunctionPoint& function = places.function(clause.location);
    if (!function.body.is_known())
      throw WitnessRejected(fmt::format("the body of {} stands within a macro", function.name));
    editor.declare("extern void " + invariant_check(number) + "(void);");
    if (clause.contract == ContractPart::ensures_clause)
      return insert_ensures(editor, points, function, clause.value, number);
    const std::string problem = frontend::expression_problem(clause.value);
    if (!problem.empty()) throw WitnessRejected(problem);
    editor.insert_into_body(function, fmt::format("if ({}) ; else {}();", clause.value, invariant_check(number)), "");
  } catch (const WitnessRejected& rejection) {
    reject(clause.mark, fmt::format("contract '{}': {}", clause.value, rejection.what()));
  }
}

}  // namespace bireach::checker
