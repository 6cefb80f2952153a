// How streams and tiles end before their time, and how slow readers are held.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/latch.h"
#include "tests/server/service_harness.h"

namespace talus {
namespace {

using testing::HasSubstr;

// A maker whose work begins, and ends only when it is stopped.
struct EndlessWork {
  Latch begun;
  Latch stopped;
  TimePoint stopped_at;
  std::unique_ptr<FakeRegionMaker> Maker() {
    return std::make_unique<FakeRegionMaker>([this](std::stop_token stop) {
      begun.Open();
      const absl::Status status = WaitForStop(stop);
      stopped_at = Clock::now();
      stopped.Open();
      return status;
    });
  }
};

// Reads a stream in a thread of its own.
struct BackgroundStream {
  BackgroundStream(ServiceHarness* harness,
                   const v1::StreamRegionRequest& request)
      : thread([this, harness, request] {
          result = ReadStream(&harness->stub(), request, &context);
        }) {}
  grpc::ClientContext context;
  StreamResult result;
  std::thread thread;
};

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

TEST(Cancel, BeforeTheBeginDoesNoWork) {
  auto maker = std::make_unique<FakeRegionMaker>();
  FakeRegionMaker* fake = maker.get();
  ServiceHarness harness(std::move(maker));
  grpc::ClientContext context;
  context.TryCancel();
  const StreamResult result =
      ReadStream(&harness.stub(), SomeRegion(100, 100), &context);
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(fake->runs, 0);
}

TEST(Cancel, StopsTheWorkOfAStreamWithin100Milliseconds) {
  std::vector<double> delays_ms;
  for (int i = 0; i < 5; ++i) {
    EndlessWork work;
    ServiceHarness harness(work.Maker());
    BackgroundStream stream(&harness, SomeRegion(100, 100));
    work.begun.Wait();
    const TimePoint cancelled_at = Clock::now();
    stream.context.TryCancel();
    work.stopped.Wait();
    stream.thread.join();
    EXPECT_EQ(stream.result.status.error_code(), grpc::StatusCode::CANCELLED);
    EXPECT_FALSE(stream.result.has_summary);
    delays_ms.push_back(std::chrono::duration<double, std::milli>(
                            work.stopped_at - cancelled_at)
                            .count());
  }
  EXPECT_LT(Median(delays_ms), 100);
}

TEST(Cancel, StopsTheWorkOfATile) {
  EndlessWork work;
  ServiceHarness harness(work.Maker());
  grpc::ClientContext context;
  grpc::Status status;
  std::thread caller([&] {
    v1::GetTileResponse answer;
    status = harness.stub().GetTile(&context, SomeTile(0, 0), &answer);
  });
  work.begun.Wait();
  context.TryCancel();
  work.stopped.Wait();
  caller.join();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
}

TEST(Cancel, StopsThePlanner) {
  for (const bool stream : {false, true}) {
    Latch begun;
    Latch stopped;
    auto maker = std::make_unique<FakeRegionMaker>();
    maker->plan_gate = [&](std::stop_token stop) {
      begun.Open();
      const absl::Status status = WaitForStop(std::move(stop));
      stopped.Open();
      return status;
    };
    ServiceHarness harness(std::move(maker));
    const v1::StreamRegionRequest region = SomeRegion(100, 100);
    grpc::ClientContext context;
    grpc::Status status;
    std::thread caller([&] {
      if (stream) {
        status = ReadStream(&harness.stub(), region, &context).status;
        return;
      }
      v1::PlanRegionRequest request;
      *request.mutable_spec() = region.spec();
      v1::PlanRegionResponse answer;
      status = harness.stub().PlanRegion(&context, request, &answer);
    });
    begun.Wait();
    context.TryCancel();
    stopped.Wait();
    caller.join();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED) << stream;
  }
}

TEST(Cancel, AfterTheEndChangesNothing) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    const StreamResult result =
        ReadStream(&harness.stub(), SomeRegion(100, 100), &context);
    context.TryCancel();
    EXPECT_TRUE(result.status.ok());
    EXPECT_TRUE(result.has_summary);
  }
}

TEST(Cancel, OfOneCallerLeavesTheTileToTheOthers) {
  Latch begun;
  Latch release;
  auto maker = std::make_unique<FakeRegionMaker>([&](std::stop_token) {
    begun.Open();
    release.Wait();
    return absl::OkStatus();
  });
  FakeRegionMaker* fake = maker.get();
  ServiceHarness harness(std::move(maker));
  grpc::ClientContext contexts[2];
  grpc::Status statuses[2];
  v1::GetTileResponse answers[2];
  std::vector<std::thread> callers;
  for (int i = 0; i < 2; ++i) {
    callers.emplace_back([&, i] {
      statuses[i] =
          harness.stub().GetTile(&contexts[i], SomeTile(0, 0), &answers[i]);
    });
    if (i == 0) begun.Wait();  // so that the first one does the work
  }
  contexts[0].TryCancel();
  callers[0].join();
  release.Open();
  callers[1].join();
  EXPECT_EQ(statuses[0].error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(statuses[1].ok()) << statuses[1].error_message();
  EXPECT_EQ(answers[1].tile().data().size(), 256u * 256 * 4);
  EXPECT_LE(fake->runs, 2);
}

TEST(Cancel, GivesUpThePlaceInLine) {
  EndlessWork work;
  ServerOptions options = ServiceHarness::TestOptions();
  options.region_lane.threads = 1;
  options.region_lane.max_waiting = 1;
  ServiceHarness harness(work.Maker(), options);
  BackgroundStream working(&harness, SomeRegion(100, 100));
  work.begun.Wait();
  // Waits in line: accepted, and nothing more.
  grpc::ClientContext waiting;
  const auto reader =
      harness.stub().StreamRegion(&waiting, SomeRegion(100, 100));
  v1::StreamRegionResponse event;
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_TRUE(event.has_accepted());
  // A third one finds the line full, and is told at once.
  {
    grpc::ClientContext context;
    const StreamResult refused =
        ReadStream(&harness.stub(), SomeRegion(100, 100), &context);
    EXPECT_EQ(refused.status.error_code(),
              grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_THAT(refused.status.error_message(),
                HasSubstr("1 region requests work and 1 wait"));
    EXPECT_TRUE(refused.tiles.empty());
  }
  waiting.TryCancel();
  while (reader->Read(&event)) {
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  // The place is free again as soon as the server knows of the cancel.
  StreamResult next;
  do {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::milliseconds(50));
    next = ReadStream(&harness.stub(), SomeRegion(100, 100), &context);
  } while (next.status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(next.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(next.accepted.tiles(), 1u) << "it was let in line";
  working.context.TryCancel();
  working.thread.join();
}

TEST(Cancel, AStormOfThemLeavesNothingBehind) {
  auto maker = std::make_unique<FakeRegionMaker>(WaitForStop);
  FakeRegionMaker* fake = maker.get();
  ServiceHarness harness(std::move(maker));
  constexpr int kCalls = 200;
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    const auto reader =
        harness.stub().StreamRegion(&context, SomeRegion(100, 100));
    v1::StreamRegionResponse event;
    if (i % 2 == 0) reader->Read(&event);
    context.TryCancel();
    while (reader->Read(&event)) {
    }
    // The line may be full of calls whose cancel is still on its way.
    EXPECT_THAT(reader->Finish().error_code(),
                testing::AnyOf(grpc::StatusCode::CANCELLED,
                               grpc::StatusCode::RESOURCE_EXHAUSTED));
  }
  while (fake->running > 0) std::this_thread::yield();
  EXPECT_EQ(harness.server().metrics().ready_bytes(), 0);
  const grpc::Status status = [&] {
    grpc::ClientContext context;
    v1::GetCapabilitiesResponse answer;
    return harness.stub().GetCapabilities(&context, {}, &answer);
  }();
  EXPECT_TRUE(status.ok()) << status.error_message();
}

TEST(Deadline, StopsTheWork) {
  EndlessWork work;
  ServiceHarness harness(work.Maker());
  grpc::ClientContext context;
  const auto deadline =
      std::chrono::system_clock::now() + std::chrono::milliseconds(100);
  context.set_deadline(deadline);
  const StreamResult result =
      ReadStream(&harness.stub(), SomeRegion(100, 100), &context);
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  work.stopped.Wait();
  harness.server().Drain();
  ASSERT_EQ(harness.lines().size(), 1u);
  EXPECT_THAT(harness.lines()[0], HasSubstr("\"code\":\"DEADLINE_EXCEEDED\""));
}

// A maker that keeps the most bytes that lay ready at the begin of a tile.
TEST(SlowReader, BoundsWhatLiesReadyAndLosesNothing) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.stream.ready_tiles = 3;
  std::atomic<int64_t> most_ready = 0;
  std::atomic<int> emitted = 0;
  TalusServer* server = nullptr;
  auto maker = std::make_unique<FakeRegionMaker>();
  maker->on_tile = [&] {
    ++emitted;
    most_ready = std::max(most_ready.load(), server->metrics().ready_bytes());
  };
  ServiceHarness harness(std::move(maker), options);
  server = &harness.server();
  // 64 MiB in 256 tiles; what the sockets hold is a few MiB.
  grpc::ClientContext context;
  const auto reader =
      harness.stub().StreamRegion(&context, SomeRegion(4096, 4096));
  StreamResult result;
  v1::StreamRegionResponse event;
  ASSERT_TRUE(reader->Read(&event));
  Collect(event, &result);
  // The reader does nothing until the line is full and the maker waits.
  const int64_t full = 3 * 256 * 256 * 4;
  while (server->metrics().ready_bytes() < full) std::this_thread::yield();
  EXPECT_LT(emitted, 200);
  while (reader->Read(&event)) Collect(event, &result);
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(result.tiles.size(), 256u);
  EXPECT_TRUE(result.has_summary);
  EXPECT_LE(most_ready, full);
  EXPECT_EQ(server->metrics().ready_bytes(), 0);
}

TEST(SlowReader, IsGivenUpWhenItTakesNothing) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.stream.write_stall = std::chrono::milliseconds(200);
  auto maker = std::make_unique<FakeRegionMaker>();
  FakeRegionMaker* fake = maker.get();
  ServiceHarness harness(std::move(maker), options);
  grpc::ClientContext context;
  const auto reader =
      harness.stub().StreamRegion(&context, SomeRegion(4096, 4096));
  v1::StreamRegionResponse event;
  ASSERT_TRUE(reader->Read(&event));
  while (harness.lines().empty()) std::this_thread::yield();
  EXPECT_THAT(harness.lines()[0], HasSubstr("\"code\":\"RESOURCE_EXHAUSTED\""));
  EXPECT_THAT(harness.lines()[0], HasSubstr("took nothing for 0.2 s"));
  while (fake->running > 0) std::this_thread::yield();
  while (reader->Read(&event)) {
  }
  EXPECT_FALSE(reader->Finish().ok());
}

TEST(SlowReader, ThatReadsNothingHoldsUpNobodyElse) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.region_lane.threads = 2;
  options.region_lane.max_waiting = 8;
  options.memory_budget_bytes = int64_t{64} << 30;  // the other gate
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(), options);
  constexpr int kFrozen = 6;  // four more than there are workers
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::StreamRegionResponse>>>
      readers;
  for (int i = 0; i < kFrozen; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(harness.stub().StreamRegion(contexts.back().get(),
                                                  SomeRegion(4096, 4096)));
    v1::StreamRegionResponse event;
    ASSERT_TRUE(readers.back()->Read(&event));
    EXPECT_TRUE(event.has_accepted());
  }
  // Long before any of them is given up.
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       options.stream.write_stall / 2);
  const StreamResult small =
      ReadStream(harness.NewStub().get(), SomeRegion(100, 100), &context);
  EXPECT_TRUE(small.status.ok()) << small.status.error_message();
  EXPECT_TRUE(small.has_summary);
  for (int i = 0; i < kFrozen; ++i) {
    contexts[static_cast<size_t>(i)]->TryCancel();
    EXPECT_FALSE(readers[static_cast<size_t>(i)]->Finish().ok());
  }
}

TEST(Streams, SixtyFourAtOnceGetEachTheirOwnCells) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  std::vector<std::thread> readers;
  std::atomic<int> good = 0;
  for (int i = 0; i < 64; ++i) {
    readers.emplace_back([&, i] {
      v1::StreamRegionRequest request = SomeRegion(200, 200);
      request.mutable_spec()->mutable_region()->set_x(i * 1000);
      request.set_tile_size(64);
      grpc::ClientContext context;
      const StreamResult result =
          ReadStream(&harness.stub(), request, &context);
      EXPECT_TRUE(result.status.ok()) << result.status.error_message();
      if (result.tiles.size() == 16 + 4 * (i * 1000 % 64 > 56) &&
          result.tiles[0].header.rect().x() == i * 1000) {
        ++good;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(good, 64);
}

}  // namespace
}  // namespace talus
