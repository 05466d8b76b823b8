// SPDX-License-Identifier: Apache-2.0
/// Bugs of the kind that projects had, before and after they were mended, in functions of our own.
#include <doctest/doctest.h>

#include "tests/support/findings.h"

using namespace bireach;
using namespace bireach::checker;
using bireach::checker::test::findings_in;
using bireach::checker::test::Found;
using bireach::checker::test::found;

namespace {

InconsistencyWish with_members() {
  InconsistencyWish wish = checker::test::all_classes();
  wish.reading.beliefs.insert(frontend::Belief::member);
  return wish;
}

}  // namespace

TEST_CASE("a driver that looks at a device before it knows that it is there (CVE-2009-1897)") {
  const std::string before =
      "struct sock { int flags; }; struct tun { struct sock *sk; int queue; };\n"
      "extern struct tun *get_tun(void *); extern void wait_at(struct sock *), put_tun(struct tun *);\n"
      "unsigned poll_tun(void *file) {\n"
      "  struct tun *tun = get_tun(file);\n"
      "  struct sock *sk = tun->sk;\n"
      "  unsigned mask = 0;\n"
      "  if (!tun)\n"
      "    return 8;\n"
      "  wait_at(sk);\n"
      "  if (tun->queue)\n"
      "    mask |= 1;\n"
      "  put_tun(tun);\n"
      "  return mask;\n"
      "}\n";
  const FileFindings file = findings_in(before);
  REQUIRE(file.functions.at(0).findings.size() == 1);
  const Finding& finding = file.functions[0].findings[0];
  CHECK(checker::test::short_text(finding) == "after-error: !tun");
  REQUIRE(finding.steps.size() == 2);
  CHECK(finding.steps[0].text == "tun->sk");
  CHECK(finding.steps[0].invariant == std::vector<std::string>{"tun != 0"});
  std::string after = before;
  after.replace(after.find("*sk = tun->sk;"), 14, "*sk;");
  after.replace(after.find("  wait_at(sk)"), 13, "  sk = tun->sk;\n  wait_at(sk)");
  CHECK(found(after) == Found{});
}

TEST_CASE("a walk through trees that takes a member's address before it knows the tree") {
  const std::string before =
      "struct object { unsigned flags; }; struct tree { struct object object; };\n"
      "extern void mark_contents(struct tree *);\n"
      "void mark(struct tree *tree) {\n"
      "  struct object *obj = &tree->object;\n"
      "  if (!tree)\n"
      "    return;\n"
      "  if (obj->flags & 2)\n"
      "    return;\n"
      "  obj->flags |= 2;\n"
      "  mark_contents(tree);\n"
      "}\n";
  // Nothing is accessed before the check, so that it is a finding for those alone who ask for it.
  CHECK(found(before) == Found{});
  const FileFindings file = findings_in(before, with_members());
  REQUIRE(file.functions.at(0).findings.size() == 1);
  const Finding& finding = file.functions[0].findings[0];
  CHECK(finding.message ==
        "the check `!tree` never succeeds: the address of a member of `tree` is taken before in line 4");
  REQUIRE(finding.steps.size() == 2);
  CHECK(finding.steps[0].text == "tree->object");
  CHECK(finding.steps[0].needs == "needs tree != 0");
  CHECK(finding.steps[0].invariant == std::vector<std::string>{"tree != 0"});
  std::string after = before;
  after.replace(after.find("*obj = &tree->object;"), 21, "*obj;");
  after.replace(after.find("  if (obj->"), 11, "  obj = &tree->object;\n  if (obj->");
  CHECK(found(after, with_members()) == Found{});
}

TEST_CASE("where a member lies is asked of no object") {
  CHECK(found("struct s { int a, b; }; unsigned long f(int k) {\n"
              "  unsigned long n = (unsigned long)&((struct s *)0)->b;\n  if (k) return n; return 0; }",
              with_members()) == Found{});
  CHECK(found("#define container_of(p, type, member) ((type *)((char *)(p) - (unsigned long)&((type *)0)->member))\n"
              "struct s { int a, b; }; int f(int *p) { struct s *s = container_of(p, struct s, b); if (!s) return 1;\n"
              "  return s->a; }",
              with_members()) == Found{});
}
