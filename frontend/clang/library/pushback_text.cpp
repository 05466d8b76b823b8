// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.21.7. One character waits at a time, which is what C promises of a stream; a second one is
/// refused.
#include "frontend/clang/library/pushback_text.h"

#include <algorithm>
#include <string_view>

namespace bireach::frontend {
namespace {

constexpr std::string_view pushback_prefix = "bireach_pushed_";

/// What moves within a stream, or reads or makes one in a way that is not written here; and threads, since each call
/// locks its stream. Between spaces. So do scanf and its kin.
constexpr std::string_view others =
    " _IO_ungetc __fgets_chk __fgets_unlocked_chk __fpurge __fread_chk __fread_unlocked_chk __getdelim __gets_chk"
    " __uflow __underflow fflush fflush_unlocked fgets_unlocked fgetwc fgetwc_unlocked fgetws fgetws_unlocked fmemopen"
    " fopencookie fork fpurge fread fread_unlocked freopen freopen64 fseek fseeko fseeko64 fsetpos fsetpos64 getdelim"
    " getline gets getw getwc getwc_unlocked getwchar getwchar_unlocked open_memstream open_wmemstream pthread_create"
    " rewind thrd_create ungetwc vfork ";

constexpr const char* state = R"(
#ifndef NEXT_CHARACTER
static struct _IO_FILE *bireach_ungetc_stream;
static int bireach_ungetc_character;
extern struct _IO_FILE *stdin;
#define NEXT_CHARACTER(name, stream)                                                 \
  int name;                                                                          \
  if (bireach_ungetc_stream && bireach_ungetc_stream == (stream)) {                          \
    bireach_ungetc_stream = 0;                                                           \
    name = bireach_ungetc_character;                                                 \
  } else {                                                                           \
    name = bireach_input_character();                                                \
    if (name < -1 || name > 255) bireach_outside();                                  \
  }
int PUSHED(ungetc)(int c, struct _IO_FILE *stream) {
  if (!stream) bireach_misuse("a null pointer for a stream");
  if (c == -1) return -1;
  if (bireach_ungetc_stream) bireach_refuse("a second character put back before the first is read");
  bireach_ungetc_stream = stream;
  bireach_ungetc_character = (unsigned char)c;
  return bireach_ungetc_character;
}
#endif
)";

constexpr const char* characters = R"(
#define READS_CHARACTER(name)                                                        \
  int PUSHED(name)(struct _IO_FILE *stream) {                                        \
    NEXT_CHARACTER(c, stream)                                                        \
    return c;                                                                        \
  }
READS_CHARACTER(fgetc)
READS_CHARACTER(fgetc_unlocked)
READS_CHARACTER(getc)
READS_CHARACTER(getc_unlocked)
READS_CHARACTER(_IO_getc)
int PUSHED(getchar)(void) {
  NEXT_CHARACTER(c, stdin)
  return c;
}
int PUSHED(getchar_unlocked)(void) {
  NEXT_CHARACTER(c, stdin)
  return c;
}
#define IS_AT_END (bireach_ungetc_stream && bireach_ungetc_stream == stream ? 0 : bireach_input_int())
int PUSHED(feof)(struct _IO_FILE *stream) { return IS_AT_END; }
int PUSHED(feof_unlocked)(struct _IO_FILE *stream) { return IS_AT_END; }
)";

constexpr const char* lines = R"(
char *PUSHED(fgets)(char *to, int count, struct _IO_FILE *stream) {
  int i = 0;
  if (count <= 0) return 0;
  while (i < count - 1) {
    NEXT_CHARACTER(c, stream)
    if (c == -1 && (i == 0 || bireach_input_int())) return 0;
    if (c == -1) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  to[i] = 0;
  return to;
}
)";

constexpr const char* in_replay = R"(
#undef PUSHED
#define PUSHED(name) name
#undef bireach_misuse
#define bireach_misuse(what)
)";

}  // namespace

const std::vector<LibraryPart>& pushback_parts() {
  static const std::string in_model = "#define PUSHED(name) bireach_pushed_##name\n";
  static const std::string model = in_model + state + characters;
  static const std::string replayed_characters = std::string(in_replay) + state + characters;
  static const std::string replayed_lines = std::string(in_replay) + state + lines;
  static const std::vector<LibraryPart> result{
      {{"bireach_pushed_ungetc", "bireach_pushed_getchar", "bireach_pushed_getc", "bireach_pushed_fgetc",
        "bireach_pushed_getchar_unlocked", "bireach_pushed_getc_unlocked", "bireach_pushed_fgetc_unlocked",
        "bireach_pushed__IO_getc", "bireach_pushed_feof", "bireach_pushed_feof_unlocked"},
       model,
       replayed_characters},
      {{"bireach_pushed_fgets"}, lines, replayed_lines}};
  return result;
}

bool puts_back(const std::set<std::string>& used) {
  const auto is_other = [](const std::string& name) {
    const bool scans_text = name.ends_with("sscanf") || name.ends_with("swscanf");
    return (name.ends_with("scanf") && !scans_text) || others.find(" " + name + " ") != others.npos;
  };
  return used.contains("ungetc") && std::none_of(used.begin(), used.end(), is_other);
}

std::optional<std::string> pushback_symbol(const std::string& function) {
  const std::string symbol = std::string(pushback_prefix) + function;
  for (const LibraryPart& part : pushback_parts())
    if (std::find(part.names.begin(), part.names.end(), symbol) != part.names.end()) return symbol;
  return std::nullopt;
}

std::string pushback_function(const std::string& symbol) {
  return symbol.starts_with(pushback_prefix) ? symbol.substr(pushback_prefix.size()) : std::string();
}

}  // namespace bireach::frontend
