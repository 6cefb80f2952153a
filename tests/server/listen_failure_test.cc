#include "server/listen_failure.h"

#include <gtest/gtest.h>

#include "tests/server/service_harness.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

TEST(ListenFailure, IsToldInTheWordsOfTheSystem) {
  ServiceHarness taken(std::make_unique<FakeRegionMaker>());
  EXPECT_EQ(WhyNotListen(taken.address()), "Address already in use");
  EXPECT_EQ(WhyNotListen("192.0.2.1:7420"), "Cannot assign requested address");
  EXPECT_EQ(WhyNotListen("unix:/no/such/folder/t.sock"),
            "No such file or directory");
}

TEST(ListenFailure, OfAnAddressThatIsFreeLeavesItFree) {
  const TemporaryFolder folder;
  const std::string socket = "unix:" + folder / "free.sock";
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(WhyNotListen(socket), std::nullopt);
    EXPECT_EQ(WhyNotListen("127.0.0.1:0"), std::nullopt);
  }
}

TEST(ListenFailure, NamesTheOptionTheCauseAndWhatToGive) {
  EXPECT_EQ(CannotListen("listen", "a:1", "it burns", "another").message(),
            "listen = a:1 cannot be listened on: it burns; give another");
  EXPECT_EQ(
      CannotListen("listen", "a:1", std::nullopt, "it again").message(),
      "listen = a:1 cannot be listened on: it is free now; give it again");
}

}  // namespace
}  // namespace talus
