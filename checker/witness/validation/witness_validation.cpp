// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/validation/witness_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "checker/answer/property_file.h"
#include "checker/witness/invariants/proof_states.h"
#include "checker/witness/witness_contract.h"
#include "checker/witness/witness_edit.h"
#include "checker/witness/witness_places.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {
namespace {

using frontend::BranchingPoint;
using frontend::EdgeId;
using frontend::LocationKind;
using frontend::ParseOptions;
using frontend::Program;
using frontend::SourcePoints;
using frontend::StatementPoint;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

void check_specification(const Witness& witness, const ParseOptions& parse) {
  Property property;
  try {
    property = specified_property(witness);
  } catch (const std::runtime_error& problem) {
    throw WitnessRejected(fmt::format("its specification is another one: {}", problem.what()));
  }
  for (const frontend::Violation violation : property.kinds)
    if (!parse.property.has(violation))
      throw WitnessRejected(fmt::format("its specification is another one: {}", frontend::kind_of(violation).name));
  const std::vector<std::string>& known = parse.property.error_functions;
  for (const std::string& name : property.error_functions)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw WitnessRejected(fmt::format("its specification is another one: call of {}", name));
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
    frontend::SourceEditor editor(files_);
    ParseOptions options = parse_;
    for (std::size_t i = 0; i < witness_.invariants.size(); ++i)
      if (witness_.invariants[i].contract != ContractPart::none) insert(editor, i);  // at begins of bodies: first
    for (std::size_t i = 0; i < witness_.invariants.size(); ++i) {
      if (witness_.invariants[i].contract == ContractPart::none) insert(editor, i);
      options.property.error_functions.push_back(invariant_check(i));
    }
    AssertedProgram result;
    result.program = parse_edited(files_, editor.apply(options), witness_.invariants.size(),
                                  [this](std::size_t i) { try_alone(i); });
    note_passing(result);
    for (EdgeId edge = 0; edge < result.program.edge_count(); ++edge)
      if (editor.is_inserted(result.program.edge(edge).source)) result.inserted.push_back(edge);
    return result;
  }

 private:
  void insert(frontend::SourceEditor& editor, std::size_t number) const {
    const WitnessInvariant& invariant = witness_.invariants[number];
    if (invariant.contract != ContractPart::none) {
      insert_contract(editor, points_, places_, witness_, number);
      return;
    }
    const std::string problem = frontend::expression_problem(invariant.value);
    if (!problem.empty()) reject(invariant.mark, fmt::format("invariant '{}': {}", invariant.value, problem));
    const std::string check = invariant_check(number);
    editor.declare("extern void " + check + "(void);");
    std::string code = "if (" + invariant.value + ") ; else " + check + "();";
    if (has_threads()) {
      // What the invariant reads is read at one time.
      editor.declare("extern void bireach_atomic_begin(void);");
      editor.declare("extern void bireach_atomic_end(void);");
      code = "bireach_atomic_begin(); " + code + " bireach_atomic_end();";
    }
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

  [[nodiscard]] bool has_threads() const {
    return std::any_of(points_.calls.begin(), points_.calls.end(), [](const frontend::CallPoint& call) {
      return call.callee == "pthread_create" || call.callee == "thrd_create";
    });
  }

  static void insert_at_loop(frontend::SourceEditor& editor, const BranchingPoint& loop,
                             const WitnessInvariant& invariant, const std::string& code) {
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
    frontend::SourceEditor editor(files_);
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

Property specified_property(const Witness& witness) {
  const std::string& specification = witness.task.specification;
  const std::size_t first = specification.find_first_not_of(" \t\r\n");
  const bool is_whole = first != std::string::npos && specification.compare(first, 5, "CHECK") == 0;
  return parse_property(is_whole ? specification : "CHECK( init(main()), LTL(" + specification + ") )");
}

void check_witness_task(const Witness& witness, const std::vector<std::string>& files,
                        const std::vector<std::pair<std::string, std::string>>& sha256, const ParseOptions& parse) {
  const std::string model = parse.data_model == frontend::DataModel::ILP32 ? "ILP32" : "LP64";
  if (witness.task.data_model != model)
    throw WitnessRejected(fmt::format("its data model is {}, not {}", witness.task.data_model, model));
  check_specification(witness, parse);
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
  if (location.kind != LocationKind::Error || !location.callee.starts_with(invariant_prefix)) return std::nullopt;
  return std::stoul(location.callee.substr(std::string_view(invariant_prefix).size()));
}

namespace {

/// Under which condition an execution goes on at the edge, one way or the other.
logic::Term passable(const Program& program, const frontend::Semantics& semantics, EdgeId edge) {
  const bool branches =
      frontend::is_assume(program.edge(edge).statement) && program.outgoing(program.source(edge)).size() == 2;
  if (!branches) return semantics.transition(edge).guard;
  const auto [taken, other] = semantics.branch(edge);
  return semantics.terms().or_(taken.guard, other.guard);
}

constexpr std::chrono::milliseconds evaluation_limit{5000};

}  // namespace

std::vector<EdgeId> doubtful_evaluations(const AssertedProgram& asserted, std::stop_token stop) {
  Program program = asserted.program;
  program.signed_overflow = frontend::SignedOverflow::wraps;
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, frontend::Arithmetic::bitvector,
                                      frontend::OutOfBoundsReads::arbitrary);
  std::vector<EdgeId> doubtful;
  for (const EdgeId edge : asserted.inserted) {
    if (program.location(program.target(edge)).kind == LocationKind::Unsupported) continue;  // and so there is no proof
    const logic::Term condition = passable(program, semantics, edge);
    if (condition.is_true()) continue;
    const auto solver =
        logic::make_solver(logic::SolverKind::cvc5, terms, {.time_limit = evaluation_limit, .stop = stop});
    solver->add(terms.not_(condition));
    if (solver->check() != logic::SatResult::unsat) doubtful.push_back(edge);
  }
  return doubtful;
}

std::string lost_evaluation(const Program& program, const Safe& proof, const std::vector<EdgeId>& edges,
                            std::stop_token stop) {
  if (edges.empty()) return "";
  constexpr std::size_t max_nodes = 200;
  constexpr std::size_t max_values = 6000000;
  const auto lost = [&](EdgeId edge) {
    return fmt::format("'{}' may be undefined where it is evaluated", program.edge(edge).text);
  };
  std::vector<frontend::LocationId> locations;
  for (const EdgeId edge : edges) locations.push_back(program.source(edge));
  const auto states = proof_states(program, proof.evidence, locations, {max_nodes, max_values}, stop);
  for (const EdgeId edge : edges) {
    const std::vector<ProofState>* here = states ? states->at(program.source(edge)) : nullptr;
    if (here == nullptr) return lost(edge);
    const logic::Term condition = passable(program, states->semantics(), edge);
    const bool goes_on = std::all_of(here->begin(), here->end(), [&](const ProofState& state) {
      return holds_in(*states, state, condition, evaluation_limit, stop);
    });
    if (!goes_on) return lost(edge);
  }
  return "";
}

AssertedProgram asserted_program(const Witness& witness, const std::vector<std::string>& files,
                                 const ParseOptions& parse) {
  return Asserter(witness, files, parse).build();
}

}  // namespace bireach::checker
