// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// No header declares them: they are the library's all the same, which the linker finds.
extern void reach_error(void);

int main(void) {
  if (ffs(8) != 4) reach_error();
  if (atoi("12") != 12) reach_error();
  if (strncasecmp("ab", "AC", 1) != 0) reach_error();
  return 0;
}
