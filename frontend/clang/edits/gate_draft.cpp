// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/gate_draft.h"

namespace bireach::frontend {

Draft& GateDraft::add(EditKind kind, unsigned size, const std::string& text, const std::string& schema, int binding) {
  Draft draft;
  draft.edit.kind = kind;
  draft.edit.site = place.site;
  draft.edit.place = range;
  draft.edit.size = size;
  draft.span = unit.span;
  draft.text = text;
  draft.schema = schema;
  draft.binding = binding;
  draft.old_binding = old_binding;
  draft.needs = place.needs;
  drafts.push_back(std::move(draft));
  return drafts.back();
}

}  // namespace bireach::frontend
