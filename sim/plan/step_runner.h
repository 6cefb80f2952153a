#ifndef TALUS_SIM_PLAN_STEP_RUNNER_H_
#define TALUS_SIM_PLAN_STEP_RUNNER_H_

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "sim/base/ledger.h"
#include "sim/plan/program.h"
#include "sim/plan/state.h"

namespace talus {

// A stretch of steps at one level.
struct StepRun {
  const Program* program = nullptr;
  int level = 0;
  absl::Span<const Step> steps;
  Rect out;         // cells wanted after the last step; inside the domain
  LayerSet before;  // layers that are known before the first step
  LayerSet wanted;  // layers wanted after the last step
  Rect counted;     // cells whose exchanges go into the ledger
};

// Runs steps. The reference and the tiled schedule do it in their own ways and
// give the same bits.
class StepRunner {
 public:
  virtual ~StepRunner() = default;

  // Returns the wanted layers over run.out, with the margin of MakePlanes.
  // REQUIRES: `in` holds run.before over HaloOf(run), with that margin.
  // CANCELLED on request.
  virtual absl::StatusOr<State> Run(State in, const StepRun& run,
                                    Ledger* ledger) = 0;

  // Calls work(strip) for strips of whole rows that cover `rect` once, in any
  // order and maybe at the same time. CANCELLED on request. The default makes
  // one strip of it.
  virtual absl::Status ForStrips(const Rect& rect,
                                 const std::function<void(const Rect&)>& work);

  // Cell updates that Run will make, halo included.
  virtual int64_t CellPasses(const StepRun& run) const = 0;

  // Most bytes that Run holds at once beside planes and masks. The default
  // counts passes that work one after the other, each on all cells.
  virtual int64_t WorkBytes(const StepRun& run) const;
};

// Layers that hold ground and water, as far as the program makes them: what the
// balance of a region adds up.
LayerSet BalanceLayers(const Program& program);

// Layers that are more than zeros when a section begins.
LayerSet MadeBefore(const Program& program, size_t section);

// Layers that live at one level only: a Multiscale group begins without them.
inline constexpr LayerSet kLevelLayers = {
    Layer::kWater, Layer::kSediment, Layer::kDeposition, Layer::kWear,
    Layer::kFlow,  Layer::kLoose,    Layer::kRunoff};

// Layers that a coarse level hands on or that are part of its ground.
LayerSet CoarseLayers(const Program& program);

// The layers that must be known before the runs of a section at a level, so
// that `wanted` is right after them.
LayerSet LiveBeforeRuns(const std::vector<StepRun>& runs, LayerSet wanted);

// The layers that a section asks of the one before it, where it needs `live`
// before its runs.
LayerSet AskedBefore(const Program& program, size_t section, LayerSet live);

// Cuts the steps of a section at a level into runs: sources and processes run
// apart, so that the balance can tell what the sources made; what they replace
// stays known until then.
std::vector<StepRun> RunsOf(const Program& program, size_t section, int level,
                            const Rect& rect, LayerSet wanted,
                            const Rect& counted);

// Whether the steps of a run make values and keep no account.
bool IsSourceRun(const StepRun& run);

// The cells that must be known before the steps so that run.out is right after
// them.
Rect HaloOf(const StepRun& run);

// The layers that must be known after each step.
std::vector<LayerSet> LiveAfterEach(const Program& program,
                                    absl::Span<const Step> steps,
                                    LayerSet wanted);

// Layers that a step reads where the program makes them: its reads, and the
// sums it goes on with if they are live.
LayerSet ReadBy(const Program& program, const Step& step, LayerSet live_after);

// New planes over `rect`. In a finite world they have a margin of kMaxHalo
// cells whose values are zero, so that a stage may read past the border.
State MakePlanes(const Program& program, LayerSet layers, const Rect& rect,
                 bool zeroed);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_STEP_RUNNER_H_
