// SPDX-License-Identifier: Apache-2.0
/// The functions that _FORTIFY_SOURCE has called in place of others: they abort where more would be written than the
/// `room` (glibc's manual, "Source Fortification"; ISO/IEC TR 24731 knows nothing of them).
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& fortified_parts() {
  static const std::vector<LibraryPart> result{
      {{"__memcpy_chk", "__memmove_chk", "__memset_chk", "__mempcpy_chk", "__strcpy_chk", "__stpcpy_chk",
        "__strncpy_chk", "__stpncpy_chk", "__strcat_chk", "__strncat_chk", "__explicit_bzero_chk"},
       R"(
extern void abort(void);
#define FITS(bytes) if (room < (bytes)) abort();
void *__memcpy_chk(void *to, const void *from, size_t count, size_t room) { FITS(count) return memcpy(to, from, count); }
void *__memmove_chk(void *to, const void *from, size_t count, size_t room) { FITS(count) return memmove(to, from, count); }
void *__mempcpy_chk(void *to, const void *from, size_t count, size_t room) { FITS(count) return mempcpy(to, from, count); }
void *__memset_chk(void *to, int c, size_t count, size_t room) { FITS(count) return memset(to, c, count); }
void __explicit_bzero_chk(void *to, size_t count, size_t room) { FITS(count) explicit_bzero(to, count); }
char *__strcpy_chk(char *to, const char *from, size_t room) { FITS(strlen(from) + 1) return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t room) { FITS(strlen(from) + 1) return stpcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t count, size_t room) { FITS(count) return strncpy(to, from, count); }
char *__stpncpy_chk(char *to, const char *from, size_t count, size_t room) { FITS(count) return stpncpy(to, from, count); }
char *__strcat_chk(char *to, const char *from, size_t room) { FITS(strlen(to) + strlen(from) + 1) return strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t count, size_t room) {
  FITS(strlen(to) + strnlen(from, count) + 1)
  return strncat(to, from, count);
}
)"}};
  return result;
}

}  // namespace bireach::frontend
