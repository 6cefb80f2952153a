#include "server/process_setup.h"

#include <gmock/gmock.h>
#include <grpc/grpc.h>
#include <grpc/support/log.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <vector>

namespace talus {
namespace {

TEST(TuneAllocator, IsAcceptedByGlibc) { EXPECT_TRUE(TuneAllocator()); }

TEST(RaiseFileLimit, TakesAllThatTheSystemAllows) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlim_t hard = limit.rlim_max;
  EXPECT_EQ(RaiseFileLimit(), static_cast<long>(hard));
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(limit.rlim_cur, hard);
}

TEST(RouteGrpcLog, TurnsItsLinesIntoOurs) {
  static std::vector<std::string> lines;
  static AccessLog log([](const std::string& line) { lines.push_back(line); });
  grpc_init();  // sets what is logged
  RouteGrpcLog(&log);
  gpr_log(GPR_ERROR, "socket %d", 7);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], testing::HasSubstr("\"severity\":\"error\""));
  EXPECT_THAT(lines[0], testing::HasSubstr("\"message\":\"grpc: socket 7 ("));
  grpc_shutdown();
}

}  // namespace
}  // namespace talus
