// SPDX-License-Identifier: Apache-2.0
#include "checker/report/thread_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace bireach::checker {
namespace {

using relevance::ConcurrencyPattern;
using relevance::ConcurrentExplanation;
using relevance::ContextSwitch;
using relevance::Hazard;
using relevance::HazardKind;
using relevance::SwitchNeed;

constexpr bool reads_first(HazardKind kind) {
  return kind == HazardKind::war;
}
constexpr bool reads_then(HazardKind kind) {
  return kind == HazardKind::raw;
}

/// "&m" in "pthread_mutex_lock(&m)": m
std::string first_argument(const std::string& call) {
  const std::size_t begin = call.find('(');
  if (begin == std::string::npos) return "";
  const std::size_t end = call.find_first_of(",)", begin);
  std::string text = call.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
  return text.starts_with('&') ? text.substr(1) : text;
}

class SentenceMaker {
 public:
  SentenceMaker(const ReportTrace& trace, const ConcurrentExplanation& concurrent)
      : trace_(trace), hazards_(concurrent.hazards), used_(hazards_.size()) {
    std::set<std::string> files;
    for (const ReportStep& step : trace.steps)
      if (step.shown && !step.place.empty()) files.insert(step.place.substr(0, step.place.rfind(':')));
    one_file_ = files.size() == 1;
    // What was done while there was one thread only is no news.
    for (std::size_t i = 0; i < hazards_.size(); ++i) used_[i] = is_alone(hazards_[i].from);
  }

  std::vector<HazardSentence> make() {
    for (std::size_t i = 0; i < hazards_.size(); ++i)
      for (std::size_t j = 0; j < hazards_.size(); ++j)
        if (!used_[i] && !used_[j] && is_torn(hazards_[i], hazards_[j])) add_torn(i, j);
    for (std::size_t i = 0; i < hazards_.size(); ++i)
      if (!used_[i] && !belongs(i)) add_single(i);
    std::stable_sort(sentences_.begin(), sentences_.end(), [](const HazardSentence& a, const HazardSentence& b) {
      return a.steps.front() < b.steps.front();
    });
    return std::move(sentences_);
  }

 private:
  /// Has no thread been started before this step?
  [[nodiscard]] bool is_alone(std::size_t position) const {
    return std::none_of(trace_.steps.begin(), trace_.steps.begin() + static_cast<std::ptrdiff_t>(position),
                        [](const ReportStep& earlier) { return earlier.thread_note.starts_with("starts "); });
  }
  [[nodiscard]] const ReportStep& step(std::size_t position) const { return trace_.steps.at(position); }
  [[nodiscard]] std::size_t shown(std::size_t position) const { return step(position).shown_by; }
  [[nodiscard]] std::string thread(std::size_t position) const { return fmt::format("T{}", step(position).thread); }
  [[nodiscard]] bool synchronises(std::size_t position) const { return step(shown(position)).synchronises; }

  /// " (line 7)"
  [[nodiscard]] std::string place(std::size_t position) const {
    const std::string& at = step(shown(position)).place;
    if (at.empty()) return "";
    return one_file_ ? " (line " + at.substr(at.rfind(':') + 1) + ")" : " (" + at + ")";
  }

  [[nodiscard]] std::string variable(const Hazard& hazard) const {
    const std::string name = hazard_variable(trace_, hazard);
    return name.empty() ? "a value" : "`" + name + "`";
  }

  /// Two accesses of one thread, and one of another thread between them.
  [[nodiscard]] bool is_torn(const Hazard& first, const Hazard& second) const {
    return first.variable == second.variable && first.to == second.from &&
           step(first.from).thread == step(second.to).thread && !synchronises(first.from) && !synchronises(first.to) &&
           !synchronises(second.to) && hazard_variable(trace_, first) == hazard_variable(trace_, second);
  }

  void add_torn(std::size_t i, std::size_t j) {
    const Hazard& first = hazards_[i];
    const Hazard& second = hazards_[j];
    used_[i] = used_[j] = true;
    const bool read_before = reads_first(first.kind);
    const bool read_between = reads_then(first.kind);
    const bool read_after = reads_then(second.kind);
    const std::string own = thread(first.from);
    const std::string other = thread(first.to);
    std::string accesses = fmt::format("{}{} and {}{}", read_before ? "read" : "write", place(first.from),
                                       read_after ? "read" : "write", place(second.to));
    if (read_before == read_after)
      accesses = fmt::format("two {}{} and{}", read_before ? "reads" : "writes", place(first.from), place(second.to));
    const std::string means = read_between                ? other + " saw a value that was not meant to be seen"
                              : read_before && read_after ? own + " saw two values"
                              : read_before               ? other + "'s update is lost"
                              : read_after                ? own + " read " + other + "'s value, not its own"
                                                          : other + "'s value is lost";
    add(fmt::format("{} {} {}{} between {}'s {}: {}", other, read_between ? "read" : "wrote", variable(first),
                    place(first.to), own, accesses, means),
        {i, j}, {first.from, first.to, second.to});
  }

  /// Does a sentence on the same accesses say it already? That of a lost update also says which read came too early.
  [[nodiscard]] bool belongs(std::size_t i) {
    const Hazard& hazard = hazards_[i];
    for (HazardSentence& sentence : sentences_) {
      const bool has_both =
          std::find(sentence.steps.begin(), sentence.steps.end(), shown(hazard.from)) != sentence.steps.end() &&
          std::find(sentence.steps.begin(), sentence.steps.end(), shown(hazard.to)) != sentence.steps.end();
      const bool is_same = hazard.variable == hazards_[sentence.hazards.front()].variable;
      if (!has_both || !is_same) continue;
      sentence.hazards.push_back(i);
      return true;
    }
    return false;
  }

  void add_single(std::size_t i) {
    const Hazard& hazard = hazards_[i];
    const std::string first = thread(hazard.from);
    const std::string second = thread(hazard.to);
    std::string text;
    if (synchronises(hazard.from) || synchronises(hazard.to)) {
      text = fmt::format("{}'s `{}`{} came before {}'s `{}`{}", first, step(shown(hazard.from)).text,
                         place(hazard.from), second, step(shown(hazard.to)).text, place(hazard.to));
    } else if (hazard.kind == HazardKind::raw) {
      text = fmt::format("{} read {}{} after {} wrote it{}", second, variable(hazard), place(hazard.to), first,
                         place(hazard.from));
    } else if (hazard.kind == HazardKind::war) {
      text = fmt::format("{} read {}{} before {} wrote it{}", first, variable(hazard), place(hazard.from), second,
                         place(hazard.to));
    } else {
      text = fmt::format("{} wrote {}{} over what {} wrote{}", second, variable(hazard), place(hazard.to), first,
                         place(hazard.from));
    }
    const auto same = std::find_if(sentences_.begin(), sentences_.end(),
                                   [&](const HazardSentence& sentence) { return sentence.text == text; });
    if (same != sentences_.end())
      same->hazards.push_back(i);
    else
      add(text, {i}, {hazard.from, hazard.to});
  }

  void add(std::string text, std::vector<std::size_t> hazards, const std::vector<std::size_t>& positions) {
    HazardSentence sentence{std::move(text), std::move(hazards), {}};
    for (const std::size_t position : positions) sentence.steps.push_back(shown(position));
    sentences_.push_back(std::move(sentence));
  }

  const ReportTrace& trace_;
  const std::vector<Hazard>& hazards_;
  std::vector<bool> used_;
  bool one_file_ = false;
  std::vector<HazardSentence> sentences_;
};

class RowMaker {
 public:
  RowMaker(const ReportTrace& trace, bool all) : trace_(trace), wanted_(trace.steps.size()) {
    if (trace.explanation.concurrent) concurrent_ = &*trace.explanation.concurrent;
    const bool is_known = concurrent_ != nullptr && !concurrent_->kept.empty();
    for (std::size_t i = 0; i < wanted_.size(); ++i) wanted_[i] = all || !is_known;
    if (is_known && !all) choose();
  }

  std::vector<ThreadRow> make() {
    std::optional<std::size_t> last;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      if (!trace_.steps[i].shown) continue;
      if (!wanted_[i]) {
        ++left_out;
        continue;
      }
      if (left_out > 0) {
        ThreadRow row;
        row.kind = ThreadRow::Kind::left_out;
        row.count = left_out;
        rows_.push_back(row);
        left_out = 0;
      }
      add_switches(last, i);
      ThreadRow row;
      row.at = i;
      rows_.push_back(row);
      last = i;
    }
    return std::move(rows_);
  }

 private:
  void want(std::size_t position) {
    if (position < trace_.steps.size()) wanted_[trace_.steps[position].shown_by] = true;
  }

  void choose() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const ReportStep& step = trace_.steps[i];
      const bool is_relevant = step.relevance == relevance::Relevance::relevant && !step.synchronises && step.shown;
      if (is_relevant || !step.thread_note.empty() || (i < concurrent_->kept.size() && concurrent_->kept[i])) want(i);
    }
    for (const Hazard& hazard : concurrent_->hazards) {
      want(hazard.from);
      want(hazard.to);
    }
    for (const ContextSwitch& entry : concurrent_->switches) {
      if (entry.need != SwitchNeed::needed) continue;
      want(entry.after);
      want(entry.before);
    }
    for (std::size_t i = trace_.steps.size(); i-- > 0;) {
      if (!trace_.steps[i].shown) continue;
      want(i);  // the last
      break;
    }
    // Brackets around what is shown, from the inner to the outer ones.
    for (std::size_t i = trace_.regions.size(); i-- > 0;) {
      const ReportRegion& region = trace_.regions[i];
      const std::size_t end = region.to.value_or(trace_.steps.size() - 1);
      bool holds_any = false;
      for (std::size_t at = region.from; at <= end && !holds_any; ++at)
        holds_any = wanted_[at] && trace_.steps[at].shown && trace_.steps[at].thread == region.thread;
      if (!holds_any) continue;
      want(region.from);
      if (region.to) want(*region.to);
    }
  }

  /// Those since the last row: all that are needed, else the last one if the thread is another one.
  void add_switches(std::optional<std::size_t> last, std::size_t next) {
    std::vector<std::size_t> passed;
    if (concurrent_ != nullptr)
      for (; next_switch_ < concurrent_->switches.size(); ++next_switch_) {
        if (shown_start(concurrent_->switches[next_switch_]) > next) break;
        passed.push_back(next_switch_);
      }
    if (!last) return;
    std::size_t from = trace_.steps[*last].thread;
    const std::size_t to = trace_.steps[next].thread;
    for (const std::size_t i : passed) {
      if (concurrent_->switches[i].need != SwitchNeed::needed) continue;
      add_switch(concurrent_->switches[i].from, concurrent_->switches[i].to, i);
      from = concurrent_->switches[i].to;
    }
    if (from == to) return;
    add_switch(from, to, passed.empty() ? std::nullopt : std::optional(passed.back()));
  }

  /// The first shown step that the thread makes after the switch.
  [[nodiscard]] std::size_t shown_start(const ContextSwitch& context_switch) const {
    for (std::size_t at = context_switch.before; at < trace_.steps.size(); ++at)
      if (trace_.steps[at].shown && trace_.steps[at].thread == context_switch.to) return at;
    return context_switch.before;
  }

  void add_switch(std::size_t from, std::size_t to, std::optional<std::size_t> number) {
    ThreadRow row;
    row.kind = ThreadRow::Kind::moved;
    row.from = from;
    row.to = to;
    row.context_switch = number;
    rows_.push_back(row);
  }

  const ReportTrace& trace_;
  const ConcurrentExplanation* concurrent_ = nullptr;
  std::vector<bool> wanted_;
  std::size_t next_switch_ = 0;
  std::vector<ThreadRow> rows_;
};

}  // namespace

std::string thread_words(const ReportTrace& trace, std::size_t thread) {
  return fmt::format("T{} {}", thread, trace.threads.at(thread).name);
}

std::string pattern_words(ConcurrencyPattern pattern) {
  std::string words(to_string(pattern));
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

std::string_view to_string(ConcurrencyPattern pattern) {
  switch (pattern) {
    case ConcurrencyPattern::none:
      return "";
    case ConcurrencyPattern::sequential:
      return "sequential";
    case ConcurrencyPattern::atomicity_violation:
      return "atomicity-violation";
    case ConcurrencyPattern::order_violation:
      return "order-violation";
    case ConcurrencyPattern::data_race:
      return "data-race";
    case ConcurrencyPattern::deadlock:
      return "deadlock";
  }
  return "";
}

std::string_view to_string(HazardKind kind) {
  switch (kind) {
    case HazardKind::raw:
      return "raw";
    case HazardKind::war:
      return "war";
    case HazardKind::waw:
      return "waw";
  }
  return "";
}

std::string hazard_variable(const ReportTrace& trace, const Hazard& hazard) {
  const std::size_t write = hazard.kind == HazardKind::war ? hazard.to : hazard.from;
  const ReportStep& step = trace.steps.at(write);
  const ReportStep& shown = trace.steps.at(step.shown_by);
  if (shown.synchronises) return first_argument(shown.text);
  if (step.value && !step.value->place.empty()) return step.value->place;
  if (!step.changes.empty()) return step.changes.front().name;
  if (step.value) {
    const std::string& name = trace.variables.at(step.value->variable).shown;
    if (!name.empty()) return step.value->index ? fmt::format("{}[{}]", name, *step.value->index) : name;
  }
  return shown.changes.empty() ? "" : shown.changes.front().name;
}

std::vector<HazardSentence> hazard_sentences(const ReportTrace& trace) {
  if (!trace.explanation.concurrent) return {};
  return SentenceMaker(trace, *trace.explanation.concurrent).make();
}

std::string switch_words(const ContextSwitch& context_switch, const std::vector<HazardSentence>& sentences) {
  switch (context_switch.need) {
    case SwitchNeed::any_order:
      return "any order";
    case SwitchNeed::undecided:
      return "undecided";
    case SwitchNeed::needed:
      break;
  }
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto is_reason = [&](std::size_t hazard) {
      const auto& own = sentences[i].hazards;
      return std::find(own.begin(), own.end(), hazard) != own.end();
    };
    if (std::any_of(context_switch.hazards.begin(), context_switch.hazards.end(), is_reason)) numbers.push_back(i + 1);
  }
  return numbers.empty() ? "needed" : fmt::format("needed ({})", fmt::join(numbers, ", "));
}

std::vector<ThreadRow> thread_rows(const ReportTrace& trace, bool all) {
  return RowMaker(trace, all).make();
}

}  // namespace bireach::checker
