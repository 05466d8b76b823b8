// SPDX-License-Identifier: Apache-2.0
/// A program's automaton as readable text, Graphviz and JSON.
#include <cstdio>
#include <sstream>
#include <string_view>

#include "frontend/program/place_text.h"
#include "frontend/program/visible_text.h"

namespace bireach::frontend {
namespace {

std::string_view kind_name(LocationKind kind) {
  switch (kind) {
    case LocationKind::Normal:
      return "normal";
    case LocationKind::Exit:
      return "exit";
    case LocationKind::Error:
      return "error";
    case LocationKind::Unsupported:
      return "unsupported";
  }
  return "?";
}

std::string_view role_name(EdgeRole role) {
  switch (role) {
    case EdgeRole::Plain:
      return "statement";
    case EdgeRole::BranchTrue:
      return "branch-true";
    case EdgeRole::BranchFalse:
      return "branch-false";
    case EdgeRole::Parameter:
      return "parameter";
    case EdgeRole::Return:
      return "return";
    case EdgeRole::Call:
      return "call";
    case EdgeRole::Internal:
      return "internal";
  }
  return "?";
}

/// A JSON string; bytes that are not UTF-8 (sources may have any) become U+FFFD.
std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      result += "\\ufffd";
    } else if (first == '"' || first == '\\') {
      result += '\\';
      result += text[0];
    } else if (first < 0x20) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(first));
      result += buffer;
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + "\"";
}

std::string place_json(const Program& program, const SourceRange& place) {
  if (!place.is_known()) return "null";
  std::ostringstream out;
  out << "{\"file\": " << json_string(program.file_name(place.file)) << ", \"line\": " << place.line
      << ", \"column\": " << place.column << ", \"end_line\": " << place.end_line
      << ", \"end_column\": " << place.end_column << "}";
  return out.str();
}

/// "[…]" with one element a line.
template <typename Range, typename Print>
void json_list(std::ostream& out, const Range& range, Print print) {
  out << "[";
  bool first = true;
  for (const auto& element : range) {
    out << (first ? "\n    " : ",\n    ");
    first = false;
    print(element);
  }
  out << (first ? "]" : "\n  ]");
}

void variables_json(std::ostream& out, const Program& program) {
  json_list(out, program.variables, [&](const Variable& v) {
    out << "{\"name\": " << json_string(v.name) << ", \"user_name\": " << json_string(v.user_name)
        << ", \"type\": " << json_string(v.c_type) << ", \"width\": " << v.type.width
        << ", \"signed\": " << (v.type.is_signed() ? "true" : "false")
        << ", \"boolean\": " << (v.type.is_boolean() ? "true" : "false")
        << ", \"floating\": " << (v.type.is_floating() ? "true" : "false")
        << ", \"array_size\": " << (v.array ? json_string(v.array->size.str()) : "null")
        << ", \"function\": " << json_string(v.function) << ", \"declared\": " << place_json(program, v.declared)
        << "}";
  });
}

std::vector<std::uint32_t> numbers_to(std::size_t count) {
  std::vector<std::uint32_t> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<std::uint32_t>(i);
  return result;
}

void locations_json(std::ostream& out, const Program& program) {
  json_list(out, numbers_to(program.location_count()), [&](LocationId id) {
    const Location& location = program.location(id);
    out << "{\"id\": " << id << ", \"kind\": \"" << kind_name(location.kind)
        << "\", \"function\": " << json_string(location.function) << ", \"note\": " << json_string(location.note)
        << ", \"loop_head\": " << (location.loop_head ? "true" : "false")
        << ", \"place\": " << place_json(program, location.place) << "}";
  });
}

/// "starts T1", "atomic begin"; empty: nothing beside its statement.
std::string thread_step_text(const ThreadStep& step) {
  switch (step.kind) {
    case ThreadStep::Kind::none:
      return "";
    case ThreadStep::Kind::start:
      return "starts T" + std::to_string(step.thread);
    case ThreadStep::Kind::join:
      return "joins T" + std::to_string(step.thread);
    case ThreadStep::Kind::atomic_begin:
      return "atomic begin";
    case ThreadStep::Kind::atomic_end:
      return "atomic end";
  }
  return "";
}

void edges_json(std::ostream& out, const Program& program) {
  json_list(out, numbers_to(program.edge_count()), [&](EdgeId id) {
    const Edge& edge = program.edge(id);
    const auto target = assigned_variable(edge.statement);
    out << "{\"id\": " << id << ", \"source\": " << program.source(id) << ", \"target\": " << program.target(id)
        << ", \"kind\": \"" << kind_name(edge.statement) << "\", \"variable\": "
        << (target && *target < program.variables.size() ? json_string(program.variables[*target].name) : "null")
        << ", \"statement\": " << json_string(to_string(program, edge.statement))
        << ", \"text\": " << json_string(edge.text) << ", \"role\": \"" << role_name(edge.role)
        << "\", \"statement_id\": \"s" << edge.statement_id << "\", \"call_path\": " << edge.call_path
        << ", \"place\": " << place_json(program, edge.source);
    if (!program.threads.empty()) out << ", \"thread\": " << edge.thread;
    if (const std::string step = thread_step_text(edge.thread_step); !step.empty())
      out << ", \"thread_step\": " << json_string(step);
    out << "}";
  });
}

/// A string of Graphviz: escapes quotes and backslashes, keeps to one line.
std::string dot_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result;
}

void location_dot(std::ostream& out, const Program& program, LocationId id) {
  const Location& location = program.location(id);
  std::string label = "L" + std::to_string(id);
  std::string style;
  switch (location.kind) {
    case LocationKind::Normal:
      style = location.loop_head ? ", shape=ellipse, peripheries=2" : ", shape=ellipse";
      break;
    case LocationKind::Exit:
      style = ", shape=box";
      break;
    case LocationKind::Error:
      style = ", shape=box, style=filled, fillcolor=\"#f4b6b6\"";
      break;
    case LocationKind::Unsupported:
      style = ", shape=box, style=filled, fillcolor=\"#dddddd\"";
      break;
  }
  if (location.kind != LocationKind::Normal) label += " " + std::string(kind_name(location.kind));
  out << "  L" << id << " [label=\"" << label << (location.note.empty() ? "" : "\\n") << dot_text(location.note) << "\""
      << style << "];\n";
}

}  // namespace

namespace {

/// Each graph beside the others begins at a location of its own.
bool has_graphs_of_threads(const Program& program) {
  return !program.threads.empty() && !program.thread_graphs;
}

std::string statement_text(const Program& program, EdgeId id) {
  const std::string step = thread_step_text(program.edge(id).thread_step);
  return to_string(program, program.edge(id).statement) + (step.empty() ? "" : ", " + step);
}

void threads_dot(std::ostream& out, const Program& program) {
  for (std::size_t i = 1; i < program.threads.size(); ++i) {
    out << "  T" << i << " [shape=plaintext, label=\""
        << dot_text("T" + std::to_string(i) + " " + program.threads[i].name) << "\"];\n  T" << i << " -> L"
        << program.threads[i].entry << ";\n";
  }
}

void threads_json(std::ostream& out, const Program& program) {
  const bool has_places = has_graphs_of_threads(program);
  json_list(out, program.threads, [&](const Thread& thread) {
    out << "{\"name\": " << json_string(thread.name) << ", \"function\": " << json_string(thread.function);
    if (thread.creator) out << ", \"creator\": " << *thread.creator;
    if (has_places) out << ", \"entry\": " << thread.entry << ", \"end\": " << thread.end;
    out << "}";
  });
}

}  // namespace

std::string program_to_dot(const Program& program) {
  std::ostringstream out;
  out << "digraph program {\n  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n"
      << "  start [shape=point];\n";
  for (LocationId id = 0; id < program.location_count(); ++id) location_dot(out, program, id);
  out << "  start -> L" << program.initial << ";\n";
  for (EdgeId id = 0; id < program.edge_count(); ++id) {
    out << "  L" << program.source(id) << " -> L" << program.target(id) << " [label=\""
        << dot_text(statement_text(program, id)) << "\"];\n";
  }
  if (has_graphs_of_threads(program)) threads_dot(out, program);
  out << "}\n";
  return out.str();
}

std::string program_to_json(const Program& program) {
  std::ostringstream out;
  out << "{\n  \"format\": \"bireach-cfa/1\",\n  \"entry\": " << json_string(program.entry)
      << ",\n  \"initial\": " << program.initial << ",\n  \"files\": ";
  json_list(out, program.files, [&](const std::string& file) { out << json_string(file); });
  out << ",\n  \"assumptions\": ";
  json_list(out, program.assumptions, [&](const std::string& text) { out << json_string(text); });
  out << ",\n  \"variables\": ";
  variables_json(out, program);
  out << ",\n  \"call_paths\": ";
  json_list(out, program.call_paths, [&](const CallSite& site) {
    out << "{\"caller\": " << json_string(site.caller) << ", \"callee\": " << json_string(site.callee)
        << ", \"parent\": " << site.parent << ", \"place\": " << place_json(program, site.place) << "}";
  });
  if (!program.threads.empty()) {
    out << ",\n  \"threads\": ";
    threads_json(out, program);
  }
  out << ",\n  \"locations\": ";
  locations_json(out, program);
  out << ",\n  \"edges\": ";
  edges_json(out, program);
  out << "\n}\n";
  return out.str();
}

std::string program_to_text(const Program& program) {
  std::ostringstream out;
  out << "entry " << program.entry << ", initial location L" << program.initial << "\n";
  for (const std::string& assumption : program.assumptions) out << "assumes: " << assumption << "\n";
  for (const Variable& variable : program.variables) {
    out << "variable " << variable.name << ": " << variable.c_type;
    if (variable.array) out << " [" << variable.array->size << "]";
    const char* reading = variable.type.is_floating() ? "floating point"
                          : variable.type.is_signed() ? "signed"
                                                      : "unsigned";
    out << " (" << variable.type.width << " bits, " << reading << ")\n";
  }
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    out << "thread T" << i << " " << program.threads[i].name;
    if (has_graphs_of_threads(program))
      out << ": from L" << program.threads[i].entry << " to L" << program.threads[i].end;
    out << "\n";
  }
  for (LocationId id = 0; id < program.location_count(); ++id) {
    const Location& location = program.location(id);
    out << "L" << id;
    if (location.kind != LocationKind::Normal) out << " " << kind_name(location.kind);
    if (location.loop_head) out << " loop head";
    if (!location.note.empty()) out << ": " << location.note;
    if (location.place.is_known()) out << "  (" << place_text(program, location.place) << ")";
    out << "\n";
    for (const EdgeId edge : program.outgoing(id)) {
      const std::string place = place_text(program, program.edge(edge).source);
      out << "  -> L" << program.target(edge) << "  " << statement_text(program, edge)
          << (place.empty() ? "" : "  (" + place + ")") << "\n";
    }
  }
  return out.str();
}

}  // namespace bireach::frontend
