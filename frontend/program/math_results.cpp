// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/math_results.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "frontend/program/check_notes.h"
#include "frontend/program/dependence.h"

namespace bireach::frontend {

using logic::Integer;

namespace {

struct Function {
  std::string_view name;
  unsigned arguments;
  float (*of_float)(float, float);
  double (*of_double)(double, double);
  long double (*of_long_double)(long double, long double);
};

/// `f` takes any of the three types.
template <typename F>
constexpr Function binary(std::string_view name, F f) {
  return {name, 2, f, f, f};
}
template <typename F>
constexpr Function unary(std::string_view name, F) {
  const auto of_first = [](auto x, auto) { return F()(x); };
  return {name, 1, of_first, of_first, of_first};
}

constexpr std::array functions{
    unary("sin", [](auto x) { return std::sin(x); }),
    unary("cos", [](auto x) { return std::cos(x); }),
    unary("tan", [](auto x) { return std::tan(x); }),
    unary("asin", [](auto x) { return std::asin(x); }),
    unary("acos", [](auto x) { return std::acos(x); }),
    unary("atan", [](auto x) { return std::atan(x); }),
    unary("sinh", [](auto x) { return std::sinh(x); }),
    unary("cosh", [](auto x) { return std::cosh(x); }),
    unary("tanh", [](auto x) { return std::tanh(x); }),
    unary("asinh", [](auto x) { return std::asinh(x); }),
    unary("acosh", [](auto x) { return std::acosh(x); }),
    unary("atanh", [](auto x) { return std::atanh(x); }),
    unary("exp", [](auto x) { return std::exp(x); }),
    unary("exp2", [](auto x) { return std::exp2(x); }),
    unary("expm1", [](auto x) { return std::expm1(x); }),
    unary("log", [](auto x) { return std::log(x); }),
    unary("log2", [](auto x) { return std::log2(x); }),
    unary("log10", [](auto x) { return std::log10(x); }),
    unary("log1p", [](auto x) { return std::log1p(x); }),
    unary("cbrt", [](auto x) { return std::cbrt(x); }),
    unary("erf", [](auto x) { return std::erf(x); }),
    unary("erfc", [](auto x) { return std::erfc(x); }),
    binary("pow", [](auto x, auto y) { return std::pow(x, y); }),
    binary("atan2", [](auto x, auto y) { return std::atan2(x, y); }),
    binary("hypot", [](auto x, auto y) { return std::hypot(x, y); }),
};

/// Null: not one of these. Names may have the suffixes f and l.
const Function* find_function(const std::string& name) {
  const auto find = [](std::string_view wanted) {
    return std::find_if(functions.begin(), functions.end(), [wanted](const Function& f) { return f.name == wanted; });
  };
  const auto* found = find(name);
  if (found == functions.end() && (name.ends_with('f') || name.ends_with('l')))
    found = find(std::string_view(name).substr(0, name.size() - 1));
  return found == functions.end() ? nullptr : found;
}

constexpr unsigned float_width = 32;
constexpr unsigned double_width = 64;
constexpr unsigned long_double_width = 79;  // patterns have no leading bit
constexpr unsigned fraction_bits = 63;

/// The number whose sign and exponent, and whose significand with its leading bit, these are (x87's format).
long double to_long_double(const Integer& pattern) {
  const auto head = static_cast<std::uint16_t>(pattern >> fraction_bits);
  auto significand = static_cast<std::uint64_t>(logic::wrap_unsigned(pattern, fraction_bits));
  if ((head & 0x7fffU) != 0) significand |= std::uint64_t{1} << fraction_bits;
  long double result = 0;
  std::memcpy(&result, &significand, sizeof significand);
  std::memcpy(reinterpret_cast<unsigned char*>(&result) + sizeof significand, &head, sizeof head);
  return result;
}

Integer from_long_double(long double number) {
  std::uint64_t significand = 0;
  std::uint16_t head = 0;
  std::memcpy(&significand, &number, sizeof significand);
  std::memcpy(&head, reinterpret_cast<const unsigned char*>(&number) + sizeof significand, sizeof head);
  return Integer(head) * logic::power_of_two(fraction_bits) + logic::wrap_unsigned(Integer(significand), fraction_bits);
}

bool is_nan(const Integer& pattern, unsigned width) {
  return logic::fold_floating(logic::FloatOp::IsNan, {pattern}, width, 1) != 0;
}

ExprPtr pattern_is(VariableId variable, const Integer& pattern, const ScalarType& type, const SourceRange& where) {
  const ScalarType bits = unsigned_integer(type.width);
  return make_binary(BinaryOp::Eq, make_pattern(make_variable(variable, type, where), bits, where),
                     make_constant(pattern, bits, where), int_type, where);
}

/// `arguments are not these || the result is the computed one`
ExprPtr implication(const Program& program, const MathResult& result, const SourceRange& where) {
  const ScalarType truth{};
  const VariableId target = *assigned_variable(program.edge(result.edge).statement);
  if (!result.doubt.empty()) {
    const ScalarType& type = program.variables[target].type;
    return make_binary(BinaryOp::Eq, make_variable(target, type, where), make_constant(*result.computed, type, where),
                       truth, where);
  }
  ExprPtr holds = pattern_is(target, *result.computed, program.variables[target].type, where);
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    const VariableId parameter = result.parameters[i];
    const ExprPtr differs =
        make_not(pattern_is(parameter, result.arguments[i], program.variables[parameter].type, where));
    holds = make_binary(BinaryOp::LogicalOr, differs, holds, truth, where);
  }
  return holds;
}

}  // namespace

std::optional<Integer> math_result(const std::string& function, const std::vector<Integer>& arguments, unsigned width) {
  const Function* found = find_function(function);
  if (found == nullptr || arguments.size() != found->arguments) return std::nullopt;
  const Integer& second = arguments.back();
  switch (width) {
    case float_width: {
      const auto number = [](const Integer& bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
      return Integer(std::bit_cast<std::uint32_t>(found->of_float(number(arguments[0]), number(second))));
    }
    case double_width: {
      const auto number = [](const Integer& bits) { return std::bit_cast<double>(static_cast<std::uint64_t>(bits)); };
      return Integer(std::bit_cast<std::uint64_t>(found->of_double(number(arguments[0]), number(second))));
    }
    case long_double_width:
      return from_long_double(found->of_long_double(to_long_double(arguments[0]), to_long_double(second)));
    default:
      return std::nullopt;
  }
}

namespace {

/// Is only the dependence on what it gives in doubt?
bool is_open(const Program& program, const Havoc& havoc) {
  const Variable& variable = program.variables[havoc.target.variable];
  return variable.array || !variable.type.is_signed();
}

}  // namespace

std::vector<MathResult> wrong_math_results(const Program& program, const Execution& execution) {
  std::vector<MathResult> wrong;
  std::optional<bool> depends_on_memory;
  for (std::size_t step = 0; step < execution.trace.size(); ++step) {
    const EdgeId edge = execution.trace[step];
    const Havoc* havoc = as_havoc(program.edge(edge).statement);
    if (havoc == nullptr) continue;
    if (!havoc->doubt.empty()) {
      if (is_open(program, *havoc)) continue;
      if (program.variables[havoc->target.variable].c_type == note_type) {  // something is left in memory
        if (!depends_on_memory) depends_on_memory = depends_on_doubts(program, execution);
        if (!*depends_on_memory) continue;
      }
      const Integer& chosen = std::get<Integer>(execution.states[step + 1][havoc->target.variable]);
      if (chosen >= 0) wrong.push_back({edge, havoc->function, {}, {}, chosen, Integer(-1), havoc->doubt});
      continue;
    }
    const Function* function = find_function(havoc->function);
    if (function == nullptr) continue;
    const Variable& target = program.variables[havoc->target.variable];
    if (!target.type.is_floating()) continue;  // a function of the program's own of that name
    MathResult result{edge,
                      havoc->function,
                      {},
                      {},
                      std::get<Integer>(execution.states[step + 1][havoc->target.variable]),
                      std::nullopt,
                      {}};
    constexpr std::array<std::string_view, 2> parameters{"x", "y"};
    for (unsigned i = 0; i < function->arguments; ++i) {
      const std::string name = havoc->function + "::" + std::string(parameters[i]);
      const auto variable = std::find_if(program.variables.begin(), program.variables.end(),
                                         [&name](const Variable& v) { return v.name == name; });
      if (variable == program.variables.end()) break;
      result.parameters.push_back(static_cast<VariableId>(variable - program.variables.begin()));
      result.arguments.push_back(std::get<Integer>(execution.states[step][result.parameters.back()]));
    }
    const unsigned width = target.type.width;
    result.computed = math_result(havoc->function, result.arguments, width);
    const bool same = result.computed && (*result.computed == result.chosen ||
                                          (is_nan(*result.computed, width) && is_nan(result.chosen, width)));
    if (!same) wrong.push_back(std::move(result));
  }
  return wrong;
}

Program with_math_results(const Program& program, const std::vector<MathResult>& results) {
  // What the function does next with the number is to look if it is one: there the result is fixed.
  std::vector<ExprPtr> fixed(program.location_count());
  std::vector<char> keeps_first(program.location_count(), 0);  // of doubts: what the first branch leads to goes on
  for (const MathResult& result : results) {
    constexpr int most_steps = 8;
    LocationId behind = program.target(result.edge);
    for (int i = 0; i < most_steps && program.outgoing(behind).size() == 1; ++i)
      behind = program.target(program.outgoing(behind).front());
    const bool branches = program.outgoing(behind).size() == 2;
    if (!result.computed || result.parameters.size() != result.arguments.size() || !branches) continue;
    const SourceRange where = program.edge(result.edge).source;
    const ExprPtr holds = implication(program, result, where);
    keeps_first[behind] = result.doubt.empty() ? 0 : 1;
    fixed[behind] = fixed[behind] ? make_binary(BinaryOp::LogicalAnd, fixed[behind], holds, int_type, where) : holds;
  }
  Program copy = program.without_graph();
  for (LocationId location = 0; location < program.location_count(); ++location)
    copy.add_location(program.location(location));
  for (EdgeId id = 0; id < program.edge_count(); ++id) {
    Edge edge = program.edge(id);
    const std::vector<EdgeId>& branches = program.outgoing(program.source(id));
    if (const ExprPtr& holds = fixed[program.source(id)]; holds && branches.size() == 2) {
      // On the way of a NaN, the first, the execution ends: there goes what is not the result, too. After a doubtful
      // number it ends on the second, where that cannot be one.
      const bool goes_on = keeps_first[program.source(id)] != 0;
      const ExprPtr& first = std::get<Assume>(program.edge(branches.front()).statement).condition;
      const ExprPtr taken = goes_on ? make_binary(BinaryOp::LogicalAnd, holds, first, int_type, edge.source)
                                    : make_binary(BinaryOp::LogicalOr, make_not(holds), first, int_type, edge.source);
      edge.statement = Assume{id == branches.front() ? taken : make_not(taken)};
    }
    copy.add_edge(program.source(id), program.target(id), std::move(edge));
  }
  return copy;
}

}  // namespace bireach::frontend
