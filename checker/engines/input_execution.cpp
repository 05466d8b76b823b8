// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/input_execution.h"

#include <algorithm>
#include <map>
#include <utility>

#include "frontend/program/real_execution.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::LocationKind;
using frontend::RunEnd;

namespace {

/// A replay keeps all states; so many values take about two gigabytes.
constexpr std::uint64_t max_replayed_values = 48000000;

}  // namespace

InputExecution::InputExecution(const frontend::Program& program, const ControlFlow& flow)
    : program_(program), state_(program_, program_.signed_overflow), position_{program_.initial} {
  compile(flow);
}

void InputExecution::compile(const ControlFlow& flow) {
  code_.resize(program_.location_count());
  for (LocationId l = 0; l < code_.size(); ++l) {
    Code& code = code_[l];
    code.matters = flow.reaches_target[l];
    code.kind = program_.location(l).kind;
    const auto& outgoing = program_.outgoing(l);
    if (outgoing.empty()) continue;
    const frontend::Statement& statement = program_.edge(outgoing[0]).statement;
    code.next = program_.target(outgoing[0]);
    const frontend::Assume* assume = frontend::as_assume(statement);
    if (assume == nullptr) {
      code.statement = &statement;
      if (outgoing.size() > 1) obstacle_ = "a statement has two successors";
      continue;
    }
    code.condition = assume->condition.get();
    if (outgoing.size() == 1) continue;
    const frontend::Assume* other = frontend::as_assume(program_.edge(outgoing[1]).statement);
    const bool complements = outgoing.size() == 2 && other != nullptr &&
                             (frontend::same_expression(*frontend::make_not(assume->condition), *other->condition) ||
                              frontend::same_expression(*assume->condition, *frontend::make_not(other->condition)));
    if (!complements) {
      obstacle_ = "a branch has no complementary conditions";
      continue;
    }
    code.failure = other->condition.get();
    code.otherwise = program_.target(outgoing[1]);
  }
  if (!state_.is_possible()) obstacle_ = "the variables take too much room";
}

void InputExecution::skip_to(LocationId location, std::uint64_t steps) {
  position_ = {location, position_.steps + steps, position_.skipped + steps};
}

InputExecution::Move InputExecution::go_to(LocationId location) {
  position_.location = location;
  ++position_.steps;
  if (code_[location].kind == LocationKind::Normal) return matters(location) ? Move::on : Move::ended;
  return code_[location].kind == LocationKind::Exit ? Move::ended : Move::target;
}

InputExecution::Move InputExecution::execute() {
  const Code& code = code_[position_.location];
  if (!code.matters) return Move::ended;
  if (code.kind != LocationKind::Normal) return Move::target;
  if (code.condition != nullptr) return branch(code);
  const auto effect = frontend::match(
      *code.statement, [this](const frontend::Assign& assign) { return state_.assign(assign); },
      [](const frontend::Assume&) { return InputState::Effect::lost; },
      [this](const frontend::Havoc& havoc) { return state_.havoc(havoc, position_.steps); });
  return effect == InputState::Effect::done ? go_to(code.next) : not_done(effect);
}

InputExecution::Move InputExecution::branch(const Code& code) {
  bool holds = false;
  const auto effect = state_.condition(*code.condition, holds);
  if (effect != InputState::Effect::done) return not_done(effect);
  if (holds) return go_to(code.next);
  return code.failure != nullptr ? go_to(code.otherwise) : Move::ended;
}

/// Where the location's statement was not executed.
InputExecution::Move InputExecution::not_done(InputState::Effect effect) {
  switch (effect) {
    case InputState::Effect::ended:
      return Move::left_out;
    case InputState::Effect::needs:
      return Move::needs;
    case InputState::Effect::done:
    case InputState::Effect::lost:
      break;
  }
  return Move::lost;
}

frontend::HavocOracle InputExecution::inputs() const {
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
    return found != values.end() ? found->second : logic::Value(logic::Integer(0));
  };
}

bool InputExecution::interpreter_agrees() const {
  const auto run =
      frontend::run(program_, inputs(), position_.steps, {}, frontend::KeptStates::first_and_last).execution;
  if (run.trace.size() != position_.steps || !run.undefined.empty()) return false;
  return position_.location == (run.trace.empty() ? program_.initial : program_.target(run.trace.back()));
}

bool InputExecution::can_be_replayed() const {
  return position_.steps <= max_replayed_values / std::max<std::size_t>(1, program_.variables.size());
}

std::optional<frontend::RunResult> InputExecution::replayed(const frontend::Program& program, RunEnd end,
                                                            const std::stop_token& stop) const {
  auto run = frontend::run(program, inputs(), position_.steps + 1, stop);
  if (run.end != end || run.execution.trace.size() != position_.steps || !run.execution.undefined.empty())
    return std::nullopt;
  if (end == RunEnd::Error && !frontend::is_real_execution(program, run.execution)) return std::nullopt;
  return run;
}

}  // namespace bireach::checker
