// EXPECT: TRUE
// What a declaration does not give stays as it is: tables beside each other, zeros, a value that is none of a constant.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct row {
  const char *name;
  unsigned char kind;
  int value;
};
static const struct row rows[4] = {{"one", 1, 10}, {"two", 2, 20}, {.value = 30}, {"four", 4}};
static const unsigned char matrix[3][4] = {{1, 2, 3, 4}, {5}, {[2] = 7}};
static const char *const names[3] = {"a", "bc", 0};
static const unsigned squares[5] = {0, 1, 4, 9, 16};
static unsigned cubes[4] = {0, 1, 8, 27};

static unsigned sum(const unsigned *table, int count) {
  unsigned result = 0;
  for (int i = 0; i < count; ++i) result += table[i];
  return result;
}

static int digit(unsigned i, int first) {
  int digits[6] = {first, 3, 1, 4, 1, 5};
  digits[2] += 1;
  return digits[i];
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 6;
  if (sum(squares, 5) != 30 || sum(cubes, 4) != 36) reach_error();
  cubes[2] = 0;
  if (sum(squares, 5) != 30 || sum(cubes, 4) != 28) reach_error();
  if (rows[1].value != 20 || rows[2].name || rows[2].kind || rows[3].value || rows[3].name[3] != 'r') reach_error();
  if (matrix[0][3] != 4 || matrix[1][0] != 5 || matrix[1][1] || matrix[2][2] != 7 || matrix[2][3]) reach_error();
  if (names[1][1] != 'c' || names[1][2] || names[2]) reach_error();
  for (int round = 0; round < 2; ++round) {
    if (digit(2, round) != 2 || digit(0, round) != round) reach_error();
    if (x > 0 && digit(x, round) < 1) reach_error();
  }
  return 0;
}
