// SPDX-License-Identifier: Apache-2.0
#include "checker/command/version.h"

namespace bireach::checker {

std::string tool_version() {
  return BIREACH_VERSION;
}

}  // namespace bireach::checker
