// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/interval_map.h"

#include <algorithm>

namespace bireach::abstraction {

using frontend::VariableId;
using logic::Integer;

const std::map<VariableId, Interval>& IntervalMap::narrower() const {
  static const Entries none;
  return entries_ ? *entries_ : none;
}

IntervalMap::Entries& IntervalMap::own() {
  if (!entries_)
    entries_ = std::make_shared<Entries>();
  else if (entries_.use_count() > 1)
    entries_ = std::make_shared<Entries>(*entries_);
  return *entries_;
}

Interval IntervalMap::get(VariableId id) const {
  const auto found = narrower().find(id);
  return found != narrower().end() ? found->second : Interval::of(variable(id).type);
}

void IntervalMap::set(VariableId id, const Interval& interval) {
  const Interval range = Interval::of(variable(id).type);
  const MaybeInterval cut = intersect(interval, range);
  if (!cut || same(*cut, range))
    forget(id);
  else
    own().insert_or_assign(id, *cut);
}

void IntervalMap::forget(VariableId id) {
  if (narrower().contains(id)) own().erase(id);
}

bool IntervalMap::restrict_to(VariableId id, const Interval& interval) {
  const Interval old = get(id);
  const MaybeInterval cut = intersect(old, interval);
  if (!cut) return false;
  if (!same(*cut, old)) own().insert_or_assign(id, *cut);
  return true;
}

bool IntervalMap::operator==(const IntervalMap& other) const {
  const auto is_equal = [](const auto& a, const auto& b) { return a.first == b.first && same(a.second, b.second); };
  return entries_ == other.entries_ ||
         std::equal(narrower().begin(), narrower().end(), other.narrower().begin(), other.narrower().end(), is_equal);
}

std::size_t IntervalMap::fingerprint() const {
  std::size_t result = narrower().size();
  const auto add = [&](std::size_t value) { result = result * 1000003 + value; };
  for (const auto& [id, interval] : narrower()) {
    add(id);
    add(hash_value(interval.low));
    add(hash_value(interval.high));
  }
  return result;
}

bool IntervalMap::includes(const IntervalMap& other) const {
  if (entries_ == other.entries_) return true;
  return std::all_of(narrower().begin(), narrower().end(), [&](const auto& entry) {
    const auto found = other.narrower().find(entry.first);
    return found != other.narrower().end() && found->second.within(entry.second);
  });
}

IntervalMap IntervalMap::join(const IntervalMap& other) const {
  if (entries_ == other.entries_) return *this;
  IntervalMap result(*program_);
  for (const auto& [id, interval] : narrower()) {
    const auto found = other.narrower().find(id);
    if (found != other.narrower().end()) result.set(id, frontend::hull(interval, found->second));
  }
  return result;
}

std::optional<IntervalMap> IntervalMap::meet(const IntervalMap& other) const {
  IntervalMap result = *this;
  if (entries_ == other.entries_) return result;
  for (const auto& [id, interval] : other.narrower())
    if (!result.restrict_to(id, interval)) return std::nullopt;
  return result;
}

IntervalMap IntervalMap::widen(const IntervalMap& newer, const Thresholds& thresholds) const {
  IntervalMap result(*program_);
  for (const auto& [id, old] : narrower()) {
    const Interval now = newer.get(id);
    Interval wide = Interval::of(variable(id).type);
    if (now.low >= old.low)
      wide.low = old.low;
    else if (const auto above = std::upper_bound(thresholds.begin(), thresholds.end(), now.low);
             above != thresholds.begin())
      wide.low = std::max(wide.low, *std::prev(above));
    if (now.high <= old.high)
      wide.high = old.high;
    else if (const auto next = std::lower_bound(thresholds.begin(), thresholds.end(), now.high);
             next != thresholds.end())
      wide.high = std::min(wide.high, *next);
    result.set(id, wide);
  }
  return result;
}

}  // namespace bireach::abstraction
