// SPDX-License-Identifier: Apache-2.0
#include "checker/report/thread_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "checker/report/thread_functions.h"

namespace bireach::checker {
namespace {

using relevance::ConcurrencyFacts;
using relevance::ConcurrencyPattern;
using relevance::ConcurrentExplanation;
using relevance::ContextSwitch;
using relevance::Hazard;
using relevance::HazardKind;
using relevance::SwitchCause;
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
      : trace_(trace), hazards_(concurrent.hazards), facts_(concurrent.facts), used_(hazards_.size()) {
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
    put_first(fact());
    return std::move(sentences_);
  }

 private:
  using Kind = ConcurrencyFacts::Kind;

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
    add(torn_sentence({first.from, first.to, second.to}, variable(first), reads_first(first.kind),
                      reads_then(first.kind), reads_then(second.kind)),
        {i, j}, {first.from, first.to, second.to});
  }

  /// Of three accesses, the second by another thread, each a read or a write.
  [[nodiscard]] std::string torn_sentence(const std::array<std::size_t, 3>& at, const std::string& variable,
                                          bool read_before, bool read_between, bool read_after) const {
    const std::string own = thread(at[0]);
    const std::string other = thread(at[1]);
    std::string accesses = fmt::format("{}{} and {}{}", read_before ? "read" : "write", place(at[0]),
                                       read_after ? "read" : "write", place(at[2]));
    if (read_before == read_after)
      accesses = fmt::format("two {}{} and{}", read_before ? "reads" : "writes", place(at[0]), place(at[2]));
    const std::string means = read_between                ? other + " saw a value that was not meant to be seen"
                              : read_before && read_after ? own + " saw two values"
                              : read_before               ? other + "'s update is lost"
                              : read_after                ? own + " read " + other + "'s value, not its own"
                                                          : other + "'s value is lost";
    return fmt::format("{} {} {}{} between {}'s {}: {}", other, read_between ? "read" : "wrote", variable, place(at[1]),
                       own, accesses, means);
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

  // The pattern's

  /// What the pattern is recognised by; without text if that is one of the hazards' sentences.
  [[nodiscard]] HazardSentence fact() const {
    HazardSentence result;
    for (const auto& position : {facts_.first, facts_.between, facts_.last}) {
      if (!position) continue;
      if (*position >= trace_.steps.size()) return {};  // of a long execution, before what is shown
      result.steps.push_back(shown(*position));
    }
    if (result.steps.size() > 1) result.text = fact_text();
    if (facts_.kind == Kind::too_early && !facts_.last && facts_.between)
      result.text = fmt::format("T{} came to `{}`{} before T{} wrote what that reads", facts_.other,
                                step(result.steps.front()).text, place(*facts_.between), facts_.thread);
    return result;
  }

  [[nodiscard]] std::string fact_text() const {
    switch (facts_.kind) {
      case Kind::torn:
        return fmt::format("T{} goes on{} between T{}'s access to {}{} and that to {}{}", facts_.other,
                           place(*facts_.between), facts_.thread, fact_variable(*facts_.first), place(*facts_.first),
                           fact_variable(*facts_.last, true), place(*facts_.last));
      case Kind::race:
        return fmt::format("Nothing orders T{}'s access to {}{} and T{}'s{}", facts_.thread,
                           fact_variable(*facts_.first), place(*facts_.first), facts_.other, place(*facts_.between));
      case Kind::too_early:
        return fmt::format("T{} read {}{} before T{} wrote it{}", facts_.other, fact_variable(*facts_.last),
                           place(*facts_.between), facts_.thread, place(*facts_.last));
      case Kind::lost_update:
      case Kind::changed_between:
      case Kind::overwritten:
      case Kind::intermediate_read:
        return torn_text();
      case Kind::too_late:
      case Kind::none:
        break;
    }
    return "";
  }

  [[nodiscard]] std::string torn_text() const {
    const bool read_between = facts_.kind == Kind::intermediate_read;
    const bool read_before = facts_.kind == Kind::lost_update || facts_.kind == Kind::changed_between;
    const bool read_after = facts_.kind == Kind::changed_between || facts_.kind == Kind::overwritten;
    return torn_sentence({*facts_.first, *facts_.between, *facts_.last}, fact_variable(*facts_.between), read_before,
                         read_between, read_after);
  }

  /// As `variable`: by a hazard about it, else by the access, which names it if it is a write.
  [[nodiscard]] std::string fact_variable(std::size_t position, bool is_last = false) const {
    const auto id = is_last ? facts_.last_variable : facts_.variable;
    const auto about =
        std::find_if(hazards_.begin(), hazards_.end(), [id](const Hazard& hazard) { return hazard.variable == id; });
    return variable(about != hazards_.end() ? *about : Hazard{HazardKind::raw, id, position, position});
  }

  void put_first(HazardSentence fact) {
    if (fact.steps.empty()) return;
    const auto same = std::find_if(sentences_.begin(), sentences_.end(),
                                   [&](const HazardSentence& sentence) { return sentence.steps == fact.steps; });
    if (same != sentences_.end()) {
      if (facts_.kind == Kind::race && !fact.text.empty()) same->text += ", and nothing orders the two";
      std::rotate(sentences_.begin(), same, std::next(same));
    } else if (!fact.text.empty()) {
      sentences_.insert(sentences_.begin(), std::move(fact));
    }
  }

  const ReportTrace& trace_;
  const std::vector<Hazard>& hazards_;
  const ConcurrencyFacts& facts_;
  std::vector<bool> used_;
  bool one_file_ = false;
  std::vector<HazardSentence> sentences_;
};

class RowMaker {
 public:
  RowMaker(const ReportTrace& trace, bool all) : trace_(trace), wanted_(trace.steps.size()) {
    if (trace.explanation.concurrent) concurrent_ = &*trace.explanation.concurrent;
    const bool is_known = concurrent_ != nullptr && std::find(concurrent_->kept.begin(), concurrent_->kept.end(),
                                                              true) != concurrent_->kept.end();
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

  /// For a condition, for a barrier, or at a semaphore: whether it lets threads pass is what such programs get wrong.
  [[nodiscard]] static bool is_wait(const ReportStep& step) {
    if (!step.synchronises || !step.shown) return false;
    std::string call = step.text.substr(0, step.text.find('('));
    if (call.starts_with("… ")) call.erase(0, std::string_view("… ").size());
    return lock_action(call) == LockAction::wait || is_waiting_function(call);
  }

  void choose() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const ReportStep& step = trace_.steps[i];
      const bool is_relevant = step.relevance == relevance::Relevance::relevant && !step.synchronises && step.shown;
      if (is_relevant || is_wait(step) || !step.thread_note.empty() ||
          (i < concurrent_->kept.size() && concurrent_->kept[i]))
        want(i);
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
      // To steps that are shown later, or never: the others lead there.
      if (concurrent_->switches[i].need != SwitchNeed::needed || concurrent_->switches[i].from != from) continue;
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
    const bool is_between = sentences[i].hazards.empty() && sentences[i].steps.front() <= context_switch.after &&
                            context_switch.before <= sentences[i].steps.back();
    if (is_between || std::any_of(context_switch.hazards.begin(), context_switch.hazards.end(), is_reason))
      numbers.push_back(i + 1);
  }
  if (!numbers.empty()) return fmt::format("needed ({})", fmt::join(numbers, ", "));
  switch (context_switch.cause) {
    case SwitchCause::waits:
      return fmt::format("needed, T{} has to wait", context_switch.from);
    case SwitchCause::ended:
      return fmt::format("needed, T{} is done", context_switch.from);
    case SwitchCause::interrupted:
      break;
  }
  return "needed";
}

std::vector<ThreadRow> thread_rows(const ReportTrace& trace, bool all) {
  return RowMaker(trace, all).make();
}

}  // namespace bireach::checker
