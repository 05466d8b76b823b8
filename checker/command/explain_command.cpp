// SPDX-License-Identifier: Apache-2.0
#include "checker/command/explain_command.h"

#include <memory>
#include <vector>

#include "checker/command/session.h"

namespace bireach::checker {

int run_explain(const ExplainOptions& options, Clock::time_point start, OutputGate& gate) {
  Command command{options.check, options_in_force(options), options.traces,
                  [&options](ProgramReader& reader, const RunDescription&) {
                    Inquiry inquiry{read_subject(reader, options.check.input.memory), question_of(options.check)};
                    inquiry.question.goal = AllTraces{options.harvest};
                    return inquiry;
                  }};
  // They live as long as the process: taking millions of terms apart at the end would only cost time.
  static auto& sessions = *new std::vector<std::unique_ptr<Session>>;
  return sessions.emplace_back(std::make_unique<Session>(std::move(command), start, gate))->run();
}

}  // namespace bireach::checker
