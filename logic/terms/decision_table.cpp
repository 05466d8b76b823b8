// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/decision_table.h"

#include <algorithm>
#include <optional>
#include <span>

namespace bireach::logic {
namespace {

using Entries = std::span<const TableEntry>;

/// By the bits of the index, the highest first.
class BitTable {
 public:
  BitTable(TermManager& terms, Term index, Term otherwise) : terms_(terms), index_(index), otherwise_(otherwise) {}

  /// Of entries whose keys are the index in all bits but the lowest `open`.
  [[nodiscard]] Term read(Entries entries, unsigned open) const {
    if (entries.empty()) return otherwise_;
    unsigned differing = open;  // bits below which the keys differ
    while (differing > 0 && bit(entries.front().first, differing - 1) == bit(entries.back().first, differing - 1))
      --differing;
    const Term here = differing == 0 ? entries.front().second : halves(entries, differing - 1);
    if (differing == open) return here;
    const Term prefix = terms_.bit_vector(entries.front().first >> differing, open - differing);
    return terms_.ite(terms_.equal(terms_.extract(index_, open - 1, differing), prefix), here, otherwise_);
  }

 private:
  [[nodiscard]] static bool bit(const Integer& key, unsigned number) { return ((key >> number) & 1) != 0; }

  [[nodiscard]] Term halves(Entries entries, unsigned number) const {
    const auto upper = std::partition_point(entries.begin(), entries.end(),
                                            [&](const TableEntry& entry) { return !bit(entry.first, number); });
    const auto count = static_cast<std::size_t>(upper - entries.begin());
    const Term one = terms_.equal(terms_.extract(index_, number, number), terms_.bit_vector(1, 1));
    return terms_.ite(one, read(entries.subspan(count), number), read(entries.first(count), number));
  }

  TermManager& terms_;
  Term index_;
  Term otherwise_;
};

/// By comparisons of an integer.
class IntegerTable {
 public:
  IntegerTable(TermManager& terms, Term index, Term otherwise) : terms_(terms), index_(index), otherwise_(otherwise) {}

  /// Where the index is at least `low` and less than `high`, if they are given.
  [[nodiscard]] Term read(Entries entries, std::optional<Integer> low, std::optional<Integer> high) const {
    if (entries.empty()) return otherwise_;
    if (entries.size() == 1) {
      const Integer& key = entries.front().first;
      if (low && high && *low == key && *high == key + 1) return entries.front().second;
      return terms_.ite(terms_.equal(index_, terms_.integer(key)), entries.front().second, otherwise_);
    }
    const std::size_t count = entries.size() / 2;
    const Integer middle = entries[count].first;
    return terms_.ite(terms_.less(index_, terms_.integer(middle)), read(entries.first(count), low, middle),
                      read(entries.subspan(count), middle, high));
  }

 private:
  TermManager& terms_;
  Term index_;
  Term otherwise_;
};

}  // namespace

Term table_read(TermManager& terms, const std::vector<TableEntry>& entries, Term index, Term otherwise) {
  if (index.sort().is_bit_vector()) return BitTable(terms, index, otherwise).read(entries, index.sort().width());
  return IntegerTable(terms, index, otherwise).read(entries, std::nullopt, std::nullopt);
}

}  // namespace bireach::logic
