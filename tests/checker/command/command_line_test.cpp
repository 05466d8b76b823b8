// SPDX-License-Identifier: Apache-2.0
#include "checker/command/command_line.h"
#include "logic/interpolation/interpolation_engines.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace bireach;
using namespace bireach::checker;
using Arguments = std::vector<std::string>;

ExplainOptions explain(Arguments arguments) {
  arguments.insert(arguments.begin(), "explain");
  const CommandLine line = parse_command_line(arguments);
  if (const auto* text = std::get_if<CommandLineText>(&line)) FAIL(text->text);
  return std::get<ExplainOptions>(line);
}

RepairOptions repair(Arguments arguments) {
  arguments.insert(arguments.begin(), "repair");
  const CommandLine line = parse_command_line(arguments);
  if (const auto* text = std::get_if<CommandLineText>(&line)) FAIL(text->text);
  return std::get<RepairOptions>(line);
}

CheckOptions check(Arguments arguments) {
  arguments.insert(arguments.begin(), "check");
  const CommandLine line = parse_command_line(arguments);
  if (const auto* text = std::get_if<CommandLineText>(&line)) FAIL(text->text);
  return std::get<CheckOptions>(line);
}

std::string refusal(const Arguments& arguments) {
  const CommandLine line = parse_command_line(arguments);
  const auto* text = std::get_if<CommandLineText>(&line);
  REQUIRE(text != nullptr);
  CHECK(text->status == 2);
  return text->text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("defaults") {
  const CheckOptions options = check({"a.c"});
  CHECK(options.input.files == Arguments{"a.c"});
  CHECK(options.input.property.text() == "default");
  CHECK(options.input.data_model == frontend::DataModel::LP64);
  CHECK(!options.input.entry);
  CHECK(options.input.clang_arguments.empty());
  CHECK(!options.limits.timeout);
  CHECK(!options.limits.memory_mib);
  CHECK(!options.limits.explanation_timeout);
  CHECK(!options.no_explanation);
  CHECK(!options.verify.interpolation);
  CHECK(options.verify.arithmetic == ArithmeticChoice::automatic);
  CHECK(options.verify.bounded_search);
  CHECK(!options.verify.check_interpolants);
  CHECK(options.explanation == relevance::ExplanationKind::flow_sensitive);
  CHECK(options.jobs >= 1);
  CHECK(options.reports.empty());
  CHECK(options.show_progress);
  CHECK(options.input.log_level == LogLevel::normal);
}

TEST_CASE("every option of check") {
  const CheckOptions options = check({"--property",
                                      "p.prp",
                                      "--data-model=ILP32",
                                      "--entry",
                                      "f",
                                      "--timeout",
                                      "1.5",
                                      "--memory-limit",
                                      "100",
                                      "--interpolation",
                                      "spacer",
                                      "--arithmetic",
                                      "bitvector",
                                      "--block-encoding",
                                      "none",
                                      "--signed-overflow",
                                      "undefined",
                                      "--no-bounded-search",
                                      "--check-interpolants",
                                      "--no-abstraction",
                                      "--no-horn-clauses",
                                      "--explanation",
                                      "plain",
                                      "--no-explanation",
                                      "--explanation-timeout",
                                      "2.5",
                                      "--jobs",
                                      "3",
                                      "--json",
                                      "out.json",
                                      "-v",
                                      "--no-progress",
                                      "a.c",
                                      "b.c"});
  CHECK(options.input.property.text() == "p.prp");
  CHECK(options.input.data_model == frontend::DataModel::ILP32);
  CHECK(options.input.entry == "f");
  CHECK(options.limits.timeout->count() == 1.5);
  CHECK(options.limits.memory_mib == 100);
  CHECK(options.verify.interpolation == logic::InterpolationEngineKind::spacer);
  CHECK(options.verify.arithmetic == ArithmeticChoice::bitvector);
  CHECK(options.verify.block_encoding == BlockEncoding::none);
  CHECK(options.verify.signed_overflow == frontend::SignedOverflow::undefined);
  CHECK(!options.verify.bounded_search);
  CHECK(options.verify.check_interpolants);
  CHECK(!options.verify.abstraction);
  CHECK(!options.verify.horn_clauses);
  CHECK(options.explanation == relevance::ExplanationKind::plain);
  CHECK(options.no_explanation);
  CHECK(options.limits.explanation_timeout->count() == 2.5);
  CHECK(options.jobs == 3);
  CHECK(options.reports.at("json") == "out.json");
  CHECK(options.input.log_level == LogLevel::verbose);
  CHECK(!options.show_progress);
  CHECK(options.input.files == Arguments{"a.c", "b.c"});
}

TEST_CASE("options of compilers, in their own spelling and order") {
  const CheckOptions options =
      check({"-Iinclude", "-D", "X=1", "a.c", "-UY", "-std=gnu99", "-include", "pre.h", "-m32"});
  CHECK(options.input.clang_arguments == Arguments{"-Iinclude", "-DX=1", "-UY", "-std=gnu99", "-include", "pre.h"});
  CHECK(options.input.data_model == frontend::DataModel::ILP32);
  CHECK(options.input.files == Arguments{"a.c"});
  CHECK(check({"-m64", "a.c"}).input.data_model == frontend::DataModel::LP64);
  CHECK(contains(refusal({"check", "-m32", "--data-model", "LP64", "a.c"}), "contradict"));
}

TEST_CASE("flags of compilers that change nothing are taken, whatever form their values have") {
  const CheckOptions options = check(
      {"-O2", "-Wall", "-o", "a.o", "-ob.o", "-MF", "d", "-MD", "-x", "c", "--param", "n=1", "-c", "a.c", "-march=x"});
  CHECK(options.input.files == Arguments{"a.c"});
  CHECK(options.input.clang_arguments.empty());
  CHECK(options.input.ignored_flags ==
        Arguments{"-O2", "-Wall", "-o a.o", "-ob.o", "-MF d", "-MD", "--param=n=1", "-c", "-march=x"});
  CHECK(check({"-isystem", "d", "-isysteme", "-iquotef", "-pthread", "-ansi", "a.c"}).input.clang_arguments ==
        Arguments{"-isystem", "d", "-isystem", "e", "-iquote", "f", "-D_REENTRANT", "-std=c90"});
  CHECK(check({"-Wp,-MD,x.d,-DA=1", "-std", "c11", "a.c"}).input.clang_arguments == Arguments{"-DA=1", "-std=c11"});
  CHECK(check({"--", "-O2"}).input.files == Arguments{"-O2"});
  CHECK(check({"--json", "-O2", "a.c"}).reports.at("json") == "-O2");
  CHECK(contains(refusal({"check", "-ffast-math", "a.c"}), "-ffast-math is not supported"));
  CHECK(contains(refusal({"check", "-format", "dot", "a.c"}), "unknown option '-format'"));
  CHECK(contains(refusal({"check", "-MF"}), "'-MF'"));
}

TEST_CASE("-fwrapv: overflow is no kind of errors") {
  CHECK(check({"a.c"}).input.property.without.empty());
  CHECK(check({"-fwrapv", "a.c"}).input.property.without == Arguments{"no-overflow"});
  CHECK(check({"-fwrapv", "-fno-wrapv", "a.c"}).input.property.without.empty());
  CHECK(check({"-fwrapv", "--property", "unreach-call", "a.c"}).input.property.without.empty());
  CHECK(contains(refusal({"check", "-fwrapv", "--check", "no-overflow", "a.c"}), "contradict"));
}

TEST_CASE("the entry function and its pointers, error functions") {
  const InputOptions input = check({"--entry", "e", "--entry-pointers", "maybe-null", "--entry-array=3",
                                    "--error-function", "f", "--error-function", "g", "a.c"})
                                 .input;
  CHECK(input.entry_pointers == frontend::EntryPointers::maybe_null);
  CHECK(input.entry_array == 3);
  CHECK(input.property.error_functions == Arguments{"f", "g"});
  CHECK(check({"a.c"}).input.entry_pointers == frontend::EntryPointers::arbitrary);
  CHECK(contains(refusal({"check", "--entry-pointers", "valid", "a.c"}), "needs --entry"));
  CHECK(contains(refusal({"check", "--entry-pointers", "some", "a.c"}), "valid, maybe-null, arbitrary"));
  CHECK(contains(refusal({"check", "--error-function", "1", "a.c"}), "no name of a function"));
}

TEST_CASE("the last of an option given twice counts; after -- all are files") {
  CHECK(check({"--timeout", "1", "--timeout", "2", "a.c"}).limits.timeout->count() == 2);
  CHECK(check({"--", "-x.c"}).input.files == Arguments{"-x.c"});
  CHECK(check({"-v", "-v", "a.c"}).input.log_level == LogLevel::debug);
  CHECK(check({"-q", "a.c"}).input.log_level == LogLevel::quiet);
  CHECK(check({"--report", "folder", "--sarif=out", "a.c"}).reports.at("report") == "folder");
  CHECK(check({"--report", "folder", "--sarif=out", "a.c"}).reports.at("sarif") == "out");
}

TEST_CASE("what is wrong is named") {
  CHECK(contains(refusal({"check"}), "no input file"));
  CHECK(contains(refusal({"check", "--no-such", "a.c"}), "unknown option '--no-such'"));
  CHECK(contains(refusal({"check", "--timeot", "3", "a.c"}), "did you mean --timeout?"));
  CHECK(contains(refusal({"check", "--timeout", "soon", "a.c"}), "--timeout: 'soon'"));
  CHECK(contains(refusal({"check", "--timeout=-1", "a.c"}), "--timeout"));
  CHECK(contains(refusal({"check", "--timeout", "nan", "a.c"}), "--timeout"));
  CHECK(contains(refusal({"check", "--explanation-timeout", "0", "a.c"}), "--explanation-timeout: '0'"));
  CHECK(contains(refusal({"explain", "--no-explanation", "a.c"}), "unknown option"));
  CHECK(explain({"--explanation-timeout", "4", "a.c"}).check.limits.explanation_timeout->count() == 4);
  CHECK(contains(refusal({"check", "--memory-limit", "0", "a.c"}), "--memory-limit"));
  CHECK(contains(refusal({"check", "--jobs", "0", "a.c"}), "--jobs"));
  CHECK(contains(refusal({"check", "--data-model", "LLP64", "a.c"}), "ILP32, LP64"));
  CHECK(contains(refusal({"check", "--interpolation", "magic", "a.c"}), "spacer"));
  CHECK(contains(refusal({"check", "--arithmetic", "float", "a.c"}), "bitvector"));
  CHECK(contains(refusal({"check", "-v", "-q", "a.c"}), "exclude"));
  CHECK(contains(refusal({"check", "a.c", "--json"}), "--json"));
  for (const char* later : {"--generalization", "--max-traces"})
    CHECK(contains(refusal({"check", later, "x", "a.c"}), "unknown option"));
  CHECK(contains(refusal({"validate", "a.c"}), "--witness is missing"));
  CHECK(contains(refusal({"check", "--witness", "w.txt", "a.c"}), "neither in .yml nor in .graphml"));
  CHECK(contains(refusal({"prove", "a.c"}), "unknown command"));
  CHECK(contains(refusal({}), "Usage"));
}

TEST_CASE("explain: the options of check and its own") {
  const ExplainOptions defaults = explain({"a.c"});
  CHECK(defaults.harvest.generalization == relevance::Generalization::danger);
  CHECK(defaults.harvest.predicates == DangerPredicateChoice::automatic);
  CHECK(!defaults.harvest.check_danger_automata);
  CHECK(!defaults.harvest.prefer_new_edges);
  CHECK(!defaults.harvest.max_traces);
  CHECK(defaults.traces == TraceDetail::automatic);
  const ExplainOptions options =
      explain({"--max-traces", "7", "--generalization=danger-loops", "--danger-predicates", "generalised",
               "--check-danger-automata", "--prefer-new-edges", "--traces", "none", "--timeout", "3", "-m32", "a.c"});
  CHECK(options.harvest.max_traces == 7);
  CHECK(options.harvest.generalization == relevance::Generalization::danger_loops);
  CHECK(options.harvest.predicates == DangerPredicateChoice::generalised);
  CHECK(options.harvest.check_danger_automata);
  CHECK(options.harvest.prefer_new_edges);
  CHECK(options.traces == TraceDetail::none);
  CHECK(options.check.limits.timeout->count() == 3);
  CHECK(options.check.input.data_model == frontend::DataModel::ILP32);
  CHECK(explain({"--generalization", "trace", "a.c"}).harvest.generalization == relevance::Generalization::trace);
  CHECK(contains(refusal({"explain", "--generalization", "all", "a.c"}), "danger, danger-loops, danger-strict, trace"));
  CHECK(contains(refusal({"explain", "--danger-predicates", "all", "a.c"}), "auto, trace, generalised"));
  CHECK(contains(refusal({"explain", "--traces", "some", "a.c"}), "auto, brief, full, none"));
  CHECK(contains(refusal({"explain", "--max-traces", "0", "a.c"}), "--max-traces: '0' is not a whole number from 1"));
  CHECK(contains(refusal({"explain", "--max-traces", "-3", "a.c"}), "--max-traces"));
  CHECK(contains(refusal({"explain", "--max-trace=3", "a.c"}), "did you mean --max-traces?"));
  CHECK(contains(refusal({"explain"}), "bireach explain --help"));
  CHECK(contains(refusal({"explain", "--format", "dot", "a.c"}), "unknown option"));
}

TEST_CASE("repair: the options of check, what to write, how much to change") {
  const RepairOptions defaults = repair({"a.c"});
  CHECK(!defaults.check.patch_file);
  CHECK(defaults.check.suspects == 5);
  CHECK(defaults.check.trusted.empty());
  CHECK(defaults.wish.max_edits == 1);
  const RepairOptions options =
      repair({"--patch", "fix.diff", "--max-edits", "2", "--suspects=0", "--trust", "f,g", "--trust", "h,f",
              "--timeout", "3", "--traces", "full", "-m32", "--jobs", "2", "a.c"});
  CHECK(options.check.patch_file == "fix.diff");
  CHECK(options.check.suspects == 0);
  CHECK(options.check.trusted == Arguments{"f", "g", "h"});
  CHECK(options.wish.max_edits == 2);
  CHECK(options.traces == TraceDetail::full);
  CHECK(options.check.limits.timeout->count() == 3);
  CHECK(options.check.jobs == 2);
  CHECK(contains(refusal({"repair", "--max-edits", "3", "a.c"}), "--max-edits: '3' is not a whole number from 1 to 2"));
  CHECK(contains(refusal({"repair", "--max-edits", "0", "a.c"}), "--max-edits"));
  CHECK(contains(refusal({"repair", "--suspects", "-1", "a.c"}), "--suspects: '-1' is not a whole number from 0"));
  CHECK(contains(refusal({"repair", "--trust", "f,,g", "a.c"}), "--trust: '' is no name of a function"));
  CHECK(contains(refusal({"repair", "--trust", "f()", "a.c"}), "'f()' is no name of a function"));
  CHECK(contains(refusal({"repair", "--repair", "a.c"}), "unknown option"));
  CHECK(contains(refusal({"repair"}), "bireach repair --help"));
  CHECK(contains(refusal({"cfa", "--trust", "f", "a.c"}), "unknown option"));
}

TEST_CASE("explain --repair") {
  CHECK(!explain({"a.c"}).repair);
  CHECK(explain({"--repair", "a.c"}).repair->max_edits == 1);
  const ExplainOptions options = explain({"--patch", "p", "--repair", "--max-edits=2", "a.c"});
  CHECK(options.repair->max_edits == 2);
  CHECK(options.check.patch_file == "p");
  CHECK(contains(refusal({"explain", "--patch", "p", "a.c"}), "--patch needs --repair"));
  CHECK(contains(refusal({"explain", "--max-edits", "1", "a.c"}), "--max-edits needs --repair"));
  CHECK(contains(refusal({"check", "--repair", "a.c"}), "unknown option"));
}

TEST_CASE("explanation: which, and whether the text folds it") {
  const auto explained = [](const char* value) { return check({"--explanation", value, "a.c"}); };
  CHECK(!check({"a.c"}).full_explanation);
  CHECK(explained("full").full_explanation);
  CHECK(explained("full").explanation == relevance::ExplanationKind::flow_sensitive);
  CHECK(explained("plain,full").full_explanation);
  CHECK(explained("plain,full").explanation == relevance::ExplanationKind::plain);
  CHECK(!explained("plain").full_explanation);
  CHECK(!check({"--explanation", "full", "--explanation", "plain", "a.c"}).full_explanation);
  CHECK(explained("full").hazards.any());
  CHECK(explained("ds").explanation == relevance::ExplanationKind::plain);
  CHECK(!explained("ds").hazards.any());
  CHECK(explained("ds,cs").explanation == relevance::ExplanationKind::flow_sensitive);
  CHECK(explained("ds,waw").hazards.waw);
  CHECK(!explained("ds,waw").hazards.war);
  CHECK(explained("ds,cs,war,waw,full").full_explanation);
  CHECK(contains(refusal({"check", "--explanation", "plain,", "a.c"}), "'' is none of plain, flow-sensitive, full"));
}

TEST_CASE("witnesses: check and explain write them, validate reads one") {
  const CheckOptions options = check({"--witness", "w.yml", "--harness", "h.c", "--replay", "a.c"});
  CHECK(options.evidence.witness_file == "w.yml");
  CHECK(options.evidence.harness_file == "h.c");
  CHECK(options.evidence.replay);
  CHECK_FALSE(check({"a.c"}).evidence.any());
  const auto read =
      std::get<ValidateOptions>(parse_command_line({"validate", "--witness", "w.any", "--timeout", "3", "a.c"}));
  CHECK(read.witness_file == "w.any");
  CHECK_FALSE(read.check.evidence.any());
  CHECK_FALSE(read.model_given);
  CHECK(std::get<ValidateOptions>(parse_command_line({"validate", "--witness", "w", "-m32", "a.c"})).model_given);
  CHECK(contains(refusal({"validate", "--witness", "w", "--harness", "h.c", "a.c"}), "unknown option"));
  CHECK(contains(refusal({"cfa", "--witness", "w.yml", "a.c"}), "unknown option"));
}

TEST_CASE("cfa") {
  const auto options = std::get<CfaOptions>(parse_command_line({"cfa", "--format", "dot", "a.c"}));
  CHECK(options.format == CfaFormat::dot);
  CHECK(options.input.files == Arguments{"a.c"});
  CHECK(std::get<CfaOptions>(parse_command_line({"cfa", "a.c"})).format == CfaFormat::text);
  CHECK(contains(refusal({"cfa", "--format", "svg", "a.c"}), "dot, json, text"));
  CHECK(contains(refusal({"cfa", "--json", "x", "a.c"}), "unknown option"));
  CHECK(contains(refusal({"check", "--format", "dot", "a.c"}), "unknown option"));
}

TEST_CASE("help and version") {
  for (const Arguments& arguments :
       {Arguments{"--help"}, Arguments{"check", "--help"}, Arguments{"cfa", "-h"}, Arguments{"explain", "--help"},
        Arguments{"validate", "--help"}, Arguments{"repair", "--help"}, Arguments{"--version"},
        Arguments{"check", "--version"}}) {
    const auto text = std::get<CommandLineText>(parse_command_line(arguments));
    CHECK(text.status == 0);
    CHECK(contains(text.text, "bireach"));
  }
  const std::string help = std::get<CommandLineText>(parse_command_line({"check", "--help"})).text;
  for (const char* part : {"--timeout S", "--json FILE", "-std=STD", "Examples:", "Exit status:", "UNKNOWN(reason)"})
    CHECK(contains(help, part));
  CHECK(!contains(help, "--format"));
  CHECK(!contains(help, "--max-traces"));
  const std::string explain_help = std::get<CommandLineText>(parse_command_line({"explain", "--help"})).text;
  for (const char* part : {"--timeout S", "--max-traces N", "--generalization G", "--traces D", "danger-loops"})
    CHECK(contains(explain_help, part));
  const std::string repair_help = std::get<CommandLineText>(parse_command_line({"repair", "--help"})).text;
  for (const char* part : {"--patch FILE", "--max-edits N", "--trust FUNCTION,...", "--suspects N", "--jobs N"})
    CHECK(contains(repair_help, part));
  CHECK(contains(std::get<CommandLineText>(parse_command_line({"--help"})).text, "\n  repair "));
}

TEST_CASE("options in force") {
  const auto options = options_in_force(check({"--timeout", "1.5", "--no-bounded-search", "-DX", "a.c"}));
  const auto value = [&](const std::string& name) {
    for (const auto& [key, text] : options)
      if (key == name) return text;
    return std::string("missing");
  };
  CHECK(value("timeout") == "1.5");
  CHECK(value("bounded-search") == "false");
  CHECK(value("interpolation") == "auto");
  CHECK(value("explanation") == "flow-sensitive");
  CHECK(value("explanation-timeout") == "none");
  CHECK(value("data-model") == "LP64");
  CHECK(value("frontend-arguments") == "-DX");
  const auto more = options_in_force(explain({"--max-traces", "3", "a.c"}));
  CHECK(more.size() == options.size() + 10);
  const auto without = options_in_force(explain({"--no-invariants", "a.c"}));
  const std::pair<std::string, std::string> invariants{"invariants", "true"};
  CHECK(std::find(more.begin(), more.end(), invariants) != more.end());
  CHECK(std::find(without.begin(), without.end(), invariants) == without.end());
  CHECK(std::find(more.begin(), more.end(), std::pair<std::string, std::string>{"max-traces", "3"}) != more.end());
  CHECK(std::find(more.begin(), more.end(), std::pair<std::string, std::string>{"traces", "auto"}) != more.end());
  CHECK(std::find(more.begin(), more.end(), std::pair<std::string, std::string>{"suspects", "5"}) != more.end());
  CHECK(std::find(more.begin(), more.end(), std::pair<std::string, std::string>{"trust", "guessed"}) != more.end());
  const auto of_repair =
      options_in_force(repair({"--patch", "p", "--trust", "f,g", "--explanation", "full", "--max-edits", "2", "a.c"}));
  const auto holds = [&of_repair](const std::pair<std::string, std::string>& entry) {
    return std::find(of_repair.begin(), of_repair.end(), entry) != of_repair.end();
  };
  CHECK(holds({"patch", "p"}));
  CHECK(holds({"trust", "f,g"}));
  CHECK(holds({"max-edits", "2"}));
  CHECK(holds({"explanation", "flow-sensitive,full"}));
}

}  // namespace
