// SPDX-License-Identifier: Apache-2.0
/// A hand-built program of one path with a call, inputs and internal edges, and its execution.
///
///    1  int add(int a) {
///    2    return a + 1;
///    3  }
///    4  int main() {
///    5    int i = 1;
///    6    int x = __VERIFIER_nondet_int();
///    7    int n, unused;
///    8    while (i < n) i = add(i);
///    9    if (!(x == i)) reach_error();
#pragma once

#include <string>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "relevance/statements/relevance.h"

namespace bireach::testing {

class SampleTrace {
 public:
  frontend::Program program;
  frontend::Execution execution;

  SampleTrace() {
    using namespace frontend;
    program.files = {"a.c"};
    program.call_paths.push_back({"main", "add", at(8), 0});
    i_ = variable("i", "main");
    x_ = variable("x", "main");
    n_ = variable("n", "main");
    unused_ = variable("unused", "main");
    a_ = variable("a", "add");
    result_ = variable("", "add");
    build();
    run();
  }

  /// Positions of `int i = 1` and of `i = add(i)` in its first and second round.
  static constexpr std::size_t initialisation = 0, first_update = 8, second_update = 12;

  /// As an analysis might answer: one relevant statement, one undecided occurrence.
  [[nodiscard]] relevance::RelevanceReport relevance() const {
    relevance::RelevanceReport report;
    report.execution = execution;
    report.seconds = 0.25;
    for (std::size_t position = 0; position < execution.trace.size(); ++position) {
      if (!frontend::assigned_variable(program.edge(execution.trace[position]).statement)) continue;
      relevance::StatementRelevance entry{position, relevance::Relevance::irrelevant, std::nullopt, ""};
      if (position == initialisation) {
        entry.relevance = relevance::Relevance::relevant;
        entry.fix = relevance::Fix{3, relevance::Fix::Blocks::all, true};
      } else if (position == second_update) {
        entry.relevance = relevance::Relevance::relevant;
        entry.fix = relevance::Fix{7, relevance::Fix::Blocks::one, false};
      } else if (position == first_update - 1) {
        entry.relevance = relevance::Relevance::unknown;
        entry.reason = "time limit";
      }
      report.positions.push_back(entry);
    }
    return report;
  }

 private:
  static constexpr frontend::ScalarType int_type = frontend::signed_integer(32);

  static frontend::SourceRange at(std::uint32_t line) { return {0, line, 3, line, 10}; }

  frontend::VariableId variable(const std::string& name, const std::string& function) {
    frontend::Variable entry;
    entry.name = function + "::" + (name.empty() ? "result" : name);
    entry.user_name = name;
    entry.c_type = "int";
    entry.type = int_type;
    entry.function = function;
    entry.declared = at(7);
    program.variables.push_back(entry);
    return static_cast<frontend::VariableId>(program.variables.size() - 1);
  }

  [[nodiscard]] static frontend::ExprPtr use(frontend::VariableId id) { return frontend::make_variable(id, int_type); }
  [[nodiscard]] static frontend::ExprPtr number(int value) { return frontend::make_constant(value, int_type); }

  frontend::LocationId location(const std::string& function,
                                frontend::LocationKind kind = frontend::LocationKind::Normal) {
    frontend::Location entry;
    entry.function = function;
    entry.kind = kind;
    return program.add_location(entry);
  }

  frontend::EdgeId add(frontend::LocationId source, frontend::LocationId target, frontend::Statement statement,
                       std::uint32_t line, const std::string& text, frontend::EdgeRole role = frontend::EdgeRole::Plain,
                       std::uint32_t call_path = 0) {
    frontend::Edge edge;
    edge.statement = std::move(statement);
    edge.source = at(line);
    edge.text = text;
    edge.role = role;
    edge.call_path = call_path;
    edge.statement_id = ++statements_;
    return program.add_edge(source, target, edge);
  }

  void build() {
    using namespace frontend;
    std::vector<LocationId> l;
    for (int k = 0; k < 6; ++k) l.push_back(location("main"));
    const LocationId enter = location("main"), inside = location("add"), left = location("main");
    const LocationId done = location("main"), exit = location("main", LocationKind::Exit);
    const LocationId error = location("main", LocationKind::Error);
    program.location(error).note = "call of reach_error";
    program.location(error).violation = Violation::unreach_call;
    program.location(error).place = at(9);
    program.initial = l[0];
    add(l[0], l[1], Assign{{i_, nullptr}, number(1)}, 5, "int i = 1");
    add(l[1], l[2], Havoc{{x_, nullptr}, "__VERIFIER_nondet_int"}, 6, "int x = __VERIFIER_nondet_int()");
    add(l[2], l[3], Havoc{{n_, nullptr}, ""}, 7, "int n");
    add(l[3], l[4], Havoc{{unused_, nullptr}, ""}, 7, "unused");
    add(l[4], l[5], Assume{number(1)}, 8, "", EdgeRole::Internal);
    const ExprPtr loop = make_binary(BinaryOp::Lt, use(i_), use(n_), int_type);
    add(l[5], enter, Assume{loop}, 8, "i < n", EdgeRole::BranchTrue);
    add(l[5], done, Assume{make_not(loop)}, 8, "i < n", EdgeRole::BranchFalse);
    add(enter, inside, Assign{{a_, nullptr}, use(i_)}, 8, "a = i", EdgeRole::Parameter, 0);
    add(inside, left, Assign{{result_, nullptr}, make_binary(BinaryOp::Add, use(a_), number(1), int_type)}, 2,
        "return a + 1", EdgeRole::Return, 1);
    add(left, l[5], Assign{{i_, nullptr}, use(result_)}, 8, "i = add(i)");
    const ExprPtr equal = make_binary(BinaryOp::Eq, use(x_), use(i_), int_type);
    add(done, error, Assume{make_not(equal)}, 9, "!(x == i)", EdgeRole::BranchTrue);
    add(done, exit, Assume{equal}, 9, "!(x == i)", EdgeRole::BranchFalse);
  }

  void run() {
    const auto oracle = [this](frontend::EdgeId edge, std::size_t) -> logic::Value {
      const auto target = *frontend::assigned_variable(program.edge(edge).statement);
      return logic::Integer(target == x_ ? -5 : 3);
    };
    execution = frontend::run(program, oracle, 100).execution;
  }

  frontend::VariableId i_ = 0, x_ = 0, n_ = 0, unused_ = 0, a_ = 0, result_ = 0;
  std::uint32_t statements_ = 0;
};

}  // namespace bireach::testing
