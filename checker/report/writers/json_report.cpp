// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/json_report.h"

#include <nlohmann/json.hpp>

#include "checker/report/evidence_report.h"
#include "checker/report/text/formula_text.h"
#include "checker/report/writers/place_json.h"
#include "checker/report/writers/slice_json.h"
#include "checker/report/writers/suspects_json.h"
#include "checker/report/writers/thread_json.h"

namespace bireach::checker {
namespace {

// Keeps the order of insertion: the file reads in the order of its documentation.
using Json = nlohmann::ordered_json;
using relevance::Relevance;

std::string verdict_name(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::safe:
      return "TRUE";
    case VerdictKind::unsafe:
      return "FALSE";
    case VerdictKind::unknown:
    case VerdictKind::internal_error:
      return "UNKNOWN";
  }
  return "UNKNOWN";
}

Json report_pairs(const std::vector<std::pair<std::string, std::string>>& entries) {
  Json object = Json::object();
  for (const auto& [name, value] : entries) object[name] = value;
  return object;
}

Json input_of(const Report& report) {
  return {{"files", report.files},
          {"sha256", report_pairs(report.sha256)},
          {"data_model", report.data_model},
          {"property", property_name(report)},
          {"entry", report.entry}};
}

Json json_statistics(const ReportStatistics& s) {
  Json times = Json::object();
  for (const Phase& phase : phases) times[std::string(phase.key)] = double{s.time.*phase.seconds};
  return {{"wall_s", s.wall_s},
          {"cpu_s", s.cpu_s},
          {"peak_memory_mib", s.peak_memory_mib},
          {"iterations", s.iterations},
          {"infeasible_traces", s.infeasible_traces},
          {"feasible_traces", s.feasible_traces},
          {"automaton_states", s.automaton_states},
          {"bounded_depth", s.bounded_depth},
          {"exhausted", s.exhausted},
          {"time_s", std::move(times)},
          {"solver_queries",
           {{"z3", s.z3_queries},
            {"cvc5", s.cvc5_queries},
            {"cadical", s.cadical_queries},
            {"unknown", s.unknown_answers}}}};
}

/// Traces in another arithmetic give some variables another sort; then a trace has its own entries for these.
Json add_variables(const ReportTrace& trace, Json& variables) {
  Json own = Json::object();
  for (const ReportVariable& variable : trace.variables) {
    Json entry = {{"type", variable.type}, {"sort", variable.sort}};
    const bool array = variable.size.has_value();
    if (variable.min) entry[array ? "element_min" : "min"] = *variable.min;
    if (variable.max) entry[array ? "element_max" : "max"] = *variable.max;
    if (array) entry["size"] = *variable.size;
    const auto known = variables.find(variable.name);
    if (known == variables.end())
      variables[variable.name] = std::move(entry);
    else if (*known != entry)
      own[variable.name] = std::move(entry);
  }
  return own;
}

void add_statements(const ReportTrace& trace, Json& statements) {
  for (const ReportStatement& statement : trace.statements) {
    Json entry = {{"kind", statement.kind}};
    if (!statement.target.empty()) entry["target"] = statement.target;
    entry["text"] = statement.text;
    entry["location"] = location_of(statement.place);
    statements[statement.key] = std::move(entry);
  }
}

Json relevance_of(Relevance relevance) {
  switch (relevance) {
    case Relevance::relevant:
      return true;
    case Relevance::irrelevant:
      return false;
    case Relevance::unknown:
      return nullptr;
  }
  return nullptr;
}

Json json_fix(const ReportFix& fix) {
  using Blocks = relevance::Fix::Blocks;
  // What is known for certain of any fixing value is that it blocks some execution.
  Json entry = {{"value", fix.value},
                {"blocks", fix.blocks_every_input() ? "all" : "one"},
                {"inputs", fix.blocks == Blocks::all        ? "every"
                           : fix.blocks == Blocks::reaching ? "reaching"
                                                            : "some"},
                {"undefined_behaviour", !fix.undefined.empty()}};
  if (fix.blocks == Blocks::all || fix.blocks == Blocks::reaching) entry["defined"] = fix.defined;
  return entry;
}

Json step_of(const ReportTrace& trace, const ReportStep& step) {
  Json entry = {{"statement", trace.statements[step.statement].key},
                {"formula", step.formula},
                {"relevant", relevance_of(step.relevance)}};
  if (!trace.threads.empty() && !step.is_choice) entry["thread"] = step.thread;
  if (step.is_choice) entry["choice"] = true;
  if (step.relevance == Relevance::unknown && !step.undecided_reason.empty())
    entry["undecided"] = step.undecided_reason.text;
  if (step.fix) entry["fix"] = json_fix(*step.fix);
  if (step.value) {
    Json assigned = {{"variable", trace.variables[step.value->variable].name}};
    if (step.value->index) assigned["index"] = *step.value->index;
    assigned["value"] = step.value->value;
    entry["assigned"] = std::move(assigned);
  }
  return entry;
}

/// One formula a position; behind the violated assertion nothing is to be said.
Json error_invariants_of(const ReportTrace& trace) {
  Json list = Json::array();
  if (!trace.explanation.reason.empty()) return list;
  for (const ReportInvariant& invariant : trace.explanation.invariants)
    for (std::size_t position = invariant.from; position <= invariant.to; ++position) list.push_back(invariant.formula);
  while (list.size() <= trace.steps.size()) list.push_back("true");
  return list;
}

Json precondition_of(const ReportExplanation& explanation) {
  const auto optional = [](const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); };
  Json list = Json::array();
  for (const ReportNeededInput& input : explanation.precondition) {
    list.push_back({{"step", input.initial ? Json(nullptr) : Json(input.step)},
                    {"variable", input.variable},
                    {"value", input.value},
                    {"min", optional(input.min)},
                    {"max", optional(input.max)}});
    if (!input.always.empty()) list.back()["always"] = input.always;
  }
  return list;
}

/// Invariants and statements, one after the other.
Json abstract_error_trace_of(const ReportTrace& trace) {
  const ReportExplanation& explanation = trace.explanation;
  Json list = Json::array();
  for (std::size_t i = 0; i < explanation.invariants.size(); ++i) {
    const ReportInvariant& invariant = explanation.invariants[i];
    list.push_back({{"invariant", invariant.formula},
                    {"c", joined_conjuncts(invariant.conjuncts, 0)},
                    {"from", invariant.from},
                    {"to", invariant.to}});
    if (i == explanation.kept.size()) break;
    const ReportKeptStep& kept = explanation.kept[i];
    list.push_back({{"step", kept.step},
                    {"statement", trace.statements[trace.steps[kept.step].statement].key},
                    {"framed", kept.framed}});
  }
  return list;
}

Json json_explanation(const ReportTrace& trace) {
  const ReportExplanation& explanation = trace.explanation;
  Json result = {{"kind", explanation.kind}, {"reason", explanation.reason.text}, {"time_s", explanation.seconds}};
  if (!explanation.reason.empty()) return result;
  result["engine"] = explanation.engine;
  if (!explanation.engine_failure.empty()) result["engine_failure"] = explanation.engine_failure.text;
  result["arithmetic"] = explanation.arithmetic;
  result["assertion"] = {
      {"step", explanation.assertion}, {"formula", explanation.assertion_formula}, {"c", explanation.assertion_text}};
  result["precondition"] = precondition_of(explanation);
  result["abstract_error_trace"] = abstract_error_trace_of(trace);
  result["needed_branches"] = explanation.needed_branches;
  result["variables"] = explanation.variables;
  result["class"] = explanation.same_as == 0 ? Json(nullptr) : Json(explanation.same_as);
  return result;
}

Json trace_of(const ReportTrace& trace, std::size_t id) {
  Json steps = Json::array();
  for (const ReportStep& step : trace.steps) steps.push_back(step_of(trace, step));
  Json inputs = Json::array();
  for (const ReportInput& input : trace.inputs) {
    inputs.push_back(
        {{"step", input.step}, {"variable", input.variable}, {"value", input.value}, {"function", input.function}});
  }
  Json result = {{"id", id},
                 {"iteration", trace.iteration},
                 {"length", trace.steps_left_out + trace.steps.size()},
                 {"steps_left_out", trace.steps_left_out},
                 {"inputs_left_out", trace.inputs_left_out},
                 {"statements", trace.statements.size()},
                 {"relevant_statements", trace.relevant.size()},
                 {"undecided_statements", trace.undecided.size()},
                 {"time_s", trace.seconds},
                 {"arithmetic", trace.arithmetic},
                 {"error", trace.error},
                 {"undefined_behaviour", trace.undefined},
                 {"steps", std::move(steps)},
                 {"inputs", std::move(inputs)},
                 {"error_invariants", error_invariants_of(trace)},
                 {"explanation", json_explanation(trace)}};
  add_thread_events(trace, result);
  return result;
}

Json proof_of(const ReportProof& proof) {
  switch (proof.kind) {
    case ReportProof::Kind::unrolling: {
      Json result = {{"kind", "unrolling"}, {"depth", proof.depth}, {"repeats", proof.repeats}};
      if (proof.paths > 0) result["paths"] = proof.paths;
      return result;
    }
    case ReportProof::Kind::enumeration:
      return {{"kind", "enumeration"}, {"executions", proof.executions}};
    case ReportProof::Kind::separate: {
      Json parts = Json::array();
      for (const ReportProof& part : proof.parts) parts.push_back(proof_of(part));
      return {{"kind", "separate"}, {"proofs", std::move(parts)}};
    }
    case ReportProof::Kind::annotation:
    case ReportProof::Kind::summaries:
    case ReportProof::Kind::threads:
      break;
  }
  const char* kind = proof.kind == ReportProof::Kind::threads ? "threads" : "annotation";
  Json result = {{"kind", kind}, {"predicates", proof.predicates}};
  for (const ReportLoopInvariant& invariant : proof.of_elements)
    result["of_elements"].push_back({{"location", location_of(invariant.place)}, {"text", invariant.text}});
  for (const ReportThreadInvariant& invariant : proof.of_threads)
    result["of_threads"].push_back(
        {{"thread", invariant.thread}, {"location", location_of(invariant.place)}, {"text", invariant.text}});
  return result;
}

Json needed_of(const ReportNeeded& needed) {
  Json list = Json::array();
  for (const ReportNeededStatement& entry : needed.statements)
    list.push_back({{"statement", entry.statement.key}, {"traces", entry.traces}, {"in_all", entry.in_all}});
  return list;
}

Json classes_of(const ReportNeeded& needed) {
  Json list = Json::array();
  for (const auto& members : needed.classes) list.push_back({{"representative", members.front()}, {"traces", members}});
  return list;
}

/// One trace only: its own order of rank.
Json program_of(const std::vector<ReportTrace>& traces) {
  Json list = Json::array();
  if (traces.empty()) return {{"statements", 0}, {"relevant", std::move(list)}};
  for (const auto& entry : traces[0].relevant) {
    list.push_back(
        {{"statement", traces[0].statements[entry.statement].key}, {"traces", {1}}, {"rank", list.size() + 1}});
  }
  return {{"statements", traces[0].statements.size()}, {"relevant", std::move(list)}};
}

Json common_fix_of(const ReportCommonFix& fix) {
  switch (fix.answer) {
    case relevance::CommonFixAnswer::exists:
      return {{"answer", "exists"}, {"value", fix.value}, {"undefined_behaviour", fix.undefined_behaviour}};
    case relevance::CommonFixAnswer::none:
      return {{"answer", "none"}};
    case relevance::CommonFixAnswer::unknown:
      break;
  }
  return {{"answer", "unknown"}, {"reason", fix.reason.text}};
}

Json relevant_in_program(const ReportProgramStatement& entry) {
  Json result = {{"statement", entry.statement.key},
                 {"traces", entry.relevant},
                 {"rank", entry.rank},
                 {"traces_blocked", entry.blocks_all}};
  if (entry.fix) {
    Json fix = json_fix(*entry.fix);
    fix["trace"] = entry.fix_trace;
    result["fix"] = std::move(fix);
  }
  if (entry.common_fix) result["common_fix"] = common_fix_of(*entry.common_fix);
  return result;
}

Json not_in_every_trace(const std::vector<ReportProgramStatement>& entries) {
  Json list = Json::array();
  for (const ReportProgramStatement& entry : entries) {
    list.push_back({{"statement", entry.statement.key},
                    {"occurs", entry.occurs},
                    {"relevant", entry.relevant},
                    {"undecided", entry.undecided}});
  }
  return list;
}

Json program_of(const ReportProgram& program) {
  Json relevant = Json::array();
  for (const ReportProgramStatement& entry : program.relevant) relevant.push_back(relevant_in_program(entry));
  return {{"statements", program.statements},
          {"relevant", std::move(relevant)},
          {"some_traces", not_in_every_trace(program.some)},
          {"undecided", not_in_every_trace(program.undecided)}};
}

Json generalization_of(const relevance::GeneralizationStatistics& s) {
  return {{"automata", s.automata},
          {"states", s.states},
          {"coverage_queries", s.coverage_queries},
          {"coverage_answered_without_solver", s.coverage_answered},
          {"intersection_queries", s.intersection_queries},
          {"intersection_answered_without_solver", s.intersection_answered},
          {"preconditions", s.preconditions},
          {"time_s",
           {{"preconditions", s.precondition_s}, {"coverage", s.coverage_s}, {"intersection", s.intersection_s}}}};
}

Json harvest_of(const ReportHarvest& harvest) {
  Json automata = Json::array();
  for (const SubtractedErrors& errors : harvest.automata) {
    Json entry = {{"trace", automata.size() + 1},
                  {"generalization", errors.generalization},
                  {"predicates", errors.predicates},
                  {"states", errors.states},
                  {"transitions", errors.transitions},
                  {"arithmetic", errors.arithmetic},
                  {"guarantee", relevance::to_string(errors.guarantee)}};
    if (!errors.certificate.empty()) entry["certificate"] = errors.certificate;
    entry["time_s"] = errors.seconds;
    automata.push_back(std::move(entry));
  }
  Json result = {{"end", to_string(harvest.end)},
                 {"reason", harvest.reason},
                 {"generalization", relevance::to_string(harvest.generalization)},
                 {"predicates", harvest.predicates}};
  if (const auto guarantee = weakest_guarantee(harvest)) result["guarantee"] = relevance::to_string(*guarantee);
  result["undecided"] = harvest.undecided;
  result["not_analysed"] = harvest.not_analysed;
  result["automata"] = std::move(automata);
  if (harvest.statistics) result["statistics"] = generalization_of(*harvest.statistics);
  return result;
}

void add_checks(const Report& report, Json& result) {
  if (report.checks.empty()) return;
  Json list = Json::array();
  for (const ReportCheck& check : report.checks)
    list.push_back({{"kind", frontend::kind_of(check.kind).name},
                    {"location", location_of(check.place)},
                    {"note", check.note},
                    {"status", to_string(check.status)},
                    {"trace", check.trace ? Json(*check.trace) : Json()}});
  result["checks"] = std::move(list);
}

}  // namespace

std::string json_report(const Report& report) {
  Json variables = Json::object();
  Json statements = Json::object();
  Json traces = Json::array();
  for (const ReportTrace& trace : report.traces) {
    Json own_variables = add_variables(trace, variables);
    add_statements(trace, statements);
    traces.push_back(trace_of(trace, traces.size() + 1));
    if (!own_variables.empty()) traces.back()["variables"] = std::move(own_variables);
  }
  const bool internal = report.verdict == VerdictKind::internal_error;
  Json result = {{"format", "bireach-result/1"},
                 {"tool", {{"name", "bireach"}, {"version", report.version}}},
                 {"input", input_of(report)},
                 {"options", report_pairs(report.options)},
                 {"verdict", verdict_name(report.verdict)},
                 {"reason", internal ? "internal error: " + report.reason : report.reason},
                 {"details", report.details},
                 {"assumptions", report.assumptions},
                 {"statistics", json_statistics(report.statistics)},
                 {"variables", std::move(variables)},
                 {"statements", std::move(statements)},
                 {"traces", std::move(traces)},
                 {"program", report.program ? program_of(*report.program) : program_of(report.traces)}};
  add_threads(report, result);
  if (report.verdict == VerdictKind::safe) result["proof"] = proof_of(report.proof);
  if (report.verdict == VerdictKind::unsafe) result["signed_overflow"] = report.overflow_wraps ? "wraps" : "undefined";
  result["program"]["explained"] = report.needed.explained;
  result["program"]["needed"] = needed_of(report.needed);
  add_suspects(report, result.at("statements"), result.at("program"));
  add_program_invariants(report, result.at("program"));
  result["classes"] = classes_of(report.needed);
  add_repairs(report, result);
  add_slice(report, result);
  add_checks(report, result);
  add_evidence(report.evidence, result);
  if (report.harvest) result["harvest"] = harvest_of(*report.harvest);
  return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bireach::checker
