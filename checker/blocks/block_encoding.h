// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bireach::checker {

/// Where the program is cut into blocks, the letters of its error traces.
enum class BlockEncoding {
  none,       ///< every location is a cut point
  sequence,   ///< locations where paths meet or part
  loop_free,  ///< only loop heads are
  chains      ///< as `sequence`, with one letter for each path (words of letters = traces of single statements)
};

}  // namespace bireach::checker
