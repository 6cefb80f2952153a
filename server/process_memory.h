#ifndef TALUS_SERVER_PROCESS_MEMORY_H_
#define TALUS_SERVER_PROCESS_MEMORY_H_

#include <prometheus/collectable.h>

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace talus {

// Resident bytes by the text of `/proc/self/statm`; 0 where it makes no sense.
int64_t ParseResidentBytes(absl::string_view statm, int64_t page_bytes);

// Reads the memory of the process whenever metrics are asked for.
class ProcessMemory final : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override;
};

}  // namespace talus

#endif  // TALUS_SERVER_PROCESS_MEMORY_H_
