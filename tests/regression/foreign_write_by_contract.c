// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// read writes no more bytes than it is told to.
extern long read(int file, void *buffer, unsigned long size);
extern void reach_error(void);
int main(void) {
  char buffer[4] = {0, 0, 0, 0};
  read(0, buffer, 2);
  if (buffer[3] != 0) reach_error();
  return 0;
}
