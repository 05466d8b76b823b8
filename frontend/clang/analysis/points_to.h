// SPDX-License-Identifier: Apache-2.0
/// Where pointers may point, for the memory model: which accesses may touch common memory, and through which types.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/analysis/unmodelled.h"
#include "frontend/clang/reading/linker.h"

namespace bireach::frontend {

/// Flow-insensitive analysis by unification (B. Steensgaard, "Points-to Analysis in Almost Linear Time", POPL 1996),
/// with one region for each variable, for each field of a struct (of all its objects), for each allocation and each
/// literal. Regions that one pointer may point into are one region. It covers the code that can run when the program
/// starts with its entry function; functions called through pointers may be any whose address is taken.
/// Almost linear in the size of that code.
class PointsTo {
 public:
  using Region = std::uint32_t;

  /// What is found out while the program is lowered.
  struct Discovered {
    std::set<const clang::CallExpr*> bytewise;     ///< memcpy and the like: their pointers lead to bytes
    std::set<const clang::CallExpr*> open;         ///< see changed_by_others
    std::vector<const clang::FieldDecl*> members;  ///< structures inside of others, beside those that the code names
  };

  /// With `as_bytes` memory that is used through types that do not fit together consists of bytes, with everything that
  /// the structures among these types hold; so do unions of structures, and those whose members have their address
  /// taken. Without it `problem` names such memory.
  PointsTo(const Linker& linker, const clang::FunctionDecl* entry, bool as_bytes, const Discovered& discovered = {});

  /// Was this definition among the code analysed?
  [[nodiscard]] bool covers(const clang::FunctionDecl* definition) const { return analysed_.contains(definition); }
  /// The region that the pointer's value points into.
  [[nodiscard]] Region target(const clang::Expr* pointer) { return find(value(pointer)); }
  /// The region that pointers stored in this one point into.
  [[nodiscard]] Region target(Region region) { return find(pointee(region)); }
  /// The region of the variable; of its elements, if it is an array.
  [[nodiscard]] Region of(const clang::VarDecl* variable) { return find(location(variable)); }
  /// The region of this field in all objects; of its elements, if it is an array.
  [[nodiscard]] Region of(const clang::FieldDecl* field) { return find(location(field)); }
  /// The region of a string or compound literal.
  [[nodiscard]] Region of(const clang::Expr* literal) { return find(location_of_node(literal)); }

  /// May the program see what numbers addresses are: does its own code convert pointers that are no constants, or look
  /// at them through unions or their bytes?
  [[nodiscard]] bool looks_at_addresses() const { return looks_at_addresses_; }
  /// May the program see what is behind a pointer to FILE?
  [[nodiscard]] bool looks_into_streams() const { return looks_into_streams_; }

  /// With `as_bytes`: what functions without a body may change in the calls that are said to be open, which is all that
  /// their arguments lead to, at once or through other pointers. They may store pointers to all of it there.
  [[nodiscard]] Region changed_by_others() { return find(integers_); }
  /// Calls of functions without a body that get pointers to more than numbers: those that are likely to be open.
  std::vector<std::pair<Region, Region>> copies_;  ///< by memcpy and the like, to and from
  [[nodiscard]] const std::vector<const clang::CallExpr*>& passing_calls() const { return passing_calls_; }

  /// Does the program look into what the function without a body returns a pointer to in this call?
  [[nodiscard]] bool looks_into(const clang::CallExpr* call) const { return !handles_.contains(call); }

  /// The functions that a pointer to the region may lead to.
  [[nodiscard]] const std::set<const clang::FunctionDecl*>& functions(Region region) {
    return nodes_[find(region)].functions;
  }

  /// May a part of the variable lie in the region?
  [[nodiscard]] bool overlaps(const clang::VarDecl* variable, Region region);
  [[nodiscard]] bool overlaps(const clang::Expr* literal, Region region);
  /// The only location in the region, if it is a field.
  [[nodiscard]] const clang::FieldDecl* only_field(Region region);
  /// The type of its objects (of their elements, if they are arrays); null: nothing is known of it.
  [[nodiscard]] clang::QualType type(Region region) { return nodes_[find(region)].type; }
  /// The same; of memory that consists of bytes: unsigned char.
  [[nodiscard]] clang::QualType element_type(Region region);
  /// Are there members of structures in the region, and may accesses through pointers that lead into it come to other
  /// members: are these moved (`p + i`, `p[i]`, `p++`), made from integers, or used as pointers to wider types?
  [[nodiscard]] bool is_left(Region region);
  /// The members that are structures, unions or arrays of them and were asked for, first those that it was given.
  [[nodiscard]] const std::vector<const clang::FieldDecl*>& structured_fields() const { return structured_fields_; }
  /// Is the region looked at as objects of this type?
  [[nodiscard]] bool is_seen_as(Region region, clang::QualType type, const clang::ASTContext& context) {
    return nodes_[find(region)].views.contains(view_of(type, context));
  }
  /// The structures that may be allocated.
  [[nodiscard]] std::vector<clang::QualType> allocated_structures();
  /// Is a field of a struct among the locations that other memory may follow?
  [[nodiscard]] bool has_field(Region region);
  /// What the memory model keeps apart: structs and unions by their layout, scalars by their size and kind.
  std::string view_of(clang::QualType type, const clang::ASTContext& context);
  /// May a pointer into an object of this type in the region be stored somewhere else than in `harmless` variables
  /// whose address is not taken? What a thread gets or returns, another one has, too.
  [[nodiscard]] bool is_held(Region region, clang::QualType type, const clang::ASTContext& context,
                             const std::function<bool(const clang::VarDecl*)>& harmless);
  /// May an allocated object, or one through which a struct's fields are reached, lie in the region?
  [[nodiscard]] bool may_be_allocated(Region region);
  /// May an allocated object lie in the region that is no structure with members elsewhere?
  [[nodiscard]] bool is_allocated(Region region) { return nodes_[find(region)].is_allocated; }
  /// May memcpy, memmove or memcmp access the region, whatever its type?
  [[nodiscard]] bool is_copied(Region region) { return nodes_[find(region)].is_copied; }
  /// The same, or is it cleared or freed?
  [[nodiscard]] bool is_used(Region region) { return is_copied(region) || nodes_[find(region)].is_used; }
  /// Is the region used as numbers of whole bytes only, none of them a pointer?
  [[nodiscard]] bool holds_numbers(Region region);
  /// Is no pointer stored in the region, as far as its types say?
  [[nodiscard]] bool holds_no_pointers(Region region);
  /// Is the region used through several types, so that it consists of bytes?
  [[nodiscard]] bool is_bytes(Region region);
  /// Where the members of this union lie if they overlap as bytes; nothing: the union is one number.
  [[nodiscard]] std::optional<Region> bytes_of(const clang::RecordDecl* record);
  /// The unions of that kind that an object of this type holds.
  [[nodiscard]] std::set<Region> byte_unions(clang::QualType type, const clang::ASTContext& context);
  /// Why accesses to the region through pointers cannot be modelled by cells of one type each, and whether `as_bytes`
  /// would help; empty: they can.
  [[nodiscard]] Unmodelled problem(Region region);
  [[nodiscard]] Region find(Region region);

 private:
  struct Node {
    Region parent;
    std::optional<Region> pointee;                 ///< where pointers stored in the region point
    std::map<std::string, clang::QualType> views;  ///< types of objects and accesses
    std::map<std::string, clang::QualType> unfit;  ///< of them, what does not consist of bytes
    clang::QualType type;                          ///< the first of them
    bool is_of_scalars = true;                     ///< whole bytes each
    bool is_bytes = false;                         ///< whatever its views are (as_bytes)
    bool is_whole = false;                         ///< structures with members there lie there (as_bytes)
    const clang::FieldDecl* field = nullptr;       ///< the only location
    std::set<const clang::RecordDecl*> records;    ///< that have fields among the locations
    std::set<const clang::FunctionDecl*> functions;
    bool has_other_locations = false;
    bool is_allocated = false;
    bool is_copied = false;   ///< or compared, byte by byte
    bool is_used = false;     ///< cleared or freed
    bool is_moved = false;    ///< pointers that lead there are
    bool is_shifted = false;  ///< as pointers to something else than structures
    Unmodelled problem;
  };

  Region add();
  Region join(Region a, Region b);
  Region pointee(Region region);
  Region value(const clang::Expr* pointer);
  Region cast_value(const clang::CastExpr* cast);
  Region call_value(const clang::CallExpr* call);
  Region location(const clang::Expr* object);
  Region location(const clang::VarDecl* variable);
  Region location(const clang::FieldDecl* field);
  Region location(const clang::FunctionDecl* function);
  Region location_of_node(const void* node);
  Region result(const clang::FunctionDecl* function);
  /// The region of what a function without a body returns a pointer to.
  void set_returned(Region region, const clang::FunctionDecl* function);
  static constexpr const char* pointer_view = "a pointer";
  /// Everything that makes two structs of one tag in different files the same type.
  const std::string& layout(const clang::RecordDecl* record);
  /// Members of unions that are not all scalars overlap in ways that are not modelled.
  void refuse_members(const clang::RecordDecl* record);
  /// `member`: which is the object.
  void add_view(Region region, clang::QualType type, const clang::ASTContext& context,
                const clang::FieldDecl* member = nullptr);
  /// May something name the member? Else it is there for its size and alignment.
  [[nodiscard]] bool is_named(const clang::FieldDecl* member) const;
  void set_problem(Region region, const Unmodelled& problem);
  /// Makes what the pointer leads to consist of bytes.
  void split(const clang::Expr* pointer);
  /// Makes what the argument, the members of such an object, or pointers to this type in the region lead to part of
  /// what others change.
  void open(const clang::Expr* argument);
  void open(const clang::RecordDecl* record);
  void open(clang::QualType type, Region region);
  /// Makes every region with views that do not fit together consist of bytes.
  void mix();
  [[nodiscard]] bool is_mixed(const Node& node) const;
  /// All fields of the structures that the region is used as become part of it. Did that change anything?
  bool join_fields(Region region);
  bool join_fields(Region region, const clang::RecordDecl* record);
  /// The same of those that have members there, and of those that these are members of.
  bool join_structures(Region region);
  bool overlaps(clang::QualType type, Region region, const clang::ASTContext& context);
  /// What may hold pointers into each region: variables, null for all else.
  const std::map<Region, std::vector<const clang::VarDecl*>>& holders();

  void queue(const clang::FunctionDecl* function);
  void run();
  void visit(const clang::Stmt* code);
  void visit_expression(const clang::Expr* expr);
  void visit_call(const clang::CallExpr* call);
  void pass(const clang::CallExpr* call, const clang::FunctionDecl* function);
  /// A thread gets an argument from its creator, and its result goes to whom joins it. False: it is no such call.
  bool visit_thread_call(const clang::CallExpr* call, const std::string& name);
  void pass_to_thread(const clang::CallExpr* creation, const clang::FunctionDecl* function);
  /// What the results of threads point to.
  Region thread_results();
  void visit_move(const clang::Expr* expr);
  /// Structures that pointers to members are moved over have members of their own.
  void move_members();
  void move_members(const clang::RecordDecl* record);
  void copy_objects(const clang::Expr* to, const clang::Expr* from);
  void share_types();
  /// The function may be what is called: does it look at an object there?
  void note_freed(const clang::CallExpr* call, const std::string& function);
  void initialize(Region region, clang::QualType type, const clang::Expr* init);

  const Linker& linker_;
  bool as_bytes_;
  std::vector<Node> nodes_;
  std::map<const void*, Region> locations_;                 ///< of canonical declarations and of expressions
  std::map<const void*, const clang::VarDecl*> variables_;  ///< those among the keys of locations_
  std::map<Region, std::vector<const clang::VarDecl*>> holders_;
  std::size_t joins_ = 0;
  std::size_t joins_of_holders_ = 0;  ///< when holders_ was made
  std::map<const clang::FunctionDecl*, Region> functions_;
  std::map<const clang::RecordDecl*, std::string> layouts_;
  std::map<std::string, const clang::FieldDecl*> fields_;  ///< by struct and number: one for all files
  std::vector<const clang::FieldDecl*> structured_fields_;
  Region integers_;         ///< what pointers that were integers point to
  Region indirect_result_;  ///< results of functions called through pointers
  clang::QualType byte_;
  bool any_allocation_ = false;
  bool looks_at_addresses_ = false;
  bool looks_into_streams_ = false;
  std::vector<const clang::CallExpr*> passing_calls_;
  std::vector<const clang::CallExpr*> foreign_calls_;  ///< that return pointers to new objects
  std::set<const clang::CallExpr*> handles_;           ///< those whose results are only passed on and compared
  std::vector<Region> foreign_;                        ///< of objects that functions without a body return pointers to
  std::set<const void*> seen_;
  std::set<const clang::FunctionDecl*> analysed_;
  std::vector<std::pair<Region, const clang::RecordDecl*>> moves_;  ///< over structures
  std::vector<const clang::FunctionDecl*> addressed_;
  std::vector<const clang::CallExpr*> indirect_calls_;
  std::vector<const clang::CallExpr*> creations_;  ///< of threads
  std::optional<Region> thread_results_;
  std::set<const clang::FunctionDecl*> start_routines_;  ///< definitions
  struct Pending {
    const clang::FunctionDecl* function;
    const clang::VarDecl* variable;
  };
  std::vector<Pending> pending_;
  const clang::FunctionDecl* current_ = nullptr;
  const clang::ASTContext* context_ = nullptr;
};

/// Is it a number that consists of whole bytes? (A long double has bits that none of its values uses.)
[[nodiscard]] bool fits_bytes(clang::QualType type, const clang::ASTContext& context);

}  // namespace bireach::frontend
