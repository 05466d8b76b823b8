// SPDX-License-Identifier: Apache-2.0
/// The graphs of threads, before they are interleaved.
#include <algorithm>
#include <set>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

using Kind = ThreadStep::Kind;

constexpr const char* head = "#include <pthread.h>\nextern void reach_error(void);\nint x;\n";

ThreadGraphs graphs_of(const std::string& text, unsigned copies = usual_thread_copies) {
  const TemporaryFile file(head + text);
  ParseOptions options;
  options.thread_copies = copies;
  ThreadGraphs result = parse_threads({file.path()}, options);
  CHECK(check_well_formed(result.graphs) == std::vector<std::string>{});
  if (result.templates) CHECK(check_well_formed(*result.templates) == std::vector<std::string>{});
  return result;
}

std::vector<std::string> names_of(const Program& program) {
  std::vector<std::string> result;
  for (const Thread& thread : program.threads) result.push_back(thread.name);
  return result;
}

/// The edges that do this.
std::vector<EdgeId> steps(const Program& program, Kind kind) {
  std::vector<EdgeId> result;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (program.edge(edge).thread_step.kind == kind) result.push_back(edge);
  return result;
}

bool has_variable(const Program& program, const std::string& name) {
  return std::any_of(program.variables.begin(), program.variables.end(),
                     [&](const Variable& variable) { return variable.name == name; });
}

bool has_unsupported(const Program& program, const std::string& part) {
  for (LocationId location = 0; location < program.location_count(); ++location) {
    const Location& candidate = program.location(location);
    if (candidate.kind == LocationKind::Unsupported && candidate.note.find(part) != std::string::npos) return true;
  }
  return false;
}

/// What can be reached without going from one thread to another.
std::set<LocationId> component(const Program& program, LocationId from) {
  std::set<LocationId> seen{from};
  std::vector<LocationId> work{from};
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (const EdgeId edge : program.outgoing(location))
      if (seen.insert(program.target(edge)).second) work.push_back(program.target(edge));
  }
  return seen;
}

constexpr const char* two_workers = R"(
void *worker(void *p) { int own = x; x = own + 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
})";

}  // namespace

TEST_CASE("each thread is a component with variables of its own, and says whose steps its edges are") {
  const Program program = graphs_of(two_workers).graphs;
  CHECK(names_of(program) == std::vector<std::string>{"main", "worker", "worker#2"});
  CHECK(has_variable(program, "worker::own"));
  CHECK(has_variable(program, "worker#2::own"));
  CHECK(program.threads[0].entry == program.initial);
  std::set<LocationId> all;
  std::size_t locations = 0;
  for (std::uint32_t number = 0; number < program.threads.size(); ++number) {
    const Thread& thread = program.threads[number];
    CHECK(program.location(thread.end).kind == LocationKind::Exit);
    CHECK(thread.creator.has_value() == (number != 0));
    const std::set<LocationId> own = component(program, thread.entry);
    CHECK(own.contains(thread.end));
    locations += own.size();
    all.insert(own.begin(), own.end());
    for (const LocationId location : own)
      for (const EdgeId edge : program.outgoing(location)) CHECK(program.edge(edge).thread == number);
  }
  CHECK(all.size() == locations);
  CHECK(program.location_count() == locations);
}

TEST_CASE("copies of one statement in two threads have one number") {
  const Program program = graphs_of(two_workers).graphs;
  std::map<std::string, std::set<std::uint32_t>> numbers;
  std::map<std::string, std::set<std::uint32_t>> threads;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    numbers[program.edge(edge).text].insert(program.edge(edge).statement_id);
    threads[program.edge(edge).text].insert(program.edge(edge).thread);
  }
  CHECK(threads["int own = x"] == std::set<std::uint32_t>{1, 2});
  CHECK(numbers["int own = x"].size() == 1);
  CHECK(numbers["x = own + 1"].size() == 1);
}

TEST_CASE("a thread is joined by its handle's value, and its id is stored when it has started") {
  const Program program = graphs_of(two_workers).graphs;
  CHECK(steps(program, Kind::start).size() == 2);
  CHECK(steps(program, Kind::join).size() == 2);  // each handle is of one thread
  for (const EdgeId start : steps(program, Kind::start)) {
    const std::vector<EdgeId>& next = program.outgoing(program.target(start));
    REQUIRE(next.size() == 1);
    const Assign* stored = as_assign(program.edge(next[0]).statement);
    REQUIRE(stored != nullptr);
    CHECK(stored->value->value == program.edge(start).thread_step.thread + 1);
  }
  CHECK(has_unsupported(program, "joined that is not known"));
}

TEST_CASE("a place in a loop creates some threads, then more than are modelled; its template stands for all") {
  const std::string text =
      "void *worker(void *p) { x = 1; return 0; }\n"
      "int main(void) { pthread_t t; while (1) pthread_create(&t, 0, worker, 0); }\n";
  const ThreadGraphs both = graphs_of(text, 3);
  CHECK(both.graphs.threads.size() == 4);
  CHECK(has_unsupported(both.graphs, "more than 3 threads of worker"));
  REQUIRE(both.templates != nullptr);
  CHECK(both.templates->threads.size() == 2);
  CHECK(both.templates->threads[1].any_number);
  CHECK_FALSE(both.templates->threads[0].any_number);
  CHECK(steps(*both.templates, Kind::start).size() == 1);
  CHECK_FALSE(has_unsupported(*both.templates, "more than"));
  CHECK(graphs_of(two_workers).templates == nullptr);
}

TEST_CASE("threads that create threads which run the same code are one template") {
  const ThreadGraphs both = graphs_of(
      "void *worker(void *p) { pthread_t t; if (x) pthread_create(&t, 0, worker, 0); return 0; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); return 0; }\n");
  CHECK(both.graphs.threads.size() == 4);
  CHECK(has_unsupported(both.graphs, "more than 2 threads of worker"));
  REQUIRE(both.templates != nullptr);
  CHECK(both.templates->threads.size() == 3);
  CHECK(both.templates->threads[2].any_number);
}

TEST_CASE("atomic functions and regions are bracketed") {
  const Program program = graphs_of(R"(
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_add(void) { x++; }
void *worker(void *p) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_add();
  return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); return 0; })")
                              .graphs;
  CHECK(steps(program, Kind::atomic_begin).size() == 2);
  CHECK(steps(program, Kind::atomic_end).size() == 2);
}

TEST_CASE("what a program reads once is read once where another thread may write meanwhile") {
  const Program program = graphs_of(R"(
void *worker(void *p) { x = 7; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  switch (x) { case 1: return 1; case 2: return 2; case 3: return 3; }
  int y = x++;
  return y;
})")
                              .graphs;
  const auto is_x = [&](const Expr& read) { return program.variables[read.variable].name == "x"; };
  std::size_t reads = 0;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    for_each_read(program.edge(edge).statement, [&](const Expr& read) { reads += is_x(read) ? 1U : 0U; });
  CHECK(reads == 2);
}

TEST_CASE("without creation of threads nothing has threads") {
  const Program program =
      graphs_of("int main(void) { x = 1; return pthread_equal(pthread_self(), pthread_self()); }").graphs;
  CHECK(program.threads.empty());
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) CHECK(program.edge(edge).thread_step.kind == Kind::none);
}

}  // namespace bireach::frontend::test
