// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "checker/report/text/text_layout.h"
#include "checker/report/writers/inconsistency_writers.h"

namespace bireach::checker {
namespace {

constexpr const char* bold = "1";
constexpr const char* red = "31";
constexpr const char* dim = "2";

std::string joined(const std::vector<std::string>& conjuncts) {
  return fmt::format("{}", fmt::join(conjuncts, " && "));
}

class Writer {
 public:
  Writer(const InconsistencyReport& report, const TextStyle& style) : report_(report), page_(style) {}

  std::string write() {
    for (const FileFindings& file : report_.results)
      for (const FunctionFindings& function : file.functions)
        for (const Finding& finding : function.findings) write_finding(file, finding);
    write_left_out();
    write_summary();
    return page_.take();
  }

 private:
  void write_finding(const FileFindings& file, const Finding& finding) {
    page_.line(page_.in_colour(fmt::format("{}:{}:{}:", file.file, finding.place.line, finding.place.column), bold) +
               " " + page_.in_colour(std::string(to_string(finding.severity)), red) + ": " + finding.message);
    std::size_t number_width = 3, text_width = 0;
    for (const FindingStep& step : finding.steps) {
      number_width = std::max(number_width, std::to_string(step.place.line).size());
      text_width = std::max(text_width, columns(step.text));
    }
    text_width = std::min<std::size_t>(text_width, 48);
    const std::string indent(number_width + 6, ' ');
    for (std::size_t i = 0; i < finding.steps.size(); ++i) {
      const FindingStep& step = finding.steps[i];
      std::string note = step.needs;
      if (step.is_contradiction) note = "contradiction";
      if (step.in_fork) note += (note.empty() ? "" : ", ") + std::string("on some paths");
      page_.line(fmt::format("  {:>{}}  {}{}  {}", step.place.line, number_width, step.in_fork ? "| " : "",
                             padded(step.text, text_width), note));
      const bool has_box = step.hidden_lines > 0 || !step.invariant.empty();
      if (!has_box || i + 1 == finding.steps.size()) continue;
      std::string box = step.invariant.empty() ? "" : "{ " + joined(step.invariant) + " }";
      if (step.hidden_lines > 0) box += (box.empty() ? "" : "  ") + counted(step.hidden_lines, "line") + " hidden";
      // What one branch makes true is not so in the others.
      page_.line((step.in_fork ? indent.substr(2) + "| " : indent) + page_.in_colour(box, dim));
    }
    if (finding.exact_loops) page_.line(indent + page_.in_colour("proved for the loops as they are", dim));
    if (!finding.is_minimal) page_.line(indent + page_.in_colour("some of these may not be needed", dim));
    page_.line();
  }

  void write_left_out() {
    const std::vector<std::string> left = report_.left_out();
    for (const std::string& one : left) page_.line("not analysed: " + one);
    for (const FileFindings& file : report_.results)
      for (const std::string& note : file.notes) page_.line(fmt::format("{}: {}", file.file, note));
    if (!left.empty()) page_.line();
  }

  void write_summary() {
    std::size_t suppressed = 0;
    std::size_t count[3] = {};
    for (const FileFindings& file : report_.results)
      for (const FunctionFindings& function : file.functions) {
        suppressed += function.suppressed;
        for (const Finding& finding : function.findings) ++count[static_cast<std::size_t>(finding.severity)];
      }
    std::string found;
    for (const InconsistencyClass severity :
         {InconsistencyClass::error, InconsistencyClass::after_error, InconsistencyClass::unreachable})
      if (const std::size_t n = count[static_cast<std::size_t>(severity)])
        found += fmt::format("{}{} {}", found.empty() ? "" : ", ", n, to_string(severity));
    std::string text =
        fmt::format("{} in {}: {}", counted(report_.function_count(), "function"),
                    counted(report_.files.size(), "file"), found.empty() ? "nothing inconsistent found" : found);
    if (report_.known > 0) text += fmt::format("; {} known from the baseline", report_.known);
    if (suppressed > 0) text += fmt::format("; {} ignored by comments", suppressed);
    if (!report_.stopped.empty()) text += "; ended early: " + report_.stopped;
    page_.line(text + fmt::format("; {:.1f} s", report_.wall_s));
  }

  const InconsistencyReport& report_;
  TextPage page_;
};

}  // namespace

std::string inconsistency_text(const InconsistencyReport& report, const TextStyle& style) {
  return Writer(report, style).write();
}

}  // namespace bireach::checker
