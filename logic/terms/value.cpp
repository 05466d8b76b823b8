// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/value.h"

#include <stdexcept>

namespace bireach::logic {

const Integer& ArrayValue::at(const Integer& index) const {
  const Integer* found = elements.find(index);
  return found != nullptr ? *found : otherwise;
}

void ArrayValue::set(const Integer& index, const Integer& value) {
  if (value == otherwise)
    elements.erase(index);
  else
    elements.insert_or_assign(index, value);
}

std::string to_string(const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const Integer* integer = std::get_if<Integer>(&value)) return integer->str();
  const auto& array = std::get<ArrayValue>(value);
  std::string text = "{";
  for (const auto& [index, element] : array.elements) text += index.str() + ": " + element.str() + ", ";
  return text + "else: " + array.otherwise.str() + "}";
}

Integer power_of_two(unsigned exponent) {
  return Integer{1} << exponent;
}

Integer wrap_unsigned(const Integer& value, unsigned width) {
  const Integer modulus = power_of_two(width);
  if (value >= 0 && value < modulus) return value;
  return euclidean_mod(value, modulus);
}

Integer wrap_signed(const Integer& value, unsigned width) {
  Integer result = wrap_unsigned(value, width);
  if (width > 0 && result >= power_of_two(width - 1)) result -= power_of_two(width);
  return result;
}

Integer euclidean_mod(const Integer& dividend, const Integer& divisor) {
  if (divisor == 0) throw std::invalid_argument("euclidean_mod: division by zero");
  Integer remainder = dividend % divisor;  // sign of the dividend
  if (remainder < 0) remainder += abs(divisor);
  return remainder;
}

Integer euclidean_div(const Integer& dividend, const Integer& divisor) {
  if (divisor == 0) throw std::invalid_argument("euclidean_div: division by zero");
  return Integer{(dividend - euclidean_mod(dividend, divisor)) / divisor};
}

}  // namespace bireach::logic
