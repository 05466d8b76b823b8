// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "checker/replay/harness.h"
#include "checker/replay/harness_threads.h"

namespace bireach::checker {

std::string program_text_file(const std::string& harness_file, std::size_t file, std::size_t files) {
  std::filesystem::path path = harness_file;
  path.replace_extension(files == 1 ? ".program.c" : ".program" + std::to_string(file + 1) + ".c");
  return path.string();
}

std::string sanitizers_for(frontend::Violation violation, bool with_clang) {
  if (violation != frontend::Violation::uninitialised_read) return "address,undefined";
  return with_clang ? "memory" : "";
}

namespace {

/// What all commands have in common.
std::vector<std::string> common_arguments(const Harness& harness, const HarnessBuild& build,
                                          const frontend::ParseOptions& options,
                                          const std::vector<std::string>& files) {
  std::vector<std::string> arguments{options.data_model == frontend::DataModel::ILP32 ? "-m32" : "-m64",
                                     "-std=gnu11",
                                     "-O0",
                                     "-w",
                                     "-fno-inline",
                                     "-fno-builtin",
                                     "-Dinline="};  // a definition that says so is one for other files too
  if (build.sanitized)
    arguments.insert(arguments.end(), {"-fsanitize=undefined", "-fno-sanitize-recover=all"});
  else if (build.finds_errors.empty())
    arguments.emplace_back("-fwrapv");
  if (!build.finds_errors.empty())
    arguments.insert(arguments.end(), {"-g", "-fsanitize=" + build.finds_errors, "-fno-sanitize-recover=all"});
  if (build.finds_races) arguments.insert(arguments.end(), {"-g", "-fsanitize=thread"});
  if (harness.needs_zeroed_locals) {
    arguments.emplace_back("-ftrivial-auto-var-init=zero");
    if (build.with_clang)
      arguments.emplace_back("-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang");
  }
  if (harness.replaces_allocator)
    arguments.emplace_back("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,--wrap=free");
  if (harness.wraps_main) arguments.emplace_back("-Wl,--wrap=main");
  const bool has_texts = !harness.program_texts.empty();
  if (harness.takes_turns) {
    std::string wrapped = "-Wl";
    for (const std::string& function : scheduled_functions()) wrapped += ",--wrap=" + function;
    arguments.insert(arguments.end(), {"-pthread", wrapped});
  }
  if (has_texts) {
    for (const std::string& file : files) {
      // Headers in quotes are beside the file, not beside its text.
      const std::string folder = std::filesystem::path(file).parent_path().string();
      arguments.insert(arguments.end(), {"-iquote", folder.empty() ? "." : folder});
    }
  }
  if (!build.header_folder.empty()) arguments.insert(arguments.end(), {"-idirafter", build.header_folder});
  return arguments;
}

void append(std::vector<std::string>& arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// The harness comes first: of two definitions of reach_error the linker takes the first one. Functions that are
// nowhere defined are not called on the way.
const std::vector<std::string> linking{"-no-pie", "-Wl,-z,muldefs", "-Wl,--unresolved-symbols=ignore-in-object-files"};

}  // namespace

std::vector<std::vector<std::string>> harness_build_commands(const Harness& harness, const HarnessBuild& build,
                                                             const frontend::ParseOptions& options,
                                                             const std::vector<std::string>& files) {
  const std::vector<std::string> common = common_arguments(harness, build, options, files);
  const auto compiled = [&](std::size_t file) {
    const bool has_text = !harness.program_texts.empty();
    return has_text ? program_text_file(build.harness_file, file, files.size()) : files[file];
  };
  const auto is_as_first = [&](const std::string& file) {
    return arguments_for(options, file) == arguments_for(options, files.front());
  };
  if (std::all_of(files.begin(), files.end(), is_as_first)) {
    std::vector<std::string> arguments = common;
    append(arguments, arguments_for(options, files.front()));
    append(arguments, linking);
    append(arguments, {"-x", "c", build.harness_file});
    for (std::size_t file = 0; file < files.size(); ++file) arguments.push_back(compiled(file));
    append(arguments, {"-x", "none", "-o", build.output, "-lm"});
    return {arguments};
  }
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> link = common;
  append(link, linking);
  const auto compile = [&](const std::string& file, const std::vector<std::string>& flags) {
    const std::string object = build.output + "." + std::to_string(commands.size()) + ".o";
    std::vector<std::string>& command = commands.emplace_back(common);
    append(command, flags);
    append(command, {"-no-pie", "-x", "c", "-c", file, "-o", object});
    link.push_back(object);
  };
  compile(build.harness_file, {});
  for (std::size_t file = 0; file < files.size(); ++file) compile(compiled(file), arguments_for(options, files[file]));
  append(link, {"-o", build.output, "-lm"});
  commands.push_back(std::move(link));
  return commands;
}

}  // namespace bireach::checker
