// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_data.h"

#include <algorithm>

#include "checker/report/report_words.h"
#include "checker/report/suspects_words.h"
#include "checker/report/text/formula_text.h"
#include "checker/report/writers/explanation_text.h"
#include "checker/report/writers/html_slice.h"
#include "checker/report/writers/html_threads.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;
using relevance::Relevance;

Json pairs(const std::vector<std::pair<std::string, std::string>>& entries) {
  Json list = Json::array();
  for (const auto& [name, value] : entries) list.push_back({name, value});
  return list;
}

const char* proof_name(ReportProof::Kind kind) {
  switch (kind) {
    case ReportProof::Kind::unrolling:
      return "all executions end without the error";
    case ReportProof::Kind::enumeration:
      return "every execution was executed";
    case ReportProof::Kind::summaries:
      return "procedure summaries";
    case ReportProof::Kind::threads:
      return "invariants of single threads";
    case ReportProof::Kind::separate:
      return "proofs of some checks each";
    case ReportProof::Kind::annotation:
      break;
  }
  return "an inductive annotation";
}

Json statistics_of(const ReportStatistics& s) {
  Json times = Json::object();
  for (const Phase& phase : phases) times[std::string(phase.name)] = double{s.time.*phase.seconds};
  return {{"wall", s.wall_s},
          {"cpu", s.cpu_s},
          {"memory", s.peak_memory_mib},
          {"counts",
           {{"iterations", s.iterations},
            {"traces refuted", s.infeasible_traces},
            {"error traces found", s.feasible_traces},
            {"states of the automata", s.automaton_states},
            {"depth of the bounded search", s.bounded_depth},
            {"queries to Z3", s.z3_queries},
            {"queries to cvc5", s.cvc5_queries},
            {"queries to CaDiCaL", s.cadical_queries},
            {"unknown answers", s.unknown_answers}}},
          {"times", std::move(times)}};
}

Json fix_of(const ReportFix& fix) {
  Json entry = {{"value", fix.shown}, {"what", consequence(fix)}};
  if (!fix.undefined.empty()) entry["undefined"] = fix.undefined;
  return entry;
}

std::size_t shown_count(const ReportTrace& trace) {
  return static_cast<std::size_t>(
      std::count_if(trace.steps.begin(), trace.steps.end(), [](const ReportStep& step) { return step.shown; }));
}

std::size_t shown_count(const std::vector<ReportRelevantStatement>& entries) {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.shown; }));
}

Json explanation_of(const ReportTrace& trace) {
  const ReportExplanation& explanation = trace.explanation;
  Json result = {{"kind", explanation.kind}, {"reason", plain_reason(explanation.reason)}};
  if (!explanation.reason.empty()) return result;
  result["failure"] = plain_reason(explanation.engine_failure);
  result["assertion"] = explanation.assertion;
  result["holds"] = explanation.assertion_text;
  result["invariants"] = Json::array();
  for (const ReportInvariant& invariant : explanation.invariants) {
    result["invariants"].push_back({{"from", invariant.from},
                                    {"to", invariant.to},
                                    {"text", joined_conjuncts(invariant.conjuncts, 0)},
                                    {"variables", invariant.variables}});
  }
  result["kept"] = Json::array();
  for (const ReportKeptStep& kept : explanation.kept)
    result["kept"].push_back({{"step", kept.step}, {"framed", kept.framed_text}});
  result["branches"] = explanation.needed_branches;
  result["needs"] = Json::array();
  for (const ReportNeededInput& input : explanation.precondition) {
    if (input.text.empty()) continue;
    result["needs"].push_back({{"step", input.initial ? Json(nullptr) : Json(input.step)},
                               {"name", input.name},
                               {"text", needed_words(input)}});
  }
  result["watched"] = explanation.watched;
  result["folds"] = Json::array();
  for (const ExplanationFold& fold : explanation_folds(trace))
    result["folds"].push_back({{"from", fold.from}, {"to", fold.to}, {"text", fold.text}});
  return result;
}

}  // namespace

HtmlData::HtmlData(const Report& report) : report_(report) {
  for (const ReportSource& source : report.sources) files_.emplace(source.file, files_.size());
  for (const ReportTrace& trace : report.traces) {
    for (const ReportStatement& statement : trace.statements)
      if (numbers_.emplace(statement.key, statements_.size()).second) statements_.push_back(&statement);
    for (const ReportStep& step : trace.steps) {
      const ReportStatement& statement = trace.statements[step.statement];
      if (step.shown) shown_.insert(statement.key);
      if (step.text == "[" + statement.text + "]") branches_.insert(statement.key);
    }
  }
  if (!report.automaton) return;
  for (std::size_t i = 0; i < report.automaton->arrows.size(); ++i)
    for (const std::uint32_t edge : report.automaton->arrows[i].edges) arrow_of_edge_.emplace(edge, i);
}

Json HtmlData::head(const Drawing& drawing) const {
  const Report& r = report_;
  const bool internal = r.verdict == VerdictKind::internal_error;
  Json result = {{"version", r.version},
                 {"verdict", r.verdict == VerdictKind::safe     ? "TRUE"
                             : r.verdict == VerdictKind::unsafe ? "FALSE"
                                                                : "UNKNOWN"},
                 {"line", verdict_line(r)},
                 {"reason", internal ? "internal error: " + r.reason : r.reason},
                 {"details", r.details},
                 {"inputFiles", r.files},
                 {"sha256", pairs(r.sha256)},
                 {"dataModel", r.data_model},
                 {"property", property_name(r)},
                 {"entry", r.entry},
                 {"options", pairs(r.options)},
                 {"assumptions", r.assumptions},
                 {"statistics", statistics_of(r.statistics)},
                 {"overflowWraps", r.overflow_wraps},
                 {"proof", r.verdict != VerdictKind::safe ? "" : proof_name(r.proof.kind)},
                 {"certified", r.verdict != VerdictKind::safe ? "" : certification_text(r.proof, r.statistics)},
                 {"ofElements", element_invariants(r.proof)},
                 {"harvest", r.harvest ? harvest_text(*r.harvest, r.traces.size()) : ""},
                 {"files", Json::array()}};
  for (const ReportSource& source : r.sources) result["files"].push_back(source.file);
  result["statements"] = statements();
  result["traces"] = traces();
  result["classes"] = r.needed.classes;
  result["program"] = program();
  const HtmlPlaces places = this->places();
  result["suspects"] = html_suspects(r, places);
  result["repairs"] = html_repairs(r, places);
  result["slice"] = html_slice(r, places);
  result["everyFailure"] = html_invariants(r, places);
  result["checks"] = checks(places);
  Json automaton = {{"svg", drawing.svg}, {"missing", drawing.missing}, {"whole", r.automaton && r.automaton->whole}};
  result["automaton"] = std::move(automaton);
  return result;
}

/// Those first that somebody has to look at.
Json HtmlData::checks(const HtmlPlaces& places) const {
  using Status = ReportCheck::Status;
  Json list = Json::array();
  for (const Status status : {Status::violated, Status::undecided, Status::holds, Status::unreached})
    for (const ReportCheck& check : report_.checks)
      if (check.status == status)
        list.push_back({{"status", to_string(status)},
                        {"place", check.short_place},
                        {"range", places.range(check.place)},
                        {"kind", frontend::kind_of(check.kind).name},
                        {"what", check.note},
                        {"trace", check.trace ? Json(*check.trace - 1) : Json(nullptr)}});
  return list;
}

HtmlPlaces HtmlData::places() const {
  return {[this](const ReportPlace& place) -> Json {
            const auto file = files_.find(place.file);
            if (file == files_.end() || place.line == 0) return nullptr;
            return {file->second, place.line, place.column, place.end_line, place.end_column};
          },
          [this](const std::string& key) {
            const auto found = numbers_.find(key);
            return found == numbers_.end() ? Json(nullptr) : Json(found->second);
          }};
}

Json HtmlData::statements() const {
  Json list = Json::array();
  for (const ReportStatement* statement : statements_) {
    const ReportPlace& place = statement->place;
    const auto file = files_.find(place.file);
    Json entry = {{"key", statement->key},
                  {"text", statement->text},
                  {"kind", statement->kind},
                  {"place", statement->short_place},
                  {"function", place.function}};
    if (branches_.count(statement->key) > 0) entry["branch"] = true;
    if (file != files_.end() && place.line > 0 && shown_.count(statement->key) > 0)
      entry["range"] = {file->second, place.line, place.column, place.end_line, place.end_column};
    list.push_back(std::move(entry));
  }
  return list;
}

Json HtmlData::traces() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < report_.traces.size(); ++i) {
    const ReportTrace& trace = report_.traces[i];
    Json entry = {{"steps", shown_count(trace)},
                  {"asked", trace.relevance_asked},
                  {"relevant", shown_count(trace.relevant)},
                  {"undecided", shown_count(trace.undecided)},
                  {"error", trace.error},
                  {"iteration", trace.iteration},
                  {"like", is_like_another(trace, i + 1) ? trace.explanation.same_as : 0}};
    const ReportExplanation& explanation = trace.explanation;
    if (explanation.reason.empty() && explanation.assertion < trace.steps.size())
      entry["violated"] = statement(trace.statements[trace.steps[explanation.assertion].statement]);
    list.push_back(std::move(entry));
  }
  return list;
}

Json HtmlData::program_entries(const std::vector<ReportProgramStatement>& entries,
                               std::string (*why)(const ReportProgramStatement&, std::size_t)) const {
  Json list = Json::array();
  for (const ReportProgramStatement& entry : entries) {
    if (!entry.shown) continue;
    list.push_back({{"s", statement(entry.statement)},
                    {"rank", entry.rank},
                    {"why", why(entry, report_.traces.size())},
                    {"occurs", entry.occurs},
                    {"relevant", entry.relevant},
                    {"undecided", entry.undecided}});
    if (entry.fix) list.back()["fix"] = fix_of(*entry.fix);
  }
  return list;
}

Json HtmlData::program_of_one_trace() const {
  Json relevant = Json::array();
  Json undecided = Json::array();
  if (!report_.traces.empty()) {
    const ReportTrace& trace = report_.traces.front();
    std::size_t rank = 0;
    for (const ReportRelevantStatement& entry : trace.relevant) {
      ++rank;
      if (!entry.shown) continue;
      relevant.push_back({{"s", statement(trace.statements[entry.statement])},
                          {"rank", rank},
                          {"why", relevance_text(trace, entry)},
                          {"occurs", {1}},
                          {"relevant", {1}},
                          {"undecided", Json::array()}});
      if (entry.fix) relevant.back()["fix"] = fix_of(*entry.fix);
    }
    for (const ReportRelevantStatement& entry : trace.undecided) {
      if (!entry.shown) continue;
      undecided.push_back({{"s", statement(trace.statements[entry.statement])},
                           {"rank", 0},
                           {"why", entry.reason.empty() ? "undecided" : "undecided: " + plain_reason(entry.reason)},
                           {"occurs", {1}},
                           {"relevant", Json::array()},
                           {"undecided", {1}}});
    }
  }
  return {{"relevant", std::move(relevant)}, {"some", Json::array()}, {"undecided", std::move(undecided)}};
}

Json HtmlData::program() const {
  Json result;
  if (report_.program) {
    result = {{"relevant", program_entries(report_.program->relevant, program_relevance_text)},
              {"some", program_entries(report_.program->some, some_traces_text)},
              {"undecided", program_entries(report_.program->undecided, undecided_text)}};
  } else {
    result = program_of_one_trace();
  }
  result["explained"] = report_.needed.explained;
  result["needed"] = Json::array();
  for (const ReportNeededStatement& entry : report_.needed.statements) {
    if (!entry.shown) continue;
    result["needed"].push_back({{"s", statement(entry.statement)}, {"traces", entry.traces}, {"all", entry.in_all}});
  }
  return result;
}

Json HtmlData::step(const ReportTrace& trace, const ReportStep& step) const {
  Json entry = {{"s", statement(trace.statements[step.statement])}};
  if (step.depth > 0) entry["d"] = step.depth;
  if (!step.shown) entry["h"] = 1;
  if (step.relevance == Relevance::relevant) entry["r"] = 1;
  if (step.relevance == Relevance::unknown) {
    entry["r"] = 2;
    if (!step.undecided_reason.empty()) entry["u"] = plain_reason(step.undecided_reason);
  }
  if (step.fix) entry["f"] = fix_of(*step.fix);
  if (step.arbitrary) entry["a"] = 1;
  if (!step.changes.empty()) {
    Json changes = Json::array();
    for (const ReportChange& change : step.changes)
      changes.push_back({change.name, change.before ? Json(*change.before) : Json(nullptr), change.after});
    entry["c"] = std::move(changes);
  }
  if (step.value) {
    const ReportValue& value = *step.value;
    Json list = {value.variable, value.shown.empty() ? value.value : value.shown};
    if (value.index || !value.place.empty()) {
      list.push_back(value.place.empty() ? "[" + *value.index + "]" : value.place);
      if (value.whole) list.push_back(*value.whole);
    }
    entry["v"] = std::move(list);
  }
  if (step.thread > 0) entry["t"] = step.thread;
  if (step.synchronises) entry["y"] = 1;
  if (!step.thread_note.empty()) entry["n"] = step.thread_note;
  const std::string& text = trace.statements[step.statement].text;
  if (!trace.threads.empty() && step.shown && step.text != text && step.text != "[" + text + "]")
    entry["x"] = step.text;
  const auto arrow = arrow_of_edge_.find(step.edge);
  if (arrow != arrow_of_edge_.end()) entry["e"] = arrow->second;
  return entry;
}

Json HtmlData::trace(std::size_t index) const {
  const ReportTrace& trace = report_.traces.at(index);
  Json variables = Json::array();
  for (const ReportVariable& variable : trace.variables)
    variables.push_back({variable.shown, variable.function, variable.type, variable.name});
  Json inputs = Json::array();
  for (const ReportInput& input : trace.inputs) {
    if (input.is_told) continue;
    const std::string& value = !input.text.empty() ? input.text : input.shown.empty() ? input.value : input.shown;
    inputs.push_back({{"step", input.step}, {"source", input.source}, {"value", value}, {"place", input.place}});
  }
  Json relevant = Json::array();
  for (const ReportRelevantStatement& entry : trace.relevant)
    relevant.push_back({statement(trace.statements[entry.statement]), relevance_text(trace, entry)});
  Json steps = Json::array();
  for (const ReportStep& entry : trace.steps) steps.push_back(step(trace, entry));
  Json result = {{"error", trace.error},           {"undefined", trace.undefined},
                 {"arithmetic", trace.arithmetic}, {"variables", std::move(variables)},
                 {"inputs", std::move(inputs)},    {"relevant", std::move(relevant)},
                 {"steps", std::move(steps)},      {"explanation", explanation_of(trace)},
                 {"leftOut", trace.steps_left_out}};
  add_html_threads(trace, result);
  return result;
}

Json HtmlData::sources() const {
  Json list = Json::array();
  for (const ReportSource& source : report_.sources)
    list.push_back({{"name", source.file}, {"text", source.text}, {"missing", source.missing}});
  return list;
}

}  // namespace bireach::checker
