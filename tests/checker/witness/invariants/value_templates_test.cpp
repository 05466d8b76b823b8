// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "checker/witness/invariants/invariant_names.h"
#include "checker/witness/invariants/value_templates.h"
#include "logic/terms/model.h"

using namespace bireach;
using namespace bireach::checker;
using logic::Integer;

namespace {

std::vector<std::string> texts(const TemplateFitter& fitter, Computed computed = Computed::as_declared) {
  std::vector<std::string> result;
  for (const FittedTemplate& fitted : fitter.fit()) result.push_back(fitter.text(fitted, computed));
  return result;
}

bool has(const std::vector<std::string>& all, const std::string& text) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

constexpr frontend::ScalarType unsigned_char = frontend::unsigned_integer(8);

}  // namespace

TEST_CASE("Templates are the strongest that hold of the values") {
  TemplateFitter fitter({{"i", frontend::int_type}, {"s", frontend::int_type}, {"c", unsigned_char}});
  CHECK(fitter.fit().empty());
  for (int i = 0; i <= 5; ++i) fitter.add({i, 2 * i + 1, 255});
  const auto all = texts(fitter);
  CHECK(has(all, "i >= 0"));
  CHECK(has(all, "i <= 5"));
  CHECK(has(all, "s % 2 == 1"));
  CHECK(has(all, "i == 2 * s - 1") == false);
  CHECK(std::any_of(all.begin(), all.end(),
                    [](const std::string& text) { return text == "s == 2 * i + 1" || text == "-2 * i + s == 1"; }));
  CHECK(has(all, "c == 255"));
  CHECK(has(texts(fitter, Computed::in_long_long), "(long long)i <= 5"));
}

TEST_CASE("What the type says anyway is not said") {
  TemplateFitter fitter({{"c", unsigned_char}, {"d", unsigned_char}});
  fitter.add({0, 3});
  fitter.add({255, 3});
  fitter.add({7, 9});
  const auto all = texts(fitter);
  CHECK_FALSE(has(all, "c >= 0"));
  CHECK_FALSE(has(all, "c <= 255"));
  CHECK(has(all, "d <= 9"));
}

TEST_CASE("A bound that moves too often is given up until it is looked for") {
  TemplateFitter fitter({{"x", frontend::int_type}});
  for (int i = 0; i < 20; ++i) fitter.add({i * i});
  CHECK_FALSE(has(texts(fitter), "x <= 361"));
  const auto bound = fitter.open_bound();
  REQUIRE(bound);
  CHECK(bound->is_upper);
  CHECK(bound->seen == 361);
  fitter.close(*bound, Integer(400));
  CHECK_FALSE(fitter.open_bound());
  CHECK(has(texts(fitter), "x <= 400"));
}

TEST_CASE("Formula and values agree on every template") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    TemplateFitter fitter({{"x", frontend::int_type}, {"y", unsigned_char}});
    const int a = static_cast<int>(random() % 7) - 3;
    for (int i = 0; i < 4; ++i) {
      const int y = static_cast<int>(random() % 50);
      fitter.add({round % 2 == 0 ? a * y + 4 : static_cast<int>(random() % 100) - 50, y});
    }
    logic::TermManager terms;
    for (const FittedTemplate& fitted : fitter.fit()) {
      for (int i = 0; i < 8; ++i) {
        const int x = static_cast<int>(random() % 400) - 200;
        const int y = static_cast<int>(random() % 256);
        if (fitted.relation == FittedTemplate::Relation::congruent && x < 0) continue;  // only said of others
        const logic::Term formula = fitter.formula(terms, fitted, {terms.bit_vector(x, 32), terms.bit_vector(y, 8)});
        CHECK(logic::evaluate_bool(formula, logic::Model()) == fitted.holds({x, y}));
      }
    }
  }
}

TEST_CASE("Invariants speak of memory through members") {
  using Names = InvariantNames;
  CHECK(Names::finished("x <= 3") == "x <= 3");
  CHECK(Names::finished("\x02value[\x03p] == 3") == "p->value == 3");
  CHECK(Names::finished("\x02value[\x02\x03next[\x03p]] == 3") == "p->next->value == 3");
  CHECK(Names::finished("\x02\x03next[\x03p] == 0") == "p->next == 0");
  CHECK(Names::finished("\x03p == \x03q") == "p == q");
  CHECK(Names::finished("\x03p != &x") == "p != &x");
  for (const char* text : {"\x01 == 3", "\x03p <= 3", "\x03p == 30", "\x02value[\x03p + 8] == 3", "\x02value[x] == 3",
                           "\x03p + 1 == \x03q", "x == \x03p", "\x02value == 3"})
    CHECK_MESSAGE(!Names::finished(text), text);
}
