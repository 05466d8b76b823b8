// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/bit_blaster.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace bireach::logic {
namespace {

std::vector<Bit> inverted(std::vector<Bit> bits) {
  for (Bit& bit : bits) bit = !bit;
  return bits;
}

}  // namespace

std::span<const Bit> BitBlaster::bits(Term term) {
  for_each_post_order(
      term, [&](Term t) { return !places_.contains(t); },
      [&](Term t) {
        if (places_.contains(t)) return;
        const Bits result = made(t);
        places_.set(t, {pool_.size(), static_cast<unsigned>(result.size())});
        pool_.insert(pool_.end(), result.begin(), result.end());
      });
  const Place& place = *places_.find(term);
  return std::span(pool_).subspan(place.first, place.count);
}

BitBlaster::Bits BitBlaster::known(Term term) {
  const Place& place = *places_.find(term);
  const auto first = pool_.begin() + static_cast<std::ptrdiff_t>(place.first);
  return {first, first + place.count};
}

BitBlaster::Bits BitBlaster::by_bit(Term term, Bit (BitCircuit::*operation)(Bit, Bit)) {
  Bits result = known(term[0]);
  for (const Term operand : term.children().subspan(1)) {
    const Bits other = known(operand);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = (circuit_.*operation)(result[i], other[i]);
  }
  return result;
}

BitBlaster::Bits BitBlaster::made(Term term) {
  const unsigned width = term.sort().is_bool() ? 1 : term.sort().width();
  const auto operand = [&](std::size_t number) { return known(term[number]); };
  const auto over_all = [&](const auto& operation) {
    Bits result = operand(0);
    for (std::size_t i = 1; i < term.children().size(); ++i) result = operation(result, operand(i));
    return result;
  };
  switch (term.kind()) {
    case Kind::Constant: {
      Bits result;
      for (unsigned i = 0; i < width; ++i) result.push_back(BitCircuit::constant(bit_test(term.constant(), i)));
      return result;
    }
    case Kind::Variable: {
      Bits result;
      for (unsigned i = 0; i < width; ++i) result.push_back(circuit_.input());
      return result;
    }
    case Kind::Not:
    case Kind::BvNot:
      return inverted(operand(0));
    case Kind::And:
    case Kind::BvAnd:
      return by_bit(term, &BitCircuit::both);
    case Kind::Or:
    case Kind::BvOr:
      return by_bit(term, &BitCircuit::either);
    case Kind::BvXor:
      return by_bit(term, &BitCircuit::differ);
    case Kind::Equal:
      return {equal(operand(0), operand(1))};
    case Kind::Ite:
      return choice(operand(0).front(), operand(1), operand(2));
    case Kind::BvNeg:
      return negated(operand(0));
    case Kind::BvAdd:
      return over_all([&](const Bits& a, const Bits& b) { return sum(a, b, BitCircuit::constant(false)); });
    case Kind::BvMul:
      return over_all([&](const Bits& a, const Bits& b) { return product(a, b); });
    case Kind::BvUdiv:
      return quotient(operand(0), operand(1)).first;
    case Kind::BvUrem:
      return quotient(operand(0), operand(1)).second;
    case Kind::BvSdiv:
    case Kind::BvSrem:
      return signed_division(operand(0), operand(1), term.kind() == Kind::BvSrem);
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
      return shifted(operand(0), operand(1), term.kind());
    case Kind::BvUlt:
    case Kind::BvUle:
      return {below(operand(0), operand(1), term.kind() == Kind::BvUle)};
    case Kind::BvSlt:
    case Kind::BvSle: {
      Bits a = operand(0);
      Bits b = operand(1);
      a.back() = !a.back();
      b.back() = !b.back();
      return {below(a, b, term.kind() == Kind::BvSle)};
    }
    case Kind::Concat: {
      Bits result;
      for (std::size_t i = term.children().size(); i-- > 0;) {
        const Bits part = operand(i);
        result.insert(result.end(), part.begin(), part.end());
      }
      return result;
    }
    case Kind::Extract: {
      const Bits whole = operand(0);
      return {whole.begin() + term.second(), whole.begin() + term.first() + 1};
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: {
      Bits result = operand(0);
      result.resize(width, term.kind() == Kind::SignExtend ? result.back() : BitCircuit::constant(false));
      return result;
    }
    default:
      throw std::invalid_argument("BitBlaster: not a formula of bit-vectors");
  }
}

Bit BitBlaster::equal(const Bits& a, const Bits& b) {
  Bit result = BitCircuit::constant(true);
  for (std::size_t i = 0; i < a.size(); ++i) result = circuit_.both(result, !circuit_.differ(a[i], b[i]));
  return result;
}

/// As numbers without sign: the borrow of a difference.
Bit BitBlaster::below(const Bits& a, const Bits& b, bool or_equal) {
  Bit result = BitCircuit::constant(or_equal);
  for (std::size_t i = 0; i < a.size(); ++i) result = circuit_.majority(!a[i], b[i], result);
  return result;
}

BitBlaster::Bits BitBlaster::sum(const Bits& a, const Bits& b, Bit carry) {
  Bits result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.push_back(circuit_.differ(circuit_.differ(a[i], b[i]), carry));
    carry = circuit_.majority(a[i], b[i], carry);
  }
  return result;
}

BitBlaster::Bits BitBlaster::negated(const Bits& a) {
  return sum(inverted(a), Bits(a.size(), BitCircuit::constant(false)), BitCircuit::constant(true));
}

BitBlaster::Bits BitBlaster::choice(Bit condition, const Bits& then, const Bits& otherwise) {
  Bits result;
  for (std::size_t i = 0; i < then.size(); ++i) result.push_back(circuit_.choose(condition, then[i], otherwise[i]));
  return result;
}

/// Sums up multiples of one factor for the bits of the other one: that with fewer bits that may be set.
BitBlaster::Bits BitBlaster::product(const Bits& a, const Bits& b) {
  const auto unset = [](const Bits& bits) { return std::count(bits.begin(), bits.end(), BitCircuit::constant(false)); };
  const bool is_swapped = unset(a) > unset(b);
  const Bits& multiplied = is_swapped ? b : a;
  const Bits& multiplier = is_swapped ? a : b;
  Bits result(a.size(), BitCircuit::constant(false));
  for (std::size_t shift = 0; shift < a.size(); ++shift) {
    if (multiplier[shift] == BitCircuit::constant(false)) continue;
    Bits summand(shift, BitCircuit::constant(false));
    for (std::size_t i = 0; i + shift < a.size(); ++i)
      summand.push_back(circuit_.both(multiplied[i], multiplier[shift]));
    result = sum(result, summand, BitCircuit::constant(false));
  }
  return result;
}

/// Of numbers without sign, bit by bit as on paper. By zero: all ones and the dividend, as SMT-LIB has it.
const std::pair<BitBlaster::Bits, BitBlaster::Bits>& BitBlaster::quotient(const Bits& a, const Bits& b) {
  const auto [found, is_new] = quotients_.try_emplace({a, b});
  if (!is_new) return found->second;
  Bits divisor = b;
  divisor.push_back(BitCircuit::constant(false));
  Bits rest(a.size() + 1, BitCircuit::constant(false));
  Bits result(a.size());
  for (std::size_t i = a.size(); i-- > 0;) {
    rest.pop_back();
    rest.insert(rest.begin(), a[i]);
    result[i] = below(divisor, rest, true);
    rest = choice(result[i], sum(rest, inverted(divisor), BitCircuit::constant(true)), rest);
  }
  rest.pop_back();
  found->second = {std::move(result), std::move(rest)};
  return found->second;
}

BitBlaster::Bits BitBlaster::signed_division(const Bits& a, const Bits& b, bool is_remainder) {
  const auto absolute = [&](const Bits& bits) { return choice(bits.back(), negated(bits), bits); };
  const auto& [result, rest] = quotient(absolute(a), absolute(b));
  const Bits& wanted = is_remainder ? rest : result;
  const Bit is_negative = is_remainder ? a.back() : circuit_.differ(a.back(), b.back());
  return choice(is_negative, negated(wanted), wanted);
}

BitBlaster::Bits BitBlaster::shifted(const Bits& a, const Bits& by, Kind kind) {
  const Bit filling = kind == Kind::BvAshr ? a.back() : BitCircuit::constant(false);
  Bits result = a;
  Bit is_all = BitCircuit::constant(false);
  for (std::size_t stage = 0; stage < by.size(); ++stage) {
    if (stage >= 63 || (std::size_t{1} << stage) >= a.size()) {
      is_all = circuit_.either(is_all, by[stage]);
      continue;
    }
    const std::size_t distance = std::size_t{1} << stage;
    Bits moved(a.size(), filling);
    for (std::size_t i = distance; i < a.size(); ++i)
      if (kind == Kind::BvShl)
        moved[i] = result[i - distance];
      else
        moved[i - distance] = result[i];
    result = choice(by[stage], moved, result);
  }
  return choice(is_all, Bits(a.size(), filling), result);
}

}  // namespace bireach::logic
