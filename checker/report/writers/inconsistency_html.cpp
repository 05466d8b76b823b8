// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "checker/report/text/text_layout.h"
#include "checker/report/writers/inconsistency_writers.h"

namespace bireach::checker {
namespace {

constexpr const char* style =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;"
    "background:#fff}"
    "h1{font-size:1.4rem}h2{font-size:1.05rem;margin:2rem 0 .4rem}"
    "table{border-collapse:collapse;table-layout:fixed;width:100%;font:13px/1.5 ui-monospace,monospace}"
    "td{padding:0 .6rem;white-space:pre-wrap;vertical-align:top}td.n{color:#777;text-align:right;width:3rem;"
    "user-select:none}"
    "tr.kept td{background:#fff3cd}tr.dead td{background:#f8d7da}td.why{width:42%;color:#5c4400;font-family:system-ui}"
    "tr.dead td.why{color:#842029}"
    "details{margin:.1rem 0;border-left:3px solid #9ec5fe;background:#eef5ff}summary{cursor:pointer;padding:.15rem "
    ".6rem;color:#084298}"
    ".error{color:#b02a37}.after-error{color:#b25c00}.unreachable{color:#555}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}tr.kept td{background:#4a3d10}tr.dead "
    "td{background:#4d1f24}td.why{color:#ffda6a}tr.dead td.why{color:#ea868f}details{background:#14243a}"
    "summary{color:#9ec5fe}.error{color:#ea868f}.after-error{color:#ffb168}.unreachable{color:#aaa}}";

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

class Page {
 public:
  Page(const InconsistencyReport& report, const std::map<std::string, std::string>& sources) : report_(report) {
    for (const auto& [file, text] : sources) {
      std::istringstream stream(text);
      for (std::string line; std::getline(stream, line);) lines_[file].push_back(line);
    }
  }

  std::string write() {
    page_ = fmt::format(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>bireach: {}</title><style>{}</style></head><body><h1>{}</h1>"
        "<p>{} in {}, {:.1f} s. bireach {}.</p>",
        escaped(report_.verdict_line()), style, escaped(report_.verdict_line()),
        counted(report_.function_count(), "function"), counted(report_.files.size(), "file"), report_.wall_s,
        escaped(report_.version));
    for (const FileFindings& file : report_.results)
      for (const FunctionFindings& function : file.functions)
        for (const Finding& finding : function.findings) write_finding(file, finding);
    const std::vector<std::string> left = report_.left_out();
    if (!left.empty()) page_ += "<h2>Not analysed</h2><ul>";
    for (const std::string& one : left) page_ += "<li>" + escaped(one) + "</li>";
    if (!left.empty()) page_ += "</ul>";
    return page_ + "</body></html>\n";
  }

 private:
  /// A line of the source with the steps on it that follow each other.
  struct Row {
    std::uint32_t line = 0, end_line = 0;
    bool is_dead = false;
    std::vector<std::pair<std::string, std::string>> notes;  ///< a step's text, and what is said of it
    std::string box;                                         ///< what holds in what lies behind it
  };

  static void add(Row& row, const FindingStep& step) {
    row.end_line = step.last_line;
    row.is_dead = row.is_dead || step.is_contradiction;
    std::vector<std::string> said;
    if (step.in_fork) said.emplace_back("on some paths");
    if (const std::string& why = step.is_contradiction ? "contradiction" : step.needs; !why.empty())
      said.push_back(why);
    const std::string holds = step.invariant.empty() ? "" : fmt::format("{{ {} }}", fmt::join(step.invariant, " && "));
    // A box may reach into the next branch, where what holds behind this statement need not.
    row.box = step.in_fork ? "" : holds;
    if (step.in_fork && !holds.empty()) said.push_back(holds);
    row.notes.emplace_back(step.text, fmt::format("{}", fmt::join(said, ", ")));
  }

  static std::string notes_of(const Row& row) {
    std::string result;
    for (const auto& [text, said] : row.notes) {
      if (!result.empty()) result += "\n";
      if (row.notes.size() == 1)
        result += said;
      else
        result += said.empty() ? text : text + ": " + said;
    }
    return result;
  }

  void write_finding(const FileFindings& file, const Finding& finding) {
    page_ +=
        fmt::format("<h2><span class=\"{0}\">{0}</span> {1}:{2} in {3}</h2><p>{4}</p>", to_string(finding.severity),
                    escaped(file.file), finding.place.line, escaped(finding.function), escaped(finding.message));
    const auto known = lines_.find(file.file);
    if (known == lines_.end()) return;
    // As paths pass them, so a loop's line may come twice.
    std::vector<Row> rows;
    for (const FindingStep& step : finding.steps) {
      if (step.place.file != 0) continue;
      if (rows.empty() || rows.back().line != step.place.line) rows.push_back({step.place.line, 0, false, {}, ""});
      add(rows.back(), step);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& one = rows[i];
      page_ += "<table>" + row(known->second, one.line, one.is_dead ? "dead" : "kept", notes_of(one)) + "</table>";
      if (i + 1 < rows.size()) write_box(known->second, one.end_line + 1, rows[i + 1].line, one.box);
    }
    if (finding.exact_loops) page_ += "<p>Proved for the loops as they are.</p>";
    if (!finding.is_minimal) page_ += "<p>Some of these statements may not be needed.</p>";
  }

  /// Lines from `begin` to before `end`, folded.
  void write_box(const std::vector<std::string>& lines, std::uint32_t begin, std::uint32_t end,
                 const std::string& invariant) {
    if (begin >= end) return;
    page_ += fmt::format("<details><summary>{} {} line{} hidden</summary><table>", escaped(invariant), end - begin,
                         end - begin == 1 ? "" : "s");
    for (std::uint32_t line = begin; line < end; ++line) page_ += row(lines, line, "", "");
    page_ += "</table></details>";
  }

  static std::string row(const std::vector<std::string>& lines, std::uint32_t line, const char* kind,
                         const std::string& why) {
    const std::string text = line >= 1 && line <= lines.size() ? lines[line - 1] : "";
    return fmt::format("<tr class=\"{}\"><td class=\"n\">{}</td><td>{}</td><td class=\"why\">{}</td></tr>", kind, line,
                       escaped(text), escaped(why));
  }

  const InconsistencyReport& report_;
  std::map<std::string, std::vector<std::string>> lines_;
  std::string page_;
};

}  // namespace

std::string inconsistency_html(const InconsistencyReport& report, const std::map<std::string, std::string>& sources) {
  return Page(report, sources).write();
}

}  // namespace bireach::checker
