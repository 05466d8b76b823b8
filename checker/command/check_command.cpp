// SPDX-License-Identifier: Apache-2.0
#include "checker/command/check_command.h"

#include "checker/command/session.h"

namespace bireach::checker {

int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate) {
  Command command{options, options_in_force(options), style_of(options),
                  [&options](ProgramReader& reader, const RunDescription&) {
                    return Inquiry{read_subject(reader, options.input.memory), question_of(options)};
                  }};
  return run_session(std::move(command), start, gate);
}

}  // namespace bireach::checker
