#include "server/unknown_method.h"

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "talus/v1/terrain.grpc.pb.h"

namespace talus {
namespace {

constexpr size_t kLongestName = 200;

// `path` is /SERVICE/METHOD.
std::string Reason(const std::string& path) {
  const std::string ours =
      absl::StrCat("/", v1::TerrainService::service_full_name(), "/");
  const bool known = path.compare(0, ours.size(), ours) == 0;
  const std::string name =
      absl::CHexEscape(path.substr(known ? ours.size() : 0, kLongestName));
  if (known) {
    return absl::StrCat(v1::TerrainService::service_full_name(),
                        " has no method ", name);
  }
  return absl::StrCat("there is no method ", name, "; this server has ",
                      v1::TerrainService::service_full_name());
}

class Refusal final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Refusal(const std::string& path) {
    Finish(grpc::Status(grpc::StatusCode::UNIMPLEMENTED, Reason(path)));
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* UnknownMethod::CreateReactor(
    grpc::GenericCallbackServerContext* context) {
  return new Refusal(context->method());
}

}  // namespace talus
