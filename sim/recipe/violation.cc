#include "sim/recipe/violation.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace talus {

void Violations::Add(std::string path, std::string reason) {
  if (list_.size() == kMax) {
    ++left_out_;
    return;
  }
  for (const FieldViolation& v : list_) {
    if (v.path == path) return;
  }
  list_.push_back({std::move(path), std::move(reason)});
}

absl::Status Violations::ToStatus() const {
  if (list_.empty()) return absl::OkStatus();
  std::string message;
  for (const FieldViolation& v : list_) {
    absl::StrAppend(&message, message.empty() ? "" : "\n", v.path, " ",
                    v.reason);
  }
  if (left_out_ > 0) absl::StrAppend(&message, "\nand ", left_out_, " more");
  return absl::InvalidArgumentError(message);
}

}  // namespace talus
