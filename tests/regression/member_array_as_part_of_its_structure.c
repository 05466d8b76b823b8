// What is computed from an array's address by a cast to another structure is that structure (container_of).
// OPTIONS: --property valid-deref
// EXPECT: TRUE
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct header {
  int type;
};
struct node {
  int id;
  char name[8];
  int last;
};
#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static struct node *next;
static unsigned long size_of_next(void) {
  next++;
  return 8;
}

int main(void) {
  struct node *nodes = calloc(2, sizeof *nodes);
  struct node copy;
  CONTAINER(nodes->name, struct node, name)->id = 3;
  CONTAINER(&nodes->name[4], struct node, name[4])->last = ((struct header *)nodes->name)->type;
  memcpy(&copy, CONTAINER(nodes->name, struct node, name), sizeof copy);
  next = nodes;
  memset(next->name, 0, size_of_next());
  return copy.id;
}
