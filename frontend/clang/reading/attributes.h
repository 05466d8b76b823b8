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

/// May an attribute of this name that Clang does not know be ignored? `text`: the attribute with its arguments.
/// Source: GCC 12's manual, 6.33 to 6.39.
[[nodiscard]] bool may_ignore_attribute(std::string_view name, std::string_view text);
/// Does it matter that Clang ignores an attribute of this name, which it knows, where it stands?
[[nodiscard]] bool matters_where_ignored(std::string_view name);
/// May a pragma, "GCC optimize (\"O2\")", be passed over? Those may not that one of GCC and Clang obeys and the other
/// does not, unless Clang's syntax tree tells what they did.
[[nodiscard]] bool may_ignore_pragma(std::string_view text);

}  // namespace bireach::frontend
