// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "logic/solvers/array_free_solver.h"
#include "logic/solvers/cadical_solver.h"
#include "logic/solvers/cvc5_solver.h"
#include "logic/solvers/solver.h"
#include "logic/solvers/z3_solver.h"

namespace bireach::logic {

std::unique_ptr<Solver> make_solver(SolverKind kind, TermManager& terms, const SolverConfig& config) {
  if (config.arrays == SolverConfig::Arrays::eliminated) return make_array_free_solver(kind, terms, config);
  switch (kind) {
    case SolverKind::z3:
      return make_z3_solver(terms, config);
    case SolverKind::cvc5:
      return make_cvc5_solver(terms, config);
    case SolverKind::cadical:
      return make_cadical_solver(terms, config);
  }
  throw std::invalid_argument("no such solver");
}

std::string solver_version(SolverKind kind) {
  switch (kind) {
    case SolverKind::z3:
      return z3_version();
    case SolverKind::cvc5:
      return cvc5_version();
    case SolverKind::cadical:
      return cadical_version();
  }
  throw std::invalid_argument("no such solver");
}

SolverKind other_solver(SolverKind kind) {
  return kind == SolverKind::z3 ? SolverKind::cvc5 : SolverKind::z3;
}

}  // namespace bireach::logic
