// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Nothing is known of what an object holds that a function without a body returns.
struct node {
  int value;
  struct node *next;
};
extern struct node *take(void);
extern void reach_error(void);
int main(void) {
  struct node *n = take();
  if (n && n->value == 12) reach_error();
  return 0;
}
