// SPDX-License-Identifier: Apache-2.0
/// The automaton of one function while it is built: edges at a current place, conditions and beliefs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/lowering/lower_graph.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::frontend {

/// Where an edge comes from.
struct EdgeText {
  SourceRange source;
  std::string text;
};

class Flow {
 public:
  using Node = GraphBuilder::Node;

  Flow(Program& program, std::string function);

  [[nodiscard]] Node new_node() { return graph_.add_node(location(LocationKind::Normal)); }
  /// Where edges are added; nothing: no execution comes here.
  [[nodiscard]] bool is_open() const { return current_.has_value(); }
  void continue_at(Node node) { current_ = node; }
  /// The current place is `target`; then there is none.
  void jump(Node target);
  /// The execution ends here without an error.
  void end(std::string_view note);

  void assign(VariableId target, ExprPtr value, const EdgeText& origin, EdgeRole role = EdgeRole::Plain);
  void havoc(VariableId target, const EdgeText& origin, EdgeRole role = EdgeRole::Internal);

  /// What is said of both ways of a condition.
  struct Decision {
    Arm::Construct construct = Arm::Construct::branch;
    EdgeText origin;
    bool in_macro = false;
    bool is_silent = false;  ///< nothing is asked about these ways
    bool only_true = false;  ///< nothing about the way on which the condition does not hold
  };
  /// Parts the ways. The current place is gone.
  void branch(const ExprPtr& condition, Node if_true, Node if_false, const Decision& decision);
  /// Goes on where the condition holds; elsewhere it is an error.
  void believe(Belief kind, const ExprPtr& condition, const EdgeText& origin, const std::string& subject,
               bool in_macro);

  [[nodiscard]] std::size_t edge_count() const { return graph_.edge_count(); }
  /// Adds the graph from `start` on to the program; nothing else may be called afterwards.
  void build(Node start, FunctionProgram& function);

 private:
  [[nodiscard]] Location location(LocationKind kind) const;
  std::uint32_t add(Node source, Node target, Statement statement, const EdgeText& origin, EdgeRole role);
  /// An edge without a number of its own yet is known by Edge::statement_id, of which there is one each.
  struct PendingArm {
    Arm arm;
    std::uint32_t edge, other;
  };
  struct PendingBelief {
    BeliefPlace belief;
    std::uint32_t held, violated;
  };

  Program& program_;
  std::string function_;
  GraphBuilder graph_;
  std::optional<Node> current_;
  std::uint32_t next_statement_ = 1;
  std::vector<PendingArm> arms_;
  std::vector<PendingBelief> beliefs_;
};

}  // namespace bireach::frontend
