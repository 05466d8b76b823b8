// SPDX-License-Identifier: Apache-2.0
/// Open branches along traces of small C programs, and post-dominators of random graphs against their definition.
#include "relevance/trace/control_dependence.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/support/parse_fixture.h"
#include "tests/support/program_builder.h"
#include "tests/support/random_program.h"

using namespace bireach;
using frontend::EdgeId;
using frontend::EdgeRole;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using relevance::ControlDependence;
using relevance::TraceScopes;

namespace {

const std::string prelude =
    "void reach_error(void);\nvoid abort(void);\nextern int __VERIFIER_nondet_int(void);\n"
    "void __VERIFIER_assert(int c) { if (!c) reach_error(); }\n"
    "void assume(int c) { if (!c) abort(); }\n";

/// A program, the trace that it takes with these inputs, and the scopes along it.
struct Example {
  explicit Example(const std::string& body, const std::vector<long>& inputs = {}, const std::string& functions = "")
      : program(frontend::test::parse(prelude + functions + "\nint main(void) {\n" + body + "\n}\n")),
        dependence(program),
        trace(frontend::test::execute(program, inputs).execution.trace),
        scopes(relevance::trace_scopes(program, dependence, trace)) {
    REQUIRE(scopes.enclosing.size() == trace.size() + 1);
  }

  /// The branches in the scope of a position, as the user wrote them: "a > 0, !(b)".
  std::string scope(std::size_t position) const {
    std::string text;
    for (const std::size_t branch : scopes.scope(position)) {
      const frontend::Edge& edge = program.edge(trace[branch]);
      text += text.empty() ? "" : ", ";
      text += edge.role == EdgeRole::BranchFalse ? "!(" + edge.text + ")" : edge.text;
    }
    return text;
  }
  /// Of the n-th position whose edge has this text.
  std::string scope(const std::string& text, std::size_t n = 0) const { return scope(position(text, n)); }
  std::string at_end() const { return scope(trace.size()); }
  std::size_t position(const std::string& text, std::size_t n = 0) const {
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (program.edge(trace[i]).text == text && n-- == 0) return i;
    FAIL("no statement '" << text << "'");
    return 0;
  }
  /// Names of the variables assigned behind the edge that the trace does not take at this branch.
  std::string other_way(const std::string& text) {
    const EdgeId taken = trace[position(text)];
    const auto& edges = program.outgoing(program.source(taken));
    std::string names;
    for (const auto variable : dependence.assigned_behind(edges[0] == taken ? edges[1] : edges[0])) {
      names += names.empty() ? "" : " ";
      names += program.variables[variable].user_name;
    }
    return names;
  }

  Program program;
  ControlDependence dependence;
  frontend::Trace trace;
  TraceScopes scopes;
};

const std::string a_and_b = "int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_int(); int x = 0;\n";

}  // namespace

TEST_CASE("the scope of a statement in a branch is its condition") {
  const std::string body = a_and_b + "if (a > 0) { x = 1; if (b > 0) x = 2; x = 3; } else { x = 4; }\nx = 5; return 0;";
  const Example both(body, {1, 1});
  CHECK(both.scope("a > 0").empty());
  CHECK(both.scope("x = 1") == "a > 0");
  CHECK(both.scope("b > 0") == "a > 0");
  CHECK(both.scope("x = 2") == "a > 0, b > 0");
  CHECK(both.scope("x = 3") == "a > 0");
  CHECK(both.scope("x = 5").empty());
  CHECK(both.at_end().empty());
  CHECK_FALSE(both.scopes.assertion());
  CHECK(Example(body, {0, 1}).scope("x = 4") == "!(a > 0)");
  CHECK(Example(body, {0, 1}).scope("x = 5").empty());
}

TEST_CASE("iterations of a loop enclose one another") {
  const Example loop(a_and_b + "while (a > 0) { x = x + 1; a = a - 1; }\nx = 7; return 0;", {2, 0});
  CHECK(loop.scope("a > 0", 0).empty());
  CHECK(loop.scope("x = x + 1", 0) == "a > 0");
  CHECK(loop.scope("a > 0", 1) == "a > 0");
  CHECK(loop.scope("x = x + 1", 1) == "a > 0, a > 0");
  CHECK(loop.scope("a > 0", 2) == "a > 0, a > 0");  // the condition that ends the loop
  CHECK(loop.scope("x = 7").empty());

  const Example do_loop(a_and_b + "do { x = x + 1; a = a - 1; } while (a > 0);\nx = 7; return 0;", {2, 0});
  CHECK(do_loop.scope("x = x + 1", 0).empty());
  CHECK(do_loop.scope("x = x + 1", 1) == "a > 0");
  CHECK(do_loop.scope("x = 7").empty());
}

TEST_CASE("break and continue") {
  const Example broken(a_and_b + "while (a > 0) { if (b > 0) break; x = 1; a = a - 1; }\nx = 7; return 0;", {1, 1});
  CHECK(broken.scope("b > 0") == "a > 0");
  CHECK(broken.scope("x = 7").empty());
  const Example not_broken(a_and_b + "while (a > 0) { if (b > 0) break; x = 1; a = a - 1; }\nx = 7; return 0;", {1, 0});
  CHECK(not_broken.scope("x = 1") == "a > 0, !(b > 0)");
  CHECK(not_broken.scope("a > 0", 1) == "a > 0, !(b > 0)");  // reached again only because there was no break

  const Example continued(a_and_b + "for (int i = 0; i < 2; i++) { if (a > 0) continue; x = 1; }\nx = 7; return 0;",
                          {1, 0});
  CHECK(continued.scope("a > 0") == "i < 2");
  CHECK(continued.scope("i < 2", 1) == "i < 2");  // `continue` and the end of the body meet
  CHECK(continued.scope("x = 7").empty());
}

TEST_CASE("a return in the middle keeps the branch open to the end of its function") {
  const Example returned(a_and_b + "if (a > 0) return 1;\nx = 7; return 0;", {0, 0});
  CHECK(returned.scope("x = 7") == "!(a > 0)");
  const Example callee("int a = __VERIFIER_nondet_int(); int x = f(a); x = 7; return 0;", {0},
                       "int f(int a) { int y = 0; if (a > 0) return 1; y = 2; return y; }");
  CHECK(callee.scope("y = 2") == "!(a > 0)");
  CHECK(callee.scope("x = 7").empty());
}

TEST_CASE("goto") {
  const std::string body =
      a_and_b + "if (a > 0) goto end;\nx = 1;\nif (b > 0) goto end;\nx = 2;\nend: x = 3; return 0;";
  CHECK(Example(body, {0, 1}).scope("x = 1") == "!(a > 0)");
  CHECK(Example(body, {0, 0}).scope("x = 2") == "!(a > 0), !(b > 0)");
  CHECK(Example(body, {0, 1}).scope("x = 3").empty());
  const Example loop(a_and_b + "again: x = x + 1; a = a - 1; if (a > 0) goto again;\nx = 7; return 0;", {2, 0});
  CHECK(loop.scope("x = x + 1", 0).empty());
  CHECK(loop.scope("x = x + 1", 1) == "a > 0");
  CHECK(loop.scope("x = 7").empty());
}

TEST_CASE("switch with fall-through") {
  const std::string body =
      a_and_b + "switch (a) { case 1: x = 1; case 2: x = 2; break; default: x = 3; }\nx = 7; return 0;";
  const Example first(body, {1, 0});
  const Example second(body, {2, 0});
  CHECK(first.scopes.scope(first.position("x = 1")).size() == 1);
  CHECK(first.scopes.scope(first.position("x = 2")).size() == 1);
  CHECK(second.scopes.scope(second.position("x = 2")).size() == 2);  // not 1, but 2
  CHECK(Example(body, {5, 0}).scope("x = 7").empty());
  CHECK(second.scope("x = 7").empty());
}

TEST_CASE("short circuit") {
  const std::string body = a_and_b + "if (a > 0 && b > 0) x = 1;\nx = 7; return 0;";
  const Example both(body, {1, 1});
  CHECK_FALSE(both.scope("x = 1").empty());
  CHECK(both.scope("x = 7").empty());
  CHECK(Example(body, {0, 1}).scope("x = 7").empty());
  // The call makes short circuit a branch of the program.
  const std::string effects = a_and_b + "if (a > 0 && f(&x)) x = 1;\nx = 7; return 0;";
  const std::string f = "int f(int *p) { *p = 5; return 1; }";
  const Example call(effects, {1, 0}, f);
  CHECK(call.scope("*p = 5") == "a > 0");
  CHECK(call.scope("x = 7").empty());
}

TEST_CASE("assertions and assumptions that hold keep no scope open, those that fail do") {
  const std::string loop = a_and_b +
                           "while (a > 0) { assume(b < 9); x = x + 1; __VERIFIER_assert(x < 2); a = a - 1; }\n"
                           "x = 7; return 0;";
  const Example holds(loop, {1, 0});
  CHECK(holds.scope("x = x + 1") == "a > 0");
  CHECK(holds.scope("a = a - 1") == "a > 0");
  CHECK(holds.scope("x = 7").empty());
  const Example fails(loop, {2, 0});
  REQUIRE(fails.program.location(fails.program.target(fails.trace.back())).kind == LocationKind::Error);
  CHECK(fails.scope("x = x + 1", 1) == "a > 0, a > 0");
  REQUIRE(fails.scopes.assertion());
  CHECK(fails.scopes.assertion() == fails.position("!c", 3));
  CHECK(fails.scopes.scope(*fails.scopes.assertion()).size() == 2);
  CHECK(fails.dependence.gives_up(fails.trace[*fails.scopes.assertion()]));
}

TEST_CASE("loops and normal ends behind an edge keep it an alternative") {
  const Example loop(a_and_b + "if (a > 0) { while (b < 9) b = b + 1; abort(); }\nx = 7; return 0;", {0, 9});
  CHECK(loop.scope("x = 7") == "!(a > 0)");
  Example error(a_and_b + "if (a > 0) { b = 4; if (b > 3) reach_error(); abort(); }\nx = 7; return 0;", {0, 0});
  CHECK(error.scope("x = 7").empty());
  CHECK(error.other_way("a > 0").empty());
  const Example only_errors(a_and_b + "if (a > 0) { x = 1; reach_error(); } x = 2; abort();", {0, 0});
  CHECK(only_errors.scope("x = 2").empty());  // where nothing returns, abort is the normal end
  const Example nothing_else(a_and_b + "if (a > 0) { x = 1; reach_error(); } x = 2; reach_error(); while (1) {}",
                             {0, 0});
  CHECK(nothing_else.scope("x = 2") == "!(a > 0)");
  const Example always("reach_error(); return 0;");
  CHECK_FALSE(always.scopes.assertion());
}

TEST_CASE("an event loop") {
  const Example events(
      a_and_b +
          "while (1) { a = __VERIFIER_nondet_int(); if (a > 0) x = x + 1; else b = 1;\n__VERIFIER_assert(x < 2); }",
      {0, 0, 1, 0, 1});
  REQUIRE(events.program.location(events.program.target(events.trace.back())).kind == LocationKind::Error);
  CHECK(events.scope("x = x + 1", 1).ends_with("a > 0"));
  CHECK(events.scope("b = 1").ends_with("!(a > 0)"));
  // Branches inside do not stay open for the next event.
  CHECK(events.scope("x = x + 1", 1).find("a > 0, ") == std::string::npos);
  REQUIRE(events.scopes.assertion());
  CHECK(events.scopes.assertion() == events.position("!c", 2));
}

TEST_CASE("variables assigned behind a branch") {
  Example example(
      a_and_b + "int y = 0;\nif (a > 0) { x = 1; if (b > 0) { y = 1; } } else { b = 1; }\nx = 5;\nreturn 0;", {0, 1});
  CHECK(example.other_way("a > 0") == "x y");
  Example taken(a_and_b + "int y = 0;\nif (a > 0) { x = 1; if (b > 0) { y = 1; } }\nx = 5;\nreturn 0;", {1, 0});
  CHECK(taken.other_way("a > 0").empty());
  CHECK(taken.other_way("b > 0") == "y");
  Example loop(a_and_b + "while (a > 0) { if (b > 0) x = 1; __VERIFIER_assert(x < 3); a = a - 1; }\nreturn 0;", {0, 0});
  CHECK(loop.other_way("a > 0").find("x") != std::string::npos);
  CHECK(loop.other_way("a > 0").find("a") != std::string::npos);
  CHECK(loop.other_way("a > 0").find("b") == std::string::npos);
}

namespace {

/// A program of branches and single edges between random locations, mostly without structure.
Program random_graph(std::mt19937_64& random) {
  testing::ProgramBuilder builder;
  const auto below = [&](std::size_t n) { return static_cast<LocationId>(random() % n); };
  const auto x = builder.variable("x");
  const std::size_t count = 2 + below(12);
  for (std::size_t i = 0; i < count; ++i) {
    LocationKind kind = LocationKind::Normal;
    if (i > 0 && below(4) == 0) kind = below(2) == 0 ? LocationKind::Error : LocationKind::Exit;
    const LocationId location = builder.location(kind);
    builder.program.location(location).loop_head = below(3) == 0;
    if (kind == LocationKind::Exit && below(2) == 0) builder.program.location(location).place.line = 1;  // abort
  }
  for (LocationId location = 0; location < count; ++location) {
    if (builder.program.location(location).kind != LocationKind::Normal) continue;
    // Often forward, so that not everything is one loop.
    const auto target = [&] {
      return below(2) == 0 ? below(count) : std::min(static_cast<LocationId>(count - 1), location + 1 + below(3));
    };
    if (below(2) == 0)
      builder.havoc(location, target(), x);
    else
      builder.branch(location, target(), target(), builder.read(x));
  }
  return std::move(builder.program);
}

using Successors = std::vector<std::set<LocationId>>;

/// Locations on paths from `start` that do not enter `avoided`.
std::set<LocationId> reachable(const Successors& successors, LocationId start, std::optional<LocationId> avoided) {
  std::set<LocationId> seen;
  std::vector<LocationId> pending;
  const auto add = [&](LocationId location) {
    if (location != avoided && seen.insert(location).second) pending.push_back(location);
  };
  add(start);
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    for (const LocationId next : successors[location]) add(next);
  }
  return seen;
}

bool on_cycle(const Successors& successors, LocationId location) {
  for (const LocationId next : successors[location])
    if (reachable(successors, next, std::nullopt).contains(location)) return true;
  return false;
}

/// The graph of the definition, by brute force: edges that give up left out, the end of the program appended.
class Reference {
 public:
  explicit Reference(const Program& program)
      : program_(program), end_(static_cast<LocationId>(program.location_count())) {
    for (LocationId location = 0; location < end_; ++location) {
      const auto& found = program.location(location);
      if (found.kind == LocationKind::Exit && !found.place.is_known() && !program.incoming(location).empty())
        nothing_returns_ = false;
    }
    Successors& all = all_;
    all.resize(end_ + 1U);
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) all[program.source(edge)].insert(program.target(edge));
    for (LocationId location = 0; location < end_; ++location)
      goes_on_.push_back(reaches_normal_end_or_loop(all, location));
    full_ = all;
    link_ends(full_);
    graph_.resize(end_ + 1U);
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
      if (!gives_up(edge)) graph_[program.source(edge)].insert(program.target(edge));
    link_ends(graph_);
  }

  bool gives_up(EdgeId edge) const {
    const auto& edges = program_.outgoing(program_.source(edge));
    if (edges.size() != 2) return false;
    const EdgeId other = edges[0] == edge ? edges[1] : edges[0];
    if (goes_on_[program_.target(edge)] || !goes_on_[program_.target(other)]) return false;
    const LocationId location = program_.source(edge);
    const bool leaves_loop = reachable(all_, program_.target(other), std::nullopt).contains(location) &&
                             !program_.location(location).loop_head;
    return leaves_loop || !meets(location);
  }
  LocationId end() const { return end_; }
  bool postdominates(LocationId location, LocationId of) const {
    return location != of && !reachable(graph_, of, location).contains(end_);
  }

 private:
  /// Do all paths from the location to the end have another location in common?
  bool meets(LocationId location) const {
    for (LocationId other = 0; other < end_; ++other)
      if (other != location && !reachable(full_, location, other).contains(end_)) return true;
    return false;
  }

  bool reaches_normal_end_or_loop(const Successors& all, LocationId start) const {
    for (const LocationId location : reachable(all, start, std::nullopt)) {
      const auto& found = program_.location(location);
      if (found.kind == LocationKind::Exit && (!found.place.is_known() || nothing_returns_)) return true;
      if (on_cycle(all, location)) return true;
    }
    return false;
  }

  /// Every location without successors, and of each loop that nothing leaves its head or first location.
  void link_ends(Successors& graph) const {
    const Successors before = graph;
    for (LocationId location = 0; location < end_; ++location) {
      const auto behind = reachable(before, location, std::nullopt);
      const bool bottom = std::all_of(behind.begin(), behind.end(), [&](LocationId other) {
        return reachable(before, other, std::nullopt).contains(location);
      });
      if (!bottom) continue;
      const auto head =
          std::find_if(behind.begin(), behind.end(), [&](LocationId l) { return program_.location(l).loop_head; });
      graph[head != behind.end() ? *head : *behind.begin()].insert(end_);
    }
  }

  const Program& program_;
  LocationId end_;
  bool nothing_returns_ = true;
  std::vector<bool> goes_on_;
  Successors all_;    // the program's
  Successors full_;   // with its ends
  Successors graph_;  // without the edges that give up
};

}  // namespace

TEST_CASE("post-dominators of random graphs agree with their definition") {
  std::mt19937_64 random(7);
  std::size_t with_edge_that_gives_up = 0, before_end = 0;
  for (int round = 0; round < 400; ++round) {
    const Program program = random_graph(random);
    const ControlDependence dependence(program);
    const Reference reference(program);
    CAPTURE(frontend::program_to_text(program));
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      CHECK(dependence.gives_up(edge) == reference.gives_up(edge));
      with_edge_that_gives_up += reference.gives_up(edge) ? 1U : 0U;
    }
    for (LocationId location = 0; location < program.location_count(); ++location) {
      const LocationId found = dependence.immediate_postdominator(location).value_or(reference.end());
      CAPTURE(location);
      if (found != reference.end()) {
        CHECK(reference.postdominates(found, location));
        ++before_end;
      }
      // It is the first: every other post-dominator also post-dominates it.
      for (LocationId other = 0; other < program.location_count(); ++other) {
        if (other == found || !reference.postdominates(other, location)) continue;
        CHECK(found != reference.end());
        CHECK(reference.postdominates(other, found));
      }
    }
  }
  CHECK(with_edge_that_gives_up > 100);
  CHECK(before_end > 1000);
}

TEST_CASE("scopes along random walks: a branch is open until its paths meet, wherever it lies on the stack") {
  std::mt19937_64 random(8);
  std::size_t enclosed = 0;
  for (int round = 0; round < 400; ++round) {
    const Program program = random_graph(random);
    const ControlDependence dependence(program);
    frontend::Trace trace;
    LocationId here = program.initial;
    while (trace.size() < 30 && !program.outgoing(here).empty()) {
      const auto& edges = program.outgoing(here);
      trace.push_back(edges[random() % edges.size()]);
      here = program.target(trace.back());
    }
    const TraceScopes scopes = relevance::trace_scopes(program, dependence, trace);
    for (std::size_t i = 0; i <= trace.size(); ++i) {
      std::vector<std::size_t> expected;
      for (std::size_t b = 0; b < i; ++b) {
        const auto& edges = program.outgoing(program.source(trace[b]));
        if (edges.size() != 2) continue;
        if (dependence.gives_up(edges[0] == trace[b] ? edges[1] : edges[0])) continue;
        const auto end = dependence.immediate_postdominator(program.source(trace[b]));
        // What was open when a way gave up stays in scope: it belongs to why that happened.
        bool open = true;
        for (std::size_t k = b; k < i && !dependence.gives_up(trace[k]); ++k)
          open = open && program.target(trace[k]) != end;
        if (open) expected.push_back(b);
      }
      CHECK(scopes.scope(i) == expected);
      enclosed += expected.size();
    }
  }
  CHECK(enclosed > 1000);
}

TEST_CASE("random structured programs: what all paths go through is enclosed by nothing") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Program program = testing::random_program(seed);
    const ControlDependence dependence(program);
    const auto found = testing::explore(program, 20000);
    if (!found.error_reachable || found.shortest_error.empty()) continue;
    const TraceScopes scopes = relevance::trace_scopes(program, dependence, found.shortest_error);
    REQUIRE(scopes.assertion());
    CHECK(dependence.gives_up(found.shortest_error[*scopes.assertion()]));
    CHECK(*scopes.assertion() + 1 == found.shortest_error.size());
  }
}
