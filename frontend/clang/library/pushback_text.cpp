// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.21.7 to 7.21.10. One character waits at a time, which is what C promises of a stream; a second
/// one is refused, and so is the end of a second stream before the first one is closed. As glibc has it, a stream that
/// has ended goes on only when its indicator is cleared.
#include "frontend/clang/library/pushback_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace bireach::frontend {
namespace {

constexpr std::string_view pushback_prefix = "bireach_pushed_";

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
      MEET_END(stream, bireach_input_int())                                          \
    }                                                                                \
  }
int PUSHED(ungetc)(int c, struct _IO_FILE *stream) {
  if (!stream) bireach_misuse("a null pointer for a stream");
  if (c == -1) return -1;
  if (bireach_ungetc_stream) bireach_refuse("a second character put back before the first is read");
  bireach_ungetc_stream = stream;
  bireach_ungetc_character = (unsigned char)c;
  bireach_forget_end(stream, 0);
  return bireach_ungetc_character;
}
#define HAS_ENDED (bireach_stream_ended && bireach_ended_stream == stream)
int PUSHED(feof)(struct _IO_FILE *stream) { return HAS_ENDED; }
int PUSHED(feof_unlocked)(struct _IO_FILE *stream) { return HAS_ENDED; }
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
int PUSHED(ferror)(struct _IO_FILE *stream) HAS_FAILED
int PUSHED(ferror_unlocked)(struct _IO_FILE *stream) HAS_FAILED
void PUSHED(clearerr)(struct _IO_FILE *stream) { bireach_forget_end(stream, 1); }
int PUSHED(fclose)(struct _IO_FILE *stream) {
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
int PUSHED(fseek)(struct _IO_FILE *stream, long offset, int from) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  if (bireach_ungetc_stream == stream) bireach_ungetc_stream = 0;
  bireach_forget_end(stream, 0);
  return 0;
}
void PUSHED(rewind)(struct _IO_FILE *stream) {
  if (bireach_ungetc_stream == stream) bireach_ungetc_stream = 0;
  bireach_forget_end(stream, 1);
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
)";

constexpr const char* lines = R"(
/* An error may come behind some characters; unless it is that the rest is late, they do not count. */
char *PUSHED(fgets)(char *to, int count, struct _IO_FILE *stream) {
  int i = 0;
  if (count <= 0) return 0;
  while (i < count - 1) {
    NEXT_CHARACTER(c, stream)
    if (c == -1 && (i == 0 || (!bireach_stream_ended && bireach_input_int()))) return 0;
    if (c == -1) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  to[i] = 0;
  return to;
}
size_t PUSHED(fread)(void *object, size_t size, size_t count, struct _IO_FILE *stream) {
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
__PTRDIFF_TYPE__ PUSHED(getline)(char **line, size_t *size, struct _IO_FILE *stream) { READ_LINE(line, size, '\n') }
__PTRDIFF_TYPE__ PUSHED(getdelim)(char **line, size_t *size, int end, struct _IO_FILE *stream) {
  READ_LINE(line, size, end)
}
)";

constexpr const char* in_replay = R"(
#define KEEPS_STREAMS
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
  static const std::string model_lines = std::string(lines)
                                             .append("#undef READ_LINE\n")
                                             .append(line_reader("    NEXT_CHARACTER(c, stream)"))
                                             .append(long_lines);
  static const std::string replayed_lines = std::string(in_replay) + state + model_lines;
  static const std::vector<LibraryPart> result{
      {{"bireach_pushed_ungetc", "bireach_pushed_getchar", "bireach_pushed_getc", "bireach_pushed_fgetc",
        "bireach_pushed_getchar_unlocked", "bireach_pushed_getc_unlocked", "bireach_pushed_fgetc_unlocked",
        "bireach_pushed__IO_getc", "bireach_pushed_feof", "bireach_pushed_feof_unlocked", "bireach_pushed_ferror",
        "bireach_pushed_ferror_unlocked", "bireach_pushed_clearerr", "bireach_pushed_fclose", "bireach_pushed_fseek",
        "bireach_pushed_rewind"},
       model,
       replayed_characters},
      {{"bireach_pushed_fgets", "bireach_pushed_fread", "bireach_pushed_getline", "bireach_pushed_getdelim"},
       model_lines,
       replayed_lines}};
  return result;
}

bool puts_back(const std::set<std::string>& used) {
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
