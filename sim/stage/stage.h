#ifndef TALUS_SIM_STAGE_STAGE_H_
#define TALUS_SIM_STAGE_STAGE_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "sim/base/ledger.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/base/workers.h"
#include "sim/stage/cell_kind.h"
#include "sim/stage/inside_runs.h"
#include "sim/stage/layer.h"
#include "sim/stage/layer_rows.h"

namespace talus {

// What a stage does to mass.
enum class Budget {
  kSource,  // makes values; keeps no account
  kClosed,  // ground + load, and water, stay equal to the quantum in a WALL
            // domain, what the Ledger counts aside
  kLedger,  // ground leaves (or enters), and the Ledger counts it
};

inline constexpr int kMaxHalo = 4;

// The halo of a stage that works on a whole domain: farther than any domain
// that it takes is long.
inline constexpr int kDomainHalo = 1 << 27;

// What the planner and the law suite need to know of a stage.
struct StageInfo {
  std::string name;    // snake_case, as in the recipe
  int halo_cells = 0;  // how far one pass reads, in cells; at most kMaxHalo
                       // unless it works on whole windows or domains
  int passes = 1;      // passes in a row where the recipe names the stage once
  LayerSet reads;      // layers read before they are written
  LayerSet writes;     // layers that a pass writes
  // Layers that a pass goes on from: it reads its own earlier values (sums such
  // as wear). Where nobody asked for them or reads them, they are absent from
  // `in` and `out` and the stage MUST skip them.
  LayerSet optional;
  // A pass that does not go row by row: what starts in one row may end in any
  // other. Its first Row call finds all rows of the window and of the halo in
  // `in`, as far as the world goes, and no other pass streams along with it.
  // After it has returned the calls for the other rows may come in any order
  // and at the same time.
  bool whole_window = false;
  // Such a pass that may look at every cell of the domain. Its halo is
  // kDomainHalo, and the recipe has a domain.
  bool WholeDomain() const { return halo_cells == kDomainHalo; }
  Budget budget = Budget::kSource;
  // What a pass over a whole window holds beside the layers, for each cell of
  // the window and its halo.
  int scratch_bytes = 0;

  // Cells around a window whose kinds a pass may look at.
  int mask_cells() const { return std::max(kMaxHalo, halo_cells); }
};

// Where one sweep of a stage works.
struct Window {
  Rect rect;  // the cells that are written
  // Kinds of the cells of Grow(rect, halo), as far as kMaxHalo beyond the
  // domain; nullptr where all of them are inside.
  const Plane<int32_t>* mask = nullptr;
  // Altitude of the ground behind an OPEN border, in quanta; where unset it is
  // the border cell's own.
  std::optional<int32_t> base_level;
  // Cells whose exchanges go into the ledger; a part of rect.
  Rect counted;
  // Asked now and then by a row that takes longer than some milliseconds. Once
  // it is requested, what the sweep writes is thrown away.
  std::stop_token stop = {};
  // Where cells of the mask are inside, for kernels that do without it there;
  // nullptr where nobody looked.
  const InsideRuns* inside = nullptr;
  // Whom a pass over a whole window may share its work with.
  const Workers* workers = &kOneWorker;

  bool IsInside(int64_t x, int64_t y) const {
    return mask == nullptr || *mask->At(x, y) == kInside;
  }
};

// One pass of a stage down a window. Not thread-safe, but see whole_window;
// lives as long as the pass.
class Sweep {
 public:
  virtual ~Sweep() = default;

  // Writes row y of the stage's layers, columns [rect.x0, rect.x1). Called once
  // for each row of the window, from north to south (but see whole_window).
  // `in` holds rows [y - halo, y + halo] of the layers before the pass; rows
  // [rect.y0
  // - halo, rect.y0 + halo] at the first call. `in` and `out` may differ from
  // call to call in nothing but the rows they hold, and never share memory.
  // Adds what happened in the counted cells of the row to *ledger.
  virtual void Row(const LayerRows& in, int64_t y, const LayerRows& out,
                   Ledger* ledger) = 0;
};

// A process. Immutable after construction; Begin may be called from many
// threads at once.
//
// THE LAW: a pass over any window gives, cell by cell, the bits of a pass over
// any other window that holds the cell. It depends on the values within
// halo_cells, on the pass number and on world coordinates, and on nothing else:
// no index in the window, no thread, no order, no global extreme.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual const StageInfo& info() const = 0;
  // `pass` counts the passes of this stage since the start of its group (or of
  // the recipe), from 0.
  virtual std::unique_ptr<Sweep> Begin(const Window& window,
                                       int64_t pass) const = 0;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_STAGE_H_
