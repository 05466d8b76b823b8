// SPDX-License-Identifier: Apache-2.0
/// Objects in memory: what pointers lead to that is not known statically. Regions of the points-to analysis hold cells
/// of one type each, addressed by number; of a field the cell's index is the address of its struct (R. Burstall, "Some
/// Techniques for Proving Correctness of Programs which Alter Data Structures", 1972). Every object whose address is
/// taken gets a number of its own, far from the others; the bytes of an object follow it in C's layout. The numbers
/// themselves are arbitrary, and the program is assumed not to depend on them.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/clang/lowering/discovered.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/program_variables.h"
#include "frontend/clang/lowering/variable_sizes.h"

namespace bireach::frontend {

class MemoryRegions {
 public:
  using Region = PointsTo::Region;

  MemoryRegions(Emitter& emitter, ProgramVariables& variables, VariableSizes& sizes, MemoryPlan& plan,
                const ParseOptions& options, Program& program)
      : emitter_(emitter),
        variables_(variables),
        variable_sizes_(sizes),
        plan_(plan),
        options_(options),
        program_(program) {}

  // What lies in memory
  [[nodiscard]] PointsTo& points_to() { return plan_.points_to(); }
  [[nodiscard]] const MemoryPlan& plan() const { return plan_; }
  /// PointsTo::problem, noted in the program if other memory would help.
  [[nodiscard]] Unmodelled problem(Region region);
  /// Throws LowerAgain, so that what the call copies, fills or compares consists of bytes; false: it does.
  bool split_into_bytes(const clang::CallExpr* call) { return plan_.split_into_bytes(call); }
  /// The same, so that PointsTo::changed_by_others covers the call.
  bool open(const clang::CallExpr* call) { return plan_.open(call); }
  /// From now on the objects of the region lie in memory; false: they did. Throws LowerAgain if some are apart.
  bool use(Region region);
  /// Does the variable lie in memory? Else it is apart, with variables of its own. Fixed by the first call.
  bool place_variable(const clang::VarDecl* variable);
  /// The same of a string or compound literal.
  [[nodiscard]] bool holds(const clang::Expr* literal);
  /// The variable in memory that a storage is said to be (Storage::object); null: it is something else.
  [[nodiscard]] const clang::VarDecl* variable(const void* object) const;

  // Addresses
  /// The number that stands for the address of this declaration or literal.
  /// `thread`: whose object it is; 0: of the first thread, or one that all share. `variable`: null if it is none.
  [[nodiscard]] ExprPtr fixed_address(const void* object, clang::QualType type, std::uint32_t thread = 0,
                                      const clang::VarDecl* variable = nullptr);
  /// Lists the object in the program, once. `alive`: Memory::Object::alive.
  void note_object(const Storage& object, const logic::Integer& address, std::optional<VariableId> alive);
  /// Makes an object of so many bytes that the environment gives the program: its contents are arbitrary. Its address.
  [[nodiscard]] ExprPtr environment_object(Region region, const logic::Integer& size, const std::string& name);
  /// The address of a modelled object is a value.
  void note_address() { any_address_ = true; }
  [[nodiscard]] bool has_addresses() const { return any_address_ || !cells_.empty(); }
  /// Address and size of the variables met so far that lie in the region with all they hold, by address.
  [[nodiscard]] std::vector<std::pair<logic::Integer, logic::Integer>> objects_in(Region region);

  // Parts of memory
  /// The object of this type at this address, in the region.
  [[nodiscard]] Place place(const ExprPtr& address, clang::QualType type, Region region, SourceRange where);
  /// A member of a struct, which need not lie in memory.
  [[nodiscard]] Place part(const Place& object, const clang::FieldDecl* field, SourceRange where);
  [[nodiscard]] Place element(const Place& array, const ExprPtr& index, SourceRange where);
  /// The same, of an array that is part of an object: an index out of its bounds leads to the null address instead of
  /// another part.
  [[nodiscard]] Place element_within(const Place& array, const ExprPtr& index, SourceRange where);
  /// Are these a region's cells?
  [[nodiscard]] bool is_cells(VariableId variable) const { return program_.memory.cells.contains(variable); }
  /// Precondition: they are.
  [[nodiscard]] Region region_of(VariableId cells) const { return cell_regions_.at(cells); }

  // When the program starts
  /// Does the object lie in cells that are zero then?
  [[nodiscard]] bool is_zeroed(const Place& object);
  /// Emits what stands in memory then.
  void initialize();
  /// Objects of this type get the next free address each, as allocated ones do.
  void note_local(clang::QualType type) { local_types_.push_back(type); }
  /// An object of so many bytes (nothing: it varies) is allocated in this region.
  void note_allocated(Region region, std::optional<logic::Integer> size) {
    allocated_sizes_.emplace_back(region, std::move(size));
  }
  /// What this address is, where no pointer leads to memory.
  void note_apart(const logic::Integer& address, clang::QualType type, std::string name);
  /// When all objects are listed: notes in the program which ones may lie in which cells.
  void note_objects_of_cells();
  /// After that: lists the objects that have an address and lie in no memory, for checks of pointers to them.
  void note_objects_apart();

 private:
  void add_stretches(clang::QualType type, const logic::Integer& offset, bool is_last, Region region,
                     std::vector<Memory::Layout::Stretch>& stretches);
  /// Where in an object of this type, or in an array of such, of so many bytes (nothing: any number), the region's
  /// cells lie. Nothing: they may be anywhere.
  [[nodiscard]] std::optional<Memory::Layout> layout_of_members(clang::QualType type, Region region,
                                                                const std::optional<logic::Integer>& bytes);
  /// How many bytes the objects have at most that may be allocated as one of these types; nothing: any number.
  [[nodiscard]] std::optional<logic::Integer> largest_allocated(const std::vector<clang::QualType>& types);
  /// Cells that pointers may be led out of (PointsTo::is_left).
  void note_members(Memory::Cells& cells, Region region);
  [[nodiscard]] const Storage* layout(clang::QualType type);
  /// The address of a scalar in the region less the index of its cell.
  [[nodiscard]] logic::Integer shift_of(Region region);
  [[nodiscard]] const Storage* cells(Region region, ScalarType type, clang::QualType declared);
  /// The same, of bytes.
  [[nodiscard]] const Storage* bytes(Region region);
  /// The storage of a union of this shape that has the cells as its variable; `of_bytes`: its first byte is the cell.
  [[nodiscard]] const Storage* union_in(const Storage* cell, const Storage* shape, bool of_bytes);
  /// Ends the path where memory of bytes cannot hold everything that lies in the region; false: it can.
  bool refuse_mixed(Region region, SourceRange where);
  /// Notes how reports name the field's cells in allocated structures.
  void note_record(Memory::Cells& cells, const clang::FieldDecl& field);
  /// Is the structure, or an array of such ones, a member of another one?
  [[nodiscard]] bool is_part_of_others(const clang::RecordDecl* record);
  /// Are the region's cells zero when the program starts?
  [[nodiscard]] bool starts_as_zero(Region region);
  /// What the user calls a variable or literal in memory.
  [[nodiscard]] std::string name_of(const void* object) const;
  [[nodiscard]] ScalarType pointer() const;

  Emitter& emitter_;
  ProgramVariables& variables_;
  VariableSizes& variable_sizes_;
  MemoryPlan& plan_;
  const ParseOptions& options_;
  Program& program_;
  std::set<const clang::VarDecl*> apart_;                          ///< variables that are not in memory
  std::map<const void*, const clang::VarDecl*> memory_variables_;  ///< those that are, also as keys
  std::map<const clang::Expr*, bool> literals_;                    ///< those met: do they lie in memory?
  std::map<std::tuple<Region, unsigned, bool>, Storage> cells_;
  std::map<VariableId, Region> cell_regions_;
  std::map<Region, bool> starts_as_zero_;
  std::map<const void*, Storage> layouts_;
  std::map<std::pair<VariableId, const Storage*>, Storage> unions_;
  std::vector<const void*> objects_;          ///< those listed in the program, in the same order
  std::vector<clang::QualType> local_types_;  ///< see note_local
  std::vector<std::pair<Region, std::optional<logic::Integer>>> allocated_sizes_;  ///< see note_allocated
  std::map<std::size_t, Region> given_;  ///< which of them the environment gives, and where they lie
  std::map<const clang::ASTContext*, std::set<const clang::Decl*>> parts_;  ///< by unit: see is_part_of_others
  std::set<logic::Integer> known_objects_;  ///< the addresses of those listed in the program
  std::map<std::pair<const void*, std::uint32_t>, logic::Integer> addresses_;
  std::map<logic::Integer, std::uint64_t> sizes_;  ///< in bytes, of objects by address; not of functions and labels
  logic::Integer next_address_ = 0x10000000;
  bool any_address_ = false;
};

/// What the addresses of objects are multiples of, unless their type or an attribute asks for more; in bytes.
constexpr unsigned usual_alignment = 16;
/// What the address of an object of this type is a multiple of (C11 6.2.8); `variable`: null if it is none.
[[nodiscard]] std::uint64_t alignment_of(const clang::VarDecl* variable, clang::QualType type,
                                         const clang::ASTContext& context);

/// As reports call it; what belongs to our text of the library in words: "[streams]".
[[nodiscard]] std::string object_name(const clang::VarDecl* variable);

/// Is the variable declared, but defined nowhere?
[[nodiscard]] bool is_undefined(const clang::VarDecl* variable);

}  // namespace bireach::frontend
