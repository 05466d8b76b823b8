// SPDX-License-Identifier: Apache-2.0
#include "checker/report/library_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "checker/report/input_texts.h"
#include "checker/report/thread_functions.h"
#include "checker/report/trace_names.h"
#include "frontend/program/lowering_names.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;

void add_change(std::vector<ReportChange>& changes, ReportChange next) {
  const auto known = std::find_if(changes.begin(), changes.end(),
                                  [&next](const ReportChange& earlier) { return earlier.name == next.name; });
  if (known == changes.end())
    changes.push_back(std::move(next));
  else
    known->after = std::move(next.after);
}

/// "name" and 7 of "name[7]"; the change of an element that is a character (shown_value), or the end of a text.
struct CharacterChange {
  std::string array;
  unsigned long index = 0;
  char byte = 0;
};

/// What stands between the last `open` and the end, which is `close`.
std::optional<unsigned long> number_in(const std::string& text, char open, char close) {
  constexpr std::size_t most_digits = 9;
  const std::size_t begin = text.rfind(open) + 1;
  const std::string digits = text.ends_with(close) ? text.substr(begin, text.size() - begin - 1) : "";
  const bool is_number = !digits.empty() && digits.size() <= most_digits &&
                         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? std::optional(std::stoul(digits)) : std::nullopt;
}

std::optional<CharacterChange> character_change(const ReportChange& change) {
  const auto index = number_in(change.name, '[', ']');
  const auto byte = change.after == "0"              ? 0
                    : change.after.starts_with('\'') ? number_in(change.after, '(', ')')
                                                     : std::nullopt;
  if (!index || !byte) return std::nullopt;
  return CharacterChange{change.name.substr(0, change.name.rfind('[')), *index, static_cast<char>(*byte)};
}

/// Characters that come to stand one behind the other as the text that they are: `name[0…3] = "abc"`.
std::vector<ReportChange> with_texts(std::vector<ReportChange> changes) {
  std::vector<ReportChange> result;
  for (std::size_t i = 0; i < changes.size();) {
    std::string bytes;
    std::size_t end = i;
    const auto first = character_change(changes[i]);
    for (; first && end < changes.size(); ++end) {
      const auto next = character_change(changes[end]);
      if (!next || next->array != first->array || next->index != first->index + (end - i)) break;
      bytes += next->byte;
      if (next->byte == 0) {
        ++end;
        break;
      }
    }
    const bool is_ended = !bytes.empty() && bytes.back() == 0;
    if (is_ended) bytes.pop_back();
    if (bytes.size() < 2) {
      result.push_back(std::move(changes[i++]));
      continue;
    }
    result.push_back({fmt::format("{}[{}…{}]", first->array, first->index, first->index + (end - i) - 1), std::nullopt,
                      string_literal(bytes)});
    i = end;
  }
  return result;
}

/// Many bytes one behind the other by the first ones: `staff[bytes 24…47] = {17, 0, 0, 0, …}`.
std::vector<ReportChange> with_bytes(std::vector<ReportChange> changes) {
  constexpr std::size_t few = 4;
  constexpr std::string_view word = "[byte ";
  const auto is_byte = [&](const ReportChange& change, const std::string& object, unsigned long number) {
    return change.name == fmt::format("{}{}{}]", object, word, number);
  };
  std::vector<ReportChange> result;
  for (std::size_t i = 0; i < changes.size();) {
    const std::size_t begin = changes[i].name.rfind(word);
    const auto first = begin == std::string::npos ? std::nullopt : number_in(changes[i].name, ' ', ']');
    std::size_t end = i;
    const std::string object = first ? changes[i].name.substr(0, begin) : "";
    while (first && end < changes.size() && is_byte(changes[end], object, *first + (end - i))) ++end;
    if (end - i <= few) {
      result.push_back(std::move(changes[i++]));
      continue;
    }
    std::string values;
    for (std::size_t at = i; at < i + few; ++at) values += changes[at].after + ", ";
    result.push_back(
        {fmt::format("{}[bytes {}…{}]", object, *first, *first + (end - i) - 1), std::nullopt, "{" + values + "…}"});
    i = end;
  }
  return result;
}

/// What the names of arrays of any length begin with that models have for themselves.
std::vector<std::string> arrays_of_models(const Program& program) {
  const std::set<std::string> library = frontend::library_functions(program);
  std::vector<std::string> result;
  for (const auto& [variable, name] : program.memory.locals)
    if (library.contains(program.variables[variable].function)) result.push_back(name + "#");
  return result;
}

void fold(const Program& program, const frontend::Trace& trace, const LibraryCall& one,
          const std::vector<std::string>& own_arrays, ReportTrace& report) {
  const auto is_in_own_array = [&](const ReportChange& change) {
    return std::any_of(own_arrays.begin(), own_arrays.end(),
                       [&](const std::string& name) { return change.name.starts_with(name); });
  };
  std::vector<ReportChange> changes;
  std::optional<std::size_t> last;
  for (const std::size_t position : one.positions) {
    ReportStep& step = report.steps[position];
    if (!is_seen_outside(program, trace[position], one.call)) step.changes.clear();
    std::erase_if(step.changes, is_in_own_array);
    if (!step.changes.empty()) last = position;
    step.fix.reset();  // a value within a call says nothing to a user
    for (ReportChange& change : step.changes) add_change(changes, std::move(change));
    step.changes.clear();
  }
  if (!last) return;
  for (const std::size_t position : one.positions) report.steps[position].shown_by = *last;
  const frontend::CallSite& site = program.call_paths[one.call];
  ReportStep& shown = report.steps[*last];
  ReportStatement& statement = report.statements[shown.statement];
  shown.shown = true;
  shown.text = statement.text = site.callee + "(...)";
  shown.function = statement.place.function = site.caller;
  shown.depth = call_depth(program, site.parent);
  shown.changes = with_bytes(with_texts(std::move(changes)));
}

constexpr std::string_view prefix_of_globals = "bireach_";

/// No file declares it.
bool is_global_of_models(const frontend::Variable& variable) {
  return variable.function.empty() && !variable.declared.is_known() &&
         variable.user_name.starts_with(prefix_of_globals);
}

}  // namespace

bool is_of_models(const frontend::Variable& variable) {
  return is_global_of_models(variable) || variable.function.starts_with(frontend::model_prefix);
}

std::string words_of_models(const frontend::Variable& variable) {
  if (!is_global_of_models(variable)) return "";
  std::string words = variable.user_name.substr(prefix_of_globals.size());
  std::replace(words.begin(), words.end(), '_', ' ');
  return "[" + words + "]";
}

bool is_seen_outside(const Program& program, EdgeId id, std::uint32_t call) {
  const Edge& edge = program.edge(id);
  if (edge.role == frontend::EdgeRole::Return) return edge.call_path == call;
  const auto target = frontend::assigned_variable(edge.statement);
  if (!target) return false;
  const frontend::Variable& variable = program.variables[*target];
  if (is_of_models(variable) || frontend::is_of_lowering(variable)) return false;
  const std::string& owner = variable.function;
  for (std::uint32_t path = edge.call_path; program.call_paths[path].is_library; path = program.call_paths[path].parent)
    if (program.call_paths[path].callee == owner) return false;
  return true;
}

std::vector<LibraryCall> library_calls(const Program& program, const frontend::Trace& trace) {
  std::vector<LibraryCall> calls;
  std::map<std::uint32_t, std::size_t> open;  // by thread
  for (std::size_t position = 0; position < trace.size(); ++position) {
    const Edge& edge = program.edge(trace[position]);
    if (frontend::is_choice(program, edge)) continue;
    const std::uint32_t call = frontend::library_call(program, edge);
    const auto known = open.find(edge.thread);
    const bool goes_on = known != open.end() && calls[known->second].call == call;
    if (!goes_on) open.erase(edge.thread);
    if (call == 0) continue;
    if (!goes_on) {
      open.emplace(edge.thread, calls.size());
      calls.push_back({call, edge.thread});
    }
    calls[open.at(edge.thread)].positions.push_back(position);
  }
  return calls;
}

void fold_library_calls(const Program& program, const frontend::Trace& trace, ReportTrace& report) {
  const std::vector<std::string> own_arrays = arrays_of_models(program);
  for (const LibraryCall& call : library_calls(program, trace))
    if (program.threads.empty() || !is_thread_function(program.call_paths[call.call].callee))
      fold(program, trace, call, own_arrays, report);
}

}  // namespace bireach::checker
