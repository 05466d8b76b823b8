// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.21.7 to 7.21.10. One character waits at a time, which is what C promises of a stream; a second
/// one is refused, and so is the end of a second stream before the first one is closed. As glibc has it, a stream that
/// has ended goes on only when its indicator is cleared.
#include "frontend/clang/library/stream_state_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace bireach::frontend {
namespace {

constexpr std::string_view state_prefix = "bireach_state_";

/// What moves within a stream, or reads or makes one in a way that is not written here; and threads, since each call
/// locks its stream. Between spaces. So do some of scanf's kin.
constexpr std::string_view others =
    " _IO_ungetc __fgets_chk __fgets_unlocked_chk __fpurge __fread_chk __fread_unlocked_chk __getdelim __gets_chk"
    " __uflow __underflow clearerr_unlocked fcloseall fgets_unlocked fgetwc fgetwc_unlocked fgetws fgetws_unlocked "
    "fmemopen"
    " fopencookie fork fpurge fread_unlocked freopen freopen64 fseeko fseeko64 fsetpos fsetpos64 gets getw getwc "
    "getwc_unlocked getwchar getwchar_unlocked open_memstream open_wmemstream pthread_create"
    " pclose thrd_create ungetwc vfork ";

constexpr const char* state = R"(
#ifndef NEXT_CHARACTER
static struct _IO_FILE *bireach_ungetc_stream;
static int bireach_ungetc_character;
extern struct _IO_FILE *stdin;
/* The indicators of the stream that came to an end last, or failed to read. */
static struct _IO_FILE *bireach_ended_stream;
static int bireach_stream_ended, bireach_stream_failed;
#define MEET_END(stream, is_failure)                                                 \
  if (bireach_ended_stream != (stream)) {                                            \
    if (bireach_ended_stream) bireach_refuse("the ends of two streams");             \
    bireach_ended_stream = (stream);                                                 \
    bireach_stream_failed = 0;                                                       \
  }                                                                                  \
  if (is_failure) bireach_stream_failed = 1;                                         \
  else bireach_stream_ended = 1;
static void bireach_forget_end(struct _IO_FILE *stream, int failure) {
  if (bireach_ended_stream != stream) return;
  bireach_stream_ended = 0;
  if (failure) bireach_stream_failed = 0;
}
#define NEXT_CHARACTER(name, stream)                                                 \
  int name;                                                                          \
  if (bireach_ungetc_stream && bireach_ungetc_stream == (stream)) {                  \
    bireach_ungetc_stream = 0;                                                       \
    name = bireach_ungetc_character;                                                 \
  } else if (bireach_stream_ended && bireach_ended_stream == (stream)) {             \
    name = -1;                                                                       \
  } else {                                                                           \
    name = bireach_input_character();                                                \
    if (name < -1 || name > 255) bireach_outside();                                  \
    if (name == -1) {                                                                \
      MEET_END(stream, bireach_input_failure())                                      \
    }                                                                                \
  }
int WITH_STATE(ungetc)(int c, struct _IO_FILE *stream) {
  if (!stream) bireach_misuse("a null pointer for a stream");
  if (c == -1) return -1;
  if (bireach_ungetc_stream) bireach_refuse("a second character put back before the first is read");
  bireach_ungetc_stream = stream;
  bireach_ungetc_character = (unsigned char)c;
  bireach_forget_end(stream, 0);
  return bireach_ungetc_character;
}
#define HAS_ENDED (bireach_stream_ended && bireach_ended_stream == stream)
int WITH_STATE(feof)(struct _IO_FILE *stream) { return HAS_ENDED; }
int WITH_STATE(feof_unlocked)(struct _IO_FILE *stream) { return HAS_ENDED; }
/* Writing may fail as well, where one can write. */
extern struct _IO_FILE *stdout, *stderr;
#ifdef WRITES_STREAMS
#define MAY_BE_WRITTEN
#else
#define MAY_BE_WRITTEN if (stream != stdout && stream != stderr) return 0;
#endif
#define HAS_FAILED                                                                   \
  {                                                                                  \
    if (stream == bireach_ended_stream) return bireach_stream_failed;                \
    if (stream == stdin) return 0;                                                   \
    MAY_BE_WRITTEN                                                                   \
    int got = bireach_input_int();                                                   \
    if (got != 0 && got != 1) bireach_outside();                                     \
    return got;                                                                      \
  }
int WITH_STATE(ferror)(struct _IO_FILE *stream) HAS_FAILED
int WITH_STATE(ferror_unlocked)(struct _IO_FILE *stream) HAS_FAILED
void WITH_STATE(clearerr)(struct _IO_FILE *stream) { bireach_forget_end(stream, 1); }
int WITH_STATE(fclose)(struct _IO_FILE *stream) {
  int got = bireach_input_int();
  if (got != 0 && got != -1) bireach_outside();
  if (bireach_ungetc_stream == stream) bireach_ungetc_stream = 0;
  if (bireach_ended_stream == stream) {
    bireach_ended_stream = 0;
    bireach_stream_ended = 0;
    bireach_stream_failed = 0;
  }
  return got;
}
int WITH_STATE(fseek)(struct _IO_FILE *stream, long offset, int from) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  if (bireach_ungetc_stream == stream) bireach_ungetc_stream = 0;
  bireach_forget_end(stream, 0);
  return 0;
}
void WITH_STATE(rewind)(struct _IO_FILE *stream) {
  if (bireach_ungetc_stream == stream) bireach_ungetc_stream = 0;
  bireach_forget_end(stream, 1);
}
#endif
)";

constexpr const char* characters = R"(
#define READS_CHARACTER(name)                                                        \
  int WITH_STATE(name)(struct _IO_FILE *stream) {                                        \
    NEXT_CHARACTER(c, stream)                                                        \
    return c;                                                                        \
  }
READS_CHARACTER(fgetc)
READS_CHARACTER(fgetc_unlocked)
READS_CHARACTER(getc)
READS_CHARACTER(getc_unlocked)
READS_CHARACTER(_IO_getc)
int WITH_STATE(getchar)(void) {
  NEXT_CHARACTER(c, stdin)
  return c;
}
int WITH_STATE(getchar_unlocked)(void) {
  NEXT_CHARACTER(c, stdin)
  return c;
}
)";

constexpr const char* lines = R"(
/* An error may come behind some characters; unless it is that the rest is late, they do not count. */
char *WITH_STATE(fgets)(char *to, int count, struct _IO_FILE *stream) {
  int i = 0;
  if (count <= 0) return 0;
  while (i < count - 1) {
    NEXT_CHARACTER(c, stream)
    if (c == -1 && (i == 0 || (!bireach_stream_ended && bireach_input_failure()))) return 0;
    if (c == -1) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  to[i] = 0;
  return to;
}
size_t WITH_STATE(fread)(void *object, size_t size, size_t count, struct _IO_FILE *stream) {
  unsigned char *to = object;
  if (!size) return 0;
  size_t i = 0;
  for (; i < size * count; i++) {
    NEXT_CHARACTER(c, stream)
    if (c == -1) break;
    to[i] = (unsigned char)c;
  }
  return i / size;
}
)";

constexpr const char* long_lines = R"(
__PTRDIFF_TYPE__ WITH_STATE(getline)(char **line, size_t *size, struct _IO_FILE *stream) { READ_LINE(line, size, '\n') }
__PTRDIFF_TYPE__ WITH_STATE(getdelim)(char **line, size_t *size, int end, struct _IO_FILE *stream) {
  READ_LINE(line, size, end)
}
)";

constexpr const char* in_replay = R"(
#undef WITH_STATE
#define WITH_STATE(name) name
#undef bireach_misuse
#define bireach_misuse(what)
)";

}  // namespace

const std::vector<LibraryPart>& stream_state_parts() {
  static const std::string in_model = "#define WITH_STATE(name) bireach_state_##name\n";
  static const std::string model = in_model + state + characters;
  static const std::string replayed_characters = std::string(in_replay).append(state).append(characters);
  static const std::string model_lines = std::string(lines)
                                             .append("#undef READ_LINE\n")
                                             .append(line_reader("    NEXT_CHARACTER(c, stream)"))
                                             .append(long_lines);
  static const std::string replayed_lines = std::string(in_replay).append(state).append(model_lines);
  static const std::vector<LibraryPart> result{
      {{"bireach_state_ungetc", "bireach_state_getchar", "bireach_state_getc", "bireach_state_fgetc",
        "bireach_state_getchar_unlocked", "bireach_state_getc_unlocked", "bireach_state_fgetc_unlocked",
        "bireach_state__IO_getc", "bireach_state_feof", "bireach_state_feof_unlocked", "bireach_state_ferror",
        "bireach_state_ferror_unlocked", "bireach_state_clearerr", "bireach_state_fclose", "bireach_state_fseek",
        "bireach_state_rewind"},
       model,
       replayed_characters},
      {{"bireach_state_fgets", "bireach_state_fread", "bireach_state_getline", "bireach_state_getdelim"},
       model_lines,
       replayed_lines}};
  return result;
}

bool streams_have_state(const std::set<std::string>& used) {
  const auto is_other = [](const std::string& name) {
    const bool is_written_out = name == "scanf" || name == "fscanf" || name.starts_with("__isoc99_scanf") ||
                                name.starts_with("__isoc99_fscanf") || name.ends_with("sscanf") ||
                                name.ends_with("swscanf");
    return (name.ends_with("scanf") && !is_written_out) || others.find(" " + name + " ") != others.npos;
  };
  if (used.contains("ungetc") && (used.contains("fflush") || used.contains("fflush_unlocked"))) return false;
  const auto is_used = [&used](const char* name) { return used.contains(name); };
  constexpr auto wanted = std::to_array({"ungetc", "feof", "feof_unlocked", "ferror", "ferror_unlocked", "clearerr"});
  return std::any_of(wanted.begin(), wanted.end(), is_used) && std::none_of(used.begin(), used.end(), is_other);
}

bool writes_streams(const std::set<std::string>& used) {
  constexpr std::string_view writers =
      " _IO_putc __fprintf_chk __fwprintf_chk __vfprintf_chk __vfwprintf_chk fprintf fputc fputc_unlocked fputs"
      " fputs_unlocked fputwc fputwc_unlocked fputws fputws_unlocked fwprintf fwrite fwrite_unlocked putc putc_unlocked"
      " putw putwc putwc_unlocked vfprintf vfwprintf ";
  return std::any_of(used.begin(), used.end(),
                     [&](const std::string& name) { return writers.find(" " + name + " ") != writers.npos; });
}

std::optional<std::string> symbol_with_state(const std::string& function) {
  const std::string symbol = std::string(state_prefix) + function;
  for (const LibraryPart& part : stream_state_parts())
    if (std::find(part.names.begin(), part.names.end(), symbol) != part.names.end()) return symbol;
  return std::nullopt;
}

std::string function_with_state(const std::string& symbol) {
  return symbol.starts_with(state_prefix) ? symbol.substr(state_prefix.size()) : std::string();
}

}  // namespace bireach::frontend
