// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/check_slice.h"

#include <doctest/doctest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/verify/verify.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

std::vector<LocationId> errors_of(const Program& program) {
  std::vector<LocationId> result;
  for (LocationId l = 0; l < program.location_count(); ++l)
    if (program.location(l).kind == LocationKind::Error) result.push_back(l);
  return result;
}

/// Each edge to an error location has one of its own.
Program with_own_errors(const Program& program) {
  Program result = program.without_graph();
  for (LocationId l = 0; l < program.location_count(); ++l) result.add_location(program.location(l));
  for (EdgeId e = 0; e < program.edge_count(); ++e) {
    LocationId target = program.target(e);
    if (program.location(target).kind == LocationKind::Error) target = result.add_location(program.location(target));
    result.add_edge(program.source(e), target, program.edge(e));
  }
  return result;
}

/// In which executions end at all other errors.
Program with_one_error(const Program& program, LocationId error) {
  Program result = program;
  for (const LocationId other : errors_of(program)) {
    if (other == error) continue;
    result.location(other).kind = LocationKind::Exit;
    result.location(other).violation.reset();
  }
  return result;
}

std::set<std::string> assigned_in(const Program& program) {
  std::set<std::string> result;
  for (EdgeId e = 0; e < program.edge_count(); ++e)
    if (const auto target = frontend::assigned_variable(program.edge(e).statement))
      result.insert(program.variables[*target].name);
  return result;
}

/// The only one that does.
const frontend::Edge& assigning(const Program& program, const std::string& name) {
  std::optional<EdgeId> found;
  for (EdgeId e = 0; e < program.edge_count(); ++e) {
    const auto target = frontend::assigned_variable(program.edge(e).statement);
    if (!target || program.variables[*target].name != name) continue;
    REQUIRE(!found);
    found = e;
  }
  REQUIRE(found);
  return program.edge(*found);
}

bool is_safe(const Program& program) {
  VerifyStatistics statistics;
  return std::holds_alternative<Safe>(verify(program, {}, {}, statistics));
}

/// The slice for the checks of this kind in this line.
Program slice_at(const Program& program, frontend::Violation kind, unsigned line) {
  std::size_t asked = 0;
  const auto slice = check_slice(program, [&](LocationId error) {
    const bool is_asked = program.location(error).violation == kind && program.location(error).place.line == line;
    asked += is_asked ? 1 : 0;
    return is_asked;
  });
  REQUIRE(slice);
  REQUIRE(asked > 0);
  CHECK(frontend::check_well_formed(*slice).empty());
  return *slice;
}

}  // namespace

TEST_CASE("every first error of random programs is one of its slice") {
  bireach::testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(2);
  shape.statements = 10;
  shape.table_percent = 5;
  constexpr std::size_t limit = 40000;
  std::size_t reached = 0;
  std::size_t refuted = 0;
  std::size_t smaller = 0;
  std::size_t lost = 0;
  for (std::uint64_t seed = 0; seed < 260; ++seed) {
    const Program program = with_own_errors(bireach::testing::random_program(seed, shape));
    for (const LocationId error : errors_of(program)) {
      if (program.incoming(error).empty()) continue;
      CAPTURE(seed);
      CAPTURE(error);
      const auto slice = check_slice(program, [&](LocationId l) { return l == error; });
      REQUIRE(slice);
      CHECK(frontend::check_well_formed(*slice).empty());
      const auto whole = bireach::testing::explore(with_one_error(program, error), limit);
      const auto part = bireach::testing::explore(*slice, limit);
      if (!whole.complete || !part.complete) continue;
      CHECK((!whole.error_reachable || part.error_reachable));
      reached += whole.error_reachable ? 1 : 0;
      refuted += part.error_reachable ? 0 : 1;
      lost += part.error_reachable && !whole.error_reachable ? 1 : 0;
      smaller += part.states < whole.states ? 1 : 0;
    }
  }
  MESSAGE("first errors: " << reached << ", refuted: " << refuted << ", lost: " << lost << ", smaller: " << smaller);
  CHECK(reached > 100);
  CHECK(refuted > 50);
  CHECK(smaller > 50);
  CHECK(lost < refuted);
}

TEST_CASE("what a check does not depend on is left out, with its loops") {
  const Program program = frontend::test::parse(R"(
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    int main(void) {
      unsigned x = __VERIFIER_nondet_int();
      for (int i = 0; i < 1000000; i++) {
        x = (x ^ x >> 3) * 2654435761u;
        if (x % 7 == 3) x++;
      }
      if (x == 5) reach_error();
      int a = 0, b = 0;
      while (__VERIFIER_nondet_int()) { a = 1 - a; b = 1 - b; }
      if (a != b) reach_error();
      return 0;
    }
  )");
  const auto at = [&](unsigned line) { return slice_at(program, frontend::Violation::unreach_call, line); };
  const Program last = at(13);
  const std::set<std::string> assigned = assigned_in(last);
  CHECK(assigned.contains("main::a"));
  CHECK(assigned.contains("main::b"));
  CHECK(std::holds_alternative<frontend::Havoc>(assigning(last, "main::x").statement));
  // The counter of the loop that is passed by has no edge that is reached.
  CHECK(is_safe(last));
  // Any value of what is left out is one of the program's.
  VerifyStatistics statistics;
  Verdict verdict = verify(last, {}, {}, statistics);
  auto* proof = std::get_if<Safe>(&verdict);
  REQUIRE(proof != nullptr);
  if (auto* annotation = std::get_if<InductiveAnnotation>(&proof->evidence)) {
    keep_common_places(*annotation, program, last);
    CHECK(!annotation->predicates.empty());
    for (const auto& [location, predicates] : annotation->predicates) {
      CHECK(location < program.location_count());
      for (const logic::Term predicate : predicates)
        for (const logic::Term variable : logic::free_variables(predicate)) CHECK(variable.name() != "main::x");
    }
  }
  const std::set<std::string> of_first = assigned_in(at(10));
  CHECK(of_first.contains("main::x"));
  CHECK(!of_first.contains("main::a"));  // what comes behind the check is cut off
}

TEST_CASE("conditions that decide whether a check is reached are kept, and other checks pass") {
  const auto parse = [](const std::string& text) {
    frontend::ParseOptions options;
    options.property.kinds = {frontend::Violation::unreach_call, frontend::Violation::valid_deref};
    return frontend::test::parse(text, options);
  };
  const Program program = parse(R"(
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    int main(void) {
      int n = __VERIFIER_nondet_int(), a[4] = {0}, kept = 0;
      if (n < 0) return 1;
      if (n > 3)
        if (kept == 0) return 2;
      a[n] = 1;
      if (n > 3) reach_error();
      if (a[n] != 1) reach_error();
      return a[n + 1];
    }
  )");
  CHECK(is_safe(slice_at(program, frontend::Violation::unreach_call, 10)));
  CHECK(is_safe(slice_at(program, frontend::Violation::unreach_call, 11)));
  CHECK(is_safe(slice_at(program, frontend::Violation::valid_deref, 9)));
  CHECK(!is_safe(slice_at(program, frontend::Violation::valid_deref, 12)));
}

TEST_CASE("memory that is allocated, and lives no longer, is as it was") {
  frontend::ParseOptions options;
  options.property.kinds = {frontend::Violation::unreach_call, frontend::Violation::valid_deref};
  const Program program = frontend::test::parse(R"(
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    void *malloc(unsigned long);
    void free(void *);
    int main(void) {
      int *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = 0;
      if (!p || !q) return 0;
      { int local = 3; r = &local; if (*r != 3) reach_error(); }
      *p = 1; *q = 2;
      if (*p != 1 || p == q) reach_error();
      free(q);
      if (__VERIFIER_nondet_int()) *p = *q;
      if (__VERIFIER_nondet_int()) *p = *r;
      return 0;
    }
  )",
                                                options);
  CHECK(is_safe(slice_at(program, frontend::Violation::unreach_call, 9)));
  CHECK(is_safe(slice_at(program, frontend::Violation::unreach_call, 11)));
  CHECK(is_safe(slice_at(program, frontend::Violation::valid_deref, 10)));
  CHECK(!is_safe(slice_at(program, frontend::Violation::valid_deref, 13)));
  CHECK(!is_safe(slice_at(program, frontend::Violation::valid_deref, 14)));
}

TEST_CASE("programs that run on several threads, or call themselves, have no slice") {
  const Program program = frontend::test::parse(R"(
    extern void reach_error(void);
    int down(int n) { return n > 0 ? down(n - 1) : 0; }
    int main(void) { if (down(3) != 0) reach_error(); return 0; }
  )");
  REQUIRE(!program.procedures.empty());
  CHECK(!check_slice(program, [](LocationId) { return true; }));
}

}  // namespace bireach::checker
