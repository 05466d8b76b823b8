// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int sum(const struct node *list) {
  int result = 0;
  for (; list; list = list->next) result += list->value;
  return result;
}
int descend(int depth, struct node *above) {
  struct node here = {above, depth};
  if (depth == 0) return sum(&here);
  int result = descend(depth - 1, &here);
  return here.value == depth ? result : -1;
}
int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth < 0 || depth > 4) return 0;
  if (descend(depth, 0) == 6) reach_error();
  return 0;
}
