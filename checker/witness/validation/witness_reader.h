// SPDX-License-Identifier: Apache-2.0
/// Reads C files so that verification of the program decides about a witness, in one way after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checker/witness/validation/witness_validation.h"

namespace bireach::checker {

/// Whoever shares a program it has read may keep it when another one is read. Not thread-safe.
class WitnessReader {
 public:
  /// What may follow if typed memory leaves open what happens.
  enum class Fallback : std::uint8_t { none, bytes };
  /// `parse`: how the files are read at first. `sha256` by file. Throws WitnessRejected if the witness does not speak
  /// of these files.
  WitnessReader(const Witness& witness, std::vector<std::string> files, frontend::ParseOptions parse,
                const std::vector<std::pair<std::string, std::string>>& sha256, Fallback fallback);

  [[nodiscard]] const Witness& witness() const { return witness_; }
  [[nodiscard]] bool is_violation() const { return witness_.kind == WitnessKind::violation; }

  /// With the executions that follow the waypoints of a violation strictly, or with the invariants of a proof as
  /// assertions. Throws WitnessRejected, frontend::ParseError, and std::logic_error for a malformed automaton.
  std::shared_ptr<const frontend::Program> read();
  /// The same with memory as bytes, which stays so.
  std::shared_ptr<const frontend::Program> read_as_bytes();
  /// The same with so many threads for each place that creates some.
  std::shared_ptr<const frontend::Program> read_with_threads(unsigned copies);
  /// Of a violation: with the executions that follow its waypoints freely.
  std::shared_ptr<const frontend::Program> read_freely();

  /// Of a proof: what was read last.
  [[nodiscard]] const AssertedProgram& asserted() const { return *asserted_; }
  /// Of a violation: waypoints that were ignored.
  [[nodiscard]] const std::vector<std::string>& unused() const { return unused_; }

 private:
  std::shared_ptr<const frontend::Program> guided(Following following);

  const Witness& witness_;
  const std::vector<std::string> files_;
  frontend::ParseOptions parse_;
  const Fallback fallback_;
  std::shared_ptr<const AssertedProgram> asserted_;
  std::vector<std::string> unused_;
};

}  // namespace bireach::checker
