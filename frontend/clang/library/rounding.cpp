// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/rounding.h"

#include <algorithm>
#include <string_view>

namespace bireach::frontend {
namespace {

/// Of these, the models round to nearest without an operation that shows it. Between spaces; also with f and l behind.
constexpr std::string_view round_unseen =
    " sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sincos exp exp2 exp10 expm1 log log2 log10 log1p cbrt"
    " erf erfc tgamma pow atan2 hypot strtod strto atof sscanf vsscanf sprintf snprintf asprintf vsprintf vsnprintf"
    " vasprintf __isoc99_sscanf __isoc99_vsscanf ";

bool rounds_unseen(std::string_view name) {
  const auto is_listed = [](std::string_view of) {
    return round_unseen.find(" " + std::string(of) + " ") != round_unseen.npos;
  };
  const bool has_suffix = name.ends_with('f') || name.ends_with('l') || name.ends_with("ld");
  return is_listed(name) || (has_suffix && is_listed(name.substr(0, name.size() - (name.ends_with("ld") ? 2 : 1))));
}

}  // namespace

bool sets_rounding(const std::set<std::string>& used) {
  return used.contains("fesetround") && std::none_of(used.begin(), used.end(), rounds_unseen);
}

}  // namespace bireach::frontend
