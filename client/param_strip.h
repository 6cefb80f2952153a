#ifndef TALUS_CLIENT_PARAM_STRIP_H_
#define TALUS_CLIENT_PARAM_STRIP_H_

#include "absl/status/statusor.h"
#include "client/region_source.h"
#include "sim/export/image.h"
#include "sim/recipe/param_list.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// What a parameter does, in pictures side by side: one for each of its
// ShownValues, all else being equal.
struct ParamStrip {
  RgbImage image;
  // Root mean square, in steps of 0 to 255, by which the picture that differs
  // most from the first one does.
  double contrast = 0;
};

// Varies a parameter of the last stage of `base` that is a `process`, a member
// of the oneof; of a list, its middle element. Pictures show the domain at the
// finest level where it is not larger than a picture, or the cells south-east
// of the origin: reliefs, of numbers in one tint, or the layer of shares that
// the stage writes.
//
// NOT_FOUND where `base` has no such stage; else what its recipes fail with.
absl::StatusOr<ParamStrip> MakeStrip(
    RegionSource& source, const RasterSet& rasters, const v1::Recipe& base,
    const google::protobuf::FieldDescriptor& process, const ListedParam& param);

}  // namespace talus

#endif  // TALUS_CLIENT_PARAM_STRIP_H_
