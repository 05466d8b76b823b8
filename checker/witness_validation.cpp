// SPDX-License-Identifier: Apache-2.0
#include "checker/witness_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "checker/property.h"
#include "checker/source_editor.h"
#include "checker/witness_contract.h"
#include "checker/witness_edit.h"
#include "checker/witness_places.h"
#include "frontend/semantics.h"
#include "frontend/source_points.h"
#include "logic/solver.h"

namespace bireach::checker {
namespace {

using frontend::BranchingPoint;
using frontend::EdgeId;
using frontend::LocationKind;
using frontend::ParseOptions;
using frontend::Program;
using frontend::SourcePoints;
using frontend::StatementPoint;

constexpr std::string_view call_of = "call of ";

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

void check_specification(const std::string& specification, const ParseOptions& parse) {
  Property property;
  try {
    const std::size_t first = specification.find_first_not_of(" \t\r\n");
    const bool is_whole = first != std::string::npos && specification.compare(first, 5, "CHECK") == 0;
    property = parse_property(is_whole ? specification : "CHECK( init(main()), LTL(" + specification + ") )");
  } catch (const std::runtime_error& problem) {
    throw WitnessRejected(fmt::format("its specification is another one: {}", problem.what()));
  }
  for (const std::string& name : property.error_functions) {
    if (std::find(parse.error_functions.begin(), parse.error_functions.end(), name) == parse.error_functions.end())
      throw WitnessRejected(fmt::format("its specification is another one: call of {}", name));
  }
  if (property.entry != parse.entry)
    throw WitnessRejected(fmt::format("its executions start in {}, not in {}", property.entry, parse.entry));
}

class Asserter {
 public:
  Asserter(const Witness& witness, const std::vector<std::string>& files, const ParseOptions& parse)
      : witness_(witness),
        files_(files),
        parse_(parse),
        points_(frontend::read_source_points(files, parse)),
        places_(files, points_) {}

  AssertedProgram build() {
    SourceEditor editor(files_);
    ParseOptions options = parse_;
    for (std::size_t i = 0; i < witness_.invariants.size(); ++i) {
      if (witness_.invariants[i].contract != ContractPart::none) insert(editor, i);  // at begins of bodies: first
    }
    for (std::size_t i = 0; i < witness_.invariants.size(); ++i) {
      if (witness_.invariants[i].contract == ContractPart::none) insert(editor, i);
      options.error_functions.push_back(invariant_check(i));
    }
    AssertedProgram result;
    result.program = parse_edited(files_, editor.apply(options), witness_.invariants.size(),
                                  [this](std::size_t i) { try_alone(i); });
    note_passing(result);
    for (EdgeId edge = 0; edge < result.program.edge_count(); ++edge) {
      if (editor.is_inserted(result.program.edge(edge).source)) result.inserted.push_back(edge);
    }
    return result;
  }

 private:
  void insert(SourceEditor& editor, std::size_t number) const {
    const WitnessInvariant& invariant = witness_.invariants[number];
    if (invariant.contract != ContractPart::none) {
      insert_contract(editor, points_, places_, witness_, number);
      return;
    }
    const std::string problem = expression_problem(invariant.value);
    if (!problem.empty()) reject(invariant.mark, fmt::format("invariant '{}': {}", invariant.value, problem));
    const std::string check = invariant_check(number);
    editor.declare("extern void " + check + "(void);");
    const std::string code = "if (" + invariant.value + ") ; else " + check + "();";
    try {
      if (invariant.is_loop) {
        insert_at_loop(editor, places_.loop(invariant.location), invariant, code);
      } else {
        const StatementPoint& statement = places_.statement(invariant.location);
        if (!statement.exact)
          throw WitnessRejected(fmt::format("{} stands within a macro", place_text(invariant.location)));
        editor.insert_before(statement, code);
      }
    } catch (const WitnessRejected& rejection) {
      reject(invariant.mark, rejection.what());
    }
  }

  static void insert_at_loop(SourceEditor& editor, const BranchingPoint& loop, const WitnessInvariant& invariant,
                             const std::string& code) {
    if (!loop.exact) throw WitnessRejected(fmt::format("{} stands within a macro", place_text(invariant.location)));
    for (const std::string& name : loop.header_names) {
      for (std::size_t at = invariant.value.find(name); at != std::string::npos;
           at = invariant.value.find(name, at + 1)) {
        const auto is_word = [&](std::size_t i) {
          return i < invariant.value.size() &&
                 (std::isalnum(static_cast<unsigned char>(invariant.value[i])) != 0 || invariant.value[i] == '_');
        };
        if (!(at > 0 && is_word(at - 1)) && !is_word(at + name.size()))
          throw WitnessRejected(fmt::format("{} is not visible at {}", name, place_text(invariant.location)));
      }
    }
    editor.insert_before_condition(loop, code);
  }

  void try_alone(std::size_t number) const {
    SourceEditor editor(files_);
    insert(editor, number);
    try {
      static_cast<void>(frontend::read_source_points(files_, editor.apply(parse_)));
    } catch (const frontend::ParseError& problem) {
      const WitnessInvariant& invariant = witness_.invariants[number];
      reject(invariant.mark, fmt::format("invariant '{}' is no C at {}: {}", invariant.value,
                                         place_text(invariant.location), message_of(problem)));
    }
  }

  static void note_passing(AssertedProgram& result) {
    const Program& program = result.program;
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      if (!AssertedProgram::violated(program.location(program.target(edge)))) continue;
      for (const EdgeId failing : program.incoming(program.source(edge))) {
        const std::vector<EdgeId>& ways = program.outgoing(program.source(failing));
        if (ways.size() == 2) result.passing.push_back(ways[0] == failing ? ways[1] : ways[0]);
      }
    }
  }

  const Witness& witness_;
  const std::vector<std::string>& files_;
  const ParseOptions& parse_;
  SourcePoints points_;
  WitnessPlaces places_;
};

}  // namespace

void check_witness_task(const Witness& witness, const std::vector<std::string>& files,
                        const std::vector<std::pair<std::string, std::string>>& sha256, const ParseOptions& parse) {
  const std::string model = parse.data_model == frontend::DataModel::ILP32 ? "ILP32" : "LP64";
  if (witness.task.data_model != model)
    throw WitnessRejected(fmt::format("its data model is {}, not {}", witness.task.data_model, model));
  check_specification(witness.task.specification, parse);
  // GraphML names one file.
  if (witness.format_version != "1.0" && witness.task.files.size() != files.size())
    throw WitnessRejected(fmt::format("it is about {} files, not {}", witness.task.files.size(), files.size()));
  for (const auto& [name, hash] : witness.task.files) {
    const std::filesystem::path base = std::filesystem::path(name).filename();
    const auto file = std::find_if(sha256.begin(), sha256.end(), [&base](const auto& entry) {
      return std::filesystem::path(entry.first).filename() == base;
    });
    if (file == sha256.end()) throw WitnessRejected(fmt::format("it is about {}, which is not among the files", name));
    constexpr std::size_t sha1_digits = 40;  // old GraphML witnesses have them; nothing is compared then
    if (hash.size() != sha1_digits && lower(hash) != lower(file->second))
      throw WitnessRejected(fmt::format("it is about another text of {}: the hash differs", name));
  }
}

std::optional<std::size_t> AssertedProgram::violated(const frontend::Location& location) {
  const std::string prefix = std::string(call_of) + invariant_prefix;
  if (location.kind != LocationKind::Error || !location.note.starts_with(prefix)) return std::nullopt;
  return std::stoul(location.note.substr(prefix.size()));
}

std::string evaluation_problem(const AssertedProgram& asserted, std::stop_token stop) {
  constexpr std::chrono::milliseconds limit{5000};
  Program program = asserted.program;
  program.signed_overflow = frontend::SignedOverflow::wraps;
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, frontend::Arithmetic::bitvector,
                                      frontend::OutOfBoundsReads::arbitrary);
  for (const EdgeId edge : asserted.inserted) {
    if (program.location(program.target(edge)).kind == LocationKind::Unsupported) continue;  // and so there is no proof
    logic::Term passable;
    if (std::holds_alternative<frontend::Assume>(program.edge(edge).statement) &&
        program.outgoing(program.source(edge)).size() == 2) {
      const auto [taken, other] = semantics.branch(edge);
      passable = terms.or_(taken.guard, other.guard);
    } else {
      passable = semantics.transition(edge).guard;
    }
    if (passable.is_true()) continue;
    const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms, {limit, false, {}, stop, nullptr});
    solver->add(terms.not_(passable));
    if (solver->check() != logic::SatResult::unsat)
      return fmt::format("'{}' may be undefined where it is evaluated", program.edge(edge).text);
  }
  return "";
}

AssertedProgram asserted_program(const Witness& witness, const std::vector<std::string>& files,
                                 const ParseOptions& parse) {
  return Asserter(witness, files, parse).build();
}

}  // namespace bireach::checker
