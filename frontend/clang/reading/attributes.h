// SPDX-License-Identifier: Apache-2.0
/// What becomes of the attributes, declarations and pragmas that Clang and GCC know: a table over Clang's own lists, so
/// that none is passed over in silence.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bireach::frontend {

enum class Treatment : std::uint8_t {
  modelled,      ///< by us, or by what Clang's syntax tree says (the layout of a type)
  harmless,      ///< changes nothing that a program without undefined behaviour can see
  refused,       ///< ends the path where what it stands at is used
  foreign,       ///< of another language or machine; refused where it occurs all the same
  unclassified,  ///< not in our table, as a newer Clang may have some; refused
};

/// Is a use not to be modelled?
[[nodiscard]] constexpr bool is_refused(Treatment treatment) {
  return treatment != Treatment::modelled && treatment != Treatment::harmless;
}

struct Classified {
  std::string_view name;  ///< as Clang spells the kind: "WeakRef"
  Treatment treatment;
};

/// Every kind of attribute in Clang's list (clang/Basic/AttrList.inc).
[[nodiscard]] const std::vector<Classified>& attribute_kinds();
/// Every kind of declaration in Clang's list (clang/AST/DeclNodes.inc).
[[nodiscard]] const std::vector<Classified>& declaration_kinds();

/// By clang::attr::Kind and clang::Decl::Kind.
[[nodiscard]] Treatment attribute_treatment(unsigned kind);
[[nodiscard]] Treatment declaration_treatment(unsigned kind);

/// May an attribute of this name that Clang does not know be ignored? `text`: the attribute and what follows it.
/// Source: GCC 12's manual, 6.33 to 6.39.
[[nodiscard]] bool may_ignore_attribute(std::string_view name, std::string_view text);
/// Does it matter that Clang ignores an attribute of this name, which it knows, where it stands?
[[nodiscard]] bool matters_where_ignored(std::string_view name);
/// May a pragma that Clang does not know, "GCC optimize (\"O2\")", be ignored? Those that GCC does not know either may.
[[nodiscard]] bool may_ignore_pragma(std::string_view text);
/// Names that mean something to GCC, not to Clang, and hardly occur otherwise.
[[nodiscard]] const std::vector<std::string_view>& telling_names();

}  // namespace bireach::frontend
