// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bireach::frontend {

/// One visitor of several functions, for std::visit: the compiler names the alternative that none of them takes.
template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace bireach::frontend
