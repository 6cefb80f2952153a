#include "server/messages.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "talus/v1/terrain.pb.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

using google::protobuf::io::CodedOutputStream;

// Tag of a length-delimited field.
constexpr uint32_t Tag(uint32_t field) { return field << 3 | 2; }

// Everything of a TileChunk but its data.
std::string ChunkHeader(const EncodedTile& tile, int64_t offset_bytes) {
  v1::TileChunk chunk;
  chunk.set_layer(ToMessage(tile.layer));
  chunk.set_level(static_cast<uint32_t>(tile.level));
  *chunk.mutable_rect() = ToMessage(tile.rect);
  chunk.set_format(tile.format);
  chunk.set_total_bytes(static_cast<uint64_t>(tile.bytes()));
  chunk.set_offset_bytes(static_cast<uint64_t>(offset_bytes));
  chunk.set_digest(tile.digest);
  return chunk.SerializeAsString();
}

// A slice of the tile's own memory, which it keeps alive.
grpc::Slice Share(const EncodedTilePtr& tile, int64_t offset, int64_t bytes) {
  auto* owner = new EncodedTilePtr(tile);
  return grpc::Slice(
      const_cast<char*>(tile->data.data() + offset), static_cast<size_t>(bytes),
      [](void* p) { delete static_cast<EncodedTilePtr*>(p); }, owner);
}

// `prefix`, then field `chunk_field` with a TileChunk whose data comes last.
grpc::ByteBuffer WithChunk(const std::string& prefix, uint32_t chunk_field,
                           const EncodedTilePtr& tile, int64_t offset,
                           int64_t data_bytes) {
  const std::string header = ChunkHeader(*tile, offset);
  const uint32_t data_tag = Tag(v1::TileChunk::kDataFieldNumber);
  const auto data_size = static_cast<uint32_t>(data_bytes);
  uint32_t chunk_size = static_cast<uint32_t>(header.size());
  if (data_size > 0) {
    chunk_size +=
        static_cast<uint32_t>(CodedOutputStream::VarintSize32(data_tag) +
                              CodedOutputStream::VarintSize32(data_size)) +
        data_size;
  }
  std::string head = prefix;
  {
    google::protobuf::io::StringOutputStream string(&head);
    CodedOutputStream out(&string);
    out.WriteVarint32(Tag(chunk_field));
    out.WriteVarint32(chunk_size);
    out.WriteString(header);
    if (data_size > 0) {
      out.WriteVarint32(data_tag);
      out.WriteVarint32(data_size);
    }
  }
  if (data_size == 0) {
    const grpc::Slice slice(head);
    return grpc::ByteBuffer(&slice, 1);
  }
  const grpc::Slice slices[] = {grpc::Slice(head),
                                Share(tile, offset, data_bytes)};
  return grpc::ByteBuffer(slices, 2);
}

}  // namespace

grpc::ByteBuffer Serialize(const google::protobuf::MessageLite& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

absl::Status Parse(const grpc::ByteBuffer& bytes,
                   google::protobuf::MessageLite* message) {
  grpc::ByteBuffer shared = bytes;  // a reference; reading consumes it
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message->ParseFromZeroCopyStream(&reader)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the request's bytes are not a ", message->GetTypeName(), " message"));
}

std::vector<grpc::ByteBuffer> TileEvents(const EncodedTilePtr& tile,
                                         int64_t payload_bytes) {
  std::vector<grpc::ByteBuffer> events;
  for (int64_t at = 0; at < tile->bytes(); at += payload_bytes) {
    events.push_back(WithChunk("", v1::StreamRegionResponse::kTileFieldNumber,
                               tile, at,
                               std::min(payload_bytes, tile->bytes() - at)));
  }
  return events;
}

grpc::ByteBuffer TileAnswer(const EncodedTilePtr& tile, uint32_t engine_version,
                            bool with_data) {
  v1::GetTileResponse answer;
  answer.set_engine_version(engine_version);
  return WithChunk(answer.SerializeAsString(),
                   v1::GetTileResponse::kTileFieldNumber, tile, 0,
                   with_data ? tile->bytes() : 0);
}

}  // namespace talus
