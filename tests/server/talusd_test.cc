// The real program as a process: its end by signals, by kill -9, and what a
// client makes of it.

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "server/health_probe.h"
#include "tests/server/service_harness.h"
#include "tests/server/talusd_process.h"

namespace talus {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> Arguments() {
  return {"--listen=127.0.0.1:0", "--metrics-listen=127.0.0.1:0"};
}

std::unique_ptr<v1::TerrainService::Stub> StubOf(const TalusdProcess& talusd) {
  return v1::TerrainService::NewStub(grpc::CreateChannel(
      talusd.address(), grpc::InsecureChannelCredentials()));
}

// More than the sockets and the ready line hold, so that a reader that stops
// finds the server in the middle.
v1::StreamRegionRequest LargeRegion() {
  v1::StreamRegionRequest request = SomeRegion(2048, 2048);
  request.mutable_spec()->mutable_recipe()->clear_stages();
  request.mutable_spec()
      ->mutable_recipe()
      ->add_stages()
      ->mutable_gradient_noise()
      ->set_octaves(3);
  request.mutable_spec()
      ->mutable_recipe()
      ->add_stages()
      ->mutable_creep()
      ->set_passes(2);
  return request;
}

using Tiles = std::map<std::pair<int64_t, int64_t>, std::string>;

Tiles TilesOf(const StreamResult& result) {
  Tiles tiles;
  for (const StreamResult::Tile& tile : result.tiles) {
    if (tile.data.size() != tile.header.total_bytes()) continue;
    tiles[{tile.header.rect().x(), tile.header.rect().y()}] = tile.data;
  }
  return tiles;
}

TEST(Talusd, KilledInMidStreamGivesTheSameBytesWhenAskedAgain) {
  StreamResult broken;
  {
    TalusdProcess talusd(Arguments());
    const auto stub = StubOf(talusd);
    grpc::ClientContext context;
    const auto reader = stub->StreamRegion(&context, LargeRegion());
    v1::StreamRegionResponse event;
    while (broken.tiles.size() < 3 && reader->Read(&event)) {
      Collect(event, &broken);
    }
    talusd.Signal(SIGKILL);
    EXPECT_EQ(talusd.Wait(), -SIGKILL);
    while (reader->Read(&event)) Collect(event, &broken);
    EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  }
  EXPECT_FALSE(broken.has_summary);
  TalusdProcess again(Arguments());
  grpc::ClientContext context;
  const StreamResult whole =
      ReadStream(StubOf(again).get(), LargeRegion(), &context);
  ASSERT_TRUE(whole.status.ok()) << whole.status.error_message();
  EXPECT_TRUE(whole.has_summary);
  const Tiles all = TilesOf(whole);
  EXPECT_EQ(all.size(), 64u);
  const Tiles some = TilesOf(broken);
  EXPECT_GE(some.size(), 3u);
  EXPECT_LT(some.size(), 64u);
  for (const auto& [place, data] : some) EXPECT_TRUE(all.at(place) == data);
}

TEST(Talusd, DrainsOnSigtermAndExitsWithZero) {
  TalusdProcess talusd(Arguments());
  EXPECT_THAT(talusd.ready_line(), StartsWith("ready listen=127.0.0.1:"));
  EXPECT_THAT(talusd.ready_line(), HasSubstr(" metrics=127.0.0.1:"));
  const auto stub = StubOf(talusd);
  grpc::ClientContext context;
  const auto reader = stub->StreamRegion(&context, LargeRegion());
  v1::StreamRegionResponse event;
  StreamResult result;
  ASSERT_TRUE(reader->Read(&event));
  Collect(event, &result);
  talusd.Signal(SIGTERM);
  while (ProbeHealth(talusd.address(), "").ok()) {
  }
  while (reader->Read(&event)) Collect(event, &result);
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_TRUE(result.has_summary) << "what had begun was ended";
  EXPECT_EQ(talusd.Wait(), 0);
}

TEST(Talusd, StopsAtOnceAtTheSecondSignal) {
  TalusdProcess talusd(Arguments());
  const auto stub = StubOf(talusd);
  grpc::ClientContext context;
  const auto reader = stub->StreamRegion(&context, LargeRegion());
  v1::StreamRegionResponse event;
  ASSERT_TRUE(reader->Read(&event));
  talusd.Signal(SIGINT);
  while (ProbeHealth(talusd.address(), "").ok()) {
  }
  talusd.Signal(SIGTERM);  // the reader reads nothing: only this ends it
  EXPECT_EQ(talusd.Wait(), 0);
  while (reader->Read(&event)) {
  }
  EXPECT_FALSE(reader->Finish().ok());
}

TEST(Talusd, ProbesTheHealthOfAnother) {
  TalusdProcess talusd(Arguments());
  TalusdProcess good({"--health", talusd.address()});
  EXPECT_EQ(good.Wait(), 0);
  TalusdProcess bad({"--health", "127.0.0.1:1"});
  EXPECT_EQ(bad.Wait(), 1);
}

TEST(Talusd, RefusesBadFlagsAndAddressesWithTwo) {
  TalusdProcess flag({"--nonsense"});
  EXPECT_EQ(flag.Wait(), 2);
  TalusdProcess talusd(Arguments());
  TalusdProcess taken({"--listen", talusd.address(), "--metrics-listen=none"});
  EXPECT_EQ(taken.Wait(), 2);
}

TEST(Talusd, PrintsItsConfigAndReadsItBack) {
  TalusdProcess talusd({"--config", TALUS_SOURCE_DIR "/deploy/talusd.conf",
                        "--listen=127.0.0.1:0", "--metrics-listen=none"});
  EXPECT_THAT(talusd.ready_line(), StartsWith("ready listen="));
  talusd.Signal(SIGTERM);
  EXPECT_EQ(talusd.Wait(), 0);
}

}  // namespace
}  // namespace talus
