// SPDX-License-Identifier: Apache-2.0
/// A program that is executed many times, with inputs that other versions of it can be executed with, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The values that an execution takes from outside. The source of a value is the call that returns it, as written, or
/// the variable that is left uninitialised, so that an edited program reads the same ones.
class Inputs {
 public:
  struct Entry {
    std::string source;
    logic::Value value;
    frontend::ScalarType type;
    frontend::SourceRange place;
    bool operator==(const Entry& other) const { return source == other.source && value == other.value; }
  };
  /// In the order in which they are read.
  std::vector<Entry> entries;

  /// Of the execution, which ran along this program and keeps all its states.
  static Inputs of(const frontend::Program& program, const frontend::Execution& execution);
  bool operator==(const Inputs&) const = default;
};

/// The source of the value that a havoc chooses.
[[nodiscard]] std::string input_source(const frontend::Program& program, frontend::EdgeId edge);

enum class TrialEnd : std::uint8_t {
  passes,     ///< the program ends, or goes on for so long if it never ends
  fails,      ///< an error is reached
  cut,        ///< an assumption fails, or the program is aborted
  undefined,  ///< something undefined happened on the way
  not_modelled,
  limit,  ///< too many steps
  stopped
};

/// How one execution went.
struct Trial {
  TrialEnd end = TrialEnd::stopped;
  std::optional<std::size_t> violated;   ///< of `fails`: which of the assertions
  std::vector<std::uint32_t> evaluated;  ///< by assertion: how often it held
  std::size_t steps = 0;
  bool goes_on = false;           ///< of `passes`: it was still running when it was cut off
  frontend::Execution execution;  ///< all states, or the first and the last one
};

/// Not thread-safe.
class TrialProgram {
 public:
  /// An execution up to where it reads a selector for the first time: the same, whatever is selected.
  class Prefix {
    friend class TrialProgram;
    std::vector<std::vector<logic::Value>> inputs;  ///< by source
    std::vector<std::size_t> next;                  ///< by source: inputs read so far
    frontend::LocationId location = 0;
    frontend::ConcreteState state;
    std::vector<std::uint32_t> evaluated;
    std::size_t steps = 0;
    bool undefined = false;
  };

  /// `selectors`: variables whose initial values are given for each execution. Linear in the program's size.
  explicit TrialProgram(std::shared_ptr<const frontend::Program> program,
                        const std::vector<std::string>& selectors = {});

  [[nodiscard]] const frontend::Program& program() const { return *program_; }
  /// Does the program never end, as one that reacts to inputs? An execution that reaches the step limit passes then.
  [[nodiscard]] bool never_ends() const { return never_ends_; }
  /// Of a version of a program: as the program itself, whatever was changed.
  void set_never_ends(bool never_ends) { never_ends_ = never_ends; }
  /// Errors are numbered by the order of their places. An edited program may have others.
  [[nodiscard]] std::size_t assertions() const { return assertions_; }
  /// Is it about single operations, as accesses to memory?
  [[nodiscard]] bool is_of_operations(std::size_t assertion) const { return of_operations_[assertion]; }
  /// Is it seen when this one holds? Not where decisions stand between the check and the error.
  [[nodiscard]] bool sees(std::size_t assertion) const { return assertion < seen_.size() && seen_[assertion]; }

  /// What is not among the inputs is 0. `read`, if given, receives all that the execution read.
  [[nodiscard]] Trial run(const Inputs& inputs, const std::vector<std::int64_t>& selected, std::size_t step_limit,
                          std::stop_token stop = {}, frontend::KeptStates kept = frontend::KeptStates::first_and_last,
                          Inputs* read = nullptr) const;

  [[nodiscard]] Prefix prefix(const Inputs& inputs, std::size_t step_limit, std::stop_token stop = {}) const;
  /// As `run` with the prefix's inputs, without the execution; steps are those after the prefix.
  [[nodiscard]] Trial resume(const Prefix& prefix, const std::vector<std::int64_t>& selected, std::size_t step_limit,
                             std::stop_token stop = {}) const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// Of an execution that goes on so many inputs are kept that were not given.
  static constexpr std::size_t most_new_inputs = 8;

  void find_assertions();
  [[nodiscard]] bool can_end() const;
  void find_selectors(const std::vector<std::string>& selectors);
  [[nodiscard]] std::vector<std::vector<logic::Value>> by_source(const Inputs& inputs) const;
  /// Goes on from the prefix, to the end or until a selector is read.
  TrialEnd advance(Prefix& at, bool to_selector, std::size_t step_limit, const std::stop_token& stop) const;

  std::shared_ptr<const frontend::Program> program_;
  mutable Prefix at_;                             ///< of `resume`: states are large, and allocated once
  std::map<std::string, std::uint32_t> sources_;  ///< of inputs, numbered
  std::vector<std::uint32_t> source_of_;          ///< by edge; none: no input
  std::vector<std::uint32_t> selector_of_;        ///< by edge
  std::vector<std::optional<frontend::VariableId>> selector_variables_;
  std::vector<bool> reads_selector_;    ///< by edge
  std::vector<std::uint32_t> held_by_;  ///< by edge: the assertion that holds when it is taken
  std::map<frontend::LocationId, std::size_t> assertion_of_error_;
  bool never_ends_ = false;
  std::size_t assertions_ = 0;
  std::vector<bool> seen_;           ///< by assertion
  std::vector<bool> of_operations_;  ///< by assertion
};

}  // namespace bireach::checker
