#include "wire/address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talus {
namespace {

using testing::HasSubstr;

TEST(Address, TakesHostsWithPortsAndSockets) {
  for (const char* address :
       {"127.0.0.1:7420", "host:1", "a-b.example_c.org:65535", "[::1]:7420",
        "unix:talus.sock", "unix:/run/a.sock", "unix:///run/t.sock"}) {
    EXPECT_TRUE(CheckAddress(address).ok()) << CheckAddress(address);
    EXPECT_TRUE(CheckListenAddress(address).ok()) << address;
  }
}

TEST(Address, RefusesWhatNobodyCanListenOn) {
  struct Case {
    std::string address;
    std::string message;
  };
  for (const Case& c : {
           Case{"", "'' has no port; give HOST:PORT or unix:PATH"},
           Case{"bogus", "'bogus' has no port"},
           Case{"host:", "port '', outside"},
           Case{"host:http", "port 'http', outside"},
           Case{"host:-1", "port '-1', outside"},
           Case{"host:+80", "port '+80', outside"},
           Case{"127.0.0.1:65536", "port '65536', outside"},
           Case{"127.0.0.1:99999", "port '99999', outside"},
           Case{"127.0.0.1:4294967376", "port '4294967376', outside"},
           Case{":7420", "no host's name"},
           Case{"::1:7420", "in brackets"},
           Case{"dns:///host:7420", "no host's name"},
           Case{"ho st:7420", "no host's name"},
           Case{"unix:", "names no socket"},
           Case{"unix:" + std::string(200, 'x'), "a path of 200 characters"},
           Case{"unix:a%20b", "a character that no address may have"},
           Case{"\x01\xff", "'\\x01\\xff' has no port"},
       }) {
    for (const absl::Status& status :
         {CheckAddress(c.address), CheckListenAddress(c.address)}) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.address;
      EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
    }
  }
}

TEST(Address, OnlyServersMayLeaveThePortToTheSystem) {
  EXPECT_TRUE(CheckListenAddress("127.0.0.1:0").ok());
  EXPECT_THAT(std::string(CheckAddress("127.0.0.1:0").message()),
              HasSubstr("port '0', outside [1, 65535]"));
}

TEST(Address, OfTcpIsNoSocket) {
  EXPECT_TRUE(CheckTcpListenAddress("127.0.0.1:0").ok());
  EXPECT_FALSE(CheckTcpListenAddress("unix:talus.sock").ok());
  EXPECT_FALSE(CheckTcpListenAddress("7421").ok());
}

TEST(Address, KnowsTheFileOfASocket) {
  EXPECT_EQ(SocketPathOf("unix:a/b"), "a/b");
  EXPECT_EQ(SocketPathOf("unix:/a/b"), "/a/b");
  EXPECT_EQ(SocketPathOf("unix:///a/b"), "/a/b");
  EXPECT_EQ(SocketPathOf("unix:7420"), "7420");
  EXPECT_EQ(SocketPathOf("host:7420"), std::nullopt);
}

}  // namespace
}  // namespace talus
