// SPDX-License-Identifier: Apache-2.0
/// Which of Clang's errors gcc may not have.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <optional>
#include <string>

namespace bireach::frontend {

/// Hears the diagnostics of one file in their order and says whether the file may be C all the same: C as gcc has it,
/// and Clang has not. What gcc refuses as well is not C; where the two cannot be told apart it may be.
class GnuC {
 public:
  void hear(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info, llvm::StringRef message);
  /// Are all errors heard such as gcc may not have?
  [[nodiscard]] bool may_be_c() const;

 private:
  enum class Judgement {
    not_c,
    may_be_c,
    not_followed,           // Clang lost its way at what may be C: later errors say nothing
    not_c_if_skips_length,  // a jump: notes say what it skips
    may_be_c_if_implicit,   // conflicting types: a note says whether with an implicit declaration
  };
  static Judgement judge(const clang::Diagnostic& info, llvm::StringRef message);
  static Judgement judge_syntax(const clang::Diagnostic& info, llvm::StringRef message);
  static Judgement judge_name(const clang::Diagnostic& info, llvm::StringRef message);
  static bool is_harmless_to_gcc(unsigned error);
  void hear_note(unsigned note);

  Judgement last_ = Judgement::may_be_c;
  bool all_before_ = true;
  bool lost_ = false;
};

/// The text with what only gcc reads of its own preprocessor's output written in another way: which function frees what
/// an allocator returns (`__malloc__ (free, 1)` among attributes, of no meaning but for warnings), and complex numbers
/// of the types `_Float32` and so on. Lines stay what they are. Nothing: it has none of that.
[[nodiscard]] std::optional<std::string> readable_text(const std::string& text);

}  // namespace bireach::frontend
