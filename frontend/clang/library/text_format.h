// SPDX-License-Identifier: Apache-2.0
/// Formats of printf and scanf, taken apart (C11 7.21.6.1, 7.21.6.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bireach::frontend {

/// A conversion, or text that stands for itself.
struct FormatPiece {
  std::string text;    ///< what stands for itself; of scanf's `[` the characters between the brackets
  char kind = 0;       ///< 'd', 's', …; 0: it is text; '?': it is not known here (`%1$d`, `%'d`, …)
  std::string flags;   ///< of printf, some of "-+ #0"
  std::string length;  ///< "", "hh", "h", "l", "ll", "z", "j", "t", "L"
  std::optional<int> width;
  std::optional<int> precision;
  bool takes_width = false;      ///< `*` of printf: an argument says it …
  bool takes_precision = false;  ///< … and this
  bool is_suppressed = false;    ///< `*` of scanf
  std::string written = {};      ///< the conversion as it stands in the format: "%-5ld"
};

/// The pieces of printf's format. Linear in its length.
[[nodiscard]] std::vector<FormatPiece> printed_pieces(std::string_view format);
/// The same of scanf's. White space is a text of one blank.
[[nodiscard]] std::vector<FormatPiece> scanned_pieces(std::string_view format);

}  // namespace bireach::frontend
