// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// FILES: linked/external_definition.c
// Which of the two is called is not specified (C11 6.7.4p7); gcc takes the other file's with -O0.
extern void reach_error(void);
inline int limit(void) { return 1; }
int main(void) {
  if (limit() == 2) reach_error();
  return 0;
}
