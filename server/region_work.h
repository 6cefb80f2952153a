#ifndef TALUS_SERVER_REGION_WORK_H_
#define TALUS_SERVER_REGION_WORK_H_

#include <memory>

#include "absl/status/status.h"
#include "server/call_trace.h"
#include "server/memory_budget.h"
#include "server/region_maker.h"
#include "server/region_stream.h"
#include "server/request_check.h"

namespace talus {

// A region that is to be made, its plan within the limits.
struct RegionWork {
  LandscapePtr landscape;
  RegionRequest request;
  v1::SampleFormat format = v1::SAMPLE_FORMAT_F32;
  RegionPlan plan;
};

// Makes the region and feeds the stream, up to its summary. Blocks; `lane` is
// the one whose thread this is. Where it fails the stream is left to the
// caller.
absl::Status MakeRegion(const RegionWork& work, RegionMaker* maker,
                        MemoryBudget* memory, WorkerLane* lane,
                        RegionStream* stream, CallTrace* trace);

}  // namespace talus

#endif  // TALUS_SERVER_REGION_WORK_H_
