// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/enumeration.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"
#include "checker/engines/schedule.h"

namespace bireach::checker {

using frontend::Interval;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::RunEnd;
using logic::Integer;

namespace {

const Integer max_values = Integer(1) << 20U;
constexpr std::size_t max_queries = 2000;
/// Foretelling takes as long as there are choices open, so it waits until there are more by such a share.
constexpr std::size_t least_to_foresee = 4;
constexpr std::size_t share_to_foresee = 8;
constexpr std::chrono::milliseconds enumeration_query_limit{2000};
/// What the interpreter is asked to confirm.
constexpr std::uint64_t first_executions = 8;
constexpr std::uint64_t max_confirmed_steps = 50000;

Integer size_of(const Interval& range) {
  return range.high - range.low + 1;
}

}  // namespace

EnumerationEngine::EnumerationEngine(const EngineSetting& setting, const EnumerationLimits& limits)
    : setting_(setting),
      limits_(limits),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      execution_(program_, setting.flow),
      conditions_(execution_.state(),
                  {program_.signed_overflow, std::min(enumeration_query_limit, setting.options.query_time_limit),
                   setting.stop, &setting.statistics.solver}),
      summaries_(program_),
      reason_(execution_.obstacle()) {}

bool EnumerationEngine::is_free() const {
  if (!has_chosen_) return false;
  if (static_cast<double>(edges_) < part_done() * limits_.free_edges) return true;
  // The outcome of short runs depends on the input alone.
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return elapsed > Schedule::seconds_of_fixed_order && seconds_left() < elapsed;
}

double EnumerationEngine::seconds_left() const {
  return seconds_ / part_done() - seconds_;
}

StepResult EnumerationEngine::step() {
  if (!reason_.empty()) return GaveUp{std::string(name()) + ": " + reason_, GaveUp::Of::engine};
  const Stopwatch watch(setting_.statistics.time.enumeration);
  const auto begin = std::chrono::steady_clock::now();
  auto result = counted(
      1, setting_.statistics.solver, [this] { return edges_ / InputExecution::edges_a_unit; },
      [this] { return advance(); });
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (result) return std::move(*result);
  if (reason_.empty()) foresee();
  if (!reason_.empty()) return GaveUp{std::string(name()) + ": " + reason_, GaveUp::Of::engine};
  return Progressed{};
}

void EnumerationEngine::foresee() {
  if (has_chosen_ && static_cast<double>(edges_) > part_done() * limits_.max_edges)
    reason_ = "there are too many executions";
}

/// One turn; nothing: there is more to do, or a reason why not.
std::optional<StepResult> EnumerationEngine::advance() {
  const std::uint64_t until = edges_ + limits_.turn_edges;
  const std::size_t queries_until = conditions_.queries() + 100;
  while (edges_ < until && conditions_.queries() < queries_until) {
    if (execution_.steps() - execution_.position().skipped >= limits_.max_steps) {
      reason_ = "an execution does not end soon";
      return std::nullopt;
    }
    ++edges_;
    const std::uint64_t steps_before = execution_.steps();
    const Code& code = execution_.code();
    Move move = execution_.execute();
    if (move == Move::needs) move = choose(code);
    switch (move) {
      case Move::on:
        if (execution_.steps() != steps_before) summaries_.pass(execution_);
        if (summaries_.has_failed()) reason_ = "a summary of a call does not hold";
        break;
      case Move::needs:
        break;
      case Move::target:
        if (auto result = arrive()) return result;
        if (!reason_.empty()) return std::nullopt;
        [[fallthrough]];
      case Move::left_out:
      case Move::ended:
        left_out_ = left_out_ || move == Move::left_out;
        if (!end_execution()) return std::nullopt;
        if (!next_choice()) return conclude();
        break;
      case Move::lost:
        if (reason_.empty()) reason_ = "an execution leaves an array or object";
        return std::nullopt;
    }
    if (!reason_.empty()) return std::nullopt;
  }
  return std::nullopt;
}

/// An input's value is needed: tries them all, unless a condition divides its range, or that is large and the condition
/// tells something about it.
EnumerationEngine::Move EnumerationEngine::choose(const Code& code) {
  if (limits_.inputs == EnumerationLimits::Inputs::refused) {
    has_refused_input_ = true;
    reason_ = "the program has inputs";
    return Move::lost;
  }
  InputId input = execution_.state().needed();
  auto cut = execution_.state().cut();
  bool is_exact = cut.has_value();
  const auto is_large = [&](const Integer& limit) { return size_of(execution_.state().inputs()[input].range) > limit; };
  if (!cut && code.condition != nullptr && is_large(limits_.few_values))
    if (const auto move = narrow(code)) return *move;
  if (!cut) cut = cut_of(code, input);
  if (!cut && is_large(max_values))
    if (const auto compared = compared_in(code)) {
      std::tie(input, cut) = *compared;
      is_exact = true;
    }
  if (!cut && is_large(max_values)) {
    reason_ = "an input may have too many values";
    return Move::lost;
  }
  if (choices_.size() >= limits_.max_choices) {
    reason_ = "too many choices are open";
    return Move::lost;
  }
  has_chosen_ = true;
  InputState& state = execution_.state();
  const Interval range = state.inputs()[input].range;
  choices_.push_back({state.mark(), execution_.position(), edges_, input, range, cut, is_exact, std::nullopt});
  if (!next_choice()) return Move::ended;
  // Choices in a loop without end are seen before the solver is asked about each.
  if (choices_.size() >= foresee_from_) {
    foresee();
    foresee_from_ += std::max(least_to_foresee, foresee_from_ / share_to_foresee);
  }
  return Move::on;
}

std::optional<std::pair<InputId, Integer>> EnumerationEngine::compared_in(const Code& code) {
  if (code.condition != nullptr) return execution_.state().compared_with(*code.condition);
  const frontend::Assign* assign = frontend::as_assign(*code.statement);
  return assign != nullptr ? execution_.state().compared_with(*assign->value) : std::nullopt;
}

/// Where the condition divides the input's values, if they are many: the least value of the upper part. That it need
/// not be exact: each part is executed for itself.
std::optional<Integer> EnumerationEngine::cut_of(const Code& code, InputId input) {
  const Interval& range = execution_.state().inputs()[input].range;
  if (code.condition == nullptr || code.failure == nullptr || size_of(range) <= limits_.few_values) return std::nullopt;
  for (const frontend::Expr* condition : {code.condition, code.failure}) {
    const auto ranges = conditions_.restrictions(*condition);
    if (!ranges) continue;
    const auto part = ranges->find(input);
    if (part == ranges->end()) continue;
    if (part->second.low > range.low) return part->second.low;
    if (part->second.high < range.high) return part->second.high + 1;
  }
  return std::nullopt;
}

/// What the condition tells about inputs: goes on, or stays at the location with smaller ranges.
std::optional<EnumerationEngine::Move> EnumerationEngine::narrow(const Code& code) {
  if (conditions_.queries() >= max_queries) return std::nullopt;
  if (const auto holds = conditions_.decide(*code.condition)) return pass_decided(code, *holds);
  left_out_ = left_out_ || conditions_.may_be_undefined();
  const bool one = execution_.matters(code.next);
  const bool other = code.failure != nullptr && execution_.matters(code.otherwise);
  if (one == other) return std::nullopt;
  const frontend::Expr& condition = one ? *code.condition : *code.failure;
  const auto ranges = conditions_.restrictions(condition);
  if (!ranges) return conditions_.is_impossible(condition) ? std::optional(Move::ended) : std::nullopt;
  bool smaller = false;
  for (const auto& [input, range] : *ranges)
    if (conditions_.excludes(condition, input, range)) {
      execution_.state().restrict(input, range);
      smaller = true;
    }
  return smaller ? std::optional(Move::on) : std::nullopt;
}

/// The intervals decide the condition. If they were wrong, an execution would be lost at most on the way that is not
/// taken: a solver has to agree, unless that leads to no error.
std::optional<EnumerationEngine::Move> EnumerationEngine::pass_decided(const Code& code, bool holds) {
  const frontend::Expr* left_out = holds ? code.failure : code.condition;
  const bool may_fail = left_out != nullptr && execution_.matters(holds ? code.otherwise : code.next);
  if (may_fail && !conditions_.is_impossible(*left_out)) return std::nullopt;
  if (!holds && code.failure == nullptr) return Move::ended;
  return execution_.go_to(holds ? code.next : code.otherwise);
}

/// Goes back to the last choice that has a value left; false: all are done.
bool EnumerationEngine::next_choice() {
  while (!choices_.empty()) {
    Choice& choice = choices_.back();
    execution_.state().undo(choice.mark);
    summaries_.forget_active();
    const Integer next = choice.tried ? choice.tried->high + 1 : choice.range.low;
    if (next <= choice.range.high) {
      choice.tried = Interval::point(next);
      if (choice.cut) choice.tried->high = next < *choice.cut ? *choice.cut - 1 : choice.range.high;
      execution_.state().restrict(choice.input, *choice.tried);
      execution_.return_to(choice.position);
      return true;
    }
    execution_.state().drop_mark();
    choices_.pop_back();
  }
  return false;
}

/// False: the interpreter was asked and says something else.
bool EnumerationEngine::end_execution() {
  ++executions_;
  const bool is_sample = executions_ <= first_executions || (executions_ & (executions_ - 1)) == 0;
  if (is_sample && execution_.steps() <= max_confirmed_steps && !execution_.interpreter_agrees()) {
    reason_ = "the interpreter does not agree";
    return false;
  }
  return true;
}

/// The share of all edges that are executed, if the values of each choice are alike, or, where values are cut in two,
/// both parts (which they are where the cut is exact): foretold from each choice on, since one part may be done at once
/// and another be endless. The least is told.
double EnumerationEngine::part_done() const {
  const auto edges = static_cast<double>(edges_);
  double least = 1;
  for (const bool parts_are_alike : {true, false}) {
    double part = 1;  // of what the present choice leads to
    for (auto choice = choices_.rbegin(); choice != choices_.rend(); ++choice) {
      const auto all = static_cast<double>(size_of(choice->range));
      const auto before = static_cast<double>(Integer(choice->tried->low - choice->range.low));
      const auto now = choice->cut ? static_cast<double>(size_of(*choice->tried)) : 1;
      const bool are_parts = choice->is_exact || (choice->cut && parts_are_alike);
      part = are_parts ? (before > 0 ? 1 + part : part) / 2 : (before + now * part) / all;
      const auto begun = static_cast<double>(choice->edges);
      if (edges > begun) least = std::min(least, edges / (begun + (edges - begun) / part));
    }
  }
  return least;
}

/// An Error or Unsupported location is reached. Nothing: goes on, or a reason is set.
std::optional<StepResult> EnumerationEngine::arrive() {
  const RunEnd end = execution_.code().kind == LocationKind::Error ? RunEnd::Error : RunEnd::Unsupported;
  if (end == RunEnd::Unsupported && (unsupported_ || setting_.unsupported_is_reached())) return std::nullopt;
  if (!execution_.can_be_replayed()) {
    reason_ = "an execution to an error is too long to be replayed";
    return std::nullopt;
  }
  edges_ += execution_.edges_of_replay();
  if (end == RunEnd::Unsupported) {
    unsupported_ = true;
    if (auto run = execution_.replayed(program_, end, setting_.stop))
      return Found{std::move(*run)};  // the next turn goes on from here
    reason_ = "an execution did not replay";
    return std::nullopt;
  }
  if (auto run = execution_.replayed(setting_.program, end, setting_.stop)) return Found{std::move(*run)};
  if (setting_.wrapping != nullptr && !overflowing_)
    overflowing_ = execution_.replayed(*setting_.wrapping, end, setting_.stop);
  if (!overflowing_) reason_ = "an execution did not replay";
  return std::nullopt;
}

/// What was executed needs none; but memory is cells only as far as C's rules about types go.
std::vector<std::string> EnumerationEngine::assumptions() const {
  const bool is_plain = !left_out_ && program_.memory.cells.empty();
  return is_plain ? program_.assumptions : proof_assumptions(program_, setting_.flow);
}

/// All executions have ended.
StepResult EnumerationEngine::conclude() {
  if (overflowing_) return Found{std::move(*overflowing_)};
  if (unsupported_ || setting_.unsupported_is_reached()) return Exhausted{};
  return Proved{{Enumeration{executions_, conditions_.queries()}, assumptions()},
                program_.signed_overflow == frontend::SignedOverflow::wraps ? Proved::Overflow::covered
                                                                            : Proved::Overflow::left_out};
}

}  // namespace bireach::checker
