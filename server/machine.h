#ifndef TALUS_SERVER_MACHINE_H_
#define TALUS_SERVER_MACHINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

// What the machine and the control groups leave to this process.
namespace talus {

// Processors that the text of a `cpu.max` file allows ("150000 100000" is
// 1.5); none where it sets no limit or makes no sense.
std::optional<double> ParseCpuMax(absl::string_view text);

// Bytes that the text of a `memory.max` file allows; likewise.
std::optional<int64_t> ParseMemoryMax(absl::string_view text);

// The group of the process by the text of `/proc/self/cgroup`, and its parents
// up to the root: "/a/b", "/a", "". Of the unified hierarchy where `controller`
// is empty, else of the older one of that controller.
std::vector<std::string> CgroupPaths(absl::string_view proc_self_cgroup,
                                     absl::string_view controller);

// Threads for `processors` that may be used at all and a quota: the lower of
// the two, rounded up, at least 1.
int ThreadsFor(int processors, std::optional<double> quota);

// Threads that this process should work with.
int AvailableThreads();

// Memory that this process may fill: the machine's, or less by its groups.
int64_t AvailableMemoryBytes();

}  // namespace talus

#endif  // TALUS_SERVER_MACHINE_H_
