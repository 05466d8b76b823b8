// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The struct around a member: the list is used as struct link and as struct item.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
struct link {
  struct link *next;
};
struct item {
  int key;
  struct link link;
};
static struct item *item_of(struct link *link) {
  return (struct item *)((char *)link - __builtin_offsetof(struct item, link));
}
int main(void) {
  struct link *head = 0;
  for (int i = 0; i < 2; i++) {
    struct item *item = malloc(sizeof *item);
    item->key = i;
    item->link.next = head;
    head = &item->link;
  }
  if (item_of(head)->key == 7 && item_of(head->next)->key == 8) {
    reach_error();
  }
  return 0;
}
