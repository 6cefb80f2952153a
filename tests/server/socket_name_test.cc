#include "server/socket_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "tests/temporary_folder.h"

namespace talus {
namespace {

using testing::HasSubstr;

// A socket that listens by a name until it is closed; the name stays.
class Listener {
 public:
  explicit Listener(const std::string& path)
      : fd_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    unlink(path.c_str());
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
              0);
    EXPECT_EQ(listen(fd_, 1), 0);
  }
  ~Listener() { close(fd_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

 private:
  const int fd_;
};

bool Exists(const std::string& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0;
}

class SocketNameTest : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "named.sock";
  const std::string bound_ = SocketName::UnusedBeside(path_);
};

TEST_F(SocketNameTest, IsGivenAndRemoved) {
  const Listener listener(bound_);
  {
    const auto name = SocketName::Take(bound_, path_);
    ASSERT_TRUE(name.ok()) << name.status();
    EXPECT_TRUE(Exists(path_));
    EXPECT_FALSE(Exists(bound_));
  }
  EXPECT_FALSE(Exists(path_));
}

TEST_F(SocketNameTest, OfADeadServerIsTaken) {
  { const Listener dead(path_); }
  const Listener listener(bound_);
  const auto name = SocketName::Take(bound_, path_);
  EXPECT_TRUE(name.ok()) << name.status();
}

TEST_F(SocketNameTest, OfALivingServerIsNot) {
  const Listener living(path_);
  const Listener listener(bound_);
  const absl::Status status = SocketName::Take(bound_, path_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
  EXPECT_TRUE(Exists(path_));
  unlink(bound_.c_str());
}

TEST_F(SocketNameTest, OfAFileThatIsNoSocketIsNot) {
  std::ofstream(path_) << "mine";
  const Listener listener(bound_);
  EXPECT_EQ(SocketName::Take(bound_, path_).status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_TRUE(Exists(path_));
  unlink(bound_.c_str());
}

TEST_F(SocketNameTest, ThatIsAnothersByNowIsLeftAlone) {
  const Listener listener(bound_);
  auto name = SocketName::Take(bound_, path_);
  ASSERT_TRUE(name.ok()) << name.status();
  const Listener other(path_);  // takes the name by force
  name->reset();
  EXPECT_TRUE(Exists(path_));
}

}  // namespace
}  // namespace talus
