// SPDX-License-Identifier: Apache-2.0
/// What takes part in a verification or a harvest: engines that look for errors or for proofs, one turn at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "checker/answer/verdict.h"
#include "frontend/program/interpreter.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

/// Predicates that a proof was made of, refutation by refutation: proofs of other programs over the same graph and
/// variables may begin with them.
struct Seeds {
  std::shared_ptr<logic::TermManager> terms;
  frontend::Arithmetic arithmetic;
  std::vector<std::vector<logic::Term>> refutations;
};

/// There is more to do.
struct Progressed {};

/// No execution reaches a target: confirmed by a solver that did not find the proof.
struct Proved {
  enum class Overflow : std::uint8_t {
    covered,  ///< it holds for executions with signed overflow, too, if that is asked for
    left_out  ///< it says nothing of them
  };
  Safe proof;
  Overflow overflow = Overflow::left_out;
  std::optional<Seeds> seeds = std::nullopt;  ///< where there are any
};

/// An execution to an Error (or Unsupported) location, replayed by the interpreter.
struct Found {
  frontend::RunResult run;
};

/// The engine has come to its end, and that is neither proof nor error.
struct Exhausted {
  enum class Left : std::uint8_t {
    unknown,  ///< others may still find something
    nothing   ///< no error trace is left for anyone
  } left = Left::unknown;
};

/// The engine cannot go on, which says nothing about the program.
struct GaveUp {
  std::string reason;
  enum class Of : std::uint8_t {
    program,  ///< the reason is something of the program, which users can see and may change
    engine    ///< it is a limit of the engine, told only where there is no other
  } of = Of::program;
  bool forbids_proof = false;  ///< whoever proves something would have to refute what is feasible
};

using StepResult = std::variant<Progressed, Proved, Found, Exhausted, GaveUp>;

/// Prices in units of work, which are terms built: what solvers and automata do, out of sight.
namespace price {
inline constexpr std::uint64_t refinement = 10000;
inline constexpr std::uint64_t query = 500;
inline constexpr std::uint64_t depth = 200;  ///< one block deeper
}  // namespace price

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Of static storage.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// One turn: a part of the whole that is small enough to let others have theirs soon. Not called again after
  /// Exhausted or GaveUp.
  [[nodiscard]] virtual StepResult step() = 0;
  /// Is the next step so cheap, or the end so near, that nobody's turn is lost by it?
  [[nodiscard]] virtual bool is_free() const { return false; }
  /// False: it has nothing to do for now, and others go on.
  [[nodiscard]] virtual bool is_ready() const { return true; }
  /// What its steps have cost so far, as far as they count it (`counted`).
  [[nodiscard]] std::uint64_t work() const { return work_; }

 protected:
  /// Calls `act` and counts its price, the terms built meanwhile and the queries asked.
  template <typename TermsBuilt, typename Act>
  auto counted(std::uint64_t price, const logic::SolverStatistics& queries, const TermsBuilt& terms_built,
               const Act& act) {
    const auto total = [&] { return terms_built() + price::query * queries.queries(); };
    const std::uint64_t before = total();
    auto result = act();
    work_ += price + total() - before;
    return result;
  }

 private:
  std::uint64_t work_ = 0;
};

}  // namespace bireach::checker
