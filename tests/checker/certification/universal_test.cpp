// SPDX-License-Identifier: Apache-2.0
/// Annotations that speak of all elements of an array: accepted if they are inductive, refused if they only look so.
#include "checker/certification/universal.h"

#include <functional>

#include "checker/blocks/control_flow.h"
#include "checker/certification/certify.h"
#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using logic::Term;

/// for (i = 0; i < 100; i++) a[i] = 7; for (j = 0; j < 100; j++) if (a[j] != 7) error, annotated at both loops.
struct FilledArray {
  frontend::Program program;
  logic::TermManager terms;
  frontend::Semantics semantics;
  AnnotationGraph annotation;
  Term a, i, j, k;

  using Conjuncts = std::vector<Term>;

  FilledArray()
      : program(frontend::test::parse(
            "extern void reach_error(void); int a[100], i, j; int main(void) { for (i = 0; i < 100; i++) a[i] = 7;"
            " for (j = 0; j < 100; j++) if (a[j] != 7) reach_error(); }")),
        semantics(terms, program, frontend::Arithmetic::integer, frontend::OutOfBoundsReads::arbitrary) {
    a = variable("a");
    i = variable("i");
    j = variable("j");
    k = terms.variable("k", logic::Sort::integer());
  }

  [[nodiscard]] Term variable(const std::string& name) const {
    for (frontend::VariableId v = 0; v < program.variables.size(); ++v)
      if (program.variables[v].user_name == name) return semantics.variable(v);
    FAIL("no variable " << name);
    return {};
  }
  [[nodiscard]] Term number(int value) { return terms.integer(value); }
  /// Elements from 0 to before `end` are `value`.
  [[nodiscard]] Term filled(Term end, int value) {
    const Term inside = terms.and_(terms.less_equal(number(0), k), terms.less(k, end));
    return terms.forall({k}, terms.implies(inside, terms.equal(terms.select(a, k), number(value))));
  }

  /// What the certifier says of these invariants at the loops.
  std::optional<std::string> certified(const Conjuncts& first, const Conjuncts& second) {
    const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
    std::vector<LocationId> heads;
    AnnotationGraph result;
    for (LocationId l = 0; l < program.location_count(); ++l) {
      if (!flow.is_cut[l] || !flow.reaches_target[l]) continue;
      result.locations.push_back(l);
      if (l != program.initial && program.location(l).kind == frontend::LocationKind::Normal) heads.push_back(l);
    }
    REQUIRE(heads.size() == 2);
    result.nodes = {{program.initial, {}}, {heads[0], first}, {heads[1], second}};
    for (std::size_t source = 0; source < 3; ++source)
      for (const LocationId target : next_cut_points(program, flow, result.nodes[source].location)) {
        AnnotationGraph::Step step{source, target, std::nullopt, {}};
        Conjuncts conclusions{terms.false_term()};
        for (std::size_t node = 0; node < 3; ++node)
          if (result.nodes[node].location == target) {
            step.target = node;
            conclusions = result.nodes[node].conjuncts;
          }
        step.obligations.push_back({result.nodes[source].conjuncts, conclusions});
        result.steps.push_back(step);
      }
    return certify(terms, program, semantics, result, {});
  }
};

}  // namespace

TEST_CASE("what a loop wrote to all elements is accepted where it is inductive") {
  FilledArray f;
  const Term from_zero = f.terms.less_equal(f.number(0), f.i), j_from_zero = f.terms.less_equal(f.number(0), f.j);
  const auto problem = f.certified({from_zero, f.filled(f.i, 7)}, {j_from_zero, f.filled(f.number(100), 7)});
  CHECK_MESSAGE(!problem, problem.value_or(""));
  // Two indices are instantiated like one.
  const Term other = f.terms.variable("other", logic::Sort::integer());
  const Term body = f.filled(f.number(100), 7).children().back();
  const Term both = f.terms.forall({f.k, other}, f.terms.and_(body, f.terms.substitute(body, {{f.k, other}})));
  CHECK(!f.certified({from_zero, f.filled(f.i, 7)}, {j_from_zero, both}));
}

TEST_CASE("what does not hold of all elements is refused") {
  FilledArray f;
  const Term from_zero = f.terms.less_equal(f.number(0), f.i), j_from_zero = f.terms.less_equal(f.number(0), f.j);
  const Term done = f.filled(f.number(100), 7);
  CHECK(f.certified({from_zero, f.filled(f.i, 8)}, {j_from_zero, done}));                            // another value
  CHECK(f.certified({from_zero, f.filled(f.terms.add(f.i, f.number(1)), 7)}, {j_from_zero, done}));  // one too many
  CHECK(f.certified({from_zero, f.filled(f.i, 7)}, {j_from_zero, f.filled(f.number(101), 7)}));
  CHECK(f.certified({from_zero, f.filled(f.i, 7)}, {j_from_zero, f.filled(f.number(99), 7)}));  // too weak
  CHECK(f.certified({from_zero, f.filled(f.i, 7)}, {done}));                                    // j may be negative
  CHECK(f.certified({from_zero}, {j_from_zero, done}));
  // Some element is not enough.
  const Term inside = f.terms.and_(f.terms.less_equal(f.number(0), f.k), f.terms.less(f.k, f.number(100)));
  const Term some = f.terms.exists({f.k}, f.terms.and_(inside, f.terms.equal(f.terms.select(f.a, f.k), f.number(7))));
  CHECK(f.certified({from_zero, f.filled(f.i, 7)}, {j_from_zero, some}));
}

TEST_CASE("a premise is used at the indices that are spoken of, a conclusion at new ones") {
  FilledArray f;
  std::set<Term> indices;
  add_indices(f.terms.select(f.terms.store(f.a, f.i, f.number(1)), f.j), indices);
  CHECK(indices == std::set<Term>{f.i, f.j});
  CHECK(instances(f.terms, f.filled(f.i, 7), indices).size() == 2);
  const Term refuted = at_new_constants(f.terms, f.filled(f.i, 7), indices);
  CHECK_FALSE(refuted.has_quantifier());
  CHECK(indices.size() == 3);
  CHECK(at_new_constants(f.terms, f.i, indices) == f.i);
}

}  // namespace bireach::checker
