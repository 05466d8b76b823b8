// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "checker/report/suspects_words.h"
#include "checker/report/text/text_layout.h"
#include "checker/suspects/contrast.h"

namespace bireach::checker {
namespace {

using frontend::SiteKind;

SuspectKind suspect_kind(SiteKind kind) {
  switch (kind) {
    case SiteKind::assignment:
      return SuspectKind::assignment;
    case SiteKind::condition:
      return SuspectKind::condition;
    case SiteKind::argument:
      return SuspectKind::argument;
    case SiteKind::returned:
      return SuspectKind::returned;
    case SiteKind::missing:
      return SuspectKind::missing;
  }
  return SuspectKind::assignment;
}

/// "x", "x or y", "x, y or z"; of many the first three.
std::string in_words(const std::set<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == most) return text + " …";
    const bool is_last = ++count == std::min(most, names.size());
    text += (count == 1 ? "" : is_last && names.size() <= most ? " or " : ", ") + name;
  }
  return text;
}

/// All that is known of one line.
struct Line {
  ReportPlace place;
  std::string statement, text;
  SuspectKind kind = SuspectKind::assignment;
  std::set<std::size_t> on, relevant, needed, blocking;  ///< traces, from 1
  double nearness = 0;  ///< of its last execution to the error, on the first trace: 0 at the begin, 1 at the end
  std::optional<relevance::Relevance> values, other_way, left_out, insertion;
  std::set<std::string> insertable;
  std::optional<ScreenedEdit> best;
  std::size_t failing_executed = 0, passing_executed = 0;
  std::optional<unsigned> first;  ///< the first line of the statement, as of a table, where this is another one
  double score = 0;
};

class Ranking {
 public:
  Ranking(const SuspectSearch& search, const std::vector<ReportTrace>& traces,
          const std::vector<SourceFinding>& findings)
      : search_(search), traces_(traces), findings_(findings) {
    find_expected();
  }

  ReportSuspects make(const std::string& note) {
    read_traces();
    read_findings();
    read_edits();
    count_executions();
    ReportSuspects result;
    result.note = note;
    result.trusted.assign(search_.specification().functions.begin(), search_.specification().functions.end());
    for (const std::string& local : search_.specification().locals)
      result.trusted.push_back(local.substr(local.find("::") + 2) + " (in " + local.substr(0, local.find("::")) + ")");
    result.trust_is_guessed = search_.specification().is_guessed && !result.trusted.empty();
    result.failing = search_.tests().failing().size();
    result.passing = search_.tests().passing().size();
    std::vector<Line*> order;
    for (auto& [key, line] : lines_) {
      line.score = score_of(line);
      order.push_back(&line);
    }
    std::stable_sort(order.begin(), order.end(), [](const Line* a, const Line* b) { return a->score > b->score; });
    for (const Line* line : order) {
      if (line->score <= 0) continue;
      result.ranked.push_back(report_of(*line));
      result.ranked.back().rank = result.ranked.size();
    }
    return result;
  }

 private:
  using Key = std::tuple<std::string, unsigned>;

  [[nodiscard]] bool is_trusted(const std::string& function) const {
    return search_.specification().functions.count(function) != 0;
  }

  /// The lines that only assign variables of the specification.
  void find_expected() {
    const frontend::Program& program = search_.program();
    std::set<std::pair<std::uint32_t, std::uint32_t>> others;
    for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const auto assigned = frontend::assigned_variable(program.edge(edge).statement);
      if (!assigned || program.variables[*assigned].user_name.empty()) continue;
      const frontend::Variable& variable = program.variables[*assigned];
      const frontend::SourceRange& place = program.edge(edge).source;
      const bool is_expected = search_.specification().locals.count(variable.function + "::" + variable.user_name) != 0;
      (is_expected ? expected_lines_ : others).emplace(place.file, place.line);
    }
    for (const auto& line : others) expected_lines_.erase(line);
  }

  [[nodiscard]] bool is_expected(const ReportPlace& place) const {
    return std::any_of(expected_lines_.begin(), expected_lines_.end(), [&](const auto& line) {
      return line.second == place.line && search_.program().file_name(line.first) == place.file;
    });
  }

  Line* line_of(const ReportPlace& place) {
    if (place.file.empty() || place.line == 0 || is_trusted(place.function) || is_expected(place)) return nullptr;
    Line& line = lines_[{place.file, place.line}];
    if (line.place.line == 0) line.place = place;
    return &line;
  }

  /// Of a statement of several lines traces know the first one.
  Line* line_within(const ReportPlace& place) {
    const auto known = lines_.find({place.file, place.line});
    Line* line = line_of(place);
    if (line == nullptr || known != lines_.end()) return line;
    auto around = lines_.lower_bound({place.file, place.line});
    while (around != lines_.begin() && std::get<0>((--around)->first) == place.file) {
      const Line& statement = around->second;
      const bool is_around = statement.kind == SuspectKind::assignment && statement.place.end_line >= place.line;
      if (statement.on.empty() || !is_around) continue;
      const ReportPlace own = line->place;
      *line = statement;
      line->place = own;
      line->best.reset();
      line->first = std::get<1>(around->first);
      break;
    }
    return line;
  }

  void read_traces() {
    for (std::size_t t = 0; t < traces_.size(); ++t) {
      const ReportTrace& trace = traces_[t];
      std::vector<Line*> of_step(trace.steps.size(), nullptr);
      for (std::size_t s = 0; s < trace.steps.size(); ++s) {
        const ReportStep& step = trace.steps[s];
        if (!step.shown) continue;
        const ReportStatement& statement = trace.statements[step.statement];
        Line* line = line_of(statement.place);
        if (line == nullptr) continue;
        of_step[s] = line;
        line->on.insert(t + 1);
        if (line->statement.empty()) {
          line->statement = statement.key;
          line->text = statement.text;
          line->kind = statement.kind == "assume" ? SuspectKind::condition : SuspectKind::assignment;
        }
        if (t == 0) line->nearness = static_cast<double>(s + 1) / static_cast<double>(trace.steps.size());
        if (step.relevance == relevance::Relevance::relevant) line->relevant.insert(t + 1);
        if (step.fix && step.fix->blocks_every_input()) line->blocking.insert(t + 1);
      }
      const auto need = [&](std::size_t step) {
        if (step < of_step.size() && of_step[step] != nullptr) of_step[step]->needed.insert(t + 1);
      };
      for (const ReportKeptStep& kept : trace.explanation.kept) need(kept.step);
      for (const std::size_t branch : trace.explanation.needed_branches) need(branch);
    }
  }

  static std::optional<relevance::Relevance> Line::*answer_to(SourceFinding::Asked asked) {
    switch (asked) {
      case SourceFinding::Asked::values:
        return &Line::values;
      case SourceFinding::Asked::other_way:
        return &Line::other_way;
      case SourceFinding::Asked::left_out:
        return &Line::left_out;
      case SourceFinding::Asked::insertion:
        return &Line::insertion;
    }
    return &Line::values;
  }

  void read_findings() {
    for (const SourceFinding& finding : findings_) {
      const auto found = lines_.find({finding.place.file, finding.place.line});
      if (found == lines_.end()) continue;
      auto& answer = found->second.*answer_to(finding.asked);
      for (const std::string& name : finding.variables)
        if (search_.specification().variables.count(name) == 0 && search_.specification().inputs.count(name) == 0)
          found->second.insertable.insert(name);
      // Of several on one line the one that matters more.
      const auto weight = [](relevance::Relevance r) {
        return r == relevance::Relevance::relevant ? 2 : r == relevance::Relevance::unknown ? 1 : 0;
      };
      if (!answer || weight(finding.relevance) > weight(*answer)) answer = finding.relevance;
    }
  }

  void read_edits() {
    if (!search_.has_tried()) return;
    const frontend::Program& program = search_.program();
    for (const ScreenedEdit& screened : search_.ranked()) {
      const frontend::Edit& edit = search_.space().edits()[screened.edit];
      const frontend::EditSite& site = search_.space().sites()[edit.site];
      const frontend::SourceRange& place = site.kind == SiteKind::missing ? site.place : edit.place;
      ReportPlace where = report_place(program, site.place, site.function);
      where.line = place.line;
      Line* line = line_within(where);
      if (line == nullptr) continue;
      if (line->best) continue;  // better ones come first
      line->best = screened;
      line->kind = suspect_kind(site.kind);
      line->text = site.text;
      line->place = std::move(where);
    }
  }

  void count_executions() {
    const auto count = [&](const KnownTrials& trials, std::size_t Line::*counter) {
      for (const KnownTrial& known : trials) {
        std::set<Line*> executed;
        for (const frontend::EdgeId id : known.trial.execution.trace) {
          const frontend::Edge& edge = search_.program().edge(id);
          const auto found = lines_.find({search_.program().file_name(edge.source.file), edge.source.line});
          if (found != lines_.end()) executed.insert(&found->second);
        }
        for (Line* line : executed) ++(line->*counter);
      }
    };
    count(search_.tests().failing(), &Line::failing_executed);
    count(search_.tests().passing(), &Line::passing_executed);
    for (auto& [key, line] : lines_) {
      if (!line.first) continue;
      line.failing_executed = lines_.at({std::get<0>(key), *line.first}).failing_executed;
      line.passing_executed = lines_.at({std::get<0>(key), *line.first}).passing_executed;
    }
  }

  [[nodiscard]] double share(const std::set<std::size_t>& traces) const {
    return traces_.empty() ? 0 : static_cast<double>(traces.size()) / static_cast<double>(traces_.size());
  }

  /// Executions in which the line stands, as the formula of Ochiai weighs them.
  [[nodiscard]] double spectrum(const Line& line) const {
    const auto failing = static_cast<double>(search_.tests().failing().size());
    const auto executed = static_cast<double>(line.failing_executed + line.passing_executed);
    if (failing == 0 || executed == 0) return 0;
    return static_cast<double>(line.failing_executed) / std::sqrt(failing * executed);
  }

  [[nodiscard]] double score_of(const Line& line) const {
    double score = 0.6 * share(line.needed) + 0.4 * share(line.relevant) + 0.5 * line.nearness * share(line.on) +
                   0.6 * spectrum(line);
    if (line.kind == SuspectKind::condition) score += 0.6;
    if (line.other_way == relevance::Relevance::relevant || line.left_out == relevance::Relevance::relevant)
      score += 0.5;
    // What keeps no value and no way from the error is no place for a repair by itself.
    const bool no_value = !line.values || line.values == relevance::Relevance::irrelevant;
    const bool no_way = !line.other_way || line.other_way == relevance::Relevance::irrelevant;
    const bool stays = !line.left_out || line.left_out == relevance::Relevance::irrelevant;
    const bool no_gap = line.kind != SuspectKind::missing || line.insertion != relevance::Relevance::relevant;
    if ((line.values || line.other_way || line.left_out) && no_value && no_way && stays && no_gap) score *= 0.3;
    if (!line.best) return score;
    const ScreenedEdit& best = *line.best;
    if (best.is_plausible() && !best.evades) return score + 20 - 1.5 * best.size;
    return score + 4 * best.quality() - 0.1 * best.size;
  }

  /// Empty: no execution is known.
  [[nodiscard]] std::string executed_by(const Line& line) const {
    const std::size_t failing = search_.tests().failing().size();
    const std::size_t passing = search_.tests().passing().size();
    if (failing + passing == 0) return "";
    std::string text = "executed by ";
    if (failing > 0) text += fmt::format("{} of {}", line.failing_executed, counted(failing, "failing execution"));
    if (passing > 0)
      text += fmt::format("{}{} of {}", failing > 0 ? " and " : "", line.passing_executed,
                          counted(passing, failing > 0 ? "passing one" : "passing execution"));
    return text;
  }

  [[nodiscard]] std::string reason_of(const Line& line) const {
    const std::size_t n = traces_.size();
    std::string text;
    if (line.best && line.best->failing > 0) {
      const ScreenedEdit& best = *line.best;
      std::string change = search_.space().describe(best.edit, best.choice);
      for (const std::string_view done : {"inserted", "removed"})
        if (change.ends_with(std::string(" ") += done)) change.insert(change.size() - done.size(), "is ");
      if (const std::size_t moved = change.find("` moved "); moved != std::string::npos)
        change.insert(moved + 2, "is ");
      const std::string failing = counted(best.failing, "failing execution");
      if (best.is_plausible() && best.failing + best.passing == 1)
        text = fmt::format("if {}, the failing execution tried ends well", change);
      else if (best.is_plausible())
        text = fmt::format("if {}, the {} tried all end well", change, executions_words(best.failing, best.passing));
      else
        text =
            fmt::format("if {}, {} of {} tried {} well", change, best.fixed, failing, best.fixed == 1 ? "ends" : "end");
      if (!best.is_plausible() && best.passing > 0)
        text += fmt::format(", and {} of {} no longer {} passed", best.broken, counted(best.passing, "passing one"),
                            best.broken == 1 ? "passes what it" : "pass what they");
    }
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    if (line.other_way == relevance::Relevance::relevant) add("another way here ends without the error");
    if (line.left_out == relevance::Relevance::relevant) add("without the call there is no error");
    if (line.kind == SuspectKind::missing && !line.insertable.empty())
      add(fmt::format("an assignment to {} before it can keep the execution off this way to the error",
                      in_words(line.insertable)));
    if (!line.relevant.empty()) add(fmt::format("relevant in {} of {} error traces", line.relevant.size(), n));
    if (!line.needed.empty()) add(fmt::format("needed by {} of {} explanations", line.needed.size(), n));
    if (text.empty()) text = executed_by(line);
    return text;
  }

  [[nodiscard]] ReportSuspect report_of(const Line& line) const {
    ReportSuspect suspect;
    suspect.place = line.place;
    suspect.statement = line.kind == SuspectKind::missing ? "" : line.statement;
    suspect.kind = line.kind;
    suspect.text = line.text;
    suspect.reason = reason_of(line);
    suspect.traces.assign(line.on.begin(), line.on.end());
    ReportSuspectEvidence& evidence = suspect.evidence;
    evidence.traces = traces_.size();
    evidence.relevant = line.relevant.size();
    evidence.needed = line.needed.size();
    evidence.blocking = line.blocking.size();
    evidence.failing = search_.tests().failing().size();
    evidence.passing = search_.tests().passing().size();
    evidence.failing_executed = line.failing_executed;
    evidence.passing_executed = line.passing_executed;
    evidence.values = line.values;
    evidence.other_way = line.other_way;
    evidence.nearness = line.nearness;
    evidence.left_out = line.left_out;
    evidence.insertion = line.insertion;
    evidence.insertable.assign(line.insertable.begin(), line.insertable.end());
    if (line.best)
      evidence.trial = ReportTrial{search_.space().describe(line.best->edit, line.best->choice),
                                   line.best->failing,
                                   line.best->fixed,
                                   line.best->passing,
                                   line.best->broken,
                                   line.best->size,
                                   line.best->evades};
    return suspect;
  }

  const SuspectSearch& search_;
  const std::vector<ReportTrace>& traces_;
  const std::vector<SourceFinding>& findings_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> expected_lines_;  ///< files and lines
  std::map<Key, Line> lines_;
};

}  // namespace

ReportSuspects rank_suspects(const SuspectSearch& search, const std::vector<ReportTrace>& traces,
                             const std::vector<SourceFinding>& findings, const std::string& note) {
  return Ranking(search, traces, findings).make(note);
}

}  // namespace bireach::checker
