// SPDX-License-Identifier: Apache-2.0
/// Execution of a program whose arbitrary values are chosen when they are needed, by whoever drives it.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/blocks/control_flow.h"
#include "checker/engines/input_state.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

class InputExecution {
 public:
  /// What comes at a location: one statement, or a condition and where its failure leads.
  struct Code {
    bool matters = false;
    frontend::LocationKind kind = frontend::LocationKind::Normal;
    const frontend::Statement* statement = nullptr;
    const frontend::Expr* condition = nullptr;
    const frontend::Expr* failure = nullptr;  ///< the complement, where that is a branch
    frontend::LocationId next = 0;
    frontend::LocationId otherwise = 0;
  };
  /// What executing one edge came to.
  enum class Move : std::uint8_t {
    on,
    ended,     ///< no target can be reached any more
    left_out,  ///< it ended with undefined behaviour that all formulas leave out
    target,
    lost,  ///< undefined behaviour that is not modelled here
    needs  ///< nothing was done: the value of `state().needed()` has to be chosen first
  };

  /// Executed for one unit of work of an engine.
  static constexpr std::uint64_t edges_a_unit = 10;

  /// Linear in the program's size. Both must outlive this.
  InputExecution(const frontend::Program& program, const ControlFlow& flow);
  /// Why the program cannot be executed here; empty: it can.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

  Move execute();
  Move go_to(frontend::LocationId location);
  struct Position {
    frontend::LocationId location = 0;
    std::uint64_t steps = 0;    ///< edges since the beginning
    std::uint64_t skipped = 0;  ///< of these, not executed
  };
  [[nodiscard]] const Position& position() const { return position_; }
  /// To where the state, which the caller undoes, was before.
  void return_to(const Position& position) { position_ = position; }
  /// To where so many edges lead, whose effect the caller knows.
  void skip_to(frontend::LocationId location, std::uint64_t steps);
  [[nodiscard]] InputState& state() { return state_; }
  [[nodiscard]] const InputState& state() const { return state_; }
  [[nodiscard]] const Code& code() const { return code_[position_.location]; }
  [[nodiscard]] bool matters(frontend::LocationId location) const { return code_[location].matters; }
  [[nodiscard]] frontend::LocationId location() const { return position_.location; }
  /// Edges since the beginning.
  [[nodiscard]] std::uint64_t steps() const { return position_.steps; }

  /// The values chosen so far; of what nobody needed, the least possible ones.
  [[nodiscard]] frontend::HavocOracle inputs() const;
  /// Is a replay short enough to keep all its states?
  [[nodiscard]] bool can_be_replayed() const;
  /// What a replay costs, in edges executed here.
  [[nodiscard]] std::uint64_t edges_of_replay() const { return 10 * position_.steps; }
  /// The execution so far, if the interpreter says that it is one of `program`, whose graph is the same, without
  /// undefined behaviour and, where it reaches an error, one of a real machine.
  [[nodiscard]] std::optional<frontend::RunResult> replayed(const frontend::Program& program, frontend::RunEnd end,
                                                            const std::stop_token& stop) const;
  /// Does the interpreter arrive at the same place, without undefined behaviour?
  [[nodiscard]] bool interpreter_agrees() const;

 private:
  void compile(const ControlFlow& flow);
  Move branch(const Code& code);
  static Move not_done(InputState::Effect effect);

  const frontend::Program& program_;
  InputState state_;
  std::vector<Code> code_;
  Position position_;
  std::string obstacle_;
};

}  // namespace bireach::checker
