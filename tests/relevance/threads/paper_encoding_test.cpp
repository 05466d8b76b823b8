// SPDX-License-Identifier: Apache-2.0
/// The error formula of interleaved traces against the encoding of "Error invariants for concurrent traces" (Holzer et
/// al., FM 2016), formulas (5) to (8), written down as it reads, with the theory of order and values by enumeration.
#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "relevance/explanation/error_formula.h"
#include "tests/support/sampling.h"
#include "tests/support/threads_builder.h"

namespace bireach::test {
namespace {

using frontend::VariableId;
using testing::ThreadsBuilder;

/// What a node of the paper's path does; all values are Boolean.
struct Node {
  std::size_t position;
  std::uint32_t thread;
  std::optional<VariableId> reads, writes;  ///< shared variables
  std::optional<VariableId> local;          ///< that takes the value read, or whose value is written
  std::optional<bool> constant;             ///< written
};

/// The formula of a path for one choice of kept nodes and edges.
class PaperFormula {
 public:
  /// The last node is the assertion, which reads a shared or a local variable and holds if that is `wanted`.
  PaperFormula(std::vector<Node> nodes, bool wanted, bool war, bool waw)
      : nodes_(std::move(nodes)), wanted_(wanted), war_(war), waw_(waw) {}

  using Relation = std::vector<std::vector<bool>>;

  /// Is it satisfiable with these nodes? hb contains the edges of the path; of relations and of wr, rd, every one that
  /// the axioms admit is tried if the path is short, else the least, with which it is easiest to satisfy: all of them
  /// stand in premises only.
  bool satisfiable(const std::vector<bool>& kept) const {
    const std::size_t n = nodes_.size();
    Relation chain(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) chain[i][j] = true;
    if (n > 3) return satisfiable(kept, kept, chain);
    bool some = false;
    for (std::uint32_t bits = 0; bits < (1U << (n * n)); ++bits) {
      Relation hb(n, std::vector<bool>(n));
      for (std::size_t i = 0; i < n * n; ++i) hb[i / n][i % n] = (bits >> i & 1U) != 0;
      if (!is_order(hb)) continue;
      for (std::uint32_t more = 0; more < (1U << n); ++more) {
        std::vector<bool> accessed = kept;
        for (std::size_t i = 0; i < n; ++i) accessed[i] = accessed[i] || (more >> i & 1U) != 0;
        some = some || satisfiable(kept, accessed, hb);
      }
    }
    return some;
  }

 private:
  /// Irreflexive, transitive, antisymmetric, with the edges of the path.
  static bool is_order(const Relation& hb) {
    const std::size_t n = hb.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (hb[i][i] || (i + 1 < n && !hb[i][i + 1])) return false;
      for (std::size_t j = 0; j < n; ++j) {
        if (i != j && hb[i][j] && hb[j][i]) return false;
        for (std::size_t k = 0; k < n; ++k)
          if (hb[i][j] && hb[j][k] && !hb[i][k]) return false;
      }
    }
    return true;
  }

  std::optional<std::size_t> last_writer(std::size_t i) const {
    std::optional<std::size_t> result;
    for (std::size_t j = 0; j < i; ++j)
      if (nodes_[j].writes == nodes_[i].reads) result = j;
    return result;
  }

  /// (7): raw(n_j, n_i) and, of all other writers m, waw(m, n_j) or war(n_i, m); of the reader's own thread only the
  /// last writer before it counts (footnote 6). Without WAR only those before, without WAW only those behind.
  bool dep(std::size_t i, const std::vector<bool>& wr, const Relation& hb) const {
    const auto j = last_writer(i);
    if (j && !(wr[*j] && hb[*j][i])) return false;
    std::optional<std::size_t> own;
    for (std::size_t m = 0; m < i; ++m)
      if (nodes_[m].writes == nodes_[i].reads && nodes_[m].thread == nodes_[i].thread) own = m;
    for (std::size_t m = 0; m < nodes_.size(); ++m) {
      if (nodes_[m].writes != nodes_[i].reads || m == j) continue;
      if (nodes_[m].thread == nodes_[i].thread && m != own) continue;
      if ((m < i && !waw_) || (m > i && !war_)) continue;
      const bool is_waw = waw_ && j && wr[m] && hb[m][*j] && wr[*j];
      const bool is_war = war_ && hb[i][m] && wr[m];
      if (!is_waw && !is_war) return false;
    }
    return true;
  }

  /// Over all values of all instances: bit i of `values` is what node i writes or reads; then the initial values.
  bool satisfiable(const std::vector<bool>& kept, const std::vector<bool>& wr, const Relation& hb) const {
    const std::size_t n = nodes_.size();
    std::vector<std::size_t> j(n, n);
    std::vector<bool> depends(n, false);
    for (std::size_t i = 0; i < n; ++i)
      if (nodes_[i].reads) depends[i] = dep(i, wr, hb);
    const std::size_t initial = n;  // one bit for each variable behind the nodes'; locals have even later ones
    for (std::uint32_t values = 0; values < (1U << (n + 7)); ++values) {
      const auto bit = [&](std::size_t k) { return (values >> k & 1U) != 0; };
      const auto local_before = [&](std::size_t i, VariableId local) {
        for (std::size_t k = i; k-- > 0;)
          if (nodes_[k].reads && nodes_[k].local == local) return bit(k);
        return bit(initial + local);
      };
      bool holds = true;
      for (std::size_t i = 0; i < n && holds; ++i) {
        const Node& node = nodes_[i];
        const bool last = i + 1 == n;
        if (node.writes && kept[i]) holds = bit(i) == (node.constant ? *node.constant : local_before(i, *node.local));
        if (node.reads && (kept[i] || last) && depends[i]) {
          const auto writer = last_writer(i);
          holds = bit(i) == (writer ? bit(*writer) : bit(initial + *node.reads));
        }
        if (last) holds = holds && (node.reads ? bit(i) : local_before(i, *node.local)) == wanted_;
      }
      if (holds) return true;
    }
    return false;
  }

  std::vector<Node> nodes_;
  bool wanted_, war_, waw_;
};

struct Example {
  frontend::Program program;
  frontend::Execution execution;
  bool wanted = false;
};

/// Two threads that write and read two shared variables; main asserts something of one of them, or of a local one.
std::optional<Example> random_example(std::mt19937& random) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  ThreadsBuilder threads(3);
  std::vector<VariableId> shared;
  std::vector<VariableId> local;
  for (const char* name : {"x", "y"}) shared.push_back(threads.variable(name, frontend::bool_type));
  for (const char* name : {"l0", "l1", "l2"}) local.push_back(threads.variable(name, frontend::bool_type));
  const auto value_of = [&](VariableId id) { return threads.read(id); };
  const auto step = [&](std::uint32_t t) {
    const VariableId x = shared[static_cast<std::size_t>(below(2) * below(2))];
    if (below(2) == 0)
      threads.set(t, local[t], value_of(x));
    else if (below(2) == 0)
      threads.set(t, x, below(2));
    else
      threads.set(t, x, value_of(local[t]));
  };
  if (below(2) == 0) step(0);
  for (std::uint32_t t = 1; t <= 2; ++t) threads.start(0, t);
  for (int i = 1 + below(2); i > 0; --i) step(1);
  for (int i = 1 + below(2); i > 0; --i) step(2);
  if (below(2) == 0) step(0);
  Example example;
  example.wanted = below(2) != 0;
  const VariableId asserted = below(3) == 0 ? local[0] : shared[0];
  threads.check(0, threads.is(asserted, example.wanted ? 1 : 0));
  example.program = threads.interleaved();
  auto executions = testing::error_executions(example.program, 12);
  if (executions.empty()) return std::nullopt;
  example.execution = executions[random() % executions.size()];
  return example;
}

std::vector<Node> nodes_of(const Example& example, std::size_t length) {
  std::vector<Node> nodes;
  for (std::size_t position = 0; position <= length; ++position) {
    const frontend::Edge& edge = example.program.edge(example.execution.trace[position]);
    if (!edge.thread_edge) continue;
    Node node{position, edge.thread, {}, {}, {}, {}};
    constexpr VariableId first_local = 2;
    frontend::for_each_read(edge.statement, [&](const frontend::Expr& read) {
      (read.variable < first_local ? node.reads : node.local) = read.variable;
    });
    if (const auto* assign = frontend::as_assign(edge.statement)) {
      (assign->target.variable < first_local ? node.writes : node.local) = assign->target.variable;
      if (node.writes && !node.local) node.constant = assign->value->value != 0;
    } else if (position != length) {
      continue;
    }
    nodes.push_back(node);
  }
  return nodes;
}

TEST_CASE("with the same nodes, the error formula is satisfiable if and only if the paper's is") {
  std::mt19937 random(16);
  int traces = 0;
  int unsatisfiable = 0;
  int short_ones = 0;
  for (int round = 0; round < testing::rounds(600); ++round) {
    const auto example = random_example(random);
    if (!example) continue;
    logic::TermManager terms;
    const frontend::Semantics semantics(terms, example->program, frontend::Arithmetic::integer);
    relevance::EdgeMeanings meanings(example->program, semantics);
    relevance::ControlDependence dependence(example->program);
    const relevance::ErrorTrace trace(meanings, dependence, example->execution);
    const std::vector<Node> nodes = nodes_of(*example, trace.length());
    if (nodes.size() > 7 || trace.length() + 1 != example->execution.trace.size()) continue;
    ++traces;
    short_ones += nodes.size() <= 3;
    const bool war = random() % 4 != 0;
    const bool waw = random() % 4 != 0;
    if (!war && !waw) continue;
    const PaperFormula paper(nodes, example->wanted, war, waw);
    const relevance::ErrorFormula formula(trace, relevance::ExplanationKind::plain, {war, waw, true});
    const auto solver = logic::make_solver(logic::SolverKind::z3, terms, {});
    for (const logic::Term definition : formula.definitions()) solver->add(definition);
    for (std::uint32_t bits = 0; bits < (1U << (nodes.size() - 1)); ++bits) {
      std::vector<bool> kept(nodes.size(), true);
      std::vector<logic::Term> assumptions{formula.goal()};
      for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
        kept[i] = (bits >> i & 1U) != 0;
        for (const auto& item : formula.items())
          if (kept[i] && item.position == nodes[i].position) assumptions.push_back(item.formula);
      }
      const bool expected = paper.satisfiable(kept);
      unsatisfiable += !expected;
      CHECK(solver->check(assumptions) == (expected ? logic::SatResult::sat : logic::SatResult::unsat));
    }
  }
  CHECK(testing::is_often(traces, 100));
  CHECK(testing::is_often(unsatisfiable, 100));
  CHECK(testing::is_often(short_ones, 10));
}

}  // namespace
}  // namespace bireach::test
