// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <pugixml.hpp>

#include "checker/witness/witness.h"

namespace bireach::checker {
namespace {

constexpr std::string_view result_name = "\\result";

class GraphReader {
 public:
  GraphReader(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  Witness read() {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) throw WitnessError(place(static_cast<std::size_t>(parsed.offset)) + parsed.description());
    const pugi::xml_node root = document.child("graphml");
    if (!root) fail(document.first_child(), "expected the element graphml");
    const pugi::xml_node graph = root.child("graph");
    if (!graph) fail(root, "the element graph is missing");
    Witness witness;
    witness.format_version = "1.0";
    read_data(graph, witness);
    read_nodes(graph);
    if (witness.kind == WitnessKind::violation)
      read_path(graph, witness);
    else
      read_invariants(witness);
    return witness;
  }

 private:
  struct Node {
    pugi::xml_node xml;
    std::vector<pugi::xml_node> edges, incoming;
  };

  [[nodiscard]] std::string place(std::size_t offset) const {
    const TextMark mark = mark_at(offset);
    return fmt::format("{}:{}:{}: ", path_, mark.line, mark.column);
  }

  [[nodiscard]] TextMark mark_at(std::size_t offset) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text_.size()));
    const auto line = std::count(text_.begin(), end, '\n');
    const std::size_t begin = text_.rfind('\n', offset == 0 ? std::string::npos : offset - 1);
    const std::size_t column = line == 0 || begin == std::string::npos ? offset : offset - begin - 1;
    return {static_cast<unsigned>(line + 1), static_cast<unsigned>(column + 1)};
  }

  [[nodiscard]] TextMark mark_of(const pugi::xml_node& node) const {
    return mark_at(node.offset_debug() < 0 ? 0 : static_cast<std::size_t>(node.offset_debug()));
  }

  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& message) const {
    const TextMark mark = mark_of(node);
    throw WitnessError(fmt::format("{}:{}:{}: {}", path_, mark.line, mark.column, message));
  }

  static pugi::xml_node data_node(const pugi::xml_node& node, const char* key) {
    return node.find_child_by_attribute("data", "key", key);
  }
  static std::string data(const pugi::xml_node& node, const char* key) { return data_node(node, key).text().get(); }

  [[nodiscard]] std::string required(const pugi::xml_node& graph, const char* key) const {
    const pugi::xml_node found = data_node(graph, key);
    if (!found) fail(graph, fmt::format("the data '{}' is missing", key));
    return found.text().get();
  }

  [[nodiscard]] unsigned number(const pugi::xml_node& node, const char* key) const {
    const pugi::xml_node found = data_node(node, key);
    if (!found) return 0;
    const std::string digits = found.text().get();
    const bool is_number =
        !digits.empty() && digits.size() < 9 && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) fail(found, fmt::format("'{}' is no number", digits));
    return static_cast<unsigned>(std::stoul(digits));
  }

  void read_data(const pugi::xml_node& graph, Witness& witness) const {
    const std::string type = required(graph, "witness-type");
    if (type != "violation_witness" && type != "correctness_witness") {
      fail(data_node(graph, "witness-type"),
           fmt::format("witness type '{}' (expected violation_witness or correctness_witness)", type));
    }
    witness.kind = type == "violation_witness" ? WitnessKind::violation : WitnessKind::correctness;
    if (required(graph, "sourcecodelang") != "C") fail(graph, "the language is not C");
    witness.producer = required(graph, "producer");
    witness.creation_time = data(graph, "creationtime");
    witness.task.specification = required(graph, "specification");
    witness.task.files.emplace_back(required(graph, "programfile"), required(graph, "programhash"));
    const std::string bits = required(graph, "architecture");
    if (bits != "32bit" && bits != "64bit")
      fail(data_node(graph, "architecture"), fmt::format("architecture '{}' (expected 32bit or 64bit)", bits));
    witness.task.data_model = bits == "32bit" ? "ILP32" : "LP64";
  }

  void read_nodes(const pugi::xml_node& graph) {
    for (const pugi::xml_node node : graph.children("node")) {
      const std::string id = node.attribute("id").value();
      if (id.empty()) fail(node, "a node without id");
      if (!nodes_.emplace(id, Node{node, {}, {}}).second) fail(node, fmt::format("a second node '{}'", id));
      if (data(node, "entry") != "true") continue;
      if (!entry_.empty()) fail(node, "a second entry node");
      entry_ = id;
    }
    if (entry_.empty()) fail(graph, "no entry node");
    for (const pugi::xml_node edge : graph.children("edge")) {
      const auto source = nodes_.find(edge.attribute("source").value());
      const auto target = nodes_.find(edge.attribute("target").value());
      if (source == nodes_.end() || target == nodes_.end()) fail(edge, "an edge from or to no node");
      source->second.edges.push_back(edge);
      target->second.incoming.push_back(edge);
    }
  }

  /// A shortest way to a violation: what follows it follows the automaton.
  void read_path(const pugi::xml_node& graph, Witness& witness) const {
    std::map<std::string, pugi::xml_node> reached{{entry_, {}}};
    std::deque<std::string> waiting{entry_};
    std::string end;
    while (!waiting.empty() && end.empty()) {
      const std::string here = waiting.front();
      waiting.pop_front();
      if (data(nodes_.at(here).xml, "violation") == "true") end = here;
      for (const pugi::xml_node edge : nodes_.at(here).edges) {
        const std::string target = edge.attribute("target").value();
        if (data(nodes_.at(target).xml, "sink") == "true") continue;
        if (reached.emplace(target, edge).second) waiting.push_back(target);
      }
    }
    if (end.empty()) fail(graph, "no violation node can be reached from the entry node");
    std::vector<pugi::xml_node> path;
    for (pugi::xml_node edge = reached.at(end); edge; edge = reached.at(edge.attribute("source").value()))
      path.push_back(edge);
    std::reverse(path.begin(), path.end());
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const bool switches = i > 0 && thread_of(path[i]) && thread_of(path[i]) != thread_of(path[i - 1]);
      add_waypoints(path[i], switches, witness);
    }
    Waypoint target;
    target.type = WaypointType::target;
    if (!path.empty()) {
      target.location = location(path.back(), witness);
      target.thread = thread_of(path.back());
      target.mark = mark_of(path.back());
    }
    witness.segments.push_back({{}, std::move(target)});
  }

  [[nodiscard]] WitnessLocation location(const pugi::xml_node& edge, const Witness& witness) const {
    WitnessLocation result;
    const std::string file = data(edge, "originfile");
    result.file = file.empty() ? witness.task.files.front().first : file;
    result.line = number(edge, "startline");
    return result;
  }

  [[nodiscard]] std::optional<unsigned> thread_of(const pugi::xml_node& edge) const {
    if (!data_node(edge, "threadId")) return std::nullopt;
    return number(edge, "threadId");
  }

  /// What one edge says, as far as a waypoint can. `switches`: it is the first of a thread after one of another.
  void add_waypoints(const pugi::xml_node& edge, bool switches, Witness& witness) const {
    Waypoint waypoint;
    waypoint.thread = thread_of(edge);
    waypoint.location = location(edge, witness);
    waypoint.mark = mark_of(edge);
    const std::string control = data(edge, "control");
    if (!control.empty() && control != "condition-true" && control != "condition-false")
      fail(data_node(edge, "control"),
           fmt::format("control '{}' (expected condition-true or condition-false)", control));
    if (waypoint.location.line == 0) return;
    waypoint.value = conjunction(data(edge, "assumption"));
    if (switches && control.empty() && waypoint.value.empty()) {
      waypoint.type = WaypointType::assumption;
      waypoint.value = any_state;
      witness.segments.push_back({{}, waypoint});
      return;
    }
    if (!control.empty()) {
      waypoint.type = WaypointType::branching;
      waypoint.value = control == "condition-true" ? "true" : "false";
      witness.segments.push_back({{}, waypoint});
    }
    waypoint.value = conjunction(data(edge, "assumption"));
    if (waypoint.value.empty()) return;
    waypoint.mark = mark_of(data_node(edge, "assumption"));
    if (waypoint.value.find(result_name) != std::string::npos) {
      waypoint.type = WaypointType::function_return;
      waypoint.callee = data(edge, "assumption.resultfunction");
    } else {
      waypoint.type = WaypointType::assumption;
      waypoint.after = true;
    }
    witness.segments.push_back({{}, waypoint});
  }

  /// `a; b;` says both.
  static std::string conjunction(const std::string& assumptions) {
    std::string result;
    for (std::size_t begin = 0; begin < assumptions.size();) {
      const std::size_t end = std::min(assumptions.find(';', begin), assumptions.size());
      const std::string part = assumptions.substr(begin, end - begin);
      if (part.find_first_not_of(" \t\r\n") != std::string::npos)
        result += (result.empty() ? "(" : " && (") + part + ")";
      begin = end + 1;
    }
    return result;
  }

  void read_invariants(Witness& witness) const {
    for (const auto& [id, node] : nodes_) {
      const pugi::xml_node data_of = data_node(node.xml, "invariant");
      if (!data_of) continue;
      WitnessInvariant invariant;
      invariant.value = data_of.text().get();
      invariant.mark = mark_of(data_of);
      if (invariant.value.find_first_not_of(" 1()") == std::string::npos || invariant.value == "true") continue;
      const auto edge = std::find_if(node.incoming.begin(), node.incoming.end(), [](const pugi::xml_node& candidate) {
        return static_cast<bool>(data_node(candidate, "startline"));
      });
      if (edge == node.incoming.end()) fail(data_of, "no edge to this node tells the line of the invariant");
      invariant.location = location(*edge, witness);
      invariant.location.function = data(node.xml, "invariant.scope");
      invariant.is_loop = data(*edge, "enterLoopHead") == "true";
      witness.invariants.push_back(std::move(invariant));
    }
  }

  const std::string& text_;
  const std::string& path_;
  std::map<std::string, Node> nodes_;
  std::string entry_;
};

}  // namespace

Witness read_graphml_witness(const std::string& text, const std::string& path) {
  return GraphReader(text, path).read();
}

}  // namespace bireach::checker
