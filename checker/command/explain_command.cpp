// SPDX-License-Identifier: Apache-2.0
#include "checker/command/explain_command.h"

#include "checker/command/session.h"

namespace bireach::checker {

int run_explain(const ExplainOptions& options, Clock::time_point start, OutputGate& gate) {
  Command command{options.check, options_in_force(options), style_of(options.check, options.traces),
                  [&options](ProgramReader& reader, const RunDescription&) {
                    Inquiry inquiry{read_subject(reader, options.check.input.memory), question_of(options.check)};
                    inquiry.question.goal = AllTraces{options.harvest};
                    inquiry.question.suspects = true;
                    inquiry.question.invariants = options.invariants;
                    inquiry.question.repair = options.repair;
                    return inquiry;
                  }};
  return run_session(std::move(command), start, gate);
}

}  // namespace bireach::checker
