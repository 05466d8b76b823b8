// An object that a function without a body returns has the size of its type or more: what lies in it is valid.
// Nothing else is accessed here.
// OPTIONS: --property valid-deref
// EXPECT: TRUE
struct context {
  int id;
  char name[16];
  struct context *next;
};
extern struct context *open_context(int number);

int table[4];

int main(void) {
  struct context *context = open_context(1);
  if (context == 0) return 1;
  context->id = 3;
  context->name[15] = 0;
  return table[context->id];
}
