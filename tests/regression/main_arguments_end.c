// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A null pointer is behind the last argument, and none before (C11 5.1.2.2.1).
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 2) return 0;
  if (argv[argc] != 0) reach_error();
  if (argc == 2 && argv[1] == 0) reach_error();
  return 0;
}
