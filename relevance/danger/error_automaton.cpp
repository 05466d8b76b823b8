// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/error_automaton.h"

namespace bireach::relevance {

std::string_view to_string(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::feasible:
      return "feasible";
    case Guarantee::feasible_continuation:
      return "feasible-continuation";
    case Guarantee::feasible_or_nonterminating:
      return "feasible-or-nonterminating";
  }
  return "";
}

}  // namespace bireach::relevance
