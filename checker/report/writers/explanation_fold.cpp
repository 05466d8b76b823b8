// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/explanation_fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "checker/report/text/text_layout.h"

namespace bireach::checker {
namespace {

/// The same statement, or an invariant on the same variables.
bool resemble(const ExplanationRow& row, const ExplanationRow& other) {
  return row.place == other.place && row.text == other.text && row.invariant.empty() == other.invariant.empty() &&
         row.variables == other.variables;
}

/// Rows in the midst of a loop's rounds that resemble those before and after them.
struct Repetition {
  std::size_t first = 0, end = 0;  ///< left out
  std::size_t rounds = 0;
};

/// The rounds at `from`, of those loops that start there the one with most of them left out; none if that is not worth
/// while. The first two rounds and the last are shown.
std::optional<Repetition> repetition_at(const std::vector<ExplanationRow>& rows, std::size_t from) {
  constexpr std::size_t longest_round = 80;
  constexpr std::size_t least_left_out = 12;
  std::optional<Repetition> best;
  for (std::size_t round = 1; round <= longest_round && from + round < rows.size(); ++round) {
    std::size_t end = from + round;
    while (end < rows.size() && resemble(rows[end], rows[end - round])) ++end;
    const std::size_t rounds = (end - from) / round;
    if (rounds < 4 || (rounds - 3) * round < least_left_out) continue;
    const std::size_t left_out = (rounds - 3) * round;
    if (best && best->end - best->first >= left_out) continue;
    best = Repetition{from + 2 * round, from + 2 * round + left_out, rounds - 3};
  }
  return best;
}

/// Of whole numbers: negative, zero or positive as the first is less, equal or greater; nothing if one is none.
std::optional<int> compared(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text) -> std::optional<long long> {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  };
  const auto x = number(a);
  const auto y = number(b);
  if (!x || !y) return std::nullopt;
  return *x < *y ? -1 : *x > *y ? 1 : 0;
}

class Folder {
 public:
  Folder(const ReportTrace& trace, const std::vector<ExplanationRow>& rows, std::size_t most)
      : trace_(trace), rows_(rows), most_(most) {
    for (std::size_t i = 0; i < rows.size(); ++i) items_.push_back({i, i + 1, ""});
    for (first_step_ = 0; first_step_ < rows.size() && !rows[first_step_].step;) ++first_step_;
    measure_depths();
  }

  std::vector<FoldedRows> fold() {
    fold_repetitions();
    for (unsigned depth = deepest_ + 1; depth-- > 0 && !fits();) {
      while (!fits() && fold_rounds(depth)) {
      }
      while (!fits() && depth > 0 && fold_call(depth)) {
      }
    }
    if (!fits()) fold_beginning();
    return std::move(items_);
  }

 private:
  /// The rounds of a loop between the first and the last one that the rows show.
  struct Rounds {
    std::size_t first = 0, end = 0;  ///< items
    std::size_t count = 0;
    std::size_t length = 0;  ///< steps of the trace in all of them
    std::size_t head = 0;    ///< step: of the loop's first line
  };

  [[nodiscard]] bool fits() const { return items_.size() <= most_; }
  [[nodiscard]] const ReportStep& step_of(std::size_t row) const { return trace_.steps[*rows_[row].step]; }
  [[nodiscard]] bool is_shown_step(const FoldedRows& item) const {
    return item.fold.empty() && rows_[item.first].step.has_value();
  }
  /// Of an item: all its rows are at least so deep.
  [[nodiscard]] unsigned depth_of(const FoldedRows& item) const {
    const auto begin = depths_.begin();
    return *std::min_element(begin + static_cast<std::ptrdiff_t>(item.first),
                             begin + static_cast<std::ptrdiff_t>(item.end));
  }

  /// An invariant belongs to a call if the steps on both sides do.
  void measure_depths() {
    depths_.assign(rows_.size(), 0);
    unsigned before = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].step) depths_[i] = before = step_of(i).depth;
      deepest_ = std::max(deepest_, depths_[i]);
      if (rows_[i].step) continue;
      std::size_t next = i + 1;
      while (next < rows_.size() && !rows_[next].step) ++next;
      depths_[i] = next < rows_.size() ? std::min(before, step_of(next).depth) : 0;
    }
  }

  void replace(std::size_t first, std::size_t end, std::string fold) {
    items_[first] = {items_[first].first, items_[end - 1].end, std::move(fold)};
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                 items_.begin() + static_cast<std::ptrdiff_t>(end));
  }

  void fold_repetitions() {
    std::vector<FoldedRows> items;
    std::optional<Repetition> repetition;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!repetition) repetition = repetition_at(rows_, i);
      if (repetition && i == repetition->first) {
        items.push_back({i, repetition->end, fmt::format("… {} like this", counted(repetition->rounds, "more round"))});
        i = repetition->end;
        repetition.reset();
      }
      items.push_back({i, i + 1, ""});
    }
    items_ = std::move(items);
  }

  // Rounds of loops

  using Key = std::tuple<std::string, std::string, std::string>;  // place, text, function

  /// Folds the rounds of one innermost loop whose steps have this depth.
  bool fold_rounds(unsigned depth) {
    std::map<Key, std::vector<std::size_t>> occurrences;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!is_shown_step(items_[i])) continue;
      const ReportStep& step = step_of(items_[i].first);
      if (step.depth == depth) occurrences[{step.place, step.text, step.function}].push_back(i);
    }
    std::optional<Rounds> best;
    for (const auto& [key, items] : occurrences)
      if (items.size() >= 3) choose_rounds(items, best);
    if (!best) return false;
    replace(best->first, best->end, rounds_text(*best));
    return true;
  }

  /// Of the loops that these occurrences of one step are in, the better one than `best`.
  void choose_rounds(const std::vector<std::size_t>& items, std::optional<Rounds>& best) const {
    std::vector<std::optional<std::size_t>> heads;
    for (std::size_t i = 0; i + 1 < items.size(); ++i)
      heads.push_back(head_between(*rows_[items_[items[i]].first].step, *rows_[items_[items[i + 1]].first].step));
    const auto line = [this](std::size_t step) { return place_of(step).line; };
    for (std::size_t first = 0; first < heads.size();) {
      std::size_t end = first + 1;
      while (end < heads.size() && heads[first] && heads[end] && line(*heads[end]) == line(*heads[first])) ++end;
      if (heads[first] && end - first >= 2) {
        // The rounds begin with the occurrences first … end; those at both ends stay.
        Rounds rounds{items[first + 1], items[end], 0, 0, *heads[first]};
        rounds.count = occurrences_in(rounds, items[first + 1]);
        rounds.length = *rows_[items_[rounds.end].first].step - *rows_[items_[rounds.first].first].step;
        if (rounds.end - rounds.first >= 2 && (!best || is_better(rounds, *best))) best = rounds;
      }
      first = end;
    }
  }

  /// Inner loops have shorter rounds.
  [[nodiscard]] bool is_better(const Rounds& one, const Rounds& other) const {
    const bool same_loop = place_of(one.head).line == place_of(other.head).line;
    const std::size_t hidden = one.end - one.first;
    const std::size_t other_hidden = other.end - other.first;
    if (same_loop) return hidden > other_hidden;
    return one.length * other.count < other.length * one.count;
  }

  [[nodiscard]] const ReportPlace& place_of(std::size_t step) const {
    return trace_.statements[trace_.steps[step].statement].place;
  }

  /// The step of the smallest line from `from` to before `end`, in the same call as both; nothing if the call returned.
  [[nodiscard]] std::optional<std::size_t> head_between(std::size_t from, std::size_t end) const {
    const ReportStep& step = trace_.steps[from];
    std::size_t head = from;
    for (std::size_t i = from; i < end; ++i) {
      if (!trace_.steps[i].shown) continue;
      if (trace_.steps[i].depth < step.depth) return std::nullopt;
      const bool is_here = trace_.steps[i].depth == step.depth && trace_.steps[i].function == step.function &&
                           place_of(i).file == place_of(from).file && place_of(i).line > 0;
      if (is_here && place_of(i).line < place_of(head).line) head = i;
    }
    return head;
  }

  /// Also those within folds.
  [[nodiscard]] std::size_t occurrences_in(const Rounds& rounds, std::size_t like) const {
    const ExplanationRow& row = rows_[items_[like].first];
    std::size_t count = 0;
    for (std::size_t i = items_[rounds.first].first; i < items_[rounds.end - 1].end; ++i)
      count += rows_[i].step && rows_[i].place == row.place && rows_[i].text == row.text ? 1U : 0U;
    return count;
  }

  [[nodiscard]] std::string rounds_text(const Rounds& rounds) const {
    return fmt::format("… {} of the loop at {}{} …", counted(rounds.count, "more round"),
                       trace_.steps[rounds.head].place, values_text(rounds));
  }

  /// ", x from 3 to 16": of variables that go one way and change in every round, those to watch first.
  [[nodiscard]] std::string values_text(const Rounds& rounds) const {
    constexpr std::size_t most_values = 2;
    struct Values {
      std::string name, first, last;
      std::size_t changes = 0;
      bool rises = true, falls = true;
    };
    std::vector<Values> all;
    for (std::size_t i = *rows_[items_[rounds.first].first].step; i < *rows_[items_[rounds.end].first].step; ++i) {
      for (const ReportChange& change : trace_.steps[i].changes) {
        auto known = std::find_if(all.begin(), all.end(), [&](const Values& v) { return v.name == change.name; });
        if (known == all.end()) known = all.insert(all.end(), {change.name, change.after, change.after});
        const std::optional<int> order = compared(known->last, change.after);
        known->rises = known->rises && order && *order <= 0;
        known->falls = known->falls && order && *order >= 0;
        known->last = change.after;
        ++known->changes;
      }
    }
    const std::vector<std::string>& watched = trace_.explanation.watched;
    std::stable_partition(all.begin(), all.end(), [&](const Values& v) {
      return std::find(watched.begin(), watched.end(), v.name) != watched.end();
    });
    std::string text;
    std::size_t told = 0;
    for (const Values& v : all) {
      const bool one_way = (v.rises || v.falls) && v.first != v.last;
      if (v.changes < std::max<std::size_t>(rounds.count, 2) || !one_way || told == most_values) continue;
      text += fmt::format(", {} from {} to {}", v.name, v.first, v.last);
      ++told;
    }
    return text;
  }

  // Calls

  /// Folds the longest run of steps within a call of this depth.
  bool fold_call(unsigned depth) {
    std::size_t best_first = 0;
    std::size_t best_end = 0;
    for (std::size_t i = 0; i < items_.size();) {
      const std::size_t first = i;
      while (i < items_.size() && is_foldable(items_[i]) && depth_of(items_[i]) >= depth) ++i;
      if (i - first > best_end - best_first) {
        best_first = first;
        best_end = i;
      }
      if (i == first) ++i;
    }
    if (best_end - best_first < 2) return false;
    replace(best_first, best_end, call_text(items_[best_first].first, items_[best_end - 1].end, depth));
    return true;
  }

  [[nodiscard]] bool is_foldable(const FoldedRows& item) const {
    const bool has_first = item.first <= first_step_ && first_step_ < item.end;
    return !has_first && item.end < rows_.size();
  }

  [[nodiscard]] std::size_t steps_in(std::size_t first, std::size_t end) const {
    std::size_t steps = 0;
    for (std::size_t i = first; i < end; ++i) steps += rows_[i].step ? 1U : 0U;
    return steps;
  }

  [[nodiscard]] std::string call_text(std::size_t first, std::size_t end, unsigned depth) const {
    std::size_t row = first;
    while (row < end && (!rows_[row].step || step_of(row).depth != depth)) ++row;
    const std::string steps = counted(steps_in(first, end), "step");
    if (row == end) return fmt::format("… {} …", steps);
    return fmt::format("… {} in {} …", steps, called(*rows_[row].step));
  }

  /// "f(3)": the function of the step, and what it was called with.
  [[nodiscard]] std::string called(std::size_t step) const {
    const ReportStep& inside = trace_.steps[step];
    std::size_t at = step;
    while (at > 0 && trace_.steps[at - 1].depth >= inside.depth) --at;
    std::vector<std::string> values;
    for (; at > 0; --at) {
      const ReportStep& before = trace_.steps[at - 1];
      if (!before.shown) continue;
      if (before.text.rfind(inside.function + "(", 0) != 0) break;
      std::vector<std::string> passed;  // one step may pass several
      for (const ReportChange& change : before.changes) passed.push_back(change.after);
      values.insert(values.begin(), passed.begin(), passed.end());
    }
    return fmt::format("{}({})", inside.function, fmt::join(values, ", "));
  }

  /// The last resort: what leads to the error directly stays, and how it began.
  void fold_beginning() {
    if (most_ < 4) return;
    std::size_t first = std::min(items_.size(), most_ / 3);
    while (first < items_.size() && items_[first - 1].end <= first_step_) ++first;
    const std::size_t end = items_.size() - std::min(items_.size(), most_ - std::min(most_ - 2, first) - 1);
    if (end < first + 2) return;
    const std::size_t steps = steps_in(items_[first].first, items_[end - 1].end);
    replace(first, end, fmt::format("… {} …", counted(steps, "step")));
  }

  const ReportTrace& trace_;
  const std::vector<ExplanationRow>& rows_;
  const std::size_t most_;
  std::size_t first_step_ = 0;
  unsigned deepest_ = 0;
  std::vector<unsigned> depths_;  ///< of the rows
  std::vector<FoldedRows> items_;
};

}  // namespace

std::vector<FoldedRows> fold_explanation(const ReportTrace& trace, const std::vector<ExplanationRow>& rows,
                                         std::size_t most) {
  return Folder(trace, rows, most).fold();
}

}  // namespace bireach::checker
