// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/error_invariants.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/abstraction/abstraction_enumeration.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"
#include "tests/support/state_space.h"

namespace bireach::abstraction {
namespace {

using frontend::LocationId;
using frontend::Program;

Program parse(const std::string& body) {
  return frontend::test::parse("extern int in(void);\nvoid reach_error(void);\n" + body);
}

const char* const count_up =
    "int main(void) {\n"
    "  int n = in();\n"
    "  int x = 6;\n"
    "  while (x < n) x = x + 1;\n"
    "  if (x > 10) reach_error();\n"
    "}\n";

/// The conditions at the location, each as text.
std::vector<std::string> texts(const Program& program, const ErrorInvariant& invariant) {
  std::vector<std::string> result;
  for (const frontend::ExprPtr& condition : invariant.conjuncts)
    result.push_back(frontend::to_string(program, *condition));
  std::sort(result.begin(), result.end());
  return result;
}

/// The location from which the edge with this text leads.
LocationId before(const Program& program, const std::string& text) {
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (program.edge(edge).text == text) return program.source(edge);
  FAIL("no such statement: " << text);
  return 0;
}

using Texts = std::vector<std::string>;

TEST_CASE("the cause of an error behind a loop, for all inputs at once") {
  const Program program = parse(count_up);
  const ErrorInvariants found = error_invariants(program, {});
  REQUIRE(found.complete);
  CHECK(texts(program, found.at[before(program, "x < n")]) == Texts{"n >= 11"});
  CHECK(texts(program, found.at[before(program, "int x = 6")]) == Texts{"n >= 11"});
  CHECK(texts(program, found.at[before(program, "x > 10")]) == Texts{"x >= 11"});
  for (const ErrorInvariant& at : found.at) CHECK(at.supported);
  ErrorInvariantOptions relations;
  relations.preference = SupportPreference::relations;
  const ErrorInvariants paper = error_invariants(program, relations);
  CHECK(texts(program, paper.at[before(program, "x < n")]) == Texts{"n >= 11", "x <= n"});
  CHECK(texts(program, paper.at[before(program, "x > 10")]) == Texts{"n >= 11", "x == n"});
}

/// It fails where n is less than -10 or more than 10.
const char* const count_to_distance =
    "int main(void) {\n"
    "  int n = in();\n"
    "  int x = 6;\n"
    "  if (n < 0) { while (x < 0 - n) x = x + 1; } else { while (x < n) x = x + 1; }\n"
    "  if (x > 10) reach_error();\n"
    "}\n";

TEST_CASE("cases of a branch are kept where their join says nothing") {
  const Program program = parse(count_to_distance);
  const LocationId start = before(program, "int x = 6");
  const ErrorInvariants plain = error_invariants(program, {});
  REQUIRE(plain.complete);
  CHECK(!plain.at[before(program, "n < 0")].supported);
  ErrorInvariantOptions options;
  options.domain = SliceDomain::lifted;
  const ErrorInvariants lifted = error_invariants(program, options);
  REQUIRE(lifted.complete);
  CHECK(texts(program, lifted.at[start]) == Texts{"n <= -11 || n >= 11"});
  CHECK(lifted.at[start].supported);
  options.max_predicates = 0;
  CHECK(!error_invariants(program, options).at[before(program, "n < 0")].supported);
}

TEST_CASE("a lifted domain whose time is up leaves what is known without") {
  const Program program = parse(count_to_distance);
  ErrorInvariantOptions options;
  options.domain = SliceDomain::lifted;
  std::stop_source source;
  source.request_stop();
  options.refinement_stop = source.get_token();
  const ErrorInvariants cut = error_invariants(program, options);
  const ErrorInvariants plain = error_invariants(program, {});
  REQUIRE((cut.complete && plain.complete));
  for (LocationId l = 0; l < program.location_count(); ++l)
    CHECK(texts(program, cut.at[l]) == texts(program, plain.at[l]));
}

TEST_CASE("what cannot fail is impossible everywhere") {
  const Program program = parse("int main(void) { int x = 1; while (in()) x = 2; if (x > 2) reach_error(); }\n");
  const ErrorInvariants found = error_invariants(program, {});
  REQUIRE(found.complete);
  for (const ErrorInvariant& at : found.at) CHECK((at.impossible && at.conjuncts.empty()));
}

TEST_CASE("a stopped analysis says nothing") {
  const Program program = parse(count_up);
  std::stop_source source;
  source.request_stop();
  const ErrorInvariants found = error_invariants(program, {}, source.get_token());
  CHECK(!found.complete);
  REQUIRE(found.at.size() == program.location_count());
  for (const ErrorInvariant& at : found.at) CHECK((!at.impossible && at.conjuncts.empty()));
}

TEST_CASE("nothing is said of executions that fail behind what is not modelled") {
  const auto of = [](const std::string& condition) {
    const Program program = parse("int main(void) { int n = in(), x = 5; if (n == 1) reach_error(); if (" + condition +
                                  ") { __asm__(\"\" : \"+r\"(x)); if (x == 5) reach_error(); } }\n");
    const ErrorInvariants found = error_invariants(program, {});
    if (found.unmodelled) CHECK(program.location(*found.unmodelled).kind == frontend::LocationKind::Unsupported);
    CHECK(found.complete != found.unmodelled.has_value());
    return found.complete;
  };
  CHECK(!of("n == 2"));
  CHECK(of("x == 6"));
}

TEST_CASE("who comes to undefined behaviour does not fail without it") {
  const Program program = parse(
      "int main(void) { int a[3] = {0}, n = in(); if (n == 1) __builtin_unreachable(); if (n == 2) a[n + 1] = 1;\n"
      "if (n < 4) reach_error(); }\n");
  const ErrorInvariants found = error_invariants(program, {});
  CHECK(!found.unmodelled);
  REQUIRE(found.complete);
  CHECK(texts(program, found.at[before(program, "n < 4")]) == Texts{"n <= 3"});
}

const char* const with_a_call =
    "static int half(int k) { int i = 0; while (k >= 2) { k -= 2; i++; } return i; }\n"
    "int main(void) {\n"
    "  int n = in(), i, s = 0;\n"
    "  if (n < 0 || n > 20) return 0;\n"
    "  for (i = 0; i < n; i++) s += 2;\n"
    "  int h = half(s);\n"
    "  if (h > 10) reach_error();\n"
    "}\n";

TEST_CASE("what nothing reads any more, or is to be avoided, is given up first") {
  const Program program = parse(with_a_call);
  const ErrorInvariants found = error_invariants(program, {});
  REQUIRE(found.complete);
  CHECK(texts(program, found.at[before(program, "h > 10")]) == Texts{"h >= 11"});
  CHECK(texts(program, found.at[before(program, "int h = half(s)")]).size() == 1);
  const LocationId loop = before(program, "i < n");
  const auto speaks_of = [&](const ErrorInvariants& invariants, const std::string& name) {
    const auto is_it = [&](const frontend::Expr& read) { return program.variables[read.variable].name == name; };
    const auto& conjuncts = invariants.at[loop].conjuncts;
    return std::any_of(conjuncts.begin(), conjuncts.end(),
                       [&](const frontend::ExprPtr& conjunct) { return frontend::any_read(*conjunct, is_it); });
  };
  CHECK(speaks_of(found, "main::i"));
  CHECK(speaks_of(found, "main::s"));
  // It cannot do without s, which the call gets; what remains does as well.
  ErrorInvariantOptions options;
  options.avoided.resize(program.variables.size(), false);
  for (frontend::VariableId v = 0; v < program.variables.size(); ++v)
    options.avoided[v] = program.variables[v].name == "main::i";
  const FailingStates known = failing_states(program, options, {});
  const ErrorInvariants again = error_invariants(program, known, options);
  REQUIRE(again.complete);
  CHECK(again.at[loop].supported == found.at[loop].supported);
  CHECK(speaks_of(again, "main::s"));
}

TEST_CASE("equalities say what a condition over several variables is about") {
  const Program program = parse(
      "int main(void) { int n = in(); if (n < 1 || n > 500) return 0; int left = n, s = 0, kilos = 0;\n"
      "while (left >= 0) { left -= 10; s++; kilos += 4; }\n"
      "if ((s - 1) * 10 >= n) reach_error(); }\n");
  const ErrorInvariants found = error_invariants(program, {});
  REQUIRE(found.complete);
  CHECK(texts(program, found.at[before(program, "(s - 1) * 10 >= n")]) == Texts{"n + 10 == 10 * s"});
}

TEST_CASE("implications that a solver confirms") {
  const Program program = parse(count_up);
  const ErrorInvariantOptions options;
  const ErrorInvariants found = error_invariants(program, options);
  ImplicationChecker checker(program, options, {});
  const ErrorInvariant& entry = found.at[before(program, "int x = 6")];
  const ErrorInvariant& end = found.at[before(program, "x > 10")];
  CHECK(checker.implies(entry, entry) == true);
  CHECK(checker.implies(entry, end) == false);
  CHECK(checker.implies({true, {}, true}, end) == true);
  CHECK(checker.implies(entry, {true, {}, true}) == false);
  CHECK(checker.implies(entry, {}) == true);
}

/// Every execution that fails, of random programs over few values.
using bireach::test::number_of_state;

class FailingStates {
 public:
  explicit FailingStates(const Program& program) : program_(program), states_(test::all_states(program)) {
    for (std::size_t s = 0; s < states_.size(); ++s) reach(program.initial, s);
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [from, to] : steps_) grows = (fails(to) && failing_.insert(from).second) || grows;
    }
  }

  [[nodiscard]] bool is_within(const ErrorInvariants& found) const {
    return std::all_of(failing_.begin(), failing_.end(), [&](const Point& point) { return holds(found, point); });
  }
  [[nodiscard]] std::size_t size() const { return failing_.size(); }

 private:
  using Point = std::pair<LocationId, std::size_t>;

  void reach(LocationId start, std::size_t state) {
    std::vector<Point> open{{start, state}};
    while (!open.empty()) {
      const Point here = open.back();
      open.pop_back();
      if (!reached_.insert(here).second) continue;
      for (const frontend::EdgeId edge : program_.outgoing(here.first))
        bireach::testing::for_each_successor(program_, edge, states_[here.second], [&](const auto& next, const auto&) {
          const Point there{program_.target(edge), number_of_state(program_, next)};
          steps_.emplace_back(here, there);
          open.push_back(there);
        });
    }
  }

  [[nodiscard]] bool fails(const Point& point) const {
    return program_.location(point.first).kind == frontend::LocationKind::Error || failing_.contains(point);
  }

  [[nodiscard]] bool holds(const ErrorInvariants& found, const Point& point) const {
    const ErrorInvariant& at = found.at[point.first];
    return !at.impossible && std::all_of(at.conjuncts.begin(), at.conjuncts.end(), [&](const frontend::ExprPtr& expr) {
      std::vector<frontend::UndefinedEvent> events;
      return frontend::evaluate(program_, *expr, states_[point.second], 0, events) != 0 && events.empty();
    });
  }

  const Program& program_;
  const test::States states_;
  std::set<Point> reached_, failing_;
  std::vector<std::pair<Point, Point>> steps_;
};

TEST_CASE("error invariants hold in every execution of random programs that fails") {
  std::size_t states = 0;
  int conjuncts = 0;
  for (int seed = 0; seed < bireach::testing::rounds(120); ++seed) {
    bireach::testing::RandomProgramOptions options;
    options.booleans = 1;
    options.numbers = 2;
    options.number_type = seed % 2 == 0 ? frontend::unsigned_integer(3) : frontend::signed_integer(3);
    if (seed % 3 == 0) options.arithmetic_type = frontend::signed_integer(4);
    options.statements = 10;
    Program program = bireach::testing::random_program(static_cast<std::uint64_t>(seed), options);
    if (seed % 5 == 0) program.signed_overflow = frontend::SignedOverflow::wraps;
    const FailingStates exact(program);
    ErrorInvariantOptions wanted;
    if (seed % 2 == 0) wanted.preference = SupportPreference::relations;
    if (seed % 4 < 2) wanted.domain = SliceDomain::lifted;
    const ErrorInvariants found = error_invariants(program, wanted);
    CHECK(found.complete);
    CHECK_MESSAGE(exact.is_within(found), "seed " << seed);
    states += exact.size();
    for (const ErrorInvariant& at : found.at) conjuncts += at.impossible ? 1 : static_cast<int>(at.conjuncts.size());
  }
  CHECK(bireach::testing::is_often(states, std::size_t{2000}));
  CHECK(bireach::testing::is_often(conjuncts, 300));
}

}  // namespace
}  // namespace bireach::abstraction
