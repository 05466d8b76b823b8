// SPDX-License-Identifier: Apache-2.0
#include "checker/command/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace bireach::checker {

TextStyle on_standard_output(TextStyle style) {
  if (isatty(STDOUT_FILENO) == 0) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  style.colour =
      (no_colour == nullptr || *no_colour == '\0') && (terminal == nullptr || std::string(terminal) != "dumb");
  winsize size{};
  style.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  return style;
}

bool shows_progress(const CheckOptions& options) {
  return options.show_progress && options.input.log_level != LogLevel::quiet && isatty(STDERR_FILENO) != 0;
}

}  // namespace bireach::checker
