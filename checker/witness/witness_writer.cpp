// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <ctime>
#include <pugixml.hpp>
#include <random>
#include <sstream>

#include "checker/witness/witness.h"

namespace bireach::checker {
namespace {

// YAML

void quoted(YAML::Emitter& out, const std::string& value) {
  out << YAML::DoubleQuoted << value;  // unquoted, 2.0 would be a number and true a truth value
}

void entry(YAML::Emitter& out, const char* key, const std::string& value) {
  out << YAML::Key << key << YAML::Value;
  quoted(out, value);
}

void write_location(YAML::Emitter& out, const WitnessLocation& location) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  entry(out, "file_name", location.file);
  out << YAML::Key << "line" << YAML::Value << location.line;
  if (location.column != 0) out << YAML::Key << "column" << YAML::Value << location.column;
  if (!location.function.empty()) entry(out, "function", location.function);
  out << YAML::EndMap;
}

void write_waypoint(YAML::Emitter& out, const Waypoint& waypoint, const char* action) {
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  entry(out, "type", std::string(to_string(waypoint.type)));
  entry(out, "action", action);
  if (!waypoint.value.empty()) {
    out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
    entry(out, "value", waypoint.value);
    if (!waypoint.format.empty()) entry(out, "format", waypoint.format);
    out << YAML::EndMap;
  }
  write_location(out, waypoint.location);
  if (waypoint.thread) out << YAML::Key << "thread_id" << YAML::Value << *waypoint.thread;
  out << YAML::EndMap << YAML::EndMap;
}

void write_metadata(YAML::Emitter& out, const Witness& witness) {
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  entry(out, "format_version", witness.format_version);
  entry(out, "uuid", witness.uuid);
  entry(out, "creation_time", witness.creation_time);
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap;
  entry(out, "name", witness.producer);
  entry(out, "version", witness.producer_version);
  out << YAML::EndMap;
  out << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq;
  for (const auto& [file, hash] : witness.task.files) quoted(out, file);
  out << YAML::EndSeq << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  for (const auto& [file, hash] : witness.task.files) {
    out << YAML::Key;
    quoted(out, file);
    out << YAML::Value;
    quoted(out, hash);
  }
  out << YAML::EndMap;
  entry(out, "specification", witness.task.specification);
  entry(out, "data_model", witness.task.data_model);
  entry(out, "language", "C");
  out << YAML::EndMap << YAML::EndMap;
}

void write_segment(YAML::Emitter& out, const WitnessSegment& segment) {
  out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
  for (const Waypoint& waypoint : segment.avoid) write_waypoint(out, waypoint, "avoid");
  write_waypoint(out, segment.follow, "follow");
  out << YAML::EndSeq << YAML::EndMap;
}

void write_invariant(YAML::Emitter& out, const WitnessInvariant& invariant) {
  out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
  if (invariant.contract != ContractPart::none) {
    entry(out, "type", "function_contract");
    write_location(out, invariant.location);
    entry(out, invariant.contract == ContractPart::requires_clause ? "requires" : "ensures", invariant.value);
    entry(out, "format", "ext_c_expression");
    out << YAML::EndMap << YAML::EndMap;
    return;
  }
  entry(out, "type", invariant.is_loop ? "loop_invariant" : "location_invariant");
  write_location(out, invariant.location);
  entry(out, "value", invariant.value);
  entry(out, "format", "c_expression");
  out << YAML::EndMap << YAML::EndMap;
}

// GraphML

struct GraphKey {
  const char* id;
  const char* of;
  const char* name;
  const char* type;
};
constexpr GraphKey graph_keys[] = {
    {"witness-type", "graph", "witness-type", "string"},
    {"sourcecodelang", "graph", "sourcecodelang", "string"},
    {"producer", "graph", "producer", "string"},
    {"specification", "graph", "specification", "string"},
    {"programfile", "graph", "programfile", "string"},
    {"programhash", "graph", "programhash", "string"},
    {"architecture", "graph", "architecture", "string"},
    {"creationtime", "graph", "creationtime", "string"},
    {"entry", "node", "isEntryNode", "boolean"},
    {"violation", "node", "isViolationNode", "boolean"},
    {"invariant", "node", "invariant", "string"},
    {"invariant.scope", "node", "invariant.scope", "string"},
    {"startline", "edge", "startline", "int"},
    {"assumption", "edge", "assumption", "string"},
    {"assumption.scope", "edge", "assumption.scope", "string"},
    {"assumption.resultfunction", "edge", "assumption.resultfunction", "string"},
    {"control", "edge", "control", "string"},
    {"enterFunction", "edge", "enterFunction", "string"},
    {"enterLoopHead", "edge", "enterLoopHead", "boolean"},
    {"threadId", "edge", "threadId", "int"},
    {"createThread", "edge", "createThread", "int"},
};

void add_data(pugi::xml_node parent, const char* key, const std::string& value) {
  pugi::xml_node data = parent.append_child("data");
  data.append_attribute("key") = key;
  data.text().set(value.c_str());
}

pugi::xml_node add_node(pugi::xml_node graph, const std::string& id) {
  pugi::xml_node node = graph.append_child("node");
  node.append_attribute("id") = id.c_str();
  return node;
}

pugi::xml_node add_edge(pugi::xml_node graph, const std::string& source, const std::string& target) {
  pugi::xml_node edge = graph.append_child("edge");
  edge.append_attribute("source") = source.c_str();
  edge.append_attribute("target") = target.c_str();
  return edge;
}

pugi::xml_node write_frame(pugi::xml_document& document, const Witness& witness) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  declaration.append_attribute("standalone") = "no";
  pugi::xml_node root = document.append_child("graphml");
  root.append_attribute("xmlns") = "http://graphml.graphdrawing.org/xmlns";
  root.append_attribute("xmlns:xsi") = "http://www.w3.org/2001/XMLSchema-instance";
  for (const GraphKey& key : graph_keys) {
    pugi::xml_node node = root.append_child("key");
    node.append_attribute("id") = key.id;
    node.append_attribute("for") = key.of;
    node.append_attribute("attr.name") = key.name;
    node.append_attribute("attr.type") = key.type;
    if (std::string_view(key.type) == "boolean") node.append_child("default").text().set("false");
  }
  pugi::xml_node graph = root.append_child("graph");
  graph.append_attribute("edgedefault") = "directed";
  const bool violation = witness.kind == WitnessKind::violation;
  add_data(graph, "witness-type", violation ? "violation_witness" : "correctness_witness");
  add_data(graph, "sourcecodelang", "C");
  add_data(graph, "producer", witness.producer + "-" + witness.producer_version);
  add_data(graph, "specification", witness.task.specification);
  add_data(graph, "programfile", witness.task.files.empty() ? "" : witness.task.files.front().first);
  add_data(graph, "programhash", witness.task.files.empty() ? "" : witness.task.files.front().second);
  add_data(graph, "architecture", witness.task.data_model == "ILP32" ? "32bit" : "64bit");
  add_data(graph, "creationtime", witness.creation_time);
  return graph;
}

void write_edge(pugi::xml_node edge, const Waypoint& waypoint) {
  const bool follows = waypoint.type == WaypointType::assumption && waypoint.previous_line != 0;
  add_data(edge, "startline", std::to_string(follows ? waypoint.previous_line : waypoint.location.line));
  if (waypoint.thread) add_data(edge, "threadId", std::to_string(*waypoint.thread));
  if (waypoint.creates) {
    add_data(edge, "createThread", std::to_string(*waypoint.creates));
    return;
  }
  if (waypoint.value == any_state) return;
  switch (waypoint.type) {
    case WaypointType::assumption:
    case WaypointType::function_return:
      add_data(edge, "assumption", waypoint.value);
      add_data(edge, "assumption.scope", waypoint.location.function);
      if (waypoint.type == WaypointType::function_return) add_data(edge, "assumption.resultfunction", waypoint.callee);
      break;
    case WaypointType::branching:
      add_data(edge, "control", waypoint.value == "true" ? "condition-true" : "condition-false");
      break;
    case WaypointType::function_enter:
    case WaypointType::target:
      if (!waypoint.callee.empty()) add_data(edge, "enterFunction", waypoint.callee);
      break;
  }
}

void write_violation(pugi::xml_node graph, const Witness& witness) {
  const auto node_name = [&](std::size_t i) {
    return i == witness.segments.size() ? std::string("violation") : "q" + std::to_string(i + 1);
  };
  add_data(add_node(graph, "q0"), "entry", "true");
  for (std::size_t i = 0; i < witness.segments.size(); ++i) add_node(graph, node_name(i));
  add_data(add_node(graph, node_name(witness.segments.size())), "violation", "true");
  const pugi::xml_node first = add_edge(graph, "q0", node_name(0));
  add_data(first, "enterFunction", "main");
  const bool has_threads = std::any_of(witness.segments.begin(), witness.segments.end(),
                                       [](const WitnessSegment& segment) { return segment.follow.thread.has_value(); });
  if (has_threads) add_data(first, "threadId", "0");
  for (std::size_t i = 0; i < witness.segments.size(); ++i) {
    const Waypoint& waypoint = witness.segments[i].follow;
    if (!waypoint.creates) {
      write_edge(add_edge(graph, node_name(i), node_name(i + 1)), waypoint);
      continue;
    }
    const std::string started = node_name(i) + "t";
    add_node(graph, started);
    write_edge(add_edge(graph, node_name(i), started), waypoint);
    const pugi::xml_node enters = add_edge(graph, started, node_name(i + 1));
    add_data(enters, "threadId", std::to_string(*waypoint.creates));
    add_data(enters, "enterFunction", waypoint.routine);
  }
}

void write_proof(pugi::xml_node graph, const Witness& witness) {
  add_data(add_node(graph, "q0"), "entry", "true");
  add_node(graph, "q1");
  std::vector<std::string> names;
  for (const WitnessInvariant& invariant : witness.invariants) {
    names.push_back("inv" + std::to_string(names.size()));
    pugi::xml_node node = add_node(graph, names.back());
    add_data(node, "invariant", "( " + invariant.value + " )");
    add_data(node, "invariant.scope", invariant.location.function);
  }
  add_data(add_edge(graph, "q0", "q1"), "enterFunction", "main");
  // Loops may be entered in any order.
  std::vector<std::string> sources = names;
  sources.insert(sources.begin(), "q1");
  for (const std::string& source : sources) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      pugi::xml_node edge = add_edge(graph, source, names[i]);
      add_data(edge, "startline", std::to_string(witness.invariants[i].location.line));
      if (witness.invariants[i].is_loop) add_data(edge, "enterLoopHead", "true");
    }
  }
}

}  // namespace

std::string_view to_string(WaypointType type) {
  switch (type) {
    case WaypointType::assumption:
      return "assumption";
    case WaypointType::branching:
      return "branching";
    case WaypointType::function_return:
      return "function_return";
    case WaypointType::function_enter:
      return "function_enter";
    case WaypointType::target:
      break;
  }
  return "target";
}

std::string yaml_witness(const Witness& witness) {
  YAML::Emitter out;
  out << YAML::BeginSeq << YAML::BeginMap;
  entry(out, "entry_type", witness.kind == WitnessKind::violation ? "violation_sequence" : "invariant_set");
  write_metadata(out, witness);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
  for (const WitnessSegment& segment : witness.segments)
    if (!segment.follow.creates) write_segment(out, segment);
  for (const WitnessInvariant& invariant : witness.invariants) write_invariant(out, invariant);
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  return std::string(out.c_str()) + "\n";
}

std::string graphml_witness(const Witness& witness) {
  pugi::xml_document document;
  const pugi::xml_node graph = write_frame(document, witness);
  if (witness.kind == WitnessKind::violation)
    write_violation(graph, witness);
  else
    write_proof(graph, witness);
  std::ostringstream out;
  document.save(out, " ");
  return out.str();
}

std::string random_uuid() {
  std::random_device device;  // the one value that shall differ between two runs
  std::uniform_int_distribution<std::uint32_t> word;
  const std::uint32_t a = word(device), b = word(device), c = word(device), d = word(device);
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", a, b >> 16U, b & 0xfffU, 0x8000U | (c & 0x3fffU),
                     c >> 16U, d);
}

std::string current_time() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace bireach::checker
