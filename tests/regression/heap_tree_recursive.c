// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A tree that recursion builds and sums.
#include <stdlib.h>
extern void reach_error(void);
struct tree {
  int value;
  struct tree *left, *right;
};
struct tree *build(int depth) {
  if (depth == 0) return 0;
  struct tree *tree = malloc(sizeof *tree);
  tree->value = depth;
  tree->left = build(depth - 1);
  tree->right = build(depth - 1);
  return tree;
}
int sum(struct tree *tree) {
  return tree ? tree->value + sum(tree->left) + sum(tree->right) : 0;
}
int main(void) {
  if (sum(build(2)) == 4) reach_error();
  return 0;
}
