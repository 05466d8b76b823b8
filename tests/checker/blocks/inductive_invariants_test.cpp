// SPDX-License-Identifier: Apache-2.0
/// Of proposed invariants only those are kept that are inductive together.
#include "checker/blocks/inductive_invariants.h"

#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using logic::Term;

const std::string counts =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
    "int main(void) { int i = 0, x = 0; while (__VERIFIER_nondet_int()) { i = i + 1; x = 1 - x; }\n"
    "if (x > 1 && i != 7) reach_error(); }";

/// A program over mathematical integers with its blocks, and its only loop.
struct Loop {
  explicit Loop(frontend::SignedOverflow overflow)
      : program(program_with(overflow)), flow(analyze_control_flow(program, BlockEncoding::loop_free)) {}

  static frontend::Program program_with(frontend::SignedOverflow overflow) {
    frontend::Program result = frontend::test::parse(counts);
    result.signed_overflow = overflow;
    return result;
  }
  [[nodiscard]] Term variable(const std::string& name) const {
    for (frontend::VariableId v = 0; v < program.variables.size(); ++v)
      if (program.variables[v].name.find(name) != std::string::npos) return semantics.variable(v);
    FAIL("no variable " << name);
    return {};
  }
  /// lowest <= variable <= highest
  [[nodiscard]] std::vector<Term> bounds(const std::string& name, int lowest, int highest) {
    const Term value = variable(name);
    return {terms.less_equal(terms.integer(lowest), value), terms.less_equal(value, terms.integer(highest))};
  }
  [[nodiscard]] LocationId head() const {
    for (const Block& block : blocks.blocks())
      if (block.source == block.target) return block.source;
    FAIL("no loop");
    return 0;
  }
  [[nodiscard]] CutPointConditions kept(CutPointConditions candidates, const InductionConfig& config = {}) const {
    return inductive_part(blocks, semantics, initial_condition(semantics, program, flow), std::move(candidates),
                          config);
  }

  frontend::Program program;
  ControlFlow flow;
  logic::TermManager terms;
  frontend::Semantics semantics{terms, program, frontend::Arithmetic::integer, frontend::OutOfBoundsReads::arbitrary};
  EdgeSemantics edges{semantics, program};
  BlockProgram blocks{terms, edges, flow};
};

}  // namespace

TEST_CASE("What one round of the loop breaks is no invariant, nor what rests on it") {
  Loop loop(frontend::SignedOverflow::undefined);
  const std::vector<Term> x = loop.bounds("x", 0, 1);
  const Term holds = loop.terms.less_equal(loop.terms.integer(-5), loop.variable("i"));
  const Term too_strong = loop.terms.less_equal(loop.variable("i"), loop.terms.integer(9));
  const Term rests_on_it = loop.terms.less_equal(loop.variable("i"), loop.terms.integer(10));
  CutPointConditions candidates{{loop.head(), {x[0], x[1], rests_on_it, too_strong, holds}}};
  candidates[loop.program.initial] = {too_strong};
  const CutPointConditions kept = loop.kept(candidates);
  CHECK(kept.at(loop.head()) == std::vector<Term>{x[0], x[1], holds});
  CHECK_FALSE(kept.contains(loop.program.initial));

  // 0 <= x <= 1 holds by both together; 0 <= x alone is broken by x = 2.
  CHECK(loop.kept({{loop.head(), {x[0]}}}).at(loop.head()).empty());
}

TEST_CASE("Counters may become negative where overflow wraps") {
  for (const auto overflow : {frontend::SignedOverflow::undefined, frontend::SignedOverflow::wraps}) {
    Loop loop(overflow);
    const Term not_negative = loop.terms.less_equal(loop.terms.integer(0), loop.variable("i"));
    const bool is_kept = !loop.kept({{loop.head(), {not_negative}}}).at(loop.head()).empty();
    CHECK(is_kept == (overflow == frontend::SignedOverflow::undefined));
  }
}

TEST_CASE("Where there is no time nothing is known") {
  Loop loop(frontend::SignedOverflow::undefined);
  InductionConfig config;
  config.time_limit = std::chrono::milliseconds(-1);
  CHECK(loop.kept({{loop.head(), loop.bounds("x", 0, 1)}}, config).empty());
}

TEST_CASE("Guards say what is assumed") {
  Loop loop(frontend::SignedOverflow::undefined);
  const LocationId head = loop.head();
  const std::vector<Term> x = loop.bounds("x", 0, 1);
  const auto before = loop.blocks.transitions();
  loop.blocks.assume(loop.terms, {{head, x}});
  for (std::size_t letter = 0; letter < before.size(); ++letter) {
    const Term guard = before[letter].guard;
    const bool begins_there = loop.blocks.blocks()[letter].source == head;
    CHECK(loop.blocks.transitions()[letter].guard == (begins_there ? loop.terms.and_({x[0], x[1], guard}) : guard));
  }
}

}  // namespace bireach::checker
