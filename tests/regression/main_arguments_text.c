// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The text of an argument is any, also where accesses are not checked.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 2 || argv[argc] != 0) return 0;
  if (argv[1][0] == '-' && argv[1][1] == 'v' && argv[1][2] == 0) reach_error();
  return 0;
}
