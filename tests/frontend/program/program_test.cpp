// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/program.h"

#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "frontend/program/liveness.h"
#include "tests/support/program_builder.h"

namespace bireach::frontend {
namespace {

using bireach::testing::ProgramBuilder;
using logic::Integer;

constexpr ScalarType byte = unsigned_integer(8);
constexpr ScalarType unsigned_type = unsigned_integer(32);

ExprPtr number(const Integer& value, ScalarType type = int_type) {
  return make_constant(value, type);
}
ExprPtr binary(BinaryOp op, ExprPtr a, ExprPtr b, ScalarType type = int_type) {
  return make_binary(op, std::move(a), std::move(b), type);
}

/// x = 1; if (x < 3) error else exit; with an array a[4] beside.
struct Small {
  ProgramBuilder builder;
  VariableId x = builder.variable("x");
  VariableId a = builder.array("a", 4, byte);
  LocationId start = builder.location();
  LocationId branch = builder.location();
  LocationId error = builder.location(LocationKind::Error);
  LocationId exit = builder.location(LocationKind::Exit);

  Small() {
    builder.assign(start, branch, x, number(1));
    builder.branch(branch, error, exit, binary(BinaryOp::Lt, builder.read(x), number(3)));
  }
};

/// Does the change make the small program ill-formed, with this text in the only complaint?
void check_violation(const std::string& text, const std::function<void(Small&)>& change) {
  Small small;
  change(small);
  const auto problems = check_well_formed(small.builder.program);
  REQUIRE_MESSAGE(problems.size() == 1, text);
  CHECK_MESSAGE(problems[0].find(text) != std::string::npos, problems[0]);
}

/// A new location between start and exit whose only edge has this statement.
void add_statement(Small& small, Statement statement) {
  const LocationId location = small.builder.location();
  Edge edge;
  edge.statement = std::move(statement);
  small.builder.program.add_edge(location, small.exit, edge);
}

ExprPtr raw(Expr expr) {
  return std::make_shared<const Expr>(std::move(expr));
}

TEST_CASE("a small program is well-formed") {
  const Small small;
  const Program& program = small.builder.program;
  CHECK(check_well_formed(program).empty());
  CHECK(program.location_count() == 4);
  CHECK(program.edge_count() == 3);
  CHECK(program.outgoing(small.branch) == std::vector<EdgeId>{1, 2});
  CHECK(program.incoming(small.exit) == std::vector<EdgeId>{2});
  CHECK(program.source(0) == small.start);
  CHECK(program.target(0) == small.branch);
  CHECK(assigned_variable(program.edge(0).statement) == small.x);
  CHECK_FALSE(assigned_variable(program.edge(1).statement));
  CHECK_THROWS_AS(Program().add_edge(0, 0, {}), std::out_of_range);
}

TEST_CASE("an error says what it violates") {
  Small small;
  Program& program = small.builder.program;
  CHECK(violated_by(program, {0, 1}) == Violation::unreach_call);
  CHECK_THROWS_AS(static_cast<void>(violated_by(program, {0})), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(violated_by(program, {0, 2})), std::logic_error);
  program.location(small.error).violation = Violation::no_overflow;
  CHECK(violated_by(program, {0, 1}) == Violation::no_overflow);
  check_violation("without a property", [](Small& s) { s.builder.program.location(s.error).violation.reset(); });
}

TEST_CASE("what statements evaluate, read and change") {
  Small small;
  const ExprPtr x = small.builder.read(small.x);
  const ExprPtr sum = binary(BinaryOp::Add, x, number(1));
  const ExprPtr element = make_element(small.a, x, byte);
  const Statement copy = Assign{{small.a, x}, element};
  const Statement guard = Assume{sum};
  const Statement choice = Havoc{{small.x, nullptr}, {}};
  CHECK(evaluated_expressions(copy) == std::vector<ExprPtr>{x, element});
  CHECK(evaluated_expressions(guard) == std::vector<ExprPtr>{sum});
  CHECK(evaluated_expressions(choice).empty());
  std::vector<VariableId> reads;
  for_each_read(copy, [&reads](const Expr& read) { reads.push_back(read.variable); });
  CHECK(reads == std::vector<VariableId>{small.x, small.a, small.x});
  CHECK(variables_read(Assign{{small.a, x}, sum}) == std::vector<VariableId>{small.x, small.a});
  CHECK(variables_read(choice).empty());
  CHECK(any_read(*element, [&](const Expr& read) { return read.variable == small.a; }));
  CHECK_FALSE(any_read(*sum, [&](const Expr& read) { return read.variable == small.a; }));
  CHECK(assigned_target(copy)->index == x);
  CHECK(assigned_target(guard) == nullptr);
  CHECK((is_havoc(choice) && !is_havoc(copy) && is_assume(guard) && !is_assume(choice)));
  CHECK((kind_name(copy) == "assign" && kind_name(guard) == "assume" && kind_name(choice) == "havoc"));
}

TEST_CASE("variables are live until they are overwritten") {
  // 0 -> 1 -> 2 -> 1, 2 -> 3: v0 is read at the end, v1 in the loop, v2 is overwritten before it is read.
  const std::vector<FlowEffect> effects{{0, 1, {}, 2}, {1, 2, {1}, 1}, {2, 1, {}, {}}, {2, 3, {0, 2}, {}}};
  const auto live = live_variables(4, 3, effects);
  CHECK(live[0] == std::vector<bool>{true, true, false});
  CHECK(live[1] == std::vector<bool>{true, true, true});
  CHECK(live[2] == std::vector<bool>{true, true, true});
  CHECK(live[3] == std::vector<bool>{false, false, false});
  CHECK(live_variables(0, 0, {}).empty());
  CHECK(live_variables(4, 3, effects, {2, 0}) == std::vector{live[2], live[0]});
}

TEST_CASE("copies and moved programs stand on their own") {
  auto original = std::make_unique<Small>();
  const std::string text = program_to_text(original->builder.program);
  Program copy = original->builder.program;
  Program assigned;
  assigned = copy;
  original->builder.program.location(1).note = "changed";
  Program moved = std::move(original->builder.program);
  original.reset();
  CHECK(program_to_text(copy) == text);
  CHECK(program_to_text(assigned) == text);
  CHECK(moved.location(1).note == "changed");
  CHECK(program_to_text(moved).size() == text.size() + std::string(": changed").size());
  copy.add_edge(0, 0, {});
  CHECK(copy.edge_count() == 4);
  CHECK(assigned.edge_count() == 3);
}

TEST_CASE("a program's facts without its graph") {
  Small original;
  original.builder.program.headers = {"a.h"};
  Program other = original.builder.program.without_graph();
  CHECK(other.location_count() == 0);
  CHECK(other.edge_count() == 0);
  CHECK(other.variables.size() == original.builder.program.variables.size());
  CHECK(other.file_name(static_cast<std::uint32_t>(other.files.size())) == "a.h");
  other.add_location({});
  other.add_edge(0, 0, {});
  CHECK(other.outgoing(0).size() == 1);
  CHECK(original.builder.program.edge_count() == 3);
}

TEST_CASE("violations of the automaton's shape") {
  check_violation("initial location", [](Small& s) { s.builder.program.initial = 17; });
  check_violation("ends the program but has an outgoing edge",
                  [](Small& s) { s.builder.assume(s.exit, s.exit, number(1)); });
  check_violation("no outgoing edge", [](Small& s) { s.builder.location(); });
  check_violation("more than two", [](Small& s) { s.builder.assume(s.branch, s.exit, number(0)); });
  check_violation("not complementary", [](Small& s) { s.builder.assume(s.start, s.exit, number(0)); });
  check_violation("not complementary", [](Small& s) {
    const LocationId location = s.builder.location();
    s.builder.assume(location, s.exit, binary(BinaryOp::Lt, s.builder.read(s.x), number(3)));
    s.builder.assume(location, s.exit, binary(BinaryOp::Gt, s.builder.read(s.x), number(3)));
  });
  check_violation("call path does not exist", [](Small& s) {
    Edge edge;
    edge.statement = Assume{number(1)};
    edge.call_path = 3;
    s.builder.program.add_edge(s.builder.location(), s.exit, edge);
  });
  check_violation("does not come after its parent", [](Small& s) {
    CallSite site;
    site.parent = 1;
    s.builder.program.call_paths.push_back(site);
  });
}

TEST_CASE("whose code an edge is") {
  Program program;
  program.entry = "start";
  CallSite site;
  site.caller = "start";
  site.callee = "f";
  program.call_paths.push_back(site);
  Edge edge;
  CHECK(program.function_of(edge) == "start");
  edge.call_path = 1;
  CHECK(program.function_of(edge) == "f");
}

TEST_CASE("violations of variables and types") {
  check_violation("two variables are named", [](Small& s) { s.builder.variable("x"); });
  check_violation("has no name", [](Small& s) { s.builder.program.variables[s.a].name.clear(); });
  check_violation("not in 1..128", [](Small& s) { s.builder.variable("w", signed_integer(129)); });
  check_violation("_Bool has width 1", [](Small& s) { s.builder.variable("w", {ScalarType::Kind::boolean, 8}); });
  check_violation("negative size", [](Small& s) { s.builder.array("w", -1); });
  check_violation("its target does not exist", [](Small& s) { add_statement(s, Havoc{{99, nullptr}, ""}); });
  check_violation("which is no array, is changed", [](Small& s) { add_statement(s, Havoc{{s.x, number(0)}, ""}); });
  check_violation("type of the value", [](Small& s) { add_statement(s, Assign{{s.x, nullptr}, number(1, byte)}); });
  check_violation("expression is missing", [](Small& s) { add_statement(s, Assume{nullptr}); });
  check_violation("expression is missing", [](Small& s) { add_statement(s, Assign{{s.x, nullptr}, nullptr}); });
  check_violation("another shape", [](Small& s) {
    const VariableId other = s.builder.array("b", 5, byte);
    add_statement(s, Assign{{s.a, nullptr}, s.builder.read(other)});
  });
}

TEST_CASE("violations inside expressions") {
  const auto check = [](const std::string& text, const std::function<ExprPtr(Small&)>& make) {
    check_violation(text, [&](Small& s) { add_statement(s, Assume{make(s)}); });
  };
  check("a variable does not exist", [](Small&) { return make_variable(99, int_type); });
  check("is used as an integer", [](Small& s) { return s.builder.read(s.a); });
  check("which is no array, is read", [](Small& s) { return make_element(s.x, number(0), int_type); });
  check("another type than its own", [](Small& s) { return make_variable(s.x, byte); });
  check("do not fit its type", [](Small& s) { return binary(BinaryOp::Add, s.builder.read(s.x), number(1, byte)); });
  check("do not fit its type",
        [](Small& s) { return binary(BinaryOp::Lt, s.builder.read(s.x), number(1, unsigned_type)); });
  check("do not fit its type",
        [](Small& s) { return binary(BinaryOp::Eq, s.builder.read(s.x), number(1), unsigned_type); });
  check("unary operator has a wrong type",
        [](Small& s) { return make_unary(UnaryOp::Minus, s.builder.read(s.x), unsigned_type); });
  check("branches of a conditional",
        [](Small& s) { return make_conditional(s.builder.read(s.x), number(1), number(1, byte), int_type); });
  check("out of the range", [](Small&) {
    Expr constant{};
    constant.kind = Expr::Kind::Constant;
    constant.type = byte;
    constant.value = 256;
    return raw(constant);
  });
  check("wrong number of operands", [](Small&) {
    Expr cast{};
    cast.kind = Expr::Kind::Cast;
    return raw(cast);
  });
}

TEST_CASE("expressions print as C with few parentheses") {
  ProgramBuilder builder;
  const VariableId vx = builder.variable("x");
  const VariableId vy = builder.variable("y");
  const VariableId va = builder.array("a", 4, byte);
  const ExprPtr x = builder.read(vx);
  const ExprPtr y = builder.read(vy);
  const auto text = [&](const ExprPtr& expr) { return to_string(builder.program, *expr); };
  const ExprPtr sum = binary(BinaryOp::Add, x, y);
  CHECK(text(binary(BinaryOp::Mul, sum, x)) == "(x + y) * x");
  CHECK(text(binary(BinaryOp::Add, binary(BinaryOp::Mul, x, y), x)) == "x * y + x");
  CHECK(text(binary(BinaryOp::Sub, x, sum)) == "x - (x + y)");
  CHECK(text(binary(BinaryOp::Sub, sum, x)) == "x + y - x");
  CHECK(text(binary(BinaryOp::Sub, x, number(-1))) == "x - -1");
  CHECK(text(make_unary(UnaryOp::Minus, make_unary(UnaryOp::Minus, x, int_type), int_type)) == "-(-x)");
  CHECK(text(make_unary(UnaryOp::LogicalNot, sum, int_type)) == "!(x + y)");
  CHECK(text(binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, x, y), binary(BinaryOp::LogicalOr, x, y))) ==
        "x < y && (x || y)");
  CHECK(text(make_conditional(x, y, make_conditional(y, x, number(3), int_type), int_type)) == "x ? y : y ? x : 3");
  CHECK(text(binary(BinaryOp::Add, make_conditional(x, y, x, int_type), y)) == "(x ? y : x) + y");
  CHECK(text(make_element(va, sum, byte)) == "a[x + y]");
  // A widening cast is hidden; a narrowing or sign-changing one is not.
  CHECK(text(make_cast(make_element(va, x, byte), int_type)) == "a[x]");
  CHECK(text(make_cast(sum, byte)) == "(unsigned char)(x + y)");
  CHECK(text(make_cast(x, unsigned_type)) == "(unsigned int)x");
  CHECK(text(binary(BinaryOp::Mul, make_cast(make_cast(sum, byte), int_type), x)) == "(unsigned char)(x + y) * x");
}

TEST_CASE("statements print as C") {
  ProgramBuilder builder;
  const VariableId x = builder.variable("x");
  const VariableId a = builder.array("a", 4);
  builder.program.variables[x].user_name.clear();
  const auto text = [&](const Statement& statement) { return to_string(builder.program, statement); };
  CHECK(text(Assign{{x, nullptr}, number(-3)}) == "main::x = -3");
  CHECK(text(Assign{{a, number(2)}, builder.read(x)}) == "a[2] = main::x");
  CHECK(text(Assume{number(1)}) == "assume(1)");
  CHECK(text(Havoc{{a, nullptr}, ""}) == "havoc(a)");
  CHECK(text(Havoc{{x, nullptr}, "f"}) == "main::x = f()");
}

TEST_CASE("JSON parses and says what the program is, whatever bytes the source holds") {
  Small small;
  Program& program = small.builder.program;
  program.files = {"dir/\"odd\"\\name.c"};
  program.assumptions = {"tab\there", std::string("bad \xFF\xC0\xAF utf-8 \xE4\xBD\xA0 \xF0\x9F\x98\x80 \xED\xA0\x80")};
  program.location(small.error).note = "line\nbreak";
  program.location(small.error).place = {0, 5, 3, 5, 9};
  const auto json = nlohmann::json::parse(program_to_json(program));
  CHECK(json["format"] == "bireach-cfa/1");
  CHECK(json["files"][0] == program.files[0]);
  CHECK(json["assumptions"][0] == "tab\there");
  CHECK(json["assumptions"][1] ==
        "bad \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD utf-8 \xE4\xBD\xA0 \xF0\x9F\x98\x80 "
        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(json["locations"].size() == 4);
  CHECK(json["locations"][2]["kind"] == "error");
  CHECK(json["locations"][2]["note"] == "line\nbreak");
  CHECK(json["locations"][2]["place"]["line"] == 5);
  CHECK(json["locations"][0]["place"].is_null());
  CHECK(json["edges"].size() == 3);
  CHECK(json["edges"][0]["statement"] == "x = 1");
  CHECK(json["edges"][0]["variable"] == "main::x");
  CHECK(json["edges"][1]["kind"] == "assume");
  CHECK(json["edges"][1]["variable"].is_null());
  CHECK(json["variables"][1]["array_size"] == "4");
  CHECK(json["variables"][0]["array_size"].is_null());
}

TEST_CASE("Graphviz and text mention every location and edge") {
  Small small;
  Program& program = small.builder.program;
  program.files = {"a.c"};
  program.location(small.error).note = "call of \"reach_error\"";
  program.location(small.error).place = {0, 5, 3, 5, 9};
  const std::string dot = program_to_dot(program);
  CHECK(dot.starts_with("digraph program {"));
  CHECK(dot.find("L1 -> L2 [label=\"assume(x < 3)\"]") != std::string::npos);
  CHECK(dot.find("L1 -> L3 [label=\"assume(x >= 3)\"]") != std::string::npos);
  CHECK(dot.find("call of \\\"reach_error\\\"") != std::string::npos);
  const std::string text = program_to_text(program);
  CHECK(text.find("L2 error: call of \"reach_error\"  (a.c:5:3)") != std::string::npos);
  CHECK(text.find("L0\n  -> L1  x = 1\n") != std::string::npos);
  CHECK(text.find("variable main::a: int [4] (8 bits, unsigned)") != std::string::npos);
}

}  // namespace
}  // namespace bireach::frontend
