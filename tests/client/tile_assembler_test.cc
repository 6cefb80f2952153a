#include "client/tile_assembler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "sim/base/digest.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

// A tile of 3 by 2 heights, cut into chunks of `size` bytes.
std::vector<v1::TileChunk> Chunks(size_t size) {
  std::string bytes;
  for (char i = 0; i < 24; ++i) bytes += i;
  Sha256 hash;
  hash.Update(bytes);
  const Sha256Digest digest = hash.Finish();
  std::vector<v1::TileChunk> chunks;
  for (size_t at = 0; at < bytes.size(); at += size) {
    v1::TileChunk& chunk = chunks.emplace_back();
    chunk.set_layer(v1::LAYER_HEIGHT);
    chunk.set_level(2);
    *chunk.mutable_rect() = ToMessage(Rect{-3, 7, 0, 9});
    chunk.set_format(v1::SAMPLE_FORMAT_NATIVE);
    chunk.set_total_bytes(24);
    chunk.set_offset_bytes(at);
    chunk.set_digest(std::string(digest.begin(), digest.end()));
    chunk.set_data(bytes.substr(at, size));
  }
  return chunks;
}

// The first error, or the tile.
absl::StatusOr<OwnedTile> AddAll(const std::vector<v1::TileChunk>& chunks) {
  TileAssembler assembler;
  for (const v1::TileChunk& chunk : chunks) {
    auto tile = assembler.Add(chunk);
    if (!tile.ok()) return tile.status();
    if (*tile) return **std::move(tile);
  }
  return absl::UnavailableError("no tile");
}

TEST(TileAssembler, ChunksOfAnySizeMakeOneTile) {
  for (const size_t size : {24, 16, 7, 1}) {
    const auto tile = AddAll(Chunks(size));
    ASSERT_TRUE(tile.ok()) << tile.status();
    EXPECT_EQ(tile->rect, (Rect{-3, 7, 0, 9}));
    EXPECT_EQ(tile->level, 2);
    EXPECT_EQ(tile->View().Row(8)[2], 0x17161514);
  }
}

TEST(TileAssembler, SeveralTilesFollowEachOther) {
  TileAssembler assembler;
  for (int i = 0; i < 3; ++i) {
    for (const v1::TileChunk& chunk : Chunks(16)) {
      ASSERT_TRUE(assembler.Add(chunk).ok());
    }
  }
}

TEST(TileAssembler, WhatDoesNotFitTogetherIsDataLoss) {
  struct Case {
    std::string message;
    std::function<void(std::vector<v1::TileChunk>&)> change;
  };
  for (const Case& c : {
           Case{"its digest is not that of its bytes",
                [](auto& chunks) { (*chunks[1].mutable_data())[0] ^= 1; }},
           Case{"its chunks do not follow each other",
                [](auto& chunks) { chunks.erase(chunks.begin()); }},
           Case{"its chunks do not follow each other",
                [](auto& chunks) { chunks[1].set_level(3); }},
           Case{"its chunks do not follow each other",
                [](auto& chunks) { chunks[1].set_offset_bytes(9); }},
           Case{"its chunks do not follow each other",
                [](auto& chunks) { chunks[1].set_data(std::string(17, 'x')); }},
           Case{"an empty chunk", [](auto& chunks) { chunks[1].clear_data(); }},
           Case{"its size is not that of its cells",
                [](auto& chunks) { chunks[0].set_total_bytes(20); }},
           Case{"its size is not that of its cells",
                [](auto& chunks) {
                  chunks[0].mutable_rect()->set_width(int64_t{1} << 39);
                }},
           Case{"not in the NATIVE format that was asked for",
                [](auto& chunks) {
                  chunks[0].set_format(v1::SAMPLE_FORMAT_F32);
                }},
       }) {
    std::vector<v1::TileChunk> chunks = Chunks(16);
    c.change(chunks);
    const absl::Status status = AddAll(chunks).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << c.message;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(c.message));
  }
}

}  // namespace
}  // namespace talus
