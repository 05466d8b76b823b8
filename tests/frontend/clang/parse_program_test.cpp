// SPDX-License-Identifier: Apache-2.0
/// The shape of programs: edges, texts, places, names, call paths, what is not modelled, and error messages.
#include <algorithm>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

std::optional<Edge> find_edge(const Program& program, const std::string& text, EdgeRole role = EdgeRole::Plain) {
  for (EdgeId id = 0; id < program.edge_count(); ++id)
    if (program.edge(id).text == text && program.edge(id).role == role) return program.edge(id);
  return std::nullopt;
}

std::vector<std::string> texts(const Program& program) {
  std::vector<std::string> result;
  for (EdgeId id = 0; id < program.edge_count(); ++id) result.push_back(program.edge(id).text);
  return result;
}

std::vector<std::string> names(const Program& program) {
  std::vector<std::string> result;
  for (const Variable& variable : program.variables) result.push_back(variable.name);
  return result;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

const std::string prelude = "void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";

}  // namespace

TEST_CASE("one edge for each step that the user sees") {
  const Program program = parse(
      prelude +
      "int main(void) {\n  int x = 5;\n  x = x   +\n 1;\n  if (x > 0 && x < 9)\n    x++;\n  while (1) x += 2;\n}\n");
  CHECK(texts(program) ==
        std::vector<std::string>{"int x = 5", "x = x + 1", "x > 0 && x < 9", "x > 0 && x < 9", "x++", "1", "x += 2"});
  const auto edge = find_edge(program, "x = x + 1");
  REQUIRE(edge);
  CHECK(edge->source == SourceRange{0, 4, 3, 5, 3});
  CHECK(find_edge(program, "1", EdgeRole::Internal));
}

TEST_CASE("line markers are ignored and macros are placed at their use") {
  const Program program =
      parse("# 100 \"other.c\"\n#define ADD(v) v = v + 1\nint main(void) {\n  int y = 1;\n# 7 \"z.c\"\n  ADD(y);\n}\n");
  CHECK(find_edge(program, "int y = 1")->source.line == 4);
  CHECK(find_edge(program, "ADD(y)")->source.line == 6);
}

TEST_CASE("an input is one havoc of its variable") {
  const Program program = parse(prelude + "int main(void) { int x = __VERIFIER_nondet_int(); long y; return 0; }");
  const auto input = find_edge(program, "int x = __VERIFIER_nondet_int()");
  REQUIRE(input);
  CHECK(std::get<Havoc>(input->statement).function == "__VERIFIER_nondet_int");
  CHECK(program.variables[std::get<Havoc>(input->statement).target.variable].name == "main::x");
  const auto uninitialised = find_edge(program, "long y");
  REQUIRE(uninitialised);
  CHECK(std::get<Havoc>(uninitialised->statement).function.empty());
}

TEST_CASE("names of variables") {
  const Program program = parse(
      "int g; struct S { int a; struct { char b; } t; };\nint main(void) { int x = g;\n{ int x = 2; x++; }\n struct S "
      "s; s.t.b = 1; return x; }");
  for (const char* name : {"g", "main::x", "main::x@3", "main::s.a", "main::s.t.b"}) CHECK(has(names(program), name));
}

TEST_CASE("inlined copies share variables and statements, not call paths") {
  const Program program =
      parse("int f(int a) { return a + 1; } int g(int b) { return f(b); }\nint main(void) { return f(1) + g(2); }");
  CHECK(program.call_paths.size() == 4);
  CHECK(program.call_paths[3].caller == "g");
  CHECK(program.call_paths[3].parent == 2);
  std::vector<Edge> returns;
  for (EdgeId id = 0; id < program.edge_count(); ++id)
    if (program.edge(id).text == "return a + 1") returns.push_back(program.edge(id));
  REQUIRE(returns.size() == 2);
  CHECK(returns[0].call_path != returns[1].call_path);
  CHECK(returns[0].role == EdgeRole::Return);
  const auto passed = find_edge(program, "a = 1", EdgeRole::Parameter);
  CHECK(passed);
}

TEST_CASE("globals are initialised first, unused ones are left out") {
  const Program program = parse("int used = 3, zero, unused = 4; int main(void) { return used + zero; }");
  REQUIRE(program.edge_count() == 3);
  CHECK(program.edge(0).text == "int used = 3");
  CHECK(program.edge(1).text == "int zero");
  CHECK(program.edge(1).role == EdgeRole::Internal);
  CHECK_FALSE(has(names(program), "unused"));
}

TEST_CASE("another entry function starts with arbitrary parameters and globals") {
  ParseOptions options;
  options.entry = "f";
  const Program program = parse("int g = 3; const int c = 4; void f(int p) { g = p + c; }", options);
  unsigned havocs = 0;
  for (EdgeId id = 0; id < program.edge_count(); ++id)
    havocs += std::holds_alternative<Havoc>(program.edge(id).statement);
  CHECK(havocs == 2);
}

TEST_CASE("errors, assertions and ends") {
  CHECK(execute(parse("void reach_error(void) {} int main(void) { reach_error(); }")).end == RunEnd::Error);
  CHECK(execute(parse("#include <assert.h>\nint main(void) { assert(1 + 1 == 3); }")).end == RunEnd::Error);
  CHECK(execute(parse("extern void assert(int); int main(void) { assert(0); }")).end == RunEnd::Error);
  ParseOptions options;
  options.property.assert_is_error = false;
  CHECK(execute(parse("#include <assert.h>\nint main(void) { assert(0); }", options)).end == RunEnd::Exit);
  CHECK(execute(parse("#include <stdlib.h>\nvoid reach_error(void); int main(void) { exit(1); reach_error(); }")).end ==
        RunEnd::Exit);
  CHECK(execute(parse("void stop(void) __attribute__((noreturn)); void reach_error(void); int main(void) { stop(); "
                      "reach_error(); }"))
            .end == RunEnd::Exit);
}

TEST_CASE("what is not modelled stops the path exactly there") {
  const auto notes = [](const std::string& text) { return unsupported_notes(parse(prelude + text)); };
  using Notes = std::vector<std::string>;
  CHECK(notes("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }") == Notes{});
  CHECK(notes("void f(int n, int *p) { int x = 0; if (n) f(n - 1, &x); } int main(void) { f(3, 0); return 0; }") ==
        Notes{});
  CHECK(notes("int f(int n) { int a[99]; a[n] = n; f(n - 1); return a[n]; } int main(void) { return f(3); }") ==
        Notes{"recursive call while the array 'a' is in use"});
  CHECK(notes("int main(void) { _Complex double d = 1.5; d = d * 2; return 0; }") == Notes{});
  CHECK(notes("int main(void) { _Complex double d = 1.5; if (d != 1) return 1; return 0; }") ==
        Notes{"use of complex number"});
  CHECK(notes("int main(void) { __asm__(\"nop\"); return 0; }") == Notes{"inline assembly"});
  CHECK(notes("#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }").size() == 1);
  const Program program =
      parse(prelude +
            "int main(void) { int x = __VERIFIER_nondet_int(); _Complex double d; if (x && d != 1) x = 2; if "
            "(!x) reach_error(); return 0; }");
  CHECK(execute(program, {0}).end == RunEnd::Error);
  CHECK(execute(program, {1}).end == RunEnd::Unsupported);
}

TEST_CASE("functions without a body are assumed to change nothing, and it is said so") {
  const Program program = parse("int other(int); int main(void) { return other(1) + other(2); }");
  REQUIRE(program.assumptions.size() == 1);
  CHECK(program.assumptions[0].find("function 'other'") == 0);
  CHECK(parse("#include <stdio.h>\nint main(void) { int x = 1; printf(\"%d\", x); return 0; }").assumptions.empty());
}

TEST_CASE("several files are linked; statics are kept apart") {
  const TemporaryFile a("static int n = 1; int shared; int fa(void) { return n++ + shared; }");
  const TemporaryFile b(
      "void reach_error(void); static int n = 10; int fa(void); extern int shared;\nint main(void) { shared = 5; if "
      "(fa() + n != 16) reach_error(); return 0; }");
  const Program program = parse_c_files({a.path(), b.path()}, {});
  CHECK(check_well_formed(program).empty());
  CHECK(execute(program).end == RunEnd::Exit);
  CHECK_THROWS_AS(static_cast<void>(parse_c_files({a.path(), a.path()}, {})), ParseError);
}

TEST_CASE("objects are passed between files") {
  const std::string record = "struct s { int a; char b[4]; struct s *next; };\n";
  const std::string main_text =
      "void reach_error(void); int set(struct s *); int length(const unsigned char *);\n"
      "int main(void) { struct s x = {.a = 1, .b = \"ab\"}; unsigned char text[3] = {1, 2, 0};\n"
      "if (set(&x) != 1 || x.a != 5 || x.b[1] != 'z' || length(text) != 2) reach_error(); return 0; }";
  const TemporaryFile a(record +
                        "int set(struct s *p) { int old = p->a; p->a = 5; p->b[1] = 'z'; return old; }\n"
                        "int length(const unsigned char *p) { int n = 0; while (p[n]) n++; return n; }");
  const TemporaryFile b(record + main_text);
  CHECK(execute(parse_c_files({a.path(), b.path()}, {})).end == RunEnd::Exit);
  // Another structure of that name is another type.
  const TemporaryFile c("struct s { char b[4]; int more; int a; struct s *next; };\n" + main_text);
  CHECK(execute(parse_c_files({a.path(), c.path()}, {})).end == RunEnd::Unsupported);
  // So is one whose members' structure is another.
  const TemporaryFile d(
      "void reach_error(void); struct in { int a; }; struct out { struct in i; int z; }; int get(struct out *);\n"
      "int main(void) { struct out x = {{1}, 2}; return get(&x); }");
  const TemporaryFile e(
      "struct in { long a; int b; }; struct out { struct in i; int z; };\nint get(struct out *p) { return p->i.b; }");
  CHECK(execute(parse_c_files({d.path(), e.path()}, {})).end == RunEnd::Unsupported);
}

TEST_CASE("functions of several files are called through pointers") {
  const TemporaryFile a(
      "struct s { int a; }; static int f(struct s *p) { return p != 0; } int g(struct s *p) { return 7; }\n"
      "typedef int (*fn)(struct s *); fn choose(int i) { return i ? f : g; }");
  const TemporaryFile b(
      "void reach_error(void); struct s { int a; }; typedef int (*fn)(struct s *); fn choose(int); int g(struct s *);\n"
      "int main(void) { if (choose(0)(0) != 7 || choose(1)(0) != 0 || choose(0) != g) reach_error(); return 0; }");
  const Program program = parse_c_files({a.path(), b.path()}, {});
  CHECK(check_well_formed(program).empty());
  CHECK(execute(program).end == RunEnd::Exit);
}

TEST_CASE("only functions of the pointer's type are called through it") {
  const std::string functions =
      "int f(int x) { return x; } int g(long long x) { return 1; } int h(int x) { reach_error(); return x; }\n";
  const auto end = [&](const std::string& body) {
    return execute(parse(prelude + functions + "int main(void) { int (*p)(int); " + body + " return 0; }")).end;
  };
  CHECK(end("p = f; p(1);") == RunEnd::Exit);
  CHECK(end("p = h; p(1);") == RunEnd::Error);
  CHECK(end("h(1);") == RunEnd::Error);
  CHECK(end("p = 0; p(1);") == RunEnd::Exit);  // it traps
  CHECK(end("p = (int (*)(int))g; p(1);") == RunEnd::Unsupported);
  CHECK(end("p = f; p = (int (*)(int))((char *)p + 1); p(1);") == RunEnd::Unsupported);
  CHECK(execute(parse(prelude + "int f(int n, int (*p)()) { return n ? p(n - 1, p) : 0; }\n"
                                "int main(void) { return f(2, (int (*)())f); }"))
            .end == RunEnd::Exit);
  // Functions without a body are called as they are directly.
  CHECK(execute(parse("int other(int); int main(void) { int (*p)(int) = other; return p(1); }")).end == RunEnd::Exit);
  CHECK(execute(parse("void exit(int); int main(void) { void (*p)(int) = exit; p(1); int z = 1 / 0; return z; }"))
            .execution.undefined.empty());
}

TEST_CASE("error messages name the place and what was expected") {
  CHECK(parse_error("int main(void) {\n  int x = 1\n  return x;\n}\n").starts_with(":2:12: expected ';'"));
  CHECK(parse_error("") == ": the file is empty");
  CHECK(parse_error(std::string("int\0x", 5)).find("not a C file") != std::string::npos);
  CHECK(parse_error("int f(void) { return 0; }").find("no function 'main'") != std::string::npos);
  CHECK(parse_error("int main(void) { return y; }").find(":1:25: use of undeclared identifier 'y'") == 0);
  CHECK_THROWS_WITH_AS(static_cast<void>(parse_c_files({"/nonexistent.c"}, {})),
                       "/nonexistent.c: No such file or directory", ParseError);
  CHECK_THROWS_WITH_AS(static_cast<void>(parse_c_files({"/tmp"}, {})), "/tmp: is a directory", ParseError);
}

TEST_CASE("the condition of a case reads as C") {
  const Program program = parse("int main(void) { int k = 5; switch (k & 3) { case 1: return 1; } return 0; }");
  CHECK(find_edge(program, "(k & 3) == 1", EdgeRole::BranchTrue));
}

TEST_CASE("old C is accepted") {
  CHECK(parse_error("main() { return undeclared(3); }") == "");
  ParseOptions options;
  for (const char* standard : {"-std=gnu89", "-std=c99", "-std=gnu17"}) {
    options.clang_arguments = {standard};
    CHECK(parse_error("#include <limits.h>\nint main(void) { return INT_MAX; }", options) == "");
  }
}

}  // namespace bireach::frontend::test
