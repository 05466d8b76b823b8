// SPDX-License-Identifier: Apache-2.0
/// Every label of a run of `explain`, computed again from the result file alone, by the solver that did not find it:
/// the formulas are read back as text, and Definition 3.1 is asked of them as it stands.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/command/explain_command.h"
#include "logic/hoare/transition_formula.h"
#include "logic/solvers/solver.h"
#include "tests/checker/command/smtlib_reader.h"

namespace {

using namespace bireach;
using logic::SatResult;
using logic::Sort;
using logic::Term;
using nlohmann::json;

/// Runs the command with its text thrown away.
json explain(const std::string& program, const std::vector<std::string>& more_arguments) {
  const auto folder = std::filesystem::temp_directory_path() / ("bireach-recheck-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string source = (folder / "a.c").string(), result = (folder / "result.json").string();
  std::ofstream(source) << program;
  std::vector<std::string> arguments{"explain", "--no-progress", "--json", result, source};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  static std::vector<std::unique_ptr<checker::ExplainOptions>> options;  // runs keep references
  options.push_back(std::make_unique<checker::ExplainOptions>(
      std::get<checker::ExplainOptions>(checker::parse_command_line(arguments))));
  static checker::OutputGate gates[16];
  std::fflush(stdout);
  const int standard_output = ::dup(STDOUT_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  const int status = checker::run_explain(*options.back(), checker::Clock::now(), gates[options.size() - 1]);
  std::fflush(stdout);
  ::dup2(standard_output, STDOUT_FILENO);
  ::close(standard_output);
  ::close(nowhere);
  CHECK(status == 1);
  json file = json::parse(std::ifstream(result));
  std::filesystem::remove_all(folder);
  return file;
}

/// A part of a trace as formulas over fresh copies of the variables.
struct Unrolled {
  std::vector<Term> constraints;
  std::vector<Term> chosen;  ///< variables not determined by what comes before
};

class TraceCheck {
 public:
  TraceCheck(const json& file, const json& trace) : file_(file), steps_(trace["steps"]) {
    for (const auto& [name, entry] : file["variables"].items()) declare(name, entry);
    if (trace.contains("variables"))
      for (const auto& [name, entry] : trace["variables"].items()) declare(name, entry);
    testing::SmtlibReader reader(terms_, sorts_);
    for (const json& step : steps_) formulas_.push_back(reader.read(step["formula"]));
    logic::SolverConfig config;
    config.time_limit = std::chrono::milliseconds(5000);
    solver_ = logic::make_solver(logic::SolverKind::cvc5, terms_, config);
  }

  [[nodiscard]] std::optional<std::string> target(std::size_t step) const {
    const json& statement = file_["statements"][steps_[step]["statement"].get<std::string>()];
    if (!statement.contains("target")) return std::nullopt;
    return statement["target"].get<std::string>();
  }

  /// Is there an execution of the trace, and a value in the range of the target, such that no execution goes on from
  /// there? With `value`: is there an execution for this value? With `all` too: one that it does not block?
  SatResult blocked(std::size_t step, const json* value = nullptr, bool all = false) {
    Unrolled first;
    State state = initial(first);
    unroll(0, step, state, first);
    State replaced = state;  // the prefix is shared, the rest is not
    unroll(step, steps_.size(), state, first);
    const std::string name = *target(step);
    const Term substitute = value == nullptr ? terms_.fresh_variable("value", sorts_.at(name)) : constant(name, *value);
    const Term in_range = range(name, substitute);
    replaced[name] = substitute;
    Unrolled rest;
    unroll(step + 1, steps_.size(), replaced, rest);
    Term reaches = terms_.and_(rest.constraints);
    if (!all) {
      if (!rest.chosen.empty()) reaches = terms_.exists(rest.chosen, reaches);
      reaches = terms_.not_(reaches);
    }
    first.constraints.push_back(in_range);
    first.constraints.push_back(reaches);
    return decide(first.constraints);
  }

  /// Is there an execution of the trace with the value at every occurrence of the statement?
  SatResult reaches_with(const std::string& statement, const logic::Integer& value) {
    return reaches_with(value, [&](std::size_t step) { return steps_[step]["statement"] == statement; });
  }

  /// Is there one with the value at this step?
  SatResult reaches_with(std::size_t at, const json& value) {
    return reaches_with(logic::Integer(value.get<std::string>()), [at](std::size_t step) { return step == at; });
  }

  SatResult reaches_with(const logic::Integer& value, const std::function<bool(std::size_t)>& is_replaced) {
    Unrolled all;
    State state = initial(all);
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      if (is_replaced(step)) {
        const std::string name = *target(step);
        state[name] = terms_.constant(value, sorts_.at(name));
      } else {
        unroll(step, step + 1, state, all);
      }
    }
    return decide(all.constraints);
  }

 private:
  using State = std::map<std::string, Term>;

  void declare(const std::string& name, const json& entry) {
    sorts_.insert_or_assign(name, testing::SmtlibReader::sort(entry["sort"]));
    if (entry.contains("min")) ranges_.insert_or_assign(name, entry);
  }

  Term constant(const std::string& name, const json& value) {
    return terms_.constant(logic::Integer(value.get<std::string>()), sorts_.at(name));
  }

  Term range(const std::string& name, Term value) {
    const auto known = ranges_.find(name);
    if (known == ranges_.end()) return terms_.true_term();
    return terms_.and_(terms_.less_equal(constant(name, known->second["min"]), value),
                       terms_.less_equal(value, constant(name, known->second["max"])));
  }

  State initial(Unrolled& to) {
    State state;
    for (const auto& [name, sort] : sorts_) {
      state[name] = terms_.fresh_variable(name, sort);
      to.constraints.push_back(range(name, state[name]));
    }
    return state;
  }

  void unroll(std::size_t from, std::size_t end, State& state, Unrolled& to) {
    for (std::size_t step = from; step < end; ++step) {
      logic::Substitution copies;
      for (const auto& [name, value] : state) copies.emplace(terms_.variable(name, sorts_.at(name)), value);
      if (const auto name = target(step)) {
        const Term after = terms_.variable(*name + "'", sorts_.at(*name));
        const Term determined = solve(formulas_[step], after);
        Term copy = determined.is_null() ? terms_.fresh_variable(*name, sorts_.at(*name))
                                         : terms_.substitute(determined, copies);
        if (determined.is_null()) to.chosen.push_back(copy);
        copies.emplace(after, copy);
        to.constraints.push_back(terms_.substitute(formulas_[step], copies));
        state[*name] = copy;
      } else {
        to.constraints.push_back(terms_.substitute(formulas_[step], copies));
      }
    }
  }

  /// e, where a conjunct says after = e; else null.
  static Term solve(Term formula, Term after) {
    for (const Term conjunct : logic::conjuncts(formula)) {
      if (conjunct.kind() != logic::Kind::Equal) continue;
      for (const std::size_t side : {0U, 1U}) {
        const auto free = logic::free_variables(conjunct[1 - side]);
        if (conjunct[side] == after && std::find(free.begin(), free.end(), after) == free.end())
          return conjunct[1 - side];
      }
    }
    return {};
  }

  SatResult decide(const std::vector<Term>& constraints) {
    solver_->push();
    for (const Term constraint : constraints) solver_->add(constraint);
    const SatResult answer = solver_->check();
    solver_->pop();
    return answer;
  }

  const json& file_;
  const json& steps_;
  logic::TermManager terms_;
  std::map<std::string, Sort> sorts_;
  std::map<std::string, json> ranges_;
  std::vector<Term> formulas_;
  std::unique_ptr<logic::Solver> solver_;
};

struct Counts {
  std::size_t labels = 0, relevant = 0, open = 0;
};

void agrees(SatResult answer, bool expected, Counts& counts, const std::string& what) {
  ++counts.labels;
  if (answer == SatResult::unknown) {
    ++counts.open;
    return;
  }
  INFO(what);
  CHECK((answer == SatResult::sat) == expected);
}

void check_trace(const json& file, const json& trace, Counts& counts) {
  TraceCheck check(file, trace);
  for (std::size_t step = 0; step < trace["steps"].size(); ++step) {
    const json& entry = trace["steps"][step];
    const std::string what = "trace " + trace["id"].dump() + ", step " + std::to_string(step) + ": " + entry.dump();
    if (!check.target(step)) {
      CHECK(entry["relevant"] == false);
      continue;
    }
    REQUIRE(entry["relevant"].is_boolean());
    const bool relevant = entry["relevant"];
    counts.relevant += relevant ? 1U : 0U;
    agrees(check.blocked(step), relevant, counts, what);
    if (!entry.contains("fix")) continue;
    const json& value = entry["fix"]["value"];
    agrees(check.blocked(step, &value), true, counts, what);
    const std::string inputs = entry["fix"]["inputs"];
    if (inputs != "some") agrees(check.blocked(step, &value, true), false, counts, what);
    if (inputs == "every") agrees(check.reaches_with(step, value), false, counts, what);
    CHECK((entry["fix"]["blocks"] == "all") == (inputs == "every" && entry["fix"]["defined"] == true));
  }
}

/// The traces in which each statement stands and is relevant, from the labels.
void check_intersection(const json& file) {
  std::map<std::string, std::set<std::size_t>> relevant, occurs;
  for (const json& trace : file["traces"]) {
    for (const json& step : trace["steps"]) {
      const std::string key = step["statement"];
      if (!file["statements"][key].contains("target")) continue;
      const std::size_t id = trace["id"];
      occurs[key].insert(id);
      if (step["relevant"] == true) relevant[key].insert(id);
    }
  }
  const json& program = file["program"];
  std::set<std::string> listed;
  for (const json& entry : program["relevant"]) {
    CHECK(relevant[entry["statement"]].size() == file["traces"].size());
    CHECK(entry["traces"] == json(relevant[entry["statement"]]));
    CHECK(entry["rank"] == listed.size() + 1);
    listed.insert(entry["statement"].get<std::string>());
  }
  for (const json& entry : program["some_traces"]) {
    CHECK(entry["relevant"] == json(relevant[entry["statement"]]));
    CHECK(entry["occurs"] == json(occurs[entry["statement"]]));
    CHECK(!entry["relevant"].empty());
    CHECK(entry["relevant"].size() < file["traces"].size());
    listed.insert(entry["statement"].get<std::string>());
  }
  std::size_t expected = 0;
  for (const auto& [key, traces] : relevant) expected += traces.empty() ? 0U : 1U;
  CHECK(listed.size() == expected);
}

/// One constant blocks every trace; where it is said that none does, each of a few values leaves some trace open.
void check_common_fixes(const json& file, Counts& counts) {
  std::vector<std::unique_ptr<TraceCheck>> checks;
  for (const json& trace : file["traces"]) checks.push_back(std::make_unique<TraceCheck>(file, trace));
  for (const json& entry : file["program"]["relevant"]) {
    const std::string key = entry["statement"];
    const json& fix = entry["common_fix"];
    if (fix["answer"] == "exists") {
      for (const auto& check : checks)
        agrees(check->reaches_with(key, logic::Integer(fix["value"].get<std::string>())), false, counts, key);
    } else if (fix["answer"] == "none") {
      for (int value = 0; value < 2; ++value) {  // in the range of every type
        const bool open = std::any_of(checks.begin(), checks.end(), [&](const auto& check) {
          return check->reaches_with(key, value) != SatResult::unsat;
        });
        CHECK(open);
      }
    }
  }
}

Counts recheck(const json& file) {
  Counts counts;
  REQUIRE(!file["traces"].empty());
  for (const json& trace : file["traces"]) check_trace(file, trace, counts);
  check_intersection(file);
  check_common_fixes(file, counts);
  CHECK(counts.open * 10 <= counts.labels);
  return counts;
}

const std::string header = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
)";

TEST_CASE("recheck: Figure 2 of the paper") {
  const json file = explain(header + R"(
int main(void) {
  int p1 = 0, p2 = 0;
  int i = 1;
  while (i < 10) {
    if (i == 0) {
      p1 = __VERIFIER_nondet_int();
      p2 = __VERIFIER_nondet_int();
    }
    _Bool stopOnRequest = 0;
    _Bool stopRequested = __VERIFIER_nondet_bool();
    if (stopRequested) {
      if (stopOnRequest) return 0;
    }
    if (p1 == 0 || p2 == 0) reach_error();
    i = i + 1;
  }
  return 0;
})",
                            {"--max-traces", "2"});
  CHECK(file["traces"].size() == 2);
  const Counts counts = recheck(file);
  CHECK(counts.relevant >= 5);
  CHECK(counts.open == 0);
}

TEST_CASE("recheck: sums of inputs, a loop, choices that come later") {
  const json file = explain(header + R"(
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0, junk = 5;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i = i + 1) {
    sum = sum + 2;
    junk = junk + __VERIFIER_nondet_uchar();
  }
  unsigned char late = __VERIFIER_nondet_uchar();
  if (sum + late == 7) reach_error();
  return 0;
})",
                            {"--generalization", "trace"});
  CHECK(file["traces"].size() == 4);
  CHECK(file["statistics"]["exhausted"] == true);
  const Counts counts = recheck(file);
  CHECK(counts.relevant >= 10);
  CHECK(counts.labels > counts.relevant + 10);
}

TEST_CASE("recheck: bit-vectors") {
  const json file = explain(header + R"(
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char mask = 12;
  if (x & 1) mask = mask ^ 4;
  unsigned char y = x & mask;
  if (y == 8) reach_error();
  return 0;
})",
                            {"--arithmetic", "bitvector"});
  CHECK(file["traces"].size() == 2);
  const Counts counts = recheck(file);
  CHECK(counts.relevant >= 5);
}

}  // namespace
