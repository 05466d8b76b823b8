// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/term_size.h"

#include <vector>

namespace bireach::relevance {

using logic::Term;

namespace {

constexpr std::size_t named_above = 24;

}  // namespace

bool is_large(Term term) {
  std::size_t count = 0;
  std::vector<Term> pending{term};
  while (!pending.empty()) {
    const Term next = pending.back();
    pending.pop_back();
    if (++count > named_above || next.children().size() > named_above) return true;
    pending.insert(pending.end(), next.children().begin(), next.children().end());
  }
  return false;
}

}  // namespace bireach::relevance
