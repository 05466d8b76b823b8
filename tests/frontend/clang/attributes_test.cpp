// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/attributes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace bireach::frontend;

namespace {

void check_classified(const std::vector<Classified>& kinds) {
  for (const Classified& kind : kinds) {
    CAPTURE(std::string(kind.name));
    CHECK(kind.treatment != Treatment::unclassified);
  }
}

Treatment treatment_of(const std::vector<Classified>& kinds, std::string_view name) {
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [name](const Classified& kind) { return kind.name == name; });
  REQUIRE(found != kinds.end());
  return found->treatment;
}

}  // namespace

TEST_CASE("every attribute that Clang knows is classified") {
  CHECK(attribute_kinds().size() > 300);
  check_classified(attribute_kinds());
  CHECK(treatment_of(attribute_kinds(), "Cleanup") == Treatment::modelled);
  CHECK(treatment_of(attribute_kinds(), "Cold") == Treatment::harmless);
  CHECK(treatment_of(attribute_kinds(), "IFunc") == Treatment::refused);
  for (const char* layout : {"AlignMac68k", "AlignNatural", "MSStruct"})
    CHECK(treatment_of(attribute_kinds(), layout) == Treatment::refused);
  CHECK(treatment_of(attribute_kinds(), "CUDAGlobal") == Treatment::foreign);
  CHECK(is_refused(attribute_treatment(1000000)));
}

TEST_CASE("every declaration that Clang knows is classified") {
  CHECK(declaration_kinds().size() > 70);
  check_classified(declaration_kinds());
  CHECK(treatment_of(declaration_kinds(), "FileScopeAsm") == Treatment::refused);
  CHECK(treatment_of(declaration_kinds(), "Var") == Treatment::modelled);
}

TEST_CASE("attributes that Clang does not know") {
  CHECK(may_ignore_attribute("noipa", "noipa"));
  CHECK(may_ignore_attribute("__access__", "__access__(read_only, 1)"));
  CHECK(may_ignore_attribute("gnu::noclone", "gnu::noclone]]"));
  CHECK(may_ignore_attribute("optimize", "optimize(\"O2\")"));
  CHECK(may_ignore_attribute("optimize", "optimize (3)"));
  CHECK_FALSE(may_ignore_attribute("optimize", "optimize"));
  CHECK_FALSE(may_ignore_attribute("optimize", "optimize(\"O2\""));
  CHECK_FALSE(may_ignore_attribute("optimize", "optimize(\"O2\" , \"fast-math\")"));
  CHECK_FALSE(may_ignore_attribute("optimize", "optimize(\"fast-math\")"));
  CHECK_FALSE(may_ignore_attribute("optimize", "optimize(\"Ofast\")"));
  CHECK_FALSE(may_ignore_attribute("scalar_storage_order", "scalar_storage_order(\"big-endian\")"));
  CHECK_FALSE(may_ignore_attribute("never_heard_of", "never_heard_of"));
  CHECK(matters_where_ignored("__constructor__"));
  CHECK_FALSE(matters_where_ignored("visibility"));
}

TEST_CASE("pragmas") {
  CHECK(may_ignore_pragma(""));
  CHECK(may_ignore_pragma("pack(push, 1)"));
  CHECK(may_ignore_pragma("clang diagnostic ignored \"-Weverything\""));
  CHECK_FALSE(may_ignore_pragma("clang attribute push(__attribute__((constructor)), apply_to = function)"));
  CHECK_FALSE(may_ignore_pragma("options align=packed"));
  CHECK_FALSE(may_ignore_pragma("align = packed"));
  CHECK_FALSE(may_ignore_pragma("ms_struct on"));
  CHECK_FALSE(may_ignore_pragma("GCC optimize (\"O2\", \"fast-math\")"));
  CHECK(may_ignore_pragma(" omp parallel for"));
  CHECK(may_ignore_pragma(" warning(disable : 4103)"));
  CHECK(may_ignore_pragma(" GCC optimize (\"O3\")"));
  CHECK(may_ignore_pragma(" GCC optimize \"O3\""));
  CHECK(may_ignore_pragma(" GCC push_options"));
  CHECK_FALSE(may_ignore_pragma(" GCC optimize (\"fast-math\")"));
  CHECK_FALSE(may_ignore_pragma(" GCC target (\"fma\")"));
  CHECK_FALSE(may_ignore_pragma(" scalar_storage_order big-endian"));
  CHECK_FALSE(may_ignore_pragma(" STDC FLOAT_CONST_DECIMAL64 ON"));
}
