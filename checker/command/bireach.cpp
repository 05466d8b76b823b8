// SPDX-License-Identifier: Apache-2.0
#include "checker/command/bireach.h"

#include <utility>

#include "checker/analysis/analysis.h"
#include "checker/answer/limits.h"
#include "checker/answer/property_file.h"
#include "checker/command/command_line.h"
#include "checker/command/input.h"
#include "checker/command/run_description.h"
#include "checker/command/session.h"
#include "checker/command/version.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/text_report.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach {

struct Program::Data {
  checker::InputOptions input;
  frontend::Program program;
  std::vector<std::string> warnings;
  std::vector<std::optional<std::string>> sha256;  ///< of the files
};

struct Result::Data {
  checker::Report report;
};

namespace {

Place place_of(const checker::ReportPlace& place) {
  return {place.file, place.line, place.column, place.function};
}

std::optional<Fix> fix_of(const std::optional<checker::ReportFix>& fix) {
  if (!fix) return std::nullopt;
  using Blocks = relevance::Fix::Blocks;
  const bool reaching = fix->defined && (fix->blocks == Blocks::all || fix->blocks == Blocks::reaching);
  return Fix{fix->value, fix->blocks_every_input(), reaching};
}

Relevance relevance_of(relevance::Relevance relevance) {
  switch (relevance) {
    case relevance::Relevance::relevant:
      return Relevance::relevant;
    case relevance::Relevance::irrelevant:
      return Relevance::irrelevant;
    case relevance::Relevance::unknown:
      break;
  }
  return Relevance::undecided;
}

Trace trace_of(const checker::ReportTrace& report) {
  Trace trace;
  trace.error = report.error;
  trace.undefined = report.undefined;
  trace.steps_left_out = report.steps_left_out;
  for (const checker::ReportStep& step : report.steps) {
    Step& added = trace.steps.emplace_back();
    added.text = step.text;
    added.place = place_of(report.statements[step.statement].place);
    added.relevance = relevance_of(step.relevance);
    added.fix = fix_of(step.fix);
    for (const checker::ReportChange& change : step.changes) added.changes.push_back({change.name, change.after});
  }
  for (const checker::ReportInput& input : report.inputs)
    trace.inputs.push_back({input.source, input.value, input.step});
  return trace;
}

checker::CheckOptions check_options(const Program& program, const VerifyOptions& options) {
  if (options.timeout_s && !(*options.timeout_s > 0 && *options.timeout_s <= 1e9))
    throw std::invalid_argument("bireach: timeout_s is not a positive number of seconds");
  if (options.memory_limit_mib && (*options.memory_limit_mib == 0 || *options.memory_limit_mib > 100'000'000))
    throw std::invalid_argument("bireach: memory_limit_mib is out of range");
  if (options.jobs == 0 || options.jobs > 1024) throw std::invalid_argument("bireach: jobs is out of range");
  checker::CheckOptions result;
  result.input = program.data().input;
  result.input.log_level = checker::LogLevel::quiet;
  if (options.timeout_s) result.limits.timeout = std::chrono::duration<double>(*options.timeout_s);
  result.limits.memory_mib = options.memory_limit_mib;
  result.limits.cancel = options.cancel;
  result.jobs = options.jobs;
  result.show_progress = false;
  return result;
}

std::vector<std::optional<std::string>> hashes_of(const std::vector<std::string>& files) {
  std::vector<std::optional<std::string>> hashes;
  for (const std::string& file : files) hashes.push_back(checker::sha256_of_file(file));
  return hashes;
}

/// In threads of its own; without output, signals and the end of the process.
checker::Report analyse(const std::shared_ptr<const Program::Data>& data, const checker::CheckOptions& options,
                        const checker::Question& question, checker::NamedOptions options_in_force) {
  const auto start = checker::Clock::now();
  checker::RunDescription description(options.input, std::move(options_in_force));
  description.property = data->program.property;
  description.set_entry(data->program.entry);
  checker::Watchdog watchdog(options.limits, start, {});
  checker::VerifyStatistics statistics;
  checker::Budget budget;
  budget.start = start;
  if (options.limits.timeout)
    budget.deadline = start + std::chrono::duration_cast<checker::Clock::duration>(*options.limits.timeout);
  budget.stop = watchdog.stop_token();
  budget.cause = [&watchdog] { return watchdog.cause(); };
  budget.statistics = &statistics;
  checker::Observer nobody;
  checker::Report report;
  const auto read_as_bytes = [&data] {
    if (hashes_of(data->input.files) != data->sha256)
      throw frontend::ParseError("a file has changed since it was parsed");
    const auto log = checker::make_logger(checker::LogLevel::quiet, checker::LogPlace::plain);
    return std::make_shared<const frontend::Program>(
        checker::read_program(data->input, data->program.property, *log, checker::MemoryReading::bytes));
  };
  checker::run_with_stack(checker::worker_stack_bytes, [&] {
    report = checker::analyse({{data, &data->program}, read_as_bytes}, question, budget, nobody);
  });
  description.describe(report);
  checker::measure_process(report.statistics, start);
  return report;
}

Result result_of(checker::Report report) {
  return Result(std::make_shared<const Result::Data>(Result::Data{std::move(report)}));
}

}  // namespace

std::string version() {
  return checker::tool_version();
}

Program parse(const std::vector<std::string>& files, const ParseOptions& options) {
  if (files.empty()) throw InputError("no input file");
  auto data = std::make_shared<Program::Data>();
  data->input.files = files;
  data->input.property.named = {options.property};
  data->input.data_model =
      options.data_model == DataModel::ILP32 ? frontend::DataModel::ILP32 : frontend::DataModel::LP64;
  data->input.entry = options.entry;
  data->input.malloc_may_fail = options.malloc_may_fail;
  data->input.clang_arguments = options.clang_arguments;
  const auto log = checker::make_logger(checker::LogLevel::quiet, checker::LogPlace::plain);
  try {
    const checker::Property property = checker::choose_property(data->input.property);
    data->sha256 = hashes_of(files);
    checker::run_with_stack(checker::worker_stack_bytes, [&] {
      data->program =
          checker::read_program(data->input, property, *log, checker::MemoryReading::typed, &data->warnings);
    });
  } catch (const checker::UnsupportedProperty& problem) {
    throw InputError("property " + std::string(problem.what()) + " is not supported");
  } catch (const checker::PropertyError& problem) {
    throw InputError(problem.what());
  } catch (const frontend::ParseError& problem) {
    throw InputError(problem.what());
  }
  return Program(std::move(data));
}

const std::vector<std::string>& Program::warnings() const {
  return data_->warnings;
}
std::size_t Program::location_count() const {
  return data_->program.location_count();
}
std::size_t Program::edge_count() const {
  return data_->program.edge_count();
}
std::string Program::dot() const {
  return frontend::program_to_dot(data_->program);
}
std::string Program::json() const {
  return frontend::program_to_json(data_->program);
}
std::string Program::text() const {
  return frontend::program_to_text(data_->program);
}

Result verify(const Program& program, const VerifyOptions& options) {
  const checker::CheckOptions check = check_options(program, options);
  return result_of(
      analyse(program.shared_data(), check, checker::question_of(check), checker::options_in_force(check)));
}

Result explain(const Program& program, const ExplainOptions& options) {
  checker::ExplainOptions explain;
  explain.check = check_options(program, options.verify);
  if (options.max_traces && *options.max_traces == 0) throw std::invalid_argument("bireach: max_traces is 0");
  explain.harvest.max_traces = options.max_traces;
  explain.invariants = false;  // no part of the result's interface
  checker::Question question = checker::question_of(explain.check);
  question.goal = checker::AllTraces{explain.harvest};
  return result_of(analyse(program.shared_data(), explain.check, question, checker::options_in_force(explain)));
}

Verdict Result::verdict() const {
  switch (data_->report.verdict) {
    case checker::VerdictKind::safe:
      return Verdict::safe;
    case checker::VerdictKind::unsafe:
      return Verdict::unsafe;
    case checker::VerdictKind::unknown:
    case checker::VerdictKind::internal_error:
      break;
  }
  return Verdict::unknown;
}

std::string Result::verdict_line() const {
  return checker::verdict_line(data_->report);
}
const std::string& Result::reason() const {
  return data_->report.reason;
}
const std::vector<std::string>& Result::assumptions() const {
  return data_->report.assumptions;
}

std::vector<Trace> Result::traces() const {
  std::vector<Trace> traces;
  for (const checker::ReportTrace& trace : data_->report.traces) traces.push_back(trace_of(trace));
  return traces;
}

std::vector<RankedStatement> Result::relevant_in_all_traces() const {
  std::vector<RankedStatement> statements;
  if (!data_->report.program) return statements;
  for (const checker::ReportProgramStatement& entry : data_->report.program->relevant)
    statements.push_back({entry.statement.text, place_of(entry.statement.place), entry.rank, fix_of(entry.fix)});
  return statements;
}

std::string Result::text(std::size_t width) const {
  checker::TextStyle style;
  style.width = width;
  return checker::text_report(data_->report, style);
}
std::string Result::json() const {
  return checker::json_report(data_->report);
}

}  // namespace bireach
