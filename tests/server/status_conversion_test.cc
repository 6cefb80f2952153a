#include "server/status_conversion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>

namespace talus {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(ToGrpc, KeepsEveryCodeAndTheMessage) {
  for (int code = 1; code <= 16; ++code) {
    const grpc::Status status =
        ToGrpc(absl::Status(static_cast<absl::StatusCode>(code), "why"));
    EXPECT_EQ(status.error_code(), code);
    EXPECT_EQ(status.error_message(), "why");
  }
  EXPECT_TRUE(ToGrpc(absl::OkStatus()).ok());
}

TEST(ToGrpc, CutsLongMessagesAtALineAndSaysSo) {
  std::string message;
  for (int i = 0; i < 200; ++i)
    message += "stages[0].x = 7 is outside [0, 1]\n";
  const grpc::Status status = ToGrpc(absl::InvalidArgumentError(message));
  EXPECT_LE(status.error_message().size(), kMaxStatusMessage);
  EXPECT_THAT(status.error_message(),
              EndsWith("[0, 1]\n... (more follows; PlanRegion has all)"));
}

TEST(CodeName, IsTheNameOfTheEnum) {
  EXPECT_EQ(CodeName(absl::StatusCode::kOk), "OK");
  EXPECT_EQ(CodeName(absl::StatusCode::kResourceExhausted),
            "RESOURCE_EXHAUSTED");
}

TEST(CatchOutOfMemory, MakesItResourceExhausted) {
  const absl::Status status =
      CatchOutOfMemory([]() -> absl::Status { throw std::bad_alloc(); });
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("ran out of memory"));
}

TEST(CatchOutOfMemory, PassesOtherAnswersOn) {
  EXPECT_TRUE(CatchOutOfMemory([] { return absl::OkStatus(); }).ok());
  EXPECT_EQ(CatchOutOfMemory([] { return absl::NotFoundError("x"); }),
            absl::NotFoundError("x"));
}

}  // namespace
}  // namespace talus
