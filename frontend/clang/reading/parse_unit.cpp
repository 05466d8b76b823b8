// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/parse_unit.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <map>

#include "frontend/clang/library/program_header.h"
#include "frontend/clang/reading/gnu_c.h"
#include "frontend/clang/reading/missing_header.h"
#include "frontend/clang/reading/not_readable.h"
#include "frontend/clang/reading/pragma_listener.h"

#ifndef BIREACH_CLANG_RESOURCE_DIR
#define BIREACH_CLANG_RESOURCE_DIR "/usr/lib/llvm-14/lib/clang/14.0.6"
#endif

namespace bireach::frontend {
namespace {

constexpr std::size_t max_errors = 5;

/// Brackets in brackets, for which the stack (thread.h) is large enough.
constexpr const char* max_brackets = "50000";

/// Types of ISO/IEC TS 18661-3 as gcc has them on x86, which Clang 14 has not. Those of glibc's headers are the same.
constexpr const char* types_file = "/bireach/types.h";  // there only
/// Where <bireach.h> lies, which programs may include.
constexpr const char* header_folder = "/bireach/include";
constexpr const char* header_file = "/bireach/include/bireach.h";
/// What makes arguments for the entry function.
constexpr const char* driver_file = "/bireach/arguments.h";
constexpr const char* types_text =
    "typedef float _Float32;\n"
    "typedef double _Float64;\n"
    "typedef double _Float32x;\n"
    "typedef long double _Float64x;\n"
    "typedef __float128 _Float128;\n";

/// Turns Clang's diagnostics into lines of text.
class UnitCollector : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    if (level != clang::DiagnosticsEngine::Note && is_of_system(info)) {
      in_error_ = false;
      note_ignored(info, message);
      return;
    }
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    std::string line = place(info) + std::string(message.str());
    if (info.getID() == clang::diag::err_pp_file_not_found) line += missing_header(info, message);
    gnu_c_.hear(level, info, message);
    switch (level) {
      case clang::DiagnosticsEngine::Error:
      case clang::DiagnosticsEngine::Fatal:
        // A macro that uses its argument twice, as assert does, makes Clang say everything twice.
        in_error_ = errors.size() < max_errors && std::find(errors.begin(), errors.end(), line) == errors.end();
        if (in_error_) errors.push_back(std::move(line));
        break;
      case clang::DiagnosticsEngine::Note:
        if (in_error_) errors.back() += "\n  note: " + line;
        break;
      case clang::DiagnosticsEngine::Warning:
        in_error_ = false;
        if (note_ignored(info, message)) break;
        warnings.push_back(std::move(line));
        break;
      case clang::DiagnosticsEngine::Ignored:
      case clang::DiagnosticsEngine::Remark:
        break;
    }
  }

  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  std::vector<IgnoredText> ignored;
  [[nodiscard]] bool may_be_c() const { return gnu_c_.may_be_c(); }

 private:
  /// False: the warning is about something else.
  bool note_ignored(const clang::Diagnostic& info, llvm::StringRef message) {
    using Kind = IgnoredText::Kind;
    const std::string name = message.split('\'').second.split('\'').first.str();
    const llvm::StringRef group = clang::DiagnosticIDs::getWarningOptionForDiag(info.getID());
    if (info.getID() == clang::diag::warn_unknown_attribute_ignored)
      ignored.push_back({Kind::unknown_attribute, info.getLocation(), name});
    else if (group == "ignored-attributes")
      ignored.push_back({Kind::misplaced_attribute, info.getLocation(), name});
    else
      return false;
    return true;
  }
  /// A warning, whatever its severity, in a system header. Clang is asked for them (-Wsystem-headers) because any file
  /// can say that it is one.
  static bool is_of_system(const clang::Diagnostic& info) {
    if (!clang::DiagnosticIDs::isBuiltinWarningOrExtension(info.getID())) return false;
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return false;
    const clang::SourceManager& sources = info.getSourceManager();
    return sources.isInSystemHeader(sources.getExpansionLoc(info.getLocation()));
  }
  static std::string missing_header(const clang::Diagnostic& info, llvm::StringRef message) {
    const std::string name = message.split('\'').second.split('\'').first.str();
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
    const clang::SourceManager& sources = info.getSourceManager();
    const std::string from = sources.getFilename(sources.getExpansionLoc(info.getLocation())).str();
    return from.empty() ? "" : "\n  note: " + missing_header_note(name, from);
  }
  static std::string place(const clang::Diagnostic& info) {
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
    const clang::SourceManager& sources = info.getSourceManager();
    const clang::SourceLocation where = sources.getExpansionLoc(info.getLocation());
    if (sources.getFilename(where).empty()) return {};  // made from the command line
    return sources.getFilename(where).str() + ":" + std::to_string(sources.getSpellingLineNumber(where)) + ":" +
           std::to_string(sources.getSpellingColumnNumber(where)) + ": ";
  }
  bool in_error_ = false;
  GnuC gnu_c_;
};

void check_readable(const std::string& file) {
  llvm::sys::fs::file_status status;
  if (const std::error_code error = llvm::sys::fs::status(file, status))
    throw ParseError(file + ": " + error.message());
  if (llvm::sys::fs::is_directory(status)) throw ParseError(file + ": is a directory");
  // Pipes and the like give their content only once, and it is read here, by Clang and for the result file.
  if (!llvm::sys::fs::is_regular_file(status)) throw ParseError(file + ": not a regular file");
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) throw ParseError(file + ": " + buffer.getError().message());
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (text.empty()) throw ParseError(file + ": the file is empty");
  const std::size_t zero = text.find('\0');
  if (zero != llvm::StringRef::npos)
    throw ParseError(file + ": not a C file (byte " + std::to_string(zero + 1) + " is zero)");
}

/// Clang's own headers (stddef.h and the like): those that lie beside the program, ../lib/clang/VERSION as seen from
/// its folder, as in an archive that brings them along; else the system's.
std::string resource_directory() {
  const std::string system = BIREACH_CLANG_RESOURCE_DIR;
  const std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  if (program.empty()) return system;
  llvm::SmallString<256> beside(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  llvm::sys::path::append(beside, "lib", "clang", llvm::sys::path::filename(system));
  return llvm::sys::fs::is_directory(beside) ? std::string(beside) : system;
}

/// gcc's spelling in that of Clang's frontend; empty: it is the default there.
std::string cc1_spelling(const std::string& argument) {
  static const std::map<std::string, std::string> others{{"-funsigned-char", "-fno-signed-char"},
                                                         {"-fsigned-char", ""},
                                                         {"-fno-asm", "-fno-gnu-keywords"},
                                                         {"-trigraphs", "-ftrigraphs"},
                                                         {"-nostdinc", ""}};
  const auto found = others.find(argument);
  return found == others.end() ? argument : found->second;
}

/// Plain char is what the last of its flags says.
bool is_overruled(const std::vector<std::string>& arguments, std::size_t at) {
  const auto later = arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  return arguments[at] == "-funsigned-char" && std::find(later, arguments.end(), "-fsigned-char") != arguments.end();
}

std::vector<std::string> cc1_arguments(const std::string& file, const ParseOptions& options) {
  const std::string resources = resource_directory();
  std::vector<std::string> arguments{
      "-triple", options.data_model == DataModel::ILP32 ? "i386-pc-linux-gnu" : "x86_64-pc-linux-gnu", "-x", "c",
      "-fsyntax-only", "-std=gnu11", "-fgnuc-version=4.2.1", "-resource-dir", resources, "-target-cpu",
      options.data_model == DataModel::ILP32 ? "pentium4" : "x86-64",
      // Old and generated code is full of what these groups report; only what may change the meaning is worth a line.
      "-Wno-everything", "-Wimplicit-function-declaration", "-Wint-conversion", "-fdouble-square-bracket-attributes",
      // Else <ctype.h> of glibc reads a table of its own instead of calling the functions.
      "-D__NO_CTYPE", "-D__BIREACH__=1", "-fbracket-depth", max_brackets, "-include", types_file};
  const std::vector<std::string> given = arguments_for(options, file);
  for (std::size_t at = 0; at < given.size(); ++at)
    if (const std::string spelled = cc1_spelling(given[at]); !spelled.empty() && !is_overruled(given, at))
      arguments.push_back(spelled);
  // What Clang ignores may mean something to gcc (and PragmaListener).
  arguments.insert(arguments.end(), {"-Wunknown-attributes", "-Wignored-attributes", "-Wsystem-headers"});
  const bool has_system = std::find(given.begin(), given.end(), "-nostdinc") == given.end();
  for (const char* directory : {"/usr/local/include", "", "/usr/include/x86_64-linux-gnu", "/usr/include"})
    if (has_system)
      arguments.insert(arguments.end(), {"-internal-isystem", *directory ? directory : resources + "/include"});
  arguments.insert(arguments.end(), {"-idirafter", header_folder});
  arguments.push_back(file.rfind('-', 0) == 0 ? "./" + file : file);  // to clang it would be an option
  return arguments;
}

/// Parses, and hears the pragmas. The syntax tree is left to ASTUnit.
class Reading : public clang::ASTFrontendAction {
 public:
  explicit Reading(std::vector<IgnoredText>& ignored) : ignored_(ignored) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<clang::ASTConsumer>();
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<PragmaListener>(preprocessor, ignored_));
    return true;
  }

 private:
  std::vector<IgnoredText>& ignored_;
};

[[noreturn]] void throw_errors(const std::string& file, const UnitCollector& collector) {
  if (collector.may_be_c() && !collector.errors.empty()) throw NotReadable(collector.errors.front());
  std::string message;
  for (const std::string& error : collector.errors) message += (message.empty() ? "" : "\n") + error;
  throw ParseError(message.empty() ? file + ": Clang could not parse the file" : message);
}

}  // namespace

namespace {

/// Throws ParseError.
std::string content_of(const std::string& file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) throw ParseError(file + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// The driver comes behind the text.
std::string with_driver(const std::string& text) {
  return text + "\n#include \"" + driver_file + "\"\n";
}

/// Parses the file, or `text` in its place.
std::unique_ptr<clang::ASTUnit> parse(const std::string& file, const ParseOptions& options,
                                      std::vector<std::string>* warnings, std::vector<IgnoredText>* ignored,
                                      const std::string* text) {
  UnitCollector collector;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(new clang::DiagnosticsEngine(
      new clang::DiagnosticIDs, new clang::DiagnosticOptions, &collector, /*ShouldOwnClient=*/false));
  const std::vector<std::string> arguments = cc1_arguments(file, options);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diagnostics)) throw_errors(file, collector);
  // The preprocessor takes the buffers over.
  const auto remap = [&](const std::string& path, const std::string& content) {
    invocation->getPreprocessorOpts().addRemappedFile(path, llvm::MemoryBuffer::getMemBufferCopy(content).release());
  };
  for (const auto& [path, content] : options.texts)
    if (path != file) remap(path, content);
  if (text) {
    remap(file, *text);
  } else {
    const auto changed = options.texts.find(file);
    const bool is_changed = changed != options.texts.end();
    const std::string given = is_changed ? changed->second : content_of(file);
    const std::optional<std::string> readable = readable_text(given);
    const bool has_driver = options.driver && options.driver->file == file;
    if (has_driver) remap(driver_file, options.driver->text);
    if (is_changed || readable || has_driver) {
      const std::string& content = readable ? *readable : given;
      remap(file, has_driver ? with_driver(content) : content);
    }
  }
  remap(types_file, types_text);
  remap(header_file, std::string(program_header()));
  invocation->getDiagnosticOpts().IgnoreWarnings = false;
  Reading reading(collector.ignored);
  std::unique_ptr<clang::ASTUnit> unit(clang::ASTUnit::LoadFromCompilerInvocationAction(
      invocation, std::make_shared<clang::PCHContainerOperations>(), diagnostics, &reading));
  if (!unit || !collector.errors.empty()) throw_errors(file, collector);
  if (warnings) warnings->insert(warnings->end(), collector.warnings.begin(), collector.warnings.end());
  if (ignored) *ignored = std::move(collector.ignored);
  // The collector dies here; whatever Clang's evaluator may still want to say is of no interest.
  diagnostics->setClient(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  return unit;
}

}  // namespace

std::unique_ptr<clang::ASTUnit> parse_unit(const std::string& file, const ParseOptions& options,
                                           std::vector<std::string>* warnings, std::vector<IgnoredText>* ignored) {
  if (file == "-") throw ParseError("-: the standard input cannot be read; give a file");
  check_readable(file);
  return parse(file, options, warnings, ignored, nullptr);
}

std::unique_ptr<clang::ASTUnit> parse_library(DataModel data_model, PlainChar plain_char, const std::string& text) {
  ParseOptions options;
  options.data_model = data_model;
  if (plain_char == PlainChar::is_unsigned) options.clang_arguments.emplace_back("-funsigned-char");
  return parse("bireach_library.c", options, nullptr, nullptr, &text);
}

}  // namespace bireach::frontend
