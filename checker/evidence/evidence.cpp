// SPDX-License-Identifier: Apache-2.0
#include "checker/evidence/evidence.h"

#include <filesystem>

#include "checker/witness/invariants/proof_invariants.h"
#include "checker/witness/witness.h"
#include "checker/witness/witness_violation.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {
namespace {

bool is_graphml(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".graphml" || extension == ".xml";
}

/// How the witness, which lies there, names the program's files.
std::vector<std::string> names_from(const std::vector<std::string>& files, const std::string& witness_file) {
  std::vector<std::string> names;
  const std::filesystem::path folder = std::filesystem::absolute(witness_file).parent_path();
  for (const std::string& file : files) {
    std::error_code error;
    const std::filesystem::path name = std::filesystem::proximate(std::filesystem::absolute(file), folder, error);
    names.push_back(error || name.empty() ? file : name.string());
  }
  return names;
}

Witness new_witness(const EvidenceInput& input, WitnessKind kind, const std::string& specification,
                    const std::vector<std::string>& names) {
  Witness witness;
  witness.kind = kind;
  witness.producer = "bireach";
  witness.producer_version = input.version;
  witness.uuid = random_uuid();
  witness.creation_time = current_time();
  const std::vector<std::string>& files = input.program.files;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::string hash;
    for (const auto& [file, digest] : input.sha256)
      if (file == files[i]) hash = digest;
    witness.task.files.emplace_back(names[i], std::move(hash));
  }
  witness.task.specification = specification;
  witness.task.data_model = input.parse.data_model == frontend::DataModel::ILP32 ? "ILP32" : "LP64";
  return witness;
}

void write(Evidence& evidence, const Witness& witness, const std::string& file, WitnessSummary summary) {
  summary.file = file;
  summary.format = is_graphml(file) ? "GraphML 1.0" : "YAML " + witness.format_version;
  evidence.files.push_back({file, is_graphml(file) ? graphml_witness(witness) : yaml_witness(witness)});
  evidence.witness = std::move(summary);
}

}  // namespace

Evidence violation_evidence(const EvidenceInput& input, const frontend::Execution& execution,
                            const EvidenceOptions& options, std::optional<Harness>& harness) {
  Evidence evidence;
  if (!options.any()) return evidence;
  if (execution.states.size() != execution.trace.size() + 1) {
    evidence.problem = "the execution is too long to keep the values along it";
    return evidence;
  }
  const frontend::SourcePoints points = frontend::read_source_points(input.program.files, input.parse);
  if (options.witness_file) {
    const std::vector<std::string> names = names_from(input.program.files, *options.witness_file);
    const frontend::Program& program = input.program;
    const std::string specification =
        program.property.specification(frontend::violated_by(program, execution.trace), program.entry);
    Witness witness = new_witness(input, WitnessKind::violation, specification, names);
    ViolationSequence sequence = violation_sequence(input.program, execution, points, names);
    WitnessSummary summary;
    summary.waypoints = sequence.segments.size();
    summary.values = sequence.values;
    summary.values_left_out = sequence.values_left_out;
    witness.segments = std::move(sequence.segments);
    if (!program.threads.empty()) witness.format_version = "2.2";  // the first one that tells threads
    write(evidence, witness, *options.witness_file, std::move(summary));
  }
  if (options.harness_file || options.replay) {
    harness = make_harness(input.program, execution, points, input.parse, input.version);
    evidence.harness = HarnessSummary{options.harness_file.value_or(""),
                                      harness->values,
                                      harness->objects,
                                      harness->failures,
                                      harness->not_set,
                                      harness->operation};
    if (options.harness_file) {
      evidence.files.push_back({*options.harness_file, harness->text});
      const std::vector<std::string>& texts = harness->program_texts;
      for (std::size_t file = 0; file < texts.size(); ++file)
        evidence.files.push_back({program_text_file(*options.harness_file, file, texts.size()), texts[file]});
    }
  }
  return evidence;
}

Evidence proof_evidence(const EvidenceInput& input, const Safe& proof, const EvidenceOptions& options,
                        std::stop_token stop) {
  Evidence evidence;
  if (!options.witness_file) return evidence;
  const std::vector<std::string> names = names_from(input.program.files, *options.witness_file);
  const std::string specification = input.program.property.specification(input.program.entry);
  Witness witness = new_witness(input, WitnessKind::correctness, specification, names);
  // Of interleavings the locations do not tell what holds at a place whatever the other threads do meanwhile.
  const bool has_threads = !input.program.threads.empty();
  ProofInvariants found =
      has_threads ? ProofInvariants{} : proof_invariants(input.program, proof, input.parse, names, stop);
  if (is_graphml(*options.witness_file)) {
    // An edge there tells the line of what was executed, not what will be.
    found.left_out += static_cast<std::size_t>(
        std::erase_if(found.invariants, [](const WitnessInvariant& invariant) { return !invariant.is_loop; }));
  }
  WitnessSummary summary;
  summary.is_violation = false;
  summary.invariants = found.invariants.size();
  summary.invariants_left_out = found.left_out;
  witness.invariants = std::move(found.invariants);
  write(evidence, witness, *options.witness_file, std::move(summary));
  return evidence;
}

std::vector<std::string> missing_evidence(const Evidence& evidence, const EvidenceOptions& options, EvidenceOf answer) {
  std::vector<std::string> lines;
  const std::string why = answer == EvidenceOf::violation ? ""
                          : answer == EvidenceOf::proof   ? ": there is no violation"
                                                          : ": there is no answer";
  const bool is_told = !evidence.problem.empty() || answer != EvidenceOf::nothing;
  const std::string why_no_witness = is_told ? "" : why;
  if (options.witness_file && !evidence.witness) lines.push_back("No witness was written" + why_no_witness);
  if (options.harness_file && !evidence.harness) lines.push_back("No harness was written" + why);
  if (options.replay && evidence.replays.empty()) lines.push_back("Nothing was replayed" + why);
  return lines;
}

void remove_stale(const Evidence& evidence, const EvidenceOptions& options) {
  const auto remove = [](const std::optional<std::string>& file, bool is_made) {
    std::error_code error;
    if (file && !is_made && std::filesystem::is_regular_file(*file, error)) std::filesystem::remove(*file, error);
  };
  remove(options.witness_file, evidence.witness.has_value());
  remove(options.harness_file, evidence.harness.has_value());
}

std::string witness_name_problem(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".yml" || extension == ".yaml" || is_graphml(file)) return "";
  return "--witness: '" + file + "' ends neither in .yml nor in .graphml";
}

}  // namespace bireach::checker
