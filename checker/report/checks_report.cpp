// SPDX-License-Identifier: Apache-2.0
#include "checker/report/checks_report.h"

namespace bireach::checker {

std::string_view to_string(ReportCheck::Status status) {
  switch (status) {
    case ReportCheck::Status::holds:
      return "holds";
    case ReportCheck::Status::violated:
      return "violated";
    case ReportCheck::Status::unreached:
      return "unreached";
    case ReportCheck::Status::undecided:
      return "undecided";
  }
  return "?";
}

}  // namespace bireach::checker
