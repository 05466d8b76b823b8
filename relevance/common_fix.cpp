// SPDX-License-Identifier: Apache-2.0
#include "relevance/program_relevance.h"

namespace bireach::relevance {

CommonFix find_common_fix(const TraceCollection& /*traces*/, std::uint32_t /*statement*/,
                          const CommonFixConfig& /*config*/) {
  CommonFix result;
  result.reason = "the question is not decided yet";
  return result;
}

}  // namespace bireach::relevance
