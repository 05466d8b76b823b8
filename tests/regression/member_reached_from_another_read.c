// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call
// What stands in the next member is not arbitrary.
extern void reach_error(void);
struct record { char code[2]; short amount; };
int main(void) {
  struct record *r;
  struct record store;
  r = &store;
  r->amount = 5;
  const char *s = r->code;
  if (s[2] != 5) reach_error();
  return 0;
}
