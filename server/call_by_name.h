#ifndef TALUS_SERVER_CALL_BY_NAME_H_
#define TALUS_SERVER_CALL_BY_NAME_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <string>

namespace talus {

// Calls the unary method "/package.Service/Method" of the server at `address`
// with bytes for a message, as no generated stub can: for messages that no
// package brings, and for bytes that are none. Returns when the call has ended,
// by the deadline of `context` if it has one.
grpc::Status CallByName(grpc::ClientContext* context,
                        const std::string& address, const std::string& method,
                        const grpc::ByteBuffer& request,
                        grpc::ByteBuffer* answer);

}  // namespace talus

#endif  // TALUS_SERVER_CALL_BY_NAME_H_
