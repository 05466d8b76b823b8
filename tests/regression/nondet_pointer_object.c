// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Any pointer may lead to an object of its own, and that to a second one.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *first = __VERIFIER_nondet_pointer();
  if (!first) return 0;
  first->next = __VERIFIER_nondet_pointer();
  if (first->next && first->next->value == 7 && first->value == 8) reach_error();
  return 0;
}
