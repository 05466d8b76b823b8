// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: one table of options, and the parser that is made from it.
#include "checker/command/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "abstraction/slicing/error_invariant_options.h"
#include "checker/answer/property_file.h"
#include "checker/command/compile_commands.h"
#include "checker/command/compiler_flags.h"
#include "checker/command/help_texts.h"
#include "checker/command/manual.h"
#include "checker/command/nearest_name.h"
#include "checker/command/report_formats.h"
#include "checker/command/version.h"
#include "logic/interpolation/interpolation_engines.h"

namespace bireach::checker {
namespace {

enum Commands : unsigned {
  in_check = 1,
  in_cfa = 2,
  in_explain = 4,
  in_validate = 8,
  in_repair = 16,
  in_slice = 32,
  in_inconsistent = 64,
  in_lists = in_explain | in_repair,
  in_verify = in_check | in_lists | in_slice,
  in_all_kinds = in_check | in_explain,  // where nothing is named all kinds of errors are looked for
  in_search = in_verify | in_validate,
  in_programs = in_search | in_cfa,       // a program with an entry function
  in_runs = in_search | in_inconsistent,  // work that takes time
  in_pages = in_verify | in_inconsistent,
  in_all = in_programs | in_inconsistent
};

struct Parsed {
  CheckOptions check;
  HarvestOptions harvest;
  TraceDetail traces = TraceDetail::automatic;
  bool repair = false;     ///< explain: --repair
  bool invariants = true;  ///< explain: no --no-invariants
  std::optional<unsigned> max_edits;
  SliceWish slice;
  InconsistencyWish inconsistency;
  std::optional<std::string> baseline;
  bool list_functions = false;
  CfaFormat format = CfaFormat::text;
  bool interleaving = false;
  std::optional<frontend::DataModel> named_model;
  CompilerFlags flags;
  int verbose = 0;
  bool quiet = false, help = false, version = false;
};

/// A wrong value; what() says what is expected.
class BadValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value that is none of a few.
class BadChoice : public BadValue {
 public:
  BadChoice(const std::string& option, const std::string& value, std::vector<std::string> choices)
      : BadValue(fmt::format("{}: '{}' is none of {}", option, value, fmt::join(choices, ", "))),
        choices_(std::move(choices)) {}
  [[nodiscard]] const std::vector<std::string>& choices() const { return choices_; }

 private:
  std::vector<std::string> choices_;
};

using ValueHandler = void (*)(Parsed&, const std::string& option, const std::string& value);

struct Option {
  const char* names;  ///< for the parser, "-h,--help"
  const char* shown;  ///< for the help
  const char* help;
  unsigned commands;
  bool takes_value;
  /// Called for each occurrence; a flag gets an empty value. Null: a compiler's flag, which compiler_flags.h reads.
  ValueHandler handle;
};

/// "--help" of "-h,--help".
std::string_view long_name(const Option& option) {
  const std::string_view names = option.names;
  return names.substr(names.find(',') == std::string_view::npos ? 0 : names.find(',') + 1);
}

template <typename T, std::size_t N>
T one_of(const std::string& option, const std::string& value,
         const std::array<std::pair<std::string_view, T>, N>& choices) {
  for (const auto& [name, result] : choices)
    if (name == value) return result;
  std::vector<std::string> expected;
  for (const auto& [name, result] : choices) expected.emplace_back(name);
  throw BadChoice(option, value, std::move(expected));
}

constexpr std::array<std::pair<std::string_view, frontend::DataModel>, 2> data_models{
    {{"ILP32", frontend::DataModel::ILP32}, {"LP64", frontend::DataModel::LP64}}};
constexpr std::array<std::pair<std::string_view, frontend::EntryPointers>, 3> entry_pointer_kinds{
    {{"valid", frontend::EntryPointers::valid},
     {"maybe-null", frontend::EntryPointers::maybe_null},
     {"arbitrary", frontend::EntryPointers::arbitrary}}};
constexpr std::array<std::pair<std::string_view, ArithmeticChoice>, 3> arithmetics{
    {{"auto", ArithmeticChoice::automatic},
     {"integer", ArithmeticChoice::integer},
     {"bitvector", ArithmeticChoice::bitvector}}};
constexpr std::array<std::pair<std::string_view, BlockEncoding>, 3> encodings{
    {{"none", BlockEncoding::none}, {"sequence", BlockEncoding::sequence}, {"loop-free", BlockEncoding::loop_free}}};
constexpr std::array<std::pair<std::string_view, frontend::SignedOverflow>, 2> overflows{
    {{"wrap", frontend::SignedOverflow::wraps}, {"undefined", frontend::SignedOverflow::undefined}}};
constexpr std::array<std::pair<std::string_view, MemoryModel>, 3> memory_models{
    {{to_string(MemoryModel::automatic), MemoryModel::automatic},
     {to_string(MemoryModel::typed), MemoryModel::typed},
     {to_string(MemoryModel::bytes), MemoryModel::bytes}}};
constexpr std::array<std::pair<std::string_view, SliceMode>, 2> slice_modes{
    {{to_string(SliceMode::paper), SliceMode::paper}, {to_string(SliceMode::exact), SliceMode::exact}}};
constexpr std::array<std::pair<std::string_view, abstraction::SliceDomain>, 2> slice_domains{
    {{to_string(abstraction::SliceDomain::numeric), abstraction::SliceDomain::numeric},
     {to_string(abstraction::SliceDomain::lifted), abstraction::SliceDomain::lifted}}};
constexpr std::array<std::pair<std::string_view, InconsistencyClass>, 3> severities{
    {{to_string(InconsistencyClass::error), InconsistencyClass::error},
     {to_string(InconsistencyClass::after_error), InconsistencyClass::after_error},
     {to_string(InconsistencyClass::unreachable), InconsistencyClass::unreachable}}};
constexpr std::array<std::pair<std::string_view, frontend::Belief>, 6> beliefs{
    {{to_string(frontend::Belief::null), frontend::Belief::null},
     {to_string(frontend::Belief::bounds), frontend::Belief::bounds},
     {to_string(frontend::Belief::division), frontend::Belief::division},
     {to_string(frontend::Belief::shift), frontend::Belief::shift},
     {to_string(frontend::Belief::overflow), frontend::Belief::overflow},
     {to_string(frontend::Belief::member), frontend::Belief::member}}};
constexpr std::array<std::pair<std::string_view, CfaFormat>, 3> formats{
    {{"dot", CfaFormat::dot}, {"json", CfaFormat::json}, {"text", CfaFormat::text}}};
constexpr std::array<std::pair<std::string_view, DangerPredicateChoice>, 3> predicates{
    {{to_string(DangerPredicateChoice::automatic), DangerPredicateChoice::automatic},
     {to_string(DangerPredicateChoice::trace), DangerPredicateChoice::trace},
     {to_string(DangerPredicateChoice::generalised), DangerPredicateChoice::generalised}}};
constexpr std::array<std::pair<std::string_view, TraceDetail>, 4> trace_details{{{"auto", TraceDetail::automatic},
                                                                                 {"brief", TraceDetail::brief},
                                                                                 {"full", TraceDetail::full},
                                                                                 {"none", TraceDetail::none}}};
/// Which error invariants, and how much of them the text shows. The last four are a set, what "Error invariants for
/// concurrent traces" calls encodings: data, conditions, writes after reads, writes after writes.
enum class ExplanationPart : std::uint8_t { plain, flow_sensitive, full, ds, cs, war, waw };
constexpr std::array<std::pair<std::string_view, ExplanationPart>, 7> explanations{
    {{"plain", ExplanationPart::plain},
     {"flow-sensitive", ExplanationPart::flow_sensitive},
     {"full", ExplanationPart::full},
     {"ds", ExplanationPart::ds},
     {"cs", ExplanationPart::cs},
     {"war", ExplanationPart::war},
     {"waw", ExplanationPart::waw}}};

relevance::Generalization generalization_of(const std::string& option, const std::string& value) {
  if (const auto found = relevance::generalization_by_name(value)) return *found;
  std::vector<std::string> expected;
  for (const auto one : relevance::generalizations) expected.emplace_back(relevance::to_string(one));
  throw BadChoice(option, value, std::move(expected));
}

std::optional<logic::InterpolationEngineKind> engine_of(const std::string& option, const std::string& value) {
  if (value == "auto") return std::nullopt;
  std::vector<std::string> expected{"auto"};
  if (const auto kind = logic::engine_by_name(value)) return kind;
  for (const auto kind : logic::interpolation_engine_kinds) expected.emplace_back(logic::engine_name(kind));
  throw BadChoice(option, value, std::move(expected));
}

double positive_number(const std::string& option, const std::string& value) {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(value, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != value.size() || !(number > 0) || number > 1e9)
    throw BadValue(fmt::format("{}: '{}' is not a positive number of seconds", option, value));
  return number;
}

std::uint64_t whole_number(const std::string& option, const std::string& value, std::uint64_t least,
                           std::uint64_t largest) {
  const bool digits = !value.empty() && value.size() < 10 &&
                      std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::uint64_t number = digits ? std::stoull(value) : 0;
  if (!digits || number < least || number > largest)
    throw BadValue(fmt::format("{}: '{}' is not a whole number from {} to {}", option, value, least, largest));
  return number;
}

std::uint64_t positive_integer(const std::string& option, const std::string& value, std::uint64_t largest) {
  return whole_number(option, value, 1, largest);
}

/// "a,b"; the empty text has one part.
std::vector<std::string> parts_of(const std::string& value) {
  std::vector<std::string> parts(1);
  for (const char c : value)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

const std::string& function_name(const std::string& option, const std::string& name) {
  const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$' || c >= 0x80; };
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ||
      !std::all_of(name.begin(), name.end(), belongs))
    throw BadValue(fmt::format("{}: '{}' is no name of a function", option, name));
  return name;
}

/// Those named in all occurrences of the option.
void trust(Parsed& parsed, const std::string& option, const std::string& value) {
  std::vector<std::string>& trusted = parsed.check.trusted;
  for (std::string& name : parts_of(value)) {
    function_name(option, name);
    if (std::find(trusted.begin(), trusted.end(), name) == trusted.end()) trusted.push_back(std::move(name));
  }
}

/// The last occurrence counts.
void choose_explanation(Parsed& parsed, const std::string& option, const std::string& value) {
  const CheckOptions defaults;
  CheckOptions& check = parsed.check;
  check.explanation = defaults.explanation;
  check.hazards = defaults.hazards;
  check.full_explanation = defaults.full_explanation;
  std::set<ExplanationPart> parts;
  for (const std::string& part : parts_of(value)) parts.insert(one_of(option, part, explanations));
  check.full_explanation = parts.contains(ExplanationPart::full);
  if (parts.contains(ExplanationPart::plain)) check.explanation = relevance::ExplanationKind::plain;
  const bool war = parts.contains(ExplanationPart::war);
  const bool waw = parts.contains(ExplanationPart::waw);
  const bool cs = parts.contains(ExplanationPart::cs);
  if (!war && !waw && !cs && !parts.contains(ExplanationPart::ds)) return;
  check.explanation = cs ? relevance::ExplanationKind::flow_sensitive : relevance::ExplanationKind::plain;
  check.hazards = {war, waw};
}

const char* property_help() {
  static const std::string text = fmt::format(
      "{},\n                           or an SV-COMP property file (.prp); may be given again [all that --check "
      "looks for; of slice and repair unreach-call; of validate what the witness is about, else unreach-call]",
      property_names());
  return text.c_str();
}

const char* check_help() {
  static const std::string text = [] {
    std::string names;
    for (const frontend::Violation kind : frontend::default_kinds())
      names += (names.empty() ? "" : ", ") + std::string(frontend::kind_of(kind).name);
    return fmt::format("without --property: kinds of errors to look for beside\n                           {}", names);
  }();
  return text.c_str();
}

void add_kinds(std::vector<std::string>& kinds, const std::string& option, const std::string& value) {
  for (std::string& name : parts_of(value)) {
    if (!frontend::violation_named(name))
      throw BadValue(fmt::format("{}: '{}' is no kind of errors (expected {})", option, name, property_names()));
    kinds.push_back(std::move(name));
  }
}

// The one table: what is parsed is what the help lists, in this order.
const Option option_table[] = {
    {"--property", "--property P", property_help(), in_programs, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.check.input.property.named.push_back(v); }},
    {"--check", "--check KIND,...", check_help(), in_all_kinds, true,
     [](Parsed& p, const std::string& o, const std::string& v) { add_kinds(p.check.input.property.with, o, v); }},
    {"--no-check", "--no-check KIND,...", "without --property: kinds of errors not to look for", in_all_kinds, true,
     [](Parsed& p, const std::string& o, const std::string& v) { add_kinds(p.check.input.property.without, o, v); }},
    {"--error-function", "--error-function NAME",
     "calls of the function NAME are errors (unreach-call), as those of reach_error; may be given again", in_programs, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.input.property.error_functions.push_back(function_name(o, v));
     }},
    {"--prove-memory", "--prove-memory",
     "of a proof: prove as well that accesses stay inside of objects, instead of assuming it", in_verify, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.prove_memory = true; }},
    {"--stop-on-first", "--stop-on-first", "once an error is found, leave the other checks undecided", in_check, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.stop_on_first = true; }},
    {"--data-model", "--data-model M", "sizes of C's types: ILP32 or LP64 [LP64]", in_all, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.named_model = one_of(o, v, data_models); }},
    {"--entry", "--entry F", "start at function F with arbitrary arguments and globals [main]", in_programs, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.check.input.entry = v; }},
    {"--entry-pointers", "--entry-pointers K",
     "of --entry F: pointer parameters lead to objects of their own (valid; those of char to strings), or are null as "
     "well (maybe-null); arbitrary: anywhere, accesses are not modelled [arbitrary]",
     in_programs, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.input.entry_pointers = one_of(o, v, entry_pointer_kinds);
     }},
    {"--entry-array", "--entry-array N", "how many elements these objects have; strings: at most N bytes [1]", in_programs,
     true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.input.entry_array = static_cast<unsigned>(positive_integer(o, v, 1'000'000));
     }},
    {"--malloc-may-fail", "--malloc-may-fail", "malloc, calloc and alloca may return null [never]", in_programs, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.input.malloc_may_fail = true; }},
    {"--volatile-arbitrary", "--volatile-arbitrary",
     "each read of a volatile object gives any value [only the program changes it]", in_programs, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.input.volatile_is_arbitrary = true; }},
    {"--memory-model", "--memory-model M",
     "memory used through types that do not fit together: typed (not modelled), bytes, auto (bytes where typed "
     "gives no answer) [auto]",
     in_programs, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.check.input.memory = one_of(o, v, memory_models); }},
    {"--timeout", "--timeout S", "stop after S seconds (wall clock) and report what is known [none]", in_runs, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.limits.timeout = std::chrono::duration<double>(positive_number(o, v));
     }},
    {"--memory-limit", "--memory-limit MIB", "stop when more than MIB mebibytes are in use [none]", in_runs, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.limits.memory_mib = positive_integer(o, v, 100'000'000);
     }},
    {"--interpolation", "--interpolation I", "auto, core-wp, core-sp, spacer or cvc5 [auto]", in_search, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.check.verify.interpolation = engine_of(o, v); }},
    {"--arithmetic", "--arithmetic A", "auto, integer or bitvector [auto]", in_search, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.verify.arithmetic = one_of(o, v, arithmetics);
     }},
    {"--signed-overflow", "--signed-overflow O",
     "wrap: executions in which signed operations overflow count, too, if no other one is\n"
     "                           found to reach the error; undefined: they are left out [wrap]",
     in_search, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.verify.signed_overflow = one_of(o, v, overflows);
     }},
    {"--block-encoding", "--block-encoding B",
     "letters of the automata: none (statements), sequence, loop-free [loop-free]", in_search, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.verify.block_encoding = one_of(o, v, encodings);
     }},
    {"--no-bounded-search", "--no-bounded-search", "do not unroll the program, merged or path by path, between refinements",
     in_search, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.verify.bounded_search = false; }},
    {"--explanation", "--explanation E",
     "error invariants: plain or flow-sensitive, or of ds,cs,war,waw those wanted (with threads; flow-sensitive is all "
     "four); full: the text folds nothing, also plain,full [flow-sensitive]",
     in_verify, true, choose_explanation},
    {"--no-explanation", "--no-explanation",
     "of an error tell its execution only: not which statements matter, and why it fails", in_check, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.no_explanation = true; }},
    {"--explanation-timeout", "--explanation-timeout S",
     "S seconds after an error is known, end what explains it (or repairs or slices) and report what is known [none]",
     in_verify, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.limits.explanation_timeout = std::chrono::duration<double>(positive_number(o, v));
     }},
    {"--suspects", "--suspects N", "how many suspects the text shows [5]", in_lists, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.suspects = static_cast<unsigned>(whole_number(o, v, 0, 999'999'999));
     }},
    {"--trust", "--trust FUNCTION,...",
     "functions, or variables beside the assertion, that say what is expected [guessed by names]", in_lists, true,
     trust},
    {"--check-interpolants", "--check-interpolants", "check the obligations of every sequence of interpolants",
     in_search, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.verify.check_interpolants = true; }},
    {"--no-abstraction", "--no-abstraction", "do not propose, assume or prove by invariants from abstract interpretation",
     in_search, false, [](Parsed& p, const std::string&, const std::string&) { p.check.verify.abstraction = false; }},
    {"--no-horn-clauses", "--no-horn-clauses", "do not solve the whole program as one system of Horn clauses",
     in_search, false, [](Parsed& p, const std::string&, const std::string&) { p.check.verify.horn_clauses = false; }},
    {"--jobs", "--jobs N", "engines at work at a time, in the first two seconds one; beside a long turn one more [number of cores]", in_runs, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.check.jobs = static_cast<unsigned>(positive_integer(o, v, 1024));
     }},
#define FORMAT(name, value, help, commands, is_folder, wants, content) \
  {"--" #name, "--" #name " " value,                                   \
   help,       commands,                                               \
   true,       [](Parsed& p, const std::string&, const std::string& v) { p.check.reports[#name] = v; }},
    BIREACH_REPORT_FORMATS(FORMAT)
#undef FORMAT
        {"--witness", "--witness FILE", "write (validate: read) a witness; .yml: format 2.0, .graphml: 1.0", in_search,
         true, [](Parsed& p, const std::string&, const std::string& v) { p.check.evidence.witness_file = v; }},
    {"--harness", "--harness FILE", "write a C file that replays the violation with the program", in_verify, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.check.evidence.harness_file = v; }},
    {"--replay", "--replay", "build program and harness with gcc and clang, and run them", in_verify, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.evidence.replay = true; }},
    {"--max-traces", "--max-traces N", "stop after N error traces [none]", in_explain, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.harvest.max_traces = positive_integer(o, v, 999'999'999);
     }},
    {"--generalization", "--generalization G",
     "what an error trace covers: danger, danger-loops, danger-strict or trace [danger]", in_explain, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.harvest.generalization = generalization_of(o, v); }},
    {"--danger-predicates", "--danger-predicates P", "predicates of danger automata: auto, trace or generalised [auto]",
     in_explain, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.harvest.predicates = one_of(o, v, predicates); }},
    {"--check-danger-automata", "--check-danger-automata", "check every danger automaton with the other solver",
     in_explain, false,
     [](Parsed& p, const std::string&, const std::string&) { p.harvest.check_danger_automata = true; }},
    {"--prefer-new-edges", "--prefer-new-edges", "look first for error traces that differ from the earlier ones",
     in_explain, false, [](Parsed& p, const std::string&, const std::string&) { p.harvest.prefer_new_edges = true; }},
    {"--no-invariants", "--no-invariants",
     "do not look for what holds in every execution that fails, of a program with loops", in_explain, false,
     [](Parsed& p, const std::string&, const std::string&) { p.invariants = false; }},
    {"--traces", "--traces D",
     "error traces in the text: full, brief, none; auto: full for up to 3, of repair brief [auto]", in_lists, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.traces = one_of(o, v, trace_details); }},
    {"--repair", "--repair", "look for repairs as well, as the command repair does", in_explain, false,
     [](Parsed& p, const std::string&, const std::string&) { p.repair = true; }},
    {"--patch", "--patch FILE", "write the first repair as a unified diff, for patch -p1", in_lists, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.check.patch_file = v; }},
    {"--max-edits", "--max-edits N", "changes in one repair: 1 or 2 [1]", in_lists, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.max_edits = static_cast<unsigned>(whole_number(o, v, 1, 2));
     }},
    {"--slice", "--slice M",
     "what stands for a statement that is left out: paper (nothing) or exact (any value) [exact]", in_slice, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.slice.mode = one_of(o, v, slice_modes); }},
    {"--domain", "--domain D",
     "what error invariants are computed in: numeric, or lifted (by cases of branches) [numeric]", in_slice, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.slice.domain = one_of(o, v, slice_domains); }},
    {"--max-predicates", "--max-predicates N",
     "conditions of branches by which --domain lifted tells cases apart, 0 to 8 [4]", in_slice, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.slice.max_predicates = static_cast<unsigned>(whole_number(o, v, 0, 8));
     }},
    {"--output", "--output FILE.c", "write the slice as a C file, in which the error is looked for again", in_slice,
     true, [](Parsed& p, const std::string&, const std::string& v) { p.check.slice_file = p.slice.output = v; }},
    {"--functions", "--functions F,...", "only these functions [all]", in_inconsistent, true,
     [](Parsed& p, const std::string&, const std::string& v) {
       for (std::string& name : parts_of(v)) p.inconsistency.reading.functions.insert(std::move(name));
     }},
    {"--list-functions", "--list-functions",
     "only print the functions that would be looked at, as FILE:LINE: NAME", in_inconsistent, false,
     [](Parsed& p, const std::string&, const std::string&) { p.list_functions = true; }},
    {"--severity", "--severity S,...",
     "findings to report: error (reached, and must fail), after-error (only an error could lead there), "
     "unreachable (dead in any case) [error,after-error]",
     in_inconsistent, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.inconsistency.severities.clear();
       for (const std::string& part : parts_of(v)) p.inconsistency.severities.insert(one_of(o, part, severities));
     }},
    {"--beliefs", "--beliefs B,...",
     "what operations take for granted: null, bounds, division, shift, overflow, member (&p->x needs p, though it "
     "accesses nothing) [all but overflow and member]",
     in_inconsistent, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.inconsistency.reading.beliefs.clear();
       for (const std::string& part : parts_of(v)) p.inconsistency.reading.beliefs.insert(one_of(o, part, beliefs));
     }},
    {"--function-timeout", "--function-timeout S", "seconds for each function [10]", in_inconsistent, true,
     [](Parsed& p, const std::string& o, const std::string& v) {
       p.inconsistency.seconds_for_function = positive_number(o, v);
     }},
    {"--baseline", "--baseline FILE", "hide findings that this result (of --json) has", in_inconsistent, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.baseline = v; }},
    {"--one-model", "--one-model",
     "findings need not be such with the other data model and the other signedness of char", in_inconsistent, false,
     [](Parsed& p, const std::string&, const std::string&) { p.inconsistency.other_models = false; }},
    {"--format", "--format F", "dot (Graphviz), json or text [text]", in_cfa, true,
     [](Parsed& p, const std::string& o, const std::string& v) { p.format = one_of(o, v, formats); }},
    {"--interleaving", "--interleaving", "of a program with threads their interleaving, not the graph of each", in_cfa,
     false, [](Parsed& p, const std::string&, const std::string&) { p.interleaving = true; }},
    {"--compile-commands", "--compile-commands FILE",
     "take flags of each file from this compilation database; DIR: from DIR/compile_commands.json", in_all, true,
     [](Parsed& p, const std::string&, const std::string& v) { p.check.input.compile_commands = v; }},
    {"-I", "-I DIR", "look for headers in DIR; also -isystem, -iquote, -idirafter", in_all, true, nullptr},
    {"-D", "-D NAME[=VALUE]", "define a macro", in_all, true, nullptr},
    {"-U", "-U NAME", "undefine a macro", in_all, true, nullptr},
    {"--std", "-std=STD", "C standard, as for gcc: c99, gnu17, c2x, ...", in_all, true, nullptr},
    {"--m32", "-m32", "the same as --data-model ILP32", in_all, false, nullptr},
    {"--m64", "-m64", "the same as --data-model LP64", in_all, false, nullptr},
    {"--include", "-include FILE", "include FILE first; -imacros FILE: its macros only", in_all, true, nullptr},
    {"--funsigned-char", "-funsigned-char", "char is unsigned, as on ARM", in_all, false, nullptr},
    {"--fwrapv", "-fwrapv",
     "signed overflow wraps and is no error. Of the other flags of gcc those that change nothing here (-O2, -Wall, -g, "
     "-c, -o FILE, -MMD, ...) are taken and ignored, -v names them; those that would are refused",
     in_all, false, nullptr},
    {"-v,--verbose", "-v, --verbose", "say more on standard error; twice: still more", in_all, false,
     [](Parsed& p, const std::string&, const std::string&) { ++p.verbose; }},
    {"-q,--quiet", "-q, --quiet", "only errors on standard error", in_all, false,
     [](Parsed& p, const std::string&, const std::string&) { p.quiet = true; }},
    {"--no-progress", "--no-progress", "no progress line (it shows on a terminal only)", in_runs, false,
     [](Parsed& p, const std::string&, const std::string&) { p.check.show_progress = false; }},
    {"-h,--help", "-h, --help", "this text", in_all, false,
     [](Parsed& p, const std::string&, const std::string&) { p.help = true; }},
    {"--version", "--version", "the version", in_all, false,
     [](Parsed& p, const std::string&, const std::string&) { p.version = true; }},
};

struct CommandEntry {
  unsigned bit;
  const char* name;
  std::string_view intro, examples, statuses;
};
/// In the order of the help.
constexpr CommandEntry command_table[] = {
    {in_check, "check", check_intro, check_examples, exit_statuses},
    {in_explain, "explain", explain_intro, explain_examples, exit_statuses},
    {in_repair, "repair", repair_intro, repair_examples, exit_statuses},
    {in_slice, "slice", slice_intro, slice_examples, exit_statuses},
    {in_inconsistent, "inconsistent", inconsistent_intro, inconsistent_examples, inconsistent_exit_statuses},
    {in_validate, "validate", validate_intro, validate_examples, exit_statuses},
    {in_cfa, "cfa", cfa_intro, cfa_examples, cfa_exit_statuses},
};

/// Texts of options stand from this column on, those that are made from tables in lines of at most `help_columns`.
constexpr std::size_t help_indent = 27;
constexpr std::size_t help_columns = 100;

/// Lines that are too long are broken between words.
std::string wrapped_help(std::string_view help) {
  std::string text;
  std::size_t column = help_indent;
  for (std::size_t at = 0; at < help.size();) {
    const std::size_t end = std::min(help.find_first_of(" \n", at + 1), help.size());
    const std::string_view word = help.substr(at, end - at);  // with what stands before it
    if (word.front() == '\n') {
      column = 0;
    } else if (word.front() == ' ' && word.size() > 1 && column + word.size() > help_columns) {
      text += '\n' + std::string(help_indent, ' ');
      column = help_indent + word.size() - 1;
      text += word.substr(1);
      at = end;
      continue;
    }
    text += word;
    column += word.front() == '\n' ? word.size() - 1 : word.size();
    at = end;
  }
  return text;
}

std::string help_of(const CommandEntry& command) {
  std::string text(command.intro);
  text += "Options [defaults in brackets]:\n";
  for (const Option& option : option_table)
    if ((option.commands & command.bit) != 0)
      text += fmt::format("  {:<25}{}\n", option.shown, wrapped_help(option.help));
  text += '\n';
  text += command.examples;
  text += command.statuses;
  return text;
}

/// Is it an option of ours that has a value, with this as its name?
bool takes_next(const std::string& argument, unsigned command) {
  for (const Option& option : option_table) {
    const bool is_known = (option.commands & command) != 0 && option.takes_value && option.handle != nullptr;
    if (is_known && long_name(option) == argument) return true;
  }
  return false;
}

/// Is it a long option of ours, but for a dash that is missing?
bool lacks_dash(const std::string& argument) {
  const std::string name = "-" + argument.substr(0, argument.find('='));
  for (const Option& option : option_table)
    if (option.handle != nullptr && long_name(option) == name) return true;
  return false;
}

/// Takes the flags of compilers out of the arguments.
std::vector<std::string> without_compiler_flags(const std::vector<std::string>& arguments, unsigned command,
                                                CompilerFlags& flags) {
  std::vector<std::string> others;
  for (std::size_t at = 0; at < arguments.size();) {
    const bool is_own = takes_next(arguments[at], command);
    std::size_t taken = is_own || lacks_dash(arguments[at]) ? 0 : read_compiler_flag(arguments, at, flags);
    if (taken == 0) {
      const std::size_t kept = arguments[at] == "--" ? arguments.size() - at : is_own ? 2 : 1;
      for (; taken < kept && at + taken < arguments.size(); ++taken) others.push_back(arguments[at + taken]);
    }
    at += taken;
  }
  return others;
}

/// A compiler's long option with one dash, as the parser knows it. Only one without its value gets there.
std::string normalised(const std::string& argument) {
  return argument == "-include" || argument == "-std" ? "-" + argument : argument;
}

/// What the parser says of an option whose value is missing, in our words.
std::string missing_value(const std::string& message) {
  const std::string name = message.substr(0, message.find(':'));
  for (const Option& option : option_table) {
    if (!option.takes_value || long_name(option) != name) continue;
    const std::string_view shown = option.shown;
    return fmt::format("{} needs a value: {}", shown.substr(0, shown.find_first_of(" =")), shown);
  }
  return message;
}

std::string unknown_option(const std::string& given, unsigned command) {
  const std::string name = given.substr(0, given.find('='));
  std::string best;
  std::size_t distance = name.size() > 5 ? 4 : 2;  // further away is no typing error
  for (const Option& option : option_table) {
    if ((option.commands & command) == 0) continue;
    const std::string_view candidate = long_name(option);
    if (candidate.size() > 2 && edit_distance(name, candidate) < distance) {
      distance = edit_distance(name, candidate);
      best = candidate;
    }
  }
  return fmt::format("unknown option '{}'{}", given, best.empty() ? "" : fmt::format(" (did you mean {}?)", best));
}

void register_options(CLI::App& app, unsigned command, Parsed& parsed) {
  app.set_help_flag();
  app.allow_extras();
  for (const Option& option : option_table) {
    if ((option.commands & command) == 0) continue;
    const std::string name(long_name(option));
    if (option.takes_value) {
      app.add_option_function<std::string>(option.names,
                                           [&parsed, &option, name](const std::string& value) {
                                             if (option.handle != nullptr) option.handle(parsed, name, value);
                                           })
          ->trigger_on_parse()
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    } else {
      app.add_flag_callback(option.names,
                            [&parsed, &option, name] {
                              if (option.handle != nullptr) option.handle(parsed, name, {});
                            })
          ->trigger_on_parse()
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
  app.add_option("files", parsed.check.input.files);
}

void add_new(std::vector<std::string>& texts, const std::vector<std::string>& more) {
  for (const std::string& text : more)
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

/// What all files say must be the same. Throws CompileCommandsError.
void finish_compile_commands(Parsed& parsed) {
  InputOptions& input = parsed.check.input;
  if (!input.compile_commands) return;
  const std::map<std::string, CompilerFlags> flags = read_compile_commands(*input.compile_commands, input.files);
  const CompilerFlags& first = flags.begin()->second;
  for (const auto& [file, own] : flags) {
    if (own.data_model.value_or(frontend::DataModel::LP64) != first.data_model.value_or(frontend::DataModel::LP64))
      throw CompileCommandsError(*input.compile_commands + ": -m32 is given for some of the files only");
    if (own.signed_overflow_wraps != first.signed_overflow_wraps)
      throw CompileCommandsError(*input.compile_commands + ": -fwrapv is given for some of the files only");
    input.arguments_of_files[file] = own.clang_arguments;
    add_new(input.ignored_flags, own.ignored);
    add_new(input.unknown_flags, own.unknown);
  }
  if (!parsed.named_model && !parsed.flags.data_model) parsed.flags.data_model = first.data_model;
  parsed.flags.signed_overflow_wraps |= first.signed_overflow_wraps;
}

void finish_input(Parsed& parsed) {
  InputOptions& input = parsed.check.input;
  if (input.files.empty()) throw BadValue("no input file");
  input.ignored_flags = parsed.flags.ignored;
  input.unknown_flags = parsed.flags.unknown;
  finish_compile_commands(parsed);
  const std::optional<frontend::DataModel> flag_model = parsed.flags.data_model;
  if (parsed.named_model && flag_model && *parsed.named_model != *flag_model)
    throw BadValue("--data-model and -m32 or -m64 contradict each other");
  input.data_model = parsed.named_model.value_or(flag_model.value_or(frontend::DataModel::LP64));
  if (input.entry_pointers != frontend::EntryPointers::arbitrary && !input.entry)
    throw BadValue("--entry-pointers needs --entry");
  input.clang_arguments = parsed.flags.clang_arguments;
  if (parsed.verbose > 0 && parsed.quiet) throw BadValue("-v and -q exclude each other");
  input.log_level = parsed.quiet          ? LogLevel::quiet
                    : parsed.verbose == 0 ? LogLevel::normal
                    : parsed.verbose == 1 ? LogLevel::verbose
                                          : LogLevel::debug;
  const PropertyChoice& property = input.property;
  if (!property.named.empty() && !(property.with.empty() && property.without.empty()))
    throw BadValue("--check and --no-check are for runs without --property");
}

/// -fwrapv: signed overflow is what the program may do.
void finish_wrapping(Parsed& parsed) {
  if (!parsed.flags.signed_overflow_wraps) return;
  const std::string_view kind = frontend::kind_of(frontend::Violation::no_overflow).name;
  PropertyChoice& property = parsed.check.input.property;
  for (const std::vector<std::string>* asked : {&property.named, &property.with})
    if (std::find(asked->begin(), asked->end(), kind) != asked->end())
      throw BadValue(fmt::format("-fwrapv and {} contradict each other: with it signed overflow is no error", kind));
  if (parsed.check.verify.signed_overflow == frontend::SignedOverflow::undefined)
    throw BadValue("-fwrapv and --signed-overflow undefined contradict each other");
  if (parsed.inconsistency.reading.beliefs.contains(frontend::Belief::overflow))
    throw BadValue("-fwrapv and --beliefs overflow contradict each other: with it signed overflow is no error");
  if (property.named.empty()) property.without.emplace_back(kind);
}

/// What options say together.
void finish(const CommandEntry& command, Parsed& parsed) {
  finish_input(parsed);
  parsed.check.input.property.all_by_default = (command.bit & in_all_kinds) != 0;
  finish_wrapping(parsed);
  const std::optional<std::string>& witness = parsed.check.evidence.witness_file;
  if (command.bit == in_validate && !witness) throw BadValue("--witness is missing");
  if (witness && command.bit != in_validate) {
    const std::string problem = witness_name_problem(*witness);
    if (!problem.empty()) throw BadValue(problem);
  }
  if (command.bit == in_explain && !parsed.repair) {
    if (parsed.check.patch_file) throw BadValue("--patch needs --repair");
    if (parsed.max_edits) throw BadValue("--max-edits needs --repair");
  }
}

CommandLine options_of(const CommandEntry& command, const Parsed& parsed) {
  const RepairWish wish{parsed.max_edits.value_or(RepairWish().max_edits)};
  switch (command.bit) {
    case in_check:
      return parsed.check;
    case in_explain:
      return ExplainOptions{parsed.check, parsed.harvest, parsed.traces,
                            parsed.repair ? std::optional(wish) : std::nullopt, parsed.invariants};
    case in_repair:
      return RepairOptions{parsed.check, parsed.traces, wish};
    case in_slice:
      return SliceOptions{parsed.check, parsed.slice};
    case in_inconsistent:
      return InconsistentOptions{parsed.check, parsed.inconsistency, parsed.baseline, parsed.list_functions};
    case in_validate: {
      ValidateOptions options{parsed.check, *parsed.check.evidence.witness_file,
                              parsed.named_model.has_value() || parsed.flags.data_model.has_value()};
      options.check.evidence = {};  // it is read, not written
      return options;
    }
    default:
      return CfaOptions{parsed.check.input, parsed.format, parsed.interleaving};
  }
}

CommandLine parse_command(const CommandEntry& command, std::vector<std::string> arguments) {
  const auto failure = [&command](const std::string& message) {
    return CommandLineText{fmt::format("bireach: {}\nTry 'bireach {} --help'.\n", message, command.name), 2};
  };
  Parsed parsed;
  parsed.check.jobs = std::max(1U, std::thread::hardware_concurrency());
  CLI::App app;
  try {
    arguments = without_compiler_flags(arguments, command.bit, parsed.flags);
    std::transform(arguments.begin(), arguments.end(), arguments.begin(), normalised);
    std::reverse(arguments.begin(), arguments.end());  // as the parser wants it
    register_options(app, command.bit, parsed);
    app.parse(std::move(arguments));
    if (parsed.help) return CommandLineText{help_of(command), 0};
    if (parsed.version) return CommandLineText{"bireach " + tool_version() + "\n", 0};
    for (const std::string& extra : app.remaining())
      if (extra != "--") return failure(unknown_option(extra, command.bit));
    finish(command, parsed);
  } catch (const BadValue& problem) {
    return failure(problem.what());
  } catch (const RefusedFlag& problem) {
    return failure(problem.what());
  } catch (const CompileCommandsError& problem) {
    return CommandLineText{fmt::format("bireach: {}\n", problem.what()), 2};
  } catch (const CLI::ArgumentMismatch& problem) {
    return failure(missing_value(problem.what()));
  } catch (const CLI::Error& problem) {
    return failure(problem.what());
  }
  return options_of(command, parsed);
}

/// All values of an option that takes one of a few: what it says when given another.
std::vector<std::string> choices_of(const Option& option) {
  if (!option.takes_value || option.handle == nullptr) return {};
  try {
    Parsed parsed;
    option.handle(parsed, "", "");
  } catch (const BadChoice& bad) {
    return bad.choices();
  } catch (const BadValue&) {
    return {};
  }
  return {};
}

template <typename T, std::size_t N>
std::string_view name_of(T value, const std::array<std::pair<std::string_view, T>, N>& choices) {
  return std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return choice.second == value; })
      ->first;
}

}  // namespace

std::string_view to_string(frontend::DataModel model) {
  return name_of(model, data_models);
}
std::string_view to_string(frontend::EntryPointers pointers) {
  return name_of(pointers, entry_pointer_kinds);
}
std::string_view to_string(ArithmeticChoice choice) {
  return name_of(choice, arithmetics);
}
std::string_view to_string(BlockEncoding encoding) {
  return name_of(encoding, encodings);
}
std::string_view to_string(TraceDetail detail) {
  return name_of(detail, trace_details);
}

CommandLineDescription describe_command_line() {
  CommandLineDescription result{std::string(general_help), std::string(exit_statuses), {}};
  for (const CommandEntry& command : command_table) {
    CommandDescription& added = result.commands.emplace_back();
    added = {command.name, std::string(command.intro), std::string(command.examples), {}};
    for (const Option& option : option_table)
      if ((option.commands & command.bit) != 0)
        added.options.push_back({option.shown, option.help, choices_of(option)});
  }
  return result;
}

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return CommandLineText{std::string(general_help) + std::string(exit_statuses), 2};
  const std::string& name = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  for (const CommandEntry& command : command_table)
    if (name == command.name) return parse_command(command, rest);
  if (name == "--help" || name == "-h" || name == "help")
    return CommandLineText{std::string(general_help) + std::string(exit_statuses), 0};
  if (name == "--version") return CommandLineText{"bireach " + tool_version() + "\n", 0};
  if (name == "--generate") return generated_document(rest.size() == 1 ? rest.front() : "", describe_command_line());
  return CommandLineText{
      fmt::format("bireach: unknown {} '{}' (expected check, explain, repair, slice, inconsistent, validate or cfa)\n"
                  "Try 'bireach --help'.\n",
                  name.rfind('-', 0) == 0 ? "option" : "command", name),
      2};
}

}  // namespace bireach::checker
