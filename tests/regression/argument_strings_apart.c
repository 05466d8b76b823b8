// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// No argument of main lies within another one, and none is changed where another one is written.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 4 && argv[1][0] && argv[2][0] && argv[4][0]) {
    argv[1][0] = 'x';
    argv[2][0] = 'y';
    argv[4][0] = 'z';
    if (argv[1][0] != 'x' || argv[2][0] != 'y') reach_error();
    if (argv[1] == argv[2] || argv[0] == argv[3]) reach_error();
  }
  return 0;
}
