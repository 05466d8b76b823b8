// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 20
// The function may keep the text that it only reads: what changes there later is seen through the structure.
extern void reach_error(void);
struct source {
  int line;
  const char *text;
};
extern void attach(struct source *source, const char *text);

int main(void) {
  char text[4] = "abc";
  struct source source = {0, 0};
  attach(&source, text);
  if (!source.text) return 0;
  text[0] = 'x';
  char first = *source.text;
  text[0] = 'y';
  if (*source.text != first) reach_error();
  return 0;
}
