#include "server/talus_server.h"

#include <gmock/gmock.h>
#include <google/protobuf/empty.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "server/call_by_name.h"
#include "server/health_probe.h"
#include "server/messages.h"
#include "sim/plan/engine.h"
#include "tests/server/http_get.h"
#include "tests/server/latch.h"
#include "tests/server/service_harness.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

using testing::HasSubstr;
using testing::Not;

// A maker whose work begins, and goes on when the test says so.
struct HeldWork {
  Latch begun;
  Latch release;
  std::unique_ptr<FakeRegionMaker> Maker() {
    return std::make_unique<FakeRegionMaker>([this](std::stop_token stop) {
      begun.Open();
      const std::stop_callback wake(stop, [this] { release.Open(); });
      release.Wait();
      return stop.stop_requested() ? absl::CancelledError("stopped")
                                   : absl::OkStatus();
    });
  }
};

struct BackgroundStream {
  explicit BackgroundStream(ServiceHarness* harness)
      : thread([this, harness] {
          result = ReadStream(&harness->stub(), SomeRegion(100, 100), &context);
        }) {}
  grpc::ClientContext context;
  StreamResult result;
  std::thread thread;
};

TEST(Health, ServesAndKnowsItsServices) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  EXPECT_TRUE(ProbeHealth(harness.address(), "").ok());
  EXPECT_TRUE(ProbeHealth(harness.address(), "talus.v1.TerrainService").ok());
  const absl::Status unknown = ProbeHealth(harness.address(), "no.Service");
  EXPECT_EQ(unknown.code(), absl::StatusCode::kUnavailable);
}

TEST(Health, OfNoServerIsUnavailable) {
  std::string address;
  {
    ServiceHarness harness(std::make_unique<FakeRegionMaker>());
    address = harness.address();
  }
  EXPECT_EQ(ProbeHealth(address, "").code(), absl::StatusCode::kUnavailable);
}

TEST(Reflection, NamesTheService) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  grpc::GenericStub stub(grpc::CreateChannel(
      harness.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  void* tag = nullptr;
  bool ok = false;
  const auto call = stub.PrepareCall(
      &context,
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  google::protobuf::Empty list;  // ServerReflectionRequest.list_services = 7
  google::protobuf::Empty::GetReflection()
      ->MutableUnknownFields(&list)
      ->AddLengthDelimited(7, "");
  call->Write(Serialize(list), nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  google::protobuf::Empty services;
  ASSERT_TRUE(Parse(answer, &services).ok());
  EXPECT_THAT(services.SerializeAsString(),
              HasSubstr("talus.v1.TerrainService"));
  context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  queue.Next(&tag, &ok);
}

TEST(Drain, LetsWorkEndAndRefusesNewCalls) {
  HeldWork work;
  ServiceHarness harness(work.Maker());
  BackgroundStream stream(&harness);
  work.begun.Wait();
  std::thread drain([&] { harness.server().Drain(); });
  while (ProbeHealth(harness.address(), "").ok()) std::this_thread::yield();
  // A call that comes over a connection that is there already is refused with
  // a reason; that the drain has begun shows a little after health does.
  grpc::Status refused;
  do {
    grpc::ClientContext context;
    v1::GetCapabilitiesResponse answer;
    refused = harness.stub().GetCapabilities(&context, {}, &answer);
  } while (refused.ok());
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(refused.error_message(), HasSubstr("the server is stopping"));
  work.release.Open();
  stream.thread.join();
  drain.join();
  EXPECT_TRUE(stream.result.status.ok())
      << stream.result.status.error_message();
  EXPECT_TRUE(stream.result.has_summary);
}

TEST(Drain, EndsWhatTakesTooLong) {
  HeldWork work;
  ServerOptions options = ServiceHarness::TestOptions();
  options.drain = std::chrono::milliseconds(50);
  ServiceHarness harness(work.Maker(), options);
  BackgroundStream stream(&harness);
  work.begun.Wait();
  harness.server().Drain();
  stream.thread.join();
  EXPECT_EQ(stream.result.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_FALSE(stream.result.has_summary);
}

TEST(Drain, DoesNotWaitWhenHurried) {
  HeldWork work;
  ServiceHarness harness(work.Maker());  // would wait for a minute
  BackgroundStream stream(&harness);
  work.begun.Wait();
  const TimePoint begin = Clock::now();
  std::thread drain([&] { harness.server().Drain(); });
  harness.server().Hurry();
  drain.join();
  stream.thread.join();
  EXPECT_EQ(stream.result.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
}

TEST(Start, RefusesAnAddressThatIsTaken) {
  ServerOptions with_metrics = ServiceHarness::TestOptions();
  with_metrics.metrics_listen = "127.0.0.1:0";
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(), with_metrics);
  AccessLog log([](const std::string&) {});
  ServerOptions options = ServiceHarness::TestOptions();
  options.listen = {harness.address()};
  const absl::Status port =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_EQ(port.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(port.message()), HasSubstr(harness.address()));
  options = ServiceHarness::TestOptions();
  options.metrics_listen = harness.server().metrics_address();
  const absl::Status metrics =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_EQ(metrics.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(metrics.message()), HasSubstr("metrics-listen"));
}

TEST(Start, SaysWhyItCannotListen) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  AccessLog log([](const std::string&) {});
  ServerOptions options = ServiceHarness::TestOptions();
  options.listen = {"127.0.0.1:0", harness.address()};
  const absl::Status taken =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_THAT(std::string(taken.message()),
              HasSubstr("listen = " + harness.address() +
                        " cannot be listened on: Address already in use"));
  options.listen = {"unix:/no/such/folder/t.sock"};
  const absl::Status nowhere =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_THAT(std::string(nowhere.message()),
              HasSubstr("No such file or directory"));
  options = ServiceHarness::TestOptions();
  options.metrics_listen = harness.address();
  const absl::Status metrics =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_THAT(std::string(metrics.message()),
              HasSubstr("metrics-listen = " + harness.address() +
                        " cannot be listened on: Address already in use"));
}

TEST(Start, TakesNoSocketFromAServerThatLives) {
  const TemporaryFolder folder;
  ServerOptions options = ServiceHarness::TestOptions();
  options.listen = {"unix:" + folder / "owned.sock"};
  auto first = std::make_unique<ServiceHarness>(
      std::make_unique<FakeRegionMaker>(), options);
  AccessLog log([](const std::string&) {});
  const absl::Status second =
      TalusServer::Start(options, std::make_unique<FakeRegionMaker>(), &log)
          .status();
  EXPECT_EQ(second.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(second.message()),
              HasSubstr("another server listens on"));
  EXPECT_TRUE(ProbeHealth(first->address(), "").ok());
  // Its end leaves the name to the next one, and takes it from none.
  first->server().Drain();
  ServiceHarness next(std::make_unique<FakeRegionMaker>(), options);
  first.reset();
  EXPECT_TRUE(ProbeHealth(next.address(), "").ok());
}

TEST(UnknownMethod, IsNamed) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  const auto answer_of = [&](const std::string& method) {
    grpc::ClientContext context;
    grpc::ByteBuffer answer;
    const grpc::Status status =
        CallByName(&context, harness.address(), method, {}, &answer);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
    return status.error_message();
  };
  EXPECT_EQ(answer_of("/talus.v1.TerrainService/Bake"),
            "talus.v1.TerrainService has no method Bake");
  EXPECT_EQ(answer_of("/a.B/C"),
            "there is no method /a.B/C; this server has "
            "talus.v1.TerrainService");
}

TEST(Start, ListensOnAUnixSocketToo) {
  const TemporaryFolder folder;
  ServerOptions options = ServiceHarness::TestOptions();
  options.listen.push_back("unix:" + folder / "too.sock");
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(), options);
  ASSERT_EQ(harness.server().addresses().size(), 2u);
  const auto stub = v1::TerrainService::NewStub(grpc::CreateChannel(
      harness.server().addresses()[1], grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const StreamResult result =
      ReadStream(stub.get(), SomeRegion(100, 100), &context);
  EXPECT_TRUE(result.status.ok()) << result.status.error_message();
  EXPECT_EQ(result.tiles.size(), 1u);
}

TEST(MetricsPage, IsNotHeldUpByConnectionsThatSayNothing) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.metrics_listen = "127.0.0.1:0";
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(), options);
  const std::string address = harness.server().metrics_address();
  std::vector<int> idle;
  for (int i = 0; i < 20; ++i) idle.push_back(ConnectTo(address));
  const TimePoint begin = Clock::now();
  EXPECT_THAT(HttpGet(address, "/metrics"), HasSubstr("200 OK"));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  for (const int fd : idle) close(fd);
}

TEST(MetricsPage, ShowsWhatHappened) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.metrics_listen = "127.0.0.1:0";
  const auto harness = std::make_unique<ServiceHarness>(
      std::make_unique<FakeRegionMaker>(), options);
  grpc::ClientContext stream_context;
  ASSERT_TRUE(
      ReadStream(&harness->stub(), SomeRegion(300, 200), &stream_context)
          .status.ok());
  for (int i = 0; i < 2; ++i) {
    grpc::ClientContext context;
    v1::GetTileResponse answer;
    ASSERT_TRUE(
        harness->stub().GetTile(&context, SomeTile(7, 7), &answer).ok());
  }
  grpc::ClientContext bad_context;
  v1::GetTileResponse answer;
  ASSERT_FALSE(harness->stub().GetTile(&bad_context, {}, &answer).ok());

  const std::string page =
      HttpGet(harness->server().metrics_address(), "/metrics");
  EXPECT_THAT(page, HasSubstr("200 OK"));
  const std::string stream =
      "{grpc_method=\"StreamRegion\",grpc_service=\"talus.v1.TerrainService\","
      "grpc_type=\"server_stream\"}";
  for (const std::string& line : {
           "grpc_server_started_total" + stream + " 1\n",
           "grpc_server_handling_seconds_count" + stream + " 1\n",
           std::string("talus_cell_passes_total{stage=\"plane\"} 1255360\n"),
           std::string("talus_halo_overhead_ratio 1\n"),
           std::string("talus_tiles_total{source=\"computed\"} 1\n"),
           std::string("talus_tiles_total{source=\"memory\"} 1\n"),
           std::string("talus_streamed_tiles_total 2\n"),
           std::string("talus_rejected_total{reason=\"invalid\"} 1\n"),
           std::string("talus_queue_seconds_count{lane=\"region\"} 1\n"),
           std::string("talus_queue_depth{lane=\"region\"} 0\n"),
           std::string("talus_first_tile_seconds_count 1\n"),
           std::string("talus_stream_ready_bytes 0\n"),
           std::string("talus_memory_budget_bytes{state=\"held\"} 0\n"),
           absl::StrCat("talus_build_info{engine_version=\"", kEngineVersion,
                        "\""),
           std::string("process_resident_memory_bytes "),
           std::string("talus_spare_bytes "),
       }) {
    EXPECT_THAT(page, HasSubstr(line));
  }
  EXPECT_THAT(page, Not(HasSubstr("stage=\"multiscale\"")));
}

}  // namespace
}  // namespace talus
