// SPDX-License-Identifier: Apache-2.0
/// One interface to SMT solvers. Adapters: z3_solver.cpp, cvc5_solver.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "logic/solvers/unknown_reason.h"
#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

enum class SatResult { sat, unsat, unknown };
enum class SolverKind { z3, cvc5, cadical };
/// A hint about what will be asserted, so that an adapter may choose a special engine; never a restriction: on the
/// first formula outside the theory Z3's adapter goes on with the general solver. Measured on 30 incremental queries
/// about an unrolled 32-bit loop, Z3 4.8.12 took 0.85 s with `bit_vectors` and 2.8 s with `automatic`.
enum class SolverTheory {
  automatic,
  bit_vectors,        ///< quantifier-free, bit-vectors and Booleans only
  large_bit_vectors,  ///< the same, and checks have little in common: each is simplified as a whole and bit-blasted
  linear_integers     ///< quantifier-free, linear Int and Booleans only, many small queries
};

/// Counts and time over all solvers of a run; atomic, shared by reference.
struct SolverStatistics;

struct SolverConfig {
  /// Limit of one check; zero: none. On expiry the answer is `unknown`.
  std::chrono::milliseconds time_limit{0};
  bool unsat_cores = false;
  SolverTheory theory = SolverTheory::automatic;
  /// Stops a running check (answer `unknown`) and every later one. cvc5 1.0.3 has no interrupt: there a running check
  /// goes on to its time limit, which is at most 30 s, and only later checks are stopped at once.
  std::stop_token stop;
  SolverStatistics* statistics = nullptr;
  enum class Arrays : std::uint8_t {
    theory,     ///< left to the solver
    eliminated  ///< replaced by what is read of them, as long as that is not too much; the rest is `bit_vectors` then
  } arrays = Arrays::theory;
};

/// An incremental solver. Not thread-safe; one per thread. Solver failures (out of memory, an unsupported term, an
/// internal error) become `unknown`, with reason_unknown() telling why; they never throw out of check().
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void push() = 0;
  virtual void pop() = 0;
  virtual void add(Term formula) = 0;
  virtual SatResult check() = 0;
  /// Under extra assumptions (any Bool terms), forgotten afterwards.
  virtual SatResult check(const std::vector<Term>& assumptions) = 0;
  /// After `sat`: values of all variables that occur in what was asserted or assumed. The adapter evaluates the
  /// asserted quantifier-free terms and throws std::logic_error if the model does not satisfy them.
  virtual Model model() = 0;
  /// After `unsat` of check(assumptions): those assumptions that suffice.
  virtual std::vector<Term> unsat_core() = 0;
  virtual void set_time_limit(std::chrono::milliseconds limit) = 0;
  [[nodiscard]] virtual UnknownReason reason_unknown() const = 0;
  /// Of the one that answered the last check: there are some that ask another one about what they cannot.
  [[nodiscard]] virtual SolverKind kind() const = 0;
};

[[nodiscard]] std::unique_ptr<Solver> make_solver(SolverKind kind, TermManager& terms, const SolverConfig& config);
/// "z3 4.8.12" etc.
[[nodiscard]] std::string solver_version(SolverKind kind);
[[nodiscard]] SolverKind other_solver(SolverKind kind);

}  // namespace bireach::logic
