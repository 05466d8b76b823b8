// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// All activations see one array, and each its own local structs.
extern void reach_error(void);
struct range { int low, high; };
int values[4] = {7, 2, 9, 4};
int largest(const int *array, struct range part) {
  if (part.high - part.low == 1) {
    return array[part.low];
  }
  int middle = (part.low + part.high) / 2;
  struct range left = {part.low, middle};
  struct range right = {middle, part.high};
  int first = largest(array, left);
  int second = largest(array, right);
  return first > second ? first : second;
}
int main(void) {
  struct range all = {0, 4};
  if (largest(values, all) == 9) {
    reach_error();
  }
  return 0;
}
