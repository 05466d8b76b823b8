// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bireach::frontend {

/// What an execution may meet of C's undefined behaviour, as far as executing it notes that.
enum class UndefinedBehaviour : std::uint8_t {
  SignedOverflow,
  DivisionByZero,
  ShiftOutOfRange,
  IndexOutOfBounds,
  InvalidAccess,
  ConversionOutOfRange  ///< of a floating-point value to an integer type
};

}  // namespace bireach::frontend
