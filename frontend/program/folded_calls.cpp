// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/folded_calls.h"

#include <algorithm>
#include <set>

#include "frontend/program/call_copies.h"
#include "frontend/program/liveness.h"

namespace bireach::frontend {
namespace {

/// With so many kinds of copies of one function there is no pattern in them.
constexpr std::size_t max_kinds = 8;
/// A location may stand for so many.
constexpr std::size_t max_places = 1000;

using Names = std::map<VariableId, VariableId>;

/// A call path whose copy is the same as another's.
struct Member {
  std::uint32_t path;
  std::optional<CopyMatch> match;  ///< of the first one's copy with this one's; absent: it is the first
  [[nodiscard]] VariableId variable(VariableId of_first) const {
    if (!match) return of_first;
    const auto found = match->variables.find(of_first);
    return found == match->variables.end() ? of_first : found->second;
  }
};
struct CopyKind {
  std::vector<Member> members;
  /// Variables of the first one that others have other ones for, and what they are in the shared body.
  Names shared;
  std::set<VariableId> passed;  ///< of these, what a copy may read before it writes it
};

/// Which copies are the same, the outermost first: what is in a copy that is folded is folded with it.
class CopyKinds {
 public:
  CopyKinds(const Program& program, const CallCopies& copies) : program_(program), copies_(copies) {
    std::map<std::string, std::vector<std::size_t>> by_function;
    std::vector<bool> is_gone(program.call_paths.size());
    for (std::uint32_t path = 1; path < is_gone.size(); ++path) {
      is_gone[path] = is_gone[program.call_paths[path].parent];
      if (is_gone[path] || !copies[path] || !copies[path]->has_loop) continue;
      std::vector<std::size_t>& known = by_function[program.call_paths[path].callee];
      if (join(known, path)) {
        is_gone[path] = true;
      } else if (known.size() < max_kinds) {
        known.push_back(kinds_.size());
        kinds_.push_back({{{path, std::nullopt}}, {}, {}});
      }
    }
    std::erase_if(kinds_, [](const CopyKind& kind) { return kind.members.size() < 2; });
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      for (std::size_t member = 0; member < kinds_[kind].members.size(); ++member)
        number_.emplace(kinds_[kind].members[member].path, std::pair(kind, member));
  }

  [[nodiscard]] std::vector<CopyKind>& all() { return kinds_; }
  /// Of a call path that is folded: its kind, and which member of it.
  [[nodiscard]] const std::pair<std::size_t, std::size_t>* of(std::uint32_t path) const {
    const auto found = number_.find(path);
    return found == number_.end() ? nullptr : &found->second;
  }

 private:
  bool join(const std::vector<std::size_t>& known, std::uint32_t path) {
    for (const std::size_t kind : known) {
      std::vector<Member>& members = kinds_[kind].members;
      // A copy inside its like would be recursion, which copies are not.
      if (auto match = match_copies(program_, copies_, members.front().path, path)) {
        members.push_back({path, std::move(match)});
        return true;
      }
    }
    return false;
  }

  const Program& program_;
  const CallCopies& copies_;
  std::vector<CopyKind> kinds_;
  std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> number_;
};

class Folder {
 public:
  explicit Folder(const Program& program)
      : program_(program), copies_(program), kinds_(program, copies_), result_{program.without_graph(), {}} {}

  std::optional<FoldedCalls> run() {
    if (kinds_.all().empty()) return std::nullopt;
    for (const CopyKind& kind : kinds_.all()) {
      Procedure& procedure = result_.program.procedures.emplace_back();
      procedure.function = program_.call_paths[first(kind).path].callee;
      procedure.entry = add(copies_[first(kind).path]->entry);
    }
    share_variables();
    for (std::size_t kind = 0; kind < kinds_.all().size(); ++kind) {
      const CallCopies::Copy& copy = *copies_[first(kinds_.all()[kind]).path];
      Procedure& procedure = result_.program.procedures[kind];
      procedure.exit = at(copy.exit, kind + 1);
      connect(procedure.entry, at(copy.entry, kind + 1));
    }
    result_.program.initial = at(program_.initial, 0);
    while (!pending_.empty()) {
      const auto [location, context] = pending_.back();
      pending_.pop_back();
      if (!leave(location, context)) return std::nullopt;
    }
    for (const Procedure& procedure : result_.program.procedures)
      for (const auto& call : procedure.calls) connect(procedure.exit, call.resumed);
    find_places();
    return std::move(result_);
  }

 private:
  /// 0: what is in no procedure; i + 1: in procedures[i].
  using Context = std::size_t;

  [[nodiscard]] static const Member& first(const CopyKind& kind) { return kind.members.front(); }
  /// The call path whose copy the context is; 0: none.
  [[nodiscard]] std::uint32_t path_of(Context context) {
    return context == 0 ? 0 : first(kinds_.all()[context - 1]).path;
  }

  LocationId add(LocationId like) {
    result_.places.emplace_back();
    return result_.program.add_location(program_.location(like));
  }
  LocationId at(LocationId location, Context context) {
    if (program_.location(location).kind != LocationKind::Normal) context = 0;
    const auto [known, fresh] = numbers_.try_emplace({location, context});
    if (!fresh) return known->second;
    known->second = add(location);
    pending_.emplace_back(location, context);
    return known->second;
  }
  void connect(LocationId from, LocationId to, Statement statement = Assume{make_constant(1, int_type)}) {
    Edge edge;
    edge.statement = std::move(statement);
    edge.role = EdgeRole::Internal;
    result_.program.add_edge(from, to, std::move(edge));
  }

  void share_variables() {
    const auto live = live_variables(program_);
    for (CopyKind& kind : kinds_.all()) {
      for (const Member& member : kind.members) {
        if (!member.match) continue;
        for (const auto& [of_first, own] : member.match->variables)
          if (of_first != own) kind.shared.emplace(of_first, 0);
      }
      for (auto& [variable, shared] : kind.shared) {
        shared = static_cast<VariableId>(result_.program.variables.size());
        Variable copy = program_.variables[variable];
        copy.name += "(shared)";
        result_.program.variables.push_back(std::move(copy));
        for (const Member& member : kind.members)
          if (live[copies_[member.path]->entry][member.variable(variable)]) kind.passed.insert(variable);
      }
    }
  }

  /// What leads away from the location in the context. False: procedures cannot be told apart.
  bool leave(LocationId location, Context context) {
    const auto path = copies_.path_at(location);
    if (!path) return true;
    if (!copies_.is_within(*path, path_of(context))) return location == copies_[path_of(context)]->exit;
    const std::pair<std::size_t, std::size_t>* call = nullptr;
    for (std::uint32_t p = *path; p != path_of(context); p = program_.call_paths[p].parent)
      if (const auto* folded = kinds_.of(p)) call = folded;
    if (call) return this->call(location, context, call->first, call->second);
    for (const EdgeId id : program_.outgoing(location)) {
      Edge edge = program_.edge(id);
      if (!may_stand(edge.statement, context)) return false;
      edge.statement = renamed(edge.statement, names_in(context));
      result_.program.add_edge(at(location, context), at(program_.target(id), context), std::move(edge));
    }
    return true;
  }

  bool call(LocationId location, Context context, std::size_t number, std::size_t member_number) {
    const CopyKind& kind = kinds_.all()[number];
    const Member& member = kind.members[member_number];
    if (copies_[member.path]->entry != location) return false;
    LocationId from = at(location, context);
    Procedure& procedure = result_.program.procedures[number];
    Procedure::Call made{from, add(location), {}};
    const auto copy = [&](VariableId target, VariableId source) {
      const Statement statement =
          Assign{{target, nullptr}, make_variable(source, result_.program.variables[source].type)};
      const LocationId next = add(location);
      connect(from, next, renamed(statement, names_in(context)));
      from = next;
      return may_stand(statement, context);
    };
    for (const VariableId variable : kind.passed)
      if (!copy(kind.shared.at(variable), member.variable(variable))) return false;
    connect(from, procedure.entry);
    from = made.resumed;
    for (const auto& [variable, shared] : kind.shared)
      if (!copy(member.variable(variable), shared)) return false;
    connect(from, at(copies_[member.path]->exit, context));
    procedure.calls.push_back(std::move(made));
    return true;
  }

  [[nodiscard]] const Names& names_in(Context context) {
    static const Names none;
    return context == 0 ? none : kinds_.all()[context - 1].shared;
  }
  /// In a procedure that is called in a copy, what is shared in that copy's kind has no meaning.
  bool may_stand(const Statement& statement, Context context) {
    for (std::uint32_t path = path_of(context); path != 0;) {
      path = program_.call_paths[path].parent;
      const auto* outer = kinds_.of(path);
      if (!outer) continue;
      const Names& shared = kinds_.all()[outer->first].shared;
      const auto target = assigned_variable(statement);
      if (target && shared.contains(*target)) return false;
      for (const VariableId read : variables_read(statement))
        if (shared.contains(read)) return false;
    }
    return true;
  }

  [[nodiscard]] static VariableId renamed(VariableId variable, const Names& names) {
    const auto found = names.find(variable);
    return found == names.end() ? variable : found->second;
  }
  static ExprPtr renamed(const ExprPtr& expr, const Names& names) {
    if (!expr || !any_read(*expr, [&names](const Expr& read) { return names.contains(read.variable); })) return expr;
    Expr result = *expr;
    if (is_read(result)) result.variable = renamed(result.variable, names);
    for (ExprPtr& operand : result.operands) operand = renamed(operand, names);
    return std::make_shared<const Expr>(std::move(result));
  }
  static Statement renamed(Statement statement, const Names& names) {
    const auto rename_target = [&names](LValue& target) {
      target.variable = renamed(target.variable, names);
      target.index = renamed(target.index, names);
    };
    if (auto* assign = std::get_if<Assign>(&statement)) {
      rename_target(assign->target);
      assign->value = renamed(assign->value, names);
    } else if (auto* assume = std::get_if<Assume>(&statement)) {
      assume->condition = renamed(assume->condition, names);
    } else if (auto* havoc = std::get_if<Havoc>(&statement)) {
      rename_target(havoc->target);
    }
    return statement;
  }

  /// What is in the first copy of a kind is in the others as well, and so on if that is in a copy that others are like.
  void find_places() {
    for (const auto& [place, number] : numbers_) {
      const auto& [location, context] = place;
      if (context != 0 && location == copies_[path_of(context)]->exit) continue;
      std::vector<FoldedCalls::Place>& found = result_.places[number];
      FoldedCalls::Place own{location, {}};
      for (const auto& [variable, shared] : names_in(context)) own.names.emplace(shared, variable);
      found.push_back(std::move(own));
      std::vector<std::uint32_t> paths{path_of(context)};
      for (std::size_t next = 0; next < found.size() && found.size() < max_places; ++next) add_like(found, paths, next);
    }
  }
  /// Of the place with this number, which is in the copy of the path with this number.
  void add_like(std::vector<FoldedCalls::Place>& found, std::vector<std::uint32_t>& paths, std::size_t number) {
    for (std::uint32_t p = paths[number]; p != 0; p = program_.call_paths[p].parent) {
      const auto* folded = kinds_.of(p);
      if (!folded || folded->second != 0) continue;
      for (const Member& member : kinds_.all()[folded->first].members) {
        if (!member.match) continue;
        const auto like = member.match->locations.find(found[number].location);
        if (like == member.match->locations.end()) continue;
        FoldedCalls::Place place{like->second, found[number].names};
        for (auto& [shared, variable] : place.names) variable = member.variable(variable);
        const bool is_known = std::any_of(found.begin(), found.end(),
                                          [&](const auto& known) { return known.location == place.location; });
        if (is_known) continue;
        found.push_back(std::move(place));
        paths.push_back(member.path);
      }
    }
  }

  const Program& program_;
  CallCopies copies_;
  CopyKinds kinds_;
  FoldedCalls result_;
  std::map<std::pair<LocationId, Context>, LocationId> numbers_;
  std::vector<std::pair<LocationId, Context>> pending_;
};

}  // namespace

std::optional<FoldedCalls> fold_calls(const Program& program) {
  return Folder(program).run();
}

}  // namespace bireach::frontend
