#include "client/pictures.h"

#include <algorithm>
#include <vector>

#include "client/layer_stats.h"
#include "sim/export/downsample.h"
#include "sim/export/hillshade.h"
#include "sim/export/relief.h"
#include "sim/export/sheet.h"

namespace talus {
namespace {

constexpr int64_t kPanelEdge = 760;  // pixels; three fit a wide screen

// The first of `wanted` that is in `made`.
std::optional<Layer> FirstOf(LayerSet made,
                             std::initializer_list<Layer> wanted) {
  for (const Layer layer : wanted) {
    if (made.Has(layer)) return layer;
  }
  return std::nullopt;
}

// What the sheet shows beside the height.
std::vector<Layer> SheetLayers(LayerSet made) {
  std::vector<Layer> layers = {Layer::kHeight};
  if (const auto wet =
          FirstOf(made, {Layer::kWater, Layer::kFlow, Layer::kRunoff})) {
    layers.push_back(*wet);
  }
  if (const auto moved = FirstOf(
          made, {Layer::kSediment, Layer::kDeposition, Layer::kWear,
                 Layer::kLoose, Layer::kMask, Layer::kRain, Layer::kVegetation,
                 Layer::kUplift, Layer::kHardness})) {
    layers.push_back(*moved);
  }
  return layers;
}

ColorRamp ShareRamp(Layer layer) {
  switch (layer) {
    case Layer::kRain:
      return RainRamp();
    case Layer::kVegetation:
      return PlantRamp();
    case Layer::kUplift:
      return UpliftRamp();
    default:
      return GreyRamp();
  }
}

SheetPanel PanelOf(const PictureSource& source, Layer layer, int64_t factor) {
  SheetPanel panel;
  panel.title = std::string(LayerName(layer));
  panel.unit = LayerUnit(layer);
  const GridView<int32_t> words = source.mosaic.View(layer, source.region);
  panel.values = IsFixed(layer)          ? DownsampleMeters(words, factor)
                 : layer == Layer::kFlow ? DownsamplePeaks(words, factor)
                                         : DownsampleValues(words, factor);
  // A fifth of the ramp: enough for films to fade out.
  panel.shows_ground = layer == Layer::kHeight ? 0 : 0.2f;
  switch (layer) {
    case Layer::kHeight:
      panel.ramp = HeightRamp();
      if (source.sea_m) panel.sea = static_cast<float>(*source.sea_m);
      break;
    case Layer::kWater:
      panel.ramp = WaterRamp();
      panel.roots = 1;
      break;
    case Layer::kFlow:
    case Layer::kRunoff:
      // Every cell drains its own area: only what gathers should show.
      panel.ramp = FlowRamp();
      panel.roots = 3;
      panel.shows_ground = 0.8f;
      break;
    case Layer::kHardness:
    case Layer::kMask:
    case Layer::kRain:
    case Layer::kVegetation:
    case Layer::kUplift:
      panel.ramp = ShareRamp(layer);
      break;
    default:
      panel.ramp = SedimentRamp();
      panel.roots = 1;
      break;
  }
  return panel;
}

}  // namespace

LayerSet LayersOfRelief(LayerSet made) {
  LayerSet layers = {Layer::kHeight};
  if (made.Has(Layer::kWater)) layers.Add(Layer::kWater);
  return layers;
}

LayerSet LayersOfSheet(LayerSet made) {
  LayerSet layers;
  for (const Layer layer : SheetLayers(made)) layers.Add(layer);
  return layers;
}

GrayImage HillshadeOf(const PictureSource& source) {
  HillshadeOptions options;
  options.cell_m = source.cell_m;
  options.z_factor = source.z_factor;
  options.has_apron = source.mosaic.region().Contains(Grow(source.region, 1));
  const Rect part = options.has_apron ? Grow(source.region, 1) : source.region;
  return Hillshade(source.mosaic.View(Layer::kHeight, part), options);
}

RgbImage ReliefOf(const PictureSource& source) {
  const GridView<int32_t> heights =
      source.mosaic.View(Layer::kHeight, source.region);
  GridView<int32_t> water;
  if (source.mosaic.layers().Has(Layer::kWater)) {
    water = source.mosaic.View(Layer::kWater, source.region);
  }
  ReliefOptions options;
  if (source.tint_m) {
    options.low_m = source.tint_m->first;
    options.high_m = source.tint_m->second;
  } else {
    const LayerRange range = RangeOf(Layer::kHeight, heights);
    options.low_m = std::max(range.min, source.sea_m.value_or(range.min));
    options.high_m = range.max;
  }
  options.sea_m = source.sea_m;
  return Relief(heights, water, HillshadeOf(source), options);
}

RgbImage SharesOf(const PictureSource& source, Layer layer) {
  const GridView<int32_t> words = source.mosaic.View(layer, source.region);
  const GrayImage shade = HillshadeOf(source);
  const ColorRamp ramp = ShareRamp(layer);
  RgbImage image(shade.width, shade.height, kPaper);
  for (int64_t y = 0; y < image.height; ++y) {
    for (int64_t x = 0; x < image.width; ++x) {
      if (shade.At(x, y) == 0) continue;
      const auto share = static_cast<float>(LayerValue(layer, words.Row(y)[x]));
      image.At(x, y) = Lit(ColorAt(ramp, share), shade.At(x, y));
    }
  }
  return image;
}

RgbImage SheetOf(const PictureSource& source) {
  const int64_t factor =
      SheetFactor(source.region.width(), source.region.height(), kPanelEdge);
  std::vector<SheetPanel> panels;
  for (const Layer layer : SheetLayers(source.mosaic.layers())) {
    panels.push_back(PanelOf(source, layer, factor));
  }
  SheetOptions options;
  options.caption = source.caption;
  options.pixel_m = source.cell_m * static_cast<double>(factor);
  return Sheet(DownsampleShade(HillshadeOf(source), factor), panels, options);
}

}  // namespace talus
