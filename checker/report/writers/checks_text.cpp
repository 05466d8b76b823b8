// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/checks_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace bireach::checker {
namespace {

using Status = ReportCheck::Status;

/// "a.c:7 valid-deref: invalid write: b[i]", "valid-memcleanup: memory is not freed"
std::string words(const ReportCheck& check) {
  return fmt::format("{}{}{}: {}", check.short_place, check.short_place.empty() ? "" : " ",
                     frontend::kind_of(check.kind).name, check.note);
}

}  // namespace

void write_checks(TextPage& page, const Report& report) {
  if (report.checks.empty()) return;
  constexpr std::size_t most = 20;
  const auto count = [&](Status status) {
    return static_cast<std::size_t>(std::count_if(report.checks.begin(), report.checks.end(),
                                                  [&](const ReportCheck& check) { return check.status == status; }));
  };
  std::string summary;
  for (const Status status : {Status::violated, Status::undecided, Status::holds, Status::unreached})
    if (const std::size_t number = count(status); number != 0)
      summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", number, to_string(status));
  page.line(fmt::format("{}: {}", counted(report.checks.size(), "check"), summary));
  std::size_t shown = 0;
  for (const Status status : {Status::violated, Status::undecided}) {
    for (const ReportCheck& check : report.checks) {
      if (check.status != status || ++shown > most) continue;
      page.item(fmt::format("  {}  ", padded(std::string(to_string(status)), to_string(Status::undecided).size())),
                words(check));
    }
  }
  if (shown > most) page.line(fmt::format("  … and {} more (--json has all)", shown - most));
  page.line();
}

}  // namespace bireach::checker
