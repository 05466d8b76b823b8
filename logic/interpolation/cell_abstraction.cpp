// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/cell_abstraction.h"

#include <algorithm>
#include <set>

namespace bireach::logic {

namespace {

/// A longer chain of stores, or deeper choices, and the element is arbitrary.
constexpr std::size_t max_stores = 256;
constexpr std::size_t max_depth = 512;
/// More elements of arrays and parts of them are not looked at.
constexpr std::size_t max_elements = 50000;

}  // namespace

Term CellReads::rewrite(Term root) {
  const auto enter = [this](Term t) { return !t.sort().is_array() && !rewritten_.contains(t); };
  const auto visit = [this](Term t) {
    Term result = t;
    if (t.kind() == Kind::Select) {
      result = read(t[0], *rewritten_.find(t[1]));
    } else if (t.has_quantifier() || (t.kind() == Kind::Equal && t[0].sort().is_array())) {
      result = arbitrary(t.sort());
    } else if (!t.children().empty()) {
      std::vector<Term> children;
      for (const Term child : t.children()) children.push_back(*rewritten_.find(child));
      result = terms_.rebuild(t, children);
    }
    rewritten_.set(t, result);
  };
  // Selects inside of arrays are met by `read`, which asks for their rewriting.
  for_each_post_order(root, enter, visit);
  return *rewritten_.find(root);
}

Term CellReads::read(Term array, Term index) {
  return read_within(array, index, 0);
}

Term CellReads::read_within(Term array, Term index, std::size_t depth) {
  if (const auto known = elements_.find({array, index}); known != elements_.end()) return known->second;
  const bool is_too_much = depth > max_depth || elements_.size() >= max_elements;
  const Term value = is_too_much ? arbitrary(array.sort().element()) : read_through(array, index, depth);
  elements_.emplace(std::pair(array, index), value);
  return value;
}

Term CellReads::read_through(Term array, Term index, std::size_t depth) {
  const Sort element = array.sort().element();
  if (index.kind() == Kind::Ite) {
    const Term taken = read_within(array, index[1], depth + 1);
    return terms_.ite(index[0], taken, read_within(array, index[2], depth + 1));
  }
  std::vector<std::pair<Term, Term>> hits;  // is it this one, and its value; the latest store first
  while (array.kind() == Kind::Store && hits.size() < max_stores) {
    const Term hit = terms_.equal(index, rewrite(array[1]));
    if (!hit.is_false()) hits.emplace_back(hit, rewrite(array[2]));
    if (hit.is_true()) break;
    array = array[0];
  }
  Term value;
  if (!hits.empty() && hits.back().first.is_true()) {
    value = hits.back().second;
    hits.pop_back();
  } else if (array.is_variable()) {
    value = cell(array, index);
  } else if (array.kind() == Kind::ConstArray) {
    value = rewrite(array[0]);
  } else if (array.kind() == Kind::Ite) {
    const Term condition = rewrite(array[0]);
    const Term taken = read_within(array[1], index, depth + 1);
    value = terms_.ite(condition, taken, read_within(array[2], index, depth + 1));
  } else {
    value = arbitrary(element);
  }
  for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) value = terms_.ite(hit->first, hit->second, value);
  return value;
}

Term CellReads::cell(Term array, Term index) {
  const auto known = std::find_if(reads_.begin(), reads_.end(),
                                  [&](const Read& read) { return read.array == array && read.index == index; });
  if (known != reads_.end()) return known->value;
  reads_.push_back({array, index, terms_.fresh_variable("cell!", array.sort().element())});
  return reads_.back().value;
}

std::vector<CellReads::Read> CellReads::reads_in(const std::vector<Term>& terms) const {
  std::set<Term> spoken_of;
  const auto note = [&spoken_of](Term term) {
    const std::vector<Term> variables = free_variables(term);
    spoken_of.insert(variables.begin(), variables.end());
  };
  std::for_each(terms.begin(), terms.end(), note);
  std::vector<Read> result;
  for (auto read = reads_.rbegin(); read != reads_.rend(); ++read)  // an index speaks of earlier reads only
    if (spoken_of.contains(read->value)) {
      note(read->index);
      result.push_back(*read);
    }
  std::reverse(result.begin(), result.end());
  return result;
}

Term CellReads::consistency(const std::vector<Read>& reads) const {
  std::vector<Term> parts;
  for (std::size_t i = 0; i < reads.size(); ++i)
    for (std::size_t j = i + 1; j < reads.size(); ++j)
      if (reads[i].array == reads[j].array)
        parts.push_back(
            terms_.implies(terms_.equal(reads[i].index, reads[j].index), terms_.equal(reads[i].value, reads[j].value)));
  return terms_.and_(std::move(parts));
}

}  // namespace bireach::logic
