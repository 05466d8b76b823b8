// EXPECT: FALSE
// COMMAND: explain
// RELEVANT: 9 16
// TRACES: 1
// EXHAUSTED: yes
// A table is one statement of the trace, with one label, however many elements it has.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static const unsigned char table[64] = {
    99, 124, 119, 123, 242, 107, 111, 197, 48,  1,   103, 43,  254, 215, 171, 118, 202, 130, 201, 125, 250, 89,
    71, 240, 173, 212, 162, 175, 156, 164, 114, 192, 183, 253, 147, 38,  54,  63,  247, 204, 52,  165, 229, 241,
    113, 216, 49,  21, 4,   199, 35,  195, 24,  150, 5,   154, 7,   18,  128, 226, 235, 39,  178, 117,
};
static unsigned char unused[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 64) return unused[i % 16];
  if (table[i] == 150) reach_error();
  return 0;
}
