// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/text_report.h"
#include "checker/report/suspects_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/report/report_words.h"
#include "checker/report/text/text_layout.h"
#include "checker/report/writers/checks_text.h"
#include "checker/report/writers/explanation_text.h"
#include "checker/report/writers/invariants_text.h"
#include "checker/report/writers/program_text.h"
#include "checker/report/writers/slice_text.h"
#include "checker/report/writers/suspects_text.h"
#include "checker/report/writers/thread_text.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using relevance::Relevance;

class TextWriter : TextPage {
 public:
  TextWriter(const Report& report, const TextStyle& style) : TextPage(style), report_(report) {}

  std::string write() {
    switch (report_.verdict) {
      case VerdictKind::safe:
        write_proof();
        break;
      case VerdictKind::unsafe:
        write_error();
        break;
      case VerdictKind::unknown:
      case VerdictKind::internal_error:
        write_unknown();
        break;
    }
    for (const std::string& detail : report_.details) line(detail);
    write_checks(*this, report_);
    write_assumptions();
    write_statistics();
    line(in_colour(verdict_line(report_), verdict_colour()));
    return take();
  }

  /// Of the report's one trace.
  std::string write_plain_trace() {
    const ReportTrace& trace = report_.traces.front();
    line();
    if (write_remarks(trace)) line();
    write_inputs(trace);
    write_steps(trace);
    return take();
  }

  std::string write_announcement(bool is_explained) {
    const ReportTrace& trace = report_.traces.front();
    const std::string& words = trace.error_words.empty() ? trace.error_note : trace.error_words;
    const ReportPlace& at = trace.error_place;
    const std::string place = at.file.empty() || at.line == 0
                                  ? file_names()
                                  : fmt::format("{}:{}:{}", frontend::visible_text(at.file), at.line, at.column);
    const frontend::ViolationKind& kind = frontend::kind_of(trace.violation);
    item("", fmt::format("{}: error: {} [{}]", place, words, kind.name), "1");
    paragraph(fmt::format("FALSE({}) is certain; {}.", kind.name,
                          is_explained ? "what follows explains it" : "its execution follows"));
    return take();
  }

 private:
  [[nodiscard]] const char* verdict_colour() const {
    return report_.verdict == VerdictKind::safe ? "1;32" : report_.verdict == VerdictKind::unsafe ? "1;31" : "1;33";
  }

  [[nodiscard]] std::string file_names() const {
    std::string names;
    for (const std::string& file : report_.files) names += (names.empty() ? "" : ", ") + frontend::visible_text(file);
    return names;
  }

  void write_error() {
    const bool is_brief = style().subject != TextSubject::error && style().traces != TraceDetail::full;
    if (style().announced == Announced::error) line();
    if (is_brief && !report_.traces.empty() && style().announced == Announced::nothing) {
      paragraph(fmt::format("{}: error reached: {}", file_names(), report_.traces.front().error));
      line();
    }
    write_slice(*this, report_);
    write_suspects(*this, report_);
    write_repairs(*this, report_);
    write_contrasts(*this, report_);
    if (is_brief) {
      if (report_.harvest) paragraph(harvest_text(*report_.harvest, report_.traces.size()));
      if (style().traces != TraceDetail::none && !report_.traces.empty())
        write_brief_traces(*this, report_, traces_by_class(report_));
      return;
    }
    write_program(*this, report_);
    write_program_invariants(*this, report_);
    write_needed(*this, report_);
    write_traces();
  }

  void write_proof() {
    paragraph(fmt::format("{}: proved{}; {}", file_names(), proof_text(),
                          certification_text(report_.proof, report_.statistics)));
    if (style().subject == TextSubject::repairs) line("There is nothing to repair.");
    if (style().subject == TextSubject::slice) line("There is nothing to slice.");
    if ((style().subject == TextSubject::repairs || style().subject == TextSubject::slice) &&
        !report_.property.has_operations())
      line("Only assertions were looked for; --property names other errors.");
    line();
    write_thread_invariants();
    const std::vector<std::string> of_elements = element_invariants(report_.proof);
    if (of_elements.empty()) return;
    line("Of all elements of arrays the proof says, whenever the head of a loop is reached:");
    for (const std::string& invariant : of_elements) item("  - ", invariant);
    line();
  }

  void write_thread_invariants() {
    constexpr std::size_t most = 12;
    std::vector<ReportThreadInvariant> invariants = report_.proof.of_threads;
    for (const ReportProof& part : report_.proof.parts)
      invariants.insert(invariants.end(), part.of_threads.begin(), part.of_threads.end());
    if (invariants.empty()) return;
    line("Whatever the other threads do, it holds before a thread executes:");
    for (std::size_t i = 0; i < invariants.size() && i < most; ++i)
      item("  - ", invariants[i].thread + ", " + place_words(invariants[i].place) + ": " + invariants[i].text);
    if (invariants.size() > most) line(fmt::format("  … and {} more (--json has all)", invariants.size() - most));
    line();
  }

  [[nodiscard]] std::string proof_text() const {
    switch (report_.proof.kind) {
      case ReportProof::Kind::unrolling:
        if (report_.proof.paths > 0)
          return fmt::format(": all executions end without the error, on {} of at most {}",
                             counted(report_.proof.paths, "path"), counted(report_.proof.depth, "block"));
        return fmt::format(": all executions end without the error{}, after at most {}",
                           report_.proof.repeats ? " or come to a state again" : "",
                           counted(report_.proof.depth, "block"));
      case ReportProof::Kind::enumeration:
        return ": all executions, of which there are " + std::to_string(report_.proof.executions) +
               ", end without the error";
      case ReportProof::Kind::summaries:
        return " by procedure summaries: no execution reaches the error";
      case ReportProof::Kind::threads:
        return " by invariants of single threads: no number of threads reaches the error";
      case ReportProof::Kind::separate:
        return fmt::format(": no execution reaches an error, by {} proofs of some checks each",
                           report_.proof.parts.size());
      case ReportProof::Kind::annotation:
        break;
    }
    return report_.threads.empty()
               ? ": no execution reaches the error"
               : ": no interleaving of the " + counted(report_.threads.size(), "thread") + " reaches the error";
  }

  void write_unknown() {
    const ReportStatistics& known = report_.statistics;
    paragraph(fmt::format("{}: no answer: {}", file_names(), report_.reason));
    if (known.iterations + known.infeasible_traces + known.bounded_depth > 0) {
      paragraph(fmt::format("Known so far: {}, {} refuted, {}", counted(known.iterations, "iteration"),
                            counted(known.infeasible_traces, "error trace"),
                            known.bounded_depth > 0 ? fmt::format("no error found to depth {}", known.bounded_depth)
                                                    : std::string("no error found")));
    }
    if (style().subject == TextSubject::repairs)
      paragraph("No repair was looked for: it is not known whether there is anything to repair.");
    if (style().subject == TextSubject::slice)
      paragraph("No slice was computed: it is not known whether there is an error.");
    line();
  }

  void write_assumptions() {
    if (report_.assumptions.empty()) return;
    line("Assumptions:");
    for (const std::string& assumption : report_.assumptions) item("  - ", assumption);
    line();
  }

  void write_statistics() {
    const ReportStatistics& s = report_.statistics;
    paragraph(fmt::format("{}, {} refuted, {} Z3, {} cvc5 and {} CaDiCaL queries", counted(s.iterations, "iteration"),
                          counted(s.infeasible_traces, "trace"), s.z3_queries, s.cvc5_queries, s.cadical_queries));
    if (report_.harvest) write_harvest_statistics(*this, *report_.harvest);
    std::string times = fmt::format("{:.2f} s ({:.2f} s CPU), {:.0f} MiB", s.wall_s, s.cpu_s, s.peak_memory_mib);
    std::string shares;
    for (const Phase& phase : phases)
      if (const double seconds = s.time.*phase.seconds; seconds >= 0.005)
        shares += fmt::format("{}{} {:.2f} s", shares.empty() ? "" : ", ", phase.name, seconds);
    paragraph(shares.empty() ? times : times + ": " + shares);
  }

  /// Representatives of classes in full, unless they are many; the other traces are like these.
  void write_traces() {
    const TraceDetail detail = style().traces;
    if (report_.program && detail == TraceDetail::none) return;
    constexpr std::size_t few = 3;
    std::vector<std::size_t> full;
    std::vector<std::size_t> brief;
    for (const std::size_t i : traces_by_class(report_)) {
      const bool is_like = detail == TraceDetail::automatic && is_like_another(report_.traces[i], i + 1);
      (report_.program && (is_like || detail == TraceDetail::brief) ? brief : full).push_back(i);
    }
    if (report_.program && detail == TraceDetail::automatic && full.size() > few) {
      brief = traces_by_class(report_);
      full.clear();
    }
    for (const std::size_t i : full) write_trace(report_.traces[i], i + 1);
    if (!brief.empty()) write_brief_traces(*this, report_, brief);
  }

  void write_trace(const ReportTrace& trace, std::size_t number) {
    // Else it comes next after the announcement, or after the trace itself.
    const bool needs_head =
        report_.program || style().announced == Announced::nothing || style().subject != TextSubject::error;
    const bool is_told = !needs_head && style().announced == Announced::trace;
    if (report_.program)
      paragraph(fmt::format("Trace {} of {}: {}", number, report_.traces.size(), trace.error));
    else if (needs_head)
      paragraph(fmt::format("{}: error reached: {}", file_names(), trace.error));
    else if (is_told && trace.relevance_asked)
      line("The same execution, explained:");
    const bool has_remarks = write_remarks(trace);
    if (needs_head || has_remarks || (is_told && trace.relevance_asked)) line();
    if (!is_told || trace.relevance_asked) {
      write_inputs(trace);
      write_steps(trace);
    }
    if (trace.relevance_asked) write_relevant(trace);
    if (trace.relevance_asked) write_undecided(trace);
    write_explanation(*this, trace, number);
  }

  /// True: there were some.
  bool write_remarks(const ReportTrace& trace) {
    for (const std::string& event : trace.undefined)
      line(in_colour("This execution has undefined behaviour on its way: " + event, "33"));
    if (report_.overflow_wraps)
      paragraph("Signed overflow is taken to wrap, as with gcc -fwrapv; no error without it was found.");
    return !trace.undefined.empty() || report_.overflow_wraps;
  }

  void write_inputs(const ReportTrace& trace) {
    if (trace.inputs_left_out > 0)
      line(fmt::format("Inputs ({} before the steps below; a witness or harness has all):", trace.inputs_left_out));
    else
      line(trace.inputs.empty() ? "Inputs: none" : "Inputs:");
    if (trace.inputs.empty()) {
      line();
      return;
    }
    constexpr std::size_t widest_text = 40;
    std::size_t source_width = 0;
    std::size_t value_width = 0;
    std::size_t shown_width = 0;
    for (const ReportInput& input : trace.inputs) {
      if (input.is_told) continue;
      source_width = std::max(source_width, columns(input.source));
      if (input.shown.empty() && input.text.empty()) value_width = std::max(value_width, columns(input.value));
      shown_width = std::max(shown_width, columns(input.shown));
      if (!input.text.empty() && columns(input.text) <= widest_text)
        shown_width = std::max(shown_width, columns(input.text) + 2);
    }
    for (const ReportInput& input : trace.inputs) {
      if (input.is_told) continue;
      const std::string value = !input.text.empty()   ? "= " + input.text
                                : input.shown.empty() ? fmt::format("= {:>{}}", input.value, value_width)
                                                      : input.shown;
      line(fmt::format("    {}  {}  {}", padded(input.source, source_width),
                       padded(value, std::max(shown_width, value_width + 2)), input.place));
    }
    line();
  }

  static std::string statement_text(const ReportStep& step) {
    return std::string(std::size_t{2} * step.depth, ' ') + step.text;
  }

  void write_steps(const ReportTrace& trace) {
    constexpr std::size_t widest_statement = 48;
    std::size_t place_width = 0;
    std::size_t function_width = 0;
    std::size_t text_width = 0;
    bool any_relevant = false;
    bool any_undecided = false;
    for (const ReportStep& step : trace.steps) {
      if (!step.shown) continue;
      place_width = std::max(place_width, columns(step.place));
      function_width = std::max(function_width, columns(step.function));
      text_width = std::max(text_width, std::min(columns(statement_text(step)), widest_statement));
      any_relevant |= step.relevance == Relevance::relevant && !step.synchronises;
      any_undecided |= trace.relevance_asked && step.relevance == Relevance::unknown;
    }
    std::string legend;
    if (any_relevant)
      legend +=
          fmt::format(" (* relevant: with another value here, some execution leaves this trace before the error{})",
                      trace.inputs.size() > 1 ? ", whatever its later inputs are" : "");
    if (any_undecided) legend += " (? undecided)";
    const std::string part = trace.steps_left_out == 0 ? ""
                                                       : fmt::format(", the last {} of {} steps", trace.steps.size(),
                                                                     trace.steps.size() + trace.steps_left_out);
    if (!trace.threads.empty()) return write_thread_steps(*this, trace, part + legend);
    paragraph("Execution" + part + legend + ":");
    // Where the function leaves too little room it is left out.
    constexpr std::size_t room_for_statements = 32;
    if (style().width != 0 && 4 + place_width + 2 + function_width + 2 + room_for_statements > style().width)
      function_width = 0;
    // Values go below their step where the terminal is too narrow for them beside it.
    std::vector<const ReportStep*> shown;
    for (const ReportStep& step : trace.steps)
      if (step.shown) shown.push_back(&step);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::size_t alike = steps_alike(shown, i);
      const std::string mark = trace.relevance_asked ? marker(shown[i]->relevance) : " ";
      write_step(*shown[i], mark, place_width, function_width, text_width);
      if (!style().folds || alike < min_alike) continue;
      write_step(*shown[++i], mark, place_width, function_width, text_width);
      i += alike - 3;  // but for the last one
      line(fmt::format("  {} {}  … {} more like these …", mark, std::string(place_width, ' '), alike - 3));
    }
    line();
  }

  /// What initialises an array, or fills memory, is a step an element: so many of them are shown by their first two and
  /// the last.
  static constexpr std::size_t min_alike = 12;
  static std::size_t steps_alike(const std::vector<const ReportStep*>& shown, std::size_t first) {
    const ReportStep& one = *shown[first];
    std::size_t end = first + 1;
    const auto is_alike = [&](const ReportStep& step) {
      return step.text == one.text && step.place == one.place && step.function == one.function &&
             step.depth == one.depth && step.relevance == one.relevance && step.changes.size() == one.changes.size();
    };
    while (end < shown.size() && is_alike(*shown[end])) ++end;
    return end - first;
  }

  void write_step(const ReportStep& step, const std::string& mark, std::size_t place_width, std::size_t function_width,
                  std::size_t text_width) {
    const std::size_t used = 4 + place_width + 2 + (function_width == 0 ? 0 : function_width + 2);
    const std::string statement = statement_text(step);
    const std::string changes = changes_text(step);
    const std::string function = function_width == 0 ? "" : padded(step.function, function_width) + "  ";
    const std::string head = fmt::format("  {} {}  {}", mark, padded(step.place, place_width), function);
    const char* const bold = "1";
    const auto paint = [&](const std::string& content) {
      return step.relevance == Relevance::relevant ? in_colour(content, bold) : content;
    };
    if (style().width == 0 || used + std::max(columns(statement), text_width) + 2 + columns(changes) <= style().width) {
      line(changes.empty() ? paint(head + statement) : paint(head + padded(statement, text_width)) + "  " + changes);
      return;
    }
    // The depth belongs to the margin, so that broken lines keep it.
    item(head + std::string(std::size_t{2} * step.depth, ' '), step.text,
         step.relevance == Relevance::relevant ? bold : nullptr);
    if (!changes.empty()) paragraph(changes, used + std::size_t{2} * step.depth + 2);
  }

  static std::string quoted(const ReportStatement& statement) {
    std::string text = "`" + statement.text + "`";
    return statement.short_place.empty() ? text : text + " at " + statement.short_place;
  }

  /// One line each, but one for all elements of an initialiser of which the same is to be said.
  class StatementLines {
   public:
    /// `thread`: "T1 " in front; empty: nothing.
    void add(const ReportStatement& statement, const std::string& about, const std::string& thread) {
      const std::string text = thread + quoted(statement);
      const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
        return !statement.part.empty() && line.statement == text && line.about == about;
      });
      if (same == lines_.end())
        lines_.push_back({text, about, {statement.part}});
      else
        same->parts.push_back(statement.part);
    }
    [[nodiscard]] std::vector<std::string> texts() const {
      std::vector<std::string> result;
      for (const Line& line : lines_)
        result.push_back(line.statement + parts_text(line.parts) + (line.about.empty() ? "" : ": " + line.about));
      return result;
    }

   private:
    struct Line {
      std::string statement, about;
      std::vector<std::string> parts;
    };
    std::vector<Line> lines_;
  };

  /// "T1 " of a statement whose marked occurrences are all steps of that thread, of several threads.
  static std::string thread_of(const ReportTrace& trace, const ReportRelevantStatement& entry) {
    if (trace.threads.empty()) return "";
    const ReportStep& first = trace.steps.at(entry.first_step);
    const bool in_one = std::all_of(trace.steps.begin(), trace.steps.end(), [&](const ReportStep& step) {
      return step.statement != entry.statement || step.relevance != first.relevance || step.thread == first.thread;
    });
    return in_one ? fmt::format("T{} ", first.thread) : "";
  }

  void write_relevant(const ReportTrace& trace) {
    std::vector<const ReportRelevantStatement*> shown;
    for (const ReportRelevantStatement& entry : trace.relevant)
      if (entry.shown) shown.push_back(&entry);
    if (shown.empty()) {
      line(trace.undecided.empty() ? "Relevant statements: none" : "Relevant statements: none that could be decided");
      line();
      return;
    }
    line(fmt::format("Relevant statements ({} of the {} on the trace):", shown.size(), shown_statements(trace)));
    StatementLines lines;
    for (const ReportRelevantStatement* entry : shown)
      lines.add(trace.statements[entry->statement], relevance_text(trace, *entry), thread_of(trace, *entry));
    for (const std::string& content : lines.texts()) item("  * ", content);
    line();
  }

  void write_undecided(const ReportTrace& trace) {
    StatementLines lines;
    for (const ReportRelevantStatement& entry : trace.undecided)
      if (entry.shown)
        lines.add(trace.statements[entry.statement], plain_reason(entry.reason), thread_of(trace, entry));
    if (lines.texts().empty()) return;
    line("Undecided, perhaps relevant:");
    for (const std::string& content : lines.texts()) item("  ? ", content);
    line();
  }

  static std::size_t shown_statements(const ReportTrace& trace) {
    std::vector<bool> shown(trace.statements.size());
    for (const ReportStep& step : trace.steps) shown[step.statement] = shown[step.statement] || step.shown;
    return static_cast<std::size_t>(std::count(shown.begin(), shown.end(), true));
  }

  const Report& report_;
};

}  // namespace

std::string text_report(const Report& report, const TextStyle& style) {
  return TextWriter(report, style).write();
}

std::string announcement(const ReportTrace& trace, const std::vector<std::string>& files, const TextStyle& style,
                         bool is_explained) {
  Report report;
  report.files = files;
  report.traces.push_back(trace);
  return TextWriter(report, style).write_announcement(is_explained);
}

std::string plain_trace(ReportTrace trace, const TextStyle& style) {
  trace.relevance_asked = false;
  for (ReportStep& step : trace.steps) step.relevance = Relevance::irrelevant;
  Report report;
  report.traces.push_back(std::move(trace));
  return TextWriter(report, style).write_plain_trace();
}

}  // namespace bireach::checker
