// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The function may change x, too, through the pointer that the object holds.
struct box {
  int *content;
};
extern void change(struct box *b);
extern void reach_error(void);
int main(void) {
  int x = 1;
  struct box b = {&x};
  change(&b);
  if (x != 1) reach_error();
  return 0;
}
