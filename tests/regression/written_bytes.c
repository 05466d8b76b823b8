// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-deref --data-model LP64
// fwrite and write read numbers and structures, and nothing behind them.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
struct header {
  char magic[4];
  int size;
  short flags;
};
int main(void) {
  char bytes[3];
  size_t n = fread(bytes, 1, sizeof bytes, stdin);
  if (fwrite(bytes, 1, n, stdout) > n) bytes[3] = 0;
  struct header header;
  memcpy(header.magic, "abcd", 4);
  header.size = (int)n;
  if (fwrite(&header, sizeof header, 1, stdout) > 1) bytes[3] = 0;
  int numbers[4] = {1, 2, 3, 4};
  if (write(1, numbers, sizeof numbers) > 16) bytes[3] = 0;
  if (write(1, bytes, 0) < -1) bytes[3] = 0;
  return fwrite("text", 1, 4, stderr) != 4;
}
