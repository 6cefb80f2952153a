#include "sim/base/large_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

namespace talus {
namespace {

constexpr size_t kBytes = 6 * kHugePage;
constexpr int64_t kPlenty = int64_t{1} << 30;

// Pieces of kBytes that were in use at once, given back in their order.
std::vector<void*> TakeAndGiveBack(LargeMemory& memory, int count) {
  std::vector<void*> taken;
  for (int i = 0; i < count; ++i) taken.push_back(memory.Take(kBytes));
  for (void* each : taken) memory.GiveBack(each);
  return taken;
}

TEST(LargeMemory, IsAlignedToHugePagesAndHoldsItsLastByte) {
  LargeMemory memory;
  for (const size_t bytes : {kHugePage, kHugePage + 64, kBytes - 64}) {
    auto* words = static_cast<char*>(memory.Take(bytes));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(words) % kHugePage, 0u);
    words[bytes - 1] = 1;
    EXPECT_TRUE(memory.GiveBack(words));
  }
}

#if !defined(__SANITIZE_ADDRESS__)  // which takes its memory from malloc
TEST(LargeMemory, HandsItsPagesBackToTheSystem) {
  LargeMemory memory;
  std::vector<unsigned char> resident(kBytes / 4096);
  for (const size_t bytes : {kHugePage, kHugePage + 64, kBytes - 64}) {
    void* words = memory.Take(bytes);
    EXPECT_EQ(mincore(words, bytes, resident.data()), 0) << bytes;
    memory.GiveBack(words);
    // No page of it is mapped any more, not even the last one.
    void* last = static_cast<char*>(words) + (bytes - 1) / 4096 * 4096;
    for (void* page : {words, last}) {
      EXPECT_EQ(mincore(page, 1, resident.data()), -1) << bytes;
      EXPECT_EQ(errno, ENOMEM) << bytes;
    }
  }
}
#endif

TEST(LargeMemory, HandsOutAgainWhatWasGivenBackLast) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  const std::vector<void*> taken = TakeAndGiveBack(memory, 2);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(2 * kBytes));
  EXPECT_EQ(memory.Take(kBytes), taken[1]);
  EXPECT_EQ(memory.Take(kBytes), taken[0]);
  EXPECT_EQ(memory.kept_bytes(), 0);
  for (void* each : taken) memory.GiveBack(each);
}

TEST(LargeMemory, PrefersTheSmallestThatServes) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  void* exact = memory.Take(kBytes);
  void* larger = memory.Take(kBytes + 4096);
  memory.GiveBack(exact);
  memory.GiveBack(larger);
  EXPECT_EQ(memory.Take(kBytes), exact);
  memory.GiveBack(exact);
}

TEST(LargeMemory, DoesNotServeWhatIsLargerOrMuchSmaller) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  const std::vector<void*> taken = TakeAndGiveBack(memory, 3);
  // There is room for the last one beside these two.
  void* larger = memory.Take(kBytes + 64);
  void* smaller = memory.Take(kBytes / 8 * 7 - 64);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(kBytes));
  void* little_smaller = memory.Take(kBytes / 8 * 7);
  EXPECT_EQ(little_smaller, taken.back());
  for (void* each : {larger, smaller, little_smaller}) memory.GiveBack(each);
}

TEST(LargeMemory, KeepsNothingUnlessAllowed) {
  LargeMemory memory;
  memory.GiveBack(memory.Take(kBytes));
  EXPECT_EQ(memory.kept_bytes(), 0);
}

TEST(LargeMemory, KeepsTheLastThatTheBoundLeavesRoomFor) {
  LargeMemory memory;
  memory.Allow(2 * kBytes + 64);
  const std::vector<void*> taken = TakeAndGiveBack(memory, 3);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(2 * kBytes));
  memory.Allow(-static_cast<int64_t>(kBytes));
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(kBytes));
  EXPECT_EQ(memory.Take(kBytes), taken.back());
  memory.GiveBack(taken.back());
  memory.Allow(-static_cast<int64_t>(kBytes + 64));
  EXPECT_EQ(memory.kept_bytes(), 0);
}

TEST(LargeMemory, IsWithWhatItKeepsNoMoreThanWasInUseAtOnce) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  TakeAndGiveBack(memory, 2);
  // Serves neither; makes room for its half by one of them.
  void* half = memory.Take(kBytes / 2);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(kBytes));
  void* more = memory.Take(2 * kBytes);
  EXPECT_EQ(memory.kept_bytes(), 0);
  memory.GiveBack(half);
  memory.GiveBack(more);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(kBytes / 2 * 5));
}

TEST(LargeMemory, DoesNotCountWhatTheSystemRefused) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  EXPECT_THROW(memory.Take(size_t{1} << 62), std::bad_alloc);
  TakeAndGiveBack(memory, 2);
  void* half = memory.Take(kBytes / 2);
  EXPECT_EQ(memory.kept_bytes(), static_cast<int64_t>(kBytes));
  memory.GiveBack(half);
}

TEST(LargeMemory, DoesNotTakeBackWhatIsNotItsOwn) {
  LargeMemory memory;
  int other = 0;
  EXPECT_FALSE(memory.GiveBack(&other));
}

// Each thread finds in its memory what it wrote there, after others had time
// to take pieces, too.
TEST(LargeMemory, GivesAPieceToOneThreadAtATime) {
  LargeMemory memory;
  memory.Allow(static_cast<int64_t>(2 * kHugePage));
  constexpr int64_t kWords = kHugePage / sizeof(int);
  const auto work = [&](int mark) {
    for (int i = 0; i < 50; ++i) {
      auto* piece = static_cast<int*>(memory.Take(kHugePage));
      std::fill_n(piece, kWords, mark);
      EXPECT_TRUE(memory.GiveBack(memory.Take(kHugePage)));
      EXPECT_EQ(std::count(piece, piece + kWords, mark), kWords);
      EXPECT_TRUE(memory.GiveBack(piece));
    }
  };
  std::vector<std::thread> threads;
  for (int mark = 0; mark < 4; ++mark) threads.emplace_back(work, mark);
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(memory.kept_bytes(), static_cast<int64_t>(2 * kHugePage));
}

TEST(LargeMemory, TellsThePeakSinceItWasTakenLast) {
  LargeMemory memory;
  memory.Allow(kPlenty);
  TakeAndGiveBack(memory, 3);
  EXPECT_EQ(memory.TakePeak(), static_cast<int64_t>(3 * kBytes));
  EXPECT_EQ(memory.TakePeak(), 0);
  void* one = memory.Take(kBytes);
  TakeAndGiveBack(memory, 1);
  EXPECT_EQ(memory.TakePeak(), static_cast<int64_t>(2 * kBytes));
  EXPECT_EQ(memory.TakePeak(), static_cast<int64_t>(kBytes));
  memory.GiveBack(one);
}

}  // namespace
}  // namespace talus
