// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/property_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace bireach::checker;
using Names = std::vector<std::string>;

TEST_CASE("the property of SV-COMP, with spaces and line ends of any kind") {
  for (const char* text : {"CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
                           "\r\n  CHECK(init(main()),LTL(G!call(reach_error())))\r\n\r\n",
                           "\tCHECK ( init ( main ( ) ) , LTL ( G  !  call ( reach_error ( ) ) ) )"}) {
    const Property property = parse_property(text);
    CHECK(property.name() == "unreach-call");
    CHECK(property.entry == "main");
    CHECK(property.error_functions == Names{"reach_error", "__VERIFIER_error"});
    CHECK(!property.assert_is_error);
  }
}

TEST_CASE("other functions, other entries, several lines") {
  const Property property = parse_property(
      "CHECK( init(start()), LTL(G ! call(bad())) )\n\nCHECK( init(start()), LTL(G ! call(worse())) )\n");
  CHECK(property.entry == "start");
  CHECK(property.error_functions == Names{"bad", "worse"});
}

TEST_CASE("other formulas are named, not guessed") {
  for (const std::string formula :
       {"LTL(F end)", "LTL(G valid-pointer)", "LTL(G ! label(ERROR))", "FQL(COVER EDGES(@CALL(reach_error)))"}) {
    CAPTURE(formula);
    CHECK_THROWS_AS(static_cast<void>(parse_property("CHECK( init(main()), " + formula + " )\n")), UnsupportedProperty);
  }
  CHECK_THROWS_WITH_AS(static_cast<void>(parse_property("CHECK( init(main()), LTL(F end) )")), "F end",
                       UnsupportedProperty);
  CHECK_THROWS_WITH_AS(static_cast<void>(load_property("termination")), "termination", UnsupportedProperty);
  // One supported line does not answer for the other.
  CHECK_THROWS_AS(static_cast<void>(parse_property("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
                                                   "CHECK( init(main()), LTL(F end) )\n")),
                  UnsupportedProperty);
  CHECK_THROWS_AS(static_cast<void>(parse_property("CHECK( init(main()), LTL(G ! call(f())) )\n"
                                                   "CHECK( init(other()), LTL(G ! call(f())) )\n")),
                  UnsupportedProperty);
}

TEST_CASE("what is written of a kind is read as that kind, or refused by its formula") {
  for (const bireach::frontend::ViolationKind& kind : bireach::frontend::violation_kinds()) {
    CAPTURE(kind.name);
    CHECK(bireach::frontend::violation_named(kind.name) == kind.violation);
    Property asked;
    asked.kinds = {kind.violation};
    CHECK(asked.name() == kind.name);
    const std::string line = asked.specification("start");
    if (kind.is_checked) {
      const Property read = parse_property(line);
      CHECK(read.kinds == asked.kinds);
      CHECK(read.entry == "start");
      CHECK(load_property(std::string(kind.name)).kinds == asked.kinds);
    } else {
      CHECK_THROWS_AS(static_cast<void>(parse_property(line)), UnsupportedProperty);
      CHECK_THROWS_AS(static_cast<void>(load_property(std::string(kind.name))), UnsupportedProperty);
    }
  }
  CHECK(property_names().starts_with("unreach-call, valid-deref, valid-free, valid-memtrack, valid-memcleanup, "));
  CHECK(!bireach::frontend::violation_named("termination").has_value());
}

TEST_CASE("memory safety is three kinds, and properties can be put together") {
  using bireach::frontend::Violation;
  const std::vector<Violation> safety{Violation::valid_free, Violation::valid_deref, Violation::valid_memtrack};
  CHECK(load_property("valid-memsafety").kinds == safety);
  CHECK(parse_property("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
                       "CHECK( init(main()), LTL(G valid-memtrack) )\n")
            .kinds == safety);
  PropertyChoice choice;
  choice.named = {"no-overflow", "unreach-call"};
  const Property both = choose_property(choice);
  CHECK(both.kinds == std::vector{Violation::no_overflow, Violation::unreach_call});
  CHECK(both.assert_is_error);
  CHECK(choice.text() == "no-overflow,unreach-call");
  choice.named = {"no-overflow"};
  CHECK_FALSE(choose_property(choice).assert_is_error);
}

TEST_CASE("nothing named: the kinds by default, with those that are added and without those that are left out") {
  using bireach::frontend::Violation;
  PropertyChoice choice;
  CHECK(choose_property(choice).kinds == std::vector{Violation::unreach_call});
  choice.all_by_default = true;
  const Property usual = choose_property(choice);
  CHECK(usual.is_default);
  CHECK(usual.kinds == bireach::frontend::default_kinds());
  CHECK(usual.has(Violation::valid_deref));
  CHECK_FALSE(usual.has(Violation::valid_memcleanup));
  choice.with = {"valid-memcleanup"};
  choice.without = {"unreach-call", "no-overflow"};
  CHECK(choice.text() == "default,valid-memcleanup,no-unreach-call,no-no-overflow");
  const Property chosen = choose_property(choice);
  CHECK(chosen.has(Violation::valid_memcleanup));
  CHECK_FALSE(chosen.has(Violation::no_overflow));
  CHECK_FALSE(chosen.assert_is_error);
  CHECK(chosen.error_functions.empty());
  choice.with = {"overflow"};
  CHECK_THROWS_AS(static_cast<void>(choose_property(choice)), PropertyError);
}

TEST_CASE("what is no property file") {
  for (const char* text :
       {"", "\n \n", "int main() { return 0; }", "CHECK( init(main()) )", "CHECK(", "\xff\xfe\x01"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(parse_property(text)), PropertyError);
  }
}

TEST_CASE("by name or by path") {
  const Property property = load_property("unreach-call");
  CHECK(property.entry.empty());
  CHECK(property.assert_is_error);
  CHECK_THROWS_AS(static_cast<void>(load_property("no-such-property")), PropertyError);
  CHECK_THROWS_WITH_AS(static_cast<void>(load_property("missing.prp")),
                       "cannot read the property file missing.prp: there is none", PropertyError);
  CHECK_THROWS_AS(static_cast<void>(load_property(std::filesystem::temp_directory_path().string())), PropertyError);
  const auto path = std::filesystem::temp_directory_path() / "bireach-property-test.prp";
  std::ofstream(path) << "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )";
  CHECK(load_property(path.string()).error_functions == Names{"__VERIFIER_error", "reach_error"});
  std::filesystem::remove(path);
}

}  // namespace
