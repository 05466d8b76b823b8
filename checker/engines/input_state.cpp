// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/input_state.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace bireach::checker {

using frontend::Bits;
using frontend::Expr;
using frontend::Interval;
using frontend::ScalarType;
using frontend::Signed;
using frontend::VariableId;
using logic::Integer;

namespace {

/// Arrays of more elements have cells for those only that were written.
constexpr unsigned max_dense = 1024;
constexpr std::size_t max_cells = std::size_t{1} << 18U;

void settle(Input& input) {
  input.is_known = input.range.is_point();
  if (input.is_known) input.value = frontend::to_bits(input.range.low);
}

}  // namespace

InputState::InputState(const frontend::Program& program, frontend::SignedOverflow overflow)
    : Evaluation(overflow), program_(program) {
  lay_out();
}

void InputState::lay_out() {
  for (VariableId v = 0; v < program_.variables.size(); ++v) {
    const frontend::Variable& variable = program_.variables[v];
    Place place;
    place.first = static_cast<CellId>(cells_.size());
    place.type = variable.type;
    place.range = Interval::of(variable.type);
    if (variable.array) {
      if (variable.array->size > logic::power_of_two(64)) is_possible_ = false;
      place.is_array = true;
      place.size = frontend::to_signed(variable.array->size);
      place.is_memory = program_.memory.cells.contains(v);
      place.is_sparse = place.size > max_dense || place.is_memory || program_.memory.sizes == v;
    }
    cells_.resize(cells_.size() + (place.is_array && !place.is_sparse ? static_cast<std::size_t>(place.size) : 1));
    if (cells_.size() > max_cells) is_possible_ = false;
    if (!is_possible_) return;
    first_.push_back(place.first);
    places_.push_back(std::move(place));
  }
  for (const auto& object : program_.memory.objects)
    objects_.push_back(
        {frontend::to_signed(object.address), frontend::to_signed(object.address + object.size), object.alive});
}

InputState::Effect InputState::effect() const {
  if (needed_) return Effect::needs;
  if (lost_) return Effect::lost;
  return undefined_ ? Effect::ended : Effect::done;
}

void InputState::note(frontend::UndefinedBehaviour kind, const frontend::SourceRange& /*place*/) {
  using Kind = frontend::UndefinedBehaviour;
  switch (kind) {
    case Kind::SignedOverflow:
    case Kind::DivisionByZero:
    case Kind::ShiftOutOfRange:
    case Kind::ConversionOutOfRange:
      undefined_ = true;
      return;
    case Kind::IndexOutOfBounds:
    case Kind::InvalidAccess:
      lost_ = true;
      return;
  }
}

InputState::Effect InputState::condition(const Expr& condition, bool& holds) {
  begin();
  holds = value(condition) != 0;
  if (!needed_) return effect();
  const InputId missing = *needed_;
  const auto function = function_of(condition, Use::truth);
  begin();
  needed_ = missing;
  if (!function) return Effect::needs;
  holds = function->values.first() != Bits{0};
  if (const auto change = function->values.first_change()) {
    needed_ = function->input;
    cut_ = Integer(*change);
    return Effect::needs;
  }
  needed_.reset();
  return Effect::done;
}

InputState::Effect InputState::assign(const frontend::Assign& assign) {
  begin();
  Place& place = places_[assign.target.variable];
  const Expr& source = *assign.value;
  const bool whole_array = place.is_array && !assign.target.index;
  if (whole_array && source.kind == Expr::Kind::Variable && places_[source.variable].is_array) {
    copy_array(place, places_[source.variable]);
    return effect();
  }
  if (source.kind == Expr::Kind::Table) {
    assign_table(place, source);
    return effect();
  }
  std::optional<Signed> position = 0;
  if (assign.target.index) position = index(assign.target.variable, *assign.target.index);
  if (needed_ || undefined_ || !position) return effect();
  const Bits result = frontend::convert(value(source), place.type);
  if (needed_ && !whole_array) {
    const InputId missing = *needed_;
    if (const auto input = copied_input(source, place.type)) {
      write(cell_at(place, *position), 0, Content::input, *input);
      return Effect::done;
    }
    auto function = program_.memory.sizes == assign.target.variable ? std::nullopt : function_of(source, Use::copy);
    if (function && (!function->values.has_copies() || inputs_[function->input].range.within(place.type))) {
      function->values.convert_to(place.type);
      begin();
      write_function(cell_at(place, *position), std::move(*function));
      return Effect::done;
    }
    begin();
    needed_ = missing;
  }
  if (needed_ || lost_ || undefined_) return effect();
  if (program_.memory.sizes == assign.target.variable && assign.target.index && frees_again(assign, *position, result))
    return Effect::lost;
  if (whole_array)
    fill(place, result, Content::number, 0);
  else
    write(cell_at(place, *position), result, Content::number);
  return effect();
}

bool InputState::frees_again(const frontend::Assign& assign, Signed index, Bits value) {
  if (index == 0 || value != 0) return false;
  const Contents before = read(places_[assign.target.variable], index);
  return before.value == 0 || before.input || before.function;
}

InputState::Effect InputState::havoc(const frontend::Havoc& havoc, std::uint64_t position) {
  begin();
  Place& place = places_[havoc.target.variable];
  if (place.is_array && !havoc.target.index) {
    blocks_.push_back({position, havoc.target.variable});
    const auto block = static_cast<std::uint32_t>(blocks_.size() - 1);
    if (havoc.elements) {
      for (const auto& [at, element] : *havoc.elements)
        write(cell_at(place, frontend::to_signed(at)), frontend::to_bits(at), Content::arbitrary, block);
      return Effect::done;
    }
    fill(place, 0, Content::arbitrary, block);
    return Effect::done;
  }
  std::optional<Signed> at = 0;
  if (havoc.target.index) at = index(havoc.target.variable, *havoc.target.index);
  if (needed_ || lost_ || undefined_ || !at) return effect();
  write(cell_at(place, *at), 0, Content::input, make_input(place, position, std::nullopt));
  return Effect::done;
}

/// The input that the expression copies, with all of its values: also as a value of `type`.
std::optional<InputId> InputState::copied_input(const Expr& expr, const ScalarType& type) {
  const Expr* base = &expr;
  while (base->kind == Expr::Kind::Cast) base = base->operands[0].get();
  if (!frontend::is_read(*base)) return std::nullopt;
  const auto read = known(*base);
  if (!read || !read->input) return std::nullopt;
  const Interval& range = inputs_[*read->input].range;
  if (!range.within(type)) return std::nullopt;
  for (const Expr* cast = &expr; cast != base; cast = cast->operands[0].get())
    if (!range.within(cast->type)) return std::nullopt;
  return read->input;
}

std::optional<InputState::Known> InputState::known(const Expr& expr) {
  begin();
  std::optional<Signed> position = 0;
  if (expr.kind == Expr::Kind::Element) position = index(expr.variable, *expr.operands[0]);
  if (needed_ || lost_ || undefined_ || !position) return std::nullopt;
  const Contents contents = read(places_[expr.variable], *position);
  if (contents.function) return std::nullopt;
  if (!contents.input) return Known{std::nullopt, frontend::from_bits(contents.value, expr.type)};
  if (inputs_[*contents.input].is_known) return Known{std::nullopt, inputs_[*contents.input].range.low};
  return Known{contents.input, 0};
}

std::optional<Bits> InputState::number(VariableId variable) {
  const Contents contents = read(places_[variable], 0);
  if (contents.function) return std::nullopt;
  if (!contents.input) return contents.value;
  const Input& input = inputs_[*contents.input];
  return input.is_known ? std::optional(input.value) : std::nullopt;
}

void InputState::set_number(VariableId variable, Bits value) {
  write(places_[variable].first, value, Content::number);
}

/// Of several inputs that it depends on the one with the fewest values is needed.
Bits InputState::need(InputId input) {
  const auto size = [this](InputId id) { return Integer(inputs_[id].range.high - inputs_[id].range.low); };
  if (!needed_ || (*needed_ != input && size(input) < size(*needed_))) needed_ = input;
  return 0;
}

std::optional<Bits> InputState::supposed(InputId input) const {
  for (const auto& [of, value] : supposed_)
    if (of == input) return value;
  return std::nullopt;
}

Bits InputState::value_or_need(const Contents& contents) {
  if (contents.function) {
    const Function& function = functions_[*contents.function];
    const auto at = supposed(function.input);
    if (!at) return need(function.input);
    return *function.values.over(static_cast<Signed>(*at), static_cast<Signed>(*at));
  }
  if (!contents.input) return contents.value;
  if (const auto value = supposed(*contents.input)) return *value;
  const Input& asked = inputs_[*contents.input];
  return asked.is_known ? asked.value : need(*contents.input);
}

Bits InputState::variable(const Expr& expr) {
  const Cell& cell = cells_[first_[expr.variable]];
  if (cell.content == Content::number) return cell.value;
  return value_or_need(read(places_[expr.variable], 0));
}

Bits InputState::element(const Expr& expr) {
  const auto position = index(expr.variable, *expr.operands[0]);
  if (!position || needed_) return 0;
  return value_or_need(read(places_[expr.variable], *position));
}

InputState::Contents InputState::read(const Place& place, Signed index) {
  const Cell* cell = &cells_[place.first];
  if (place.is_sparse) {
    const auto found = place.elements.find(index);
    if (found != place.elements.end() && cells_[found->second].content != Content::absent)
      cell = &cells_[found->second];
    if (cell->content == Content::arbitrary) return {0, materialise(cell->link, static_cast<Bits>(index)), {}};
  } else {
    cell += static_cast<std::ptrdiff_t>(index);
    if (cell->content == Content::arbitrary) return {0, materialise(cell->link, cell->value), {}};
  }
  if (cell->content == Content::number) return {cell->value, {}, {}};
  return cell->content == Content::function ? of_function(cell->link) : Contents{0, cell->link, {}};
}

InputState::Contents InputState::of_function(std::uint32_t link) const {
  const Function& function = functions_[link];
  const Interval& range = inputs_[function.input].range;
  const Signed low = frontend::to_signed(range.low);
  const Signed high = frontend::to_signed(range.high);
  if (const auto same = function.values.over(low, high)) return {*same, {}, {}};
  if (function.values.is_input_over(low, high)) return {0, function.input, {}};
  return {0, {}, link};
}

/// The element's position, or nothing: it is undefined, or an input is needed.
std::optional<Signed> InputState::index(VariableId array, const Expr& expr) {
  const auto position = static_cast<Signed>(value(expr));
  if (needed_) return std::nullopt;
  const Place& place = places_[array];
  if (place.is_memory) {
    const auto& cells = program_.memory.cells.at(array);
    if (!lies_in_object(position + frontend::to_signed(cells.shift), static_cast<Signed>(cells.size))) lost_ = true;
  }
  if (position < 0 || position >= place.size) lost_ = true;
  return lost_ || needed_ ? std::nullopt : std::optional(position);
}

bool InputState::lies_in_object(Signed address, Signed size) {
  for (const Object& object : objects_) {
    if (address < object.start || address + size > object.end) continue;
    if (!object.alive) return true;
    const Cell& alive = cells_[places_[*object.alive].first];
    if (alive.content != Content::number) return false;
    if (alive.value != 0) return true;
  }
  return lies_in_allocated(address, size);
}

bool InputState::lies_in_allocated(Signed address, Signed size) {
  if (!program_.memory.sizes || address < frontend::to_signed(program_.memory.first_allocated)) return false;
  const Place& sizes = places_[*program_.memory.sizes];
  auto next = sizes.elements.upper_bound(address);
  while (next != sizes.elements.begin()) {
    const auto& [start, id] = *std::prev(next);
    const Cell& cell = cells_[id];
    if (cell.content == Content::number && cell.value != 0)
      return address + size <= start + static_cast<Signed>(cell.value);
    if (cell.content == Content::input || cell.content == Content::arbitrary || cell.content == Content::function)
      return false;
    --next;
  }
  return false;
}

InputState::CellId InputState::cell_at(Place& place, Signed index) {
  if (!place.is_sparse) return place.first + static_cast<CellId>(index);
  const auto [found, is_new] = place.elements.try_emplace(index, static_cast<CellId>(cells_.size()));
  if (is_new) {
    cells_.emplace_back();
    cells_.back().content = Content::absent;
  }
  return found->second;
}

void InputState::write(CellId id, Bits value, Content content, std::uint32_t link) {
  Cell& cell = cells_[id];
  if (cell.stamp != depth_) {
    saved_cells_.emplace_back(id, cell);
    cell.stamp = depth_;
  }
  cell.value = value;
  cell.content = content;
  cell.link = link;
}

void InputState::fill(Place& place, Bits value, Content content, std::uint32_t link) {
  if (place.is_sparse) {
    for (const auto& [index, cell] : place.elements)
      if (cells_[cell].content != Content::absent) write(cell, 0, Content::absent);
    write(place.first, value, content, link);
    return;
  }
  for (Signed i = 0; i < place.size; ++i)
    write(place.first + static_cast<CellId>(i), content == Content::arbitrary ? static_cast<Bits>(i) : value, content,
          link);
}

/// Before another cell has the same contents.
void InputState::share(const Cell& cell) {
  if (cell.content == Content::function) functions_[cell.link].is_shared = true;
}

void InputState::copy_array(Place& target, const Place& source) {
  if (&target == &source) return;
  if (target.is_sparse != source.is_sparse || target.size != source.size) {
    lost_ = true;
    return;
  }
  if (!target.is_sparse) {
    for (CellId i = 0; i < static_cast<CellId>(target.size); ++i) {
      const Cell from = cells_[source.first + i];
      share(from);
      write(target.first + i, from.value, from.content, from.link);
    }
    return;
  }
  const Cell otherwise = cells_[source.first];
  share(otherwise);
  fill(target, otherwise.value, otherwise.content, otherwise.link);
  for (const auto& [index, cell] : source.elements) {
    const Cell from = cells_[cell];
    share(from);
    if (from.content != Content::absent) write(cell_at(target, index), from.value, from.content, from.link);
  }
}

void InputState::assign_table(Place& target, const Expr& table) {
  const Expr& others = *table.operands[0];
  if (others.kind == Expr::Kind::Variable)
    copy_array(target, places_[others.variable]);
  else
    fill(target, frontend::to_bits(others.value), Content::number, 0);
  for (const auto& [at, element] : *table.elements)
    write(cell_at(target, frontend::to_signed(at)), frontend::to_bits(element), Content::number);
}

InputId InputState::make_input(const Place& place, std::uint64_t position, std::optional<Integer> element) {
  inputs_.push_back({place.type, place.range, position, std::move(element)});
  return static_cast<InputId>(inputs_.size() - 1);
}

InputId InputState::materialise(std::uint32_t block, Bits index) {
  const auto [found, is_new] = materialised_.try_emplace({block, index}, 0);
  if (!is_new) return found->second;
  const Block& of = blocks_[block];
  materialised_order_.emplace_back(block, index);
  return found->second = make_input(places_[of.variable], of.position, Integer(static_cast<std::uint64_t>(index)));
}

void InputState::restrict(InputId id, Interval range) {
  Input& input = inputs_[id];
  saved_ranges_.emplace_back(id, std::exchange(input.range, std::move(range)));
  settle(input);
}

InputState::Mark InputState::mark() {
  ++depth_;
  return {saved_cells_.size(),
          inputs_.size(),
          saved_ranges_.size(),
          materialised_order_.size(),
          functions_at_mark_ = functions_.size(),
          static_cast<std::uint32_t>(blocks_.size())};
}

void InputState::undo(const Mark& mark) {
  while (saved_cells_.size() > mark.cells) {
    const auto& [id, cell] = saved_cells_.back();
    cells_[id] = cell;
    saved_cells_.pop_back();
  }
  while (saved_ranges_.size() > mark.ranges) {
    auto& [id, range] = saved_ranges_.back();
    Input& input = inputs_[id];
    input.range = std::move(range);
    settle(input);
    saved_ranges_.pop_back();
  }
  while (materialised_order_.size() > mark.materialised) {
    materialised_.erase(materialised_order_.back());
    materialised_order_.pop_back();
  }
  inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(mark.inputs), inputs_.end());
  functions_.erase(functions_.begin() + static_cast<std::ptrdiff_t>(mark.functions), functions_.end());
  functions_at_mark_ = mark.functions;
  blocks_.resize(mark.blocks);
}

}  // namespace bireach::checker
