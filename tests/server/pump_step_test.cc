#include "server/pump_step.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace talus {
namespace {

struct Case {
  std::string description;
  PumpState state;
  PumpStep step;
};

TEST(NextStep, WritesInOrderOneAtATimeAndFinishesOnceLast) {
  const std::vector<Case> cases = {
      {"nothing to do", {.opened = true}, PumpStep::kWait},
      {"a message waits until the stream is opened",
       {.has_message = true},
       PumpStep::kWait},
      {"a message",
       {.opened = true, .has_message = true},
       PumpStep::kWriteMessage},
      {"a message behind a write in flight",
       {.opened = true, .writing = true, .has_message = true},
       PumpStep::kWait},
      {"progress comes before a tile",
       {.opened = true, .has_message = true, .progress_due = true},
       PumpStep::kWriteProgress},
      {"progress does not part a tile",
       {.opened = true,
        .has_message = true,
        .progress_due = true,
        .inside_tile = true},
       PumpStep::kWriteMessage},
      {"progress alone",
       {.opened = true, .progress_due = true},
       PumpStep::kWriteProgress},
      {"a closed stream writes what it has",
       {.opened = true, .closed = true, .has_message = true},
       PumpStep::kWriteMessage},
      {"then finishes", {.opened = true, .closed = true}, PumpStep::kFinish},
      {"a cancelled stream writes nothing more",
       {.opened = true,
        .cancelled = true,
        .has_message = true,
        .progress_due = true},
       PumpStep::kFinish},
      {"a stream cancelled before it was opened finishes",
       {.cancelled = true},
       PumpStep::kFinish},
      {"a cancel waits for the write in flight",
       {.opened = true, .writing = true, .cancelled = true},
       PumpStep::kWait},
      {"a finished stream does nothing",
       {.opened = true,
        .finished = true,
        .cancelled = true,
        .closed = true,
        .has_message = true,
        .progress_due = true},
       PumpStep::kWait},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(NextStep(c.state), c.step) << c.description;
  }
}

}  // namespace
}  // namespace talus
