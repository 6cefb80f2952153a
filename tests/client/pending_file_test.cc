#include "client/pending_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "tests/temporary_folder.h"

namespace talus {
namespace {

TEST(PendingFile, AppearsOnlyWhenItIsCommitted) {
  const TemporaryFolder folder;
  PendingFile file(folder / "a.txt");
  std::ofstream(file.temporary()) << "hello";
  EXPECT_EQ(folder.Names().count("a.txt"), 0u);
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(folder.Names(), std::set<std::string>{"a.txt"});
  EXPECT_EQ(ReadFile(folder / "a.txt", 100).value(), "hello");
}

TEST(PendingFile, LeavesNothingWithoutACommit) {
  const TemporaryFolder folder;
  {
    const PendingFile file(folder / "a.txt");
    std::ofstream(file.temporary()) << "half";
  }
  EXPECT_TRUE(folder.Names().empty());
}

TEST(PendingFile, WhatAKilledProcessLeftIsRemoved) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const PendingFile file(folder / "a.txt");
    std::ofstream(file.temporary()) << "half";
    raise(SIGKILL);
  }
  ASSERT_GT(child, 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const PendingFile own(folder / "b.txt");
  std::ofstream(own.temporary()) << "half";
  // Of another host, whose processes nobody here knows.
  std::ofstream(folder / ".partial-elsewhere-1-c.txt") << "half";
  std::ofstream(folder / ".partial-") << "a user's";
  ASSERT_EQ(folder.Names().size(), 4u);
  RemoveAbandoned(folder.path());
  const std::set<std::string> left = {
      std::filesystem::path(own.temporary()).filename().string(),
      ".partial-elsewhere-1-c.txt", ".partial-"};
  EXPECT_EQ(folder.Names(), left);
  RemoveAbandoned(folder / "none");
}

TEST(PendingFile, KeepsTheEndingOfTheName) {
  EXPECT_TRUE(PendingFile("x/y.tif").temporary().ends_with("y.tif"));
}

TEST(PendingFile, ReplacesAnOlderFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a", "old").ok());
  ASSERT_TRUE(WriteFile(folder / "a", "new").ok());
  EXPECT_EQ(ReadFile(folder / "a", 3).value(), "new");
}

TEST(PendingFile, FilesThatCannotBeReadAreErrors) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a", "four").ok());
  EXPECT_EQ(ReadFile(folder / "a", 3).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ReadFile(folder / "b", 3).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadFile(folder.path(), 3).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(HashFile(folder / "b").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(WriteFile(folder / "none/a", "x").code(),
            absl::StatusCode::kNotFound);
}

TEST(PendingFile, AFullDiskIsOneErrorAndNotAMissingFile) {
  for (const int error : {ENOSPC, EDQUOT, EFBIG}) {
    EXPECT_EQ(FileError("cannot write", "a", error).code(),
              absl::StatusCode::kAborted);
  }
}

TEST(PendingFile, RemovesWhatIsThereAndNoFolders) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a", "x").ok());
  EXPECT_TRUE(RemoveFile(folder / "a").ok());
  EXPECT_TRUE(RemoveFile(folder / "a").ok());
  EXPECT_TRUE(folder.Names().empty());
  EXPECT_FALSE(RemoveFile(folder.path()).ok());
}

TEST(PendingFile, HashesWhatIsInTheFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a", "abc").ok());
  EXPECT_EQ(HashFile(folder / "a").value(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(PendingFile, MakesFoldersButNotOverFiles) {
  const TemporaryFolder folder;
  EXPECT_TRUE(MakeFolder(folder / "a/b/c").ok());
  EXPECT_TRUE(MakeFolder(folder / "a/b/c").ok());
  ASSERT_TRUE(WriteFile(folder / "file", "x").ok());
  EXPECT_FALSE(MakeFolder(folder / "file").ok());
  EXPECT_FALSE(MakeFolder(folder / "file/d").ok());
}

}  // namespace
}  // namespace talus
