// SPDX-License-Identifier: Apache-2.0
/// Longer than 500 lines: the declaration of one class, whose functions are in a dozen files.
/// Lowers linked syntax trees to a control-flow automaton, function by function, inlining every call.
/// Longer than 500 lines: one class, whose parts share the state of the lowering.
///
/// The code is written along a current node. Where control cannot be (after exit, return, goto, or what is not
/// modelled) there is none, and emitting does nothing. Expressions are returned as pure trees; what they do besides is
/// emitted first, in C's order from left to right, with temporaries only where a later effect would change a value.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang_effects.h"
#include "frontend/clang_library.h"
#include "frontend/clang_lifetimes.h"
#include "frontend/clang_linker.h"
#include "frontend/clang_points_to.h"
#include "frontend/clang_scopes.h"
#include "frontend/clang_storage.h"
#include "frontend/lower_graph.h"
#include "frontend/parse.h"

namespace bireach::frontend {

/// What lies in memory, instead of in variables of its own: the objects in these regions. Whether some pointer is not
/// known statically is seen during lowering only.
struct MemoryPlan {
  std::unique_ptr<PointsTo> points_to;  ///< made when it is needed for the first time
  std::set<PointsTo::Region> regions;

  [[nodiscard]] bool overlaps(const clang::VarDecl* variable) const;
  [[nodiscard]] bool overlaps(const clang::Expr* literal) const;
};

/// What has to be known of recursive functions before they are lowered. It is found out by lowering: a run of
/// `Lowering` that learns something new has to be repeated.
struct Recursions {
  std::set<const clang::FunctionDecl*> functions;  ///< called while they are active
  /// Pointer parameters of such functions that do not point to one object in all activations.
  std::set<const clang::ParmVarDecl*> varying;
  /// Those that may have several activations at a time.
  std::set<const clang::FunctionDecl*> suspended;
  /// Their variables and literals whose address is a value: every activation has an object of its own.
  std::set<const void*> activated;
  bool changed = false;  ///< by the last run
};

/// What lowering finds out about the program and should have known before: it is repeated until nothing new appears.
struct Discovered {
  MemoryPlan memory;
  Recursions recursions;
};

/// Thrown by Lowering::run when an object that has a variable of its own turns out to lie in memory.
class LowerAgain {};

class Lowering {
 public:
  using Node = GraphBuilder::Node;

  Lowering(const Linker& linker, const ParseOptions& options, Discovered& discovered, Program& program);
  /// Lowers the program that starts with this function. With `arbitrary_globals` the variables hold any value at first.
  void run(const clang::FunctionDecl* entry, bool arbitrary_globals);

 private:
  /// Where an edge comes from in the source.
  struct Origin {
    const void* node = nullptr;
    SourceRange range;
    std::string text;
  };
  /// What a pointer expression is known to point to: an object, or an element of an array.
  struct Target {
    Place base;
    ExprPtr index;  ///< base is an array and this the element pointed to; null: base itself
  };
  /// A string literal whose array is used.
  struct StringObject {
    const clang::StringLiteral* literal;
    const Unit* unit;
    Place place;
    bool is_read = false;
  };
  /// A call of a function that is active already (clang_recursion.cpp). How the callers' variables are saved is known
  /// when the function has been lowered.
  struct RecursiveCall {
    Node saving;   ///< here the variables are saved, …
    Node passing;  ///< then the arguments passed, and control goes to the function's entry;
    Node resumed;  ///< here the variables are back
    std::set<const clang::FunctionDecl*> suspended;  ///< functions whose activations wait for the call's end
    std::vector<VariableId> saved;
    Origin origin;
    std::string function;
    std::uint32_t call_path;
  };
  struct Recursion {
    Node start;  ///< the call that is inlined starts here
    Node entry;
    const Storage* return_place;  ///< 0: the call that is inlined, n: the n-th of `calls`
    std::vector<RecursiveCall> calls;
  };
  /// One activation of a function.
  struct Frame {
    Frame* caller = nullptr;
    std::optional<Recursion> recursion;  ///< it may be called again while it is active
    const clang::FunctionDecl* function = nullptr;
    const Unit* unit = nullptr;
    std::string name;
    std::uint32_t call_path = 0;
    Node end = 0;                     ///< where return leads
    const Storage* result = nullptr;  ///< where the value returned goes; null: nowhere
    bool is_entry = false;
    std::optional<SourceRange> library_call;  ///< in a library function of ours: where the program calls it
    std::map<const clang::LabelDecl*, Node> labels;
    struct Exit {
      Node node;
      Scopes::Block block;  ///< where it is
    };
    std::vector<Exit> breaks;
    std::vector<Exit> continues;
    Scopes::Block block = Scopes::body;  ///< that is being lowered
    std::vector<std::map<const clang::SwitchCase*, Node>> switches;
    /// Of a function that reads a va_list: where the arguments behind its parameters are; null: not modelled.
    std::vector<const Storage*> further_arguments;
    /// Of parameters that are va_lists: whose arguments they list.
    std::map<const clang::VarDecl*, const Frame*> passed_lists;
    std::map<const clang::VarDecl*, Target> pointers;  ///< pointer variables that point to one known object
  };

  /// Does a read of a volatile object of this type give any value? If not, that is noted as an assumption.
  [[nodiscard]] bool is_arbitrary_read(clang::QualType type);
  /// Any value, as the environment may have stored it.
  [[nodiscard]] ExprPtr volatile_value(const clang::Expr* read);
  /// The value that ++, += and the like start from.
  [[nodiscard]] ExprPtr read_to_change(const Place& object, const clang::Expr* expr, SourceRange where);

  // Variadic functions (clang_variadic.cpp)
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

  // Emitting (clang_lowering.cpp)
  [[nodiscard]] bool alive() const { return current_.has_value(); }
  Node new_node();
  void emit(Statement statement, const Origin& origin, EdgeRole role, unsigned part = 0);
  void emit_to(Node target, Statement statement, const Origin& origin, EdgeRole role, unsigned part = 0);
  void emit_step(const Origin& origin, EdgeRole role);
  void go_to(Node target);
  void enter(Node node);
  void branch(const ExprPtr& condition, const Origin& origin, Node on_true, Node on_false, unsigned part = 0);
  /// Ends the path here: the construct is not modelled.
  void unsupported(const std::string& what, const clang::Stmt* where);
  void unsupported(const std::string& what, const clang::Decl* where);
  void unsupported_at(const std::string& what, const Origin& origin);
  std::uint32_t statement_id(const void* node, EdgeRole role, const Statement& statement, unsigned part);
  [[nodiscard]] Origin origin(const clang::Stmt* node);
  [[nodiscard]] Origin origin(const clang::VarDecl* variable);
  [[nodiscard]] SourceRange range(const clang::Stmt* node) { return origin(node).range; }
  [[nodiscard]] Frame& frame() { return *frame_; }
  [[nodiscard]] clang::ASTContext& context() { return frame_->unit->context(); }
  void assume_globally(const std::string& assumption);

  // Objects (clang_objects.cpp)
  [[nodiscard]] const Storage* storage_of(const clang::VarDecl* variable);
  [[nodiscard]] const Storage* internal_storage(const clang::Expr* node, const std::string& name, clang::QualType type);
  /// A temporary of this expression; its name tells `purpose` and the place.
  [[nodiscard]] const Storage* temporary(const clang::Expr* node, const std::string& purpose, IntegerType type);
  void own(const clang::VarDecl* variable);
  /// The variables made last belong to no activation of a function.
  void own_globally();
  /// `split`: a number in memory of bytes is as many leaves.
  void leaves(const Place& place, bool expand, std::vector<Place>& result, bool split = true);
  [[nodiscard]] std::optional<IntegerType> integer(clang::QualType type) { return integer_type(type, context()); }
  [[nodiscard]] Place place_of(const Storage* storage);
  [[nodiscard]] Place element(const Place& array, ExprPtr index, SourceRange where);
  /// The array that a string literal stands for.
  [[nodiscard]] Place string_place(const clang::Expr* expr);
  [[nodiscard]] StringObject* string_object(const Storage* array_or_element);
  /// The object as seen through a pointer to `type`; nothing: it cannot be.
  [[nodiscard]] std::optional<Place> seen_as(Place object, clang::QualType type);
  [[nodiscard]] ExprPtr load(const Place& place, SourceRange where) const;
  void store(const Place& place, ExprPtr value, const Origin& origin, EdgeRole role, unsigned part = 0);
  /// Refuses writes outside the array, where a library function may be called wrongly.
  void check_inside(const Place& place, const Origin& origin);
  void havoc(const Place& place, const Origin& origin, EdgeRole role, const std::string& function = {});
  void zero(const Place& place, const Origin& origin, EdgeRole role);
  /// The type of both objects as arrays of bytes; nothing: they are not structures in memory of bytes.
  [[nodiscard]] std::optional<clang::QualType> common_bytes(const Place& to, const Place& from);
  void copy(const Place& to, const Place& from, const Origin& origin, EdgeRole role);
  /// Object that an lvalue or struct-valued expression names; nothing if the path ends or it is not modelled.
  [[nodiscard]] std::optional<Place> place(const clang::Expr* expr);
  [[nodiscard]] std::optional<Place> member_place(const clang::MemberExpr* member);
  [[nodiscard]] std::optional<Place> subscript_place(const clang::ArraySubscriptExpr* subscript);
  [[nodiscard]] std::optional<Place> struct_value(const clang::Expr* expr);
  [[nodiscard]] std::optional<Place> dereference(const clang::Expr* pointer, const clang::Expr* whole);
  /// What the pointer is statically known to point to.
  [[nodiscard]] std::optional<Target> target_of(const clang::Expr* pointer);
  /// The object that a compound literal makes when `pointer` is evaluated, as it must be too.
  [[nodiscard]] std::optional<Target> literal_target(const clang::Expr* pointer);
  [[nodiscard]] std::optional<Target> offset_target(const clang::BinaryOperator* sum);
  void initialize(const Place& place, const clang::Expr* value, const Origin& origin, EdgeRole role,
                  bool is_zero = false);
  void initialize_list(const Place& place, const clang::InitListExpr* list, const Origin& origin, EdgeRole role,
                       bool is_zero);
  void initialize_string(const Place& place, const clang::Expr* string, const Origin& origin, EdgeRole role);

  // Lifetimes of local objects (clang_lifetimes.cpp)
  [[nodiscard]] LocalObject local_object(const clang::VarDecl* variable);
  [[nodiscard]] LocalObject local_object(const clang::CompoundLiteralExpr* literal);
  [[nodiscard]] const Scopes& scopes_of(const clang::FunctionDecl* definition);
  /// May there be a pointer to the object when its lifetime has ended?
  [[nodiscard]] bool is_outlived(const LocalObject& object);
  [[nodiscard]] const Lifetime& lifetime_of(const LocalObject& object);
  /// The region is in memory from now on. Throws LowerAgain if the lifetime of an object there should have been noted.
  void reconsider_lifetimes(PointsTo::Region region);
  /// Throws LowerAgain if every activation has to have an object of its own and has not.
  [[nodiscard]] ExprPtr object_address(const LocalObject& object);
  [[nodiscard]] Origin origin_of(const LocalObject& object);
  /// Gives the object of this activation an address.
  void activate(const LocalObject& object, const ExprPtr& size);
  void begin_life(const LocalObject& object);
  void end_life(const LocalObject& object);
  /// Do entering and leaving the block change anything?
  [[nodiscard]] bool bounds_lives(Scopes::Block block);
  /// Parameters are not among what begins to live: they do with the call.
  void begin_block(Scopes::Block block);
  void end_block(Scopes::Block block);
  /// The same, and what follows belongs to the block; from the current block back to an outer one.
  void enter_block(Scopes::Block block);
  void leave_block(Scopes::Block outer);
  /// Control goes to another block of the function.
  void jump_to_block(Scopes::Block target);
  void branch_to_block(const ExprPtr& condition, const Origin& origin, const Frame::Exit& on_true, Node on_false,
                       unsigned part = 0);
  void leave_function();
  /// Before the program starts no local object exists.
  void lower_flags();

  // Objects in memory (clang_cells.cpp)
  [[nodiscard]] PointsTo& points_to();
  /// What the user calls a variable or literal in memory.
  [[nodiscard]] std::string name_of(const void* object) const;
  /// Ends the path where memory of bytes cannot hold everything that lies in the region; false: it can.
  bool refuse_mixed(PointsTo::Region region, SourceRange where);
  /// PointsTo::problem, noted in the program if other memory would help.
  [[nodiscard]] std::string memory_problem(PointsTo::Region region);
  /// From now on the objects of the region lie in memory. Throws LowerAgain if some did not.
  void use_memory(PointsTo::Region region);
  [[nodiscard]] const Storage* layout(clang::QualType type);
  /// The address of a scalar in the region less the index of its cell.
  [[nodiscard]] logic::Integer shift_of(PointsTo::Region region);
  [[nodiscard]] const Storage* cells(PointsTo::Region region, IntegerType type, clang::QualType declared);
  /// The object of this type at this address, in the region.
  [[nodiscard]] Place memory_place(const ExprPtr& address, clang::QualType type, PointsTo::Region region,
                                   SourceRange where);
  /// A member of a struct.
  [[nodiscard]] Place part(const Place& object, const clang::FieldDecl* field, SourceRange where);
  [[nodiscard]] Place memory_element(const Place& array, const ExprPtr& index, SourceRange where);
  /// What the pointer, whose value is `address`, points to; nothing: the path has ended.
  [[nodiscard]] std::optional<Place> memory_dereference(const clang::Expr* pointer, const ExprPtr& address,
                                                        clang::QualType type, const clang::Expr* whole);
  /// Are the region's cells zero when the program starts?
  [[nodiscard]] bool starts_as_zero(PointsTo::Region region);
  /// Does the object lie in cells that are?
  [[nodiscard]] bool is_zeroed(const Place& object);
  [[nodiscard]] bool literal_in_memory(const clang::Expr* literal);
  [[nodiscard]] bool is_memory(VariableId variable) const { return program_.memory.cells.contains(variable); }
  /// Lowers what stands in memory before the program starts.
  void lower_memory();
  // Scalars made of bytes (clang_bytes.cpp)
  [[nodiscard]] std::vector<Place> bytes_of(const Place& scalar);
  [[nodiscard]] ExprPtr load_bytes(const Place& scalar, SourceRange where) const;
  void store_bytes(const Place& scalar, ExprPtr stored, const Origin& origin, EdgeRole role, unsigned part);
  // Allocation (clang_allocation.cpp)
  std::optional<Place> call_allocation(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                       const Allocator& function, bool wants_result);
  void free_object(const clang::CallExpr* call, const ExprPtr& address);
  [[nodiscard]] std::optional<Place> reallocate(const clang::CallExpr* call);
  [[nodiscard]] std::optional<Place> allocate(const clang::CallExpr* call, ExprPtr size);
  void take(const clang::CallExpr* call, const Place& result, const ExprPtr& size, VariableId top, VariableId sizes);
  [[nodiscard]] VariableId sizes_of_allocated();
  /// How far the next object is from one of this size.
  [[nodiscard]] static ExprPtr distance_of(const ExprPtr& size, SourceRange where = {});
  /// Leaves out executions in which objects of this size do not fit into the address space.
  void require_room(const ExprPtr& size, const Origin& origin);
  [[nodiscard]] VariableId allocator_variable(std::optional<VariableId>& variable, const std::string& name);
  /// Sets every byte from `start` on, which is the pointer's value; `element_size`: the number of bytes is a number of
  /// elements of this size (0: it may be anything).
  void fill_range(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start, const ExprPtr& bytes,
                  unsigned byte, std::uint64_t element_size);
  /// The same of structures that end in an array, which may be longer than declared; false, with nothing done: it
  /// cannot be said what lies there.
  [[nodiscard]] bool fill_open_structure(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                                         const ExprPtr& bytes, unsigned byte);
  /// Lowers `step` once for each object of this size in so many bytes, given its offset and a number.
  void for_objects(const clang::CallExpr* call, const ExprPtr& bytes, const logic::Integer& size,
                   const std::function<void(const ExprPtr&, unsigned)>& step);
  /// The value of an object all of whose bytes are `byte`; nothing if it has bits that no byte fills.
  [[nodiscard]] std::optional<logic::Integer> filled_value(const Storage& storage, unsigned byte);

  // Functions without a body (clang_foreign.cpp)
  /// Null or the address of a new object of any contents, which the function returns; nothing, with nothing done:
  /// nothing of that kind is ever accessed.
  /// Is something accessed that the pointer which the call returns leads to?
  [[nodiscard]] bool has_foreign_object(const clang::CallExpr* call);
  [[nodiscard]] std::optional<Place> foreign_object(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  /// The arguments through which the function may write, if all of them lead to objects of numbers that can be changed
  /// as a whole; false: some do not.
  [[nodiscard]] bool written_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                       std::vector<const clang::Expr*>& written);
  [[nodiscard]] bool is_writable_by_call(const clang::Expr* argument);
  /// Gives the object that the argument points to (its array, if it is an element) any contents.
  void write_argument(const clang::CallExpr* call, const clang::Expr* argument, unsigned number);
  void change_cells(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& start, const ExprPtr& bytes,
                    unsigned number);
  /// Address and size of the variables met so far that lie in the region with all they hold, by address.
  [[nodiscard]] std::vector<std::pair<logic::Integer, logic::Integer>> objects_in(PointsTo::Region region);
  void assume_of_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_own_object,
                          bool writes);

  // Expressions (clang_expressions.cpp, clang_assignments.cpp)
  /// Value of an integer expression; a zero if the path ends in it.
  [[nodiscard]] ExprPtr value(const clang::Expr* expr);
  /// The same, but without emitting anything; null if that is not possible.
  [[nodiscard]] ExprPtr pure_value(const clang::Expr* expr);
  [[nodiscard]] ExprPtr unary_value(const clang::UnaryOperator* unary);
  [[nodiscard]] ExprPtr binary_value(const clang::BinaryOperator* binary);
  [[nodiscard]] ExprPtr logical_value(const clang::Expr* expr);
  [[nodiscard]] ExprPtr conditional_value(const clang::AbstractConditionalOperator* expr);
  [[nodiscard]] ExprPtr cast_value(const clang::CastExpr* cast);
  [[nodiscard]] ExprPtr constant_value(const clang::Expr* expr, const std::string& otherwise);
  [[nodiscard]] ExprPtr statement_value(const clang::StmtExpr* expr);
  [[nodiscard]] ExprPtr zero_value(const clang::Expr* expr);
  /// Value of a condition of any scalar type.
  [[nodiscard]] ExprPtr truth_value(const clang::Expr* expr);
  // Addresses (clang_addresses.cpp)
  [[nodiscard]] ExprPtr address_value(const clang::Expr* object);
  [[nodiscard]] ExprPtr member_address(const clang::MemberExpr* member);
  /// The number that stands for the address of this declaration or literal.
  [[nodiscard]] ExprPtr fixed_address(const void* object, clang::QualType type);
  [[nodiscard]] ExprPtr pointer_value(const clang::BinaryOperator* binary);
  /// pointer + sign * count, where count counts objects of the pointer's target type.
  [[nodiscard]] ExprPtr offset_pointer(ExprPtr pointer, clang::QualType type, ExprPtr count, bool forward,
                                       SourceRange where);
  [[nodiscard]] logic::Integer step_of(clang::QualType pointer);
  /// May a function without a body write through this argument?
  [[nodiscard]] bool may_be_written_through(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                            unsigned number);
  [[nodiscard]] ExprPtr compare_opaque(const clang::BinaryOperator* comparison);
  /// Evaluates for the effects only; any type.
  void discard(const clang::Expr* expr);
  /// Evaluates a pointer, floating-point or other value that is not modelled.
  void evaluate_opaque(const clang::Expr* expr);
  void evaluate_opaque_operator(const clang::Expr* expr);
  void evaluate_address(const clang::Expr* object);
  std::optional<Place> assign(const clang::BinaryOperator* assignment);
  std::optional<Place> compound_assign(const clang::CompoundAssignOperator* assignment);
  [[nodiscard]] ExprPtr read_back(const std::optional<Place>& place, const clang::Expr* expr);
  ExprPtr increment(const clang::UnaryOperator* unary, bool needs_value);
  /// Keeps a value from being changed by what is evaluated next.
  [[nodiscard]] ExprPtr protect(ExprPtr value, const clang::Expr* owner, const clang::Expr* next);
  [[nodiscard]] Place protect(Place place, const clang::Expr* owner, const clang::Expr* next);
  /// Keeps the index of a place where it would change with a write to the place's own object.
  void fix_index(Place& place, const clang::Expr* owner);
  /// Keeps the indices of what a pointer points to: they stay as they are when the pointer is made.
  void fix_target(Target& target, const clang::Expr* pointer);
  void condition(const clang::Expr* expr, Node on_true, Node on_false);

  // Calls (clang_calls.cpp)
  /// Calls; the place of the result if one is wanted and its type is modelled.
  [[nodiscard]] std::optional<Place> call(const clang::CallExpr* call, bool wants_result);
  std::optional<Place> call_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool wants_result);
  /// Chooses among the functions of this type whose address is taken, by the pointer's value.
  [[nodiscard]] std::optional<Place> call_pointer(const clang::CallExpr* call, bool wants_result);
  bool call_special(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool call_assertion(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  void end_path(LocationKind kind, const std::string& note, const clang::CallExpr* call);
  std::optional<Place> call_without_body(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                         bool wants_result);
  /// Leaves out executions in which the result of the call is not one of these numbers.
  void assume_between(const Place& place, std::int64_t low, std::int64_t high, const clang::CallExpr* call);
  std::optional<Place> inline_call(const clang::CallExpr* call, const clang::FunctionDecl* body, bool wants_result);
  struct Argument {
    ExprPtr value;
    std::optional<Place> object;
    std::optional<Target> target;
  };
  [[nodiscard]] std::vector<Argument> evaluate_parameters(const clang::CallExpr* call, const clang::FunctionDecl* body);
  void pass_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                      const std::vector<Argument>& arguments, Frame& inner);
  [[nodiscard]] Argument evaluate_argument(const clang::CallExpr* call, unsigned number,
                                           const clang::ParmVarDecl* parameter, const clang::FunctionDecl* body);
  void pass_argument(const clang::CallExpr* call, unsigned number, const clang::ParmVarDecl* parameter,
                     const Argument& argument, Frame& inner);
  void lower_body(const clang::FunctionDecl* body);
  [[nodiscard]] bool assign_call(const Place& target, const clang::Expr* value, const Origin& origin);
  void evaluate_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool allow_addresses);
  [[nodiscard]] const Storage* result_storage(const clang::CallExpr* call, clang::QualType type);

  // Recursion (clang_recursion.cpp)
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
  void save_and_call(const RecursiveCall& call);
  void restore(const RecursiveCall& call);
  [[nodiscard]] std::vector<VariableId> saved_variables(const RecursiveCall& call, const std::set<VariableId>& live);
  [[nodiscard]] VariableId stack_of(VariableId variable);
  [[nodiscard]] ExprPtr depth();
  void change_depth(BinaryOp op, const Origin& origin);
  /// Where every activation of a recursive function leaves its result.
  [[nodiscard]] const Storage* shared_result(const clang::FunctionDecl* body);
  [[nodiscard]] std::optional<Place> take_result(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                                 bool wants_result);
  /// May there be several of this local object at a time?
  [[nodiscard]] bool is_in_recursion(const clang::FunctionDecl* function);
  void lower_stacks();
  /// Tells the program where its recursive functions are.
  void note_procedures();

  // Builtins (clang_builtins.cpp)
  /// Null: not a builtin of this kind.
  [[nodiscard]] ExprPtr builtin_value(const clang::CallExpr* call);
  /// A function of <math.h> (clang_math.h); null: not one of them.
  [[nodiscard]] ExprPtr math_value(const clang::CallExpr* call);
  /// `__builtin_add_overflow` and the like.
  [[nodiscard]] ExprPtr checked_value(const clang::CallExpr* call, BinaryOp op);
  [[nodiscard]] ExprPtr atomic_value(const clang::AtomicExpr* atomic);
  /// The operation of this name ("fetch_add"); null: not modelled.
  [[nodiscard]] ExprPtr atomic_value(const clang::Expr* expr, std::string_view name,
                                     const clang::Expr* const* arguments, unsigned count);
  [[nodiscard]] ExprPtr compare_and_swap(const clang::Expr* expr, const Place& object, const ExprPtr& before,
                                         const clang::Expr* const* arguments, std::string_view name);

  // Whole objects (clang_memory.cpp)
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
  /// Copies parts that may overlap: all are read before any is written.
  /// The bytes of an object that a pointer into a region of bytes leads to.
  [[nodiscard]] std::optional<Place> as_byte_array(const Place& object, const clang::Expr* pointer,
                                                   const logic::Integer& bytes);
  void move(const Place& to, const Place& from, const clang::CallExpr* call);
  /// Sees to it that objects of different types of numbers, one of which is copied to the other, lie in memory. Throws
  /// LowerAgain if they did not.
  void use_common_memory(const clang::CallExpr* copying);

  // Statements (clang_statements.cpp)
  void lower(const clang::Stmt* statement);
  void lower_statement(const clang::Stmt* statement);
  void lower_jump(const clang::Stmt* statement);
  /// GNU C's `goto *target`: a choice among the labels of the function whose address is taken.
  void lower_computed_goto(const clang::IndirectGotoStmt* statement);
  /// `array` is the type of the variable, which is `target`.
  void lower_length(const clang::VarDecl* variable, const clang::VariableArrayType* array, const Place& target);
  /// Of a variable-length array; null: it is something else.
  [[nodiscard]] ExprPtr size_of_array(const clang::UnaryExprOrTypeTraitExpr* trait);
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
  /// Is it declared, but defined nowhere?
  [[nodiscard]] static bool is_undefined(const clang::VarDecl* variable);
  /// Gives the strings that are read their contents.
  void lower_strings();

  const Linker& linker_;
  const ParseOptions& options_;
  MemoryPlan& plan_;
  Recursions& recursions_;
  Program& program_;
  Effects effects_;
  StorageBuilder storages_;
  GraphBuilder graph_;
  std::optional<Node> current_;
  Frame* frame_ = nullptr;
  std::vector<const clang::FunctionDecl*> active_;  ///< functions being inlined, outermost first
  unsigned pure_ = 0;                               ///< > 0: nothing may be emitted
  bool pure_failed_ = false;
  std::map<const clang::VarDecl*, Storage> variables_;
  std::map<std::pair<const void*, std::string>, Storage> internals_;
  std::map<const clang::Expr*, ExprPtr> opaque_values_;  ///< of the common operand of `a ?: b`
  bool in_globals_ = false;
  std::vector<StringObject> strings_;                      ///< in the order in which they were met
  std::map<const Storage*, std::size_t> string_storages_;  ///< their arrays and elements
  std::vector<const clang::VarDecl*> owners_;  ///< by VariableId: the declared variable it is part of, or null
  /// By VariableId: the function to whose activation it belongs; null: to none.
  std::vector<const clang::FunctionDecl*> functions_;
  struct LoweredProcedure {
    std::string function;
    Recursion recursion;
    Node end;
    Node outermost_end;
  };
  std::vector<LoweredProcedure> procedures_;
  std::map<VariableId, VariableId> stacks_;  ///< where the values of suspended activations are
  std::optional<VariableId> depth_;          ///< number of activations on the stacks
  std::vector<const clang::VarDecl*> globals_;
  std::map<const void*, Origin> origins_;
  std::optional<std::vector<const clang::FunctionDecl*>> addressed_functions_;  ///< see call_pointer
  std::map<std::tuple<const void*, EdgeRole, std::size_t, std::int64_t, unsigned>, std::uint32_t> statement_ids_;
  std::map<const clang::FunctionDecl*, std::vector<const clang::VarDecl*>> bypassable_;
  std::set<std::string> known_assumptions_;
  std::map<const void*, const clang::VarDecl*> memory_variables_;  ///< variables in memory, also as keys
  std::map<const clang::Expr*, bool> literals_;  ///< string and compound literals met: do they lie in memory?
  std::set<const clang::Expr*> memory_strings_;
  std::map<const clang::FunctionDecl*, Scopes> scopes_;
  std::map<const void*, std::pair<LocalObject, Lifetime>> lifetimes_;
  std::map<VariableId, LocalObject> flags_;
  std::map<const clang::FunctionDecl*, bool> reads_argument_list_;
  std::set<const clang::Expr*> temporaries_in_memory_;  ///< unions of structures that an expression yields
  std::set<const void*> known_objects_;                 ///< whose addresses are those of objects in memory
  std::map<std::tuple<PointsTo::Region, unsigned, bool>, Storage> cells_;
  std::map<VariableId, PointsTo::Region> cell_regions_;
  std::map<PointsTo::Region, bool> starts_as_zero_;
  std::map<const void*, Storage> layouts_;
  std::map<std::pair<VariableId, const Storage*>, Storage> unions_;
  std::map<const void*, logic::Integer> addresses_;
  logic::Integer next_address_ = 0x10000000;
  bool objects_have_addresses_ = false;  ///< some modelled object's address is a value
  /// Calls of functions without a body that get pointers: edge and where it leads if it may write a modelled object.
  std::vector<std::pair<std::size_t, Location>> pointer_calls_;
};

}  // namespace bireach::frontend
