// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/races.h"

#include <stdexcept>
#include <utility>

#include "checker/answer/stop_timer.h"
#include "frontend/clang/parse.h"

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

}  // namespace

std::string tell_data_races(const AnalysisContext& context, Clock::duration limit) {
  const frontend::Property& asked = context.program->property;
  if (context.program->threads.empty() || !context.sources || asked.has(frontend::Violation::no_data_race) ||
      asked.has(frontend::Violation::deadlock))
    return {};
  context.observer.enter("looking for data races");
  const StopTimer timer(context.budget.stop, limit);
  frontend::ParseOptions options = context.sources->options;
  options.property.kinds = {frontend::Violation::no_data_race};
  options.property.is_default = false;
  options.property.error_functions.clear();
  options.property.assert_is_error = false;
  std::string reason;
  try {
    const frontend::Program program = frontend::parse_c_files(context.sources->files, options);
    const Verdict verdict = context.verify(program, context.question.verify, timer.token());
    if (std::holds_alternative<Safe>(verdict)) return "Data races: there are none.";
    if (const auto* unsafe = std::get_if<Unsafe>(&verdict))
      return "Data races: there is a " + race_at(program, unsafe->execution) +
             "; C leaves the program undefined, and this answer is about executions one access at a time.";
    reason = std::get<Unknown>(verdict).reason;
  } catch (const frontend::ParseError& problem) {
    reason = problem.what();
  }
  return "Data races: not known (" + reason + "); this answer is about executions one access at a time.";
}

}  // namespace bireach::checker
