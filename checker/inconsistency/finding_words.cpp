// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/finding_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace bireach::checker {

using frontend::Arm;
using frontend::Belief;
using frontend::BeliefPlace;
using frontend::FunctionProgram;

namespace {

std::string needs(const BeliefPlace& belief) {
  switch (belief.kind) {
    case Belief::null:
      return fmt::format("needs {} != 0", belief.subject);
    case Belief::bounds:
      return fmt::format("needs {} within the array", belief.subject);
    case Belief::division:
      return fmt::format("needs {} != 0", belief.subject);
    case Belief::shift:
      return fmt::format("needs {} to be less than the width, and not negative", belief.subject);
    case Belief::overflow:
      return fmt::format("needs {} not to overflow", belief.subject);
    case Belief::member:
      return fmt::format("needs {} != 0", belief.subject);
  }
  return {};
}

/// "`tun` was dereferenced", as the past of what an operation did.
std::string was_done(const BeliefPlace& belief) {
  switch (belief.kind) {
    case Belief::null:
      return fmt::format("`{}` is dereferenced", belief.subject);
    case Belief::bounds:
      return fmt::format("`{}` is the index of an array that it must not leave", belief.subject);
    case Belief::division:
      return fmt::format("`{}` is divided by", belief.subject);
    case Belief::shift:
      return fmt::format("`{}` is the distance of a shift", belief.subject);
    case Belief::overflow:
      return fmt::format("`{}` must not overflow", belief.subject);
    case Belief::member:
      return fmt::format("the address of a member of `{}` is taken", belief.subject);
  }
  return {};
}

std::string condition_text(const std::string& condition, bool holds) {
  if (holds || condition.rfind("case ", 0) == 0) return (holds ? "" : "not ") + condition;
  const auto is_name = [](std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  };
  // "!p" becomes "p" again.
  if (condition.front() == '!' && is_name(std::string_view(condition).substr(1))) return condition.substr(1);
  return is_name(condition) ? "!" + condition : "!(" + condition + ")";
}

/// "lines 4 and 7"; of many the first ones.
std::string lines_text(const std::vector<std::uint32_t>& lines) {
  constexpr std::size_t most_lines = 8;
  const std::size_t shown = lines.size() > most_lines ? most_lines - 2 : lines.size();
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < shown; ++i) parts.push_back(std::to_string(lines[i]));
  if (shown < lines.size()) parts.push_back(fmt::format("{} more", lines.size() - shown));
  std::string text = lines.size() == 1 ? "line " : "lines ";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

struct Reasons {
  std::string first;                 ///< what the first belief says
  std::vector<std::uint32_t> lines;  ///< of all beliefs
  std::vector<std::uint32_t> conditions;
};

Reasons reasons_of(const FunctionProgram& function, const DeadWay& way, const Contradiction& why) {
  Reasons reasons;
  const auto add = [](std::vector<std::uint32_t>& lines, std::uint32_t line) {
    if (line != 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  for (const ContradictionStep& step : why.steps) {
    if (way.arm && step.edge == function.arms[*way.arm].edge) continue;
    const std::uint32_t line = function.program.edge(step.edge).source.line;
    if (!step.belief) {
      add(reasons.conditions, line);
      continue;
    }
    if (reasons.first.empty()) reasons.first = was_done(function.beliefs[*step.belief]);
    add(reasons.lines, line);
  }
  return reasons;
}

std::string message_of(const FunctionProgram& function, const DeadWay& way, const Contradiction& why) {
  const Reasons reasons = reasons_of(function, way, why);
  const std::string where = reasons.lines.empty() ? "" : " in " + lines_text(reasons.lines);
  if (!way.arm)
    return fmt::format("no execution of '{}' ends without an error: {}{}", function.name, reasons.first, where);
  const Arm& arm = function.arms[*way.arm];
  const std::string what = arm.construct == Arm::Construct::case_label
                               ? fmt::format("`{}`", arm.condition)
                               : fmt::format("`{}`", condition_text(arm.condition, arm.taken));
  switch (way.severity) {
    case InconsistencyClass::error:
      if (way.both) return fmt::format("whoever comes to `{}` fails: {}{}", arm.condition, reasons.first, where);
      return fmt::format("where {} {}, all executions fail: {}{}", what,
                         arm.construct == Arm::Construct::case_label ? "is reached" : "holds", reasons.first, where);
    case InconsistencyClass::after_error:
      if (way.both) return fmt::format("no execution comes to `{}`: {}{}", arm.condition, reasons.first, where);
      return fmt::format("the check `{}` never {}: {} before{}", arm.condition, arm.taken ? "succeeds" : "fails",
                         reasons.first, where);
    case InconsistencyClass::unreachable:
      break;
  }
  if (way.both) return fmt::format("no execution comes to `{}`", arm.condition);
  return fmt::format("the check `{}` never {}{}", arm.condition, arm.taken ? "succeeds" : "fails",
                     reasons.conditions.empty() ? "" : ", because of " + lines_text(reasons.conditions));
}

FindingStep step_of(const FunctionProgram& function, const DeadWay& way, const ContradictionStep& step) {
  const frontend::Edge& edge = function.program.edge(step.edge);
  FindingStep result;
  result.role = step.role;
  result.place = edge.source;
  result.text = edge.text;
  if (step.role == ContradictionStep::Role::condition)
    result.text = condition_text(edge.text, edge.role == frontend::EdgeRole::BranchTrue);
  if (step.belief) result.needs = needs(function.beliefs[*step.belief]);
  result.in_fork = step.in_fork;
  result.last_line = std::max({result.place.line, result.place.end_line, step.behind_line});
  result.is_contradiction = way.arm && function.arms[*way.arm].edge == step.edge;
  result.invariant = step.invariant;
  return result;
}

}  // namespace

Finding described(const FunctionProgram& function, const DeadWay& way, const Contradiction& why) {
  Finding finding;
  finding.severity = way.severity;
  finding.function = function.name;
  finding.place = function.place;
  if (way.arm) {
    const Arm& arm = function.arms[*way.arm];
    finding.place = arm.place;
    finding.condition = arm.condition;
    finding.taken = arm.taken;
  }
  finding.both = way.both;
  finding.exact_loops = way.exact_loops;
  finding.is_minimal = why.is_minimal;
  finding.message = message_of(function, way, why);
  for (const ContradictionStep& step : why.steps) {
    FindingStep added = step_of(function, way, step);
    if (!added.place.is_known()) continue;
    // One statement may have been cut into several: `p->x = f(p)` into a value and a store.
    if (!finding.steps.empty() && finding.steps.back().place == added.place &&
        finding.steps.back().role == added.role && finding.steps.back().text == added.text) {
      finding.steps.back().invariant = added.invariant;
      finding.steps.back().last_line = added.last_line;
      finding.steps.back().is_contradiction = finding.steps.back().is_contradiction || added.is_contradiction;
      continue;
    }
    finding.steps.push_back(std::move(added));
  }
  for (std::size_t i = 0; i + 1 < finding.steps.size(); ++i) {
    const std::uint32_t from = finding.steps[i].last_line;
    const std::uint32_t to = finding.steps[i + 1].place.line;
    if (to > from + 1) finding.steps[i].hidden_lines = to - from - 1;
  }
  finding.fingerprint = fmt::format("{}|{}|{}|{}", function.name, to_string(way.severity), finding.condition,
                                    finding.taken ? "holds" : "fails");
  return finding;
}

}  // namespace bireach::checker
