// SPDX-License-Identifier: Apache-2.0
/// Thread-modular proofs: of graphs made by hand with known answers, and against the enumeration of all executions.
#include "checker/engines/thread_proof.h"

#include <doctest/doctest.h>

#include "checker/certification/thread_certify.h"
#include "frontend/threads/split_accesses.h"
#include "logic/solvers/solver_statistics.h"
#include "tests/support/program_builder.h"
#include "tests/support/random_threads.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using Kind = frontend::ThreadStep::Kind;

/// Graphs of threads, statement after statement.
class Threads {
 public:
  VariableId global(const std::string& name) {
    const VariableId result = builder_.variable(name);
    builder_.program.variables[result].name = name;
    builder_.program.variables[result].function.clear();
    return result;
  }
  VariableId local(const std::string& name) { return builder_.variable(name); }
  std::uint32_t thread(const std::string& name, bool any_number = false) {
    frontend::Thread thread;
    thread.function = thread.name = name;
    thread.entry = builder_.location();
    thread.end = builder_.location(LocationKind::Exit);
    thread.any_number = any_number;
    builder_.program.threads.push_back(thread);
    return static_cast<std::uint32_t>(builder_.program.threads.size() - 1);
  }
  void in(std::uint32_t thread) {
    thread_ = thread;
    here_ = builder_.program.threads[thread].entry;
  }
  [[nodiscard]] LocationId here() const { return here_; }
  [[nodiscard]] ExprPtr read(VariableId v) const { return builder_.read(v); }
  void assign(VariableId v, ExprPtr value) { next(frontend::Assign{{v, nullptr}, std::move(value)}); }
  void assume(ExprPtr condition) { next(frontend::Assume{std::move(condition)}); }
  void havoc(VariableId v) { next(frontend::Havoc{{v, nullptr}, "__VERIFIER_nondet_int"}); }
  void step(Kind kind, std::uint32_t thread = 0) { next(frontend::Assume{number(1)}, {kind, thread}); }
  void check(const ExprPtr& condition) {
    const LocationId good = builder_.location();
    const LocationId error = builder_.location(LocationKind::Error);
    add(here_, good, frontend::Assume{condition});
    add(here_, error, frontend::Assume{frontend::make_not(condition)});
    here_ = good;
  }
  /// Back to a location, or to the thread's end, if the condition holds.
  void leave_if(const ExprPtr& condition, LocationId to) {
    const LocationId other = builder_.location();
    add(here_, to, frontend::Assume{condition});
    add(here_, other, frontend::Assume{frontend::make_not(condition)});
    here_ = other;
  }
  void go_to(LocationId to) { add(here_, to, frontend::Assume{number(1)}); }
  void end() { go_to(builder_.program.threads[thread_].end); }
  void lock(VariableId word) {
    step(Kind::atomic_begin);
    assume(is(word, 0));
    assign(word, number(1));
    step(Kind::atomic_end);
  }
  [[nodiscard]] static ExprPtr number(int value) { return frontend::make_constant(value, frontend::int_type); }
  [[nodiscard]] ExprPtr is(VariableId v, int value) const { return compare(BinaryOp::Eq, read(v), number(value)); }
  [[nodiscard]] static ExprPtr compare(BinaryOp op, ExprPtr a, ExprPtr b) {
    return frontend::make_binary(op, std::move(a), std::move(b), frontend::int_type);
  }
  [[nodiscard]] ExprPtr plus(VariableId v, int value) const {
    return frontend::make_binary(BinaryOp::Add, read(v), number(value), frontend::int_type);
  }
  [[nodiscard]] Program take() {
    builder_.program.initial = builder_.program.threads[0].entry;
    return std::move(builder_.program);
  }

 private:
  void next(frontend::Statement statement, frontend::ThreadStep step = {}) {
    const LocationId to = builder_.location();
    add(here_, to, std::move(statement), step);
    here_ = to;
  }
  void add(LocationId from, LocationId to, frontend::Statement statement, frontend::ThreadStep step = {}) {
    frontend::Edge edge;
    edge.text = frontend::to_string(builder_.program, statement);
    edge.statement = std::move(statement);
    edge.thread = thread_;
    edge.thread_step = step;
    builder_.program.add_edge(from, to, std::move(edge));
  }

  testing::ProgramBuilder builder_;
  std::uint32_t thread_ = 0;
  LocationId here_ = 0;
};

/// Do the prover's attempts find and certify a proof? They are few, but for what is to be proved.
bool is_proved(const Program& graphs, int steps = 12) {
  Program program;
  program.initial = program.add_location({LocationKind::Exit, "", "", {}});
  program.thread_templates = std::make_shared<const Program>(graphs);
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics, {}};
  ThreadProver prover(setting);
  for (int i = 0; i < steps; ++i) {
    const StepResult result = prover.step();
    if (const auto* proved = std::get_if<Proved>(&result)) {
      CHECK(std::holds_alternative<ThreadModularProof>(proved->proof.evidence));
      return true;
    }
    if (std::holds_alternative<Exhausted>(result)) return false;
  }
  return false;
}

/// Main starts any number of workers, which count under a lock.
Program counter(bool with_lock, bool any_number = true) {
  Threads t;
  const VariableId lock = t.global("lock");
  const VariableId x = t.global("x");
  const VariableId old = t.local("old");
  const std::uint32_t main = t.thread("main");
  const std::uint32_t worker = t.thread("worker", any_number);
  t.in(main);
  const LocationId loop = t.here();
  t.step(Kind::start, worker);
  if (any_number) {
    t.go_to(loop);
  } else {
    if (with_lock) t.lock(lock);
    t.assign(x, t.number(7));
    if (with_lock) t.assign(lock, t.number(0));
    t.end();
  }
  t.in(worker);
  if (with_lock) t.lock(lock);
  t.assign(old, t.read(x));
  t.assign(x, t.plus(old, 1));
  t.check(t.compare(BinaryOp::Eq, t.read(x), t.plus(old, 1)));
  if (with_lock) t.assign(lock, t.number(0));
  t.end();
  return t.take();
}

}  // namespace

TEST_CASE("a lock protects a counter of any number of threads, and without it nothing is proved") {
  CHECK(is_proved(counter(true)));
  CHECK(is_proved(counter(true, false)));
  CHECK_FALSE(is_proved(counter(false)));
  CHECK_FALSE(is_proved(counter(false, false)));
}

TEST_CASE("atomic regions are one step for others") {
  for (const bool atomic : {true, false}) {
    Threads t;
    const VariableId x = t.global("x");
    const VariableId y = t.global("y");
    const VariableId a = t.local("a");
    const std::uint32_t main = t.thread("main");
    const std::uint32_t worker = t.thread("worker", true);
    t.in(main);
    t.step(Kind::start, worker);
    const LocationId loop = t.here();
    t.step(Kind::start, worker);
    t.go_to(loop);
    t.in(worker);
    if (atomic) t.step(Kind::atomic_begin);
    t.assign(a, t.read(x));
    t.check(t.compare(BinaryOp::Eq, t.read(y), t.read(a)));
    t.assign(x, t.number(1));
    t.assign(y, t.number(1));
    if (atomic) t.step(Kind::atomic_end);
    t.end();
    CHECK(is_proved(t.take()) == atomic);
  }
}

TEST_CASE("a joined thread has done its work, and only a joined one") {
  for (const bool joins : {true, false}) {
    Threads t;
    const VariableId x = t.global("x");
    const std::uint32_t main = t.thread("main");
    const std::uint32_t worker = t.thread("worker");
    t.in(main);
    t.assign(x, t.number(3));
    t.step(Kind::start, worker);
    if (joins) t.step(Kind::join, worker);
    t.check(t.is(x, 5));
    t.end();
    t.in(worker);
    t.check(t.is(x, 3));
    t.assign(x, t.number(5));
    t.end();
    CHECK(is_proved(t.take()) == joins);
  }
}

TEST_CASE("a flag hands data over, if it is set after them") {
  for (const bool in_order : {true, false}) {
    Threads t;
    const VariableId flag = t.global("flag");
    const VariableId data = t.global("data");
    const std::uint32_t main = t.thread("main");
    const std::uint32_t worker = t.thread("worker", true);
    t.in(main);
    t.step(Kind::start, worker);
    t.assign(in_order ? data : flag, t.number(in_order ? 4 : 1));
    t.assign(in_order ? flag : data, t.number(in_order ? 1 : 4));
    t.end();
    t.in(worker);
    t.assume(t.is(flag, 1));
    t.check(t.is(data, 4));
    t.end();
    CHECK(is_proved(t.take()) == in_order);
  }
}

TEST_CASE("tickets that two threads may draw at once are not proved") {
  for (const bool atomic : {true, false}) {
    Threads t;
    const VariableId serving = t.global("serving");
    const VariableId next = t.global("next");
    const VariableId inside = t.global("inside");
    const VariableId mine = t.local("mine");
    const VariableId now = t.local("now");
    const std::uint32_t main = t.thread("main");
    const std::uint32_t worker = t.thread("worker", true);
    t.in(main);
    const LocationId loop = t.here();
    t.step(Kind::start, worker);
    t.go_to(loop);
    t.in(worker);
    if (atomic) t.step(Kind::atomic_begin);
    t.assign(mine, t.read(next));
    t.assign(next, t.plus(mine, 1));
    if (atomic) t.step(Kind::atomic_end);
    t.assume(t.compare(BinaryOp::Eq, t.read(serving), t.read(mine)));
    t.assign(inside, t.number(1));
    t.check(t.is(inside, 1));
    t.assign(inside, t.number(0));
    t.assign(now, t.read(serving));
    t.assign(serving, t.plus(now, 1));
    t.end();
    // With atomic draws it holds, but Spacer has not been seen to find the proof (docs/design/thread-modular.md).
    CHECK((!is_proved(t.take(), testing::is_sample() ? 4 : 24) || atomic));
  }
}

TEST_CASE("what a proof claims is confirmed, or refused") {
  const Program graphs = counter(true);
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, graphs, frontend::Arithmetic::integer,
                                      frontend::OutOfBoundsReads::arbitrary);
  const ThreadFlow flow(graphs);
  REQUIRE(flow.problem().empty());
  const ThreadGhosts ghosts(semantics, graphs, flow);
  const auto clauses = thread_clauses(graphs, semantics, flow, ghosts, ThreadLevel::one, TypeBounds::none);
  REQUIRE(clauses);
  const auto found = logic::solve_horn_clauses(terms, clauses->system, {std::chrono::seconds(10), {}, nullptr});
  REQUIRE(std::holds_alternative<std::vector<logic::Term>>(found));
  ThreadAnnotation annotation;
  for (std::size_t i = 0; i < clauses->places.size(); ++i)
    annotation.invariants.push_back({clauses->places[i], std::get<std::vector<logic::Term>>(found)[i]});
  for (LocationId l = 0; l < graphs.location_count(); ++l)
    if (flow.is_cut(l) && flow.matters(l)) annotation.waiting.push_back(l);
  const auto problem = [&](const ThreadAnnotation& claimed) {
    return certify_threads(terms, graphs, semantics, claimed, {});
  };
  CHECK_FALSE(problem(annotation));
  for (std::size_t i = 0; i < annotation.invariants.size(); ++i) {
    ThreadAnnotation wrong = annotation;
    wrong.invariants.erase(wrong.invariants.begin() + static_cast<std::ptrdiff_t>(i));
    if (!annotation.invariants[i].formula.is_false()) CHECK(problem(wrong));
  }
  for (std::size_t i = 0; i < annotation.waiting.size(); ++i) {
    ThreadAnnotation wrong = annotation;
    wrong.waiting.erase(wrong.waiting.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(problem(wrong));
  }
  ThreadAnnotation nothing = annotation;
  for (auto& invariant : nothing.invariants) invariant.formula = terms.true_term();
  CHECK(problem(nothing));
  // The same claims of a program without the lock.
  const Program racy = counter(false);
  const frontend::Semantics other(terms, racy, frontend::Arithmetic::integer, frontend::OutOfBoundsReads::arbitrary);
  CHECK(certify_threads(terms, racy, other, annotation, {}));
}

TEST_CASE("no proof contradicts an error that enumeration finds") {
  std::size_t proved = 0;
  std::size_t unsafe = 0;
  for (int seed = 0; seed < testing::rounds(150); ++seed) {
    testing::RandomThreadsOptions options;
    options.threads = 2 + static_cast<unsigned>(seed % 2);
    const Program graphs = testing::RandomThreads(static_cast<std::uint64_t>(seed), options).make();
    testing::ThreadEnumeration enumeration(graphs, 200'000);
    const testing::ReachedErrors reached = enumeration.run();
    const bool has_error = !reached.notes.empty();
    unsafe += has_error ? 1U : 0U;
    const bool is_safe = is_proved(graphs, 2);
    proved += is_safe ? 1U : 0U;
    CAPTURE(seed);
    CHECK_FALSE((has_error && is_safe));
  }
  CHECK(testing::is_often(proved, std::size_t{3}));
  CHECK(testing::is_often(unsafe, std::size_t{10}));
}

}  // namespace bireach::checker
