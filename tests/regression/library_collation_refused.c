// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
extern void reach_error(void);
extern int strcoll(const char *, const char *);
int main(void) {
  if (strcoll("a", "a") != 0) reach_error();
  return 0;
}
