// SPDX-License-Identifier: Apache-2.0
#include "checker/report/trace_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "frontend/program/lowering_names.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {

using frontend::Edge;
using frontend::EdgeId;
using frontend::EdgeRole;
using frontend::Program;
using frontend::Variable;
using frontend::VariableId;

namespace {

/// The function whose variable the statement assigns; empty for none and for globals.
std::string target_function(const Program& program, const frontend::Statement& statement) {
  const auto target = frontend::assigned_variable(statement);
  return target ? program.variables[*target].function : std::string();
}

/// The condition's negation, without a second `!` before one that has one.
std::string negation(const std::string& condition) {
  const bool has_literal = condition.find_first_of("'\"") != std::string::npos;  // with parentheses in it, perhaps
  if (condition.starts_with("!(") && !has_literal) {
    std::size_t end = 2;  // behind the parenthesis that closes the first one
    int open = 1;
    for (; end < condition.size() && open > 0; ++end)
      open += condition[end] == '(' ? 1 : condition[end] == ')' ? -1 : 0;
    if (end == condition.size() && open == 0) return condition.substr(2, end - 3);
  }
  const bool is_name = condition.starts_with('!') && condition.size() > 1 &&
                       std::all_of(condition.begin() + 1, condition.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_name ? condition.substr(1) : "!(" + condition + ")";
}

std::string thread_prefix(std::uint32_t thread) {
  return fmt::format("T{}::", thread);
}

}  // namespace

std::string edge_text(const Program& program, const Edge& edge) {
  if (edge.text.empty()) return frontend::to_string(program, edge.statement);
  switch (edge.role) {
    case EdgeRole::BranchFalse:
      return negation(edge.text);
    case EdgeRole::Parameter: {
      const std::string callee = target_function(program, edge.statement);
      return callee.empty() ? edge.text : callee + "(" + edge.text + ")";
    }
    default:
      return edge.text;
  }
}

bool is_branch(const Edge& edge) {
  return edge.role == EdgeRole::BranchTrue || edge.role == EdgeRole::BranchFalse;
}

unsigned call_depth(const Program& program, std::uint32_t call_path) {
  unsigned depth = 0;
  for (; call_path != 0 && depth < program.call_paths.size(); call_path = program.call_paths[call_path].parent) ++depth;
  return depth;
}

bool is_shown(const Program& program, const Edge& edge) {
  return !frontend::is_choice(program, edge) && edge.role != EdgeRole::Internal && !edge.text.empty() &&
         frontend::library_call(program, edge) == 0;
}

namespace {

/// Which thread has the variable for itself, as far as the trace tells; globals and what several assign have none.
std::map<VariableId, std::uint32_t> owners(const Program& program, const frontend::Trace& trace) {
  std::map<VariableId, std::uint32_t> result;
  std::set<VariableId> shared;
  for (const EdgeId id : trace) {
    const Edge& edge = program.edge(id);
    const auto target = frontend::assigned_variable(edge.statement);
    if (!target || program.variables[*target].function.empty()) continue;
    const auto [owner, is_new] = result.emplace(*target, edge.thread);
    if (!is_new && owner->second != edge.thread) shared.insert(*target);
  }
  for (const VariableId variable : shared) result.erase(variable);
  return result;
}

}  // namespace

std::vector<std::string> display_names(const Program& program, const frontend::Trace& trace) {
  std::map<std::string, std::set<VariableId>> users;
  for (const EdgeId edge : trace) {
    const auto target = frontend::assigned_variable(program.edge(edge).statement);
    if (target) users[program.variables[*target].user_name].insert(*target);
  }
  const auto owner = program.threads.empty() ? std::map<VariableId, std::uint32_t>() : owners(program, trace);
  /// "T1::x", if that thread has no other x.
  const auto of_thread = [&](VariableId id, const std::set<VariableId>& same) -> std::string {
    const auto own = owner.find(id);
    if (own == owner.end()) return "";
    const auto others = std::count_if(same.begin(), same.end(), [&](VariableId other) {
      const auto found = owner.find(other);
      return found != owner.end() && found->second == own->second;
    });
    return others > 1 ? "" : thread_prefix(own->second) + program.variables[id].user_name;
  };
  std::vector<std::string> names;
  for (VariableId id = 0; id < program.variables.size(); ++id) {
    const Variable& variable = program.variables[id];
    const auto found = users.find(variable.user_name);
    const bool ambiguous = found != users.end() && found->second.size() > 1;
    std::string name = variable.user_name;
    if (!name.empty() && ambiguous) {
      name = of_thread(id, found->second);
      if (name.empty()) name = frontend::is_of_lowering(variable) ? variable.user_name : variable.name;
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string name_within(std::uint32_t thread, const std::string& name) {
  const std::string prefix = thread_prefix(thread);
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

std::vector<std::string> statement_keys(const Program& program) {
  using Signature = std::tuple<std::string_view, std::string, std::string, bool>;
  std::map<std::uint32_t, std::vector<Signature>> known;
  std::vector<std::string> keys;
  for (EdgeId id = 0; id < program.edge_count(); ++id) {
    const Edge& edge = program.edge(id);
    const auto target = frontend::assigned_variable(edge.statement);
    const Signature signature{frontend::kind_name(edge.statement), target ? program.variables[*target].name : "",
                              edge.text, edge.role == EdgeRole::BranchFalse};
    auto& signatures = known[edge.statement_id];
    const auto found = std::find(signatures.begin(), signatures.end(), signature);
    const auto number = static_cast<std::size_t>(found - signatures.begin()) + 1;
    if (found == signatures.end()) signatures.push_back(signature);
    keys.push_back(number == 1 ? fmt::format("s{}", edge.statement_id)
                               : fmt::format("s{}.{}", edge.statement_id, number));
  }
  return keys;
}

}  // namespace bireach::checker
