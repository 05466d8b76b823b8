// SPDX-License-Identifier: Apache-2.0
/// Programs as control-flow automata of guarded commands (Boost.Graph).
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/program/expr.h"
#include "frontend/program/property.h"
#include "frontend/program/source.h"
#include "frontend/program/statement.h"

namespace bireach::frontend {

struct InterleavingEvidence;  // frontend/threads/interleaving_evidence.h

/// An array variable has elements of one integer type and a known number of them (index 0 … size-1).
struct ArrayShape {
  logic::Integer size;
  bool operator==(const ArrayShape&) const = default;
};

struct Variable {
  std::string
      name;  ///< unique: "main::x", "g" for globals, "f::x@12" for a second x of f (declared in line 12), "main::s.a"
  std::string user_name;  ///< as the user wrote it: "x", "s.a"; empty: internal (a call's result, a temporary)
  std::string c_type;     ///< as the user wrote it, for reports: "unsigned int"
  ScalarType type;        ///< of the variable or, for an array, of its elements
  std::optional<ArrayShape> array;
  std::string function;  ///< empty for globals
  SourceRange declared;
  bool is_pointer = false;      ///< by its declared type; of an array: are its elements?
  bool is_static = false;       ///< declared in C, and there as long as the program runs
  bool is_read_only = false;    ///< static and of a const type: nobody may write there once the program runs
  std::uint64_t pointee = 0;    ///< of pointers (an array's elements): size of what they point to; 0: not known
  bool chooses_object = false;  ///< what pointer a call returns: 0 null, 1 to an object of its own, else any other
  /// An index that an element has in C.
  struct Index {
    std::size_t behind = 0;   ///< so many characters of the user's name stand behind it
    std::uint64_t count = 0;  ///< of elements; 0: not known, of the outermost only
  };
  /// Of an array of arrays, or a member of structures in an array: the outermost first. Empty: one behind the name.
  std::vector<Index> indices = {};
  std::optional<VariableId> noted = {};  ///< of what a check notes: whether this variable, or an element, was written
};

enum class LocationKind : std::uint8_t {
  Normal,
  Exit,        ///< the program ended here (return from the entry function, exit, abort, an assumption cut it)
  Error,       ///< the property is violated: `violation` says which kind of it
  Unsupported  ///< something not modelled would come next: `note` names it, `place` says where
};

struct Location {
  LocationKind kind = LocationKind::Normal;
  std::string function;
  std::string note;  ///< Error: what was violated; Unsupported: the construct
  SourceRange place;
  bool loop_head = false;                   ///< target of a back edge of the source's loops (informative)
  std::optional<Violation> violation = {};  ///< of Error, and there never absent
  std::string callee = {};                  ///< of Error: the function whose call violates; empty: something else does
  bool bytes_model_it = false;              ///< of Unsupported: ParseOptions::memory_as_bytes does
  bool is_undefined = false;                ///< of Unsupported: what comes next is undefined behaviour of the program's
};

/// What an edge stands for in the user's program; for reports.
enum class EdgeRole : std::uint8_t {
  Plain,        ///< an assignment, declaration with initialiser, …
  BranchTrue,   ///< condition taken
  BranchFalse,  ///< condition not taken
  Parameter,    ///< argument passed to a parameter
  Return,       ///< return value handed to the caller
  Call,         ///< a call without effect of its own (assume true)
  Internal      ///< nothing a user would recognise (assume true, temporaries)
};

/// What an edge does to threads, beside its statement. Only graphs of threads have such edges, no interleaving.
struct ThreadStep {
  enum class Kind : std::uint8_t {
    none,
    start,         ///< `thread` begins to run; it did not run before
    join,          ///< blocks until `thread` has ended
    atomic_begin,  ///< no other thread moves until the matching end; they nest
    atomic_end
  };
  Kind kind = Kind::none;
  std::uint32_t thread = 0;  ///< of start and join: index into Program::threads
  /// Of a region's begin and end: it is not the program's, but holds one operation and the check that asks about it.
  bool is_of_check = false;
};

struct CallSite {
  std::string caller;
  std::string callee;
  SourceRange place;
  std::uint32_t parent = 0;  ///< index into Program::call_paths; 0 is the root (the entry function itself)
  bool is_library = false;   ///< the body is not the program's: it is what library_text.h says of the C library
};

struct Edge {
  Statement statement;
  SourceRange source;
  std::string
      text;  ///< what the user wrote, on one line ("x = x + 1", "i < n"); for BranchFalse: the condition as written
  EdgeRole role = EdgeRole::Plain;
  std::uint32_t call_path = 0;     ///< index into Program::call_paths
  std::uint32_t statement_id = 0;  ///< same for all inlined copies of one source statement: reports say "s<id>"
  std::uint32_t thread = 0;        ///< whose step it is: index into Program::threads
  ThreadStep thread_step = {};
  bool before_start = false;  ///< gives an object its first value, before the entry function runs
  /// In an interleaving: which edge of the threads' own graphs it is a copy of; absent: a choice of the scheduler.
  std::optional<std::uint32_t> thread_edge = {};
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, Location, Edge>;
using LocationId = std::uint32_t;
/// Edges are numbered in order of creation; the number is the letter of automata.
using EdgeId = std::uint32_t;

/// What main's arguments are called: the object that all their texts lie in, and, behind the name of the function, the
/// variable that holds where each of them begins.
inline constexpr std::string_view texts_of_arguments = "arguments of main";
inline constexpr std::string_view start_of_argument = "::(argument)";

/// Memory that pointers lead to. It is split into *cells*: array variables whose index is the address of a scalar less
/// a constant. Scalars that one pointer may lead to are in one cell variable. Addresses grow and are never used again.
struct Memory {
  struct Object {
    /// A scalar in it, or an array of scalars.
    struct Part {
      logic::Integer offset;  ///< in bytes
      logic::Integer size;    ///< of the scalar, in bytes
      std::uint64_t count = 1;
      bool is_array = false;
      std::string suffix;  ///< ".next", "[2].x"
    };
    static constexpr std::size_t most_parts = 64;
    logic::Integer address;
    logic::Integer size;      ///< in bytes
    std::string name;         ///< as the user wrote it; of a literal, its text; empty: none
    std::vector<Part> parts;  ///< of large objects the first ones, `most_parts`
    std::optional<VariableId> alive =
        {};                     ///< not 0 while the object exists; absent: it always does, or no pointer outlives it
    bool is_static = false;     ///< a variable that is there as long as the program runs
    bool is_read_only = false;  ///< a string literal, or a static variable of a const type
  };
  std::vector<Object> objects;             ///< variables and literals that lie in memory, by address
  std::map<logic::Integer, Object> apart;  ///< what else has an address, by that: other variables, functions (size 0)
  /// Bytes of an object, from each `first` to before `end`; where it is an array of any length, of each of its
  /// structures.
  struct Layout {
    struct Stretch {
      logic::Integer first;
      logic::Integer end;
    };
    std::vector<Stretch> stretches;
    logic::Integer period;  ///< the size of the structure in bytes; 0: the stretches are those of the whole object
  };
  struct Cells {
    logic::Integer shift;       ///< address of a cell - its index
    std::uint64_t size;         ///< of a cell, in bytes
    bool of_one_field = false;  ///< of structures: no pointer of unknown origin leads there
    /// … the structure's size in bytes; 0: not known, or it may lie within another structure
    std::uint64_t record = 0;
    std::uint64_t member = 0;               ///< … of an array of cells its size, of one cell that of the cell
    std::vector<std::size_t> mortal = {};   ///< which `objects` with an `alive` may lie there
    std::vector<std::size_t> objects = {};  ///< which `objects` may lie there at all
    bool holds_pointers = false;            ///< may a pointer be stored there? (One is, if the variable is_pointer.)
    /// Where pointers are moved that lead into members of structures, and may come to another member, which has other
    /// cells: in which bytes these lie, by number in `objects`; of objects without an entry in all.
    std::map<std::size_t, Layout> members = {};
    std::vector<Layout> allocated_members = {};  ///< the same of allocated objects: in all of these; none: anywhere
  };
  /// Which of those `apart` the address lies in, or is; null: none.
  [[nodiscard]] const Object* other_at(const logic::Integer& address) const;
  std::map<VariableId, Cells> cells;
  std::optional<VariableId> top;    ///< the address of the next allocated object; absent: nothing is allocated
  std::optional<VariableId> sizes;  ///< by address of an allocated object: its size in bytes; 0: it was freed
  logic::Integer first_allocated;   ///< what `top` starts with
  /// An allocated object that stands for all of them: which one is chosen before the program starts (a prophecy), so
  /// what holds of it in every execution holds of each. Absent: nothing is asked about allocated objects.
  struct Tracked {
    VariableId address = 0;  ///< chosen arbitrarily
    VariableId end = 0;      ///< where the next object's addresses may begin; 0: it is not allocated yet
    VariableId size = 0;     ///< in bytes
    VariableId state = 0;    ///< one of Life
    enum Life : std::uint8_t { none = 0, on_heap = 1, on_stack = 2 };
  };
  std::optional<Tracked> tracked;
  /// Local objects of which there may be several at a time, or whose size varies: each gets the next free address.
  /// By the variable that holds its address: its name.
  std::map<VariableId, std::string> locals;
};

/// How executions in which a signed operation overflows are read.
enum class SignedOverflow : std::uint8_t {
  undefined,  ///< undefined behaviour, as in ISO C: the semantics leave them out, the interpreter notes them
  wraps       ///< modulo 2^n in two's complement, as gcc -fwrapv has it: executions like all others
};

/// The body of a function that several calls share: an inlined copy of one that is called while it is active, or what
/// fold_calls makes of several copies. Edges lead from each call's `start` to `entry`: they save `kept`, pass the
/// arguments and note which call it is; from `exit` edges lead to each `resumed`, where what was saved is back. So a
/// call changes what an activation changes, without `kept`.
struct Procedure {
  struct Call {
    LocationId start = 0;
    LocationId resumed = 0;
    std::vector<VariableId> kept;  ///< sorted; what is not kept and may be changed is not read after the call
  };
  std::string function;
  LocationId entry = 0;
  LocationId exit = 0;
  std::vector<Call> calls;  ///< of recursive functions the first starts the outermost activation; those that cannot be
                            ///< reached are left out
};

/// One execution of a start routine. All copies of calls, local variables and call paths are its own.
struct Thread {
  std::string function;                  ///< start routine; of the first thread the entry function
  std::string name;                      ///< for reports, unique: "main", "worker", "worker#2"
  SourceRange created;                   ///< the call that creates it; of the first thread: not known
  std::optional<std::uint32_t> creator;  ///< absent: the first thread
  /// In the threads' graphs: where it starts to run, and the Exit location where it has ended, while others go on.
  /// Other Exit locations (exit, abort, a false assumption; of the first thread also its end) end the program.
  LocationId entry = 0;
  LocationId end = 0;
  bool any_number = false;  ///< stands for as many threads as there are starts of it (see Program::thread_templates)
};

/// A control-flow automaton of one program with all calls inlined, but for those of functions that are active already.
/// Built by ProgramBuilder-like code, then immutable.
class Program {
 public:
  std::vector<std::string> files;    ///< as given
  std::vector<std::string> headers;  ///< included files in which places are; their numbers go on after those of `files`
  std::vector<Variable> variables;
  std::vector<CallSite> call_paths{CallSite{}};
  std::vector<std::string>
      assumptions;  ///< e.g. "function 'f' has no body: it returns an arbitrary value and changes nothing"
  std::set<std::string> assumed_functions;  ///< of which these speak
  std::string entry = "main";
  Property property;  ///< what error locations stand for
  /// Variables of which some statement was lowered to what their only value makes of it ("*p" to "a"): it does not read
  /// them, though the user's does.
  std::set<VariableId> followed;
  /// INT_MIN / -1 and INT_MIN % -1 trap on real machines, and are undefined either way.
  SignedOverflow signed_overflow = SignedOverflow::undefined;
  LocationId initial = 0;
  Memory memory;
  bool streams_have_state = false;  ///< of the library's: feof, ungetc (clang/library/stream_state_text.h)
  /// How floating-point operations round, by the numbers of clang/library/rounding.h; nothing: to nearest, always.
  std::optional<VariableId> rounding_mode;
  /// Something is not modelled that ParseOptions::memory_as_bytes would model.
  bool needs_bytes = false;
  std::vector<Procedure> procedures;
  std::vector<VariableId>
      stack;  ///< what only the edges of calls use: arrays of saved values, the depth, return places
  /// Empty: the program is sequential. Else the first is the entry function, and this is either an interleaving (its
  /// edges are steps of the threads and choices of the scheduler) or the graphs of the threads, side by side.
  std::vector<Thread> threads;
  /// Of an interleaving: the threads' own graphs, with the same variables and threads, and perhaps further variables.
  std::shared_ptr<const Program> thread_graphs;
  /// Of an interleaving, if some thread may be created any number of times: the graphs with one thread for each place
  /// that creates some (`any_number`), as thread-modular proofs read them. Null: there are just `threads`.
  std::shared_ptr<const Program> thread_templates;
  /// Of an interleaving: which steps of the threads it takes for independent. Null: none.
  std::shared_ptr<const InterleavingEvidence> interleaving_evidence;

  /// Of the file that a place is in (SourceRange::file); empty: there is none of this number.
  [[nodiscard]] std::string file_name(std::uint32_t file) const {
    if (file < files.size()) return files[file];
    return file - files.size() < headers.size() ? headers[file - files.size()] : std::string();
  }

  /// Whose code the edge is: the callee of its call path; at the root the entry function. Arguments are passed by the
  /// caller, whose path they have.
  [[nodiscard]] const std::string& function_of(const Edge& edge) const {
    const std::string& callee = call_paths[edge.call_path].callee;
    return callee.empty() ? entry : callee;
  }

  /// A copy of all but the locations and edges, to be given others.
  [[nodiscard]] Program without_graph() const;
  LocationId add_location(Location location);
  EdgeId add_edge(LocationId source, LocationId target, Edge edge);

  [[nodiscard]] std::size_t location_count() const { return boost::num_vertices(*store_.graph); }
  [[nodiscard]] std::size_t edge_count() const { return store_.edges.size(); }
  [[nodiscard]] const Location& location(LocationId id) const { return (*store_.graph)[id]; }
  [[nodiscard]] Location& location(LocationId id) { return (*store_.graph)[id]; }
  [[nodiscard]] const Edge& edge(EdgeId id) const { return (*store_.graph)[store_.edges[id]]; }
  [[nodiscard]] LocationId source(EdgeId id) const {
    return static_cast<LocationId>(boost::source(store_.edges[id], *store_.graph));
  }
  [[nodiscard]] LocationId target(EdgeId id) const {
    return static_cast<LocationId>(boost::target(store_.edges[id], *store_.graph));
  }
  /// In order of creation.
  [[nodiscard]] const std::vector<EdgeId>& outgoing(LocationId id) const { return outgoing_[id]; }
  [[nodiscard]] const std::vector<EdgeId>& incoming(LocationId id) const { return incoming_[id]; }
  [[nodiscard]] const Graph& graph() const { return *store_.graph; }

 private:
  /// Descriptors of edges point into their graph (which Boost copies even where it could move), so the two are copied
  /// and moved together; a store that was moved from is empty.
  struct Store {
    std::unique_ptr<Graph> graph = std::make_unique<Graph>();
    std::vector<Graph::edge_descriptor> edges;
    Store() = default;
    Store(const Store& other);
    Store(Store&& other) noexcept : Store() { swap(other); }
    Store& operator=(Store other) noexcept {
      swap(other);
      return *this;
    }
    ~Store() = default;
    void swap(Store& other) noexcept {
      graph.swap(other.graph);
      edges.swap(other.edges);
    }
  };
  Store store_;
  std::vector<std::vector<EdgeId>> outgoing_;
  std::vector<std::vector<EdgeId>> incoming_;
};

/// A path of edges: target(trace[i]) == source(trace[i+1]).
using Trace = std::vector<EdgeId>;

/// What is wrong with a program's automaton; empty if nothing: initial location exists; Exit, Error, Unsupported
/// locations have no outgoing edge; Error ones say what they violate; Normal ones have at least one; variables and
/// types of all expressions fit (operands of an operator of one type, conditions integer, elements of arrays only); at
/// branches exactly two complementary assume edges, else one edge (so programs are deterministic up to havoc); every
/// edge has an existing call path.
[[nodiscard]] std::vector<std::string> check_well_formed(const Program& program);

/// The variable's name (which may be qualified) with the texts of its `indices`, one of each: "points[k].y".
[[nodiscard]] std::string with_indices(std::string name, const std::vector<Variable::Index>& places,
                                       const std::vector<std::string>& indices);
/// An element of an array that is not memory, as C calls it: "a[3]", "a[1][2]", "points[1].y". `name`: the user's,
/// which may be qualified; another one has one index behind it.
[[nodiscard]] std::string element_text(const Variable& variable, const std::string& name, const logic::Integer& index);
/// C text of an expression, over user names (variable `name` if it has none).
[[nodiscard]] std::string to_string(const Program& program, const Expr& expr);
[[nodiscard]] std::string to_string(const Program& program, const Statement& statement);
/// The expressions of `evaluated_expressions` that have a number for a value: all but copied arrays.
[[nodiscard]] std::vector<ExprPtr> evaluated_numbers(const Program& program, const Statement& statement);
/// What an execution that ends in an error violates. Throws std::logic_error where the trace leads to none.
[[nodiscard]] Violation violated_by(const Program& program, const Trace& trace);

/// Of functions that are parts of models of library functions; their calls count as the latter's.
inline constexpr std::string_view model_prefix = "__builtin_";
/// Functions whose text is not the program's (CallSite::is_library).
[[nodiscard]] std::set<std::string> library_functions(const Program& program);
/// Of the calls of library functions that the edge is within (CallSite::is_library) the outermost one, as index into
/// Program::call_paths; 0: there is none. A function of the program that the library calls back is the program's.
[[nodiscard]] std::uint32_t library_call(const Program& program, const Edge& edge);

/// Does the edge change what the user's program does not have: the explicit stack of recursive calls (also by taking
/// saved values from it), the allocator's state or lifetimes?
[[nodiscard]] bool is_bookkeeping(const Program& program, EdgeId edge);

/// The automaton as Graphviz, JSON (documented in CONTRIBUTING.md) and readable text.
[[nodiscard]] std::string program_to_dot(const Program& program);
[[nodiscard]] std::string program_to_json(const Program& program);
[[nodiscard]] std::string program_to_text(const Program& program);

}  // namespace bireach::frontend
