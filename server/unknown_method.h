#ifndef TALUS_SERVER_UNKNOWN_METHOD_H_
#define TALUS_SERVER_UNKNOWN_METHOD_H_

#include <grpcpp/generic/async_generic_service.h>

namespace talus {

// Answers calls of methods that no service has: UNIMPLEMENTED, with a reason.
class UnknownMethod final : public grpc::CallbackGenericService {
 public:
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;
};

}  // namespace talus

#endif  // TALUS_SERVER_UNKNOWN_METHOD_H_
