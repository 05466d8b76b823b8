// SPDX-License-Identifier: Apache-2.0
/// The state of an execution whose arbitrary values are chosen only when they are needed, with undo.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/engines/piecewise.h"
#include "frontend/program/evaluation.h"
#include "frontend/program/interval.h"
#include "frontend/program/program.h"

namespace bireach::checker {

using InputId = std::uint32_t;

/// An arbitrary value of an execution: what a havoc chose.
struct Input {
  frontend::ScalarType type;
  frontend::Interval range;               ///< the values that it still may have
  std::uint64_t position;                 ///< of the havoc: edges executed before it
  std::optional<logic::Integer> element;  ///< of a whole array
  bool is_known = false;                  ///< the range is a point: `value`
  frontend::Bits value = 0;
};

/// Values of all variables. Each is a number or stands for an input with a range of values; copies of inputs, also
/// through conversions that keep all values of the range, stand for the same input. What is computed from comparisons
/// of one input with numbers is kept as a function of it (Piecewise). Evaluating anything else needs the input's value:
/// then the statement has no effect but that `needed` says which.
class InputState : public frontend::Evaluation<InputState> {
 public:
  /// Signed overflow is read as `overflow` says, whatever the program does.
  InputState(const frontend::Program& program, frontend::SignedOverflow overflow);
  /// Nothing: the program's variables take too much room.
  [[nodiscard]] bool is_possible() const { return is_possible_; }

  enum class Effect : std::uint8_t {
    done,
    ended,  ///< undefined behaviour that all formulas leave out
    lost,   ///< undefined behaviour that is not modelled here: accesses outside of arrays or objects
    needs   ///< the value of `needed()`
  };
  Effect assign(const frontend::Assign& assign);
  Effect havoc(const frontend::Havoc& havoc, std::uint64_t position);
  /// Sets `holds` where it is done.
  Effect condition(const frontend::Expr& condition, bool& holds);
  [[nodiscard]] InputId needed() const { return *needed_; }
  /// A value of the needed input for which the condition is other than for those from the least one on until there;
  /// nothing: that is not known.
  [[nodiscard]] const std::optional<logic::Integer>& cut() const { return cut_; }

  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  /// A comparison in the expression that depends on one input: where, in its range, the outcome changes.
  [[nodiscard]] std::optional<std::pair<InputId, logic::Integer>> compared_with(const frontend::Expr& expr);
  void restrict(InputId id, frontend::Interval range);

  /// What a Variable or Element expression stands for; nothing: its index is not known, or it lies outside, or it is
  /// another function of an input.
  struct Known {
    std::optional<InputId> input;  ///< whose range is no point
    logic::Integer value;          ///< without one
  };
  [[nodiscard]] std::optional<Known> known(const frontend::Expr& read);

  /// Of a variable that is no array; nothing: it stands for an input of several values.
  [[nodiscard]] std::optional<frontend::Bits> number(frontend::VariableId variable);
  /// Precondition: it is no array, and can have that value.
  void set_number(frontend::VariableId variable, frontend::Bits value);

  /// The input of several values that the expression copies, so that as a value of `type` it has the same values.
  [[nodiscard]] std::optional<InputId> copied_input(const frontend::Expr& expr, const frontend::ScalarType& type);

  /// Undo: everything since the mark, which stays valid. Marks are set and dropped as a stack.
  struct Mark {
    std::size_t cells, inputs, ranges, materialised, functions;
    std::uint32_t blocks;
  };
  [[nodiscard]] Mark mark();
  void undo(const Mark& mark);
  void drop_mark() { --depth_; }
  /// How many marks are set.
  [[nodiscard]] std::uint32_t depth() const { return depth_; }

  // For Evaluation:
  frontend::Bits variable(const frontend::Expr& expr);
  frontend::Bits element(const frontend::Expr& expr);
  void note(frontend::UndefinedBehaviour kind, const frontend::SourceRange& place);

 private:
  enum class Content : std::uint8_t {
    number,
    input,
    function,   ///< of an input: `link` says which
    arbitrary,  ///< element `value` of the block `link`, of which nobody has asked yet
    absent      ///< of an array with few elements: what its default says
  };
  struct Cell {
    frontend::Bits value = 0;
    std::uint32_t link = 0;   ///< input, function or block
    std::uint32_t stamp = 0;  ///< depth at which it was last saved
    Content content = Content::number;
  };
  using CellId = std::uint32_t;
  /// A variable's cells: a number of them from `first`, or a default at `first` and some by index.
  struct Place {
    CellId first = 0;
    bool is_array = false;
    bool is_sparse = false;
    bool is_memory = false;
    frontend::Signed size = 1;
    frontend::ScalarType type;
    frontend::Interval range;  ///< of the type
    std::map<frontend::Signed, CellId> elements;
  };
  /// A whole array that was havocked.
  struct Block {
    std::uint64_t position;
    frontend::VariableId variable;
  };
  struct Function {
    InputId input;
    Piecewise values;
    bool is_shared = false;  ///< by several cells
  };
  /// An element's or variable's contents.
  struct Contents {
    frontend::Bits value = 0;
    std::optional<InputId> input;
    std::optional<std::uint32_t> function;
  };
  struct Object {
    frontend::Signed start, end;
    std::optional<frontend::VariableId> alive;
  };

  void lay_out();
  void begin() {
    needed_.reset();
    cut_.reset();
    undefined_ = lost_ = false;
  }
  [[nodiscard]] Effect effect() const;
  void write(CellId cell, frontend::Bits value, Content content, std::uint32_t link = 0);
  void copy_array(Place& target, const Place& source);
  void assign_table(Place& target, const frontend::Expr& table);
  void fill(Place& place, frontend::Bits value, Content content, std::uint32_t link);
  InputId make_input(const Place& place, std::uint64_t position, std::optional<logic::Integer> element);
  [[nodiscard]] InputId materialise(std::uint32_t block, frontend::Bits index);
  /// The element's contents, with input for arbitrary, and for a function what it is on the input's range.
  [[nodiscard]] Contents read(const Place& place, frontend::Signed index);
  [[nodiscard]] Contents of_function(std::uint32_t link) const;
  frontend::Bits need(InputId input);
  [[nodiscard]] std::optional<frontend::Bits> supposed(InputId input) const;
  frontend::Bits value_or_need(const Contents& contents);
  /// What of an expression's value matters: whether it is zero; or all of it, and it may be the input itself; or not.
  enum class Use : std::uint8_t { truth, copy, value };
  [[nodiscard]] std::optional<Function> function_of(const frontend::Expr& expr, Use use);
  /// The one input that an expression depends on, and where it may change.
  struct Cuts {
    std::optional<InputId> input;
    std::vector<frontend::Signed> at;
    std::vector<InputId> fixed;  ///< inputs in comparisons that come out the same for all of their values
  };
  bool find_cuts(const frontend::Expr& expr, Use use, Cuts& cuts);
  bool find_cuts_of_read(const frontend::Expr& read, Use use, Cuts& cuts);
  bool find_cuts_of_comparison(const frontend::Expr& side, const frontend::Expr& other, Cuts& cuts);
  void add_cuts_at(const logic::Integer& number, Cuts& cuts);
  void write_function(CellId cell, Function function);
  void share(const Cell& cell);
  [[nodiscard]] std::optional<frontend::Signed> index(frontend::VariableId array, const frontend::Expr& expr);
  [[nodiscard]] CellId cell_at(Place& place, frontend::Signed index);
  [[nodiscard]] bool lies_in_object(frontend::Signed address, frontend::Signed size);
  [[nodiscard]] bool lies_in_allocated(frontend::Signed address, frontend::Signed size);
  [[nodiscard]] bool frees_again(const frontend::Assign& assign, frontend::Signed index, frontend::Bits value);

  const frontend::Program& program_;
  bool is_possible_ = true;
  std::vector<Cell> cells_;
  std::vector<CellId> first_;  ///< of each variable
  std::vector<Place> places_;
  std::vector<Object> objects_;
  std::vector<Input> inputs_;
  std::vector<Block> blocks_;
  std::vector<Function> functions_;
  std::size_t functions_at_mark_ = 0;  ///< the others are not needed by any undo
  std::map<std::pair<std::uint32_t, frontend::Bits>, InputId> materialised_;

  std::uint32_t depth_ = 0;
  std::vector<std::pair<CellId, Cell>> saved_cells_;
  std::vector<std::pair<InputId, frontend::Interval>> saved_ranges_;
  std::vector<std::pair<std::uint32_t, frontend::Bits>> materialised_order_;

  std::optional<InputId> needed_;
  std::optional<logic::Integer> cut_;
  std::vector<std::pair<InputId, frontend::Bits>> supposed_;  ///< values of inputs, for one evaluation
  bool undefined_ = false;
  bool lost_ = false;
};

}  // namespace bireach::checker
