// How many of them lie at the address is not known.
// OPTIONS: --property valid-deref
// EXPECT: UNKNOWN
struct context {
  int id;
  struct context *next;
};
extern struct context *open_contexts(void);

int main(void) {
  struct context *contexts = open_contexts();
  if (contexts != 0) contexts[1].id = 3;
  return 0;
}
