// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/bit_blaster.h"

#include <doctest/doctest.h>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"
#include "tests/logic/terms/random_trees.h"

namespace bireach::logic {

using namespace test;
namespace {

/// Of all gates, in the order in which they were made.
std::vector<bool> simulate(const BitCircuit& circuit, const std::unordered_map<std::uint32_t, bool>& inputs) {
  std::vector<bool> values(circuit.size(), false);
  const auto of = [&](Bit bit) { return values[bit.gate()] != bit.is_negated(); };
  for (std::uint32_t number = 1; number < circuit.size(); ++number) {
    const BitCircuit::Gate& gate = circuit.gate(number);
    const bool a = of(gate.of[0]);
    const bool b = of(gate.of[1]);
    const bool c = of(gate.of[2]);
    switch (gate.kind) {
      case BitCircuit::Kind::input:
        if (const auto found = inputs.find(number); found != inputs.end()) values[number] = found->second;
        break;
      case BitCircuit::Kind::and_gate:
        values[number] = a && b;
        break;
      case BitCircuit::Kind::xor_gate:
        values[number] = a != b;
        break;
      case BitCircuit::Kind::choice:
        values[number] = a ? b : c;
        break;
      case BitCircuit::Kind::majority:
        values[number] = (a && b) || (a && c) || (b && c);
        break;
    }
  }
  return values;
}

Integer bits_of(const Value& value) {
  return std::holds_alternative<bool>(value) ? Integer(std::get<bool>(value) ? 1 : 0) : std::get<Integer>(value);
}

/// Of how many of the terms, which have their gates, is the value under the model not that of the gates?
int disagreements(BitBlaster& blaster, const std::vector<Term>& terms, const Model& model) {
  std::unordered_map<std::uint32_t, bool> inputs;
  for (const auto& [variable, value] : model.values()) {
    const auto of_variable = blaster.bits(variable);
    for (unsigned i = 0; i < of_variable.size(); ++i) inputs[of_variable[i].gate()] = bit_test(bits_of(value), i);
  }
  const std::vector<bool> gates = simulate(blaster.circuit(), inputs);
  int wrong = 0;
  for (const Term term : terms) {
    const auto bits = blaster.bits(term);
    Integer result = 0;
    for (unsigned i = 0; i < bits.size(); ++i)
      if (gates[bits[i].gate()] != bits[i].is_negated()) bit_set(result, i);
    if (result != bits_of(evaluate(term, model))) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("bit-blasting: each operation on all values of five bits, and with constants") {
  constexpr unsigned width = 5;  // no power of two: shifts by more than the width have steps of their own
  TermManager m;
  BitBlaster blaster;
  const Term a = m.variable("a", Sort::bit_vector(width));
  const Term b = m.variable("b", Sort::bit_vector(width));
  std::vector<Term> terms{
      m.equal(a, b),       m.ite(m.equal(a, b), m.bv_unary(Kind::BvNot, a), m.bv_unary(Kind::BvNeg, b)),
      m.extract(a, 3, 1),  m.zero_extend(b, 2),
      m.sign_extend(a, 3), m.bv_binary(Kind::Concat, a, m.extract(b, 4, 2))};
  const Kind binary[] = {Kind::BvAdd, Kind::BvMul,  Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
                         Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,
                         Kind::BvUlt, Kind::BvUle,  Kind::BvSlt,  Kind::BvSle};
  for (const Kind kind : binary) {
    terms.push_back(m.bv_binary(kind, a, b));
    for (const unsigned constant : {0U, 1U, 3U, 4U, 16U, 31U}) {
      terms.push_back(m.bv_binary(kind, a, m.bit_vector(Integer(constant), width)));
      terms.push_back(m.bv_binary(kind, m.bit_vector(Integer(constant), width), b));
    }
  }
  for (const Term term : terms) (void)blaster.bits(term);
  int wrong = 0;
  for (unsigned i = 0; i < 1U << width; ++i) {
    for (unsigned j = 0; j < 1U << width; ++j) {
      Model model;
      model.set(a, Integer(i));
      model.set(b, Integer(j));
      wrong += disagreements(blaster, terms, model);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("bit-blasting: random formulas have the values that the evaluator gives them") {
  TreeConfig config;
  config.widths = {1, 3, 8, 33, 64};
  config.ints = false;
  config.arrays = false;
  TreeGenerator generator(11, config);
  for (int i = 0; i < 300; ++i) {
    TermManager m;
    BitBlaster blaster;
    const Term term = build(m, *generator.tree(Sort::boolean(), 5));
    (void)blaster.bits(term);
    for (int j = 0; j < 8; ++j) {
      const Assignment assignment = generator.assignment();
      Model model;
      for (const auto& [name, sort] : generator.variables()) model.set(m.variable(name, sort), assignment.at(name));
      CAPTURE(to_smtlib(term));
      REQUIRE(disagreements(blaster, {term}, model) == 0);
    }
  }
}

TEST_CASE("circuits share gates, and constants decide what they can") {
  BitCircuit circuit;
  const Bit a = circuit.input();
  const Bit b = circuit.input();
  const Bit no = BitCircuit::constant(false);
  CHECK(circuit.both(a, b) == circuit.both(b, a));
  CHECK(circuit.both(a, !a) == no);
  CHECK(circuit.differ(a, !b) == !circuit.differ(a, b));
  CHECK(circuit.choose(!a, b, !b) == circuit.differ(a, b));
  CHECK(circuit.choose(a, !no, b) == circuit.either(a, b));
  CHECK(circuit.majority(a, no, b) == circuit.both(a, b));
  CHECK(circuit.majority(a, !no, b) == circuit.either(a, b));
  CHECK(circuit.majority(a, !a, b) == b);
  const std::size_t before = circuit.size();
  CHECK(circuit.choose(a, circuit.both(a, b), b) == circuit.choose(!a, b, circuit.both(b, a)));
  CHECK(circuit.size() == before + 1);
}

}  // namespace bireach::logic
