// SPDX-License-Identifier: Apache-2.0
/// POSIX.1-2017, <arpa/inet.h>, <poll.h> and <sys/socket.h>: the order of bytes, and what calls about connections give.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& network_parts() {
  static const std::vector<LibraryPart> result{
      {{"htons", "ntohs", "htonl", "ntohl"},
       R"(
/* The machine has its least byte first. */
#define OTHER_ORDER_16(x) (unsigned short)((x) << 8 | (x) >> 8)
#define OTHER_ORDER_32(x) (x) << 24 | ((x) & 0xff00) << 8 | ((x) >> 8 & 0xff00) | (x) >> 24
unsigned short htons(unsigned short x) { return OTHER_ORDER_16(x); }
unsigned short ntohs(unsigned short x) { return OTHER_ORDER_16(x); }
unsigned htonl(unsigned x) { return OTHER_ORDER_32(x); }
unsigned ntohl(unsigned x) { return OTHER_ORDER_32(x); }
)"},
      {{"socket", "listen", "shutdown", "send"},
       R"(
#define ANSWERS(type, most)                                                          \
  {                                                                                  \
    long long got = bireach_input_long_long();                                       \
    if (got == -1) FAILS(-1)                                                         \
    if (got < 0 || got > (most)) bireach_outside();                                  \
    return (type)got;                                                                \
  }
int socket(int domain, int type, int protocol) ANSWERS(int, 0x7fffffff)
int listen(int file, int waiting) ANSWERS(int, 0)
int shutdown(int file, int how) ANSWERS(int, 0)
__PTRDIFF_TYPE__ send(int file, const void *object, size_t count, int flags)
    ANSWERS(__PTRDIFF_TYPE__, (long long)count)
)"},
      {{"poll"},
       R"(
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *files, unsigned long count, int milliseconds) {
  int got = bireach_input_int(), ready = 0;
  if (got == -1) FAILS(-1)
  for (unsigned long i = 0; i < count; i++) {
    int found = bireach_input_int();
    int possible = files[i].fd < 0 ? 0 : files[i].events | 0x38;  /* POLLERR, POLLHUP and POLLNVAL come unasked */
    if (found < -32768 || found > 32767 || found & ~possible) bireach_outside();
    files[i].revents = (short)found;
    if (found) ready++;
  }
  if (got != ready || (milliseconds < 0 && !ready)) bireach_outside();
  return got;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
