// SPDX-License-Identifier: Apache-2.0
/// The parts of library_text(): definitions in C of functions that belong together. A local variable called `any` is
/// never assigned: it holds any value, where the result may be one of many.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bireach::frontend {

struct LibraryPart {
  std::vector<std::string_view> names;  ///< of the functions it defines
  std::string_view text;
  /// What the replay compiles in place of the library's functions, if that is not the text.
  std::string_view replayed = {};
};

/// <string.h>, <strings.h>, and what glibc adds to them.
[[nodiscard]] const std::vector<LibraryPart>& string_parts();
/// <stdlib.h> and <inttypes.h>: text to numbers, division, sorting and searching; `errno`.
[[nodiscard]] const std::vector<LibraryPart>& number_parts();
/// <stdio.h>, <time.h>, <unistd.h>: what comes from outside of the program.
[[nodiscard]] const std::vector<LibraryPart>& stream_parts();
/// The macro READ_LINE(line, size, end): what getdelim does with characters that the statement `next` makes, as `c`.
[[nodiscard]] std::string line_reader(std::string_view next);
/// <unistd.h>, <fcntl.h>, <time.h>: calls of the system with any result.
[[nodiscard]] const std::vector<LibraryPart>& system_parts();
/// <time.h>: times as text.
[[nodiscard]] const std::vector<LibraryPart>& time_parts();
/// getenv and strerror.
[[nodiscard]] const std::vector<LibraryPart>& environment_parts();
/// What _FORTIFY_SOURCE makes of functions: __strcpy_chk and the like.
[[nodiscard]] const std::vector<LibraryPart>& fortified_parts();
/// <stdio.h>: what printf and its kin write, which the text of special calls uses, too.
[[nodiscard]] const std::vector<LibraryPart>& printed_parts();
/// <wchar.h> and <wctype.h> in the "C" locale.
[[nodiscard]] const std::vector<LibraryPart>& wide_parts();

/// What depends on the locale, as long as that is "C": collation, wide characters, characters of several bytes.
[[nodiscard]] const std::vector<LibraryPart>& locale_parts();
/// <math.h>: exponents and neighbours of numbers.
[[nodiscard]] const std::vector<LibraryPart>& exponent_parts();
/// <arpa/inet.h>, <poll.h>, <sys/socket.h>: the order of bytes; calls about connections, with any result.
[[nodiscard]] const std::vector<LibraryPart>& network_parts();
/// <libgen.h>, <sys/stat.h>, <sys/random.h>: names of files, and what is told of files.
[[nodiscard]] const std::vector<LibraryPart>& file_parts();
/// getopt and getopt_long.
[[nodiscard]] const std::vector<LibraryPart>& option_parts();

}  // namespace bireach::frontend
