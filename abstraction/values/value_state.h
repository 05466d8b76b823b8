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
  static constexpr std::uint32_t as_others = 2;  ///< of an element: what the array's slot says
  static constexpr std::uint32_t first_symbol = 3;
  std::uint32_t symbol = number;  ///< from first_symbol: an unknown number, of the slot's type
  std::uint64_t bits = 0;         ///< the number's pattern; what is added to the symbol, modulo 2^width
  auto operator<=>(const SlotValue&) const = default;
};

/// By slot; elements that are left out at the end are as_others.
using ValueState = std::vector<SlotValue>;

/// Executes statements on one state at a time. What undefined behaviour gives is unknown; signed overflow wraps.
class ValueExecution : public frontend::Evaluation<ValueExecution> {
 public:
  /// Both must outlive this. Slots that are not `tracked` (those beyond its end are) stay unknown.
  ValueExecution(Slots& slots, const std::vector<bool>& tracked);

  /// All is zero.
  void start();
  void resume(const ValueState& state);
  /// False: no execution goes on.
  [[nodiscard]] bool execute(const frontend::Statement& statement);
  /// A condition inside of the statement of which it is not known whether it holds, where more would be known of what
  /// the statement does if it was. Null: there is none.
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Statement& statement);
  /// The condition holds, or does not; known until the next statement has been executed. False: in no execution.
  [[nodiscard]] bool suppose(const frontend::Expr& condition, bool holds);
  [[nodiscard]] const ValueState& state() const { return values_; }
  /// Where it is, with all that is supposed, to come back.
  struct Position {
    ValueState values;
    std::uint32_t next_symbol;
    std::vector<std::pair<const frontend::Expr*, bool>> supposed;
  };
  [[nodiscard]] Position position() const { return {values_, next_symbol_, supposed_}; }
  void go_to(Position position);
  /// The state without what dead variables hold. The same states have the same form.
  [[nodiscard]] ValueState state(const std::vector<bool>& live);

  // For Evaluation:
  frontend::Bits variable(const frontend::Expr& expr);
  frontend::Bits element(const frontend::Expr& expr);
  void note(frontend::UndefinedBehaviour kind, const frontend::SourceRange& place);

 private:
  [[nodiscard]] bool is_tracked(SlotId slot) const;
  [[nodiscard]] std::optional<frontend::Signed> index_of(frontend::VariableId array, const frontend::Expr& index);
  [[nodiscard]] std::optional<SlotId> slot_read(const frontend::Expr& read);
  [[nodiscard]] SlotValue nothing(SlotId slot) const;
  [[nodiscard]] SlotValue read(SlotId slot) const;
  void write(SlotId slot, SlotValue value);
  void forget(frontend::VariableId variable);
  [[nodiscard]] bool execute_one(const frontend::Statement& statement);
  void assign(const frontend::LValue& target, const frontend::Expr* value);
  void copy_array(frontend::VariableId to, frontend::VariableId from);
  [[nodiscard]] std::optional<frontend::Bits> number(const frontend::Expr& expr);
  [[nodiscard]] SlotValue symbolic(const frontend::Expr& expr);
  [[nodiscard]] SlotValue sum(const frontend::Expr& expr);
  [[nodiscard]] std::optional<bool> truth(const frontend::Expr& expr);
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Expr& expr);
  [[nodiscard]] const frontend::Expr* undecided(const frontend::Expr& condition, bool positive);
  [[nodiscard]] bool refine(const frontend::Expr& condition, bool positive);
  [[nodiscard]] bool refine_equal(const frontend::Expr& expr, frontend::Bits value);
  [[nodiscard]] bool unify(const frontend::Expr& left, const frontend::Expr& right);
  void replace(std::uint32_t symbol, SlotValue with);

  Slots& slots_;
  const std::vector<bool>& tracked_;
  ValueState values_;
  std::uint32_t next_symbol_ = SlotValue::first_symbol;
  std::vector<std::pair<const frontend::Expr*, bool>> supposed_;
  bool unknown_ = false;  ///< what `value` computes depends on something unknown
};

}  // namespace bireach::abstraction
