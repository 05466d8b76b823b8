// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/cell_clauses.h"

#include <algorithm>
#include <map>
#include <string>

#include "checker/blocks/block_program.h"
#include "logic/interpolation/cell_abstraction.h"
#include "logic/terms/simplify_in_context.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::CellReads;
using logic::HornAtom;
using logic::Kind;
using logic::Term;

namespace {

constexpr std::size_t max_clauses = 400;
constexpr std::size_t max_clause_size = 20000;  ///< nodes of a constraint
constexpr std::size_t max_block_size = 40000;   ///< nodes of what a block does, before anything is simplified
constexpr std::size_t max_instances = 8;        ///< of one predicate in one clause
constexpr std::size_t max_own_indices = 4;
constexpr int max_simplifications = 4;  ///< of one clause

class ClauseBuilder {
 public:
  ClauseBuilder(const frontend::Program& program, const frontend::Semantics& semantics, const ControlFlow& flow,
                const CellAbstraction& abstraction, const std::vector<std::vector<Term>>& known,
                const std::vector<CellAnchor>& anchors, const std::function<bool()>& is_over)
      : program_(program),
        semantics_(semantics),
        terms_(semantics.terms()),
        flow_(flow),
        abstraction_(abstraction),
        known_(known),
        anchors_(anchors),
        is_over_(is_over),
        edges_(semantics, program),
        executor_(terms_, edges_, flow) {
    definitions_.resize(program.location_count());
    for (LocationId location = 0; location < known.size(); ++location) define(location);
  }

  std::optional<CellClauses> run() {
    if (!choose_indices()) return std::nullopt;
    for (const CellAnchor& anchor : anchors_) result_.anchors.push_back(anchor.index);
    static_cast<void>(predicate(program_.initial));
    begin();
    while (!pending_.empty() && !is_too_large()) {
      const LocationId location = pending_.back();
      pending_.pop_back();
      const SymbolicState start{{}, semantics_.variables(), true};
      const auto fresh = [this](frontend::EdgeId, const std::vector<Term>& needed) {
        std::vector<Term> instances;
        for (const Term auxiliary : needed)
          instances.push_back(terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
        return instances;
      };
      for (const auto& [target, state] : executor_.run(location, start, fresh)) add_block(location, target, state);
    }
    if (too_large_) return std::nullopt;
    return std::move(result_);
  }

 private:
  /// An index variable and the arrays whose cells there are known.
  struct Index {
    Term variable;
    std::vector<VariableId> arrays;
  };

  /// Variables that are known to equal a term over others are none of the predicate's parameters.
  void define(LocationId location) {
    logic::Substitution& definitions = definitions_[location];
    for (const Term condition : known_[location]) {
      if (condition.kind() != Kind::Equal) continue;
      const Term equality = terms_.substitute(condition, definitions);
      if (equality.kind() != Kind::Equal) continue;
      for (const auto& [variable, value] : {std::pair(equality[0], equality[1]), std::pair(equality[1], equality[0])}) {
        const std::vector<Term> used = logic::free_variables(value);
        if (!variable.is_variable() || std::find(used.begin(), used.end(), variable) != used.end()) continue;
        for (auto& [other, its_value] : definitions) its_value = terms_.substitute(its_value, {{variable, value}});
        definitions.emplace(variable, value);
        break;
      }
    }
  }

  [[nodiscard]] bool is_parameter(LocationId location, VariableId variable) const {
    return !is_array(variable) && is_live(location, variable) &&
           !definitions_[location].contains(semantics_.variable(variable));
  }
  [[nodiscard]] bool is_array(VariableId variable) const { return semantics_.variable(variable).sort().is_array(); }
  [[nodiscard]] bool is_live(LocationId location, VariableId variable) const { return flow_.live[location][variable]; }

  [[nodiscard]] std::vector<VariableId> arrays_that_matter() const {
    std::vector<VariableId> result;
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      bool matters = false;
      for (LocationId l = 0; l < program_.location_count() && !matters; ++l)
        matters = flow_.is_cut[l] && flow_.reaches_target[l] && is_live(l, v);
      if (matters && is_array(v)) result.push_back(v);
    }
    return result;
  }

  /// False: there are too many.
  bool choose_indices() {
    const std::vector<VariableId> arrays = arrays_that_matter();
    const auto add = [this](std::vector<VariableId> observed, const std::string& name) {
      const Term variable = terms_.fresh_variable(name, semantics_.variable(observed.front()).sort().index());
      indices_.push_back({variable, std::move(observed)});
      result_.indices.push_back(variable);
    };
    if (abstraction_.shape == CellShape::one_of_each) {
      if (arrays.size() > max_own_indices) return false;
      for (const VariableId array : arrays) add({array}, "k" + std::to_string(indices_.size() + 1));
      return true;
    }
    std::vector<std::vector<VariableId>> groups;  // of one sort of index
    for (const VariableId array : arrays) {
      const auto sort = semantics_.variable(array).sort().index();
      const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
        return semantics_.variable(known.front()).sort().index() == sort;
      });
      if (group == groups.end())
        groups.push_back({array});
      else
        group->push_back(array);
    }
    const std::size_t cells = abstraction_.shape == CellShape::two ? 2 : 1;
    for (const auto& group : groups)
      for (std::size_t i = 0; i < cells; ++i)
        add(group, indices_.empty() ? "k" : "k" + std::to_string(indices_.size() + 1));
    return indices_.size() <= max_own_indices;
  }

  [[nodiscard]] Term cell_parameter(const Index& index, VariableId array) {
    const Term variable = semantics_.variable(array);
    const Term parameter =
        terms_.variable(program_.variables[array].name + "[" + index.variable.name() + "]", variable.sort().element());
    result_.elements.emplace(parameter, terms_.select(variable, index.variable));
    return parameter;
  }

  [[nodiscard]] bool observes(const Index& index, LocationId location) const {
    return std::any_of(index.arrays.begin(), index.arrays.end(), [&](VariableId a) { return is_live(location, a); });
  }

  /// The predicate's arguments, in the order of its parameters.
  template <typename OfScalar, typename OfIndex, typename OfCell>
  std::vector<Term> arguments(LocationId location, const OfScalar& of_scalar, const OfIndex& of_index,
                              const OfCell& of_cell) {
    std::vector<Term> result;
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      if (is_parameter(location, v)) result.push_back(of_scalar(v));
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (!observes(indices_[i], location)) continue;
      result.push_back(of_index(i));
      for (const VariableId array : indices_[i].arrays)
        if (is_live(location, array)) result.push_back(of_cell(i, array));
    }
    return result;
  }

  std::size_t predicate(LocationId location) {
    const auto [known, fresh] = numbers_.try_emplace(location, numbers_.size());
    if (!fresh) return known->second;
    result_.system.predicates.push_back(
        {"at_L" + std::to_string(location),
         arguments(
             location, [this](VariableId v) { return semantics_.variable(v); },
             [this](std::size_t i) { return indices_[i].variable; },
             [this](std::size_t i, VariableId array) { return cell_parameter(indices_[i], array); })});
    result_.places.push_back(location);
    pending_.push_back(location);
    return known->second;
  }

  /// Arrays' equalities among the conjuncts, of which single cells are said; the others without arrays.
  std::vector<Term> rewrite(const std::vector<Term>& path, CellReads& reads, std::vector<Term>& equalities) const {
    std::vector<Term> result;
    for (const Term conjunct : path)
      for (const Term part : logic::conjuncts(conjunct))
        if (part.kind() == Kind::Equal && part[0].sort().is_array())
          equalities.push_back(part);
        else
          result.push_back(reads.rewrite(part));
    return result;
  }

  using Reads = std::vector<CellReads::Read>;

  /// The reads that matter for a clause.
  static Reads reads_in(const CellReads& reads, const std::vector<HornAtom>& body, std::vector<Term> parts,
                        const std::optional<HornAtom>& head) {
    for (const HornAtom& atom : body) parts.insert(parts.end(), atom.arguments.begin(), atom.arguments.end());
    if (head) parts.insert(parts.end(), head->arguments.begin(), head->arguments.end());
    return reads.reads_in(parts);
  }

  void apply(const std::vector<Term>& equalities, const Reads& known, CellReads& reads,
             std::vector<Term>& parts) const {
    for (const Term equality : equalities) {
      std::vector<Term> at;
      for (const auto& read : known) at.push_back(read.index);
      std::sort(at.begin(), at.end());
      at.erase(std::unique(at.begin(), at.end()), at.end());
      for (const Term index : at)
        if (index.sort() == equality[0].sort().index())
          parts.push_back(terms_.equal(reads.read(equality[0], index), reads.read(equality[1], index)));
    }
  }

  HornAtom head_at(LocationId location, const std::vector<Term>& values, CellReads& reads) {
    return {predicate(location),
            arguments(
                location, [&](VariableId v) { return reads.rewrite(values[v]); },
                [&](std::size_t i) { return indices_[i].variable; },
                [&](std::size_t i, VariableId array) { return reads.read(values[array], indices_[i].variable); })};
  }

  [[nodiscard]] Term range(Term value, VariableId variable) const {
    if (semantics_.arithmetic() == frontend::Arithmetic::bitvector) return terms_.true_term();
    return semantics_.in_range(value, program_.variables[variable].type);
  }

  /// For each index variable, the indices at which the block's start is spoken of.
  std::vector<std::vector<Term>> candidates(LocationId source, bool has_head, const Reads& reads) const {
    std::vector<std::vector<Term>> result;
    for (const Index& index : indices_) {
      std::vector<Term> known;
      if (has_head) known.push_back(index.variable);
      if (!has_head && abstraction_.premises == CellPremises::anchors)
        for (const CellAnchor& anchor : anchors_)
          if (is_live(source, anchor.array) &&
              std::find(index.arrays.begin(), index.arrays.end(), anchor.array) != index.arrays.end())
            known.push_back(anchor.index);
      if (!has_head || abstraction_.premises == CellPremises::all_reads)
        for (const auto& read : reads) {
          const bool is_observed = std::any_of(index.arrays.begin(), index.arrays.end(), [&](VariableId array) {
            return read.array == semantics_.variable(array) && is_live(source, array);
          });
          if (is_observed && std::find(known.begin(), known.end(), read.index) == known.end())
            known.push_back(read.index);
        }
      if (known.empty()) known.push_back(index.variable);
      if (!observes(index, source)) known.resize(1);  // it is no parameter
      result.push_back(std::move(known));
    }
    return result;
  }

  /// Instances of the source's predicate: for all combinations of indices.
  std::vector<HornAtom> premises(LocationId source, bool has_head, const Reads& in_block, CellReads& reads) {
    const std::vector<std::vector<Term>> known = candidates(source, has_head, in_block);
    std::vector<HornAtom> result;
    std::vector<std::size_t> chosen(indices_.size(), 0);
    while (result.size() < max_instances) {
      if (!is_repeated(chosen))
        result.push_back({predicate(source), arguments(
                                                 source, [this](VariableId v) { return semantics_.variable(v); },
                                                 [&](std::size_t i) { return known[i][chosen[i]]; },
                                                 [&](std::size_t i, VariableId array) {
                                                   return reads.read(semantics_.variable(array), known[i][chosen[i]]);
                                                 })});
      std::size_t next = 0;
      while (next < chosen.size() && ++chosen[next] == known[next].size()) chosen[next++] = 0;
      if (next == chosen.size()) break;
    }
    return result;
  }

  /// With two indices for all arrays, is the pair there in the other order?
  [[nodiscard]] bool is_repeated(const std::vector<std::size_t>& chosen) const {
    if (abstraction_.shape != CellShape::two) return false;
    for (std::size_t i = 0; i + 1 < chosen.size(); i += 2)
      if (chosen[i] > chosen[i + 1]) return true;
    return false;
  }

  void name_cells(LocationId location, CellReads& reads) {
    for (const Index& index : indices_)
      for (const VariableId array : index.arrays)
        if (is_live(location, array))
          reads.name(semantics_.variable(array), index.variable, cell_parameter(index, array));
  }

  void begin() {
    CellReads reads(terms_);
    std::vector<Term> equalities;
    std::vector<Term> parts = rewrite({initial_condition(semantics_, program_, flow_)}, reads, equalities);
    const HornAtom initial = head_at(program_.initial, semantics_.variables(), reads);
    apply(equalities, reads_in(reads, {}, parts, initial), reads, parts);
    parts.push_back(reads.consistency(reads_in(reads, {}, parts, initial)));
    add({}, std::move(parts), initial);
  }

  [[nodiscard]] std::size_t size_of(const SymbolicState& state, bool with_values) const {
    std::size_t result = logic::dag_size(terms_.and_(state.path));
    if (with_values)
      for (const Term value : state.values) result = std::max(result, logic::dag_size(value));
    return result;
  }

  /// So it is, too, where there is no time for it.
  [[nodiscard]] bool is_too_large() {
    too_large_ = too_large_ || is_over_();
    return too_large_;
  }

  void add_block(LocationId source, LocationId target, const SymbolicState& state) {
    CellReads reads(terms_);
    const bool has_head = program_.location(target).kind == LocationKind::Normal;
    too_large_ = is_too_large() || size_of(state, has_head) > max_block_size;
    if (too_large_) return;
    if (has_head) name_cells(source, reads);
    std::vector<Term> equalities;
    std::vector<Term> parts = rewrite(state.path, reads, equalities);
    if (!known_.empty())
      for (const Term condition : known_[source]) parts.push_back(reads.rewrite(condition));
    std::optional<HornAtom> head;
    if (has_head) head = head_at(target, state.values, reads);
    std::vector<HornAtom> body;
    use_definitions(source, body, parts, head);
    simplify(body, parts, head);  // more reads do not matter then
    body = premises(source, has_head, reads_in(reads, {}, parts, head), reads);
    apply(equalities, reads_in(reads, body, parts, head), reads, parts);
    const Reads known = reads_in(reads, body, parts, head);
    parts.push_back(reads.consistency(known));
    if (abstraction_.bounds == TypeBounds::all) {
      for (VariableId v = 0; v < program_.variables.size(); ++v)
        if (is_live(source, v) && !is_array(v)) parts.push_back(range(semantics_.variable(v), v));
      for (const auto& read : known)
        for (VariableId v = 0; v < program_.variables.size(); ++v)
          if (semantics_.variable(v) == read.array) parts.push_back(range(read.value, v));
    }
    use_definitions(source, body, parts, head);
    add(std::move(body), std::move(parts), std::move(head));
  }

  void use_definitions(LocationId source, std::vector<HornAtom>& body, std::vector<Term>& parts,
                       std::optional<HornAtom>& head) const {
    const auto defined = [&](Term& term) { term = terms_.substitute(term, definitions_[source]); };
    std::for_each(parts.begin(), parts.end(), defined);
    for (HornAtom& atom : body) std::for_each(atom.arguments.begin(), atom.arguments.end(), defined);
    if (head) std::for_each(head->arguments.begin(), head->arguments.end(), defined);
  }

  /// Conditions that hold anyway, as of indices that are inside, are left out of what stands beside them; so more may
  /// be seen to hold.
  void simplify(std::vector<HornAtom>& body, std::vector<Term>& parts, std::optional<HornAtom>& head) {
    std::vector<Term> before;
    for (int round = 0; round < max_simplifications && parts != before && !is_too_large(); ++round) {
      before = parts;
      simplify_once(body, parts, head);
    }
  }

  void simplify_once(std::vector<HornAtom>& body, std::vector<Term>& parts, std::optional<HornAtom>& head) {
    logic::Substitution known;
    std::vector<Term> literals;
    for (const Term part : parts)
      for (const Term literal : logic::conjuncts(part))
        if (known.emplace(literal, terms_.true_term()).second) literals.push_back(literal);
    for (const Term literal : literals) known.emplace(terms_.not_(literal), terms_.false_term());
    logic::Substitution cache;
    const auto under_known = [&](Term term) { return terms_.substitute(term, known, cache); };
    parts.clear();
    for (const Term literal : literals) {
      if (is_too_large()) return;
      const bool is_negated = literal.kind() == Kind::Not;
      const Term atom = is_negated ? literal[0] : literal;
      std::vector<Term> children;  // the literal itself is known, its parts may be
      for (const Term child : atom.children()) children.push_back(under_known(child));
      const Term simpler = children.empty() ? atom : terms_.rebuild(atom, children);
      parts.push_back(is_negated ? terms_.not_(simpler) : simpler);
    }
    logic::ContextSimplifier context(terms_);
    if (abstraction_.in_context) parts = context.assume(parts);
    const auto simplify_atom = [&](HornAtom& atom) {
      for (Term& argument : atom.arguments) {
        argument = under_known(argument);
        if (abstraction_.in_context) argument = context.simplify(argument);
      }
    };
    std::for_each(body.begin(), body.end(), simplify_atom);
    if (head) simplify_atom(*head);
  }

  void add(std::vector<HornAtom> body, std::vector<Term> parts, std::optional<HornAtom> head) {
    simplify(body, parts, head);
    Term constraint = terms_.and_(std::move(parts));
    if (abstraction_.bounds == TypeBounds::none) constraint = without_bounds(terms_, constraint);
    if (!constraint.is_false()) result_.system.clauses.push_back({std::move(body), constraint, std::move(head)});
    too_large_ =
        too_large_ || logic::dag_size(constraint) > max_clause_size || result_.system.clauses.size() > max_clauses;
  }

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  logic::TermManager& terms_;
  const ControlFlow& flow_;
  CellAbstraction abstraction_;
  const std::vector<std::vector<Term>>& known_;
  const std::vector<CellAnchor>& anchors_;
  const std::function<bool()>& is_over_;
  EdgeSemantics edges_;
  RegionExecutor executor_;
  std::vector<logic::Substitution> definitions_;  ///< by location
  std::vector<Index> indices_;
  CellClauses result_;
  std::map<LocationId, std::size_t> numbers_;
  std::vector<LocationId> pending_;
  bool too_large_ = false;
};

}  // namespace

std::vector<Term> CellClauses::over_program(logic::TermManager& terms, Term solution) const {
  std::vector<Term> result;
  for (const Term conjunct : logic::conjuncts(solution)) {
    const Term body = terms.substitute(conjunct, elements);
    const std::vector<Term> free = logic::free_variables(body);
    std::vector<Term> bound;
    for (const Term index : indices)
      if (std::find(free.begin(), free.end(), index) != free.end()) bound.push_back(index);
    result.push_back(bound.empty() ? body : terms.forall(bound, body));
    if (bound.size() != 1) continue;
    for (const Term anchor : anchors)
      if (anchor.sort() == bound.front().sort()) result.push_back(terms.substitute(body, {{bound.front(), anchor}}));
  }
  return result;
}

bool has_live_arrays(const frontend::Program& program, const ControlFlow& flow) {
  for (LocationId l = 0; l < program.location_count(); ++l)
    for (VariableId v = 0; v < program.variables.size(); ++v)
      if (flow.is_cut[l] && flow.reaches_target[l] && flow.live[l][v] && program.variables[v].array) return true;
  return false;
}

std::optional<CellClauses> cell_clauses(const frontend::Program& program, const frontend::Semantics& semantics,
                                        const ControlFlow& flow, const CellAbstraction& abstraction,
                                        const std::vector<std::vector<Term>>& known,
                                        const std::vector<CellAnchor>& anchors, const std::function<bool()>& is_over) {
  return ClauseBuilder(program, semantics, flow, abstraction, known, anchors, is_over).run();
}

}  // namespace bireach::checker
