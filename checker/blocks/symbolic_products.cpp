// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/symbolic_products.h"

#include <algorithm>
#include <map>
#include <string>

#include "logic/terms/linear_form.h"
#include "logic/terms/term_map.h"

namespace bireach::checker {

using logic::HornAtom;
using logic::HornClause;
using logic::Integer;
using logic::Kind;
using logic::Term;

namespace {

constexpr std::size_t max_degree = 4;      ///< of powers that are parameters
constexpr std::size_t max_monomials = 32;  ///< of a product; more, and it is arbitrary

using Monomial = std::vector<Term>;              ///< its factors, sorted
using Polynomial = std::map<Monomial, Integer>;  ///< coefficients

Monomial power(Term factor, std::size_t degree) {
  return Monomial(degree, factor);
}

/// The products of one clause.
class Products {
 public:
  /// `known`: monomials that have a variable.
  Products(logic::TermManager& terms, const std::map<Monomial, Term>& known) : terms_(terms), variables_(known) {
    for (const auto& [monomial, variable] : known) monomials_.emplace(variable, monomial);
  }

  Term rewrite(Term root) {
    const auto enter = [this](Term t) { return !rewritten_.contains(t); };
    const auto visit = [this](Term t) {
      std::vector<Term> children;
      for (const Term child : t.children()) children.push_back(*rewritten_.find(child));
      rewritten_.set(t, t.kind() == Kind::Mul ? product(children) : children.empty() ? t : terms_.rebuild(t, children));
    };
    logic::for_each_post_order(root, enter, visit);
    return *rewritten_.find(root);
  }

  /// Precondition: the factors are rewritten.
  Term product(const std::vector<Term>& factors) {
    Polynomial result{{{}, 1}};
    for (const Term factor : factors) {
      result = times(result, polynomial(factor));
      if (result.size() > max_monomials) return terms_.fresh_variable("product!", logic::Sort::integer());
    }
    std::vector<Term> summands;
    for (const auto& [monomial, coefficient] : result)
      summands.push_back(terms_.mul(terms_.integer(coefficient), value(monomial)));
    return terms_.add(std::move(summands));
  }

  /// What is known of the variables that stand for monomials.
  [[nodiscard]] Term knowledge() const {
    std::vector<Term> parts;
    for (auto one = variables_.begin(); one != variables_.end(); ++one) {
      const Monomial& factors = one->first;
      if (factors.size() % 2 == 0 && factors.front() == factors.back())
        parts.push_back(terms_.less_equal(terms_.integer(0), one->second));
      for (auto other = std::next(one); other != variables_.end(); ++other)
        if (other->first.size() == factors.size())
          parts.push_back(
              terms_.implies(equal_factors(factors, other->first), terms_.equal(one->second, other->second)));
    }
    return terms_.and_(std::move(parts));
  }

  [[nodiscard]] std::size_t degree() const {
    std::size_t result = 0;
    for (const auto& [monomial, variable] : variables_) result = std::max(result, monomial.size());
    return result;
  }

 private:
  static Polynomial times(const Polynomial& left, const Polynomial& right) {
    Polynomial result;
    for (const auto& [one, its_coefficient] : left)
      for (const auto& [other, coefficient] : right) {
        Monomial factors = one;
        factors.insert(factors.end(), other.begin(), other.end());
        std::sort(factors.begin(), factors.end());
        result[factors] += its_coefficient * coefficient;
      }
    return result;
  }

  [[nodiscard]] Polynomial polynomial(Term linear) const {
    const logic::LinearForm form = logic::linear_form(linear);
    Polynomial result;
    if (form.constant != 0) result[{}] = form.constant;
    for (const auto& [part, coefficient] : form.coefficients) {
      const auto monomial = monomials_.find(part);
      result[monomial == monomials_.end() ? Monomial{part} : monomial->second] += coefficient;
    }
    return result;
  }

  Term value(const Monomial& monomial) {
    if (monomial.empty()) return terms_.integer(1);
    if (monomial.size() == 1) return monomial.front();
    const auto [entry, is_new] = variables_.try_emplace(monomial);
    if (is_new) {
      entry->second = terms_.fresh_variable("product!", logic::Sort::integer());
      monomials_.emplace(entry->second, monomial);
    }
    return entry->second;
  }

  [[nodiscard]] Term equal_factors(const Monomial& left, const Monomial& right) const {
    std::vector<Term> parts;
    for (std::size_t i = 0; i < left.size(); ++i) parts.push_back(terms_.equal(left[i], right[i]));
    return terms_.and_(std::move(parts));
  }

  logic::TermManager& terms_;
  std::map<Monomial, Term> variables_;
  std::map<Term, Monomial> monomials_;  ///< the other way round
  logic::TermMap<Term> rewritten_;
};

/// What is stored at a variable's index is said of the index variable, where the two are equal.
Term at_indices(logic::TermManager& terms, Term root, const std::vector<Term>& indices) {
  logic::TermMap<Term> rewritten;
  const auto is_index = [&indices](Term t) { return std::find(indices.begin(), indices.end(), t) != indices.end(); };
  const auto visit = [&](Term t) {
    std::vector<Term> children;
    for (const Term child : t.children()) children.push_back(*rewritten.find(child));
    if (t.kind() == Kind::Ite && t[0].kind() == Kind::Equal)
      for (const auto& [stored, index] : {std::pair(t[0][0], t[0][1]), std::pair(t[0][1], t[0][0])})
        if (stored.is_variable() && !is_index(stored) && is_index(index))
          children[1] = terms.substitute(children[1], {{stored, index}});
    rewritten.set(t, children.empty() ? t : terms.rebuild(t, children));
  };
  logic::for_each_post_order(
      root, [&rewritten](Term t) { return !rewritten.contains(t); }, visit);
  return *rewritten.find(root);
}

void rewrite(HornClause& clause, const std::vector<Term>& indices, logic::TermManager& terms, Products& products) {
  const auto rewrite_all = [&](HornAtom& atom) {
    for (Term& argument : atom.arguments) argument = products.rewrite(at_indices(terms, argument, indices));
  };
  clause.constraint = products.rewrite(clause.constraint);
  std::for_each(clause.body.begin(), clause.body.end(), rewrite_all);
  if (clause.head) rewrite_all(*clause.head);
}

std::size_t degree(logic::TermManager& terms, const logic::HornSystem& system, const std::vector<Term>& indices) {
  std::size_t result = 0;
  for (HornClause clause : system.clauses) {
    Products products(terms, {});
    rewrite(clause, indices, terms, products);
    result = std::max(result, products.degree());
  }
  return result;
}

}  // namespace

SymbolicProducts with_symbolic_products(logic::TermManager& terms, const logic::HornSystem& system,
                                        const std::vector<Term>& indices) {
  SymbolicProducts result{system, {}};
  const std::size_t highest = std::min(degree(terms, system, indices), max_degree);
  if (highest < 2) return result;
  std::map<Monomial, Term> powers;
  for (const Term index : indices)
    for (std::size_t d = 2; index.sort().is_int() && d <= highest; ++d) {
      const Term parameter = terms.fresh_variable(index.name() + "^" + std::to_string(d), index.sort());
      powers.emplace(power(index, d), parameter);
      Term meaning = index;
      for (std::size_t factors = 1; factors < d; ++factors) meaning = terms.mul(meaning, index);
      result.meaning.emplace(parameter, meaning);
    }
  for (HornClause& clause : result.system.clauses) {
    Products products(terms, powers);
    rewrite(clause, indices, terms, products);
    const auto extend = [&](HornAtom& atom) {
      const std::vector<Term>& parameters = system.predicates[atom.predicate].parameters;
      for (const auto& [factors, parameter] : powers)
        for (std::size_t i = 0; i < parameters.size(); ++i)
          if (parameters[i] == factors.front())
            atom.arguments.push_back(products.product(power(atom.arguments[i], factors.size())));
    };
    std::for_each(clause.body.begin(), clause.body.end(), extend);
    if (clause.head) extend(*clause.head);
    clause.constraint = terms.and_(clause.constraint, products.knowledge());
  }
  for (auto& predicate : result.system.predicates)
    for (const auto& [factors, parameter] : powers)
      if (std::count(predicate.parameters.begin(), predicate.parameters.end(), factors.front()) != 0)
        predicate.parameters.push_back(parameter);
  return result;
}

}  // namespace bireach::checker
