// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/trace_relevance.h"

#include <doctest/doctest.h>

#include <set>

#include "tests/relevance/statements/trace_builder.h"

using namespace bireach;
using namespace bireach::test;
using frontend::Arithmetic;
using relevance::Fix;
using relevance::Relevance;
using relevance::RelevanceConfig;
using relevance::RelevanceReport;

namespace {

RelevanceReport analyze(const TraceBuilder& t, const std::map<std::size_t, logic::Value>& choices,
                        Arithmetic arithmetic, unsigned jobs = 1) {
  RelevanceConfig config;
  config.arithmetic = arithmetic;
  config.jobs = jobs;
  config.time_limit_per_position = std::chrono::milliseconds{20000};
  return relevance::analyze_trace(t.program, t.execute(choices), config);
}

std::set<std::size_t> with_label(const RelevanceReport& report, Relevance label) {
  std::set<std::size_t> result;
  for (const auto& entry : report.positions)
    if (entry.relevance == label) result.insert(entry.position);
  return result;
}

const relevance::StatementRelevance& at(const RelevanceReport& report, std::size_t position) {
  for (const auto& entry : report.positions)
    if (entry.position == position) return entry;
  throw std::out_of_range("not an assigning position");
}

using Positions = std::set<std::size_t>;
constexpr Arithmetic both[] = {Arithmetic::integer, Arithmetic::bitvector};

ExprPtr is_zero(const ExprPtr& e) {
  return TraceBuilder::binary(BinaryOp::Eq, e, TraceBuilder::number(0, e->type));
}
ExprPtr not_zero(const ExprPtr& e) {
  return TraceBuilder::binary(BinaryOp::Ne, e, TraceBuilder::number(0, e->type));
}

/// p1 := 0; p2 := 0; i := 1; i < 10; i != 0
struct Figure1 {
  TraceBuilder t;
  VariableId p1 = t.variable("p1"), p2 = t.variable("p2"), i = t.variable("i");
  std::size_t set_p1 = t.assign(p1, TraceBuilder::number(0)), set_p2 = t.assign(p2, TraceBuilder::number(0)),
              set_i = t.assign(i, TraceBuilder::number(1));

  Figure1() {
    t.assume(TraceBuilder::binary(BinaryOp::Lt, t.use(i), TraceBuilder::number(10)));
    t.assume(not_zero(t.use(i)));
  }
  void fail() { t.assume(TraceBuilder::binary(BinaryOp::LogicalOr, is_zero(t.use(p1)), is_zero(t.use(p2)))); }
};

}  // namespace

TEST_CASE("figure 1: only the initial value of the loop counter is relevant") {
  for (Arithmetic arithmetic : both) {
    Figure1 f;
    f.fail();
    const auto report = analyze(f.t, {}, arithmetic);
    CHECK(report.positions.size() == 3);
    CHECK(with_label(report, Relevance::relevant) == Positions{f.set_i});
    CHECK(with_label(report, Relevance::unknown).empty());
    REQUIRE(at(report, f.set_i).fix.has_value());
    CHECK(at(report, f.set_i).fix->value == 0);
    CHECK(at(report, f.set_i).fix->blocks == Fix::Blocks::all);
    CHECK(!at(report, f.set_p1).fix.has_value());
    CHECK(report.execution.trace == f.t.trace);
  }
}

TEST_CASE("figure 2: the flag is relevant where the request is made, the request in both traces") {
  for (Arithmetic arithmetic : both) {
    for (bool requested : {true, false}) {
      Figure1 f;
      const auto stop_on_request = f.t.variable("stopOnRequest", bool_type);
      const auto stop_requested = f.t.variable("stopRequested", bool_type);
      const auto flag = f.t.assign(stop_on_request, TraceBuilder::number(0, bool_type));
      const auto request = f.t.havoc(stop_requested);
      if (requested) {
        f.t.assume(not_zero(f.t.use(stop_requested)));
        f.t.assume(is_zero(f.t.use(stop_on_request)));
      } else {
        f.t.assume(is_zero(f.t.use(stop_requested)));
      }
      f.fail();
      const auto report = analyze(f.t, {{request, logic::Integer{requested ? 1 : 0}}}, arithmetic);
      CHECK(with_label(report, Relevance::relevant) ==
            (requested ? Positions{f.set_i, flag, request} : Positions{f.set_i, request}));
      CHECK(with_label(report, Relevance::unknown).empty());
      CHECK(at(report, request).fix->value == (requested ? 0 : 1));
      CHECK(at(report, request).fix->blocks == Fix::Blocks::all);
    }
  }
}

TEST_CASE("a later havoc that can make up for the constant keeps a statement irrelevant") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto x = t.variable("x"), y = t.variable("y");
    const auto set_x = t.assign(x, TraceBuilder::number(7));
    const auto set_y = t.havoc(y);
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.use(x), t.use(y)));
    const auto report = analyze(t, {{set_y, logic::Integer{7}}}, arithmetic);
    CHECK(with_label(report, Relevance::irrelevant) == Positions{set_x});
    CHECK(with_label(report, Relevance::relevant) == Positions{set_y});
  }
}

TEST_CASE("a later havoc that cannot make up for every constant") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto x = t.variable("x"), y = t.variable("y", unsigned_char);
    const auto set_x = t.assign(x, TraceBuilder::number(7));
    const auto set_y = t.havoc(y);
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.use(x), frontend::make_cast(t.use(y), int_type)));
    const auto report = analyze(t, {{set_y, logic::Integer{7}}}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{set_x, set_y});
    const auto& fix = at(report, set_x).fix;
    REQUIRE(fix.has_value());
    CHECK((fix->value < 0 || fix->value > 255));
    CHECK(fix->blocks == Fix::Blocks::all);
  }
}

TEST_CASE("a constant that blocks one execution but not all") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto n = t.variable("n"), x = t.variable("x");
    const auto input = t.havoc(n);
    const auto set_x = t.assign(x, t.use(n));
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.use(x), t.use(n)));
    const auto report = analyze(t, {{input, logic::Integer{5}}}, arithmetic);
    CHECK(with_label(report, Relevance::irrelevant) == Positions{input});
    REQUIRE(at(report, set_x).fix.has_value());
    CHECK(at(report, set_x).fix->blocks == Fix::Blocks::one);
  }
}

TEST_CASE("a constant that blocks the inputs that reached the end, but not all") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto n = t.variable("n"), x = t.variable("x");
    const auto input = t.havoc(n);
    const auto set_x = t.assign(x, TraceBuilder::number(0));
    t.assume(TraceBuilder::binary(BinaryOp::Eq, TraceBuilder::binary(BinaryOp::Add, t.use(n), t.use(x)),
                                  TraceBuilder::number(5)));
    const auto report = analyze(t, {{input, logic::Integer{5}}}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{input, set_x});
    CHECK(at(report, input).fix->blocks_every_input());
    REQUIRE(at(report, set_x).fix.has_value());
    // With the least value an overflow would be needed: no reason to prefer it.
    CHECK(at(report, set_x).fix->value == 1);
    CHECK(at(report, set_x).fix->blocks == Fix::Blocks::reaching);
    CHECK(at(report, set_x).fix->defined);
  }
}

TEST_CASE("a constant that blocks every input is preferred") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto n = t.variable("n", unsigned_char), x = t.variable("x");
    const auto input = t.havoc(n);
    const auto set_x = t.assign(x, TraceBuilder::number(3));
    t.assume(TraceBuilder::binary(BinaryOp::Ge, frontend::make_cast(t.use(n), int_type), t.use(x)));
    const auto report = analyze(t, {{input, logic::Integer{3}}}, arithmetic);
    REQUIRE(at(report, set_x).fix.has_value());
    CHECK(at(report, set_x).fix->value > 255);
    CHECK(at(report, set_x).fix->blocks_every_input());
  }
}

TEST_CASE("relevant for another execution than the given one") {
  // With n = 0 every x passes; with n = 1 the x must be positive.
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto n = t.variable("n", bool_type), x = t.variable("x");
    t.havoc(n);
    const auto set_x = t.assign(x, TraceBuilder::number(3));
    t.assume(TraceBuilder::binary(BinaryOp::LogicalOr, is_zero(t.use(n)),
                                  TraceBuilder::binary(BinaryOp::Gt, t.use(x), TraceBuilder::number(0))));
    const auto report = analyze(t, {}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{set_x});
    REQUIRE(at(report, set_x).fix.has_value());
    CHECK(at(report, set_x).fix->value <= 0);
    CHECK(at(report, set_x).fix->blocks == Fix::Blocks::one);
  }
}

TEST_CASE("a block by an assumption is preferred to undefined behaviour") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto d = t.variable("d"), q = t.variable("q");
    const auto set_d = t.assign(d, TraceBuilder::number(5));
    t.assign(q, TraceBuilder::binary(BinaryOp::Div, TraceBuilder::number(100), t.use(d)));
    t.assume(TraceBuilder::binary(BinaryOp::Le, t.use(q), TraceBuilder::number(20)));
    const auto report = analyze(t, {}, arithmetic);
    REQUIRE(at(report, set_d).relevance == Relevance::relevant);
    REQUIRE(at(report, set_d).fix.has_value());
    CHECK(at(report, set_d).fix->value == 1);  // 0 divides by zero, -1 passes
    CHECK(at(report, set_d).fix->blocks == Fix::Blocks::all);
  }
}

TEST_CASE("blocked by undefined behaviour only") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto d = t.variable("d"), q = t.variable("q");
    const auto set_d = t.assign(d, TraceBuilder::number(5));
    const auto set_q = t.assign(q, TraceBuilder::binary(BinaryOp::Rem, TraceBuilder::number(7), t.use(d)));
    const auto report = analyze(t, {}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{set_d});
    CHECK(with_label(report, Relevance::irrelevant) == Positions{set_q});
    CHECK(at(report, set_d).fix->value == 0);
  }
}

TEST_CASE("a constant that blocks whatever is chosen later is preferred to undefined behaviour") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto k = t.variable("k"), m = t.variable("m"), r = t.variable("r");
    const auto input = t.havoc(k);
    const auto later = t.havoc(m);
    t.assume(TraceBuilder::binary(BinaryOp::Ne, t.use(k), TraceBuilder::number(2)));
    t.assign(r, TraceBuilder::binary(BinaryOp::Div, t.use(m), t.use(k)));
    const auto next = TraceBuilder::binary(BinaryOp::Add, t.use(m), TraceBuilder::number(1));
    t.assume(TraceBuilder::binary(BinaryOp::Ne, t.use(r), next));
    const auto report = analyze(t, {{input, logic::Integer{7}}, {later, logic::Integer{9}}}, arithmetic);
    // Division by zero blocks every execution as well.
    REQUIRE(at(report, input).fix.has_value());
    CHECK(at(report, input).fix->value == 2);
    CHECK(at(report, input).fix->blocks_every_input());
  }
}

TEST_CASE("array elements are targets of their own") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto a = t.array("a", int_type, 3);
    const auto i = t.variable("i");
    const auto clear = t.assign(a, TraceBuilder::number(0));
    const auto set_i = t.assign(i, TraceBuilder::number(1));
    const auto first = t.assign_element(a, TraceBuilder::number(0), TraceBuilder::number(4));
    const auto second = t.assign_element(a, t.use(i), TraceBuilder::number(9));
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.element(a, TraceBuilder::number(1)), TraceBuilder::number(9)));
    const auto report = analyze(t, {}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{set_i, second});
    CHECK(with_label(report, Relevance::irrelevant) == Positions{clear, first});
    CHECK(at(report, second).fix->value == 0);
    CHECK(at(report, second).fix->blocks == Fix::Blocks::all);
    // An index out of bounds blocks too, but 0 and 2 block by the assumption.
    CHECK(at(report, set_i).fix->value == 0);
  }
}

TEST_CASE("whole arrays: relevant, without a value") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto a = t.array("a", unsigned_char, 2);
    const auto b = t.array("b", unsigned_char, 2);
    const auto fill = t.havoc(a);
    const auto copy = t.assign(b, t.use(a));
    t.assume(is_zero(t.element(b, TraceBuilder::number(1))));
    // True of every element, whatever the array: its type says so.
    t.assume(TraceBuilder::binary(BinaryOp::Le, t.element(a, TraceBuilder::number(0)),
                                  TraceBuilder::number(255, unsigned_char)));
    const auto report = analyze(t, {{fill, logic::ArrayValue{}}}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{fill, copy});
    CHECK(!at(report, copy).fix.has_value());
  }
}

TEST_CASE("tables in one array: each is about its own elements") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto a = t.array("a", unsigned_char, 6);
    const auto i = t.variable("i", unsigned_char);
    const auto first = t.assign(a, frontend::make_table(t.use(a), {{0, 1}, {1, 2}, {2, 3}}));
    const auto second = t.assign(a, frontend::make_table(t.use(a), {{3, 4}, {4, 5}, {5, 6}}));
    const auto choose = t.havoc(i);
    t.assume(TraceBuilder::binary(BinaryOp::Ge, t.use(i), TraceBuilder::number(3, unsigned_char)));
    t.assume(TraceBuilder::binary(BinaryOp::Lt, t.use(i), TraceBuilder::number(6, unsigned_char)));
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.element(a, t.use(i)), TraceBuilder::number(5, unsigned_char)));
    const auto report = analyze(t, {{choose, logic::Integer(4)}}, arithmetic);
    CHECK(with_label(report, Relevance::relevant) == Positions{second, choose});
    CHECK(with_label(report, Relevance::irrelevant) == Positions{first});
  }
}

TEST_CASE("elements of arbitrary arrays keep to their type") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto a = t.array("a", unsigned_char, 2);
    const auto i = t.variable("i", bool_type);
    const auto fill = t.havoc(a);
    const auto set_i = t.assign(i, TraceBuilder::number(0, bool_type));
    t.assume(TraceBuilder::binary(BinaryOp::Le, t.element(a, t.use(i)), TraceBuilder::number(255, unsigned_char)));
    const auto report = analyze(t, {{fill, logic::ArrayValue{}}}, arithmetic);
    CHECK(with_label(report, Relevance::irrelevant) == Positions{fill, set_i});
  }
}

TEST_CASE("an array chosen later makes up for every constant") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto a = t.array("a", unsigned_char, 4);
    const auto i = t.variable("i", unsigned_integer(2)), x = t.variable("x", unsigned_char);
    const auto set_i = t.assign(i, TraceBuilder::number(1, unsigned_integer(2)));
    const auto set_x = t.assign(x, TraceBuilder::number(9, unsigned_char));
    const auto fill = t.havoc(a);
    t.assume(TraceBuilder::binary(BinaryOp::Eq, t.element(a, t.use(i)), t.use(x)));
    logic::ArrayValue value;
    value.set(1, 9);
    const auto report = analyze(t, {{fill, value}}, arithmetic);
    CHECK(with_label(report, Relevance::irrelevant) == Positions{set_i, set_x});
    CHECK(with_label(report, Relevance::relevant) == Positions{fill});
  }
}

TEST_CASE("bit operations need bit-vectors, also when integers are asked for") {
  TraceBuilder t;
  const auto x = t.variable("x", unsigned_char), y = t.variable("y", unsigned_char);
  const auto set_x = t.assign(x, TraceBuilder::number(0xF0, unsigned_char));
  const auto input = t.havoc(y);
  t.assume(is_zero(TraceBuilder::binary(BinaryOp::BitAnd, t.use(x), t.use(y))));
  t.assume(TraceBuilder::binary(BinaryOp::Eq, TraceBuilder::binary(BinaryOp::BitXor, t.use(y), t.use(x)),
                                TraceBuilder::number(0xF5, unsigned_char)));
  const auto report = analyze(t, {{input, logic::Integer{5}}}, Arithmetic::integer);
  CHECK(with_label(report, Relevance::relevant) == Positions{set_x, input});
  CHECK(at(report, set_x).fix->blocks == Fix::Blocks::all);
}

TEST_CASE("without time every undecided position stays unknown") {
  TraceBuilder t;
  const auto x = t.variable("x"), y = t.variable("y"), z = t.variable("z");
  const auto in_x = t.havoc(x), in_y = t.havoc(y), in_z = t.havoc(z);
  const auto product = TraceBuilder::binary(BinaryOp::Mul, t.use(x), t.use(y));
  t.assume(TraceBuilder::binary(BinaryOp::Ge, TraceBuilder::binary(BinaryOp::Mul, product, t.use(z)),
                                TraceBuilder::number(-1)));
  RelevanceConfig config;
  config.time_limit_per_position = std::chrono::milliseconds{0};
  const auto report = relevance::analyze_trace(t.program, t.execute(), config);
  CHECK(with_label(report, Relevance::unknown) == Positions{in_x, in_y, in_z});
  for (const auto& entry : report.positions) {
    CHECK(!entry.reason.empty());
    CHECK(!entry.fix.has_value());
  }
}

RelevanceConfig stopped() {
  std::stop_source source;
  source.request_stop();
  RelevanceConfig config;
  config.stop = source.get_token();
  return config;
}

TEST_CASE("a requested stop leaves the remaining positions unknown") {
  Figure1 f;
  f.fail();
  RelevanceConfig config = stopped();
  const auto report = relevance::analyze_trace(f.t.program, f.t.execute(), config);
  CHECK(with_label(report, Relevance::unknown).size() == 3);
  CHECK(report.positions.at(0).reason == logic::run_was_stopped());
}

TEST_CASE("what a stop has left open is decided later, as if there had been none") {
  Figure1 f;
  f.fail();
  RelevanceConfig config = stopped();
  config.deadline = std::chrono::steady_clock::now();
  auto report = relevance::analyze_trace(f.t.program, f.t.execute(), config);
  CHECK(relevance::is_open(report));
  report.positions[1].relevance = Relevance::irrelevant;  // what is decided stays, whatever it is
  report.positions[1].reason = {};
  relevance::continue_analysis(f.t.program, report, {});
  CHECK(!relevance::is_open(report));
  CHECK(report.positions[1].relevance == Relevance::irrelevant);
  const auto whole = relevance::analyze_trace(f.t.program, f.t.execute(), {});
  for (const std::size_t i : {0U, 2U}) {
    CHECK(report.positions[i].relevance == whole.positions[i].relevance);
    CHECK(report.positions[i].fix.has_value() == whole.positions[i].fix.has_value());
  }
}

TEST_CASE("an execution without its states is refused") {
  Figure1 f;
  f.fail();
  auto execution = f.t.execute();
  execution.states.resize(2);
  CHECK_THROWS_AS((void)relevance::analyze_trace(f.t.program, execution, {}), std::invalid_argument);
}

TEST_CASE("relevance by source statement joins the occurrences") {
  TraceBuilder t;
  const auto x = t.variable("x");
  const auto first = t.assign(x, TraceBuilder::number(1));
  const auto second = t.assign(x, TraceBuilder::number(2));
  t.assume(TraceBuilder::binary(BinaryOp::Eq, t.use(x), TraceBuilder::number(2)));
  auto execution = t.execute();
  auto report = relevance::analyze_trace(t.program, execution, {});
  CHECK(with_label(report, Relevance::relevant) == Positions{second});
  const auto id = [&](std::size_t position) { return t.program.edge(t.trace[position]).statement_id; };
  auto by_statement = relevance::relevance_by_statement(t.program, report);
  CHECK(by_statement.size() == 2);
  CHECK(by_statement.at(id(first)) == Relevance::irrelevant);
  CHECK(by_statement.at(id(second)) == Relevance::relevant);
  CHECK(relevance::relevant_positions_by_statement(t.program, report) ==
        std::map<std::uint32_t, std::vector<std::size_t>>{{id(second), {1}}});
  // The same statement twice, once undecided: not called irrelevant.
  report.execution.trace[second] = report.execution.trace[first];
  report.positions[1].relevance = Relevance::unknown;
  CHECK(relevance::relevance_by_statement(t.program, report).at(id(first)) == Relevance::unknown);
}

TEST_CASE("long traces: the counter of a loop") {
  for (Arithmetic arithmetic : both) {
    TraceBuilder t;
    const auto i = t.variable("i"), n = t.variable("n"), unused = t.variable("unused");
    const auto limit = t.havoc(n);
    const auto start = t.assign(i, TraceBuilder::number(0));
    Positions increments, dead;
    for (int round = 0; round < 150; ++round) {
      t.assume(TraceBuilder::binary(BinaryOp::Lt, t.use(i), t.use(n)));
      dead.insert(t.assign(unused, t.use(i)));
      increments.insert(t.assign(i, TraceBuilder::binary(BinaryOp::Add, t.use(i), TraceBuilder::number(1))));
    }
    t.assume(TraceBuilder::binary(BinaryOp::Ge, t.use(i), t.use(n)));
    const auto report = analyze(t, {{limit, logic::Integer{150}}}, arithmetic, 2);
    increments.insert(start);
    increments.insert(limit);
    CHECK(with_label(report, Relevance::relevant) == increments);
    CHECK(with_label(report, Relevance::irrelevant) == dead);
    CHECK(at(report, start).fix->blocks == Fix::Blocks::all);
    MESSAGE("452 statements: " << report.seconds << " s");
  }
}
