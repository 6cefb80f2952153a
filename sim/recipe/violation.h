#ifndef TALUS_SIM_RECIPE_VIOLATION_H_
#define TALUS_SIM_RECIPE_VIOLATION_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace talus {

// Something wrong with a field of a recipe.
struct FieldViolation {
  std::string path;    // `stages[2].thermal_erosion.strength`
  std::string reason;  // `= 2 is outside [0, 1]; ...`: goes on from the path,
                       // says what to do

  bool operator==(const FieldViolation&) const = default;
};

// Everything wrong with a recipe, in the order found, up to kMax entries; what
// comes after is only counted.
class Violations {
 public:
  static constexpr size_t kMax = 200;

  // Does nothing where the path has an entry: what is found first stands.
  void Add(std::string path, std::string reason);
  const std::vector<FieldViolation>& list() const& { return list_; }
  std::vector<FieldViolation> list() && { return std::move(list_); }
  bool empty() const { return list_.empty(); }

  // OK where there are none; else INVALID_ARGUMENT, one line each.
  absl::Status ToStatus() const;

 private:
  std::vector<FieldViolation> list_;
  size_t left_out_ = 0;
};

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_VIOLATION_H_
