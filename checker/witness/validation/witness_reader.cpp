// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/validation/witness_reader.h"

#include <stdexcept>

namespace bireach::checker {
namespace {

void require_well_formed(const frontend::Program& program) {
  const std::vector<std::string> flaws = frontend::check_well_formed(program);
  if (!flaws.empty()) throw std::logic_error("the control-flow automaton is malformed: " + flaws.front());
}

}  // namespace

WitnessReader::WitnessReader(const Witness& witness, std::vector<std::string> files, frontend::ParseOptions parse,
                             const std::vector<std::pair<std::string, std::string>>& sha256, Fallback fallback)
    : witness_(witness), files_(std::move(files)), parse_(std::move(parse)), fallback_(fallback) {
  check_witness_task(witness_, files_, sha256, parse_);
}

std::shared_ptr<const frontend::Program> WitnessReader::read() {
  if (is_violation()) {
    try {
      return guided(Following::strict);
    } catch (const WitnessRejected&) {
      // What typed memory refuses leads to no error location: perhaps memory of bytes has the target.
      if (parse_.memory_as_bytes || fallback_ == Fallback::none) throw;
      return read_as_bytes();
    }
  }
  asserted_ = std::make_shared<const AssertedProgram>(asserted_program(witness_, files_, parse_));
  require_well_formed(asserted_->program);
  return {asserted_, &asserted_->program};
}

std::shared_ptr<const frontend::Program> WitnessReader::read_as_bytes() {
  parse_.memory_as_bytes = true;
  return read();
}

std::shared_ptr<const frontend::Program> WitnessReader::read_with_threads(unsigned copies) {
  parse_.thread_copies = copies;
  return read();
}

std::shared_ptr<const frontend::Program> WitnessReader::read_freely() {
  return guided(Following::free);
}

std::shared_ptr<const frontend::Program> WitnessReader::guided(Following following) {
  GuidedProgram guided = guided_program(witness_, files_, parse_, following);
  require_well_formed(guided.program);
  unused_ = std::move(guided.unused);
  return std::make_shared<const frontend::Program>(std::move(guided.program));
}

}  // namespace bireach::checker
