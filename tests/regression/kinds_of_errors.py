#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small programs by kind of error, with it and without it: the verdict, the kind, and the line of the error.

A program's line that is violated ends in the comment `//!`; one without such a line is safe. Each is also built by gcc
with its sanitizers, if that is installed and the program takes no inputs: they have to say the same.
Exit status: 0 all passed, 1 something differs, 2 bad arguments.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HEAD = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"

# (property, name, program)
PROGRAMS = [
    ("no-overflow", "sum", "int main(void) { int x = __VERIFIER_nondet_int();\n return x + 1 > 0; //!\n}"),
    ("no-overflow", "sum-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 2147483647) return 0;\n return x + 1 > 0;\n}"),
    ("no-overflow", "difference", "int main(void) { int x = __VERIFIER_nondet_int();\n x -= 7; //!\n return 0; }"),
    ("no-overflow", "product",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 46341) return 0;\n int y = x * x; //!\n return y; }"),
    ("no-overflow", "product-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 46340) return 0;\n return x * x; }"),
    ("no-overflow", "unary", "int main(void) { int x = __VERIFIER_nondet_int();\n return -x; //!\n}"),
    ("no-overflow", "quotient",
     "int main(void) { int x = __VERIFIER_nondet_int(), y = -1;\n return x / y; //!\n}"),
    ("no-overflow", "increment-in-loop", "int main(void) { int i = 1;\n while (i > 0)\n  i += 1 << 20; //!\n return i; }"),
    ("no-overflow", "unsigned-wraps", "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return x + 1 > 0; }"),
    ("no-overflow", "short-promotes", "int main(void) { short s = 32767; s++; return s; }"),
    ("no-overflow", "shift", "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;\n"
                             " return x << 30; //!\n}"),
    ("no-overflow", "shift-of-constants", "int main(void) {\n return (1 << 31) != 0; //!\n}"),
    ("no-overflow", "shift-of-constants-unsigned", "int main(void) { return (1u << 31) != 0; }"),
    ("no-overflow", "shift-of-constants-behind-and",
     "int main(void) { int x = __VERIFIER_nondet_int();\n return x && 3 << 31; //!\n}"),
    ("no-overflow", "evaluated-only-if",
     "int main(void) { int x = __VERIFIER_nondet_int(); return x < 2147483647 && x + 1 > 5; }"),
    ("no-overflow", "value-nobody-uses", "int main(void) { int x = __VERIFIER_nondet_int();\n x + 1; //!\n return 0; }"),
    ("no-overflow", "unreached", "int main(void) { int x = 2147483647; if (0) x++; return 0; }"),
    ("no-overflow", "recursive",
     "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\nint main(void) { return f(3); }"),
    ("no-overflow", "recursive-argument",
     "int f(int n) { if (n == 5) return 0;\n return f(n * 1000); //!\n}\nint main(void) { return f(7); }"),
    ("division-by-zero", "quotient", "int main(void) { int x = __VERIFIER_nondet_int();\n return 100 / x; //!\n}"),
    ("division-by-zero", "remainder-guarded",
     "int main(void) { int x = __VERIFIER_nondet_int(); if (!x) return 0; return 100 % x; }"),
    ("division-by-zero", "guarded-by-and",
     "int main(void) { int x = __VERIFIER_nondet_int(); return x != 0 && 100 / x > 3; }"),
    ("division-by-zero", "switch-without-cases",
     "int main(void) { int x = __VERIFIER_nondet_int();\n switch (1 / x) { default: ; } //!\n return 0; }"),
    ("shift-out-of-range", "amount", "int main(void) { unsigned n = __VERIFIER_nondet_uint();\n return 1u << n; //!\n}"),
    ("shift-out-of-range", "amount-guarded", "int main(void) { unsigned n = __VERIFIER_nondet_uint(); return 1u << (n & 31); }"),
    ("valid-deref", "constant-table-written",
     "static const int t[4] = {1, 2, 3, 4};\nvoid f(int *p, unsigned i) { if (i < 4)\n p[i] *= 2; //!\n}\n"
     "int main(void) { f((int *)t, __VERIFIER_nondet_uint()); return 0; }"),
    ("valid-deref", "constant-written", "const int k = 7;\nint main(void) { int *p = (int *)&k;\n *p = 5; //!\n return 0; }"),
    ("valid-deref", "constant-in-function-written",
     "int main(void) { static const struct { int a, b; } s = {1, 2}; int *p = (int *)&s.b;\n *p = 5; //!\n return 0; }"),
    ("valid-deref", "constants-read",
     "static const int t[3] = {1, 2, 3}; const int k = 4;\nint main(void) { const int *p = &k; int x = 0;\n"
     " for (int i = 0; i < 3; i++) x += t[i]; int copy[3]; for (int i = 0; i < 3; i++) copy[i] = t[i];\n"
     " copy[1] = x + *p; return copy[1]; }"),
    ("valid-deref", "pointer-to-constant-written",
     "int v; const int k = 1; const int *p = &k;\nint main(void) { p = &v; *(int *)p = 2; return v; }"),
    ("valid-deref", "compared-behind-an-object",
     "#include <string.h>\nint main(void) { char *a = malloc(4), *b = malloc(8); if (!a || !b) abort();\n"
     " for (int i = 0; i < 8; i++) b[i] = 1; for (int i = 0; i < 4; i++) a[i] = 2;\n"
     " int r = memcmp(a, b, 8); //!\n free(a); free(b); return r; }"),
    ("valid-deref", "array", "int main(void) { int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 4) return 0;\n"
                             " a[i] = 1; //!\n return 0; }"),
    ("valid-deref", "array-guarded",
     "int main(void) { int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; a[i] = 1; return 0; }"),
    ("valid-deref", "array-constant", "int a[4];\nint main(void) {\n return a[4]; //!\n}"),
    ("valid-deref", "row-of-variable-length",
     "int main(void) { int m = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); if (m < 1 || m > 3 || j < 0 || j > m) return 0;\n"
     " int a[2][m];\n a[0][j] = 1; //!\n return 0; }"),
    ("valid-deref", "row-of-variable-length-guarded",
     "int main(void) { int m = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); if (m < 1 || m > 3 || j < 0 || j >= m) return 0;\n"
     " int a[2][m]; a[0][j] = 1; return 0; }"),
    ("valid-deref", "row-by-pointer",
     "int main(void) { int m = 3, j = __VERIFIER_nondet_int(); if (j < 0 || j > 3) return 0;\n"
     " int (*p)[m] = malloc(2 * sizeof *p); m = 9;\n p[0][j] = 1; //!\n free(p); return 0; }"),
    ("valid-deref", "null", "int main(void) { int x = 1; int *p = __VERIFIER_nondet_int() ? &x : 0;\n *p = 3; //!\n return x; }"),
    ("valid-deref", "null-guarded",
     "int main(void) { int x = 1; int *p = __VERIFIER_nondet_int() ? &x : 0; if (p) *p = 3; return x; }"),
    ("valid-deref", "heap", "int main(void) { int n = 3; int *p = malloc(n * sizeof(int));\n for (int i = 0; i <= n; i++)\n"
                            "  p[i] = i; //!\n return 0; }"),
    ("valid-deref", "heap-in-bounds",
     "int main(void) { int n = 3; int *p = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) p[i] = i; return 0; }"),
    ("valid-deref", "no-bytes", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;\n"
                                " char *p = malloc(n);\n p[n] = 1; //!\n return 0; }"),
    ("valid-deref", "before-the-object", "int main(void) { int *p = malloc(8);\n return p[-1]; //!\n}"),
    ("valid-deref", "far-behind", "int main(void) { char *p = malloc(8), *q = malloc(8); *q = 1;\n p[32] = 1; //!\n return 0; }"),
    ("valid-deref", "partly-behind", "int main(void) { char *p = malloc(6);\n *(int *)(p + 4) = 1; //!\n return 0; }"),
    ("valid-deref", "after-free", "int main(void) { int *p = malloc(4); *p = 3; free(p);\n return *p; //!\n}"),
    ("valid-deref", "after-scope",
     "int main(void) { int *p; if (__VERIFIER_nondet_int()) { int x = 1; p = &x; } else { static int y; p = &y; }\n"
     " return *p; //!\n}"),
    ("valid-deref", "after-return",
     "int *f(void) { int x = 5; int *p = &x; return p; }\nint main(void) { int *p = f();\n return *p; //!\n}"),
    ("valid-deref", "part-of-a-cell-resized",
     "int main(void) { int *p = malloc(6); p[0] = 1; p = realloc(p, 10); return p[0]; }"),
    ("valid-deref", "other-iteration",
     "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { if (p)\n   return *p; //!\n  int x = i; p = &x; } return 0; }"),
    ("valid-deref", "each-iteration",
     "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i; p = &x; *p = 1; } return 0; }"),
    ("valid-deref", "other-call",
     "int *p;\nvoid f(void) { int x = 1; if (p)\n  *p = 2; //!\n p = &x; }\nint main(void) { f(); f(); return 0; }"),
    ("valid-deref", "outlived-parameter-of-recursion",
     "int *g;\nint f(int x) { g = &x; int a[2] = {1, 2}; return x < 1 ? a[x + 1] : f(x - 1); }\n"
     "int main(void) { return f(2); }"),
    ("valid-deref", "array-in-structure",
     "struct s { int a[2]; int b; };\nint main(void) { struct s *p = calloc(1, sizeof *p); int i = __VERIFIER_nondet_int();\n"
     " if (i < 0 || i > 2) return 0;\n return p->a[i]; //!\n}"),
    ("valid-deref", "array-in-structure-guarded",
     "struct s { int a[2]; int b; };\nint main(void) { struct s *p = calloc(1, sizeof *p); int i = __VERIFIER_nondet_int();\n"
     " if (i < 0 || i > 1) return 0;\n return p->a[i]; }"),
    ("valid-deref", "behind-row-in-memory",
     "int main(void) { int a[2][3] = {0}; int (*p)[3] = a; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0;\n"
     " return p[0][i]; //!\n}"),
    ("valid-deref", "value-nobody-uses-of-builtin", "int main(void) { int *p = 0;\n __builtin_abs(*p); //!\n return 0; }"),
    ("valid-deref", "structure-nobody-uses",
     "struct s { int a, b; };\nint main(void) { struct s *p = __VERIFIER_nondet_int() ? malloc(sizeof *p) : 0;\n *p; //!\n return 0; }"),
    ("valid-memsafety", "kept-as-number",
     "unsigned long g; int main(void) { int *p = malloc(4); *p = 1; g = (unsigned long)p; return 0; }"),
    ("valid-deref", "call-through-null", "struct o { int (*f)(int); };\nint main(void) { struct o o = {0}; if (!__VERIFIER_nondet_int()) return 0;\n"
                                         " return o.f(3); //!\n}"),
    ("valid-deref", "call-through-null-guarded",
     "struct o { int (*f)(int); };\nint main(void) { struct o o = {0}; return o.f ? o.f(3) : 0; }"),
    ("valid-deref", "behind-and-back", "int main(void) { int a[3] = {1, 2, 3}; int *p = a + 3; return p[-1]; }"),
    ("valid-deref", "list",
     "struct n { int v; struct n *next; };\nint main(void) { struct n *p = malloc(sizeof *p); p->next = 0; p->v = 1;\n"
     " return p->next->v; //!\n}"),
    ("valid-deref", "list-guarded",
     "struct n { int v; struct n *next; };\nint main(void) { struct n *p = malloc(sizeof *p); p->next = 0; p->v = 1;\n"
     " return p->next ? p->next->v : p->v; }"),
    ("valid-deref", "strcpy", "#include <string.h>\nint main(void) { char d[3];\n strcpy(d, \"abc\"); //!\n return d[0]; }"),
    ("valid-deref", "strcpy-fits", "#include <string.h>\nint main(void) { char d[4]; strcpy(d, \"abc\"); return d[0]; }"),
    ("valid-deref", "strlen", "#include <string.h>\nint main(void) { char d[3] = \"abc\";\n return strlen(d); //!\n}"),
    ("valid-deref", "string-literal", "int main(void) { char *p = \"abc\";\n p[0] = 'x'; //!\n return 0; }"),
    ("valid-deref", "string-literal-perhaps",
     "#define TEXT \"abc\"\nint main(void) { char b[4] = TEXT, *p = __VERIFIER_nondet_int() ? TEXT : b;\n *p = 'x'; //!\n return b[1]; }"),
    ("valid-deref", "string-read", "int main(void) { char b[4] = \"abc\", *p = __VERIFIER_nondet_int() ? \"abc\" : b; return p[3]; }"),
    ("valid-deref", "argument", "int main(int argc, char **argv) { if (argc < 2) return 0; return argv[1][0]; }"),
    ("valid-deref", "argument-too-far", "int main(int argc, char **argv) {\n return argv[1][0]; //!\n}"),
    ("valid-deref", "argument-copied",
     "#include <string.h>\nint main(int argc, char **argv) { char b[4]; if (argc < 2) return 0;\n"
     " strcpy(b, argv[1]); //!\n return b[0]; }"),
    ("uninitialised-read", "outside", "int main(void) { int *p = malloc(8); p[0] = p[1] = 0; return p[2]; }"),
    ("uninitialised-read", "library", "#include <math.h>\nint main(void) { return fmin(__VERIFIER_nondet_int(), 2.0) > 2; }"),
    ("uninitialised-read", "argument", "int main(int argc, char **argv) { if (argc < 2) return 0; return argv[1][0]; }"),
    ("valid-free", "twice", "int main(void) { int *p = malloc(4); free(p);\n free(p); //!\n return 0; }"),
    ("valid-free", "null", "int main(void) { int *p = malloc(4); free(p); p = 0; free(p); return 0; }"),
    ("valid-free", "of-nothing", "int main(void) { int *p = malloc(0); free(p); return 0; }"),
    ("valid-free", "variable", "int x; int main(void) { int *p = __VERIFIER_nondet_int() ? malloc(4) : &x;\n free(p); //!\n return 0; }"),
    ("valid-free", "inside", "int main(void) { char *p = malloc(4);\n free(p + 1); //!\n return 0; }"),
    ("valid-free", "of-stack", "#include <alloca.h>\nint main(void) { int *p = alloca(4);\n free(p); //!\n return 0; }"),
    ("valid-free", "of-variable-array",
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 3) return 0; int a[n], *p = a;\n free(p); //!\n return 0; }"),
    ("valid-memcleanup", "kept", "int main(void) { int *p = malloc(4); if (__VERIFIER_nondet_int()) free(p);\n return 0; }"),
    ("valid-memcleanup", "freed", "int main(void) { int *p = malloc(4); free(p); return 0; }"),
    ("valid-memsafety", "lost", "int main(void) { int *p = malloc(4); p = malloc(4); free(p);\n return 0; }"),
    ("valid-memsafety", "kept-by-global", "int *g; int main(void) { g = malloc(4); *g = 1; return 0; }"),
    ("valid-memsafety", "freed", "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"),
    ("uninitialised-read", "scalar", "int main(void) { int x;\n return x; //!\n}"),
    ("uninitialised-read", "one-branch",
     "int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1;\n return x; //!\n}"),
    ("uninitialised-read", "both-branches",
     "int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; else x = 2; return x; }"),
    ("uninitialised-read", "same-condition",
     "int main(void) { int x, c = __VERIFIER_nondet_int(); if (c) x = 1; c = c != 0; return c ? x : 0; }"),
    ("uninitialised-read", "itself", "int main(void) { int x;\n x = x; //!\n return 0; }"),
    ("uninitialised-read", "compound", "int main(void) { int x;\n x += 1; //!\n return 0; }"),
    ("uninitialised-read", "in-loop",
     "int main(void) { for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1;\n  if (x) continue; //!\n } return 0; }"),
    ("uninitialised-read", "in-loop-written",
     "int main(void) { for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; else x = 3; if (x) continue; } return 0; }"),
    ("uninitialised-read", "kept-in-loop",
     "int main(void) { int x; for (int i = 0; i < 3; i++) { if (i == 0) x = 1; else if (x != 1) return 1; } return 0; }"),
    ("uninitialised-read", "passed",
     "static int f(int y) { return y; }\nint main(void) { int x;\n return f(x); //!\n}"),
    ("uninitialised-read", "printed", "#include <stdio.h>\nint main(void) { int x;\n printf(\"%d\", x); //!\n return 0; }"),
    ("uninitialised-read", "not-used", "int main(void) { int x; (void)x; x; return 0; }"),
    ("uninitialised-read", "second-call",
     "static int f(int c) { int x; if (c) x = 1;\n return x; //!\n}\nint main(void) { return f(1) + f(0); }"),
    ("uninitialised-read", "jump-over", "int main(void) { goto in; { int x = 1;\nin:\n return x; //!\n } }"),
    ("uninitialised-read", "static", "int g; int main(void) { static int x; return x + g; }"),
    ("uninitialised-read", "recursive",
     "static int f(int n) { int x; if (n <= 0) return 0; x = f(n - 1); return x + 1; }\nint main(void) { return f(3); }"),
    ("uninitialised-read", "member", "struct s { int a, b; };\nint main(void) { struct s s; s.a = 1;\n return s.b; //!\n}"),
    ("uninitialised-read", "structure-copied",
     "struct s { int a, b; };\nint main(void) { struct s s, t; s.a = 1; t = s; return t.a; }"),
    ("uninitialised-read", "member-of-copy",
     "struct s { int a, b; };\nint main(void) { struct s s, t; s.a = 1; if (__VERIFIER_nondet_int()) s.b = 1; t = s;\n"
     " return t.b; //!\n}"),
    ("uninitialised-read", "structure-passed",
     "struct s { int a, b; };\nstatic int f(struct s s) { return s.a; }\nint main(void) { struct s s; s.a = 1; return f(s); }"),
    ("uninitialised-read", "element",
     "int main(void) { int a[4]; for (int i = 0; i < 3; i++) a[i] = i;\n return a[3]; //!\n}"),
    ("uninitialised-read", "elements",
     "int main(void) { int a[4], s = 0; for (int i = 0; i < 4; i++) a[i] = i; for (int i = 0; i < 4; i++) s += a[i]; return s; }"),
    ("uninitialised-read", "elements-given", "int main(void) { int a[4] = {1}, i = __VERIFIER_nondet_int(); return a[i & 3]; }"),
    ("uninitialised-read", "through-pointer",
     "static void f(int *p, int c) { if (c) *p = 1; }\nint main(void) { int x; f(&x, __VERIFIER_nondet_int());\n"
     " return x; //!\n}"),
    ("uninitialised-read", "through-pointer-always",
     "static void f(int *p, int c) { *p = c; }\nint main(void) { int x, *q = &x; f(q, 2); return x; }"),
    ("uninitialised-read", "in-memory-declared-again",
     "static int *keep; static int f(int c) { int x; keep = &x; if (c) *keep = 1;\n return *keep; //!\n}\n"
     "int main(void) { return f(1) + f(0); }"),
    ("uninitialised-read", "heap", "int main(void) { int *p = malloc(8); p[0] = 1;\n return p[1]; //!\n}"),
    ("uninitialised-read", "heap-written", "int main(void) { int *p = malloc(8); p[0] = 1; p[1] = 2; return p[0] + p[1]; }"),
    ("uninitialised-read", "heap-zeroed", "int main(void) { int *p = calloc(2, 4); return p[1]; }"),
    ("uninitialised-read", "heap-loop",
     "int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; if (n > 2) return 0; int *p = malloc(n * sizeof *p);\n"
     " for (unsigned i = 0; i < n; i++) p[i] = 1; for (unsigned i = 0; i < n; i++) s += p[i]; return s; }"),
    ("uninitialised-read", "list",
     "struct n { int v; struct n *next; };\nint main(void) { struct n *p = malloc(sizeof *p); p->v = 1;\n"
     " return p->next != 0; //!\n}"),
    ("uninitialised-read", "bytes-copied",
     "#include <string.h>\nint main(void) { char a[4], b[4]; a[0] = 1; memcpy(b, a, 4); return b[0]; }"),
    ("uninitialised-read", "resized",
     "int main(void) { int *p = malloc(8); p[0] = 1; p = realloc(p, 16); return p[0]; }"),
    ("uninitialised-read", "member-of-result",
     "struct s { int a, b; };\nstruct s f(void) { struct s s; s.a = 1; return s; }\nint main(void) {\n return f().b; //!\n}"),
    ("uninitialised-read", "member-of-union-wider", "union u { int i; char c; };\nint main(void) { union u u; u.c = 3;\n return u.i; //!\n}"),
    ("uninitialised-read", "member-of-union-narrower",
     "union u { double d; float f; int i; };\nint main(void) { union u u; u.d = 3; u.f = 1; return u.i > 1 && u.d > 2; }"),
    ("uninitialised-read", "union-in-memory-wider",
     "union u { int i; char c; };\nint main(void) { union u *p = malloc(sizeof *p); p->c = 3;\n int r = p->i; //!\n free(p); return r; }"),
    ("uninitialised-read", "union-copied-wider",
     "union u { int i; char c; };\nstruct s { int tag; union u u; };\nint main(void) { struct s x; x.u.c = 3; struct s y = x;\n"
     " if (y.u.c != 3) return 0;\n return y.u.i; //!\n}"),
    ("uninitialised-read", "string", "#include <string.h>\nint main(void) { char a[4]; a[0] = 'x';\n return strlen(a); //!\n}"),
    ("uninitialised-read", "bit-field",
     "struct s { unsigned a : 3, b : 5; };\nint main(void) { struct s s; s.a = 1; return s.a; }"),
    ("missing-return", "used",
     "static int f(int c) { if (c) return 1;\n} //!\nint main(void) { return f(__VERIFIER_nondet_int()); }"),
    ("missing-return", "not-used",
     "static int f(int c) { if (c) return 1; }\nint main(void) { f(__VERIFIER_nondet_int()); }"),
    ("missing-return", "never", "static int f(int c) { if (c) return 1; else return 2; }\nint main(void) { return f(0); }"),
    ("missing-return", "recursive",
     "static int f(int n) { if (n > 0)\n return f(n - 1); //!\n}\nint main(void) { return f(2); }"),
    ("array-size", "zero",
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0;\n int a[n]; //!\n return 0; }"),
    ("array-size", "negative",
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n == 0 || n > 4) return 0;\n int a[n]; //!\n return 0; }"),
    ("array-size", "guarded", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0; int a[n]; a[0] = 1; return a[0]; }"),
    ("array-size", "inner-zero",
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0;\n int a[2][n]; //!\n return 0; }"),
    ("array-size", "parameter",
     "static int f(int m,\n int (*a)[m]) { //!\n return a != 0; }\n"
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0; int a[4]; return f(n, (void *)a); }"),
    ("array-size", "name-of-a-type",
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0;\n typedef int row[n]; //!\n return 0; }"),
    ("array-size", "inner-guarded",
     "static int f(int m, int (*a)[m]) { return a[0][m - 1]; }\n"
     "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2) return 0; int a[2][n]; a[0][n - 1] = 1; return f(n, a); }"),
    ("float-conversion", "too-large",
     "int main(void) { double d = __VERIFIER_nondet_uint();\n return (int)d; //!\n}"),
    ("float-conversion", "fits", "int main(void) { double d = __VERIFIER_nondet_int(); return (int)(d + 0.5) == 7; }"),
    ("float-conversion", "fits-guarded",
     "int main(void) { float d = __VERIFIER_nondet_int(); if (!(d < 100 && d > -100)) return 0; return (signed char)d; }"),
    ("float-conversion", "negative",
     "int main(void) { float d = __VERIFIER_nondet_int(); unsigned u = 1; if (d > 0) return 0;\n u = d; //!\n return u; }"),
    ("float-conversion", "nan",
     "#include <math.h>\nint main(void) { double d = NAN;\n return d; //!\n}"),
    ("pointer-arithmetic", "behind-the-end", "int main(void) { int *p = malloc(8);\n p += 3; //!\n return p != 0; }"),
    ("pointer-arithmetic", "before", "int main(void) { int *p = malloc(8), *q; p[0] = 1;\n q = p - 1; //!\n return q == p; }"),
    ("pointer-arithmetic", "right-behind", "int main(void) { int *p = malloc(8), s = 0; for (int *e = p + 2; p != e; p++) s++; return s; }"),
    ("pointer-arithmetic", "constant", "int main(void) { int a[3];\n int *p = a + 4; //!\n return p == 0; }"),
    ("pointer-arithmetic", "constant-end", "int main(void) { int a[3]; int *p = a + 3; return p == a; }"),
    ("pointer-arithmetic", "constant-before", "int a[3]; int main(void) {\n int *p = &a[1] - 2; //!\n return p == 0; }"),
    ("pointer-arithmetic", "constant-element", "int main(void) { int a[3] = {1, 2, 3}; return *(a + 2) + a[1] - *(1 + a); }"),
    ("pointer-arithmetic", "constant-of-member", "struct s { int a; int b[3]; } s; int main(void) {\n int *r = s.b + 7; //!\n return r == 0; }"),
    ("pointer-arithmetic", "difference", "int main(void) { int b[2], c[8]; int *volatile v = b; int *p = v; *p = 1; long d = (b + 2) - b, e = &c[7] - c; return d + e != 9; }"),
    ("pointer-arithmetic", "difference-of-variables", "int main(void) { int *p = malloc(8); if (!p) return 0; int *q = p + 1; return q - p != 1; }"),
    ("pointer-arithmetic", "behind-a-literal", "int main(void) { const char *s = \"hello\" + 6; int n, *p = &n + 1; return s == 0 || p == 0; }"),
    ("lossy-conversion", "constant-into-bit-field", "struct { unsigned b : 2; } s; int main(void) {\n s.b = 5; //!\n return s.b; }"),
    ("lossy-conversion", "pointer-of-all-ones", "int main(void) { void *p = (void *)-1; return p == (void *)-1; }"),
    ("lossy-conversion", "constant", "int main(void) {\n char c = 300; //!\n return c; }"),
    ("lossy-conversion", "constant-argument", "static int f(signed char c) { return c; }\nint main(void) {\n return f(128); //!\n}"),
    ("lossy-conversion", "constant-fits", "int main(void) { signed char c = -128; unsigned char u = 255; return c + u; }"),
    ("lossy-conversion", "constant-in-unevaluated", "int main(void) { return 0 ? (char)300 : (int)sizeof((char)300); }"),
    ("lossy-conversion", "narrow", "int main(void) { int x = __VERIFIER_nondet_int();\n short s = x; //!\n return s; }"),
    ("lossy-conversion", "cast", "int main(void) { int x = __VERIFIER_nondet_int();\n return (unsigned char)x; //!\n}"),
    ("lossy-conversion", "sign", "int main(void) { int x = __VERIFIER_nondet_int();\n unsigned u = x; //!\n return u > 3; }"),
    ("lossy-conversion", "fits", "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 255) return 0; unsigned char c = x; return c; }"),
    ("lossy-conversion", "truth", "int main(void) { int x = __VERIFIER_nondet_int(); _Bool b = x; return b; }"),
    ("lossy-conversion", "index-below-zero", "int a[4]; int main(void) { int i = -1, *p = a + 2; return p[i]; }"),
    ("undefined-call", "isalpha",
     "#include <ctype.h>\nint main(void) { int c = __VERIFIER_nondet_int(); if (c < -1 || c > 256) return 0;\n"
     " return isalpha(c); //!\n}"),
    ("undefined-call", "null",
     "#include <string.h>\nint main(void) { char b[4], *p = __VERIFIER_nondet_int() ? 0 : b;\n memset(p, 0, 0); //!\n return 0; }"),
    ("undefined-call", "overlap",
     "#include <string.h>\nint main(void) { char *p = malloc(8); memset(p, 1, 8); int n = __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0;\n"
     " memcpy(p + 3, p, n); //!\n return 0; }"),
    ("undefined-call", "overlap-within-array",
     "#include <string.h>\nint main(void) { char a[8] = \"abc\";\n memcpy(a, a + 1, 4); //!\n return 0; }"),
    ("undefined-call", "no-overlap-within-array",
     "#include <string.h>\nint main(void) { char a[8] = \"abc\"; memcpy(a, a + 4, 4); return 0; }"),
    ("undefined-call", "no-overlap",
     "#include <string.h>\nint main(void) { char *p = malloc(8); memset(p, 1, 8);\n"
     " memcpy(p + 4, p, 4); return p[5]; }"),
    ("undefined-call", "format", "#include <stdio.h>\nint main(void) { long x = 1;\n printf(\"%d\", x); //!\n return 0; }"),
    ("undefined-call", "format-without-argument", "#include <stdio.h>\nint main(void) {\n printf(\"%d %s\", 1); //!\n return 0; }"),
    ("undefined-call", "format-fits",
     "#include <stdio.h>\nint main(void) { printf(\"%d %u %c %hhx %5.*f %s %p %zu %lu%%\\n\", -1, 1u, 'a', 300, 2, 0.5f, \"x\", (void *)0, sizeof 1, 1ul); return 0; }"),
    ("undefined-call", "format-null", "#include <stdio.h>\nint main(void) { char *p = __VERIFIER_nondet_int() ? \"a\" : 0;\n printf(\"%s\", p); //!\n return 0; }"),
    ("unreachable-reached", "builtin",
     "int main(void) { if (__VERIFIER_nondet_int() == 4)\n __builtin_unreachable(); //!\n return 0; }"),
]
# Without a line of their own: the end of the program is where they are seen.
AT_END = {("valid-memcleanup", "kept"): "valid-memcleanup", ("valid-memsafety", "lost"): "valid-memtrack"}


def expectation(kind, name, text):
    """(verdict, line or None)"""
    if (kind, name) in AT_END:
        return f"FALSE({AT_END[kind, name]})", None
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("//!")]
    return (f"FALSE({'valid-deref' if kind == 'valid-memsafety' else kind})", lines[0]) if lines else ("TRUE", None)


def run(binary, timeout, program):
    """The differences, one line each."""
    kind, name, text = program
    text = HEAD + text + "\n"
    verdict, line = expectation(kind, name, text)
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder) / "p.c", pathlib.Path(folder) / "result.json"
        source.write_text(text, encoding="utf-8")
        try:
            process = subprocess.run([binary, "check", "--property", kind, "--explanation-timeout", "20", "--json", str(out),
                                      str(source)],
                                     capture_output=True, text=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return [f"no answer within {timeout} s"]
        last = process.stdout.strip().splitlines()[-1] if process.stdout.strip() else process.stderr.strip()
        if last != verdict:
            return [f"{last} instead of {verdict}"]
        if line is None:
            return []
        result = json.loads(out.read_text(encoding="utf-8"))
        trace = result["traces"][0]
        got = result["statements"][trace["steps"][-1]["statement"]]["location"]["line"]
        return [] if got == line else [f"error in line {got} instead of {line}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one program")
    parser.add_argument("names", nargs="*", help="kinds or names of programs (default: all)")
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve()) if "/" in arguments.binary else arguments.binary
    chosen = [p for p in PROGRAMS if not arguments.names or p[0] in arguments.names or p[1] in arguments.names]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(arguments.jobs, 1)) as pool:
        for program, found in zip(chosen, pool.map(lambda p: run(binary, arguments.timeout, p), chosen)):
            failed += bool(found)
            for line in found:
                print(f"{program[0]}: {program[1]}: {line}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
