#ifndef TALUS_SERVER_WORK_METER_H_
#define TALUS_SERVER_WORK_METER_H_

#include <cstdint>
#include <map>
#include <string>

#include "server/metrics.h"
#include "sim/plan/engine.h"

namespace talus {

// The process that a recipe path ends in:
// `stages[1].multiscale.stages[0].creep` is creep.
std::string ProcessOfPath(const std::string& path);

// Share of a plan's cell updates that each process has; they sum up to 1 where
// there is any work.
std::map<std::string, double> SharesByProcess(const RegionPlan& plan);

// Counts the work of one request as it goes on. The engine tells only how much
// is done in all, so it is given to the stages by their shares of the plan. Not
// thread-safe.
class WorkMeter {
 public:
  WorkMeter(const RegionPlan& plan, Metrics* metrics);
  // `done` rises from call to call.
  void Reach(int64_t done);

 private:
  const std::map<std::string, double> shares_;
  Metrics* const metrics_;
  int64_t counted_ = 0;
};

}  // namespace talus

#endif  // TALUS_SERVER_WORK_METER_H_
