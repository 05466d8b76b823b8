// SPDX-License-Identifier: Apache-2.0
int limit(void) { return 2; }
