#include "client/progress_line.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/strings/str_split.h"

namespace talus {
namespace {

using std::chrono::milliseconds;

// A progress line into a memory file, with a clock that the test turns.
class ProgressLineTest : public testing::Test {
 protected:
  std::string Shown(bool terminal,
                    const std::vector<std::pair<int, int64_t>>& updates) {
    char* text = nullptr;
    size_t size = 0;
    std::FILE* out = open_memstream(&text, &size);
    {
      std::chrono::steady_clock::time_point now;
      ProgressLine line(out, terminal, "alps", [&] { return now; });
      for (const auto& [ms, done] : updates) {
        now = std::chrono::steady_clock::time_point(milliseconds(ms));
        line.Update(done, 1000);
      }
    }
    std::fclose(out);
    std::string shown(text, size);
    std::free(text);
    return shown;
  }
};

TEST_F(ProgressLineTest,
       LinesComeAtOnceThenEveryTwoSecondsElsewhereThanOnATerminal) {
  EXPECT_EQ(Shown(false, {{0, 0},
                          {1000, 100},
                          {1999, 200},
                          {2000, 250},
                          {2500, 300},
                          {2600, 1000}}),
            "alps   0 %\n"
            "alps  25 %  125 cell-passes/s  ETA 0:06\n");
}

TEST_F(ProgressLineTest, ATerminalShowsABarThatEndsFull) {
  const std::string shown =
      Shown(true, {{0, 0}, {50, 100}, {1000, 500}, {1010, 1000}, {2000, 1000}});
  const std::vector<std::string> draws = absl::StrSplit(shown, '\r');
  ASSERT_EQ(draws.size(), 4u);
  EXPECT_EQ(draws[1], "alps [............................]   0 %\033[K");
  EXPECT_EQ(draws[2],
            "alps [##############..............]  50 %  500 cell-passes/s  ETA "
            "0:01\033[K");
  EXPECT_EQ(draws[3],
            "alps [############################] 100 %  990 cell-passes/s  "
            "0:01\033[K\n");
}

TEST_F(ProgressLineTest, RatesAreShownFromTheFirstSecondOn) {
  EXPECT_EQ(Shown(false, {{400, 100}, {2400, 100}}),
            "alps  10 %\n"
            "alps  10 %  42 cell-passes/s  ETA 0:22\n");
}

TEST_F(ProgressLineTest, NothingIsShownOfWorkThatNeverBegan) {
  EXPECT_EQ(Shown(true, {}), "");
}

TEST(ProgressLine, CountsAndTimesAreShort) {
  EXPECT_EQ(FormatCount(7), "7");
  EXPECT_EQ(FormatCount(1234), "1.2 k");
  EXPECT_EQ(FormatCount(250e6), "250 M");
  EXPECT_EQ(FormatCount(1.25e9), "1.2 G");
  EXPECT_EQ(FormatSeconds(6.6), "0:07");
  EXPECT_EQ(FormatSeconds(3723), "1:02:03");
  EXPECT_EQ(FormatSeconds(-1), "0:00");
}

}  // namespace
}  // namespace talus
