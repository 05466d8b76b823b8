// SPDX-License-Identifier: Apache-2.0
#include "checker/command/validate_command.h"

#include <optional>

#include "checker/command/session.h"
#include "checker/witness/validation/witness_reader.h"
#include "checker/witness/witness.h"
#include "frontend/clang/reading/source_editor.h"

namespace bireach::checker {
namespace {

Inquiry ask(const ValidateOptions& options, const Witness& witness, std::optional<WitnessReader>& witness_reader,
            const ProgramReader& reader, const RunDescription& description) {
  const InputOptions& input = options.check.input;
  const MemoryReading memory = first_reading(input.memory);
  const auto fallback =
      input.memory == MemoryModel::automatic ? WitnessReader::Fallback::bytes : WitnessReader::Fallback::none;
  witness_reader.emplace(witness, input.files, reader.parse_options(memory), description.sha256, fallback);
  Inquiry inquiry{{witness_reader->read(), {}}, question_of(options.check)};
  if (fallback == WitnessReader::Fallback::bytes)
    inquiry.subject.read_as_bytes = [&witness_reader] { return witness_reader->read_as_bytes(); };
  inquiry.subject.read_with_threads = [&witness_reader](unsigned copies) {
    return witness_reader->read_with_threads(copies);
  };
  inquiry.question.goal = WitnessHolds{&*witness_reader};
  return inquiry;
}

}  // namespace

int run_validate(const ValidateOptions& options, Clock::time_point start, OutputGate& gate) {
  static ValidateOptions own = options;
  static Witness witness;
  static std::optional<WitnessReader> witness_reader;
  try {
    witness = read_witness(frontend::read_text_file(own.witness_file), own.witness_file);
  } catch (const WitnessError& problem) {
    return report_bad_input(problem.what());
  } catch (const frontend::ParseError& problem) {
    return report_bad_input(problem.what());
  }
  if (own.check.input.property.named.empty()) {
    try {
      for (const frontend::Violation kind : specified_property(witness).kinds)
        own.check.input.property.named.emplace_back(frontend::kind_of(kind).name);
    } catch (const std::runtime_error&) {
      // The witness will be refused, with the reason.
    }
  }
  if (!own.model_given) {
    own.check.input.data_model =
        witness.task.data_model == "ILP32" ? frontend::DataModel::ILP32 : frontend::DataModel::LP64;
  }
  Command command{own.check, options_in_force(own), style_of(own.check),
                  [](ProgramReader& reader, const RunDescription& description) {
                    return ask(own, witness, witness_reader, reader, description);
                  }};
  return run_session(std::move(command), start, gate);
}

}  // namespace bireach::checker
