#include "server/work_meter.h"

#include <gtest/gtest.h>
#include <prometheus/text_serializer.h>

#include <sstream>

namespace talus {
namespace {

std::string Scrape(const Metrics& metrics) {
  std::ostringstream out;
  prometheus::TextSerializer().Serialize(out, metrics.registry()->Collect());
  return out.str();
}

RegionPlan SomePlan() {
  RegionPlan plan;
  plan.cell_passes = 130;
  plan.core_cell_passes = 100;
  plan.stages.resize(3);
  plan.stages[0].path = "stages[0].gradient_noise";
  plan.stages[0].cell_passes = 25;
  plan.stages[1].path = "stages[1].multiscale.stages[0].creep";
  plan.stages[1].cell_passes = 50;
  plan.stages[2].path = "stages[1].multiscale.stages[1].repeat.stages[0].creep";
  plan.stages[2].cell_passes = 25;
  return plan;
}

TEST(SharesByProcess, AddUpTheStagesOfAProcess) {
  const auto shares = SharesByProcess(SomePlan());
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares.at("gradient_noise"), 0.25);
  EXPECT_EQ(shares.at("creep"), 0.75);
}

TEST(SharesByProcess, AreNothingWhereThereIsNoWork) {
  RegionPlan plan;
  plan.stages.resize(1);
  plan.stages[0].path = "stages[0].plane";
  EXPECT_EQ(SharesByProcess(plan).at("plane"), 0);
}

TEST(WorkMeter, CountsRisingWorkOnceByProcess) {
  Metrics metrics({});
  WorkMeter meter(SomePlan(), &metrics);
  meter.Reach(40);
  meter.Reach(40);
  meter.Reach(120);
  const std::string text = Scrape(metrics);
  EXPECT_NE(text.find("talus_cell_passes_total{stage=\"creep\"} 90\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("talus_cell_passes_total{stage=\"gradient_noise\"} 30\n"),
            std::string::npos);
  EXPECT_NE(text.find("talus_halo_overhead_ratio 1.3\n"), std::string::npos);
}

}  // namespace
}  // namespace talus
