#include "server/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace talus {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The directories of the process's groups, innermost first.
std::vector<std::string> Groups(const std::string& controller) {
  const std::string mount =
      controller.empty() ? "/sys/fs/cgroup" : "/sys/fs/cgroup/" + controller;
  std::vector<std::string> groups;
  for (const std::string& path :
       CgroupPaths(ReadFile("/proc/self/cgroup"), controller)) {
    groups.push_back(absl::StrCat(mount, path, "/"));
  }
  return groups;
}

// The limits of all groups, as texts of the unified hierarchy.
std::vector<std::string> CpuLimits() {
  std::vector<std::string> texts;
  for (const std::string& group : Groups("")) {
    texts.push_back(ReadFile(group + "cpu.max"));
  }
  for (const std::string& group : Groups("cpu")) {
    texts.push_back(absl::StrCat(ReadFile(group + "cpu.cfs_quota_us"), " ",
                                 ReadFile(group + "cpu.cfs_period_us")));
  }
  return texts;
}

std::vector<std::string> MemoryLimits() {
  std::vector<std::string> texts;
  for (const std::string& group : Groups("")) {
    texts.push_back(ReadFile(group + "memory.max"));
  }
  for (const std::string& group : Groups("memory")) {
    texts.push_back(ReadFile(group + "memory.limit_in_bytes"));
  }
  return texts;
}

}  // namespace

std::optional<double> ParseCpuMax(absl::string_view text) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty());
  double quota = 0;
  double period = 0;
  if (words.size() != 2 || !absl::SimpleAtod(words[0], &quota) ||
      !absl::SimpleAtod(words[1], &period) || !(quota > 0) || !(period > 0)) {
    return std::nullopt;
  }
  return quota / period;
}

std::optional<int64_t> ParseMemoryMax(absl::string_view text) {
  int64_t bytes = 0;
  if (!absl::SimpleAtoi(text, &bytes) || bytes <= 0) return std::nullopt;
  return bytes;
}

std::vector<std::string> CgroupPaths(absl::string_view proc_self_cgroup,
                                     absl::string_view controller) {
  std::vector<std::string> paths;
  // A line is `number:controllers:path`; the unified hierarchy names none.
  for (absl::string_view line : absl::StrSplit(proc_self_cgroup, '\n')) {
    const std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    const std::vector<absl::string_view> controllers =
        absl::StrSplit(parts[1], ',');
    if (std::find(controllers.begin(), controllers.end(), controller) ==
        controllers.end()) {
      continue;
    }
    std::string path(parts[2]);
    while (path.size() > 1) {
      paths.push_back(path);
      path.resize(path.rfind('/'));
    }
  }
  paths.emplace_back();
  return paths;
}

int ThreadsFor(int processors, std::optional<double> quota) {
  double threads = processors;
  if (quota) threads = std::min(threads, std::ceil(*quota));
  return std::max(1, static_cast<int>(threads));
}

int AvailableThreads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int processors = sched_getaffinity(0, sizeof(set), &set) == 0
                             ? CPU_COUNT(&set)
                             : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  std::optional<double> quota;
  for (const std::string& text : CpuLimits()) {
    const std::optional<double> q = ParseCpuMax(text);
    if (q && (!quota || *q < *quota)) quota = q;
  }
  return ThreadsFor(processors, quota);
}

int64_t AvailableMemoryBytes() {
  int64_t bytes =
      int64_t{sysconf(_SC_PHYS_PAGES)} * int64_t{sysconf(_SC_PAGESIZE)};
  for (const std::string& text : MemoryLimits()) {
    if (const std::optional<int64_t> max = ParseMemoryMax(text)) {
      bytes = std::min(bytes, *max);
    }
  }
  return bytes;
}

}  // namespace talus
