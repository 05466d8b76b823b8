// SPDX-License-Identifier: Apache-2.0
/// Short notation for programs built by hand in tests.
#pragma once

#include <string>
#include <utility>

#include "frontend/program/program.h"

namespace bireach::testing {

/// Adds locations, variables and edges to a program; expressions are made with frontend's builders.
class ProgramBuilder {
 public:
  frontend::Program program;

  frontend::VariableId variable(const std::string& name, frontend::ScalarType type = frontend::int_type) {
    frontend::Variable result;
    result.name = "main::" + name;
    result.user_name = name;
    result.type = type;
    result.c_type = type.is_boolean() ? "_Bool" : "int";
    result.function = "main";
    program.variables.push_back(std::move(result));
    return static_cast<frontend::VariableId>(program.variables.size() - 1);
  }
  frontend::VariableId array(const std::string& name, int size, frontend::ScalarType type = frontend::int_type) {
    const frontend::VariableId id = variable(name, type);
    program.variables[id].array = frontend::ArrayShape{size};
    return id;
  }
  frontend::LocationId location(frontend::LocationKind kind = frontend::LocationKind::Normal) {
    frontend::Location result;
    result.kind = kind;
    result.function = "main";
    if (kind == frontend::LocationKind::Error) result.violation = frontend::Violation::unreach_call;
    return program.add_location(result);
  }
  frontend::EdgeId edge(frontend::LocationId source, frontend::LocationId target, frontend::Statement statement) {
    frontend::Edge result;
    result.text = frontend::to_string(program, statement);
    result.statement = std::move(statement);
    result.statement_id = static_cast<std::uint32_t>(program.edge_count());
    return program.add_edge(source, target, std::move(result));
  }
  frontend::EdgeId assign(frontend::LocationId source, frontend::LocationId target, frontend::VariableId variable,
                          frontend::ExprPtr value) {
    return edge(source, target, frontend::Assign{{variable, nullptr}, std::move(value)});
  }
  frontend::EdgeId havoc(frontend::LocationId source, frontend::LocationId target, frontend::VariableId variable) {
    return edge(source, target, frontend::Havoc{{variable, nullptr}, "__VERIFIER_nondet_int"});
  }
  frontend::EdgeId assume(frontend::LocationId source, frontend::LocationId target, frontend::ExprPtr condition) {
    return edge(source, target, frontend::Assume{std::move(condition)});
  }
  /// Both edges of a branch.
  void branch(frontend::LocationId source, frontend::LocationId if_true, frontend::LocationId if_false,
              const frontend::ExprPtr& condition) {
    assume(source, if_true, condition);
    assume(source, if_false, frontend::make_not(condition));
  }
  [[nodiscard]] frontend::ExprPtr read(frontend::VariableId variable) const {
    return frontend::make_variable(variable, program.variables[variable].type);
  }
};

}  // namespace bireach::testing
