// SPDX-License-Identifier: Apache-2.0
#include "checker/command/repair_command.h"

#include "checker/command/session.h"

namespace bireach::checker {

int run_repair(const RepairOptions& options, Clock::time_point start, OutputGate& gate) {
  TextStyle style = style_of(options.check, options.traces);
  style.subject = TextSubject::repairs;
  Command command{options.check, options_in_force(options), style,
                  [&options](ProgramReader& reader, const RunDescription&) {
                    Inquiry inquiry{read_subject(reader, options.check.input.memory), question_of(options.check)};
                    inquiry.question.goal = FirstTrace{};
                    inquiry.question.suspects = true;
                    inquiry.question.repair = options.wish;
                    return inquiry;
                  }};
  return run_session(std::move(command), start, gate);
}

}  // namespace bireach::checker
