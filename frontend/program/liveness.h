// SPDX-License-Identifier: Apache-2.0
/// Live variables: backward data-flow analysis, of programs and of graphs that are still being built.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// What an edge does to variables.
struct FlowEffect {
  std::size_t source = 0;
  std::size_t target = 0;
  std::vector<VariableId> reads;
  std::optional<VariableId> overwrites;  ///< what it also reads stays live
};

/// result[p][v]: may v be read on some way from place p before it is overwritten? For places and variables less than
/// the given numbers, in O(effects * places * variables) at worst.
[[nodiscard]] std::vector<std::vector<bool>> live_variables(std::size_t places, std::size_t variables,
                                                            const std::vector<FlowEffect>& effects);
/// The same of the places that are wanted, in their order.
[[nodiscard]] std::vector<std::vector<bool>> live_variables(std::size_t places, std::size_t variables,
                                                            const std::vector<FlowEffect>& effects,
                                                            const std::vector<std::size_t>& wanted);

/// result[l][v]: may v be read from location l on before it is overwritten?
[[nodiscard]] std::vector<std::vector<bool>> live_variables(const Program& program);

}  // namespace bireach::frontend
