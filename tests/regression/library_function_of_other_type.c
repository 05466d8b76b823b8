// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// The model of atoi does not fit the declaration: the call is none of any function, whose results would be any.
extern void reach_error(void);
extern long atoi(const char *text);
int main(void) {
  if (atoi("7") != 7) reach_error();
  return 0;
}
