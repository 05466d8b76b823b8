// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
struct Node {
  int next;
  int key;
};
int main(void) {
  struct Node pool[3] = {{0, 10}, {2, 20}, {1, 30}};
  struct Node node = {1, 5};
  pool[pool[0].next] = node;
  if (pool[0].next != 1 || pool[0].key != 5 || pool[1].key != 20) {
    reach_error();
  }
  node = pool[node.next];
  if (node.next != 2 || node.key != 20) {
    reach_error();
  }
  return 0;
}
