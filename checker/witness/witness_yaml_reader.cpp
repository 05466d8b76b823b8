// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <utility>

#include "checker/witness/witness.h"

namespace bireach::checker {
namespace {

/// Reads one file; every complaint names the place of the node.
class YamlReader {
 public:
  YamlReader(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  Witness read() {
    YAML::Node document;
    try {
      document = YAML::Load(text_);
    } catch (const YAML::Exception& problem) {
      throw WitnessError(place(problem.mark) + problem.msg);
    }
    if (!document.IsSequence()) fail(document, "expected a list of entries");
    if (document.size() != 1) fail(document, fmt::format("expected one entry, found {}", document.size()));
    const YAML::Node entry = document[0];
    Witness witness;
    const std::string type = text(child(entry, "entry_type"));
    if (type == "ghost_instrumentation") fail(entry["entry_type"], "ghost variables are not supported");
    if (type != "violation_sequence" && type != "invariant_set")
      fail(entry["entry_type"], fmt::format("entry type '{}' (expected violation_sequence or invariant_set)", type));
    witness.kind = type == "violation_sequence" ? WitnessKind::violation : WitnessKind::correctness;
    read_metadata(child(entry, "metadata"), witness);
    const YAML::Node content = list(child(entry, "content"));
    for (const YAML::Node& item : content)
      if (witness.kind == WitnessKind::violation)
        witness.segments.push_back(segment(list(child(item, "segment"))));
      else
        read_invariant(item, witness);
    if (witness.kind == WitnessKind::violation) check_target(witness, content);
    return witness;
  }

 private:
  [[nodiscard]] std::string place(const YAML::Mark& mark) const {
    if (mark.is_null()) return path_ + ": ";
    return fmt::format("{}:{}:{}: ", path_, mark.line + 1, mark.column + 1);
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& message) const {
    throw WitnessError(place(node.Mark()) + message);
  }

  [[nodiscard]] YAML::Node child(const YAML::Node& node, const char* key) const {
    if (!node.IsMap()) fail(node, fmt::format("expected keys, among them '{}'", key));
    YAML::Node found = node[key];
    if (!found.IsDefined()) fail(node, fmt::format("'{}' is missing", key));
    return found;
  }

  [[nodiscard]] YAML::Node list(const YAML::Node& node) const {
    if (!node.IsSequence() && !node.IsNull()) fail(node, "expected a list");
    return node;
  }

  [[nodiscard]] std::string text(const YAML::Node& node) const {
    if (!node.IsScalar()) fail(node, "expected a text");
    return node.Scalar();
  }

  [[nodiscard]] std::string text_or_nothing(const YAML::Node& node, const char* key) const {
    const YAML::Node found = node[key];
    return found.IsDefined() && !found.IsNull() ? text(found) : std::string();
  }

  [[nodiscard]] unsigned positive(const YAML::Node& node) const {
    const std::string digits = text(node);
    const bool is_number = !digits.empty() && digits.size() < 9 &&
                           digits.find_first_not_of("0123456789") == std::string::npos && std::stoul(digits) > 0;
    if (!is_number) fail(node, fmt::format("'{}' is no positive number", digits));
    return static_cast<unsigned>(std::stoul(digits));
  }

  [[nodiscard]] unsigned number(const YAML::Node& node) const { return text(node) == "0" ? 0 : positive(node); }

  [[nodiscard]] static TextMark mark_of(const YAML::Node& node) {
    const YAML::Mark mark = node.Mark();
    return {static_cast<unsigned>(mark.line + 1), static_cast<unsigned>(mark.column + 1)};
  }

  void read_metadata(const YAML::Node& metadata, Witness& witness) const {
    const YAML::Node version = child(metadata, "format_version");
    witness.format_version = text(version);
    if (witness.format_version != "2.0" && witness.format_version != "2.1" && witness.format_version != "2.2")
      fail(version, fmt::format("format version '{}' is not supported (2.0, 2.1 and 2.2 are)", witness.format_version));
    witness.uuid = text_or_nothing(metadata, "uuid");
    witness.creation_time = text_or_nothing(metadata, "creation_time");
    const YAML::Node producer = child(metadata, "producer");
    witness.producer = text(child(producer, "name"));
    witness.producer_version = text_or_nothing(producer, "version");
    const YAML::Node task = child(metadata, "task");
    const YAML::Node hashes = child(task, "input_file_hashes");
    if (!hashes.IsMap()) fail(hashes, "expected the hash of each input file");
    const YAML::Node files = list(child(task, "input_files"));
    for (const YAML::Node& file : files) {
      const std::string name = text(file);
      const YAML::Node hash = hashes[name];
      if (!hash.IsDefined()) fail(file, fmt::format("the hash of '{}' is missing", name));
      witness.task.files.emplace_back(name, text(hash));
    }
    if (witness.task.files.empty()) fail(task, "no input files");
    witness.task.specification = text(child(task, "specification"));
    const YAML::Node model = child(task, "data_model");
    witness.task.data_model = text(model);
    if (witness.task.data_model != "ILP32" && witness.task.data_model != "LP64")
      fail(model, fmt::format("data model '{}' (expected ILP32 or LP64)", witness.task.data_model));
    const YAML::Node language = child(task, "language");
    if (text(language) != "C") fail(language, fmt::format("language '{}' is not supported", text(language)));
  }

  [[nodiscard]] WitnessLocation location(const YAML::Node& node) const {
    WitnessLocation result;
    result.file = text(child(node, "file_name"));
    result.line = positive(child(node, "line"));
    if (node["column"].IsDefined()) result.column = positive(node["column"]);
    result.function = text_or_nothing(node, "function");
    return result;
  }

  [[nodiscard]] WitnessSegment segment(const YAML::Node& waypoints) const {
    WitnessSegment result;
    bool followed = false;
    for (const YAML::Node& item : waypoints) {
      const YAML::Node node = child(item, "waypoint");
      if (followed) fail(node, "a segment ends with the waypoint that it follows");
      const YAML::Node action = child(node, "action");
      if (text(action) == "avoid") {
        result.avoid.push_back(waypoint(node));
        if (result.avoid.back().type == WaypointType::target) fail(node, "a target cannot be avoided");
      } else if (text(action) == "follow") {
        result.follow = waypoint(node);
        followed = true;
      } else if (text(action) == "cycle") {
        fail(action,
             "the action cycle is one of witnesses of non-termination; bireach checks whether errors are reached");
      } else {
        fail(action, fmt::format("action '{}' is not supported (follow and avoid are)", text(action)));
      }
    }
    if (!followed) fail(waypoints, "the segment follows no waypoint");
    return result;
  }

  [[nodiscard]] Waypoint waypoint(const YAML::Node& node) const {
    static constexpr std::array types{WaypointType::assumption, WaypointType::branching, WaypointType::function_return,
                                      WaypointType::function_enter, WaypointType::target};
    Waypoint result;
    const YAML::Node type = child(node, "type");
    const std::string name = text(type);
    const auto* const found =
        std::find_if(types.begin(), types.end(), [&](WaypointType known) { return to_string(known) == name; });
    if (found == types.end()) fail(type, fmt::format("unknown type of waypoint '{}'", name));
    result.type = *found;
    result.mark = mark_of(node);
    result.location = location(child(node, "location"));
    if (const YAML::Node thread = node["thread_id"]; thread.IsDefined()) result.thread = number(thread);
    const bool is_plain = result.type == WaypointType::target || result.type == WaypointType::function_enter;
    const YAML::Node constraint = node["constraint"];
    if (is_plain && constraint.IsDefined()) fail(constraint, fmt::format("a {} has no constraint", name));
    if (is_plain) return result;
    if (!constraint.IsDefined()) fail(node, fmt::format("the constraint of the {} is missing", name));
    const YAML::Node value = child(constraint, "value");
    result.value = text(value);
    result.format = text_or_nothing(constraint, "format");
    result.mark = mark_of(value);
    if (!result.format.empty() && !is_known_format(result.format))
      fail(constraint["format"], fmt::format("unknown format '{}'", result.format));
    return result;
  }

  /// Tools differ in whether a contract is an `invariant` or a `contract`.
  void read_invariant(const YAML::Node& item, Witness& witness) const {
    if (!item.IsMap()) fail(item, "expected the key 'invariant'");
    const bool has_own_key = item["contract"].IsDefined();
    const YAML::Node node = child(item, has_own_key ? "contract" : "invariant");
    const YAML::Node type = node.IsMap() ? node["type"] : YAML::Node(YAML::NodeType::Undefined);
    if (has_own_key || (type.IsDefined() && text(type) == "function_contract"))
      read_contract(node, witness);
    else
      witness.invariants.push_back(invariant(node));
  }

  void read_contract(const YAML::Node& node, Witness& witness) const {
    const YAML::Node type = child(node, "type");
    if (text(type) != "function_contract")
      fail(type, fmt::format("unknown type of contract '{}' (expected function_contract)", text(type)));
    if (witness.format_version == "2.0") fail(type, "contracts belong to format 2.1");
    const std::string format = text_or_nothing(node, "format");
    if (!format.empty() && !is_known_format(format)) fail(node["format"], fmt::format("unknown format '{}'", format));
    bool has_part = false;
    for (const auto& [key, part] :
         {std::pair{"requires", ContractPart::requires_clause}, std::pair{"ensures", ContractPart::ensures_clause}}) {
      const YAML::Node clause = node[key];
      if (!clause.IsDefined() || clause.IsNull()) continue;
      has_part = true;
      WitnessInvariant result;
      result.location = location(child(node, "location"));
      result.value = text(clause);
      result.mark = mark_of(clause);
      result.contract = part;
      witness.invariants.push_back(std::move(result));
    }
    if (!has_part) fail(node, "the contract has neither 'requires' nor 'ensures'");
  }

  static bool is_known_format(const std::string& format) {
    return format == "c_expression" || format == "ext_c_expression" || format == "acsl_expression";
  }

  [[nodiscard]] WitnessInvariant invariant(const YAML::Node& node) const {
    WitnessInvariant result;
    const YAML::Node type = child(node, "type");
    if (text(type) == "loop_transition_invariant" || text(type) == "location_transition_invariant")
      fail(type, fmt::format("{} belongs to witnesses of termination; bireach checks whether errors are reached",
                             text(type)));
    if (text(type) != "loop_invariant" && text(type) != "location_invariant")
      fail(type, fmt::format("'{}' is not supported (loop_invariant, location_invariant and function_contract are)",
                             text(type)));
    result.is_loop = text(type) == "loop_invariant";
    result.location = location(child(node, "location"));
    const YAML::Node value = child(node, "value");
    result.value = text(value);
    result.mark = mark_of(value);
    const std::string format = text(child(node, "format"));
    if (format != "c_expression" && format != "ext_c_expression")
      fail(node["format"], fmt::format("format '{}' is not supported (c_expression is)", format));
    return result;
  }

  void check_target(const Witness& witness, const YAML::Node& content) const {
    if (witness.segments.empty()) fail(content, "a violation has at least one segment");
    for (std::size_t i = 0; i < witness.segments.size(); ++i) {
      const bool is_target = witness.segments[i].follow.type == WaypointType::target;
      const bool is_last = i + 1 == witness.segments.size();
      if (is_target && !is_last) fail(content[i], "the target is followed before the last segment");
      if (!is_target && is_last) fail(content[i], "the last segment does not follow a target");
    }
  }

  const std::string& text_;
  const std::string& path_;
};

}  // namespace

Witness read_yaml_witness(const std::string& text, const std::string& path) {
  try {
    return YamlReader(text, path).read();
  } catch (const YAML::Exception& problem) {
    const std::string where =
        problem.mark.is_null() ? "" : fmt::format("{}:{}:", problem.mark.line + 1, problem.mark.column + 1);
    throw WitnessError(fmt::format("{}:{} {}", path, where, problem.msg));
  }
}

Witness read_witness(const std::string& text, const std::string& path) {
  constexpr std::size_t largest = std::size_t{64} << 20U;
  if (text.size() > largest) throw WitnessError(path + ":1:1: the witness is larger than 64 MiB");
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == std::string::npos) throw WitnessError(path + ":1:1: the witness is empty");
  return text[first] == '<' ? read_graphml_witness(text, path) : read_yaml_witness(text, path);
}

}  // namespace bireach::checker
