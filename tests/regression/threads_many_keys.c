// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property undefined-call
// There may be more keys than are modelled.
#include <pthread.h>
int main(void) {
  pthread_key_t key;
  for (int i = 0; i < 17; i++) pthread_key_create(&key, 0);
  pthread_setspecific(key, &key);
  return 0;
}
