#include "server/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "server/server_options.h"
#include "sim/base/digest.h"

namespace talus {
namespace {

// A tile of `edge` squared cells at negative coordinates.
EncodedTilePtr SomeTile(int64_t edge, v1::SampleFormat format) {
  std::vector<int32_t> words(static_cast<size_t>(edge * edge));
  std::iota(words.begin(), words.end(), -1000);
  TileView view;
  view.layer = Layer::kWater;
  view.level = 3;
  view.rect = {-edge, -2 * edge, 0, -edge};
  view.words = words.data();
  view.stride = edge;
  return MakeEncodedTile(view, format);
}

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(buffer.Dump(&slices).ok());
  std::string bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

TEST(TileEvents, AreTheMessagesThatProtobufWouldWrite) {
  const EncodedTilePtr tile = SomeTile(64, v1::SAMPLE_FORMAT_NATIVE);
  const std::vector<grpc::ByteBuffer> events = TileEvents(tile, kPayloadBytes);
  ASSERT_EQ(events.size(), 1u);
  v1::StreamRegionResponse event;
  ASSERT_TRUE(Parse(events[0], &event).ok());
  EXPECT_EQ(event.SerializeAsString(), BytesOf(events[0]));
  EXPECT_EQ(event.tile().layer(), v1::LAYER_WATER);
  EXPECT_EQ(event.tile().level(), 3u);
  EXPECT_EQ(event.tile().rect().x(), -64);
  EXPECT_EQ(event.tile().rect().y(), -128);
  EXPECT_EQ(event.tile().rect().width(), 64);
  EXPECT_EQ(event.tile().format(), v1::SAMPLE_FORMAT_NATIVE);
  EXPECT_EQ(event.tile().total_bytes(), 64u * 64 * 4);
  EXPECT_EQ(event.tile().data(), tile->data);
  EXPECT_EQ(Sha256Hex(event.tile().data()), ToHex(event.tile().digest()));
}

TEST(TileEvents, CutLargeTilesIntoMessagesThatFit) {
  const EncodedTilePtr tile = SomeTile(1024, v1::SAMPLE_FORMAT_F32);
  const std::vector<grpc::ByteBuffer> events = TileEvents(tile, kPayloadBytes);
  EXPECT_EQ(events.size(), 5u);
  std::string data;
  for (const grpc::ByteBuffer& buffer : events) {
    EXPECT_LE(buffer.Length(), size_t{1} << 20);
    v1::StreamRegionResponse event;
    ASSERT_TRUE(Parse(buffer, &event).ok());
    EXPECT_EQ(event.tile().offset_bytes(), data.size());
    EXPECT_EQ(event.tile().digest(), tile->digest);
    data += event.tile().data();
  }
  EXPECT_EQ(data, tile->data);
}

TEST(TileEvents, KeepTheTileAliveAndDoNotCopyIt) {
  EncodedTilePtr tile = SomeTile(256, v1::SAMPLE_FORMAT_F32);
  const std::weak_ptr<const EncodedTile> watch = tile;
  const void* values = tile->data.data();
  {
    const std::vector<grpc::ByteBuffer> events =
        TileEvents(tile, kPayloadBytes);
    tile.reset();
    ASSERT_FALSE(watch.expired());
    std::vector<grpc::Slice> slices;
    ASSERT_TRUE(events[0].Dump(&slices).ok());
    ASSERT_EQ(slices.size(), 2u);
    EXPECT_EQ(static_cast<const void*>(slices[1].begin()), values);
  }
  EXPECT_TRUE(watch.expired());
}

TEST(TileAnswer, CarriesTheTileAndTheEngineVersion) {
  const EncodedTilePtr tile = SomeTile(256, v1::SAMPLE_FORMAT_F32);
  const grpc::ByteBuffer bytes = TileAnswer(tile, 7, true);
  v1::GetTileResponse answer;
  ASSERT_TRUE(Parse(bytes, &answer).ok());
  EXPECT_EQ(answer.engine_version(), 7u);
  EXPECT_EQ(answer.tile().data(), tile->data);
}

TEST(TileAnswer, LeavesOutValuesThatTheCallerHas) {
  const EncodedTilePtr tile = SomeTile(64, v1::SAMPLE_FORMAT_F32);
  v1::GetTileResponse answer;
  ASSERT_TRUE(Parse(TileAnswer(tile, 7, false), &answer).ok());
  EXPECT_TRUE(answer.tile().data().empty());
  EXPECT_EQ(answer.tile().digest(), tile->digest);
  EXPECT_EQ(answer.tile().total_bytes(), 64u * 64 * 4);
}

TEST(Parse, RefusesBytesThatAreNoMessage) {
  const grpc::Slice slice(std::string("\xff\xff\xff"));
  v1::GetTileRequest request;
  const absl::Status status = Parse(grpc::ByteBuffer(&slice, 1), &request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("talus.v1.GetTileRequest"));
}

}  // namespace
}  // namespace talus
