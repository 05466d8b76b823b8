// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Another function of that name, declared without a body: nothing of <error.h>.
extern void error(const char *, const char *, const char *, ...);
extern void reach_error(void);
int main(void) {
  char text[3] = "ab";
  error("a", "b", "%s", text);
  reach_error();
  return 0;
}
