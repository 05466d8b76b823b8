// SPDX-License-Identifier: Apache-2.0
#include "abstraction/values/reachable_values.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::abstraction {
namespace {

using frontend::ConcreteState;
using frontend::LocationId;
using frontend::Program;
using Outcome = ReachableValues::Outcome;

/// With states told from each other wherever ways meet, and nothing known of what is live.
struct Explored {
  explicit Explored(Program given, const ReachableValues::Limits& limits = {}, std::vector<Tracking> tracked = {})
      : program(std::move(given)),
        slots(program),
        is_kept(program.location_count(), false),
        reaches_target(program.location_count(), true),
        live(program.location_count(), std::vector<bool>(program.variables.size(), true)) {
    for (LocationId l = 0; l < program.location_count(); ++l) is_kept[l] = program.incoming(l).size() != 1;
    values = std::make_unique<ReachableValues>(program, ValueGraph{is_kept, reaches_target, live}, slots,
                                               std::move(tracked), limits);
    do outcome = values->explore(1000);
    while (outcome == Outcome::open);
  }

  Program program;
  Slots slots;
  std::vector<bool> is_kept;
  std::vector<bool> reaches_target;
  std::vector<std::vector<bool>> live;
  std::unique_ptr<ReachableValues> values;
  Outcome outcome = Outcome::open;
};

Explored explored(const std::string& body, const ReachableValues::Limits& limits = {}) {
  return Explored(frontend::test::parse("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
                                        "extern unsigned __VERIFIER_nondet_uint(void);\n"
                                        "int main(void) {\n" +
                                        body + "\nreturn 0;\n}\n"),
                  limits);
}

bool is_safe(const std::string& body) {
  CAPTURE(body);
  const Explored found = explored(body);
  CHECK((found.outcome == Outcome::safe || found.outcome == Outcome::target));
  return found.outcome == Outcome::safe;
}

/// Does the state say of the variables, which are no arrays, what they hold?
bool covers(const Program& program, const ValueState& state, const ConcreteState& concrete) {
  std::map<std::uint32_t, frontend::Bits> symbols;
  for (SlotId slot = 0; slot < program.variables.size(); ++slot) {
    const frontend::ScalarType type = program.variables[slot].type;
    if (program.variables[slot].array) continue;  // what is read of it is told by the others
    const frontend::Bits value = frontend::to_bits(std::get<logic::Integer>(concrete[slot]));
    const frontend::Bits bits = frontend::convert(state[slot].bits, type);
    if (state[slot].symbol == SlotValue::unknown) continue;
    if (state[slot].symbol == SlotValue::number) {
      if (bits != value) return false;
      continue;
    }
    if (state[slot].symbol == SlotValue::other_than) {
      if (bits == value) return false;
      continue;
    }
    const frontend::Bits symbol = frontend::convert(value - bits, type);
    if (symbols.emplace(state[slot].symbol, symbol).first->second != symbol) return false;
  }
  return true;
}

/// All states that executions without undefined behaviour reach, by location.
std::map<LocationId, std::map<std::string, ConcreteState>> reachable(const Program& program) {
  std::map<LocationId, std::map<std::string, ConcreteState>> result;
  const auto is_new = [&result](LocationId location, const ConcreteState& state) {
    std::string key;
    for (const logic::Value& value : state) key += logic::to_string(value) + ' ';
    return result[location].emplace(std::move(key), state).second;
  };
  std::vector<std::pair<LocationId, ConcreteState>> open{{program.initial, frontend::initial_state(program)}};
  static_cast<void>(is_new(program.initial, open.front().second));
  while (!open.empty()) {
    const auto [location, state] = std::move(open.back());
    open.pop_back();
    for (const frontend::EdgeId edge : program.outgoing(location)) {
      const LocationId target = program.target(edge);
      bireach::testing::for_each_successor(program, edge, state, [&](const ConcreteState& after, const logic::Value&) {
        if (is_new(target, after)) open.emplace_back(target, after);
      });
    }
  }
  return result;
}

}  // namespace

TEST_CASE("values: state machines") {
  const std::string machine =
      "int state = 3, errors = 0; while (1) { int in = __VERIFIER_nondet_int();\n"
      "if (state == 3) { if (in > 4) state = 7; } else if (state == 7) { state = in == 0 ? 9 : 3; errors = 1; }\n"
      "else if (state == 9) { errors = 0; state = 3; } else reach_error();\n";
  CHECK(is_safe(machine + "}"));
  CHECK(is_safe(machine + "if (errors && state == 7) errors = 0; if (state == 7 && errors) reach_error(); }"));
  CHECK_FALSE(is_safe(machine + "if (errors && state == 9) reach_error(); }"));
}

TEST_CASE("values: what is unknown may be the same, or differ by a constant") {
  const std::string start = "int x = __VERIFIER_nondet_int(), y = x, z; ";
  CHECK(is_safe(start + "z = y + 3; if (z != x + 3) reach_error();"));
  CHECK_FALSE(is_safe(start + "z = y + 3; if (z != x + 4) reach_error();"));
  CHECK(is_safe(start + "if (x == 5 && y != 5) reach_error();"));
  CHECK(is_safe(start + "z = __VERIFIER_nondet_int(); if (z == x) { if (y != z) reach_error(); }"));
  CHECK_FALSE(is_safe(start + "z = __VERIFIER_nondet_int(); if (y != z) reach_error();"));
  CHECK(is_safe(start + "x = 1; if (y == 7 && x != 1) reach_error();"));
  CHECK_FALSE(is_safe(start + "x = 1; if (y == 7) reach_error();"));
  CHECK(is_safe(start + "x = x + 1; x = x + 1; if (x - y != 2) reach_error();"));
  // Modulo 2^32; of other types nothing is known.
  CHECK(is_safe("unsigned a = __VERIFIER_nondet_uint(), b = a - 3; if (b + 3 != a) reach_error();"));
  CHECK_FALSE(is_safe("unsigned a = __VERIFIER_nondet_uint(), b = a - 3; if (b > a) reach_error();"));
  CHECK_FALSE(is_safe("int a = __VERIFIER_nondet_int(); unsigned char b = a; if (b != a) reach_error();"));
}

TEST_CASE("values: conditions tell them") {
  const std::string start = "int x = __VERIFIER_nondet_int(); ";
  CHECK(is_safe(start + "if (x) { } else if (x != 0) reach_error();"));
  CHECK(is_safe(start + "if (!(x == 4)) return 0; if (x + 1 != 5) reach_error();"));
  CHECK(is_safe(start + "if (x - 3 == 4 && x != 7) reach_error();"));
  CHECK(is_safe(start + "if ((long)x == 4L && x != 4) reach_error();"));
  CHECK(is_safe(start + "if ((long)x == 5000000000L) reach_error();"));
  CHECK(is_safe(start + "if (x == 1 || x == 2) { if (x == 3) reach_error(); }"));
  CHECK(is_safe(start + "if (x) { int y = x; if (!y) reach_error(); if (x == 0) reach_error(); }"));
  CHECK(is_safe(start + "if (x - 5) { if (x == 5) reach_error(); _Bool b = x - 5; if (!b) reach_error(); }"));
  CHECK(is_safe(start + "if (x != 6 && x + 1 == 7) reach_error();"));
  CHECK(is_safe(start + "if (5 - x != 1 && x == 4) reach_error();"));
  CHECK(is_safe(start + "_Bool b = x; if (b != 1) { if (b) reach_error(); } else if (!b) reach_error();"));
  CHECK_FALSE(is_safe(start + "if (x) { if (x + 1 == 0) reach_error(); }"));
  // Numbers of more than 64 bits are any.
  CHECK_FALSE(is_safe(start + "if ((x ? (unsigned __int128)1 << 64 : 0) != 0) reach_error();"));
  CHECK_FALSE(is_safe(start + "int y = x; if (x) { if (y - x) reach_error(); if (y == 7) reach_error(); }"));
  CHECK(is_safe(start + "int y = x == 1 ? 5 : 7; if (y == 5 && x != 1) reach_error(); if (y == 6) reach_error();"));
  CHECK(is_safe(start + "int y = (x < 3) + (x < 5); if (y != 0 && y != 1 && y != 2) reach_error();"));
  CHECK_FALSE(is_safe(start + "int y = (x < 3) + (x < 5); if (y == 2) reach_error();"));
  CHECK(is_safe(start + "_Bool b = x; if (b == 0 && b) reach_error();"));
  CHECK(is_safe(start + "int t = x < 3; if (t == 1 || t == 0) return 0; if (t == 5 && t != 5) reach_error();"));
  CHECK_FALSE(is_safe(start + "if ((unsigned char)x == 4 && x != 4) reach_error();"));
  CHECK_FALSE(is_safe(start + "if (x < 3) if (x == 2) reach_error();"));
  CHECK_FALSE(is_safe(start + "if ((x == 1 || x == 2) && x != 1) reach_error();"));
  CHECK_FALSE(is_safe(start + "int d = 0; if (x == 0) d = 1; x = 6 / d; if (x != 6) reach_error();"));
}

TEST_CASE("values: elements at constant indices") {
  const std::string start = "int a[8]; int i = __VERIFIER_nondet_int(); for (int k = 0; k < 8; k++) a[k] = k; ";
  CHECK(is_safe(start + "if (a[3] != 3) reach_error();"));
  CHECK(is_safe(start + "int b = a[2]; a[b] = i; if (a[2] != i || a[3] != 3) reach_error();"));
  CHECK_FALSE(is_safe(start + "a[i & 7] = 9; if (a[3] != 3) reach_error();"));
  CHECK(is_safe(start + "a[i & 7] = 9; a[3] = 4; if (a[3] != 4) reach_error();"));
  CHECK(is_safe("static int z[1000]; z[5] = 1; if (z[7] != 0 || z[5] != 1) reach_error();"));
  CHECK_FALSE(is_safe("int z[1000]; z[5] = 1; if (z[7] != 0) reach_error();"));
}

TEST_CASE("values: too many of one variable are given up, those of others stay") {
  const std::string count =
      "int n = 0, s = 0; while (__VERIFIER_nondet_int()) { n = n + 1; s = !s; if (s != 0 && s != 1) reach_error(); ";
  const Explored given_up = explored(count + "}", {10});
  CHECK(given_up.outcome == Outcome::safe);
  CHECK(given_up.values->has_dropped());
  CHECK(explored(count + "if (n == 30000) reach_error(); }", {10}).outcome == Outcome::target);
  CHECK(explored("unsigned n = 0; while (1) { n = n + 1; if (n == 0) reach_error(); }", {1000000, 100}).outcome ==
        Outcome::limited);
  CHECK(
      explored("unsigned n = 0; while (1) { n = n + 1; if (n == 0) reach_error(); }", {1000000, 100000, 100}).outcome ==
      Outcome::limited);
}

TEST_CASE("values: those that are not tracked are any") {
  const std::string text =
      "extern void reach_error(void); int main(void) { int a = 1, b = 2; if (a != 1) reach_error(); return b; }";
  const Program program = frontend::test::parse(text);
  for (frontend::VariableId v = 0; v < program.variables.size(); ++v) {
    std::vector<Tracking> tracked(program.variables.size(), Tracking::all);
    tracked[v] = Tracking::nothing;
    const bool needed = program.variables[v].user_name == "a";
    CHECK(Explored(frontend::test::parse(text), {}, tracked).outcome == (needed ? Outcome::target : Outcome::safe));
  }
}

TEST_CASE("values: of counters the difference is known") {
  const auto outcome = [](const std::string& condition) {
    const std::string text =
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { unsigned written = 0, read = 0; int on = 0; while (__VERIFIER_nondet_int()) {\n"
        "if (on == 0) { written = written + 1; on = 1; } else { read = read + 1; on = 0; }\n"
        "if (" +
        condition + ") reach_error(); } return 0; }";
    const Program program = frontend::test::parse(text);
    const std::vector<Tracking> first(program.variables.size(), Tracking::all);
    // Both get too many values, one after the other; from the beginning only their difference is told then.
    const Explored counted(program, {10}, first);
    if (!counted.values->has_dropped()) return counted.outcome;
    return Explored(program, {10}, counted.values->tracked()).outcome;
  };
  CHECK(outcome("on == 0 && written != read") == Outcome::safe);
  CHECK(outcome("written != read + on && on == 1") == Outcome::safe);
  CHECK(outcome("on == 1 && written != read") == Outcome::target);
  CHECK(outcome("written == 1000") == Outcome::target);
}

TEST_CASE("values: all states that executions reach, on random programs") {
  int safe = 0;
  int compared = 0;
  for (int seed = 0; seed < bireach::testing::rounds(1200); ++seed) {
    CAPTURE(seed);
    bireach::testing::RandomProgramOptions options;
    options.booleans = 1 + static_cast<unsigned>(seed) % 2;
    options.numbers = 2;
    options.number_type = seed % 2 == 0 ? frontend::unsigned_integer(3) : frontend::signed_integer(3);
    if (seed % 3 == 0) options.arithmetic_type = frontend::signed_integer(4);
    options.bit_operations = seed % 4 == 0;
    options.division = seed % 5 == 0;
    options.table_percent = seed % 6 == 0 ? 30 : 0;
    Program program = bireach::testing::random_program(static_cast<std::uint64_t>(seed) + 900, options);
    if (seed % 7 == 0) program.signed_overflow = frontend::SignedOverflow::wraps;
    const auto concrete = reachable(program);
    // Some rounds with slots that are given up on the way.
    const Explored found(program, {seed % 5 == 1 ? std::size_t{3} : std::size_t{100}});
    bool has_error = false;
    for (const auto& [location, states] : concrete)
      has_error = has_error || (!states.empty() && program.location(location).kind == frontend::LocationKind::Error);
    if (has_error) {
      CHECK(found.outcome == Outcome::target);
      continue;
    }
    if (found.outcome != Outcome::safe) continue;
    ++safe;
    for (const auto& [location, states] : concrete) {
      if (!found.is_kept[location]) continue;
      for (const auto& [key, state] : states) {
        bool covered = false;
        for (const ValueState* abstract : found.values->states(location))
          covered = covered || covers(program, *abstract, state);
        CHECK(covered);
        ++compared;
      }
    }
  }
  CAPTURE(safe);
  CAPTURE(compared);
  CHECK(bireach::testing::is_often(safe, 40));
  CHECK(bireach::testing::is_often(compared, 1000));
}

}  // namespace bireach::abstraction
