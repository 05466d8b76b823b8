// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// String literals must not be written.
extern void reach_error(void);

int main(void) {
  char *text = "abc";
  text[0] = 'x';
  if (text[0] != 'x') {
    reach_error();
  }
  return 0;
}
