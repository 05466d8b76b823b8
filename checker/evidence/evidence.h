// SPDX-License-Identifier: Apache-2.0
/// Witness and harness of an answer: what is written beside the report.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "checker/answer/verdict.h"
#include "checker/replay/harness.h"
#include "checker/replay/replay.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach::checker {

struct EvidenceOptions {
  std::optional<std::string> witness_file;  ///< .yml, .yaml: format 2.0; .graphml, .xml: format 1.0
  std::optional<std::string> harness_file;
  bool replay = false;
  [[nodiscard]] bool any() const { return witness_file || harness_file || replay; }
};

struct OutputFile {
  std::string path;
  std::string content;
};

struct WitnessSummary {
  std::string file;
  std::string format;  ///< "YAML 2.0", "GraphML 1.0"
  bool is_violation = true;
  std::size_t waypoints = 0;            ///< of a violation
  std::size_t values = 0;               ///< … arbitrary values that waypoints tell
  std::size_t values_left_out = 0;      ///< … and those that no waypoint can
  std::size_t invariants = 0;           ///< of a proof
  std::size_t invariants_left_out = 0;  ///< parts of the proof that have no place or no text in C
};

struct HarnessSummary {
  std::string file;                  ///< empty: not written, only replayed
  std::size_t values = 0;            ///< that calls return
  std::size_t objects = 0;           ///< allocated ones whose contents it sets
  std::size_t failures = 0;          ///< allocations that it lets fail
  std::vector<std::string> not_set;  ///< what the execution depends on besides
  /// Of an error of memory or arithmetic: sanitizers have to report it.
  std::optional<frontend::Violation> operation = {};
};

struct Evidence {
  std::optional<WitnessSummary> witness;
  std::optional<HarnessSummary> harness;
  std::vector<Replay> replays;
  std::string problem;  ///< why what was asked for could not be made; empty: it was, or nothing was asked for
  std::vector<OutputFile> files;
};

/// What the program was read from.
struct EvidenceInput {
  const frontend::Program& program;
  const frontend::ParseOptions& parse;
  std::vector<std::pair<std::string, std::string>> sha256;  ///< by file
  std::string version;                                      ///< of this tool
};

/// For an execution that reaches the error. `harness` receives what a replay needs. Parses the files again.
[[nodiscard]] Evidence violation_evidence(const EvidenceInput& input, const frontend::Execution& execution,
                                          const EvidenceOptions& options, std::optional<Harness>& harness);

/// For a proof: what of it can be confirmed as C until `stop`.
[[nodiscard]] Evidence proof_evidence(const EvidenceInput& input, const Safe& proof, const EvidenceOptions& options,
                                      std::stop_token stop);

enum class EvidenceOf : std::uint8_t { violation, proof, nothing };

/// What was asked for and is not in the evidence, one line each: so that nobody takes an earlier run's file for it.
[[nodiscard]] std::vector<std::string> missing_evidence(const Evidence& evidence, const EvidenceOptions& options,
                                                        EvidenceOf answer);
/// Removes the files of an earlier run in the place of those that are not in the evidence.
void remove_stale(const Evidence& evidence, const EvidenceOptions& options);

/// Why no witness can be written to a file of this name; empty: it can.
[[nodiscard]] std::string witness_name_problem(const std::string& file);

}  // namespace bireach::checker
