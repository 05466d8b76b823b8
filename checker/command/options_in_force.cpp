// SPDX-License-Identifier: Apache-2.0
/// The options of a run as the result file lists them.
#include <fmt/format.h>

#include <array>
#include <set>

#include "abstraction/slicing/error_invariant_options.h"
#include "checker/command/command_line.h"
#include "checker/command/report_formats.h"
#include "checker/report/report.h"
#include "logic/interpolation/interpolation_engines.h"

namespace bireach::checker {
namespace {

/// Flow-sensitive and plain ones are with all hazards of threads.
std::string explanation_text(const CheckOptions& options) {
  const bool flow_sensitive = options.explanation == relevance::ExplanationKind::flow_sensitive;
  std::string result(relevance::to_string(options.explanation));
  if (!options.hazards.war || !options.hazards.waw)
    result = std::string("ds") + (flow_sensitive ? ",cs" : "") + (options.hazards.war ? ",war" : "") +
             (options.hazards.waw ? ",waw" : "");
  return result + (options.full_explanation ? ",full" : "");
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

}  // namespace

NamedOptions options_in_force(const CheckOptions& options) {
  const auto on_off = [](bool value) { return std::string(value ? "true" : "false"); };
  const auto file_of = [&options](const std::string& format) {
    const auto asked = options.reports.find(format);
    return asked == options.reports.end() ? "none" : asked->second;
  };
  const VerifyOptions& verify = options.verify;
  const std::vector<std::string>& functions = options.input.property.error_functions;
  NamedOptions entries{
      {"property", options.input.property.text()},
      {"error-function", functions.empty() ? "none" : fmt::format("{}", fmt::join(functions, ","))},
      {"data-model", std::string(to_string(options.input.data_model))},
      {"entry", options.input.entry.value_or("main")},
      {"entry-pointers", std::string(to_string(options.input.entry_pointers))},
      {"entry-array", std::to_string(options.input.entry_array)},
      {"malloc-may-fail", on_off(options.input.malloc_may_fail)},
      {"volatile-arbitrary", on_off(options.input.volatile_is_arbitrary)},
      {"memory-model", std::string(to_string(options.input.memory))},
      {"timeout", options.limits.timeout ? number_text(options.limits.timeout->count()) : "none"},
      {"memory-limit", options.limits.memory_mib ? std::to_string(*options.limits.memory_mib) : "none"},
      {"interpolation", verify.interpolation ? std::string(logic::engine_name(*verify.interpolation)) : "auto"},
      {"arithmetic", std::string(to_string(verify.arithmetic))},
      {"signed-overflow", verify.signed_overflow == frontend::SignedOverflow::wraps ? "wrap" : "undefined"},
      {"block-encoding", std::string(to_string(verify.block_encoding))},
      {"bounded-search", on_off(verify.bounded_search)},
      {"explanation", options.no_explanation ? "none" : explanation_text(options)},
      {"explanation-timeout",
       options.limits.explanation_timeout ? number_text(options.limits.explanation_timeout->count()) : "none"},
      {"check-interpolants", on_off(verify.check_interpolants)},
      {"abstraction", on_off(verify.abstraction)},
      {"horn-clauses", on_off(verify.horn_clauses)},
      {"query-time-limit-ms", std::to_string(verify.query_time_limit.count())},
      {"jobs", std::to_string(options.jobs)},
#define FORMAT(name, value, help, commands, is_folder, wants, content) {#name, file_of(#name)},
      BIREACH_REPORT_FORMATS(FORMAT)
#undef FORMAT
          {"witness", options.evidence.witness_file.value_or("none")},
      {"harness", options.evidence.harness_file.value_or("none")},
      {"replay", on_off(options.evidence.replay)},
      {"compile-commands", options.input.compile_commands.value_or("none")},
      {"frontend-arguments", fmt::format("{}", fmt::join(options.input.clang_arguments, " "))},
      {"log-level",
       std::array{"quiet", "normal", "verbose", "debug"}[static_cast<std::size_t>(options.input.log_level)]},
      {"progress", on_off(options.show_progress)},
  };
  for (const auto& [file, arguments] : options.input.arguments_of_files)
    entries.emplace_back("frontend-arguments of " + file, fmt::format("{}", fmt::join(arguments, " ")));
  return entries;
}

namespace {

void add_harvest_options(NamedOptions& entries, const HarvestOptions& harvest) {
  const std::pair<std::string, std::string> added[] = {
      {"max-traces", harvest.max_traces ? std::to_string(*harvest.max_traces) : "none"},
      {"generalization", std::string(relevance::to_string(harvest.generalization))},
      {"danger-predicates", std::string(to_string(harvest.predicates))},
      {"check-danger-automata", harvest.check_danger_automata ? "true" : "false"},
      {"prefer-new-edges", harvest.prefer_new_edges ? "true" : "false"},
  };
  entries.insert(entries.end(), std::begin(added), std::end(added));
}

void add_suspect_options(NamedOptions& entries, const CheckOptions& check, TraceDetail traces) {
  entries.emplace_back("suspects", std::to_string(check.suspects));
  entries.emplace_back("trust", check.trusted.empty() ? "guessed" : fmt::format("{}", fmt::join(check.trusted, ",")));
  entries.emplace_back("traces", std::string(to_string(traces)));
}

void add_repair_options(NamedOptions& entries, const CheckOptions& check, const RepairWish& wish) {
  entries.emplace_back("patch", check.patch_file.value_or("none"));
  entries.emplace_back("max-edits", std::to_string(wish.max_edits));
}

}  // namespace

NamedOptions options_in_force(const ExplainOptions& options) {
  NamedOptions entries = options_in_force(options.check);
  add_harvest_options(entries, options.harvest);
  add_suspect_options(entries, options.check, options.traces);
  entries.emplace_back("invariants", options.invariants ? "true" : "false");
  entries.emplace_back("repair", options.repair ? "true" : "false");
  if (options.repair) add_repair_options(entries, options.check, *options.repair);
  return entries;
}

NamedOptions options_in_force(const RepairOptions& options) {
  NamedOptions entries = options_in_force(options.check);
  add_suspect_options(entries, options.check, options.traces);
  add_repair_options(entries, options.check, options.wish);
  return entries;
}

NamedOptions options_in_force(const SliceOptions& options) {
  NamedOptions entries = options_in_force(options.check);
  entries.emplace_back("slice", std::string(to_string(options.wish.mode)));
  entries.emplace_back("domain", std::string(to_string(options.wish.domain)));
  if (options.wish.domain == abstraction::SliceDomain::lifted)
    entries.emplace_back("max-predicates", std::to_string(options.wish.max_predicates));
  entries.emplace_back("output", options.wish.output.value_or("none"));
  return entries;
}

NamedOptions options_in_force(const InconsistentOptions& options) {
  const InconsistencyWish& wish = options.wish;
  std::vector<std::string> severities, beliefs;
  for (const InconsistencyClass severity : wish.severities) severities.emplace_back(to_string(severity));
  for (const frontend::Belief belief : wish.reading.beliefs) beliefs.emplace_back(frontend::to_string(belief));
  NamedOptions entries{
      {"data-model", std::string(to_string(options.check.input.data_model))},
      {"functions", wish.reading.functions.empty() ? "all" : fmt::format("{}", fmt::join(wish.reading.functions, ","))},
      {"severity", fmt::format("{}", fmt::join(severities, ","))},
      {"beliefs", fmt::format("{}", fmt::join(beliefs, ","))},
      {"function-timeout", number_text(wish.seconds_for_function)},
      {"baseline", options.baseline_file.value_or("none")},
      {"one-model", wish.other_models ? "false" : "true"}};
  static const std::set<std::string> shared{"timeout", "memory-limit",      "jobs", "json", "report",
                                            "sarif",   "frontend-arguments"};
  for (auto& entry : options_in_force(options.check))
    if (shared.contains(entry.first)) entries.push_back(std::move(entry));
  return entries;
}

NamedOptions options_in_force(const ValidateOptions& options) {
  auto entries = options_in_force(options.check);
  for (auto& [name, value] : entries)
    if (name == "witness") value = options.witness_file;
  return entries;
}

}  // namespace bireach::checker
