// SPDX-License-Identifier: Apache-2.0
/// What reports say of witnesses, harnesses and replays.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "checker/evidence/evidence.h"

namespace bireach::checker {

/// A line for people.
struct EvidenceLine {
  std::string text;
  bool is_warning = false;  ///< nobody should overlook it, even who reads no report
};
[[nodiscard]] std::vector<EvidenceLine> evidence_lines(const Evidence& evidence);
/// The members "witness", "harness" and "replays" of the result file, as far as they apply; `result` is an object.
void add_evidence(const Evidence& evidence, nlohmann::ordered_json& result);

}  // namespace bireach::checker
