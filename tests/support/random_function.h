// SPDX-License-Identifier: Apache-2.0
/// Small functions that can be executed here for every input.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace bireach::checker::test {

/// Loop-free functions of `unsigned char x, _Bool b, int *p`, with their own meaning to be enumerated.
class RandomFunction {
 public:
  explicit RandomFunction(unsigned seed) : random_(seed) {
    body_ = block(3);
    text_ = "{ int v = 0, w = 0; int a[3]; " + body_ + " return 0; }";
  }
  [[nodiscard]] const std::string& body() const { return text_; }

  struct Outcome {
    bool failed = false;
    std::vector<std::pair<int, bool>> arms;  ///< number of the condition, way
  };
  /// As C says, up to the first error.
  Outcome run(int x, int b, bool p) {
    Outcome outcome;
    State state{{0, 0, x, b}, p, false, &outcome};
    execute(root_, state);
    return outcome;
  }
  [[nodiscard]] int conditions() const { return conditions_; }

 private:
  struct Node {
    enum Kind { branch, divide, index, store, assign, give_back } kind = assign;
    int variable = 0, other = 0, constant = 0, operation = 0, number = 0;
    std::vector<Node> then_part, else_part;
  };
  struct State {
    std::vector<int> values;  ///< v, w, x, b
    bool p;
    bool ended;
    Outcome* outcome;
  };
  static constexpr const char* names[] = {"v", "w", "x", "b"};
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  std::string block(int depth) {
    std::string text;
    text = render(root_ = nodes(depth));
    return text;
  }
  std::vector<Node> nodes(int depth) {
    std::vector<Node> result;
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) {
      Node node;
      const int kind = pick(depth > 0 ? 9 : 5);
      node.kind = kind >= 5 ? Node::branch : static_cast<Node::Kind>(kind + 1);
      node.variable = pick(4);
      node.other = pick(2);
      node.constant = pick(6);
      node.operation = pick(5);
      if (node.kind == Node::branch) {
        node.number = conditions_++;
        node.then_part = nodes(depth - 1);
        if (pick(2) == 0) node.else_part = nodes(depth - 1);
      }
      result.push_back(std::move(node));
    }
    return result;
  }
  static std::string condition(const Node& node) {
    static constexpr const char* relations[] = {"==", "<", "!=", ">="};
    if (node.operation == 4) return "p";
    return std::string(names[node.variable]) + " " + relations[node.operation] + " " + std::to_string(node.constant);
  }
  static std::string render(const std::vector<Node>& nodes) {
    std::string text;
    for (const Node& node : nodes) {
      const std::string target = names[node.other];
      const std::string source = names[node.variable];
      switch (node.kind) {
        case Node::branch:
          // The number makes each condition one of its own.
          text += "if (" + condition(node) + ") /*" + std::to_string(node.number) + "*/ { " + render(node.then_part) +
                  "} else { " + render(node.else_part) + "}\n";
          break;
        case Node::divide:
          text += target + " = 12 / " + source + "; ";
          break;
        case Node::index:
          text += "a[" + source + "] = 1; ";
          break;
        case Node::store:
          text += "*p = 2; ";
          break;
        case Node::assign:
          text += target + " = " + source + " + " + std::to_string(node.constant - 2) + "; ";
          break;
        case Node::give_back:
          text += "return 1; ";
          break;
      }
    }
    return text;
  }
  void execute(const std::vector<Node>& nodes, State& state) {
    for (const Node& node : nodes) {
      if (state.ended) return;
      const int value = state.values[static_cast<std::size_t>(node.variable)];
      int& target = state.values[static_cast<std::size_t>(node.other)];
      switch (node.kind) {
        case Node::branch: {
          const bool holds = node.operation == 0   ? value == node.constant
                             : node.operation == 1 ? value < node.constant
                             : node.operation == 2 ? value != node.constant
                             : node.operation == 3 ? value >= node.constant
                                                   : state.p;
          state.outcome->arms.emplace_back(node.number, holds);
          execute(holds ? node.then_part : node.else_part, state);
          break;
        }
        case Node::divide:
          if (value == 0) return fail(state);
          target = 12 / value;
          break;
        case Node::index:
          if (value < 0 || value > 2) return fail(state);
          break;
        case Node::store:
          if (!state.p) return fail(state);
          break;
        case Node::assign:
          target = value + node.constant - 2;
          break;
        case Node::give_back:
          state.ended = true;
          break;
      }
    }
  }
  static void fail(State& state) {
    state.outcome->failed = true;
    state.ended = true;
  }

  std::mt19937 random_;
  int conditions_ = 0;
  std::vector<Node> root_;
  std::string body_, text_;
};

}  // namespace bireach::checker::test
