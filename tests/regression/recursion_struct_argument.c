// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The second argument is read through the first parameter of the suspended activation.
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
static int sum(struct node *rest, struct node now) {
  if (!rest) {
    return now.value;
  }
  return now.value + sum(rest->next, *rest);
}
int main(void) {
  struct node c = {3, 0}, b = {20, &c}, a = {100, &b};
  if (sum(a.next, a) != 123) {
    reach_error();
  }
  return 0;
}
