// SPDX-License-Identifier: Apache-2.0
#include "checker/report/suspects_report.h"

namespace bireach::checker {

std::string_view to_string(SuspectKind kind) {
  switch (kind) {
    case SuspectKind::assignment:
      return "assignment";
    case SuspectKind::condition:
      return "condition";
    case SuspectKind::argument:
      return "argument";
    case SuspectKind::returned:
      return "return";
    case SuspectKind::missing:
      break;
  }
  return "missing";
}

std::string_view to_string(RepairStatus status) {
  return status == RepairStatus::proved ? "proved" : "bounded";
}

}  // namespace bireach::checker
