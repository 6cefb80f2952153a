#include "client/odd_layout.h"

#include "absl/strings/str_format.h"
#include "sim/base/hash.h"

namespace talus {

EngineOptions OddLayout(uint64_t number, int64_t memory_bytes) {
  const auto draw = [&](uint64_t salt, uint64_t low, uint64_t high) {
    return low + HashCombine(number, salt) % (high - low + 1);
  };
  EngineOptions options;
  options.memory_bytes = memory_bytes;
  options.tiling.threads = static_cast<int>(draw(1, 1, 4));
  options.tiling.block_width = static_cast<int64_t>(draw(2, 33, 400));
  options.tiling.block_height = static_cast<int64_t>(draw(3, 17, 400));
  options.tiling.passes_per_group = static_cast<int>(draw(4, 1, 12));
  options.tiling.shuffle_seed = draw(5, 1, UINT32_MAX);
  return options;
}

std::string DescribeLayout(const EngineOptions& options) {
  const TilingOptions& t = options.tiling;
  return absl::StrFormat("blocks %d x %d, %d passes a group, %d thread%s",
                         t.block_width, t.block_height, t.passes_per_group,
                         t.threads, t.threads == 1 ? "" : "s");
}

}  // namespace talus
