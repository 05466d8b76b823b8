// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref --data-model LP64
// The packet is four bytes shorter than what is written from its first member on.
#include <unistd.h>

struct header {
  int kind, size;
};

struct packet {
  struct header header;
  int body[3];
};

int main(void) {
  struct packet packet = {{1, 2}, {3, 4, 5}};
  return write(1, &packet.header, sizeof packet + 4) < 0;
}
