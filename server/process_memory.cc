#include "server/process_memory.h"

#include <prometheus/metric_family.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "sim/base/spare_words.h"

namespace talus {
namespace {

prometheus::MetricFamily Gauge(const std::string& name, const std::string& help,
                               int64_t value) {
  prometheus::MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = prometheus::MetricType::Gauge;
  family.metric.resize(1);
  family.metric[0].gauge.value = static_cast<double>(value);
  return family;
}

}  // namespace

int64_t ParseResidentBytes(absl::string_view statm, int64_t page_bytes) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(statm, absl::ByAnyChar(" \n"), absl::SkipEmpty());
  int64_t pages = 0;
  if (words.size() < 2 || !absl::SimpleAtoi(words[1], &pages)) return 0;
  return pages * page_bytes;
}

std::vector<prometheus::MetricFamily> ProcessMemory::Collect() const {
  std::ifstream file("/proc/self/statm");
  std::ostringstream text;
  text << file.rdbuf();
  return {
      Gauge("process_resident_memory_bytes", "Resident memory of the process.",
            ParseResidentBytes(text.str(), sysconf(_SC_PAGESIZE))),
      Gauge("talus_spare_bytes",
            "Memory that is kept for the next requests; part of the "
            "resident memory.",
            SpareWords::KeptBytes())};
}

}  // namespace talus
