// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "checker/witness/witness.h"
#include "checker/witness/witness_places.h"
#include "checker/witness/witness_violation.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"

using namespace bireach;
using namespace bireach::checker;

namespace {

Witness violation() {
  Witness witness;
  witness.producer = "somebody";
  witness.producer_version = "1.2";
  witness.uuid = random_uuid();
  witness.creation_time = current_time();
  witness.task = {
      {{"a \"b\".c", std::string(64, 'a')}}, "CHECK( init(main()), LTL(G ! call(reach_error())) )", "ILP32"};
  const auto add = [&](WaypointType type, const std::string& value, const std::string& format, unsigned line) {
    Waypoint waypoint;
    waypoint.type = type;
    waypoint.value = value;
    waypoint.format = format;
    waypoint.location = {"a \"b\".c", line, 7, "main"};
    witness.segments.push_back({{}, waypoint});
  };
  add(WaypointType::function_return, "\\result == -5", "acsl_expression", 3);
  witness.segments.back().follow.callee = "__VERIFIER_nondet_int";
  add(WaypointType::assumption, "x < 3 && y > 4", "c_expression", 4);
  add(WaypointType::branching, "false", "", 5);
  add(WaypointType::target, "", "", 6);
  Waypoint avoided = witness.segments[2].follow;
  avoided.location.line = 9;
  witness.segments[1].avoid.push_back(avoided);
  return witness;
}

Witness proof() {
  Witness witness = violation();
  witness.kind = WitnessKind::correctness;
  witness.segments.clear();
  witness.invariants.push_back({true, {"a \"b\".c", 9, 3, "main"}, "x <= 10 && x >= 0", {}});
  witness.invariants.push_back({false, {"a \"b\".c", 12, 3, "f"}, "y != 0", {}});
  return witness;
}

void same_location(const WitnessLocation& a, const WitnessLocation& b, bool columns) {
  CHECK(a.file == b.file);
  CHECK(a.line == b.line);
  if (columns) CHECK(a.column == b.column);
}

/// A folder of its own, and one file in it.
class File {
 public:
  explicit File(const std::string& text)
      : folder_(std::filesystem::temp_directory_path() / ("bireach_witness_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
    std::ofstream(path()) << text;
  }
  ~File() { std::filesystem::remove_all(folder_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] std::string path() const { return (folder_ / "a.c").string(); }

 private:
  std::filesystem::path folder_;
};

std::string complaint(const std::string& text) {
  try {
    static_cast<void>(read_witness(text, "w"));
  } catch (const WitnessError& problem) {
    return problem.what();
  }
  return "";
}

constexpr const char* program_text =
    "extern int __VERIFIER_nondet_int(void);\n"
    "extern void reach_error(void);\n"
    "#define TWICE(e) do { e; e; } while (0)\n"
    "int main(void) {\n"
    "  int x = __VERIFIER_nondet_int(), y;\n"
    "  for (int i = 0; i < 3; ++i) { int x = i; y = x; }\n"
    "  for (;;) { if ((x > 3)) break; else x = (x > 0) ? 1 : 2; }\n"
    "  TWICE(x = 1);\n"
    "label: switch (x) { case 1: x = 3; break; default: reach_error(); }\n"
    "  do x++; while (x < 9);\n"
    "  return __extension__({ int z = 1; z; });\n"
    "}\n";

}  // namespace

TEST_CASE("A violation witness is read as it was written") {
  const Witness written = violation();
  const Witness read = read_witness(yaml_witness(written), "w.yml");
  CHECK(read.kind == WitnessKind::violation);
  CHECK(read.format_version == "2.0");
  CHECK(read.task.files == written.task.files);
  CHECK(read.task.data_model == "ILP32");
  REQUIRE(read.segments.size() == written.segments.size());
  for (std::size_t i = 0; i < read.segments.size(); ++i) {
    CHECK(read.segments[i].avoid.size() == written.segments[i].avoid.size());
    CHECK(read.segments[i].follow.type == written.segments[i].follow.type);
    CHECK(read.segments[i].follow.value == written.segments[i].follow.value);
    same_location(read.segments[i].follow.location, written.segments[i].follow.location, true);
  }
}

TEST_CASE("A GraphML violation witness keeps lines, values and branches") {
  const Witness written = violation();
  const Witness read = read_witness(graphml_witness(written), "w.graphml");
  CHECK(read.format_version == "1.0");
  REQUIRE(read.segments.size() == 4);
  CHECK(read.segments[0].follow.type == WaypointType::function_return);
  CHECK(read.segments[0].follow.value == "(\\result == -5)");
  CHECK(read.segments[0].follow.callee == "__VERIFIER_nondet_int");
  CHECK(read.segments[1].follow.value == "(x < 3 && y > 4)");
  CHECK(read.segments[2].follow.value == "false");
  CHECK(read.segments[3].follow.type == WaypointType::target);
  for (std::size_t i = 0; i < 4; ++i)
    same_location(read.segments[i].follow.location, written.segments[i].follow.location, false);
}

TEST_CASE("Invariants are read as they were written") {
  const Witness written = proof();
  for (const std::string& text : {yaml_witness(written), graphml_witness(written)}) {
    const Witness read = read_witness(text, "w");
    CHECK(read.kind == WitnessKind::correctness);
    REQUIRE(read.invariants.size() == 2);
    CHECK(read.invariants[0].is_loop);
    CHECK_FALSE(read.invariants[1].is_loop);
    CHECK(read.invariants[0].value.find("x <= 10 && x >= 0") != std::string::npos);
    same_location(read.invariants[1].location, written.invariants[1].location, false);
  }
}

TEST_CASE("Complaints name the place in the witness") {
  const std::string text = yaml_witness(violation());
  CHECK(complaint("") == "w:1:1: the witness is empty");
  CHECK(complaint("a: 1").starts_with("w:1:1: expected a list of entries"));
  CHECK(complaint("- [1").starts_with("w:"));
  CHECK(complaint(std::string(100000, '[')).starts_with("w:"));
  std::string version = text;
  version.replace(version.find("\"2.0\""), 5, "\"9.0\"");
  CHECK(complaint(version) == "w:3:21: format version '9.0' is not supported (2.0, 2.1 and 2.2 are)");
  CHECK(complaint("<graphml>").starts_with("w:1:"));
  CHECK(complaint("<?xml version=\"1.0\"?>\n<graphml>\n</graphml>") == "w:2:2: the element graph is missing");
  CHECK(complaint(text).empty());
}

TEST_CASE("Only expressions without effects are put into programs") {
  for (const char* text : {"x == 4", "(x <= 3 && y >= 4) || !(z != 0)", "(long long)x * 2 < 10", "a[i + 1] == 0",
                           "x >> 3 <= 1 << 4", "s.a->b == sizeof(int)", "(x) - (y) == 0", "-5 < - -x", "!x"})
    CHECK_MESSAGE(frontend::expression_problem(text).empty(), text);
  for (const char* text : {"", "  ", "x = 4", "x += 4", "x <<= 1", "x++ == 1", "--x", "f(x)", "x; y", "x)", "(x", ")(",
                           "{x}", "x // y", "x /* y */", "\"a\" == x", "x\n#define y", "\\result == 1", "x == = 1"})
    CHECK_MESSAGE(!frontend::expression_problem(text).empty(), text);
}

TEST_CASE("Constants read back in every compiler") {
  using frontend::ScalarType;
  CHECK(c_constant(-5, frontend::int_type) == "-5");
  CHECK(c_constant(logic::power_of_two(64) - 1, frontend::unsigned_integer(64)) == "18446744073709551615ULL");
  CHECK(c_constant(-logic::power_of_two(63), frontend::signed_integer(64)) == "(-9223372036854775807LL - 1)");
  CHECK(c_constant(0x7fc00000, frontend::floating_type(32)).empty());  // NaN
  CHECK(c_constant(0x7f800000, frontend::floating_type(32)) == "(1.0 / 0.0)");
}

TEST_CASE("Source points stand where the text has them") {
  const File file(program_text);
  const frontend::SourcePoints points = frontend::read_source_points({file.path()}, {});
  const auto branching = [&](unsigned line, unsigned column) {
    for (const auto& point : points.branchings)
      if (point.keyword.line == line && point.keyword.column == column) return &point;
    return static_cast<const frontend::BranchingPoint*>(nullptr);
  };
  using Kind = frontend::BranchingKind;
  REQUIRE(branching(6, 3) != nullptr);
  CHECK(branching(6, 3)->kind == Kind::for_loop);
  CHECK(branching(6, 3)->header_names == std::vector<std::string>{"i"});
  REQUIRE(branching(7, 3) != nullptr);
  CHECK_FALSE(branching(7, 3)->has_condition);
  CHECK(branching(7, 3)->condition.column == 9);
  REQUIRE(branching(7, 14) != nullptr);
  CHECK(branching(7, 14)->condition.column == 18);
  CHECK(branching(7, 14)->decided.column == 19);
  REQUIRE(branching(7, 51) != nullptr);
  CHECK(branching(7, 51)->kind == Kind::conditional);
  REQUIRE(branching(9, 8) != nullptr);
  CHECK(branching(9, 8)->cases == std::vector<std::string>{"1"});
  REQUIRE(branching(10, 3) != nullptr);
  CHECK(branching(10, 3)->kind == Kind::do_loop);
  const auto statement = [&](unsigned line, unsigned column) {
    for (const auto& point : points.statements)
      if (point.range.line == line && point.range.column == column) return &point;
    return static_cast<const frontend::StatementPoint*>(nullptr);
  };
  REQUIRE(statement(6, 33) != nullptr);
  CHECK(statement(6, 33)->is_declaration);
  REQUIRE(statement(6, 44) != nullptr);
  // The inner x hides the outer one.
  const frontend::ScopeEntry* inner = points.find(statement(6, 44)->scope, "x");
  REQUIRE(inner != nullptr);
  CHECK(inner->declared.line == 6);
  CHECK(points.find(statement(7, 3)->scope, "x")->declared.line == 5);
  CHECK(points.find(statement(7, 3)->scope, "i") == nullptr);
  CHECK(statement(8, 3)->exact);
  REQUIRE(points.calls.size() == 2);
  CHECK(points.calls[0].closing.column == 33);
  CHECK(points.calls[1].range.line == 9);
}

TEST_CASE("An edited program parses, and its places can be traced back") {
  const File file(program_text);
  const frontend::SourcePoints points = frontend::read_source_points({file.path()}, {});
  frontend::SourceEditor editor({file.path()});
  editor.declare("extern void hook(void);");
  for (const auto& point : points.statements)
    if (point.exact) editor.insert_before(point, "hook();");
  unsigned number = 0;
  for (const auto& point : points.branchings)
    if (point.exact) editor.insert_after_condition(point, "v" + std::to_string(++number), "hook();");
  for (const auto& point : points.calls)
    if (point.exact && !point.is_void) editor.insert_after_call(point, "v" + std::to_string(++number), "hook();");
  const frontend::ParseOptions options = editor.apply({});
  const frontend::SourcePoints edited = frontend::read_source_points({file.path()}, options);
  std::size_t error_calls = 0;
  for (const auto& call : edited.calls) {
    if (call.callee != "reach_error") continue;
    ++error_calls;
    const frontend::SourceRange original = editor.original(call.range);
    CHECK(original.line == 9);
    CHECK(original.column == points.calls[1].range.column);
  }
  CHECK(error_calls == 1);
}

TEST_CASE("Places that the program does not have are rejected") {
  const File file(program_text);
  const std::vector<std::string> files{file.path()};
  const frontend::SourcePoints points = frontend::read_source_points(files, {});
  const WitnessPlaces places(files, points);
  CHECK(places.loop({"a.c", 6, 3, "main"}).kind == frontend::BranchingKind::for_loop);
  CHECK(places.loop({"other/a.c", 7, 0, ""}).keyword.column == 3);
  CHECK(places.call({"a.c", 5, 33, "main"}, "").callee == "__VERIFIER_nondet_int");
  CHECK_THROWS_AS(static_cast<void>(places.loop({"a.c", 6, 4, "main"})), WitnessRejected);
  CHECK_THROWS_AS(static_cast<void>(places.loop({"a.c", 6, 3, "other"})), WitnessRejected);
  CHECK_THROWS_AS(static_cast<void>(places.loop({"b.c", 6, 3, "main"})), WitnessRejected);
  CHECK_THROWS_AS(static_cast<void>(places.call({"a.c", 5, 32, ""}, "")), WitnessRejected);
  CHECK_THROWS_AS(static_cast<void>(places.statement({"a.c", 400, 1, ""})), WitnessRejected);
}
