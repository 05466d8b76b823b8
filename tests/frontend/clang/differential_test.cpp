// SPDX-License-Identifier: Apache-2.0
/// The interpreter against gcc: random expressions, compiled with a cast at every node, on random inputs.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/frontend/program/random_expr.h"

namespace bireach::frontend {
namespace {

using logic::Integer;
using testing::RandomExpr;

std::string type_name(const ScalarType& type) {
  if (type.is_boolean()) return "_Bool";
  const std::string sign = type.is_signed() ? "signed " : "unsigned ";
  switch (type.width) {
    case 8:
      return sign + "char";
    case 16:
      return sign + "short";
    case 32:
      return sign + "int";
    case 64:
      return sign + "long long";
    default:
      return sign + "__int128";
  }
}

std::string hexadecimal(const Integer& unsigned_value) {
  std::ostringstream out;
  out << std::hex << unsigned_value;
  return out.str();
}

std::string constant_text(const Integer& value, const ScalarType& type) {
  const Integer bits = logic::wrap_unsigned(value, 128);
  const Integer low = logic::wrap_unsigned(bits, 64);
  return "((" + type_name(type) + ")(((unsigned __int128)0x" + hexadecimal(bits >> 64) + "ULL << 64) | 0x" +
         hexadecimal(low) + "ULL))";
}

const char* operator_text(BinaryOp op) {
  static constexpr const char* names[] = {"+", "-",  "*",  "/", "%",  "<<", ">>", "&",  "|",
                                          "^", "==", "!=", "<", "<=", ">",  ">=", "&&", "||"};
  return names[static_cast<std::size_t>(op)];
}

/// C text with the node's type written out at every node.
std::string c_text(const Program& program, const Expr& expr) {
  const auto operand = [&](std::size_t i) { return c_text(program, *expr.operands[i]); };
  const auto cast = [&](const std::string& text) { return "((" + type_name(expr.type) + ")(" + text + "))"; };
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return constant_text(expr.value, expr.type);
    case Expr::Kind::Variable:
      return program.variables[expr.variable].name;
    case Expr::Kind::Element:
      return program.variables[expr.variable].name + "[" + operand(0) + "]";
    case Expr::Kind::Unary: {
      static constexpr const char* names[] = {"-", "~", "!"};
      return cast(names[static_cast<std::size_t>(expr.unary)] + operand(0));
    }
    case Expr::Kind::Binary:
      return cast(operand(0) + " " + operator_text(expr.binary) + " " + operand(1));
    case Expr::Kind::Conditional:
      return cast(operand(0) + " ? " + operand(1) + " : " + operand(2));
    case Expr::Kind::Cast:
      return cast(operand(0));
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      break;  // floating_programs_test.cpp has these
  }
  return "";
}

void write_state(std::ostream& out, const Program& program, const ConcreteState& state) {
  for (std::size_t id = 0; id < state.size(); ++id) {
    const Variable& variable = program.variables[id];
    if (variable.array) {
      for (int i = 0; i < variable.array->size; ++i) {
        out << "  " << variable.name << "[" << i
            << "] = " << constant_text(std::get<logic::ArrayValue>(state[id]).at(i), variable.type) << ";\n";
      }
    } else {
      out << "  " << variable.name << " = " << constant_text(std::get<Integer>(state[id]), variable.type) << ";\n";
    }
  }
}

/// One (expression, state) pair a line: calls are made only where the interpreter met no undefined behaviour.
struct Batch {
  std::string c_file;
  std::vector<std::string> expected;
  std::vector<std::string> labels;
};

Batch make_batch(std::uint64_t seed, std::size_t expressions, std::size_t states) {
  Program program;
  RandomExpr random(program, seed);
  std::vector<ConcreteState> inputs;
  std::ostringstream out;
  out << "int printf(const char *, ...);\n"
      << "static void show(unsigned __int128 x) { printf(\"%016llx%016llx\\n\", (unsigned long long)(x >> 64), "
      << "(unsigned long long)x); }\n";
  for (const Variable& variable : program.variables) {
    out << "static " << type_name(variable.type) << " " << variable.name
        << (variable.array ? "[" + variable.array->size.str() + "]" : "") << ";\n";
  }
  std::vector<ExprPtr> exprs;
  for (std::size_t i = 0; i < expressions; ++i) {
    exprs.push_back(random.expr(random.type(), 4));
    out << "static void e" << i << "(void) { show(" << c_text(program, *exprs.back()) << "); }\n";
  }
  Batch batch;
  std::ostringstream main_text;
  for (std::size_t s = 0; s < states; ++s) {
    const ConcreteState state = random.state();
    out << "static void s" << s << "(void) {\n";
    write_state(out, program, state);
    out << "}\n";
    main_text << "  s" << s << "();\n";
    for (std::size_t i = 0; i < expressions; ++i) {
      std::vector<UndefinedEvent> events;
      const Integer value = evaluate(program, *exprs[i], state, 0, events);
      if (!events.empty()) continue;
      main_text << "  e" << i << "();\n";
      std::string text = hexadecimal(logic::wrap_unsigned(value, 128));
      batch.expected.push_back(std::string(32 - text.size(), '0') + text);
      batch.labels.push_back(c_text(program, *exprs[i]));
    }
  }
  batch.c_file = out.str() + "int main(void) {\n" + main_text.str() + "  return 0;\n}\n";
  return batch;
}

std::vector<std::string> compile_and_run(const std::string& c_file, const std::string& flags) {
  std::string directory = (std::filesystem::temp_directory_path() / "bireach-differential-XXXXXX").string();
  REQUIRE(mkdtemp(directory.data()) != nullptr);
  std::ofstream(directory + "/test.c") << c_file;
  const std::string compile = "gcc -w -fwrapv " + flags + " -o " + directory + "/test " + directory + "/test.c";
  REQUIRE_MESSAGE(std::system(compile.c_str()) == 0, compile);
  REQUIRE(std::system((directory + "/test > " + directory + "/out").c_str()) == 0);
  std::vector<std::string> lines;
  std::ifstream in(directory + "/out");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::filesystem::remove_all(directory);
  return lines;
}

void check_batch(std::uint64_t seed, const std::string& flags) {
  const Batch batch = make_batch(seed, 400, 25);
  const std::vector<std::string> lines = compile_and_run(batch.c_file, flags);
  REQUIRE(lines.size() == batch.expected.size());
  CHECK(lines.size() > 4000);  // most pairs are defined
  std::size_t different = 0;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i] != batch.expected[i] && ++different <= 5)
      CHECK_MESSAGE(lines[i] == batch.expected[i], batch.labels[i]);
  CHECK(different == 0);
}

TEST_CASE("the interpreter computes what gcc computes") {
  check_batch(1, "-O0");
  check_batch(2, "-O1");
  check_batch(3, "-O0");
}

}  // namespace
}  // namespace bireach::frontend
