// SPDX-License-Identifier: Apache-2.0
/// The Solver on CaDiCaL, a SAT solver (A. Biere et al., "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling
/// Entering the SAT Competition 2020", 2020).
#include "logic/solvers/cadical_solver.h"

#include <algorithm>
#include <stdexcept>

// libcvc5 exports what is inline here, too.
#pragma GCC visibility push(hidden)
#include <cadical.hpp>
#pragma GCC visibility pop

#include "logic/solvers/assertion_stack.h"
#include "logic/solvers/bit_blaster.h"
#include "logic/solvers/division_bounds.h"
#include "logic/solvers/solver_statistics.h"
#include "logic/solvers/z3_solver.h"
#include "logic/terms/term_theory.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;

/// Gates of earlier checks slow CaDiCaL down: with so many more than this check needs it starts anew.
constexpr std::size_t most_foreign_gates = 50'000;
constexpr std::size_t most_foreign_share = 2;

class Terminator final : public CaDiCaL::Terminator {
 public:
  Terminator(const std::stop_token& stop, std::chrono::milliseconds limit)
      : stop_(stop), end_(limit.count() > 0 ? Clock::now() + limit : Clock::time_point::max()) {}
  bool terminate() override { return stop_.stop_requested() || Clock::now() >= end_; }

 private:
  const std::stop_token& stop_;
  Clock::time_point end_;
};

/// The clauses of gates, in one instance of CaDiCaL.
class GateClauses {
 public:
  explicit GateClauses(const BitCircuit& circuit) : circuit_(circuit) {}

  [[nodiscard]] CaDiCaL::Solver& solver() { return solver_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The variable of a gate; 0: it has none.
  [[nodiscard]] int variable(std::uint32_t gate) const { return gate < variables_.size() ? variables_[gate] : 0; }

  /// Of one that is no constant. Adds what defines the gates below that are not there yet (G. S. Tseitin, 1968).
  int literal(Bit bit) {
    if (variables_.size() < circuit_.size()) variables_.resize(circuit_.size(), 0);
    std::vector<std::uint32_t> open{bit.gate()};
    while (!open.empty()) {
      const std::uint32_t number = open.back();
      open.pop_back();
      if (variables_[number] != 0) continue;
      variables_[number] = static_cast<int>(++count_);
      defining_.push_back(number);
      const BitCircuit::Gate& gate = circuit_.gate(number);
      if (gate.kind == BitCircuit::Kind::input) continue;
      for (const Bit operand : gate.of)
        if (!operand.is_constant() && variables_[operand.gate()] == 0) open.push_back(operand.gate());
    }
    for (const std::uint32_t number : defining_) define(number);
    defining_.clear();
    return of(bit);
  }

 private:
  [[nodiscard]] int of(Bit bit) const {
    const int variable = variables_[bit.gate()];
    return bit.is_negated() ? -variable : variable;
  }

  void clause(std::initializer_list<int> literals) {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }

  void define(std::uint32_t number) {
    const BitCircuit::Gate& gate = circuit_.gate(number);
    const int g = variables_[number];
    const int a = of(gate.of[0]);
    const int b = of(gate.of[1]);
    switch (gate.kind) {
      case BitCircuit::Kind::input:
        return;
      case BitCircuit::Kind::and_gate:
        clause({-g, a});
        clause({-g, b});
        clause({g, -a, -b});
        return;
      case BitCircuit::Kind::xor_gate:
        clause({-g, a, b});
        clause({-g, -a, -b});
        clause({g, -a, b});
        clause({g, a, -b});
        return;
      case BitCircuit::Kind::choice: {
        const int c = of(gate.of[2]);
        clause({-a, -b, g});
        clause({-a, b, -g});
        clause({a, -c, g});
        clause({a, c, -g});
        clause({-b, -c, g});
        clause({b, c, -g});
        return;
      }
      case BitCircuit::Kind::majority: {
        const int c = of(gate.of[2]);
        clause({-a, -b, g});
        clause({-a, -c, g});
        clause({-b, -c, g});
        clause({a, b, -g});
        clause({a, c, -g});
        clause({b, c, -g});
        return;
      }
    }
  }

  const BitCircuit& circuit_;
  CaDiCaL::Solver solver_;
  std::vector<int> variables_;
  std::vector<std::uint32_t> defining_;
  std::size_t count_ = 0;
};

class CadicalSolver final : public Solver {
 public:
  CadicalSolver(TermManager& terms, const SolverConfig& config) : terms_(terms), config_(config), bounds_(terms) {}

  void push() override {
    result_ = SatResult::unknown;
    stack_.push();
    if (general_) general_->push();
  }
  void pop() override {
    result_ = SatResult::unknown;
    stack_.pop();
    if (general_) general_->pop();
  }
  void add(Term formula) override {
    result_ = SatResult::unknown;
    stack_.add(formula);
    if (general_) general_->add(formula);
  }

  SatResult check() override { return check({}); }
  SatResult check(const std::vector<Term>& assumptions) override {
    for (const Term assumption : assumptions)
      if (!assumption.sort().is_bool()) throw std::invalid_argument("Solver::check: not a Bool term");
    assumptions_ = assumptions;
    core_.clear();
    is_general_ = false;
    result_ = SatResult::unknown;
    const auto is_plain = [this](Term term) { return is_of_bits(term, of_bits_); };
    if (!std::all_of(stack_.terms().begin(), stack_.terms().end(), is_plain) ||
        !std::all_of(assumptions.begin(), assumptions.end(), is_plain))
      return ask_general();
    if (config_.stop.stop_requested()) {
      reason_ = {UnknownCause::stopped, "stopped"};
    } else {
      const auto start = Clock::now();
      try {
        result_ = run();
      } catch (const std::bad_alloc&) {
        reason_ = "out of memory";
        clauses_.reset();  // what was half done
        blaster_ = BitBlaster();
      }
      count(start);
    }
    if (result_ == SatResult::unknown && config_.statistics != nullptr) ++config_.statistics->unknown_answers;
    return result_;
  }

  Model model() override {
    if (is_general_) return general_->model();
    if (result_ != SatResult::sat) throw std::logic_error("CaDiCaL: model() without a satisfiable check");
    Model model;
    for (const Term variable : stack_.variables(assumptions_)) {
      Integer value = 0;
      const std::span<const Bit> bits = blaster_.bits(variable);
      for (std::size_t i = 0; i < bits.size(); ++i) {
        const int known = clauses_->variable(bits[i].gate());
        if (known != 0 && clauses_->solver().val(known) > 0) bit_set(value, static_cast<unsigned>(i));
      }
      model.set(variable, variable.sort().is_bool() ? Value(value != 0) : Value(std::move(value)));
    }
    stack_.check_model(model, assumptions_, "CaDiCaL");
    return model;
  }

  std::vector<Term> unsat_core() override {
    if (is_general_) return general_->unsat_core();
    if (result_ != SatResult::unsat) throw std::logic_error("CaDiCaL: unsat_core() without an unsatisfiable check");
    return core_;
  }

  void set_time_limit(std::chrono::milliseconds limit) override {
    config_.time_limit = limit;
    if (general_) general_->set_time_limit(limit);
  }
  [[nodiscard]] UnknownReason reason_unknown() const override {
    return is_general_ ? general_->reason_unknown() : reason_;
  }
  [[nodiscard]] SolverKind kind() const override { return is_general_ ? general_->kind() : SolverKind::cadical; }

 private:
  SatResult ask_general() {
    is_general_ = true;
    if (!general_) {
      general_ = make_z3_solver(terms_, config_);
      replay(
          stack_, [&](Term t) { general_->add(t); }, [&] { general_->push(); });
    }
    return result_ = general_->check(assumptions_);
  }

  SatResult run() {
    std::vector<Bit> asked;
    for (const auto* terms : {&stack_.terms(), &std::as_const(assumptions_)})
      for (const Term term : *terms) asked.push_back(blaster_.bits(bounds_.with_bounds(term)).front());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (asked[i] != BitCircuit::constant(false)) continue;
      if (i >= stack_.terms().size()) core_ = {assumptions_[i - stack_.terms().size()]};
      return SatResult::unsat;
    }
    if (!clauses_ || clauses_->size() > most_foreign_gates + most_foreign_share * cone(asked))
      clauses_ = std::make_unique<GateClauses>(blaster_.circuit());
    CaDiCaL::Solver& solver = clauses_->solver();
    std::vector<int> literals;
    for (const Bit bit : asked) literals.push_back(bit.is_constant() ? 0 : clauses_->literal(bit));
    for (const int literal : literals)
      if (literal != 0) solver.assume(literal);
    Terminator terminator(config_.stop, config_.time_limit);
    solver.connect_terminator(&terminator);
    const int answer = solver.solve();
    solver.disconnect_terminator();
    constexpr int satisfiable = 10;
    constexpr int unsatisfiable = 20;
    if (answer == satisfiable) return SatResult::sat;
    if (answer == unsatisfiable) {
      for (std::size_t i = stack_.terms().size(); i < asked.size(); ++i)
        if (literals[i] != 0 && solver.failed(literals[i])) core_.push_back(assumptions_[i - stack_.terms().size()]);
      return SatResult::unsat;
    }
    reason_ = config_.stop.stop_requested() ? UnknownReason(UnknownCause::stopped, "stopped")
                                            : UnknownReason(UnknownCause::time, "timeout");
    return SatResult::unknown;
  }

  /// How many gates there are below.
  std::size_t cone(const std::vector<Bit>& asked) {
    const BitCircuit& circuit = blaster_.circuit();
    seen_.resize(circuit.size(), 0);
    ++round_;
    std::size_t result = 0;
    std::vector<std::uint32_t> open;
    const auto see = [&](Bit bit) {
      if (bit.is_constant() || std::exchange(seen_[bit.gate()], round_) == round_) return;
      ++result;
      if (circuit.gate(bit.gate()).kind != BitCircuit::Kind::input) open.push_back(bit.gate());
    };
    for (const Bit bit : asked) see(bit);
    while (!open.empty()) {
      const std::uint32_t number = open.back();
      open.pop_back();
      for (const Bit operand : circuit.gate(number).of) see(operand);
    }
    return result;
  }

  void count(Clock::time_point start) {
    if (config_.statistics == nullptr) return;
    ++config_.statistics->cadical_queries;
    config_.statistics->microseconds +=
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count());
  }

  TermManager& terms_;
  SolverConfig config_;
  AssertionStack stack_;
  std::vector<Term> assumptions_;
  std::vector<Term> core_;
  DivisionBounds bounds_;
  BitBlaster blaster_;
  std::unique_ptr<GateClauses> clauses_;
  std::vector<std::uint32_t> seen_;  ///< by gate: the last round that came there
  std::uint32_t round_ = 0;
  TermMap<char> of_bits_;
  std::unique_ptr<Solver> general_;
  bool is_general_ = false;  ///< Did it answer the last check?
  SatResult result_ = SatResult::unknown;
  UnknownReason reason_;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver(TermManager& terms, const SolverConfig& config) {
  return std::make_unique<CadicalSolver>(terms, config);
}

std::string cadical_version() {
  return std::string("cadical ") + CaDiCaL::Solver::version();
}

}  // namespace bireach::logic
