#include "server/work_meter.h"

namespace talus {

std::string ProcessOfPath(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

std::map<std::string, double> SharesByProcess(const RegionPlan& plan) {
  std::map<std::string, double> shares;
  double sum = 0;
  for (const StageCost& stage : plan.stages) {
    const auto cost = static_cast<double>(stage.cell_passes);
    shares[ProcessOfPath(stage.path)] += cost;
    sum += cost;
  }
  if (sum > 0) {
    for (auto& [process, share] : shares) share /= sum;
  }
  return shares;
}

WorkMeter::WorkMeter(const RegionPlan& plan, Metrics* metrics)
    : shares_(SharesByProcess(plan)), metrics_(metrics) {
  metrics_->AddCorePasses(static_cast<double>(plan.cell_passes),
                          static_cast<double>(plan.core_cell_passes));
}

void WorkMeter::Reach(int64_t done) {
  if (done <= counted_) return;
  const auto more = static_cast<double>(done - counted_);
  for (const auto& [process, share] : shares_) {
    metrics_->AddCellPasses(process, share * more);
  }
  counted_ = done;
}

}  // namespace talus
