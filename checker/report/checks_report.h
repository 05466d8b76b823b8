// SPDX-License-Identifier: Apache-2.0
/// What became of each check of a program, as report data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "checker/report/report_place.h"
#include "frontend/program/property.h"

namespace bireach::checker {

/// A place at which a kind of errors may happen, over all copies of the code.
struct ReportCheck {
  enum class Status : std::uint8_t {
    holds,      ///< proved and certified: no execution violates it
    violated,   ///< an execution that was replayed does
    unreached,  ///< it holds, since no execution comes there
    undecided
  };
  frontend::Violation kind = frontend::Violation::unreach_call;
  ReportPlace place;
  std::string short_place;  ///< for people: "a.c:7"
  std::string note;         ///< "invalid write: b[i]"
  Status status = Status::undecided;
  std::optional<std::size_t> trace;  ///< of the report, from 1, that ends in it
};
/// "holds", "violated", "unreached", "undecided"
[[nodiscard]] std::string_view to_string(ReportCheck::Status status);

}  // namespace bireach::checker
