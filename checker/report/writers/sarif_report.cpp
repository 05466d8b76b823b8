// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/sarif_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "checker/report/report_sources.h"
#include "checker/report/report_words.h"
#include "checker/report/suspects_words.h"
#include "checker/report/text/text_layout.h"
#include "checker/report/thread_words.h"
#include "checker/report/writers/explanation_text.h"
#include "checker/report/writers/sarif_parts.h"
#include "checker/report/writers/sarif_slice.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;
using relevance::Relevance;

/// Code-scanning services refuse results with more locations; the rest of the traces is counted.
constexpr std::size_t most_flow_locations = 10'000;

Json rule(const frontend::ViolationKind& kind) {
  return {
      {"id", kind.name},
      {"name", kind.rule},
      {"shortDescription", {{"text", kind.summary}}},
      {"fullDescription",
       {{"text", fmt::format("{}{} The code flows are such executions, replayed step by step; the related locations "
                             "are the statements where, with another value, some execution leaves its trace before the "
                             "error.",
                             kind.description, kind.section.empty() ? "" : fmt::format(" (C11 {})", kind.section))}}},
      {"help",
       {{"text",
         "Begin with the related locations, which are ordered by rank: a repair is likely to change one of them. "
         "Steps of importance 'essential' are relevant, those of importance 'important' explain the error."}}},
      {"defaultConfiguration", {{"level", "error"}}},
      {"properties", {{"tags", {"correctness"}}, {"precision", "very-high"}, {"problem.severity", "error"}}}};
}

constexpr const char* suspect_rule_id = "suspect";

Json suspect_rule() {
  return {{"id", suspect_rule_id},
          {"name", "Suspect"},
          {"shortDescription", {{"text", "A place that is likely to be wrong."}}},
          {"fullDescription",
           {{"text",
             "The errors of the same run are likely to have their cause here, or where something is missing before "
             "this place. The rank is that among the suspects: the likeliest one has 100."}}},
          {"help", {{"text", "Look at the suspects in the order of their ranks, beginning with the highest."}}},
          {"defaultConfiguration", {{"level", "none"}}},
          {"properties", {{"tags", {"correctness"}}}}};
}

/// Those of the kinds of violation that the property is about, in their order; then those of suspects and slices.
Json rules_of(const Report& report) {
  Json list = Json::array();
  for (const frontend::Violation violation : report.property.kinds) list.push_back(rule(frontend::kind_of(violation)));
  if (report.suspects) list.push_back(suspect_rule());
  if (report.slice) list.push_back(sarif_slice_rule());
  return list;
}

std::size_t rule_index(const frontend::Property& property, frontend::Violation violation) {
  const auto found = std::find(property.kinds.begin(), property.kinds.end(), violation);
  return static_cast<std::size_t>(found - property.kinds.begin());
}

Json notification_rules() {
  return {{{"id", "no-answer"}, {"shortDescription", {{"text", "The run ended without an answer."}}}},
          {{"id", "internal-error"}, {"shortDescription", {{"text", "A bug in the checker ended the run."}}}},
          {{"id", "assumption"}, {"shortDescription", {{"text", "The answer rests on this assumption."}}}},
          {{"id", "search"}, {"shortDescription", {{"text", "How the search for error traces ended."}}}}};
}

enum class Notification : std::size_t { no_answer, internal_error, assumption, search };

Json notification(Notification kind, const char* level, const std::string& text) {
  const auto index = static_cast<std::size_t>(kind);
  return {{"descriptor", {{"id", notification_rules()[index]["id"]}, {"index", index}}},
          {"level", level},
          {"message", sarif_message(text)}};
}

class SarifWriter {
 public:
  explicit SarifWriter(const Report& report) : report_(report) {
    for (const ReportSource& source : report.sources) {
      add_artifact(source.file);
      std::vector<std::string>& lines = lines_[source.file];
      std::istringstream text(source.text);
      for (std::string line; std::getline(text, line);) lines.push_back(line);
    }
    for (const std::string& file : report.files) add_artifact(file);
  }

  Json write() {
    std::error_code error;
    Json driver = {{"name", "bireach"},
                   {"version", report_.version},
                   {"semanticVersion", report_.version},
                   {"shortDescription", {{"text", "Software model checker for C that explains error traces"}}},
                   {"rules", rules_of(report_)},
                   {"notifications", notification_rules()}};
    // Ends with a slash, as a base has to (§3.14.14).
    const std::string base = sarif_file_uri(std::filesystem::current_path(error) / "");
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"invocations", {invocation()}},
                {"originalUriBaseIds", {{sarif_root, {{"uri", base}}}}},
                {"columnKind", "unicodeCodePoints"},
                {"artifacts", artifacts()},
                {"results", results()},
                {"properties", {{"verdict", verdict_line(report_)}, {"property", property_name(report_)}}}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  }

 private:
  void add_artifact(const std::string& file) {
    if (artifact_index_.emplace(file, artifact_files_.size()).second) artifact_files_.push_back(file);
  }

  [[nodiscard]] std::optional<std::string> sha256_of(const std::string& file) const {
    for (const auto& [name, digest] : report_.sha256)
      if (name == file) return digest;
    for (const ReportSource& source : report_.sources)
      if (source.file == file) return source.sha256;
    return std::nullopt;
  }

  [[nodiscard]] Json artifacts() const {
    Json list = Json::array();
    for (const std::string& file : artifact_files_) {
      Json entry = {{"location", sarif_artifact_location(file)}, {"sourceLanguage", "c"}};
      const bool is_input = std::find(report_.files.begin(), report_.files.end(), file) != report_.files.end();
      if (is_input) entry["roles"] = {"analysisTarget"};
      if (const auto digest = sha256_of(file)) entry["hashes"] = {{"sha-256", *digest}};
      list.push_back(std::move(entry));
    }
    return list;
  }

  [[nodiscard]] Json invocation() const {
    const int status = exit_status(report_);
    const bool answered = report_.verdict == VerdictKind::safe || report_.verdict == VerdictKind::unsafe;
    Json notifications = Json::array();
    if (report_.verdict == VerdictKind::internal_error)
      notifications.push_back(notification(Notification::internal_error, "error", report_.reason));
    if (report_.verdict == VerdictKind::unknown) {
      std::string text = "no answer: " + report_.reason;
      for (const std::string& detail : report_.details) text += ". " + detail;
      notifications.push_back(notification(Notification::no_answer, "warning", text));
    }
    if (report_.harvest)
      notifications.push_back(
          notification(Notification::search, "note", harvest_text(*report_.harvest, report_.traces.size())));
    for (const std::string& assumption : report_.assumptions)
      notifications.push_back(notification(Notification::assumption, "note", assumption));
    return {{"executionSuccessful", answered},
            {"exitCode", status},
            {"exitCodeDescription", verdict_line(report_)},
            {"toolExecutionNotifications", std::move(notifications)}};
  }

  /// Of errors at one place, one.
  [[nodiscard]] Json results() const {
    std::vector<std::vector<std::size_t>> groups;
    std::map<std::string, std::size_t> group_of;
    for (const std::size_t i : traces_by_class(report_)) {
      const ReportPlace& place = report_.traces[i].error_place;
      const std::string key =
          fmt::format("{}:{}:{} {}", place.file, place.line, place.column, report_.traces[i].error_note);
      const auto [group, is_new] = group_of.emplace(key, groups.size());
      if (is_new) groups.emplace_back();
      groups[group->second].push_back(i);
    }
    Json list = Json::array();
    for (const auto& traces : groups) list.push_back(result(traces));
    if (report_.suspects)
      for (const ReportSuspect& suspect : report_.suspects->ranked) list.push_back(suspect_result(suspect));
    if (report_.slice) {
      const std::size_t rule = report_.property.kinds.size() + (report_.suspects ? 1 : 0);
      const auto location = [this](const ReportPlace& place, const std::string& text) {
        return this->location(place, text);
      };
      list.push_back(sarif_slice(report_, rule, {location, sarif_message}));
    }
    return list;
  }

  /// Of the kind that asks for a review (§3.27.9).
  [[nodiscard]] Json suspect_result(const ReportSuspect& suspect) const {
    const std::size_t all = report_.suspects->ranked.size();
    const std::size_t behind = all - std::min(all, suspect.rank);
    Json result = {{"ruleId", suspect_rule_id},
                   {"ruleIndex", report_.property.kinds.size()},
                   {"kind", "review"},
                   {"level", "none"},
                   {"rank", 100.0 * static_cast<double>(behind + 1) / static_cast<double>(all)},
                   {"message", sarif_message(fmt::format("suspect {} of {}: {}. {}", suspect.rank, all,
                                                         suspect_words(suspect), suspect.reason))},
                   {"locations", {location(suspect.place, suspect_words(suspect))}},
                   {"partialFingerprints",
                    {{"bireachSuspect/v1",
                      fmt::format("{} `{}` in {}", to_string(suspect.kind), suspect.text, suspect.place.function)}}}};
    Json fixes = this->fixes(suspect.rank);
    if (!fixes.empty()) result["fixes"] = std::move(fixes);
    result["properties"] = {{"kind", to_string(suspect.kind)}, {"traces", suspect.traces.size()}};
    return result;
  }

  /// Repairs, the best first: of one suspect, or all of them.
  [[nodiscard]] Json fixes(std::optional<std::size_t> suspect) const {
    Json list = Json::array();
    if (!report_.repairs) return list;
    for (const ReportRepair& repair : report_.repairs->ranked)
      if (!repair.changes.empty() && (!suspect || repair.suspect == suspect)) list.push_back(fix(repair));
    return list;
  }

  /// §3.55: replacements by file, each file once.
  [[nodiscard]] Json fix(const ReportRepair& repair) const {
    std::vector<std::pair<std::string, Json>> files;
    for (const ReportRepair::Change& change : repair.changes) {
      auto known =
          std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.first == change.place.file; });
      if (known == files.end()) known = files.insert(files.end(), {change.place.file, Json::array()});
      known->second.push_back(
          {{"deletedRegion", replaced_region(change.place)}, {"insertedContent", {{"text", change.text}}}});
    }
    Json changes = Json::array();
    for (auto& [file, replacements] : files)
      changes.push_back({{"artifactLocation", indexed_location(file)}, {"replacements", std::move(replacements)}});
    std::string text = fmt::format("{}: {}. {}", status_words(repair), repair.title, tried_words(repair));
    if (!repair.assumptions.empty()) text += fmt::format(" Proved, assuming: {}.", fmt::join(repair.assumptions, "; "));
    if (const std::string changed = changed_words(repair); !changed.empty()) text += " " + changed;
    return {{"description", sarif_message(text)}, {"artifactChanges", std::move(changes)}};
  }

  /// With its end, also where nothing is deleted (§3.57.3).
  [[nodiscard]] Json replaced_region(const ReportPlace& place) const {
    const bool is_empty = place.end_line == 0;
    const unsigned end_line = is_empty ? place.line : place.end_line;
    const unsigned end_column = is_empty ? place.column : place.end_column;
    return {{"startLine", place.line},
            {"startColumn", column(place.file, place.line, place.column)},
            {"endLine", end_line},
            {"endColumn", column(place.file, end_line, end_column)}};
  }

  /// The representatives of classes first, since `traces` has them first within each.
  [[nodiscard]] Json result(std::vector<std::size_t> traces) const {
    std::stable_partition(traces.begin(), traces.end(),
                          [this](std::size_t i) { return !is_like_another(report_.traces[i], i + 1); });
    Json flows = Json::array();
    std::size_t locations = 0;
    std::size_t left_out = 0;
    for (const std::size_t i : traces) {
      if (!flows.empty() && locations + report_.traces[i].steps.size() > most_flow_locations) {
        ++left_out;
        continue;
      }
      locations += report_.traces[i].steps.size();
      flows.push_back(code_flow(i));
    }
    const ReportTrace& first = report_.traces[traces.front()];
    Json related = related_locations(traces);
    std::string text = "error reached: " + (first.error_words.empty() ? first.error_note : first.error_words);
    if (traces.size() > 1) text += fmt::format(", on {}", counted(traces.size(), "trace"));
    if (!related.empty())
      text += fmt::format("; the first of {} to look at: {}", counted(related.size(), "relevant statement"),
                          first_related_);
    const std::vector<HazardSentence> sentences = hazard_sentences(first);
    if (!sentences.empty()) text += "; " + sentences.front().text;
    Json properties = {{"traces", traces.size()}, {"tracesLeftOut", left_out}};
    if (first.explanation.concurrent)
      if (const std::string_view pattern = to_string(first.explanation.concurrent->pattern); !pattern.empty())
        properties["pattern"] = pattern;
    if (report_.overflow_wraps) properties["signedOverflow"] = "wraps";
    Json result = {{"ruleId", frontend::kind_of(first.violation).name},
                   {"ruleIndex", rule_index(report_.property, first.violation)},
                   {"kind", "fail"},
                   {"level", "error"},
                   {"message", sarif_message(text + ".")},
                   {"locations", {location(first.error_place, first.error_note)}},
                   {"partialFingerprints",
                    {{"bireachErrorPlace/v1", fmt::format("{} in {}", first.error_note, first.error_place.function)}}},
                   {"codeFlows", std::move(flows)},
                   {"relatedLocations", std::move(related)},
                   {"properties", std::move(properties)}};
    Json fixes = this->fixes(std::nullopt);
    if (!fixes.empty()) result["fixes"] = std::move(fixes);
    return result;
  }

  [[nodiscard]] unsigned column(const std::string& file, unsigned line, unsigned byte_column) const {
    const auto found = lines_.find(file);
    if (found == lines_.end() || line == 0 || line > found->second.size()) return byte_column;
    return character_column(found->second[line - 1], byte_column);
  }

  [[nodiscard]] Json indexed_location(const std::string& file) const {
    Json artifact = sarif_artifact_location(file);
    const auto index = artifact_index_.find(file);
    if (index != artifact_index_.end()) artifact["index"] = index->second;
    return artifact;
  }

  [[nodiscard]] Json location(const ReportPlace& place, const std::string& text) const {
    Json entry = Json::object();
    if (place.line > 0) {
      Json region = {{"startLine", place.line}};
      if (place.column > 0) {
        const unsigned start = column(place.file, place.line, place.column);
        region["startColumn"] = start;
        const unsigned end = column(place.file, place.end_line, place.end_column);
        if (place.end_line > place.line || (place.end_line == place.line && end > start)) {
          region["endLine"] = place.end_line;
          region["endColumn"] = end;
        }
      }
      entry["physicalLocation"] = {{"artifactLocation", indexed_location(place.file)}, {"region", std::move(region)}};
    }
    if (!place.function.empty()) entry["logicalLocations"] = {{{"name", place.function}, {"kind", "function"}}};
    entry["message"] = sarif_message(text);
    return entry;
  }

  [[nodiscard]] Json code_flow(std::size_t index) const {
    const ReportTrace& trace = report_.traces[index];
    std::set<std::size_t> needed(trace.explanation.needed_branches.begin(), trace.explanation.needed_branches.end());
    for (const ReportKeptStep& kept : trace.explanation.kept) needed.insert(kept.step);
    for (const HazardSentence& sentence : hazard_sentences(trace))
      needed.insert(sentence.steps.begin(), sentence.steps.end());
    std::map<std::size_t, Json> flows;  // by thread
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
      if (trace.steps[i].shown) flows[trace.steps[i].thread].push_back(flow_location(trace, i, needed.count(i) > 0));
    // A flow has at least one location (§3.37.6).
    std::size_t last = 0;
    for (const ReportStep& step : trace.steps)
      if (!step.is_choice) last = step.thread;
    const std::string& what = trace.error_words.empty() ? trace.error_note : trace.error_words;
    flows[last].push_back({{"location", location(trace.error_place, what)},
                           {"executionOrder", trace.steps_left_out + trace.steps.size() + 1},
                           {"importance", "essential"}});
    const std::string part =
        trace.steps_left_out == 0 ? "" : fmt::format(" (without the first {} steps)", trace.steps_left_out);
    Json thread_flows = Json::array();
    for (auto& [thread, locations] : flows) {
      Json flow = {
          {"id", fmt::format("trace-{}{}", index + 1, trace.threads.empty() ? "" : fmt::format("-T{}", thread))}};
      if (!trace.threads.empty()) flow["message"] = sarif_message(thread_words(trace, thread));
      flow["locations"] = std::move(locations);
      thread_flows.push_back(std::move(flow));
    }
    return {{"message", sarif_message(fmt::format("trace {}: {}{}", index + 1, trace.error, part))},
            {"threadFlows", std::move(thread_flows)}};
  }

  [[nodiscard]] Json flow_location(const ReportTrace& trace, std::size_t i, bool is_needed) const {
    const ReportStep& step = trace.steps[i];
    const char* const importance = step.relevance == Relevance::relevant               ? "essential"
                                   : step.relevance == Relevance::unknown || is_needed ? "important"
                                                                                       : "unimportant";
    std::string text = step.text;
    Json values = Json::object();
    for (const ReportChange& change : step.changes) {
      text += fmt::format("{}{} = {}", values.empty() ? "; " : ", ", change.name, change.after);
      values[change.name] = sarif_message(change.after);
    }
    if (!step.thread_note.empty()) text += "; " + step.thread_note;
    Json entry = {{"location", location(trace.statements[step.statement].place, text)},
                  {"nestingLevel", step.depth},
                  {"executionOrder", trace.steps_left_out + i + 1}};
    if (trace.steps_left_out == 0) entry["importance"] = importance;  // nobody knows of the others
    if (!values.empty()) entry["state"] = std::move(values);
    return entry;
  }

  /// Statements that are relevant in every trace, by rank; those in some of these traces only follow.
  [[nodiscard]] Json related_locations(const std::vector<std::size_t>& traces) const {
    Json list = Json::array();
    const auto add = [&](const ReportStatement& statement, std::size_t rank, const std::string& why) {
      const std::string head = rank > 0 ? fmt::format("rank {}: ", rank) : "";
      Json entry = location(statement.place, fmt::format("{}`{}`: {}", head, statement.text, why));
      if (!entry.contains("physicalLocation")) return;
      if (list.empty()) first_related_ = fmt::format("`{}` at {}", statement.text, statement.short_place);
      // The identifier comes first, as in the standard's examples.
      Json numbered = {{"id", list.size() + 1}};
      numbered.update(entry);
      if (rank > 0) numbered["properties"] = {{"rank", rank}};
      list.push_back(std::move(numbered));
    };
    if (!report_.program) {
      const ReportTrace& trace = report_.traces[traces.front()];
      std::size_t rank = 0;
      for (const ReportRelevantStatement& entry : trace.relevant) {
        ++rank;
        if (entry.shown) add(trace.statements[entry.statement], rank, relevance_text(trace, entry));
      }
      return list;
    }
    const std::size_t all = report_.traces.size();
    for (const ReportProgramStatement& entry : report_.program->relevant)
      if (entry.shown) add(entry.statement, entry.rank, program_relevance_text(entry, all));
    for (const ReportProgramStatement& entry : report_.program->some) {
      const bool here = std::any_of(traces.begin(), traces.end(), [&entry](std::size_t i) {
        return std::find(entry.relevant.begin(), entry.relevant.end(), i + 1) != entry.relevant.end();
      });
      if (entry.shown && here) add(entry.statement, 0, some_traces_text(entry, all));
    }
    return list;
  }

  const Report& report_;
  std::vector<std::string> artifact_files_;
  std::map<std::string, std::size_t> artifact_index_;
  std::map<std::string, std::vector<std::string>> lines_;
  mutable std::string first_related_;
};

}  // namespace

std::string sarif_report(const Report& report) {
  return SarifWriter(report).write().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bireach::checker
