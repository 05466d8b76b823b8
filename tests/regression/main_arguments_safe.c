// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Whatever calls main, the count is not negative and the vector is there (C11 5.1.2.2.1).
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 0 || argv == 0) reach_error();
  return 0;
}
