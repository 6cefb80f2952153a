#ifndef TALUS_CLIENT_REGION_JOB_H_
#define TALUS_CLIENT_REGION_JOB_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "client/mosaic.h"
#include "client/region_source.h"

namespace talus {

// A region with all its layers, its digests checked.
struct FinishedRegion {
  Mosaic mosaic;
  RegionResult result;
};

// Has a region made and put together. Layers larger than `memory_bytes`
// together lie in files of `spill_folder`. DATA_LOSS where the root digests of
// what came are not those that the source states.
absl::StatusOr<FinishedRegion> MakeRegion(RegionSource& source,
                                          const RegionQuery& query,
                                          int64_t memory_bytes,
                                          const std::string& spill_folder,
                                          std::stop_token stop,
                                          const ProgressFn& progress);

// Compiles the query's recipe here, whoever makes the region: tells its layers,
// levels and domain.
absl::StatusOr<std::shared_ptr<const Program>> CompileQuery(
    const RegionQuery& query);

// Most bytes that the rasters of a query take while its region is made: their
// cells, the coarser levels of them, and what filling them takes.
int64_t RasterBytes(const RegionQuery& query);

}  // namespace talus

#endif  // TALUS_CLIENT_REGION_JOB_H_
