// SPDX-License-Identifier: Apache-2.0
#include "checker/report/automaton_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checker/report/text/text_layout.h"
#include "checker/report/trace_names.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

/// More arrows than this nobody can read, and `dot` takes its time over them.
constexpr std::size_t most_arrows = 300;
/// Lines of text on an arrow.
constexpr std::size_t most_lines = 6;

std::string kind_text(const Program& program, LocationId id) {
  switch (program.location(id).kind) {
    case LocationKind::Error:
      return "error";
    case LocationKind::Exit:
      return "exit";
    case LocationKind::Unsupported:
      return "unsupported";
    case LocationKind::Normal:
      break;
  }
  return id == program.initial ? "initial" : "normal";
}

class AutomatonReporter {
 public:
  AutomatonReporter(const Program& program, const std::set<EdgeId>& edges) : program_(program), edges_(edges) {
    for (const EdgeId id : edges) {
      outgoing_[program.source(id)].push_back(id);
      ++incoming_[program.target(id)];
    }
  }

  ReportAutomaton make() {
    ReportAutomaton automaton;
    number(program_.initial, automaton);
    for (const auto& [location, edges] : outgoing_) {
      if (!is_joint(location)) continue;
      for (const EdgeId id : edges) add_arrow(id, automaton);
    }
    automaton.whole = edges_.size() == program_.edge_count();
    return automaton;
  }

 private:
  /// Do paths start, end, meet or part there?
  [[nodiscard]] bool is_joint(LocationId id) const {
    const auto out = outgoing_.find(id);
    const auto in = incoming_.find(id);
    return id == program_.initial || out == outgoing_.end() || out->second.size() != 1 || in == incoming_.end() ||
           in->second != 1;
  }

  void add_arrow(EdgeId first, ReportAutomaton& automaton) {
    ReportAutomaton::Arrow arrow;
    arrow.from = number(program_.source(first), automaton);
    LocationId at = program_.source(first);
    for (EdgeId id = first;;) {
      arrow.edges.push_back(id);
      const frontend::Edge& edge = program_.edge(id);
      if (is_shown(program_, edge)) {
        const std::string text = edge_text(program_, edge);
        arrow.lines.push_back(is_branch(edge) ? "[" + text + "]" : text);
      }
      at = program_.target(id);
      if (is_joint(at)) break;
      id = outgoing_.at(at).front();
    }
    arrow.to = number(at, automaton);
    automaton.arrows.push_back(std::move(arrow));
  }

  std::size_t number(LocationId id, ReportAutomaton& automaton) {
    const auto [entry, is_new] = numbers_.emplace(id, automaton.locations.size());
    if (!is_new) return entry->second;
    const frontend::Location& location = program_.location(id);
    std::string kind = kind_text(program_, id);
    const auto out = outgoing_.find(id);
    const std::size_t shown = out == outgoing_.end() ? 0 : out->second.size();
    if (shown == 0 && !program_.outgoing(id).empty()) kind = "cut";
    automaton.locations.push_back({kind, location.function, location.note});
    return entry->second;
  }

  const Program& program_;
  const std::set<EdgeId>& edges_;
  std::map<LocationId, std::vector<EdgeId>> outgoing_;
  std::map<LocationId, std::size_t> incoming_;
  std::map<LocationId, std::size_t> numbers_;
};

std::set<EdgeId> reachable_edges(const Program& program) {
  std::set<EdgeId> edges;
  std::vector<bool> seen(program.location_count());
  std::vector<LocationId> open{program.initial};
  while (!open.empty()) {
    const LocationId at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    for (const EdgeId id : program.outgoing(at)) {
      edges.insert(id);
      open.push_back(program.target(id));
    }
  }
  return edges;
}

std::set<EdgeId> edges_of(const ReportTrace& trace) {
  std::set<EdgeId> edges;
  for (const ReportStep& step : trace.steps) edges.insert(step.edge);
  return edges;
}

/// The edges of the first traces, and those beside them.
std::set<EdgeId> edges_around(const Program& program, const std::vector<ReportTrace>& traces, std::size_t first) {
  std::set<EdgeId> edges;
  for (std::size_t i = 0; i < first && i < traces.size(); ++i) {
    for (const ReportStep& step : traces[i].steps)
      for (const EdgeId id : program.outgoing(program.source(step.edge))) edges.insert(id);
  }
  return edges;
}

/// In a string of the language: quotes and backslashes marked, no control characters, not too long.
std::string label_text(const std::string& text) {
  constexpr std::size_t longest = 44;
  std::string result;
  std::size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool starts = (byte & 0xC0U) != 0x80U;
    if (starts && ++length > longest) return result + "…";
    if (c == '"' || c == '\\') result += '\\';
    result += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  return result;
}

std::string arrow_label(const ReportAutomaton::Arrow& arrow) {
  std::string label;
  const std::size_t all = arrow.lines.size();
  const std::size_t shown = all > most_lines ? most_lines - 1 : all;
  // Spaces before the text keep it off its arrow.
  for (std::size_t i = 0; i < shown; ++i) label += "  " + label_text(arrow.lines[i]) + "\\l";
  if (shown < all) label += fmt::format("  … {} more\\l", all - shown);
  return label;
}

}  // namespace

ReportAutomaton make_automaton_report(const Program& program, const std::vector<ReportTrace>& traces) {
  if (!program.threads.empty()) {
    ReportAutomaton none;
    none.whole = false;
    none.missing = "not drawn for programs with threads; `bireach cfa --format dot` has the graph of each";
    return none;
  }
  ReportAutomaton automaton = AutomatonReporter(program, reachable_edges(program)).make();
  automaton.whole = true;
  for (std::size_t first = traces.size(); automaton.arrows.size() > most_arrows && first > 0; first /= 2) {
    automaton = AutomatonReporter(program, edges_around(program, traces, first)).make();
    automaton.whole = false;
  }
  if (automaton.arrows.size() > most_arrows && !traces.empty()) {
    automaton = AutomatonReporter(program, edges_of(traces.front())).make();
    automaton.whole = false;
  }
  if (automaton.arrows.size() > most_arrows) {
    ReportAutomaton none;
    none.whole = false;
    none.missing = fmt::format("too large to be read: {}", counted(automaton.arrows.size(), "arrow"));
    return none;
  }
  return automaton;
}

std::string automaton_dot(const ReportAutomaton& automaton) {
  std::string dot =
      "digraph automaton {\n"
      "  graph [rankdir=TB, bgcolor=transparent, nodesep=0.3, ranksep=0.35, nslimit=2, nslimit1=2, mclimit=0.3];\n"
      "  node [shape=circle, fixedsize=true, width=0.16, label=\"\", fontname=\"Courier\", fontsize=10];\n"
      "  edge [fontname=\"Courier\", fontsize=10, arrowsize=0.6];\n";
  for (std::size_t i = 0; i < automaton.locations.size(); ++i) {
    const ReportAutomaton::Location& location = automaton.locations[i];
    std::string label;
    if (location.kind == "error" || location.kind == "exit" || location.kind == "initial") label = location.kind;
    if (location.kind == "unsupported") label = "not modelled";
    if (location.kind == "cut") label = "…";
    dot += fmt::format("  n{} [id=\"n{}\", class=\"{}\"", i, i, location.kind);
    if (!label.empty())
      dot += fmt::format(", shape=box, style=rounded, fixedsize=false, margin=0.06, label=\"{}\"", label);
    dot += "];\n";
  }
  for (std::size_t i = 0; i < automaton.arrows.size(); ++i) {
    const ReportAutomaton::Arrow& arrow = automaton.arrows[i];
    dot += fmt::format("  n{} -> n{} [id=\"a{}\", class=\"arrow\", label=\"{}\"];\n", arrow.from, arrow.to, i,
                       arrow_label(arrow));
  }
  return dot + "}\n";
}

}  // namespace bireach::checker
