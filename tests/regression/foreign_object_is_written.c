// A function without a body has written the object that it returns; of the program's own objects nothing is known so.
// OPTIONS: --property uninitialised-read
// EXPECT: TRUE
struct context {
  int id;
  char name[8];
};
extern struct context *open_context(int number);

int main(void) {
  struct context *first = open_context(1);
  struct context *second = open_context(2);
  if (!first || !second) return 1;
  return first->id + second->name[7];
}
