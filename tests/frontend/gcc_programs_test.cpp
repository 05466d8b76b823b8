// SPDX-License-Identifier: Apache-2.0
/// Whole C programs: what the frontend and the interpreter make of them against what gcc's program prints.
#include <cstdlib>
#include <filesystem>
#include <random>
#include <sstream>

#include "tests/frontend/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

constexpr unsigned max_outputs = 512;

/// The program's outputs, as gcc's program prints them. Undefined behaviour that the sanitizer sees fails the test.
std::vector<std::string> outputs_of_gcc(const std::string& text, const std::string& flags) {
  std::string directory = (std::filesystem::temp_directory_path() / "bireach-programs-XXXXXX").string();
  REQUIRE(mkdtemp(directory.data()) != nullptr);
  std::ofstream(directory + "/test.c") << text
                                       << "\nint printf(const char *, ...);\nint main(void) {\n  run();\n  for (int i "
                                          "= 0; i < count; i++) printf(\"%lld\\n\", out[i]);\n  return 0;\n}\n";
  const std::string compile = "gcc -w " + flags + " -o " + directory + "/test " + directory + "/test.c";
  REQUIRE_MESSAGE(std::system(compile.c_str()) == 0, compile);
  REQUIRE(std::system((directory + "/test > " + directory + "/out").c_str()) == 0);
  std::vector<std::string> lines;
  std::ifstream in(directory + "/out");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::filesystem::remove_all(directory);
  return lines;
}

std::vector<std::string> outputs_of_interpreter(const std::string& text, const ParseOptions& options) {
  const Program program = parse(text + "\nint main(void) { run(); return 0; }\n", options);
  const RunResult result = execute(program);
  CHECK(result.execution.undefined.empty());
  REQUIRE(result.end == RunEnd::Exit);
  const ConcreteState& last = result.execution.states.back();
  const auto value_of = [&](const std::string& name) -> const logic::Value& {
    for (VariableId id = 0; id < program.variables.size(); ++id) {
      if (program.variables[id].name == name) return last[id];
    }
    FAIL("no variable " << name);
    return last.front();
  };
  std::vector<std::string> outputs;
  const auto& array = std::get<logic::ArrayValue>(value_of("out"));
  const auto count = static_cast<long>(std::get<logic::Integer>(value_of("count")));
  for (long i = 0; i < count; ++i) outputs.push_back(array.at(i).str());
  return outputs;
}

/// Runs `void run(void)` of the text, which calls OUT(value), both ways and in both data models.
void check_same(const std::string& text) {
  const std::string whole = "int count; long long out[" + std::to_string(max_outputs) +
                            "];\n#define OUT(x) (out[count++] = (long long)(x))\n" + text;
  CAPTURE(text);
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    ParseOptions options;
    options.data_model = model;
    const auto computed = outputs_of_interpreter(whole, options);
    const std::string flags = model == DataModel::LP64 ? "-m64" : "-m32";
    CHECK(!computed.empty());
    CHECK(computed == outputs_of_gcc(whole, flags + " -O1 -fsanitize=undefined -fno-sanitize-recover=undefined"));
  }
}

}  // namespace

TEST_CASE("calls through function pointers choose what gcc's program calls") {
  check_same(R"(
    typedef int (*operation)(int, int);
    int add(int a, int b) { return a + b; }
    static int mul(int a, int b) { return a * b; }
    int sub(int a, int b) { return a - b; }
    long wide(long a) { return a + 1; }
    operation table[] = {add, &mul, sub};
    struct ops { operation first; long (*second)(long); } record = {mul, wide};
    operation choose(int i) { return i ? add : *sub; }
    int apply(operation f, int a) { return f(a, (*f)(a, 2)); }
    int order;
    operation next(void) { order = order * 10 + 1; return table[order % 3]; }
    int argument(void) { order = order * 10 + 2; return order; }
    void run(void) {
      for (int i = 0; i < 3; i++) OUT(table[i](7, i + 3));
      OUT(record.first(6, 7)); OUT(record.second(41));
      OUT(choose(0)(9, 4)); OUT(choose(1)(9, 4));
      OUT(apply(add, 5)); OUT(apply(mul, 5)); OUT(apply(choose(0), 5));
      OUT(next()(argument(), 3)); OUT(order);
      operation f = 0; OUT(f == 0); f = table[1]; OUT(f == mul); OUT(f != add); if (f) OUT(f(3, 3));
      OUT((f ? sub : add)(1, 2)); OUT((**f)(8, 2));
    })");
  check_same(R"(
    struct pair { int a; char b; };
    struct pair make(int a, char b) { struct pair p = {a, b}; return p; }
    struct pair twist(int a, char b) { struct pair p = {b, (char)a}; return p; }
    int first(struct pair p) { return p.a; }
    int second(struct pair p) { return p.b; }
    unsigned char narrow(int x) { return (unsigned char)x; }
    int none() { return 4; }
    void run(void) {
      struct pair (*makers[2])(int, char) = {make, twist};
      int (*readers[2])(struct pair) = {first, second};
      for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) OUT(readers[i](makers[j](300, 'x')));
      unsigned char (*n)(int) = narrow; OUT(n(1000));
      int (*k)() = none; OUT(k());
      int (*variable)() = first; struct pair p = {11, 12}; OUT(variable(p));
    })");
}

TEST_CASE("random dispatch through tables of functions") {
  std::mt19937 random(17);
  const auto number = [&](int below) {
    return std::to_string(static_cast<int>(random() % static_cast<unsigned>(below)));
  };
  for (int round = 0; round < 3; ++round) {
    std::ostringstream text;
    const int functions = 4;
    for (int i = 0; i < functions; ++i) {
      text << "static int f" << i << "(int x, unsigned char y) { return (x % 1000) * " << number(9) << " - y % 1"
           << number(7) << "u - 1 ? x / 3 + " << number(50) << " : y + " << number(50) << "; }\n";
    }
    text << "typedef int (*fn)(int, unsigned char);\nfn table[6] = {";
    for (int i = 0; i < 6; ++i) text << "f" << number(functions) << ", ";
    text << "};\nvoid run(void) {\n  int x = " << number(100) << ";\n";
    for (int i = 0; i < 12; ++i) {
      text << "  table[" << number(6) << "] = x % 2 ? table[" << number(6) << "] : f" << number(functions)
           << ";\n  x = table[x % 3 + 2 > 5 ? 0 : " << number(6) << "](x, table[" << number(6) << "](x + "
           << number(300) << ", " << number(256) << "));\n  OUT(x);\n";
    }
    text << "}\n";
    check_same(text.str());
  }
}

}  // namespace bireach::frontend::test
