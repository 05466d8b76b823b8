// SPDX-License-Identifier: Apache-2.0
/// How C objects are laid out in program variables: structs are split into one variable a scalar field, arrays of any
/// nesting are linear, a union of numbers is one unsigned variable, and so is what threads synchronise with
/// (frontend/clang/reading/synchronisation.h).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/analysis/unmodelled.h"
#include "frontend/program/program.h"

namespace bireach::frontend {

/// The layout of one object, or of a part of it. Parts are addressed by struct fields and array indices.
struct Storage {
  enum class Kind {
    Scalar,  ///< `variable`
    Union,   ///< `variable`, unsigned, as wide as the union; all members are numbers
    Struct,  ///< children: one a field; in memory also a union whose members are bytes
    Array,   ///< children: the element; `count` elements
    Memory,  ///< lies in memory (see MemoryRegions::place)
    Opaque   ///< not modelled: `what` says why
  };
  Kind kind = Kind::Opaque;
  clang::QualType type;
  VariableId variable = 0;
  ScalarType integer;
  std::uint64_t count = 0;
  std::optional<VariableId>
      length;  ///< variable-length array: holds the number of elements (long long); `count` is a bound
  Unmodelled what;
  std::vector<Storage> children;
  const void* object = nullptr;  ///< Memory: the declaration or literal that it is

  /// Is some part of it a program variable?
  [[nodiscard]] bool is_modelled() const;
  /// An array that has a variable-length array among its dimensions?
  [[nodiscard]] bool has_variable_length() const;
};

/// By length of a variable-length array: the variable that holds it.
using LengthVariables = std::map<const clang::Expr*, VariableId>;

/// An object: where it is stored and, inside arrays, its linear index (null outside arrays: the whole storage).
struct Place {
  const Storage* storage = nullptr;
  ExprPtr index;
  std::optional<ScalarType> member;  ///< member of a union: its type
  ExprPtr address;                   ///< of a struct or array in memory, whose storage has no variables then
  std::uint32_t region = 0;          ///< of an array in memory: where its elements are (PointsTo::Region)
  bool is_bytes = false;             ///< a scalar of type `member` whose first byte this is
  std::optional<unsigned> first_bit = std::nullopt;  ///< of a bit-field in bytes: in the first of them
};

/// The type of the values of a C scalar type: integers (also _Bool, enumerations, characters; pointers are unsigned
/// numbers of their width) and floating point; nothing for any other type.
[[nodiscard]] std::optional<ScalarType> integer_type(clang::QualType type, const clang::ASTContext& context);
/// The size of what pointers of this type point to, in bytes; 0: it has none, or the type is no pointer.
[[nodiscard]] std::uint64_t pointee_size(clang::QualType type, const clang::ASTContext& context);
/// A union of numbers, whose patterns are their bytes, and nothing else?
[[nodiscard]] bool is_union_of_scalars(const clang::RecordDecl* record, const clang::ASTContext& context);
/// Is it va_list, by one of its names?
[[nodiscard]] bool is_argument_list(clang::QualType type);
/// Is it a structure whose last member is an array, perhaps a longer one than it says?
[[nodiscard]] bool ends_in_array(clang::QualType type);
/// A structure whose size takes in the begin of its flexible array member: sizeof(T) bytes hold elements of that.
[[nodiscard]] bool ends_in_padding_array(clang::QualType type, const clang::ASTContext& context);
/// A variable in static memory that nobody may write to: of a const type, and not one of each thread.
[[nodiscard]] bool is_read_only(const clang::VarDecl& variable);
/// The shape of an object of this type that lies in memory: no part of it has a variable.
/// Unions with members that are not numbers are like structures whose members overlap: `unions` says if they may occur.
[[nodiscard]] Storage memory_layout(clang::QualType type, const clang::ASTContext& context, bool unions);
/// Why values of this type are not modelled: "floating-point value", "variable-length array", …
[[nodiscard]] Unmodelled opaque_name(clang::QualType type);

/// Creates variables and keeps their names unique.
class StorageBuilder {
 public:
  explicit StorageBuilder(Program& program) : program_(program) {}

  struct Origin {
    std::string name;       ///< the variable's unique name, as wished for
    std::string user_name;  ///< empty for internal variables
    std::string function;
    SourceRange declared;
  };
  /// Variables for an object of this type. A name that is taken gets "@LINE", then "@LINE:COLUMN", then a number.
  /// Variables of lengths that there are not yet are added to `lengths`.
  [[nodiscard]] Storage create(Origin origin, clang::QualType type, const clang::ASTContext& context,
                               LengthVariables& lengths);

  /// One internal integer variable.
  [[nodiscard]] Storage create_integer(Origin origin, ScalarType type);

 private:
  /// The arrays around a part of an object.
  struct Around {
    std::uint64_t elements = 0;  ///< how many of it there are together; 0: there are no arrays
    bool is_variable = false;    ///< one of them has a variable length, so that it is a bound
    LengthVariables* lengths = nullptr;
    struct Index {
      std::size_t at;       ///< in the user's name
      std::uint64_t count;  ///< of elements
    };
    std::vector<Index> indices = {};
  };
  void make_unique(Origin& origin);
  [[nodiscard]] Storage build(const Origin& origin, clang::QualType type, const clang::ASTContext& context,
                              Around around);
  [[nodiscard]] Storage build_array(const Origin& origin, const clang::ArrayType& array, Storage storage,
                                    const clang::ASTContext& context, Around around);
  [[nodiscard]] Storage build_record(const Origin& origin, const clang::RecordDecl* record, Storage storage,
                                     const clang::ASTContext& context, Around around);
  [[nodiscard]] VariableId add_variable(const Origin& origin, ScalarType type, const std::string& c_type,
                                        const Around& around);

  Program& program_;
  std::set<std::string> names_;
};

}  // namespace bireach::frontend
