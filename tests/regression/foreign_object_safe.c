// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What a function without a body returns is null or an object of its own, which keeps what is written to it.
struct node {
  int value;
  struct node *next;
};
extern struct node *take(int kind);
extern void reach_error(void);
int main(void) {
  struct node own = {3, 0};
  struct node *n = take(1);
  if (!n) return 0;
  n->value = 7;
  n->next = &own;
  struct node *m = take(1);
  if (m) m->value = 8;
  if (n->value != 7 || n->next->value != 3 || n == &own) reach_error();
  return 0;
}
