// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "automata/operations.h"

namespace bireach::automata {
namespace {

/// A quoted DOT string that shows the text as it is: a backslash would otherwise start one of Graphviz's escapes.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      default:
        result += c;
    }
  }
  return result + '"';
}

}  // namespace

std::string to_dot(const Nfa& automaton, const std::function<std::string(Letter)>& name_of_letter,
                   const std::function<std::string(State)>& name_of_state) {
  std::string result = "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n";
  for (State state = 0; state < automaton.size(); ++state) {
    const std::string name = name_of_state ? name_of_state(state) : std::to_string(state);
    result += "  " + std::to_string(state) + " [label=" + quoted(name) +
              (automaton.is_accepting(state) ? ", shape=doublecircle];\n" : "];\n");
  }
  for (const State state : automaton.initial()) {
    const std::string number = std::to_string(state);
    result += "  initial_" + number + " [shape=point, label=\"\"];\n  initial_" + number + " -> " + number + ";\n";
  }
  for (State state = 0; state < automaton.size(); ++state) {
    for (const Transition& transition : automaton.transitions(state)) {
      const std::string name = name_of_letter ? name_of_letter(transition.letter) : std::to_string(transition.letter);
      result += "  " + std::to_string(state) + " -> " + std::to_string(transition.target) + " [label=" + quoted(name) +
                "];\n";
    }
  }
  return result + "}\n";
}

}  // namespace bireach::automata
