#ifndef TALUS_CLIENT_SIDECAR_H_
#define TALUS_CLIENT_SIDECAR_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/sidecar.pb.h"
#include "sim/base/rect.h"

namespace talus {

inline constexpr uint32_t kSidecarVersion = 1;

// The JSON file beside exported layers; client/sidecar.proto tells its fields.
absl::Status WriteSidecar(const std::string& path,
                          const client::Sidecar& sidecar);
// DATA_LOSS where the file is no sidecar of a version that is read here, or one
// that no talus writes: files out of its folder, other blocks than those of its
// region.
absl::StatusOr<client::Sidecar> ReadSidecar(const std::string& path);

// The path of the only sidecar of a folder, or `path` itself where it is a
// file. NOT_FOUND, or FAILED_PRECONDITION where there are several.
absl::StatusOr<std::string> FindSidecar(const std::string& path);

client::Region ToSidecar(const Rect& rect);
Rect FromSidecar(const client::Region& region);

}  // namespace talus

#endif  // TALUS_CLIENT_SIDECAR_H_
