// SPDX-License-Identifier: Apache-2.0
/// Hears the pragmas of a file.
#pragma once

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

#include "frontend/clang/reading/inspection.h"

namespace bireach::frontend {

/// Notes each pragma that may not be passed over (attributes.h), also one made by `_Pragma` or a macro, and keeps
/// pragmas from silencing what Clang says about attributes that it ignores. Unlike Clang's diagnostics it cannot be
/// silenced itself. What it is made with has to outlive the parsing.
class PragmaListener : public clang::PPCallbacks {
 public:
  PragmaListener(clang::Preprocessor& preprocessor, std::vector<IgnoredText>& found)
      : preprocessor_(preprocessor), found_(found) {}

  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind introducer) override;
  void PragmaDiagnostic(clang::SourceLocation where, llvm::StringRef space, clang::diag::Severity severity,
                        llvm::StringRef group) override;

 private:
  [[nodiscard]] std::string coming_text() const;

  clang::Preprocessor& preprocessor_;
  std::vector<IgnoredText>& found_;
};

}  // namespace bireach::frontend
