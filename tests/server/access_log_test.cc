#include "server/access_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talus {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::chrono::system_clock::time_point kNow{
    std::chrono::milliseconds(1'700'000'000'123)};

TEST(AccessLine, TellsAllOfAServedRegion) {
  AccessRecord record;
  record.method = Method::kStreamRegion;
  record.peer = "ipv4:127.0.0.1:5";
  record.took = std::chrono::microseconds(1500);
  record.queued = std::chrono::microseconds(250);
  record.recipe_digest = "ab";
  record.level = 2;
  record.cells = 4096;
  record.tiles = 3;
  record.bytes = 12345;
  EXPECT_EQ(AccessLine(record, kNow),
            "{\"time\":\"2023-11-14T22:13:20.123Z\",\"severity\":\"info\","
            "\"method\":\"StreamRegion\",\"code\":\"OK\","
            "\"peer\":\"ipv4:127.0.0.1:5\",\"total_ms\":1.500,"
            "\"queue_ms\":0.250,\"recipe\":\"ab\",\"level\":2,\"cells\":4096,"
            "\"tiles\":3,\"source\":\"computed\",\"bytes\":12345}");
}

TEST(AccessLine, StaysOneLineWhateverTheMessageHolds) {
  AccessRecord record;
  record.status = absl::InvalidArgumentError("bad \"x\"\nand \\ \x01");
  const std::string line = AccessLine(record, kNow);
  EXPECT_THAT(line, HasSubstr("\"code\":\"INVALID_ARGUMENT\""));
  EXPECT_THAT(line, HasSubstr(R"("message":"bad \"x\"\u000aand \\ \u0001")"));
  EXPECT_THAT(line, Not(HasSubstr("\n")));
  EXPECT_THAT(line, Not(HasSubstr("recipe")));
}

TEST(AccessLog, GivesWholeLinesToItsSink) {
  std::vector<std::string> lines;
  AccessLog log([&lines](const std::string& line) { lines.push_back(line); });
  log.Event("info", "draining");
  log.Write(AccessRecord());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], HasSubstr("\"message\":\"draining\""));
  EXPECT_THAT(lines[1], HasSubstr("\"method\":\"GetCapabilities\""));
}

}  // namespace
}  // namespace talus
