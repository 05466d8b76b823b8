// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/thread_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "checker/report/thread_words.h"

namespace bireach::checker {
namespace {

/// In lines of so many columns, broken between words where that is possible.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string current;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!current.empty() && columns(current) + 1 + columns(word) > width) {
      lines.push_back(current);
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  if (!current.empty() || lines.empty()) lines.push_back(current);
  return lines;
}

/// The marks of the regions a thread is in, one column for each that it is in at once.
class Brackets {
 public:
  explicit Brackets(const ReportTrace& trace) : trace_(trace) {
    for (const ReportRegion& region : trace.regions) {
      std::size_t slot = 0;
      const auto overlaps = [&](std::size_t other) {
        const ReportRegion& earlier = trace.regions[other];
        return earlier.thread == region.thread && slots_[other] == slot && end(earlier) >= region.from;
      };
      const auto is_taken = [&] {
        for (std::size_t i = 0; i < slots_.size(); ++i)
          if (overlaps(i)) return true;
        return false;
      };
      while (is_taken()) ++slot;
      slots_.push_back(slot);
      std::size_t& width = widths_[region.thread];
      width = std::max(width, slot + 1);
    }
  }

  /// With a space behind them; as wide for every step of the thread.
  [[nodiscard]] std::string at(std::size_t thread, std::size_t step, bool first_line = true) const {
    const auto width = widths_.find(thread);
    if (width == widths_.end()) return "";
    std::vector<std::string> marks(width->second, " ");
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const ReportRegion& region = trace_.regions[i];
      if (region.thread != thread || step < region.from || step > end(region)) continue;
      const bool is_end = region.to == step;
      marks[slots_[i]] = step == region.from && first_line ? "┌" : is_end ? (first_line ? "└" : " ") : "│";
    }
    return fmt::format("{} ", fmt::join(marks, ""));
  }

 private:
  [[nodiscard]] std::size_t end(const ReportRegion& region) const { return region.to.value_or(trace_.steps.size()); }

  const ReportTrace& trace_;
  std::vector<std::size_t> slots_;
  std::map<std::size_t, std::size_t> widths_;
};

class ThreadSteps {
 public:
  ThreadSteps(TextPage& page, const ReportTrace& trace)
      : page_(page),
        trace_(trace),
        brackets_(trace),
        sentences_(hazard_sentences(trace)),
        rows_(thread_rows(trace, !page.style().folds)) {
    measure();
  }

  void write() {
    if (in_columns_) write_head();
    for (const ThreadRow& row : rows_) {
      switch (row.kind) {
        case ThreadRow::Kind::step:
          write_step(row.at);
          break;
        case ThreadRow::Kind::left_out:
          page_.line(std::string(margin_, ' ') + fmt::format("… {} without effect", counted(row.count, "step")));
          break;
        case ThreadRow::Kind::moved:
          write_switch(row);
          break;
      }
    }
    page_.line();
    write_hazards();
  }

 private:
  /// Of a thread.
  struct Column {
    std::size_t thread = 0;
    std::size_t width = 0;
  };

  static constexpr std::size_t gap = 2;

  [[nodiscard]] std::string text_of(const ReportStep& step) const {
    return std::string(std::size_t{2} * step.depth, ' ') + step.text;
  }

  [[nodiscard]] static std::string note_of(const ReportStep& step) {
    std::string note = changes_text(step);
    if (!step.thread_note.empty()) note += (note.empty() ? "" : "; ") + step.thread_note;
    return note;
  }

  [[nodiscard]] std::size_t text_used_by(std::size_t at) const {
    const ReportStep& step = trace_.steps[at];
    return columns(brackets_.at(step.thread, at)) + columns(text_of(step));
  }

  [[nodiscard]] std::size_t used_by(std::size_t at) const {
    const ReportStep& step = trace_.steps[at];
    const std::string note = note_of(step);
    if (note.empty()) return text_used_by(at);
    return std::max(text_used_by(at), text_widths_.at(step.thread)) + gap + columns(note);
  }

  /// Columns as wide as what stands in them, if there is room; narrower ones while they can be read; else none.
  void measure() {
    constexpr std::size_t widest = 56;
    constexpr std::size_t narrowest = 26;
    constexpr std::size_t unlimited = 150;  // where there is no terminal: of a file a person may still read it
    std::map<std::size_t, std::size_t> wanted;
    for (const ThreadRow& row : rows_) {
      if (row.kind != ThreadRow::Kind::step) continue;
      const ReportStep& step = trace_.steps[row.at];
      place_width_ = std::max(place_width_, columns(step.place));
      std::size_t& text_width = text_widths_[step.thread];
      if (!note_of(step).empty()) text_width = std::max(text_width, std::min(text_used_by(row.at), widest / 2));
    }
    for (const ThreadRow& row : rows_) {
      if (row.kind != ThreadRow::Kind::step) continue;
      const std::size_t thread = trace_.steps[row.at].thread;
      std::size_t& width = wanted.try_emplace(thread, columns(thread_words(trace_, thread))).first->second;
      width = std::max(width, std::min(used_by(row.at), widest));
    }
    margin_ = 4 + place_width_ + gap;
    const std::size_t limit = page_.style().width == 0 ? unlimited : page_.style().width;
    const std::size_t room = limit > margin_ ? limit - margin_ : 0;
    std::size_t sum = 0;
    for (const auto& [thread, width] : wanted) sum += width + gap;
    const std::size_t share = wanted.empty() ? 0 : room / wanted.size();
    in_columns_ = sum <= room + gap || share >= narrowest + gap;
    // Those that want less than their share leave the rest to the others.
    std::size_t left = room + gap;
    std::size_t wide = wanted.size();
    for (const auto& [thread, width] : wanted)
      if (width + gap <= share) {
        left -= width + gap;
        --wide;
      }
    for (const auto& [thread, width] : wanted) {
      const bool fits = sum <= room + gap || width + gap <= share;
      columns_.push_back({thread, fits ? width : std::min(width, left / std::max<std::size_t>(wide, 1) - gap)});
      name_width_ = std::max(name_width_, columns(thread_words(trace_, thread)));
    }
  }

  void write_head() {
    std::string head(margin_, ' ');
    for (const Column& column : columns_)
      head += padded(thread_words(trace_, column.thread), column.width) + std::string(gap, ' ');
    page_.line(page_.in_colour(head, "1"));
  }

  [[nodiscard]] std::string mark_of(const ReportStep& step) const {
    return trace_.relevance_asked && !step.synchronises ? marker(step.relevance) : " ";
  }

  void write_step(std::size_t at) {
    const ReportStep& step = trace_.steps[at];
    const bool is_relevant = step.relevance == relevance::Relevance::relevant && !step.synchronises;
    const char* const bold = is_relevant ? "1" : nullptr;
    const std::string head = fmt::format("  {} {}  ", mark_of(step), padded(step.place, place_width_));
    if (!in_columns_) return write_named(at, head, bold);
    const std::vector<std::string> cell = cell_of(at);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      std::string line = i == 0 ? head : std::string(margin_, ' ');
      for (const Column& column : columns_) {
        const std::string content = column.thread == step.thread ? cell[i] : brackets_.at(column.thread, at, false);
        line += padded(content, column.width) + std::string(gap, ' ');
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      page_.line(bold == nullptr ? line : page_.in_colour(line, bold));
    }
  }

  /// The lines of a step in its thread's column: the values beside it, or below.
  [[nodiscard]] std::vector<std::string> cell_of(std::size_t at) const {
    const ReportStep& step = trace_.steps[at];
    std::size_t width = 0;
    for (const Column& column : columns_)
      if (column.thread == step.thread) width = column.width;
    const std::string note = note_of(step);
    if (used_by(at) <= width) {
      const std::string text = brackets_.at(step.thread, at) + text_of(step);
      if (note.empty()) return {text};
      return {padded(text, text_widths_.at(step.thread)) + std::string(gap, ' ') + note};
    }
    const std::size_t used = columns(brackets_.at(step.thread, at)) + std::size_t{2} * step.depth;
    const std::size_t room = width > used + 8 ? width - used : 8;
    std::vector<std::string> lines;
    for (const std::string& part : wrapped(step.text, room))
      lines.push_back(std::string(std::size_t{2} * step.depth, ' ') + part);
    if (!note.empty())
      for (const std::string& part : wrapped(note, room - std::min<std::size_t>(room, 4)))
        lines.push_back(std::string(std::size_t{2} * step.depth + 4, ' ') + part);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = brackets_.at(step.thread, at, i == 0) + lines[i];
    return lines;
  }

  /// With the thread's name in front, the threads' steps indented.
  void write_named(std::size_t at, const std::string& head, const char* bold) {
    const ReportStep& step = trace_.steps[at];
    std::size_t number = 0;
    while (number < columns_.size() && columns_[number].thread != step.thread) ++number;
    const std::string front = head + padded(thread_words(trace_, step.thread), name_width_) +
                              std::string(gap + 2 * std::min<std::size_t>(number, 8), ' ') +
                              brackets_.at(step.thread, at);
    const std::string note = note_of(step);
    const std::size_t width = page_.style().width;
    const std::string text = text_of(step);
    if (width == 0 || columns(front) + columns(text) + gap + columns(note) <= width) {
      const std::string line = front + text;
      page_.line((bold == nullptr ? line : page_.in_colour(line, bold)) + (note.empty() ? "" : "  " + note));
      return;
    }
    page_.item(front + std::string(std::size_t{2} * step.depth, ' '), step.text, bold);
    if (!note.empty()) page_.paragraph(note, std::min(columns(front) + 4, width / 2));
  }

  void write_switch(const ThreadRow& row) {
    std::string text = fmt::format("── T{} → T{}", row.from, row.to);
    if (row.context_switch)
      text += ": " + switch_words(trace_.explanation.concurrent->switches[*row.context_switch], sentences_);
    page_.line("    " + page_.in_colour(text, "36"));
  }

  void write_hazards() {
    if (!trace_.explanation.concurrent) return;
    const std::string pattern = pattern_words(trace_.explanation.concurrent->pattern);
    if (pattern.empty() && sentences_.empty()) return;
    const bool is_sequential = trace_.explanation.concurrent->pattern == relevance::ConcurrencyPattern::sequential;
    const std::string name = is_sequential     ? "a sequential bug: no switch between threads is needed"
                             : pattern.empty() ? "what the threads do to each other"
                                               : pattern;
    page_.line("What goes wrong: " + name + (sentences_.empty() ? "" : ":"));
    for (std::size_t i = 0; i < sentences_.size(); ++i) page_.item(fmt::format("  {}. ", i + 1), sentences_[i].text);
    page_.line();
  }

  TextPage& page_;
  const ReportTrace& trace_;
  const Brackets brackets_;
  const std::vector<HazardSentence> sentences_;
  const std::vector<ThreadRow> rows_;
  std::map<std::size_t, std::size_t> text_widths_;  ///< of each thread, of texts that have values beside them
  std::vector<Column> columns_;
  bool in_columns_ = true;
  std::size_t place_width_ = 0;
  std::size_t margin_ = 0;
  std::size_t name_width_ = 0;
};

}  // namespace

std::string changes_text(const ReportStep& step) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < step.changes.size(); ++i) {
    const ReportChange& change = step.changes[i];
    if (!text.empty()) text += ", ";
    if (i == most) return text + fmt::format("… {} more", step.changes.size() - most);
    text += change.before ? fmt::format("{}: {} -> {}", change.name, *change.before, change.after)
                          : fmt::format("{} = {}", change.name, change.after);
  }
  return step.arbitrary && !text.empty() ? text + " (arbitrary)" : text;
}

void write_thread_steps(TextPage& page, const ReportTrace& trace, const std::string& legend) {
  std::string about = legend;
  if (trace.explanation.concurrent && !trace.explanation.concurrent->switches.empty())
    about = (about.ends_with(')') ? about.substr(0, about.size() - 1) + "; " : about + " (") +
            "→ another thread goes on: without a switch that is needed the error does not happen)";
  page.paragraph(fmt::format("Execution of {}{}:", counted(trace.threads.size(), "thread"), about));
  ThreadSteps(page, trace).write();
}

}  // namespace bireach::checker
