// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "checker/report/writers/inconsistency_writers.h"

namespace bireach::checker {
namespace {

constexpr const char* style =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;"
    "background:#fff}"
    "h1{font-size:1.4rem}h2{font-size:1.05rem;margin:2rem 0 .4rem}"
    "table{border-collapse:collapse;width:100%;font:13px/1.5 ui-monospace,monospace}"
    "td{padding:0 .6rem;white-space:pre-wrap;vertical-align:top}td.n{color:#777;text-align:right;width:3rem;"
    "user-select:none}"
    "tr.kept td{background:#fff3cd}tr.dead td{background:#f8d7da}td.why{color:#5c4400;font-family:system-ui}"
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
        "<p>{} functions in {} files, {:.1f} s. bireach {}.</p>",
        escaped(report_.verdict_line()), style, escaped(report_.verdict_line()), report_.function_count(),
        report_.files.size(), report_.wall_s, escaped(report_.version));
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
  /// What one line of the source is shown with.
  struct Mark {
    bool is_dead = false;
    std::string why;
    std::string box;  ///< of what lies behind it
  };

  void write_finding(const FileFindings& file, const Finding& finding) {
    page_ +=
        fmt::format("<h2><span class=\"{0}\">{0}</span> {1}:{2} in {3}</h2><p>{4}</p>", to_string(finding.severity),
                    escaped(file.file), finding.place.line, escaped(finding.function), escaped(finding.message));
    std::map<std::uint32_t, Mark> marks;
    for (const FindingStep& step : finding.steps) {
      if (step.place.file != 0) continue;
      Mark& mark = marks[step.place.line];
      mark.is_dead = mark.is_dead || step.is_contradiction;
      const std::string why = step.is_contradiction ? "contradiction" : step.needs;
      if (!why.empty()) mark.why += (mark.why.empty() ? "" : "; ") + why;
      if (step.in_fork) mark.why += " (on some paths)";
      if (step.invariant.empty()) continue;
      const std::string holds = fmt::format("{{ {} }}", fmt::join(step.invariant, " && "));
      // A box may reach into the next branch, where what holds behind this statement need not.
      if (step.in_fork)
        mark.why += " " + holds;
      else
        mark.box = holds;
    }
    if (marks.empty()) return;
    const auto known = lines_.find(file.file);
    if (known == lines_.end()) return;
    std::uint32_t next = marks.begin()->first;
    std::string box;
    for (const auto& [line, mark] : marks) {
      write_box(known->second, next, line, box);
      page_ += "<table>" + row(known->second, line, mark.is_dead ? "dead" : "kept", mark.why) + "</table>";
      next = line + 1;
      box = mark.box;
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
