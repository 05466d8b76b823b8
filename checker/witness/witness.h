// SPDX-License-Identifier: Apache-2.0
/// Verification witnesses (Beyer, Dangl, Dietsch, Heizmann, Lemberger, Tautschnig, "Verification Witnesses", TOSEM
/// 2022; Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek, "Software Verification Witnesses 2.0", SPIN 2024),
/// apart from the formats they are written in: YAML 2.x and GraphML 1.0. Of programs with threads each waypoint tells
/// which one passes it, and segments are in the order of the interleaving (YAML: format 2.2, a draft).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/clang/reading/source_points.h"
#include "frontend/program/source.h"

namespace bireach::checker {

/// Where something stands in the witness file itself, from 1; line 0: nowhere.
struct TextMark {
  unsigned line = 0;
  unsigned column = 0;
};

struct WitnessLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;   ///< 0: not given, the leftmost suitable place of the line
  std::string function;  ///< empty: not given
  friend bool operator==(const WitnessLocation&, const WitnessLocation&) = default;
};

enum class WaypointType : std::uint8_t { assumption, branching, function_return, function_enter, target };
/// "assumption", "function_return", …
[[nodiscard]] std::string_view to_string(WaypointType type);

struct Waypoint {
  WaypointType type = WaypointType::target;
  std::string value;   ///< of the constraint; empty where there is none
  std::string format;  ///< "c_expression", …; may be empty
  WitnessLocation location;
  std::string callee;               ///< of function_return and function_enter, if known
  std::optional<unsigned> thread;   ///< whose execution passes it, by the witness's own numbers
  std::optional<unsigned> creates;  ///< of function_enter, GraphML only: the thread that the call creates …
  std::string routine;              ///< … and where that starts
  // Of an assumption. In YAML it holds before the statement at `location`, in GraphML after the one on a line:
  bool after = false;          ///< the location is that of the statement before
  unsigned previous_line = 0;  ///< the line of the statement before; 0: not known
  TextMark mark;
};

/// The constraint of an assumption that only says where a thread is.
inline constexpr std::string_view any_state = "1";

/// A part of an execution: passes `follow` at its end and none of `avoid` before.
struct WitnessSegment {
  std::vector<Waypoint> avoid;
  Waypoint follow;
};

/// Which part of a function's contract an invariant is.
enum class ContractPart : std::uint8_t {
  none,
  requires_clause,  ///< holds whenever the function is called
  ensures_clause    ///< holds whenever it returns; over its parameters' values at the call, \old(…) and \result
};

struct WitnessInvariant {
  bool is_loop = false;  ///< holds whenever the loop's condition is about to be evaluated; else before the statement
  WitnessLocation location;
  std::string value;  ///< a C expression
  TextMark mark;
  ContractPart contract = ContractPart::none;  ///< else `location` is that of the function's definition
};

struct WitnessTask {
  std::vector<std::pair<std::string, std::string>> files;  ///< path and SHA-256 (hexadecimal; may be missing)
  std::string specification;
  std::string data_model;  ///< "ILP32", "LP64"
};

enum class WitnessKind : std::uint8_t { violation, correctness };

struct Witness {
  WitnessKind kind = WitnessKind::violation;
  std::string format_version = "2.0";
  std::string producer, producer_version;
  std::string uuid, creation_time;
  WitnessTask task;
  std::vector<WitnessSegment> segments;      ///< of a violation; the last one follows a target
  std::vector<WitnessInvariant> invariants;  ///< of a proof
};

/// The witness cannot be read; what() is "file:line:column: …".
class WitnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The witness does not fit the program; what() says why.
class WitnessRejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// As a file of its format, 2.0 or 1.0. GraphML says the line of a place only.
[[nodiscard]] std::string yaml_witness(const Witness& witness);
[[nodiscard]] std::string graphml_witness(const Witness& witness);

/// Reads a witness, `path` being its name in messages. What it says of the program is not looked at. A GraphML
/// automaton must be a path (apart from sinks), or have invariants. Throws WitnessError.
[[nodiscard]] Witness read_yaml_witness(const std::string& text, const std::string& path);
[[nodiscard]] Witness read_graphml_witness(const std::string& text, const std::string& path);
/// By what the text looks like.
[[nodiscard]] Witness read_witness(const std::string& text, const std::string& path);

/// A new random UUID (RFC 4122, version 4).
[[nodiscard]] std::string random_uuid();
/// Now, in UTC: "2026-11-21T01:45:00Z".
[[nodiscard]] std::string current_time();

}  // namespace bireach::checker
