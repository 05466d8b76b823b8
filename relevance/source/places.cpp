// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/places.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "relevance/source/replacement_check.h"

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::VariableId;

namespace {

/// When each variable is next read before it is assigned anew.
class NextReads {
 public:
  explicit NextReads(const TraceContext& trace) : accesses_(trace.program().variables.size()) {
    for (std::size_t k = 0; k < trace.length(); ++k) {
      const TraceEdge& edge = trace.at(k);
      for (const VariableId v : edge.reads) accesses_[v].push_back({k, true});
      if (!edge.target) continue;
      std::vector<Access>& accesses = accesses_[edge.target->variable];
      if (accesses.empty() || accesses.back().position != k) accesses.push_back({k, false});
    }
  }

  /// The position of the read, from this one on; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> from(std::size_t position, VariableId variable) const {
    const std::vector<Access>& accesses = accesses_[variable];
    const auto next = std::lower_bound(accesses.begin(), accesses.end(), position,
                                       [](const Access& access, std::size_t p) { return access.position < p; });
    if (next == accesses.end() || !next->reads) return std::nullopt;
    return next->position;
  }

 private:
  struct Access {
    std::size_t position;
    bool reads;
  };
  std::vector<std::vector<Access>> accesses_;  // by variable
};

class PlaceAnalysis {
 public:
  PlaceAnalysis(const TraceContext& trace, const std::vector<std::uint32_t>& statement_of, const SourceConfig& config)
      : trace_(trace),
        program_(trace.program()),
        statement_of_(statement_of),
        reads_(trace),
        checker_(trace, config, std::chrono::steady_clock::now() + config.time_limit) {
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      if (can_be_assigned(program_.variables[v])) variables_[program_.variables[v].function].push_back(v);
  }

  std::vector<PlaceRelevance> run() {
    find_places();
    // The cheap answers for all, before time is spent on the dear ones.
    for (PlaceRelevance& place : result_) place.first = single(place.positions.front(), place.variable);
    for (PlaceRelevance& place : result_) place.all = together(place);
    return std::move(result_);
  }

 private:
  static bool can_be_assigned(const frontend::Variable& variable) {
    return !variable.user_name.empty() && !variable.array && !variable.is_pointer && !variable.type.is_floating();
  }

  [[nodiscard]] bool is_place(std::size_t k) const {
    const EdgeId edge = trace_.execution().trace[k];
    const frontend::Edge& e = program_.edge(edge);
    return e.source.is_known() && !program_.call_paths[e.call_path].is_library &&
           !frontend::is_bookkeeping(program_, edge);
  }

  void find_places() {
    std::map<std::uint32_t, std::vector<std::size_t>> visits;
    std::vector<std::uint32_t> order;
    const frontend::Trace& trace = trace_.execution().trace;
    EdgeId begins = 0;  // the first edge of the statement that is executed
    for (std::size_t k = 0; k < trace.size(); ++k) {
      const std::uint32_t number = statement_of_.at(trace[k]);
      const bool goes_on = k > 0 && statement_of_.at(trace[k - 1]) == number && trace[k] != begins;
      if (!goes_on) begins = trace[k];
      if (goes_on || !is_place(k)) continue;
      std::vector<std::size_t>& positions = visits[number];
      if (positions.empty()) order.push_back(number);
      positions.push_back(k);
    }
    for (const std::uint32_t number : order) add_variables(number, visits[number]);
  }

  void add_variables(std::uint32_t number, const std::vector<std::size_t>& positions) {
    const auto is_read = [&](VariableId variable) {
      return std::any_of(positions.begin(), positions.end(),
                         [&](std::size_t k) { return reads_.from(k, variable).has_value(); });
    };
    const std::string& function = program_.function_of(program_.edge(trace_.execution().trace[positions[0]]));
    std::vector<VariableId> variables = variables_[""];
    variables.insert(variables.end(), variables_[function].begin(), variables_[function].end());
    std::sort(variables.begin(), variables.end());
    for (const VariableId variable : variables)
      if (is_read(variable)) result_.push_back({number, variable, positions, {}, {}});
  }

  PlaceAnswer ask(const std::vector<Replacement>& replacements) {
    ReplacementAnswer answer = checker_.check(replacements);
    return {answer.relevance, std::move(answer.witness), std::move(answer.reason)};
  }

  /// At one position alone: the same from there to where the value is read.
  PlaceAnswer single(std::size_t position, VariableId variable) {
    const std::optional<std::size_t> read = reads_.from(position, variable);
    if (!read) return {Relevance::irrelevant, std::nullopt, {}};
    const auto [entry, is_new] = singles_.try_emplace({*read, variable});
    if (is_new) entry->second = ask({{*read, variable}});
    PlaceAnswer answer = entry->second;
    if (answer.witness) answer.witness->positions = {position};
    return answer;
  }

  PlaceAnswer together(const PlaceRelevance& place) {
    if (place.positions.size() == 1) return place.first;
    bool matters = false;
    std::optional<PlaceAnswer> undefined;
    std::vector<Replacement> replacements;
    for (const std::size_t position : place.positions) {
      PlaceAnswer answer = single(position, place.variable);
      if (answer.witness && answer.witness->end == SuffixEnd::assumption) return answer;
      if (answer.witness && !undefined) undefined = answer;
      matters = matters || reads_.from(position, place.variable).has_value();
      replacements.push_back({position, place.variable});
    }
    if (!matters) return {Relevance::irrelevant, std::nullopt, {}};
    PlaceAnswer answer = ask(replacements);
    return undefined && answer.relevance != Relevance::relevant ? *undefined : answer;
  }

  const TraceContext& trace_;
  const frontend::Program& program_;
  const std::vector<std::uint32_t>& statement_of_;
  NextReads reads_;
  ReplacementChecker checker_;
  std::map<std::string, std::vector<VariableId>> variables_;           // by function
  std::map<std::pair<std::size_t, VariableId>, PlaceAnswer> singles_;  // by read
  std::vector<PlaceRelevance> result_;
};

}  // namespace

std::vector<PlaceRelevance> place_relevance(const frontend::Program& program, const frontend::Execution& execution,
                                            const std::vector<std::uint32_t>& statement_of,
                                            const SourceConfig& config) {
  const TraceContext trace(program, execution);
  return PlaceAnalysis(trace, statement_of, config).run();
}

}  // namespace bireach::relevance
