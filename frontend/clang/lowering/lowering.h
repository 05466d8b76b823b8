// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: all kinds of C statements and expressions, which call each other.
/// Lowers linked syntax trees to a control-flow automaton, function by function, inlining every call.
///
/// Expressions are returned as pure trees; what they do besides is emitted first, from left to right where C leaves the
/// order open (but see `sides`), with temporaries only where a later effect would change a value.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/analysis/effects.h"
#include "frontend/clang/analysis/output_formats.h"
#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/lowering/arithmetic.h"
#include "frontend/clang/lowering/discovered.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/frame.h"
#include "frontend/clang/lowering/heap.h"
#include "frontend/clang/lowering/lifetimes.h"
#include "frontend/clang/lowering/memory_regions.h"
#include "frontend/clang/lowering/program_variables.h"
#include "frontend/clang/lowering/recursion_stack.h"
#include "frontend/clang/lowering/string_objects.h"
#include "frontend/clang/lowering/thread_instance.h"
#include "frontend/clang/lowering/variable_sizes.h"
#include "frontend/clang/reading/linker.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach::frontend {

/// The walk over expressions and statements. What it needs beside the syntax trees are parts with an interface of their
/// own: the automaton that is written (Emitter), variables, the heap, memory, lifetimes, the stack of recursive calls.
class Lowering {
 public:
  using Node = Emitter::Node;

  /// Lowers the program that starts with the function `entry`, with what runs of this class have found out so far.
  Lowering(const Linker& linker, const ParseOptions& options, const clang::FunctionDecl* entry, Discovered& discovered,
           Program& program);
  /// With `arbitrary_globals` the variables hold any value at first. Once; throws LowerAgain.
  void run(bool arbitrary_globals);

 private:
  /// Does a read of a volatile object of this type give any value? If not, that is noted as an assumption.
  [[nodiscard]] bool is_arbitrary_read(clang::QualType type);
  /// Any value, as the environment may have stored it.
  [[nodiscard]] ExprPtr volatile_value(const clang::Expr* read);
  /// The value that ++, += and the like start from.
  [[nodiscard]] ExprPtr read_to_change(const Place& object, const clang::Expr* expr);

  // Variadic functions (variadic.cpp)
  [[nodiscard]] bool reads_argument_list(const clang::FunctionDecl* body);
  void keep_argument(const clang::Expr* argument, const ExprPtr& passed, Frame& inner);
  /// The number of the next argument of a list.
  [[nodiscard]] std::optional<Place> argument_list(const clang::Expr* list);
  /// The activation whose arguments the list holds.
  [[nodiscard]] const Frame& listed(const clang::Expr* list);
  /// Passes a va_list on, which is of no use to the caller afterwards (C11 7.16p3).
  void pass_list(const clang::Expr* list, const clang::ParmVarDecl* parameter, Frame& inner);
  /// va_start, va_copy and va_end; false: it is none of them.
  bool call_argument_list(const clang::CallExpr* call, const std::string& name);
  [[nodiscard]] ExprPtr next_argument(const clang::VAArgExpr* read);

  // The program as a whole (lowering.cpp)
  /// What every environment gives the entry function.
  void lower_parameters();
  /// Does the program look at what the parameter points to?
  [[nodiscard]] bool is_accessed(const clang::ParmVarDecl* pointer);
  /// The vector of main's arguments, with the strings that it leads to (program_arguments.cpp).
  void give_arguments(const clang::ParmVarDecl* vector);
  struct ArgumentStrings {
    ExprPtr address;  ///< of the object that all of them lie in
    clang::QualType type;
    std::optional<PointsTo::Region> characters;  ///< nothing: nobody reads them
  };
  /// Any string that begins behind the end of the one before.
  void give_argument(const Place& cell, const ArgumentStrings& strings, bool is_first, const Origin& origin,
                     const Part& part);
  const Storage* storage_for_arguments(const std::string& purpose, const ScalarType& type);

  // Contracts of library functions (contracts.cpp)
  /// What C says of the arguments of this function, as errors of calls that do not hold it.
  void check_contract(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  void check_not_null(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  void check_overlap(const clang::CallExpr* call);
  void check_format(const clang::CallExpr* call, unsigned format);
  /// Where the condition holds the call is undefined.
  void refuse_if(const ExprPtr& condition, const std::string& what, const clang::CallExpr* call, const Part& part);
  /// What comes before `start`.
  void lower_start(Node start, bool arbitrary_globals);
  [[nodiscard]] Frame& frame() { return *frame_; }
  [[nodiscard]] clang::ASTContext& context() { return emitter_.context(); }

  // Objects (objects.cpp)
  [[nodiscard]] const Storage* storage_of(const clang::VarDecl* variable);
  [[nodiscard]] const Storage* internal_storage(const clang::Expr* node, const std::string& name, clang::QualType type);
  /// A temporary of this expression; its name tells `purpose` and the place.
  [[nodiscard]] const Storage* temporary(const clang::Expr* node, const std::string& purpose, ScalarType type);
  [[nodiscard]] StorageBuilder::Origin origin_of_internal(const clang::Expr* node, const std::string& purpose);
  /// From now on the objects of the region lie in memory. Throws LowerAgain if some did not.
  void use_memory(PointsTo::Region region);
  /// The same of the regions of unions in an object of this type that consist of bytes; false: there are none.
  bool use_unions(clang::QualType type, const clang::ASTContext& types);
  /// `split`: a number in memory of bytes is as many leaves.
  void leaves(const Place& place, bool expand, std::vector<Place>& result, bool split = true);
  [[nodiscard]] std::optional<ScalarType> integer(clang::QualType type) { return integer_type(type, context()); }
  [[nodiscard]] Place place_of(const Storage* storage);
  [[nodiscard]] Place element(const Place& array, ExprPtr index, SourceRange where);
  /// The array that a string literal stands for.
  [[nodiscard]] Place string_place(const clang::Expr* expr);
  /// The object as seen through a pointer to `type`; nothing: it cannot be.
  [[nodiscard]] std::optional<Place> seen_as(Place object, clang::QualType type);
  [[nodiscard]] ExprPtr load(const Place& place, SourceRange where) const;
  void store(const Place& place, ExprPtr value, const Origin& origin, EdgeRole role, const Part& part = {});
  /// Refuses writes outside the array, where a library function may be called wrongly.
  void check_inside(const Place& place, const Origin& origin);
  void havoc(const Place& place, const Origin& origin, EdgeRole role, const std::string& function = {},
             const std::string& doubt = {});
  void zero(const Place& place, const Origin& origin, EdgeRole role);
  /// The type of both objects as arrays of bytes; nothing: they are not structures in memory of bytes.
  [[nodiscard]] std::optional<clang::QualType> common_bytes(const Place& to, const Place& from);
  void copy(const Place& to, const Place& from, const Origin& origin, EdgeRole role);
  /// Object that an lvalue or struct-valued expression names; nothing if the path ends or it is not modelled.
  [[nodiscard]] std::optional<Place> place(const clang::Expr* expr);
  [[nodiscard]] std::optional<Place> member_place(const clang::MemberExpr* member);
  /// Of a union that is one number.
  [[nodiscard]] Place union_member(Place whole, const clang::FieldDecl* field);
  /// Is it an error to look behind the end of this array, even if its object goes on? (Not for a last member of one
  /// element, which stands for an array of unknown length.)
  [[nodiscard]] bool is_bounded(const clang::Expr* array);
  [[nodiscard]] std::optional<Place> subscript_place(const clang::ArraySubscriptExpr* subscript);
  [[nodiscard]] std::optional<Place> struct_value(const clang::Expr* expr);
  [[nodiscard]] std::optional<Place> dereference(const clang::Expr* pointer, const clang::Expr* whole);
  /// What the pointer, whose value is `address`, points to in memory; nothing: the path has ended.
  [[nodiscard]] std::optional<Place> memory_dereference(const clang::Expr* pointer, const ExprPtr& address,
                                                        clang::QualType type, const clang::Expr* whole);
  /// What the pointer is statically known to point to.
  [[nodiscard]] std::optional<Target> target_of(const clang::Expr* pointer);
  /// Something is lowered to what the variable's only value makes of it (Program::followed).
  void note_followed(const clang::VarDecl* variable);
  /// The object that a compound literal makes when `pointer` is evaluated, as it must be too.
  [[nodiscard]] std::optional<Target> literal_target(const clang::Expr* pointer);
  [[nodiscard]] std::optional<Target> offset_target(const clang::BinaryOperator* sum);
  /// Of an object as a whole: its constants are one statement for each array.
  void initialize_object(const Place& place, const clang::Expr* value, const Origin& origin, EdgeRole role,
                         bool is_zero = false);
  void initialize(const Place& place, const clang::Expr* value, const Origin& origin, EdgeRole role,
                  bool is_zero = false);
  void initialize_zero(const Place& place, const Origin& origin, EdgeRole role);
  /// Of an object that threads synchronise with.
  void initialize_state(const Place& place, const clang::InitListExpr* list, const Origin& origin, EdgeRole role,
                        bool is_zero);
  /// Zeroes the bytes that hold bit-fields: each of these is stored into bytes that keep their other bits.
  void clear_bit_fields(const Place& place, const clang::RecordDecl* record, const Origin& origin);
  void initialize_list(const Place& place, const clang::InitListExpr* list, const Origin& origin, EdgeRole role,
                       bool is_zero);
  void initialize_string(const Place& place, const clang::Expr* string, const Origin& origin, EdgeRole role);

  // Blocks, where lifetimes begin and end (blocks.cpp)
  /// Do entering and leaving the block change anything?
  [[nodiscard]] bool bounds_lives(Scopes::Block block);
  void end_block(Scopes::Block block);
  /// What follows belongs to the block; from the current block back to an outer one.
  void enter_block(Scopes::Block block);
  void leave_block(Scopes::Block outer);
  /// Control goes to another block of the function.
  void jump_to_block(Scopes::Block target);
  void branch_to_block(const ExprPtr& condition, const Origin& origin, const Frame::Exit& on_true, Node on_false,
                       const Part& part = {});
  void leave_function();
  /// From the innermost block that is being lowered to the function's body.
  void for_each_open_block(const std::function<void(Scopes::Block)>& visit);
  /// Calls the functions at the end of the scopes of variables in the block.
  void clean_up(Scopes::Block block);
  void clean_up(const clang::VarDecl* variable);
  /// A jump back to the label leaves the scopes of variables that are declared behind it in blocks around it.
  void clean_up_behind(const clang::LabelDecl* label);
  /// `where`: the call that ends the program; null: main has not started or has ended.
  void call_around(const std::vector<const clang::FunctionDecl*>& functions, const clang::Stmt* where);
  void run_destructors(const clang::Stmt* where);

  // Scalars made of bytes (bytes.cpp)
  [[nodiscard]] std::vector<Place> bytes_of(const Place& scalar);
  [[nodiscard]] ExprPtr load_bytes(const Place& scalar, SourceRange where) const;
  /// A variable of the thread that holds a number for a while.
  struct Kept {
    std::string purpose;
    std::string user_name;
    EdgeRole role;
  };
  ExprPtr keep_number(const ExprPtr& number, const Kept& as, const Origin& origin, const Part& part);
  /// As `load`, but read in one step if it consists of bytes.
  [[nodiscard]] ExprPtr load_for_copy(const Place& source, const Origin& origin, const Part& part);
  /// Writes the value of the scalar to the cells of its bytes, one after the other.
  void emit_bytes(const Place& scalar, const ExprPtr& value, const Origin& origin, EdgeRole role, const Part& part);
  void store_bytes(const Place& scalar, ExprPtr stored, const Origin& origin, EdgeRole role, const Part& part);

  // Allocation (allocation.cpp)
  std::optional<Place> call_allocation(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                       const LibraryFunction& function, bool wants_result);
  void free_object(const clang::CallExpr* call, const ExprPtr& address);
  /// The product of this argument and the next one; where it is too large for any object the call's result is null,
  /// and control goes to `end`.
  [[nodiscard]] ExprPtr bytes_of_array(const clang::CallExpr* call, unsigned first, Node end);
  /// Fills a new object with zeros, if there is one; otherwise control goes to `end`.
  void fill_new(const clang::CallExpr* call, const Place& result, const ExprPtr& size, bool is_array, Node end);
  /// `is_array`: the size is the product of two arguments.
  [[nodiscard]] std::optional<Place> reallocate(const clang::CallExpr* call, bool is_array);
  /// The object at `old` gets another place, with so many bytes.
  void move_to_new(const clang::CallExpr* call, const ExprPtr& old, const ExprPtr& size, Node end);
  /// realloc to a size of 0: the object at `old`, if there is one, is freed, the result null, and control goes to
  /// `end`.
  void free_if_empty(const clang::CallExpr* call, const ExprPtr& old, const ExprPtr& size, Node end);
  /// Where no object can be so large the result is null, and control goes to `end`.
  [[nodiscard]] std::optional<Place> allocate(const clang::CallExpr* call, ExprPtr size, Node end);
  void set_out_of_memory(const clang::CallExpr* call, const Part& part);
  void return_null_if(const ExprPtr& condition, const clang::CallExpr* call, const Part& part, Node end);
  /// `result` gets the address of a new object; `room` as for Heap::take.
  void take(const clang::CallExpr* call, const Place& result, const ExprPtr& size, const ExprPtr& room = nullptr);
  /// Sets every byte from `start` on, which is the pointer's value; `element_size`: the number of bytes is a number of
  /// elements of this size (0: it may be anything).
  void fill_range(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start, const ExprPtr& bytes,
                  unsigned byte, std::uint64_t element_size);
  /// Lowers `step` for each part, and each element of the last one, of structures that end in an array, which may be
  /// longer than declared, in so many bytes; false, with nothing done: it cannot be said what lies there. `any_size`:
  /// else only where they end with an element.
  using OpenStructureStep =
      std::function<void(clang::QualType type, PointsTo::Region region, const ExprPtr& offset, const Part& part)>;
  [[nodiscard]] bool for_open_structure(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& bytes,
                                        bool any_size, const OpenStructureStep& step);
  /// fill_range of structures that end in an array, which may be longer than declared; false, with nothing done: it
  /// cannot be said what lies there.
  [[nodiscard]] bool fill_open_structure(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                                         const ExprPtr& bytes, unsigned byte);
  /// Lowers `step` once for each object of this size in so many bytes, given its offset and its part of `within`.
  void for_objects(const clang::CallExpr* call, const ExprPtr& bytes, const logic::Integer& size, const Part& within,
                   const std::function<void(const ExprPtr&, const Part&)>& step);
  /// The value of an object all of whose bytes are `byte`; nothing if it has bits that no byte fills.
  [[nodiscard]] std::optional<logic::Integer> filled_value(const Storage& storage, unsigned byte);

  // Functions without a body (foreign.cpp)
  /// Is something accessed that the pointer which the call returns leads to?
  [[nodiscard]] bool has_foreign_object(const clang::CallExpr* call);
  /// How many bytes an object has that the function returns: those of its type.
  [[nodiscard]] std::uint64_t least_foreign_size(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  /// `result` gets the address of a new object of so many bytes or more.
  void take_of_open_size(const clang::CallExpr* call, const clang::FunctionDecl* callee, const Place& result);
  /// From here on, errors count that do not depend on what the call left open (depends_on_doubts).
  void doubt_what_depends(const clang::CallExpr* call, const std::string& name, const std::string& doubt);
  /// Null or the address of a new object of any contents, which the function returns; nothing, with nothing done:
  /// nothing of that kind is ever accessed.
  [[nodiscard]] std::optional<Place> foreign_object(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  /// The arguments through which the function may write, if all of them lead to objects of numbers that can be changed
  /// as a whole; false: some do not.
  [[nodiscard]] bool written_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                       std::vector<const clang::Expr*>& written);
  [[nodiscard]] bool is_writable_by_call(const clang::Expr* argument);
  /// Gives the object that the argument points to (its array, if it is an element) any contents.
  void write_argument(const clang::CallExpr* call, const clang::Expr* argument, const Part& step);
  /// Gives all that the arguments lead to any contents. Proofs cover them all; errors must not depend on them
  /// (Havoc::doubt). False: that is not modelled.
  [[nodiscard]] bool change_all(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  void change_cells(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& start, const ExprPtr& bytes,
                    const Part& within);
  /// `changed`: what it changes; empty: nothing.
  void assume_of_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_own_object,
                          const std::string& changed);
  static constexpr const char* numbers_of_arguments = "the objects of numbers that its pointer arguments point to";
  static constexpr const char* what_arguments_lead_to =
      "what its pointer arguments lead to, where it stores no pointers to anything else, and calls none of the "
      "program's functions";

  // Expressions (expressions.cpp, assignments.cpp)
  /// Value of an integer expression; a zero if the path ends in it.
  [[nodiscard]] ExprPtr value(const clang::Expr* expr);
  /// The same, but without emitting anything; null if that is not possible.
  [[nodiscard]] ExprPtr pure_value(const clang::Expr* expr);
  [[nodiscard]] ExprPtr unary_value(const clang::UnaryOperator* unary);
  [[nodiscard]] ExprPtr binary_value(const clang::BinaryOperator* binary);
  [[nodiscard]] ExprPtr logical_value(const clang::Expr* expr);
  [[nodiscard]] ExprPtr conditional_value(const clang::AbstractConditionalOperator* expr);
  [[nodiscard]] ExprPtr cast_value(const clang::CastExpr* cast);
  [[nodiscard]] ExprPtr constant_value(const clang::Expr* expr, const Unmodelled& otherwise);
  [[nodiscard]] ExprPtr statement_value(const clang::StmtExpr* expr);
  [[nodiscard]] ExprPtr zero_value(const clang::Expr* expr);
  /// Value of a condition of any scalar type.
  [[nodiscard]] ExprPtr truth_value(const clang::Expr* expr);

  // Addresses (addresses.cpp)
  [[nodiscard]] ExprPtr address_value(const clang::Expr* object);
  /// Ends the path if the linker says that uses of it are not modelled; false: they are.
  bool refuse_symbol(const clang::NamedDecl* symbol, const clang::Stmt* use);
  /// Lists that a weak symbol is taken to be defined nowhere.
  void assume_undefined(const clang::NamedDecl* symbol);
  [[nodiscard]] ExprPtr member_address(const clang::MemberExpr* member);
  [[nodiscard]] ExprPtr pointer_value(const clang::BinaryOperator* binary);
  /// pointer + sign * count, where count counts objects of the pointer's target type.
  [[nodiscard]] ExprPtr offset_pointer(ExprPtr pointer, clang::QualType type, ExprPtr count, bool forward,
                                       SourceRange where);
  /// The size of what pointers of this type point to, as a number of the type; null: it has none.
  [[nodiscard]] ExprPtr step_of(clang::QualType pointer, const ScalarType& type, SourceRange where);
  /// Of a library function: does it use the stream that it is given? fflush takes null for all of them.
  [[nodiscard]] static bool uses_stream(const std::string& name, const clang::Expr* argument);
  /// May a function without a body write through this argument?
  [[nodiscard]] bool may_be_written_through(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                            unsigned number);
  [[nodiscard]] ExprPtr compare_opaque(const clang::BinaryOperator* comparison);
  /// Of a value that nobody uses: if evaluating it may be an error that is looked for, a step that does so.
  void keep_evaluation(const clang::Expr* owner, const ExprPtr& value);
  /// Evaluates for the effects only; any type.
  void discard(const clang::Expr* expr);
  /// Evaluates a pointer, floating-point or other value that is not modelled.
  void evaluate_opaque(const clang::Expr* expr);
  void evaluate_opaque_operator(const clang::Expr* expr);
  void evaluate_address(const clang::Expr* object);
  // Where the value is needed and another thread may change the object, the place returned is that of the value.
  std::optional<Place> assign(const clang::BinaryOperator* assignment, bool needs_value = false);
  std::optional<Place> assign_number(const clang::BinaryOperator* assignment, bool needs_value);
  std::optional<Place> compound_assign(const clang::CompoundAssignOperator* assignment, bool needs_value = false);
  /// Of an assignment of a number: the place of the left side, and the value of the right one, which is evaluated
  /// first. Nothing, null: the path has ended.
  [[nodiscard]] std::pair<std::optional<Place>, ExprPtr> sides(const clang::BinaryOperator* assignment);
  [[nodiscard]] ExprPtr read_back(const std::optional<Place>& place, const clang::Expr* expr);
  ExprPtr increment(const clang::UnaryOperator* unary, bool needs_value);

  // The order of evaluation (evaluation_order.cpp)
  /// What C leaves unspecified (C11 6.5p3): the order of operands and of arguments, and that of an assignment's sides.
  enum class Order : std::uint8_t { operands, assignment };
  void assume_order(Order order);
  /// Notes the assumption if it matters that `first` is evaluated before `second`.
  void note_order(const clang::Expr* first, const clang::Expr* second, Order order);
  /// The same if the operand of a cast may change what its type computes, which is evaluated first.
  void note_type_order(const clang::ExplicitCastExpr* cast);
  /// The same of the initialisers in a list, whose order C leaves open as well (C11 6.7.9p23).
  void note_order(const clang::InitListExpr* list);
  /// The same if evaluation of `first` changes this value, which is computed after it.
  void note_order(const clang::Expr* first, const ExprPtr& later, Order order);
  /// Keeps a value from being changed by what is evaluated next.
  [[nodiscard]] ExprPtr protect(ExprPtr value, const clang::Expr* owner, const clang::Expr* next,
                                Order order = Order::operands);
  [[nodiscard]] Place protect(Place place, const clang::Expr* owner, const clang::Expr* next,
                              Order order = Order::operands);
  /// Keeps the index of a place where it would change with a write to the place's own object.
  void fix_index(Place& place, const clang::Expr* owner);
  /// The same for a place that is read while `target` is written, part by part.
  void fix_source(Place& from, const Place& target, const clang::Expr* owner);
  /// Keeps the indices of what a pointer points to: they stay as they are when the pointer is made.
  void fix_target(Target& target, const clang::Expr* pointer);
  void condition(const clang::Expr* expr, Node on_true, Node on_false);

  // Calls (calls.cpp)
  /// Calls; the place of the result if one is wanted and its type is modelled.
  [[nodiscard]] std::optional<Place> call(const clang::CallExpr* call, bool wants_result);
  std::optional<Place> call_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool wants_result);
  /// Chooses among the functions of this type whose address is taken, by the pointer's value.
  [[nodiscard]] std::optional<Place> call_pointer(const clang::CallExpr* call, bool wants_result);
  bool call_special(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool call_assertion(const clang::CallExpr* call, const LibraryFunction& function);
  void end_path(LocationKind kind, const std::string& note, const clang::CallExpr* call,
                const std::string& callee = {});
  std::optional<Place> call_without_body(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                         bool wants_result);
  /// Leaves out executions in which the result of the call is not one of these numbers.
  void assume_between(const Place& place, std::int64_t low, std::int64_t high, const clang::CallExpr* call);
  void keep_if(const ExprPtr& condition, const clang::CallExpr* call);

  // Output (output.cpp)
  /// Calls a function of the library that only writes text.
  std::optional<Place> call_output(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                   const LibraryFunction& function, bool wants_result);
  /// The function reads the texts that it is given: with accesses in question, that stays open.
  void refuse_texts(const clang::CallExpr* call, const LibraryFunction& function);
  /// Ends the path if the call may write into an object by its format; false: it may not.
  bool refuse_format(const clang::CallExpr* call, const LibraryFunction& function, const WrittenText& text);
  /// The condition that the result of such a function fulfils.
  [[nodiscard]] ExprPtr possible_result(const clang::CallExpr* call, const LibraryFunction& function,
                                        const ExprPtr& result);

  // Bodies in place of calls (inlining.cpp, results.cpp)
  std::optional<Place> inline_call(const clang::CallExpr* call, const clang::FunctionDecl* body, bool wants_result);
  /// Inlines a body whose arguments have been passed; it ends at `end`.
  void lower_inlined(Frame& inner, Node end);
  struct Argument {
    ExprPtr value;
    std::optional<Place> object;
    std::optional<Target> target;
    std::optional<PassedArray> array;
  };
  [[nodiscard]] std::vector<Argument> evaluate_parameters(const clang::CallExpr* call, const clang::FunctionDecl* body);
  void pass_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                      const std::vector<Argument>& arguments, Frame& inner);
  [[nodiscard]] Argument evaluate_argument(const clang::CallExpr* call, unsigned number,
                                           const clang::ParmVarDecl* parameter, const clang::FunctionDecl* body);
  void pass_argument(const clang::CallExpr* call, unsigned number, const clang::ParmVarDecl* parameter,
                     const Argument& argument, Frame& inner);
  void lower_body(const clang::FunctionDecl* body);
  /// The closing brace of a function is reached.
  void end_of_body(const clang::FunctionDecl* body);
  /// The end of a function whose value may be used is reached without one.
  void end_without_value(const clang::FunctionDecl* body);
  /// What comes next uses the value that a function has not returned (C11 6.9.1p12): such executions are left out.
  void leave_out_missing_value(const clang::FunctionDecl* body, const Origin& origin);
  /// A function that is declared not to return would return here (C11 6.7.4p8): such executions are left out. Nothing
  /// happens if it may return.
  void leave_out_return(const clang::FunctionDecl* body, const Origin& origin);
  /// The path ends here without an error: its executions are left out.
  void leave_out(const Origin& origin);
  /// The call of a function without arguments or a body that gives any value, if the expression is nothing else.
  [[nodiscard]] const clang::CallExpr* input_call(const clang::Expr* value);
  /// Ends the path if something in the body, or (null) in the program, is not modelled.
  void refuse_inside(const clang::FunctionDecl* body);
  [[nodiscard]] bool assign_call(const Place& target, const clang::Expr* value, const Origin& origin);
  void evaluate_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool allow_addresses);
  [[nodiscard]] const Storage* result_storage(const clang::CallExpr* call, clang::QualType type);

  // Recursion (recursion.cpp)
  /// The innermost activation of the function; null: it is not active.
  [[nodiscard]] Frame* activation_of(const clang::FunctionDecl* function);
  /// Calls a function that is active.
  std::optional<Place> call_again(const clang::CallExpr* call, Frame& callee, bool wants_result);
  void keep_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body, std::vector<Argument>& arguments);
  /// Notes pointer parameters that do not get the target they have in the outermost activation.
  void compare_targets(const Frame& outermost, const Frame& again);
  /// At the entry of the outermost activation of a recursive function, and at its end, from where control goes on to
  /// `outermost_end`.
  void begin_recursion();
  void finish_recursion(Node outermost_end);
  /// Whether the last activation of the recursive function that ended has returned a value; null: all return one.
  [[nodiscard]] const Storage* value_flag(const clang::FunctionDecl* body);
  void note_value(bool is_returned, const Origin& origin);
  /// Where every activation of a recursive function leaves its result.
  [[nodiscard]] const Storage* shared_result(const clang::FunctionDecl* body);
  /// Where an activation keeps its result until the cleanup functions of its variables have been called.
  [[nodiscard]] const Storage* kept_result(const clang::FunctionDecl* body);
  [[nodiscard]] std::optional<Place> take_result(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                                 bool wants_result);
  /// May there be several of this local object at a time?
  [[nodiscard]] bool is_in_recursion(const clang::FunctionDecl* function);

  // Threads (threads.cpp, thread_creation.cpp, thread_instances.cpp)
  [[nodiscard]] std::uint32_t thread() const { return variables_.instance().thread; }
  [[nodiscard]] bool is_threaded() const { return plan_.is_threaded(); }
  /// Has each thread one of its own?
  [[nodiscard]] static bool is_of_thread(const clang::VarDecl* variable) {
    return variable->getTLSKind() != clang::VarDecl::TLS_None;
  }
  /// While it exists, variables are those of this thread.
  class InstanceScope {
   public:
    InstanceScope(Lowering& lowering, std::uint32_t thread);
    InstanceScope(const InstanceScope&) = delete;
    InstanceScope& operator=(const InstanceScope&) = delete;
    ~InstanceScope();

   private:
    Lowering& lowering_;
    std::uint32_t outer_;
  };
  void set_instance(std::uint32_t thread);
  const Storage* keep_twin(const clang::Expr* node, const std::string& purpose, Storage made);
  /// The statements that assign the one are copies of those that assign the other.
  void note_twins(const Storage* storage, const Storage& first);
  /// Are data races looked for? Then it matters which accesses are atomic, and reads whose values nobody uses count.
  [[nodiscard]] bool counts_races() const { return is_threaded() && options_.property.has(Violation::no_data_race); }
  /// Does it take a region to make the access what it is in an interleaving? One of bytes is one step unless data races
  /// are looked for: whoever could see it half done has a race with it. An atomic one is then told by its region.
  [[nodiscard]] bool needs_region(const Place& place, bool is_atomic);
  /// May another thread access what is read?
  [[nodiscard]] bool may_be_shared(const Expr& read);
  [[nodiscard]] bool may_be_shared(const Place& place);
  /// What C reads once and is used several times; nothing happens if no other thread can change it.
  [[nodiscard]] ExprPtr read_once(ExprPtr value, const clang::Expr* owner);
  /// The value of a scalar, which is read in one step also where it consists of bytes. `is_atomic`: by its C type.
  [[nodiscard]] ExprPtr load_once(Place place, const clang::Expr* read, bool is_atomic);
  /// A step that accesses an object whose type is not modelled.
  void step_unseen(const Origin& origin);
  /// Of an expression whose value is not used.
  void read_in_vain(ExprPtr value, const clang::Expr* expr);
  /// The same of a structure in memory: its first and its last part stand for all.
  void read_in_vain(const std::optional<Place>& object, const clang::Expr* expr);
  /// A function of threads, or one of ours for their models; false: it is none of these.
  bool call_of_threads(const clang::CallExpr* call, const std::string& name, bool wants_result,
                       std::optional<Place>& result);
  bool call_intrinsic(const clang::CallExpr* call, const std::string& name, bool wants_result,
                      std::optional<Place>& result);
  /// The call's result, which is a number.
  [[nodiscard]] std::optional<Place> number_result(const clang::CallExpr* call, const ExprPtr& number,
                                                   bool wants_result);
  void block_until(const clang::CallExpr* call, const ExprPtr& condition);
  void wait_alone(const clang::CallExpr* call, const ExprPtr& condition);
  /// The id of the running thread.
  [[nodiscard]] ExprPtr own_id(SourceRange where);
  void create_thread(const clang::CallExpr* call, const std::string& name);
  /// Starts a thread that runs this function, or one of several that a counter chooses.
  void start_threads(const clang::CallExpr* call, const clang::FunctionDecl* function, const ThreadArgument& argument,
                     const Place& handle);
  void start_thread(std::uint32_t started, const clang::CallExpr* call, const ThreadArgument& argument,
                    const Place& handle);
  [[nodiscard]] ThreadPlan::Creation creation(const clang::CallExpr* call, const clang::FunctionDecl* function);
  /// The thread that this place creates; made if need be.
  [[nodiscard]] std::uint32_t instance(const clang::CallExpr* call, const clang::FunctionDecl* function,
                                       ThreadPlan::Creation creation, unsigned number, bool any_number);
  [[nodiscard]] ThreadArgument evaluate_thread_argument(const clang::Expr* argument);
  /// The variable gets the id of a thread that stands for many.
  ExprPtr any_id(VariableId variable, const Origin& origin);
  /// What a thread may be told that its argument points to; nothing: the object may end before the thread does.
  [[nodiscard]] std::optional<Target> lasting_target(const clang::Expr* argument);
  void join_thread(const clang::CallExpr* call, const std::string& name, bool wants_result,
                   std::optional<Place>& result);
  void detach_thread(const clang::CallExpr* call, bool wants_result, std::optional<Place>& result);
  void exit_thread(const clang::CallExpr* call);
  /// Local objects of all functions that the thread is in.
  void end_activations();
  /// Notes the assumption that the function, which does not access it here, is given an object that exists.
  void assume_exists(const clang::Expr* pointer, const std::string& function);
  /// The same of what the library's definition of a function of threads leaves out: times, what failing to lock orders.
  void note_left_out(const clang::CallExpr* call, const std::string& name);
  /// At the end of a thread, or at this call, which ends it: those of its thread-specific data.
  void run_key_destructors(const clang::CallExpr* where);
  /// Lowers the bodies of all threads but the first, and what had to wait for them.
  void lower_threads();
  void lower_thread(std::uint32_t number);
  void lower_join(const PendingJoin& join);
  void lower_detach(const PendingJoin& detach);
  /// A call whose effect depends on which thread the handle is: it is lowered when all are known.
  [[nodiscard]] PendingJoin pending_join(const clang::CallExpr* call);
  /// Goes on at the result where the handle is that of the thread; returns where it is another one's.
  [[nodiscard]] Node if_handle_is(const PendingJoin& join, std::uint32_t other);
  /// The thread is joined or detached, which can be done once (XSH pthread_join, C11 7.26.5.6): where that has been
  /// done, it goes on at the result.
  [[nodiscard]] Node claim(const PendingJoin& join, std::uint32_t other);
  /// The same of a thread that stands for several: it is not known.
  void claim_one_of_many(const PendingJoin& join);
  /// Throws LowerAgain if some thread may be joined or detached twice and that would not be seen.
  void look_for_second_joins();
  void lower_main_exit(const PendingJoin& exit);
  /// The threads whose handle this may be.
  [[nodiscard]] std::vector<std::uint32_t> joinable(const clang::Expr* handle);
  void note_threads();
  [[nodiscard]] std::vector<Node> thread_roots() const;
  /// What is known of threads before the program starts.
  void initialize_threads();

  // Builtins (builtins.cpp)
  /// Null: not a builtin of this kind.
  [[nodiscard]] ExprPtr builtin_value(const clang::CallExpr* call);
  /// A function of <math.h> (exact_math.h); null: not one of them.
  [[nodiscard]] ExprPtr math_value(const clang::CallExpr* call);
  /// Of fesetround and fegetround; null: of neither, or it is not modelled.
  [[nodiscard]] ExprPtr rounding_value(const clang::CallExpr* call);
  /// `__builtin_add_overflow` and the like.
  [[nodiscard]] ExprPtr checked_value(const clang::CallExpr* call, BinaryOp op);

  // Atomic operations (atomics.cpp)
  struct AtomicOperation {
    const clang::Expr* expr;
    std::string_view name;  ///< without prefixes and suffixes: "fetch_add"
    const clang::Expr* const* arguments;
    unsigned count;
    bool is_generic;  ///< arguments are pointers to operands and results
    bool is_weak;     ///< compare and swap that may fail
  };
  struct Swap {
    ExprPtr equal;
    ExprPtr desired;
    Place decision;  ///< holds `equal`
  };
  [[nodiscard]] ExprPtr atomic_value(const clang::AtomicExpr* atomic);
  /// Null: the function is none of these, or not modelled.
  [[nodiscard]] ExprPtr atomic_value(const clang::CallExpr* call, const std::string& name);
  [[nodiscard]] ExprPtr atomic_value(const AtomicOperation& operation);
  /// __atomic_test_and_set and __atomic_clear.
  [[nodiscard]] ExprPtr flag_value(const clang::CallExpr* call, bool is_cleared);
  [[nodiscard]] ExprPtr atomic_operand(const AtomicOperation& operation, unsigned number, const ScalarType& type);
  [[nodiscard]] ExprPtr compare_and_swap(const AtomicOperation& operation, const Place& target, const ScalarType& type);
  void swap_in_step(const AtomicOperation& operation, const Place& object, const Swap& swap,
                    const std::function<void()>& decide);
  /// Lists that a weaker order is read as the strongest one.
  void assume_order(const clang::Expr* memory_order);
  /// In programs with threads: the value as it is now, in a temporary of its own; the object of this place as its
  /// index and address are now.
  [[nodiscard]] ExprPtr settled(ExprPtr operand, const clang::Expr* owner, const std::string& purpose);
  [[nodiscard]] Place settled(Place object, const clang::Expr* owner);

  // Arrays within objects that library functions are given (named_arrays.cpp)
  /// The array within an object in memory that the pointer is computed from, if accesses are in question; nothing: none
  /// is named, or its end may not be the object's.
  [[nodiscard]] std::optional<PassedArray> named_array(const clang::Expr* pointer);
  /// Of memset, memcpy, memmove and memcmp: the values of the arguments if they can be told without evaluating them;
  /// empty: they cannot, or it is another function.
  [[nodiscard]] std::vector<ExprPtr> pure_range(const clang::CallExpr* call, const std::string& name);
  /// An error if so many bytes from the address on, the value of this argument, leave the array that it names.
  void stay_in_named_array(const clang::CallExpr* call, unsigned number, const PassedArray& array,
                           const ExprPtr& address, const ExprPtr& bytes);
  /// The same of all arguments.
  void stay_in_named_arrays(const clang::CallExpr* call, const std::string& name,
                            const std::vector<ExprPtr>& arguments);
  /// The address of an access of a library function; null where it leaves the array that the function was given.
  [[nodiscard]] ExprPtr within_named_array(const clang::Expr* pointer, const ExprPtr& address,
                                           const clang::Expr* whole);

  // Whole objects (memory_functions.cpp)
  /// The object of so many bytes that the pointer is known to point to.
  [[nodiscard]] std::optional<Place> whole_object(const clang::Expr* pointer, const logic::Integer& bytes);
  /// Lowers memset, memcpy or memmove as assignments to a whole object; false, with nothing done: it is not one.
  bool call_on_object(const clang::CallExpr* call, const std::string& name);
  bool fill(const clang::CallExpr* call, const Place& object);
  /// The object, or part of an array, of so many bytes in memory.
  [[nodiscard]] std::optional<Place> memory_object(const clang::Expr* pointer, const logic::Integer& bytes);
  bool fill_memory(const clang::CallExpr* call, const ExprPtr& bytes);
  /// A scalar's bits as those of another one of the same size; false: they are not such scalars.
  bool copy_pattern(const clang::CallExpr* call, const Place& to, const Place& from);
  /// Does the pointer lead to the beginning of an object of its region's type, as far as its own type says?
  [[nodiscard]] bool is_aligned(const clang::Expr* pointer);
  /// The bytes of an object that a pointer into a region of bytes leads to.
  [[nodiscard]] std::optional<Place> as_byte_array(const Place& object, const clang::Expr* pointer,
                                                   const logic::Integer& bytes);
  /// Copies parts that may overlap: all are read before any is written.
  void move(const Place& to, const Place& from, const clang::CallExpr* call);
  /// Copies a number that has a variable of its own to or from bytes of an array; false, with nothing done: it is not
  /// one.
  bool copy_number(const clang::CallExpr* call, const logic::Integer& bytes);
  /// Sees to it that objects of different types of numbers, one of which is copied to the other, lie in memory. Throws
  /// LowerAgain if they did not.
  void use_common_memory(const clang::CallExpr* copying);

  // Parts of memory (memory_ranges.cpp)
  /// Memory from where a pointer leads to.
  struct Range {
    const clang::Expr* pointer;
    PointsTo::Region region;
    ExprPtr start;  ///< the pointer's value
  };
  /// Lowers memset, memcpy, memmove or memcmp of memory as a loop; false, with nothing done: it is another function, or
  /// one of arrays that are not in memory. `result`: what the call returns, if that is wanted.
  bool call_on_range(const clang::CallExpr* call, const std::string& name, bool wants_result,
                     std::optional<Place>& result);
  /// The value of the expression if it is the same whenever the function runs that is being lowered.
  [[nodiscard]] std::optional<logic::Integer> known_count(const clang::Expr* count);
  /// Is it known to point into an array of bytes that has a variable of its own?
  [[nodiscard]] bool leads_into_bytes(const clang::Expr* pointer);
  /// The bytes that the pointer leads to as a number of this type; nothing: there are no such bytes.
  [[nodiscard]] std::optional<Place> number_in_bytes(const clang::Expr* pointer, const ScalarType& type);
  /// Do so many bytes from there on lie in the member of the structure that the pointer leads to, if it is one?
  [[nodiscard]] bool stays_in_field(const clang::Expr* pointer, PointsTo::Region region, const logic::Integer& bytes);
  /// The type of the objects that so many bytes of all these ranges consist of; null: they do not fit together.
  [[nodiscard]] clang::QualType common_unit(const std::vector<Range>& ranges, const ExprPtr& bytes);
  /// A number without padding?
  [[nodiscard]] bool is_scalar_unit(clang::QualType unit);
  /// Is the value a multiple of the size, as far as can be told?
  [[nodiscard]] static bool is_multiple(const ExprPtr& bytes, const logic::Integer& size);
  /// Lowers the program again with this memory as bytes, or ends the path where that does not help.
  void need_bytes(const clang::CallExpr* call, const std::vector<Range>& ranges);
  [[nodiscard]] Place unit_at(const clang::CallExpr* call, const Range& range, clang::QualType unit,
                              const ExprPtr& offset);
  void fill_bytes(const clang::CallExpr* call, const Range& range, clang::QualType unit, const ExprPtr& byte,
                  const ExprPtr& bytes);
  void copy_range(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                  const ExprPtr& bytes, bool may_overlap);
  /// Fills memory that nothing reads: writes its first and its last byte only, which says whether all is inside.
  void fill_unread(const clang::CallExpr* call, const Range& range, unsigned byte, const ExprPtr& bytes);
  /// If accesses are in question: reads the last one of the units, as all of them have to exist (C11 7.24.1p2).
  void touch_last(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                  const ExprPtr& bytes);
  void compare_ranges(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                      const ExprPtr& bytes, const Place& result);

  // Variably modified types (variable_arrays.cpp)
  /// Evaluates what the written type computes: from now on its sizes are known. Not emitted: it computes nothing.
  /// `is_within`: as a part of an expression, not of a declaration.
  void evaluate_type(clang::QualType written, bool is_within = false);
  void evaluate_length(const clang::VariableArrayType* array, bool is_within);
  /// Of typeof and sizeof, which is evaluated for its type alone.
  void evaluate_type_operand(const clang::Expr* operand);
  /// The variable, of a variable size, is declared: its types are evaluated.
  void make_room(const clang::VarDecl* variable);
  /// Leaves out executions in which an array of these dimensions has no size that any object has.
  void require_size(const clang::VarDecl* variable, bool is_in_memory);
  /// sizeof of what has a variable size; null: it is something else.
  [[nodiscard]] ExprPtr variable_size(const clang::UnaryExprOrTypeTraitExpr* trait);

  // Statements (statements.cpp)
  void lower(const clang::Stmt* statement);
  void lower_statement(const clang::Stmt* statement);
  void lower_jump(const clang::Stmt* statement);
  /// GNU C's `goto *target`: a choice among the labels of the function whose address is taken.
  void lower_computed_goto(const clang::IndirectGotoStmt* statement);
  [[nodiscard]] Node label_node(const clang::LabelDecl* label);
  void lower_declaration(const clang::DeclStmt* declaration);
  void lower_if(const clang::IfStmt* statement);
  void lower_while(const clang::WhileStmt* statement);
  void lower_do(const clang::DoStmt* statement);
  void lower_for(const clang::ForStmt* statement);
  void lower_switch(const clang::SwitchStmt* statement);
  void lower_case(const clang::SwitchCase* statement);
  void lower_return(const clang::ReturnStmt* statement);
  void loop_condition(const clang::Expr* condition, const clang::Stmt* loop, Node body, Node end);
  [[nodiscard]] ExprPtr case_condition(const clang::CaseStmt* label, const ExprPtr& value);
  void lower_globals(bool arbitrary);
  void lower_global(const clang::VarDecl* variable, bool arbitrary);
  /// Gives the strings that are read their contents.
  void lower_strings();

  const Linker& linker_;
  const ParseOptions& options_;
  const clang::FunctionDecl* entry_;
  Recursions& recursions_;
  ThreadPlan& plan_;
  Program& program_;
  Effects effects_;
  ArithmeticTypes types_;
  Emitter emitter_;
  ProgramVariables variables_;
  VariableSizes sizes_;
  Heap heap_;
  MemoryRegions memory_;
  Lifetimes lifetimes_;
  RecursionStack recursion_stack_;
  StringObjects strings_;
  Frame* frame_ = nullptr;  ///< the activation that is being lowered
  std::map<std::pair<const clang::VarDecl*, std::uint32_t>, Storage> storages_;  ///< with the thread whose it is
  std::set<std::pair<const clang::Expr*, std::uint32_t>>
      temporaries_in_memory_;                            ///< unions of structures that an expression yields
  std::vector<const clang::VarDecl*> globals_;           ///< in the order in which they were met
  std::map<const clang::Expr*, ExprPtr> opaque_values_;  ///< of the common operand of `a ?: b`
  std::optional<std::vector<const clang::FunctionDecl*>> addressed_functions_;  ///< see call_pointer
  std::map<const clang::FunctionDecl*, std::vector<const clang::VarDecl*>> bypassable_;
  std::map<const clang::FunctionDecl*, bool> reads_argument_list_;
  Node end_of_main_ = 0;
  std::deque<ThreadInstance> threads_;  ///< the first is the entry function's
  std::vector<PendingJoin> joins_;
  std::vector<PendingJoin> main_exits_;
  /// By handle variable (of the thread whose it is): the threads whose ids are stored there.
  std::map<std::pair<const clang::VarDecl*, std::uint32_t>, std::set<std::uint32_t>> handles_;
  struct Start {
    std::size_t edge;
    ThreadPlan::Creation creation;
  };
  std::vector<Start> starts_;  ///< at places that are taken to be passed once
  struct Claim {
    std::size_t edge;
    std::uint32_t thread;
  };
  std::vector<Claim> claims_;  ///< where threads are joined or detached
  std::map<ThreadPlan::Creation, VariableId> counters_;
  bool in_globals_ = false;        ///< before the program starts
  bool is_ending_ = false;         ///< destructors are running
  bool is_ending_thread_ = false;  ///< those of thread-specific data are
  /// Calls of functions without a body that get pointers: edge and where it leads if it may write a modelled object.
  std::vector<std::pair<std::size_t, Location>> pointer_calls_;
};

}  // namespace bireach::frontend
