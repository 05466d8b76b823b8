// A number that a function without a body left in its object may be a pointer.
// OPTIONS: --property valid-deref
// EXPECT: UNKNOWN
struct handle {
  unsigned long first;
};
extern struct handle *open_handle(void);

int main(void) {
  struct handle *handle = open_handle();
  if (handle != 0 && handle->first != 0) *(int *)handle->first = 3;
  return 0;
}
