#include "server/status_conversion.h"

#include <new>

#include "absl/strings/str_cat.h"

namespace talus {
namespace {

std::string Shortened(absl::string_view message) {
  if (message.size() <= kMaxStatusMessage) return std::string(message);
  constexpr absl::string_view kRest =
      "\n... (more follows; PlanRegion has all)";
  absl::string_view head = message.substr(0, kMaxStatusMessage - kRest.size());
  if (const size_t line = head.rfind('\n'); line != absl::string_view::npos) {
    head = head.substr(0, line);
  }
  return absl::StrCat(head, kRest);
}

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  // Both enumerate google.rpc.Code.
  return {static_cast<grpc::StatusCode>(status.code()),
          Shortened(status.message())};
}

std::string CodeName(absl::StatusCode code) {
  return absl::StatusCodeToString(code);
}

absl::Status CatchOutOfMemory(const std::function<absl::Status()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        "the server ran out of memory for this request; retry later, or ask "
        "for a smaller region");
  }
}

}  // namespace talus
