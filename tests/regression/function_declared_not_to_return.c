// A function that returns although it is declared not to: undefined behaviour, no counterexample (C11 6.7.4p8).
// EXPECT: TRUE
extern void reach_error(void);

static _Noreturn void leave(int again) {
  if (again) return;
}

int main(void) {
  leave(0);
  reach_error();
  return 0;
}
