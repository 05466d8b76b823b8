// SPDX-License-Identifier: Apache-2.0
/// The engines of a verification, each without the others.
#include "checker/engines/engine.h"

#include <memory>

#include "checker/engines/refinement_engine.h"
#include "checker/engines/search_engine.h"
#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

const std::string prelude = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";
const std::string counts_to_five =
    "int main(void) { unsigned i = __VERIFIER_nondet_int(); if (i > 3) return 0; unsigned n = 0; while (n < 5) n++; ";

/// A program with all that its engines need.
struct Task {
  explicit Task(const std::string& text)
      : program(frontend::test::parse(prelude + text)), flow(analyze_control_flow(program, BlockEncoding::loop_free)) {}

  frontend::Program program;
  ControlFlow flow;
  VerifyOptions options;
  VerifyStatistics statistics;
  EngineSetting setting{program, nullptr, flow, options, {}, statistics};
};

/// What the engine comes to in the end.
StepResult result_of(Engine& engine, int limit = 200) {
  for (int i = 0; i < limit; ++i) {
    StepResult result = engine.step();
    if (!std::holds_alternative<Progressed>(result)) return result;
  }
  return Progressed{};
}

}  // namespace

TEST_CASE("The search finds errors and proves by unrolling") {
  Task unsafe(counts_to_five + "if (n + i == 7) reach_error(); }");
  SearchEngine finds(unsafe.setting);
  CHECK(finds.is_free());
  const StepResult found = result_of(finds);
  REQUIRE(std::holds_alternative<Found>(found));
  CHECK(std::get<Found>(found).run.end == frontend::RunEnd::Error);
  CHECK(finds.work() > 0);

  Task safe(counts_to_five + "if (n + i == 9) reach_error(); }");
  SearchEngine proves(safe.setting);
  const StepResult proved = result_of(proves);
  REQUIRE(std::holds_alternative<Proved>(proved));
  CHECK(std::get<Unrolling>(std::get<Proved>(proved).proof.evidence).depth >= 5);
  CHECK(proves.name() == "proof by unrolling");
}

TEST_CASE("The refinement proves by an annotation and hands its predicates on") {
  Task task("int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 1 - x; if (x > 1) reach_error(); }");
  RefinementEngine engine(task.setting, std::nullopt);
  StepResult result = result_of(engine);
  REQUIRE(std::holds_alternative<Proved>(result));
  const Proved& proved = std::get<Proved>(result);
  const InductiveAnnotation* annotation = annotation_of(proved.proof.evidence);
  REQUIRE(annotation != nullptr);
  CHECK_FALSE(annotation->predicates.empty());
  CHECK(proved.overflow == Proved::Overflow::left_out);
  REQUIRE(proved.seeds);

  // With them there is nothing left to refute.
  Task again("int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 1 - x; if (x > 1) reach_error(); }");
  RefinementEngine seeded(again.setting, proved.seeds);
  CHECK(std::holds_alternative<Proved>(seeded.step()));
  CHECK(again.statistics.iterations == 0);
}

TEST_CASE("Abstract interpretation refutes loops that run long, one after the other") {
  const std::string text =
      "int main(void) { int n = __VERIFIER_nondet_int(), i = 0, j = 0, x = 0, y = 100000;\n"
      "while (i < 1000) { if (n > i) j++; i++; } if (i != 1000) reach_error();\n"
      "while (x < 100000) { x++; y--; } if (x + y != 100000 || i != 1000) reach_error(); }";
  Task task(text);
  RefinementEngine engine(task.setting, std::nullopt);
  CHECK(std::holds_alternative<Proved>(result_of(engine, 12)));

  // What is proposed is checked: an error is one.
  Task unsafe(text + "\n");
  unsafe.program = frontend::test::parse(prelude +
                                         "int main(void) { int x = 0, n = __VERIFIER_nondet_int();\n"
                                         "while (x < 3) x++; if (x == 3 && n == 77) reach_error(); }");
  unsafe.flow = analyze_control_flow(unsafe.program, BlockEncoding::loop_free);
  RefinementEngine finds(unsafe.setting, std::nullopt);
  CHECK(std::holds_alternative<Found>(result_of(finds, 12)));
}

TEST_CASE("What is known of the whole program is part of the proof") {
  const Task task("int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 1 - x; if (x > 1) reach_error(); }");
  VerifyStatistics statistics;
  logic::TermManager terms;
  RefinementLoop loop(terms, task.program, task.flow, frontend::Arithmetic::integer, task.options, {}, statistics);
  loop.find_invariants();
  REQUIRE_FALSE(loop.known_invariants().empty());
  RefinementLoop::Outcome outcome = Progressed{};
  while (std::holds_alternative<Progressed>(outcome)) outcome = loop.iterate();
  REQUIRE(std::holds_alternative<RefinementLoop::Empty>(outcome));

  const frontend::Semantics semantics(terms, task.program, frontend::Arithmetic::integer,
                                      frontend::OutOfBoundsReads::arbitrary);
  const auto problem_with = [&](const CutPointConditions& known) {
    const auto annotation = loop.annotation(1000, known);
    REQUIRE(annotation);
    return certify(terms, task.program, semantics, *annotation, {});
  };
  CHECK_FALSE(problem_with(loop.known_invariants()));
  // The refutations rest on it, so the certifier must not be content without.
  CHECK(problem_with({}));
}

TEST_CASE("What is known without overflow only does not keep a proof from covering overflow") {
  for (const bool with_invariants : {true, false}) {
    Task task(
        "int main(void) { int i = 0, x = 0; while (__VERIFIER_nondet_int()) { i = i + 1; x = 1 - x; }\n"
        "if (x > 1 && i != 7) reach_error(); }");
    frontend::Program wrapping = task.program;
    wrapping.signed_overflow = frontend::SignedOverflow::wraps;
    task.setting.wrapping = &wrapping;
    task.options.abstraction = with_invariants;
    RefinementEngine engine(task.setting, std::nullopt);
    const StepResult result = result_of(engine, 12);
    REQUIRE(std::holds_alternative<Proved>(result));
    CHECK(std::get<Proved>(result).overflow == Proved::Overflow::covered);
  }
}

TEST_CASE("Who is awaited asks the certifier no longer than the answer of another one may wait") {
  using std::chrono::milliseconds;
  Task task("int main(void) { return 0; }");
  task.options.query_time_limit = milliseconds(20000);
  task.options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  CHECK(task.setting.certifier_time_limit() == milliseconds(20000));
  task.setting.is_awaited = true;
  CHECK(task.setting.certifier_time_limit() <= milliseconds(300));
  task.options.deadline = std::chrono::steady_clock::now() - milliseconds(300);
  CHECK(task.setting.certifier_time_limit() == milliseconds(1));
  task.options.deadline.reset();
  CHECK(task.setting.certifier_time_limit() == milliseconds(5000));
  task.options.query_time_limit = milliseconds(700);
  CHECK(task.setting.certifier_time_limit() == milliseconds(700));
}

TEST_CASE("Nobody proves a program that reaches what is not modelled") {
  const std::string text = counts_to_five + "if (n > 5) reach_error(); }";
  Task refined(text);
  refined.setting.unsupported = "a construct";
  RefinementEngine refinement(refined.setting, std::nullopt);
  const StepResult rest = result_of(refinement);
  REQUIRE(std::holds_alternative<Exhausted>(rest));
  CHECK(std::get<Exhausted>(rest).left == Exhausted::Left::nothing);

  Task searched(text);
  searched.setting.unsupported = "a construct";
  SearchEngine search(searched.setting);
  const StepResult end = result_of(search);
  REQUIRE(std::holds_alternative<Exhausted>(end));
  CHECK(std::get<Exhausted>(end).left == Exhausted::Left::unknown);
}

}  // namespace bireach::checker
