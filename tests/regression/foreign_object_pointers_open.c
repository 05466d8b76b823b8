// Where pointers lead is not known that a function without a body stored in the object that it returns; nor what lies
// before it.
// OPTIONS: --property valid-deref
// EXPECT: UNKNOWN
#include <stddef.h>

struct node {
  struct node *next;
};
struct item {
  int value;
  struct node node;
};
extern struct node *first_node(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct node *node = first_node();
  if (node == 0) return 0;
  if (__VERIFIER_nondet_int()) {
    node = node->next;
    if (node != 0) node->next = 0;
    return 0;
  }
  struct item *item = (struct item *)((char *)node - offsetof(struct item, node));
  item->value = 1;
  return 0;
}
