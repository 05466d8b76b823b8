// SPDX-License-Identifier: Apache-2.0
/// Random straight-line traces over tiny domains: analyze_trace against enumeration of Definition 3.1.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <sstream>

#include "relevance/statements/trace_relevance.h"
#include "tests/relevance/statements/trace_builder.h"
#include "tests/support/sampling.h"

using namespace bireach;
using namespace bireach::test;
using frontend::Arithmetic;
using frontend::ConcreteState;
using logic::ArrayValue;
using logic::Integer;
using logic::Value;
using relevance::Fix;
using relevance::Relevance;

namespace {

constexpr ScalarType u2 = unsigned_integer(2);
constexpr ScalarType u3 = unsigned_integer(3);
constexpr ScalarType s3 = signed_integer(3);

/// All values of a variable of the program.
std::vector<Value> domain(const frontend::Variable& variable) {
  std::vector<Value> result;
  std::vector<Integer> scalars;
  for (Integer v = variable.type.min(); v <= variable.type.max(); ++v) scalars.push_back(v);
  if (!variable.array) {
    result.assign(scalars.begin(), scalars.end());
    return result;
  }
  std::vector<ArrayValue> arrays(1);
  for (Integer index = 0; index < variable.array->size; ++index) {
    std::vector<ArrayValue> longer;
    for (const auto& array : arrays) {
      for (const auto& v : scalars) {
        longer.push_back(array);
        longer.back().set(index, v);
      }
    }
    arrays = std::move(longer);
  }
  result.assign(arrays.begin(), arrays.end());
  return result;
}

std::vector<ConcreteState> all_states(const frontend::Program& program) {
  std::vector<ConcreteState> states(1);
  for (const auto& variable : program.variables) {
    std::vector<ConcreteState> longer;
    for (const auto& state : states) {
      for (const auto& value : domain(variable)) {
        longer.push_back(state);
        longer.back().push_back(value);
      }
    }
    states = std::move(longer);
  }
  return states;
}

/// Definition 3.1 by enumeration: sets of states as vectors of bools over all states.
class Enumeration {
 public:
  explicit Enumeration(const TraceBuilder& t) : program_(t.program), trace_(t.trace), states_(all_states(t.program)) {
    const std::size_t n = trace_.size();
    for (std::size_t s = 0; s < states_.size(); ++s) number_.emplace(key(states_[s]), s);
    for (std::size_t k = 0; k < n; ++k) successors_.push_back(successors(k));
    coreachable_.assign(n + 1, std::vector<bool>(states_.size(), true));
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t s = 0; s < states_.size(); ++s) {
        bool found = false;
        for (std::size_t next : successors_[k][s]) found = found || coreachable_[k + 1][next];
        coreachable_[k][s] = found;
      }
    }
    reachable_.assign(n + 1, std::vector<bool>(states_.size(), false));
    reachable_[0].assign(states_.size(), true);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t s = 0; s < states_.size(); ++s)
        for (std::size_t next : successors_[k][s])
          reachable_[k + 1][next] = reachable_[k + 1][next] || reachable_[k][s];
    }
  }

  /// Some execution, if the trace is feasible.
  std::optional<frontend::Execution> execution(std::mt19937& random) const {
    std::vector<std::size_t> possible;
    for (std::size_t s = 0; s < states_.size(); ++s)
      if (coreachable_[0][s]) possible.push_back(s);
    if (possible.empty()) return std::nullopt;
    frontend::Execution result;
    result.trace = trace_;
    std::size_t s = possible[random() % possible.size()];
    result.states.push_back(states_[s]);
    for (std::size_t k = 0; k < trace_.size(); ++k) {
      possible.clear();
      for (std::size_t next : successors_[k][s])
        if (coreachable_[k + 1][next]) possible.push_back(next);
      s = possible[random() % possible.size()];
      result.states.push_back(states_[s]);
    }
    return result;
  }

  /// How many bireachable states this value of the target blocks at the position, and how many there are.
  std::pair<std::size_t, std::size_t> blocked(std::size_t position, const Value& value) const {
    std::size_t count = 0, total = 0;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (reachable_[position][s] && coreachable_[position][s]) {
        ++total;
        count += coreachable_[position + 1][number_.at(key(with_target(position, states_[s], value)))] ? 0U : 1U;
      }
    }
    return {count, total};
  }

  /// Can some input, whether it takes the trace to its end or not, do so when the target gets this value?
  bool passes_with(std::size_t position, const Value& value) const {
    for (std::size_t s = 0; s < states_.size(); ++s)
      if (reachable_[position][s] && has_target(position, states_[s]) &&
          coreachable_[position + 1][number_.at(key(with_target(position, states_[s], value)))])
        return true;
    return false;
  }

  /// Every input that takes the trace to its end is kept from it by an assumption when the target gets this value.
  bool reaching_end_at_assumptions(std::size_t position, const Value& value) const {
    constexpr std::size_t at_assumption = static_cast<std::size_t>(-1);
    std::set<std::pair<std::size_t, std::size_t>> pairs;  // the states as the program is, and with the value
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (reachable_[position][s]) {
        const std::size_t other = number_.at(key(with_target(position, states_[s], value)));
        for (const std::size_t next : successors_[position][s]) pairs.emplace(next, other);
      }
    }
    for (std::size_t k = position + 1; k < trace_.size(); ++k) {
      std::set<std::pair<std::size_t, std::size_t>> after;
      for (const auto& [s, other] : pairs) {
        for (const Value& choice : choices(k)) {
          bool undefined = false;
          const auto next = step(k, s, choice, undefined);
          if (!next || !coreachable_[k + 1][*next]) continue;
          const auto changed = other == at_assumption ? std::optional(other) : step(k, other, choice, undefined);
          if (undefined) return false;
          after.emplace(*next, changed.value_or(at_assumption));
        }
      }
      pairs = std::move(after);
    }
    return std::all_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.second == at_assumption; });
  }

  bool relevant(std::size_t position) const {
    for (const Value& value : target_domain(position))
      if (blocked(position, value).first > 0) return true;
    return false;
  }

 private:
  /// Values beyond an array's size do not count.
  std::string key(const ConcreteState& state) const {
    std::string text;
    for (std::size_t v = 0; v < state.size(); ++v) {
      if (const auto* array = std::get_if<ArrayValue>(&state[v]))
        for (Integer index = 0; index < program_.variables[v].array->size; ++index)
          text += array->at(index).str() + ",";
      else
        text += logic::to_string(state[v]);
      text += ";";
    }
    return text;
  }

  const frontend::LValue* target(std::size_t position) const {
    const auto& statement = program_.edge(trace_[position]).statement;
    if (const auto* assign = std::get_if<frontend::Assign>(&statement)) return &assign->target;
    const auto* havoc = std::get_if<frontend::Havoc>(&statement);
    return havoc != nullptr ? &havoc->target : nullptr;
  }

  std::vector<Value> target_domain(std::size_t position) const {
    frontend::Variable variable = program_.variables[target(position)->variable];
    if (target(position)->index) variable.array.reset();
    return domain(variable);
  }

  /// Does the element that is assigned lie in its array? Else that is undefined, whatever the value.
  bool has_target(std::size_t position, const ConcreteState& state) const {
    const auto& lvalue = *target(position);
    if (!lvalue.index) return true;
    std::vector<frontend::UndefinedEvent> events;
    const auto index = frontend::evaluate(program_, *lvalue.index, state, trace_[position], events);
    return events.empty() && index >= 0 && index < program_.variables[lvalue.variable].array->size;
  }

  ConcreteState with_target(std::size_t position, ConcreteState state, const Value& value) const {
    const auto& lvalue = *target(position);
    if (lvalue.index) {
      std::vector<frontend::UndefinedEvent> events;
      const auto index = frontend::evaluate(program_, *lvalue.index, state, trace_[position], events);
      std::get<ArrayValue>(state[lvalue.variable]).set(index, std::get<Integer>(value));
    } else if (const auto& statement = program_.edge(trace_[position]).statement;
               frontend::keeps_other_elements(statement)) {
      for (const auto& [index, element] : *frontend::assigned_table(statement)->elements)
        std::get<ArrayValue>(state[lvalue.variable]).set(index, Integer(std::get<ArrayValue>(value).at(index)));
    } else {
      state[lvalue.variable] = value;
    }
    return state;
  }

  std::vector<Value> choices(std::size_t k) const {
    const bool havoc = std::holds_alternative<frontend::Havoc>(program_.edge(trace_[k]).statement);
    return havoc ? target_domain(k) : std::vector<Value>{Value{Integer{0}}};
  }

  /// Nothing if an assumption fails, or with undefined behaviour.
  std::optional<std::size_t> step(std::size_t k, std::size_t s, const Value& choice, bool& undefined) const {
    ConcreteState state = states_[s];
    std::vector<frontend::UndefinedEvent> events;
    const auto end = frontend::execute_edge(
        program_, trace_[k], state, [&](frontend::EdgeId, std::size_t) { return choice; }, k, events);
    undefined = undefined || !events.empty();
    if (end != frontend::StepResult::done || !events.empty()) return std::nullopt;
    return number_.at(key(state));
  }

  std::vector<std::vector<std::size_t>> successors(std::size_t k) const {
    std::vector<std::vector<std::size_t>> result(states_.size());
    bool undefined = false;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      for (const Value& choice : choices(k))
        if (const auto next = step(k, s, choice, undefined)) result[s].push_back(*next);
    }
    return result;
  }

  const frontend::Program& program_;
  const frontend::Trace& trace_;
  std::vector<ConcreteState> states_;
  std::map<std::string, std::size_t> number_;
  std::vector<std::vector<std::vector<std::size_t>>> successors_;
  std::vector<std::vector<bool>> reachable_, coreachable_;
};

/// Random statements over a few variables of tiny types.
class RandomTrace {
 public:
  RandomTrace(std::mt19937& random, bool with_array, bool bit_operations, bool with_tables)
      : random_(random), bit_operations_(bit_operations), with_tables_(with_tables) {
    scalars_ = {t.variable("b", bool_type), t.variable("x", u2), t.variable("y", u3)};
    if (with_array)
      array_ = t.array("a", u2, 2);
    else
      scalars_.push_back(t.variable("z", s3));
    const std::size_t length = 4 + pick(5);
    for (std::size_t k = 0; k < length; ++k) statement();
  }

  TraceBuilder t;

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }

  void statement() {
    const VariableId v = scalars_[pick(scalars_.size())];
    const ScalarType type = t.program.variables[v].type;
    switch (pick(array_ ? 10 : 7)) {
      case 0:
      case 1:
        t.havoc(v);
        return;
      case 2:
      case 3:
        t.assign(v, convert(expression(2), type));
        return;
      case 4:
      case 5:
      case 6:
        t.assume(condition(2));
        return;
      case 7:
        t.havoc_element(*array_, index());
        return;
      case 8:
        t.assign_element(*array_, index(), convert(expression(1), u2));
        return;
      default:
        if (with_tables_ && pick(3) != 0) return table();
        pick(2) == 0 ? t.havoc(*array_) : t.assign(*array_, convert(expression(1), u2));
        return;
    }
  }

  void table() {
    logic::ElementMap elements;
    for (int i = 0; i < 2; ++i)
      if (pick(3) != 0) elements.insert_or_assign(i, Integer(pick(4)));
    t.assign(*array_,
             frontend::make_table(pick(3) == 0 ? TraceBuilder::number(static_cast<long>(pick(4)), u2) : t.use(*array_),
                                  elements));
  }

  /// Mostly in bounds.
  ExprPtr index() {
    return pick(3) == 0 ? convert(t.use(scalars_[pick(scalars_.size())]), int_type)
                        : TraceBuilder::number(static_cast<long>(pick(2)));
  }

  static ExprPtr convert(ExprPtr e, ScalarType type) {
    return e->type == type ? std::move(e) : frontend::make_cast(std::move(e), type);
  }

  ExprPtr leaf() {
    switch (pick(array_ ? 4 : 3)) {
      case 0: {
        const ScalarType types[] = {u2, u3, s3};
        const ScalarType type = types[pick(3)];
        return TraceBuilder::number(static_cast<long>(pick(4)), type.contains(3) ? type : u3);
      }
      case 1:
      case 2:
        return t.use(scalars_[pick(scalars_.size())]);
      default:
        return t.element(*array_, index());
    }
  }

  ExprPtr expression(int depth) {
    if (depth == 0 || pick(3) == 0) return leaf();
    if (pick(8) == 0) {
      return frontend::make_conditional(condition(depth - 1), convert(expression(depth - 1), u3),
                                        convert(expression(depth - 1), u3), u3);
    }
    const ScalarType types[] = {u2, u3, s3, int_type};
    const ScalarType type = types[pick(4)];
    const BinaryOp plain[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem};
    const BinaryOp bits[] = {BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor};
    const BinaryOp op = bit_operations_ && pick(3) == 0 ? bits[pick(3)] : plain[pick(5)];
    return frontend::make_binary(op, convert(expression(depth - 1), type), convert(expression(depth - 1), type), type);
  }

  ExprPtr condition(int depth) {
    if (pick(6) == 0 && depth > 0) {
      return frontend::make_binary(pick(2) == 0 ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, condition(depth - 1),
                                   condition(depth - 1), int_type);
    }
    const BinaryOp ops[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Ge};
    const ScalarType types[] = {u2, u3, s3};
    const ScalarType type = types[pick(3)];
    return frontend::make_binary(ops[pick(5)], convert(expression(depth - 1 > 0 ? depth - 1 : 0), type),
                                 convert(expression(depth - 1 > 0 ? depth - 1 : 0), type), int_type);
  }

  std::mt19937& random_;
  bool bit_operations_;
  bool with_tables_;
  std::vector<VariableId> scalars_;
  std::optional<VariableId> array_;
};

std::string describe(const TraceBuilder& t) {
  std::ostringstream text;
  for (std::size_t k = 0; k < t.trace.size(); ++k)
    text << k << ": " << frontend::to_string(t.program, t.program.edge(t.trace[k]).statement) << "\n";
  return text.str();
}

struct Counts {
  int traces = 0, relevant = 0, irrelevant = 0, one = 0, reaching = 0, all = 0, defined = 0;
};

void check_fix(const Enumeration& expected, const relevance::StatementRelevance& entry, Counts& counts) {
  const auto [blocked, total] = expected.blocked(entry.position, entry.fix->value);
  CHECK(blocked > 0);
  CHECK(entry.fix->blocks != Fix::Blocks::unknown);
  const bool all = entry.fix->blocks == Fix::Blocks::all;
  const bool reaching = all || entry.fix->blocks == Fix::Blocks::reaching;
  CHECK(reaching == (blocked == total));
  if (expected.passes_with(entry.position, entry.fix->value))
    CHECK(!all);
  else
    CHECK((all || (reaching && entry.fix->defined)));
  if (entry.fix->defined) {
    CHECK(reaching);
    CHECK(expected.reaching_end_at_assumptions(entry.position, entry.fix->value));
    ++counts.defined;
  }
  ++(all ? counts.all : reaching ? counts.reaching : counts.one);
}

void check_trace(const TraceBuilder& t, const frontend::Execution& execution, const Enumeration& expected,
                 Arithmetic arithmetic, Counts& counts) {
  relevance::RelevanceConfig config;
  config.arithmetic = arithmetic;
  config.time_limit_per_position = std::chrono::milliseconds{20000};
  const auto report = relevance::analyze_trace(t.program, execution, config);
  for (const auto& entry : report.positions) {
    CAPTURE(entry.position);
    CAPTURE(entry.reason.text);
    const bool relevant = expected.relevant(entry.position);
    CHECK(relevance::to_string(entry.relevance) == (relevant ? "relevant" : "irrelevant"));
    ++(relevant ? counts.relevant : counts.irrelevant);
    if (entry.fix) check_fix(expected, entry, counts);
  }
  config.jobs = 2;
  const auto again = relevance::analyze_trace(t.program, execution, config);
  REQUIRE(again.positions.size() == report.positions.size());
  for (std::size_t i = 0; i < report.positions.size(); ++i) {
    CHECK(again.positions[i].position == report.positions[i].position);
    CHECK(again.positions[i].relevance == report.positions[i].relevance);
    REQUIRE(again.positions[i].fix.has_value() == report.positions[i].fix.has_value());
    if (report.positions[i].fix) {
      CHECK(again.positions[i].fix->value == report.positions[i].fix->value);
      CHECK(again.positions[i].fix->blocks == report.positions[i].fix->blocks);
      CHECK(again.positions[i].fix->defined == report.positions[i].fix->defined);
    }
  }
}

Counts compare(unsigned seed, int traces, bool with_array, bool bit_operations, bool with_tables = false) {
  Counts counts;
  std::mt19937 random(seed);
  while (counts.traces < testing::rounds(traces)) {
    const RandomTrace generated(random, with_array, bit_operations, with_tables);
    const Enumeration expected(generated.t);
    const auto execution = expected.execution(random);
    if (!execution) continue;
    ++counts.traces;
    INFO(describe(generated.t));
    for (Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
      CAPTURE(static_cast<int>(arithmetic));
      check_trace(generated.t, *execution, expected, arithmetic, counts);
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("random traces over scalars agree with the definition") {
  const Counts counts = compare(1, 60, false, false);
  CHECK(testing::is_often(counts.relevant, 50));
  CHECK(testing::is_often(counts.irrelevant, 50));
  CHECK(testing::is_often(counts.one, 5));
  CHECK(testing::is_often(counts.reaching, 5));  // the stronger claims have a time limit
  CHECK(testing::is_often(counts.all, 20));
  CHECK(testing::is_often(counts.defined, 20));
}

TEST_CASE("random traces with bit operations agree with the definition") {
  compare(2, 25, false, true);
}

TEST_CASE("random traces with arrays agree with the definition") {
  const Counts counts = compare(3, 60, true, false);
  CHECK(testing::is_often(counts.relevant, 50));
  CHECK(testing::is_often(counts.irrelevant, 50));
}

TEST_CASE("random traces with tables agree with the definition, by which other elements are none of theirs") {
  const Counts counts = compare(4, 60, true, false, true);
  CHECK(testing::is_often(counts.relevant, 50));
  CHECK(testing::is_often(counts.irrelevant, 50));
}
