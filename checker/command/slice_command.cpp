// SPDX-License-Identifier: Apache-2.0
#include "checker/command/slice_command.h"

#include "checker/command/session.h"

namespace bireach::checker {

int run_slice(const SliceOptions& options, Clock::time_point start, OutputGate& gate) {
  TextStyle style = style_of(options.check);
  style.subject = TextSubject::slice;
  Command command{options.check, options_in_force(options), style,
                  [&options](ProgramReader& reader, const RunDescription&) {
                    Inquiry inquiry{read_subject(reader, options.check.input.memory), question_of(options.check)};
                    inquiry.question.goal = FirstTrace{};
                    inquiry.question.slice = options.wish;
                    return inquiry;
                  }};
  return run_session(std::move(command), start, gate);
}

}  // namespace bireach::checker
