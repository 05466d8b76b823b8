// SPDX-License-Identifier: Apache-2.0
/// Relevance of programs: Figure 2 of "Static fault localization for simple bugs", the order of the result, and common
/// fixes of hand-made traces.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "tests/relevance/statements/harvest_fixture.h"
#include "tests/relevance/statements/trace_builder.h"
#include "tests/support/program_builder.h"

using namespace bireach;
using frontend::Arithmetic;
using frontend::BinaryOp;
using frontend::EdgeId;
using frontend::Execution;
using logic::Integer;
using relevance::CommonFix;
using relevance::CommonFixAnswer;
using relevance::Fix;
using relevance::ProgramRelevance;
using relevance::ProgramStatement;
using relevance::Relevance;
using relevance::RelevanceReport;
using test::Harvest;
using test::TraceBuilder;

namespace {

const ProgramStatement* find(const ProgramRelevance& relevance, std::uint32_t statement) {
  const auto it = std::find_if(relevance.statements.begin(), relevance.statements.end(),
                               [&](const ProgramStatement& entry) { return entry.statement == statement; });
  return it != relevance.statements.end() ? &*it : nullptr;
}

/// Figure 2: the program of both regression tests paper_figure2_*.c, and its two traces.
struct Figure2 {
  testing::ProgramBuilder b;
  EdgeId set_i = 0, set_stop = 0, ask = 0;
  Execution requested, not_requested;

  Figure2() {
    const auto p1 = b.variable("p1"), p2 = b.variable("p2"), i = b.variable("i");
    const auto stop_on_request = b.variable("stopOnRequest", frontend::bool_type);
    const auto stop_requested = b.variable("stopRequested", frontend::bool_type);
    std::vector<frontend::LocationId> at;
    for (int k = 0; k < 12; ++k) at.push_back(b.location());
    const auto error = b.location(frontend::LocationKind::Error), exit = b.location(frontend::LocationKind::Exit);
    b.program.initial = at[0];
    const auto constant = [](int value) { return frontend::make_constant(value, frontend::int_type); };
    const auto compare = [&](BinaryOp op, frontend::VariableId v, int value) {
      return frontend::make_binary(op, b.read(v), constant(value), frontend::int_type);
    };
    frontend::Trace start{b.assign(at[0], at[1], p1, constant(0)), b.assign(at[1], at[2], p2, constant(0))};
    set_i = b.assign(at[2], at[3], i, constant(1));
    const auto next_edge = [&] { return static_cast<EdgeId>(b.program.edge_count()); };
    start.insert(start.end(), {set_i, next_edge()});
    b.branch(at[3], at[4], exit, compare(BinaryOp::Lt, i, 10));
    start.push_back(next_edge() + 1);
    b.branch(at[4], at[5], at[7], compare(BinaryOp::Eq, i, 0));
    b.havoc(at[5], at[6], p1);
    b.havoc(at[6], at[7], p2);
    set_stop = b.assign(at[7], at[8], stop_on_request, frontend::make_constant(0, frontend::bool_type));
    ask = b.havoc(at[8], at[9], stop_requested);
    start.insert(start.end(), {set_stop, ask});
    const EdgeId asked = next_edge();
    b.branch(at[9], at[10], at[11], b.read(stop_requested));
    const EdgeId stops = next_edge();
    b.branch(at[10], exit, at[11], b.read(stop_on_request));
    const EdgeId fails = next_edge();
    b.branch(at[11], error, at[3],
             frontend::make_binary(BinaryOp::LogicalOr, compare(BinaryOp::Eq, p1, 0), compare(BinaryOp::Eq, p2, 0),
                                   frontend::int_type));
    frontend::Trace with = start, without = start;
    with.insert(with.end(), {asked, stops + 1, fails});
    without.insert(without.end(), {asked + 1, fails});
    requested = execute(with, 1);
    not_requested = execute(without, 0);
  }

  Execution execute(const frontend::Trace& trace, int choice) const {
    auto result = frontend::run_trace(b.program, trace, [&](EdgeId, std::size_t) { return Integer{choice}; });
    REQUIRE(result.end == frontend::RunEnd::Error);
    return std::move(result.execution);
  }
};

/// A harvest of straight-line traces in one program: each is the same trace with other choices of its havocs.
Harvest harvest_of(const TraceBuilder& t, const std::vector<std::map<std::size_t, logic::Value>>& choices) {
  Harvest harvest(t.program);
  for (const auto& choice : choices) harvest.add(t.execute(choice));
  return harvest;
}

/// A report over the positions of one trace, written by hand.
RelevanceReport report(const frontend::Trace& trace, std::vector<relevance::StatementRelevance> positions) {
  RelevanceReport result;
  result.execution.trace = trace;
  result.positions = std::move(positions);
  return result;
}

relevance::StatementRelevance entry(std::size_t position, Relevance relevance,
                                    std::optional<Fix::Blocks> blocks = std::nullopt) {
  relevance::StatementRelevance result{position, relevance, std::nullopt, {}};
  if (blocks) result.fix = Fix{7, *blocks, *blocks == Fix::Blocks::all};
  return result;
}

std::vector<std::uint32_t> order(const ProgramRelevance& relevance) {
  std::vector<std::uint32_t> result;
  for (const ProgramStatement& statement : relevance.statements) result.push_back(statement.statement);
  return result;
}

}  // namespace

TEST_CASE("Figure 2: relevant in the program is what is relevant in both traces") {
  const Figure2 figure;
  REQUIRE(frontend::check_well_formed(figure.b.program).empty());
  Harvest harvest(figure.b.program);
  harvest.add(figure.requested);
  harvest.add(figure.not_requested);
  const ProgramRelevance result = relevance::intersect(harvest.collection());

  const ProgramStatement* stop = find(result, harvest.statement(figure.set_stop));
  REQUIRE(stop != nullptr);
  CHECK(stop->relevance == Relevance::irrelevant);
  CHECK(stop->occurs == std::vector<std::size_t>{0, 1});
  CHECK(stop->relevant == std::vector<std::size_t>{0});
  CHECK(stop->rank == 0);

  const ProgramStatement* ask = find(result, harvest.statement(figure.ask));
  REQUIRE(ask != nullptr);
  CHECK(ask->relevance == Relevance::relevant);
  CHECK(ask->blocks_all == 2);
  CHECK(harvest.common_fix(ask->statement).answer == CommonFixAnswer::none);
  CHECK(harvest.common_fix(ask->statement, Arithmetic::bitvector).answer == CommonFixAnswer::none);

  const CommonFix fix = harvest.common_fix(harvest.statement(figure.set_i));
  CHECK(fix.answer == CommonFixAnswer::exists);
  CHECK((fix.value == Integer{0} || *fix.value >= 10));
  CHECK(!fix.undefined_behaviour);
  // Only `i = 1` and the request are relevant in both.
  CHECK(std::count_if(result.statements.begin(), result.statements.end(),
                      [](const ProgramStatement& s) { return s.relevance == Relevance::relevant; }) == 2);
}

TEST_CASE("Figure 2: a common fix decides the rank") {
  const Figure2 figure;
  Harvest harvest(figure.b.program);
  harvest.add(figure.requested);
  harvest.add(figure.not_requested);
  ProgramRelevance result = relevance::intersect(harvest.collection());
  // Both can be fixed on each trace, so the later one comes first until more is known.
  CHECK(find(result, harvest.statement(figure.ask))->rank == 1);
  for (ProgramStatement& statement : result.statements)
    if (statement.relevance == Relevance::relevant) statement.common_fix = harvest.common_fix(statement.statement);
  relevance::rank(result, harvest.collection());
  CHECK(find(result, harvest.statement(figure.set_i))->rank == 1);
  CHECK(find(result, harvest.statement(figure.ask))->rank == 2);
  CHECK(find(result, harvest.statement(figure.set_stop))->rank == 0);
}

TEST_CASE("statements are ordered by rank, then by how often they are relevant") {
  // Statements by edge: 0…5; three traces.
  const frontend::Program program;
  const frontend::Trace all{0, 1, 2, 3, 4, 5};
  const auto yes = Relevance::relevant, no = Relevance::irrelevant, open = Relevance::unknown;
  const auto every = Fix::Blocks::all, one = Fix::Blocks::one;
  const RelevanceReport first =
      report(all, {entry(0, yes, one), entry(1, yes, every), entry(2, no), entry(3, yes), entry(4, yes), entry(5, no)});
  const RelevanceReport second = report(
      all, {entry(0, yes, one), entry(1, yes, every), entry(2, open), entry(3, yes), entry(4, open), entry(5, no)});
  const RelevanceReport third = report({1, 0, 2, 3, 5}, {entry(0, yes, one), entry(1, yes, Fix::Blocks::unknown),
                                                         entry(2, no), entry(3, yes), entry(4, no)});
  const relevance::TraceCollection collection{&program, {0, 1, 2, 3, 4, 5}, {&first, &second, &third}};
  ProgramRelevance result = relevance::intersect(collection);
  CHECK(order(result) == std::vector<std::uint32_t>{1, 3, 0, 4, 2, 5});
  CHECK(find(result, 1)->blocks_all == 2);
  CHECK(find(result, 4)->relevance == Relevance::irrelevant);
  CHECK(find(result, 4)->undecided == std::vector<std::size_t>{1});
  CHECK(find(result, 4)->occurs == std::vector<std::size_t>{0, 1});

  const auto set = [&](std::uint32_t statement, CommonFixAnswer answer, bool undefined) {
    for (ProgramStatement& candidate : result.statements)
      if (candidate.statement == statement) candidate.common_fix = CommonFix{answer, 7, undefined, {}};
  };
  set(1, CommonFixAnswer::none, false);
  set(0, CommonFixAnswer::exists, true);
  relevance::rank(result, collection);
  CHECK(order(result) == std::vector<std::uint32_t>{1, 0, 3, 4, 2, 5});
  set(0, CommonFixAnswer::exists, false);
  relevance::rank(result, collection);
  CHECK(order(result) == std::vector<std::uint32_t>{0, 1, 3, 4, 2, 5});
  CHECK(result.statements[1].rank == 2);
  CHECK(result.statements[3].rank == 0);
}

TEST_CASE("undecided positions count neither for nor against") {
  const frontend::Program program;
  const auto yes = Relevance::relevant, no = Relevance::irrelevant, open = Relevance::unknown;
  // Statement 0 is relevant or undecided, 1 has a relevant occurrence beside an undecided one, 2 an undecided one
  // beside one that is irrelevant.
  const RelevanceReport first = report({0, 1, 2}, {entry(0, yes), entry(1, yes), entry(2, yes)});
  const RelevanceReport second =
      report({0, 1, 1, 2, 2}, {entry(0, open), entry(1, open), entry(2, yes), entry(3, no), entry(4, open)});
  const relevance::TraceCollection collection{&program, {0, 1, 2}, {&first, &second}};
  const ProgramRelevance result = relevance::intersect(collection);
  CHECK(find(result, 0)->relevance == Relevance::unknown);
  CHECK(find(result, 0)->undecided == std::vector<std::size_t>{1});
  CHECK(find(result, 0)->rank == 0);
  CHECK(find(result, 1)->relevance == Relevance::relevant);
  CHECK(find(result, 1)->undecided.empty());
  CHECK(find(result, 2)->relevance == Relevance::unknown);
  CHECK(relevance::intersect({&program, {}, {}}).statements.empty());
}

TEST_CASE("a trace without the statement is never blocked by it") {
  const Figure2 figure;
  Harvest harvest(figure.b.program);
  harvest.add(figure.requested);
  // Edge 8 chooses p1, which no trace does.
  CHECK(harvest.common_fix(harvest.statement(8)).answer == CommonFixAnswer::none);
  relevance::CommonFixConfig config;
  const auto fix = relevance::find_common_fix({&figure.b.program, {}, {}}, 0, config);
  CHECK(fix.answer == CommonFixAnswer::unknown);
  CHECK(fix.reason == "there is no trace");
}

TEST_CASE("one constant for all occurrences of a loop's statement") {
  TraceBuilder t;
  const auto x = t.variable("x", test::unsigned_char), n = t.variable("n", test::unsigned_char);
  t.havoc(n);
  const auto choose = t.havoc(x);
  t.assume(t.binary(BinaryOp::Lt, t.use(x), t.use(n)));
  t.repeat(choose);
  t.assume(t.binary(BinaryOp::Ne, t.use(x), t.number(0, test::unsigned_char)));
  const Harvest harvest = harvest_of(t, {{{0, Integer{9}}, {1, Integer{3}}, {3, Integer{4}}}});
  const std::uint32_t statement = harvest.statement(t.trace[choose]);
  const CommonFix fix = harvest.common_fix(statement);
  // 0 fails at the second assumption; 255 at the first.
  CHECK(fix.answer == CommonFixAnswer::exists);
  CHECK((fix.value == Integer{0} || fix.value == Integer{255}));
}

TEST_CASE("an input that follows the constant refutes all of them at once") {
  for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
    TraceBuilder t;
    const auto x = t.variable("x"), y = t.variable("y");
    const auto set = t.assign(x, t.number(5));
    t.havoc(y);
    t.assume(t.binary(BinaryOp::Eq, t.use(x), t.use(y)));
    const Harvest harvest = harvest_of(t, {{{1, Integer{5}}}});
    const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]), arithmetic);
    CAPTURE(fix.reason.text);
    CHECK(fix.answer == CommonFixAnswer::none);
  }
}

TEST_CASE("one constant out of 2^32 is found") {
  for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
    TraceBuilder t;
    const auto x = t.variable("x"), y = t.variable("y");
    const auto set = t.assign(x, t.number(5));
    t.havoc(y);
    t.assume(t.binary(BinaryOp::Ne, t.use(x), t.number(123456)));
    const Harvest harvest = harvest_of(t, {{{1, Integer{5}}}, {{1, Integer{6}}}});
    const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]), arithmetic);
    CHECK(fix.answer == CommonFixAnswer::exists);
    CHECK(fix.value == Integer{123456});
    CHECK(!fix.undefined_behaviour);
  }
}

TEST_CASE("an assumption is preferred to undefined behaviour, which is reported") {
  for (const bool assumption_too : {false, true}) {
    TraceBuilder t;
    const auto x = t.variable("x"), y = t.variable("y");
    const auto set = t.assign(x, t.number(5));
    t.assign(y, t.binary(BinaryOp::Div, t.number(10), t.use(x)));
    if (assumption_too) t.assume(t.binary(BinaryOp::Ne, t.use(y), t.number(-5)));
    const Harvest harvest = harvest_of(t, {{}});
    const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]));
    CHECK(fix.answer == CommonFixAnswer::exists);
    CHECK(fix.value == Integer{assumption_too ? -2 : 0});
    CHECK(fix.undefined_behaviour == !assumption_too);
  }
}

TEST_CASE("constants that an assumption blocks are found among many that lead to undefined behaviour") {
  for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
    TraceBuilder t;
    const auto a = t.array("a", frontend::int_type, 10);
    const auto x = t.variable("x"), y = t.variable("y");
    const auto set = t.assign(x, t.number(1));
    t.assign(y, t.element(a, t.use(x)));
    t.assume(t.binary(BinaryOp::LogicalOr, t.binary(BinaryOp::Lt, t.use(x), t.number(6)),
                      t.binary(BinaryOp::Lt, t.number(8), t.use(x))));
    Harvest harvest(t.program);
    // The report has such a constant already.
    for (auto& position : harvest.add(t.execute()).positions) position.fix.reset();
    const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]), arithmetic);
    REQUIRE(fix.answer == CommonFixAnswer::exists);
    CHECK(*fix.value >= 6);
    CHECK(*fix.value <= 8);
    CHECK(!fix.undefined_behaviour);
  }
}

TEST_CASE("elements of arrays have common fixes; whole arrays are left open with the reason") {
  TraceBuilder t;
  const auto a = t.array("a", frontend::int_type, 4);
  const auto i = t.variable("i");
  const auto fill = t.assign(a, t.number(1));
  t.havoc(i);
  t.assume(t.binary(BinaryOp::Le, t.number(0), t.use(i)));
  t.assume(t.binary(BinaryOp::Lt, t.use(i), t.number(4)));
  const auto set = t.assign_element(a, t.use(i), t.number(3));
  t.assume(t.binary(BinaryOp::Ne, t.element(a, t.use(i)), t.number(77)));
  const Harvest harvest = harvest_of(t, {{{1, Integer{2}}}, {{1, Integer{0}}}});
  const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]));
  CHECK(fix.answer == CommonFixAnswer::exists);
  CHECK(fix.value == Integer{77});
  const CommonFix open = harvest.common_fix(harvest.statement(t.trace[fill]));
  CHECK(open.answer == CommonFixAnswer::unknown);
  CHECK(open.reason == "the statement assigns a whole array");
}

TEST_CASE("bit operations are decided in bit-vectors") {
  TraceBuilder t;
  const auto x = t.variable("x"), y = t.variable("y");
  const auto set = t.assign(x, t.number(1));
  t.havoc(y);
  t.assume(t.binary(BinaryOp::Eq, t.binary(BinaryOp::BitXor, t.use(x), t.use(y)), t.number(0x0f0f)));
  t.assume(t.binary(BinaryOp::Ne, t.binary(BinaryOp::BitAnd, t.use(x), t.number(0xf0)), t.number(0x50)));
  const Harvest harvest = harvest_of(t, {{{1, Integer{0x0f0e}}}});
  const CommonFix fix = harvest.common_fix(harvest.statement(t.trace[set]));
  REQUIRE(fix.answer == CommonFixAnswer::exists);
  CHECK((*fix.value & 0xf0) == 0x50);
}

TEST_CASE("long traces are decided within the time limit") {
  TraceBuilder t;
  const auto x = t.variable("x"), s = t.variable("s"), n = t.variable("n");
  const auto set = t.assign(x, t.number(1));
  const auto start = t.assign(s, t.number(0));
  t.havoc(n);
  const auto check = t.assume(t.binary(BinaryOp::Lt, t.use(s), t.number(100000)));
  const auto add = t.assign(s, t.binary(BinaryOp::Add, t.use(s), t.use(x)));
  for (int i = 0; i < 2000; ++i) {
    t.repeat(check);
    t.repeat(add);
  }
  t.assume(t.binary(BinaryOp::Ne, t.use(s), t.use(n)));
  // The analysis of single positions is not under test here.
  const RelevanceReport trace = report(t.trace, {entry(set, Relevance::relevant), entry(start, Relevance::relevant)});
  RelevanceReport whole = trace;
  whole.execution = t.execute();
  std::vector<std::uint32_t> statements(t.program.edge_count());
  for (EdgeId edge = 0; edge < statements.size(); ++edge) statements[edge] = edge;
  relevance::CommonFixConfig config;
  config.time_limit = std::chrono::milliseconds{20000};
  const auto begin = std::chrono::steady_clock::now();
  const CommonFix fix =
      relevance::find_common_fix({&t.program, statements, {&whole}}, statements[t.trace[set]], config);
  CAPTURE(fix.reason.text);
  REQUIRE(fix.answer == CommonFixAnswer::exists);
  CHECK(*fix.value >= 50);
  config.time_limit = std::chrono::milliseconds{1};
  const CommonFix hurried =
      relevance::find_common_fix({&t.program, statements, {&whole}}, statements[t.trace[set]], config);
  CHECK(hurried.answer == CommonFixAnswer::unknown);
  CHECK(!hurried.reason.empty());
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds{25});
}

TEST_CASE("a search that is stopped says that it does not know") {
  const Figure2 figure;
  Harvest harvest(figure.b.program);
  harvest.add(figure.requested);
  std::stop_source source;
  source.request_stop();
  relevance::CommonFixConfig config;
  config.stop = source.get_token();
  const CommonFix fix = relevance::find_common_fix(harvest.collection(), harvest.statement(figure.set_i), config);
  CHECK(fix.answer == CommonFixAnswer::unknown);
  CHECK(!fix.value);
  CHECK(fix.reason == "out of time");
}
