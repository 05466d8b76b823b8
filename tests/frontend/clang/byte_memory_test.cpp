// SPDX-License-Identifier: Apache-2.0
/// Memory that is used through types that do not fit together, as bytes, against gcc without optimisation by type.
#include <doctest/doctest.h>

#include <random>
#include <sstream>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

/// Random programs over one block of memory that three structs, their pointers and bytes are stored in; everything is
/// initialised, and pointers always lead into the block.
class RandomByteProgram {
 public:
  explicit RandomByteProgram(unsigned seed) : random_(seed) {}

  std::string text() {
    std::ostringstream out;
    out << "typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void *calloc(size_t, size_t); void *memcpy(void *, "
           "const "
           "void *, size_t); void *memset(void *, int, size_t); void *memmove(void *, const void *, size_t);\n"
        << "struct head { struct head *next; int tag; };\n"
        << "struct big { struct head h; short s[4]; unsigned char c; _Bool b; long long w; };\n"
        << "struct flat { void *p; unsigned u; float f; int *q; };\n"
        << "union mix { struct head h; struct { unsigned lo, hi; } parts; unsigned char bytes[16]; double d; };\n"
        << "struct big block[3]; union mix u, v, w; int target = 5;\n"
        << "struct big *owner(struct head *h) { return (struct big *)((char *)h - __builtin_offsetof(struct big, h)); "
           "}\n"
        << "void run(void) {\nunion mix local; struct big *b = &block[0]; struct head *h = &block[1].h; unsigned char "
           "*c = "
           "(unsigned char *)block;\n"
        << "for (int i = 0; i < 3; i++) { block[i].h.next = &block[(i + 1) % 3].h; block[i].h.tag = i; block[i].w = i; "
           "}\n"
        << "memset(&u, 0, sizeof u); memset(&local, 3, sizeof local); v.d = 1.5; v.h.next = h; v.h.tag = 4;\n";
    for (int i = 0; i < 25; ++i) out << statement(1);
    out << "for (int i = 0; i < 3; i++) { OUT(block[i].h.tag); OUT(block[i].s[1]); OUT(block[i].c); OUT(block[i].b); "
           "OUT(block[i].w); OUT(owner(block[i].h.next) - block); }\n"
        << "OUT(u.parts.lo & 0xffff); OUT(u.bytes[9]); OUT(local.bytes[13]); OUT(local.parts.hi); OUT(h->tag); "
           "OUT(b->c);\n"
        << "OUT(target); OUT(owner(v.h.next)->h.tag); }\n";
    return out.str();
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_()) % bound; }
  std::string number(unsigned bound) { return std::to_string(below(bound)); }

  std::string value() {
    switch (below(8)) {
      case 0:
        return "h->tag";
      case 1:
        return "b->s[" + number(4) + "]";
      case 2:
        return "b->c";
      case 3:
        return "(int)(b->w & 127)";
      case 4:
        return "owner(h)->s[2]";
      case 5:
        return "u.bytes[" + number(16) + "]";
      case 6:
        return "(int)local.parts.lo";
      default:
        return number(100);
    }
  }

  std::string statement(unsigned depth) {
    switch (below(depth == 0 ? 13 : 14)) {
      case 0:
        return "b = &block[" + number(3) + "];\n";
      case 1:
        return "h = h->next;\n";
      case 2:
        return "b = owner(h);\n";
      case 3:
        return "owner(h)->s[" + number(4) + "] = (short)" + value() + ";\n";
      case 4:
        return "c = (unsigned char *)b; c[sizeof(struct head) + " + number(8) + "] = (unsigned char)" + value() + ";\n";
      case 5:
        return "b->h.tag = " + value() + " ^ 3; b->b = " + value() + " & 1;\n";
      case 6:
        return "{ struct flat *f = (struct flat *)b; f->u = (unsigned)" + value() + "; OUT(f->p == b->h.next); }\n";
      case 7:
        return "u.parts.hi = (unsigned)" + value() + "; local = u; local.bytes[" + number(16) + "] += 1;\n";
      case 8:
        return "{ struct big copy = *b; copy.w += " + number(9) + "; memcpy(&block[" + number(3) +
               "], &copy, sizeof copy); }\n";
      case 9:
        return "{ struct flat *f = malloc(sizeof *f); f->q = &target; f->u = 9; void *m = malloc(sizeof *f); unsigned "
               "char *x = m, "
               "*y = (void *)f; for (unsigned i = 0; i < sizeof *f; i++) x[i] = y[i]; *((struct flat *)m)->q += " +
               number(5) + "; }\n";
      case 10:
        return "w.h.next = h; w.h.tag = " + value() +
               "; v = w; h = v.h.next; OUT(v.h.tag);\n";  // pointers' bytes differ
      case 11:
        return "memset(b->s, " + number(3) + ", sizeof b->s); b->w = (long long)" + value() + " * 1048576;\n";
      case 12:
        return "{ unsigned *p = &u.parts.lo; *p ^= (unsigned)" + value() + " * 65537u; }\n";
      default:
        return "if (" + value() + " < " + value() + ") { " + statement(0) + "} else { " + statement(0) + "}\n";
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("unions of structs, and members of structs reached from their parts") {
  check_same_in_bytes(R"(
    typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);
    union value { struct { int kind; int number; } i; struct { int kind; char text[8]; } s; struct { int kind; float f; } f; };
    struct list { struct list *next, *prev; };
    struct item { int key; struct list link; short weight; };
    struct packet { unsigned char type; unsigned char body[11]; };
    struct order { unsigned char type; unsigned char pad[3]; int id; int count; };
    union { int whole; struct { short low, high; } half; } global = {0x12345678};
    union value table[2] = {{.i = {1, 42}}, {.s = {2, "abc"}}};
    #define item_of(l) ((struct item *)((char *)(l) - __builtin_offsetof(struct item, link)))
    void insert(struct list *head, struct list *l) { l->next = head->next; l->prev = head; head->next->prev = l; head->next = l; }
    int kind(union value *v) { return v->i.kind; }
    union value make(int n) { union value v; memset(&v, 0, sizeof v); v.i.kind = 7; v.i.number = n; return v; }
    void run(void) {
      union value v; v.f.kind = 3; v.f.f = 1.5f; OUT(kind(&v)); OUT(v.i.number); union value w = v; w.i.kind = 9; OUT(w.f.f * 2); OUT(v.s.kind);
      OUT(global.half.low); global.half.high = 1; OUT(global.whole); OUT(table[1].s.text[2]); OUT(kind(&table[0]) + table[0].i.number);
      struct list head = {&head, &head}; struct item items[3];
      for (int i = 0; i < 3; i++) { items[i].key = i; items[i].weight = (short)(i * 100); insert(&head, &items[i].link); }
      for (struct list *l = head.next; l != &head; l = l->next) { OUT(item_of(l)->key); OUT(item_of(l)->weight); }
      union { struct packet p; struct order o; } m; memset(&m, 0, sizeof m); m.p.type = 4; m.p.body[3] = 1; m.p.body[7] = 2; OUT(m.o.id); OUT(m.o.count);
      struct packet *p = malloc(sizeof(struct order)); memset(p, 0, sizeof(struct order)); ((struct order *)p)->id = 0x01020304; OUT(p->body[3]); OUT(p->body[6]);
      struct order o; memcpy(&o, p, sizeof o); OUT(o.id); OUT(o.count);
      union value made = make(5); OUT(made.i.number);
    })");
}

TEST_CASE("random programs over memory of bytes") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::rounds(6)); ++seed)
    check_same_in_bytes(RandomByteProgram(seed).text());
}

}  // namespace bireach::frontend::test
