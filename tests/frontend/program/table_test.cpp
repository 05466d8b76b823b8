// SPDX-License-Identifier: Apache-2.0
/// Statements on many elements of an array: what they mean is what the statements on one element each mean.
#include <doctest/doctest.h>

#include <random>

#include "frontend/program/interpreter.h"
#include "frontend/program/semantics.h"
#include "logic/terms/model.h"
#include "tests/support/program_builder.h"
#include "tests/support/sampling.h"

namespace bireach::frontend {
namespace {

using bireach::testing::ProgramBuilder;
using logic::ArrayValue;
using logic::Integer;
using logic::Value;

constexpr int size = 6;

logic::ElementMap random_elements(std::mt19937_64& random, const ScalarType& type) {
  logic::ElementMap result;
  for (int i = 0; i < size; ++i)
    if (random() % 2 == 0) result.insert_or_assign(i, type.convert(Integer(random())));
  return result;
}

/// Arrays `a` and `b`, and one edge.
struct OneStatement {
  ProgramBuilder builder;
  VariableId a, b;

  explicit OneStatement(const ScalarType& type) {
    a = builder.array("a", size, type);
    b = builder.array("b", size, type);
  }
  EdgeId add(Statement statement) {
    const LocationId start = builder.location();
    return builder.edge(start, builder.location(LocationKind::Exit), std::move(statement));
  }
  /// What the formula makes of `a`.
  [[nodiscard]] Value by_formula(Arithmetic arithmetic, EdgeId edge, const ConcreteState& state,
                                 const Value& chosen) const {
    logic::TermManager terms;
    const Program& program = builder.program;
    const Semantics semantics(terms, program, arithmetic);
    const logic::TransitionFormula transition = semantics.transition(edge);
    logic::Model model;
    for (const VariableId v : {a, b})
      model.set(semantics.variable(v), semantics.to_model_value(state[v], program.variables[v]));
    for (const logic::Term auxiliary : transition.auxiliaries)
      model.set(auxiliary, semantics.to_model_value(chosen, program.variables[a]));
    CHECK(transition.exact);
    CHECK(transition.updates.size() == 1);
    logic::Evaluator values(model);
    return semantics.to_c_value(values(transition.updates.at(semantics.variable(a))), program.variables[a]);
  }
};

bool same_elements(const Value& one, const Value& other) {
  for (int i = 0; i < size; ++i)
    if (std::get<ArrayValue>(one).at(i) != std::get<ArrayValue>(other).at(i)) return false;
  return true;
}

}  // namespace

TEST_CASE("tables and choices of elements: interpreter and formulas agree with element by element") {
  std::mt19937_64 random(20260706);
  for (const ScalarType& type : {int_type, unsigned_integer(8), bool_type, unsigned_integer(64)}) {
    for (int round = 0; round < 50; ++round) {
      OneStatement one(type);
      const logic::ElementMap elements = random_elements(random, type);
      ConcreteState state = initial_state(one.builder.program);
      ArrayValue chosen;
      for (int i = 0; i < size; ++i) {
        std::get<ArrayValue>(state[one.a]).set(i, type.convert(Integer(random())));
        std::get<ArrayValue>(state[one.b]).set(i, type.convert(Integer(random())));
        chosen.set(i, type.convert(Integer(random())));
      }
      const int kind = round % 4;
      const Integer others = type.convert(Integer(random()));
      ArrayValue expected = std::get<ArrayValue>(state[kind == 1 ? one.b : one.a]);
      if (kind == 0) expected = {others, {}};
      for (const auto& [index, element] : elements)
        expected.set(index, kind == 3 ? Integer(chosen.at(index)) : element);
      Statement statement = Havoc{{one.a, nullptr}, {}};
      if (kind == 3)
        std::get<Havoc>(statement).elements = std::make_shared<const logic::ElementMap>(elements);
      else
        statement =
            Assign{{one.a, nullptr},
                   make_table(kind == 0 ? make_constant(others, type) : make_variable(kind == 1 ? one.b : one.a, type),
                              elements)};
      const EdgeId edge = one.add(statement);
      REQUIRE(check_well_formed(one.builder.program) == std::vector<std::string>{});
      for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector})
        CHECK(same_elements(one.by_formula(arithmetic, edge, state, chosen), expected));
      std::vector<UndefinedEvent> events;
      const auto oracle = [&](EdgeId, std::size_t) -> Value { return chosen; };
      CHECK(execute_edge(one.builder.program, edge, state, oracle, 0, events) == StepResult::done);
      CHECK(events.empty());
      CHECK(same_elements(state[one.a], expected));
      const std::vector<VariableId> read = kind == 0   ? std::vector<VariableId>{}
                                           : kind == 1 ? std::vector<VariableId>{one.b}
                                                       : std::vector<VariableId>{one.a};
      CHECK(variables_read(statement) == read);
      CHECK(keeps_other_elements(statement) == (kind >= 2));
      const Havoc instead = havoc_instead(statement);
      CHECK(instead.target.variable == one.a);
      CHECK((instead.elements != nullptr) == (kind >= 2));
      if (instead.elements) CHECK(*instead.elements == elements);
    }
  }
}

TEST_CASE("tables that do not fit their array are refused") {
  const auto problems = [](VariableId OneStatement::*others, const logic::ElementMap& elements, bool whole) {
    OneStatement one(unsigned_integer(8));
    const VariableId number = one.builder.variable("number", unsigned_integer(8));
    ExprPtr table = make_table(make_variable(one.*others, unsigned_integer(8)), elements);
    one.add(Assign{{whole ? one.a : number, nullptr}, table});
    return check_well_formed(one.builder.program).size();
  };
  CHECK(problems(&OneStatement::a, {{0, 255}, {5, 0}}, true) == 0);
  CHECK(problems(&OneStatement::b, {{6, 1}}, true) == 1);
  CHECK(problems(&OneStatement::a, {{-1, 1}}, true) == 1);
  CHECK(problems(&OneStatement::a, {{1, 256}}, true) == 1);
  CHECK(problems(&OneStatement::a, {{1, 1}}, false) > 0);
}

TEST_CASE("tables are the same if their elements are") {
  const ExprPtr zero = make_constant(0, int_type);
  CHECK(same_expression(*make_table(zero, {{1, 2}}), *make_table(zero, {{1, 2}})));
  CHECK(!same_expression(*make_table(zero, {{1, 2}}), *make_table(zero, {{1, 3}})));
  CHECK(!same_expression(*make_table(zero, {{1, 2}}), *make_table(make_constant(1, int_type), {{1, 2}})));
}

}  // namespace bireach::frontend
