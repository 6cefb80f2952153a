#include "server/call_by_name.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>

namespace talus {

grpc::Status CallByName(grpc::ClientContext* context,
                        const std::string& address, const std::string& method,
                        const grpc::ByteBuffer& request,
                        grpc::ByteBuffer* answer) {
  grpc::GenericStub stub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(context, method, request, &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(answer, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  return status;
}

}  // namespace talus
