// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/visible_text.h"

#include <doctest/doctest.h>

TEST_SUITE("visible text") {
  using bireach::frontend::visible_text;

  TEST_CASE("nothing a terminal obeys is left") {
    CHECK(visible_text("x = \"ä€\xF0\x9F\x98\x80\"") == "x = \"ä€\xF0\x9F\x98\x80\"");
    CHECK(visible_text("\x1B[31mred\x07\x7F") == "\\x1b[31mred\\x07\\x7f");
    CHECK(visible_text("\xC2\x9B"
                       "1A") == "\\x9b1A");
    CHECK(visible_text("a\xE2\x80\xAE"
                       "b") == "a\\u202eb");
    CHECK(visible_text("\xFF\xE4x\xC0\x80\xED\xA0\x80") == "��x�����");
    CHECK(visible_text("\xE2\x82") == "��");
    CHECK(visible_text("").empty());
  }
}
