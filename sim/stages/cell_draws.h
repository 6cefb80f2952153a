#ifndef TALUS_SIM_STAGES_CELL_DRAWS_H_
#define TALUS_SIM_STAGES_CELL_DRAWS_H_

#include <cstddef>
#include <cstdint>

#include "sim/base/hash.h"
#include "sim/base/rect.h"
#include "sim/base/word_vector.h"
#include "sim/flow/drainage.h"

namespace talus {

// One draw for each cell of a domain, made when it is asked for.
class CellDraws {
 public:
  CellDraws(uint64_t seed, int64_t pass, uint32_t salt, const Rect& domain)
      : width_(static_cast<CellIndex>(domain.width())),
        x0_(static_cast<uint32_t>(domain.x0)) {
    row_keys_.reserve(static_cast<size_t>(domain.height()));
    for (int64_t y = domain.y0; y < domain.y1; ++y) {
      row_keys_.push_back(RowKey(seed, pass, salt, y));
    }
  }

  // In [0, 1). Cells count row-major from the domain's first.
  double Of(CellIndex i) const {
    return double{UnitFloat(CellHash(row_keys_[i / width_], x0_ + i % width_))};
  }

 private:
  CellIndex width_;
  uint32_t x0_;
  WordVector<uint32_t> row_keys_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_CELL_DRAWS_H_
