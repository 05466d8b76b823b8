// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/affine_hull.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

namespace bireach::relevance {

using logic::Integer;
using logic::LinearForm;
using logic::Term;

namespace {

using Rational = boost::multiprecision::cpp_rational;
using Vector = std::vector<Rational>;

/// The hull of the points so far: one of them, and directions in reduced row echelon form.
class Hull {
 public:
  explicit Hull(Vector origin) : origin_(std::move(origin)) {}

  void add(const Vector& point) {
    Vector direction(origin_.size());
    for (std::size_t i = 0; i < origin_.size(); ++i) direction[i] = point[i] - origin_[i];
    for (std::size_t r = 0; r < rows_.size(); ++r) subtract(direction, rows_[r], Rational(direction[pivots_[r]]));
    const auto first = std::find_if(direction.begin(), direction.end(), [](const Rational& x) { return x != 0; });
    if (first == direction.end()) return;
    const auto pivot = static_cast<std::size_t>(first - direction.begin());
    const Rational scale = *first;
    for (Rational& entry : direction) entry /= scale;
    for (Vector& row : rows_) subtract(row, direction, Rational(row[pivot]));
    rows_.push_back(std::move(direction));
    pivots_.push_back(pivot);
  }

  /// One for each column without a pivot.
  [[nodiscard]] std::vector<LinearForm> equations(const std::vector<Term>& variables) const {
    std::vector<LinearForm> result;
    for (std::size_t column = 0; column < variables.size(); ++column) {
      if (std::find(pivots_.begin(), pivots_.end(), column) != pivots_.end()) continue;
      Vector normal(variables.size());
      normal[column] = 1;
      for (std::size_t r = 0; r < rows_.size(); ++r) normal[pivots_[r]] = -rows_[r][column];
      result.push_back(equation(variables, normal));
    }
    return result;
  }

 private:
  static void subtract(Vector& from, const Vector& row, const Rational& factor) {
    for (std::size_t i = 0; i < from.size() && factor != 0; ++i) from[i] -= factor * row[i];
  }

  [[nodiscard]] LinearForm equation(const std::vector<Term>& variables, const Vector& normal) const {
    Integer scale = 1;
    for (const Rational& entry : normal) scale = boost::multiprecision::lcm(scale, Integer(denominator(entry)));
    LinearForm form;
    Rational constant = 0;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const Rational coefficient = normal[i] * scale;
      constant -= coefficient * origin_[i];
      if (coefficient != 0) form.coefficients.emplace(variables[i], Integer(numerator(coefficient)));
    }
    form.constant = numerator(constant);  // points are integral
    return form;
  }

  Vector origin_;
  std::vector<Vector> rows_;
  std::vector<std::size_t> pivots_;
};

Vector point_of(const logic::Model& model, const std::vector<Term>& variables) {
  Vector result;
  result.reserve(variables.size());
  for (const Term variable : variables) result.emplace_back(std::get<Integer>(model.get(variable)));
  return result;
}

Term conjunction(logic::TermManager& terms, const std::vector<LinearForm>& equations) {
  std::vector<Term> parts;
  for (const LinearForm& form : equations) parts.push_back(terms.equal(logic::to_term(terms, form), terms.integer(0)));
  return terms.and_(std::move(parts));
}

}  // namespace

std::optional<std::vector<LinearForm>> affine_hull(logic::TermManager& terms, logic::Solver& solver, Term formula,
                                                   const std::vector<Term>& variables,
                                                   const std::function<bool()>& give_up) {
  std::optional<Hull> hull;
  std::vector<LinearForm> equations;
  Term outside = terms.true_term();
  for (;;) {
    if (give_up && give_up()) return std::nullopt;
    solver.push();
    solver.add(terms.and_(formula, outside));
    const logic::SatResult result = solver.check();
    const logic::Model model = result == logic::SatResult::sat ? solver.model() : logic::Model{};
    solver.pop();
    switch (result) {
      case logic::SatResult::unknown:
        return std::nullopt;
      case logic::SatResult::unsat:
        return hull ? std::optional(std::move(equations)) : std::nullopt;
      case logic::SatResult::sat:
        break;
    }
    if (hull)
      hull->add(point_of(model, variables));
    else
      hull.emplace(point_of(model, variables));
    equations = hull->equations(variables);
    outside = terms.not_(conjunction(terms, equations));
    if (equations.empty()) return equations;
  }
}

}  // namespace bireach::relevance
