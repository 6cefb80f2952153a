#ifndef TALUS_SERVER_MESSAGES_H_
#define TALUS_SERVER_MESSAGES_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "server/encoded_tile.h"

// Messages as bytes. Tile values are not copied: a message is one slice of
// header and one slice that shares the tile.
namespace talus {

grpc::ByteBuffer Serialize(const google::protobuf::MessageLite& message);

// INVALID_ARGUMENT where the bytes are no such message.
absl::Status Parse(const grpc::ByteBuffer& bytes,
                   google::protobuf::MessageLite* message);

// The StreamRegionResponse events that carry a tile, at most `payload_bytes` of
// values in each.
std::vector<grpc::ByteBuffer> TileEvents(const EncodedTilePtr& tile,
                                         int64_t payload_bytes);

// A GetTileResponse, with or without the values.
grpc::ByteBuffer TileAnswer(const EncodedTilePtr& tile, uint32_t engine_version,
                            bool with_data);

}  // namespace talus

#endif  // TALUS_SERVER_MESSAGES_H_
