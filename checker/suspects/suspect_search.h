// SPDX-License-Identifier: Apache-2.0
/// What is likely to be wrong: small changes of the program's text tried on failing and passing executions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/suspects/screening.h"
#include "checker/suspects/specification.h"
#include "checker/trials/input_search.h"
#include "checker/trials/program_sources.h"
#include "checker/trials/trial_program.h"
#include "frontend/clang/edits/edits.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// How much work, in executed edges, so that it does not depend on the machine.
struct SuspectEffort {
  std::size_t input_steps = 0, screening_steps = 0, attack_steps = 0;
  std::size_t failing = 0, passing = 0;  ///< executions wanted
  ScreeningEffort screening;

  std::optional<std::chrono::milliseconds> limit = std::nullopt;  ///< of the clock, on slow machines

  /// Of reports that explain; a fraction of a second.
  static SuspectEffort small();
  /// Of a search for repairs; some seconds.
  static SuspectEffort large();
};

/// Failing and passing executions of one program, and its changes. Not thread-safe.
class SuspectSearch {
 public:
  /// `program` is what `sources` are read as; `trusted` as find_specification takes it.
  SuspectSearch(const std::shared_ptr<const frontend::Program>& program, ProgramSources sources,
                const std::vector<std::string>& trusted, std::stop_token stop);
  /// With a specification that is known.
  SuspectSearch(std::shared_ptr<const frontend::Program> program, ProgramSources sources, Specification specification,
                std::stop_token stop);

  /// Inputs of an execution that fails, or passes, along any version of the program. Says whether it is new.
  bool add(const Inputs& inputs);
  /// Looks for more executions, then reads the candidates and tries them; `known` is told meanwhile when more can be
  /// ranked. Returns why nothing can be tried; empty: it was. Throws frontend::ParseError if the files cannot be read
  /// again.
  std::string search(
      const SuspectEffort& effort, const std::function<void()>& known = [] {});

  [[nodiscard]] const frontend::Program& program() const { return *program_; }
  [[nodiscard]] const ProgramSources& sources() const { return sources_; }
  [[nodiscard]] const Specification& specification() const { return specification_; }
  [[nodiscard]] const TrialProgram& original() const { return original_; }
  [[nodiscard]] InputSearch& tests() { return tests_; }
  [[nodiscard]] const InputSearch& tests() const { return tests_; }
  // Once `search` has tried something:
  [[nodiscard]] bool has_tried() const { return screening_ != nullptr; }
  [[nodiscard]] const frontend::EditSpace& space() const { return *space_; }
  [[nodiscard]] const Screening& screening() const { return *screening_; }
  /// Once executions were added; else nothing happens.
  void judge_again();
  /// Better ones first.
  [[nodiscard]] std::vector<ScreenedEdit> ranked() const;

 private:
  /// Why the program with all changes, none selected, is not the program; empty: it goes the same ways.
  std::string lower();
  [[nodiscard]] std::string schema_differs() const;
  [[nodiscard]] std::size_t executions() const { return tests_.failing().size() + tests_.passing().size(); }

  std::shared_ptr<const frontend::Program> program_;
  ProgramSources sources_;
  std::stop_token stop_;
  Specification specification_;
  TrialProgram original_;
  std::vector<std::int64_t> constants_;
  InputSearch tests_;
  std::optional<frontend::EditSpace> space_;
  std::unique_ptr<TrialProgram> schema_;
  std::unique_ptr<Screening> screening_;
  std::size_t judged_ = 0;  ///< executions that there were when `screening_` judged last
};

/// The program with these texts in place of its files. Throws frontend::ParseError.
[[nodiscard]] frontend::Program read_changed(const ProgramSources& sources,
                                             const std::map<std::string, std::string>& texts,
                                             frontend::SignedOverflow overflow);

}  // namespace bireach::checker
