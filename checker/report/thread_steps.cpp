// SPDX-License-Identifier: Apache-2.0
#include "checker/report/thread_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "checker/report/library_steps.h"
#include "checker/report/thread_functions.h"
#include "checker/report/trace_names.h"
#include "frontend/program/memory_names.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeId;
using frontend::EdgeRole;
using frontend::Execution;
using frontend::Program;
using frontend::ThreadStep;

/// A name in a sentence, where `&m` is meant: "m".
std::string without_ampersand(const std::string& text) {
  return text.starts_with('&') ? text.substr(1) : text;
}

class ThreadArranger {
 public:
  ThreadArranger(const Program& program, const Execution& execution, ReportTrace& report)
      : program_(program), trace_(execution.trace), execution_(execution), report_(report) {
    index_.resize(trace_.size());
    for (std::size_t position = 0; position < trace_.size(); ++position) {
      if (report_.steps[position].is_choice) continue;
      std::vector<std::size_t>& own = steps_of_[edge(position).thread];
      index_[position] = own.size();
      own.push_back(position);
    }
  }

  void arrange() {
    show_calls();
    hide_initialisers();
    show_parts();
    note_lives();
    find_atomic_regions();
    close_regions();
    set_depths();
  }

 private:
  /// What one call of a function for threads was given.
  struct Arguments {
    std::vector<std::string> texts;
    std::vector<std::string> values;  ///< what each is, to tell locks apart
    [[nodiscard]] std::string value(std::size_t i) const { return i < values.size() ? values[i] : ""; }
    [[nodiscard]] std::string text(std::size_t i) const { return i < texts.size() ? texts[i] : ""; }
  };

  [[nodiscard]] const Edge& edge(std::size_t position) const { return program_.edge(trace_[position]); }
  [[nodiscard]] std::size_t thread(std::size_t position) const { return edge(position).thread; }

  /// Does another thread move between these two steps of one?
  [[nodiscard]] bool is_interrupted(std::size_t from, std::size_t to) const {
    for (std::size_t at = from + 1; at < to; ++at)
      if (!report_.steps[at].is_choice && thread(at) != thread(from)) return true;
    return false;
  }

  // Calls

  void show_calls() {
    for (const LibraryCall& call : library_calls(program_, trace_)) {
      const std::string& callee = program_.call_paths[call.call].callee;
      if (is_thread_function(callee)) show_call(call, callee);
    }
    hide_begun_calls();
  }

  /// Where the error ends the execution, a thread may have come no further than to pass arguments.
  void hide_begun_calls() {
    for (const auto& [thread, own] : steps_of_) {
      for (auto position = own.rbegin(); position != own.rend(); ++position) {
        if (edge(*position).role == EdgeRole::Internal || !report_.steps[*position].shown) continue;
        const auto target = frontend::assigned_variable(edge(*position).statement);
        if (edge(*position).role != EdgeRole::Parameter || !target ||
            !is_thread_function(program_.variables[*target].function))
          break;
        hide(*position);
      }
    }
  }

  void show_call(const LibraryCall& call, const std::string& callee) {
    std::vector<std::size_t> parameters = parameters_of(call, callee);
    const Arguments arguments = arguments_of(parameters);
    const std::string text =
        arguments.texts.empty() ? callee + "(...)" : fmt::format("{}({})", callee, fmt::join(arguments.texts, ", "));
    std::vector<std::size_t> shown;
    std::optional<std::size_t> changed;  // of the steps since the last that is shown
    for (std::size_t i = 0; i < call.positions.size(); ++i) {
      const std::size_t position = call.positions[i];
      hide(position);
      if (is_seen_outside(program_, trace_[position], call.call)) changed = position;
      const bool is_last = i + 1 == call.positions.size();
      const bool waits = !is_last && changed && is_interrupted(position, call.positions[i + 1]);
      if (!is_last && !waits) continue;
      shown.push_back(changed.value_or(position));
      changed.reset();
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::string head = i == 0 ? "" : "… ";
      const std::string tail = i + 1 == shown.size() ? "" : " …";
      show(shown[i], head + text + tail, call);
    }
    for (const std::size_t position : parameters) report_.steps[position].shown_by = shown.front();
    auto next = shown.begin();
    for (const std::size_t position : call.positions) {
      while (*next < position && std::next(next) != shown.end()) ++next;
      report_.steps[position].shown_by = *next;
    }
    note_lock(call, lock_action(callee), arguments, shown);
  }

  void hide(std::size_t position) {
    report_.steps[position].shown = false;
    report_.steps[position].fix.reset();  // a value within a call says nothing to a user
  }

  /// The steps that pass the arguments, the first of them first.
  [[nodiscard]] std::vector<std::size_t> parameters_of(const LibraryCall& call, const std::string& callee) {
    const std::vector<std::size_t>& own = steps_of_[call.thread];
    std::vector<std::size_t> result;
    for (std::size_t i = index_[call.positions.front()]; i > 0; --i) {
      const std::size_t position = own[i - 1];
      const auto target = frontend::assigned_variable(edge(position).statement);
      const bool passes = edge(position).role == EdgeRole::Parameter && target &&
                          program_.variables[*target].function.starts_with(callee);
      if (passes)
        result.insert(result.begin(), position);
      else if (edge(position).role != EdgeRole::Internal)
        break;
    }
    return result;
  }

  [[nodiscard]] Arguments arguments_of(const std::vector<std::size_t>& parameters) {
    Arguments arguments;
    for (const std::size_t position : parameters) {
      hide(position);
      const std::string& text = edge(position).text;  // "mutex = &m"
      const std::size_t at = text.find(" = ");
      arguments.texts.push_back(at == std::string::npos ? text : text.substr(at + 3));
      const auto& value = report_.steps[position].value;
      arguments.values.push_back(value ? value->value : arguments.texts.back());
    }
    return arguments;
  }

  /// A statement of its own: the library's is that of all its calls.
  void show(std::size_t position, const std::string& text, const LibraryCall& call) {
    const frontend::CallSite& site = program_.call_paths[call.call];
    ReportStep& step = report_.steps[position];
    const frontend::SourceRange& range = site.place.is_known() ? site.place : edge(position).source;
    ReportStatement statement = report_.statements[step.statement];
    statement.place = report_place(program_, range, site.caller);
    statement.short_place = short_place(program_, range);
    statement.text = text;
    statement.key = fmt::format("{}@{}:{}", statement.key, range.line, range.column);
    const auto [known, is_new] = calls_.try_emplace(statement.key + text, report_.statements.size());
    if (is_new) {
      if (const std::size_t same = keys_[statement.key]++; same > 0) statement.key += fmt::format(".{}", same + 1);
      report_.statements.push_back(statement);
    }
    step.statement = known->second;
    step.shown = step.synchronises = true;
    step.text = text;
    step.place = statement.short_place;
    step.function = site.caller;
    step.depth = call_depth(program_, site.parent);
    step.changes.clear();
  }

  /// Of mutexes and the like: each has one, and it says nothing.
  void hide_initialisers() {
    for (std::size_t position = 0; position < trace_.size(); ++position) {
      const auto target = frontend::assigned_variable(edge(position).statement);
      if (report_.steps[position].is_choice || !target || report_.steps[position].synchronises) continue;
      if (is_synchronisation_type(program_.variables[*target].c_type)) hide(position);
    }
  }

  // Regions

  void note_lock(const LibraryCall& call, LockAction action, const Arguments& arguments,
                 const std::vector<std::size_t>& shown) {
    switch (action) {
      case LockAction::none:
        return;
      case LockAction::lock:
        return open(call.thread, shown.back(), arguments.text(0), arguments.value(0));
      case LockAction::try_lock: {
        const auto takes = [&](std::size_t position) {
          return edge(position).role != EdgeRole::Return && is_seen_outside(program_, trace_[position], call.call);
        };
        if (std::any_of(call.positions.begin(), call.positions.end(), takes))
          open(call.thread, shown.back(), arguments.text(0), arguments.value(0));
        return;
      }
      case LockAction::unlock:
        return close(call.thread, shown.back(), arguments.value(0));
      case LockAction::wait:
        if (shown.size() < 2) return;  // nobody could have taken it
        close(call.thread, shown.front(), arguments.value(1));
        return open(call.thread, shown.back(), arguments.text(1), arguments.value(1));
    }
  }

  void open(std::size_t thread, std::size_t at, const std::string& name, const std::string& value) {
    held_.push_back(value);
    report_.regions.push_back({ReportRegion::Kind::lock, thread, at, std::nullopt, without_ampersand(name)});
  }

  void close(std::size_t thread, std::size_t at, const std::string& value) {
    for (std::size_t i = report_.regions.size(); i-- > 0;) {
      ReportRegion& region = report_.regions[i];
      if (region.thread != thread || region.to || held_[i] != value) continue;
      region.to = at;
      return;
    }
  }

  /// What a step of the threads' own graphs does; the interleaving has copies of it.
  [[nodiscard]] ThreadStep thread_step(std::size_t position) const {
    const Edge& copy = edge(position);
    if (copy.thread_step.kind != ThreadStep::Kind::none || !copy.thread_edge || !program_.thread_graphs)
      return copy.thread_step;
    return program_.thread_graphs->edge(*copy.thread_edge).thread_step;
  }

  /// Those of the user's; the library's are within its calls.
  void find_atomic_regions() {
    for (const auto& [thread, own] : steps_of_) {
      std::size_t depth = 0;
      std::optional<std::size_t> first;
      std::size_t last = 0;
      for (const std::size_t position : own) {
        const ThreadStep step = thread_step(position);
        const ThreadStep::Kind kind = step.kind;
        const bool is_own = frontend::library_call(program_, edge(position)) == 0 && !step.is_of_check;
        if (kind == ThreadStep::Kind::atomic_begin && is_own) ++depth;
        if (depth > 0 && report_.steps[position].shown) {
          if (!first) first = position;
          last = position;
        }
        if (kind != ThreadStep::Kind::atomic_end || !is_own || depth == 0 || --depth > 0) continue;
        if (first && *first < last)
          report_.regions.push_back({ReportRegion::Kind::atomic, thread, *first, last, "atomic"});
        first.reset();
      }
    }
  }

  void close_regions() {
    std::stable_sort(report_.regions.begin(), report_.regions.end(),
                     [](const ReportRegion& a, const ReportRegion& b) { return a.from < b.from; });
  }

  // Statements in several steps

  void show_parts() {
    for (const auto& [thread, own] : steps_of_) {
      for (std::size_t i = 0; i + 1 < own.size(); ++i) {
        const Edge& part = edge(own[i]);
        if (part.role != EdgeRole::Internal || frontend::library_call(program_, part) != 0) continue;
        const auto whole = whole_of(own, i);
        if (!whole) continue;
        report_.steps[own[i]].shown_by = *whole;
        if (frontend::as_assign(part.statement) != nullptr && is_interrupted(own[i], own[i + 1]))
          show_part(own[i], *whole);
      }
    }
  }

  /// The shown step of the statement of which the i-th is a part, if that follows.
  [[nodiscard]] std::optional<std::size_t> whole_of(const std::vector<std::size_t>& own, std::size_t i) const {
    const Edge& part = edge(own[i]);
    for (std::size_t next = i + 1; next < own.size(); ++next) {
      const Edge& other = edge(own[next]);
      const bool is_same = other.statement_id == part.statement_id && other.call_path == part.call_path;
      if (is_same && report_.steps[own[next]].shown) return own[next];
      if (!is_same && other.role != EdgeRole::Internal) return std::nullopt;
    }
    return std::nullopt;
  }

  void show_part(std::size_t position, std::size_t whole) {
    std::vector<std::string> names;
    frontend::for_each_read(edge(position).statement, [&](const frontend::Expr& read) {
      const std::string name = name_of(read, position);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    });
    if (names.empty()) return;
    ReportStep& step = report_.steps[position];
    const ReportStep& shown = report_.steps[whole];
    step.shown = true;
    step.shown_by = position;
    step.text = fmt::format("{}: reads {}", shown.text, fmt::join(names, ", "));
    step.place = shown.place;
    step.function = shown.function;
    step.depth = shown.depth;
    report_.statements[step.statement].text = step.text;
    if (names.size() == 1 && step.value)
      step.changes = {{names.front(), std::nullopt, step.value->shown.empty() ? step.value->value : step.value->shown}};
  }

  [[nodiscard]] std::string name_of(const frontend::Expr& read, std::size_t position) const {
    if (read.kind != frontend::Expr::Kind::Element) return program_.variables[read.variable].user_name;
    if (position >= execution_.states.size()) return "";
    std::vector<frontend::UndefinedEvent> ignored;
    const logic::Integer index =
        frontend::evaluate(program_, *read.operands[0], execution_.states[position], trace_[position], ignored);
    std::string place = memory_.place(read.variable, index);
    if (!place.empty()) return place;
    const std::string& name = program_.variables[read.variable].user_name;
    return name.empty() ? "memory" : frontend::element_text(program_.variables[read.variable], name, index);
  }

  // Threads

  void note_lives() {
    for (std::size_t position = 0; position < trace_.size(); ++position) {
      const ThreadStep does = thread_step(position);
      const bool starts = does.kind == ThreadStep::Kind::start;
      if (!starts && does.kind != ThreadStep::Kind::join) continue;
      ReportStep& step = report_.steps[report_.steps[position].shown_by];
      step.shown = true;
      step.thread_note = starts ? fmt::format("starts T{}", does.thread) : fmt::format("T{} has ended", does.thread);
    }
  }

  /// Of calls within the thread.
  void set_depths() {
    for (const auto& [thread, own] : steps_of_) {
      unsigned least = report_.steps[own.front()].depth;
      for (const std::size_t position : own) least = std::min(least, report_.steps[position].depth);
      for (const std::size_t position : own) report_.steps[position].depth -= least;
    }
  }

  const Program& program_;
  const frontend::Trace& trace_;
  const Execution& execution_;
  ReportTrace& report_;
  frontend::MemoryNames memory_{program_};
  std::map<std::uint32_t, std::vector<std::size_t>> steps_of_;  ///< of each thread, without choices of the scheduler
  std::vector<std::size_t> index_;                              ///< of each position in those of its thread
  std::vector<std::string> held_;                               ///< of each region of a lock, which it is
  std::map<std::string, std::size_t> calls_;
  std::map<std::string, std::size_t> keys_;
};

}  // namespace

std::vector<ReportThread> report_threads(const Program& program) {
  std::vector<ReportThread> threads;
  for (const frontend::Thread& thread : program.threads) {
    ReportThread entry;
    entry.name = thread.name;
    entry.function = thread.function;
    entry.has_creator = thread.creator.has_value();
    entry.creator = thread.creator.value_or(0);
    if (entry.has_creator)
      entry.created = report_place(program, thread.created, program.threads.at(*thread.creator).function);
    entry.created_at = short_place(program, thread.created);
    threads.push_back(std::move(entry));
  }
  return threads;
}

void arrange_threads(const Program& program, const Execution& execution, ReportTrace& report) {
  if (program.threads.empty() || execution.trace.empty()) return;
  ThreadArranger(program, execution, report).arrange();
}

}  // namespace bireach::checker
