// SPDX-License-Identifier: Apache-2.0
/// States in which some variables have values and the others any: numbers, or one unknown number plus a constant.
///
/// States are not joined (explicit-value analysis: Beyer, Löwe, "Explicit-State Software Model Checking Based on CEGAR
/// and Interpolation", FASE 2013). That two variables hold one unknown number, or differ by a constant, is known, too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/program/evaluation.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

using SlotId = std::uint32_t;

/// Where a value is: a scalar variable, an element of an array, or all elements of an array that have no slot.
struct Slot {
  frontend::VariableId variable = 0;
  std::optional<frontend::Signed> index;  ///< of an element
  frontend::ScalarType type;
};

/// The slots of a program: that of each variable (of an array: of the other elements), then of elements as they are
/// met.
class Slots {
 public:
  explicit Slots(const frontend::Program& program);
  [[nodiscard]] const Slot& operator[](SlotId slot) const { return slots_[slot]; }
  [[nodiscard]] SlotId size() const { return static_cast<SlotId>(slots_.size()); }
  /// Nothing: it has none, because the array has too many already.
  [[nodiscard]] std::optional<SlotId> of_element(frontend::VariableId array, frontend::Signed index);
  /// Of the elements that have one, by index.
  [[nodiscard]] const std::map<frontend::Signed, SlotId>& elements(frontend::VariableId array) const;
  [[nodiscard]] const frontend::Program& program() const { return program_; }

 private:
  const frontend::Program& program_;
  std::vector<Slot> slots_;
  std::map<frontend::VariableId, std::map<frontend::Signed, SlotId>> elements_;
};

struct SlotValue {
  static constexpr std::uint32_t number = 0;
  static constexpr std::uint32_t unknown = 1;
  static constexpr std::uint32_t as_others = 2;   ///< of an element: what the array's slot says
  static constexpr std::uint32_t other_than = 3;  ///< any but the number of this pattern
  static constexpr std::uint32_t first_symbol = 4;
  std::uint32_t symbol = number;  ///< from first_symbol: an unknown number, of the slot's type
  /// The number's pattern, or that of the one it is not; what is added to the symbol, modulo 2^width.
  std::uint64_t bits = 0;
  auto operator<=>(const SlotValue&) const = default;
};

/// What is told of a slot.
enum class Tracking : std::uint8_t {
  nothing,
  differences,  ///< from other such slots of its type
  all
};

/// By slot; elements that are left out at the end are as_others.
using ValueState = std::vector<SlotValue>;

/// Executes statements on one state at a time. What undefined behaviour gives is unknown; signed overflow wraps.
class ValueExecution : public frontend::Evaluation<ValueExecution> {
 public:
  /// Both must outlive this. Of slots beyond the end of `tracked` all is told.
  ValueExecution(Slots& slots, const std::vector<Tracking>& tracked);

  /// Where all is zero.
  [[nodiscard]] ValueState start() const;
  /// What an execution from the state may have after the statement; none: none goes on. Where a condition inside of the
  /// statement tells something of values that are not known, or leaves few of them, there is a state for each case.
  [[nodiscard]] std::vector<ValueState> successors(const ValueState& state, const frontend::Statement& statement);
  /// The state without what is not tracked and what dead variables hold. The same states have the same form.
  [[nodiscard]] ValueState normal_form(ValueState state, const std::vector<bool>& live) const;

  // For Evaluation:
  frontend::Bits variable(const frontend::Expr& expr);
  frontend::Bits element(const frontend::Expr& expr);
  void note(frontend::UndefinedBehaviour kind, const frontend::SourceRange& place);

 private:
  /// Where the execution is, with all that is supposed, to come back.
  struct Position {
    ValueState values;
    std::uint32_t next_symbol = SlotValue::first_symbol;
    std::vector<std::pair<const frontend::Expr*, bool>> supposed;  ///< while one statement is executed
  };
  struct FewValues {
    std::uint32_t symbol;
    std::vector<std::uint64_t> values;
  };
  [[nodiscard]] bool is_tracked(SlotId slot) const;
  [[nodiscard]] std::optional<frontend::Signed> index_of(frontend::VariableId array, const frontend::Expr& index);
  [[nodiscard]] std::optional<SlotId> slot_read(const frontend::Expr& read);
  void forget_numbers(ValueState& state) const;
  [[nodiscard]] SlotValue nothing(SlotId slot) const;
  [[nodiscard]] SlotValue read(SlotId slot) const;
  void write(SlotId slot, SlotValue value);
  void forget(frontend::VariableId variable);
  void assign_table(frontend::VariableId array, const frontend::Expr& table);
  void execute(const frontend::Statement& statement, std::size_t splits, std::vector<ValueState>& ends);
  [[nodiscard]] bool execute_one(const frontend::Statement& statement);
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Statement& statement);
  [[nodiscard]] std::optional<FewValues> few_values(const frontend::Expr& condition, bool positive);
  void open_reads(const frontend::Expr& expr, std::vector<const frontend::Expr*>& found);
  [[nodiscard]] bool suppose(const frontend::Expr& condition, bool holds);
  void assign(const frontend::LValue& target, const frontend::Expr* value);
  void copy_array(frontend::VariableId to, frontend::VariableId from);
  [[nodiscard]] std::optional<frontend::Bits> number(const frontend::Expr& expr);
  [[nodiscard]] SlotValue symbolic(const frontend::Expr& expr);
  /// expr == value exactly if the operand has this value.
  struct Inverse {
    const frontend::Expr* operand;
    std::optional<frontend::Bits> value;  ///< nothing: it never has
  };
  [[nodiscard]] std::optional<Inverse> inverse(const frontend::Expr& expr, frontend::Bits value);
  [[nodiscard]] SlotValue sum(const frontend::Expr& expr);
  [[nodiscard]] std::optional<bool> truth(const frontend::Expr& expr);
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Expr& expr);
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Expr& condition, bool positive);
  [[nodiscard]] bool refine(const frontend::Expr& condition, bool positive);
  [[nodiscard]] bool refine_equal(const frontend::Expr& expr, frontend::Bits value);
  [[nodiscard]] bool is_alone(std::uint32_t symbol) const;
  [[nodiscard]] bool exclude(const frontend::Expr& expr, frontend::Bits value);
  [[nodiscard]] bool unify(const frontend::Expr& left, const frontend::Expr& right);
  void replace(std::uint32_t symbol, SlotValue with);

  Slots& slots_;
  const std::vector<Tracking>& tracked_;
  Position at_;
  bool unknown_ = false;  ///< what `value` computes depends on something unknown
};

}  // namespace bireach::abstraction
