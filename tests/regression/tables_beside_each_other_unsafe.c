// EXPECT: FALSE
// RELEVANT: 10 11 13 15
// INPUTS: 13=every
// Both tables lie in the memory that one pointer leads to: what is relevant is the one that is read, as a whole.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static const unsigned squares[20] = {0,  1,   4,   9,   16,  25,  36,  49,  64,  81,
                                     100, 121, 144, 169, 196, 225, 256, 289, 324, 361};
static unsigned look(const unsigned *table, unsigned i) { return table[i]; }
static const unsigned cubes[8] = {0, 1, 8, 27, 64, 125, 216, 343};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 8) return look(squares, i % 20) == 400;
  unsigned v = look(cubes, i);
  if (v == 216) reach_error();
  return 0;
}
