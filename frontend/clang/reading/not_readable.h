// SPDX-License-Identifier: Apache-2.0
/// Input that may be C although it cannot be read.
#pragma once

#include "frontend/clang/reading/parse_options.h"

namespace bireach::frontend {

/// What parse_c_files throws for input that may be C, but that Clang cannot read: it nests too deep, or is C as only
/// gcc has it.
class NotReadable : public ParseError {
 public:
  using ParseError::ParseError;
};

}  // namespace bireach::frontend
