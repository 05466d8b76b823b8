// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/random_testing.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "abstraction/fixpoint/thresholds.h"
#include "checker/answer/stopwatch.h"

namespace bireach::checker {

using frontend::Interval;
using frontend::LocationKind;
using frontend::RunEnd;
using logic::Integer;

namespace {

/// Executions with one limit of steps.
constexpr std::uint64_t executions_a_round = 8;
constexpr std::uint64_t growth = 4;
constexpr std::uint64_t one_is_long_of = 5;  // odd, as styles take turns
constexpr int small_value = 8;
constexpr std::size_t most_constants = 16;
constexpr std::size_t most_texts = 64;
constexpr std::size_t longest_word = 32;

/// The texts that the program's constants give to arrays of characters, each once.
std::vector<std::string> texts_of(const frontend::Program& program) {
  std::set<std::string> texts;
  for (frontend::EdgeId edge = 0; edge < program.edge_count() && texts.size() < most_texts; ++edge) {
    const frontend::Assign* assign = frontend::as_assign(program.edge(edge).statement);
    if (assign == nullptr || assign->value->kind != frontend::Expr::Kind::Table || assign->value->type.width != 8)
      continue;
    std::string text;
    Integer next = 0;
    const auto end_text = [&] {
      const auto is_shown = [](unsigned char c) { return std::isprint(c) != 0 || std::isspace(c) != 0; };
      const bool is_text =
          !text.empty() && text.size() <= longest_word && std::all_of(text.begin(), text.end(), is_shown);
      if (is_text && texts.size() < most_texts) texts.insert(text);
      text.clear();
    };
    for (const auto& [index, element] : *assign->value->elements) {
      if (index != next || element == 0) end_text();
      if (element != 0) text += static_cast<char>(static_cast<int>(element));
      next = index + 1;
    }
    end_text();
  }
  return {texts.begin(), texts.end()};
}

/// Also of getchar().
bool holds_character(const Input& input) {
  return input.type.width == 8 || (input.range.low >= -1 && input.range.high <= 255);
}

}  // namespace

RandomTesting::RandomTesting(const EngineSetting& setting, const RandomTestingLimits& limits)
    : setting_(setting),
      limits_(limits),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      execution_(program_, setting.flow),
      conditions_(execution_.state(),
                  {program_.signed_overflow, setting.options.query_time_limit, setting.stop, nullptr}),
      constants_(abstraction::thresholds_of(program_)),
      texts_(texts_of(program_)),
      most_steps_(limits.first_steps),
      reason_(execution_.obstacle()) {}

StepResult RandomTesting::step() {
  const Stopwatch watch(setting_.statistics.time.random_testing);
  if (reason_.empty() && !beginning_) begin_execution();
  const bool may_go_on = edges_ < limits_.all_edges && executions_ < limits_.all_executions;
  if (reason_.empty() && may_go_on)
    if (auto result = counted(
            1, setting_.statistics.solver, [this] { return edges_ / InputExecution::edges_a_unit; },
            [this] { return advance(); }))
      return std::move(*result);
  if (reason_.empty() && (edges_ >= limits_.all_edges || executions_ >= limits_.all_executions))
    reason_ = has_found_     ? "no execution that was tried reaches another error"
              : is_too_long_ ? "an execution to an error is too long to be replayed"
                             : "no execution that was tried reaches an error";
  if (!reason_.empty()) return GaveUp{std::string(name()).append(": ").append(reason_), GaveUp::Of::engine};
  return Progressed{};
}

void RandomTesting::begin_execution() {
  InputState& state = execution_.state();
  if (beginning_)
    state.undo(*beginning_);
  else
    beginning_ = state.mark();
  execution_.return_to({program_.initial});
  has_chosen_here_ = false;
  if (executions_ == 0 || std::exchange(may_be_longer_, false))
    style_ = Style::zero;
  else if (executions_ <= of_constants())
    style_ = Style::constant;
  else
    style_ = (executions_ - of_constants()) % 2 == 0 ? Style::mixed : Style::small;
  is_short_ = (style_ == Style::small || style_ == Style::mixed) && executions_ % one_is_long_of != 0;
}

std::uint64_t RandomTesting::of_constants() const {
  return std::min(constants_.size(), most_constants);
}

/// One turn; nothing: there is more to do, or a reason why not.
std::optional<StepResult> RandomTesting::advance() {
  const std::uint64_t until = edges_ + limits_.turn_edges;
  while (reason_.empty() && edges_ < until) {
    ++edges_;
    const bool is_over = is_short_ && has_chosen_here_ && execution_.steps() >= chosen_at_ + limits_.short_steps;
    const bool is_cut = is_over || execution_.steps() >= most_steps_;
    switch (is_cut ? Move::ended : execution_.execute()) {
      case Move::on:
        break;
      case Move::needs:
        choose();
        break;
      case Move::target:
        if (auto result = arrive()) {
          has_found_ = true;
          end_execution(false);
          return result;
        }
        [[fallthrough]];
      case Move::ended:
      case Move::left_out:
      case Move::lost:
        end_execution(is_cut);
        break;
    }
  }
  return std::nullopt;
}

void RandomTesting::choose() {
  const InputId input = execution_.state().needed();
  has_chosen_ = true;
  const bool is_first = !std::exchange(has_chosen_here_, true);
  if (is_first) chosen_at_ = execution_.steps();
  if (const Interval& range = execution_.state().inputs()[input].range; is_first && style_ == Style::constant)
    if (const Integer& constant = constants_[executions_ - 1]; range.contains(constant))
      return execution_.state().restrict(input, Interval::point(constant));
  const InputExecution::Code& code = execution_.code();
  if (code.condition != nullptr && follow_condition(*code.condition, code.failure)) return;
  execution_.state().restrict(input, Interval::point(value_of(input)));
}

/// Smaller ranges, so that the condition, or its failure, becomes likely. False: nothing was done. No solver confirms
/// what the intervals tell: an error is replayed, and nothing else is claimed.
bool RandomTesting::follow_condition(const frontend::Expr& condition, const frontend::Expr* failure) {
  const InputExecution::Code& code = execution_.code();
  const bool one = execution_.matters(code.next);
  const bool other = failure != nullptr && execution_.matters(code.otherwise);
  if (one && other && (style_ == Style::zero || below(2) == 0)) return false;
  const bool holds = one && (!other || below(2) == 0);
  const frontend::Expr* wanted = holds ? &condition : failure;
  if (wanted == nullptr) return false;
  const auto ranges = conditions_.restrictions(*wanted);
  if (!ranges || ranges->empty()) return false;
  for (const auto& [input, range] : *ranges) execution_.state().restrict(input, range);
  return true;
}

/// What stands before it: in its array, else what was chosen last.
std::optional<char> RandomTesting::character_before(InputId input) const {
  constexpr InputId furthest = 32;
  const std::vector<Input>& inputs = execution_.state().inputs();
  const Input& of = inputs[input];
  for (InputId other = input; other-- > 0 && input - other <= furthest;) {
    const Input& known = inputs[other];
    const bool is_beside =
        !of.element || (known.element && known.position == of.position && *known.element + 1 == *of.element);
    if (!is_beside || !holds_character(known)) continue;
    if (known.range.low != known.range.high) return std::nullopt;
    return static_cast<char>(static_cast<int>(known.range.low));
  }
  return std::nullopt;
}

/// What follows in a text, or begins one; nothing: no such character is possible.
std::optional<Integer> RandomTesting::character(InputId input) {
  const Input& of = execution_.state().inputs()[input];
  const std::optional<char> before = character_before(input);
  std::vector<Integer> candidates;
  const auto add = [&](char character) {
    const Integer value = of.type.convert(Integer(static_cast<unsigned char>(character)));
    if (of.range.contains(value)) candidates.push_back(value);
  };
  for (const std::string& text : texts_) {
    for (std::size_t i = 0; before && i < text.size(); ++i)
      if (text[i] == *before) add(i + 1 < text.size() ? text[i + 1] : '\0');
  }
  if (candidates.empty())
    for (const std::string& text : texts_) add(text.front());
  if (candidates.empty()) return std::nullopt;
  return candidates[below(candidates.size())];
}

Integer RandomTesting::value_of(InputId input) {
  const Interval& range = execution_.state().inputs()[input].range;
  const auto nearest = [&](const Integer& value) { return std::clamp(value, range.low, range.high); };
  const auto uniform = [&](const Integer& low, const Integer& high) {
    const Integer random = (Integer(random_()) << 64U) + random_();
    return Integer(low + random % (high - low + 1));
  };
  const auto near_zero = [&] {
    const Integer middle = nearest(0);
    return uniform(nearest(middle - small_value), nearest(middle + small_value));
  };
  if (style_ == Style::zero) return nearest(0);
  if (!texts_.empty() && holds_character(execution_.state().inputs()[input]) && below(2) == 0)
    if (auto chosen = character(input)) return std::move(*chosen);
  if (style_ == Style::small) return near_zero();
  if (style_ == Style::constant && below(2) == 0) return near_zero();
  switch (style_ == Style::constant ? 4 : below(6)) {
    case 0:
      return nearest(0);
    case 1:
      return range.low;
    case 2:
      return range.high;
    case 3:
      return near_zero();
    case 4:
      if (!constants_.empty())
        if (const Integer& constant = constants_[below(constants_.size())]; range.contains(constant)) return constant;
      break;
    default:
      break;
  }
  return uniform(range.low, range.high);
}

void RandomTesting::end_execution(bool was_cut) {
  ++executions_;
  if (was_cut && !is_short_) ++cut_;
  if (!has_chosen_ && !was_cut) {
    reason_ = has_found_     ? "the one execution reaches an error, which is known"
              : is_too_long_ ? "the one execution reaches an error, but is too long to be replayed"
                             : "the one execution reaches no error";
    return;
  }
  if (cut_ > 0 && most_steps_ >= limits_.max_steps && !has_chosen_) {
    reason_ = "the one execution does not end soon";
    return;
  }
  const bool ends_round = executions_ > of_constants() && (executions_ - of_constants()) % executions_a_round == 0;
  if (!has_chosen_ || ends_round) {
    may_be_longer_ = cut_ > 0 && most_steps_ < limits_.max_steps;
    if (may_be_longer_) most_steps_ = std::min(limits_.max_steps, most_steps_ * growth);
    cut_ = 0;
  }
  begin_execution();
}

/// An Error or Unsupported location is reached. Nothing: it says nothing.
std::optional<StepResult> RandomTesting::arrive() {
  if (execution_.code().kind != LocationKind::Error) return std::nullopt;
  if (!execution_.can_be_replayed()) {
    is_too_long_ = true;
    return std::nullopt;
  }
  edges_ += execution_.edges_of_replay();
  if (auto run = execution_.replayed(setting_.program, RunEnd::Error, setting_.stop)) return Found{std::move(*run)};
  return std::nullopt;
}

}  // namespace bireach::checker
