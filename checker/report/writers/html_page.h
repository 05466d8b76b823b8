// SPDX-License-Identifier: Apache-2.0
/// The parts of the page that are the same in every report; embedded.cmake makes them of the files beside this one.
#pragma once

#include <string_view>

namespace bireach::checker {

/// With {{policy}}, {{style}}, {{islands}} and {{script}}, in this order.
[[nodiscard]] std::string_view page_template();
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();

}  // namespace bireach::checker
