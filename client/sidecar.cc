#include "client/sidecar.h"

#include <google/protobuf/util/json_util.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/message_json.h"
#include "client/pending_file.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

constexpr size_t kMaxSidecarBytes = size_t{256} << 20;

}  // namespace

absl::Status WriteSidecar(const std::string& path,
                          const client::Sidecar& sidecar) {
  TALUS_ASSIGN_OR_RETURN(const std::string json, MessageToJson(sidecar));
  return WriteFile(path, json);
}

absl::StatusOr<client::Sidecar> ReadSidecar(const std::string& path) {
  TALUS_ASSIGN_OR_RETURN(const std::string json,
                         ReadFile(path, kMaxSidecarBytes));
  client::Sidecar sidecar;
  const auto status =
      google::protobuf::util::JsonStringToMessage(json, &sidecar);
  if (!status.ok()) {
    return absl::DataLossError(absl::StrCat(
        path,
        " is no description of talus files: ", std::string(status.message())));
  }
  if (sidecar.sidecar_version() != kSidecarVersion) {
    return absl::DataLossError(
        absl::StrCat(path, " has sidecar_version ", sidecar.sidecar_version(),
                     "; this version of talus reads ", kSidecarVersion));
  }
  return sidecar;
}

absl::StatusOr<std::string> FindSidecar(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return path;
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json" || name.front() == '.') continue;
    if (!found.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat(path, " has several descriptions, such as ", found,
                       " and ", entry.path().string(), "; name one"));
    }
    found = entry.path().string();
  }
  if (found.empty()) {
    return absl::NotFoundError(
        absl::StrCat(path, " has no .json file that describes talus files"));
  }
  return found;
}

client::Region ToSidecar(const Rect& rect) {
  client::Region region;
  region.set_x(static_cast<double>(rect.x0));
  region.set_y(static_cast<double>(rect.y0));
  region.set_width(static_cast<uint32_t>(rect.width()));
  region.set_height(static_cast<uint32_t>(rect.height()));
  return region;
}

Rect FromSidecar(const client::Region& region) {
  const auto x = static_cast<int64_t>(region.x());
  const auto y = static_cast<int64_t>(region.y());
  return {x, y, x + region.width(), y + region.height()};
}

}  // namespace talus
