// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/races.h"

#include <utility>

#include "checker/answer/stop_timer.h"
#include "frontend/clang/parse.h"
#include "frontend/threads/race_checks.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::checker {
namespace {

/// "data race on x: written at line 3 and read (a.c:7)"
std::string race_at(const frontend::Program& program, const frontend::Execution& execution) {
  const frontend::Location& error = program.location(program.target(execution.trace.back()));
  std::string text = error.note;
  if (error.place.is_known())
    text += " (" + program.file_name(error.place.file) + ":" + std::to_string(error.place.line) + ")";
  return text;
}

bool may_be_asked(const AnalysisContext& context) {
  const frontend::Property& asked = context.program->property;
  return !context.program->threads.empty() && context.sources && !asked.has(frontend::Violation::no_data_race) &&
         !asked.has(frontend::Violation::deadlock);
}

}  // namespace

RaceAnswer look_for_data_races(const AnalysisContext& context, Clock::duration limit) {
  using Kind = RaceAnswer::Kind;
  if (!may_be_asked(context)) return {};
  context.observer.enter("looking for data races");
  const StopTimer timer(context.budget.stop, limit);
  frontend::ParseOptions options = context.sources->options;
  options.property.kinds = {frontend::Violation::no_data_race};
  options.property.is_default = false;
  options.property.error_functions.clear();
  options.property.assert_is_error = false;
  try {
    const frontend::Program program = frontend::parse_c_files(context.sources->files, options);
    const Verdict verdict = context.verify(program, context.question.verify, timer.token());
    if (std::holds_alternative<Safe>(verdict)) return {Kind::none, {}};
    if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) return {Kind::some, race_at(program, unsafe->execution)};
    return {Kind::unknown, std::get<Unknown>(verdict).reason};
  } catch (const frontend::ParseError& problem) {
    return {Kind::unknown, problem.what()};
  }
}

std::string race_sentence(const RaceAnswer& races) {
  switch (races.kind) {
    case RaceAnswer::Kind::not_asked:
      return {};
    case RaceAnswer::Kind::none:
      return "Data races: there are none.";
    case RaceAnswer::Kind::some:
      return "Data races: there is a " + races.text +
             "; C leaves the program undefined, and this answer is about executions one access at a time.";
    case RaceAnswer::Kind::unknown:
      return "Data races: not known (" + races.text + "); this answer is about executions one access at a time.";
  }
  return {};
}

std::optional<ErrorWithoutRace> find_error_without_race(const AnalysisContext& context, Clock::duration limit) {
  // An operation that goes wrong may be one of two that race.
  if (!may_be_asked(context) || frontend::is_of_operations(context.violation)) return std::nullopt;
  context.observer.enter("looking for an error without data races");
  const StopTimer timer(context.budget.stop, limit);
  frontend::ParseOptions options = context.sources->options;
  options.property = context.program->property;
  options.property.kinds.push_back(frontend::Violation::no_data_race);
  try {
    const frontend::Program all = frontend::parse_c_files(context.sources->files, options);
    frontend::Program program = frontend::ended_at_races(all);
    while (true) {
      Verdict verdict = context.verify(program, context.question.verify, timer.token());
      auto* unsafe = std::get_if<Unsafe>(&verdict);
      if (unsafe == nullptr) return std::nullopt;
      const bool is_good = unsafe->execution.undefined.empty() &&
                           frontend::violated_by(program, unsafe->execution.trace) == context.violation &&
                           !relevance::TraceAccesses(program, unsafe->execution).first_race();
      if (is_good)
        return ErrorWithoutRace{std::make_shared<frontend::Program>(frontend::without_race_checks(all)),
                                std::move(unsafe->execution)};
      // Perhaps another error is reached without one.
      frontend::Location& error = program.location(program.target(unsafe->execution.trace.back()));
      error.kind = frontend::LocationKind::Exit;
      error.violation.reset();
    }
  } catch (const frontend::ParseError&) {
    return std::nullopt;  // the error that is known remains
  }
}

}  // namespace bireach::checker
