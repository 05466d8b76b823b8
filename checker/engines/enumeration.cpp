// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/enumeration.h"

#include <algorithm>
#include <map>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"
#include "checker/engines/schedule.h"
#include "frontend/program/math_results.h"
#include "frontend/program/memory_accesses.h"

namespace bireach::checker {

using frontend::Interval;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::RunEnd;
using logic::Integer;

namespace {

/// For one unit of work.
constexpr std::uint64_t edges_a_unit = 10;
/// What the interpreter's edge costs.
constexpr std::uint64_t interpreted_edge = 10;
const Integer max_values = Integer(1) << 20U;
constexpr std::size_t max_queries = 2000;
constexpr std::chrono::milliseconds query_limit{2000};
/// What the interpreter is asked to confirm.
constexpr std::uint64_t first_executions = 8;
constexpr std::uint64_t max_confirmed_steps = 50000;
/// A replay keeps all states.
constexpr std::uint64_t max_replayed_values = 4000000;

Integer size_of(const Interval& range) {
  return range.high - range.low + 1;
}

}  // namespace

EnumerationEngine::EnumerationEngine(const EngineSetting& setting, const EnumerationLimits& limits)
    : setting_(setting),
      limits_(limits),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      state_(program_, program_.signed_overflow),
      conditions_(state_, {program_.signed_overflow, std::min(query_limit, setting.options.query_time_limit),
                           setting.stop, &setting.statistics.solver}),
      location_(program_.initial) {
  compile();
}

void EnumerationEngine::compile() {
  code_.resize(program_.location_count());
  for (LocationId l = 0; l < code_.size(); ++l) {
    Code& code = code_[l];
    code.matters = setting_.flow.reaches_target[l];
    code.kind = program_.location(l).kind;
    const auto& outgoing = program_.outgoing(l);
    if (outgoing.empty()) continue;
    const frontend::Statement& statement = program_.edge(outgoing[0]).statement;
    code.next = program_.target(outgoing[0]);
    const frontend::Assume* assume = frontend::as_assume(statement);
    if (assume == nullptr) {
      code.statement = &statement;
      if (outgoing.size() > 1) reason_ = "a statement has two successors";
      continue;
    }
    code.condition = assume->condition.get();
    if (outgoing.size() == 1) continue;
    const frontend::Assume* other = frontend::as_assume(program_.edge(outgoing[1]).statement);
    const bool complements = outgoing.size() == 2 && other != nullptr &&
                             (frontend::same_expression(*frontend::make_not(assume->condition), *other->condition) ||
                              frontend::same_expression(*assume->condition, *frontend::make_not(other->condition)));
    if (!complements) {
      reason_ = "a branch has no complementary conditions";
      continue;
    }
    code.failure = other->condition.get();
    code.otherwise = program_.target(outgoing[1]);
  }
  if (!state_.is_possible()) reason_ = "the variables take too much room";
}

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
  if (!reason_.empty()) return GaveUp{std::string(name()) + ": " + reason_};
  const Stopwatch watch(setting_.statistics.time.enumeration);
  const auto begin = std::chrono::steady_clock::now();
  auto result = counted(
      1, setting_.statistics.solver, [this] { return edges_ / edges_a_unit; }, [this] { return advance(); });
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (result) return std::move(*result);
  if (reason_.empty() && has_chosen_ && static_cast<double>(edges_) > part_done() * limits_.max_edges)
    reason_ = "there are too many executions";
  if (!reason_.empty()) return GaveUp{std::string(name()) + ": " + reason_};
  return Progressed{};
}

/// One turn; nothing: there is more to do, or a reason why not.
std::optional<StepResult> EnumerationEngine::advance() {
  const std::uint64_t until = edges_ + limits_.turn_edges;
  const std::size_t queries_until = conditions_.queries() + 100;
  while (edges_ < until && conditions_.queries() < queries_until) {
    ++edges_;
    switch (execute()) {
      case Move::on:
        break;
      case Move::target:
        if (auto result = arrive()) return result;
        if (!reason_.empty()) return std::nullopt;
        [[fallthrough]];
      case Move::ended:
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

EnumerationEngine::Move EnumerationEngine::go_to(LocationId location) {
  location_ = location;
  ++steps_;
  if (code_[location].kind == LocationKind::Normal) return matters(location) ? Move::on : Move::ended;
  return code_[location].kind == LocationKind::Exit ? Move::ended : Move::target;
}

EnumerationEngine::Move EnumerationEngine::execute() {
  const Code& code = code_[location_];
  if (!code.matters) return Move::ended;
  if (code.kind != LocationKind::Normal) return Move::target;
  if (steps_ >= limits_.max_steps) {
    reason_ = "an execution does not end soon";
    return Move::lost;
  }
  if (code.condition != nullptr) return branch(code);
  const auto effect = frontend::match(
      *code.statement, [this](const frontend::Assign& assign) { return state_.assign(assign); },
      [](const frontend::Assume&) { return InputState::Effect::lost; },
      [this](const frontend::Havoc& havoc) { return state_.havoc(havoc, steps_); });
  return effect == InputState::Effect::done ? go_to(code.next) : not_done(effect, code);
}

EnumerationEngine::Move EnumerationEngine::branch(const Code& code) {
  bool holds = false;
  const auto effect = state_.condition(*code.condition, holds);
  if (effect != InputState::Effect::done) return not_done(effect, code);
  if (holds) return go_to(code.next);
  return code.failure != nullptr ? go_to(code.otherwise) : Move::ended;
}

/// Where the location's statement was not executed.
EnumerationEngine::Move EnumerationEngine::not_done(InputState::Effect effect, const Code& code) {
  switch (effect) {
    case InputState::Effect::ended:
      left_out_ = true;
      return Move::ended;
    case InputState::Effect::needs:
      return choose(code);
    case InputState::Effect::done:
    case InputState::Effect::lost:
      break;
  }
  return Move::lost;
}

/// An input's value is needed: tries them all, unless its range is large and the condition tells something about it.
EnumerationEngine::Move EnumerationEngine::choose(const Code& code) {
  const InputId input = state_.needed();
  if (code.condition != nullptr && size_of(state_.inputs()[input].range) > limits_.few_values)
    if (const auto move = narrow(code)) return *move;
  const Interval range = state_.inputs()[input].range;
  if (size_of(range) > max_values) {
    reason_ = "an input may have too many values";
    return Move::lost;
  }
  has_chosen_ = true;
  choices_.push_back({state_.mark(), location_, steps_, input, range, range.low});
  return next_choice() ? Move::on : Move::ended;
}

/// What the condition tells about inputs: goes on, or stays at the location with smaller ranges.
std::optional<EnumerationEngine::Move> EnumerationEngine::narrow(const Code& code) {
  if (conditions_.queries() >= max_queries) return std::nullopt;
  if (const auto holds = conditions_.decide(*code.condition)) return pass_decided(code, *holds);
  left_out_ = left_out_ || conditions_.may_be_undefined();
  const bool one = matters(code.next);
  const bool other = code.failure != nullptr && matters(code.otherwise);
  if (one == other) return std::nullopt;
  const frontend::Expr& condition = one ? *code.condition : *code.failure;
  const auto ranges = conditions_.restrictions(condition);
  if (!ranges) return conditions_.is_impossible(condition) ? std::optional(Move::ended) : std::nullopt;
  bool smaller = false;
  for (const auto& [input, range] : *ranges)
    if (conditions_.excludes(condition, input, range)) {
      state_.restrict(input, range);
      smaller = true;
    }
  return smaller ? std::optional(Move::on) : std::nullopt;
}

/// The intervals decide the condition. If they were wrong, an execution would be lost at most on the way that is not
/// taken: a solver has to agree, unless that leads to no error.
std::optional<EnumerationEngine::Move> EnumerationEngine::pass_decided(const Code& code, bool holds) {
  const frontend::Expr* left_out = holds ? code.failure : code.condition;
  const bool may_fail = left_out != nullptr && matters(holds ? code.otherwise : code.next);
  if (may_fail && !conditions_.is_impossible(*left_out)) return std::nullopt;
  if (!holds && code.failure == nullptr) return Move::ended;
  return go_to(holds ? code.next : code.otherwise);
}

/// Goes back to the last choice that has a value left; false: all are done.
bool EnumerationEngine::next_choice() {
  while (!choices_.empty()) {
    Choice& choice = choices_.back();
    state_.undo(choice.mark);
    if (choice.next <= choice.range.high) {
      state_.restrict(choice.input, Interval::point(choice.next));
      ++choice.next;
      location_ = choice.location;
      steps_ = choice.steps;
      return true;
    }
    state_.drop_mark();
    choices_.pop_back();
  }
  return false;
}

/// False: the interpreter was asked and says something else.
bool EnumerationEngine::end_execution() {
  ++executions_;
  const bool is_sample = executions_ <= first_executions || (executions_ & (executions_ - 1)) == 0;
  if (is_sample && steps_ <= max_confirmed_steps && !interpreter_agrees()) {
    reason_ = "the interpreter does not agree";
    return false;
  }
  return true;
}

/// The share of all executions that are done, if all choices are alike.
double EnumerationEngine::part_done() const {
  double part = 0;
  double share = 1;
  for (const Choice& choice : choices_) {
    share /= static_cast<double>(size_of(choice.range));
    part += share * static_cast<double>(choice.next - choice.range.low - 1);
  }
  return choices_.empty() ? 1 : part + share;
}

frontend::HavocOracle EnumerationEngine::chosen_inputs() const {
  std::map<std::uint64_t, logic::Value> values;
  for (const Input& input : state_.inputs()) {
    if (!input.element) {
      values[input.position] = input.range.low;
      continue;
    }
    logic::Value& array = values.try_emplace(input.position, logic::ArrayValue{}).first->second;
    std::get<logic::ArrayValue>(array).set(*input.element, input.range.low);
  }
  return [values = std::move(values)](frontend::EdgeId, std::size_t position) {
    const auto found = values.find(position);
    return found != values.end() ? found->second : logic::Value(Integer(0));
  };
}

bool EnumerationEngine::interpreter_agrees() const {
  const auto run = frontend::run(program_, chosen_inputs(), steps_, {}, frontend::KeptStates::first_and_last).execution;
  if (run.trace.size() != steps_ || !run.undefined.empty()) return false;
  return location_ == (run.trace.empty() ? program_.initial : program_.target(run.trace.back()));
}

/// An Error or Unsupported location is reached. Nothing: goes on, or a reason is set.
std::optional<StepResult> EnumerationEngine::arrive() {
  const RunEnd end = code_[location_].kind == LocationKind::Error ? RunEnd::Error : RunEnd::Unsupported;
  if (end == RunEnd::Unsupported && (unsupported_ || setting_.unsupported_is_reached())) return std::nullopt;
  if (steps_ * program_.variables.size() > max_replayed_values) {
    reason_ = "an execution to an error is too long to be replayed";
    return std::nullopt;
  }
  edges_ += steps_ * interpreted_edge;
  if (end == RunEnd::Unsupported) {
    unsupported_ = true;
    if (auto run = replayed(program_, end)) return Found{std::move(*run)};  // the next turn goes on from here
    reason_ = "an execution did not replay";
    return std::nullopt;
  }
  if (auto run = replayed(setting_.program, end)) return Found{std::move(*run)};
  if (setting_.wrapping != nullptr && !overflowing_) overflowing_ = replayed(*setting_.wrapping, end);
  if (!overflowing_) reason_ = "an execution did not replay";
  return std::nullopt;
}

/// The present execution, if it is one of this program without undefined behaviour, and one of a real machine.
std::optional<frontend::RunResult> EnumerationEngine::replayed(const frontend::Program& program, RunEnd end) const {
  auto run = frontend::run(program, chosen_inputs(), steps_ + 1, setting_.stop);
  if (run.end != end || run.execution.trace.size() != steps_ || !run.execution.undefined.empty()) return std::nullopt;
  if (end == RunEnd::Error && (!frontend::wrong_math_results(program, run.execution).empty() ||
                               !frontend::cells_are_disjoint(program, run.execution)))
    return std::nullopt;
  return run;
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
